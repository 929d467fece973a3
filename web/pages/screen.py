"""The table screen, for everyone at once: it shows what the room may know and asks for nothing."""

from flask import Blueprint, render_template

blueprint = Blueprint("screen", __name__)


@blueprint.get("/table")
def page() -> str:
    return render_template("table.html")
