"""Training of the networks that value positions."""
