"""Sentences about seats, opponents and reasons that all games share.

Games add their own sentences and the names of their cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, NamedTuple, Self, TypeVar

from red7_desktop.kit.texts import Runs, Texts, Value, capitalize_runs, fill_template, join_runs
from red7_desktop.play.ai import Seat
from red7_desktop.tabletop import game, player
from red7_desktop.tabletop.moods import Mood


def initials_of(names: Sequence[str], players: Sequence[str | None] = ()) -> tuple[str, ...]:
    """Return one or two letters for each seat, with which a seat without a portrait is shown.

    The second letter distinguishes humans whose names begin with the same letter.

    Args:
        names: Names by seat.
        players: Key of the AI level by seat, None for a human; () if all are humans. AI players
            have portraits, so only the initials of humans must differ.

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


class SeatLabel(NamedTuple):
    """The name and picture with which a seat is shown.

    Attributes:
        seat: Number of the seat, from 0.
        initial: One or two letters, shown if there is no portrait.
        name: Name.
        portrait: Key of the portrait, "" to show the letters.
        is_leading: Whether the portrait wears a crown, because the seat is winning.
        mood: Mood of the portrait.
    """

    seat: int
    initial: str
    name: str
    portrait: str = ""
    is_leading: bool = False
    mood: Mood = Mood.CALM

    def with_end_mood(self, *, is_winner: bool) -> SeatLabel:
        """Return a copy whose portrait has the mood at the end of a round or match.

        Args:
            is_winner: True for the mood of a winner, False for the mood of a loser.
        """
        return self._replace(mood=Mood.WINNING if is_winner else Mood.OUT)


class SeatWords:
    """Builds sentences and names for one table, in the user's language and for one viewer.

    Each game has a subclass with further sentences.

    Args:
        texts: Translations.
        names: Names by seat.
        viewer: The seat addressed as "you"; None if nobody at the screen has a seat.
        players: Key of the AI level by seat, None for a human; () if all are humans.
        portraits: Key of the portrait by seat; () for the AI levels' portraits.
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
    def for_viewer(cls, texts: Texts, seats: Sequence[Seat], viewer: int | None) -> Self:
        players = [seat.player for seat in seats]
        portraits = [seat.portrait for seat in seats]
        return cls(texts, [seat.name for seat in seats], viewer, players, portraits)

    @property
    def people(self) -> int:
        return sum(not self.level_key(each) for each in range(len(self.names)))

    @property
    def is_shared(self) -> bool:
        """Whether several humans share the screen.

        All of them hear texts that are read aloud, so these must not reveal one seat's cards.
        """
        return self.people > 1

    def is_you(self, seat: int) -> bool:
        return seat == self.viewer

    def level_key(self, seat: int) -> str:
        """Return the key of a seat's AI level, "" for a human."""
        if seat < len(self._players):
            return self._players[seat] or ""
        return ""

    def portrait(self, seat: int) -> str:
        """Return the key of a seat's portrait; "" if its initials are shown instead."""
        if self._portraits:
            return self._portraits[seat]
        return self.level_key(seat)

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

    def describe_action(self, seat: int, action: Value) -> Runs:
        """Return a sentence about a seat's action, such as "You drew a card".

        Args:
            seat: Acting seat.
            action: Predicate without subject, such as "drew a card".
        """
        you = self.texts("You {action}")
        they = self.texts("{name} {action}")
        line = self.choose_form(seat, you, they, action=action)
        # A language that omits "you" begins the sentence with the verb, so capitalise the first
        # word. If the sentence begins with a name, leave the name as it is.
        if self.is_you(seat):
            return capitalize_runs(line)
        return line

    def join_counts(self, counts: Sequence[int], *, skips_zero: bool = False) -> Runs:
        """Return the seats' names with their counts, such as "You 5, Bo 0".

        Args:
            counts: A number for each seat.
            skips_zero: Whether to leave out seats with 0.
        """
        named = self.texts.in_context("points", "{name} {n}")
        parts = [
            fill_template(named, name=self.name(seat), n=n)
            for seat, n in enumerate(counts)
            if n or not skips_zero
        ]
        return join_runs(parts, self.texts.in_context("cards", ", "))

    def name_tag(self, seat: int) -> str:
        """Return the label of a seat: the player's name, or "You" for the viewer's seat.

        If several humans share the screen, the viewer's seat has its name as label, too.
        """
        if self.is_shared:
            return self.names[seat]
        return self.name(seat)

    def clockwise(self, bottom: int) -> tuple[int, ...]:
        """Return all seats clockwise, beginning with the viewer's seat, or else with `bottom`."""
        if self.viewer is None:
            first = bottom
        else:
            first = self.viewer
        count = len(self.names)
        return tuple([(first + place) % count for place in range(count)])

    def build_label(self, seat: int) -> SeatLabel:
        return SeatLabel(seat, self.initial(seat), self.name(seat), self.portrait(seat))

    def labels(self) -> tuple[SeatLabel, ...]:
        return tuple([self.build_label(seat) for seat in range(len(self.names))])

    def match_won(self, winners: Sequence[int], points: int | None) -> Runs:
        """Return a sentence that says who won a match, such as "Bo wins the match".

        Args:
            winners: The winning seats; several if they share the win.
            points: Score of each winner, None in a match without points.
        """
        texts = self.texts
        if len(winners) > 1:
            names = join_runs(
                [self.name(seat) for seat in winners], texts.in_context("names", " and ")
            )
            shared = texts.plural(
                "share the win with {n} point each",
                "share the win with {n} points each",
                points or 0,
            )
            return capitalize_runs(
                fill_template(texts("{names} {share}"), names=names, share=shared)
            )
        if points is None:
            you = texts("You win the match")
            they = texts("{name} wins the match")
            return self.choose_form(winners[0], you, they)
        count = texts.plural("{n} point", "{n} points", points)
        you = texts("You win the match with {points}")
        they = texts("{name} wins the match with {points}")
        return self.choose_form(winners[0], you, they, points=count)

    def choose_form(self, seat: int, you: str, they: str, **values: Value) -> Runs:
        """Fill one of two templates: `you` for the viewer's seat, otherwise `they`.

        `{name}` in a template is the seat's name.
        """
        return fill_template(you if self.is_you(seat) else they, name=self.names[seat], **values)


