"""Commands that make what is shipped with the games: deals of the day, and puzzles."""
