"""Which address phones can reach now, and which Wi-Fi they have to be in for it; it never changes the network."""

import fcntl
import re
import socket
import struct
from collections.abc import Callable, Mapping
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from time import monotonic

import msgspec

from companion.atomic_files import put
from companion.common.health import Health
from companion.common.radio import Radio, look_at_radio, radio_health

OWN, GUESTS = "access-point.toml", "guest-wifi.json"

OWN_ADDRESS = "10.42.0.1"
"""The companion's address in its own Wi-Fi, as its NetworkManager profile has it."""

ANYWHERE = ("", "0.0.0.0", "::")
NOWHERE = "127.0.0.1"
ASK_ADDRESS, ASK_FLAGS, UP = 0x8915, 0x8913, 0x1
"""Linux: a network interface's IPv4 address and its flags (SIOCGIFADDR, SIOCGIFFLAGS), and the flag that it is up."""

RESOLVER, AVAHI = Path("/etc/resolv.conf"), Path("/etc/avahi/avahi-daemon.conf")
ADDRESSES6 = Path("/proc/net/if_inet6")
"""Where Linux tells in which domains the house is, what mDNS calls us, and which IPv6 addresses there are."""

LOOK_AGAIN = 1.0
"""Seconds between two looks at what we are called."""

LIKELY = ("wl", "en", "eth")
"""How interfaces are called that phones may be behind, the likeliest first."""


class Wifi(msgspec.Struct, frozen=True):
    """A Wi-Fi to join; one without a password is open to all."""

    ssid: str
    password: str

    @property
    def code(self) -> str:
        """What a phone's camera understands as an invitation to join."""
        if not self.password:
            return f"WIFI:T:nopass;S:{escaped(self.ssid)};;"
        return f"WIFI:T:WPA;S:{escaped(self.ssid)};P:{escaped(self.password)};;"


class Network:
    """Looks anew whenever it is asked: a cable, a Wi-Fi, the companion's own one may come and go."""

    def __init__(
        self,
        host: str,
        port: int,
        state: Path,
        interfaces: Callable[[], Mapping[str, str]] | None = None,
        way_out: Callable[[], str | None] | None = None,
        radio: Callable[[], Radio] | None = None,
    ) -> None:
        self._host = host
        self._port = port
        self._state = state
        self._interfaces = interfaces or addresses
        self._way_out = way_out or way_to_the_world
        self._radio = radio or this_radio
        self._known: frozenset[str] = frozenset()
        self._looked = -LOOK_AGAIN

    def is_ours(self, name: str) -> bool:
        """Whether a phone that asks for this name or address means us. A stranger can make any other name lead here."""
        name = name.lower().rstrip(".")
        if name not in self._known and monotonic() - self._looked >= LOOK_AGAIN:
            self._looked = monotonic()
            found = {OWN_ADDRESS, *self._interfaces().values(), *addresses6(), *own_names()}
            self._known = frozenset(found if self._host in ANYWHERE else {*found, self._host.lower()})
        return name in self._known or loopback(name)

    @property
    def url(self) -> str:
        return self._url(self._reached() or NOWHERE)

    @property
    def reachable(self) -> bool:
        """Whether there is any network in which phones could be."""
        return self._reached() is not None

    @property
    def own(self) -> Wifi | None:
        """The Wi-Fi that the companion opens when there is no other, if it was set up."""
        return own_wifi(self._state)

    @property
    def own_url(self) -> str:
        """The page's address in the companion's own Wi-Fi."""
        return self._url(OWN_ADDRESS)

    @property
    def own_is_up(self) -> bool:
        return self._host in ANYWHERE and self.own is not None and OWN_ADDRESS in self._interfaces().values()

    @property
    def radio(self) -> Health:
        """Whether the own Wi-Fi could open."""
        return radio_health(self._radio())

    @property
    def guests(self) -> Wifi | None:
        """The house's Wi-Fi, if the host has told it, so that guests can join."""
        return guest_wifi(self._state)

    def tell_guests(self, wifi: Wifi | None) -> None:
        if wifi is None:
            (self._state / GUESTS).unlink(missing_ok=True)
        else:
            put(self._state / GUESTS, msgspec.json.encode(wifi))

    @property
    def wifi(self) -> Wifi | None:
        """What a phone has to join now to reach the address; nothing where only the house knows."""
        return self.own if self.own_is_up else self.guests

    def _url(self, host: str) -> str:
        return f"http://{f'[{host}]' if ':' in host else host}{'' if self._port == 80 else f':{self._port}'}"

    def _reached(self) -> str | None:
        if self._host not in ANYWHERE:
            return self._host
        if self.own_is_up:
            # Its code stands beside this one: whoever joins it must find the page there.
            return OWN_ADDRESS
        return self._way_out() or likeliest(self._interfaces())


