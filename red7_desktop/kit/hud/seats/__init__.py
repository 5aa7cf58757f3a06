"""A seat at the table: who sits there, what counts, how many points."""
