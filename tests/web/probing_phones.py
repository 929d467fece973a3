"""Phones that have joined the companion's own Wi-Fi, each as its maker lets it find out whether to stay.

Written from how the systems behave, not from our answers: what each expects stands here once more, letter by letter. An
hour passes as fast as they are asked; `stays` plays one on.
"""

import http.client
from collections.abc import Callable
from contextlib import closing
from ipaddress import ip_address
from typing import NamedTuple, Protocol
from urllib.parse import urlsplit

from tests.clock import Hand

MINUTE = 60.0


class Reply(NamedTuple):
    status: int
    body: bytes


class Air:
    """What the own Wi-Fi is to a phone: names, and whatever answers at the addresses behind them. No internet."""

    def __init__(self, lookup: Callable[[str], str | None], reach: Callable[[str], tuple[str, int] | None]) -> None:
        self.lookup = lookup
        self._reach = reach
        self.asked: list[str] = []

    def get(self, url: str) -> Reply | None:
        """Nothing where nobody answers: behind another address, or where a secret connection is wanted."""
        parts = urlsplit(url)
        address = self.lookup(parts.netloc)
        place = self._reach(address) if address and parts.scheme == "http" else None
        if place is None:
            return None
        self.asked.append(url)
        with closing(http.client.HTTPConnection(*place, timeout=10)) as line:
            line.request("GET", url.partition(parts.netloc)[2], None, {"Host": parts.netloc})
            answer = line.getresponse()
            return Reply(answer.status, answer.read())


class ProbingPhone(Protocol):
    connected: bool
    """Its browser reaches what is in this Wi-Fi."""

    def look(self) -> float:
        """Find out once more; the seconds until the next time."""


def stays(phone: ProbingPhone, minutes: float = 30.0) -> bool:
    clock = Hand(0.0)
    while phone.connected and clock() < minutes * MINUTE:
        clock.now += phone.look()
    return phone.connected


class Iphone:
    """Its captive network assistant: anything but this page is a sign-in sheet, and whoever closes it leaves."""

    URL = "http://captive.apple.com/hotspot-detect.html"
    PAGE = b"<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>\n"

    def __init__(self, air: Air) -> None:
        self._air = air
        self.connected = True

    def look(self) -> float:
        self.connected = self._air.get(self.URL) == Reply(200, self.PAGE)
        return MINUTE


class Android:
    """Its network monitor: one look over HTTP, one over HTTPS; only a network that passes is what browsers use.

    Passing the first alone is a "limited connection": its owner is asked, once, and if the answer is to stay, the
    second is left out from then on. A name that leads to a private address fails at once.
    """

    HTTP, HTTPS = "http://connectivitycheck.gstatic.com/generate_204", "https://www.google.com/generate_204"
    AWAKE = 5 * MINUTE
    """A phone that slept joins anew and looks again."""

    def __init__(self, air: Air, taps_stay: bool = True, http: str = HTTP) -> None:
        self._air = air
        self._taps_stay = taps_stay
        self._http = http
        self._with_https = True
        self.questions = 0
        self.connected = True

    def look(self) -> float:
        over_http = self._passes(self._http)
        over_https = over_http and self._with_https and self._passes(self.HTTPS)
        if over_http and self._with_https and not over_https:
            self.questions += 1
            self._with_https = not self._taps_stay
        self.connected = over_http and (over_https or not self._with_https)
        return self.AWAKE

    def _passes(self, url: str) -> bool:
        address = self._air.lookup(urlsplit(url).netloc)
        if address is None or ip_address(address) in PRIVATE:
            return False
        reply = self._air.get(url)
        return reply is not None and reply.status == 204


class Private:
    """Where Java says "site local"."""

    def __contains__(self, address: object) -> bool:
        return str(address).startswith(("10.", "192.168.", *(f"172.{n}." for n in range(16, 32))))


PRIVATE = Private()


class OldAndroid(Android):
    """Up to 6: one look over HTTP, elsewhere."""

    def __init__(self, air: Air) -> None:
        super().__init__(air, http="http://clients3.google.com/generate_204")
        self._with_https = False


class Windows:
    """Its status indicator: a name with a known address, and a line of text."""

    NAME, ADDRESS = "dns.msftncsi.com", "131.107.255.255"

    def __init__(self, air: Air, url: str = "http://www.msftconnecttest.com/connecttest.txt", text: str = "") -> None:
        self._air = air
        self._url = url
        self._text = (text or "Microsoft Connect Test").encode()
        self.connected = True

    def look(self) -> float:
        named = self._air.lookup(self.NAME) == self.ADDRESS
        self.connected = named and self._air.get(self._url) == Reply(200, self._text)
        return MINUTE


class OldWindows(Windows):
    """Up to 8.1."""

    def __init__(self, air: Air) -> None:
        super().__init__(air, "http://www.msftncsi.com/ncsi.txt", "Microsoft NCSI")


class Firefox:
    """Its portal detector, and the look whether there is any connectivity."""

    PORTAL = "http://detectportal.firefox.com/canonical.html"
    PAGE = b'<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'
    ANY = "http://detectportal.firefox.com/success.txt?ipv4"

    def __init__(self, air: Air) -> None:
        self._air = air
        self.connected = True

    def look(self) -> float:
        portal = self._air.get(self.PORTAL) == Reply(200, self.PAGE)
        self.connected = portal and self._air.get(self.ANY) == Reply(200, b"success\n")
        return MINUTE
