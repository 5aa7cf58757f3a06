"""Shared code of all card games: the contract of a game, zones, match, save. Pure."""
