"""Pointer, gestures, focus and scanning, and the commands that keys and pads give to nodes."""
