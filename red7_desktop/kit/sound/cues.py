"""Which sound goes with what; pure.

No sound is the only sign of anything.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from red7_desktop.play.session import Change
from red7_desktop.tabletop.game import Note
from red7_desktop.tabletop.rounds import TURN


class Sound(StrEnum):
    """A sound, by the name of its file; games have more of their own (see `TableFacet.sounds`)."""

    DEAL = "deal"
    SLIDE = "slide"
    PLACE = "place"
    FLIP = "flip"
    NOPE = "nope"
    PICK = "pick"
    TURN = "turn"
    WIN = "win"
    LOSE = "lose"
    BUTTON = "button"
    SHUFFLE = "shuffle"
    GATHER = "gather"
    COUNT = "count"
    CROWN_UP = "crown_up"
    CROWN_DOWN = "crown_down"
    PUZZLE_WON = "puzzle_won"
    LESSON_WON = "lesson_won"
    ACHIEVEMENT = "achievement"
    HOVER = "hover"


TAKES: Final[Mapping[str, int]] = {Sound.DEAL: 3, Sound.SLIDE: 2, Sound.PLACE: 3, Sound.COUNT: 8}
"""How often a sound was made, where more than once: what is heard in a row should not be alike."""
RISING: Final = frozenset((Sound.COUNT,))
"""Sounds whose takes are a scale: a row begins at the first and stays on the last."""
GAPS: Final[Mapping[str, float]] = {Sound.HOVER: 1 / 12}
"""Seconds within which a sound is not begun twice, where they are more than usual."""


def files_of(sound: str) -> tuple[str, ...]:
    """Return the names of a sound's files, one a take.

    >>> files_of(Sound.SLIDE)
    ('slide.ogg', 'slide_2.ogg')
    """
    others = range(2, TAKES.get(sound, 1) + 1)
    return (f"{sound}.ogg", *[f"{sound}_{take}.ogg" for take in others])


class Cue(NamedTuple):
    """A sound and its time: seconds from the change, at the normal animation speed."""

    at: float
    sound: str


class Tempo(NamedTuple):
    """How the cards move that the sounds go with, in seconds: as `Pace` of the table has it.

    stagger: between two cards that set off together. way: a card's way to its place.
    """

    stagger: float = 0.035
    way: float = 0.24


USUAL: Final = Tempo()


class MoveSound(NamedTuple):
    """The sound of a moving card, and when it comes: the part of the way that is done then.

    landing: what is heard when it lies there.
    """

    sound: str
    after: float = 0.0
    landing: str = ""


Seen = TypeVar("Seen")
"""The game's own observation."""


class Event(NamedTuple, Generic[Seen]):
    """A change, and whose win it is at this screen: no one's where AI seats play alone."""

    change: Change
    people: frozenset[int]
    tempo: Tempo

    @property
    def before(self) -> Seen:
        seen: Seen = self.change.before
        return seen

    @property
    def after(self) -> Seen:
        seen: Seen = self.change.after
        return seen

    def note(self, *codes: str) -> Note | None:
        """Return the first note with one of these codes, None for none."""
        return next((note for note in self.change.notes if note.code in codes), None)

    def result(self, winners: Collection[int], after: float) -> Cue:
        """Return the sound of a win; `after` is from the last card's landing, in seconds."""
        is_won = not self.people or not self.people.isdisjoint(winners)
        return Cue(
            time_of_landing(self.change, self.tempo) + after, Sound.WIN if is_won else Sound.LOSE
        )


Finder: TypeAlias = Callable[[Event[Seen]], Cue | None]
"""Finds out whether a change has brought something about that has a sound."""
REST: Final = 0.3
"""Seconds between the last card of a round and the sound of its end."""
LEAST_GAP: Final = 0.07
"""Seconds between two sounds of the same kind: a dealt pack is a rattle, not a drone."""
DEALING: Final = (
    Cue(0.0, Sound.SHUFFLE),
    *[Cue(0.08 + nth * 0.1, Sound.DEAL) for nth in range(5)],
    Cue(0.3, Sound.FLIP),
)
"""A deal is heard as it is seen: the deck, the cards that go round, and one's own turning over."""
DEALT_OPEN: Final = Cue(0.8, Sound.PLACE)
"""What is heard besides where open cards are dealt at the end."""
CALLED: Final = 0.82
"""Seconds from the beginning of a deal to the call of whose turn it is."""
REFUSAL: Final = (Cue(0.0, Sound.NOPE),)
"""What a refused step, whatever its reason, is met with."""


