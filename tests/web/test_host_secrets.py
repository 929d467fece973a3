"""The host plays too: neither a refused amendment nor the record of a running game tells what only one player knows."""

import re
from collections.abc import Iterator
from typing import Any

from companion.discretion import NOT_TOLD, reason
from companion.games.trollfjord.moves import Collect, Draw
from companion.record import read_record
from companion.rules import Illegal, say
from tests.web.fakes import Home, Phone

MARK = re.compile(r"-70\d{3}")


def draws(home: Home) -> Iterator[tuple[int, int]]:
    """Treasures that were drawn: the number of the move, and the value."""
    for turn in home.position.turns:
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


def test_a_reason_that_gives_a_treasure_away_is_told_when_the_game_is_over(
    home: Home,
    secret: set[int],  # noqa: ARG001  somebody has one
) -> None:
    position, worth = home.position, say("It is worth 7.")
    collected, drawn = (
        next(turn for turn in position.turns if isinstance(turn.move, kind)) for kind in (Collect, Draw)
    )
    telltale, harmless = Illegal("too_few_boulders", worth, secret=True), Illegal("no_trolls_there", worth)
    assert reason(position, collected, telltale).text == NOT_TOLD
    assert reason(position, collected, harmless) is harmless
    assert reason(position, drawn, harmless).text == NOT_TOLD, "whatever it says, it may be about what was drawn"
    ended = home.table.end(home.table.version)
    assert reason(ended, collected, telltale) is telltale
    assert reason(ended, drawn, harmless) is harmless


def test_the_record_of_a_running_game_waits_while_it_would_tell_a_sack(home: Home, secret: set[int]) -> None:
    host = home.host()
    refused = host.get("/api/host/record")
    assert (refused.status_code, refused.get_json()["code"]) == (409, "still_secret")
    assert not any(str(value) in refused.get_data(as_text=True) for value in secret)
    assert shown(host)["secretive"]
    home.table.end(home.table.version)
    assert not shown(host)["secretive"]
    assert read_record(host.get("/api/host/record").data).moves


def shown(host: Phone) -> dict[str, Any]:
    view: dict[str, Any] = host.post("/api/host/pin", pin="471100").body["view"]
    return view
