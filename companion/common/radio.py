"""Whether this machine's Wi-Fi may send: is it there, switched on, told its country? It changes nothing."""

from collections.abc import Callable
from typing import NamedTuple

from companion.common.health import Health, failing, fine

UNKNOWN = ("", "00", "99")
"""What stands where a country should be before one was told."""


class Radio(NamedTuple):
    there: bool
    switched_off: bool
    """By a command, or because a new Pi was not told its country yet."""
    locked: bool
    """By a switch on the machine, or by its firmware."""
    country: str
    """Two letters; none where it was not told."""


def look_at_radio(read: Callable[[str], str], paths: Callable[[str], list[str]]) -> Radio:
    """By the text of a file, empty where there is none, and the files of a pattern."""
    switches = [path for path in paths("/sys/class/rfkill/*") if read(f"{path}/type").strip() == "wlan"]
    country = read("/sys/module/cfg80211/parameters/ieee80211_regdom").strip()
    return Radio(
        bool(paths("/sys/class/ieee80211/*")),
        any(read(f"{path}/soft").strip() == "1" for path in switches),
        any(read(f"{path}/hard").strip() == "1" for path in switches),
        "" if country in UNKNOWN else country,
    )


def radio_health(radio: Radio) -> Health:
    if not radio.there:
        return failing("This machine has no Wi-Fi radio.")
    if radio.locked:
        return failing("Wi-Fi is locked, by a switch on the machine or in its firmware.")
    if radio.switched_off:
        return failing("Wi-Fi is switched off on this machine.")
    if not radio.country:
        return failing("Wi-Fi does not know which country it is in. After an installation, restart the machine.")
    return fine("Wi-Fi is switched on, for the country {country}.", country=radio.country)
