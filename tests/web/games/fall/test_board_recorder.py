"""Recording a side of the mountain: every fault in words, nothing lost, and the photo under the map."""

from copy import deepcopy
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest

from companion.games import GAMES
from companion.games.fall.box import FRONTS
from companion.games.fall.examples import mountain
from tests.players import people, shuffled
from tests.web.fakes import Answer, Home, Phone
from web.i18n import Catalogue

PAGE = "/api/host/recorder/fall/fronts"


@pytest.fixture
def host(home: Home) -> Phone:
    return home.host()


def draft(host: Phone) -> dict[str, Any]:
    """The example as somebody's own."""
    found = host.get(f"{PAGE}/draft?name=Example%20front").get_json()
    return {**found, "name": "Our mountain"}


def faults(answer: Answer) -> list[str]:
    return [fault["text"] for fault in answer.body["faults"]]


def test_the_example_goes_through_the_recorder_unchanged(home: Home, host: Phone) -> None:
    sent = draft(host)
    assert host.post(f"{PAGE}/check", **{key: sent[key] for key in ("name", "photo", "aspect", "layers")}).body == {
        "faults": []
    }
    assert host.post(f"{PAGE}/save", **sent).body == {"name": "Our mountain"}
    shelf = home.app.extensions["services"].boxes["fall"][FRONTS.name]
    kept, shipped = shelf.thing("Our mountain"), mountain("front")
    assert (kept.caverns, kept.halls, kept.rally) == (shipped.caverns, shipped.halls, shipped.rally)
    assert {(den.id, den.beside) for den in kept.dens} == {(den.id, den.beside) for den in shipped.dens}
    assert sorted(map(sorted, kept.borders)) == sorted(map(sorted, shipped.borders))


def without_doors(layers: dict[str, Any]) -> None:
    for cavern in layers["caverns"]:
        if cavern["kind"] == "door-mud":
            cavern["kind"] = "clan-mud"


def as_an_island(layers: dict[str, Any]) -> None:
    lonely = layers["caverns"][0]["id"]
    layers["borders"] = [pair for pair in layers["borders"] if lonely not in pair]


def with_an_odd_den(layers: dict[str, Any]) -> None:
    layers["dens"].pop()


def around_nothing(layers: dict[str, Any]) -> None:
    layers["halls"][0]["regions"] = []


@pytest.mark.parametrize(
    ("spoilt", "step", "words"),
    [
        (without_doors, "caverns", "No cavern of this domain has a door: its gnomes could not come in."),
        (as_an_island, "caverns", "No other cavern touches this one."),
        (with_an_odd_den, "dens", "Two dens have the same glyph; this one is there 1 times."),
        (around_nothing, "halls", "This touches no cavern."),
    ],
)
def test_every_fault_is_told_at_its_step_and_nothing_is_kept(
    home: Home, host: Phone, spoilt: Any, step: str, words: str
) -> None:
    sent = deepcopy(draft(host))
    spoilt(sent["layers"])
    answer = host.post(f"{PAGE}/save", **sent)
    assert answer.status == 400
    told = [fault for fault in answer.body["faults"] if words in fault["text"]]
    assert told, answer.body
    assert told[0]["step"] == step
    assert home.app.extensions["services"].boxes["fall"][FRONTS.name].thing("Our mountain") is None


def test_the_photo_lies_under_the_map_of_the_next_game(home: Home, host: Phone) -> None:
    picture = bytes(cv2.imencode(".jpg", np.full((200, 320, 3), 90, np.uint8))[1].tobytes())
    name = host.client.post(f"{PAGE}/photo", data=picture, headers=host.headers).get_json()["photo"]
    host.post(f"{PAGE}/save", **{**draft(host), "photo": name, "aspect": 1.6})
    services = home.app.extensions["services"]
    box = {kind: shelf.played_with(None) for kind, shelf in services.boxes["fall"].shelves.items()}
    preparation = GAMES["fall"].preparation
    assert preparation
    decided = {"way": "everything", "table": "dealt", "champions": "dealt", "hands": "dealt"}
    setup = preparation.setup(people(GAMES["fall"], 4), box, decided, None, shuffled(Random(1)))
    home.table.start("fall", setup, home.table.version)
    words: Catalogue = services.words["en"]
    view = GAMES["fall"].view(home.position.state, None)
    drawn = services.game_pages["fall"].scene(home.position, view, words)["map"]
    assert drawn["photo"] == f"/box/fall/fronts/{name}.jpg"
    assert drawn["aspect"] == 1.6
    assert len([place for place in drawn["places"] if place["kind"] == "rally"]) == 7
    assert host.get(drawn["photo"]).status_code == 200
