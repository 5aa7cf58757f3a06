"""People who play, their matches, and what these come to."""
