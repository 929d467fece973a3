"""How players in the Hall get on with it."""

KEEN = frozenset({"exchange", "keep", "neither"})
"""What they rather do not do."""
