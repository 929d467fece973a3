"""The host's log and corrections, a lost phone, and a past game move by move, in a real browser."""

import re
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from companion.games import GAMES
from companion.games.trollfjord.moves import Forgo
from companion.games.trollfjord.state import Hammers, changed
from companion.position import Turn
from companion.rules import Boulders, Hit, Seat
from tests import players
from tests.web.browser.conftest import Evening, OpenPage, hold

pytestmark = pytest.mark.browser

SEATS = [Seat("Astrid", "white"), Seat("Bo", "orange")]


def begun(evening: Evening, *moves: dict[str, object]) -> None:
    """A game of Trollfjord, undealt: Bo moves first, to a forest."""
    evening.table.start("trollfjord", GAMES["trollfjord"].deal(SEATS, list), evening.table.version)
    for move in moves:
        play(evening, 1, move)


def play(evening: Evening, seat: int, move: dict[str, object]) -> None:
    evening.table.play(seat, evening.position.decode(move), evening.table.version)


def host_page(evening: Evening, open_page: OpenPage) -> Page:
    evening.keys.set_pin("471100")
    host = open_page(f"{evening.address}/host")
    host.locator("#digits").fill("471100")
    host.locator("#pin button").tap()
    expect(host.locator("#running")).to_be_visible()
    return host


FIRST = {"do": "lord", "to": "place", "free": 3}
SECOND = {"do": "place", "region": "swamp_1", "trolls": 3}


def test_any_move_is_answered_anew_from_the_log(evening: Evening, open_page: OpenPage) -> None:
    begun(evening, FIRST, SECOND)
    host = host_page(evening, open_page)
    host.get_by_text("Bo places 3 trolls in Swamp 1.").tap()
    expect(host.locator(".details [aria-pressed=true]")).to_have_text("3 trolls into Swamp 1")
    host.locator(".details").get_by_role("button", name="2 trolls into Swamp 2").tap()
    expect(host.locator(".moves .line").first).to_contain_text("Bo places 2 trolls in Swamp 2.")
    assert len(evening.position.turns) == 2
    assert sum(evening.position.state.trolls[1]) == 2


def test_an_answer_that_breaks_a_later_move_says_which_and_asks(evening: Evening, open_page: OpenPage) -> None:
    begun(evening, FIRST, SECOND)
    host = host_page(evening, open_page)
    host.locator(".moves .line").nth(1).tap()
    host.locator(".details").get_by_role("button", name="Wander, up to 2 steps").tap()
    expect(host.get_by_role("alert").first).to_contain_text("Then move 2 would no longer be possible")
    assert len(evening.position.turns) == 2
    hold(host.get_by_role("button", name="Change it and drop the later moves"))
    expect(host.locator(".moves .line").first).to_contain_text("goes to a wander space: up to 2 steps")


def test_a_count_of_some_moves_ago_is_put_right_in_the_log(evening: Evening, open_page: OpenPage) -> None:
    seed = 3
    print(f"seed {seed}")
    hits = at_the_tower(evening, seed)
    host = host_page(evening, open_page)
    host.locator(f".moves [data-number='{hits[0]}'] .line").tap()
    host.get_by_role("button", name="white: more").tap()
    host.locator(".details").get_by_role("button", name="Save").tap()
    expect(host.locator(".details")).to_have_count(0)
    bout = state(evening).now.site.bout
    assert [hit.boulders.total for hit in bout.hits] == [2, 1, 1]
    expect(host.locator(".moves .signed")).to_have_text("Blow 1: 1 → 2, the host")
    phone = open_page(evening.address)
    phone.locator("[data-seat='0']").tap()
    phone.locator("[data-look=story]").tap()
    expect(phone.locator("#story .signed")).to_have_text("Blow 1: 1 → 2, the host")
    phone.locator(".stroke button").nth(2).evaluate("hit => hit.click()")
    phone.get_by_role("button", name="white: more").tap()
    signed = f"Blow 3: 1 → 2, {evening.position.seats[0].name}"
    expect(phone.locator("#story .signed").first).to_contain_text(signed)
    expect(host.locator(".moves .signed").first).to_have_text(signed)


