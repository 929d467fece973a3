"""What the table would reckon by hand: leftover sets, payments, and the cascade."""

from functools import cache
from itertools import product
from random import Random

import pytest

from companion.games.hall.leftovers import best_sets
from companion.games.hall.moot import BENEATH, CASCADES, Gain, Member, Moot, cascade, joined, open_places
from companion.games.hall.purse import Purse, can_spend, owned, pay
from companion.games.hall.resources import RESOURCES, SYMBOLS, Goods, Resource, Symbol

SEED = 19


@cache
def searched(counts: tuple[int, ...]) -> int:
    """The most sets of three, by trying every trade of four for one, again and again."""
    sets = sum(count // 3 for count in counts)
    for spent in product(*(range(min(count, 4) + 1) for count in counts)):
        if sum(spent) == 4:
            left = [count - gone for count, gone in zip(counts, spent, strict=True)]
            for gained in range(len(left)):
                after = [count + (place == gained) for place, count in enumerate(left)]
                sets = max(sets, searched(tuple(sorted(after))))
    return sets


def test_the_best_trades_of_leftovers_are_those_that_an_exhaustive_search_finds() -> None:
    print(f"seed {SEED}")
    chance = Random(SEED)
    for _ in range(120):
        counts = [0] * len(RESOURCES)
        for _ in range(chance.randint(0, 13)):
            counts[chance.choice(range(chance.randint(1, len(counts))))] += 1
        assert best_sets(Goods(*counts)) == searched(tuple(sorted(counts))), counts


def test_many_leftovers_of_one_kind_are_worth_trading_only_where_a_set_lacks_little() -> None:
    assert best_sets(Goods(stone=30)) == 10
    assert best_sets(Goods(stone=11, iron=2)) == 3
    assert best_sets(Goods(stone=11, iron=4)) == 4
    assert best_sets(Goods(stone=2, iron=2, rune=2)) == 1
    assert best_sets(Goods(*[1] * 7)) == 0


def member(*symbols: Symbol, held: str = "") -> Member:
    return Member("", symbols, tuple(place < len(held) and held[place] == "x" for place in range(len(symbols))))


def row(*members: Member) -> Moot:
    return (*members, *[None] * (10 - len(members)))


def test_the_pyramid_stands_four_three_two_one() -> None:
    assert BENEATH == ((), (), (), (), (0, 1), (1, 2), (2, 3), (4, 5), (5, 6), (7, 8))
    assert CASCADES[7] == (7, 4, 5, 0, 1, 2)
    assert sorted(CASCADES[9]) == list(range(10))
    moot = row(*[member("stone")] * 5)
    assert open_places(moot) == [5, 6]
    assert open_places(joined(moot, 5, member("coin"))) == [6, 7]
    assert open_places(row(*[member("stone")] * 10)) == []


def test_a_cascade_gains_what_is_not_held_and_nothing_twice() -> None:
    """Every troll under the new one is activated once, though two stand on it."""
    moot = row(
        member("coin", held="x"), member("iron"), member("rune"), member("cart"), member("stone"), member("stone")
    )
    moot, gains = cascade(joined(moot, 7, member("heartstone", "heartstone")), 7)
    assert gains == (
        Gain(7, "", ("heartstone", "heartstone")),
        Gain(4, "", ("stone",)),
        Gain(5, "", ("stone",)),
        Gain(0, "", ()),
        Gain(1, "", ("iron",)),
        Gain(2, "", ("rune",)),
    )
    assert owned(Purse(moot, Goods())) == Goods(stone=2, iron=1, heartstone=2, rune=1, coin=1)


def test_a_payment_comes_from_trolls_before_the_storage_and_from_busy_trolls_first() -> None:
    moot = row(*[member("stone", held="x")] * 4)
    paid = pay(Purse(moot, Goods(stone=2)), ["stone"] * 3)
    assert paid
    assert paid.tokens == (0, 10, 20), "the inner two are in more cascades than the outer"
    assert paid.stored == Goods()
    paid = pay(Purse(moot, Goods(stone=2)), ["stone"] * 5)
    assert paid
    assert paid.stored == Goods(stone=1)
    assert pay(Purse(moot, Goods(stone=2)), ["stone"] * 7) is None


def test_what_is_kept_is_spent_last() -> None:
    moot = row(member("stone", "iron", held="xx"), member("stone", held="x"))
    kept = Purse(moot, Goods(stone=1), kept=(0, 10))
    assert pay(kept, ["stone"]) == (Purse(moot, Goods(), (0, 10)), (), Goods(stone=1))
    paid = pay(kept, ["stone", "stone"])
    assert paid
    assert (paid.tokens, paid.stored) == ((10,), Goods(stone=1))
    assert paid.purse.kept == (0,)


def test_a_clan_cart_moves_its_clan_and_a_wild_one_any() -> None:
    moot = row(member("fire_cart", "moon_cart", "cart", held="xxx"))
    purse = Purse(moot, Goods(cart=1))
    assert can_spend(purse, "fire_cart") == 3
    assert can_spend(purse, "ice_cart") == 2
    assert can_spend(purse, "wild_cart") == 2
    assert can_spend(purse, "cart") == 4
    paid = pay(purse, ["fire_cart"])
    assert paid
    assert paid.tokens == (0,), "its own before a wild one"
    paid = pay(purse, ["ice_cart", "ice_cart"])
    assert paid
    assert (paid.tokens, paid.stored) == ((2,), Goods(cart=1))
    assert pay(purse, ["wild_cart"] * 3) is None


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_paid_is_gone_and_nothing_else(seed: int) -> None:
    chance = Random(seed)
    for _ in range(100):
        members = [
            member(*(chance.choice(SYMBOLS) for _ in range(3)), held="".join(chance.choices("x.", k=3)))
            for _ in range(chance.randint(4, 10))
        ]
        purse = Purse(row(*members), Goods(*(chance.randint(0, 2) for _ in RESOURCES)))
        wanted: list[Resource] = sorted(chance.choices(RESOURCES, k=chance.randint(1, 5)))
        paid = pay(purse, wanted)
        before = owned(purse)
        enough = all(wanted.count(resource) <= before.of(resource) for resource in RESOURCES)
        assert (paid is not None) == enough
        if paid:
            after = owned(paid.purse)
            assert [before.of(each) - after.of(each) for each in RESOURCES] == [
                wanted.count(each) for each in RESOURCES
            ]
