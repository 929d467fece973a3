"""Codes for a phone's camera, as drawings; it knows no address and no password."""

import io

from flask import Response


def qr_code(text: str) -> Response:
    import segno  # the first code can wait for it, the first page need not

    drawing = io.BytesIO()
    # A picture of its own, which cannot read look.css: its light is --paper there, and its dark is dark in any light.
    segno.make(text, error="m").save(drawing, kind="svg", border=2, dark="#1c1512", light="#fffaf0")
    # Address and Wi-Fi change with the network: an old code leads nowhere.
    return Response(drawing.getvalue(), mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})
