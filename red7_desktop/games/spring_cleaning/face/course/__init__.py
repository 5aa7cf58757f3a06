"""How Spring Cleaning is learned: the first game with its coach, and lessons."""
