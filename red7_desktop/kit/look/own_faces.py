"""The faces that people can have, drawings of our own; pure, no pygame."""

from __future__ import annotations

from typing import Final

OWN_FACES: Final = ("cat", "bear", "rabbit", "frog", "panda", "penguin")
"""By the names of their files in assets/avatars, beside those of the AI players."""
