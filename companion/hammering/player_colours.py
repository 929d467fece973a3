"""The players' colours of the box that the Rock Tower comes in, for every game that is played with its pieces."""

from companion.rules import PlayerColour, Shades, say

PLAYER_COLOURS: tuple[PlayerColour, ...] = (
    PlayerColour(
        name="white",
        text=say("white"),
        rgb="#f7f2e8",
        ink="#241a10",
        ring=Shades(dark="#cdbba4", light="#8a7660"),
        lamp="#ffffff",
    ),
    PlayerColour(
        name="orange",
        text=say("orange"),
        rgb="#f28a1f",
        ink="#241000",
        ring=Shades(dark="#ffcf96", light="#a04f00"),
        lamp="#ff7800",
    ),
    PlayerColour(
        name="brown",
        text=say("brown"),
        rgb="#7b4a2a",
        ink="#fff3e4",
        ring=Shades(dark="#d9a67c", light="#4b2a14"),
        lamp="#964b1e",
    ),
    PlayerColour(
        name="black",
        text=say("black"),
        rgb="#0c0b0b",
        ink="#ffffff",
        ring=Shades(dark="#a7a29b", light="#6b655e"),
        # No lamp shines black: violet is the one hue that no boulder and no other player has.
        lamp="#8228ff",
    ),
)
