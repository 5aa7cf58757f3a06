"""The host's side of phones at the table: the lobby, and matches with phones.

This package is only imported when somebody wants to play on a phone.
"""
