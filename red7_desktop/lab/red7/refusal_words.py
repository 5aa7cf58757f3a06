"""Says in plain words why a step is not legal: a sentence for every reason code of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import LETTERS
from red7_desktop.lab.red7.words import COLOUR_NAMES, counted

if TYPE_CHECKING:
    from red7_desktop.tabletop.reasons import Reason

SENTENCES: Final = {
    "round_over": "the round is over",
    "hidden_hand": "seat {seat}: hand: its cards are hidden",
    "not_in_hand": "{card} is not in the hand",
    "not_in_palette": "{card} is not in the palette of seat {seat}",
    "owes_action": "the action of {card} comes first",
    "one_card": "a card has already been played",
    "one_discard": "a card has already been discarded",
    "turn_is_ending": "the turn is ending",
    "nothing_done": "play, discard or pass first",
    "action_loses": "with the action of {card} the turn cannot end winning",
    "no_draw": "there is no draw (deck of {deck}, palette of {palette})",
    "wrong_draw": "{card} cannot be drawn, another card lies on top of the deck",
    "elsewhere": "{card} cannot be drawn, it lies elsewhere",
    "no_action": "no action is being carried out",
    "not_a_rival": "seat {seat} is no live rival",
    "palette_smaller": "the palette of seat {seat} is smaller ({count} against {own})",
    "only_card": "it is the only card of seat {seat}",
    "moves_itself": "{card} cannot move itself in the first edition",
    "not_in_edition": "not in this edition",
    "cannot_go_out": "going out is not allowed here",
}
"""By reason code; data of the reason in braces. The one code with cases of its own is below."""


def sentence_of(reason: Reason) -> str:
    """Give a reason in words, its code behind it in brackets.

    >>> from red7_desktop.tabletop.reasons import reason
    >>> sentence_of(reason("not_in_hand", card="V3"))
    'V3 is not in the hand (not_in_hand)'
    """
    data = dict(reason.data)
    if reason.code == "not_winning":
        said = _not_winning(data)
    elif reason.code in SENTENCES:
        said = SENTENCES[reason.code].format(**data)
    else:
        return str(reason)
    return f"{said} ({reason.code})"


def _not_winning(data: dict[str, str | int]) -> str:
    colour = COLOUR_NAMES[LETTERS.index(str(data["rule"]))]
    own = _standing(data["count"], data["top"])
    if not data["leader"]:
        return f"the seat would not be winning: nobody has a card that counts under {colour}"
    theirs = _standing(data["leader_count"], data["leader_top"])
    rival = f"seat {data['leader']} {theirs}"
    return f"the seat would not be winning: under {colour} it has {own}, and {rival}"


def _standing(count: str | int, top: str | int) -> str:
    return f"{counted(int(count), 'card')} with {top} on top" if count else "no card"
