"""Training of the neural networks that evaluate positions."""
