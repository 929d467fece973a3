"""A card's content as one file, with the companion on it: `make image` builds it, Raspberry Pi Imager writes it."""
