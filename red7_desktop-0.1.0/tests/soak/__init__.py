"""The soak: many whole matches, every position checked. `make soak`, or `python -m tests.soak`."""
