"""Says beforehand what a step would come to: what then hangs together, what falls apart.

It asks the engine, with what the viewer may know; it holds no rule itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.games.spring_cleaning.face.words.blocks import find_block_around, hangs_together
from red7_desktop.games.spring_cleaning.face.words.reason_words import explain
from red7_desktop.games.spring_cleaning.face.words.step_words import step_title
from red7_desktop.games.spring_cleaning.players.costs import Costs, Reading
from red7_desktop.games.spring_cleaning.players.options import list_places_for
from red7_desktop.games.spring_cleaning.rules import steps
from red7_desktop.games.spring_cleaning.rules.cards import SEATS
from red7_desktop.games.spring_cleaning.rules.combinations import find_hand_part, owners_of
from red7_desktop.games.spring_cleaning.rules.engine.legal import explain_illegal
from red7_desktop.games.spring_cleaning.rules.engine.position import SEALED
from red7_desktop.games.spring_cleaning.rules.state import TURN
from red7_desktop.kit.hud.model import Preview
from red7_desktop.kit.language.rich_text import (
    Tone,
    apply_tone,
    capitalize_runs,
    join_runs,
    runs_of,
)
from red7_desktop.tabletop.reasons import make_reason

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.face.words.words import SpringWords
    from red7_desktop.games.spring_cleaning.rules.engine.position import Position
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation
    from red7_desktop.games.spring_cleaning.rules.steps import Step
    from red7_desktop.tabletop.reasons import Reason

FEW: Final = 3
"""With so few cards left a rival may soon be out."""

_COSTS: Final = Costs()


class StepOutcome(NamedTuple):
    """What comes of a step.

    what: what hangs together, closes up or is broken up then, "" for nothing. note: what there is
    to add. title: in place of the step's own, "" for that. is_good: it gives nobody else the round.
    """

    what: str = ""
    note: str = ""
    title: str = ""
    is_good: bool = True


def describe_outcome(words: SpringWords, position: Position, seat: int, step: Step) -> StepOutcome:
    """Say what comes of a legal step of a seat."""
    return _OUTCOMES[step.kind](words, position, seat, step)


def preview_step(seen: SpringObservation, step: Step, words: SpringWords) -> Preview:
    """Say what a step of the viewer would come to, whether it is legal or not."""
    refused = find_refusal(seen, step)
    title = runs_of(step_title(words, seen, step))
    if refused:
        return Preview(False, apply_tone(title, Tone.BAD), explain(refused, words))
    said = describe_outcome(words, seen.position, seen.viewer or 0, step)
    lines = [line for line in (said.what, said.note) if line not in {"", said.title}]
    details = [capitalize_runs(runs_of(line)) for line in lines]
    tone = Tone.GOOD if said.is_good else Tone.BAD
    title = apply_tone(runs_of(said.title) if said.title else title, tone)
    return Preview(said.is_good, title, join_runs(details, ". "))


def find_refusal(seen: SpringObservation, step: Step) -> Reason | None:
    """Say why the viewer may not take a step now, None where they may.

    Codes: those of `refusals`, and not_your_turn, only_watching.
    """
    viewer = seen.viewer
    if viewer is None:
        return make_reason("only_watching")
    if seen.stage != TURN or viewer not in seen.to_act:
        actor = seen.to_act[0] if seen.to_act else -1
        return make_reason("not_your_turn", seat=SEATS[actor] if actor >= 0 else "")
    return None if step in seen.legal else explain_illegal(seen.position, step, viewer)


def find_closing_block(hand: Sequence[int], start: int, end: int) -> Sequence[int]:
    """Give the block that closes up in a row when cards leave, from an index to one; or none."""
    before, behind = hand[:start], hand[end:]
    if not (before and behind and hangs_together(before[-1], behind[0])):
        return ()
    closed = [*before, *behind]
    first, last = find_block_around(closed, start - 1)
    return closed[first:last] if last > start else closed[start - 1 : start + 1]


def describe_removal(words: SpringWords, hand: Sequence[int], start: int, end: int) -> str:
    """Say what leaving cards, from an index to one, do to a row: what closes up, what parts."""
    texts = words.texts
    before, behind = hand[:start], hand[end:]
    if closed := find_closing_block(hand, start, end):
        joined = words.cards(closed)
        if end - start == 1:
            return texts("Taking out the {card} joins {cards}", card=hand[start], cards=joined)
        return texts("{cards} come together", cards=joined)
    if not before or not behind:
        return ""
    if (
        end - start == 1
        and hangs_together(before[-1], hand[start])
        and hangs_together(hand[start], behind[0])
    ):
        parts = words.cards((before[-1], hand[start], behind[0]))
        return texts("{cards} come apart", cards=parts)
    return ""


def describe_insertion(words: SpringWords, hand: Sequence[int], at: int, card: int) -> str:
    """Say what a card put in before an index hangs together with, "" for nothing."""
    after = [*hand[:at], card, *hand[at:]]
    start, end = find_block_around(after, at)
    if end - start < 2:
        return ""
    return words.texts("{cards} hang together", cards=words.cards(after[start:end]))


def _play(words: SpringWords, position: Position, seat: int, step: Step) -> StepOutcome:
    texts, hand = words.texts, position.hands[seat]
    start, end = find_hand_part(step.what)
    own = owners_of(step.what).count(seat)
    left = position.card_count(seat) - (end - start) - own
    if not left:
        return StepOutcome(texts("You are out"))
    joined = describe_removal(words, hand, start, end) if end > start else ""
    if end and end - start == len(hand):
        joined = texts("Your hand is empty: you pick up your offer next")
    return StepOutcome(joined, texts.plural("{n} card left", "{n} cards left", left))


def _draw(words: SpringWords, position: Position, seat: int, step: Step) -> StepOutcome:
    return StepOutcome(note=words.texts("What you have seen cannot be taken back"))


def _take(words: SpringWords, position: Position, seat: int, step: Step) -> StepOutcome:
    texts, hand = words.texts, position.hands[seat]
    left, name = position.card_count(step.seat) - 1, words.names[step.seat]
    if not left:  # the round is over before the card finds a place
        return StepOutcome(texts("{name} is out then", name=name), is_good=False)
    best = ""
    for at in list_places_for(Reading(_COSTS, list(hand)), step.what):
        best = max(best, describe_insertion(words, hand, at, step.what), key=len)
    warning = ""
    if left <= FEW:
        warning = texts.plural(
            "That leaves {name} {n} card", "That leaves {name} {n} cards", left, name=name
        )
    return StepOutcome(best or texts("It joins nothing in your row"), warning)


def _insert(words: SpringWords, position: Position, seat: int, step: Step) -> StepOutcome:
    hand, at, card = position.hands[seat], step.what - 1, position.drawn
    joined = describe_insertion(words, hand, at, card)
    row = words.row([*hand[:at], card, *hand[at:]])
    if joined:
        return StepOutcome(joined, row, joined)
    return StepOutcome(note=row, title=words.texts("The {card} joins nothing here", card=card))


def _preview_offer(words: SpringWords, position: Position, seat: int, step: Step) -> StepOutcome:
    texts, place = words.texts, step.what
    hand = position.hands[seat]
    joined = describe_removal(words, hand, place - 1, place)
    if position.phase == SEALED:
        return StepOutcome(joined, texts("It stays face down till all have picked"))
    if len(hand) == 1:
        return StepOutcome(texts("Your hand is empty: you pick up your offer next"))
    return StepOutcome(joined, words.row([*hand[: place - 1], *hand[place:]]))


def _preview_lay(words: SpringWords, position: Position, seat: int, step: Step) -> StepOutcome:
    hand = position.hands[seat]
    return StepOutcome(describe_insertion(words, hand, len(hand), step.what))


_Say = Callable[["SpringWords", "Position", int, "Step"], StepOutcome]

_OUTCOMES: Final[Mapping[int, _Say]] = MappingProxyType(
    {
        steps.PLAY: _play,
        steps.DRAW: _draw,
        steps.TAKE: _take,
        steps.INSERT: _insert,
        steps.OFFER: _preview_offer,
        steps.LAY: _preview_lay,
    }
)
"""By kind of step."""
