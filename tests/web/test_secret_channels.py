"""Two games that differ in one player's secret are the same to everyone else, through every channel.

That a leak would be noticed is tested too: one channel after another is broken on purpose.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.games import GAMES
from companion.rules import Form, Game, GameView, Illegal, Move, Option, Panel, Pick, Prompt, say
from tests.companion.games.enrolled import ENROLLED
from tests.companion.games.secrets import SECRETS, History, Twins, kept_apart, twins, unfinished_game
from tests.games import beacon
from tests.players import people
from tests.web import secret_channels as channels
from tests.web.games.hush.game import HUSH, MISSED, Draw, Hide, Lay, Roll, Setup, State
from tests.web.secret_channels import CHANNELS, Channel, Evening, leaks
from web.services import services

SEATS = 3
LATER = 5
"""Moves after which the difference is still a secret."""


def pairs(name: str, seeds: tuple[int, ...]) -> Iterator[Twins]:
    """Games at a moment when they differ in a secret: when its keeper is asked in private, if that happens."""
    game = ENROLLED[name]
    for seed in seeds:
        print(f"seed {seed}")
        chance = Random(seed)
        for pair in twins(game, unfinished_game(game, SEATS, chance), chance):
            states, others = pair.one.states, pair.other.states
            differ = (moment for moment in range(pair.since, len(states)) if states[moment] != others[moment])
            moments = [moment for moment in differ if not one_is_missing(game, states[moment])]
            if moments:
                asked = [moment for moment in moments if asks_in_private(game, pair, states[moment])]
                yield pair.first(asked[-1] if asked else moments[min(LATER, len(moments) - 1)])
                break


def asks_in_private(game: Game[Any], pair: Twins, state: Any) -> bool:
    return any(prompt.private and pair.keepers.issuperset(prompt.seats) for prompt in game.prompts(state))


def one_is_missing(game: Game[Any], state: Any) -> bool:
    """Whether the next answer opens all that are sealed, whoever tries it."""
    sealed = [prompt for prompt in game.prompts(state) if prompt.sealed]
    return sum(prompt.given is None for prompt in sealed) == 1


@pytest.fixture(autouse=True)
def alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every enrolled game can be played; what is drawn by lot, or told by the table's key, is the same for all."""
    for name, game in ENROLLED.items():
        monkeypatch.setitem(GAMES, name, game)
    beacon.register(monkeypatch)
    monkeypatch.setattr("web.page_views.secrets.token_hex", lambda _: "drawn")
    monkeypatch.setattr("companion.witness.Witness._signed", lambda *_: "0" * 20)
    monkeypatch.setattr("companion.seating.new_code", lambda: "1234")


@contextmanager
def evenings(folder: Path, name: str, pair: Twins) -> Iterator[tuple[Evening, Evening]]:
    with ExitStack() as stack:
        found = []
        for place, history in (("one", pair.one), ("other", pair.other)):
            found.append(Evening(folder / place, name, history, pair))
            stack.callback(found[-1].home.close)
        yield found[0], found[1]


@pytest.mark.parametrize("name", SECRETS)
def test_no_channel_tells_what_is_secret(tmp_path: Path, name: str) -> None:
    for number, pair in enumerate(pairs(name, (1, 3))):
        with evenings(tmp_path / str(number), name, pair) as (one, other):
            for channel in CHANNELS:
                assert leaks(one, other, channel) == [], channel.__name__


Break = Callable[[pytest.MonkeyPatch], None]


def replaced(*names: str, by: Any) -> Break:
    def apply(monkeypatch: pytest.MonkeyPatch) -> None:
        for name in names:
            monkeypatch.setattr(name, by)

    return apply


def whole(thing: Any, *_: Any) -> Any:
    """Tells everything, whoever reads it."""
    return thing


def hands_on_the_table(state: State, seat: int | None) -> GameView:
    view = VIEW(state, seat)
    hands = Panel(say("Hands"), tuple(say("{cards}", cards=str(hand)) for hand in state.hands))
    return msgspec.structs.replace(view, panels=(hands,))


