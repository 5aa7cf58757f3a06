"""Phones at the table: each shows the hand of one seat, over the local network.

This package is only imported when the lobby opens. docs/phones-protocol.md describes the messages
and the server's protections.
"""
