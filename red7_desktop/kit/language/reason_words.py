"""Says why something cannot be done: what any game's reasons have in common.

A game adds its own sentences, and names its cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from red7_desktop.kit.language.rich_text import Runs, Value, weave
from red7_desktop.kit.language.seat_words import SeatWords
from red7_desktop.tabletop.zones import SEAT_LETTERS

if TYPE_CHECKING:
    from red7_desktop.tabletop.reasons import Reason

Talk = TypeVar("Talk", bound=SeatWords)


class ReasonData(Generic[Talk]):
    """A reason's data, with names for the values in the game's notation."""

    def __init__(self, reason: Reason, words: Talk) -> None:
        self.words = words
        self.texts = words.texts
        self._code = reason.code
        self._values = dict(reason.data)

    def explain(self, sentences: Mapping[str, Callable[[Any], Runs | str]]) -> Runs:
        """Give the sentence for the reason; an unknown code gives a general one.

        sentences: by code, or code and `why`; what makes them, or their templates, of this data.
        """
        exact = sentences.get(f"{self._code} {self.text('why')}")
        said = (exact or sentences.get(self._code, _explain_generally))(self)
        return self.say(said) if isinstance(said, str) else said

    def text(self, key: str) -> str:
        """Give a value as it is written, "" for none."""
        return str(self._values.get(key, ""))

    def number(self, key: str) -> int:
        """Give a count, 0 for none."""
        value = self._values.get(key, 0)
        return value if isinstance(value, int) else 0

    def seat(self, key: str = "seat") -> int:
        """Give a seat, -1 where the data names none."""
        return SEAT_LETTERS.find(self.text(key) or "?")

    def named(self) -> Mapping[str, Value]:
        """Name what sentences may speak of, beside the seat's name."""
        return {"card": self.text("card")}

    def say(self, template: str) -> Runs:
        """Weave a template about the cards in question."""
        return weave(template, **self.named())

    def say_of(self, you: str, they: str) -> Runs:
        """Weave a template about the seat in question and the card."""
        return self.words.say(self.seat(), you, they, **self.named())


def _explain_generally(data: ReasonData[Any]) -> str:
    return data.texts("That cannot be done now.")


def _explain_not_your_turn(data: ReasonData[Any]) -> Runs | str:
    if data.seat() < 0:
        return data.texts("The table has to go on first.")
    return data.say_of(data.texts("It is your turn."), data.texts("It is {name}’s turn."))


COMMON: Final[Mapping[str, Callable[[ReasonData[Any]], Runs | str]]] = MappingProxyType(
    {
        "not_your_turn": _explain_not_your_turn,
        "round_over": lambda d: d.texts("This round is over."),
        "match_over": lambda d: d.texts("The match is over."),
        "hidden_hand": lambda d: d.say_of(
            d.texts("Your hand is not known."), d.texts("{name}’s hand is hidden.")
        ),
        "wrong_draw": lambda d: d.texts("Another card lies on top of the deck."),
        "not_now": lambda d: d.texts("Not now: the round has to go on first."),
        "nothing_to_undo": lambda d: d.texts("Nothing has been done yet."),
        "only_watching": lambda d: d.texts("You are only watching."),
        "cannot_undo": lambda d: d.texts("This can no longer be taken back."),
        "cannot_undo drew": lambda d: d.texts(
            "You have seen the card you drew, so it cannot be taken back."
        ),
        "cannot_undo turn_over": lambda d: d.texts("The turn is over, so it cannot be taken back."),
        "cannot_undo dealt": lambda d: d.texts(
            "A new round has been dealt, so nothing can be taken back."
        ),
        "cannot_undo not_yours": lambda d: d.texts("Another seat took the last step."),
    }
)
"""What every game has to say."""
