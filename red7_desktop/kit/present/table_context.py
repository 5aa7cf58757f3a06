"""Presents what all games present alike: seats, buttons, waiting, refusals, the last turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, Self

from red7_desktop.kit import phrases, table_model
from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.game_view import GameView, Seen, Talk
from red7_desktop.kit.look.emblem import split_name
from red7_desktop.kit.texts import Runs, Texts, runs_of
from red7_desktop.play import ai
from red7_desktop.scene.widgets.runs import Span
from red7_desktop.tabletop import rounds
from red7_desktop.tabletop.game import Reason, zone_of

LINES_KEPT: Final = 40
"""How many lines of history the table holds."""


@dataclass(frozen=True)
class TableContext(Generic[Seen, Talk]):
    """What the parts of a table's model are made from.

    A game's own subclass adds what its parts ask for more than once.

    Attributes:
        view: The game's view.
        seen: The observation that is presented.
        words: Words of the table, relative to the viewer.
        around: What the observation doesn't say.
    """

    view: GameView
    seen: Seen
    words: Talk
    around: table_model.ViewOptions

    @classmethod
    def of(
        cls,
        view: GameView,
        seen: Any,
        seats: Sequence[ai.Seat],
        texts: Texts,
        around: table_model.ViewOptions,
    ) -> Self:
        """Return the context of an observation, as `TableFacet.present` gets it."""
        return cls(view, seen, view.words.seat_words.at(texts, seats, seen.viewer), around)

    @property
    def texts(self) -> Texts:
        """The language of the table."""
        return self.words.texts

    @property
    def order(self) -> tuple[int, ...]:
        """All seats clockwise, from the one at the bottom of the table."""
        return self.words.clockwise(self.around.bottom)

    @property
    def bottom(self) -> int:
        """The seat at the bottom of the table."""
        return self.order[0]

    @property
    def is_asked(self) -> bool:
        """Whether a turn is asked of the viewer."""
        return rounds.is_asked(self.seen)

    # -- waiting -----------------------------------------------------------------------------

    def find_wait(self) -> Reason | None:
        """Return what the viewer waits for, None on the viewer's turn."""
        return rounds.find_wait(self.seen)

    def explain_not_now(self) -> Runs:
        """Return why nothing can be done now; () on the viewer's turn."""
        why = self.find_wait()
        if why:
            return self.view.words.explain(why, self.words)
        return ()

    def describe_waiting(self) -> Runs:
        """Return whose turn it is, as the large button says it; () if nobody is asked."""
        to_act: tuple[int, ...] = self._seen.to_act
        if not to_act or to_act[0] < 0:
            return ()
        return runs_of(self.texts("It’s {name}’s turn", name=self.words.names[to_act[0]]))

    def name_status(self) -> str:
        """Return in a word or two what the viewer is doing."""
        if self._seen.viewer is None and not self.words.people:
            return self.texts("watching")
        if self._seen.stage != rounds.TURN:
            return self.texts("round over")
        if self.is_asked:
            return self.texts("Your turn")
        return self.texts("waiting")

    # -- buttons -----------------------------------------------------------------------------

    def build_idle_button(self, title: str) -> table_model.EndModel | None:
        """Return the large button while it isn't the viewer's turn; None on the viewer's turn.

        Args:
            title: What it says on the viewer's turn.
        """
        if self._seen.stage in {rounds.ROUND_OVER, rounds.MATCH_OVER}:
            return build_over_button(self.texts, self._seen.stage)
        if self.is_asked:
            return None
        wait = table_model.Mood.WAIT
        return table_model.EndModel(Intent.END, wait, title, self.describe_waiting())

    def build_undo_button(self) -> table_model.ButtonModel:
        """Return the button that takes back the last step, or says why it can't."""
        why = self.around.no_undo
        if why:
            not_now = self.view.words.explain(why, self.words)
        else:
            not_now = ()
        return table_model.ButtonModel(self.texts("Undo"), why is None, not_now)

    def build_hint_button(self) -> table_model.ButtonModel:
        """Return the button that asks for advice, or says why there is none."""
        not_now = self.explain_not_now()
        if not self.around.hints:
            not_now = runs_of(self.texts("Hints are switched off."))
        return table_model.ButtonModel(self.texts("Hint"), not not_now, not_now)

    def build_actions(
        self,
        end: table_model.EndModel,
        low: table_model.ButtonModel | None = None,
        offer: table_model.ButtonModel | None = None,
    ) -> table_model.ActionsModel:
        """Return the column of buttons: the game's own, undo and hint."""
        undo = self.build_undo_button()
        return table_model.ActionsModel(end, undo, self.build_hint_button(), low, offer)

    # -- panels ------------------------------------------------------------------------------

    def build_title(self, line: str, round: str = "", rules: str = "") -> table_model.TitleModel:
        """Return the title, see `TitleModel`, with the game's name as its logo."""
        words, number = split_name(self.view.title(self.texts))
        logo: tuple[Span, ...] = (Span(words),)
        if number:
            logo = (Span(words), Span(number, style="hud_logo_accent"))
        return table_model.TitleModel(line, round, rules, logo)

    def build_seat(self, seat: int, place: int, **own: Any) -> table_model.SeatModel:
        """Return a seat's panel.

        Args:
            seat: Its number.
            place: Its place, clockwise from the bottom.
            **own: What only the game knows of it, as fields of `SeatModel`. Without `hand_count`,
                the seat's zone `hand` is counted.
        """
        if "hand_count" not in own:
            own["hand_count"] = len(self._seen.zones[zone_of("hand", seat)])
        words = self.words
        texts = self.texts
        level = words.player(seat)
        is_acting = seat in self._seen.to_act
        return table_model.SeatModel(
            seat=seat,
            place=place,
            initial=words.initial(seat),
            name=words.name_tag(seat),
            kind=phrases.kind_of(texts, level, self.around.kinds, is_asked=is_acting),
            is_you=words.is_you(seat),
            is_acting=is_acting,
            level=level,
            portrait=words.portrait(seat),
            about=self.view.setup.characters(texts).get(level, ""),
            **own,
        )

    def build_seats(self) -> tuple[table_model.SeatModel, ...]:
        """Return the panels of all seats, for a game that knows nothing more of them."""
        return tuple([self.build_seat(seat, place) for place, seat in enumerate(self.order)])

    def build_prompt(self, line: Runs, **own: Any) -> table_model.WhyModel:
        """Return a status line about what is to be done, not about who leads."""
        return table_model.WhyModel(line, has_leader=False, is_prompt=self.is_asked, **own)

    def build_history(
        self,
        turns: Sequence[table_model.HistoryLine] = (),
        results: Sequence[table_model.HistoryLine] = (),
    ) -> table_model.HistoryModel:
        """Return the turns of a round among the results of all; lines without words are left out.

        Args:
            turns: Those of the round that is shown; a game without rounds has its steps instead.
            results: Those of the rounds that are over, the shown one's too once it is.
        """
        seen = self._seen
        ended = len(seen.rounds) - (len(seen.rounds) == seen.round_number)
        shown = turns or self.around.steps
        told = [line for line in (*results[:ended], *shown, *results[ended:]) if line.line]
        return table_model.HistoryModel(self.texts("Last turns"), tuple(told[-LINES_KEPT:]))

    @property
    def _seen(self) -> Any:
        """The observation, whose rounds and turns no type tells of."""
        return self.seen


def build_over_button(texts: Texts, stage: str) -> table_model.EndModel:
    """Return the large button once a round is over, or the match."""
    ask = table_model.RESULT
    title = texts("Result")
    if stage == rounds.ROUND_OVER:
        ask = table_model.NEXT_ROUND
        title = texts("Next round")
    return table_model.EndModel(ask, table_model.Mood.GO, title)
