"""A small retained scene graph on pygame that knows no cards and no game.

Start with `node` (what is on the screen), `pictures` (what it looks like), `renderer` (how it
reaches the window), `animation` (how it moves), `pointer` and `focus` (how people operate it),
`theme` and `widgets` (themed parts), and `stage`, which ties them together.
"""

from __future__ import annotations
