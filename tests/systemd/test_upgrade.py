"""The installer where a version is there already: it changes over, or goes all the way back; games stay."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.systemd.fake_root import EVERYTHING, FakeRoot


def test_an_upgrade_backs_up_and_switches(pi: FakeRoot, newer: Path) -> None:
    pi.live()
    pi.install()
    pi.write("var/lib/companion/journal.sqlite", "games")
    old = (pi.path / "opt/companion/current").readlink()
    pi.install(script=newer)
    assert (pi.path / "opt/companion/current").readlink() != old
    (backup,) = (pi.path / "var/backups/companion").iterdir()
    listed = subprocess.run(["tar", "-tzf", backup], capture_output=True, text=True, check=True).stdout
    assert "./journal.sqlite" in listed.splitlines()
    assert (pi.path / "opt/companion" / old / "complete").exists()  # one step back stays possible


FAILURES: dict[str, Callable[[FakeRoot, str], object]] = {
    "does not start": lambda pi, old: pi.write("only-this-one-starts", old),
    "is restarted": lambda pi, _: _count_up(pi),
    "cannot migrate the games": lambda pi, old: pi.write("only-this-one-migrates", old),
    "answers no page": lambda pi, _: pi.write("pages-are-silent", ""),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_an_upgrade_that_does_not_come_up_is_taken_back(pi: FakeRoot, newer: Path, failure: str) -> None:
    pi.live()
    pi.install()
    pi.write("var/lib/companion/journal.sqlite", "games")
    (newer.parent / "companion.rules").write_text("// other rules\n")
    old = str((pi.path / "opt/companion/current").readlink())
    before = _without_backups(pi)
    FAILURES[failure](pi, old)
    said = pi.install(script=newer, status=3)
    assert "the upgrade was taken back" in said
    for extra in ("only-this-one-starts", "restarts", "only-this-one-migrates", "pages-are-silent"):
        (pi.path / extra).unlink(missing_ok=True)
    assert _without_backups(pi) == before
    assert pi.called("systemctl restart")[-1] == "systemctl restart companion.service"
    assert pi.called("systemctl")[-2] == "systemctl daemon-reload"


def test_going_back_to_a_version_without_a_socket_takes_the_socket_away(pi: FakeRoot, newer: Path) -> None:
    pi.live()
    (pi.script.parent / "companion.socket").unlink()
    pi.install()
    before = _without_backups(pi)
    pi.write("pages-are-silent", "")
    assert "written: /etc/systemd/system/companion.socket" in pi.install(script=newer, status=3)
    (pi.path / "pages-are-silent").unlink()
    record = "opt/companion/installed"
    after = _without_backups(pi)
    assert {path for path in after if after[path] != before.get(path)} <= {record}


def test_a_power_cut_while_a_file_is_written_leaves_the_old_one_or_the_new_one(pi: FakeRoot) -> None:
    """Killed where it hurts most: half of what was to be written is on the card."""
    pi.install(*EVERYTHING)
    before = pi.files()
    profile = "etc/NetworkManager/system-connections/companion.nmconnection"
    half = 'for last; do :; done; head -c 40 "$3" >"$last"; kill -9 $PPID'
    pi.tool("install", f'case "$*" in *nmconnection*) {half} ;; *) exec /usr/bin/install "$@" ;; esac')
    pi.install(*EVERYTHING, "--ssid", "Tower", status=128 + 9)
    (left,) = set(pi.files()) - set(before)
    assert Path(left).name.startswith("."), "NetworkManager looks at no such file"
    assert pi.read(profile) == bytes.fromhex(before[profile][1]).decode()
    pi.tool("install", 'exec /usr/bin/install "$@"')
    pi.install(*EVERYTHING, "--ssid", "Tower")
    assert "ssid=Tower\n" in pi.read(profile)
    pi.install("--uninstall")
    assert not [path for path in pi.files() if "companion" in path]


def test_an_upgrade_that_was_cut_off_is_taken_back_at_the_next_start(pi: FakeRoot, newer: Path) -> None:
    """Here while it was told to start; the trial of upgrades cuts it off anywhere."""
    pi.live()
    pi.install()
    pi.write("var/lib/companion/journal.sqlite", "games")
    (newer.parent / "companion.rules").write_text("// other rules\n")
    before = _without_backups(pi)
    cut_off = '"systemctl restart companion.service") kill -9 $PPID'
    pi.play('"systemctl restart companion.service")', cut_off)
    pi.install(script=newer, status=-9)
    left_behind = pi.path / "opt/companion/upgrading"
    assert left_behind.is_symlink()
    pi.play(cut_off, '"systemctl restart companion.service")')
    pi.write("var/lib/companion/journal.sqlite", "games, and a move while the new version proved itself")
    said = pi.install("--take-back", script=left_behind / "source/systemd/install")
    assert "has been taken back" in said
    assert pi.read("var/lib/companion/journal.sqlite").endswith("proved itself")
    after = _without_backups(pi)
    del before["var/lib/companion/journal.sqlite"]
    assert {path: what for path, what in after.items() if path in before} == before
    assert not left_behind.is_symlink()


def test_games_in_a_format_that_only_the_cut_off_version_knows_come_back_as_they_were(
    pi: FakeRoot, newer: Path
) -> None:
    pi.live()
    pi.install()
    pi.write("var/lib/companion/journal.sqlite", "games")
    pi.play('"systemctl restart companion.service")', '"systemctl restart companion.service") kill -9 $PPID')
    pi.install(script=newer, status=-9)
    pi.write("var/lib/companion/journal.sqlite", "games in another format")
    pi.write("nobody-migrates", "")
    pi.install("--take-back", script=pi.path / "opt/companion/upgrading/source/systemd/install")
    assert pi.read("var/lib/companion/journal.sqlite") == "games"


def test_there_is_nothing_to_take_back_where_nothing_was_cut_off(pi: FakeRoot) -> None:
    pi.install()
    before = pi.files()
    assert pi.install("--take-back") == ""
    assert pi.files() == before


def _without_backups(pi: FakeRoot) -> dict[str, tuple[int, str]]:
    return {path: what for path, what in pi.files().items() if not path.startswith("var/backups")}


def _count_up(pi: FakeRoot) -> None:
    """systemd has to restart the new version each time one looks."""
    pi.play('cat "$root/restarts" 2>/dev/null || echo 0', 'echo . >>"$root/restarts"; wc -l <"$root/restarts"')


def test_the_games_are_migrated_by_the_new_version_as_its_own_user_after_the_backup(pi: FakeRoot, newer: Path) -> None:
    pi.live()
    pi.install()
    pi.calls.write_text("")
    pi.install(script=newer)
    new = (pi.path / "opt/companion/current").readlink()
    order = [call for call in pi.called("") if call.startswith(("systemctl", "runuser", "/opt/companion/current"))]
    asked = "/opt/companion/current/venv/bin/"
    steps = ["systemctl stop", "systemctl --quiet enable", "systemctl daemon-reload"]
    steps += ["systemctl start companion-update.path"]
    steps += [f"runuser -u companion -- /opt/companion/{new}/venv/bin/companion migrate --state"]
    steps += ["systemctl restart", "systemctl show", "systemctl --quiet is-active", "systemctl show"]
    steps += [f"{asked}companion settings", f"{asked}companion settings", f"{asked}python -c"]
    begun = order[order.index("systemctl stop companion.service") :]
    assert [call[: len(step)] for call, step in zip(begun, steps, strict=False)] == steps


@pytest.mark.parametrize(
    ("told", "address"),
    [
        ("", "http://127.0.0.1:8000/"),
        ('host = "10.0.0.5"   # x\nport = 80   # x\n', "http://10.0.0.5:80/"),
        ('host = "::"   # x\n', "http://[::1]:8000/"),
    ],
)
def test_the_page_that_has_to_answer_is_where_the_settings_say(
    pi: FakeRoot, newer: Path, told: str, address: str
) -> None:
    pi.live()
    pi.install()
    pi.write("settings-in-force", f"[web]\n{told}")
    pi.install(script=newer)
    assert f"{address}\n" in pi.calls.read_text()


def test_games_that_cannot_be_backed_up_are_not_upgraded_and_the_old_version_runs_on(pi: FakeRoot, newer: Path) -> None:
    pi.live()
    pi.install()
    before = _without_backups(pi)
    pi.tool("tar", 'case "$*" in *-czf*) exit 2 ;; *) exec /usr/bin/env -S PATH=/usr/bin:/bin tar "$@" ;; esac')
    said = pi.install(script=newer, status=1)
    assert "could not be backed up" in said
    after = _without_backups(pi)
    assert {path: what for path, what in after.items() if path in before} == before
    assert pi.called("systemctl")[-1] == "systemctl start companion.service"
    assert list((pi.path / "var/backups/companion").iterdir()) == []


def test_an_upgrade_goes_on_when_the_old_version_could_not_read_the_state_either(pi: FakeRoot, newer: Path) -> None:
    pi.install()
    pi.write("nobody-migrates", "")
    assert "switched:" in pi.install(script=newer)


def test_old_versions_and_old_backups_do_not_pile_up(pi: FakeRoot, newer: Path) -> None:
    """Whatever the clock says: it stands in the past here."""
    pi.install()
    pi.tool("date", "echo 19700101T000000Z")
    for number in range(6):
        (newer.parents[1] / "README.md").write_text(f"version {number}\n")
        pi.write("var/lib/companion/journal.sqlite", f"games before version {number}")
        pi.install(script=newer)
    assert len(list((pi.path / "opt/companion/releases").iterdir())) == 2
    kept = sorted((pi.path / "var/backups/companion").iterdir())
    assert [path.name[:4] for path in kept] == ["0004", "0005", "0006"]
    unpacked = subprocess.run(
        ["tar", "-xzOf", kept[-1], "./journal.sqlite"], capture_output=True, text=True, check=True
    )
    assert unpacked.stdout == "games before version 5"
