"""A hammering as the real firmware tells it: what the host's parser is tested with."""

from pathlib import Path

from tests.firmware.micropython import packed, run
from tests.hardware.hits.sessions import RATE, render

FAKE_BOARD = Path(__file__).with_name("fake_board.py")
SEED = 7
SECONDS = 4

SCRIPT = """
from fake_board import FakeBoard, play, samples_from
from listener import Listener
board = FakeBoard(samples_from("samples.bin"), [
    (50, '{"watch": 1}'), (150, '{"keep": {"threshold": 9999}}'), (151, 'hello'), (152, '{"sing": 1}'),
    (160, '{"keep": {"threshold": 20, "gap": 150}}'),
])
play(Listener(board))
"""


def captured() -> str:
    """Every line of one hammering with wishes sensible and not."""
    files = {"samples.bin": packed(render(SEED).samples[: SECONDS * RATE]), "fake_board.py": FAKE_BOARD.read_bytes()}
    return run(SCRIPT, files)
