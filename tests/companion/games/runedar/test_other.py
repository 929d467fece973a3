"""Cards and tiles of a real box that nobody has recorded: told by what they show."""

from companion.games.runedar import RUNEDAR
from companion.games.runedar.faces import GoblinTile
from companion.games.runedar.goods import Goods
from companion.games.runedar.moves import TurnOther, TurnOtherGoblin, TurnOtherTroll
from companion.games.runedar.state import Machine, Troll
from tests.companion.games.runedar.positions import PICKAXE, SIGRUN, SVEN, after, siege


def test_another_siege_card_does_what_it_shows_and_is_one_card_less() -> None:
    state = siege(PICKAXE, due=("siege",), orcs={"joinery": 1}, mercenaries=())
    left = sum(state.siege)
    state = after(state, TurnOther((1, 1, 4), ("tower", "arrow")))
    assert state.orcs == {"wall 1": 2, "wall 4": 1}
    assert (state.gold, state.tower, sum(state.siege)) == (19, Machine(SIGRUN), left - 1)


def test_a_card_with_both_engines_activates_those_that_stand_elsewhere() -> None:
    state = siege(PICKAXE, due=("siege",), mercenaries=(), tower=Machine(SVEN), catapult=Machine(SVEN))
    state = after(state, TurnOther((), ("tower", "catapult", "arrow")))
    assert sorted(state.due) == ["arrow", "catapult", "tower"]
    assert state.due[-1] == "arrow"


def test_another_troll_has_so_many_circles() -> None:
    state = siege(PICKAXE, due=("tower",), tower=Machine(SIGRUN))
    state = after(state, TurnOtherTroll(4, 2))
    assert (state.trolls, sum(state.troll_tiles)) == ((Troll((2, 2, 2, 2)),), 4)


def test_another_goblin_wants_what_was_told() -> None:
    state = siege(PICKAXE, due=("goblin", "goblin"), sections=4, rubble=0)
    state = after(state, TurnOtherGoblin("goods", wood=1, metal=2), TurnOtherGoblin("fight", count=2, hits=3))
    wants, fights = state.goblins
    assert wants.tile == GoblinTile(1, goods=Goods(wood=1, metal=2))
    assert fights.circles == (3, 3)
    assert sum(state.goblin_tiles) == 18


def test_a_goblin_wants_something() -> None:
    state = siege(PICKAXE, due=("goblin",), sections=4, rubble=0)
    (prompt,) = (prompt for prompt in RUNEDAR.prompts(state) if prompt.forms and not prompt.aside)
    (form,) = prompt.forms
    assert not form.takes(TurnOtherGoblin("goods"))
    assert form.takes(TurnOtherGoblin("goods", metal=1))
    assert not form.takes(TurnOtherGoblin("rubble", count=2, hits=1))
