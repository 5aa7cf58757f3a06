"""Words about seats, opponents and reasons.

A game adds its own sentences, and names its cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, NamedTuple, Self, TypeVar

from red7_desktop.kit.texts import Runs, Texts, Value, capitalize_runs, join_runs, weave
from red7_desktop.play.ai import Seat
from red7_desktop.tabletop import game, player


def initials_of(names: Sequence[str], players: Sequence[str | None] = ()) -> tuple[str, ...]:
    """Return the first letters of names; people whose names begin alike get a second one.

    players: as for Words. AI players have faces, so a letter that is theirs too tells people apart.

    >>> initials_of(["Sam", "Sue", "Ann"]), initials_of(["Sam", "Sally"])
    (('Sa', 'Su', 'A'), ('Sm', 'Sl'))
    >>> initials_of(["Player 1", "Player 2"]), initials_of(["Sam", "Sam 2"])
    (('P1', 'P2'), ('S', 'S2'))
    """
    people = {seat for seat in range(len(names)) if not (players and players[seat])}
    firsts = [name[:1].upper() for name in names]
    return tuple(
        first + _find_second_letter(names, {each for each in people if firsts[each] == first}, seat)
        if seat in people
        else first
        for seat, first in enumerate(firsts)
    )


def _find_second_letter(names: Sequence[str], alike: set[int], seat: int) -> str:
    if len(alike) < 2:
        return ""
    for place in range(1, max(len(names[each]) for each in alike)):
        letters = {each: names[each][place : place + 1].lower().strip() for each in alike}
        if len(set(letters.values())) == len(alike):
            return letters[seat]
    return str(sorted(alike).index(seat) + 1)


class SeatSign(NamedTuple):
    """How a seat is shown: its letters, its name, and the key of its portrait, "" for letters.

    is_leading: whether it wears the crown.
    """

    seat: int
    initial: str
    name: str
    portrait: str = ""
    is_leading: bool = False


class SeatWords:
    """The words of one table: its language, its seats' names, and who is looking.

    viewer: the seat that is "you"; None when no one at the screen has a seat. players: by seat the
    key of the AI player that fills it, None for a person; people everywhere without it. portraits:
    the keys of their faces; those of the players without it.
    """

    def __init__(
        self,
        texts: Texts,
        names: Sequence[str],
        viewer: int | None,
        players: Sequence[str | None] = (),
        portraits: Sequence[str] = (),
    ) -> None:
        self.texts = texts
        self.names = tuple(names)
        self.viewer = viewer
        self._players = tuple(players)
        self._portraits = tuple(portraits)
        self._initials: tuple[str, ...] | None = None

    @classmethod
    def at(cls, texts: Texts, seats: Sequence[Seat], viewer: int | None) -> Self:
        players = [seat.player for seat in seats]
        portraits = [seat.portrait for seat in seats]
        return cls(texts, [seat.name for seat in seats], viewer, players, portraits)

    @property
    def people(self) -> int:
        return sum(not self.player(each) for each in range(len(self.names)))

    @property
    def is_shared(self) -> bool:
        """Whether several people share the screen: all of them hear what is read aloud."""
        return self.people > 1

    def is_you(self, seat: int) -> bool:
        return seat == self.viewer

    def player(self, seat: int) -> str:
        """Return the key of the AI player that fills a seat, "" for a person."""
        if seat < len(self._players):
            return self._players[seat] or ""
        return ""

    def portrait(self, seat: int) -> str:
        """Return the key of a seat's face, "" for one that is shown by letters."""
        if self._portraits:
            return self._portraits[seat]
        return self.player(seat)

    def initial(self, seat: int) -> str:
        if self._initials is None:
            is_alone = self.people == 1
            names = [self.name(each) if is_alone else name for each, name in enumerate(self.names)]
            self._initials = initials_of(names, self._players)
        return self._initials[seat]

    def name(self, seat: int) -> str:
        if self.is_you(seat):
            return self.texts("You")
        return self.names[seat]

    def tell(self, seat: int, action: Value) -> Runs:
        """Return what a seat did, "You drew a card": the action comes without a subject."""
        you = self.texts("You {action}")
        they = self.texts("{name} {action}")
        line = self.say(seat, you, they, action=action)
        # A language may leave the "you" out; a name stays as it is written.
        if self.is_you(seat):
            return capitalize_runs(line)
        return line

    def join_counts(self, counts: Sequence[int], *, skips_zero: bool = False) -> Runs:
        """Return names with their counts, "You 5, Bo 0"; skips_zero: only those that have any."""
        named = self.texts.within("points", "{name} {n}")
        parts = [
            weave(named, name=self.name(seat), n=n)
            for seat, n in enumerate(counts)
            if n or not skips_zero
        ]
        return join_runs(parts, self.texts.within("cards", ", "))

    def name_tag(self, seat: int) -> str:
        """Return what stands at a seat: "You" only where one person looks at the screen."""
        if self.is_shared:
            return self.names[seat]
        return self.name(seat)

    def clockwise(self, bottom: int) -> tuple[int, ...]:
        """Return all seats from the viewer's on; bottom: from which where no one looks."""
        if self.viewer is None:
            first = bottom
        else:
            first = self.viewer
        count = len(self.names)
        return tuple([(first + place) % count for place in range(count)])

    def sign(self, seat: int) -> SeatSign:
        return SeatSign(seat, self.initial(seat), self.name(seat), self.portrait(seat))

    def signs(self) -> tuple[SeatSign, ...]:
        return tuple([self.sign(seat) for seat in range(len(self.names))])

    def match_won(self, winners: Sequence[int], points: int | None) -> Runs:
        """Return who won a match; points: what each of them has, None where none are kept."""
        texts = self.texts
        if len(winners) > 1:
            names = join_runs([self.name(seat) for seat in winners], texts.within("names", " and "))
            shared = texts.plural(
                "share the win with {n} point each",
                "share the win with {n} points each",
                points or 0,
            )
            return capitalize_runs(weave(texts("{names} {share}"), names=names, share=shared))
        if points is None:
            you = texts("You win the match")
            they = texts("{name} wins the match")
            return self.say(winners[0], you, they)
        count = texts.plural("{n} point", "{n} points", points)
        you = texts("You win the match with {points}")
        they = texts("{name} wins the match with {points}")
        return self.say(winners[0], you, they, points=count)

    def say(self, seat: int, you: str, they: str, **values: Value) -> Runs:
        """Weave one of two templates: `you` when the seat is the viewer's, else `they`.

        `{name}` in it is the seat's name.
        """
        return weave(you if self.is_you(seat) else they, name=self.names[seat], **values)


