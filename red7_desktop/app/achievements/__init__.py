"""Achievements: what is fun to have done, told once."""
