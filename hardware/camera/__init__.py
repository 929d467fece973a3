"""Cameras, real and simulated, and what one sees as a JPEG; they never count what they see."""
