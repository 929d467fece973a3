"""Looks the machine over: one finding a check, with what is wrong and the command that mends it; it mends nothing.

Only what the chosen devices need is asked for: a simulated rig needs no SPI.
"""

import re
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Literal, NamedTuple

from companion.common.health import Health, failing, fine
from companion.common.text import Text, say
from hardware.rig.boot_config import core_clock_line, model_filter, slowing_line
from hardware.rig.machine import Machine
from hardware.rig.mending import command
from hardware.rig.opening import RigSettings
from hardware.rig.own_wifi import own_wifi


class Finding(NamedTuple):
    check: str
    health: Health
    mend: Text | None = None
    """The command that mends it, or what to do with one's hands."""

    def __str__(self) -> str:
        mark = "ok   " if self.health.fine else "WRONG"
        mend = f"\n{'':22}→ {self.mend}" if self.mend else ""
        return f"{mark}  {self.check:<13}  {self.health}{mend}"


DeviceKind = Literal["hits", "camera", "lights"]
Diagnosis = tuple[Health, Text | None]
Check = Callable[[RigSettings, Machine], Diagnosis]

BOARDS = re.compile(r"Raspberry Pi (3|4|5|400|500|Zero 2|Compute Module [345])")
SPI_PINS = (7, 8, 9, 10, 11)
ENOUGH = 200_000_000
"""Bytes: a season of games, and room for the system's own logs."""

SERVICE = "companion"
WLED_PAGE = 80
"""The port of WLED's own page: the one where it takes pictures answers nothing."""
OURS = "lg"
"""What the library of our pins calls itself to the kernel."""

CONFIGS = ("/boot/firmware/config.txt", "/boot/config.txt")
BACK = timedelta(days=1)
"""A clock may be that far behind the newest file: it was set by hand, or the file comes from another time zone."""


def examine(settings: RigSettings, machine: Machine) -> list[Finding]:
    return [Finding(name, *check(settings, machine)) for name, check in CHECKS.items()]


def cures(device: DeviceKind, settings: RigSettings, machine: Machine) -> list[Finding]:
    """What is wrong with the machine that may keep this device from working."""
    findings = (Finding(name, *CHECKS[name](settings, machine)) for name in (*CHECKS_OF[device], *CHECKS_OF_ALL))
    return [finding for finding in findings if not finding.health.fine]


def well(findings: Sequence[Finding]) -> bool:
    return all(finding.health.fine for finding in findings)


def board(settings: RigSettings, machine: Machine) -> Diagnosis:
    found = _model(machine)
    if BOARDS.match(found):
        return fine("{model}", model=found), None
    if found.startswith("Raspberry Pi"):
        return failing("{model} is too slow for the camera.", model=found), say("use a Pi 3, 4, 5 or Zero 2 W")
    wants = [name for name in _devices(settings) if name in ("gpio", "csi", "spi", "neopixel")]
    if wants:
        return (
            failing("This is no Raspberry Pi, so there is no {devices} here.", devices=", ".join(wants)),
            say("choose “sim” or “none” for them in settings.toml"),
        )
    return fine("No Raspberry Pi, and none is needed."), None


def pins(settings: RigSettings, machine: Machine) -> Diagnosis:
    if settings.hits != "gpio":
        return _not_needed("hit sensor", settings.hits)
    pin = settings.sensor.pin
    if settings.lights == "spi" and pin in SPI_PINS:
        return (
            failing("GPIO{pin} belongs to the lights' SPI line.", pin=pin),
            say("wire the sensor to GPIO17 and set its pin to 17"),
        )
    chips = machine.paths("/dev/gpiochip*")
    if not chips:
        return failing("The system shows no pins: there is no /dev/gpiochip."), command(
            "sudo apt full-upgrade && sudo reboot"
        )
    for chip in chips:
        line = machine.line(chip, pin)
        if line is not None and line.name == f"GPIO{pin}":
            if line.holder is None:
                return fine("GPIO{pin} is free.", pin=pin), None
            if line.holder == OURS and machine.companion_runs:
                return fine("GPIO{pin} is held by the running companion.", pin=pin), None
            return (
                failing("GPIO{pin} is held by “{holder}”.", pin=pin, holder=line.holder),
                command(f"sudo systemctl stop {SERVICE}; sudo lsof {chip}"),
            )
    return (
        failing("GPIO{pin} cannot be found on {chips}.", pin=pin, chips=", ".join(chips)),
        _join("gpio", machine),
    )


