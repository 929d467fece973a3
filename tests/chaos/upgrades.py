"""The power goes at any moment of an upgrade, and the card has kept what was synced and any part of the rest.

The installer is the real one, on a system that is only files; the versions are small programs that know which format of
the games they can read; what is there after each cut has to start a real companion with the game in it. A control
upgrades without syncing: if that lost nothing, the trial itself would be worth nothing.
"""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.chaos import SEED, trial
from tests.plug import Phone, Plug
from tests.systemd.fake_root import FakeRoot, project

VERSION = r"""#!/bin/bash
# A version of the companion: it brings the games to its own format, and cannot read a newer one.
mine=$(cat "$(dirname "$0")/../../source/README.md") format=$2/format
case $1 in
  migrate) [ "$mine" -ge "$(cat "$format")" ] && echo "$mine" >"$format" ;;
  starts) [ "$mine" -ge "$(cat "$format")" ] && [ "$mine" != 3 ] ;;
esac
"""
OLD, NEW, BROKEN = "1", "2", "3"
"""Versions; the last migrates the games and then does not come up."""

SYNCED = r"""#!/bin/bash
# sync [FILE]: keeps what a card has for sure.
if [ $# = 0 ]; then
  rm -rf "$CARD.new" && cp -a "$CARD_ROOT" "$CARD.new" && rm -rf "$CARD" && mv "$CARD.new" "$CARD"
  : >"$CARD.files"
else
  stat --format=%i "$1" >>"$CARD.files"
fi
"""
LOST = "#!/bin/sh\nexit 0\n"

CUT = """
# Bash reads this first: all of the installer ends, whatever runs, before its so many-th command.
unset BASH_ENV
steps=0
trap 'steps=$((steps + 1)); if [ "$steps" = "$CUT_BEFORE" ]; then kill -9 0; fi' DEBUG
trap 'echo "$steps" >"$CUT_STEPS"' EXIT
set -T
"""

CONTROLS = 200
"""Cuts at the most until one is found that syncing would have mended: many come before anything is written."""

SEATS = [{"name": "Astrid", "colour": "brown"}, {"name": "Sven", "colour": "orange"}]


@trial("upgrades", short=3, full=200, limit=3000)
def upgrades(folder: Path, rounds: int) -> str:
    lost = list(cut_upgrades(folder / "synced", rounds, SYNCED))
    assert not lost, f"{len(lost)} of {rounds} cuts left no working companion: {lost[0]}"
    control = next(cut_upgrades(folder / "control", CONTROLS, LOST, real=False), None)
    assert control, "without syncing nothing was lost either: this trial proves nothing"
    return f"each cut left a companion that starts with its game; without syncing one did not ({control})"


def cut_upgrades(folder: Path, rounds: int, sync: str, real: bool = True) -> Iterator[str]:
    """Which cuts left something that does not work, in words."""
    folder.mkdir()
    machine = Machine(folder, sync)
    chance = Random(SEED)
    with Plug(machine.template / "var/lib/companion") as plug:
        host = Phone(plug)
        host.post("/api/host/pin", pin="123456")
        seen = host.first_event("/stream?as=host&page=the-page-of-the-host")["version"]
        host.post("/api/host/start", game="tower", seats=SEATS, seen=seen, request="the only game")
        version = host.first_event("/stream?as=host&page=the-page-of-the-host")["version"]
        plug.pull()
        for number in range(rounds):
            installer = chance.choice((machine.newer, machine.broken))
            machine.cut(installer, chance.randint(1, machine.steps[installer]), chance)
            try:
                fault = machine.start()
            except (OSError, AssertionError) as error:
                fault = str(error)
            if not fault and real:
                plug.state = machine.root.path / "var/lib/companion"
                fault = started_with_its_game(plug, host, version)
            if fault:
                yield f"cut {number}: {fault}"


def started_with_its_game(plug: Plug, host: Phone, version: int) -> str:
    plug.put_in()
    try:
        if "<main" not in host.get("/"):
            return "no page"
        found = host.first_event("/stream?as=table&page=the-page-of-the-table")["version"]
        return "" if found == version else f"the table is at {found}, not {version}"
    finally:
        plug.pull()


class Kept(NamedTuple):
    """What a card may have of one name: before, now, and whether all of what is now was written."""

    before: Path | None
    now: Path | None
    written: bool


