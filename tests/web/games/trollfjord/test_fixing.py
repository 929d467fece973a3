"""A hit is put right twice, by the host and from a phone: the last word stands, also in what the end tells."""

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
