"""From pictures to pixels: boxes, text, glyphs, and the renderer that draws what has changed."""
