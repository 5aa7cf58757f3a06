"""Says which sounds go with what happens at the table, and when; pure, no pygame.

What moves and what changes are two tables below: a sound belongs to a way between two kinds of
zone, or to something that a change brings about. No sound is the only sign of anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from red7_desktop.games.red7.rules.observation import position_of
from red7_desktop.games.red7.rules.scoring import leaders_of, points_of
from red7_desktop.games.red7.rules.state import MATCH_OVER, TURN
from red7_desktop.games.red7.rules.steps import SEATS
from red7_desktop.kit.sound.sounds import RULE_CHIMES, Sound

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.play.session import Change
    from red7_desktop.tabletop.game import Note


class Cue(NamedTuple):
    """A sound and its time: seconds from the change, at the normal animation speed."""

    at: float
    sound: Sound


@dataclass(frozen=True, slots=True)
class Tempo:
    """How the cards move that the sounds go with, in seconds: as `Pace` of the table has it.

    stagger: between two cards that set off together. way: a card's way to its place.
    """

    stagger: float = 0.035
    way: float = 0.22


LEAST_GAP: Final = 0.07
"""Seconds between two sounds of the same kind: a dealt pack is a rattle, not a drone."""
REST: Final = 0.3
"""Seconds between the last card of a round and the sound of its end."""
REFUSAL: Final = (Cue(0.0, Sound.NOPE),)
"""What a refused step, whatever its reason, is met with."""


class _Voice(NamedTuple):
    """The sound of a moving card, and when it comes: the part of the way that is done then."""

    sound: Sound
    after: float = 0.0


MOVES: Final[Mapping[tuple[str, str], _Voice]] = MappingProxyType(
    {
        ("deck", "hand"): _Voice(Sound.DEAL),
        ("deck", "palette"): _Voice(Sound.DEAL),
        # A card slows down as it comes: half the time is most of the way.
        ("hand", "palette"): _Voice(Sound.PLACE, 0.5),
        ("hand", "canvas"): _Voice(Sound.SLIDE),
        ("palette", "canvas"): _Voice(Sound.SLIDE),
        ("palette", "deck"): _Voice(Sound.FLIP),
        ("palette", "score"): _Voice(Sound.SLIDE),
    }
)
"""The sounds of cards on their way, by the kinds of the zones between which they go."""


@dataclass(frozen=True, slots=True)
class _Event:
    """A change, and whose win it is at this screen; `landed` is when its last card is there."""

    change: Change
    people: frozenset[int]
    tempo: Tempo
    landed: float

    @property
    def before(self) -> Red7Observation:
        seen: Red7Observation = self.change.before
        return seen

    @property
    def after(self) -> Red7Observation:
        seen: Red7Observation = self.change.after
        return seen

    @property
    def is_a_jump(self) -> bool:
        """Whether no step was taken: undo or other eyes at the screen."""
        return not self.change.is_step

    @property
    def is_seen_by_the_same_eyes(self) -> bool:
        return self.before.viewer == self.after.viewer

    def note(self, code: str) -> Note | None:
        return next((note for note in self.change.notes if note.code == code), None)


def cues_of(change: Change, people: Iterable[int] = (), tempo: Tempo = Tempo()) -> tuple[Cue, ...]:
    """Give the sounds of a change, the earliest first.

    people: the seats whose win is a win at this screen; none where AI seats play alone, and then
    any win is one. Times are seconds at the normal speed: divide them by the speed of animation.
    """
    moved = tuple(_moving(change, tempo))
    landed = tempo.stagger * (len(change.moves) - 1) + tempo.way if change.moves else 0.0
    event = _Event(change, frozenset(people), tempo, landed)
    happened = [cue for find in EVENTS if (cue := find(event)) is not None]
    return _thinned((*moved, *happened))


def cues_at_opening(seen: Red7Observation, tempo: Tempo = Tempo()) -> tuple[Cue, ...]:
    """Give the sounds of a table that is opened: some dealing where the round is fresh, and the
    call to a viewer who is asked.
    """
    is_fresh = not (seen.turns or seen.steps or seen.stage != TURN)
    dealing = [Cue(nth * 1.3 * LEAST_GAP, Sound.DEAL) for nth in range(3 * is_fresh)]
    turn = Cue(dealing[-1].at + tempo.way if dealing else 0.0, Sound.TURN)
    return (*dealing, turn) if _is_called(seen) else tuple(dealing)


def _moving(change: Change, tempo: Tempo) -> Iterable[Cue]:
    for nth, move in enumerate(change.moves):
        voice = MOVES.get((_kind(move.source), _kind(move.target)))
        if voice is not None:
            yield Cue(nth * tempo.stagger + voice.after * tempo.way, voice.sound)


def _kind(zone: str) -> str:
    return zone.partition(":")[0]


def _thinned(cues: Iterable[Cue]) -> tuple[Cue, ...]:
    """Put cues in order and leave out what comes too soon after its like."""
    last: dict[Sound, float] = {}
    kept = []
    for cue in sorted(cues):
        # A hair less than the gap still counts: times are sums of fractions.
        if cue.at - last.get(cue.sound, -1.0) > LEAST_GAP - 1e-6:
            last[cue.sound] = cue.at
            kept.append(cue)
    return tuple(kept)


# -- what a change brings about ------------------------------------------------------------


def _taken_back(event: _Event) -> Cue | None:
    """Cards go back at an undo; where others look at the table, nothing has moved."""
    if event.is_a_jump and event.is_seen_by_the_same_eyes:
        is_moved = event.before.zones != event.after.zones
        return Cue(0.0, Sound.SLIDE) if is_moved else None
    return None


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
    return Cue(event.landed + REST, Sound.WIN if is_won else Sound.LOSE)


def _winners(event: _Event) -> tuple[int, ...]:
    after, won = event.after, event.note("round_won")
    if event.is_a_jump:
        return ()
    if after.stage == MATCH_OVER and event.before.stage != MATCH_OVER:
        if not after.options.rules.advanced:
            return (after.rounds[-1].winner,)
        return leaders_of(points_of(after.scores))
    return (SEATS.index(str(dict(won.data)["seat"])),) if won else ()


def _call(event: _Event) -> Cue | None:
    """The viewer's turn has come."""
    if event.is_a_jump or _is_called(event.before) or not _is_called(event.after):
        return None
    return Cue(event.landed, Sound.TURN)


def _is_called(seen: Red7Observation) -> bool:
    return seen.stage == TURN and seen.viewer in seen.to_act


Finder: TypeAlias = Callable[[_Event], Cue | None]
EVENTS: Final[tuple[Finder, ...]] = (
    _taken_back,
    _new_rule,
    _gone_out,
    _round_or_match_won,
    _call,
)
"""What a change may bring about, each with its sound."""
