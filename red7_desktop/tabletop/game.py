"""The interface of a game: rules, outcomes, zones, options, and reasons for refusing a step.

A zone id is a kind, such as "deck". If the zone belongs to a seat, a colon and the seat's letter
follow: `hand:A`, `offer:B`. A face is a card's short text, or None if the card is face down.

A game is a set of pure functions on immutable states. Seats are numbered clockwise from 0. TABLE
is a pseudo seat for steps that no player decides, such as dealing the next round. Several seats may
have to choose at the same time. The game takes their steps in any order, and no observation shows
what the other seats chose until the last of them has chosen.

docs/adding-a-game.md walks through the interface with a small example game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

Face: TypeAlias = str | None
"""A card's short text, such as "R7", or None for a card that is face down."""
Zones: TypeAlias = Mapping[str, tuple[Face, ...]]
"""A snapshot of all cards: the faces in every zone, by zone id; the top card of a pile is last."""
SEAT_LETTERS: Final = "ABCDE"


@cache
def zone_of(kind: str, seat: int) -> str:
    """Return the id of a seat's zone.

    >>> zone_of("offer", 1)
    'offer:B'
    """
    return f"{kind}:{SEAT_LETTERS[seat]}"


@cache
def card_name(zone: str, nth: int) -> str:
    """Return the name of a card by its index in a zone, whatever its face.

    >>> card_name("hand:B", 2)
    'hand:B#2'
    """
    return f"{zone}#{nth}"


def split_card_name(name: str) -> tuple[str, int | None]:
    """Split a name from `card_name` into zone and index; the index is None if there is none.

    >>> split_card_name("hand:B#2"), split_card_name("deck")
    (('hand:B', 2), ('deck', None))
    """
    zone, _, nth = name.partition("#")
    return zone, int(nth) if nth.isdecimal() else None


class ObservedMove(NamedTuple):
    """The move of one card, as one viewer may know it.

    Attributes:
        card: The card's face, None if the viewer may not know it.
        source: Id of the zone that the card left.
        target: Id of the zone that it went to.
        source_place: The card's index in the source before the step, None if the order means
            nothing or nobody may know it.
        target_place: Its index in the target after the step, None in the same cases.
    """

    card: Face
    source: str
    target: str
    source_place: int | None = None
    target_place: int | None = None


class CardMove(NamedTuple):
    """The move of one card, with the seats that saw its face.

    Only the game itself uses it; `observed_by` makes the `ObservedMove` of a viewer.

    Attributes:
        card: The card's face.
        source: Id of the zone that the card left.
        target: Id of the zone that it went to.
        witnesses: Seats that saw the face, None if everyone did.
        source_place: The card's index in the source before the step, None if the order means
            nothing or must stay secret. Every seat may know it.
        target_place: The card's index in the target after the step, None in the same cases. Every
            seat may know it.
    """

    card: str
    source: str
    target: str
    witnesses: frozenset[int] | None = None
    source_place: int | None = None
    target_place: int | None = None

    def observed_by(self, seat: int | None) -> ObservedMove:
        """Return the move as a seat sees it, without the card's face if the seat may not know it.

        Args:
            seat: The seat, None for a spectator.
        """
        card = None
        if self.witnesses is None or seat in self.witnesses:
            card = self.card
        return ObservedMove(card, self.source, self.target, self.source_place, self.target_place)