def spi(settings: RigSettings, machine: Machine) -> Diagnosis:
    if settings.lights != "spi":
        return _not_needed("lights", settings.lights)
    path = settings.strip.spi
    if path not in machine.paths("/dev/spidev*"):
        return failing("There is no {path}.", path=path), command("sudo raspi-config nonint do_spi 0 && sudo reboot")
    if not machine.may_use(path):
        return (
            failing("{path} may not be used.", path=path),
            _join("spi", machine),
        )
    config = next((path for path in CONFIGS if machine.read(path)), CONFIGS[0])
    text, model = machine.read(config), _model(machine)
    if line := core_clock_line(text, model):
        return (
            failing("The core clock changes, and the lights' speed with it: {line} is missing.", line=line),
            command(f"printf '[{model_filter(model)}]\\n{line}\\n[all]\\n' | sudo tee -a {config} && sudo reboot"),
        )
    if line := slowing_line(text, model):
        return (
            failing("{line} in {config} slows this Pi and is not needed.", line=line, config=config),
            say(
                "put it below [pi3] or [pi4], or: {command}",
                command=f"sudo sed -i '/^{line}/d' {config} && sudo reboot",
            ),
        )
    return fine("{path} is ready.", path=path), None


def camera(settings: RigSettings, machine: Machine) -> Diagnosis:
    if settings.camera == "usb":
        found = machine.paths("/dev/v4l/by-id/*index0")
        if not found:
            return failing("No USB camera is plugged in."), say(
                "plug it in, then: {command}", command="ls /dev/v4l/by-id"
            )
        return fine("{path}", path=found[0]), None
    if settings.camera == "csi":
        told = machine.run("rpicam-hello", "--list-cameras")
        if told is None:
            return (
                failing("The camera's own programs are missing."),
                command("sudo apt install -y rpicam-apps python3-picamera2"),
            )
        cameras = re.findall(r"^\s*\d+ : (\S+)", told, re.MULTILINE)
        if not cameras:
            return (
                failing("No camera answers on the ribbon cable."),
                say(
                    "switch the Pi off, push the ribbon in straight, then: {command}",
                    command="rpicam-hello --list-cameras",
                ),
            )
        return fine("{name} answers on the ribbon cable.", name=cameras[0]), None
    return _not_needed("camera", settings.camera)


def serial_ports(settings: RigSettings, machine: Machine) -> Diagnosis:
    if settings.hits != "pico":
        return _not_needed("hit sensor", settings.hits)
    ports = machine.paths("/dev/serial/by-id/*")
    if settings.sensor.port:
        port = settings.sensor.port
        there = machine.paths(port)
    else:
        port = "a Pico"
        there = [path for path in ports if re.search("micropython|pico", path, re.IGNORECASE)]
    if not there:
        seen = ", ".join(ports) or "nothing"
        return (
            failing("{port} is not plugged in; there is {seen}.", port=port, seen=seen),
            say("use a USB cable that carries data, then: {command}", command="ls /dev/serial/by-id"),
        )
    if not machine.may_use(there[0]):
        return (
            failing("{port} may not be used.", port=there[0]),
            _join("dialout", machine),
        )
    return fine("{port}", port=there[0]), None


GROUPS = {"gpio": "gpio", "spi": "spi", "usb": "video", "csi": "video", "pico": "dialout"}


def permissions(settings: RigSettings, machine: Machine) -> Diagnosis:
    needed = {GROUPS[name] for name in _devices(settings) if name in GROUPS}
    missing = sorted(needed - machine.groups)
    if settings.lights == "neopixel" and machine.user != "root":
        return (
            failing("The lights “neopixel” need root, and the installed companion has none."),
            say("wire them to GPIO10 (pin 19) and choose “spi” in settings.toml"),
        )
    if missing and machine.user != "root":
        return (
            failing("{user} is not in {groups}.", user=machine.user, groups=", ".join(missing)),
            _join(",".join(missing), machine),
        )
    return fine("{user} may use every chosen device.", user=machine.user), None


PACKAGES = {
    "gpio": ("gpiozero", "lgpio"),
    "spi": ("spidev",),
    "neopixel": ("neopixel",),
    "csi": ("picamera2",),
    "pico": ("serial",),
}
FROM_APT = {"lgpio": "python3-lgpio", "picamera2": "python3-picamera2"}
"""These two come with the system: they are built for its Python and its camera."""


def packages(settings: RigSettings, machine: Machine) -> Diagnosis:
    missing = [name for device in _devices(settings) for name in PACKAGES.get(device, ()) if not machine.has(name)]
    if not missing:
        return fine("Every package for the chosen devices is installed."), None
    apt = [FROM_APT[name] for name in missing if name in FROM_APT]
    commands = [f"sudo apt install -y {' '.join(apt)}"] if apt else []
    if len(apt) < len(missing):
        extra = "neopixel" if "neopixel" in missing else "pi"
        commands.append(f"pip install 'trollhammer-companion[{extra}]'")
    return failing("Missing: {packages}.", packages=", ".join(missing)), command("; ".join(commands))


