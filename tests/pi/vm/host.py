"""The host's phone: it chooses the PIN and asks the companion in the virtual machine; it looks behind no page."""

import json
from typing import Any

from tests.pi.vm.machine import Machine

ADDRESS = "http://127.0.0.1:8000"
JAR = "/run/host.cookies"
CURL = ("curl", "--silent", "--show-error", "--fail-with-body", "--max-time", "60", "-c", JAR, "-b", JAR)
JSON = ("-H", "Content-Type: application/json", "-d")
PIN = "314159"


class Host:
    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.sign_in()

    def sign_in(self) -> dict[str, Any]:
        """What the host then sees of the table."""
        seen: dict[str, Any] = self.post("/api/host/pin", pin=PIN)["view"]
        return seen

    def get(self, path: str) -> Any:
        return json.loads(self._machine.run(*CURL, ADDRESS + path))

    def post(self, path: str, **body: Any) -> Any:
        return json.loads(self._machine.run(*CURL, *JSON, json.dumps(body), ADDRESS + path))

    def order(self, path: str) -> None:
        """Ask for something, and wait for no answer: the machine may be gone by then."""
        self._machine.run("systemd-run", "--collect", *CURL, *JSON, "{}", ADDRESS + path)
