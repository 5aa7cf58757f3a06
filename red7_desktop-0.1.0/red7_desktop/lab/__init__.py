"""The command line laboratory: looks into rules, rounds and speed from a terminal or a script."""
