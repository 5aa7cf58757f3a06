"""What the laboratory does with Red7 alone."""
