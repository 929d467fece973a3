"""What one seat may see: built up from what is public and its own sack, never cut down from the whole state."""

import msgspec

from companion.games.trollfjord.clearing import to_fill
from companion.games.trollfjord.crowns import crowns
from companion.games.trollfjord.fortresses import next_belt_space
from companion.games.trollfjord.gifts import givers, missing
from companion.games.trollfjord.headline import headline
from companion.games.trollfjord.meanings import prizes
from companion.games.trollfjord.prompts import prompts
from companion.games.trollfjord.state import (
    BELT_SPACES,
    AsksComrades,
    Decides,
    Draws,
    Gives,
    Hammers,
    MovesLord,
    Over,
    Site,
    State,
)
from companion.games.trollfjord.walkway import landscape, next_free
from companion.games.trollfjord.words import BELT, LANDSCAPE_NAMES
from companion.hammering.bout import as_seen
from companion.rules import GameView, Hammering, Panel, Text, say, waited_for


class RegionView(msgspec.Struct, frozen=True):
    id: str
    landscape: str
    name: Text
    treasure: int | None
    trolls: tuple[int, ...]
    """By seat."""


class SpotView(msgspec.Struct, frozen=True):
    id: str
    number: str
    regions: tuple[str, ...]


class PrizeView(msgspec.Struct, frozen=True):
    """A region of the fortress that is hammered at, and its treasure, if one lies there."""

    region: str
    short: int | None
    """How many boulders are missing for it."""
    takers: tuple[int, ...]
    """Who has trolls to fetch it and has not collected yet, whether or not enough has fallen."""


class PlayerView(msgspec.Struct, frozen=True):
    lord: int
    """Its space on the loop, or -1 to -4 on the starting plank."""
    lying: bool
    supply: int
    belt: tuple[int, ...]
    crowns: tuple[str, ...]
    gifts: tuple[int, ...]
    sack_count: int
    sack: tuple[int, ...] | None
    """Only for its owner, and for everyone when the game is over."""


class TrollfjordView(GameView, frozen=True):
    turn: int = 0
    regions: tuple[RegionView, ...] = ()
    spots: tuple[SpotView, ...] = ()
    walkway: tuple[str, ...] = ()
    players: tuple[PlayerView, ...] = ()
    phase: str = ""
    """The step of the turn, by the name of what is done in it."""
    up_next: int | None = None
    """Who would move next, as the lords stand now."""
    spot: str | None = None
    """The fortress that this turn is about."""
    prizes: tuple[PrizeView, ...] = ()
    """What can be won at it, while it is hammered at."""
    calm: bool = True
    """Whether the spirit lets anyone collect."""
    filling: str | None = None
    """The region for which a treasure is turned over."""
    placing: tuple[int, ...] = ()
    """The spaces that the lord to move may go to, by kind, nearest first."""
    wandering: tuple[int, ...] = ()


def view(state: State, onlooker: int | None) -> TrollfjordView:
    site, land = state.site, state.land
    placing, wandering = reach(state)
    return TrollfjordView(
        headline=headline(state, onlooker),
        acting=acting(state),
        hammering=hammering_at(state, site, onlooker) if site else None,
        panels=panels(state, onlooker),
        turn=state.turn,
        regions=tuple(
            RegionView(
                land.regions[region],
                land.landscapes[region],
                land.names[region],
                state.treasures[region],
                tuple(trolls[region] for trolls in state.trolls),
            )
            for region in range(len(land.regions))
        ),
        spots=tuple(
            SpotView(name, BELT[number], tuple(land.regions[region] for region in around))
            for name, number, around in zip(land.spots, land.numbers, land.around, strict=True)
        ),
        walkway=land.walkway,
        players=tuple(player(state, seat, onlooker) for seat in range(len(state.seats))),
        phase=str(state.now.__struct_config__.tag),
        up_next=up_next(state),
        spot=spot(state),
        prizes=prizes_of(state, site) if site else (),
        calm=site is None or site.appeased or not site.bout.over,
        filling=filling(state),
        placing=placing,
        wandering=wandering,
    )


def up_next(state: State) -> int | None:
    """The last of the lords that will still stand then; one that has yet to move is taken to pass another."""
    if state.by_hand:
        return None
    leaving = isinstance(state.now, MovesLord) or bool(state.lying) or len(state.belt(state.turn)) == BELT_SPACES
    waiting = [seat for seat in state.standing if not (leaving and seat == state.turn)]
    return min(waiting, key=state.lords.__getitem__, default=None)


def spot(state: State) -> str | None:
    match state.now:
        case AsksComrades(spot) | Decides(spot):
            return state.land.spots[spot]
    return state.land.spots[state.site.spot] if state.site and not state.by_hand else None


