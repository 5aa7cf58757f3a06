"""What a key or a pad button can ask for, anywhere in the program; which of them may share one."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts


class Intent(StrEnum):
    """Something to be asked for; the first eight are the scene's commands, by the same names.

    What OFFER, PLACE, OTHER_PLACE and EXTRA ask for is a game's own business, see `GameFace`. Their
    names in files are those that the first game gave them. NEXT_PLAY goes through what a game
    suggests, and has words where one does.
    """

    NEXT = "next"
    PREVIOUS = "previous"
    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    ACTIVATE = "activate"
    BACK = "back"
    END = "end"
    OFFER = "draw"
    PLACE = "palette"
    OTHER_PLACE = "canvas"
    UNDO = "undo"
    HINT = "hint"
    EXTRA = "lens"  # as kept settings have it
    LOOK = "look"
    LOG = "log"
    RULES = "rules"
    MENU = "menu"
    NEXT_PLAY = "next_play"
    SKIP = "skip"
    PAGE_BEFORE = "page_before"
    PAGE_AFTER = "page_after"
    FULLSCREEN = "fullscreen"
    SWITCH = "switch"


FOCUS: Final = frozenset(list(Intent)[:8])
"""What the focus is moved and operated with."""

MOVES: Final = frozenset(list(Intent)[:6])

PAGE_TURNS: Final[Mapping[Intent, int]] = MappingProxyType(
    {Intent.PAGE_BEFORE: -1, Intent.PAGE_AFTER: 1}
)
"""By how many pages each of these goes on."""

PAGES: Final = frozenset(PAGE_TURNS)

TABLE: Final = frozenset(Intent) - FOCUS - PAGES - {Intent.FULLSCREEN, Intent.SWITCH}
"""What is asked for at the table only."""

NEEDED: Final = FOCUS - {Intent.NEXT, Intent.PREVIOUS}
"""Nobody gets on without these, so they always have a key and a pad button."""


_SHARED: Final = frozenset(
    {
        frozenset({Intent.ACTIVATE, Intent.END}),
        frozenset({Intent.ACTIVATE, Intent.SKIP}),
        frozenset({Intent.NEXT_PLAY, Intent.SKIP}),
        frozenset({Intent.BACK, Intent.MENU}),
    }
)


def may_share(one: Intent, other: Intent) -> bool:
    """Tell whether two intents may have the same key.

    There is nothing to suggest while turns are passed over. Pages are turned where there is no
    table, and the switch counts only while it is on. At the table, what the focus does not want
    goes to the large button or passes over turns.

    >>> may_share(Intent.ACTIVATE, Intent.END), may_share(Intent.UNDO, Intent.HINT)
    (True, False)
    """
    pair = frozenset({one, other})
    if Intent.SWITCH in pair or pair in _SHARED:
        return True
    return bool(pair & PAGES) and bool(pair & TABLE)


def describe_intents(texts: Texts, own: Mapping[Intent, str]) -> dict[Intent, str]:
    """Say what each intent does, in the order in which the settings show them.

    own: the words of games for what is theirs to say; what none has words for is left out.
    """
    words = {
        Intent.LEFT: texts("Focus to the left"),
        Intent.RIGHT: texts("Focus to the right"),
        Intent.UP: texts("Focus upwards"),
        Intent.DOWN: texts("Focus downwards"),
        Intent.NEXT: texts("Next control"),
        Intent.PREVIOUS: texts("Previous control"),
        Intent.ACTIVATE: texts("Press, take up, put down"),
        Intent.BACK: texts("Back"),
        Intent.END: texts("End the turn, go on"),
        Intent.OFFER: "",
        Intent.PLACE: "",
        Intent.OTHER_PLACE: "",
        Intent.UNDO: texts("Undo"),
        Intent.HINT: texts("Hint"),
        Intent.EXTRA: "",
        Intent.LOOK: texts("Look at a card closely"),
        Intent.LOG: texts("Log of the match"),
        Intent.RULES: texts("Rules"),
        Intent.MENU: texts("Menu"),
        Intent.NEXT_PLAY: "",
        Intent.SKIP: texts("Pass over other turns"),
        Intent.PAGE_BEFORE: texts("Previous page"),
        Intent.PAGE_AFTER: texts("Next page"),
        Intent.FULLSCREEN: texts("Full screen"),
        Intent.SWITCH: texts("The switch, while scanning"),
    }
    return {
        intent: own.get(intent, word) for intent, word in words.items() if own.get(intent, word)
    }
