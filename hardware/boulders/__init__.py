"""Counting boulders by colour in a picture; it never touches a device."""

from companion.common.boulders import BLUE, COLOURS, EACH, RED, WHITE, YELLOW

__all__ = ["BLUE", "COLOURS", "EACH", "RED", "WHITE", "YELLOW"]
