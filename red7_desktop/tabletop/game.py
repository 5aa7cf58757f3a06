"""The contract of a game: rules, outcomes, zones, options, refusals.

A zone id is a kind, and for zones that belong to a seat a colon and the seat's letter: `deck`,
`hand:A`, `offer:B`. A face is a card's short text, or None for a card face down.

A game is a set of pure functions over states that never change. Seats are numbered clockwise from
0; TABLE stands for what no player decides (dealing on). Several seats may be asked to choose at
once: each one's step is taken as it comes, and until the last has chosen no one's observation may
tell what the others chose.

docs/adding-a-game.md walks through the contract with a small game as its example.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

Face: TypeAlias = str | None
"""A card's short text, such as "R7", or None for a card that only shows its back."""
Zones: TypeAlias = Mapping[str, tuple[Face, ...]]
"""A snapshot: the faces in every zone, by zone id; in a pile the top card is last."""
SEAT_LETTERS: Final = "ABCDE"


@cache
def zone_of(kind: str, seat: int) -> str:
    """Return the id of a seat's zone.

    >>> zone_of("offer", 1)
    'offer:B'
    """
    return f"{kind}:{SEAT_LETTERS[seat]}"


@cache
def place_name(zone: str, nth: int) -> str:
    """Return the name of the n-th card of a zone, counted from 0, whatever its face.

    >>> place_name("hand:B", 2)
    'hand:B#2'
    """
    return f"{zone}#{nth}"


def split_place_name(name: str) -> tuple[str, int | None]:
    """Return the zone of a name that `place_name` wrote, and the card's place; None without one.

    >>> split_place_name("hand:B#2"), split_place_name("deck")
    (('hand:B', 2), ('deck', None))
    """
    zone, _, nth = name.partition("#")
    return zone, int(nth) if nth.isdecimal() else None


class SeenMove(NamedTuple):
    """One card that travelled: its text if it may be known, and the ids of two zones.

    source_place and target_place are indices into the zones, as they are before and after the whole
    step: which of two equal cards went, and between which others it landed. None where the
    order means nothing, or no one may know.
    """

    card: Face
    source: str
    target: str
    source_place: int | None = None
    target_place: int | None = None


class CardMove(NamedTuple):
    """One card that travelled, with who saw its face: None for everyone, else the seats that did.

    This is the game's own account; what leaves the game is a `SeenMove`, made by `seen_by`. The
    places are as in a move, and seen by everyone.
    """

    card: str
    source: str
    target: str
    witnesses: frozenset[int] | None = None
    source_place: int | None = None
    target_place: int | None = None

    def seen_by(self, seat: int | None) -> SeenMove:
        """Return the move as a seat (None: a spectator) may know it."""
        card = None
        if self.witnesses is None or seat in self.witnesses:
            card = self.card
        return SeenMove(card, self.source, self.target, self.source_place, self.target_place)


class DragMove(NamedTuple):
    """How a step is done by hand: which card goes from where to where.

    `card` is None for a card that cannot be named yet (the top of a deck). The places are indices:
    of the card in its zone now, and where it is put in; None where any will do. others: cards that
    go with it, as zones and places there. is_gathered: the cards are picked first, one by one; so
    are those of steps with others, and single ones to the same zone. waits: brought there, they
    wait until the step is confirmed; they are picked as gathered ones are.
    """

    card: Face
    source: str
    target: str
    source_place: int | None = None
    target_place: int | None = None
    others: tuple[tuple[str, int], ...] = ()
    is_gathered: bool = False
    waits: bool = False

    @property
    def name(self) -> str:
        """What the card goes by: its place, else its face, else the zone on top of which it lies.

        >>> DragMove("7", "hand:A", "offer:A", 2).name, DragMove(None, "deck", "hand:A").name
        ('hand:A#2', 'deck')
        """
        if self.source_place is not None:
            return place_name(self.source, self.source_place)
        return self.card or self.source

    @property
    def names(self) -> tuple[str, ...]:
        """What all its cards go by, the first one's name first.

        >>> DragMove("7", "hand:A", "table", 2, others=(("offer:B", 0),)).names
        ('hand:A#2', 'offer:B#0')
        """
        return (self.name, *[place_name(zone, nth) for zone, nth in self.others])


class Reason(NamedTuple):
    """A reason code and its data, as pairs of name and value.

    Each game lists its codes. Values are texts in the game's notation (cards, seats) or counts.
    """

    code: str
    data: tuple[tuple[str, str | int], ...] = ()

    def __str__(self) -> str:
        """Return the code with its data, `not_winning (rule=G, leader=B)`."""
        if not self.data:
            return self.code
        return f"{self.code} ({', '.join(f'{name}={value}' for name, value in self.data)})"


