"""What stands around the cards, as frozen values: made by `present`, shown by `hud`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from red7_desktop.kit.language.rich_text import Runs


class HudCommand(StrEnum):
    """What the buttons around the table ask for."""

    END_TURN = "end_turn"
    DRAW = "draw"
    UNDO = "undo"
    HINT = "hint"
    GIVE_UP = "give_up"
    NEXT_ROUND = "next_round"
    RESULT = "result"
    MENU = "menu"
    LOG = "log"
    LENS = "lens"
    SPEED = "speed"
    HELP = "help"
    SETTINGS = "settings"


class Mood(StrEnum):
    """How the large button looks: go ahead, something is missing, wait for others, or go out."""

    GO = "go"
    MISSING = "missing"
    WAIT = "wait"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Tally:
    """What counts in a palette: a figure, what it counts, and the card that breaks ties."""

    figure: str
    unit: str
    best: Runs = ()


@dataclass(frozen=True, slots=True)
class SeatModel:
    """One seat.

    place: clockwise from whoever sits at the bottom, who is 0. kind: who plays it, one line.
    points, target: None where nothing is scored. palette, counting: card texts; counting are those
    that count under the rule in force. tally: None for a seat that is out; then `out` has a word
    for that. level: the key of the AI player, "" for a person. about: how that plays, in words.
    """

    seat: int
    place: int
    initial: str
    name: str
    kind: str
    hand_count: int
    points: int | None
    target: int | None
    is_you: bool
    is_out: bool
    is_acting: bool
    is_leading: bool
    palette: tuple[str, ...]
    counting: tuple[str, ...]
    tally: Tally | None
    out: str = ""
    level: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True)
class RuleModel:
    """The rule in force: its colour's letter and name, the rule in words, a small example."""

    letter: str
    colour: str
    sentence: str
    hint: Runs


@dataclass(frozen=True, slots=True)
class WhyModel:
    """Who leads and why, or what the viewer has to do next; and what the others have, best first.

    is_prompt: whether it is the latter; then `others` are all seats.
    """

    line: Runs
    others: tuple[Runs, ...] = ()
    is_good: bool = False
    has_leader: bool = True
    is_prompt: bool = False


@dataclass(frozen=True, slots=True)
class PaletteModel:
    """What stands beside the viewer's palette.

    counts: how much of it counts. pending, pending_note: what is not final yet, as a heading and a
    few words; both empty when there is nothing.
    """

    label: str
    counts: Runs
    pending: str = ""
    pending_note: str = ""


@dataclass(frozen=True, slots=True)
class EndModel:
    """The large button: what pressing it asks for, its title, and a line below."""

    command: HudCommand
    mood: Mood
    title: str
    note: Runs = ()
    is_enabled: bool = False


@dataclass(frozen=True, slots=True)
class ButtonModel:
    """A smaller button: its words, and where it is disabled, why."""

    label: str
    is_enabled: bool
    why_not: Runs = ()


@dataclass(frozen=True, slots=True)
class ActionsModel:
    """The column of buttons. draw: the offer of a card, None while there is none."""

    end: EndModel
    undo: ButtonModel
    hint: ButtonModel
    give_up: ButtonModel
    draw: ButtonModel | None = None


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

    round: "" where there is only one.
    """

    line: str
    round: str
    rules: str


@dataclass(frozen=True, slots=True)
class DeckModel:
    """How many cards the deck holds."""

    count: int
    label: str


@dataclass(frozen=True, slots=True)
class TableModel:
    """Everything around the cards.

    seats: clockwise from the bottom. canvas_count: cards on the starter card. keeps_in, loses: the
    viewer's hand cards, as texts, with which the turn can, and cannot, go on to end winning; empty
    when it is not the viewer's turn. just_placed: palette cards of the viewer that are not final
    yet.
    """

    title: TitleModel
    seats: tuple[SeatModel, ...]
    rule: RuleModel
    why: WhyModel
    palette: PaletteModel
    viewer: ViewerModel
    actions: ActionsModel
    history: HistoryModel
    deck: DeckModel
    canvas_count: int = 0
    keeps_in: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()
    just_placed: tuple[str, ...] = ()

    def seat_of(self, seat: int) -> SeatModel:
        """Give the model of a seat by its number; KeyError when there is none."""
        for model in self.seats:
            if model.seat == seat:
                return model
        raise KeyError(seat)
