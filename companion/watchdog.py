"""Tells systemd that the companion is ready and still well; it never mends and never restarts anything itself."""

import logging
import os
import socket
from collections.abc import Callable, Mapping
from time import monotonic

from companion.common.stacks import stacks
from companion.common.worker import Worker

log = logging.getLogger(__name__)

Check = Callable[[], bool]
"""Says whether a part is well. One that never returns says it too: nothing is fed while it is being asked."""

WELL = "Well."

PATIENCE = 2
"""Rounds in a row without feeding until the log tells what every thread is doing: one is a slow answer."""

FEEDS = 4
"""Feedings in the time the watchdog allows: a slow answer or two must not end the evening."""


class Notifier:
    """Where to send what systemd should know; outside of systemd it goes nowhere."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        address = environ.get("NOTIFY_SOCKET", "")
        # A leading @ stands for the zero byte of an address that has no file.
        self._address = "\0" + address[1:] if address.startswith("@") else address
        ours = environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        self.watchdog = int(environ.get("WATCHDOG_USEC", "0")) / 1_000_000 if ours else 0.0
        """Seconds after which systemd gives up waiting to be fed; 0: it does not wait."""

    def ready(self) -> None:
        self._send("READY=1")

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def status(self, words: str) -> None:
        """One line for `systemctl status`."""
        self._send("STATUS=" + " ".join(words.split()))

    def feed(self) -> None:
        self._send("WATCHDOG=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.sendto(message.encode(), self._address)


class Watchdog:
    """Feeds systemd's watchdog only while every check says that its part is well.

    The checks are asked in turn on one thread: whichever hangs, stops the feeding. While all are well, `news` is the
    line to tell: what is missing, though the game goes on without it. After each round `tell` hears which are unwell.

    Should the thread die, a supervisor may start it again rather than let systemd end an evening in which all is well:
    it asks every check anew before it feeds, and one that hangs in a check is not dead, so that no second one feeds
    beside it. One that keeps dying is started ever less often, until systemd has waited too long and restarts us.
    """

    def __init__(
        self,
        notifier: Notifier,
        checks: Mapping[str, Check],
        news: Callable[[], str] = lambda: WELL,
        tell: Callable[[list[str]], None] = lambda _: None,
    ) -> None:
        self._notifier = notifier
        self._tell = tell
        self._checks = dict(checks)
        self._news = news
        self._told = WELL
        self._hungry = 0
        """Rounds in a row without feeding."""
        self.worker = Worker("watchdog", self._feed, monotonic)

    def start(self) -> None:
        if self._notifier.watchdog:
            self.worker.start()

    def close(self) -> None:
        # Not for long: it may be waiting for the very part that hangs.
        self.worker.close(patience=1.0)

    def step(self) -> list[str]:
        """Ask every check once and feed if all are well; says which are not."""
        unwell = [name for name, check in self._checks.items() if not _well(name, check)]
        self._tell(unwell)
        self._hungry = self._hungry + 1 if unwell else 0
        if self._hungry == PATIENCE:
            log.error("Not answering: %s. What every thread is doing:\n%s", ", ".join(unwell), stacks())
        if not unwell:
            self._notifier.feed()
        news = f"Not answering: {', '.join(unwell)}." if unwell else self._news()
        if news != self._told:
            self._told = news
            self._notifier.status(news)
        return unwell

    def _feed(self) -> float:
        try:
            self.step()
        except OSError:
            log.exception("systemd could not be told that all is well.")
        return self._notifier.watchdog / FEEDS


def _well(name: str, check: Check) -> bool:
    try:
        return check()
    except Exception:
        # To the watchdog a part that fails is as bad as one that hangs; the log says which it was.
        log.exception("The %s could not say how it is.", name)
        return False
