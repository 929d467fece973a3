"""Games that name the faces of their dice."""

from companion.games import GAMES
from companion.games.runedar.words import FACES
from companion.rules import faces_of


def test_a_game_with_dice_names_their_faces_and_another_has_none() -> None:
    assert faces_of(GAMES["runedar"]) == FACES
    assert faces_of(GAMES["trollfjord"]) == ()
