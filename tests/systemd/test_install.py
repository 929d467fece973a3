"""The installer, on a system that is only files: it does what it says, once, and takes it all away again."""

import tomllib
from pathlib import Path

import pytest

from tests.systemd.fake_root import CONFIG_TXT, EVERYTHING, SYSTEMD, FakeRoot


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


def test_no_script_insists_on_another_root() -> None:
    """On the Pi itself there is none, so its name is empty."""
    for script in [SYSTEMD / "install", *(SYSTEMD / "lib").iterdir()]:
        assert "${root:?}" not in script.read_text()
