"""The rules at the Rock Tower, for every game that is played with it; they know nothing of the rest of any game."""