def at_the_tower(evening: Evening, seed: int) -> list[int]:
    """Somebody hammers: three hits of one white boulder each; their numbers in the journal."""
    game, chance = GAMES["trollfjord"], Random(seed)
    table = evening.table
    setup = game.deal(SEATS, lambda things: chance.sample(list(things), len(things)))
    table.start("trollfjord", setup, table.version)
    for seat, move, after in players.play(game, game.new(setup), chance, reluctant=players.KEEN):
        table.play(seat, move, table.version)
        if isinstance(after.now, Hammers) and after.now.site.bout.limit > 3:
            break
    return [play_hit(evening) for _ in range(3)]


def play_hit(evening: Evening) -> int:
    hammerer = state(evening).now.site.bout.hammerer
    return evening.table.play(hammerer, Hit(Boulders(white=1)), evening.table.version, source="sensor").version


def test_taking_back_from_here_is_held(evening: Evening, open_page: OpenPage) -> None:
    begun(evening, FIRST, SECOND)
    host = host_page(evening, open_page)
    host.locator(".moves .line").nth(1).tap()
    hold(host.get_by_role("button", name="Take back from here"))
    expect(host.get_by_text("No moves yet.")).to_be_visible()


def on_the_map(evening: Evening, open_page: OpenPage) -> Page:
    host = host_page(evening, open_page)
    host.get_by_role("link", name="Move something on the board").tap()
    expect(host.locator("#map [data-region=swamp_1]")).to_be_visible()
    return host


def tap_map(host: Page, place: str) -> None:
    box = host.locator(f"#map {place} .reach").bounding_box()
    assert box is not None
    host.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def state(evening: Evening) -> Any:
    return evening.position.state


def test_the_host_sets_trolls_and_treasures_right_on_the_map(evening: Evening, open_page: OpenPage) -> None:
    begun(evening, FIRST, SECOND)
    host = on_the_map(evening, open_page)
    tap_map(host, "[data-region=swamp_1]")
    expect(host.locator(".ask")).to_have_text("Swamp 1")
    host.get_by_role("button", name="Astrid's trolls: more").tap()
    host.get_by_role("button", name="Bo's trolls: fewer").tap()
    host.get_by_role("button", name="Save").tap()
    expect(host.get_by_role("status").last).to_contain_text("Corrected.")
    swamp = state(evening).land.region("swamp_1")
    assert [trolls[swamp] for trolls in state(evening).trolls] == [1, 2]
    tap_map(host, "[data-region=forest_1]")
    host.locator("#dock").get_by_role("button", name="Treasure").tap()
    host.get_by_role("button", name="28", exact=True).tap()
    expect(host.locator("[data-region=forest_1] .worth")).to_have_text("28")


def test_the_host_sets_a_lord_and_fortress_numbers_right_on_the_map(evening: Evening, open_page: OpenPage) -> None:
    begun(evening)
    host = on_the_map(evening, open_page)
    host.get_by_role("button", name="Bo").tap()
    expect(host.locator(".where")).to_have_text("on the starting plank")
    for _ in range(3):
        host.get_by_role("button", name="One space forward").tap()
    host.get_by_role("button", name="One space back").tap()
    expect(host.locator(".where")).to_contain_text("Space 2")
    host.get_by_role("button", name="Save").tap()
    expect(host.get_by_role("status").last).to_contain_text("Corrected.")
    assert state(evening).lords[1] == 1
    before = state(evening).land.numbers
    tap_map(host, "[data-spot=north_west]")
    expect(host.locator(".ask")).to_contain_text("changes numbers with which one?")
    last = state(evening).land.spots[-1]
    tap_map(host, f"[data-spot={last}]")
    expect(host.get_by_role("status").last).to_contain_text("Corrected.")
    first = state(evening).land.spots.index("north_west")
    assert state(evening).land.numbers[first] == before[-1] != before[first]


