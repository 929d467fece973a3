"""Looks whether the companion's own Wi-Fi could open, where it was installed; it opens nothing."""

import re

from companion.common.health import Health, failing, fine
from companion.common.radio import UNKNOWN, look_at_radio, radio_health
from hardware.rig.machine import Machine

DNSMASQ, TIMER = "/usr/sbin/dnsmasq", "companion-network.timer"


def own_wifi(machine: Machine) -> tuple[Health, str]:
    """How it is, and the command that mends it."""
    if not machine.read(f"{machine.state}/access-point.toml"):
        return fine("Not needed: no Wi-Fi of its own was installed."), ""
    radio = look_at_radio(machine.read, machine.paths)
    # It may have been told since the start: then only iw knows.
    told = re.search(r"^country (\w\w):", machine.run("iw", "reg", "get") or "", re.MULTILINE)
    if told and told[1] not in UNKNOWN:
        radio = radio._replace(country=told[1])
    if not (health := radio_health(radio)).fine:
        return health, mended(radio.there, radio.locked, radio.switched_off)
    if not machine.paths(DNSMASQ):
        return failing("Phones would get no address: dnsmasq is missing."), "sudo apt install -y dnsmasq-base"
    if (machine.run("systemctl", "is-active", TIMER) or "").strip() != "active":
        return failing("Nobody looks whether it is needed."), f"sudo systemctl enable --now {TIMER}"
    return health, ""


def mended(there: bool, locked: bool, switched_off: bool) -> str:
    if not there:
        return "use a Pi with Wi-Fi, or plug in a USB stick for it"
    if locked:
        return "look for a switch; on a Pi take disable-wifi out of /boot/firmware/config.txt, then: sudo reboot"
    if switched_off:
        return "sudo rfkill unblock wifi && sudo nmcli radio wifi on"
    return "sudo raspi-config nonint do_wifi_country NO, with your country's letters, then: sudo reboot"
