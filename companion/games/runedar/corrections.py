"""What the host sets right: gold, orcs, rubble, where a dwarf stands, and whose an engine is.

No correction wins or loses the game.
"""

from companion.games.runedar.fortress import inwards, places
from companion.games.runedar.moves import Correction, SetDwarf, SetEngine, SetGold, SetOrcs, SetRubble
from companion.games.runedar.state import GOLD, ORCS, Machine, State, changed, replaced, with_orcs
from companion.games.runedar.turn import settle
from companion.games.runedar.words import place_name
from companion.rules import Amount, Form, Illegal, Option, Pick, Text, say

RESERVE = -1
"""In nobody's area."""
ENGINES: dict[str, Text] = {"tower": say("Siege tower"), "catapult": say("Catapult")}


def forms(state: State) -> tuple[Form, ...]:
    if state.over:
        return ()
    fortress = state.kit.fortress
    where = tuple(Option(place, place_name(fortress, place)) for place in places(fortress))
    on_the_way = {place for place, _ in inwards(fortress)}
    orcs = tuple(option for option in where if option.value in on_the_way)
    found = [
        Form("set_gold", say("Gold"), (Amount("gold", say("Pieces of gold"), 1, GOLD),)),
        Form(
            "set_orcs",
            say("Orcs"),
            (Pick("place", say("Where?"), orcs), Amount("orcs", say("Orcs there"), 0, ORCS - 1)),
        ),
        Form(
            "set_dwarf",
            say("A dwarf"),
            (Pick("player", say("Who?"), players(state)), Pick("place", say("Where?"), where)),
        ),
        Form("set_engine", say("Siege tower or catapult"), engine_fields(state)),
    ]
    if state.rubble:
        rubble = Amount("rubble", say("Rubble before the next section"), 1, state.rubble_each)
        found.append(Form("set_rubble", say("Rubble"), (rubble,)))
    return tuple(found)


def engine_fields(state: State) -> tuple[Pick, ...]:
    engines = tuple(Option(engine, text) for engine, text in ENGINES.items())
    areas = (Option(RESERVE, say("In the reserve")), *players(state))
    return Pick("engine", say("Which one?"), engines), Pick("player", say("Where?"), areas)


def players(state: State) -> tuple[Option, ...]:
    return tuple(Option(seat, say("{name}", name=each.name)) for seat, each in enumerate(state.seats))


def corrected(state: State, move: Correction) -> State:
    if not any(form.takes(move) for form in forms(state)):
        raise Illegal("no_such_correction", say("That cannot be corrected like this."))
    state = changed(state, news=(), stolen=0)
    match move:
        case SetGold(gold):
            return changed(state, gold=gold)
        case SetRubble(rubble):
            return changed(state, rubble=rubble)
        case SetDwarf(player, place):
            demand_no_attack(state, player)
            return settle(changed(state, dwarves=replaced(state.dwarves, player, place)))
        case SetEngine(engine, player):
            demand_no_engine(state, engine)
            # Where a dwarf is alone it lies first, as if it had just come.
            machine = None if player == RESERVE else Machine(player, lying=state.alone)
            return changed(state, **{engine: machine})
        case SetOrcs(place, orcs):
            after = with_orcs(state, place, orcs - state.orcs_at(place))
            if after.orcs_left < 1:
                words = say("With that, the last of the {count} orcs would be in play.", count=ORCS)
                raise Illegal("too_many_orcs", words)
            return settle(after)


def demand_no_attack(state: State, player: int) -> None:
    """In the middle of what a dwarf does it stays where it is."""
    if player == state.turn and state.now.__struct_config__.tag != "plays":
        raise Illegal("busy", say("{name} is in the middle of something. Finish that first.", name=state.name(player)))


def demand_no_engine(state: State, engine: str) -> None:
    """What is about to act, or is shot at, has to do that first."""
    if engine in state.due or getattr(state.now, "target", None) == engine:
        raise Illegal("busy", say("{engine} is about to act. Set that right first.", engine=ENGINES[engine]))
