"""The cards and figures of Spring Cleaning, drawn."""
