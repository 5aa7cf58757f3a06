"""Red7: rules, players and face."""
