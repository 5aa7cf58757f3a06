"""The host's side of phones at the table: the lobby, and matches with phones.

Nothing here is imported before somebody wants to play on a phone.
"""
