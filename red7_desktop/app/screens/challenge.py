"""Challenges: codes for a deal, its players and a result, and the page that compares results.

A code is an integer in Crockford's base 32. Its lowest 16 bits are a checksum (CRC-16), which
detects every wrong letter and every swap of two neighbours. The rest are digits of mixed radix:
version, game, digest of the game's options, seats, options, deal, result.
"""

from __future__ import annotations

import binascii
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from red7_desktop.app.feature import Navigator
from red7_desktop.games.registry import Catalogue, GameEntry
from red7_desktop.kit.game_view import GameView
from red7_desktop.kit.pages.forms import SheetPage
from red7_desktop.kit.pages.notices import copy_and_notify
from red7_desktop.kit.setup import MAX_DEAL_NUMBER, GameSetup, SeatPlan
from red7_desktop.kit.texts import Texts, Tone
from red7_desktop.scene.boxes import column, wrap
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Colour
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.widget import Label
from red7_desktop.tabletop.game import OptionSpec, Result

OCCASION: Final = "challenge"
"""First word of a saved match's occasion (see `match_desk.OCCASION_KEY`) if the match was started
from a friend's challenge. The second word is the challenge's code."""
VERSION: Final = 1
WON: Final = "won"
TIED: Final = "tied"
LOST: Final = "lost"
_OUTCOMES: Final = (WON, TIED, LOST)
_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_ALIKE: Final = {"O": "0", "I": "1", "L": "1"}
_IGNORED: Final = frozenset(" -–—\t\r\n")
_GROUP: Final = 4
_CHECK_BITS: Final = 16
_MASK: Final = 0x5A3C
"""XORed with the checksum, so that a code becomes invalid if zeros at its end are left out."""
_VERSIONS: Final = 4
_DIGESTS: Final = 32
"""Number of possible digests of a game's name or options."""
_MOST_SEATS: Final = 8
_MOST_POINTS: Final = 512
MAX_CODE_LENGTH: Final = 60
"""Largest number of letters in a code."""


class Challenge(NamedTuple):
    """A deal that somebody has played, and its result.

    Attributes:
        setup: Game, options, seats and the number of the deal.
        points: Points of the player who sends the challenge.
        outcome: `WON`, `TIED` or `LOST`.
    """

    setup: GameSetup
    points: int
    outcome: str


class BadCode(ValueError):
    """Raised if a text isn't a valid challenge code.

    Attributes:
        code: Kind of error: "empty", "letter" (not in the alphabet), "mistyped", "newer" (from
            another version of the program), or "game" (not available here).
        letter: The wrong letter; "" unless `code` is "letter".
        place: Position of the wrong letter in the text, from 1, without hyphens; 0 unless `code` is
            "letter".
    """

    def __init__(self, code: str, letter: str = "", place: int = 0) -> None:
        where = f": {letter!r} at place {place}" if letter else ""
        super().__init__(f"no challenge code ({code}{where})")
        self.code = code
        self.letter = letter
        self.place = place


def explain_bad_code(error: BadCode, texts: Texts) -> str:
    """Return a sentence about the error in a code; "" for an empty code."""
    letter = error.letter
    words = {
        "empty": "",
        "letter": texts("A code has no “{letter}” (character {n}).", letter=letter, n=error.place),
        "mistyped": texts("This code has a typing mistake."),
        "newer": texts("This code comes from another version of the program."),
        "game": texts("This code is for a game that isn’t here."),
    }
    return words[error.code]


def describe_challenge(met: Challenge, texts: Texts) -> str:
    """Return a sentence about the result that a friend has sent with a deal."""
    return texts("Your friend got {n}. The cards are the same.", n=met.points)


def find_code(text: str) -> str:
    """Return the code in a text such as a whole message: the part after the last colon."""
    return text.rstrip().rpartition("\n")[2].rpartition(":")[2].strip()[:MAX_CODE_LENGTH]


class _Writer:
    """Packs digits of mixed radix into one number; the first digit is the lowest."""

    def __init__(self) -> None:
        self.value = 0
        self._unit = 1

    def put(self, digit: int, radix: int) -> None:
        if not 0 <= digit < radix:
            raise ValueError(f"{digit} is not from 0 to {radix - 1}")
        self.value += digit * self._unit
        self._unit *= radix


class _Reader:
    """Unpacks digits that a `_Writer` has packed."""

    def __init__(self, value: int) -> None:
        self.rest = value

    def take(self, radix: int) -> int:
        self.rest, digit = divmod(self.rest, radix)
        return digit


def find_challenge(occasion: str, catalogue: Catalogue) -> Challenge | None:
    """Return the challenge (a friend's deal and result) from which a match was started.

    None if the match wasn't started from a challenge.

    Args:
        occasion: What the match was started for, see `match_desk.OCCASION_KEY`.
        catalogue: All games.
    """
    kind, _, code = occasion.partition(" ")
    if kind != OCCASION:
        return None
    try:
        return read_code(code, catalogue)
    except BadCode:
        return None


