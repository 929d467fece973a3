"""Where a night of Beacon stands: the fire, the hands, and what the keepers are waiting for."""

from typing import Literal

import msgspec

from companion.rules import Sealed, Seat, Secret
from tests.games.beacon.rules.moves import Lay
from tests.games.beacon.rules.pieces import FIRST_FIRE


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seats: tuple[Seat, ...]
    deck: Secret[tuple[int, ...]]
    """All the wood, shuffled: hands are dealt from its front, and cards drawn after them."""


class Laying(msgspec.Struct, frozen=True, tag="laying"):
    """Everyone lays a card face down, and may take another instead until all have laid one."""

    cards: Sealed[Lay]


class Facing(msgspec.Struct, frozen=True, tag="facing"):
    """The cards are on the fire, the storm is at the door."""


class Storm(msgspec.Struct, frozen=True, tag="storm"):
    """The storm dice are thrown."""


Ending = Literal["home", "out", "ablaze"]


class Over(msgspec.Struct, frozen=True, tag="over"):
    ending: Ending


Now = Laying | Facing | Storm | Over


class State(msgspec.Struct, frozen=True):
    seats: tuple[Seat, ...]
    hands: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]
    now: Now
    fire: int = FIRST_FIRE
    hour: int = 1
    oil: bool = True
    """The jar of oil is still full."""
    turned: tuple[int, ...] = ()
    """What lay on the fire when it was last turned over, seat by seat."""
    burnt: tuple[int, ...] = ()
    """What each seat has brought to the fire so far."""
