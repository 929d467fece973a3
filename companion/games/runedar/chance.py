"""What chance brings a seat, drawn by a shuffle that is passed in: hands, cards, tiles and dice."""

from companion.games.runedar.courtyard import goblin_tiles
from companion.games.runedar.moves import (
    LeaveOut,
    TakeHand,
    Throw,
    TurnCatapult,
    TurnGoblin,
    TurnSiege,
    TurnTroll,
    TurnUpgrade,
)
from companion.games.runedar.siege import on_top
from companion.games.runedar.state import HAND, Fills, Improves, State, Throws, in_deck
from companion.games.runedar.telling import all_told
from companion.games.runedar.upgrades import in_pile
from companion.games.runedar.words import FACES
from companion.rules import Move, Shuffle


def drawn(state: State, seat: int, shuffle: Shuffle) -> Move | None:
    """The question comes before the hand that this seat may take beside it."""
    if state.over:
        return None
    due = turned(state, shuffle) if seat == state.turn else None
    return hand(state, seat, shuffle) if due is None and state.hands[seat] is None and all_told(state) else due


def turned(state: State, shuffle: Shuffle) -> Move | None:
    match state.due[:1], state.now:
        case _, Improves():
            return None
        case ("board",), _:
            return TurnUpgrade(shuffle(in_pile(state, "yellow"))[0])
        case ("tower",), _:
            return TurnTroll(shuffle(each_as_often(state.troll_tiles))[0])
        case ("catapult",), _:
            return TurnCatapult(shuffle(state.catapult_cards)[0])
        case ("siege",), _:
            return TurnSiege(shuffle([card for card in on_top(state) for _ in range(state.siege[card])])[0])
        case ("goblin",), _:
            return TurnGoblin(shuffle(goblins(state))[0])
        case (), Fills(_, pile):
            return TurnUpgrade(shuffle(in_pile(state, pile))[0])
        case (), Throws(_, dice):
            return thrown(state, dice, shuffle)
    return None


def hand(state: State, seat: int, shuffle: Shuffle) -> TakeHand | LeaveOut:
    left = in_deck(state, seat)
    count = len(left) - HAND if state.used[seat] else HAND
    drawn = tuple(left[place] for place in sorted(shuffle(range(len(left)))[:count]))
    return LeaveOut(drawn) if state.used[seat] else TakeHand(drawn)


def thrown(state: State, dice: int, shuffle: Shuffle) -> Throw:
    order = [face.value for face in FACES]
    faces = [shuffle(state.kit.enemies.die)[0] for _ in range(dice)]
    return Throw(tuple(sorted(faces, key=order.index)))


def goblins(state: State) -> list[int]:
    return [tile for tile in goblin_tiles(state) for _ in range(state.goblin_tiles[tile])]


def each_as_often(counts: tuple[int, ...]) -> list[int]:
    return [number for number, count in enumerate(counts) for _ in range(count)]
