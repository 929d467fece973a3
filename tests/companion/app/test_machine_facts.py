"""The host sees how the machine is; what it does not tell is left out."""

from typing import Any

import pytest

from companion.app.machine_facts import facts


class Told:
    """A machine that tells just this."""

    def __init__(self, warmth: str, throttled: str | None) -> None:
        self._warmth, self._throttled = warmth, throttled

    def free(self) -> int:
        return 12_345_678_901

    def read(self, path: str) -> str:
        assert path == "/sys/class/thermal/thermal_zone0/temp"
        return self._warmth

    def run(self, *command: str) -> str | None:
        assert command == ("vcgencmd", "get_throttled")
        return self._throttled


@pytest.mark.parametrize(
    ("throttled", "words"),
    [
        ("throttled=0x0\n", "The power is strong enough."),
        ("throttled=0x50005\n", "The power is too weak right now."),
        ("throttled=0x50000\n", "The power was too weak at some time since the start."),
        ("throttled=0x80008\n", "The power is strong enough."),  # that was the heat
    ],
)
def test_a_pi_tells_its_room_its_warmth_and_its_power(throttled: str, words: str) -> None:
    machine: Any = Told("48312\n", throttled)
    version, *others = [str(fact) for fact in facts(machine)]
    assert version.startswith("Version ")
    assert others == ["12345 MB free on the card", "48 °C", words]


def test_what_a_machine_does_not_tell_is_left_out() -> None:
    machine: Any = Told("", None)
    assert [str(fact) for fact in facts(machine)][1:] == ["12345 MB free on the card"]
