"""The war in words, for any page: what it waits for, and what lies where."""

from companion.games.fall.holdings import controller, counts, is_invaded, reserve
from companion.games.fall.score import winners
from companion.games.fall.state import (
    Develops,
    EndsWave,
    Gathers,
    Over,
    Settles,
    State,
    Supplies,
    Tallies,
    ranked,
)
from companion.games.fall.words import clan_name, name_of, place_name, wave_name
from companion.rules import Panel, Text, listed, say, say_many


def headline(state: State, reader: int | None) -> Text:
    name, mine, wave = state.name(state.turn), state.turn == reader, wave_name(state.wave)
    match state.now:
        case Gathers() if state.pending:
            return say("The table is laid")
        case Gathers():
            return say("Everyone chooses a champion")
        case Settles():
            return say("You choose your dens") if mine else say("{name} chooses dens", name=name)
        case Develops():
            return say("{wave}: everyone develops their ancestry", wave=wave)
        case Supplies():
            return say("{wave}: supplies", wave=wave)
        case EndsWave():
            return say("{wave} ends", wave=wave)
        case Tallies():
            return wave
        case Over():
            won = winners(state)
            names = listed([name_of(state, seat) for seat in won])
            return say("{names} won with {honour} honour", names=names, honour=state.players[won[0]].honour)
    return say("{wave}: your turn", wave=wave) if mine else say("{wave}: {name}'s turn", wave=wave, name=name)


def panels(state: State, onlooker: int | None) -> tuple[Panel, ...]:
    found = [Panel(say("Just now"), state.news)]
    if onlooker is not None:
        found.append(Panel(say("What you have seen"), tuple(seen_lines(state, onlooker))))
    if state.way == "everything":
        found.append(Panel(say("Players"), tuple(player_line(state, seat) for seat in state.everyone)))
        found.append(Panel(say("Offer"), tuple(offer_line(state, number) for number in range(len(state.offer)))))
        found.append(Panel(say("Mountain"), tuple(mountain_lines(state))))
    found.append(Panel(say("Clan board"), tuple(vote_lines(state))))
    return tuple(panel for panel in found if panel.lines)


def seen_lines(state: State, seat: int) -> list[Text]:
    """Only this seat's business."""
    lines = []
    for number, gate in enumerate(state.row, 1):
        clan = gate.clan_for(seat)
        if clan and gate.clan is None:
            lines.append(say("Gate card {number}: {clan}", number=number, clan=clan_name(clan)))
    for cavern, gnomes in state.gnomes.items():
        for gnome in gnomes:
            if strength := gnome.strength_for(seat):
                where = place_name(state, cavern)
                lines.append(say("{cavern}: a gnome of strength {strength}", cavern=where, strength=strength))
    return lines


def player_line(state: State, seat: int) -> Text:
    player = state.players[seat]
    return say(
        "{name}: {supplies} supplies, {despair} despair, {reserve} trolls in the reserve",
        name=state.name(seat),
        supplies=player.supplies,
        despair=player.despair,
        reserve=reserve(state, seat),
    )


def offer_line(state: State, number: int) -> Text:
    offered = state.offer[number]
    discs = [influence_text(state, seat, influence) for seat, influence in ranked(offered.discs)]
    if not discs:
        return say("{champion}: nobody", champion=offered.champion)
    return say("{champion}: {discs}", champion=offered.champion, discs=listed(discs))


def influence_text(state: State, seat: int, count: int) -> Text:
    return say("{name} {count}", name=state.name(seat), count=count)


def vote_lines(state: State) -> list[Text]:
    lines = []
    for clan in state.numbers.clans:
        if discs := state.votes.get(clan):
            votes = listed([influence_text(state, seat, count) for seat, count in ranked(discs)])
            lines.append(say("{clan}: {votes}", clan=clan_name(clan), votes=votes))
    return lines


def mountain_lines(state: State) -> list[Text]:
    lines = []
    for cavern in (cavern.id for cavern in state.mountain.caverns):
        where = place_name(state, cavern)
        if is_invaded(state, cavern):
            text = say_many(
                "{cavern}: {count} gnome", "{cavern}: {count} gnomes", len(state.gnomes[cavern]), cavern=where
            )
            lines.append(text)
        elif any(counts(state, cavern)):
            here = [influence_text(state, seat, count) for seat, count in enumerate(counts(state, cavern)) if count]
            held = controller(state, cavern)
            text = say("{cavern}: {trolls}", cavern=where, trolls=listed(here))
            lines.append(text if held is not None else say("{cavern}, nobody's", cavern=text))
    return lines
