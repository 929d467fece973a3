"""The installer, on a system that is only files: it does what it says, once, and takes it all away again."""

import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.systemd.fake_root import CONFIG_TXT, SYSTEMD, FakeRoot, project

EVERYTHING = ("--with-access-point", "--country", "NO", "--mdns-name", "tower")


@pytest.fixture
def pi(tmp_path: Path) -> FakeRoot:
    return FakeRoot(tmp_path)


@pytest.mark.parametrize("options", [(), EVERYTHING])
def test_twice_is_the_same_as_once_and_uninstalling_leaves_nothing(pi: FakeRoot, options: tuple[str, ...]) -> None:
    before = pi.files()
    pi.install(*options)
    once = pi.files()
    assert "etc/systemd/system/companion.service" in once
    said = pi.install(*options)
    assert pi.files() == once
    assert "written:" not in said
    assert "changed:" not in said
    pi.install("--uninstall")
    assert pi.files() == before


def test_a_dry_run_says_what_it_would_do_and_does_nothing(pi: FakeRoot) -> None:
    before = pi.files()
    said = pi.install("--dry-run", *EVERYTHING)
    assert pi.files() == before
    for step in ("would run: useradd", "would change: /boot/firmware/config.txt", "would build:", "would switch:"):
        assert step in said
    asked = ("uname", "getent", "dpkg", "/opt/companion/current/venv/bin/companion settings")
    assert all(call.startswith(asked) for call in pi.called(""))


def test_a_dry_run_of_uninstalling_does_nothing(pi: FakeRoot) -> None:
    pi.install()
    before = pi.files()
    assert "games" in pi.install("--uninstall", "--dry-run")
    assert pi.files() == before


def test_uninstalling_what_is_not_there_says_so(pi: FakeRoot) -> None:
    before = pi.files()
    assert "nothing to take away" in pi.install("--uninstall")
    assert pi.files() == before


def test_uninstalling_keeps_the_games_when_told_to(pi: FakeRoot) -> None:
    pi.install()
    pi.write("var/lib/companion/journal.sqlite", "games")
    pi.install("--uninstall", "--keep-state")
    assert pi.read("var/lib/companion/journal.sqlite") == "games"
    assert not (pi.path / "opt/companion").exists()


def test_boot_settings_stand_in_one_marked_block_and_leave_the_rest_alone(pi: FakeRoot) -> None:
    pi.install()
    config = pi.read("boot/firmware/config.txt")
    assert config.startswith(CONFIG_TXT + "# companion: begin")
    assert config.endswith("# companion: end\n")
    assert config.count("dtparam=spi=on") == 1
    assert config.splitlines()[-2] == "[all]"  # whatever is added below holds for every model


def test_a_line_added_below_the_block_survives_upgrading_and_uninstalling(pi: FakeRoot) -> None:
    pi.install()
    config = pi.path / "boot/firmware/config.txt"
    config.write_text(config.read_text() + "gpu_mem=128\n")
    pi.install()
    pi.install("--uninstall")
    assert config.read_text() == CONFIG_TXT + "gpu_mem=128\n"


def test_the_user_joins_the_groups_of_the_devices_that_are_there(pi: FakeRoot) -> None:
    pi.write("etc/group", "video:x:44:\ndialout:x:20:\n")
    pi.install()
    assert pi.called("usermod") == ["usermod --append --groups video,dialout companion"]


def test_a_pi_gets_its_pin_library_and_its_camera_s_from_debian(pi: FakeRoot) -> None:
    (pi.path / "packages-missing").touch()
    pi.install()
    (call,) = pi.called("env DEBIAN_FRONTEND=noninteractive apt-get")
    assert call.endswith("python3-venv python3-lgpio python3-picamera2 python3-spidev")
    assert pi.called("python3 -m venv --system-site-packages")


@pytest.mark.parametrize("codename", ["bookworm", "trixie"])
def test_just_what_is_pinned_for_this_system_is_fetched_each_with_its_hash(tmp_path: Path, codename: str) -> None:
    pi = FakeRoot(tmp_path, codename=codename)
    pi.install()
    fetched, built = [call for call in pi.called("env TMPDIR=/opt/companion") if "pip install" in call]
    assert f"--require-hashes --requirement {release(pi)}/source/systemd/requirements-{codename}.txt" in fetched
    assert "--only-binary=:all:" in fetched
    assert built.endswith(f"--no-deps --no-index --no-build-isolation {release(pi)}/source")


