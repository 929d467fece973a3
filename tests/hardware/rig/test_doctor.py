import socket
import struct
from collections.abc import Callable
from datetime import UTC, datetime
from fnmatch import fnmatch
from pathlib import Path
from textwrap import dedent

import msgspec
import pytest

from companion.common.health import failing, fine
from companion.common.text import say
from hardware.hits import HitSettings
from hardware.lights.layout import Layout
from hardware.rig.doctor import CHECKS, CHECKS_OF, Finding, cures, examine, well
from hardware.rig.machine import LINE_INFO, LINE_INFO_IOCTL, Line, ThisMachine, read_line_info
from hardware.rig.opening import RigSettings

GPIO_RIG = RigSettings(hits="gpio", camera="usb", lights="spi")
PICO_RIG = RigSettings(hits="pico", camera="csi")
NEOPIXEL_RIG = RigSettings(lights="neopixel")
WLED_RIG = RigSettings(lights="wled", strip=Layout(address="192.168.1.50"))
SIM_RIG = RigSettings(hits="sim", camera="sim", lights="sim")


CONFIG = "/boot/firmware/config.txt"
RADIO, COUNTRY = "/sys/class/rfkill/rfkill1", "/sys/module/cfg80211/parameters/ieee80211_regdom"
MODELS = [
    "Raspberry Pi 3 Model B Plus Rev 1.3",
    "Raspberry Pi Zero 2 W Rev 1.0",
    "Raspberry Pi 4 Model B Rev 1.4",
    "Raspberry Pi 5 Model B Rev 1.0",
]
ROOT = Path(__file__).parents[3]


class Pi:
    """A Pi 4 with everything as it should be, until a test breaks something."""

    def __init__(self, state: Path) -> None:
        self.state = state
        self.user = "odin"
        self.groups = {"odin", "gpio", "spi", "video", "dialout"}
        self.companion_runs = False
        self.year = 2026
        self.files = {
            "/proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
            "/boot/firmware/config.txt": "dtparam=spi=on\n[pi4]\ncore_freq_fixed=1\n",
            "/dev/gpiochip0": "",
            "/dev/spidev0.0": "",
            "/dev/v4l/by-id/usb-Cam-video-index0": "",
            "/dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_e66-if00": "",
            f"{state}/access-point.toml": 'ssid = "Trollhammer"',
            "/sys/class/ieee80211/phy0": "",
            "/sys/class/rfkill/rfkill0": "",
            "/sys/class/rfkill/rfkill0/type": "bluetooth\n",
            "/sys/class/rfkill/rfkill0/soft": "1\n",
            RADIO: "",
            f"{RADIO}/type": "wlan\n",
            f"{RADIO}/soft": "0\n",
            f"{RADIO}/hard": "0\n",
            COUNTRY: "NO\n",
            "/usr/sbin/dnsmasq": "",
        }
        self.commands = {
            "rpicam-hello": "Available cameras\n-----------------\n0 : imx708 [4608x2592] (/base/soc)\n",
            "timedatectl": "yes\n",
            "hostname": "192.168.1.20 fe80::1 \n",
            "vcgencmd": "throttled=0x0\n",
            "systemctl": "active\n",
        }
        self.forbidden: set[str] = set()
        self.missing: set[str] = set()
        self.answering = {("192.168.1.50", 80)}
        self.space = 5_000_000_000
        self.holder: str | None = None

    def now(self) -> datetime:
        return datetime(self.year, 3, 1, tzinfo=UTC)

    def last_written(self) -> datetime:
        return datetime(2026, 2, 27, tzinfo=UTC)

    def read(self, path: str) -> str:
        return self.files.get(path, "")

    def paths(self, pattern: str) -> list[str]:
        return [path for path in self.files if fnmatch(path, pattern)]

    def may_use(self, path: str) -> bool:
        return path not in self.forbidden

    def run(self, *command: str) -> str | None:
        return self.commands.get(command[0])

    def has(self, package: str) -> bool:
        return package not in self.missing

    def answers(self, address: str, port: int) -> bool:
        return (address, port) in self.answering

    def free(self) -> int:
        return self.space

    def line(self, _chip: str, offset: int) -> Line | None:
        return Line(f"GPIO{offset}", self.holder)


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(tmp_path)


@pytest.mark.parametrize("settings", [GPIO_RIG, PICO_RIG, WLED_RIG, SIM_RIG, RigSettings()])
def test_a_sound_pi_has_nothing_wrong(pi: Pi, settings: RigSettings) -> None:
    findings = examine(settings, pi)
    assert [str(finding) for finding in findings if not finding.health.fine] == []
    assert [finding.check for finding in findings] == list(CHECKS)
    assert well(findings)


