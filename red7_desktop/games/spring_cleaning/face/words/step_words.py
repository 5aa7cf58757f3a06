"""Names the viewer's steps: "Play 4 5 6", "Draw the 4 of Tomás"; pure, no pygame."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.rules import steps
from red7_desktop.games.spring_cleaning.rules.combinations import cards_of

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.face.words.words import SpringWords
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation
    from red7_desktop.games.spring_cleaning.rules.steps import Step


def step_title(words: SpringWords, seen: SpringObservation, step: Step) -> str:
    """Say what the viewer would do."""
    return _TITLES[step.kind](words, seen, step)


def find_card_at(seen: SpringObservation, place: int) -> int:
    """Give the viewer's hand card at a place from 1; 0 where there is none."""
    hand = seen.position.hands[seen.viewer or 0]
    return hand[place - 1] if 1 <= place <= len(hand) else 0


def _play(words: SpringWords, seen: SpringObservation, step: Step) -> str:
    return words.texts("Play {cards}", cards=words.cards(cards_of(step.what)))


def _draw(words: SpringWords, seen: SpringObservation, step: Step) -> str:
    return words.texts("Draw from the deck")


def _take(words: SpringWords, seen: SpringObservation, step: Step) -> str:
    name = words.names[step.seat] if step.seat < len(words.names) else "?"
    return words.texts("Draw the {card} of {name}", card=step.what, name=name)


def _insert(words: SpringWords, seen: SpringObservation, step: Step) -> str:
    return words.texts("Put the {card} here", card=seen.position.drawn)


def _describe_offer(words: SpringWords, seen: SpringObservation, step: Step) -> str:
    return words.texts("Offer the {card}", card=find_card_at(seen, step.what))


def _describe_lay(words: SpringWords, seen: SpringObservation, step: Step) -> str:
    return words.texts("Lay out the {card}", card=step.what)


_TITLES: Final[Mapping[int, Callable[[SpringWords, SpringObservation, Step], str]]] = (
    MappingProxyType(
        {
            steps.PLAY: _play,
            steps.DRAW: _draw,
            steps.TAKE: _take,
            steps.INSERT: _insert,
            steps.OFFER: _describe_offer,
            steps.LAY: _describe_lay,
        }
    )
)