class DragMove(NamedTuple):
    """A step as the user makes it on the screen: one or more cards dragged from a zone to another.

    Attributes:
        card: Face of the dragged card, None if it is unknown (the top of a deck).
        source: Id of the zone that the card leaves.
        target: Id of the zone that it is dropped on.
        source_place: Index of the card in the source, None if the step leaves open which card.
        target_place: Index at which it is inserted in the target, None if the step leaves the index
            open.
        other_cards: Zone and index of each further card that moves along.
        is_picked_first: Whether the player picks the cards one by one before dropping them. True
            for steps with `other_cards`, and for steps with one card to a zone that also takes
            several cards at once.
        needs_confirmation: Whether the step is taken only once the player confirms it. Until then,
            the cards are picked one by one and can be put back.
    """

    card: Face
    source: str
    target: str
    source_place: int | None = None
    target_place: int | None = None
    other_cards: tuple[tuple[str, int], ...] = ()
    is_picked_first: bool = False
    needs_confirmation: bool = False

    @property
    def name(self) -> str:
        """Name of the card: `zone#index` if the index is known, else its face, else its zone.

        >>> DragMove("7", "hand:A", "offer:A", 2).name, DragMove(None, "deck", "hand:A").name
        ('hand:A#2', 'deck')
        """
        if self.source_place is not None:
            return card_name(self.source, self.source_place)
        return self.card or self.source

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all cards that move, the dragged card first.

        >>> DragMove("7", "hand:A", "table", 2, other_cards=(("offer:B", 0),)).names
        ('hand:A#2', 'offer:B#0')
        """
        return (self.name, *[card_name(zone, nth) for zone, nth in self.other_cards])


class Reason(NamedTuple):
    """Why a step is illegal: a code, with data for the sentence that players read.

    Each game lists its codes.

    Attributes:
        code: The code.
        data: Pairs of name and value. Values are counts, or texts in the game's notation for cards
            and seats.
    """

    code: str
    data: tuple[tuple[str, str | int], ...] = ()

    def __str__(self) -> str:
        """Return the code with its data, such as `not_winning (rule=G, leader=B)`."""
        if not self.data:
            return self.code
        return f"{self.code} ({', '.join(f'{name}={value}' for name, value in self.data)})"


def make_reason(code: str, **data: str | int) -> Reason:
    """Make a reason from keyword arguments, which keep their order.

    >>> str(make_reason("not_in_hand", card="R7"))
    'not_in_hand (card=R7)'
    """
    return Reason(code, tuple(data.items()))


TABLE: Final = -1
"""Pseudo seat of steps that no player decides, such as dealing the next round."""
Options: TypeAlias = Mapping[str, Any]
"""A game's options as plain JSON values; each game validates them in `start`."""
State = TypeVar("State")
Step = TypeVar("Step")


class InvalidOptions(ValueError):
    """Raised for an option with an invalid value, or an unknown option.

    Attributes:
        key: The option's key.
        why: Description of the error.
    """

    def __init__(self, key: str, why: str) -> None:
        super().__init__(key, why)
        self.key = key
        self.why = why

    def __str__(self) -> str:
        return f"option {self.key!r}: {self.why}"


class InvalidStep(ValueError):
    """Raised if a step's text can't be parsed."""


class IllegalStep(ValueError):
    """Raised for a step that is against the rules at the moment.

    Attributes:
        step: The step's text.
        reason: Why it is illegal.
    """

    def __init__(self, step: str, why: Reason) -> None:
        super().__init__(step, why)
        self.step = step
        self.reason = why

    def __str__(self) -> str:
        return f"step {self.step!r}: {self.reason}"


class Event(NamedTuple):
    """Something that happened during a step, which all seats may know.

    It has a code with data, as a `Reason` has, from which the interface makes a sentence.
    """

    code: str
    data: tuple[tuple[str, str | int], ...] = ()


class Outcome(NamedTuple, Generic[State]):
    """The result of a step.

    Attributes:
        state: The new state.
        card_moves: The cards that moved, in order.
        events: Other things that happened in the step, such as the end of a round.
        undo_barrier: Reason code for why the step cannot be undone (a hidden card was revealed, the
            turn is over); None while it can be undone.
    """

    state: State
    card_moves: tuple[CardMove, ...] = ()
    events: tuple[Event, ...] = ()
    undo_barrier: str | None = None

    def moves_observed_by(self, seat: int | None) -> tuple[ObservedMove, ...]:
        return tuple(move.observed_by(seat) for move in self.card_moves)


class Result(NamedTuple):
    """The result of a match.

    Attributes:
        winners: Winning seats; several if they share the win.
        scores: Final score of every seat.
    """

    winners: tuple[int, ...]
    scores: tuple[int, ...]


