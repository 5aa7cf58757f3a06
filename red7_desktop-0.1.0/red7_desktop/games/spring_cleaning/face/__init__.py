"""What Spring Cleaning shows of itself, on a table and in pages."""
