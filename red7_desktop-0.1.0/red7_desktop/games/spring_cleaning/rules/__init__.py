"""The rules of Spring Cleaning: imports `tabletop` and itself, and never a window toolkit."""
