"""What every mark and figure around the cards means: a sentence for each, in one table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from red7_desktop.games.red7.face.words.words import Words
from red7_desktop.games.red7.rules.cards import LETTERS
from red7_desktop.table.spec import zone_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from red7_desktop.games.red7.face.words.words import RuleWords
    from red7_desktop.kit.hud.hud import Hud
    from red7_desktop.kit.hud.model import SeatModel, TableModel
    from red7_desktop.kit.hud.seats.seat_panel import SeatPanel
    from red7_desktop.kit.hud.seats.viewer_panel import ViewerPanel
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.scene.geometry import Rect, Vec
    from red7_desktop.scene.node import Node


class Meaning(NamedTuple):
    """A node of the table, and what it means."""

    node: Node
    sentence: str


def meanings(hud: Hud, model: TableModel, texts: Texts) -> tuple[Meaning, ...]:
    """Give what everything means that is shown now, in the order in which the eye reads it."""
    found = (
        *_of_rule(hud, model, texts),
        *_of_standing(hud, model, texts),
        *_of_viewer(hud.viewer, model, texts),
        *(
            each
            for panel, seat in zip(hud.seats, model.seats[1:], strict=False)
            for each in _of_seat(panel, seat, texts)
        ),
        *_of_match(hud, model, texts),
    )
    return tuple(each for each in found if each.sentence and each.node.is_shown)


def _of_rule(hud: Hud, model: TableModel, texts: Texts) -> Iterator[Meaning]:
    yield Meaning(
        hud.banner,
        texts("The rule in force. It comes from the card on top of the canvas."),
    )
    yield Meaning(hud.banner.find("hint"), texts("An example of what this rule looks for."))
    yield Meaning(
        hud.starter.find("starter card"),
        texts("The canvas begins red: the highest card wins till somebody discards."),
    )
    names = Words(texts, (), None).rules
    for number, letter in enumerate(LETTERS):
        is_in_force = letter == model.rule.letter
        told = (
            texts("{colour}: {rule}. This rule is in force.", **_rule(names[number]))
            if is_in_force
            else texts(
                "{colour}: {rule}. To bring it into force, discard a card of this colour.",
                **_rule(names[number]),
            )
        )
        yield Meaning(hud.ring.find(f"arc {letter}"), told)
        yield Meaning(hud.ring.find(f"symbol {letter}"), told)
        if is_in_force:
            yield Meaning(hud.ring.find("disc"), told)


def _rule(words: RuleWords) -> dict[str, str]:
    return {"colour": words.title, "rule": words.sentence}


def _of_standing(hud: Hud, model: TableModel, texts: Texts) -> Iterator[Meaning]:
    crown = texts("The crown marks who is winning under the rule in force.")
    yield Meaning(hud.why, texts("Who is winning under the rule in force, and with what."))
    yield Meaning(hud.why.find("crown"), crown)
    yield Meaning(
        hud.why.find("others"), texts("What the others have under the same rule, the best first.")
    )
    counts = texts("How much of your palette counts under the rule in force.")
    yield Meaning(hud.notes.find("label"), counts)
    yield Meaning(hud.notes.find("counts"), counts)
    pending = texts("What you have put down can be taken back till you end your turn.")
    yield Meaning(hud.notes.find("pending"), pending)
    yield Meaning(hud.notes.find("pending note"), pending)


def _of_viewer(panel: ViewerPanel, model: TableModel, texts: Texts) -> Iterator[Meaning]:
    yield from _of_name(panel, model.seats[0], texts)
    for row in panel.rows:
        if row.shown is not None:
            yield Meaning(row, row.shown.meaning or _history(texts))


def _of_name(panel: SeatPanel | ViewerPanel, seat: SeatModel, texts: Texts) -> Iterator[Meaning]:
    person = (
        texts("The colour of the ring is yours everywhere at this table.")
        if seat.is_you
        else texts("The colour of the ring is {name}’s everywhere at this table.", name=seat.name)
    )
    yield Meaning(panel.find("name"), seat.about or person)
    yield Meaning(
        panel.find("crown"), texts("The crown marks who is winning under the rule in force.")
    )
    if seat.points is not None and seat.target is not None:
        values = {"name": seat.name, "points": seat.points, "target": seat.target}
        won = (
            texts("You have {points} of the {target} points that end the match.", **values)
            if seat.is_you
            else texts("{name} has {points} of the {target} points that end the match.", **values)
        )
        yield Meaning(panel.find("points"), won)


def _of_seat(panel: SeatPanel, seat: SeatModel, texts: Texts) -> Iterator[Meaning]:
    yield from _of_name(panel, seat, texts)
    holds = texts.plural(
        "{name} has {n} card in hand.",
        "{name} has {n} cards in hand.",
        seat.hand_count,
        name=seat.name,
    )
    yield Meaning(panel.find("count"), holds)
    if seat.tally is None:
        told = texts("{name} is out till the next round.", name=seat.name)
    else:
        told = texts(
            "What counts in {name}’s palette under the rule in force: how much, and the card that "
            "decides a tie.",
            name=seat.name,
        )
    yield Meaning(panel.find("tally"), told)


def _of_match(hud: Hud, model: TableModel, texts: Texts) -> Iterator[Meaning]:
    yield Meaning(
        hud.deck, texts("So many cards are left in the deck; nobody knows in which order.")
    )
    yield Meaning(hud.history, _history(texts))
    yield Meaning(hud.title, texts("The round and the rules of this match."))


def pile_meanings(model: TableModel, texts: Texts) -> dict[str, str]:
    """Say what lies face down or in piles, by the names of the layout's zones."""
    told = {
        zone_name("deck"): texts("The deck: cards are drawn from here, face down."),
        zone_name("canvas"): texts("The canvas: the card on top is the rule in force."),
    }
    for seat in model.seats:
        scored = (
            texts("Your score pile: the cards that you have won.")
            if seat.is_you
            else texts("{name}’s score pile: the cards won so far.", name=seat.name)
        )
        told[zone_name("score", seat.place)] = scored
        if seat.place:
            hand = texts("{name}’s hand: nobody else sees these cards.", name=seat.name)
            told[zone_name("hand", seat.place)] = hand
    return told


def _history(texts: Texts) -> str:
    return texts("The last turns, the latest at the bottom; each dot has the colour of its seat.")


def meaning_at(told: Sequence[Meaning], at: Vec) -> Meaning | None:
    """Give what lies at a point of the root's space: of several, the smallest or the nearest."""
    here = [each for each in told if each.node.bounds.holds(at)]
    if not here:
        return None
    least = min(_area(each.node.bounds) for each in here)
    # The arcs of the ring are alike in size, and their boxes overlap.
    alike = [each for each in here if _area(each.node.bounds) <= 2.5 * least]
    return min(alike, key=lambda each: (each.node.bounds.centre - at).length)


def _area(box: Rect) -> float:
    return box.w * box.h
