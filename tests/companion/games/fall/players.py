"""How players of the Fall get on with it."""

KEEN = frozenset({"use", "tell_honour", "tell_vote", "count_hall"})
"""What they rather do not do."""
