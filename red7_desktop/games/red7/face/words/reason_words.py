"""Says in a helpful sentence why a step is not legal, for every reason code of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import BY_TEXT, LETTERS, RED, UNKNOWN, number_of
from red7_desktop.games.red7.rules.standing import Standing
from red7_desktop.kit.language.reason_words import COMMON, ReasonData
from red7_desktop.kit.language.rich_text import Run, Runs, Value, runs_of, weave

if TYPE_CHECKING:
    from red7_desktop.games.red7.face.words.words import Words
    from red7_desktop.tabletop.reasons import Reason


def explain(reason: Reason, words: Words) -> Runs:
    """Give the sentence for a reason; an unknown code gives a general one.

    >>> from red7_desktop.kit.language.texts import Texts
    >>> from red7_desktop.games.red7.face.words.words import Words
    >>> from red7_desktop.tabletop.reasons import reason
    >>> explain(reason("one_discard"), Words(Texts(), ["Ada", "Bo"], 0))[0].text
    'Only one card a turn goes to the canvas.'
    """
    return _Data(reason, words).explain(_SENTENCES)


class _Data(ReasonData["Words"]):
    """A reason's data, with names for the values in the game's notation."""

    def card(self, key: str = "card") -> Run:
        text = self.text(key)
        return self.words.card(BY_TEXT[text]) if text in BY_TEXT else Run(text)

    def named(self) -> Mapping[str, Value]:
        """Name the card in question."""
        return {"card": self.card()}


def _explain_not_winning(data: _Data) -> Runs:
    words, texts = data.words, data.texts
    letter = data.text("rule")
    rule = LETTERS.index(letter) if letter and letter in LETTERS else RED
    leader = data.seat("leader")
    mark = words.colour_mark(rule)
    if leader < 0:
        return weave(texts("{rule}: {why}."), rule=mark, why=words.nobody(rule))
    mine = _parse_standing(data, words.viewer or 0, "count", "top")
    theirs = _parse_standing(data, leader, "leader_count", "leader_top")
    return weave(
        texts("Under {rule} {why}."), rule=mark, why=explain_outdone(words, rule, mine, theirs)
    )


def _parse_standing(data: _Data, seat: int, count: str, top: str) -> Standing:
    return Standing(seat, 0, data.number(count), BY_TEXT.get(data.text(top), UNKNOWN))


def explain_outdone(words: Words, rule: int, mine: Standing, theirs: Standing) -> Runs:
    """Say how a leader's standing beats the viewer's: "Bo has 3 evens, you have 2"."""
    texts = words.texts
    name, has = words.names[theirs.seat], words.standing(rule, theirs)
    if not mine.size:
        return weave(texts("{name} has {standing}, you have none"), name=name, standing=has)
    if theirs.size > mine.size:
        template = texts("{name} has {standing}, you have {n}")
        return weave(template, name=name, standing=has, n=mine.size)
    top = words.card(theirs.top)
    if rule == RED:
        template = texts("{name}’s {card} beats your {own}")
        return weave(template, name=name, card=top, own=words.card(mine.top))
    level = words.level(rule, theirs)
    template = texts("{level}, and {name}’s {card} breaks the tie")
    return weave(template, level=level, name=name, card=top)


def _explain_owed_action(data: _Data) -> Runs:
    number = number_of(BY_TEXT[data.text("card")]) if data.text("card") in BY_TEXT else 0
    texts = data.texts
    what = {
        1: texts("First choose the card that {card} takes away."),
        3: texts("First draw the card that {card} gives you."),
        5: texts("First play the other card that {card} calls for."),
        7: texts("First choose the card that {card} moves out of your palette."),
    }
    return data.say(what.get(number, texts("First carry out what {card} asks for.")))


def _explain_no_draw(data: _Data) -> Runs:
    texts = data.texts
    if not data.number("deck"):
        return weave(texts("The deck is empty."))
    template = texts.plural(
        "You may draw after discarding a card higher than {n}, as many cards as your palette has.",
        "You may draw after discarding a card higher than {n}, as many cards as your palette has.",
        data.number("palette"),
    )
    return runs_of(template)


def _explain_palette_smaller(data: _Data) -> Runs:
    texts = data.texts
    template = texts.plural(
        "A 1 takes from a palette as large as yours ({n} card) or larger; {name}’s has {count}.",
        "A 1 takes from a palette as large as yours ({n} cards) or larger; {name}’s has {count}.",
        data.number("own"),
        name=data.words.names[data.seat()],
        count=data.number("count"),
    )
    return runs_of(template)


_SENTENCES: Final[Mapping[str, Callable[[_Data], Runs | str]]] = MappingProxyType(
    {
        **COMMON,
        "not_winning": _explain_not_winning,
        "owes_action": _explain_owed_action,
        "no_draw": _explain_no_draw,
        "palette_smaller": _explain_palette_smaller,
        "action_loses": lambda d: d.texts(
            "{card} would lead, but after its action you could not end in the lead."
        ),
        "not_in_hand": lambda d: d.texts("{card} is not in your hand."),
        "not_in_palette": lambda d: d.say_of(
            d.texts("{card} is not in your palette."), d.texts("{card} is not in {name}’s palette.")
        ),
        "one_card": lambda d: d.texts("Only one card a turn goes to the palette."),
        "one_discard": lambda d: d.texts("Only one card a turn goes to the canvas."),
        "turn_is_ending": lambda d: d.texts("Nothing is left to do but to end the turn."),
        "nothing_done": lambda d: d.texts("First play or discard a card."),
        "elsewhere": lambda d: d.texts("{card} lies somewhere else."),
        "no_action": lambda d: d.texts("No card asks for this now."),
        "not_a_rival": lambda d: d.say_of(
            d.texts("A 1 takes from another palette, not from your own."),
            d.texts("{name} is out of this round."),
        ),
        "only_card": lambda d: d.say_of(
            d.texts("Your only card cannot be taken."),
            d.texts("{name}’s only card cannot be taken."),
        ),
        "moves_itself": lambda d: d.texts("{card} moves another card of your palette, not itself."),
        "not_in_edition": lambda d: d.texts(
            "In the first edition a 7 moves a card to the canvas only."
        ),
        "no_large_palette": lambda d: d.texts(
            "{card} takes nothing: all other palettes are smaller than yours."
        ),
        "no_spare_card": lambda d: d.texts(
            "{card} takes nothing: nobody else has more than one card."
        ),
        "deck_empty": lambda d: d.texts("{card} draws nothing: the deck is empty."),
        "no_other_card": lambda d: d.texts(
            "{card} asks for another card, but you have none to play."
        ),
        "nothing_to_move": lambda d: d.texts(
            "{card} moves nothing: you would lead under no other card’s rule."
        ),
        "cannot_go_out": lambda d: d.texts(
            "You can give up at the start of a turn, or after a 3 has drawn; undo first."
        ),
        "not_a_choice": lambda d: d.texts("These cards cannot be taken as points."),
        "cannot_undo scored": lambda d: d.texts(
            "The round has been scored, so it cannot be taken back."
        ),
        "no_such_move": lambda d: d.texts("This card cannot go there."),
    }
)

CODES: Final = frozenset(_SENTENCES)
"""The codes that have a sentence of their own."""
