"""A bundle is pinned by hashes, tells what is inside, and is checked before it is used."""

import importlib.machinery
import importlib.util
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

from tests.systemd.fake_root import SYSTEMD, FakeRoot


@pytest.fixture(scope="module")
def bundle() -> ModuleType:
    """The program itself, which has no ending."""
    loader = importlib.machinery.SourceFileLoader("bundle", str(SYSTEMD / "bundle"))
    spec = importlib.util.spec_from_loader("bundle", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


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


def test_every_package_is_pinned_by_its_hash_and_named_with_its_licence(bundle: ModuleType, tmp_path: Path) -> None:
    wheel(tmp_path, "troll", "1.0", "License: MIT\n")
    wheel(tmp_path, "fjord", "2.1", "License-Expression: BSD-3-Clause\n")
    found = bundle.packages(tmp_path)
    pinned = bundle.requirements(found)
    (tmp_path / "requirements.txt").write_text(pinned)
    listed = bundle.contents(found, "bookworm arm64")
    assert "troll 1.0  MIT" in listed
    assert "fjord 2.1  BSD-3-Clause" in listed
    there, pins = str(tmp_path / "there"), str(tmp_path / "requirements.txt")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--require-hashes", "--no-deps"]
    install += ["--target", there, "--find-links", str(tmp_path), "--requirement", pins]
    subprocess.run(install, check=True, capture_output=True)
    assert (tmp_path / "there" / "troll").is_dir()
    wheel(tmp_path, "troll", "1.0", "License: MIT\nSummary: not what was packed\n")
    refused = subprocess.run(install, check=False, capture_output=True, text=True)
    assert refused.returncode != 0
    assert "THESE PACKAGES DO NOT MATCH THE HASHES" in refused.stderr


@pytest.fixture
def pi(tmp_path: Path, bundle: ModuleType) -> FakeRoot:
    """A Pi without internet, and a bundle unpacked beside it."""
    pi = FakeRoot(tmp_path)
    pack(pi, bundle, "bookworm arm64")
    pi.write("packages-missing", "")
    return pi


def pack(pi: FakeRoot, bundle: ModuleType, system: str) -> None:
    folder = pi.script.parents[1]
    wheels = folder / "wheels"
    wheels.mkdir(exist_ok=True)
    wheel(wheels, "pip", "99.0")
    (wheels / "requirements.txt").write_text(bundle.requirements(bundle.packages(wheels)))
    (wheels / "system").write_text(system + "\n")
    (folder / "SHA256SUMS").write_text(bundle.sums(folder))


def test_without_internet_it_is_installed_from_the_bundle_alone(pi: FakeRoot) -> None:
    said = pi.install()
    assert "every file is as it was packed" in said
    assert not pi.called("apt-get")
    (call,) = [call for call in pi.called("env TMPDIR=/opt/companion") if "pip install" in call]
    for word in ("--no-index", "--require-hashes", "/wheels/pip-99.0-py3-none-any.whl"):
        assert word in call
    assert pi.called("python3 -m venv --without-pip")
    assert not list(pi.path.glob("opt/companion/releases/*/wheels")), "which would only fill the card"


@pytest.mark.parametrize("file", ["wheels/pip-99.0-py3-none-any.whl", "wheels/requirements.txt", "web/part.py"])
def test_a_bundle_that_is_not_as_it_was_packed_is_not_used(pi: FakeRoot, file: str) -> None:
    before = pi.files()
    with (pi.script.parents[1] / file).open("ab") as changed:
        changed.write(b"\n# and a little more\n")
    assert "this bundle is damaged" in pi.install(status=1)
    assert pi.files() == before


def test_a_bundle_for_another_system_is_not_used(pi: FakeRoot, bundle: ModuleType) -> None:
    pack(pi, bundle, "trixie arm64")
    before = pi.files()
    assert "packed for trixie arm64" in pi.install(status=1)
    assert pi.files() == before


def test_other_packages_make_another_release(pi: FakeRoot, bundle: ModuleType) -> None:
    pi.install()
    before = {path.name for path in pi.path.glob("opt/companion/releases/*")}
    wheel(pi.script.parents[1] / "wheels", "troll", "1.1")
    pack(pi, bundle, "bookworm arm64")
    pi.install()
    assert {path.name for path in pi.path.glob("opt/companion/releases/*")} > before


@pytest.mark.install
def test_a_whole_bundle_is_packed_and_installed_without_a_network(tmp_path: Path) -> None:
    """Of this machine's kind; it takes a minute, and root to be cut off from the network."""
    subprocess.run([sys.executable, SYSTEMD / "bundle", tmp_path / "companion.tar.gz"], check=True)
    shutil.unpack_archive(tmp_path / "companion.tar.gz", tmp_path)
    wheels = tmp_path / "companion" / "wheels"
    (pip,) = wheels.glob("pip-*.whl")
    venv = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    words = [str(venv / "bin/python"), "-m", "pip", "install", "--no-index", "--find-links", str(wheels)]
    words += ["--require-hashes", "--requirement", str(wheels / "requirements.txt")]
    subprocess.run(["unshare", "--net", *words], check=True, env={"PYTHONPATH": str(pip)})
    subprocess.run([venv / "bin/companion", "--help"], check=True, capture_output=True)
