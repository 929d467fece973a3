"""The host's page of the companion's own Wi-Fi: whether it could open, and what to look for on two phones."""

from flask import render_template, request

from web.host_only import host_blueprint
from web.i18n import wanted
from web.services import services

blueprint = host_blueprint("own_wifi")


@blueprint.get("/host/own-wifi")
def page() -> str:
    network = services().network
    radio = network.radio
    said = services().words[wanted(request)].say(radio.text)
    return render_template(
        "maintenance/own_wifi.html", own=network.own, is_up=network.own_is_up, radio=radio, radio_said=said
    )
