"""What the laboratory does with Spring Cleaning alone."""