def _model(name: str) -> Callable[[Pi], None]:
    return lambda pi: pi.files.update({"/proc/device-tree/model": name})


def _without(path: str) -> Callable[[Pi], None]:
    return lambda pi: pi.files.__delitem__(path)


def _writes(path: str, words: str) -> Callable[[Pi], None]:
    return lambda pi: pi.files.update({path: words})


def _says(command: str, words: str) -> Callable[[Pi], None]:
    return lambda pi: pi.commands.update({command: words})


def _lacks(command: str) -> Callable[[Pi], None]:
    return lambda pi: pi.commands.__delitem__(command)


def _set(name: str, value: object) -> Callable[[Pi], None]:
    return lambda pi: setattr(pi, name, value)


def _slowed_pi_5(pi: Pi) -> None:
    pi.files |= {"/proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0", CONFIG: "core_freq=250\n"}


PICO = "/dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_e66-if00"
OTHER_PORT = msgspec.structs.replace(PICO_RIG, sensor=HitSettings(port="/dev/ttyACM7"))
CLASH = msgspec.structs.replace(GPIO_RIG, sensor=HitSettings(pin=10))

BROKEN: list[tuple[str, RigSettings, Callable[[Pi], None], str, str]] = [
    ("board", GPIO_RIG, _without("/proc/device-tree/model"), "no gpio, spi here", "settings.toml"),
    ("board", PICO_RIG, _without("/proc/device-tree/model"), "no csi here", "settings.toml"),
    ("board", NEOPIXEL_RIG, _without("/proc/device-tree/model"), "no neopixel here", "settings.toml"),
    ("board", SIM_RIG, _model("Raspberry Pi Model B Rev 2"), "too slow", "Zero 2 W"),
    ("pins", GPIO_RIG, _set("holder", "lg"), "GPIO17 is held by “lg”", "sudo lsof /dev/gpiochip0"),
    ("pins", GPIO_RIG, _without("/dev/gpiochip0"), "no /dev/gpiochip", "full-upgrade"),
    ("pins", GPIO_RIG, _set("line", lambda _chip, _offset: None), "cannot be found", "usermod -aG gpio odin"),
    ("pins", CLASH, lambda _pi: None, "GPIO10 belongs to the lights", "GPIO17"),
    ("SPI", GPIO_RIG, _without("/dev/spidev0.0"), "no /dev/spidev0.0", "raspi-config nonint do_spi 0"),
    ("SPI", GPIO_RIG, _set("forbidden", {"/dev/spidev0.0"}), "may not be used", "usermod -aG spi odin"),
    (
        "SPI",
        GPIO_RIG,
        lambda pi: pi.files.update({"/boot/firmware/config.txt": "#core_freq_fixed=1\n"}),
        "core_freq_fixed=1 is missing",
        "printf '[pi4]\\ncore_freq_fixed=1\\n[all]\\n' | sudo tee -a /boot/firmware/config.txt",
    ),
    ("SPI", GPIO_RIG, _model("Raspberry Pi 3 Model B Plus Rev 1.3"), "core_freq_fixed=1 is missing", "[pi3]"),
    ("SPI", GPIO_RIG, _model("Raspberry Pi Zero 2 W Rev 1.0"), "core_freq_fixed=1 is missing", "[pi02]"),
    ("SPI", GPIO_RIG, _slowed_pi_5, "core_freq=250 in /boot/firmware/config.txt slows this Pi", "below [pi3]"),
    ("camera", GPIO_RIG, _without("/dev/v4l/by-id/usb-Cam-video-index0"), "No USB camera", "plug it in"),
    ("camera", PICO_RIG, _says("rpicam-hello", "No cameras available!\n"), "No camera answers", "ribbon"),
    ("camera", PICO_RIG, _lacks("rpicam-hello"), "programs are missing", "apt install -y rpicam-apps"),
    ("serial ports", PICO_RIG, _without(PICO), "a Pico is not plugged in; there is nothing", "carries data"),
    ("serial ports", OTHER_PORT, lambda _pi: None, "/dev/ttyACM7 is not plugged in", "carries data"),
    ("serial ports", PICO_RIG, _set("forbidden", {PICO}), "may not be used", "usermod -aG dialout odin"),
    (
        "permissions",
        GPIO_RIG,
        _set("groups", {"odin"}),
        "odin is not in gpio, spi, video",
        "usermod -aG gpio,spi,video",
    ),
    ("permissions", PICO_RIG, _set("groups", {"video"}), "odin is not in dialout", "usermod -aG dialout odin"),
    ("packages", GPIO_RIG, _set("missing", {"spidev"}), "Missing: spidev", "pip install"),
    ("packages", GPIO_RIG, _set("missing", {"lgpio"}), "Missing: lgpio", "apt install -y python3-lgpio"),
    ("packages", PICO_RIG, _set("missing", {"picamera2", "serial"}), "serial, picamera2", "python3-picamera2; pip"),
    ("packages", NEOPIXEL_RIG, _set("missing", {"neopixel"}), "Missing: neopixel", "companion[neopixel]"),
    ("permissions", NEOPIXEL_RIG, lambda _pi: None, "need root", "“spi”"),
    ("disk", SIM_RIG, _set("space", 50_000_000), "Only 50 MB", "sudo apt clean"),
    ("disk", SIM_RIG, lambda pi: pi.forbidden.add(str(pi.state)), "may not be written", "sudo chown -R odin"),
    ("clock", SIM_RIG, _set("year", 1970), "it says 1970-03-01", "timedatectl set-ntp true"),
    ("clock", SIM_RIG, _set("year", 2025), "it says 2025-03-01", "timedatectl set-ntp true"),
    ("network", SIM_RIG, _says("hostname", "127.0.0.1 fe80::1 169.254.3.4\n"), "No phone", "wifi connect"),
    ("network", SIM_RIG, _lacks("hostname"), "No phone", "wifi connect"),
    ("own Wi-Fi", SIM_RIG, _without("/sys/class/ieee80211/phy0"), "no Wi-Fi radio", "USB stick"),
    ("own Wi-Fi", SIM_RIG, _writes(f"{RADIO}/soft", "1\n"), "Wi-Fi is switched off", "rfkill unblock wifi"),
    ("own Wi-Fi", SIM_RIG, _writes(f"{RADIO}/hard", "1\n"), "Wi-Fi is locked", "disable-wifi"),
    ("own Wi-Fi", SIM_RIG, _writes(COUNTRY, "00\n"), "which country", "do_wifi_country"),
    ("own Wi-Fi", SIM_RIG, _without("/usr/sbin/dnsmasq"), "dnsmasq is missing", "dnsmasq-base"),
    ("own Wi-Fi", SIM_RIG, _says("systemctl", "inactive\n"), "Nobody checks", "companion-network.timer"),
    ("network", RigSettings(lights="wled"), lambda _pi: None, "WLED has no address", 'address = "192.168.1.50"'),
    ("network", WLED_RIG, _set("answering", set()), "WLED does not answer at 192.168.1.50", "router"),
    ("power", SIM_RIG, _says("vcgencmd", "throttled=0x50005\n"), "too weak right now", "own supply"),
    ("power", SIM_RIG, _says("vcgencmd", "throttled=0x50000\n"), "too weak at some time", "own supply"),
    ("power", SIM_RIG, _says("vcgencmd", "throttled=0xe0008\n"), "too hot right now", "air"),
    ("power", SIM_RIG, _says("vcgencmd", "throttled=0x80000\n"), "too hot at some time", "air"),
    ("power", SIM_RIG, _lacks("vcgencmd"), "does not tell", "raspi-utils"),
]


