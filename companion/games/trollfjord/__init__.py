"""Trollfjord: hammer the Rock Tower, count the boulders, carry off the treasures."""