def disk(_settings: RigSettings, machine: Machine) -> Diagnosis:
    folder = str(machine.state)
    if machine.state.exists() and not machine.may_use(folder):
        return (
            failing("Games cannot be kept in {folder}: it may not be written.", folder=folder),
            command(f"sudo chown -R {machine.user} {folder}"),
        )
    megabytes = machine.free() // 1_000_000
    if machine.free() < ENOUGH:
        return (
            failing("Only {megabytes} MB are free.", megabytes=megabytes),
            command("sudo apt clean && sudo journalctl --vacuum-size=50M"),
        )
    return fine("{megabytes} MB are free.", megabytes=megabytes), None


def clock(_settings: RigSettings, machine: Machine) -> Diagnosis:
    """A clock is wrong if it says less than it has said before; one that nobody has checked may well be right."""
    now = machine.now()
    date = f"{now:%Y-%m-%d %H:%M}"
    if now < machine.last_written() - BACK:
        return (
            failing("The clock is not set: it says {date}.", date=date),
            say(
                "{command}, or without internet: {by_hand}",
                command="sudo timedatectl set-ntp true",
                by_hand=f"sudo date -s '{machine.last_written():%F} 20:15'",
            ),
        )
    synchronised = machine.run("timedatectl", "show", "--property=NTPSynchronized", "--value")
    if (synchronised or "").strip() == "no":
        return fine("{date} UTC; no network has confirmed it.", date=date), None
    return fine("{date} UTC", date=date), None


def network(settings: RigSettings, machine: Machine) -> Diagnosis:
    addresses = (machine.run("hostname", "-I") or "").split()
    reachable = [address for address in addresses if not address.startswith(("127.", "fe80:", "::1", "169.254."))]
    if not reachable:
        return (
            failing("No phone can reach this machine: it has no address."),
            command("sudo nmcli --ask device wifi connect NAME"),
        )
    if settings.lights == "wled":
        wled = settings.strip.address
        if not wled:
            line = 'address = "192.168.1.50"'
            return failing("WLED has no address."), say("set it in settings.toml, below [lights]: {line}", line=line)
        if not machine.answers(wled, WLED_PAGE):
            return (
                failing("WLED does not answer at {address}.", address=wled),
                say("give it power, and see on your router which address it has in this Wi-Fi"),
            )
    return fine("Phones on the same network reach {address}.", address=reachable[0]), None


def power(_settings: RigSettings, machine: Machine) -> Diagnosis:
    if not _model(machine):
        return fine("Only a Pi can tell."), None
    told = re.search(r"throttled=0x([0-9a-fA-F]+)", machine.run("vcgencmd", "get_throttled") or "")
    if told is None:
        return failing("The Pi does not tell how its power is."), command("sudo apt install -y raspi-utils")
    bits = int(told[1], 16)
    supply = say("use the Pi's own supply with its own cable, and feed the lights from another one")
    cooler = say("give it air or a heat sink")
    if bits & 0x1:
        return failing("The power is too weak right now."), supply
    if bits & 0xE:
        return failing("The Pi is too hot right now and slows down."), cooler
    if bits & 0x10000:
        return failing("The power was too weak at some time since the start."), supply
    if bits & 0xE0000:
        return failing("The Pi was too hot at some time since the start."), cooler
    return fine("Strong enough and never too hot since the start."), None


CHECKS: dict[str, Check] = {
    "board": board,
    "pins": pins,
    "SPI": spi,
    "camera": camera,
    "serial ports": serial_ports,
    "permissions": permissions,
    "packages": packages,
    "disk": disk,
    "clock": clock,
    "network": network,
    "own Wi-Fi": lambda _settings, machine: own_wifi(machine),
    "power": power,
}


CHECKS_OF: dict[DeviceKind, tuple[str, ...]] = {
    "hits": ("pins", "serial ports"),
    "camera": ("camera",),
    "lights": ("SPI", "network"),
}
CHECKS_OF_ALL = ("board", "permissions", "packages", "power")


def _devices(settings: RigSettings) -> tuple[str, str, str]:
    return settings.hits, settings.camera, settings.lights


def _model(machine: Machine) -> str:
    return machine.read("/proc/device-tree/model").strip("\0 \n")


def _join(groups: str, machine: Machine) -> Text:
    return say("{command}, then log in again", command=f"sudo usermod -aG {groups} {machine.user}")


def _not_needed(what: str, name: str) -> Diagnosis:
    return fine("Not needed: {what} “{name}”.", what=what, name=name), None
