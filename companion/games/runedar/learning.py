"""What a game teaches about the box it was played with: the faces that were turned over; it keeps nothing itself."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from companion.games.runedar import telling
from companion.games.runedar.courtyard import section
from companion.games.runedar.example import CARDS, ENEMIES, SIEGE
from companion.games.runedar.faces import MOST_CARDS, STARTING, Card, Cards, GoblinTile, SiegeCard, SiegeDeck, TrollTile
from companion.games.runedar.moves import (
    TellPrices,
    TellSpaces,
    TellTool,
    TurnGoblin,
    TurnOther,
    TurnOtherGoblin,
    TurnOtherTroll,
    TurnOtherUpgrade,
    TurnSiege,
    TurnTroll,
    TurnUpgrade,
)
from companion.games.runedar.other import other_goblin, other_upgrade, shown_on_other
from companion.games.runedar.setup import Setup
from companion.games.runedar.siege import top_pile
from companion.games.runedar.state import Fills, State
from companion.games.runedar.upgrades import as_named
from companion.rules import Move

Face = TypeVar("Face", Card, SiegeCard, GoblinTile, TrollTile)


TOLD = (TurnOther, TurnOtherTroll, TurnOtherGoblin, TurnOtherUpgrade)


class Turned(NamedTuple):
    """The faces of one kind that came, and those of them that were on no list."""

    came: list[Any]
    told: list[Any]


def learned(setup: Setup, played: Sequence[tuple[State, Move]]) -> Setup:
    """With all that was told on its lists, in the place of what never came, examples first."""

    def turned(kind: type[Face]) -> Turned:
        faces = [(plain(face), isinstance(move, TOLD)) for before, move in played for face in face_of(before, move)]
        of_kind = [(face, told) for face, told in faces if isinstance(face, kind)]
        return Turned([face for face, _ in of_kind], [face for face, told in of_kind if told])

    enemies, cards = setup.enemies, setup.cards
    goblins = with_told(enemies.goblins, turned(GoblinTile), lambda tile: tile.section, ENEMIES.goblins)
    trolls = with_told(enemies.trolls, turned(TrollTile), lambda _: None, ENEMIES.trolls)
    siege = with_told(setup.siege.cards, turned(SiegeCard), lambda card: card.pile, SIEGE.cards)
    upgrades = with_told(cards.cards, newly_named(cards, turned(Card)), lambda card: card.pile, CARDS.cards)
    setup = msgspec.structs.replace(
        setup,
        cards=msgspec.structs.replace(cards, cards=upgrades) if len(upgrades) <= MOST_CARDS else cards,
        siege=SiegeDeck(setup.siege.name, siege),
        enemies=msgspec.structs.replace(enemies, goblins=goblins, trolls=trolls),
    )
    return told_first(setup, played)


def told_first(setup: Setup, played: Sequence[tuple[State, Move]]) -> Setup:
    """With what the table told before the siege in the place of the examples; nobody is asked for it again."""
    enemies, cards = setup.enemies, setup.cards
    tools: list[Card] = []
    for before, move in played:
        match move:
            case TellPrices():
                enemies = msgspec.structs.replace(enemies, prices=telling.prices(move))
            case TellSpaces():
                row = ("one", "two", "three", "four")[len(before.seats) - 1]
                cards = msgspec.structs.replace(cards, **{row: telling.row(move)})
            case TellTool(copies=copies):
                tools.append(msgspec.structs.replace(as_named(before, telling.tool(move)), copies=copies))
    if sum(tool.copies for tool in tools) == STARTING:
        others = (card for card in cards.cards if card.pile != "start")
        cards = msgspec.structs.replace(cards, cards=(*tools, *others))
    asked = played[-1][0].due if played else setup.told
    untold = tuple(each for each in setup.told if each in asked)
    return msgspec.structs.replace(setup, enemies=enemies, cards=cards, told=untold)


def face_of(before: State, move: Move) -> Iterator[Any]:
    """What this move turned over, if it did; a siege card with both engines is on no list."""
    kit = before.kit
    match move:
        case TurnSiege(card):
            yield kit.siege[card]
        case TurnOther(orcs):
            shown, pile = shown_on_other(move), top_pile(before)
            if len(shown.engines) < 2 and pile is not None and (orcs or shown.engines or shown.arrow):
                yield SiegeCard(
                    pile, orcs=orcs, engine=shown.engines[0] if shown.engines else "none", arrow=shown.arrow
                )
        case TurnTroll(tile):
            yield kit.trolls[tile]
        case TurnOtherTroll(circles, hits):
            yield TrollTile((hits,) * circles)
        case TurnGoblin(tile):
            yield kit.goblins[tile]
        case TurnOtherGoblin():
            yield other_goblin(section(before), move)
        case TurnUpgrade(card):
            yield kit.face(card)
        case TurnOtherUpgrade():
            pile_of = before.now.pile if isinstance(before.now, Fills) else "yellow"
            yield as_named(before, other_upgrade(pile_of, move))


def plain(face: Face) -> Face:
    """One of it."""
    one: Face = msgspec.structs.replace(face, copies=1)
    return one


def newly_named(cards: Cards, turned: Turned) -> Turned:
    """Without those that are called like another card: what their owner wrote down of it stands."""
    known = {card.name: plain(card) for card in cards.cards}
    for card in turned.told:
        known.setdefault(card.name, card)
    return Turned(turned.came, [card for card in turned.told if known[card.name] == card])


def with_told(
    lines: tuple[Face, ...], turned: Turned, alike: Callable[[Face], object], examples: tuple[Face, ...]
) -> tuple[Face, ...]:
    """Each as often as it came, if it was told; what never came makes room, of the same pile or section."""
    have, came = Counter({plain(line): line.copies for line in lines}), Counter(turned.came)
    missing = [face for face in (came - have).elements() if face in turned.told]
    if not missing:
        return lines
    known = {plain(line) for line in examples}
    spare = sorted((have - came).elements(), key=lambda face: face not in known)
    for face in missing:
        have[face] += 1
        room = next((each for each in spare if alike(each) == alike(face)), None)
        if room is not None:
            spare.remove(room)
            have[room] -= 1
    return tuple(msgspec.structs.replace(face, copies=count) for face, count in have.items() if count)
