"""The words every game is written in. Nothing here knows a file, a clock, a network or chance."""

from companion.rules.game import Game, Lights, Panel, Reason, Shuffle, Standing, View
from companion.rules.hammer import ANGERING, COLOUR_NAMES, COLOURS, EACH, Boulders, Ending, Hammering, Hit, Struck
from companion.rules.move import BadSetup, Illegal, Move
from companion.rules.prompt import Amount, Choice, Fallen, Form, Option, Pick, Prompt, demand_offered, not_now
from companion.rules.seat import PLAYER_COLOURS, Seat, seating_faults
from companion.rules.telling import told
from companion.rules.text import Text, say, say_many

__all__ = [
    "ANGERING",
    "COLOURS",
    "COLOUR_NAMES",
    "EACH",
    "PLAYER_COLOURS",
    "Amount",
    "BadSetup",
    "Boulders",
    "Choice",
    "Ending",
    "Fallen",
    "Form",
    "Game",
    "Hammering",
    "Hit",
    "Illegal",
    "Lights",
    "Move",
    "Option",
    "Panel",
    "Pick",
    "Prompt",
    "Reason",
    "Seat",
    "Shuffle",
    "Standing",
    "Struck",
    "Text",
    "View",
    "demand_offered",
    "not_now",
    "say",
    "say_many",
    "seating_faults",
    "told",
]
