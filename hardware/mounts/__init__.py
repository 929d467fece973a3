"""Printable mounts: their measures are in the .scad files; here they are exported, checked and drawn."""
