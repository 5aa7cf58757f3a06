"""Who sits at the table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat: the name shown, and the key of the AI player that fills it, None for a person."""

    name: str
    player: str | None = None

    @property
    def is_person(self) -> bool:
        """Whether a person sits here."""
        return self.player is None
