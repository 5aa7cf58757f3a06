"""The model of everything around a table's cards, such as texts and buttons.

A game builds these frozen values, and the package `hud` draws them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final

from red7_desktop.kit.phrases import SeatLabel
from red7_desktop.kit.texts import Run, Runs, capitalize_runs
from red7_desktop.scene.widgets.runs import TextRun
from red7_desktop.tabletop.game import DragMove, Face, Reason, make_reason
from red7_desktop.tabletop.moods import Mood

NEXT_ROUND = "next_round"
RESULT = "result"
SPEED = "speed"
SETTINGS = "settings"
PLAY = "play"
"""Action that plays a replay."""
PAUSE = "pause"
"""Action that pauses a replay."""
PLAY_ON = "play_on"
"""Action that continues the match from the replay's current position."""
TRY_AGAIN = "try_again"
"""Action that returns to the position before a mistake, so that the player can try again."""
COMPLETE = "complete"
"""Action that picks further cards, so that all picked cards together form a legal play."""
NOTHING: Final[Mapping[str, Any]] = {}


@dataclass(frozen=True, slots=True)
class ViewOptions:
    """Input of `TableFacet.build_model` that isn't part of the observation.

    Attributes:
        kinds: Description of each AI level by key ("Cautious AI"), translated.
        no_undo: Reason why the last step can't be undone; None if undo is possible.
        assists: Whether to mark the hand cards whose play keeps the viewer in the round.
        hints: Whether hints are available.
        bottom: The seat at the bottom of the table if there is no viewer.
        picked: Names of the cards that the viewer has picked for a step with several cards.
        picked_step: The step that consists of the picked cards; None if they form no legal step.
        ghost_step: The step that the picked cards form together with further cards that the program
            offers to add; None if no cards are offered.
        armed: Action of the guarded button that has been pressed once and takes effect on a second
            press; "" for none.
        is_stuck: Whether no legal step contains the picked cards, not even with further cards.
        switches: Names of the game's own on/off settings that are on.
        moods: Whether portraits show moods.
        steps: Log line of each step so far, only for a game without rounds: the observations of
            such a game don't contain past turns.
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
    moods: bool = True
    steps: Sequence[HistoryLine] = ()


class ButtonState(StrEnum):
    """The state of the large button: ready, incomplete, waiting for others, or dropping out."""

    GO = "go"
    MISSING = "missing"
    WAIT = "wait"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Tally:
    """A number in a seat's panel that decides who is winning, for example a number of cards.

    Attributes:
        figure: The number.
        unit: Unit of the number, such as "cards".
        best: The seat's card that breaks a tie, if several seats have the same number.
        meaning: Explanation of the number as a sentence.
    """

    figure: str
    unit: str
    best: Runs = ()
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class SeatModel:
    """The contents of the panel that shows one seat's player at the table.

    Attributes:
        seat: Seat number.
        place: Position clockwise from the seat at the bottom, which is 0.
        initial: One or two letters instead of the name.
        name: The player's name.
        kind: One line about the kind of player.
        hand_count: Number of cards in hand.
        is_you: Whether it is the viewer's seat.
        is_acting: Whether the seat is to move.
        is_out: Whether the seat has dropped out of the round.
        is_leading: Whether the seat is winning.
        points: Score, None if there are no points.
        target: Points that end the match, None if there are no points.
        score: Score and limit of the match in words, such as "points 3/35"; used by games whose
            table shows a text instead of `points`. Otherwise "".
        tally: The number that decides who is winning, with its unit. None if the seat is out, or in
            a game without such a number.
        out: Word shown for a seat that is out.
        level: Key of the AI level, "" for a human.
        about: Sentence about how the AI player plays.
        portrait: Key of the portrait, "" to show the initial.
        card_count: Number of face-up cards for which the panel needs room.
        mood: Mood of the portrait.
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
    score: str = ""
    tally: Tally | None = None
    out: str = ""
    level: str = ""
    about: str = ""
    portrait: str = ""
    card_count: int = 0
    mood: Mood = Mood.CALM


