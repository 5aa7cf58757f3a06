"""The faces that people can have, drawings of our own; pure, no pygame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts

OWN_FACES: Final = ("cat", "bear", "rabbit", "frog", "panda", "penguin")
"""By the names of their files in assets/avatars, beside those of the AI players."""


def name_of_face(face: str, texts: Texts) -> str:
    """Give what somebody with a face is called who has said no name: records need one."""
    return {
        "cat": texts("Cat"),
        "bear": texts("Bear"),
        "rabbit": texts("Rabbit"),
        "frog": texts("Frog"),
        "panda": texts("Panda"),
        "penguin": texts("Penguin"),
    }.get(face, texts("Guest"))