@pytest.mark.parametrize(("check", "settings", "break_it", "words", "mend"), BROKEN)
def test_each_check_finds_what_was_broken_and_names_the_cure(
    pi: Pi, check: str, settings: RigSettings, break_it: Callable[[Pi], None], words: str, mend: str
) -> None:
    break_it(pi)
    findings = examine(settings, pi)
    assert not well(findings)
    found = next(finding for finding in findings if finding.check == check)
    assert not found.health.fine
    assert words in str(found.health)
    assert mend in str(found.mend)


def test_every_check_is_made_to_fail_here() -> None:
    assert {check for check, *_rest in BROKEN} == set(CHECKS)


def test_what_no_chosen_device_needs_is_never_wrong(pi: Pi) -> None:
    pi.files = {}
    pi.groups = set()
    pi.commands.pop("rpicam-hello")
    pi.missing = {"spidev", "lgpio", "picamera2", "neopixel", "serial", "gpiozero"}
    assert well(examine(SIM_RIG, pi))


def test_a_country_that_was_told_since_the_start_is_one(pi: Pi) -> None:
    pi.files[COUNTRY] = "00\n"
    pi.commands["iw"] = "global\ncountry NO: DFS-ETSI\n"
    assert well(examine(SIM_RIG, pi))


@pytest.mark.parametrize("settings", [GPIO_RIG, NEOPIXEL_RIG])
def test_root_needs_no_groups(pi: Pi, settings: RigSettings) -> None:
    pi.user, pi.groups = "root", set()
    assert well(examine(settings, pi))


def _config_of_the_guide() -> str:
    return dedent((ROOT / "hardware/guide/4-lights.md").read_text().split("```ini\n")[1].split("```")[0])


