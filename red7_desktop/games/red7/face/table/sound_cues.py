"""Says which sounds go with what happens at the table, and when; pure, no pygame.

What moves and what changes are two tables below: a sound belongs to a way between two kinds of
zone, or to something that a change brings about. No sound is the only sign of anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import COLOUR_NAMES
from red7_desktop.games.red7.rules.observation import position_of
from red7_desktop.games.red7.rules.scoring import leaders_of, points_of
from red7_desktop.games.red7.rules.state import MATCH_OVER, TURN
from red7_desktop.games.red7.rules.steps import SEATS
from red7_desktop.kit.sound.cues import REST, Cue, Event, MoveSound, Sounding, is_a_jump
from red7_desktop.kit.sound.sounds import Sound

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.observation import Red7Observation


RULE_CHIMES: Final = tuple(f"rule_{name}" for name in COLOUR_NAMES)
"""The chimes of the rules by colour rank, the lowest note first."""

MOVES: Final[Mapping[tuple[str, str], MoveSound]] = MappingProxyType(
    {
        ("deck", "hand"): MoveSound(Sound.DEAL),
        ("deck", "palette"): MoveSound(Sound.DEAL),
        # A card slows down as it comes: half the time is most of the way.
        ("hand", "palette"): MoveSound(Sound.PLACE, 0.5),
        ("hand", "canvas"): MoveSound(Sound.SLIDE),
        ("palette", "canvas"): MoveSound(Sound.SLIDE),
        ("palette", "deck"): MoveSound(Sound.FLIP),
        ("palette", "score"): MoveSound(Sound.SLIDE),
    }
)
"""The sounds of cards on their way, by the kinds of the zones between which they go."""


# -- what a change brings about ------------------------------------------------------------


def _find_new_rule_cue(event: Event[Red7Observation]) -> Cue | None:
    """The rule has changed, by a card or by an undo; a new round begins with red in silence."""
    if event.before.round_number != event.after.round_number:
        return None
    rule = position_of(event.after).rule
    is_new = rule != position_of(event.before).rule
    return Cue(event.tempo.way, RULE_CHIMES[rule]) if is_new else None


def _find_gone_out_cue(event: Event[Red7Observation]) -> Cue | None:
    """A seat is out and turns its cards over."""
    return Cue(0.0, Sound.FLIP) if event.note("out") else None


def _find_win_cue(event: Event[Red7Observation]) -> Cue | None:
    """The match is over or, as long as it goes on, the round."""
    winners = _find_winners(event)
    return event.result(winners, REST) if winners else None


def _find_winners(event: Event[Red7Observation]) -> tuple[int, ...]:
    after, won = event.after, event.note("round_won")
    if is_a_jump(event.change):
        return ()
    if after.stage == MATCH_OVER and event.before.stage != MATCH_OVER:
        if not after.keeps_points:
            return (after.rounds[-1].winner,)
        return leaders_of(points_of(after.scores))
    return (SEATS.index(str(dict(won.data)["seat"])),) if won else ()


SOUNDING: Final[Sounding[Red7Observation]] = Sounding(
    MOVES,
    (_find_new_rule_cue, _find_gone_out_cue, _find_win_cue),
    lambda seen: seen.stage == TURN,
)