def is_called(seen: Any) -> bool:
    """Whether the viewer is asked to choose."""
    return seen.viewer is not None and seen.viewer in seen.to_act


def time_of_landing(change: Change, tempo: Tempo) -> float:
    """Return the seconds after which the last card of a change is in its place."""
    if change.moves:
        return tempo.stagger * (len(change.moves) - 1) + tempo.way
    return 0.0


def list_moving_cues(
    change: Change,
    tempo: Tempo,
    voices: Mapping[tuple[str, str], MoveSound],
    other: MoveSound | None = None,
) -> Iterable[Cue]:
    """Return the sounds of cards on their way, by the kinds of the zones between which they go.

    other: for ways that have no sound of their own.
    """
    for nth, move in enumerate(change.moves):
        voice = voices.get((_kind_of(move.source), _kind_of(move.target)), other)
        if voice is not None:
            yield Cue(nth * tempo.stagger + voice.after * tempo.way, voice.sound)
            if voice.landing:
                yield Cue(nth * tempo.stagger + tempo.way, voice.landing)


def _kind_of(zone: str) -> str:
    return zone.partition(":")[0]


def find_undo_cue(change: Change) -> Cue | None:
    """Cards go back at an undo; where others look at the table, nothing has moved."""
    before = change.before
    after = change.after
    if not change.is_step and before.viewer == after.viewer and before.zones != after.zones:
        return Cue(0.0, Sound.SLIDE)
    return None


def call(change: Change, tempo: Tempo) -> Cue | None:
    """The viewer's turn has come."""
    if not change.is_step or is_called(change.before) or not is_called(change.after):
        return None
    return Cue(time_of_landing(change, tempo), Sound.TURN)


def thin_out(cues: Iterable[Cue | None]) -> tuple[Cue, ...]:
    """Put cues in order and leave out what comes too soon after its like."""
    last: dict[str, float] = {}
    kept = []
    for cue in sorted(cue for cue in cues if cue is not None):
        # A hair less than the gap still counts: times are sums of fractions.
        if cue.at - last.get(cue.sound, -1.0) > LEAST_GAP - 1e-6:
            last[cue.sound] = cue.at
            kept.append(cue)
    return tuple(kept)


def list_cues(
    change: Change,
    people: Iterable[int],
    tempo: Tempo,
    voices: Mapping[tuple[str, str], MoveSound],
    finders: Iterable[Finder[Any]] = (),
) -> tuple[Cue, ...]:
    """Return the sounds of a change, the earliest first, in seconds at the normal speed.

    Args:
        change: What has changed.
        people: Seats of human players here; a win of one of them sounds like a win.
        tempo: How the cards move.
        voices: The game's sounds of moving cards, see `list_moving_cues`. Without any, all slide.
        finders: The game's sounds of what a change brings about besides.
    """
    event: Event[Any] = Event(change, frozenset(people), tempo)
    moved = list_moving_cues(change, tempo, voices, None if voices else MoveSound(Sound.SLIDE))
    found = [find(event) for find in finders]
    called = None
    if change.after.stage == TURN:
        called = call(change, tempo)
    return thin_out((*moved, find_undo_cue(change), *found, called))


def list_opening_cues(seen: Any, deals: Sequence[str] = ()) -> tuple[Cue, ...]:
    """Return the sounds of a table that is opened: a deal, if one is shown, and whose turn it is.

    Args:
        seen: The viewer's observation.
        deals: The kinds of zones that cards are dealt to, see `TableFacet.deals`.
    """
    dealing: tuple[Cue, ...] = ()
    if deals and is_dealt(seen):
        # The cards of the last of several kinds come open and all at once.
        if len(deals) > 1:
            dealing = (*DEALING, DEALT_OPEN)
        else:
            dealing = DEALING
    if seen.stage != TURN or not is_called(seen):
        return dealing
    return (*dealing, Cue(CALLED if dealing else 0.0, Sound.TURN))


def is_dealt(seen: Any) -> bool:
    """Return whether a round has just been dealt."""
    return seen.stage == TURN and not (seen.turns or seen.steps)
