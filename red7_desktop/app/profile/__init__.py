"""Profiles of people: statistics, achievements and streaks, and the screens that show them."""
