"""The page of the simulated tower: there is one only where the rig is simulated."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.fakes import FakeCameraSetup, FakeRig, Home


@pytest.fixture
def real(tmp_path: Path) -> Iterator[Home]:
    home = Home(tmp_path, FakeRig(simulated=False))
    yield home
    home.close()


def test_a_real_tower_has_no_page_to_hit_it(real: Home) -> None:
    phone = real.phone()
    assert phone.get("/tower").status_code == 404
    assert phone.get("/tower/picture.jpg").status_code == 404
    assert phone.post("/api/tower/hit", strength=0.5).status == 404
    assert "/tower" not in phone.get("/").get_data(as_text=True)


def test_the_simulated_tower_is_hit_spilled_and_broken(home: Home) -> None:
    phone = home.phone()
    assert phone.get("/tower").status_code == 200
    assert phone.post("/api/tower/hit", strength=1.0).body["fell"] == {"red": 2}
    assert phone.post("/api/tower/spill").body["fell"] == {"blue": 1}
    assert phone.post("/api/tower/put-back").status == 200
    assert phone.post("/api/tower/fault", name="sensor_noise", on=True).body["faults"] == {"sensor_noise": True}
    home.rig.camera_setup = FakeCameraSetup(recognised={"red": 1, "blue": 0, "yellow": 0, "white": 0})
    now = phone.get("/api/tower").get_json()
    assert now["pixels"] == [[0, 0, 0], [10, 20, 30]]
    assert (now["on_mat"]["red"], now["recognised"]["red"]) == (0, 1)
    assert phone.get("/tower/picture.jpg").data == b"\xff\xd8live"
