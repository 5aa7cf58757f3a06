"""The climb: a path of matches against ever stronger opponents, with stars, and its page."""
