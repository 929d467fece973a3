import sys

from tests.hardware.boulders.frozen import freeze

for seed in sys.argv[1:]:
    freeze(int(seed))
