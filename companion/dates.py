"""A moment as a date for people, whatever a clock that was never set may have said; it never asks a clock."""

from datetime import UTC, datetime

EARLIEST, LATEST = 0.0, 253_402_300_799.0
"""Seconds: from 1970 to the end of the year 9999, beyond which no calendar goes."""


def date_of(at: float) -> datetime:
    """The nearest moment that a calendar knows."""
    return datetime.fromtimestamp(min(max(at, EARLIEST), LATEST), UTC)
