"""Measures the program: beside older versions, and its interface by itself."""
