"""The words of Runedar's own drawings, on phones, on the table screen and in past games."""

from companion.rules import Text, say

WORDS: dict[str, Text] = {
    "fortress": say("Fortress"),
    "dangers": say("How far away each defeat is"),
    "danger": say("Danger"),
    "hand": say("Your hand"),
    "peek": say("Hold to see your {count} cards"),
    "tap_to_go": say("Tap a place of the fortress to go there."),
    "upgrades": say("Upgrade board"),
    "mercenaries": say("Mercenaries"),
    "story": say("What happened"),
    "latest": say("What happened"),
    "ending": say("How it ended"),
    "courtyard": say("In the courtyard"),
    "blocked": say("Blocked by the catapult"),
    "empty_space": say("Empty"),
    "takes": say("still takes {goods}"),
    "ready": say("Ready to be taken"),
    "chronicles": say("Chronicles of Runedar"),
    "gold_saved": say("Gold saved"),
    "goblins_beaten": say("Goblins beaten"),
    "record": say("Download the game"),
}
