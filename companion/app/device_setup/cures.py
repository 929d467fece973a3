"""What may keep a device from working, in the doctor's own words; it looks at the machine and changes nothing."""

import msgspec

from companion.app.settings import CompanionSettings
from companion.common.text import Text
from companion.settings import Settings
from hardware.rig.doctor import DeviceKind, cures
from hardware.rig.machine import ThisMachine


class Cure(msgspec.Struct, frozen=True):
    wrong: Text
    mend: Text | None


def cures_of(device: DeviceKind, settings: Settings[CompanionSettings]) -> list[Cure]:
    here = ThisMachine(settings.path.parent, companion_runs=True)
    return [Cure(finding.health.text, finding.mend) for finding in cures(device, settings.values.devices, here)]
