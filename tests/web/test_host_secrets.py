"""The host plays too: neither a refused amendment nor the record of a running game tells what only one player knows."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from companion.games.trollfjord.moves import Draw
from companion.record import read
from companion.rules import Illegal, say
from tests.web.fakes import Home, Phone
from web.moves import NOT_TOLD, reason

MARK = re.compile(r"-70\d{3}")


def draws(home: Home) -> Iterator[tuple[int, int]]:
    """Treasures that were drawn: the number of the move, and the value."""
    for turn in home.table.turns():
        if isinstance(turn.move, Draw):
            yield turn.number, turn.move.treasure


def test_a_refused_amendment_names_no_treasure_that_is_in_a_sack(home: Home, secret: set[int]) -> None:
    """The same treasure cannot be drawn twice: the later draw clashes with the earlier one."""
    host, (first, *later) = home.host(), list(draws(home))
    taken = [value for _, value in later if value in secret]
    assert taken
    for value in taken:
        move = {"do": "draw", "treasure": value}
        answer = host.act("/api/host/amend", seen=home.table.version, number=first[0], move=move)
        assert answer.code == "clash"
        assert "turns a treasure over" in answer.text
        assert not MARK.search(answer.text)


@pytest.mark.parametrize("code", ["no_copy_left", "too_few_boulders"])
def test_a_reason_that_gives_a_treasure_away_is_told_when_the_game_is_over(
    home: Home,
    secret: set[int],  # noqa: ARG001  somebody has one
    code: str,
) -> None:
    position = home.table.position
    assert position is not None
    telltale, harmless = Illegal(code, say("It is worth 7.")), Illegal("no_trolls_there", say("No troll is there."))
    assert reason(position, telltale) == NOT_TOLD
    assert reason(position, harmless) == harmless.text
    ended = home.table.end(home.table.version)
    assert reason(ended, telltale) == telltale.text


def test_the_record_of_a_running_game_waits_while_it_would_tell_a_sack(home: Home, secret: set[int]) -> None:
    host = home.host()
    refused = host.get("/api/host/record")
    assert (refused.status_code, refused.get_json()["code"]) == (409, "still_secret")
    assert not any(str(value) in refused.get_data(as_text=True) for value in secret)
    assert shown(host)["secretive"]
    home.table.end(home.table.version)
    assert not shown(host)["secretive"]
    assert read(host.get("/api/host/record").data).moves


def shown(host: Phone) -> dict[str, Any]:
    view: dict[str, Any] = host.post("/api/host/pin", pin="4711").body["view"]
    return view
