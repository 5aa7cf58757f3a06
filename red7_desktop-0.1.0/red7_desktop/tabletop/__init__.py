"""What every card game on the table shares: the contract of a game, zones, match, save. Pure."""
