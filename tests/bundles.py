"""Small bundles that are signed as real ones are, for tests of what is done with them."""

import subprocess
from pathlib import Path

from companion.bundle_file import this_system
from tests.systemd.fake_root import load_bundle

INSTALLED = "#!/bin/sh\necho installed here >installed\nexit ${STATUS:-0}\n"
bundle = load_bundle()


def new_key(folder: Path, name: str = "key") -> Path:
    key = folder / name
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    return key


def project(folder: Path, system: str = "", installer: str = INSTALLED) -> Path:
    """What a bundle is packed from."""
    there = folder / "to-pack"
    (there / "wheels" / (system or this_system())).mkdir(parents=True)
    (there / "wheels" / (system or this_system()) / "troll.whl").write_bytes(b"troll" * 1000)
    (there / "systemd").mkdir()
    (there / "systemd/install").write_text(installer)
    (there / "systemd/install").chmod(0o755)
    return there


def packed(there: Path, key: Path, file: Path) -> Path:
    bundle.seal(there, key)
    bundle.pack(there, "companion", file)
    return file