@dataclass(frozen=True, slots=True)
class StatusModel:
    """The status line: who is winning and why, or what the viewer has to do.

    The line is large and centred if `has_leader` is false and `others` is empty.

    Attributes:
        line: Text of the status line.
        others: Texts about the other seats (about all seats if `is_prompt` is true), best first.
        is_good: Whether the status is good for the viewer.
        has_leader: Whether somebody is winning.
        is_prompt: Whether the line says what the viewer has to do.
        label: One or two words in front of the line, "" for none.
        examples: Sets of cards; each set would reach the goal of the viewer's turn. The sets are
            drawn at the right of the line. None in a set means any card.
        meaning: Explanation of the line.
        others_meaning: Explanation of `others`.
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
class LargeButtonModel:
    """The large button beside the table, with which the viewer ends the turn or continues.

    Attributes:
        action: The command that the button sends.
        state: State of the button, which selects style and icon.
        title: Title on the button.
        note: Second line on the button; () for none.
    """

    action: str
    state: ButtonState
    title: str
    note: Runs = ()

    @property
    def is_enabled(self) -> bool:
        return self.state in {ButtonState.GO, ButtonState.OUT}


@dataclass(frozen=True, slots=True)
class ButtonModel:
    """A small button.

    Attributes:
        label: Text on the button.
        is_enabled: Whether the button can be pressed.
        why_not: Reason why the button is disabled; () while it is enabled.
        action: Command that the button sends; "" for undo and hint, whose commands are fixed.
        note: Further text on the button, shown if there is room.
        is_guarded: Whether the button must be held for a moment or pressed twice, against
            accidental presses.
        icon: Name of the icon. Only used for the button in `ActionsModel.extra`.
    """

    label: str
    is_enabled: bool
    why_not: Runs = ()
    action: str = ""
    note: Runs = ()
    is_guarded: bool = False
    icon: str = "next"


@dataclass(frozen=True, slots=True)
class ActionsModel:
    """The column of action buttons beside the table.

    Attributes:
        primary: The large button, which ends the turn or continues the match.
        undo: The button that takes back a step.
        hint: The button that shows a hint.
        bottom: Inconspicuous button at the bottom of the column, such as "Drop out"; None for none.
        offer: Second large button beside `primary`, such as "Draw a card"; None for none.
        extra: Additional button of a feature, such as "Skip" in puzzles; None for none.
        is_alone: Whether only the large button is shown, because nobody plays at this screen.
    """

    primary: LargeButtonModel
    undo: ButtonModel
    hint: ButtonModel
    bottom: ButtonModel | None = None
    offer: ButtonModel | None = None
    extra: ButtonModel | None = None
    is_alone: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """The texts of a dialog that asks for confirmation before an action that can't be undone."""

    title: str
    message: str
    yes: str
    no: str


@dataclass(frozen=True, slots=True)
class GameAction:
    """The effect of a button that only this game has.

    Attributes:
        steps: Steps to make, in order.
        undoes_turn_first: True to undo the viewer's steps of this turn first.
        question: Confirmation to show before the steps are made, or None.
        is_guarded: Whether the button must be held for a moment or pressed twice, against
            accidental presses.
    """

    steps: tuple[Any, ...]
    undoes_turn_first: bool = False
    question: Question | None = None
    is_guarded: bool = False


@dataclass(frozen=True, slots=True)
class NoteRow:
    """A row in the viewer's panel with a fact about the viewer's cards.

    Attributes:
        label: Text at the left.
        value: Value at the right end of the row, "" for none.
        is_bad: Whether the value is drawn in the colour of bad news.
        meaning: Explanation of the row, as a sentence.
    """

    label: Runs
    value: str = ""
    is_bad: bool = False
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class ViewerModel:
    """The contents of the viewer's panel; `status` is one or two words below the name."""

    status: str
    rows: tuple[NoteRow, ...] = ()


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One line in the list of recent turns and results at the table.

    Attributes:
        seat: Seat whose turn the line describes; None for a result.
        line: The text.
    """

    seat: int | None
    line: Runs


@dataclass(frozen=True, slots=True)
class HistoryModel:
    """The list of recent turns and results at the table, oldest first."""

    heading: str
    lines: tuple[HistoryLine, ...] = ()


@dataclass(frozen=True, slots=True)
class TitleModel:
    """The title of the table, a text about the round and its rules.

    If there is enough width, `line` is shown, otherwise `upper_line` above `lower_line`.

    Attributes:
        line: Round and rules in one line.
        upper_line: First of two lines: the number of the round, or the occasion of the match (such
            as "Daily deal"). "" for a single round.
        lower_line: Second of two lines: the kind of match.
        logo: The game's name as styled text.
        brief: Lower line for a match with an occasion, such as a daily deal, whose upper line is
            the occasion's name; see `TableModel.with_occasion`. If it is "", `upper_line` becomes
            the lower line.
        meaning: Explanation of the title. If "", a general explanation is shown.
    """

    line: str
    upper_line: str
    lower_line: str
    logo: tuple[TextRun, ...] = ()
    brief: str = ""
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Banner:
    """The current rule or target of a game, as phones show it above the table.

    Attributes:
        symbol: Letter of the rule's card symbol, such as "R" for red. The banner has the symbol's
            colour.
        label: Line above the title.
        title: Name of the rule or target.
    """

    symbol: str
    label: str
    title: str


@dataclass(frozen=True, slots=True)
class DeckModel:
    """The number of cards in the deck, and the label shown with it."""

    count: int
    label: str


@dataclass(frozen=True, slots=True)
class Preview:
    """A description of a step and its outcome, shown before the viewer makes the step.

    Attributes:
        is_good: True if the step is legal and doesn't lose at once.
        title: The step and its outcome in a few words.
        detail: Reason in one or two lines, () for none.
    """

    is_good: bool
    title: Runs
    detail: Runs = ()

    @property
    def sentence(self) -> Runs:
        return (*self.title, *((Run(". "), *capitalize_runs(self.detail)) if self.detail else ()))


@dataclass(frozen=True, slots=True)
class Hint:
    """A recommended turn.

    Attributes:
        title: The turn in words.
        why: Lines about the turn's outcome, the reason for it, and alternatives.
        cards: Names of the cards to pick up for the next step; () if the step moves no cards.
        zones: Names of the zones (areas of the table) on which to drop the cards.
    """

    title: Runs
    why: tuple[Runs, ...]
    cards: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()

    @classmethod
    def at(cls, title: Runs, why: Sequence[Runs], drag_move: DragMove | None) -> Hint:
        """Create a hint that highlights the cards to drag and the zone to drop them on.

        Args:
            title: The recommended turn in words.
            why: Lines with reasons.
            drag_move: The drag that makes the recommended step; None if the step drags no cards.
        """
        if drag_move is None:
            return cls(title, tuple(why))
        return cls(title, tuple(why), drag_move.names, (drag_move.target,))


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A step with several cards that the game suggests to the viewer.

    Attributes:
        step: A legal step.
        cards: Text forms of the step's cards in order.
        words: Outcome of the step, shown beside the cards if there is room; "" for none.
        meaning: Tooltip; for example, it says which cards the viewer keeps after the step.
        owners: Owner of each card; None for a card from the viewer's hand. () if all cards are from
            the viewer's hand.
        name: Description of the step, read aloud before the outcome; "" to read only the outcome.
    """

    step: Any
    cards: tuple[str, ...]
    words: str = ""
    meaning: str = ""
    owners: tuple[SeatLabel | None, ...] = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class CardDescription:
    """Texts for the enlarged view of a card.

    Attributes:
        title: Name of the card.
        about: Further text below the name.
        action: Effect of the card's action, "" for none.
        marks: Meanings of the marks on the card.
        standings: For each seat, the number or card that would count if the rule of this card
            decided who is winning; the best seat first.
    """

    title: str
    about: Runs = ()
    action: str = ""
    marks: tuple[str, ...] = ()
    standings: tuple[tuple[SeatLabel, Runs], ...] = ()


