"""The interface of a game: rules, outcomes, zones, options, and reasons for refusing a step.

A zone is a place for cards, such as a hand. The id of a zone is its kind, such as "deck". If the
zone belongs to a seat, a colon and the seat's letter follow: `hand:A`, `offer:B`. The face of a
card is its code, such as "R7", or None if the card is face down.

A game is a set of pure functions on immutable states. Seats are numbered clockwise from 0. TABLE
is a pseudo seat for steps that no player decides, such as dealing the next round. Several seats may
have to choose at the same time. The game takes their steps in any order, and no observation shows
the choices of other seats until the last seat has chosen.

docs/adding-a-game.md walks through the interface with a small example game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

Face: TypeAlias = str | None
"""A card's code, such as "R7", or None for a card that is face down."""
Zones: TypeAlias = Mapping[str, tuple[Face, ...]]
"""A snapshot of all cards: the card codes in every zone, by zone id.

A face-down card is None. The top card of a pile is last.
"""
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
    """Return the name of a card, made of its zone and its index there.

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
    """The move of one card from zone to zone, as far as one viewer may know it.

    Attributes:
        card: The card's code, such as "R7", None if the viewer may not know it.
        source: Id of the zone that the card left.
        target: Id of the zone to which the card went.
        source_place: The card's index in the source before the step. None if the order of the zone
            has no meaning, or if the index must stay secret.
        target_place: The card's index in the target after the step, None in the same cases.
    """

    card: Face
    source: str
    target: str
    source_place: int | None = None
    target_place: int | None = None


class CardMove(NamedTuple):
    """The move of one card from zone to zone, with the seats that saw the card.

    Only the game itself uses this class. `observed_by` converts it to the `ObservedMove` of a
    viewer.

    Attributes:
        card: The card's code, such as "R7".
        source: Id of the zone that the card left.
        target: Id of the zone to which the card went.
        witnesses: Seats that saw the card's front, None if all seats and spectators did.
        source_place: The card's index in the source before the step, which all seats may know. None
            if the order of the zone has no meaning, or if the index must stay secret.
        target_place: The card's index in the target after the step, None in the same cases.
    """

    card: str
    source: str
    target: str
    witnesses: frozenset[int] | None = None
    source_place: int | None = None
    target_place: int | None = None

    def observed_by(self, seat: int | None) -> ObservedMove:
        """Return the move as a seat sees it; the card is None if the seat may not know it.

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
        card: Code of the dragged card, such as "R7", None if the card is unknown (the top of a
            deck).
        source: Id of the zone that the card leaves.
        target: Id of the zone on which the card is dropped.
        source_place: Index of the card in the source, None if the step only says which code the
            card has.
        target_place: Index at which the card is inserted in the target, None if the step leaves the
            index open.
        other_cards: Zone and index of each further card that moves along.
        is_picked_first: True if the player picks cards one by one before dropping them together.
            That is so for steps with `other_cards`, and for steps with one card to a zone that also
            accepts several cards at once.
        needs_confirmation: True if the step is taken only once the player confirms it. Until then,
            the player can pick further cards and deselect picked ones.
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
        """Name of the card: `zone#index` if the index is known, else its code, else its zone.

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
    """A message to the user as a code with data, for example why a step is illegal.

    The game's view makes a translated sentence of it. Each game has its own codes.

    Attributes:
        code: Code of the message, such as "not_in_hand".
        data: Values for the sentence, as pairs of name and value. Values are counts, or texts in
            the game's notation for cards and seats.
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
TURN: Final = "turn"
"""Stage of a match in which seats take their turns."""
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
        step: The step as text.
        reason: Why the step is illegal.
    """

    def __init__(self, step: str, why: Reason) -> None:
        super().__init__(step, why)
        self.step = step
        self.reason = why

    def __str__(self) -> str:
        return f"step {self.step!r}: {self.reason}"


class Event(NamedTuple):
    """A public event during a step, such as the end of a round, as a code with data.

    The game's view makes a translated sentence of it, as of a `Reason`.
    """

    code: str
    data: tuple[tuple[str, str | int], ...] = ()


class Outcome(NamedTuple, Generic[State]):
    """The result of a step.

    Attributes:
        state: The new state.
        card_moves: The moves of cards, in order.
        events: Other public events of the step, such as the end of a round.
        undo_barrier: Code of the reason why the step cannot be undone, for example because it
            revealed a hidden card. None if the step can be undone.
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

    If two states differ only in cards that the seat cannot see, the seat's observations are equal.
    """

    @property
    def viewer(self) -> int | None:
        """The observing seat; None for a spectator, who sees only public cards."""

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats (or TABLE) that have to choose now."""

    @property
    def zones(self) -> Zones:
        """The card codes in all zones, with None for cards that the viewer may not see."""


