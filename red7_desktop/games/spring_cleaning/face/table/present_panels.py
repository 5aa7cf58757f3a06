"""Fills the panels of the game's own parts: the race, the holder, the stairs, the mat, trash."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from red7_desktop.games.spring_cleaning.face.table.beat_line import IN_A_DRAW, present_steps
from red7_desktop.games.spring_cleaning.face.table.panels import (
    CountModel,
    HolderModel,
    MatModel,
    RaceModel,
    RaceRow,
    Stair,
    StairModel,
    TrashModel,
)
from red7_desktop.games.spring_cleaning.rules.combinations import length_of, top_of
from red7_desktop.games.spring_cleaning.rules.engine.position import OWES_INSERT, SEALED
from red7_desktop.games.spring_cleaning.rules.ranking import LIMITS, compute_trash_given
from red7_desktop.games.spring_cleaning.rules.state import TURN
from red7_desktop.games.spring_cleaning.rules.steps import OFFER, PLAY

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.face.table.table_scene import TableContext

FEW: Final = 3
"""With so few cards a seat is nearly out."""


def present_panels(scene: TableContext) -> dict[str, Any]:
    """Give what the game's own parts show, by the layout's names of their zones."""
    position, texts = scene.position, scene.texts
    panels: dict[str, Any] = {
        "race": _present_race(scene),
        "mat.0": _present_mat(scene),
        "discarded": CountModel(len(position.discard), texts("discard")),
    }
    panels |= {
        f"trash.{place}": _present_trash(scene, seat) for place, seat in enumerate(scene.order)
    }
    panels |= {
        f"left.{place}": _present_cards_left(scene, seat)
        for place, seat in enumerate(scene.order)
        if place
    }
    if position.trick and scene.seen.stage == TURN:
        panels["holder"] = _present_holder(scene)
        panels["trick"] = _present_stairs(scene)
    steps = present_steps(scene)
    return panels if steps is None else {**panels, "steps": steps}


def _present_race(scene: TableContext) -> RaceModel:
    texts, seen, position = scene.texts, scene.seen, scene.position
    left = tuple([position.card_count(seat) for seat in range(position.seats)])
    is_over = seen.stage != TURN
    gains = seen.rounds[-1].trash if is_over else _forecast_trash(left, position.mover)
    ranked = sorted(scene.order, key=lambda seat: (gains[seat], left[seat]))
    note = texts("trash of this round") if is_over else texts("trash if it ended now")
    return RaceModel(
        texts("Race"),
        note,
        LIMITS[position.seats],
        tuple([_present_race_row(scene, seat, left, gains[seat]) for seat in ranked]),
        texts("Who has fewest cards is first out. The others take trash by the cards they have."),
    )


def _forecast_trash(left: tuple[int, ...], mover: int) -> tuple[int, ...]:
    """Give the trash of each seat if one with the fewest cards were out now.

    Of several that is the first from the seat at its turn on.
    """
    seats = len(left)
    around = [(mover + nth) % seats for nth in range(seats)]
    first = min(around, key=left.__getitem__)
    return compute_trash_given((*left[:first], -1, *left[first + 1 :]), first)


def _present_race_row(
    scene: TableContext, seat: int, counts: tuple[int, ...], gain: int
) -> RaceRow:
    seen, position, words, left = scene.seen, scene.position, scene.words, counts[seat]
    is_over = seen.stage != TURN
    offered = len(position.offers[seat])
    cards, name = words.card_count(left), words.name(seat)
    total = position.trash[seat]
    return RaceRow(
        sign=words.sign(seat),
        name=name,
        cards=cards,
        in_hand=left - offered,
        in_offer=offered,
        trash=total - gain if is_over else total,
        gain=gain,
        is_you=words.is_you(seat),
        is_acting=seat in seen.to_act,
        holds=position.holder == seat and not is_over,
        is_close=left <= FEW and not is_over,
        meaning=_explain_race_row(scene, seat, counts, gain),
    )


def _explain_race_row(scene: TableContext, seat: int, counts: tuple[int, ...], gain: int) -> str:
    """Say what a row of the race shows, and why seats with as many cards take other trash."""
    texts, words = scene.texts, scene.words
    template = texts("{name}: {cards}, {trash} trash, {gain} more if it ended now.")
    if scene.seen.stage != TURN:
        template = texts("{name}: {cards}, {trash} trash, {gain} of it from this round.")
    said = template.format(
        name=words.name(seat),
        cards=words.card_count(counts[seat]),
        trash=scene.position.trash[seat],
        gain=gain,
    )
    if not gain or counts.count(counts[seat]) == 1:
        return said
    tied = texts("Of equal counts, the first one clockwise from whoever is out takes less.")
    return f"{said} {tied}"


def _present_holder(scene: TableContext) -> HolderModel:
    words, position = scene.words, scene.position
    seat, held = position.holder, words.combination(position.table)
    return HolderModel(
        words.sign(seat),
        words.name(seat),
        held,
        str(top_of(position.table)),
        scene.texts(
            "On the table: {held}. If nobody beats it, {name} wins the trick.",
            held=held,
            name=words.names[seat],
        ),
    )


def _present_stairs(scene: TableContext) -> StairModel:
    """Tell of the beaten combinations; the turns say whose each was."""
    words, trick = scene.words, scene.position.trick
    plays = [
        (turn.seat, step.what)
        for turn in scene.seen.turns
        for step in turn.steps
        if step.kind == PLAY
    ]
    beaten = plays[-len(trick) : -1]
    # A position that was set up has no turns to tell it.
    if len(beaten) < len(trick) - 1:
        return StairModel(())
    said = scene.texts("{name}: {held}, beaten.")
    stairs = [
        Stair(
            words.sign(seat),
            length_of(play),
            said.format(name=words.name(seat), held=words.combination(play)),
        )
        for seat, play in beaten
    ]
    return StairModel(tuple(stairs))


def _present_mat(scene: TableContext) -> MatModel:
    """Say what the offer at the bottom is good for."""
    texts, position = scene.texts, scene.position
    title = texts("Your offer")
    if scene.seen.viewer is None:
        title = texts("{name}’s offer", name=scene.words.names[scene.bottom])
    is_open = scene.is_asked and scene.legal_of(OFFER)
    note = texts("may join any play, but never a lead")
    if scene.seen.stage != TURN:
        note = texts("counts with the hand") if position.offers[scene.bottom] else ""
    elif position.phase == SEALED:
        note = texts("face down till all have picked")
    elif scene.is_asked and position.phase in IN_A_DRAW:
        note = texts("now one card of your hand goes here")
        if position.phase == OWES_INSERT:
            note = texts("next: one card of your hand goes here")
    if scene.offered:
        note = texts("can still be changed till the turn ends")
        if position.phase == SEALED:
            note = texts("can still be changed till it is sealed")
    return MatModel(
        title,
        note,
        is_open,
        texts(
            "Cards of an offer may join anybody’s play, and others may draw them. When your hand "
            "is empty, you pick yours up."
        ),
    )


def _present_cards_left(scene: TableContext, seat: int) -> CountModel:
    texts, count = scene.texts, scene.position.card_count(seat)
    meaning = texts("The cards that {name} has left, in hand and offer together.")
    return CountModel(
        count,
        texts.plural_within("sum", "card", "cards", count),
        0 < count <= FEW and scene.seen.stage == TURN,
        meaning.format(name=scene.words.names[seat]),
    )


def _present_trash(scene: TableContext, seat: int) -> TrashModel:
    texts, target = scene.texts, LIMITS[scene.position.seats]
    return TrashModel(
        texts("trash"),
        scene.position.trash[seat],
        target,
        texts("The match ends when a seat has {target} trash; the least wins.", target=target),
    )
