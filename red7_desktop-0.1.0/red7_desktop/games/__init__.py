"""The games in the box, a folder each: rules, players, face; `registry` has a row for each."""
