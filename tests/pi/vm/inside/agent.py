"""Runs inside the virtual machine: does what it is told over a virtio port and answers; knows nothing of the companion.

Each line in is a command (`id`, `run`, `seconds`, `input`), each line out how it ended (`id`, `status`, `output`), both
in JSON. Only what every Debian has is used.
"""

import contextlib
import json
import os
import subprocess
import sys
import time
from typing import Any

STATUS_OF_TIMEOUT = 124
"""As timeout(1) has it."""


def done(order: dict[str, Any]) -> dict[str, Any]:
    try:
        ended = subprocess.run(
            order["run"],
            input=order.get("input", "").encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=order["seconds"],
            check=False,
        )
        status, output = ended.returncode, ended.stdout
    except subprocess.TimeoutExpired as late:
        status, output = STATUS_OF_TIMEOUT, late.stdout or b""
    except OSError as error:
        status, output = 127, str(error).encode()
    return {"id": order["id"], "status": status, "output": output.decode(errors="replace")}


def serve(port: int) -> None:
    waiting = b""
    while True:
        read = b""
        with contextlib.suppress(OSError):
            read = os.read(port, 65536)
        if not read:
            # Nobody is at the other end yet, or any more: reading then returns at once.
            time.sleep(0.2)
            continue
        *lines, waiting = (waiting + read).split(b"\n")
        for line in lines:
            answer = json.dumps(done(json.loads(line))).encode() + b"\n"
            while answer:
                answer = answer[os.write(port, answer) :]


def opened(path: str) -> int:
    while True:
        with contextlib.suppress(FileNotFoundError):
            return os.open(path, os.O_RDWR)
        time.sleep(0.5)


if __name__ == "__main__":
    serve(opened(sys.argv[1]))
