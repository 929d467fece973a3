"""What one seat may know of the war, or the room: built up from it, never stripped of what is hidden."""

import msgspec

from companion.games.fall.ancestry import Ancestry
from companion.games.fall.cards import Action, Card
from companion.games.fall.champions import Champion
from companion.games.fall.holdings import controller, counts, den_owner, reserve
from companion.games.fall.mountain import Clan, Mountain, lay_of
from companion.games.fall.numbers import Effect, VoteTile
from companion.games.fall.prompts import prompts
from companion.games.fall.state import (
    Advances,
    Arrival,
    Depth,
    Influences,
    Reinforces,
    State,
    Token,
    TurnsWheel,
    ranked,
)
from companion.games.fall.wording import headline, panels
from companion.games.fall.words import clan_name, place_name
from companion.rules import GameView, Text


class CavernView(msgspec.Struct, frozen=True):
    """A cavern, or a den that somebody lives in."""

    place: str
    text: Text
    clan: Clan | None
    """None for a den."""
    door: bool
    owner: int | None
    """Of a den."""
    trolls: tuple[int, ...]
    """Of each seat, champions among them."""
    tokens: tuple[Token, ...]
    gnomes: tuple[int | None, ...]
    """Their strengths, as far as this onlooker has seen them."""
    controller: int | None


class HallView(msgspec.Struct, frozen=True):
    hall: str
    text: Text
    worth: int
    beside: tuple[str, ...]


class FollowerView(msgspec.Struct, frozen=True):
    champion: Champion
    used: int


class PlayerView(msgspec.Struct, frozen=True):
    seat: int
    honour: int
    supplies: int
    despair: int
    boost: int
    """What the gain of honour on the wheel brings besides."""
    reserve: int
    dens: tuple[str, ...]
    ancestry: Ancestry
    followers: tuple[FollowerView, ...]


class OfferView(msgspec.Struct, frozen=True):
    champion: Champion
    discs: tuple[tuple[int, int], ...]
    """Seat and influence, from the first to the last."""


class ClanView(msgspec.Struct, frozen=True):
    clan: Clan
    text: Text
    tile: VoteTile
    discs: tuple[tuple[int, int], ...]


class GateView(msgspec.Struct, frozen=True):
    clan: Clan | None
    """Turned over, or seen by this onlooker."""
    turned: bool


class WheelView(msgspec.Struct, frozen=True):
    space: int
    """Where its token is, counted from 0 at the star."""
    spaces: tuple[Effect, ...]
    boost_wire: int
    """It lies right behind this space, counted from 1 at the star."""
    breach_wire: int
    beside: tuple[int, ...]
    """The strengths of beaten gnomes."""


class FallView(GameView, frozen=True, kw_only=True):
    """What its own pages draw besides."""

    way: Depth
    wave: int
    phase: str
    turn: int
    first: int
    mountain: Mountain
    places: tuple[CavernView, ...]
    halls: tuple[HallView, ...]
    players: tuple[PlayerView, ...]
    hand: tuple[Card, ...] | None
    """This seat's own, where hands are dealt."""
    offer: tuple[OfferView, ...]
    clans: tuple[ClanView, ...]
    """From the top of the clan board."""
    row: tuple[GateView, ...]
    rally: Clan
    wheel: WheelView
    action: Action | None
    """That is being resolved."""
    power: int
    trail: tuple[Arrival, ...]
    """The invaders of the invasion that is going on, or that the last move brought."""


def view(state: State, seat: int | None) -> FallView:
    numbers = state.numbers
    return FallView(
        headline=headline(state, seat),
        acting=acting(state),
        panels=panels(state, seat),
        way=state.way,
        wave=state.wave,
        phase=str((state.pending[0] if state.pending else state.now).__struct_config__.tag),
        turn=state.turn,
        first=state.first,
        mountain=state.mountain,
        places=tuple(place_view(state, place, seat) for place in shown_places(state)),
        halls=tuple(
            HallView(hall.id, place_name(state, hall.id), worth, hall.beside)
            for hall, worth in zip(state.mountain.halls, state.halls, strict=True)
        ),
        players=tuple(player_view(state, each) for each in state.everyone),
        hand=hand(state, seat),
        offer=tuple(OfferView(state.champion(each.champion), tuple(ranked(each.discs))) for each in state.offer),
        clans=tuple(
            ClanView(clan, clan_name(clan), tile, tuple(ranked(state.votes.get(clan, ()))))
            for clan, tile in zip(numbers.clans, state.tiles, strict=True)
        ),
        row=tuple(
            GateView(gate.clan or (None if seat is None else gate.clan_for(seat)), gate.clan is not None)
            for gate in state.row
        ),
        rally=state.rally,
        wheel=WheelView(state.wheel, numbers.wheel, numbers.boost_wire, numbers.breach_wire, state.beside_wheel),
        action=state.acting.action if state.acting else None,
        power=power(state),
        trail=state.trail,
    )


def acting(state: State) -> tuple[int, ...]:
    """Who is waited for: of those who answer at the same time, whoever has not."""
    open_ones = [prompt for prompt in prompts(state) if not prompt.aside and prompt.given is None]
    return tuple(dict.fromkeys(seat for prompt in open_ones for seat in prompt.seats))


def power(state: State) -> int:
    match state.pending[:1]:
        case (Advances(strength) | Reinforces(strength) | Influences(strength) | TurnsWheel(strength),):
            return strength
    return 0


def shown_places(state: State) -> list[str]:
    dens = [den.id for den in state.mountain.dens if den_owner(state, den.id) is not None]
    return [*(cavern.id for cavern in state.mountain.caverns), *dens]


def place_view(state: State, place: str, seat: int | None) -> CavernView:
    lay = lay_of(state.mountain)
    clan = lay.clans.get(place)
    return CavernView(
        place,
        place_name(state, place),
        clan,
        clan is not None and place in lay.doors[clan],
        den_owner(state, place),
        counts(state, place),
        tuple(token for token in state.tokens if token.place == place),
        tuple(None if seat is None else gnome.strength_for(seat) for gnome in state.gnomes.get(place, ())),
        controller(state, place),
    )


def player_view(state: State, seat: int) -> PlayerView:
    player = state.players[seat]
    return PlayerView(
        seat,
        player.honour,
        player.supplies,
        player.despair,
        state.numbers.boost(player.boost),
        reserve(state, seat),
        player.dens,
        player.ancestry,
        tuple(FollowerView(state.champion(each.champion), each.used) for each in player.followers),
    )


def hand(state: State, seat: int | None) -> tuple[Card, ...] | None:
    if seat is None or not state.hands:
        return None
    return tuple(card for card in state.box.cards if card.name in state.hands[seat])
