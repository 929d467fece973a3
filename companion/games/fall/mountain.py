"""The mountain as data: caverns of seven domains, doors, dens, great halls, rally points, and every fault of it.

It opens no file, and nobody stands in it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from companion.rules import Text, fault_at, say

Clan = Literal["moss", "ice", "moon", "granite", "hammer", "mud", "fire"]
CLANS: tuple[Clan, ...] = ("moss", "ice", "moon", "granite", "hammer", "mud", "fire")
ToldClan = Literal["moss...", "ice....", "moon...", "granite", "hammer.", "mud....", "fire..."]
TOLD_CLANS: dict[Clan, ToldClan] = {
    "moss": "moss...",
    "ice": "ice....",
    "moon": "moon...",
    "granite": "granite",
    "hammer": "hammer.",
    "mud": "mud....",
    "fire": "fire...",
}
"""As a scout tells them: all equally long, so that the length of a record tells nothing."""
CLAN_NAMES: dict[str, Text] = {
    "moss": say("Moss"),
    "ice": say("Ice"),
    "moon": say("Moon"),
    "granite": say("Granite"),
    "hammer": say("Hammer"),
    "mud": say("Mud"),
    "fire": say("Fire"),
}

DENS_EACH = 2
MOST_HALLS = 12
"""There are so many tokens for them."""

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of the mountain, known by its id."""

    id: Id


class Cavern(Part, frozen=True):
    clan: str
    door: bool = False
    """A door leads in from the rally point of its domain."""
    name: Annotated[str, msgspec.Meta(max_length=30)] = ""
    """What the owner calls it; without, it is named by its clan and a number."""


class Den(Part, frozen=True):
    """Where somebody may live: nobody else enters it. Two of them have the same glyph."""

    glyph: Annotated[str, msgspec.Meta(min_length=1, max_length=30)]
    beside: tuple[Id, ...]
    """The caverns that it touches."""


class GreatHall(Part, frozen=True):
    """Nobody enters it: it is held by the caverns around."""

    beside: tuple[Id, ...]


