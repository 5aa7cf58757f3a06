"""Lists the plays that are worth a look, by what players think that they cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.face.words.blocks import split_into_blocks
from red7_desktop.games.spring_cleaning.face.words.previews import (
    describe_removal,
    find_closing_block,
)
from red7_desktop.games.spring_cleaning.face.words.step_words import step_title
from red7_desktop.games.spring_cleaning.players.costs import Costs
from red7_desktop.games.spring_cleaning.players.options import find_decision_point, list_options
from red7_desktop.games.spring_cleaning.rules.combinations import (
    COMBINATION,
    OWNERS,
    RUN,
    cards_of,
    find_hand_part,
    length_of,
    owners_of,
)
from red7_desktop.games.spring_cleaning.rules.engine.position import START
from red7_desktop.games.spring_cleaning.rules.state import TURN
from red7_desktop.games.spring_cleaning.rules.steps import PLAY
from red7_desktop.kit.hud.model import Suggestion

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.face.words.words import SpringWords
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation
    from red7_desktop.games.spring_cleaning.rules.steps import Step

MOST: Final = 5

_COSTS: Final = Costs()


def list_suggestions(seen: SpringObservation, words: SpringWords) -> tuple[Suggestion, ...]:
    """Give the plays that cost least, the best first; () where the viewer cannot play.

    The best single card, set and run are among them, however many of one kind cost less, and then
    whole blocks of the hand, the longest first, come before parts of them.
    """
    is_asked = seen.stage == TURN and seen.viewer in seen.to_act
    if not is_asked or seen.position.phase != START:
        return ()
    options = list_options(find_decision_point(seen, _COSTS), _COSTS)
    plays = [option for option in options if option.steps[0].kind == PLAY]
    plays.sort(key=lambda option: option.cost)
    # Of plays with the same cards the first is enough: the table has little room for chips.
    best: dict[int, Step] = {}
    for option in plays:
        best.setdefault(option.steps[0].what & COMBINATION, option.steps[0])
    listed = list(best.values())
    kinds: dict[tuple[bool, bool], Step] = {}
    for step in listed:
        kinds.setdefault((length_of(step.what) > 1, bool(step.what & RUN)), step)
    blocks = split_into_blocks(seen.position.hands[seen.position.mover])
    whole = [
        step for step in listed if not step.what >> OWNERS and find_hand_part(step.what) in blocks
    ]
    whole.sort(key=lambda step: length_of(step.what), reverse=True)
    chosen = dict.fromkeys([*kinds.values(), *whole, *listed])
    worth = sorted(list(chosen)[:MOST], key=listed.index)
    return tuple([_build_suggestion(seen, words, step) for step in worth])


def _build_suggestion(seen: SpringObservation, words: SpringWords, step: Step) -> Suggestion:
    position, texts = seen.position, words.texts
    owners = owners_of(step.what)
    own = sum([owner in {-1, position.mover} for owner in owners])
    left = position.card_count(position.mover) - own
    cards = tuple([str(card) for card in cards_of(step.what)])
    others = [owner for owner in dict.fromkeys(owners) if owner not in {-1, position.mover}]
    meaning = texts.plural(
        "{play}: you have {n} card left.",
        "{play}: you have {n} cards left.",
        left,
        play=step_title(words, seen, step),
    )
    if others:
        names = texts.within("cards", ", ").join([words.names[owner] for owner in others])
        meaning += " " + texts("It takes cards of {names}.", names=names)
    hand, (start, end) = position.hands[position.mover], find_hand_part(step.what)
    more = ""
    if start < end and (closed := find_closing_block(hand, start, end)):
        more = texts("{n} left, joins {cards}", n=left, cards=words.cards(closed))
        meaning += f" {describe_removal(words, hand, start, end)}."
    return Suggestion(step, cards, texts("{n} left", n=left), more, meaning)
