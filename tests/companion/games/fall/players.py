"""How players of the Fall get on with it."""

KEEN = frozenset({"use", "tell_honour", "tell_vote", "count_hall", "cover_influence", "cover_reinforce"})
"""What they rather do not do: who turns the wheel and advances more often scouts and fights."""
