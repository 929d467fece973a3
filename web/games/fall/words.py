"""The words of the Fall's own drawings, on phones, on the table screen and in past games."""

from companion.games.fall.cards import SYMBOL_NAMES
from companion.rules import Text, say

WORDS: dict[str, Text] = {
    **{str(symbol): text for symbol, text in SYMBOL_NAMES.items()},
    "peak": say("Mountain"),
    "ancestry": say("Ancestries"),
    "clans": say("Clan board"),
    "players": say("Players"),
    "ways": say("The way of the gnomes"),
    "war": say("Gates, gnome wheel and champions"),
    "story": say("What happened"),
    "latest": say("What happened"),
    "ending": say("How it ended"),
    "honour": say("Honour"),
    "despair": say("Despair"),
    "reserve": say("Trolls in the reserve"),
    "tap_symbols": say("Tap symbols that hang together."),
    "cover": say("{action}: strength {strength}"),
    "weak": say("Weak, strength {strength}. With despair up to {most}."),
    "strong": say("Strong, strength {strength}. With supplies up to {most}."),
    "wheel_at": say("Gnome wheel: {effect}; {beside} gnomes beside it"),
    "total": say("Total"),
    "wins": say("wins"),
    "course": say("Scores over the game"),
    "turns": say("turns"),
}
