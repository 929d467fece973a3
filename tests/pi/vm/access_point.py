"""Whether the companion's own Wi-Fi opens and a phone that joins gets the page, on two simulated radios."""

import re
from pathlib import Path

from tests.pi import part
from tests.pi.vm.machine import Machine
from tests.pi.vm.moments import installed

OPENING = 240.0
JOINING = 180.0

PHONE = ("ip", "netns", "exec", "phone")
LOG = "/run/phone.log"
PROBES = {
    "http://captive.apple.com/hotspot-detect.html": "200",
    "http://connectivitycheck.gstatic.com/generate_204": "204",
    "http://www.msftconnecttest.com/connecttest.txt": "200",
}
"""What phones and laptops ask before they stay, and how it must be answered."""

JOIN = """\
ctrl_interface=/run/phone
network={{
  ssid="{ssid}"
  psk="{password}"
}}
"""


@part(
    "vm access point",
    proves="NetworkManager, polkit, our profile and timer open a WPA2 Wi-Fi; a phone joins and gets address and page",
    cannot="range, the Pi's own radio chip and its firmware, what a real phone thinks of a Wi-Fi without internet",
)
def access_point(folder: Path) -> str:
    with installed(folder) as machine:
        radios(machine)
        machine.until("nmcli", "-t", "-f", "NAME", "connection", "show", "--active", holds="companion", seconds=OPENING)
        secret = machine.run("cat", "/var/lib/companion/access-point.toml")
        ssid, password = (found(secret, name) for name in ("ssid", "password"))
        tries_to_join(machine, ssid, password[::-1])
        is_refused(machine)
        tries_to_join(machine, ssid, password)
        is_in(machine)
        address = leased(machine)
        page = machine.run(*PHONE, "curl", "--silent", "--fail", "--max-time", "60", "http://10.42.0.1:8000/")
        assert "<html" in page, page[:200]
        stays(machine)
    return (
        f"Wi-Fi {ssid} opened by the timer, a wrong password refused, the phone got {address}, the page and its probes"
    )


def radios(machine: Machine) -> None:
    """One for the companion; the other goes where only the phone sees it."""
    machine.run("ip", "netns", "add", "phone")
    machine.run("mkdir", "-p", "/etc/netns/phone")
    machine.run("touch", "/etc/netns/phone/resolv.conf")
    machine.run("modprobe", "mac80211_hwsim", "radios=2")
    machine.until("iw", "dev", "wlan1", "info")
    radio = re.findall(r"wiphy (\d+)", machine.run("iw", "dev", "wlan1", "info"))[0]
    machine.run("iw", "phy", f"phy{radio}", "set", "netns", "name", "phone")
    machine.run(*PHONE, "ip", "link", "set", "lo", "up")


def found(toml: str, name: str) -> str:
    (value,) = re.findall(rf'^{name} = "(.*)"$', toml, re.MULTILINE)
    return str(value)


def tries_to_join(machine: Machine, ssid: str, password: str) -> None:
    machine.run("tee", "/run/phone.conf", given=JOIN.format(ssid=ssid, password=password))
    words = ("wpa_supplicant", "-B", "-i", "wlan1", "-c", "/run/phone.conf", "-P", "/run/phone.pid", "-f", LOG)
    machine.run(*PHONE, *words)


def is_refused(machine: Machine) -> None:
    machine.until("cat", LOG, holds="WRONG_KEY", seconds=JOINING)
    machine.run("sh", "-c", "kill $(cat /run/phone.pid)")
    machine.until("sh", "-c", "! test -e /run/phone.pid")


def is_in(machine: Machine) -> None:
    status = (*PHONE, "wpa_cli", "-p", "/run/phone", "-i", "wlan1", "status")
    told = machine.until(*status, holds="wpa_state=COMPLETED", seconds=JOINING)
    assert "key_mgmt=WPA2-PSK" in told, told


def leased(machine: Machine) -> str:
    machine.run(*PHONE, "udhcpc", "-i", "wlan1", "-q", "-n", "-t", "10", seconds=JOINING)
    told = machine.run(*PHONE, "ip", "-4", "-brief", "address", "show", "wlan1")
    (address,) = re.findall(r"(10\.42\.0\.\d+)/", told)
    return str(address)


def stays(machine: Machine) -> None:
    """The phone finds, by the names and addresses it was given, what it takes for the internet."""
    for address, status in PROBES.items():
        words = (
            "curl",
            "--silent",
            "--max-time",
            "60",
            "--output",
            "/dev/null",
            "--write-out",
            "%{http_code}",
            address,
        )
        told = machine.ask(*PHONE, *words).output
        assert told == status, f"{address} is answered with {told}"
