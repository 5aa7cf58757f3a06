"""The table of Spring Cleaning: its zones, its own parts, and what they show."""
