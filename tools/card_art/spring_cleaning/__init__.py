"""Draws the cards of Spring Cleaning: its nine objects, their patterns, faces and back."""
