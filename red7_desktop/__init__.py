"""Red7 Desktop: card games for one screen, against people and AI opponents."""

from __future__ import annotations

__version__ = "0.1.0"
