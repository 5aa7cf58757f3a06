"""What the marks and figures mean that stand around the cards of any game: a sentence for each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from red7_desktop.kit.hud.part import Meaning
from red7_desktop.table.spec import zone_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from red7_desktop.kit.hud.hud import Hud
    from red7_desktop.kit.hud.model import SeatModel, TableModel
    from red7_desktop.kit.hud.seats.seat_panel import SeatPanel
    from red7_desktop.kit.hud.seats.viewer_panel import ViewerPanel
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.scene.geometry import Rect, Vec


def list_meanings(hud: Hud, model: TableModel, texts: Texts) -> tuple[Meaning, ...]:
    """Give what everything means that is shown now, in the order in which the eye reads it.

    Of what the game adds in the middle, the uppermost comes first.
    """
    found = (
        *(each for part in reversed(hud.shared) for each in part.meanings(texts)),
        Meaning(hud.why, model.why.meaning),
        Meaning(hud.why.find("crown"), model.crown),
        Meaning(hud.why.find("others"), model.why.others_meaning),
        *(each for part in hud.owned for each in part.meanings(texts)),
        *_list_viewer_meanings(hud.viewer, model, texts),
        *(
            each
            for panel, seat in zip(hud.seats, model.seats[1:], strict=False)
            for each in _list_seat_meanings(panel, seat, model, texts)
        ),
        *_list_match_meanings(hud, texts),
    )
    return tuple(each for each in found if each.sentence and each.node.is_shown)


def _list_viewer_meanings(panel: ViewerPanel, model: TableModel, texts: Texts) -> Iterator[Meaning]:
    yield from _list_name_meanings(panel, model.seats[0], model, texts)
    for row in panel.rows:
        if row.shown is not None:
            yield Meaning(row, row.shown.meaning or _describe_history(texts))


def _list_name_meanings(
    panel: SeatPanel | ViewerPanel, seat: SeatModel, model: TableModel, texts: Texts
) -> Iterator[Meaning]:
    person = (
        texts("The colour of the ring is yours everywhere at this table.")
        if seat.is_you
        else texts("The colour of the ring is {name}’s everywhere at this table.", name=seat.name)
    )
    yield Meaning(panel.find("name"), seat.about or person)
    yield Meaning(panel.find("crown"), model.crown)
    if seat.points is not None and seat.target is not None:
        values = {"name": seat.name, "points": seat.points, "target": seat.target}
        won = (
            texts("You have {points} of the {target} points that end the match.", **values)
            if seat.is_you
            else texts("{name} has {points} of the {target} points that end the match.", **values)
        )
        yield Meaning(panel.find("points"), won)


def _list_seat_meanings(
    panel: SeatPanel, seat: SeatModel, model: TableModel, texts: Texts
) -> Iterator[Meaning]:
    yield from _list_name_meanings(panel, seat, model, texts)
    holds = texts.plural(
        "{name} has {n} card in hand.",
        "{name} has {n} cards in hand.",
        seat.hand_count,
        name=seat.name,
    )
    yield Meaning(panel.find("count"), holds)
    told = texts("{name} is out till the next round.", name=seat.name) if seat.is_out else ""
    yield Meaning(panel.find("tally"), seat.tally.meaning if seat.tally else told)


def _list_match_meanings(hud: Hud, texts: Texts) -> Iterator[Meaning]:
    yield Meaning(
        hud.deck, texts("So many cards are left in the deck; nobody knows in which order.")
    )
    yield Meaning(hud.history, _describe_history(texts))
    yield Meaning(hud.title, texts("The round and the rules of this match."))


def describe_piles(model: TableModel, texts: Texts) -> dict[str, str]:
    """Say what lies face down or in piles, by the names of the layout's zones."""
    told = {zone_name("deck"): texts("The deck: cards are drawn from here, face down.")}
    told |= model.piles
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


def _describe_history(texts: Texts) -> str:
    return texts("The last turns, the latest at the bottom; each dot has the colour of its seat.")


def find_meaning_at(told: Sequence[Meaning], at: Vec) -> Meaning | None:
    """Give what lies at a point of the root's space: of several, the smallest or the nearest."""
    here = [each for each in told if each.node.bounds.holds(at)]
    if not here:
        return None
    least = min(_area(each.node.bounds) for each in here)
    # Marks that are alike in size may have boxes that overlap, as the arcs of a ring have.
    alike = [each for each in here if _area(each.node.bounds) <= 2.5 * least]
    return min(alike, key=lambda each: (each.node.bounds.centre - at).length)


def _area(box: Rect) -> float:
    return box.w * box.h
