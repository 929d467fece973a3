"""What the host may set right at any time; it keeps the state lawful, or says why not."""

import msgspec

from companion.games.hall.moot import joined
from companion.games.hall.moves import Correction, SetHeld, SetHonour, SetStorage
from companion.games.hall.purse import TENS
from companion.games.hall.resources import RESOURCES, Goods
from companion.games.hall.state import Over, State, changed, replaced, with_side
from companion.games.hall.words import RESOURCE_NAMES
from companion.rules import Amount, Form, Illegal, Option, Pick, Text, say

MOST_STORED, MOST_HONOUR = 99, 400


def forms(state: State) -> tuple[Form, ...]:
    if isinstance(state.now, Over):
        return ()
    players = tuple(Option(seat, say("{name}", name=state.name(seat))) for seat in state.all_seats)
    whose = Pick("player", say("Whose?"), players)
    resources = tuple(Option(each, RESOURCE_NAMES[each]) for each in RESOURCES)
    storage = (
        whose,
        Pick("resource", say("Which resource?"), resources),
        Amount("amount", say("How many?"), 0, MOST_STORED),
    )
    honour = (whose, Amount("honour", say("For tunnels"), 0, MOST_HONOUR))
    found = [Form("set_storage", say("The storage"), storage), Form("set_honour", say("Honour"), honour)]
    if symbols := tuple(symbol_options(state)):
        held = (whose, Pick("token", say("Which symbol?"), symbols))
        found.append(Form("set_held", say("Put on or take off a troll"), held))
    return tuple(found)


def symbol_options(state: State) -> list[Option]:
    """By its place, of whoever's moot."""
    places = {
        place * TENS + index
        for moot in state.moots
        for place, member in enumerate(moot)
        if member
        for index in range(len(member.symbols))
    }
    return [Option(token, symbol_text(*divmod(token, TENS))) for token in sorted(places)]


def symbol_text(place: int, index: int) -> Text:
    return say("Troll {place}, symbol {index}", place=place + 1, index=index + 1)


def corrected(state: State, move: Correction) -> State:
    if not any(form.takes(move) for form in forms(state)):
        raise Illegal("no_such_thing", say("There is nothing like that to correct."))
    match move:
        case SetStorage(player, resource, amount):
            storage: Goods = msgspec.structs.replace(state.side(player).storage, **{resource: amount})
            return with_side(state, player, storage=storage)
        case SetHonour(player, honour):
            return with_side(state, player, honour=honour)
        case SetHeld(player, token):
            return with_token_flipped(state, player, token)


def with_token_flipped(state: State, player: int, token: int) -> State:
    place, index = divmod(token, TENS)
    moot = state.moots[player]
    member = moot[place]
    if member is None or index >= len(member.symbols):
        raise Illegal("no_such_symbol", say("This player has no such symbol."))
    held = replaced(member.held, index, not member.held[index])
    moot = joined(moot, place, msgspec.structs.replace(member, held=held))
    kept = tuple(each for each in state.kept if (player, each) != (state.turn, token))
    return changed(state, moots=replaced(state.moots, player, moot), kept=kept)
