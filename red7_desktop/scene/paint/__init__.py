"""Painting of pictures: boxes, text and glyphs as pygame surfaces, and their caches."""
