"""The units: lawful in systemd's eyes, and as closed as the devices allow, each opening named beside its device."""

import json
import re
import shutil
import subprocess
from argparse import ArgumentParser
from pathlib import Path

import pytest

from tests.needs import missing

SYSTEMD = Path(__file__).parents[2] / "systemd"
SERVICES = ("companion.service", "companion-network.service", "companion-address.service")
UNITS = (
    *SERVICES,
    "companion-take-back.service",
    "companion-update.service",
    "companion-update.path",
    "companion-network.timer",
    "companion.socket",
)
MOST_EXPOSURE = 2.0


def tool(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        missing(name)
    return found


@pytest.fixture
def system(tmp_path: Path) -> Path:
    """A system in which the units are installed, for systemd to look at."""
    analyze = tool("systemd-analyze")
    own = Path("/usr/lib/systemd/system")
    if not own.exists():
        missing(f"the units that belong to {analyze}")
    shutil.copytree(own, tmp_path / "usr/lib/systemd/system", symlinks=True)
    for unit in UNITS:
        shutil.copy(SYSTEMD / unit, tmp_path / "usr/lib/systemd/system" / unit)
    ours = "opt/companion/current"
    programs = [f"{ours}/venv/bin/companion", f"{ours}/source/systemd/network-fallback"]
    programs += ["opt/companion/upgrading/source/systemd/install", "usr/sbin/ip", "usr/bin/systemctl"]
    for program in programs:
        file = tmp_path / program
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(0o755)
    return tmp_path


@pytest.mark.parametrize("unit", UNITS)
def test_systemd_has_nothing_to_say_against_it(system: Path, unit: str) -> None:
    done = subprocess.run(
        [tool("systemd-analyze"), "verify", "--man=no", f"--root={system}", f"/usr/lib/systemd/system/{unit}"],
        capture_output=True,
        text=True,
        check=False,
    )
    ours = [line for line in done.stderr.splitlines() if "companion" in line]
    assert ours == []
    assert done.returncode == 0, done.stderr


def assessed(unit: str) -> list[dict[str, object]]:
    done = subprocess.run(
        [tool("systemd-analyze"), "security", "--offline=true", "--json=short", "--no-pager", SYSTEMD / unit],
        capture_output=True,
        text=True,
        check=False,
    )
    lines: list[dict[str, object]] = json.loads(done.stdout)
    return lines


@pytest.mark.parametrize("unit", SERVICES)
def test_its_exposure_is_small(unit: str) -> None:
    done = subprocess.run(
        [
            tool("systemd-analyze"),
            "security",
            "--offline=true",
            f"--threshold={MOST_EXPOSURE * 10:.0f}",
            SYSTEMD / unit,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    (level,) = re.findall(r"exposure level for \S+: ([\d.]+)", done.stdout)
    assert float(level) <= MOST_EXPOSURE, done.stdout
    assert done.returncode == 0, done.stdout


def test_everything_left_open_is_known_and_why() -> None:
    left_open = {str(line["json_field"]) for line in assessed("companion.service") if line["exposure"]}
    explained = re.findall(r"^#   (\w+) {2,}(\w+)", (SYSTEMD / "companion.service").read_text(), re.MULTILINE)
    assert left_open == {name for name, _ in explained}
    assert {who for _, who in explained} <= {"hits", "lights", "camera", "pages", "watchdog", "all"}


def test_every_device_it_may_touch_is_named_beside_its_line() -> None:
    lines = (SYSTEMD / "companion.service").read_text().splitlines()
    for number, line in enumerate(lines):
        if line.startswith("DeviceAllow="):
            above = next(earlier for earlier in reversed(lines[:number]) if not earlier.startswith("DeviceAllow="))
            assert above.startswith("# "), line
            assert any(device in above for device in ("hits", "lights", "camera", "doctor")), line


def test_a_device_that_comes_after_the_start_is_let_in_too() -> None:
    """A name is looked up once, when the unit starts: while its module is not loaded it stands for nothing."""
    text = (SYSTEMD / "companion.service").read_text()
    allowed = set(re.findall(r"^DeviceAllow=char-(\S+) rw$", text, re.MULTILINE))
    plugged_in = {"166": "ttyACM", "188": "ttyUSB", "153": "spi", "81": "video4linux"}
    assert allowed - set(plugged_in) == {"gpiochip", "media", "dma_heap", "vcio"}
    assert set(plugged_in) <= allowed
    promised = re.findall(r"/dev/([a-zA-Z]+)", (SYSTEMD.parent / "hardware/hits/PROTOCOL.md").read_text())
    assert set(promised) <= set(plugged_in.values())


def settings_of(unit: str, key: str) -> list[str]:
    return re.findall(rf"^{key}=(.*)$", (SYSTEMD / unit).read_text(), re.MULTILINE)


def test_port_80_comes_from_the_system_and_goes_with_the_companion() -> None:
    assert settings_of("companion.service", "Sockets") == ["companion.socket"]
    assert settings_of("companion.socket", "ListenStream") == ["0.0.0.0:80"]
    assert settings_of("companion.socket", "PartOf") == ["companion.service"], "no phone wakes what was stopped"
    assert settings_of("companion.service", "AmbientCapabilities") == [""]
    for key in ("IPAddressDeny", "IPAddressAllow"):
        assert settings_of("companion.socket", key) == settings_of("companion.service", key)


def polkit_answers(rules: str, user: str, actions: list[str]) -> list[str | None]:
    """What polkit would say, had it only these rules."""
    script = """
    let rule;
    const polkit = { Result: { YES: "yes" }, addRule: (given) => { rule = given; } };
    eval(process.argv[1]);
    const [user, actions] = [process.argv[2], JSON.parse(process.argv[3])];
    console.log(JSON.stringify(actions.map((id) => rule({ id }, { user }) ?? null)));
    """
    words = [tool("node"), "-e", script, (SYSTEMD / rules).read_text(), user, json.dumps(actions)]
    answered: list[str | None] = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
    return answered


@pytest.mark.parametrize(
    ("rules", "allowed"),
    [
        (
            "companion.rules",
            ["power-off", "reboot", "power-off-multiple-sessions", "reboot-multiple-sessions"],
        ),
        ("companion-network.rules", ["network-control", "wifi.share.protected"]),
    ],
)
def test_polkit_lets_the_companion_do_just_what_it_has_to(rules: str, allowed: list[str]) -> None:
    """With somebody logged in, too; and a Wi-Fi of its own with a password."""
    family = "org.freedesktop.login1" if rules == "companion.rules" else "org.freedesktop.NetworkManager"
    asked = [f"{family}.{action}" for action in allowed]
    others = [f"{family}.{action}" for action in ("halt", "settings.modify.system", "wifi.share.open", "wifi.scan")]
    assert polkit_answers(rules, "companion", asked) == ["yes"] * len(asked)
    assert polkit_answers(rules, "companion", others) == [None] * len(others)
    assert polkit_answers(rules, "nobody", asked) == [None] * len(asked)


def test_it_never_waits_for_the_network_never_gives_up_and_is_watched() -> None:
    text = (SYSTEMD / "companion.service").read_text()
    settings = [line for line in text.splitlines() if not line.startswith("#")]
    assert not [line for line in settings if "network" in line]
    for line in ("Type=notify", "Restart=always", "StartLimitIntervalSec=0", "WatchdogSec=30", "User=companion"):
        assert line in settings


@pytest.mark.parametrize("script", ["install", "network-fallback", "first-start"])
def test_shellcheck_has_nothing_to_say(script: str) -> None:
    done = subprocess.run(
        [tool("shellcheck"), "--check-sourced", SYSTEMD / script], capture_output=True, text=True, check=False
    )
    assert done.stdout == ""
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("devices", "opens"),
    [
        ("wifi:disconnected\nloopback:connected (externally)\n", True),
        ("wifi:unavailable\nethernet:unavailable\n", True),
        ("wifi-p2p:disconnected\n", True),
        ("wifi:connected\n", False),
        ("wifi:connecting (getting IP configuration)\n", False),
        ("wifi:disconnected\nethernet:connected\n", False),
    ],
)
def test_the_own_wifi_opens_only_when_there_is_no_network(tmp_path: Path, devices: str, opens: bool) -> None:
    calls = tmp_path / "calls"
    calls.touch()
    nmcli = tmp_path / "nmcli"
    nmcli.write_text(
        f'#!/bin/sh\necho "$*" >>{calls}\ncase "$*" in *device) cat <<END\n{devices}END\n;; esac\n',
    )
    nmcli.chmod(0o755)
    environ = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    subprocess.run([SYSTEMD / "network-fallback"], env=environ, check=True, capture_output=True)
    opened = [call for call in calls.read_text().splitlines() if call.endswith("connection up companion")]
    assert bool(opened) == opens


def test_the_unit_starts_the_program_with_words_it_knows() -> None:
    from companion.cli import serve

    text = (SYSTEMD / "companion.service").read_text()
    (words,) = re.findall(r"^ExecStart=\S+/companion (.*)$", text, re.MULTILINE)
    parser = ArgumentParser()
    serve.add_parser(parser.add_subparsers())
    assert parser.parse_args(words.split()).state == Path("/var/lib/companion")


def test_a_fresh_card_is_installed_after_what_imager_wants_done_and_then_restarted(tmp_path: Path) -> None:
    """The script that systemd is given, with all its commands played."""
    commands = tmp_path / "commands"
    for name in ("systemd-run", "mkdir", "tar", "systemctl"):
        tool = tmp_path / name
        tool.write_text(f'#!/bin/sh\necho "{name} $*" >>{commands}\n')
        tool.chmod(0o755)
    (tmp_path / "systemd-run").write_text(
        f'#!/bin/sh\necho "$*" >{commands}\nfor last; do :; done\nexec sh -c "$last"\n'
    )
    environ = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    failed = subprocess.run([SYSTEMD / "first-start"], env=environ, check=False, capture_output=True)
    told = commands.read_text()
    assert "--property=After=cloud-final.service" in told
    assert "tar -xzf /boot/firmware/companion.tar.gz -C /usr/local/src\n" in told
    assert failed.returncode == 127, "there is no installer here"
    assert "systemctl reboot" not in told.splitlines(), "what failed stays on for somebody to look"


def test_the_readme_names_every_option_and_every_place() -> None:
    readme = (SYSTEMD / "README.md").read_text()
    told = subprocess.run([SYSTEMD / "install", "--help"], capture_output=True, text=True, check=True).stdout
    for option in set(re.findall(r"--[a-z-]+", told)) - {"--help"}:
        assert option in readme, option
    for place in ("/opt/companion", "/var/lib/companion", "/var/backups/companion"):
        assert f"`{place}`" in readme
