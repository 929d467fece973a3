"""`make bench`: imports every bench module beside this one and runs what it registered."""

import importlib
import pkgutil
import sys

import tests.bench
from tests.bench import BENCHES


def main(words: list[str]) -> None:
    for module in pkgutil.iter_modules(tests.bench.__path__):
        if module.name != "__main__":
            importlib.import_module(f"tests.bench.{module.name}")
    for title, run in BENCHES.items():
        if all(word in title for word in words):
            print(f"\n{title}", flush=True)
            run()


if __name__ == "__main__":
    main(sys.argv[1:])