def write_message(texts: Texts, view: GameView, sent: Challenge, code: str) -> str:
    """Return the lines to send to a friend.

    Args:
        texts: Translations.
        view: The game's view.
        sent: The challenge.
        code: Its code.
    """
    points = f"{sent.points} {view.story.name_points(texts, sent.points)}"
    title = view.title(texts)
    first = texts("{game}: I got {points}. Can you beat that?", game=title, points=points)
    second = texts("New game, More options, Deal, Challenge: {code}", code=code)
    return f"{first}\n{second}"


def write_code(challenge: Challenge, catalogue: Catalogue) -> str:
    """Return the code of a challenge in groups of four letters.

    Raises:
        ValueError: The set-up has no deal number, or a value doesn't fit into a code.
    """
    setup = challenge.setup
    row = catalogue[setup.game]
    levels = [level.key for level in row.players().levels]
    options = row.view().setup.options
    if setup.seed is None:
        raise ValueError("a challenge needs a numbered deal")
    out = _Writer()
    out.put(VERSION, _VERSIONS)
    out.put(_digest(row.name), _DIGESTS)
    out.put(_digest_options(row), _DIGESTS)
    out.put(len(setup.seats), _MOST_SEATS)
    for seat in setup.seats:
        out.put(0 if seat.level is None else 1 + levels.index(seat.level), len(levels) + 1)
    for option in options:
        out.put(_place_of(option, setup.values[option.key]), len(option.values) + 1)
    out.put(setup.seed, MAX_DEAL_NUMBER + 1)
    out.put(min(challenge.points, _MOST_POINTS - 1), _MOST_POINTS)
    out.put(_OUTCOMES.index(challenge.outcome), len(_OUTCOMES))
    return _spell(out.value << _CHECK_BITS | _checksum(out.value))


def read_code(text: str, catalogue: Catalogue) -> Challenge:
    """Parse a code; case, spaces and hyphens are ignored.

    Raises:
        BadCode: The text is not a code, or not one for this program.
    """
    number = _read_letters(text)
    value = number >> _CHECK_BITS
    if number & (1 << _CHECK_BITS) - 1 != _checksum(value):
        raise BadCode("mistyped")
    digits = _Reader(value)
    if digits.take(_VERSIONS) != VERSION:
        raise BadCode("newer")
    game = digits.take(_DIGESTS)
    row = next((each for each in catalogue.values() if _digest(each.name) == game), None)
    if row is None:
        raise BadCode("game")
    if digits.take(_DIGESTS) != _digest_options(row):
        raise BadCode("newer")
    seats = tuple(_read_seats(digits, row))
    values = _read_options(digits, row)
    seed = digits.take(MAX_DEAL_NUMBER + 1)
    points = digits.take(_MOST_POINTS)
    outcome = digits.take(len(_OUTCOMES))
    if digits.rest or values is None or len(seats) not in row.view().setup.seats:
        raise BadCode("mistyped")
    setup = GameSetup(row.name, seats, values, seed)
    return Challenge(setup, points, _OUTCOMES[outcome])


def _read_letters(text: str) -> int:
    letters = [each for each in text[: 4 * MAX_CODE_LENGTH].upper() if each not in _IGNORED]
    if not letters:
        raise BadCode("empty")
    number = 0
    for place, each in enumerate(letters, start=1):
        letter = _ALIKE.get(each, each)
        if letter not in _ALPHABET:
            raise BadCode("letter", each, place)
        number = number * len(_ALPHABET) + _ALPHABET.index(letter)
    if len(letters) > MAX_CODE_LENGTH or letters[0] == _ALPHABET[0]:
        raise BadCode("mistyped")
    return number


def _read_seats(digits: _Reader, row: GameEntry) -> Iterator[SeatPlan]:
    levels = [level.key for level in row.players().levels]
    for _ in range(digits.take(_MOST_SEATS)):
        nth = digits.take(len(levels) + 1)
        yield SeatPlan(level=levels[nth - 1] if nth else None)


def _read_options(digits: _Reader, row: GameEntry) -> Mapping[str, Any] | None:
    values: dict[str, Any] = {}
    for option in row.view().setup.options:
        place = digits.take(len(option.values) + 1)
        if place < len(option.values):
            values[option.key] = option.values[place]
        elif option.default in option.values:
            return None
        else:
            values[option.key] = option.default
    return values


def _place_of(option: OptionSpec, value: Any) -> int:
    """Return the index of an option's value.

    A default that isn't among the values has the index after the last.
    """
    if value in option.values:
        return list(option.values).index(value)
    return len(option.values)


