"""A hit is put right twice, by the host and from a phone: the last word stands, also in what the end tells."""

from companion.games.trollfjord.moves import Place
from companion.games.trollfjord.state import Hammers
from companion.rules import Boulders, Hit
from tests.web.fakes import Home
from tests.web.games.trollfjord.test_pages import play_until, state, view
from web.games.trollfjord.end_statistics import hammered


def set_right(home: Home, boulders: Boulders) -> None:
    """One red boulder fell, says a phone; then the host tells what it was."""
    play_until(home, Hammers)
    home.table.play(0, Hit(Boulders(red=1)), home.table.version)
    move = {"do": "set_hit", "boulders": boulders.by_colour()}
    assert home.host().act("/api/host/correct", seen=home.table.version, move=move).status == 200


def test_a_hit_that_the_host_set_right_can_still_be_fixed(home: Home) -> None:
    set_right(home, Boulders(blue=3))
    (hit,) = view(home, 0)["hammering"]["hits"]
    assert hit["boulders"]["blue"] == 3
    fixed = (
        home.phone()
        .sit(0)
        .act("/api/fix", seen=home.table.version, number=hit["number"], move={"do": "hit", "boulders": {"blue": 2}})
    )
    assert fixed.status == 200
    assert state(home).now.site.bout.boulders == Boulders(blue=2)


def test_the_hit_before_it_keeps_its_own_number(home: Home) -> None:
    set_right(home, Boulders(blue=3))
    home.table.play(0, Hit(Boulders(white=1)), home.table.version)
    first, second = view(home, 0)["hammering"]["hits"]
    phone = home.phone().sit(0)
    for hit, boulders in ((first, {"blue": 1}), (second, {"white": 2})):
        move = {"do": "hit", "boulders": boulders}
        assert phone.act("/api/fix", seen=home.table.version, number=hit["number"], move=move).status == 200
    assert state(home).now.site.bout.boulders == Boulders(blue=1, white=2)


def test_what_the_end_tells_of_the_hammering_is_what_stands(home: Home) -> None:
    set_right(home, Boulders())
    position = home.table.position
    assert position is not None
    before = hammered(position.state_after(0), position.turns[:-2])
    after = hammered(position.state_after(0), position.turns)
    assert sum(each.hits for each in after) == sum(each.hits for each in before) + 1
    assert sum(each.empty for each in after) == sum(each.empty for each in before) + 1
    assert sum(each.boulders for each in after) == sum(each.boulders for each in before)


def signed(home: Home) -> tuple[list[str], list[str]]:
    """Who put what right, in the story and in the host's log."""
    story = [line["text"] for line in view(home, 0)["scene"]["story"] if line["signed"]]
    log = [line["signed"] for line in home.host().post("/api/host/pin", pin="471100").body["view"]["moves"]]
    return story, [text for text in log if text]


def test_a_correction_is_signed_in_story_and_log_and_says_which_blow(home: Home) -> None:
    play_until(home, Hammers)
    home.table.play(0, Hit(Boulders(white=1)), home.table.version)
    home.table.play(0, Hit(Boulders(white=3, red=1)), home.table.version)
    assert signed(home) == ([], [])
    number = view(home, 0)["hammering"]["hits"][1]["number"]
    phone, name = home.phone().sit(1), home.position.seats[1].name
    for boulders, words in (
        ({"white": 3, "red": 2}, f"Blow 2: 4 → 5, {name}"),
        ({"white": 4}, f"Blow 2: 1 red, 3 white → 4 white, {name}"),
    ):
        move = {"do": "hit", "boulders": boulders}
        assert phone.act("/api/fix", seen=home.table.version, number=number, move=move).status == 200
        assert signed(home) == ([words], [words])
    move = {"do": "set_hit", "boulders": {"white": 2}}
    assert home.host().act("/api/host/correct", seen=home.table.version, move=move).status == 200
    both = ["Blow 2: 4 → 2, the host", words]
    assert signed(home) == (both, both)


def test_another_answer_is_signed_with_what_it_was_before(home: Home) -> None:
    play_until(home, Hammers)
    index, number, region = next(
        (index, turn.number, turn.move.region)
        for index, turn in enumerate(home.position.turns)
        if isinstance(turn.move, Place)
    )
    fewer = {"do": "place", "region": region, "trolls": 1}
    home.table.take_back(index + 1, home.table.version)
    home.host().act("/api/host/amend", seen=home.table.version, number=number, move=fewer, drop_later=True)
    (story,), log = signed(home)
    assert story.startswith("Changed by the host. Before: ")
    assert log == [story]
    trolls = {"do": "set_trolls", "player": 0, "region": region, "trolls": 2}
    assert home.host().act("/api/host/correct", seen=home.table.version, move=trolls).status == 200
    assert signed(home)[0][0].startswith("Corrected by the host. Trolls in a region: ")
