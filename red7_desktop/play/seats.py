"""Who sits at the table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat: the name shown, and the key of the AI player that fills it, None for a person.

    face: the key of the face that a person has chosen, "" for one who is shown by letters.
    """

    name: str
    player: str | None = None
    face: str = ""

    @property
    def is_person(self) -> bool:
        """Whether a person sits here."""
        return self.player is None

    @property
    def portrait(self) -> str:
        """The key of the face that is shown, be it the AI player's own; "" for none."""
        return self.player or self.face
