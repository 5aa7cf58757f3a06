"""What stands around the cards, as frozen values: made by a game's face, shown by `hud`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from red7_desktop.kit.phrases import SeatSign
from red7_desktop.kit.texts import Run, Runs, capitalize_runs
from red7_desktop.scene.widgets.runs import Span
from red7_desktop.tabletop.game import DragMove, Face, Reason, make_reason

NEXT_ROUND = "next_round"
RESULT = "result"
SPEED = "speed"
SETTINGS = "settings"
PLAY = "play"
PAUSE = "pause"
PLAY_ON = "play_on"
AGAIN = "try_again"
COMPLETE = "complete"
"""What buttons ask for besides what keys ask for (see `Intent`) and games of their own. PLAY, PAUSE
and PLAY_ON belong to replays, AGAIN starts a missed attempt anew, COMPLETE accepts the cards that
complete the picked ones to a play."""
NOTHING: Final[Mapping[str, Any]] = {}


@dataclass(frozen=True, slots=True)
class ViewOptions:
    """What an observation does not say.

    kinds: what to call each AI player at its seat, by its key ("Cautious AI"), already in the
    viewer's language. no_undo: why the last step cannot be taken back, None where it can.
    bottom: the seat at the bottom of the table where no one looks.
    assists: whether hand cards that keep the viewer in are told. hints: whether hints are to be
    had. picked: the names of the cards that the viewer has picked for a step of several, and
    picked_step: the step that they make, None while they make none. ghost_step: the step that they
    make with the cards that are offered to complete them. armed: what the button asks for that has
    to be pressed once more. is_stuck: whether they cannot
    make one, whatever joins them. switches: those of the settings' that are on. steps: what has
    happened, for a game without rounds, whose observations do not know.
    """

    kinds: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    no_undo: Reason | None = field(default_factory=lambda: make_reason("nothing_to_undo"))
    assists: bool = True
    hints: bool = True
    bottom: int = 0
    picked: tuple[str, ...] = ()
    picked_step: Any = None
    ghost_step: Any = None
    armed: str = ""
    is_stuck: bool = False
    switches: Collection[str] = ()
    steps: Sequence[HistoryLine] = ()


class Mood(StrEnum):
    """How the large button looks: go ahead, something is missing, wait for others, or go out."""

    GO = "go"
    MISSING = "missing"
    WAIT = "wait"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Tally:
    """What counts for a seat: a figure, what it counts, and the card that breaks ties.

    meaning: what this tells, in a sentence.
    """

    figure: str
    unit: str
    best: Runs = ()
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class SeatModel:
    """One seat.

    place: clockwise from the seat at the bottom, which is 0. kind: who plays it, one line.
    points, target: None where nothing is scored. tally: None for a seat that is out; then `out`
    has a word for that. level: the key of the AI player, "" for a person. about: how that plays,
    in words. portrait: the key of the seat's face, "" for letters. cards: how
    many lie open in its panel.
    """

    seat: int
    place: int
    initial: str
    name: str
    kind: str
    hand_count: int
    is_you: bool
    is_acting: bool
    is_out: bool = False
    is_leading: bool = False
    points: int | None = None
    target: int | None = None
    tally: Tally | None = None
    out: str = ""
    level: str = ""
    about: str = ""
    portrait: str = ""
    cards: int = 0


@dataclass(frozen=True, slots=True)
class WhyModel:
    """Who leads and why, or what the viewer has to do next; and what the others have, best first.

    is_prompt: whether it is the latter; then `others` are all seats. Without a leader and others
    the line is large and in the middle. label: a word or two in front of what has to be reached.
    examples: cards that would do, as faces, None for any card. meaning, others_meaning: what the
    line and the others tell, a sentence each.
    """

    line: Runs
    others: tuple[Runs, ...] = ()
    is_good: bool = False
    has_leader: bool = True
    is_prompt: bool = False
    label: str = ""
    examples: tuple[tuple[Face, ...], ...] = ()
    meaning: str = ""
    others_meaning: str = ""


@dataclass(frozen=True, slots=True)
class EndModel:
    """The large button: what pressing it asks for, its title, and a line below."""

    ask: str
    mood: Mood
    title: str
    note: Runs = ()

    @property
    def is_enabled(self) -> bool:
        return self.mood in {Mood.GO, Mood.OUT}


@dataclass(frozen=True, slots=True)
class ButtonModel:
    """A smaller button: its words, where it is disabled, why, and what pressing it asks for.

    note: what else there is to say of it, where there is room. is_guarded: it has to be held for a
    moment or pressed twice.
    """

    label: str
    is_enabled: bool
    why_not: Runs = ()
    ask: str = ""
    note: Runs = ()
    is_guarded: bool = False


@dataclass(frozen=True, slots=True)
class ActionsModel:
    """The column of buttons.

    offer: shares the place of the large one while there is one. low: the quiet one at the foot.
    more: a further one, which others than games have.
    """

    end: EndModel
    undo: ButtonModel
    hint: ButtonModel
    low: ButtonModel | None = None
    offer: ButtonModel | None = None
    more: ButtonModel | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked before something is done that cannot be undone."""

    title: str
    message: str
    yes: str
    no: str