def release(pi: FakeRoot) -> str:
    return f"/opt/companion/{(pi.path / 'opt/companion/current').readlink()}"


def test_another_pinned_package_makes_another_release(pi: FakeRoot) -> None:
    pi.install()
    before = release(pi)
    with (pi.script.parent / "requirements-bookworm.txt").open("a") as pinned:
        pinned.write("troll==1.1\n")
    pi.install()
    assert release(pi) != before


def test_what_a_tool_left_beside_the_project_makes_no_other_release(pi: FakeRoot) -> None:
    pi.install()
    before = release(pi)
    (pi.script.parents[1] / "firmware/.ruff_cache").mkdir()
    (pi.script.parents[1] / "firmware/.ruff_cache/left").touch()
    pi.install()
    assert release(pi) == before


def test_on_plain_debian_it_says_what_only_raspberry_pi_s_archive_has(pi: FakeRoot) -> None:
    pi.write("packages-missing", "")
    pi.write("not-in-the-archive", "python3-lgpio\npython3-picamera2\n")
    said = pi.install()
    assert "python3-lgpio python3-picamera2 come from Raspberry Pi's own archive" in said
    (call,) = pi.called("env DEBIAN_FRONTEND=noninteractive apt-get")
    assert call.endswith("python3-venv python3-spidev")


def test_on_its_first_day_it_waits_for_the_clock_and_for_whoever_else_fetches_packages(pi: FakeRoot) -> None:
    pi.live()
    pi.write("packages-missing", "")
    pi.write("clock", "no\n")
    pi.tool("sleep", f'echo "slept $1" >>{pi.calls}')
    assert "waiting until the network has told the time" in pi.install()
    order = [call.split()[0] for call in pi.called("") if call.startswith(("slept", "timeout", "apt-get update"))]
    assert order[:3] == ["slept", "timeout", "apt-get"]
    (fetching,) = pi.called("env DEBIAN_FRONTEND=noninteractive apt-get")
    assert "DPkg::Lock::Timeout=600" in fetching


def test_another_computer_gets_no_pi_packages(tmp_path: Path) -> None:
    computer = FakeRoot(tmp_path, model="")
    (computer.path / "packages-missing").touch()
    said = computer.install(machine="x86_64 amd64")
    assert "not a Raspberry Pi" in said
    (call,) = computer.called("env DEBIAN_FRONTEND=noninteractive apt-get")
    assert "lgpio" not in call


@pytest.mark.parametrize(
    ("codename", "machine", "words"),
    [
        ("bullseye", "aarch64 arm64", "bookworm"),
        ("trixie", "armv7l armhf", "64-bit"),
        ("bookworm", "aarch64 armhf", "64-bit"),  # a Pi 4 starts a 64-bit kernel under a 32-bit system
    ],
)
def test_an_old_system_and_a_32_bit_one_are_refused_before_anything_is_done(
    tmp_path: Path, codename: str, machine: str, words: str
) -> None:
    pi = FakeRoot(tmp_path, codename=codename)
    before = pi.files()
    assert words in pi.install(status=1, machine=machine)
    assert pi.files() == before


@pytest.mark.parametrize(
    ("model", "words"),
    [
        ("Raspberry Pi Zero 2 W Rev 1.0", "held still"),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", "held still"),
        ("Raspberry Pi 4 Model B Rev 1.4", "held still"),
        ("Raspberry Pi 5 Model B Rev 1.0", "a clock of its own"),
        ("Raspberry Pi Model B Rev 2", "never tried"),
        ("", "not a Raspberry Pi, bookworm: no pins and no strip"),
    ],
)
def test_it_says_what_works_on_this_model(tmp_path: Path, model: str, words: str) -> None:
    said = FakeRoot(tmp_path, model=model).install("--dry-run")
    assert words in said
    assert ("pins with lgpio, strip on the SPI bus" in said) == ("still" in words or "clock" in words)


def test_without_internet_it_stops_in_words_and_what_runs_runs_on(pi: FakeRoot, newer: Path) -> None:
    pi.install()
    before = pi.files()
    pi.play('"systemctl show"*', '*"pip install"*) exit 1 ;;\n  "systemctl show"*')
    assert "Is the internet there?" in pi.install(script=newer, status=1)
    assert pi.files() == before