def cards_by_name(state: State) -> tuple[Form, ...]:
    """A correction that offers the very cards that are in the hands."""
    cards = sorted({card for hand in state.hands for card in hand})
    picks = Pick("card", say("Card"), tuple(Option(card, say("{card}", card=card)) for card in cards))
    (form,) = CORRECTIONS(state)
    return (msgspec.structs.replace(form, fields=(*form.fields[:2], picks)),)


def tells_whose(prompts: tuple[Prompt, ...], seat: int | None, move: Move) -> None:
    offering = [prompt for prompt in prompts if prompt.offers(move)]
    if not any(seat in prompt.seats for prompt in offering):
        raise Illegal("not_yours" if offering else "not_now", say("No."))


VIEW, CORRECTIONS = HUSH.view, HUSH.corrections


def standing(*_: Any) -> str:
    position = services().table.position
    assert position is not None
    return str(position.state)


BROKEN: tuple[tuple[Channel, Break], ...] = (
    (channels.list_of_moves, replaced("web.page_views.as_read_by", by=whole)),
    (channels.playing_for_others, replaced("web.page_views.shown_to", by=whole)),
    (channels.playing_for_others, replaced("web.pages.host.demand_open", by=lambda *_: None)),
    (channels.record, replaced("web.pages.host.secretive", by=lambda _: False)),
    (channels.record, replaced("web.pages.table_screen.running", by=lambda _: False)),
    (channels.record, replaced("companion.past_games.running", by=lambda _: False)),
    (channels.answering_anew, replaced("web.pages.host.as_read_by", by=whole)),
    (channels.answering_anew, replaced("web.pages.host.shown_to", by=whole)),
    (channels.amending, replaced("web.pages.host.demand_changeable", by=lambda *_: None)),
    (channels.amending, replaced("web.refusals.known", by=whole)),
    (channels.correcting, replaced("tests.web.games.hush.game.HUSH.corrections", by=cards_by_name)),
    (channels.diagnosis, replaced("companion.maintenance.Maintenance._game", by=standing)),
    (channels.diagnosis, replaced("companion.maintenance.log_file.text", by=standing)),
    (channels.backup, replaced("companion.maintenance.secretive", by=lambda _: False)),
    (channels.streams, replaced("tests.web.games.hush.game.HUSH.view", by=hands_on_the_table)),
    (channels.replay, replaced("companion.past_games.running", "companion.discretion.secretive", by=lambda _: False)),
    (channels.taps, replaced("tests.web.games.hush.game.demand_offered", by=tells_whose)),
    (channels.pages, replaced("web.pages.join.json", by=standing)),
)


def test_every_channel_is_broken_on_purpose_at_least_once() -> None:
    assert {channel for channel, _ in BROKEN} == set(CHANNELS)


def hidden_one_or_two() -> Twins:
    """The first player lays the 1 or the 2 face down, keeps the other one, and is asked twice more."""
    setup = Setup(people(HUSH, SEATS), ((1, 2, 3), (4, 5, 6), (4, 3, 5)))

    def played(hidden: int) -> History:
        moves: list[tuple[int, Move]] = [(0, Roll(4)), (0, Hide(hidden)), (0, Draw(6))]
        moves += [(1, Roll(3)), (1, Lay(4)), (1, Draw(6)), (2, Roll(MISSED))]
        moves += [(0, Roll(5)), (0, Lay(3)), (0, Draw(5)), (1, Roll(MISSED)), (2, Roll(MISSED)), (0, Roll(5))]
        states = [HUSH.new(setup)]
        for seat, move in moves:
            states.append(HUSH.apply(states[-1], seat, move))
        return History(setup, moves, states)

    found = kept_apart(SECRETS["hush"], played(1), played(2))
    assert found is not None
    return found


@pytest.mark.parametrize(("channel", "broken"), BROKEN, ids=lambda each: each.__name__)
def test_a_channel_that_is_broken_on_purpose_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, channel: Channel, broken: Break
) -> None:
    broken(monkeypatch)
    with evenings(tmp_path, "hush", hidden_one_or_two()) as (one, other):
        assert leaks(one, other, channel), "it told what is secret, and nothing was noticed"