class Observation(Protocol):
    """One seat's knowledge of a state. Games add fields of their own.

    Two states that differ only in what the seat cannot see give equal observations.
    """

    @property
    def viewer(self) -> int | None:
        """The observing seat; None for a spectator, who sees only what everyone sees."""

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats (or TABLE) that have to choose now."""

    @property
    def zones(self) -> Zones:
        """All zones, with None for faces that the viewer may not see."""


View_co = TypeVar("View_co", bound=Observation, covariant=True)


class Game(Protocol[State, Step, View_co]):
    """The rules of a game."""

    @property
    def name(self) -> str:
        """The game's name in saves and records: a short word."""

    def start(self, options: Options, seed: int) -> State:
        """Return the first state of a match; all randomness follows from the seed.

        Raises:
            InvalidOptions: An option is unknown or has an invalid value.
        """

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seats that have to choose now; empty when the match is over.

        The result is `(TABLE,)` if no player chooses, but the table acts, for example to deal.
        """

    def legal_steps(self, state: State, seat: int) -> tuple[Step, ...]:
        """Return the legal steps of a seat; empty if the seat doesn't have to choose."""

    def explain_illegal(self, state: State, seat: int, step: Step) -> Reason | None:
        """Return why a step of a seat is illegal now, None if it is legal."""

    def apply(self, state: State, seat: int, step: Step) -> Outcome[State]:
        """Return the outcome of a seat's step, with the new state; `state` stays unchanged.

        Raises:
            IllegalStep: The step is against the rules.
        """

    def observe(self, state: State, seat: int | None) -> View_co:
        """Return everything that a seat may know about a state; the seat None is a spectator."""

    def find_drag_move(self, state: State, seat: int, step: Step) -> DragMove | None:
        """Return the drag by which a player takes a step; None if the step moves no card."""

    def find_dragged_step(
        self, state: State, seat: int, drag_move: DragMove
    ) -> Step | Reason | None:
        """Translate a drag into a step, legal or not.

        Returns:
            The step. If no step corresponds to the drag, a reason to show to the player, or None if
            nothing has to be explained.
        """

    def list_illegal_plays(self, state: State, seat: int) -> tuple[Step, ...]:
        """Return illegal steps of several cards that the UI lets players assemble.

        The UI can then explain why such a step is illegal.
        """

    def sort_cards(self, seen: Any, drag_move: DragMove) -> View_co | None:
        """Return the observation after its viewer has sorted own cards by a drag.

        Sorting is no step: it changes the viewer's observation but not the match's state.

        Returns:
            None if the game doesn't allow sorting by this drag.
        """

    def result(self, state: State) -> Result | None:
        """Return the result of a finished match, None before its end."""

    def text_of(self, step: Step) -> str:
        """Return a step's text form."""

    def parse_step(self, text: str) -> Step:
        """Parse a step's text.

        Raises:
            InvalidStep: The text is not a step.
        """


AnyGame: TypeAlias = Game[Any, Any, Any]
"""A game whose types the caller doesn't know."""


def truncate_word(word: str, most: int = 60) -> str:
    """Cut off a word that is too long for an error message."""
    if len(word) <= most:
        return word
    return f"{word[:most]}…"


MAX_QUOTED_LENGTH: Final = 400
"""Maximum length, in characters, of a position's text that an error message quotes.

The longest real position has about 300.
"""


class InvalidPosition(ValueError):
    """Raised if a position's text can't be parsed, or describes an impossible position.

    Attributes:
        field: The part of the position that is wrong.
        word: The wrong word in it.
        why: Description of the error.
    """

    def __init__(self, field: str, word: str, why: str) -> None:
        self.field = field
        self.word = truncate_word(word, MAX_QUOTED_LENGTH)
        self.why = why
        super().__init__(field, self.word, why)

    def __str__(self) -> str:
        return f"{self.field}: {self.word!r}: {self.why}"


def take_keyword(field: str, text: str, keyword: str) -> str:
    """Return a part of a position's text without the keyword at its beginning.

    Args:
        field: Name of the part, for error messages.
        text: Text of the part.
        keyword: The keyword that it must begin with.

    Raises:
        InvalidPosition: The text begins with another word.
    """
    head, _, rest = text.partition(" ")
    if head != keyword:
        raise InvalidPosition(field, head, f"must begin with {keyword!r}")
    return rest.strip()


class InvalidTurn(InvalidStep):
    """Raised if the text of a turn or step can't be parsed.

    Attributes:
        word: The wrong word.
        why: Description of the error.
    """

    def __init__(self, word: str, why: str) -> None:
        super().__init__(word, why)
        self.word = word
        self.why = why

    def __str__(self) -> str:
        return f"turn: {self.word!r}: {self.why}"


class IllegalTurn(IllegalStep):
    """Raised for a well-formed turn or step that the rules don't allow at the moment."""

    def __str__(self) -> str:
        return f"turn: {self.step!r}: {self.reason}"


