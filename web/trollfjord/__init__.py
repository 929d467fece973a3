"""What the pages draw of Trollfjord beyond what every game has; it decides nothing."""
