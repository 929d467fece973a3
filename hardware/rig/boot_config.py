"""What a Pi's config.txt says to this model: lines count only below a filter that means it; it changes nothing."""

import re
from collections.abc import Iterable

FILTERS = {
    "pi3": r"Pi (3|Compute Module 3)",
    "pi02": r"Pi Zero 2",
    "pi4": r"Pi (4|Compute Module 4)",
    "pi5": r"Pi (5|Compute Module 5)",
}
"""The models that this project was made for, by the names that config.txt has for them."""

HELD = {
    "pi3": {"core_freq_fixed=1", "core_freq=250"},
    "pi02": {"core_freq_fixed=1", "core_freq=250"},
    "pi4": {"core_freq_fixed=1", "core_freq_min=500"},
}
"""Lines that keep the core clock still, and the SPI clock with it; a Pi 5 has another clock for SPI."""


def model_filter(model: str) -> str:
    """What config.txt calls this model; nothing if we do not know it."""
    return next((name for name, pattern in FILTERS.items() if re.search(pattern, model)), "")


def applying(text: str, model: str) -> list[str]:
    """The lines that count on this model. Filters that hang on something else than the model are taken not to hold."""
    ours = {"all", model_filter(model)}
    return list(_below(text.splitlines(), ours))


def _below(lines: Iterable[str], filters: set[str]) -> Iterable[str]:
    counts = True
    for line in map(str.strip, lines):
        if section := re.fullmatch(r"\[(.*)\]", line):
            counts = section[1].lower() in filters
        elif counts and line and not line.startswith("#"):
            yield line


def core_clock_line(text: str, model: str) -> str:
    """The line that is missing to keep the core clock still; nothing if it is still."""
    wanted = HELD.get(model_filter(model), set())
    return "core_freq_fixed=1" if wanted and not wanted & set(applying(text, model)) else ""


def slowing_line(text: str, model: str) -> str:
    """The line meant for an older model that only slows this one; nothing if there is none."""
    if model_filter(model) != "pi5":
        return ""
    return next((line for line in applying(text, model) if line.startswith(("core_freq=", "core_freq_min="))), "")