class OptionSpec(NamedTuple):
    """An option of a game.

    Attributes:
        key: Its name in saves and files.
        values: Allowed values: a range of whole numbers, or a few values of one type.
        default: Value if nobody has chosen one. None lets the game decide, unless None is itself
            an allowed value.
    """

    key: str
    values: Sequence[Any]
    default: Any

    def allows(self, value: Any) -> bool:
        """Return whether a value is allowed; True doesn't count as the number 1.

        >>> seats = OptionSpec("seats", range(2, 5), 2)
        >>> seats.allows(4), seats.allows(5), seats.allows(True)
        (True, False, False)
        """
        # Compare types first: a file may hold an unhashable value, which `in` can't look up.
        is_one = type(value) is type(self.values[0]) and value in self.values
        return is_one or (value is None and self.default is None)

    @property
    def requirement(self) -> str:
        """Allowed values in words: "a whole number from 2 to 4", "one of next, lowest"."""
        if isinstance(self.values, range):
            return f"a whole number from {self.values[0]} to {self.values[-1]}"
        return f"one of {', '.join(map(str, self.values))}"

    def parse(self, plain: Options) -> Any:
        """Return the option's value from a mapping of options, or its default if it is missing.

        Raises:
            InvalidOptions: The value isn't allowed.
        """
        if self.key not in plain:
            return self.default
        value = plain[self.key]
        if value is None or not self.allows(value):
            raise InvalidOptions(self.key, f"{value!r} is not {self.requirement}")
        return value


HEAD_START: Final = "head_start"
"""Key of the option that lets seats begin a match with points, or with anything the game counts.

Its value is a text with a number for each seat, "0-6-6". If nobody has a head start, options, saves
and records leave out the key, as they did before the option existed.
"""


def read_head_start(plain: Options, seats: int, limit: int) -> tuple[int, ...]:
    """Read the head start of each seat from the options of a match.

    Args:
        plain: Options of a match.
        seats: Number of seats.
        limit: Number of points that ends a match; every head start is smaller.

    Returns:
        One number a seat; empty if nobody has a head start.

    Raises:
        InvalidOptions: The option's value isn't a text with one number a seat, or a number is too
            large.

    >>> read_head_start({"head_start": "0-6-6"}, seats=3, limit=35)
    (0, 6, 6)
    """
    if HEAD_START not in plain:
        return ()
    text = plain[HEAD_START]
    words = text.split("-") if isinstance(text, str) else []
    is_whole = all(word.isascii() and word.isdecimal() and len(word) < 4 for word in words)
    if len(words) != seats or not is_whole or text_of_head_start([*map(int, words)]) != text:
        raise InvalidOptions(HEAD_START, f"{text!r} is not {seats} numbers like '0-6'")
    found = tuple([int(word) for word in words])
    if max(found) >= limit:
        raise InvalidOptions(HEAD_START, f"{text!r}: each must be below {limit}")
    return found if any(found) else ()


def text_of_head_start(head_start: Sequence[int]) -> str:
    """Write head starts as the option's value.

    >>> text_of_head_start((0, 6, 6))
    '0-6-6'
    """
    return "-".join(map(str, head_start))


def reject_unknown_options(plain: Options, keys: Sequence[str]) -> None:
    """Reject unknown options.

    Raises:
        InvalidOptions: An option's key isn't in `keys`.
    """
    for key in plain:
        if key not in keys:
            raise InvalidOptions(str(key), "no such option")


def parse_options(text: str, options: Sequence[OptionSpec]) -> dict[str, Any]:
    """Parse options that a user typed, such as "pickup=at_once,seats=3".

    Raises:
        InvalidOptions: An option is unknown, or its value isn't allowed.

    >>> pickup = OptionSpec("pickup", ("next_turn", "at_once"), "next_turn")
    >>> parse_options("pickup=at_once", [pickup])
    {'pickup': 'at_once'}
    """
    named = {option.key: option for option in options}
    found: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        key, _, typed = part.partition("=")
        if key not in named:
            raise InvalidOptions(key, f"no such option; there are {', '.join(named)}")
        option = named[key]
        value = next((each for each in option.values if str(each) == typed), None)
        if value is None:
            raise InvalidOptions(key, f"{typed!r} is not {option.requirement}")
        found[key] = value
    return found
