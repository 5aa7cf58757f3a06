"""The page after a match: who won, the table of all rounds, and what to do next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from red7_desktop.app.table_screen.overlays.ending_parts import (
    first_of_two,
    lead_on,
    story_node,
    told_node,
    winner_head,
)
from red7_desktop.app.table_screen.overlays.round_table import round_table
from red7_desktop.app.table_screen.overlays.score_bars import ScoreBars
from red7_desktop.app.table_screen.overlays.sheet_page import SheetPage
from red7_desktop.kit.pages.flow import Flow
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.button import Button

if TYPE_CHECKING:
    from red7_desktop.app.entrance import Onward
    from red7_desktop.kit.models.endings import MatchEnd
    from red7_desktop.kit.pages.screen import Kit

_GAP: Final = 24.0


@dataclass(frozen=True)
class MatchEndActions:
    """What the buttons do: the same seats again, another game, the title, the record to a file.

    save_record is None where it cannot be saved, or has been. leave: shows the table again.
    review: looks back at people's turns, None where there are none. rounds: shows the table of all
    rounds, where the page has no room for it. onward: what leads on from a match that was played
    for something.
    """

    rematch: Callable[[], None]
    new_game: Callable[[], None]
    title: Callable[[], None]
    save_record: Callable[[], None] | None
    leave: Callable[[], None]
    review: Callable[[], None] | None = None
    rounds: Callable[[], None] | None = None
    onward: Onward | None = None


class MatchEndPage(SheetPage):
    """Shows the result of a match. Esc, the pad's B and a click outside show the table."""

    closes = False

    def __init__(self, kit: Kit, model: MatchEnd, actions: MatchEndActions) -> None:
        super().__init__(kit, "match end", actions.leave)
        self._model = model
        self._actions = actions
        self.first = first_of_two("rematch", actions.onward)

    @property
    def most_wide(self) -> float:
        """The width of the sheet where there is room."""
        return 1100.0

    def buttons(self) -> list[Button]:
        """Offer what can come next."""
        texts, actions = self.kit.texts, self._actions
        rows = [
            ("title", texts("Main menu"), actions.title, "quiet"),
            ("new game", texts("New game"), actions.new_game, "plain"),
        ]
        if actions.rounds is not None and self._model.scores:
            rows.insert(0, ("rounds", texts("All rounds"), actions.rounds, "quiet"))
        if actions.save_record is not None:
            rows.insert(0, ("save record", texts("Save record"), actions.save_record, "quiet"))
        if actions.review is not None:
            rows.insert(0, ("review", texts("Review"), actions.review, "quiet"))
        others = [
            Button(self.look, words, press, style=style, name=name)
            for name, words, press, style in rows
        ]
        again = lead_on(self.look, "rematch", texts("Rematch"), actions.rematch, actions.onward)
        return [*others, *again]

    def content(self, width: float) -> Node:
        """Put the winners on top, how it turned below, and everybody's points or the table."""
        model = self._model
        content = Node(name="content")
        flow = Flow(content, width, _GAP * self.zoom)
        flow.add(winner_head(self.look, self.ink, model.winners, model.title, width))
        told = told_node(self.kit, self.ink, model.told, width)
        if told is not None:
            flow.add(told, 16.0 * self.zoom)
        if model.story is not None:
            flow.add(story_node(self.look, self.ink, self.kit.texts, model.story, width))
        if model.scores:
            flow.add(ScoreBars(self.kit, model.scores, width, model.gains))
        elif model.rounds is not None:
            winners = [sign.seat for sign in model.winners]
            flow.add(round_table(self.kit, self.ink, model.rounds, winners, width))
        return flow.fit()