def _config_of_the_installer() -> str:
    return (ROOT / "systemd/lib/machine.sh").read_text().split("<<'END'\n")[1].split("END")[0]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("config", [_config_of_the_guide(), _config_of_the_installer()], ids=["guide", "installer"])
def test_what_the_guide_and_the_installer_write_is_right_on_every_model(pi: Pi, config: str, model: str) -> None:
    pi.files |= {"/proc/device-tree/model": model, CONFIG: config}
    assert [str(finding) for finding in examine(GPIO_RIG, pi) if not finding.health.fine] == []


def test_lines_below_another_models_filter_do_not_count(pi: Pi) -> None:
    pi.files[CONFIG] = "[pi3]\ncore_freq_fixed=1\n[EDID=VSC-TD2220]\ncore_freq_fixed=1\n"
    assert not well(examine(GPIO_RIG, pi))
    pi.files[CONFIG] += "[all]\ncore_freq_fixed=1\n"
    assert well(examine(GPIO_RIG, pi))


def test_a_pin_that_the_running_companion_holds_is_no_fault(pi: Pi) -> None:
    pi.holder, pi.companion_runs = "lg", True
    assert well(examine(GPIO_RIG, pi))
    pi.holder = "w1-gpio"
    assert not well(examine(GPIO_RIG, pi))


def test_a_clock_that_no_network_has_confirmed_may_be_right(pi: Pi) -> None:
    pi.commands["timedatectl"] = "no\n"
    findings = examine(SIM_RIG, pi)
    assert well(findings)
    assert "no network has confirmed it" in "".join(map(str, findings))


def test_a_pi_5_needs_no_core_clock_line_and_keeps_its_pins_on_another_chip(
    pi: Pi, monkeypatch: pytest.MonkeyPatch
) -> None:
    pi.files |= {"/proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0", "/dev/gpiochip4": ""}
    pi.files["/boot/firmware/config.txt"] = "dtparam=spi=on\n"
    header = "/dev/gpiochip4"
    monkeypatch.setattr(
        pi, "line", lambda chip, offset: Line(*((f"GPIO{offset}", None) if chip == header else ("", "fan")))
    )
    assert well(examine(GPIO_RIG, pi))


def test_a_finding_is_one_line_and_its_cure_below() -> None:
    assert str(Finding("clock", fine("Set."))) == "ok     clock          Set."
    assert str(Finding("SPI", failing("Gone."), say("mend it"))).splitlines() == [
        "WRONG  SPI            Gone.",
        "                      → mend it",
    ]


def test_the_kernels_answer_about_a_pin_is_read() -> None:
    assert LINE_INFO.size == 256
    assert LINE_INFO_IOCTL == 0xC100B405
    told = struct.pack("32s 32s I I Q 176x", b"GPIO17", b"lg", 17, 0, 0b101)
    assert read_line_info(told) == Line("GPIO17", "lg")
    told = struct.pack("32s 32s I I Q 176x", b"GPIO17", b"", 17, 0, 0b100)
    assert read_line_info(told) == Line("GPIO17", None)
    told = struct.pack("32s 32s I I Q 176x", b"GPIO2", b"", 2, 0, 0b1)
    assert read_line_info(told) == Line("GPIO2", "the kernel")


def test_the_machine_at_hand_answers_every_question(tmp_path: Path) -> None:
    machine = ThisMachine(tmp_path / "not" / "there", companion_runs=False)
    assert [finding.check for finding in examine(GPIO_RIG, machine)] == list(CHECKS)
    assert machine.free() > 0
    assert machine.run("no-such-command") is None
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        assert machine.answers("127.0.0.1", port)
    assert not machine.answers("127.0.0.1", port)
    assert machine.run("false") is None
    assert machine.run("echo", "words") == "words\n"
    assert machine.read("/no/such/file") == ""
    assert machine.line("/dev/null", 17) is None
    assert machine.has("msgspec")
    assert not machine.has("no_such_package")
    assert machine.paths("/proc/self") == ["/proc/self"]
    assert machine.groups
    assert machine.user
    assert machine.last_written() <= machine.now()


def test_a_device_is_cured_by_what_concerns_it_alone(pi: Pi) -> None:
    del pi.files["/dev/spidev0.0"], pi.files["/dev/v4l/by-id/usb-Cam-video-index0"]
    pi.commands["vcgencmd"] = "throttled=0x50005\n"
    told = {device: [finding.check for finding in cures(device, GPIO_RIG, pi)] for device in CHECKS_OF}
    assert told == {"hits": ["power"], "camera": ["camera", "power"], "lights": ["SPI", "power"]}