def make_reason(code: str, **data: str | int) -> Reason:
    """Make a reason from keyword data, in the order given.

    >>> str(make_reason("not_in_hand", card="R7"))
    'not_in_hand (card=R7)'
    """
    return Reason(code, tuple(data.items()))


TABLE: Final = -1
"""In place of a seat: the table itself acts, when the players are ready to go on."""
Options: TypeAlias = Mapping[str, Any]
"""A game's options as plain JSON values; each game checks them in `start`."""
State = TypeVar("State")
Step = TypeVar("Step")


class InvalidOptions(ValueError):
    """An option that cannot be: names the key."""

    def __init__(self, key: str, why: str) -> None:
        super().__init__(key, why)
        self.key = key
        self.why = why

    def __str__(self) -> str:
        return f"option {self.key!r}: {self.why}"


class InvalidStep(ValueError):
    """A step's text that cannot be read."""


class IllegalStep(ValueError):
    """A step that may not be taken now; `make_reason` says why."""

    def __init__(self, step: str, why: Reason) -> None:
        super().__init__(step, why)
        self.step = step
        self.reason = why

    def __str__(self) -> str:
        return f"step {self.step!r}: {self.reason}"


class Note(NamedTuple):
    """Something that happened and everyone may know: a code and data like a reason's."""

    code: str
    data: tuple[tuple[str, str | int], ...] = ()


class Outcome(NamedTuple, Generic[State]):
    """The result of a step.

    Attributes:
        state: The new state.
        card_moves: The cards that moved, in order.
        notes: What else happened.
        barrier: Reason code that says why nobody can undo the step (a hidden card was revealed, the
            turn has passed on); None while it can be undone.
    """

    state: State
    card_moves: tuple[CardMove, ...] = ()
    notes: tuple[Note, ...] = ()
    barrier: str | None = None

    def moves_seen_by(self, seat: int | None) -> tuple[SeenMove, ...]:
        return tuple(travel.seen_by(seat) for travel in self.card_moves)


class Result(NamedTuple):
    """How a match ended: the winning seats (more than one share it) and every seat's score."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]


class Observation(Protocol):
    """What one seat may know, built from nothing up. Games add their own fields.

    Observations of states that differ only in what the seat cannot see are equal.
    """

    @property
    def viewer(self) -> int | None:
        """The seat that observes; None for a spectator, who sees what everyone sees."""

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats (or TABLE) that are asked to choose now."""

    @property
    def zones(self) -> Zones:
        """All zones, with the faces that the viewer may see."""


View_co = TypeVar("View_co", bound=Observation, covariant=True)


class Game(Protocol[State, Step, View_co]):
    """The rules of a game."""

    @property
    def name(self) -> str:
        """The game's name in saves and records: a short word."""

    def start(self, options: Options, seed: int) -> State:
        """Begin a match: everything that is random follows from the seed.

        Raises InvalidOptions, naming the key.
        """

    def to_act(self, state: State) -> tuple[int, ...]:
        """List who is asked to choose now: seats, or TABLE alone; empty when the match is over."""

    def legal_steps(self, state: State, seat: int) -> tuple[Step, ...]:
        """List the steps a seat may take now; empty when it is not asked."""

    def why_not(self, state: State, seat: int, step: Step) -> Reason | None:
        """Return why a seat may not take a step now, None where it may."""

    def take(self, state: State, seat: int, step: Step) -> Outcome[State]:
        """Take a step. Raises IllegalStep, with the reason, for one that is not legal."""

    def observe(self, state: State, seat: int | None) -> View_co:
        """Return what a seat, or a spectator, may know."""

    def drag_move(self, state: State, seat: int, step: Step) -> DragMove | None:
        """Return which card goes where to do a step by hand; None for steps without a card."""

    def step_by_hand(self, state: State, seat: int, drag_move: DragMove) -> Step | Reason | None:
        """Return the step that a seat's handling of cards means, legal or not.

        Where they mean no step at all, the reason, None if there is none to tell.
        """

    def attempts(self, state: State, seat: int) -> tuple[Step, ...]:
        """List steps of several cards that may not be taken, but gathered, to be told why not."""

    def rearrange(self, seen: Any, drag_move: DragMove) -> View_co | None:
        """Return what a viewer sees who has put own cards into another order, which is no step.

        None where cards may not be moved so.
        """

    def result(self, state: State) -> Result | None:
        """Return the result of a match that is over, None while it goes on."""

    def text_of(self, step: Step) -> str:
        """Return a step's text form."""

    def parse_step(self, text: str) -> Step:
        """Read a step from its text form. Raises InvalidStep."""


