"""The table: a match being played, its pages, and the person's hands."""
