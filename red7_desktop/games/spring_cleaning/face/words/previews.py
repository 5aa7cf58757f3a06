"""Says beforehand what a step would come to: what then hangs together, what falls apart.

It asks the engine, with what the viewer may know; it holds no rule itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.games.spring_cleaning.face.words.blocks import block_around, joins
from red7_desktop.games.spring_cleaning.face.words.reason_words import explain
from red7_desktop.games.spring_cleaning.face.words.step_words import step_title
from red7_desktop.games.spring_cleaning.players.costs import Costs, Reading
from red7_desktop.games.spring_cleaning.players.options import places_for
from red7_desktop.games.spring_cleaning.rules import steps
from red7_desktop.games.spring_cleaning.rules.cards import SEATS
from red7_desktop.games.spring_cleaning.rules.combinations import hand_part, owners_of
from red7_desktop.games.spring_cleaning.rules.engine.legal import why_not
from red7_desktop.games.spring_cleaning.rules.engine.position import SEALED
from red7_desktop.games.spring_cleaning.rules.state import TURN
from red7_desktop.kit.hud.model import Preview
from red7_desktop.kit.language.rich_text import Tone, capped, runs_of, strung, toned
from red7_desktop.tabletop.reasons import reason

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.face.words.words import SpringWords
    from red7_desktop.games.spring_cleaning.rules.engine.position import Position
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation
    from red7_desktop.games.spring_cleaning.rules.steps import Step
    from red7_desktop.tabletop.reasons import Reason

FEW: Final = 3
"""With so few cards left a rival may soon be out."""
_COSTS: Final = Costs()


class Outcome(NamedTuple):
    """What comes of a step.

    what: what hangs together, closes up or is broken up then, "" for nothing. note: what there is
    to add. title: in place of the step's own, "" for that. is_good: it gives nobody else the round.
    """

    what: str = ""
    note: str = ""
    title: str = ""
    is_good: bool = True


def outcome_of(words: SpringWords, position: Position, seat: int, step: Step) -> Outcome:
    """Say what comes of a legal step of a seat."""
    return _OUTCOMES[step.kind](words, position, seat, step)


def preview(seen: SpringObservation, step: Step, words: SpringWords) -> Preview:
    """Say what a step of the viewer would come to, whether it is legal or not."""
    refused = refusal_of(seen, step)
    title = runs_of(step_title(words, seen, step))
    if refused:
        return Preview(False, toned(title, Tone.BAD), explain(refused, words))
    said = outcome_of(words, seen.position, seen.viewer or 0, step)
    lines = [line for line in (said.what, said.note) if line not in {"", said.title}]
    details = [capped(runs_of(line)) for line in lines]
    tone = Tone.GOOD if said.is_good else Tone.BAD
    title = toned(runs_of(said.title) if said.title else title, tone)
    return Preview(said.is_good, title, strung(details, ". "))


def refusal_of(seen: SpringObservation, step: Step) -> Reason | None:
    """Say why the viewer may not take a step now, None where they may.

    Codes: those of `refusals`, and not_your_turn, only_watching.
    """
    viewer = seen.viewer
    if viewer is None:
        return reason("only_watching")
    if seen.stage != TURN or viewer not in seen.to_act:
        actor = seen.to_act[0] if seen.to_act else -1
        return reason("not_your_turn", seat=SEATS[actor] if actor >= 0 else "")
    return None if step in seen.legal else why_not(seen.position, step, viewer)


def closing(hand: Sequence[int], start: int, end: int) -> Sequence[int]:
    """Give the block that closes up in a row when cards leave, from an index to one; or none."""
    before, behind = hand[:start], hand[end:]
    if not (before and behind and joins(before[-1], behind[0])):
        return ()
    closed = [*before, *behind]
    first, last = block_around(closed, start - 1)
    return closed[first:last] if last > start else closed[start - 1 : start + 1]


def removal(words: SpringWords, hand: Sequence[int], start: int, end: int) -> str:
    """Say what leaving cards, from an index to one, do to a row: what closes up, what parts."""
    texts = words.texts
    before, behind = hand[:start], hand[end:]
    if closed := closing(hand, start, end):
        joined = words.cards(closed)
        if end - start == 1:
            return texts("Taking out the {card} joins {cards}", card=hand[start], cards=joined)
        return texts("{cards} come together", cards=joined)
    if not before or not behind:
        return ""
    if end - start == 1 and joins(before[-1], hand[start]) and joins(hand[start], behind[0]):
        parts = words.cards((before[-1], hand[start], behind[0]))
        return texts("{cards} come apart", cards=parts)
    return ""


def insertion(words: SpringWords, hand: Sequence[int], at: int, card: int) -> str:
    """Say what a card put in before an index hangs together with, "" for nothing."""
    after = [*hand[:at], card, *hand[at:]]
    start, end = block_around(after, at)
    if end - start < 2:
        return ""
    return words.texts("{cards} hang together", cards=words.cards(after[start:end]))


def _play(words: SpringWords, position: Position, seat: int, step: Step) -> Outcome:
    texts, hand = words.texts, position.hands[seat]
    start, end = hand_part(step.what)
    own = owners_of(step.what).count(seat)
    left = position.card_count(seat) - (end - start) - own
    if not left:
        return Outcome(texts("You are out"))
    joined = removal(words, hand, start, end) if end > start else ""
    if end and end - start == len(hand):
        joined = texts("Your hand is empty: you pick up your offer next")
    return Outcome(joined, texts.plural("{n} card left", "{n} cards left", left))


def _draw(words: SpringWords, position: Position, seat: int, step: Step) -> Outcome:
    return Outcome(note=words.texts("What you have seen cannot be taken back"))


def _take(words: SpringWords, position: Position, seat: int, step: Step) -> Outcome:
    texts, hand = words.texts, position.hands[seat]
    left, name = position.card_count(step.seat) - 1, words.names[step.seat]
    if not left:  # the round is over before the card finds a place
        return Outcome(texts("{name} is out then", name=name), is_good=False)
    best = ""
    for at in places_for(Reading(_COSTS, list(hand)), step.what):
        best = max(best, insertion(words, hand, at, step.what), key=len)
    warning = ""
    if left <= FEW:
        warning = texts.plural(
            "That leaves {name} {n} card", "That leaves {name} {n} cards", left, name=name
        )
    return Outcome(best or texts("It joins nothing in your row"), warning)


def _insert(words: SpringWords, position: Position, seat: int, step: Step) -> Outcome:
    hand, at, card = position.hands[seat], step.what - 1, position.drawn
    joined = insertion(words, hand, at, card)
    row = words.row([*hand[:at], card, *hand[at:]])
    if joined:
        return Outcome(joined, row, joined)
    return Outcome(note=row, title=words.texts("The {card} joins nothing here", card=card))


def _offer(words: SpringWords, position: Position, seat: int, step: Step) -> Outcome:
    texts, place = words.texts, step.what
    hand = position.hands[seat]
    joined = removal(words, hand, place - 1, place)
    if position.phase == SEALED:
        return Outcome(joined, texts("It stays face down till all have picked"))
    if len(hand) == 1:
        return Outcome(texts("Your hand is empty: you pick up your offer next"))
    return Outcome(joined, words.row([*hand[: place - 1], *hand[place:]]))


def _lay(words: SpringWords, position: Position, seat: int, step: Step) -> Outcome:
    hand = position.hands[seat]
    return Outcome(insertion(words, hand, len(hand), step.what))


_Say = Callable[["SpringWords", "Position", int, "Step"], Outcome]
_OUTCOMES: Final[Mapping[int, _Say]] = MappingProxyType(
    {
        steps.PLAY: _play,
        steps.DRAW: _draw,
        steps.TAKE: _take,
        steps.INSERT: _insert,
        steps.OFFER: _offer,
        steps.LAY: _lay,
    }
)
"""By kind of step."""
