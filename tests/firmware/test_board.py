"""The Pico's board, in the real MicroPython on a make-believe chip: no sample is lost, doubled or out of order."""

from pathlib import Path

from tests.firmware.micropython import PROJECT, run

FILES = {
    "fake_chip.py": Path(__file__).with_name("fake_chip.py").read_bytes(),
    "board.py": (PROJECT / "firmware" / "board.py").read_bytes(),
}
START = """
from fake_chip import DMA, WDT, Poll, Typed, machine
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
    assert lines == ["1c021d021e021f022002 200"]


def test_the_past_goes_round_the_end_of_the_ring() -> None:
    lines = scene(
        """
for start in (0, 3000):
    dma.saw(list(range(start, start + 3000)))
    take()
import struct, binascii
print(struct.unpack("<8H", binascii.unhexlify(board.past(5952 - 4092, 8))))
"""
    )
    assert lines == [str(tuple(range(4092, 4100)))]


def test_what_the_ring_holds_no_more_is_left_out_of_the_past() -> None:
    lines = scene(
        """
import struct, binascii
def read(text):
    return struct.unpack("<%dH" % (len(text) // 4), binascii.unhexlify(text))
dma.saw(list(range(640)))
take()
print(len(read(board.past(900, 832))))
for start in range(640, 4640, 640):
    dma.saw(list(range(start, start + 640)))
    take()
dma.saw([9999] * 3000)
past = read(board.past(2000, 1500))
print(board.behind(), past[0] >= 5120 - 2000, past[-1] == 5120 - 500 - 1, 9999 in past)
print(repr(board.past(4000, 100)))
"""
    )
    assert lines == ["572", "3000 True True False", "''"]


def test_the_watchdog_is_fed_by_samples_alone_and_a_visitor_has_a_while() -> None:
    lines = scene(
        """
print(WDT.timeouts)
board.block()
print(WDT.fed)
dma.saw([1] * 128)
take()
print(WDT.fed)
board.let_in()
print(WDT.timeouts)
"""
    )
    assert lines == ["[8000]", "0", "2", "[8000, 5000]"]


def test_the_converter_is_set_to_8_kilohertz_and_left_running() -> None:
    lines = scene("print(machine.mem32[chip.DIV] >> 8, machine.mem32[chip.CS], dma.ctrl['size'], dma.ctrl['inc_read'])")
    assert lines == ["5999 9 1 False"]


TYPING = 'import sys\nchip.sys = type("Sys", (), {"stdin": Typed()})\n'


def test_lines_from_the_host_are_put_together_and_settings_outlive_a_restart() -> None:
    lines = scene(
        TYPING
        + """
Poll.typed = b'{"watch"'
print(board.asked())
Poll.typed = b': 1}' + bytes([10]) + b'rest'
print(board.asked())
board.keep({"gap": 150})
print(board.load()["gap"])
"""
    )
    assert lines == ["None", "b'{\"watch\": 1}'", "150"]


def test_stray_bytes_are_part_of_a_line_like_any_other() -> None:
    lines = scene(
        TYPING + "Poll.typed = bytes([0xE2, 0x80, 10]) + b'{}' + bytes([10])\nprint(board.asked(), board.asked())"
    )
    assert lines == [r"b'\xe2\x80' b'{}'"]


def test_a_flood_is_read_in_small_pieces_and_only_its_end_is_kept() -> None:
    lines = scene(TYPING + "Poll.typed = b'x' * 5000\nprint(board.asked(), len(Poll.typed))")
    assert lines == ["None 4936"]
