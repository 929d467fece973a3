"""Counting boulders by colour in a picture; it never touches a device."""

COLOURS = ("red", "blue", "yellow", "white")
EACH = 11
"""How many boulders of a colour there are."""
