"""Says beforehand what a step would come to: what then hangs together, what falls apart.

It asks the engine, with what the viewer may know; it holds no rule itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

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
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation
    from red7_desktop.games.spring_cleaning.rules.steps import Step
    from red7_desktop.tabletop.reasons import Reason

FEW: Final = 3
"""With so few cards left a rival may soon be out."""
_COSTS: Final = Costs()


def preview(seen: SpringObservation, step: Step, words: SpringWords) -> Preview:
    """Say what a step of the viewer would come to, whether it is legal or not."""
    refused = refusal_of(seen, step)
    title = runs_of(step_title(words, seen, step))
    if refused:
        return Preview(False, toned(title, Tone.BAD), explain(refused, words))
    said = _OUTCOMES[step.kind](words, seen, step)
    details = [capped(runs_of(line)) for line in said[1:] if line]
    title = toned(capped(runs_of(said[0])) if said[0] else title, Tone.GOOD)
    return Preview(True, title, strung(details, ". "))


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


def removal(words: SpringWords, hand: Sequence[int], start: int, end: int) -> str:
    """Say what leaving cards, from an index to one, do to a row: what closes up, what parts."""
    texts = words.texts
    before, behind = hand[:start], hand[end:]
    if before and behind and joins(before[-1], behind[0]):
        closed = [*before, *behind]
        first, last = block_around(closed, start - 1)
        if last <= start:
            first, last = start - 1, start + 1
        return texts("{cards} close up", cards=words.cards(closed[first:last]))
    if not before or not behind:
        return ""
    if end - start == 1 and joins(before[-1], hand[start]) and joins(hand[start], behind[0]):
        parts = words.cards((before[-1], hand[start], behind[0]))
        return texts("{cards} is broken up", cards=parts)
    return ""


def insertion(words: SpringWords, hand: Sequence[int], at: int, card: int) -> str:
    """Say what a card put in before an index hangs together with, "" for nothing."""
    after = [*hand[:at], card, *hand[at:]]
    start, end = block_around(after, at)
    if end - start < 2:
        return ""
    return words.texts("{cards} hang together", cards=words.cards(after[start:end]))


def _play(words: SpringWords, seen: SpringObservation, step: Step) -> tuple[str, ...]:
    texts, position = words.texts, seen.position
    mover = position.mover
    hand = position.hands[mover]
    start, end = hand_part(step.what)
    own = owners_of(step.what).count(mover)
    left = position.card_count(mover) - (end - start) - own
    if not left:
        return "", texts("You go out")
    count = texts.plural("{n} card left", "{n} cards left", left)
    joined = removal(words, hand, start, end) if end > start else ""
    if start == 0 and end == len(hand) and end:
        joined = texts("you pick up your offer next")
    return "", count, joined


def _draw(words: SpringWords, seen: SpringObservation, step: Step) -> tuple[str, ...]:
    return "", words.texts("What you have seen cannot be taken back")


def _take(words: SpringWords, seen: SpringObservation, step: Step) -> tuple[str, ...]:
    texts, position = words.texts, seen.position
    hand = position.hands[position.mover]
    best = ""
    for at in places_for(Reading(_COSTS, list(hand)), step.what):
        best = max(best, insertion(words, hand, at, step.what), key=len)
    left = position.card_count(step.seat) - 1
    warning = ""
    if not left:
        warning = words.texts("{name} is out then", name=words.names[step.seat])
    elif left <= FEW:
        warning = texts.plural(
            "that leaves {name} {n} card",
            "that leaves {name} {n} cards",
            left,
            name=words.names[step.seat],
        )
    return "", best or texts("it joins nothing in your row"), warning


def _insert(words: SpringWords, seen: SpringObservation, step: Step) -> tuple[str, ...]:
    position = seen.position
    hand, at = position.hands[position.mover], step.what - 1
    joined = insertion(words, hand, at, position.drawn)
    alone = words.texts("The {card} joins nothing here", card=position.drawn)
    return joined or alone, words.row([*hand[:at], position.drawn, *hand[at:]])


def _offer(words: SpringWords, seen: SpringObservation, step: Step) -> tuple[str, ...]:
    texts, place = words.texts, step.what
    hand = seen.position.hands[seen.viewer or 0]
    joined = removal(words, hand, place - 1, place)
    if seen.position.phase == SEALED:
        sealed = texts("your first offer, face down till all have picked")
        return "", joined or sealed
    if len(hand) == 1:
        joined = texts("you pick up your offer next")
    return "", joined, words.row([*hand[: place - 1], *hand[place:]])


def _lay(words: SpringWords, seen: SpringObservation, step: Step) -> tuple[str, ...]:
    hand = seen.position.hands[seen.viewer or 0]
    return "", insertion(words, hand, len(hand), step.what)


_Outcome = Callable[["SpringWords", "SpringObservation", "Step"], tuple[str, ...]]
_OUTCOMES: Final[Mapping[int, _Outcome]] = MappingProxyType(
    {
        steps.PLAY: _play,
        steps.DRAW: _draw,
        steps.TAKE: _take,
        steps.INSERT: _insert,
        steps.OFFER: _offer,
        steps.LAY: _lay,
    }
)
"""By kind of step: a title in place of the step's own, or "", and what there is to add."""