def describe_head_start(title: str, head_start: Sequence[int]) -> str:
    """Return what seats began a match with, in their order; "" if nobody has a head start.

    Args:
        title: What the game calls it.
        head_start: A number for each seat, or empty.

    >>> describe_head_start("Head start", (5, 0))
    'Head start 5 : 0'
    """
    if not any(head_start):
        return ""
    return f"{title} {' : '.join(map(str, head_start))}"


def describe_kinds(texts: Texts) -> Mapping[str, str]:
    """Return what kind of player each level is, in a few words."""
    strengths = describe_strengths(texts)
    return {key: texts("AI, {strength}", strength=each) for key, each in strengths.items()}


def describe_strengths(texts: Texts) -> Mapping[str, str]:
    """Return how hard each level is to beat, in a word or two."""
    within = texts.within
    return {
        "newcomer": within("strength", "very easy"),
        "casual": within("strength", "easy"),
        "steady": within("strength", "medium"),
        "sharp": within("strength", "hard"),
        "expert": within("strength", "very hard"),
    }


def describe_doings(texts: Texts) -> Mapping[str, str]:
    """Return what each level does while it thinks: in character, true of any hand, short."""
    return {
        "newcomer": texts("hesitating…"),
        "casual": texts("counting…"),
        "steady": texts("comparing…"),
        "sharp": texts("planning…"),
        "expert": texts("weighing everything…"),
    }