@dataclass(frozen=True, slots=True)
class CardOption:
    """One option of a `CardChoice`.

    Attributes:
        cards: Text forms of the cards that are shown with the option.
        label: Label of the option's button.
        step: The step that is made if the player selects this option.
    """

    cards: tuple[str, ...]
    label: str
    step: Any


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A choice between options that a player must make on a separate page.

    Closing the page selects the first option.
    """

    title: str
    options: tuple[CardOption, ...]


@dataclass(frozen=True, slots=True)
class TableModel:
    """Everything that a table shows around its cards: texts, panels, buttons and marks.

    A zone is an area of the table, such as a hand or a pile; a layout file names the zones.

    Attributes:
        title: Text about the round and the rules.
        seats: Seats clockwise from the bottom.
        status: The status line.
        viewer: The viewer's panel.
        actions: The buttons.
        history: Recent turns.
        deck: Size of the deck, None if not shown.
        panels: Values shown by the parts of the table that only this game has, by zone name.
        marks: Names of marked cards, and ids of marked zones, by the style of the mark.
        mood: Letter of the card colour in which the table glows, "" for no glow.
        is_tense: Whether the round will soon be decided; the table's edges then get darker.
        middle: Name of the zone in the middle of the table, "" for none.
        help: Key of the rules page that explains the current phase of the game.
        crown_meaning: Sentence that explains the crown at the leading seat, as a tooltip.
        piles: Labels of piles that only this game has, by zone name.
        choice: A choice that the viewer must now make on a separate page, or None.
    """

    title: TitleModel
    seats: tuple[SeatModel, ...]
    status: StatusModel
    viewer: ViewerModel
    actions: ActionsModel
    history: HistoryModel
    deck: DeckModel | None = None
    panels: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    marks: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: NOTHING)
    mood: str = ""
    is_tense: bool = False
    middle: str = ""
    help: str = ""
    crown_meaning: str = ""
    piles: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    choice: CardChoice | None = None

    def with_occasion(self, name: str, meaning: str = "") -> TableModel:
        """Return a copy whose title begins with the occasion of the match, such as "Daily deal".

        Args:
            name: Name of the occasion.
            meaning: Explanation of the title; "" for a general explanation.
        """
        below = self.title.brief or self.title.upper_line or self.title.line
        line = f"{name} · {below}"
        title = replace(self.title, line=line, upper_line=name, lower_line=below, meaning=meaning)
        return replace(self, title=title)

    def seat_of(self, seat: int) -> SeatModel:
        """Return the model of a seat.

        Raises:
            KeyError: There is no such seat.
        """
        for model in self.seats:
            if model.seat == seat:
                return model
        raise KeyError(seat)
