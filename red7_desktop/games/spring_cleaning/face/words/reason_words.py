"""Says why a step is not legal, and where, for every reason code of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.rules.cards import SEATS
from red7_desktop.games.spring_cleaning.rules.combinations import combination_of
from red7_desktop.kit.language.rich_text import Runs, capped, woven

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.face.words.words import SpringWords
    from red7_desktop.tabletop.reasons import Reason


def explain(reason: Reason, words: SpringWords) -> Runs:
    """Give the sentence for a reason; an unknown code gives a general one.

    >>> from red7_desktop.games.spring_cleaning.face.words.words import SpringWords
    >>> from red7_desktop.kit.language.texts import Texts
    >>> from red7_desktop.tabletop.reasons import reason
    >>> explain(reason("lies_between", card="8"), SpringWords(Texts(), ["Ada", "Bo"], 0))[0].text
    'The 8 lies between them: hand cards must be neighbours.'
    """
    data = _Data(reason, words)
    sentence = _SENTENCES.get(reason.code)
    return sentence(data) if sentence else woven(words.texts("That cannot be done now."))


class _Data:
    """A reason's data, with names for the values in the game's notation."""

    def __init__(self, reason: Reason, words: SpringWords) -> None:
        self.words = words
        self.texts = words.texts
        self._values = dict(reason.data)

    def text(self, key: str) -> str:
        return str(self._values.get(key, ""))

    def number(self, key: str) -> int:
        value = self._values.get(key, 0)
        return value if isinstance(value, int) else 0

    def seat(self) -> int:
        """Give the seat in question, -1 where the data names none."""
        letter = self.text("seat")
        return SEATS.index(letter) if letter and letter in SEATS else -1

    def table(self) -> int:
        """Give the combination on the table, 0 for none."""
        return combination_of([int(card) for card in self.text("table").split()])

    def say(self, template: str) -> Runs:
        """Weave a template about the cards in question."""
        names = ("card", "cards", "left", "right", "place")
        return woven(template, **{name: self.text(name) for name in names})

    def say_of(self, you: str, they: str) -> Runs:
        """Weave a template about the seat in question and the card."""
        return self.words.say(self.seat(), you, they, card=self.text("card"))


def _not_your_turn(data: _Data) -> Runs:
    if data.seat() < 0:
        return woven(data.texts("The table has to go on first."))
    return data.say_of(data.texts("It is your turn."), data.texts("It is {name}’s turn."))


def _too_weak(data: _Data) -> Runs:
    """Say what would be strong enough."""
    table = data.table()
    if not table:
        return woven(data.texts("That does not beat the table."))
    answer = data.words.answer(table)
    return capped(woven(data.texts("That takes {answer}."), answer=answer))


def _cannot_undo(data: _Data) -> Runs:
    texts = data.texts
    return woven(
        {
            "drew": texts("You have seen the card you drew, so it cannot be taken back."),
            "turn_over": texts("The turn is over, so it cannot be taken back."),
            "sealed": texts("A sealed offer stays sealed."),
            "revealed": texts("The offers lie open, so they cannot be taken back."),
            "dealt": texts("A new round has been dealt, so nothing can be taken back."),
            "not_yours": texts("Another seat took the last step."),
        }.get(data.text("why"), texts("This can no longer be taken back."))
    )


_Sentence = Callable[[_Data], Runs]
_SENTENCES: Final[Mapping[str, _Sentence]] = MappingProxyType(
    {
        "not_your_turn": _not_your_turn,
        "too_low": _too_weak,
        "other_kind": _too_weak,
        "wrong_length": _too_weak,
        "cannot_undo": _cannot_undo,
        "round_over": lambda d: d.say(d.texts("This round is over.")),
        "match_over": lambda d: d.say(d.texts("The match is over.")),
        "hidden_hand": lambda d: d.say_of(
            d.texts("Your hand is not known."), d.texts("{name}’s hand is hidden.")
        ),
        "already_picked": lambda d: d.say_of(
            d.texts("You have sealed your first offer."),
            d.texts("{name} has sealed the first offer."),
        ),
        "seals_first": lambda d: d.say(d.texts("First pick a card of your hand to offer.")),
        "owes_place": lambda d: d.say(d.texts("First put the drawn card into your row.")),
        "owes_offer": lambda d: d.say(d.texts("First offer one card of your hand.")),
        "owes_order": lambda d: d.say(d.texts("First lay out the cards that you pick up.")),
        "must_lead": lambda d: d.say(d.texts("The table is empty: lead a card or a combination.")),
        "offers_not_led": lambda d: d.say(
            d.texts("Offers cannot be led: lead with neighbours in your hand only.")
        ),
        "nothing_picked": lambda d: d.say(d.texts("First pick the cards to play.")),
        "no_combination": lambda d: d.say(
            d.texts("{cards} make no combination: equal numbers do, and numbers rising by one.")
        ),
        "lies_between": lambda d: d.say(
            d.texts("The {card} lies between them: hand cards must be neighbours.")
        ),
        "falls": lambda d: d.say(
            d.texts("{left} {right} falls: in your hand a run must rise from left to right.")
        ),
        "no_such_place": lambda d: d.say(d.texts("Your row has no such place.")),
        "not_in_hand": lambda d: d.say(d.texts("Other cards lie there in your hand.")),
        "not_in_offer": lambda d: d.say_of(
            d.texts("There is no {card} in your offer."),
            d.texts("There is no {card} in {name}’s offer."),
        ),
        "no_such_seat": lambda d: d.say(d.texts("Nobody sits there.")),
        "written_otherwise": lambda d: d.say(d.texts("The same play is written in another way.")),
        "nothing_to_draw": lambda d: d.say(
            d.texts("Deck and discard are empty: draw from another offer.")
        ),
        "own_offer": lambda d: d.say(d.texts("You draw from other offers, not from your own.")),
        "must_draw": lambda d: d.say(d.texts("First draw a card, then offer one.")),
        "wrong_draw": lambda d: d.say(d.texts("Another card lies on top of the deck.")),
        "not_drawn": lambda d: d.say(d.texts("No drawn card waits for a place.")),
        "nothing_picked_up": lambda d: d.say(d.texts("There is nothing to lay out.")),
        "not_picked_up": lambda d: d.say(
            d.texts("There is no {card} among the cards that you pick up.")
        ),
        "not_now": lambda d: d.say(d.texts("Not now: the round has to go on first.")),
        "nothing_to_undo": lambda d: d.say(d.texts("Nothing has been done yet.")),
        "only_watching": lambda d: d.say(d.texts("You are only watching.")),
        "no_such_move": lambda d: d.say(
            d.texts("This card cannot go there: your row keeps its order.")
        ),
    }
)
CODES: Final = frozenset(_SENTENCES)
"""The codes that have a sentence of their own."""
