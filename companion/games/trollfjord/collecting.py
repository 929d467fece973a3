"""Collecting: which treasures the spirit allows, and where the one that is taken goes."""

import msgspec

from companion.games.trollfjord.clearing import cleared
from companion.games.trollfjord.crowns import CROWNED, holder
from companion.games.trollfjord.fortresses import next_belt_space
from companion.games.trollfjord.state import Belted, Clears, Collects, Now, Site, State, changed, replaced, with_news
from companion.games.trollfjord.words import BELT
from companion.rules import Text, say


def allowed(state: State, site: Site, seat: int) -> list[int]:
    """Regions whose treasure this seat may take: own trolls there, and enough boulders on the table."""
    total = site.bout.boulders.total
    return [
        region
        for region in state.regions_held(seat, site.spot)
        if (treasure := state.treasures[region]) is not None and treasure <= total
    ]


def may_keep_on(collects: Collects) -> bool:
    return collects.site.bout.may_keep_on == collects.seat


def collected(state: State, site: Site, seat: int, region: int) -> State:
    """The treasure on the belt or in the patched sack, and the trolls back from where it lay."""
    treasure = state.treasures[region]
    assert treasure is not None
    state = changed(state, treasures=replaced(state.treasures, region, None))
    if seat == state.turn:
        state = belted(state, seat, region, treasure)
    else:
        sack = say("{name} puts the treasure of {region} into the patched sack.", **facts(state, seat, region))
        sacks = replaced(state.sacks, seat, (*state.sacks[seat], treasure))
        state = with_news(changed(state, sacks=sacks), sack)
    after = cleared(state, seat, region)
    return changed(after, now=after_collecting(msgspec.structs.replace(site, cleared=(*site.cleared, seat)), seat))


def facts(state: State, seat: int, region: int) -> dict[str, str | Text]:
    return {"name": state.name(seat), "region": state.land.names[region]}


def belted(state: State, seat: int, region: int, treasure: int) -> State:
    news = say(
        "{name} puts the {treasure} of {region} on belt space {space}.",
        treasure=treasure,
        space=BELT[next_belt_space(state, seat)],
        **facts(state, seat, region),
    )
    return on_belt(state, seat, treasure, news)


def on_belt(state: State, seat: int, treasure: int, news: Text) -> State:
    """The treasure face up on the leftmost empty belt space, and its crown if it earns one."""
    space = next_belt_space(state, seat)
    before = holder(state.belted, space)
    state = with_news(changed(state, belted=(*state.belted, Belted(seat, space, treasure))), news)
    if space >= CROWNED or holder(state.belted, space) != seat:
        return state
    if before is None:
        return with_news(state, say("{name} takes the crown of {space}.", name=state.name(seat), space=BELT[space]))
    crown = say(
        "{name} takes the crown of {space} from {other}.",
        name=state.name(seat),
        space=BELT[space],
        other=state.name(before),
    )
    return with_news(state, crown)


def after_collecting(site: Site, seat: int) -> Now:
    """After the one who hammered the comrade collects; then regions are cleared."""
    bout = site.bout
    if seat == bout.hammerer and bout.comrade is not None:
        return Collects(site, bout.comrade)
    return Clears(site)
