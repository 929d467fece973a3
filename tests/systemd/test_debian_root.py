"""The installer in a Debian of its own, 12 and 13: twice, an upgrade, then away. `make test-install` runs it."""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.needs import missing
from tests.systemd.fake_root import load_bundle

pytestmark = pytest.mark.install

PROJECT = Path(__file__).parents[2]
PACKAGES = "python3-venv,systemd,systemd-sysv"
NOT_OURS = (
    "proc/",
    "sys/",
    "dev/",
    "run/",
    "tmp/",
    "wheels",
    "project",
    "etc/passwd-",
    "etc/group-",
    "etc/shadow-",
    "etc/gshadow-",
)
"""What lives by itself, or was put there by this test, or is the user tools' own copy of before."""


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def debian(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    if os.geteuid() != 0:
        missing("root, to make a system of its own")
    if shutil.which("debootstrap") is None:
        missing("debootstrap")
    name: str = request.param
    root = tmp_path_factory.mktemp(name)
    root.chmod(0o755)  # not for root's eyes alone, as temporary folders are: it is another user's /
    subprocess.run(
        ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", name, root], check=True, capture_output=True
    )
    # So that nothing is fetched from inside: what is tested is the installer, not the network.
    bundle = load_bundle()
    bundle.fetch(f"{name}-{bundle.this_system().partition('-')[2]}", root / "wheels")
    return root


@pytest.fixture(scope="module")
def installer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a copy of the project that stays as it is meanwhile."""
    copy = tmp_path_factory.mktemp("project")
    names = subprocess.run(["git", "ls-files"], cwd=PROJECT, capture_output=True, text=True, check=True).stdout
    for name in names.splitlines():
        if (PROJECT / name).exists():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(PROJECT / name, copy / name)
    return copy / "systemd" / "install"


ENVIRON = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/wheels"}


def install(*words: str | Path) -> str:
    done = subprocess.run(
        words,
        env=ENVIRON,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def files(root: Path) -> dict[str, str]:
    """Every file with its mode, owner and content; the interpreter's own caches aside."""
    found: dict[str, str] = {}
    for path in root.rglob("*"):
        name = str(path.relative_to(root))
        if name.startswith(NOT_OURS) or "__pycache__" in name or not (path.is_file() or path.is_symlink()):
            continue
        state = path.lstat()
        content = str(path.readlink()) if path.is_symlink() else hashlib.sha256(path.read_bytes()).hexdigest()
        found[name] = f"{state.st_mode:o} {state.st_uid}:{state.st_gid} {content}"
    return found


def test_twice_is_the_same_as_once_it_runs_and_uninstalling_leaves_nothing(debian: Path, installer: Path) -> None:
    """First on a system mounted elsewhere, as on a card in another computer; then from within, as on a Pi."""
    before = files(debian)
    install(installer, "--root", debian)
    once = files(debian)
    assert (debian / "etc/systemd/system/multi-user.target.wants/companion.service").is_symlink()
    told = as_companion(debian, "settings", "--state", "/var/lib/companion")
    assert 'hits = "none"' in told
    assert "settings.toml:" in told
    as_companion(debian, "migrate", "--state", "/var/lib/companion")
    shutil.copytree(installer.parents[1], debian / "project")
    within = ("chroot", debian, "/project/systemd/install")
    said = install(*within)
    assert "written:" not in said
    assert files(debian) == once
    (debian / "project/README.md").write_text("A newer version.")
    assert "switched: releases/" in install(*within)
    assert [path.name[:5] for path in (debian / "var/backups/companion").iterdir()] == ["0001-"]
    install(*within, "--uninstall")
    after = files(debian)
    assert {name for name in after if after[name] != before.get(name)} == set()
    assert set(before) - set(after) == set()


def as_companion(root: Path, *words: str) -> str:
    program = ["runuser", "-u", "companion", "--", "/usr/local/bin/companion", *words]
    return subprocess.run(["chroot", root, *program], capture_output=True, text=True, check=True, env=ENVIRON).stdout