class Mountain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One side of the board."""

    name: str
    caverns: tuple[Cavern, ...]
    dens: tuple[Den, ...]
    halls: tuple[GreatHall, ...]
    borders: tuple[tuple[Id, Id], ...]
    """Caverns that touch."""
    rally: tuple[str, ...] = CLANS
    """The domains in the order of their rally points, clockwise."""

    def __hash__(self) -> int:
        return hash((self.name, self.borders))

    def clan_of(self, cavern: str) -> Clan:
        return lay_of(self).clans[cavern]

    def glyphs(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(den.glyph for den in self.dens))

    def pair(self, glyph: str) -> tuple[str, ...]:
        return tuple(den.id for den in self.dens if den.glyph == glyph)


class Lay(msgspec.Struct, frozen=True):
    """How a mountain hangs together, found once."""

    clans: Mapping[str, Clan]
    beside: Mapping[str, tuple[str, ...]]
    """Of every cavern and every den what it touches, in the order of the board."""
    doors: Mapping[Clan, tuple[str, ...]]
    domains: Mapping[Clan, tuple[str, ...]]


@cache
def lay_of(mountain: Mountain) -> Lay:
    """Of a mountain without faults."""
    clans: dict[str, Clan] = {cavern.id: msgspec.convert(cavern.clan, Clan) for cavern in mountain.caverns}
    places = [*clans, *(den.id for den in mountain.dens)]
    touching: dict[str, set[str]] = {place: set() for place in places}
    for one, other in (*mountain.borders, *((den.id, near) for den in mountain.dens for near in den.beside)):
        touching[one].add(other)
        touching[other].add(one)
    return Lay(
        clans,
        {place: tuple(near for near in places if near in touching[place]) for place in places},
        {clan: tuple(each.id for each in mountain.caverns if each.clan == clan and each.door) for clan in CLANS},
        {clan: tuple(each.id for each in mountain.caverns if each.clan == clan) for clan in CLANS},
    )


@cache
def names_of(mountain: Mountain) -> Mapping[str, Text]:
    """What people call the places, by their ids; halls and dens too."""
    names: dict[str, Text] = {}
    counted: Counter[str] = Counter()
    for cavern in mountain.caverns:
        counted[cavern.clan] += 1
        clan = CLAN_NAMES.get(cavern.clan) or say("{name}", name=cavern.clan)
        named = say("{clan} {number}", clan=clan, number=counted[cavern.clan])
        names[cavern.id] = say("{name}", name=cavern.name) if cavern.name else named
    for den in mountain.dens:
        counted[den.glyph] += 1
        names[den.id] = say("Den {glyph} {number}", glyph=den.glyph, number=counted[den.glyph])
    for number, hall in enumerate(mountain.halls, 1):
        names[hall.id] = say("Great hall {number}", number=number)
    return names


# Reading, and every fault in words.


P = TypeVar("P", bound=Part)


def mountain_of(values: dict[str, Any]) -> tuple[Mountain, list[Text]]:
    """As much of a mountain as plain values tell, and what of them cannot be read."""
    data, faults = dict(values), list[Text]()
    caverns = parts(data.pop("caverns", []), "caverns", Cavern, faults)
    dens = parts(data.pop("dens", []), "dens", Den, faults)
    halls = parts(data.pop("halls", []), "halls", GreatHall, faults)
    try:
        rest = {"borders": [], **data, "caverns": [], "dens": [], "halls": []}
        whole = msgspec.convert(rest, Mountain)
        return msgspec.structs.replace(whole, caverns=caverns, dens=dens, halls=halls), faults
    except msgspec.ValidationError as error:
        faults.append(fault_at("board", say("{why}", why=str(error))))
        return Mountain("", caverns, dens, halls, ()), faults


def parts(entries: Any, table: str, kind: type[P], faults: list[Text]) -> tuple[P, ...]:
    """The entries of one table that can be read; what is wrong with the others joins the faults."""
    found = []
    if not isinstance(entries, list):
        faults.append(fault_at(table, say("This must be a list of tables.")))
        return ()
    for number, entry in enumerate(entries, 1):
        try:
            found.append(msgspec.convert(entry, kind))
        except msgspec.ValidationError as error:
            faults.append(fault_at(f"{table} {number}", say("{why}", why=str(error))))
    return tuple(found)


Faults = Iterator[tuple[str, Text]]


def mountain_faults(mountain: Mountain, players: int) -> list[Text]:
    """All that keeps this from being a side of the board for so many players."""
    found = [
        *twice_named(mountain),
        *domain_faults(mountain),
        *unknown_places(mountain),
        *den_faults(mountain, players),
        *hall_faults(mountain),
        *rally_faults(mountain),
    ]
    return [fault_at(part, fault) for part, fault in found or island_faults(mountain)]


def twice_named(mountain: Mountain) -> Faults:
    for table, ids in tables(mountain):
        for name, times in Counter(ids).items():
            if times > 1:
                yield f"{table} {name}", say("This id is used {times} times.", times=times)
    everywhere = Counter(name for _, ids in tables(mountain) for name in set(ids))
    for name, times in everywhere.items():
        if times > 1:
            yield f"caverns {name}", say("A cavern, a den and a great hall have ids of their own.")
    for name, times in Counter(cavern.name for cavern in mountain.caverns if cavern.name).items():
        if times > 1:
            yield f"caverns {name}", say("This name is used {times} times.", times=times)


def tables(mountain: Mountain) -> Sequence[tuple[str, list[str]]]:
    return (
        ("caverns", [cavern.id for cavern in mountain.caverns]),
        ("dens", [den.id for den in mountain.dens]),
        ("halls", [hall.id for hall in mountain.halls]),
    )


def domain_faults(mountain: Mountain) -> Faults:
    for cavern in mountain.caverns:
        if cavern.clan not in CLANS:
            yield f"caverns {cavern.id}", say("There is no clan called {name}.", name=cavern.clan)
    for clan in CLANS:
        domain = [cavern for cavern in mountain.caverns if cavern.clan == clan]
        if not domain:
            yield f"caverns {clan}", say("This clan has no cavern.")
        elif not any(cavern.door for cavern in domain):
            yield f"caverns {clan}", say("No cavern of this domain has a door: its gnomes could not come in.")


def unknown_places(mountain: Mountain) -> Faults:
    known = {cavern.id for cavern in mountain.caverns}
    for number, pair in enumerate(mountain.borders, 1):
        for name in pair:
            if name not in known:
                yield f"borders {number}", say("There is no cavern called {name}.", name=name)
        if pair[0] == pair[1]:
            yield f"borders {number}", say("A cavern does not touch itself.")
    beside = [("dens", den.id, den.beside) for den in mountain.dens]
    beside += [("halls", hall.id, hall.beside) for hall in mountain.halls]
    for table, part, caverns in beside:
        for name in caverns:
            if name not in known:
                yield f"{table} {part}", say("There is no cavern called {name}.", name=name)
        if not caverns:
            yield f"{table} {part}", say("This touches no cavern.")
        if len(set(caverns)) < len(caverns):
            yield f"{table} {part}", say("This names a cavern twice.")


def den_faults(mountain: Mountain, players: int) -> Faults:
    pairs = Counter(den.glyph for den in mountain.dens)
    for glyph, times in pairs.items():
        if times != DENS_EACH:
            yield f"dens {glyph}", say("Two dens have the same glyph; this one is there {times} times.", times=times)
        beside = {name for den in mountain.dens if den.glyph == glyph for name in den.beside}
        if times == DENS_EACH and len(beside) < DENS_EACH:
            yield f"dens {glyph}", say("A pair of dens touches two caverns at least.")
    if len(pairs) < players:
        yield "dens", say("{players} players need {players} pairs of dens.", players=players)


def hall_faults(mountain: Mountain) -> Faults:
    if not 1 <= len(mountain.halls) <= MOST_HALLS:
        yield "halls", say("There are 1 to {most} great halls.", most=MOST_HALLS)


def rally_faults(mountain: Mountain) -> Faults:
    if sorted(mountain.rally) != sorted(CLANS):
        yield "rally", say("Each of the seven domains has one rally point.")


def island_faults(mountain: Mountain) -> Faults:
    """Caverns that no way joins with the others; a den is no way for anybody but its owner."""
    touching: dict[str, set[str]] = {cavern.id: set() for cavern in mountain.caverns}
    for one, other in mountain.borders:
        touching[one].add(other)
        touching[other].add(one)
    left = set(touching)
    islands = []
    while left:
        found, edge = set[str](), {min(left)}
        while edge:
            found |= edge
            edge = {near for cavern in edge for near in touching[cavern]} - found
        islands.append(found)
        left -= found
    for island in sorted(islands, key=len, reverse=True)[1:]:
        for name in sorted(island):
            if len(island) == 1:
                yield f"caverns {name}", say("No other cavern touches this one.")
            else:
                yield f"caverns {name}", say("This cavern is on an island: no way leads to the others.")
