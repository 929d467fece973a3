"""Trolls and goblins in the tunnel courtyard: who comes, what they still take, and what happens when they leave."""

import msgspec

from companion.games.runedar.faces import SECTIONS, GoblinTile
from companion.games.runedar.goods import Good
from companion.games.runedar.state import (
    Goblin,
    Over,
    State,
    Troll,
    changed,
    lose,
    one_less,
    removed,
    replaced,
    with_news,
)
from companion.games.runedar.words import goblin_text, troll_text
from companion.rules import say, say_many


def section(state: State) -> int:
    """The number of the last tunnel section that was taken away."""
    return SECTIONS - state.sections


def troll_arrives(state: State, tile: int, circles: tuple[int, ...]) -> State:
    """With these circles; one tile less lies face down."""
    tiles = one_less(state.troll_tiles, tile)
    troll = Troll(tuple(sorted(circles)))
    state = changed(state, troll_tiles=tiles, trolls=(*state.trolls, troll), tower=None)
    state = with_news(state, say("A troll climbs into the courtyard: {troll}.", troll=troll_text(troll)))
    return state if sum(tiles) else lose(state, "trolls")


def goblin_tiles(state: State) -> list[int]:
    """Those that may wait behind this section."""
    return [
        tile
        for tile, count in enumerate(state.goblin_tiles)
        if count and state.kit.goblins[tile].section == section(state)
    ]


def fresh(face: GoblinTile) -> Goblin:
    return Goblin(face, rubble=face.rubble, circles=tuple(sorted(face.circles)))


def goblin_arrives(state: State, tile: int, face: GoblinTile) -> State:
    goblin = fresh(face)
    state = changed(state, goblin_tiles=one_less(state.goblin_tiles, tile), goblins=(*state.goblins, goblin))
    return with_news(state, say("{goblin}.", goblin=goblin_text(goblin)))


def missing(goblin: Goblin, good: Good) -> int:
    """How many of this resource it still takes."""
    tile = goblin.tile
    if tile.any_goods:
        return tile.any_goods - goblin.goods.total
    return tile.goods.of(good) - goblin.goods.of(good)


def is_content(goblin: Goblin) -> bool:
    tile = goblin.tile
    if tile.circles:
        return not goblin.circles
    if tile.rubble:
        return not goblin.rubble
    return goblin.goods.total == (tile.any_goods or tile.goods.total)


def given(state: State, number: int, good: Good) -> State:
    goblin = state.goblins[number - 1]
    return with_goblin(state, number, msgspec.structs.replace(goblin, goods=goblin.goods.one_more(good)))


def with_goblin(state: State, number: int, goblin: Goblin) -> State:
    state = changed(state, goblins=replaced(state.goblins, number - 1, goblin))
    return goblin_leaves(state, number) if is_content(goblin) else state


def goblin_leaves(state: State, number: int) -> State:
    """What it was given goes back to the workshops. When both have left, the next section can be dug, or all is won."""
    state = changed(state, goblins=removed(state.goblins, number - 1), beaten=state.beaten + 1)
    state = with_news(state, say("A goblin is gone."))
    if state.goblins or "goblin" in state.due:
        return state
    if not state.sections:
        return changed(state, now=Over(), due=())
    words = say_many("The next section: {count} rubble.", "The next section: {count} rubble.", state.rubble_each)
    return with_news(changed(state, rubble=state.rubble_each), words)


def troll_leaves(state: State, number: int) -> State:
    return with_news(changed(state, trolls=removed(state.trolls, number - 1)), say("A troll is beaten."))


def hurt_troll(state: State, number: int, circles: tuple[int, ...]) -> State:
    if not circles:
        return troll_leaves(state, number)
    return changed(state, trolls=replaced(state.trolls, number - 1, Troll(circles)))


def hurt_goblin(state: State, number: int, circles: tuple[int, ...]) -> State:
    goblin = msgspec.structs.replace(state.goblins[number - 1], circles=circles)
    return with_goblin(state, number, goblin)


def wins(state: State) -> bool:
    """Whether one goblin less would win the game."""
    return not state.sections and len(state.goblins) == 1 and "goblin" not in state.due
