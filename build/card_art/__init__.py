"""Draws the card art as SVG text: tones, shapes, patterns, symbols, glyphs and whole faces."""