def test_the_host_sets_a_sack_right_without_reading_it(evening: Evening, open_page: OpenPage) -> None:
    begun(evening)
    position = evening.position
    full = changed(position.state, sacks=((), (17,)))
    turns = position.turns.followed_by(Turn(0, 1, Forgo(), "phone", 0, full))
    evening.table._position = msgspec.structs.replace(position, state=full, turns=turns)
    host = on_the_map(evening, open_page)
    host.get_by_role("button", name="Bo").tap()
    expect(host.locator("#dock")).not_to_contain_text("17")
    host.get_by_role("button", name="Sack, no. 1").tap()
    host.get_by_role("button", name="25", exact=True).tap()
    expect(host.get_by_role("status").last).to_contain_text("Corrected.")
    assert state(evening).sacks == ((), (25,))


def test_a_correction_that_cannot_be_is_refused_in_words(evening: Evening, open_page: OpenPage) -> None:
    begun(evening, FIRST)
    host = on_the_map(evening, open_page)
    host.get_by_role("button", name="Astrid").tap()
    host.get_by_role("button", name="One space forward").tap()
    host.get_by_role("button", name="Save").tap()
    expect(host.get_by_role("alert")).to_have_text(
        "Correct troll lords when all trolls have moved, or take moves back."
    )


def test_a_lost_phone_is_replaced_in_two_taps(evening: Evening, open_page: OpenPage) -> None:
    begun(evening)
    lost, found = open_page(evening.address), open_page(evening.address)
    lost.get_by_role("button", name="Bo").tap()
    expect(lost).to_have_url(re.compile("/play$"))
    host = host_page(evening, open_page)
    host.locator("[data-player='1'] .line").tap()
    host.get_by_role("button", name="Free the seat").tap()
    expect(host.get_by_text("Whoever plays Bo now scans this.")).to_be_visible()
    drawn = str(host.locator(".scan img").get_attribute("src"))
    code = evening.seating.codes(evening.position.began)[1]
    assert drawn == f"/qr.svg?seat=1&code={code}"
    found.goto(f"{evening.address}/?{drawn.partition('?')[2]}")
    expect(found).to_have_url(re.compile("/play$"))
    expect(found.locator("#me .name")).to_have_text("Bo")


def test_a_past_game_move_by_move(evening: Evening, open_page: OpenPage) -> None:
    begun(evening, FIRST, SECOND)
    evening.table.end(evening.table.version)
    page = open_page(f"{evening.address}/games")
    page.get_by_text("Trollfjord: Astrid, Bo").tap()
    expect(page.locator("#count")).to_have_text("Before the first move")
    expect(page.get_by_role("button", name="Previous move")).to_be_disabled()
    page.get_by_role("button", name="Next move").tap()
    expect(page.locator("#move span").last).to_have_text("Bo's troll lord goes to Swamp.")
    page.get_by_role("button", name="Next move").tap()
    expect(page.locator("#count")).to_have_text("Move 2 of 2")
    expect(page.locator("[data-region=swamp_1] .piece")).to_have_text("B 3")
    expect(page.locator("#map .space")).to_have_count(60)
    expect(page.get_by_role("img", name="Troll lord of Bo")).to_be_visible()
    expect(page.get_by_role("button", name="Next move")).to_be_disabled()
    page.get_by_role("button", name="To the beginning").tap()
    expect(page.locator("[data-region=swamp_1] .piece")).to_have_count(0)


def test_a_past_game_is_turned_over_with_the_keyboard_and_said_aloud(evening: Evening, open_page: OpenPage) -> None:
    begun(evening, FIRST, SECOND)
    evening.table.end(evening.table.version)
    page = open_page(f"{evening.address}/games/{evening.position.began}", language="fr")
    slider = page.get_by_role("slider", name="Moment de la partie")
    expect(slider).to_have_attribute("aria-valuetext", "Avant le premier coup")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "Coup 1 sur 2")
    page.keyboard.press("End")
    expect(page.locator("#move span").last).to_have_text("Bo ajoute 3 trolls : Marais 1.")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#count")).to_have_text("Coup 1 sur 2")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#count")).to_have_text("Coup 2 sur 2")
    page.keyboard.press("Home")
    expect(page.locator("#count")).to_have_text("Avant le premier coup")