def describe_head_start(title: str, head_start: Sequence[int]) -> str:
    """Return a text about the points with which seats began a match; "" if nobody has a head start.

    Args:
        title: The game's name for a head start.
        head_start: Points of each seat, or empty.

    >>> describe_head_start("Head start", (5, 0))
    'Head start 5:0'
    """
    if not any(head_start):
        return ""
    return f"{title} {':'.join(map(str, head_start))}"


def describe_levels(texts: Texts) -> Mapping[str, str]:
    """Return a short description of each AI level, such as "AI, hard", by the level's key."""
    strengths = describe_strengths(texts)
    return {key: texts("AI, {strength}", strength=each) for key, each in strengths.items()}


def describe_strengths(texts: Texts) -> Mapping[str, str]:
    """Return a word for the strength of each AI level, such as "easy", by the level's key."""
    in_context = texts.in_context
    return {
        "newcomer": in_context("strength", "very easy"),
        "casual": in_context("strength", "easy"),
        "steady": in_context("strength", "medium"),
        "sharp": in_context("strength", "hard"),
        "expert": in_context("strength", "very hard"),
    }


def describe_activities(texts: Texts) -> Mapping[str, str]:
    """Return a phrase for each AI level about its activity while it thinks, by the level's key.

    The phrase suits the level's character and reveals nothing about its hand.
    """
    return {
        "newcomer": texts("hesitating…"),
        "casual": texts("counting…"),
        "steady": texts("comparing…"),
        "sharp": texts("planning…"),
        "expert": texts("weighing everything…"),
    }


def describe_player(texts: Texts, key: str, kinds: Mapping[str, str], *, is_thinking: bool) -> str:
    """Return the line below a player's name: the kind of player, or "thinking…" during a choice.

    Args:
        texts: Translations.
        key: Key of the AI level, "" for a human.
        kinds: Description of each AI level, by the level's key.
        is_thinking: Whether the AI player is choosing its turn. If so, the line is a phrase such as
            "thinking…" that suits the AI level.
    """
    descriptions = describe_activities(texts) if is_thinking else kinds
    usual = texts("thinking…") if is_thinking else texts("AI")
    if key:
        return descriptions.get(key, usual)
    return texts("Human")


def name_with_strength(texts: Texts, key: str, name: str) -> str:
    """Return an AI player's name with the strength of its level, such as "Ravi, hard".

    Args:
        texts: Translations.
        key: Key of the AI level. If it is unknown, only the name is returned.
        name: The AI player's name.
    """
    strength = describe_strengths(texts).get(key)
    if strength:
        return texts("{name}, {strength}", name=name, strength=strength)
    return name


def describe_strength(texts: Texts, players: player.Players, key: str) -> str:
    """Return an AI level's measured strength as text, such as "Elo 1500"; "" if not measured."""
    keys = [level.key for level in players.levels]
    strength = players.strengths.get(key)
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
    """Converts a `Reason`, which has a code and data, to a sentence in the user's language.

    A reason says why a rule forbids a step, or why an AI player has chosen a turn. A game's
    subclass converts further data, such as cards, from the game's notation.
    """

    def __init__(self, reason: game.Reason, words: Talk) -> None:
        self.words = words
        self.texts = words.texts
        self._code = reason.code
        self._values = dict(reason.data)

    def explain(self, sentences: Mapping[str, Callable[[Any], Runs | str]]) -> Runs:
        """Return the sentence for this object's reason.

        An unknown reason code gives the sentence "Not possible now."

        Args:
            sentences: Functions by reason code, such as "cannot_undo". Each takes this object and
                returns the sentence or its template. If the reason's data has a value "why", such
                as "drew", a function with the key "cannot_undo drew" takes precedence.
        """
        exact = sentences.get(f"{self._code} {self.text('why')}")
        found = exact or sentences.get(self._code)
        if found:
            sentence = found(self)
        else:
            sentence = self.texts("Not possible now.")
        if isinstance(sentence, str):
            return self.say(sentence)
        return sentence

    def text(self, key: str) -> str:
        return str(self._values.get(key, ""))

    def number(self, key: str) -> int:
        value = self._values.get(key, 0)
        if isinstance(value, int):
            return value
        return 0

    def seat(self, key: str = "seat") -> int:
        """Read a seat from the reason's data, which contains the seat's letter under a key.

        Returns:
            The seat's index; -1 if the data has no seat letter under this key.
        """
        return game.SEAT_LETTERS.find(self.text(key) or "?")

    def named(self) -> Mapping[str, Value]:
        return {"card": self.text("card")}

    def say(self, template: str) -> Runs:
        return fill_template(template, **self.named())

    def say_of(self, you: str, they: str) -> Runs:
        return self.words.choose_form(self.seat(), you, they, **self.named())


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
