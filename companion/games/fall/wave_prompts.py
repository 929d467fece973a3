"""What is asked at the end of a wave and in a breach: who falls, where a gnome goes, what champions bring."""

from companion.games.fall.asking import on_map
from companion.games.fall.holdings import counts, dominated
from companion.games.fall.invading import breach_size, champions_at, decider, rally_places, reached
from companion.games.fall.mountain import CLANS, Clan
from companion.games.fall.moves import (
    Console,
    DrawFallen,
    MoveRally,
    PickFallen,
    Retreat,
    Send,
    Shelter,
    TurnGate,
    Vote,
)
from companion.games.fall.state import (
    Breaches,
    Consoles,
    DrawsFallen,
    Enters,
    Invades,
    Pending,
    PicksFallen,
    Shelters,
    State,
    TurnsGate,
    Votes,
)
from companion.games.fall.words import champion_name, clan_name, place_name
from companion.rules import Choice, Form, Move, Prompt, Text, say, say_many


def breach(state: State) -> Prompt:
    choices = tuple(
        Choice(MoveRally(clan), stays(clan) if clan == state.rally else clan_name(clan)) for clan in rally_places(state)
    )
    question = say("Breach: {count} gnomes come. Move the rally token up to two points?", count=breach_size(state))
    return Prompt("breach", (state.turn,), question, choices)


def stays(clan: Clan) -> Text:
    return say("{clan}: it stays", clan=clan_name(clan))


def dens(state: State, seat: int, move: type[Retreat] | type[Shelter]) -> tuple[Choice, ...]:
    return tuple(Choice(move(den), place_name(state, den)) for den in state.players[seat].dens)


def pending(state: State, asked: Pending) -> Prompt:
    match asked:
        case Breaches():
            return breach(state)
        case TurnsGate(number):
            turned = {gate.clan for gate in state.row}
            clans = tuple(Choice(TurnGate(clan), clan_name(clan)) for clan in CLANS if clan not in turned)
            question = say("What does gate card {number} show?", number=number + 1)
            return Prompt(f"gate {number}", state.everyone, question, clans)
        case Invades():
            return tie(state, asked)
        case DrawsFallen(cavern):
            standing = counts(state, cavern)
            cubes = tuple(
                Choice(
                    DrawFallen(seat),
                    say_many("{name} ({count} cube)", "{name} ({count} cubes)", count, name=state.name(seat)),
                    seat,
                )
                for seat, count in enumerate(standing)
                if count
            )
            question = say("Draw a cube: whose troll falls in {cavern}?", cavern=place_name(state, cavern))
            return Prompt(f"fallen {left(state)}", state.everyone, question, cubes)
        case PicksFallen(cavern, seat):
            picks: list[tuple[Move, Text]] = [
                (PickFallen(champion), champion_name(champion)) for champion in champions_at(state, cavern, seat)
            ]
            if state.trolls.get(cavern, (0,) * len(state.seats))[seat]:
                picks.append((PickFallen(""), say("A troll")))
            question = say("Which of yours falls in {cavern}?", cavern=place_name(state, cavern))
            return Prompt(f"falls {left(state)}", (seat,), question, tuple(Choice(*pick) for pick in picks))
        case Shelters(champion):
            seat = next(token.seat for token in state.tokens if token.champion == champion)
            question = say("To which den does {champion} go back?", champion=champion)
            return Prompt(f"shelter {left(state)}", (seat,), question, dens(state, seat, Shelter))
    return rewards(state, asked)


def left(state: State) -> int:
    """Which gnome of an invasion it is about."""
    return next((each.left for each in state.pending if isinstance(each, Invades)), 0)


def tie(state: State, asked: Invades) -> Prompt:
    choices = []
    for way in reached(state, asked.clan):
        standing = say_many("{count} troll", "{count} trolls", way.trolls) if way.trolls else say("empty")
        text = say("{cavern}: {trolls}", cavern=place_name(state, way.to), trolls=standing)
        choices.append(Choice(Send(way.to), text))
    question = say(
        "Several caverns are as easy and as near. Where does the gnome of {clan} go?", clan=clan_name(asked.clan)
    )
    return Prompt(f"send {asked.clan} {asked.left}", (decider(state, asked),), question, tuple(choices))


def rewards(state: State, asked: Pending) -> Prompt:
    match asked:
        case Consoles(champion, seat, honour):
            clan = state.champion(champion).clan
            vote = say("A vote of any clan") if clan == "renegade" else say("A vote of {clan}", clan=clan_name(clan))
            choices = (Choice(Console("vote"), vote), Choice(Console("honour"), say("{honour} honour", honour=honour)))
            question = say("{champion} is not yours. What consoles you?", champion=champion)
            return Prompt(f"console {seat}", (seat,), question, choices)
        case Votes(seat, count):
            clans = tuple(Choice(Vote(clan), clan_name(clan)) for clan in CLANS)
            question = say("Votes of a renegade, {count} to give: for which clan?", count=count)
            return Prompt(f"vote {seat} {count}", (seat,), question, clans)
        case Enters(champion, seat):
            field = on_map(state, "place", say("A cavern that you dominate"), dominated(state, seat))
            form = Form("enter", say("Place the token"), (field,))
            question = say("Where does {champion} enter the mountain?", champion=champion)
            return Prompt(f"enter {champion}"[:80], (seat,), question, forms=(form,))
    raise AssertionError(asked)
