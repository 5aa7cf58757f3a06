"""Text forms: positions, turns, and records of whole games."""
