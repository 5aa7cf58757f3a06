"""From an observation of Red7 to what stands around its cards, and the parts of its own."""
