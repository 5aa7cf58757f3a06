"""Says why a step is not legal, and where, for every reason code of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.rules.combinations import combination_of
from red7_desktop.kit.language.reason_words import COMMON, ReasonData
from red7_desktop.kit.language.rich_text import Runs, Value, capitalize_runs, weave

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
    return _Data(reason, words).explain(_SENTENCES)


class _Data(ReasonData["SpringWords"]):
    """A reason's data, with names for the values in the game's notation."""

    def table(self) -> int:
        """Give the combination on the table, 0 for none."""
        return combination_of([int(card) for card in self.text("table").split()])

    def named(self) -> Mapping[str, Value]:
        """Name the cards in question and where they lie."""
        return {name: self.text(name) for name in ("card", "cards", "left", "right", "place")}


def _explain_too_weak(data: _Data) -> Runs:
    """Say what would be strong enough."""
    table = data.table()
    if not table:
        return weave(data.texts("That does not beat the table."))
    answer = data.words.answer(table)
    return capitalize_runs(weave(data.texts("That takes {answer}."), answer=answer))


_SENTENCES: Final[Mapping[str, Callable[[_Data], Runs | str]]] = MappingProxyType(
    {
        **COMMON,
        "too_low": _explain_too_weak,
        "other_kind": _explain_too_weak,
        "wrong_length": _explain_too_weak,
        "already_picked": lambda d: d.say_of(
            d.texts("You have sealed your first offer."),
            d.texts("{name} has sealed the first offer."),
        ),
        "seals_first": lambda d: d.texts("First pick a card of your hand to offer."),
        "owes_place": lambda d: d.texts("First put the drawn card into your row."),
        "owes_offer": lambda d: d.texts("First offer one card of your hand."),
        "owes_order": lambda d: d.texts("First lay out the cards that you pick up."),
        "must_lead": lambda d: d.texts("The table is empty: lead a card or a combination."),
        "offers_not_led": lambda d: d.texts(
            "Offers cannot be led: lead with neighbours in your hand only."
        ),
        "nothing_picked": lambda d: d.texts("First pick the cards to play."),
        "no_combination": lambda d: d.texts(
            "{cards} make no combination: equal numbers do, and numbers rising by one."
        ),
        "lies_between": lambda d: d.texts(
            "The {card} lies between them: hand cards must be neighbours."
        ),
        "falls": lambda d: d.texts(
            "{left} {right} falls: in your hand a run must rise from left to right."
        ),
        "no_such_place": lambda d: d.texts("Your row has no such place."),
        "not_in_hand": lambda d: d.texts("Other cards lie there in your hand."),
        "not_in_offer": lambda d: d.say_of(
            d.texts("There is no {card} in your offer."),
            d.texts("There is no {card} in {name}’s offer."),
        ),
        "no_such_seat": lambda d: d.texts("Nobody sits there."),
        "written_otherwise": lambda d: d.texts("The same play is written in another way."),
        "nothing_to_draw": lambda d: d.texts(
            "Deck and discard are empty: draw from another offer."
        ),
        "own_offer": lambda d: d.texts("You draw from other offers, not from your own."),
        "must_draw": lambda d: d.texts("First draw a card, then offer one."),
        "not_drawn": lambda d: d.texts("No drawn card waits for a place."),
        "nothing_picked_up": lambda d: d.texts("There is nothing to lay out."),
        "not_picked_up": lambda d: d.texts("There is no {card} among the cards that you pick up."),
        "cannot_undo sealed": lambda d: d.texts("A sealed offer stays sealed."),
        "cannot_undo revealed": lambda d: d.texts(
            "The offers lie open, so they cannot be taken back."
        ),
        "no_such_move": lambda d: d.texts("This card cannot go there: your row keeps its order."),
    }
)

CODES: Final = frozenset(_SENTENCES)
"""The codes that have a sentence of their own."""
