"""The Pico's board, in the real MicroPython on a make-believe chip: no sample is lost, doubled or out of order."""

from pathlib import Path

from tests.firmware.micropython import PROJECT, run

FILES = {
    "fake_chip.py": Path(__file__).with_name("fake_chip.py").read_bytes(),
    "board.py": (PROJECT / "firmware" / "board.py").read_bytes(),
}
START = """
from fake_chip import DMA, Poll, Typed, machine
import board as chip
board = chip.Board()
dma = DMA.latest
def take():
    got = []
    while True:
        block = board.block()
        if block is None:
            return got
        got += list(block)
"""


def scene(script: str) -> list[str]:
    return run(START + script, FILES).splitlines()


def test_samples_come_in_order_across_the_end_of_the_ring() -> None:
    lines = scene(
        """
seen, sent = [], 0
for size in (10, 100, 64, 1000, 3000, 3900, 127, 1):
    dma.saw([n % 4096 for n in range(sent, sent + size)])
    sent += size
    seen += take()
print(seen == [n % 4096 for n in range(len(seen))], sent - len(seen) < 64, board.lost)
"""
    )
    assert lines == ["True True 0"]


def test_coming_too_late_is_counted_and_goes_on_with_the_newest() -> None:
    lines = scene(
        """
dma.saw([1] * 5000 + [7] * 64)
print(set(take()), board.lost > 4000)
dma.saw([9] * 64)
print(set(take()))
"""
    )
    assert lines[0].endswith("True")
    assert "7" in lines[0]
    assert "9" in lines[1]


def test_the_transfers_are_started_again_when_their_count_runs_out() -> None:
    lines = scene("dma.saw([3] * 128)\ntake()\ndma.count = 0\nboard.block()\nprint(dma.starts, dma.active())")
    assert lines == ["2 True"]


def test_the_past_of_a_hit_is_still_there() -> None:
    lines = scene(
        """
dma.saw(list(range(640)))
take()
print(board.past(100, 5), len(board.past(50, 90)))
"""
    )
    assert lines == ["[540, 541, 542, 543, 544] 50"]


def test_the_converter_is_set_to_8_kilohertz_and_left_running() -> None:
    lines = scene("print(machine.mem32[chip.DIV] >> 8, machine.mem32[chip.CS], dma.ctrl['size'], dma.ctrl['inc_read'])")
    assert lines == ["5999 9 1 False"]


def test_lines_from_the_host_are_put_together_and_settings_outlive_a_restart() -> None:
    lines = scene(
        """
import sys
chip.sys = type("Sys", (), {"stdin": Typed()})
Poll.typed = '{"watch"'
print(board.asked())
Poll.typed = ': 1}' + chr(10) + 'rest'
print(board.asked())
board.keep({"gap": 150})
print(board.load()["gap"])
"""
    )
    assert lines == ["None", '{"watch": 1}', "150"]
