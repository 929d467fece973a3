"""Whatever is sent to any route by whomever: no breakdown, no hang, and no change without the right token.

FUZZ says how many requests; `make fuzz` sends 100,000.
"""

import os
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from companion.journal import Amended, Played, Withdrew
from tests.web.fuzzing import ROLES, RunningCompanion, Sent, requests, send

REQUESTS = int(os.environ.get("FUZZ", "900"))
AT_ONCE = 25
PATIENCE = 20
"""Seconds; a request that takes longer hangs."""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningCompanion]:
    with ExitStack() as stack:
        yield RunningCompanion(tmp_path_factory.mktemp("fuzzed"), stack)


@contextmanager
def patience() -> Iterator[None]:
    def hangs(_: int, __: FrameType | None) -> None:
        raise AssertionError(f"a request hangs for {PATIENCE} seconds")

    before = signal.signal(signal.SIGALRM, hangs)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def test_every_route_is_described(running: RunningCompanion) -> None:
    for rule in running.app.url_map.iter_rules():
        if rule.endpoint.endswith("static"):
            continue
        path = rule.rule
        for name in rule.arguments:
            path = path.replace(f"<int:{name}>", f"<{name}>").replace(f"<{name}>", "{" + name + "}")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            described = running.described["paths"][path][method.lower()]
            assert ("requestBody" in described) == (method == "POST")


def test_whatever_can_be_sent_is_described(running: RunningCompanion) -> None:
    operations = {
        (method, path): operation
        for path, methods in running.described["paths"].items()
        for method, operation in methods.items()
    }
    upload = operations["post", "/api/host/care/piece"]
    assert list(upload["requestBody"]["content"]) == ["application/octet-stream"]
    assert [parameter["name"] for parameter in upload["parameters"]] == ["start"]
    (view, page, witness) = operations["get", "/stream"]["parameters"]
    assert (view["name"], view["required"], sorted(view["schema"]["enum"])) == (
        "as",
        True,
        ["host", "play", "table", "tower"],
    )
    assert (page["name"], page["schema"]["minLength"]) == ("page", 8)
    assert (witness["name"], witness["required"]) == ("witness", False)


def test_a_body_is_described_as_it_is_decoded(running: RunningCompanion) -> None:
    play = running.described["paths"]["/api/play"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert play == {"$ref": "#/components/schemas/Play"}
    schema = running.described["components"]["schemas"]["Play"]
    assert schema["required"] == ["request", "seat", "seen", "move"]
    assert schema["additionalProperties"] is False


@pytest.mark.parametrize("role", ROLES)
def test_nothing_breaks_and_nothing_changes_without_the_right_token(running: RunningCompanion, role: str) -> None:
    answered: Counter[int] = Counter()
    began = running.table.version

    @settings(
        max_examples=max(1, REQUESTS // AT_ONCE // len(ROLES)),
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.lists(requests(running.described), min_size=AT_ONCE, max_size=AT_ONCE))
    def fuzz(batch: list[Sent]) -> None:
        running.seat_everyone()
        before, seats, version = running.kept(), running.seats(), running.table.version
        for sent in batch:
            with patience():
                status, data = send(running, running.clients[role], sent)
            answered[status] += 1
            assert status < 500 or (status, b"too_many_pages" in data) == (503, True), (sent, data)
        if role != "host":
            assert running.kept() == before
            assert sorted(running.seats()) == sorted(seats)
            demand_own_moves(running, version, role)

    fuzz()
    print(role, dict(sorted(answered.items())), running.table.version - began, "acts")
    assert answered[200] > answered.total() / 20, "most of it must not be turned away at the door"
    assert role == "stranger" or running.table.version > began, "moves must be among it"


def demand_own_moves(running: RunningCompanion, version: int, role: str) -> None:
    for entry in running.journal.all_entries():
        if entry.number <= version:
            continue
        assert role == "player", f"a stranger did {entry}"
        assert entry.source == "phone"
        assert isinstance(entry.act, (Played, Withdrew, Amended))
        seat: Any = entry.act.seat if isinstance(entry.act, Played) else 0
        assert seat == 0, f"a player moved for another seat: {entry}"
