"""What is the host's alone: pages and answers behind the PIN; it knows nothing about what they do."""

from flask import Blueprint, render_template, request

from web.identity import demand_host, is_host
from web.payloads import Once
from web.services import services


def host_blueprint(name: str) -> Blueprint:
    """A blueprint of which every page and every answer is the host's alone."""
    blueprint = Blueprint(name, __name__)
    blueprint.before_request(behind_the_pin)
    return blueprint


def behind_the_pin() -> str | None:
    if is_host():
        return None
    if request.path.startswith("/api/"):
        demand_host()
    return pin_page()


def pin_page() -> str:
    return render_template("pin.html", chosen=not services().keys.offered, first=services().keys.pin is None)


def request_name(sent: Once) -> str:
    """The request's name in the journal; phones cannot take the host's."""
    return f"host:{sent.request}"
