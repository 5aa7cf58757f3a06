"""Chooses the sounds for changes of a match. All functions are pure.

Whatever a sound announces is also visible, so the game can be played without sound.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from red7_desktop.play.session import Change
from red7_desktop.tabletop.game import TURN, Event


class Sound(StrEnum):
    """The sounds that all games share; values are file names without suffix.

    Single games add further sounds, see `TableFacet.sounds`.
    """

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
"""Number of recordings by sound, for sounds with several; so repetitions don't sound the same."""
RISING: Final = frozenset((Sound.COUNT,))
"""Sounds whose recordings rise in pitch.

If such a sound is played several times in quick succession, its recordings are played in order and
then the last one is repeated. After a pause, the first recording is played again."""
GAPS: Final[Mapping[str, float]] = {Sound.HOVER: 1 / 12}
"""Minimum time between two starts of the same sound, in seconds, by sound.

Other sounds have a default time, see `audio.MIN_REPEAT_SECONDS`."""


def list_files(sound: str) -> tuple[str, ...]:
    """Return the file names of a sound, one for each recording.

    >>> list_files(Sound.SLIDE)
    ('slide.ogg', 'slide_2.ogg')
    """
    others = range(2, TAKES.get(sound, 1) + 1)
    return (f"{sound}.ogg", *[f"{sound}_{take}.ogg" for take in others])


class Cue(NamedTuple):
    """A sound that is played `at` seconds after a change of the match, at normal speed."""

    at: float
    sound: str


class Tempo(NamedTuple):
    """Timing of the card movements that sounds accompany, in seconds.

    Attributes:
        stagger: Delay from the start of one card's movement to the start of the next card's, if a
            step moves several cards.
        flight_seconds: Duration of a card's movement.
    """

    stagger: float = 0.035
    flight_seconds: float = 0.24


USUAL: Final = Tempo()


class MoveSound(NamedTuple):
    """The sounds of a moving card.

    Attributes:
        sound: Sound that is played during the movement.
        after: Moment when this sound starts, as a share of the movement's duration.
        landing: Sound that is played at the end of the movement, "" for none.
    """

    sound: str
    after: float = 0.0
    landing: str = ""


Observation = TypeVar("Observation")
"""Type of a game's observations."""


class ChangeEvent(NamedTuple, Generic[Observation]):
    """A change of the match, with the data on which the sounds of the change depend.

    Attributes:
        change: The step or other change, with its card moves and events.
        human_seats: Seats of humans; empty if only AI players play.
        tempo: Durations of the card movements that the sounds accompany.
    """

    change: Change
    human_seats: frozenset[int]
    tempo: Tempo

    @property
    def before(self) -> Observation:
        seen: Observation = self.change.before
        return seen

    @property
    def after(self) -> Observation:
        seen: Observation = self.change.after
        return seen

    def find_event(self, *codes: str) -> Event | None:
        """Return the change's first event whose code is among `codes`, or None."""
        return next((note for note in self.change.events if note.code in codes), None)

    def result(self, winners: Collection[int], after: float) -> Cue:
        """Return the sound of winning, or of losing if only AI players have won.

        Args:
            winners: The winning seats.
            after: Seconds from the landing of the last card to the sound.
        """
        is_won = not self.human_seats or not self.human_seats.isdisjoint(winners)
        return Cue(
            time_of_landing(self.change, self.tempo) + after, Sound.WIN if is_won else Sound.LOSE
        )


Finder: TypeAlias = Callable[[ChangeEvent[Observation]], Cue | None]
"""A function that finds one particular effect in a change of the match, such as a drop-out.

It returns the sound of the effect; None if the change doesn't have this effect."""
END_CUE_DELAY: Final = 0.3
"""Seconds between the last card of a round and the sound of its end."""
MIN_GAP: Final = 0.07
"""Minimum time, in seconds, between two starts of the same sound after a change; see `thin_out`."""
DEALING: Final = (
    Cue(0.0, Sound.SHUFFLE),
    *[Cue(0.08 + nth * 0.1, Sound.DEAL) for nth in range(5)],
    Cue(0.3, Sound.FLIP),
)
"""Sounds of the deal animation: shuffling, dealing each card, turning over the viewer's cards."""
DEALT_OPEN: Final = Cue(0.8, Sound.PLACE)
"""Additional sound at the end of a deal, if the last cards are dealt face up."""
TURN_CUE_AT: Final = 0.82
"""Seconds from the start of a deal to the sound that announces the viewer's turn."""
REFUSAL: Final = (Cue(0.0, Sound.NOPE),)
"""Sound of a refused step."""


def is_viewers_turn(seen: Any) -> bool:
    """Return whether it is the viewer's turn, given the viewer's observation."""
    return seen.viewer is not None and seen.viewer in seen.to_act


