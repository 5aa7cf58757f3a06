"""Code for all card games: contract of a game, matches, saves, AI players, puzzles. No pygame."""
