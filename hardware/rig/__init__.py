"""The devices together: opened by name, watched over, explained in words; they never know what game is played."""
