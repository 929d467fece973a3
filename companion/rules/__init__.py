"""What every game is written with: moves, prompts, texts, the contract. It knows no file, clock, network or chance."""

from companion.common.boulders import ANGERING, COLOUR_NAMES, COLOURS, EACH
from companion.common.lights import Lights, Mood
from companion.common.text import Text, listed, say, say_many
from companion.rules.box import BoxKind, Shipped, Thing
from companion.rules.chart import Chart, Spot, Spots
from companion.rules.dice import HasDice, faces_of
from companion.rules.drawing import Aspect, Corners, Drawing, Place, drawing_faults
from companion.rules.fields import Amount, Dice, Fallen, Option, Pick, Several, Words
from companion.rules.game import Game, GameView, Panel, Reason, Standing
from companion.rules.grid import Cell, Cells, Grid, Laid, Layer, Lying, Places, Shape, Together, turned, ways_to_lie
from companion.rules.hammering import Boulders, Ending, Hammering, Hit, Struck
from companion.rules.learning import Learns
from companion.rules.move import BadSetup, Illegal, Move, fault_at
from companion.rules.outcome import (
    Chronicle,
    Outcome,
    Side,
    called,
    chronicles_of,
    ending_in_words,
    outcome_in_words,
)
from companion.rules.player_colour import PlayerColour, Shades
from companion.rules.preparation import Chosen, Decision, Preparation, Step, Way
from companion.rules.prompt import Choice, Fact, Field, Form, Prompt, Steps, demand_offered, not_now, waited_for
from companion.rules.sealed import Sealed
from companion.rules.seat import Seat, colour_of, light_of, seating_faults
from companion.rules.secret import HIDDEN, Secret, has_secrets, hidden_in, secret_fields, without
from companion.rules.shuffle import Shuffle
from companion.rules.wording import answer_in_words, move_in_words

__all__ = [
    "ANGERING",
    "COLOURS",
    "COLOUR_NAMES",
    "EACH",
    "HIDDEN",
    "Amount",
    "Aspect",
    "BadSetup",
    "Boulders",
    "BoxKind",
    "Cell",
    "Cells",
    "Chart",
    "Choice",
    "Chosen",
    "Chronicle",
    "Corners",
    "Decision",
    "Dice",
    "Drawing",
    "Ending",
    "Fact",
    "Fallen",
    "Field",
    "Form",
    "Game",
    "GameView",
    "Grid",
    "Hammering",
    "HasDice",
    "Hit",
    "Illegal",
    "Laid",
    "Layer",
    "Learns",
    "Lights",
    "Lying",
    "Mood",
    "Move",
    "Option",
    "Outcome",
    "Panel",
    "Pick",
    "Place",
    "Places",
    "PlayerColour",
    "Preparation",
    "Prompt",
    "Reason",
    "Sealed",
    "Seat",
    "Secret",
    "Several",
    "Shades",
    "Shape",
    "Shipped",
    "Shuffle",
    "Side",
    "Spot",
    "Spots",
    "Standing",
    "Step",
    "Steps",
    "Struck",
    "Text",
    "Thing",
    "Together",
    "Way",
    "Words",
    "answer_in_words",
    "called",
    "chronicles_of",
    "colour_of",
    "demand_offered",
    "drawing_faults",
    "ending_in_words",
    "faces_of",
    "fault_at",
    "has_secrets",
    "hidden_in",
    "light_of",
    "listed",
    "move_in_words",
    "not_now",
    "outcome_in_words",
    "say",
    "say_many",
    "seating_faults",
    "secret_fields",
    "turned",
    "waited_for",
    "ways_to_lie",
    "without",
]
