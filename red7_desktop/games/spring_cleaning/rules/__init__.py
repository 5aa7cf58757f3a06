"""The rules of Spring Cleaning. Only imports `tabletop` and itself, and no pygame."""
