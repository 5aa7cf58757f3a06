"""The page after a match: who won, the table of all rounds, and what to do next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from red7_desktop.app.table_screen.overlays.end_page import (
    EndButton,
    EndPage,
    EndScene,
    add_next_step,
    choose_main_button,
)
from red7_desktop.app.table_screen.overlays.ending_parts import (
    build_story_node,
    build_turning_node,
    build_winner_head,
)
from red7_desktop.app.table_screen.overlays.round_table import build_round_table
from red7_desktop.app.table_screen.overlays.score_bars import ScoreBars
from red7_desktop.kit.input.intents import Intent
from red7_desktop.kit.pages.flow import Flow
from red7_desktop.scene.node import Node

if TYPE_CHECKING:
    from red7_desktop.app.entrance import NextStep
    from red7_desktop.kit.models.endings import MatchEnd, TurningStory
    from red7_desktop.kit.pages.screen import Ui

_GAP: Final = 24.0


@dataclass(frozen=True)
class MatchEndActions:
    """What the buttons do: the same seats again, another game, the title, the record to a file.

    save_record is None where it cannot be saved, or has been. leave: shows the table again.
    review: looks back at people's turns, None where there are none. rounds: shows the table of all
    rounds, where the page has no room for it. onward: what leads on from a match that was played
    for something. story: opens a sheet that tells more. profile: shows what all matches came to.
    """

    rematch: Callable[[], None]
    new_game: Callable[[], None]
    title: Callable[[], None]
    save_record: Callable[[], None] | None
    leave: Callable[[], None]
    review: Callable[[], None] | None = None
    rounds: Callable[[], None] | None = None
    onward: NextStep | None = None
    story: Callable[[], None] | None = None
    profile: Callable[[], None] | None = None


class MatchEndPage(EndPage):
    """Shows the result of a match. Esc, the pad's B and a click outside show the table."""

    def __init__(
        self, kit: Ui, model: MatchEnd, actions: MatchEndActions, stage: EndScene | None = None
    ) -> None:
        super().__init__(kit, "match end", actions.leave, stage)
        self._model = model
        self._actions = actions
        self.first = choose_main_button(actions.onward, "rematch")

    @property
    def most_wide(self) -> float:
        """The width of the sheet where there is room."""
        return 1100.0

    @property
    def told(self) -> TurningStory:
        """How the match turned."""
        return self._model.told

    def offers(self) -> list[EndButton]:
        """Offer what can come next."""
        texts, actions = self.kit.texts, self._actions
        note = texts("Same players, new deal")
        found = [
            EndButton(
                "rematch", texts("Rematch"), actions.rematch, "main", note, hint=Intent.ACTIVATE
            ),
            EndButton("new game", texts("New game"), actions.new_game, "side"),
            EndButton("title", texts("Main menu"), actions.title, "side"),
        ]
        if actions.review is not None:
            found.insert(1, EndButton("review", texts("Review"), actions.review, "side"))
        if actions.rounds is not None:
            words, is_here = texts("All rounds"), not self._model.scores
            found.append(EndButton("rounds", words, actions.rounds, is_for_stage=is_here))
        if actions.story is not None:
            words = texts("How it went")
            found.append(EndButton("story", words, actions.story, is_for_stage=True))
        if actions.profile is not None:
            found.append(EndButton("profile", texts("Profile"), actions.profile))
        if actions.save_record is not None:
            found.append(EndButton("save record", texts("Save record"), actions.save_record))
        return add_next_step(found, actions.onward)

    def content(self, width: float) -> Node:
        """Put the winners on top, how it turned below, and everybody's points or the table."""
        model = self._model
        content = Node(name="content")
        flow = Flow(content, width, _GAP * self.zoom)
        flow.add(build_winner_head(self.look, self.ink, model.winners, model.title, width))
        told = build_turning_node(self.kit, self.ink, model.told, width)
        if told is not None:
            flow.add(told, 16.0 * self.zoom)
        if model.story is not None:
            flow.add(build_story_node(self.look, self.ink, self.kit.texts, model.story, width))
        if model.scores:
            flow.add(ScoreBars(self.kit, model.scores, width, model.gains))
        elif model.rounds is not None:
            winners = [sign.seat for sign in model.winners]
            flow.add(build_round_table(self.kit, self.ink, model.rounds, winners, width))
        return flow.fit()
