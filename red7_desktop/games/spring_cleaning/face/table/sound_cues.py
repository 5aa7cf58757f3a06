"""Says which sounds go with what happens at the table, and when; pure, no pygame.

What moves and what changes are two tables below: a sound belongs to a way between two kinds of
zone, or to something that a change brings about. No sound is the only sign of anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.face.words.blocks import hangs_together
from red7_desktop.games.spring_cleaning.rules.ranking import find_winners
from red7_desktop.games.spring_cleaning.rules.state import MATCH_OVER, TURN
from red7_desktop.kit.sound.cues import (
    REST,
    Cue,
    Event,
    MoveSound,
    Sounding,
    is_a_jump,
    time_of_landing,
)
from red7_desktop.kit.sound.sounds import Sound

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation

CLIP: Final = "clip"
"""Two neighbours hang together."""

TUCK: Final = "tuck"
"""A card is put between others."""

SWEEP: Final = "sweep"
"""A trick is swept off the table."""

BIN: Final = "bin"
"""The round is over, and the trash is given out."""

SOUNDS: Final = (CLIP, TUCK, SWEEP, BIN)


THEN: Final = 0.7
"""Seconds from there to the sound of the match's end."""

MOVES: Final[Mapping[tuple[str, str], MoveSound]] = MappingProxyType(
    {
        ("deck", "hand"): MoveSound(Sound.DEAL),
        ("deck", "drawn"): MoveSound(Sound.DEAL),
        ("offer", "drawn"): MoveSound(Sound.SLIDE),
        ("offer", "hand"): MoveSound(Sound.SLIDE),
        ("offer", "picked"): MoveSound(Sound.SLIDE),
        ("drawn", "hand"): MoveSound(TUCK, 0.4),
        ("picked", "hand"): MoveSound(TUCK, 0.4),
        # A card slows down as it comes: half the time is most of the way.
        ("hand", "offer"): MoveSound(Sound.PLACE, 0.5),
        ("hand", "table"): MoveSound(Sound.PLACE, 0.5),
        ("offer", "table"): MoveSound(Sound.PLACE, 0.5),
        ("discard", "deck"): MoveSound(Sound.FLIP),
    }
)
"""The sounds of cards on their way, by the kinds of the zones between which they go.

Cards that are beaten, or swept off the table, have none of their own.
"""


# -- what a change brings about ------------------------------------------------------------


def _find_clip_cue(event: Event[SpringObservation]) -> Cue | None:
    """Cards hang together that did not: in the viewer's hand, or as a combination is played."""
    if is_a_jump(event.change) or event.note("dealt", "revealed"):
        return None
    played = [move for move in event.change.moves if move.target == "table"]
    if len(played) > 1 or _count_joints(event.after) > _count_joints(event.before):
        return Cue(time_of_landing(event.change, event.tempo), CLIP)
    return None


def _count_joints(seen: SpringObservation) -> int:
    """Count the clips in the viewer's hand."""
    if seen.viewer is None:
        return 0
    return sum([hangs_together(*pair) for pair in pairwise(seen.position.hands[seen.viewer])])


def _find_trick_cue(event: Event[SpringObservation]) -> Cue | None:
    """A trick is won."""
    return Cue(0.0, SWEEP) if event.note("trick_won") else None


def _find_round_cue(event: Event[SpringObservation]) -> Cue | None:
    """The trash is given out."""
    if not event.note("round_over", "round_stopped"):
        return None
    return Cue(time_of_landing(event.change, event.tempo) + REST, BIN)


def _find_match_cue(event: Event[SpringObservation]) -> Cue | None:
    """The match is won, by people or not."""
    after = event.after
    if is_a_jump(event.change) or after.stage != MATCH_OVER or event.before.stage == MATCH_OVER:
        return None
    winners = find_winners(after.position.trash, after.rounds[-1].trash)
    return event.result(winners, REST + THEN)


SOUNDING: Final[Sounding[SpringObservation]] = Sounding(
    MOVES,
    (_find_clip_cue, _find_trick_cue, _find_round_cue, _find_match_cue),
    lambda seen: seen.stage == TURN,
)