def time_of_landing(change: Change, tempo: Tempo) -> float:
    """Return the seconds until the last moving card of a change has landed."""
    if change.moves:
        return tempo.stagger * (len(change.moves) - 1) + tempo.flight_seconds
    return 0.0


def list_moving_cues(
    change: Change,
    tempo: Tempo,
    move_sounds: Mapping[tuple[str, str], MoveSound],
    other: MoveSound | None = None,
) -> Iterable[Cue]:
    """Yield the sounds of moving cards.

    Args:
        change: The change with its card moves.
        tempo: Durations of the card movements. They decide when each sound is played.
        move_sounds: Sounds by a pair of kinds of zones (areas of cards, such as "hand"): the kind
            that the card leaves, and the kind that it reaches.
        other: Sound for all other moves; None if other moves are silent.
    """
    for nth, move in enumerate(change.moves):
        voice = move_sounds.get((_kind_of(move.source), _kind_of(move.target)), other)
        if voice is not None:
            yield Cue(nth * tempo.stagger + voice.after * tempo.flight_seconds, voice.sound)
            if voice.landing:
                yield Cue(nth * tempo.stagger + tempo.flight_seconds, voice.landing)


def _kind_of(zone: str) -> str:
    return zone.partition(":")[0]


def find_undo_cue(change: Change) -> Cue | None:
    """Return the sound of an undo, or None if the change isn't an undo.

    A change counts as an undo if cards moved although no step was made, and the table is shown from
    the same seat as before.
    """
    before = change.before
    after = change.after
    if not change.is_step and before.viewer == after.viewer and before.zones != after.zones:
        return Cue(0.0, Sound.SLIDE)
    return None


def find_turn_cue(change: Change, tempo: Tempo) -> Cue | None:
    """Return the sound that announces the viewer's turn; None if the turn hasn't just begun."""
    if not change.is_step or is_viewers_turn(change.before) or not is_viewers_turn(change.after):
        return None
    return Cue(time_of_landing(change, tempo), Sound.TURN)


def thin_out(cues: Iterable[Cue | None]) -> tuple[Cue, ...]:
    """Sort cues by time, and drop repetitions of a sound that start too soon.

    A cue is dropped if it starts less than `MIN_GAP` seconds after a cue with the same sound.
    """
    last: dict[str, float] = {}
    kept = []
    for cue in sorted(cue for cue in cues if cue is not None):
        # With a tolerance, because times are sums of fractions.
        if cue.at - last.get(cue.sound, -1.0) > MIN_GAP - 1e-6:
            last[cue.sound] = cue.at
            kept.append(cue)
    return tuple(kept)


def list_cues(
    change: Change,
    people: Iterable[int],
    tempo: Tempo,
    move_sounds: Mapping[tuple[str, str], MoveSound],
    finders: Iterable[Finder[Any]] = (),
) -> tuple[Cue, ...]:
    """Return the sounds for a change of the table, sorted by time.

    Times are in seconds at normal speed.

    Args:
        change: The states of the table before and after the change.
        people: Seats of humans at this screen. At the end of a round, the sound of winning is
            played if one of these seats has won, otherwise the sound of losing.
        tempo: Timing of card movements.
        move_sounds: The game's sounds of moving cards, see `list_moving_cues`; if it is empty,
            every movement has the sound of sliding.
        finders: The game's functions that find further sounds.
    """
    event: ChangeEvent[Any] = ChangeEvent(change, frozenset(people), tempo)
    moved = list_moving_cues(
        change, tempo, move_sounds, None if move_sounds else MoveSound(Sound.SLIDE)
    )
    found = [find(event) for find in finders]
    called = None
    if change.after.stage == TURN:
        called = find_turn_cue(change, tempo)
    return thin_out((*moved, find_undo_cue(change), *found, called))


def list_opening_cues(seen: Any, deals: Sequence[str] = ()) -> tuple[Cue, ...]:
    """Return the sounds for opening a table: those of the deal and of the viewer's turn.

    The sounds of the deal are left out if a step has been made since the deal; the sound of the
    turn is left out if it isn't the viewer's turn.

    Args:
        seen: The viewer's observation.
        deals: Kinds of zones to which cards are dealt, see `TableFacet.deals`.
    """
    dealing: tuple[Cue, ...] = ()
    if deals and is_dealt(seen):
        # If cards are dealt to several kinds of zones, the cards for the last kind come face up and
        # all at once, with a further sound.
        if len(deals) > 1:
            dealing = (*DEALING, DEALT_OPEN)
        else:
            dealing = DEALING
    if seen.stage != TURN or not is_viewers_turn(seen):
        return dealing
    return (*dealing, Cue(TURN_CUE_AT if dealing else 0.0, Sound.TURN))


def is_dealt(seen: Any) -> bool:
    """Return whether a round has been dealt and no step has been made in this round yet."""
    return seen.stage == TURN and not (seen.turns or seen.steps)
