"""What the host may set right at any time; it keeps the state lawful, or says why not."""

import msgspec

from companion.games.hall import correcting_cards, correcting_mountain
from companion.games.hall.beginning import PEDESTALS_EACH
from companion.games.hall.moot import joined
from companion.games.hall.moves import (
    Correction,
    DropToken,
    GiveToken,
    SetBribes,
    SetHeld,
    SetHonour,
    SetHorde,
    SetPedestals,
    SetSpell,
    SetStatue,
    SetStorage,
    SetTroll,
    SetTunnel,
    SetTurn,
    SetWorkshop,
    TakeUp,
)
from companion.games.hall.purse import TENS
from companion.games.hall.resources import CLANS, RESOURCES, Clan, Goods
from companion.games.hall.state import TIERS, Acts, Finishes, Over, State, changed, replaced, with_side
from companion.games.hall.words import PEDESTAL_NAMES, RESOURCE_NAMES
from companion.rules import Amount, Form, Illegal, Option, Pick, Text, say

MOST_STORED, MOST_HONOUR, HIGHEST_TOKEN = 99, 400, 9
TOKENS = TIERS * len(CLANS)


def forms(state: State) -> tuple[Form, ...]:
    """Between two answers of a turn everything; while something else is asked, only what that does not rest on."""
    if isinstance(state.now, Over):
        return ()
    found = [Form("set_honour", say("Honour"), (whose(state), Amount("honour", say("For tunnels"), 0, MOST_HONOUR)))]
    if state.way != "honour":
        found += stored_forms(state)
    found += token_forms(state)
    if not state.pending and isinstance(state.now, Acts | Finishes):
        found.append(Form("set_turn", say("Whose turn it is"), (whose(state),)))
        if state.way != "honour":
            found += pedestal_forms(state)
            found += correcting_cards.forms(state)
        if state.way == "everything":
            found += correcting_mountain.forms(state)
    return tuple(found)


def whose(state: State) -> Pick:
    players = tuple(Option(seat, say("{name}", name=state.name(seat))) for seat in state.all_seats)
    return Pick("player", say("Whose?"), players)


def stored_forms(state: State) -> list[Form]:
    resources = tuple(Option(each, RESOURCE_NAMES[each]) for each in RESOURCES)
    storage = (
        whose(state),
        Pick("resource", say("Which resource?"), resources),
        Amount("amount", say("How many?"), 0, MOST_STORED),
    )
    found = [Form("set_storage", say("The storage"), storage)]
    if symbols := tuple(symbol_options(state)):
        held = (whose(state), Pick("token", say("Which symbol?"), symbols))
        found.append(Form("set_held", say("Put on or take off a troll"), held))
    return found


def token_forms(state: State) -> list[Form]:
    worth = Amount("worth", say("Honour on it"), 0, HIGHEST_TOKEN)
    found = [Form("give_token", say("Another pedestal token"), (whose(state), worth))]
    if any(side.tokens for side in state.sides):
        found.append(Form("drop_token", say("One pedestal token less"), (whose(state),)))
    return found


def pedestal_forms(state: State) -> list[Form]:
    clans = tuple(Option(clan, PEDESTAL_NAMES[clan]) for clan in CLANS)
    amount = Amount("amount", say("How many?"), 0, PEDESTALS_EACH)
    fields = (whose(state), Pick("clan", say("Which one?"), clans), amount)
    return [Form("set_pedestals", say("Pedestals in the storage"), fields)]


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
        case SetTurn(player):
            return changed(state, turn=player, now=Acts(), kept=(), news=())
        case SetPedestals(player, clan, amount):
            return with_pedestals(state, player, clan, amount)
        case GiveToken(player, worth):
            return with_another_token(state, player, worth)
        case DropToken(player):
            return with_a_token_less(state, player)
        case SetTroll() | SetHorde() | SetBribes() | SetSpell():
            return correcting_cards.corrected(state, move)
        case SetStatue() | SetTunnel() | TakeUp() | SetWorkshop():
            return correcting_mountain.corrected(state, move)


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


def with_pedestals(state: State, player: int, clan: Clan, amount: int) -> State:
    """There are six of each clan: what is not here comes from the bag, or goes back there."""
    mine = state.side(player).pedestals
    more = amount - mine.count(clan)
    if more > state.bag.count(clan):
        raise Illegal("bag_empty", say("There are not so many left in the bag."))
    others = [each for each in mine if each != clan]
    bag = [each for each in state.bag if each != clan] + [clan] * (state.bag.count(clan) - more)
    state = with_side(state, player, pedestals=(*others, *[clan] * amount))
    return changed(state, bag=tuple(sorted(bag)))


def with_another_token(state: State, player: int, worth: int) -> State:
    if sum(len(side.tokens) for side in state.sides) >= TOKENS:
        raise Illegal("no_token_left", say("All {count} tokens are taken.", count=TOKENS))
    return with_side(state, player, tokens=(*state.side(player).tokens, worth))


def with_a_token_less(state: State, player: int) -> State:
    tokens = state.side(player).tokens
    if not tokens:
        raise Illegal("no_token", say("This player has no token."))
    return with_side(state, player, tokens=tokens[:-1])
