"""Playing a match: the session with its seats, the drag controller, the AI runner. Pure."""
