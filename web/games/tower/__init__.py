"""The tower is played on the pages that every game has; here are its picture and its words in other languages."""

from companion.rules import say
from web.game_pages import GamePages


class Pages(GamePages):
    about = say(
        "Just the tower: it counts blows and boulders and shows the limits. You keep everything else yourselves."
    )