def test_a_card_without_room_is_told_before_anything_is_built(pi: FakeRoot) -> None:
    pi.tool("df", "echo Avail; echo 120")
    said = pi.install(status=1)
    assert "only 120 MB free" in said
    assert not (pi.path / "opt/companion").exists()


def test_nothing_about_the_network_is_touched_without_its_flag(pi: FakeRoot) -> None:
    before = pi.files()
    pi.install()
    changed = {path for path, what in pi.files().items() if before.get(path) != what and path.startswith("etc/")}
    assert changed
    assert not [path for path in changed if "NetworkManager" in path or "avahi" in path or "companion-network" in path]
    assert pi.called("raspi-config") == []


def test_the_access_point_has_a_password_of_its_own_that_stays(tmp_path: Path) -> None:
    passwords = set()
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        pi = FakeRoot(tmp_path / name)
        pi.install(*EVERYTHING)
        profile = pi.path / "etc/NetworkManager/system-connections/companion.nmconnection"
        assert profile.stat().st_mode & 0o777 == 0o600  # NetworkManager ignores it otherwise
        secret = tomllib.loads(pi.read("var/lib/companion/access-point.toml"))
        assert secret["ssid"] == "Trollhammer"
        assert len(secret["password"]) == 12
        assert f"psk={secret['password']}\n" in profile.read_text()
        assert "@" not in profile.read_text()
        assert pi.called("raspi-config") == ["raspi-config nonint do_wifi_country NO"]
        pi.install(*EVERYTHING)
        assert tomllib.loads(pi.read("var/lib/companion/access-point.toml")) == secret
        passwords.add(secret["password"])
    assert len(passwords) == 2


def test_without_raspi_config_the_country_is_told_to_the_kernel(pi: FakeRoot) -> None:
    before = pi.files()
    (pi.path / "usr/bin/raspi-config").unlink()
    pi.install(*EVERYTHING)
    assert pi.read("etc/modprobe.d/companion-wifi.conf") == "options cfg80211 ieee80211_regdom=NO\n"
    pi.install("--uninstall")
    assert set(pi.files()) == set(before) - {"usr/bin/raspi-config"}


def test_on_a_running_system_the_own_wifi_is_known_and_looked_after_at_once(pi: FakeRoot) -> None:
    pi.live()
    pi.install(*EVERYTHING)
    calls = [call for call in pi.called("") if call.startswith(("systemctl", "nmcli"))]
    begun = calls[calls.index("nmcli connection reload") - 1 :]
    assert begun[:4] == [
        "systemctl daemon-reload",
        "nmcli connection reload",
        "systemctl --quiet enable --now companion-address.service",
        "systemctl --quiet enable --now companion-network.timer",
    ]
    assert pi.called("nmcli radio") == ["nmcli radio wifi on"], "somebody may have switched it off"


def test_uninstalling_on_a_running_system_forgets_the_own_wifi_at_once(pi: FakeRoot) -> None:
    pi.live()
    pi.install(*EVERYTHING)
    pi.calls.write_text("")
    pi.install("--uninstall")
    assert "systemctl --quiet disable --now companion-address.service" in pi.called("systemctl")
    assert pi.called("nmcli") == ["nmcli connection reload"]
    pi.install()
    pi.calls.write_text("")
    pi.install("--uninstall")
    assert pi.called("nmcli") == [], "where there was none, nobody needs to be told"


def test_the_ribbon_camera_s_module_is_loaded_before_the_unit_starts(pi: FakeRoot, tmp_path: Path) -> None:
    pi.install()
    assert pi.read("etc/modules-load.d/companion.conf") == "mc\n"
    (tmp_path / "pc").mkdir()
    computer = FakeRoot(tmp_path / "pc", model="")
    computer.install(machine="x86_64 amd64")
    assert not (computer.path / "etc/modules-load.d").exists()


