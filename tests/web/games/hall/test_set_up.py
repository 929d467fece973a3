"""Setting up the Hall: each way asks no more than it needs, and a card that was told once is in the box."""

from typing import Any

from tests.web.fakes import Answer, Home, Phone

SEATS = [{"name": "Astrid", "colour": "magenta"}, {"name": "Bo", "colour": "blue"}]


def set_up(home: Home, host: Phone, **decided: str) -> Answer:
    told = {"seats": SEATS, "picked": {}, "decided": decided, "entered": {}}
    return host.act("/api/host/set-up/hall", seen=home.table.version, told=told, deal_rest=True)


def test_each_way_asks_what_it_needs(home: Home) -> None:
    host, titles = home.host(), ("The table", "Sides", "Board for two")
    asked = {}
    for way in ("everything", "mapless", "honour"):
        page = host.get(f"/host/set-up/hall?way={way}").get_data(as_text=True)
        asked[way] = [title for title in titles if title in page]
    assert asked == {"everything": [*titles], "mapless": [*titles[:2]], "honour": ["Sides"]}


def test_the_way_that_was_chosen_is_the_one_that_is_played(home: Home) -> None:
    host = home.host()
    for way in ("honour", "mapless", "everything"):
        assert set_up(home, host, way=way).status == 200
        assert home.position.state.way == way
    assert set_up(home, host, way="nothing").status == 400


def test_a_card_that_was_told_is_in_the_box_of_the_next_game(home: Home) -> None:
    host = home.host()
    assert set_up(home, host, way="mapless", table="told").status == 200
    while home.position.prompts[0].key.startswith(("workshops", "spell", "starter")):
        tell(home, host, home.position.prompts[0].key)
    tell(home, host, "reveal 0")
    host.get("/host/set-up/hall")
    assert set_up(home, host, way="mapless", table="told").status == 200
    box = home.position.state.box
    assert [troll.name for troll in box.trolls] == ["1a"]
    assert len(box.starters) == 6
    assert "Chant" in [spell.name for spell in box.spells]
    page = host.get("/host/box/hall").get_data(as_text=True)
    assert "1a" in page


def tell(home: Home, host: Phone, key: str) -> None:
    names = ["toolforge", "toolforge", "wheeljack", "wheeljack", "stonemill"]
    spell = len([each for each in home.position.state.spellbook if each])
    moves: dict[str, dict[str, Any]] = {
        "workshops": {"do": "lay_out", "workshops": sorted(names)},
        "spell": {"do": "reveal_spell", "spell": "", "name": ["Chant", "Hymn", "Dirge"][min(spell, 2)]},
        "starter": {"do": "tell_starter", "symbols": ["stone"], "once": ["coin"]},
        "reveal": {"do": "reveal", "troll": "", "clan": "ice", "symbols": ["rune"]},
    }
    move = moves[key.split()[0]]
    seen = {"key": key, "since": home.position.since[key]}
    answer = host.act("/api/host/play-for", seat=0, move=move, seen=seen)
    assert answer.status == 200, answer.body
