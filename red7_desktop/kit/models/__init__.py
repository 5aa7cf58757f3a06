"""What a game tells of itself, as frozen values: its face makes them, pages show them."""