def loopback(name: str) -> bool:
    try:
        return name == "localhost" or ip_address(name).is_loopback
    except ValueError:
        return False


def own_names(resolver: Path = RESOLVER, avahi: Path = AVAHI) -> set[str]:
    """This machine's name, alone and as routers and mDNS make it known."""
    name = socket.gethostname().lower()
    domains = re.findall(r"^(?:search|domain)[ \t]+(.*)$", text_of(resolver), re.MULTILINE)
    called = re.findall(r"^host-name=([\w-]+)", text_of(avahi), re.MULTILINE)
    return {
        name,
        *(f"{each.lower()}.local" for each in (name.partition(".")[0], *called)),
        *(f"{name}.{domain.strip('.').lower()}" for line in domains for domain in line.split()),
    }


def text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def addresses6(table: Path = ADDRESSES6) -> set[str]:
    """The IPv6 addresses of this machine."""
    return {str(IPv6Address(int(line.split()[0], 16))) for line in text_of(table).splitlines()}


def this_radio() -> Radio:
    return look_at_radio(
        lambda path: text_of(Path(path)), lambda pattern: [str(path) for path in Path("/").glob(pattern.lstrip("/"))]
    )


def own_wifi(state: Path) -> Wifi | None:
    try:
        return msgspec.toml.decode((state / OWN).read_bytes(), type=Wifi)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None


def guest_wifi(state: Path) -> Wifi | None:
    try:
        return msgspec.json.decode((state / GUESTS).read_bytes(), type=Wifi)
    except (OSError, msgspec.DecodeError):
        return None


def passwords(state: Path) -> list[str]:
    """What must not be told to whoever helps."""
    return [wifi.password for wifi in (own_wifi(state), guest_wifi(state)) if wifi is not None]


def likeliest(found: Mapping[str, str]) -> str | None:
    """Where no way leads out, the interface that phones are most probably behind."""
    outward = {name: address for name, address in found.items() if name.startswith(LIKELY) and lasting(address)}
    ranked = sorted(outward, key=lambda name: next(rank for rank, kind in enumerate(LIKELY) if name.startswith(kind)))
    return outward[ranked[0]] if ranked else None


def lasting(address: str) -> bool:
    """Not the machine itself, and not what it made up because nobody gave it an address."""
    parsed = IPv4Address(address)
    return not (parsed.is_loopback or parsed.is_link_local)


def way_to_the_world() -> str | None:
    """This machine's address on the way out of the house; Android does not resolve .local names dependably."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only asks which way out there is
        except OSError:
            return None
        address = str(probe.getsockname()[0])
        return address if lasting(address) else None


def addresses() -> dict[str, str]:
    """By interface that is up, its IPv4 address."""
    found: dict[str, str] = {}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            asked = struct.pack("256s", name.encode())
            with suppress(OSError):  # this one has none
                (flags,) = struct.unpack_from("H", fcntl.ioctl(asking, ASK_FLAGS, asked), 16)
                if flags & UP:
                    found[name] = socket.inet_ntoa(fcntl.ioctl(asking, ASK_ADDRESS, asked)[20:24])
    return found


def escaped(text: str) -> str:
    """In this kind of code a few characters are not themselves."""
    return "".join(f"\\{each}" if each in '\\;,:"' else each for each in text)
