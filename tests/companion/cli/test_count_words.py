"""`companion count` speaks the language of whoever sits at the keyboard."""

import argparse
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli.count import add_parser, run, spoken


def command(*words: str) -> int:
    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers())
    return run(parser.parse_args(["count", *words]))


@pytest.mark.parametrize(
    ("told", "language"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "C", "LC_ALL": ""}, "en"),
        ({"LANG": "pt_BR.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_is_the_systems_own_where_it_is_known(told: dict[str, str], language: str) -> None:
    assert spoken(told) == language


@pytest.mark.parametrize(
    ("language", "dark", "no_photo"),
    [
        ("en", "too dark", "is not a photo"),
        ("de", "Das Bild ist zu dunkel", "ist kein Foto"),
        ("fr", "trop sombre", "n’est pas une photo"),
    ],
)
def test_each_trouble_is_told_in_that_language(
    language: str,
    dark: str,
    no_photo: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", f"{language}_XX.UTF-8")
    black, text = tmp_path / "black.png", tmp_path / "text.jpg"
    cv2.imwrite(str(black), np.zeros((480, 640, 3), np.uint8))
    text.write_text("This is not a picture.")
    assert command(str(black), str(text)) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert dark in first
    assert no_photo in second
    assert str(text) in second
