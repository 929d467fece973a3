"""A Pi's processor, emulated one program at a time: Debian 12 and 13 for arm64 with the wheels that a Pi gets."""
