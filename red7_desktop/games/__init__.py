"""The games in the box, each a pure package with the same room names."""
