"""Models of the table and summaries of matches, built from the facets of a game's view."""