AnyGame: TypeAlias = Game[Any, Any, Any]
"""A game whose types are its own business."""


def shorten_word(word: str, most: int = 60) -> str:
    """Return the beginning of a word that is too long for a message."""
    if len(word) <= most:
        return word
    return f"{word[:most]}…"


LONGEST_WORD: Final = 400
"""More of a position is not told; the longest has some 300 characters."""


class InvalidPosition(ValueError):
    """A position that cannot be read or cannot be: names the field and the word."""

    def __init__(self, field: str, word: str, why: str) -> None:
        self.field = field
        self.word = shorten_word(word, LONGEST_WORD)
        self.why = why
        super().__init__(field, self.word, why)

    def __str__(self) -> str:
        return f"{self.field}: {self.word!r}: {self.why}"


def take_keyword(field: str, text: str, keyword: str) -> str:
    """Return what stands after the word that a field begins with. Raises InvalidPosition."""
    head, _, rest = text.partition(" ")
    if head != keyword:
        raise InvalidPosition(field, head, f"must begin with {keyword!r}")
    return rest.strip()


class InvalidTurn(InvalidStep):
    """A turn or step that cannot be read: names the word."""

    def __init__(self, word: str, why: str) -> None:
        super().__init__(word, why)
        self.word = word
        self.why = why

    def __str__(self) -> str:
        return f"turn: {self.word!r}: {self.why}"


class IllegalTurn(IllegalStep):
    """A turn or step that can be read but may not be done now; `make_reason` says why."""

    def __str__(self) -> str:
        return f"turn: {self.step!r}: {self.reason}"


class OptionSpec(NamedTuple):
    """One option.

    key: what saves and files call it. values: what it may be, a range of whole numbers or a few
    values of one type. default: what it is where no one has chosen; None, where it is none of the
    values, leaves it to the game.
    """

    key: str
    values: Sequence[Any]
    default: Any

    def allows(self, value: Any) -> bool:
        """Whether it may be a value; True is no number here.

        >>> seats = OptionSpec("seats", range(2, 5), 2)
        >>> seats.allows(4), seats.allows(5), seats.allows(True)
        (True, False, False)
        """
        # Types first: what a file holds may be of any, and cannot always be looked for.
        is_one = type(value) is type(self.values[0]) and value in self.values
        return is_one or (value is None and self.default is None)

    @property
    def wanted(self) -> str:
        """Return what it may be: "a whole number from 2 to 4", "one of next, lowest"."""
        if isinstance(self.values, range):
            return f"a whole number from {self.values[0]} to {self.values[-1]}"
        return f"one of {', '.join(map(str, self.values))}"

    def read(self, plain: Options) -> Any:
        """Return its value in plain options, or its default. Raises InvalidOptions."""
        if self.key not in plain:
            return self.default
        value = plain[self.key]
        if value is None or not self.allows(value):
            raise InvalidOptions(self.key, f"{value!r} is not {self.wanted}")
        return value


HEAD_START: Final = "head_start"
"""Key of the option with which seats begin a match with points (or what else the game counts).

Its value is a text with a number for each seat, "0-6-6". Options, saves and records in which nobody
has a head start don't have the key, so that they read as they did before there was any.
"""


def read_head_start(plain: Options, seats: int, limit: int) -> tuple[int, ...]:
    """Read the head start of each seat from plain options.

    Args:
        plain: Options of a match.
        seats: Number of seats.
        limit: What ends a match; every head start is smaller.

    Returns:
        One number a seat; empty if nobody has a head start.

    Raises:
        InvalidOptions: The value isn't such a text, or a number is too large.

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


def refuse_others(plain: Options, keys: Sequence[str]) -> None:
    """Raise InvalidOptions for an option whose key is none of these."""
    for key in plain:
        if key not in keys:
            raise InvalidOptions(str(key), "no such option")


def read_values(text: str, options: Sequence[OptionSpec]) -> dict[str, Any]:
    """Read options that someone has typed, "pickup=at_once"; commas stand between them.

    Raises InvalidOptions.

    >>> read_values("pickup=at_once", [OptionSpec("pickup", ("next_turn", "at_once"), "next_turn")])
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
            raise InvalidOptions(key, f"{typed!r} is not {option.wanted}")
        found[key] = value
    return found
