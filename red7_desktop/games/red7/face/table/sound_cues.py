"""Says which sounds go with what happens at the table, and when; pure, no pygame.

What moves and what changes are two tables below: a sound belongs to a way between two kinds of
zone, or to something that a change brings about. No sound is the only sign of anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from red7_desktop.games.red7.rules.cards import COLOUR_NAMES
from red7_desktop.games.red7.rules.observation import position_of
from red7_desktop.games.red7.rules.scoring import leaders_of, points_of
from red7_desktop.games.red7.rules.state import MATCH_OVER, TURN
from red7_desktop.games.red7.rules.steps import SEATS
from red7_desktop.kit.sound.cues import (
    LEAST_GAP,
    USUAL,
    Cue,
    Tempo,
    Voice,
    call,
    is_a_jump,
    is_called,
    landed,
    moving,
    taken_back,
    thinned,
)
from red7_desktop.kit.sound.sounds import Sound

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.play.session import Change
    from red7_desktop.tabletop.game import Note


REST: Final = 0.3
"""Seconds between the last card of a round and the sound of its end."""
RULE_CHIMES: Final = tuple(f"rule_{name}" for name in COLOUR_NAMES)
"""The chimes of the rules by colour rank, the lowest note first."""
MOVES: Final[Mapping[tuple[str, str], Voice]] = MappingProxyType(
    {
        ("deck", "hand"): Voice(Sound.DEAL),
        ("deck", "palette"): Voice(Sound.DEAL),
        # A card slows down as it comes: half the time is most of the way.
        ("hand", "palette"): Voice(Sound.PLACE, 0.5),
        ("hand", "canvas"): Voice(Sound.SLIDE),
        ("palette", "canvas"): Voice(Sound.SLIDE),
        ("palette", "deck"): Voice(Sound.FLIP),
        ("palette", "score"): Voice(Sound.SLIDE),
    }
)
"""The sounds of cards on their way, by the kinds of the zones between which they go."""


@dataclass(frozen=True, slots=True)
class _Event:
    """A change, and whose win it is at this screen."""

    change: Change
    people: frozenset[int]
    tempo: Tempo

    @property
    def before(self) -> Red7Observation:
        seen: Red7Observation = self.change.before
        return seen

    @property
    def after(self) -> Red7Observation:
        seen: Red7Observation = self.change.after
        return seen

    def note(self, code: str) -> Note | None:
        return next((note for note in self.change.notes if note.code == code), None)


def cues_of(change: Change, people: Iterable[int] = (), tempo: Tempo = USUAL) -> tuple[Cue, ...]:
    """Give the sounds of a change, the earliest first.

    people: the seats whose win is a win at this screen; none where AI seats play alone, and then
    any win is one. Times are seconds at the normal speed: divide them by the speed of animation.
    """
    event = _Event(change, frozenset(people), tempo)
    happened = (find(event) for find in EVENTS)
    return thinned((*moving(change, tempo, MOVES), taken_back(change), *happened))


def cues_at_opening(seen: Red7Observation, tempo: Tempo = USUAL) -> tuple[Cue, ...]:
    """Give the sounds of a table that is opened: some dealing where the round is fresh, and the
    call to a viewer who is asked.
    """
    is_fresh = not (seen.turns or seen.steps or seen.stage != TURN)
    dealing = [Cue(nth * 1.3 * LEAST_GAP, Sound.DEAL) for nth in range(3 * is_fresh)]
    turn = Cue(dealing[-1].at + tempo.way if dealing else 0.0, Sound.TURN)
    return (*dealing, turn) if _is_called(seen) else tuple(dealing)


# -- what a change brings about ------------------------------------------------------------


def _new_rule(event: _Event) -> Cue | None:
    """The rule has changed, by a card or by an undo; a new round begins with red in silence."""
    if event.before.round_number != event.after.round_number:
        return None
    rule = position_of(event.after).rule
    is_new = rule != position_of(event.before).rule
    return Cue(event.tempo.way, RULE_CHIMES[rule]) if is_new else None


def _gone_out(event: _Event) -> Cue | None:
    """A seat is out and turns its cards over."""
    return Cue(0.0, Sound.FLIP) if event.note("out") else None


def _round_or_match_won(event: _Event) -> Cue | None:
    """The match is over or, as long as it goes on, the round."""
    winners = _winners(event)
    if not winners:
        return None
    is_won = not event.people or not event.people.isdisjoint(winners)
    return Cue(landed(event.change, event.tempo) + REST, Sound.WIN if is_won else Sound.LOSE)


def _winners(event: _Event) -> tuple[int, ...]:
    after, won = event.after, event.note("round_won")
    if is_a_jump(event.change):
        return ()
    if after.stage == MATCH_OVER and event.before.stage != MATCH_OVER:
        if not after.keeps_points:
            return (after.rounds[-1].winner,)
        return leaders_of(points_of(after.scores))
    return (SEATS.index(str(dict(won.data)["seat"])),) if won else ()


def _call(event: _Event) -> Cue | None:
    """The viewer's turn has come; who only chooses points is asked by a dialog."""
    return call(event.change, event.tempo) if event.after.stage == TURN else None


def _is_called(seen: Red7Observation) -> bool:
    return seen.stage == TURN and is_called(seen)


Finder: TypeAlias = Callable[[_Event], Cue | None]
EVENTS: Final[tuple[Finder, ...]] = (
    _new_rule,
    _gone_out,
    _round_or_match_won,
    _call,
)
"""What a change may bring about beside what every game has, each with its sound."""