def test_a_card_for_a_pi_in_another_computer_gets_what_a_pi_gets(tmp_path: Path) -> None:
    card = FakeRoot(tmp_path, model="")
    card.write("etc/rpi-issue", "Raspberry Pi reference 2026-06-18\n")
    (card.path / "packages-missing").touch()
    said = card.install()
    assert "machine: a card for a Raspberry Pi, bookworm: pins with lgpio, strip on the SPI bus (GPIO10)" in said
    (call,) = card.called("env DEBIAN_FRONTEND=noninteractive apt-get")
    assert call.endswith("python3-venv python3-lgpio python3-picamera2 python3-spidev")
    assert card.read("etc/modules-load.d/companion.conf") == "mc\n"


def test_a_card_in_another_computer_opens_its_wifi_when_it_starts(pi: FakeRoot) -> None:
    pi.install(*EVERYTHING)
    assert (pi.path / "etc/systemd/system/wants/companion-network.timer").is_symlink()
    assert pi.called("nmcli") == []


def test_an_upgrade_without_the_flag_keeps_the_own_wifi_and_what_opens_it_up_to_date(pi: FakeRoot, newer: Path) -> None:
    pi.install(*EVERYTHING, "--ssid", "Tower")
    profile = pi.read("etc/NetworkManager/system-connections/companion.nmconnection")
    (newer.parent / "companion-network.rules").write_text("// newer rules\n")
    pi.install(script=newer)
    assert pi.read("etc/polkit-1/rules.d/51-companion-network.rules") == "// newer rules\n"
    assert pi.read("etc/NetworkManager/system-connections/companion.nmconnection") == profile


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--with-access-point",), "--country"),
        (("--with-access-point", "--country", "no"), "two capital letters"),
        (("--ssid", "a/b&c"), "--ssid takes"),
        (("--mdns-name", "Tower.local"), "--mdns-name takes"),
        (("--country",), "needs a value"),
        (("--surprise",), "there is no option --surprise"),
    ],
)
def test_a_wrong_option_is_refused_before_anything_is_done(pi: FakeRoot, options: tuple[str, ...], words: str) -> None:
    before = pi.files()
    assert words in pi.install(*options, status=1)
    assert pi.files() == before
    assert pi.called("") == []


def test_the_name_goes_to_avahi_and_its_other_settings_stay(pi: FakeRoot) -> None:
    pi.install("--mdns-name", "tower")
    lines = pi.read("etc/avahi/avahi-daemon.conf").splitlines()
    assert lines[0] == "[server]"
    assert lines[2] == "host-name=tower"
    assert lines[-1] == "use-ipv4=yes"


@pytest.mark.parametrize(("told", "port"), [("", "8000"), ("port = 8080      # settings.toml:4\n", "8080")])
def test_the_port_that_avahi_tells_is_the_one_in_the_settings(pi: FakeRoot, told: str, port: str) -> None:
    pi.write("settings-in-force", f'[hits]\nport = "/dev/ttyACM0"   # default\n\n[web]\n{told}')
    pi.install("--mdns-name", "tower")
    assert f"<port>{port}</port>" in pi.read("etc/avahi/services/companion.service")


@pytest.mark.parametrize(
    ("options", "needed"),
    [
        (EVERYTHING[:3], "etc/NetworkManager"),
        (EVERYTHING[:3], "usr/sbin/dnsmasq"),
        (("--mdns-name", "tower"), "etc/avahi/avahi-daemon.conf"),
    ],
)
def test_a_network_that_cannot_be_set_up_is_told_before_anything_is_done(
    pi: FakeRoot, options: tuple[str, ...], needed: str
) -> None:
    (pi.path / needed).rename(pi.path / "gone")
    before = pi.files()
    assert "which is not here" in pi.install(*options, status=1)
    assert pi.files() == before


def test_the_settings_it_begins_with_have_no_faults_and_are_never_overwritten(pi: FakeRoot) -> None:
    from companion.app.settings import CompanionSettings
    from companion.settings import check

    pi.install()
    assert check(pi.read("var/lib/companion/settings.toml"), CompanionSettings).faults == ()
    pi.write("var/lib/companion/settings.toml", "# mine\n")
    pi.install()
    assert pi.read("var/lib/companion/settings.toml") == "# mine\n"


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """The installer of a newer version."""
    return project(tmp_path / "newer", "newer")


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


def test_no_script_insists_on_another_root() -> None:
    """On the Pi itself there is none, so its name is empty."""
    for script in [SYSTEMD / "install", *(SYSTEMD / "lib").iterdir()]:
        assert "${root:?}" not in script.read_text()
