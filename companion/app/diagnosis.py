"""What the running companion tells about itself: to whoever looks for a fault, and to systemd; it mends nothing."""

from collections.abc import Callable, Mapping
from pathlib import Path

from companion.app.settings import FILE, CompanionSettings, open_settings
from companion.app.starting_rig import StartingRig
from companion.common.health import Health
from companion.settings import Settings
from companion.table import Table
from companion.watchdog import WELL


def reports(settings: Settings[CompanionSettings], rig: StartingRig, state: Path) -> dict[str, Callable[[], str]]:
    """What a diagnosis tells beside log and machine."""

    def doctor() -> str:
        from hardware.rig.doctor import examine
        from hardware.rig.machine import ThisMachine

        here = ThisMachine(state, companion_runs=True)
        return "\n".join(str(finding) for finding in examine(settings.values.devices, here))

    return {
        "settings.txt": lambda: "\n".join([*settings.lines(), settings.message or ""]),
        "devices.txt": lambda: "\n".join(f"{device}: {health}" for device, health in rig.health().items()),
        "doctor.txt": doctor,
    }


def unusable_files(folder: Path) -> list[str]:
    """Why the settings, the calibration and what games keep in a folder cannot be used."""
    from companion import box
    from companion.app.device_setup.table_counter import TableCounter

    message, warning = open_settings(folder / FILE).message, TableCounter(folder).warning
    return [*(str(words) for words in (message, warning) if words), *box.unusable(folder)]


def status_line(health: Mapping[str, Health]) -> str:
    """One line for `systemctl status`."""
    unwell = [f"{device}: {words}" for device, words in health.items() if not words.fine]
    return " ".join(["Playing without", *unwell]) if unwell else WELL


def table_answers(table: Table) -> bool:
    """A journal that hangs holds the table's lock, and then this does not return."""
    return table.answers()
