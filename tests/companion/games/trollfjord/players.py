"""How players of Trollfjord get on with it."""

KEEN = frozenset({"forgo", "put_down", "stay_out", "stop", "hold_back", "take_gift_back"})
"""What they rather do not do."""
