"""Chance, which comes to the rules from outside."""

from collections.abc import Callable, Sequence
from typing import Any

Shuffle = Callable[[Sequence[Any]], list[Any]]
"""Returns the things in a random order."""
