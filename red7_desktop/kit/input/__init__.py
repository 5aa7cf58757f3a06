"""What keys, pads and pointers ask for, and how to say which ones do."""
