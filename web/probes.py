"""What phones ask to find out whether a network leads anywhere, answered as their makers' servers would; nothing else.

A phone in the companion's own Wi-Fi asks for these pages now and then. Left without an answer it goes back to mobile
data, where there is no table. So each is answered here, before any page is thought of: the same bytes for everybody, no
cookie, nothing kept. Under these names nothing else is to be had.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from web.refusals import host_in

App = Callable[[dict[str, Any], Any], Iterable[bytes]]


class Answer(NamedTuple):
    status: str
    kind: str
    body: bytes


NOTHING = Answer("204 No Content", "", b"")
APPLE = Answer("200 OK", "text/html", b"<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>\n")
FIREFOX = Answer(
    "200 OK",
    "text/html",
    b'<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>',
)

PROBES = {
    ("captive.apple.com", "/hotspot-detect.html"): APPLE,
    ("captive.apple.com", "/"): APPLE,
    ("connectivitycheck.gstatic.com", "/generate_204"): NOTHING,
    ("connectivitycheck.android.com", "/generate_204"): NOTHING,
    ("clients3.google.com", "/generate_204"): NOTHING,
    ("connectivitycheck.platform.hicloud.com", "/generate_204"): NOTHING,
    ("connect.rom.miui.com", "/generate_204"): NOTHING,
    ("www.msftconnecttest.com", "/connecttest.txt"): Answer("200 OK", "text/plain", b"Microsoft Connect Test"),
    ("www.msftncsi.com", "/ncsi.txt"): Answer("200 OK", "text/plain", b"Microsoft NCSI"),
    ("detectportal.firefox.com", "/success.txt"): Answer("200 OK", "text/plain", b"success\n"),
    ("detectportal.firefox.com", "/canonical.html"): FIREFOX,
}
"""By name and path. Only names that serve nothing but this: `systemd/companion.dnsmasq` makes them lead here."""

SIGN_IN = ("www.msftconnecttest.com", "/redirect")
"""Where Windows sends its browser when a probe was answered otherwise."""


def answering_probes(app: App, sign_in: str | None = None) -> App:
    """The app behind the probes. With a page to sign in at, phones are sent there and show it, whatever they asked."""

    def answered(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        asked = host_in(environ.get("HTTP_HOST", "")).lower().rstrip("."), environ["PATH_INFO"]
        if environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            return app(environ, start_response)
        if sign_in is not None and (asked in PROBES or asked == SIGN_IN):
            start_response("302 Found", [("Location", sign_in), ("Content-Length", "0"), ("Cache-Control", "no-store")])
            return []
        if asked not in PROBES:
            return app(environ, start_response)
        status, kind, body = PROBES[asked]
        described = [("Content-Type", kind)] if kind else []
        start_response(status, [*described, ("Content-Length", str(len(body))), ("Cache-Control", "no-store")])
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [body]

    return answered