class Machine:
    """A Pi with the old version installed, whose plug can be pulled while another one is."""

    def __init__(self, folder: Path, sync: str) -> None:
        self.root = FakeRoot(folder)
        self.template, self.card = folder / "template", folder / "card"
        self.root.play("printf '#!/bin/sh\\n' >\"$1\"", f"cat >\"$1\" <<'END'\n{VERSION}END")
        # As the companion itself is asked, not as a test would have it answered.
        there, state = '"$root/opt/companion/current/venv/bin/companion"', '"$root/var/lib/companion"'
        for command, answer in {
            '"systemctl restart companion.service")': f"{there} starts {state} || exit 1",
            '"runuser -u companion -- "*" migrate "*)': f'"$root$5" migrate {state} || exit 1',
        }.items():
            self.root.play(command, f"{command} {answer}; exit 0 ;;\n  never)")
        (self.root.script.parents[1] / "README.md").write_text(OLD)
        self.newer, self.broken = (project(folder / name, name) for name in (NEW, BROKEN))
        self.root.live()
        self.root.environ |= {"CARD": str(self.card), "CARD_ROOT": str(self.root.path)}
        self._steps = folder / "steps"
        (folder / "cut").write_text(CUT)
        self._cutting = {"BASH_ENV": str(folder / "cut"), "CUT_STEPS": str(self._steps)}
        self.root.tool("sync", sync)
        self.root.write("var/lib/companion/format", OLD)
        self.root.install()
        self.root.path.rename(self.template)
        self.steps = {installer: self._count_steps(installer) for installer in (self.newer, self.broken)}

    def _fresh(self) -> None:
        """As it was before the upgrade, all of it on the card."""
        for there in (self.root.path, self.card):
            shutil.rmtree(there, ignore_errors=True)
            subprocess.run(["cp", "-a", self.template, there], check=True)
        Path(f"{self.card}.files").write_text("")

    def _count_steps(self, installer: Path) -> int:
        self._fresh()
        self._run(installer, 0)
        return int(self._steps.read_text())

    def cut(self, installer: Path, step: int, chance: Random) -> None:
        self._fresh()
        assert self._run(installer, step) == -signal.SIGKILL
        self._lose(chance)

    def _run(self, installer: Path, step: int) -> int:
        words: list[str | Path] = [installer, "--root", self.root.path]
        environ = {**self.root.environ, **self._cutting, "CUT_BEFORE": str(step)}
        return subprocess.run(words, env=environ, capture_output=True, start_new_session=True, check=False).returncode

    def _lose(self, chance: Random) -> None:
        """What was not synced is there as it was before, as it is now, or cut short; each name by itself."""
        if not self.card.exists():
            Path(f"{self.card}.new").rename(self.card)  # cut off between two steps of our own
        left = self.root.path.with_name("left")
        shutil.rmtree(left, ignore_errors=True)
        names = sorted({*_names(self.card), *_names(self.root.path)})
        synced = set(Path(f"{self.card}.files").read_text().split())
        for name in names:
            before, now = self.card / name, self.root.path / name
            written = str(now.lstat().st_ino) in synced if os.path.lexists(now) else False
            _keep(Kept(_there(before), _there(now), written), left / name, chance)
        shutil.rmtree(self.root.path)
        left.rename(self.root.path)

    def start(self) -> str:
        """The system starts: what was cut off is taken back, then the companion; why it does not, or nothing."""
        app = self.root.path / "opt/companion"
        if (app / "upgrading").is_symlink():
            self.root.install("--take-back", script=app / "upgrading/source/systemd/install")
        release = (app / "current").readlink()
        if not (app / release / "complete").exists():
            return f"{release} is not complete"
        unit = (self.root.path / "etc/systemd/system/companion.service").read_bytes()
        if unit != (app / release / "source/systemd/companion.service").read_bytes():
            return "the unit is another version's"
        started = subprocess.run(
            [app / release / "venv/bin/companion", "starts", self.root.path / "var/lib/companion"],
            check=False,
            capture_output=True,
        )
        return f"{release} does not start" if started.returncode else ""


def _names(root: Path) -> Iterator[str]:
    for path in root.rglob("*"):
        yield str(path.relative_to(root))


def _there(path: Path) -> Path | None:
    return path if os.path.lexists(path) else None


def _keep(kept: Kept, left: Path, chance: Random) -> None:
    chosen = chance.choice((kept.before, kept.now)) if _differ(kept) else kept.now
    if chosen is None:
        return
    left.parent.mkdir(parents=True, exist_ok=True)
    if chosen.is_dir() and not chosen.is_symlink():
        left.mkdir(exist_ok=True)
        return
    if os.path.lexists(left):
        return
    shutil.copy2(chosen, left, follow_symlinks=False)
    if chosen is kept.now and _differ(kept) and not kept.written and not left.is_symlink() and chance.random() < 0.5:
        os.truncate(left, 0)


def _differ(kept: Kept) -> bool:
    if kept.before is None or kept.now is None:
        return True
    if kept.before.is_symlink() or kept.now.is_symlink():
        return not (kept.before.is_symlink() and kept.now.is_symlink()) or kept.before.readlink() != kept.now.readlink()
    if kept.before.is_dir() or kept.now.is_dir():
        return kept.before.is_dir() != kept.now.is_dir()
    return kept.before.read_bytes() != kept.now.read_bytes()
