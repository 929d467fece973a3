"""The bundle in a Debian for arm64, 12 and 13, without a network, on an emulated processor: `make test-arm64` runs it.

It proves that the packed wheels are the ones a Pi takes, and that the companion starts with them; nothing about pins or
cameras, nor how fast a Pi is. How long a start takes beside the bare loading of its packages is printed.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.needs import missing

pytestmark = pytest.mark.arm64

PROJECT = Path(__file__).parents[2]
EMULATED = Path("/proc/sys/fs/binfmt_misc/qemu-aarch64")
PYTHON = "/opt/companion/current/venv/bin/python"
PACKAGES = "import flask, babel, msgspec, segno, numpy, cv2, serial, waitress"


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundle")
    environ = {**os.environ, "COMPANION_KEY": str(folder / "key")}
    words = [sys.executable, str(PROJECT / "systemd/bundle"), str(folder / "companion.tar.gz")]
    words += ["bookworm-arm64", "trixie-arm64"]
    subprocess.run(words, check=True, env=environ)
    return folder / "companion.tar.gz"


@pytest.fixture(params=["bookworm", "trixie"])
def debian(request: pytest.FixtureRequest, tmp_path: Path, bundle: Path) -> Iterator[Path]:
    if os.geteuid() != 0 or not EMULATED.exists() or shutil.which("debootstrap") is None:
        missing("root, debootstrap, and qemu-user-static registered with the kernel")
    root = tmp_path / "root"
    words = ["debootstrap", "--arch=arm64", "--variant=minbase", "--include=python3,systemd", request.param, str(root)]
    subprocess.run(words, check=True, capture_output=True)
    root.chmod(0o755)
    subprocess.run(["tar", "-xzf", bundle, "-C", root], check=True)
    subprocess.run(["mount", "-t", "proc", "proc", root / "proc"], check=True)
    yield root
    subprocess.run(["umount", root / "proc"], check=True)


def test_it_is_installed_without_a_network_and_shows_its_first_page(debian: Path) -> None:
    environ = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
    inside = ["chroot", str(debian)]
    subprocess.run(["unshare", "--net", *inside, "/companion/systemd/install"], check=True, env=environ)
    began = time.monotonic()
    subprocess.run([*inside, PYTHON, "-c", PACKAGES], check=True, env=environ)
    bare = time.monotonic() - began
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    words = ["runuser", "-u", "companion", "--", "/usr/local/bin/companion", "serve", "--rig", "none"]
    words += ["--state", "/var/lib/companion", "--host", "127.0.0.1", "--port", str(port)]
    began = time.monotonic()
    with subprocess.Popen([*inside, *words], stdout=subprocess.PIPE, text=True, env=environ) as companion:
        try:
            assert companion.stdout is not None
            assert "is ready" in companion.stdout.readline()
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            assert b"<main" in opener.open(f"http://127.0.0.1:{port}/", timeout=600).read()
            first = time.monotonic() - began
        finally:
            companion.terminate()
    print(f"{debian}: bare loading {bare:.1f} s, first page {first:.1f} s, {first / bare:.1f} times as long")
