"""What random players of Runedar rather do not do: wander about, and turn the upgrade board over and over."""

KEEN = ("go", "back", "refill")
