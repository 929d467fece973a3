"""The host's log and corrections, a lost phone, and a past game move by move, in a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from companion.games import GAMES
from companion.rules import Seat
from tests.web.browser.conftest import Evening, OpenPage

pytestmark = pytest.mark.browser

SEATS = [Seat("Astrid", "white"), Seat("Bo", "orange")]


def begun(evening: Evening, *moves: dict[str, object]) -> None:
    """A game of Trollfjord, undealt: Bo moves first, to a forest."""
    evening.table.start("trollfjord", GAMES["trollfjord"].deal(SEATS, list), evening.table.version)
    for move in moves:
        play(evening, 1, move)


def play(evening: Evening, seat: int, move: dict[str, object]) -> None:
    evening.table.play(seat, evening.table._decode(move), evening.table.version)


def host_page(evening: Evening, open_page: OpenPage) -> Page:
    evening.keys.set_pin("4711")
    host = open_page(f"{evening.address}/host")
    host.locator("#digits").fill("4711")
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
    assert evening.table.position is not None
    assert evening.table.position.moves == 2
    assert sum(evening.table.position.state.trolls[1]) == 2


def test_an_answer_that_breaks_a_later_move_says_which_and_asks(evening: Evening, open_page: OpenPage) -> None:
    begun(evening, FIRST, SECOND)
    host = host_page(evening, open_page)
    host.locator(".moves .line").nth(1).tap()
    host.locator(".details").get_by_role("button", name="Wander, up to 2 steps").tap()
    expect(host.get_by_role("alert").first).to_contain_text("Then move 2 would no longer be possible")
    assert evening.table.position is not None
    assert evening.table.position.moves == 2
    host.get_by_role("button", name="Change it and drop the later moves").tap()
    expect(host.locator(".moves .line").first).to_contain_text("goes to a wander space: up to 2 steps")


def test_taking_back_from_here_takes_two_taps(evening: Evening, open_page: OpenPage) -> None:
    begun(evening, FIRST, SECOND)
    host = host_page(evening, open_page)
    host.locator(".moves .line").nth(1).tap()
    host.get_by_role("button", name="Take back from here").tap()
    host.get_by_role("button", name="Tap again to take back").tap()
    expect(host.get_by_text("No moves yet.")).to_be_visible()


def test_the_host_moves_anything_on_the_board(evening: Evening, open_page: OpenPage) -> None:
    begun(evening)
    host = host_page(evening, open_page)
    host.get_by_role("button", name="Move something on the board").tap()
    host.get_by_role("button", name="Trolls in a region").tap()
    form = host.locator("#corrections")
    form.get_by_role("button", name="Astrid").tap()
    form.get_by_role("button", name="Glacier 2").tap()
    form.get_by_role("button", name="4", exact=True).tap()
    form.get_by_role("button", name="Save").tap()
    expect(host.locator(".moves .line")).to_have_count(1)
    assert evening.table.position is not None
    state = evening.table.position.state
    assert state.trolls[0][state.land.region("glacier_2")] == 4
    host.locator("[data-correct=set_treasure]").tap()
    form.get_by_role("button", name="Forest 1").tap()
    form.get_by_role("button", name="28", exact=True).tap()
    form.get_by_role("button", name="Save").tap()
    expect(host.locator(".moves .line")).to_have_count(2)


def test_a_correction_that_cannot_be_is_refused_in_words(evening: Evening, open_page: OpenPage) -> None:
    begun(evening)
    host = host_page(evening, open_page)
    host.get_by_role("button", name="Move something on the board").tap()
    host.get_by_role("button", name="Treasure on a belt").tap()
    form = host.locator("#corrections")
    form.get_by_role("button", name="Bo").tap()
    form.get_by_role("button", name="II", exact=True).tap()
    form.get_by_role("button", name="20", exact=True).tap()
    form.get_by_role("button", name="Save").tap()
    expect(form.get_by_role("alert")).to_have_text("Bo has no treasure on belt space II.")


def test_a_lost_phone_is_replaced_in_two_taps(evening: Evening, open_page: OpenPage) -> None:
    begun(evening)
    lost, found = open_page(evening.address), open_page(evening.address)
    lost.get_by_role("button", name="Bo").tap()
    expect(lost).to_have_url(re.compile("/play$"))
    host = host_page(evening, open_page)
    host.locator("[data-player='1'] .line").tap()
    host.get_by_role("button", name="Free the seat").tap()
    expect(host.get_by_text("Whoever plays Bo now scans this.")).to_be_visible()
    found.get_by_role("button", name="Bo").tap()
    expect(found).to_have_url(re.compile("/play$"))


def test_a_past_game_move_by_move(evening: Evening, open_page: OpenPage) -> None:
    begun(evening, FIRST, SECOND)
    evening.table.end(evening.table.version)
    page = open_page(f"{evening.address}/games")
    page.get_by_text("Trollfjord: Astrid, Bo").tap()
    expect(page.locator("#count")).to_have_text("Before the first move")
    expect(page.get_by_role("button", name="Previous move")).to_be_disabled()
    page.get_by_role("button", name="Next move").tap()
    expect(page.locator("#move span").last).to_have_text("The troll lord of Bo goes to Swamp.")
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
    assert evening.table.position is not None
    page = open_page(f"{evening.address}/games/{evening.table.position.began}", language="fr")
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
