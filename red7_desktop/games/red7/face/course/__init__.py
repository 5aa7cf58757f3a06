"""How Red7 is learned: the first game with its coach, and lessons."""
