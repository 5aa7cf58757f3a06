"""Themed parts of the interface, each one for mouse, touch, keyboard and pad alike."""
