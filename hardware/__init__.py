"""Devices beside the board: each real one next to its simulated twin; plain values in and out, nothing of the game."""
