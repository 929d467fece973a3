"""A bundle is used only if the right maker signed its list, and then just what the list names."""

import gzip
import io
import tarfile
from pathlib import Path

import pytest

from companion.bundle_file import demand_for, demand_signed, read_list, this_system, unpack
from companion.rules import Illegal
from tests.bundles import bundle, new_key, packed, project


@pytest.fixture
def key(tmp_path: Path) -> Path:
    return new_key(tmp_path)


def public(key: Path) -> Path:
    return key.with_suffix(".pub")


def used(file: Path, key: Path, folder: Path) -> str:
    """Why it is refused; nothing if it was used."""
    try:
        listed = read_list(file)
        demand_for(listed, this_system())
        demand_signed(listed, key)
        unpack(file, listed, folder)
    except Illegal as refused:
        return refused.code
    return ""


def test_a_bundle_of_the_same_maker_is_unpacked_as_it_was_packed(tmp_path: Path, key: Path) -> None:
    there = project(tmp_path)
    file = packed(there, key, tmp_path / "file")
    assert used(file, public(key), tmp_path / "new") == ""
    for path in there.rglob("*"):
        if path.is_file():
            new = tmp_path / "new" / path.relative_to(there)
            assert new.read_bytes() == path.read_bytes()
            assert new.stat().st_mode & 0o111 == path.stat().st_mode & 0o111


def test_another_maker_s_bundle_and_one_without_a_signature_are_refused(tmp_path: Path, key: Path) -> None:
    there = project(tmp_path)
    file = packed(there, new_key(tmp_path, "other"), tmp_path / "file")
    assert used(file, public(key), tmp_path / "new") == "other_maker"
    (there / "SHA256SUMS.sig").unlink()
    bundle.pack(there, "companion", file)
    assert used(file, public(key), tmp_path / "new") == "other_maker"
    assert not (tmp_path / "new").exists()


def test_a_list_that_was_changed_after_it_was_signed_is_refused(tmp_path: Path, key: Path) -> None:
    there = project(tmp_path)
    packed(there, key, tmp_path / "file")
    (there / "systemd/install").write_text("#!/bin/sh\nrm -rf /\n")
    (there / "SHA256SUMS").write_text(bundle.sums(there))
    bundle.pack(there, "companion", tmp_path / "file")
    assert used(tmp_path / "file", public(key), tmp_path / "new") == "other_maker"


def test_a_file_that_is_not_as_it_was_packed_or_gone_is_refused(tmp_path: Path, key: Path) -> None:
    there = project(tmp_path)
    packed(there, key, tmp_path / "file")
    (there / "systemd/install").write_text("#!/bin/sh\nrm -rf /\n")
    bundle.pack(there, "companion", tmp_path / "file")
    assert used(tmp_path / "file", public(key), tmp_path / "new") == "damaged"
    (there / "systemd/install").unlink()
    bundle.pack(there, "companion", tmp_path / "file")
    assert used(tmp_path / "file", public(key), tmp_path / "newer") == "damaged"


def test_nothing_is_written_that_the_list_does_not_name(tmp_path: Path, key: Path) -> None:
    there = project(tmp_path)
    packed(there, key, tmp_path / "file")
    (there / "surprise").write_text("more")
    (there / "link").symlink_to("/etc")
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as smuggling:
        smuggling.add(there, "companion", filter=bundle.kept)
        smuggling.addfile(tarfile.TarInfo("companion/../../outside"))
        smuggling.addfile(tarfile.TarInfo("/outside"))
    (tmp_path / "file").write_bytes(gzip.compress(plain.getvalue()))
    assert used(tmp_path / "file", public(key), tmp_path / "new") == ""
    assert {path.name for path in (tmp_path / "new").iterdir()} == {
        "wheels",
        "systemd",
        "bundle-key.pub",
        "SHA256SUMS",
        "SHA256SUMS.sig",
    }
    assert not (tmp_path.parent / "outside").exists()


@pytest.mark.parametrize("name", ["/etc/passwd", "../../etc/passwd", "a/../../b"])
def test_not_even_its_maker_reaches_outside(tmp_path: Path, key: Path, name: str) -> None:
    there = project(tmp_path)
    bundle.seal(there, key)
    (there / "SHA256SUMS").write_text(f"{'0' * 64}  {name}\n")
    bundle.pack(there, "companion", tmp_path / "file")
    assert used(tmp_path / "file", public(key), tmp_path / "new") == "damaged"


def test_one_for_another_system_is_refused_and_says_for_which(tmp_path: Path, key: Path) -> None:
    file = packed(project(tmp_path, "bullseye-m68k"), key, tmp_path / "file")
    with pytest.raises(Illegal, match="bullseye-m68k"):
        demand_for(read_list(file), "trixie-arm64")


@pytest.mark.parametrize(
    "content",
    [b"", b"no bundle", gzip.compress(b"no bundle"), b"\x1f\x8b\x08\0\0\0\0\0"],
    ids=["nothing", "words", "packed words", "half a head"],
)
def test_what_is_no_bundle_is_refused_in_words(tmp_path: Path, key: Path, content: bytes) -> None:
    (tmp_path / "file").write_bytes(content)
    assert used(tmp_path / "file", public(key), tmp_path / "new") == "no_bundle"


def test_half_a_bundle_is_refused_in_words(tmp_path: Path, key: Path) -> None:
    file = packed(project(tmp_path), key, tmp_path / "file")
    file.write_bytes(file.read_bytes()[:-60])
    assert used(file, public(key), tmp_path / "new") in ("no_bundle", "damaged")
