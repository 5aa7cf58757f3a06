"""The deal of the day: one for everybody, by the date alone."""
