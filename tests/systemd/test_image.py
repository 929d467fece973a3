"""What an image is built with, as far as it can be tried without building one: `make pi PARTS=image` does that."""

import base64
import getpass
import hashlib
import json
import lzma
from pathlib import Path

import pytest

from systemd.image import base
from systemd.image.__main__ import main, pack_as_maker
from systemd.image.contents import listed
from systemd.image.manifest import MACHINES, manifest

ENTRY = {
    "name": str,
    "description": str,
    "icon": str,
    "url": str,
    "extract_size": int,
    "extract_sha256": str,
    "image_download_size": int,
    "release_date": str,
}
"""What Imager's own schema demands of an entry."""


def test_imager_is_told_what_was_built_and_that_its_settings_hold(tmp_path: Path) -> None:
    image, packed = tmp_path / "companion-pi.img", tmp_path / "companion-pi.img.xz"
    image.write_bytes(b"troll" * 5000)
    packed.write_bytes(lzma.compress(image.read_bytes()))
    told = json.loads(manifest(image, packed, packed.as_uri(), "raspios", 1_000_000_000))
    (entry,) = told["os_list"]
    assert {name: type(entry[name]) for name in ENTRY} == ENTRY
    assert (entry["extract_size"], entry["image_download_size"]) == (25_000, packed.stat().st_size)
    assert entry["extract_sha256"] == hashlib.sha256(lzma.decompress(packed.read_bytes())).hexdigest()
    assert entry["image_download_sha256"] == hashlib.sha256(packed.read_bytes()).hexdigest()
    assert entry["url"] == f"file://{packed}"
    assert entry["release_date"] == "2001-09-09"
    assert entry["init_format"] == "cloudinit-rpi"
    assert base64.b64decode(entry["icon"].partition("base64,")[2]).startswith(b"<svg")
    # Imager shows an image only for a machine that the manifest names too.
    assert {tag for machine in told["imager"]["devices"] for tag in machine["tags"]} == set(entry["devices"])
    assert {machine["name"] for machine in told["imager"]["devices"]} == {name for name, _, _ in MACHINES}


PACKAGES = "opt/companion/releases/a/venv/lib/python3.13/site-packages"


def a_root(folder: Path, *, backwards: bool = False) -> Path:
    files = {
        "var/lib/dpkg/status": (
            "Package: troll\nStatus: install ok installed\nArchitecture: all\nVersion: 1.0-2\n\n"
            "Package: gone\nStatus: deinstall ok config-files\nArchitecture: all\nVersion: 3\n\n"
            "Package: bridge\nStatus: install ok installed\nArchitecture: arm64\nVersion: 2:7\n"
        ),
        f"{PACKAGES}/flask-3.dist-info/METADATA": "Name: Flask\nVersion: 3\n",
        "opt/companion/releases/a/source/web/page.html": "<main>",
        "etc/hostname": "companion\n",
    }
    for name, content in sorted(files.items(), reverse=backwards):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)
        (folder / name).chmod(0o644)
    (folder / "opt/companion/current").symlink_to("releases/a")
    for name in ("proc/1", "tmp/mine", "opt/companion/releases/a/source/web/__pycache__"):
        (folder / name).mkdir(parents=True)
        (folder / name / str(folder.name)).touch()
    return folder


def test_the_list_of_contents_is_the_same_for_the_same_contents(tmp_path: Path) -> None:
    first, second = a_root(tmp_path / "first"), a_root(tmp_path / "second", backwards=True)
    told = listed(first, "raspios")
    assert told == listed(second, "raspios")
    lines = [line.strip() for line in told.splitlines()]
    assert lines.index("bridge:arm64 2:7") + 1 == lines.index("troll:all 1.0-2")
    assert "Flask 3" in lines
    assert not any("gone" in line or "__pycache__" in line or "/proc" in line or "/tmp" in line for line in lines)
    page = [line for line in lines if line.endswith("/opt/companion/releases/a/source/web/page.html")]
    assert len(page) == 1
    assert page[0].startswith("0644 ")
    assert hashlib.sha256(b"<main>").hexdigest() in page[0]
    assert any(line.endswith("-> releases/a /opt/companion/current") for line in lines)
    (second / "etc/hostname").write_text("another\n")
    assert told != listed(second, "raspios")
    (second / "etc/hostname").write_text("companion\n")
    (second / "etc/hostname").chmod(0o666)
    assert told != listed(second, "raspios")


@pytest.mark.parametrize("content", [lzma.compress(b"another system"), b"no archive"], ids=["another", "damaged"])
def test_a_base_that_is_not_the_pinned_one_is_refused(tmp_path: Path, content: bytes) -> None:
    given, image = tmp_path / "base.img.xz", tmp_path / "companion-pi.img"
    given.write_bytes(content)
    with pytest.raises(base.Refused, match="Nothing was made"):
        base.published(given, tmp_path, image)
    assert not image.exists()


def test_the_pinned_base_is_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given, image = tmp_path / "base.img.xz", tmp_path / "companion-pi.img"
    given.write_bytes(lzma.compress(b"a system"))
    monkeypatch.setattr(base, "SHA256", hashlib.sha256(b"a system").hexdigest())
    assert base.published(given, tmp_path, image) == "2026-06-18-raspios-trixie-arm64-lite"
    assert image.read_bytes() == b"a system"


def test_it_is_the_maker_s_key_that_signs_not_root_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUDO_USER", getpass.getuser())
    assert pack_as_maker(tmp_path, "arm64")[:5] == ["sudo", "-H", "-u", getpass.getuser(), "--"]
    monkeypatch.delenv("SUDO_USER")
    assert pack_as_maker(tmp_path, "arm64")[-1] == "trixie-arm64"
    assert "sudo" not in pack_as_maker(tmp_path, "arm64")


def test_a_machine_that_cannot_build_one_says_what_it_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main([str(tmp_path / "built")]) == 2
    assert "losetup, sfdisk" in capsys.readouterr().err
    assert not (tmp_path / "built").exists()
