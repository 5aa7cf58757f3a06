"""Works out what stands around the cards from what the viewer may know; pure, no pygame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.face.table.present_actions import present_actions
from red7_desktop.games.spring_cleaning.face.table.table_scene import Scene
from red7_desktop.games.spring_cleaning.face.words.words import SpringWords, characters
from red7_desktop.games.spring_cleaning.rules.ranking import LIMITS
from red7_desktop.kit.hud.model import (
    Circumstances,
    DeckModel,
    HistoryModel,
    SeatModel,
    TableModel,
    TitleModel,
    ViewerModel,
    WhyModel,
)
from red7_desktop.kit.language.opponent_words import about, doings
from red7_desktop.kit.language.rich_text import runs_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.play.seats import Seat


def present(
    observation: SpringObservation,
    seats: Sequence[Seat],
    texts: Texts,
    around: Circumstances | None = None,
) -> TableModel:
    """Give everything that stands around the cards for one observation."""
    words = SpringWords.at(texts, seats, observation.viewer)
    scene = Scene(observation, seats, words, around or Circumstances())
    name = texts("Spring Cleaning")
    round_words = texts("Round {n}", n=observation.round_number)
    return TableModel(
        title=TitleModel(round_words, round_words, name),
        seats=tuple(_seat(scene, seat, place) for place, seat in enumerate(scene.order)),
        why=_why(scene),
        viewer=ViewerModel(texts("your turn") if scene.is_asked else texts("waiting")),
        actions=present_actions(scene),
        history=HistoryModel(texts("Last turns")),
        deck=DeckModel(len(scene.position.deck), texts("draw deck")),
        middle="table",
    )


def _seat(scene: Scene, seat: int, place: int) -> SeatModel:
    seen, words, sitting = scene.seen, scene.words, scene.seats[seat]
    is_you = words.is_you(seat)
    several_people = sum(each.is_person for each in scene.seats) > 1
    is_acting = seat in seen.to_act
    kind = scene.texts("Person")
    if sitting.player is not None:
        kind = scene.around.kinds.get(sitting.player, scene.texts("AI"))
        if is_acting:
            kind = doings(scene.texts).get(sitting.player, scene.texts("thinks …"))
    return SeatModel(
        seat=seat,
        place=place,
        initial=words.initial(seat),
        name=sitting.name if several_people or not is_you else words.name(seat),
        kind=kind,
        hand_count=len(scene.position.hands[seat]),
        points=scene.position.trash[seat],
        target=LIMITS[len(scene.seats)],
        is_you=is_you,
        is_out=False,
        is_acting=is_acting,
        is_leading=scene.position.holder == seat,
        level=sitting.player or "",
        about=about(scene.texts, characters(scene.texts), sitting.player),
    )


def _why(scene: Scene) -> WhyModel:
    table, words, texts = scene.position.table, scene.words, scene.texts
    if not table:
        return WhyModel(runs_of(texts("The table is empty")), has_leader=False)
    return WhyModel(runs_of(texts("To beat: {what}", what=words.combination(table))))
