"""The end of a round or match as a moment: light, ring, cards that count, and the crown."""
