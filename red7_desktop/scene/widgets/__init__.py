"""Themed widgets for mouse, touch, keyboard and game pad."""
