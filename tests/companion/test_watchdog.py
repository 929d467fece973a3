"""What systemd hears, on a real socket: readiness, feeding, and silence as soon as one part does not answer."""

import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from unittest.mock import Mock

import pytest

from companion.common.supervisor import Supervisor
from companion.watchdog import FEEDS, WELL, Notifier, Watchdog
from tests.clock import Hand


class Systemd:
    """The other end of the socket."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind("\0" + address[1:] if address.startswith("@") else address)
        self._socket.settimeout(5.0)

    def next(self) -> str:
        return self._socket.recv(4096).decode()

    def heard(self) -> list[str]:
        """Everything that has arrived so far."""
        self._socket.setblocking(False)
        messages: list[str] = []
        try:
            while True:
                messages.append(self.next())
        except BlockingIOError:
            return messages
        finally:
            self._socket.settimeout(5.0)

    def environ(self, watchdog: float = 0.0) -> dict[str, str]:
        return {"NOTIFY_SOCKET": self.address, "WATCHDOG_USEC": str(round(watchdog * 1_000_000))}

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    systemd = Systemd(str(tmp_path / "notify"))
    yield systemd
    systemd.close()


def test_readiness_is_one_datagram(systemd: Systemd) -> None:
    Notifier(systemd.environ()).ready()
    assert systemd.heard() == ["READY=1"]


def test_an_address_without_a_file_is_reached_too() -> None:
    systemd = Systemd(f"@companion-test-{os.getpid()}")
    Notifier(systemd.environ()).ready()
    assert systemd.heard() == ["READY=1"]
    systemd.close()


def test_a_status_is_one_line(systemd: Systemd) -> None:
    Notifier(systemd.environ()).status("Ready\nWATCHDOG=1")
    assert systemd.heard() == ["STATUS=Ready WATCHDOG=1"]


def test_outside_of_systemd_nothing_is_sent() -> None:
    notifier = Notifier({})
    notifier.ready()
    assert notifier.watchdog == 0.0


def test_another_process_s_watchdog_is_not_ours(systemd: Systemd) -> None:
    environ = systemd.environ(watchdog=30.0)
    assert Notifier({**environ, "WATCHDOG_PID": "1"}).watchdog == 0.0
    assert Notifier({**environ, "WATCHDOG_PID": str(os.getpid())}).watchdog == 30.0


def test_it_feeds_while_all_are_well(systemd: Systemd) -> None:
    watchdog = Watchdog(Notifier(systemd.environ()), {"table": lambda: True, "journal": lambda: True})
    assert watchdog.step() == []
    assert systemd.heard() == ["WATCHDOG=1"]


def fails() -> bool:
    raise OSError("the disk is gone")


@pytest.mark.parametrize("check", [lambda: False, fails])
def test_one_part_that_is_not_well_stops_the_feeding_and_is_named(systemd: Systemd, check: Callable[[], bool]) -> None:
    watchdog = Watchdog(Notifier(systemd.environ()), {"table": lambda: True, "journal": check})
    assert watchdog.step() == ["journal"]
    watchdog.step()
    assert systemd.heard() == ["STATUS=Not answering: journal."]


def test_it_feeds_again_once_all_are_well_again(systemd: Systemd) -> None:
    well = [False]
    watchdog = Watchdog(Notifier(systemd.environ()), {"camera": lambda: well[0]})
    watchdog.step()
    well[0] = True
    watchdog.step()
    assert systemd.heard() == ["STATUS=Not answering: camera.", "WATCHDOG=1", "STATUS=Well."]


def test_a_check_that_hangs_stops_the_feeding(systemd: Systemd) -> None:
    entered, released = Event(), Event()
    asked = [0]

    def table() -> bool:
        asked[0] += 1
        if asked[0] == 3:
            entered.set()
            released.wait(5.0)
        return True

    watchdog = Watchdog(Notifier(systemd.environ(watchdog=0.004 * FEEDS)), {"table": table})
    watchdog.start()
    assert entered.wait(5.0)
    assert systemd.heard() == ["WATCHDOG=1"] * 2
    # Many times the pause between two feedings, and still nothing: it hangs with the table.
    assert not released.wait(0.1)
    assert systemd.heard() == []
    released.set()
    assert systemd.next() == "WATCHDOG=1"
    watchdog.close()


def test_closing_does_not_wait_for_a_check_that_hangs(systemd: Systemd) -> None:
    entered, released = Event(), Event()

    def hangs() -> bool:
        entered.set()
        return released.wait(30.0)

    watchdog = Watchdog(Notifier(systemd.environ(watchdog=1.0)), {"camera": hangs})
    watchdog.start()
    assert entered.wait(5.0)
    watchdog.close()
    assert not released.is_set()
    released.set()


def test_a_watchdog_that_died_is_started_again_and_feeds_once_every_part_has_answered_anew(systemd: Systemd) -> None:
    clock, answered, well = Hand(), Event(), [True]

    def table() -> bool:
        answered.set()
        return well[0]

    def news() -> str:
        if clock.now == 100.0:
            raise RuntimeError("a fault of ours")
        return WELL

    watchdog = Watchdog(Notifier(systemd.environ(watchdog=0.004 * FEEDS)), {"table": table}, news)
    supervisor = Supervisor(lambda: [watchdog.worker], clock)
    watchdog.start()
    watchdog.worker.join(5)
    assert systemd.heard() == ["WATCHDOG=1"]
    supervisor.check()
    answered.clear()
    well[0] = False
    clock.now += 1
    supervisor.check()
    assert answered.wait(5)
    assert systemd.next() == "STATUS=Not answering: table.", "it was not fed first"
    well[0] = True
    assert systemd.next() == "WATCHDOG=1"
    watchdog.close()


def test_no_second_watchdog_feeds_while_the_first_hangs_in_a_check(systemd: Systemd) -> None:
    clock, released, asked = Hand(), Event(), []
    entered = Event()

    def hangs() -> bool:
        asked.append(clock.now)
        entered.set()
        return released.wait(30.0)

    watchdog = Watchdog(Notifier(systemd.environ(watchdog=1.0)), {"camera": hangs})
    supervisor = Supervisor(lambda: [watchdog.worker], clock)
    watchdog.start()
    assert entered.wait(5)
    for _ in range(10):
        clock.now += 60
        supervisor.check()
    assert asked == [100.0]
    assert systemd.heard() == []
    released.set()
    watchdog.close()


def test_without_a_watchdog_nobody_is_asked(systemd: Systemd) -> None:
    asked = Mock(return_value=True)
    watchdog = Watchdog(Notifier(systemd.environ()), {"table": asked})
    watchdog.start()
    watchdog.close()
    asked.assert_not_called()


def test_a_lost_socket_does_not_end_the_watchdog(tmp_path: Path) -> None:
    path = tmp_path / "notify"
    asked = Event()
    count = [0]

    def check() -> bool:
        count[0] += 1
        if count[0] == 3:
            asked.set()
        return True

    environ = {"NOTIFY_SOCKET": str(path), "WATCHDOG_USEC": "4000"}
    watchdog = Watchdog(Notifier(environ), {"table": check})
    watchdog.start()
    assert asked.wait(5.0)
    watchdog.close()


def test_after_each_round_it_is_told_which_parts_are_unwell(systemd: Systemd) -> None:
    well = {"pages": False, "table": True}
    told = Mock()
    checks = {name: (lambda name=name: well[name]) for name in well}
    watchdog = Watchdog(Notifier(systemd.environ(1.0)), checks, tell=told)
    watchdog.step()
    well["pages"] = True
    watchdog.step()
    assert [call.args for call in told.call_args_list] == [(["pages"],), ([],)]


def test_what_every_thread_does_is_logged_when_a_part_stays_silent(
    systemd: Systemd, caplog: pytest.LogCaptureFixture
) -> None:
    answers = iter([True, False, True, False, False, False])
    watchdog = Watchdog(Notifier(systemd.environ()), {"pages": lambda: next(answers)})
    for _ in range(4):
        watchdog.step()
    assert not caplog.records
    for _ in range(2):
        watchdog.step()
    [record] = caplog.records
    assert record.getMessage().startswith("Not answering: pages.")
    assert "in test_what_every_thread_does_is_logged_when_a_part_stays_silent" in record.getMessage()
