"""A match in progress: the session with its seats, drag controller and AI runner. No pygame."""
