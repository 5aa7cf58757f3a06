"""What is told of a match of Spring Cleaning when it is looked back at."""
