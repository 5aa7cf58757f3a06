"""What Red7 shows of itself: words, pictures, and the parts of its table."""
