"""Red7: its rules, AI players, puzzles and user interface (`face`)."""
