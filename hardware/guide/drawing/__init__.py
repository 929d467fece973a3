"""Draws the guide's wiring and pictures from data: `python -m hardware.guide.drawing` writes them anew."""
