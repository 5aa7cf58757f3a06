"""The soak test: many whole matches with all positions checked. `make soak` runs it."""
