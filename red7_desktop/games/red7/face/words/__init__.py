"""Red7's sentences: rules, turns, reasons, hints and reviews."""
