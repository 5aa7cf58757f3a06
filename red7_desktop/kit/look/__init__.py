"""Icons, portraits, card pictures and card backs."""
