"""Dark or light: as the device prefers, or as was chosen on it; that is kept in a cookie there and nowhere else."""

from flask import Request

COOKIE = "theme"
THEMES = ("dark", "light")
"""As in look.css; any other word means as the device prefers."""


def chosen(request: Request) -> str | None:
    found = request.cookies.get(COOKIE)
    return found if found in THEMES else None
