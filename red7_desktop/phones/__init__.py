"""Phones at the table: each shows the hand of one seat, over the local network.

Nothing here is imported before somebody opens the lobby. docs/phones-protocol.md describes the
messages and what the server protects against.
"""