@dataclass(frozen=True, slots=True)
class GameAction:
    """What a game's own button means now.

    Attributes:
        steps: Taken one after the other.
        is_anew: Whether the viewer's steps of this turn are undone before.
        question: Asked before the steps are taken, None to take them at once.
        is_guarded: Whether the button has to be held for a moment or pressed twice.
    """

    steps: tuple[Any, ...]
    is_anew: bool = False
    question: Question | None = None
    is_guarded: bool = False


@dataclass(frozen=True, slots=True)
class NoteRow:
    """A line in the viewer's panel, and a value at its end; what it means, in a sentence."""

    label: Runs
    value: str = ""
    is_bad: bool = False
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class ViewerModel:
    """What the viewer is told in their own panel. status: a word or two below the name."""

    status: str
    rows: tuple[NoteRow, ...] = ()


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One line of what has happened; seat: whose doing, None for the table's."""

    seat: int | None
    line: Runs


@dataclass(frozen=True, slots=True)
class HistoryModel:
    """The last turns, oldest first."""

    heading: str
    lines: tuple[HistoryLine, ...] = ()


@dataclass(frozen=True, slots=True)
class TitleModel:
    """Which round of which kind of match this is: in one line, and in two where that is too long.

    round: "" where there is only one. logo: the name of the game as it is written there.
    """

    line: str
    round: str
    rules: str
    logo: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Banner:
    """What counts at a table right now, where a game has something that always does.

    symbol: the letter of one of the game's symbols, whose colour it has. label: above the title.
    """

    symbol: str
    label: str
    title: str


@dataclass(frozen=True, slots=True)
class DeckModel:
    """How many cards the deck holds."""

    count: int
    label: str


@dataclass(frozen=True, slots=True)
class Preview:
    """What a step would come to.

    is_good: the step may be taken, and loses nothing at once. title: the step and its outcome in
    a few words. detail: why, in one or two lines; empty where there is nothing to add.
    """

    is_good: bool
    title: Runs
    detail: Runs = ()

    @property
    def sentence(self) -> Runs:
        return (*self.title, *((Run(". "), *capitalize_runs(self.detail)) if self.detail else ()))


@dataclass(frozen=True, slots=True)
class Hint:
    """A suggestion.

    title: the turn. why: what it leads to, and the others that were weighed, a line each.
    cards, zones: the names of the card to take up and of the zones where it should go, as the table
    names them; both empty where the next step takes no card.
    """

    title: Runs
    why: tuple[Runs, ...]
    cards: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()

    @classmethod
    def at(cls, title: Runs, why: Sequence[Runs], drag_move: DragMove | None) -> Hint:
        """Return a hint that shows how its first step is done; None for a step without cards."""
        if drag_move is None:
            return cls(title, tuple(why))
        return cls(title, tuple(why), drag_move.names, (drag_move.target,))


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A step of several cards that is worth a look.

    step: one of the legal ones. cards: their faces, in the step's order. words: the outcome of it,
    where there is room; "" for nothing. meaning: what it would leave, for a tip. owners: for each
    card whose it is, None where it comes from the hand; () where all do.
    """

    step: Any
    cards: tuple[str, ...]
    words: str = ""
    meaning: str = ""
    owners: tuple[SeatSign | None, ...] = ()


@dataclass(frozen=True, slots=True)
class CardWords:
    """A card in words. about: what it stands for. action: what it does, "" for nothing.

    marks: what the marks on it mean. standings: what the others and the viewer would have with it,
    the best first.
    """

    title: str
    about: Runs = ()
    action: str = ""
    marks: tuple[str, ...] = ()
    standings: tuple[tuple[SeatSign, Runs], ...] = ()


@dataclass(frozen=True, slots=True)
class CardOption:
    """One thing that may be chosen: the faces of its cards, words for the button, the step."""

    cards: tuple[str, ...]
    label: str
    step: Any


@dataclass(frozen=True, slots=True)
class CardChoice:
    """What a seat is asked to choose. options: the first one is taken by closing it."""

    title: str
    options: tuple[CardOption, ...]


@dataclass(frozen=True, slots=True)
class TableModel:
    """Everything around the cards.

    seats: clockwise from the bottom. deck: None where no count is told. panels: what the game's own
    parts show, by the layout's names of their zones. marks: which cards carry which style, by its
    name. mood: what gives the table its light (a letter of the cards' colours), "" for none.
    middle: the layout's name of the zone in the middle, "" for none. help: the page of the rules
    that is about what goes on. crown: what a crown means, in a sentence. piles: what lies face down
    or in piles, by the layout's names of the zones, next to what every game has. choice: what the
    viewer has to choose now on a page of its own, None for nothing.
    """

    title: TitleModel
    seats: tuple[SeatModel, ...]
    why: WhyModel
    viewer: ViewerModel
    actions: ActionsModel
    history: HistoryModel
    deck: DeckModel | None = None
    panels: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    marks: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: NOTHING)
    mood: str = ""
    middle: str = ""
    help: str = ""
    crown: str = ""
    piles: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    choice: CardChoice | None = None

    def seat_of(self, seat: int) -> SeatModel:
        """Return the model of a seat by its number; KeyError when there is none."""
        for model in self.seats:
            if model.seat == seat:
                return model
        raise KeyError(seat)
