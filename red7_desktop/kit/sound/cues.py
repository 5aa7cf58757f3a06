"""Which sounds go with what happens at a table, and when: what every game has; pure, no pygame.

No sound is the only sign of anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from red7_desktop.kit.sound.sounds import Sound

if TYPE_CHECKING:
    from red7_desktop.play.session import Change


class Cue(NamedTuple):
    """A sound and its time: seconds from the change, at the normal animation speed."""

    at: float
    sound: str


@dataclass(frozen=True, slots=True)
class Tempo:
    """How the cards move that the sounds go with, in seconds: as `Pace` of the table has it.

    stagger: between two cards that set off together. way: a card's way to its place.
    """

    stagger: float = 0.035
    way: float = 0.22


USUAL: Final = Tempo()


class Voice(NamedTuple):
    """The sound of a moving card, and when it comes: the part of the way that is done then."""

    sound: str
    after: float = 0.0


LEAST_GAP: Final = 0.07
"""Seconds between two sounds of the same kind: a dealt pack is a rattle, not a drone."""
REFUSAL: Final = (Cue(0.0, Sound.NOPE),)
"""What a refused step, whatever its reason, is met with."""


def is_a_jump(change: Change) -> bool:
    """Tell whether no step was taken: undo or other eyes at the screen."""
    return not change.is_step


def is_called(seen: Any) -> bool:
    """Tell whether the viewer is asked to choose."""
    return seen.viewer is not None and seen.viewer in seen.to_act


def landed(change: Change, tempo: Tempo) -> float:
    """Give the seconds after which the last card of a change is in its place."""
    return tempo.stagger * (len(change.moves) - 1) + tempo.way if change.moves else 0.0


def moving(
    change: Change,
    tempo: Tempo,
    voices: Mapping[tuple[str, str], Voice],
    other: Voice | None = None,
) -> Iterable[Cue]:
    """Give the sounds of cards on their way, by the kinds of the zones between which they go.

    other: for ways that have no sound of their own.
    """
    for nth, move in enumerate(change.moves):
        voice = voices.get((_kind(move.source), _kind(move.target)), other)
        if voice is not None:
            yield Cue(nth * tempo.stagger + voice.after * tempo.way, voice.sound)


def _kind(zone: str) -> str:
    return zone.partition(":")[0]


def taken_back(change: Change) -> Cue | None:
    """Cards go back at an undo; where others look at the table, nothing has moved."""
    before, after = change.before, change.after
    if is_a_jump(change) and before.viewer == after.viewer and before.zones != after.zones:
        return Cue(0.0, Sound.SLIDE)
    return None


def call(change: Change, tempo: Tempo) -> Cue | None:
    """The viewer's turn has come."""
    if is_a_jump(change) or is_called(change.before) or not is_called(change.after):
        return None
    return Cue(landed(change, tempo), Sound.TURN)


def thinned(cues: Iterable[Cue | None]) -> tuple[Cue, ...]:
    """Put cues in order and leave out what comes too soon after its like."""
    last: dict[str, float] = {}
    kept = []
    for cue in sorted(cue for cue in cues if cue is not None):
        # A hair less than the gap still counts: times are sums of fractions.
        if cue.at - last.get(cue.sound, -1.0) > LEAST_GAP - 1e-6:
            last[cue.sound] = cue.at
            kept.append(cue)
    return tuple(kept)
