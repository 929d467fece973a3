"""A second start on a folder that is in use: it ends with words, and touches nothing."""

import subprocess
import sys
from pathlib import Path

from tests.chaos import trial
from tests.plug import Phone, Plug

SEATS = [{"name": "Astrid", "colour": "brown"}, {"name": "Sven", "colour": "orange"}]
SECOND = "import sys; from companion.cli import main; sys.exit(main())"
WAYS = (["serve", "--rig", "none", "--host", "127.0.0.1", "--port", "0"], ["migrate"])


@trial("two starts", short=2, full=40, limit=300)
def two_starts(folder: Path, rounds: int) -> str:
    state = folder / "state"
    state.mkdir()
    with Plug(state) as plug:
        host, phone = Phone(plug), Phone(plug)
        host.post("/api/host/pin", pin="123456")
        host.post("/api/host/start", game="tower", seats=SEATS, seen=0, request="the beginning")
        phone.post("/api/join", seat=0)
        seen = {"key": "hammerer", "since": 1}
        view = phone.post("/api/play", seat=0, seen=seen, move={"do": "hammer", "seat": 0}, request="take the hammer")
        for number in range(rounds):
            before = contents(state)
            words = [*WAYS[number % len(WAYS)], "--state", str(state)]
            second = subprocess.run(
                [sys.executable, "-c", SECOND, *words], capture_output=True, text=True, timeout=60, check=False
            )
            assert second.returncode == 1, f"the second one ended with {second.returncode}"
            assert "already runs" in second.stderr, f"no word of it: {second.stderr!r}"
            assert contents(state) == before, "the second one wrote something"
        seen = {"key": "trolls 0", "since": view["version"]}
        assert phone.post("/api/play", seat=0, seen=seen, move={"do": "trolls", "count": 3}, request="so it goes on")
    with Plug(state):
        pass
    return "each ended with words, nothing was written, the first one plays on"


def contents(state: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(state.rglob("*")) if path.is_file()}