def kind_of(texts: Texts, key: str, kinds: Mapping[str, str], *, is_asked: bool) -> str:
    """Return who plays at a seat; of an AI player that is asked, what it is about.

    key: "" for a person. kinds: as `ViewOptions` has them.
    """
    told = describe_doings(texts) if is_asked else kinds
    usual = texts("thinking…") if is_asked else texts("AI")
    if key:
        return told.get(key, usual)
    return texts("Human")


def name_with_strength(texts: Texts, key: str, name: str) -> str:
    """Return a level's name and how hard it is to beat, "Ravi, hard"."""
    strength = describe_strengths(texts).get(key)
    if strength:
        return texts("{name}, {strength}", name=name, strength=strength)
    return name


def strength_line(texts: Texts, players: player.Players, key: str) -> str:
    """Return how strong a level has been measured to be; "" for one that has not been."""
    keys = [level.key for level in players.levels]
    strength = players.measured.get(key)
    if key not in keys or strength is None:
        return ""
    if strength.wins is None:
        return texts("Elo {elo}", elo=strength.elo)
    return texts(
        "Elo {elo}, wins {n}% of matches against {name}",
        elo=strength.elo,
        n=round(100 * strength.wins),
        name=players.levels[keys.index(key) - 1].name,
    )


Talk = TypeVar("Talk", bound=SeatWords)


class ReasonData(Generic[Talk]):
    """A reason's data, with names for the values in the game's notation."""

    def __init__(self, reason: game.Reason, words: Talk) -> None:
        self.words = words
        self.texts = words.texts
        self._code = reason.code
        self._values = dict(reason.data)

    def explain(self, sentences: Mapping[str, Callable[[Any], Runs | str]]) -> Runs:
        """Return the sentence for the reason; an unknown code gives a general one.

        sentences: by code, or code and `why`; what makes them, or their templates, of this data.
        """
        exact = sentences.get(f"{self._code} {self.text('why')}")
        found = exact or sentences.get(self._code)
        if found:
            said = found(self)
        else:
            said = self.texts("Not possible now.")
        if isinstance(said, str):
            return self.say(said)
        return said

    def text(self, key: str) -> str:
        return str(self._values.get(key, ""))

    def number(self, key: str) -> int:
        value = self._values.get(key, 0)
        if isinstance(value, int):
            return value
        return 0

    def seat(self, key: str = "seat") -> int:
        """Return a seat, -1 where the data names none."""
        return game.SEAT_LETTERS.find(self.text(key) or "?")

    def named(self) -> Mapping[str, Value]:
        return {"card": self.text("card")}

    def say(self, template: str) -> Runs:
        return weave(template, **self.named())

    def say_of(self, you: str, they: str) -> Runs:
        return self.words.say(self.seat(), you, they, **self.named())


def _explain_not_your_turn(data: ReasonData[Any]) -> Runs | str:
    if data.seat() < 0:
        return data.texts("Wait a moment.")
    return data.say_of(data.texts("It’s your turn."), data.texts("It’s {name}’s turn."))


COMMON: Final[Mapping[str, Callable[[ReasonData[Any]], Runs | str]]] = {
    "not_your_turn": _explain_not_your_turn,
    "round_over": lambda d: d.texts("This round is over."),
    "match_over": lambda d: d.texts("The match is over."),
    "hidden_hand": lambda d: d.say_of(
        d.texts("Your hand isn’t known."), d.texts("{name}’s hand is hidden.")
    ),
    "wrong_draw": lambda d: d.texts("Another card lies on top of the deck."),
    "not_now": lambda d: d.texts("Wait until the round continues."),
    "nothing_to_undo": lambda d: d.texts("Nothing to undo."),
    "only_watching": lambda d: d.texts("You’re only watching."),
    "cannot_undo": lambda d: d.texts("This can’t be undone any more."),
    "cannot_undo drew": lambda d: d.texts("You’ve seen the card you drew: you can’t undo that."),
    "cannot_undo turn_over": lambda d: d.texts("That turn is over: no undo."),
    "cannot_undo dealt": lambda d: d.texts("A new round has begun: no undo."),
    "cannot_undo not_yours": lambda d: d.texts("The last move wasn’t yours."),
}