def reach(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    if not isinstance(state.now, MovesLord):
        return (), ()
    length = len(state.land.walkway)
    placing, wandering = next_free(state, state.turn)
    return tuple(space % length for space in placing), tuple(space % length for space in wandering)


def prizes_of(state: State, site: Site) -> tuple[PrizeView, ...]:
    if state.by_hand:
        return ()
    bout = site.bout
    pair = [seat for seat in (bout.hammerer, bout.comrade) if seat is not None and seat not in site.cleared]
    found = prizes(state, site.spot, pair, dict.fromkeys(pair, bout.boulders.total))
    values = {prize.region: prize for prize in found}
    return tuple(
        PrizeView(
            state.land.regions[region],
            max(0, values[region].value - bout.boulders.total) if region in values else None,
            values[region].holders if region in values else (),
        )
        for region in state.land.around[site.spot]
    )


def filling(state: State) -> str | None:
    match to_fill(state) if isinstance(state.now, Draws) else []:
        case [region]:
            return state.land.regions[region]
    return None


def hammering_at(state: State, site: Site, onlooker: int | None) -> Hammering:
    """The hammering; the words about the spirit's anger tell everyone how far it is calmed, and nobody to give."""
    tower = as_seen(site.bout, state.seats, onlooker)
    if not tower.over:
        return tower
    over, news = tower.gifts_needed, None
    if isinstance(state.now, Gives):
        count = missing(state.now)
        news = say("Over the colour limit by {over}. Gifts still missing: {count}.", over=over, count=count)
    elif not site.appeased:
        news = say("Over the colour limit by {over}: nobody collects.", over=over)
    return msgspec.structs.replace(tower, event=news)


def player(state: State, seat: int, onlooker: int | None) -> PlayerView:
    lord = state.lords[seat]
    return PlayerView(
        lord=lord % len(state.land.walkway) if lord >= 0 and state.land.walkway else lord,
        lying=seat in state.lying,
        supply=state.supply(seat),
        belt=tuple(state.belt(seat)),
        crowns=tuple(BELT[space] for space in crowns(state.belted, seat)),
        gifts=state.gifts[seat],
        sack_count=len(state.sacks[seat]),
        sack=state.sacks[seat] if seat == onlooker or isinstance(state.now, Over) else None,
    )


def acting(state: State) -> tuple[int, ...]:
    if isinstance(state.now, Hammers):
        return (state.now.site.bout.hammerer,)
    if isinstance(state.now, Gives):
        return tuple(seat for seat in givers(state, state.now) if seat not in state.now.closed)
    return waited_for(prompts(state))


def panels(state: State, onlooker: int | None) -> tuple[Panel, ...]:
    found = [Panel(say("Just now"), state.news)] if state.news else []
    if onlooker is not None and state.sacks[onlooker]:
        values = tuple(say("{value}", value=value) for value in state.sacks[onlooker])
        found.append(Panel(say("Your patched sack"), values))
    belts = Panel(say("Belts"), tuple(belt_line(state, seat) for seat in range(len(state.seats))))
    if state.by_hand:
        return (*found, belts)
    found.append(Panel(say("Regions"), tuple(region_line(state, region) for region in range(len(state.treasures)))))
    found.append(Panel(say("Fortresses"), state.land.fortresses))
    walkers = sorted(range(len(state.seats)), key=lambda seat: -state.lords[seat])
    found.append(Panel(say("Walkway"), tuple(lord_line(state, seat) for seat in walkers)))
    return (*found, belts)


def region_line(state: State, region: int) -> Text:
    name, treasure = state.land.names[region], state.treasures[region]
    line = say("{region}: no treasure", region=name)
    if treasure is not None:
        line = say("{region}: treasure {treasure}", region=name, treasure=treasure)
    for seat, trolls in enumerate(state.trolls):
        if trolls[region]:
            line = say("{line}, {name} {trolls}", line=line, name=state.name(seat), trolls=trolls[region])
    return line


def lord_line(state: State, seat: int) -> Text:
    """Foremost first."""
    lord, name = state.lords[seat], state.name(seat)
    if lord < 0:
        return say("{name}: starting plank, space {space}", name=name, space=-lord)
    space = say("wander") if state.land.wanders(lord) else LANDSCAPE_NAMES[landscape(state, lord)]
    if seat in state.lying:
        return say("{name}: {space}, lying down", name=name, space=space)
    return say("{name}: {space}", name=name, space=space)


def belt_line(state: State, seat: int) -> Text:
    line = say("{name}", name=state.name(seat))
    crowned = crowns(state.belted, seat)
    for space, value in enumerate(state.belt(seat)):
        fact = say("{value} with a crown", value=value) if space in crowned else say("{value}", value=value)
        line = say("{line}, {space}: {treasure}", line=line, space=BELT[space], treasure=fact)
    if next_belt_space(state, seat) < BELT_SPACES:
        line = say("{line}, next {space}", line=line, space=BELT[next_belt_space(state, seat)])
    if count := len(state.sacks[seat]):
        line = say("{line}, {count} in the sack", line=line, count=count)
    return line