def _digest(text: str) -> int:
    return binascii.crc_hqx(text.encode(), 0xFFFF) % _DIGESTS


def _digest_options(row: GameEntry) -> int:
    """Return a digest of options and levels, which usually differs after a change."""
    options = [(each.key, len(each.values)) for each in row.view().setup.options]
    levels = [level.key for level in row.players().levels]
    return _digest(f"{options} {levels}")


def _checksum(value: int) -> int:
    told = value.to_bytes((value.bit_length() + 7) // 8, "big")
    return binascii.crc_hqx(told, 0) ^ _MASK


def _spell(number: int) -> str:
    letters = ""
    while number:
        number, digit = divmod(number, len(_ALPHABET))
        letters = _ALPHABET[digit] + letters
    groups = [letters[at : at + _GROUP] for at in range(0, len(letters), _GROUP)]
    return "-".join(groups)


_RANKS: Final = (LOST, TIED, WON)
"""Outcomes from worst to best."""


def find_outcome(result: Result, seat: int) -> str:
    """Return the outcome of a match for a seat: `WON`, `TIED` or `LOST`."""
    if seat not in result.winners:
        return LOST
    if len(result.winners) > 1:
        return TIED
    return WON


def compare(own: Challenge, other: Challenge, *, more_is_better: bool) -> int:
    """Compare two results; return 1 if the first is better, -1 if the second is, 0 if equal.

    Compare outcomes first (win, tie, loss), then points.
    """

    def rank(each: Challenge) -> tuple[int, int]:
        return _RANKS.index(each.outcome), each.points if more_is_better else -each.points

    return (rank(own) > rank(other)) - (rank(own) < rank(other))


class ChallengePage(SheetPage):
    """Page that compares the user's result with the result of the friend who sent the challenge.

    The page also has a button with which the user sends a challenge back.

    Args:
        navigator: Closes the page, and gives access to the program's services.
        challenge: The deal and the friend's result.
        result: Result of the match that the user has played with this deal.
    """

    first = "send"
    max_width = 700.0

    def __init__(self, navigator: Navigator, challenge: Challenge, result: Result) -> None:
        super().__init__(navigator.ui, "challenge", navigator.close_page)
        self._navigator = navigator
        self._challenge = challenge
        seats = challenge.setup.seats
        seat = next((nth for nth, each in enumerate(seats) if each.is_person), 0)
        outcome = find_outcome(result, seat)
        self._own = challenge._replace(points=result.scores[seat], outcome=outcome)
        self._game_view = navigator.catalogue[challenge.setup.game].view()

    @property
    def title(self) -> str:
        return self.ui.texts("Challenge")

    @property
    def verdict(self) -> str:
        """A sentence that says who did better."""
        texts = self.ui.texts
        rounds = self._game_view.rounds
        more_is_better = rounds is None or rounds.gains is Tone.GOOD
        words = {
            1: texts("You did better than your friend."),
            0: texts("You did exactly as well as your friend."),
            -1: texts("Your friend did better."),
        }
        return words[compare(self._own, self._challenge, more_is_better=more_is_better)]

    def on_open(self) -> None:
        super().on_open()
        texts = self.ui.texts
        you = texts("You: {n}", n=self._own.points)
        friend = texts("Your friend: {n}", n=self._challenge.points)
        self.ui.say(self.title, you, friend, self.verdict)

    def content(self, width: float) -> Node:
        texts = self.ui.texts
        accent = self.look.theme.colour("accent")
        figures = (
            self._build_figure(self._own, texts("you"), accent),
            self._build_figure(self._challenge, texts("your friend"), None),
        )
        gap = self.look.theme.sizes.gap
        return column(
            wrap(figures, width, 3 * self.look.theme.sizes.padding, name="figures"),
            Label(self.look, self.verdict, "strong", max_width=width, wraps=True, name="verdict"),
            gap=2 * gap,
            width=width,
            name="content",
        )

    def _build_figure(self, shown: Challenge, words: str, colour: Colour | None) -> Node:
        texts = self.ui.texts
        outcome = {
            WON: texts.in_context("outcome", "won"),
            TIED: texts.in_context("outcome", "tied"),
            LOST: texts.in_context("outcome", "lost"),
        }[shown.outcome]
        figure = Label(self.look, str(shown.points), "figure", colour=colour, name="result points")
        return column(figure, Label(self.look, f"{words} · {outcome}", "soft"), gap=4 * self.zoom)

    def buttons(self) -> Sequence[Button]:
        words = self.ui.texts("Challenge a friend")
        return (self.button(words, self._send, style="primary", name="send"),)

    def _send(self) -> None:
        texts = self.ui.texts
        code = write_code(self._own, self._navigator.catalogue)
        message = write_message(texts, self._game_view, self._own, code)
        copy_and_notify(self.ui, message, texts("Challenge copied: {code}", code=code))
