"""Looks whether the companion's own Wi-Fi could open, where it was installed; it opens nothing."""

import re

from companion.common.health import Health, failing, fine
from companion.common.radio import UNKNOWN, look_at_radio, radio_health
from companion.common.text import Text, say
from hardware.rig.machine import Machine
from hardware.rig.mending import command

DNSMASQ, TIMER = "/usr/sbin/dnsmasq", "companion-network.timer"


def own_wifi(machine: Machine) -> tuple[Health, Text | None]:
    """How it is, and the command that mends it."""
    if not machine.read(f"{machine.state}/access-point.toml"):
        return fine("Not needed: no Wi-Fi of its own was installed."), None
    radio = look_at_radio(machine.read, machine.paths)
    # It may have been told since the start: then only iw knows.
    told = re.search(r"^country (\w\w):", machine.run("iw", "reg", "get") or "", re.MULTILINE)
    if told and told[1] not in UNKNOWN:
        radio = radio._replace(country=told[1])
    if not (health := radio_health(radio)).fine:
        return health, mended(radio.there, radio.locked, radio.switched_off)
    if not machine.paths(DNSMASQ):
        return failing("Phones would get no address: dnsmasq is missing."), command("sudo apt install -y dnsmasq-base")
    if (machine.run("systemctl", "is-active", TIMER) or "").strip() != "active":
        return failing("Nobody checks whether it is needed."), command(f"sudo systemctl enable --now {TIMER}")
    return health, None


def mended(there: bool, locked: bool, switched_off: bool) -> Text:
    if not there:
        return say("use a Pi with Wi-Fi, or plug in a USB stick for it")
    if locked:
        return say(
            "look for a switch; on a Pi take disable-wifi out of {config}, then: {command}",
            config="/boot/firmware/config.txt",
            command="sudo reboot",
        )
    if switched_off:
        return command("sudo rfkill unblock wifi && sudo nmcli radio wifi on")
    return say(
        "{command}, with your country's letters, then: {restart}",
        command="sudo raspi-config nonint do_wifi_country NO",
        restart="sudo reboot",
    )
