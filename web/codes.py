"""Codes for a phone's camera, as drawings; it knows no address and no password."""

import io

import segno
from flask import Response


def drawn(text: str) -> Response:
    drawing = io.BytesIO()
    segno.make(text, error="m").save(drawing, kind="svg", border=2, dark="#1c1512", light="#fffaf0")
    # Address and Wi-Fi change with the network: an old code leads nowhere.
    return Response(drawing.getvalue(), mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})