View_co = TypeVar("View_co", bound=Observation, covariant=True)


class Game(Protocol[State, Step, View_co]):
    """The interface of a game's rules.

    It starts a match, lists legal steps, applies them to states, and says what each seat may see.
    Each game implements it. All other code knows the game's rules only through this interface.
    """

    @property
    def name(self) -> str:
        """The game's name in saves and records: a short word that never changes."""

    def start(self, options: Options, seed: int) -> State:
        """Return the first state of a match.

        Args:
            options: Options of the match.
            seed: Seed of all random numbers in the match.

        Raises:
            InvalidOptions: An option is unknown or has an invalid value.
        """

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seats that have to choose now; empty when the match is over.

        The result is `(TABLE,)` if the next step isn't decided by a player, such as a deal.
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
        """Return the drag of cards by which a user takes a step; None if it moves no card."""

    def find_dragged_step(
        self, state: State, seat: int, drag_move: DragMove
    ) -> Step | Reason | None:
        """Translate a drag into a step, legal or not.

        Returns:
            The step. If no step corresponds to the drag, a reason to show to the player, or None if
            nothing has to be explained.
        """

    def list_illegal_plays(self, state: State, seat: int) -> tuple[Step, ...]:
        """Return illegal steps with several cards that the UI should let users put together.

        The UI then explains why such a step is illegal.
        """

    def sort_cards(self, seen: Any, drag_move: DragMove) -> View_co | None:
        """Return an observation in which the viewer has sorted own cards by a drag.

        Sorting isn't a step: it changes the viewer's observation, but not the match's state.

        Args:
            seen: The viewer's observation before the drag.
            drag_move: The drag of a card within its zone.

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
"""A game whose types of states, steps and observations the caller doesn't know."""


def truncate_word(word: str, most: int = 60) -> str:
    """Cut off a word that is too long for an error message."""
    if len(word) <= most:
        return word
    return f"{word[:most]}…"


MAX_QUOTED_LENGTH: Final = 400
"""Maximum length, in characters, of the part of a position's text that an error message quotes.

The text of the longest real position has about 300 characters.
"""


class InvalidPosition(ValueError):
    """Raised if a position's text can't be parsed, or describes an impossible position.

    Attributes:
        field: Name of the part of the position that is wrong, such as "deck".
        word: The wrong word in this part.
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
        keyword: The keyword with which the text must begin.

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
        key: Name of the option in saves and other files.
        values: Allowed values: a range of whole numbers, or a few values of one type.
        default: Value if the user hasn't chosen one. None lets the game decide, unless None is
            itself an allowed value.
    """

    key: str
    values: Sequence[Any]
    default: Any

    def allows(self, value: Any) -> bool:
        """Return True if a value is allowed; the value True doesn't count as the number 1.

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
"""Key of the match option that lets seats begin with points (or whatever the game counts).

The option's value is a text with a number for each seat, such as "0-6-6". If no seat has a head
start, the key is missing in options, saves and records.
"""


def read_head_start(plain: Options, seats: int, limit: int) -> tuple[int, ...]:
    """Read the head start of each seat from the options of a match.

    Args:
        plain: Options of a match.
        seats: Number of seats.
        limit: Number of points that ends a match. Every head start must be smaller.

    Returns:
        One number for each seat; empty if no seat has a head start.

    Raises:
        InvalidOptions: The option's value isn't a text with one number for each seat, or a number
            is too large.

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
    """Format head starts as a value of the option `HEAD_START`.

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
