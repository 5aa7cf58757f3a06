"""What comes up above the table: the lens, the log, ends of rounds, the curtain, and the like.

Each file is one thing. Values that say what is shown are made without pygame, from what the viewer
may know; the rest shows them. No rule is known here.
"""

from __future__ import annotations
