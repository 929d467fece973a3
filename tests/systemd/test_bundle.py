"""A bundle is pinned by hashes, tells what is inside, and is checked before it is used."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from tests.bundles import new_key
from tests.systemd.fake_root import SYSTEMD, FakeRoot, load_bundle


@pytest.fixture(scope="module")
def bundle() -> ModuleType:
    return load_bundle()


def wheel(folder: Path, name: str, version: str, told: str = "") -> Path:
    file = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr(f"{name}/__init__.py", "")
        metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{told}"
        packed.writestr(f"{name}-{version}.dist-info/METADATA", metadata)
        packed.writestr(
            f"{name}-{version}.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        packed.writestr(f"{name}-{version}.dist-info/RECORD", "")
    return file


def test_every_package_is_named_with_its_licence(bundle: ModuleType, tmp_path: Path) -> None:
    wheel(tmp_path, "troll", "1.0", "License: MIT\n")
    wheel(tmp_path, "fjord", "2.1", "License-Expression: BSD-3-Clause\n")
    listed = bundle.contents(bundle.packages(tmp_path), "bookworm-arm64")
    assert "bookworm-arm64, Python 3.11" in listed
    assert "troll 1.0  MIT" in listed
    assert "fjord 2.1  BSD-3-Clause" in listed


def test_the_same_project_makes_the_same_bundle(bundle: ModuleType, tmp_path: Path) -> None:
    for turn in ("first", "second"):
        for made_here in ("__pycache__", ".ruff_cache"):
            (tmp_path / turn / "project" / made_here).mkdir(parents=True)
            (tmp_path / turn / "project" / made_here / turn).touch()
        (tmp_path / turn / "project/part.py").write_text("troll = 1\n")
        os.utime(tmp_path / turn / "project/part.py", (len(turn), len(turn)))
        bundle.pack(tmp_path / turn / "project", "companion", tmp_path / f"{turn}.tar.gz")
    assert (tmp_path / "first.tar.gz").read_bytes() == (tmp_path / "second.tar.gz").read_bytes()


def test_a_bundle_for_a_system_that_nobody_knows_is_not_packed(
    bundle: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bundle.main([str(tmp_path / "file"), "bullseye-arm64"]) == 2
    assert "no bundle for bullseye-arm64" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


LOCKS = sorted(SYSTEMD.glob("requirements*.txt"))
PINNED = re.compile(
    r"^([a-z0-9-]+)==(\S+)(?: ; (.*?))?(?: \\)?((?:\n    --hash=sha256:[0-9a-f]{64}(?: \\)?)+)$", re.MULTILINE
)


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_everything_that_the_project_needs_is_pinned_with_hashes(lock: Path) -> None:
    """Somebody who adds a package has to say `make lock`."""
    text = lock.read_text()
    pinned = {found[1]: Version(found[2]) for found in PINNED.finditer(text)}
    told = tomllib.loads((SYSTEMD.parent / "pyproject.toml").read_text())
    needed = [*told["project"]["dependencies"], *told["project"]["optional-dependencies"]["pi"]]
    needed += told["dependency-groups"]["installer"]
    elsewhere = {line for line in (SYSTEMD / "not-from-index.txt").read_text().splitlines() if line[:1] != "#"}
    for need in map(Requirement, needed):
        if need.name not in elsewhere:
            assert need.specifier.contains(pinned[need.name]), f"{need}: make lock"
    assert not elsewhere & set(pinned)
    left = PINNED.sub("", "\n".join(line for line in text.splitlines() if not line.startswith("#")))
    assert left.split() == [], "what stands there beside packages with hashes"


def test_what_is_pinned_for_a_system_is_the_same_wherever_it_is_packed() -> None:
    """pip asks the machine that packs, not the one it packs for, whether a marker holds."""
    for lock in LOCKS:
        if lock.stem != "requirements":
            assert not [found[0] for found in PINNED.finditer(lock.read_text()) if found[3]]


def test_bookworm_keeps_the_numpy_its_camera_library_was_built_for() -> None:
    limits = [
        Requirement(line) for line in (SYSTEMD / "limits-bookworm.txt").read_text().splitlines() if line[0] != "#"
    ]
    pinned = {found[1]: found[2] for found in PINNED.finditer((SYSTEMD / "requirements-bookworm.txt").read_text())}
    assert {limit.name for limit in limits} == {"numpy", "opencv-python-headless"}
    assert all(limit.specifier.contains(pinned[limit.name]) for limit in limits)


@pytest.fixture
def pi(tmp_path: Path, bundle: ModuleType) -> FakeRoot:
    """A Pi without internet, and a bundle unpacked beside it."""
    pi = FakeRoot(tmp_path)
    pack(pi, bundle, "bookworm-arm64")
    pi.write("packages-missing", "")
    return pi


def pack(pi: FakeRoot, bundle: ModuleType, system: str) -> None:
    folder = pi.script.parents[1]
    wheels = folder / "wheels" / system
    wheels.mkdir(parents=True)
    wheel(wheels, "pip", "99.0")
    (folder / "SHA256SUMS").write_text(bundle.sums(folder))


def test_whose_bundle_was_installed_by_hand_is_remembered(pi: FakeRoot, bundle: ModuleType, tmp_path: Path) -> None:
    bundle.seal(pi.script.parents[1], new_key(tmp_path))
    pi.install()
    assert pi.read("opt/companion/bundle-key.pub") == (tmp_path / "key.pub").read_text()
    pi.install("--uninstall")
    assert not (pi.path / "opt/companion").exists()


def test_without_internet_it_is_installed_from_the_bundle_alone(pi: FakeRoot) -> None:
    said = pi.install()
    assert "every file is as it was packed" in said
    assert not pi.called("apt-get")
    fetched, built = [call for call in pi.called("env TMPDIR=/opt/companion") if "pip install" in call]
    for word in ("--no-index", "--require-hashes", "/wheels/pip-99.0-py3-none-any.whl"):
        assert word in fetched
    assert "--no-index" in built
    assert [call for call in pi.called("python3 -m venv") if "--without-pip" in call]
    assert not list(pi.path.glob("opt/companion/releases/*/wheels")), "which would only fill the card"


@pytest.mark.parametrize(
    "file", ["wheels/bookworm-arm64/pip-99.0-py3-none-any.whl", "systemd/requirements-bookworm.txt", "web/part.py"]
)
def test_a_bundle_that_is_not_as_it_was_packed_is_not_used(pi: FakeRoot, file: str) -> None:
    before = pi.files()
    with (pi.script.parents[1] / file).open("ab") as changed:
        changed.write(b"\n# and a little more\n")
    assert "this bundle is damaged" in pi.install(status=1)
    assert pi.files() == before


def test_a_bundle_for_another_system_is_not_used(tmp_path: Path, bundle: ModuleType) -> None:
    pi = FakeRoot(tmp_path, codename="trixie")
    pack(pi, bundle, "bookworm-arm64")
    before = pi.files()
    assert "packed for bookworm-arm64, and this is trixie-arm64" in pi.install(status=1)
    assert pi.files() == before


@pytest.mark.install
def test_a_whole_bundle_is_packed_and_installed_without_a_network(tmp_path: Path) -> None:
    """Of this machine's kind; it takes a minute, and root to be cut off from the network."""
    subprocess.run([sys.executable, SYSTEMD / "bundle", tmp_path / "companion.tar.gz"], check=True)
    shutil.unpack_archive(tmp_path / "companion.tar.gz", tmp_path)
    (wheels,) = (tmp_path / "companion" / "wheels").iterdir()
    (pip,) = wheels.glob("pip-*.whl")
    pinned = SYSTEMD / f"requirements-{wheels.name.split('-')[0]}.txt"
    venv = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    words = [str(venv / "bin/python"), "-m", "pip", "install", "--no-index", "--find-links", str(wheels)]
    offline = ["unshare", "--net", *words, "--no-deps"]
    environ = {"PYTHONPATH": str(pip)}
    subprocess.run([*offline, "--require-hashes", "--requirement", pinned], check=True, env=environ)
    subprocess.run([*offline, "--no-build-isolation", tmp_path / "companion"], check=True, env=environ)
    subprocess.run([venv / "bin/companion", "--help"], check=True, capture_output=True)
