"""Works out what stands around the cards from what the viewer may know; pure, no pygame.

`present` is the one way from an observation to the table's panels. It asks the rules what is legal,
and puts the answers into words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.face.table.beat_line import present_why
from red7_desktop.games.spring_cleaning.face.table.present_actions import present_actions
from red7_desktop.games.spring_cleaning.face.table.present_panels import present_panels
from red7_desktop.games.spring_cleaning.face.table.present_viewer import present_viewer
from red7_desktop.games.spring_cleaning.face.table.table_marks import present_marks
from red7_desktop.games.spring_cleaning.face.table.table_scene import TableContext
from red7_desktop.games.spring_cleaning.face.words.turn_words import (
    describe_first_offers,
    describe_round_result,
    describe_turns,
    list_out_seats,
)
from red7_desktop.games.spring_cleaning.face.words.words import SpringWords, describe_characters
from red7_desktop.games.spring_cleaning.rules.engine.position import (
    OWES_INSERT,
    OWES_OFFER,
    OWES_ORDER,
    SEALED,
)
from red7_desktop.games.spring_cleaning.rules.state import TURN
from red7_desktop.kit.hud.model import (
    DeckModel,
    HistoryLine,
    HistoryModel,
    SeatModel,
    TableModel,
    TitleModel,
    ViewOptions,
)
from red7_desktop.kit.language.opponent_words import describe_level, kind_of
from red7_desktop.scene.paint.run_lines import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.play.seats import Seat

LINES_KEPT: Final = 40
"""How many lines of history the model holds."""

_HELP: Final = {
    SEALED: "drawing",
    OWES_INSERT: "drawing",
    OWES_OFFER: "drawing",
    OWES_ORDER: "pickup",
}
"""By phase: the page of the rules that is about it."""


def present_table(
    observation: SpringObservation,
    seats: Sequence[Seat],
    texts: Texts,
    around: ViewOptions | None = None,
) -> TableModel:
    """Give everything that stands around the cards for one observation."""
    words = SpringWords.at(texts, seats, observation.viewer)
    scene = TableContext(observation, words, around or ViewOptions())
    position = observation.position
    return TableModel(
        title=_present_title(scene),
        seats=tuple([_present_seat(scene, seat, place) for place, seat in enumerate(scene.order)]),
        why=present_why(scene),
        viewer=present_viewer(scene),
        actions=present_actions(scene),
        history=_present_history(scene),
        deck=DeckModel(len(position.deck), texts("deck")),
        panels=present_panels(scene),
        marks=present_marks(scene),
        middle="table",
        help=_HELP.get(position.phase, "beating" if position.trick else "combinations"),
        crown=texts("The crown marks whose combination lies on the table."),
        piles={
            "discard": texts("The discard: the cards of tricks that are over, face up."),
            "trick": texts("The beaten combinations of this trick."),
        },
    )


def _present_title(scene: TableContext) -> TitleModel:
    texts = scene.texts
    round_words = texts("Round {n}", n=scene.seen.round_number)
    name = texts("Spring Cleaning")
    return TitleModel(round_words, round_words, "", (Span(name),))


def _present_seat(scene: TableContext, seat: int, place: int) -> SeatModel:
    seen, words, texts = scene.seen, scene.words, scene.texts
    level, is_acting = words.player(seat), seat in seen.to_act
    return SeatModel(
        seat=seat,
        place=place,
        initial=words.initial(seat),
        name=words.name_tag(seat),
        kind=kind_of(texts, level, scene.around.kinds, is_asked=is_acting),
        hand_count=scene.position.card_count(seat),
        is_you=words.is_you(seat),
        is_acting=is_acting,
        is_leading=seen.stage == TURN and scene.position.holder == seat,
        level=level,
        about=describe_level(texts, describe_characters(texts), level),
        portrait=words.portrait(seat),
    )


def _present_history(scene: TableContext) -> HistoryModel:
    """List the last turns of the round, after the results of the rounds before."""
    words, seen = scene.words, scene.seen
    lines = describe_turns(words, seen.turns_played, seen.leader)
    # First offers are picked by all at the same time.
    turns = [HistoryLine(None, describe_first_offers(words, seen.first_offers))]
    turns += [
        HistoryLine(turn.seat, line) for turn, line in zip(seen.turns_played, lines, strict=True)
    ]
    results = []
    for number, result in enumerate(seen.rounds, start=1):
        out = list_out_seats(result)
        seat = out[0] if len(out) == 1 else None
        results.append(HistoryLine(seat, describe_round_result(words, number, result)))
    this_round_is_over = len(seen.rounds) == seen.round_number
    before, after = (results[:-1], results[-1:]) if this_round_is_over else (results, [])
    told = [line for line in (*before, *turns, *after) if line.line]
    return HistoryModel(words.texts("Last turns"), tuple(told[-LINES_KEPT:]))
