"""A look back at somebody's turns: the moments with a choice, and what is said about each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from red7_desktop.kit.language.rich_text import Runs, Tone


@dataclass(frozen=True, slots=True)
class Moment:
    """A choice that a seat had.

    round, turn: where in the match, from 1. observation: what the seat knew. taken: the steps that
    it took then, as far as it could know what they bring.
    """

    seat: int
    round: int
    turn: int
    observation: Any
    taken: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class WeighedTurn:
    """A turn that was weighed: the plan, its chance from 0 to 1, that in words, what it fears.

    why: why it is better although its figures do not look it; "" where that needs no saying.
    """

    plan: Runs
    chance: float
    figure: str
    feared: Runs = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Review:
    """What is said about a moment. proposed: None where the turn taken is the one proposed."""

    verdict: str
    tone: Tone
    taken: WeighedTurn
    proposed: WeighedTurn | None
    others: tuple[WeighedTurn, ...]
