"""A small retained scene graph on pygame, independent of cards and games.

Start with `node` (the tree), `pictures` (descriptions of what nodes look like), `renderer` (drawing
into the window), `animation`, `pointer` and `focus` (input), `theme` and `widgets` (themed
controls), and `stage`, which combines them.
"""

from __future__ import annotations
