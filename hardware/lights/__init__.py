"""Status lights: what they say as a pure picture, and the strips that show it; they know no rules."""
