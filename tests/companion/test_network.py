"""The address in the code is one that phones can reach now, and the Wi-Fi beside it is the one it is reached in."""

import re
import socket
from pathlib import Path

import pytest

from companion import network
from companion.common.radio import Radio
from companion.network import OWN_ADDRESS, Network, Wifi, addresses6, own_names, passwords

PROFILE = Path(__file__).parents[2] / "systemd" / "companion.nmconnection"
HOUSE, CABLE = "192.168.1.20", "192.168.1.21"


class World:
    """The interfaces that the machine has now, and its way out of the house."""

    def __init__(self, state: Path, host: str = "0.0.0.0") -> None:
        self.interfaces = {"lo": "127.0.0.1"}
        self.out: str | None = None
        self.state = state
        self.network = Network(host, 8000, state, lambda: self.interfaces, lambda: self.out)

    def open_own_wifi(self) -> None:
        (self.state / "access-point.toml").write_text('ssid = "Trollhammer"\npassword = "under-the-bridge"\n')
        self.interfaces["wlan0"] = OWN_ADDRESS


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def test_without_a_network_nobody_is_sent_to_this_machines_own_loop(world: World) -> None:
    assert not world.network.reachable
    world.interfaces["wlan0"] = "169.254.7.7"
    assert not world.network.reachable


def test_the_address_follows_the_network(world: World) -> None:
    world.out = HOUSE
    assert world.network.url == f"http://{HOUSE}:8000"
    world.out = "10.0.0.9"
    assert (world.network.reachable, world.network.url) == (True, "http://10.0.0.9:8000")


def test_a_house_without_internet_is_still_a_network(world: World) -> None:
    world.interfaces |= {"docker0": "172.17.0.1", "eth0": CABLE}
    assert world.network.url == f"http://{CABLE}:8000"
    world.interfaces |= {"wlan0": HOUSE}
    assert world.network.url == f"http://{HOUSE}:8000"


def test_while_its_own_wifi_is_open_both_codes_lead_there(world: World) -> None:
    world.network.tell_guests(Wifi("House", "secret-of-the-house"))
    world.open_own_wifi()
    assert world.network.url == f"http://{OWN_ADDRESS}:8000"
    world.interfaces["eth0"] = world.out = CABLE
    assert world.network.url == f"http://{OWN_ADDRESS}:8000", "whoever has just joined it finds the page there"
    assert world.network.wifi == Wifi("Trollhammer", "under-the-bridge")


def test_while_its_own_wifi_is_closed_the_houses_code_is_shown_if_the_host_told_it(world: World) -> None:
    world.open_own_wifi()
    world.interfaces["wlan0"] = world.out = HOUSE
    assert world.network.wifi is None
    world.network.tell_guests(Wifi("House", "secret-of-the-house"))
    assert world.network.wifi == Wifi("House", "secret-of-the-house")
    assert world.network.url == f"http://{HOUSE}:8000"
    world.network.tell_guests(None)
    assert world.network.wifi is None


def test_another_network_with_the_same_numbers_is_not_our_own_wifi(world: World) -> None:
    world.interfaces["eth0"] = world.out = OWN_ADDRESS
    assert not world.network.own_is_up


def test_an_address_named_in_the_settings_is_taken_at_its_word(tmp_path: Path) -> None:
    world = World(tmp_path, "192.168.7.7")
    world.open_own_wifi()
    world.out = HOUSE
    assert world.network.url == "http://192.168.7.7:8000"


@pytest.mark.parametrize(
    ("host", "port", "url"),
    [("192.168.7.7", 80, "http://192.168.7.7"), ("fd00::7", 8000, "http://[fd00::7]:8000")],
)
def test_an_address_is_written_as_browsers_want_it(tmp_path: Path, host: str, port: int, url: str) -> None:
    assert Network(host, port, tmp_path).url == url


def test_the_own_address_is_the_one_in_the_profile() -> None:
    told = re.search(r"^address1=([\d.]+)/", PROFILE.read_text(), re.M)
    assert told is not None
    assert told[1] == OWN_ADDRESS


def test_a_wifi_code_says_what_phones_expect() -> None:
    assert Wifi('Troll; "Tower"', "a:b\\c").code == 'WIFI:T:WPA;S:Troll\\; \\"Tower\\";P:a\\:b\\\\c;;'
    assert Wifi("Open hall", "").code == "WIFI:T:nopass;S:Open hall;;"


def test_the_houses_password_is_kept_where_only_the_companion_reads_and_is_never_told_in_a_diagnosis(
    world: World,
) -> None:
    world.network.tell_guests(Wifi("House", "secret-of-the-house"))
    assert (world.state / "guest-wifi.json").stat().st_mode & 0o077 == 0
    assert passwords(world.state) == ["secret-of-the-house"]


def test_why_the_own_wifi_could_not_open_is_told(tmp_path: Path) -> None:
    radio = [Radio(there=True, switched_off=False, locked=False, country="NO")]
    network = Network("0.0.0.0", 8000, tmp_path, radio=lambda: radio[0])
    assert str(network.radio) == "Wi-Fi is switched on, for the country NO."
    radio[0] = radio[0]._replace(switched_off=True)
    assert not network.radio.fine


def test_this_machine_is_asked_without_a_fault() -> None:
    assert isinstance(network.this_radio().there, bool)
    assert network.addresses().get("lo", "127.0.0.1") == "127.0.0.1"
    found = network.way_to_the_world()
    assert found is None or network.lasting(found)


def test_we_are_called_by_our_addresses_and_our_own_names(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "resolv.conf").write_text("# made by the router\nnameserver 192.168.1.1\nsearch fritz.box home.arpa.\n")
    (tmp_path / "avahi").write_text("[server]\n# companion: begin\nhost-name=tower\n")
    (tmp_path / "addresses").write_text("fd00000000000000000000000000002a 02 40 00 80 wlan0\n")
    files = tmp_path / "resolv.conf", tmp_path / "avahi"
    monkeypatch.setattr(network, "own_names", lambda: own_names(*files))
    monkeypatch.setattr(network, "addresses6", lambda: addresses6(tmp_path / "addresses"))
    monkeypatch.setattr(socket, "gethostname", lambda: "Companion")
    world.interfaces["wlan0"] = HOUSE
    ours = ("companion", "Companion.local.", "companion.fritz.box", "companion.home.arpa", "tower.local", "localhost")
    for name in (*ours, HOUSE, OWN_ADDRESS, "fd00::2a", "127.0.0.5", "::1"):
        assert world.network.is_ours(name), name
    for name in ("companion.evil.example", "tower", "evil.local", "fritz.box", "192.168.1.99", "fd00::2b", "", "1"):
        assert not world.network.is_ours(name), name


def test_a_new_address_is_ours_within_a_second(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(network, "monotonic", lambda: now[0])
    assert not world.network.is_ours(CABLE)
    world.interfaces["eth0"] = CABLE
    assert not world.network.is_ours(CABLE), "whoever asks in a loop does not make us look in a loop"
    now[0] += network.LOOK_AGAIN
    assert world.network.is_ours(CABLE)
