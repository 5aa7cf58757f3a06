"""Bubbles beside cards and parts: where there is room for one, what a step would come to, tips."""
