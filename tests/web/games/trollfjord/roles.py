"""Who may ask for the routes that only Trollfjord's pages have."""

EVERYONE = ("GET /plan.json",)
HOST = ("GET /host/right",)
