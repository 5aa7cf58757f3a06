"""Builds the parts of the table's model that all games share.

These are the seats, the buttons, the text while others play, and the recent turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Generic, Self

from red7_desktop.kit import phrases, table_model
from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.game_view import GameView, Observation, Words
from red7_desktop.kit.look.emblem import split_name
from red7_desktop.kit.texts import Runs, Texts, to_runs
from red7_desktop.play import ai
from red7_desktop.scene.widgets.runs import TextRun
from red7_desktop.tabletop import rounds
from red7_desktop.tabletop.game import TURN, Reason, zone_of
from red7_desktop.tabletop.moods import Atmosphere, Mood

MAX_HISTORY_LINES: Final = 40
"""Maximum number of lines in the model's list of recent turns; older lines are dropped."""


@dataclass(frozen=True)
class TableContext(Generic[Observation, Words]):
    """The values from which a game builds its table's model, with methods that build common parts.

    A game's subclass adds values that it needs for several parts of its model.

    Attributes:
        view: The game's view.
        observation: The observation to show.
        words: Builds the table's sentences; addresses the viewer as "you".
        options: View options that aren't part of the observation.
    """

    view: GameView
    observation: Observation
    words: Words
    options: table_model.ViewOptions

    @classmethod
    def for_model(
        cls,
        view: GameView,
        seen: Any,
        seats: Sequence[ai.Seat],
        texts: Texts,
        around: table_model.ViewOptions,
    ) -> Self:
        """Create the context from the arguments of `TableFacet.build_model`."""
        return cls(view, seen, view.words.words_class.for_viewer(texts, seats, seen.viewer), around)

    @property
    def texts(self) -> Texts:
        """Translations in the table's language."""
        return self.words.texts

    @property
    def order(self) -> tuple[int, ...]:
        """All seats clockwise, starting at the bottom of the table."""
        return self.words.clockwise(self.options.bottom)

    @property
    def bottom(self) -> int:
        """The seat at the bottom of the table."""
        return self.order[0]

    @cached_property
    def atmosphere(self) -> Atmosphere:
        """The mood of each seat's player, such as winning or calm, as portraits show it.

        Moods are computed only from cards that everybody can see.
        """
        return self.view.moods.find_atmosphere(self.observation)

    @property
    def is_asked(self) -> bool:
        """Whether it is the viewer's turn."""
        return rounds.is_viewers_turn(self.observation)

    # -- waiting -----------------------------------------------------------------------------

    def find_wait(self) -> Reason | None:
        """Return the reason, as code and data, why the viewer can't act.

        Return None if it is the viewer's turn.
        """
        return rounds.explain_wait(self.observation)

    def explain_not_now(self) -> Runs:
        """Return the sentence that says why the viewer can't act; () on the viewer's turn."""
        why = self.find_wait()
        if why:
            return self.view.words.explain(why, self.words)
        return ()

    def describe_waiting(self) -> Runs:
        """Return a text such as "It's Bo's turn", for the large button; () if nobody is to move."""
        to_act: tuple[int, ...] = self._seen.to_act
        if not to_act or to_act[0] < 0:
            return ()
        return to_runs(self.texts("It’s {name}’s turn", name=self.words.names[to_act[0]]))

    def name_status(self) -> str:
        """Return the viewer's state in one or two words, such as "waiting"."""
        if self._seen.viewer is None and not self.words.people:
            return self.texts("watching")
        if self._seen.stage == rounds.MATCH_OVER:
            return self.texts("match over")
        if self._seen.stage != TURN:
            return self.texts("round over")
        if self.is_asked:
            return self.texts("Your turn")
        return self.texts("waiting")

    # -- buttons -----------------------------------------------------------------------------

    def build_idle_button(self, title: str) -> table_model.LargeButtonModel | None:
        """Build the large button while the viewer can't move; return None on the viewer's turn.

        After a round or match, the button continues. While others move, it is disabled, and its
        second line says whose turn it is.

        Args:
            title: Title of the disabled button; the same as on the viewer's turn.
        """
        if self._seen.stage in {rounds.ROUND_OVER, rounds.MATCH_OVER}:
            return build_over_button(self.texts, self._seen.stage)
        if self.is_asked:
            return None
        wait = table_model.ButtonState.WAIT
        return table_model.LargeButtonModel(Intent.END, wait, title, self.describe_waiting())

    def build_undo_button(self) -> table_model.ButtonModel:
        """Build the undo button, disabled with a reason if undo isn't possible."""
        why = self.options.no_undo
        if why:
            not_now = self.view.words.explain(why, self.words)
        else:
            not_now = ()
        return table_model.ButtonModel(self.texts("Undo"), why is None, not_now)

    def build_hint_button(self) -> table_model.ButtonModel:
        """Build the hint button, disabled with a reason if there are no hints."""
        not_now = self.explain_not_now()
        if not self.options.hints:
            not_now = to_runs(self.texts("Hints are switched off."))
        return table_model.ButtonModel(self.texts("Hint"), not not_now, not_now)

    def build_actions(
        self,
        primary: table_model.LargeButtonModel,
        low: table_model.ButtonModel | None = None,
        offer: table_model.ButtonModel | None = None,
    ) -> table_model.ActionsModel:
        """Build the model of the action buttons: the given buttons, undo and hint.

        Args:
            primary: Large button that ends the turn or continues the match.
            low: Inconspicuous button at the bottom, such as "Drop out"; None for none.
            offer: Second large button, such as "Draw a card"; None for none.
        """
        undo = self.build_undo_button()
        return table_model.ActionsModel(primary, undo, self.build_hint_button(), low, offer)

    # -- panels ------------------------------------------------------------------------------

    def build_title(
        self, line: str, upper_line: str = "", lower_line: str = ""
    ) -> table_model.TitleModel:
        """Build the title, see `TitleModel`, with the game's name as the logo."""
        words, number = split_name(self.view.title(self.texts))
        logo: tuple[TextRun, ...] = (TextRun(words),)
        if number:
            logo = (TextRun(words), TextRun(number, style="hud_logo_accent"))
        return table_model.TitleModel(line, upper_line, lower_line, logo)

    def build_seat(self, seat: int, place: int, **own: Any) -> table_model.SeatModel:
        """Build a seat's panel.

        Args:
            seat: Seat number.
            place: Position clockwise from the bottom.
            **own: Further fields of `SeatModel` that the game provides. Without `hand_count`, the
                cards in the seat's zone `hand` are counted.
        """
        if "hand_count" not in own:
            own["hand_count"] = len(self._seen.zones[zone_of("hand", seat)])
        words = self.words
        texts = self.texts
        level = words.level_key(seat)
        is_acting = seat in self._seen.to_act
        mood = Mood.CALM
        if self.options.moods:
            mood = self.atmosphere.find_mood(seat, is_person=not level)
        return table_model.SeatModel(
            seat=seat,
            place=place,
            initial=words.initial(seat),
            name=words.name_tag(seat),
            kind=phrases.describe_player(texts, level, self.options.kinds, is_thinking=is_acting),
            is_you=words.is_you(seat),
            is_acting=is_acting,
            level=level,
            portrait=words.portrait(seat),
            about=self.view.setup.describe_levels(texts).get(level, ""),
            mood=mood,
            **own,
        )

    def build_seats(self) -> tuple[table_model.SeatModel, ...]:
        """Build the models of all seats' panels without fields that only one game sets."""
        return tuple([self.build_seat(seat, place) for place, seat in enumerate(self.order)])

    def build_prompt(self, line: Runs, **own: Any) -> table_model.StatusModel:
        """Build a status line that tells the viewer what to do."""
        return table_model.StatusModel(line, has_leader=False, is_prompt=self.is_asked, **own)

    def build_history(
        self,
        turns: Sequence[table_model.HistoryLine] = (),
        results: Sequence[table_model.HistoryLine] = (),
    ) -> table_model.HistoryModel:
        """Build the list of recent turns and results, in the order in which they happened.

        Args:
            turns: Turns of the current round; () to use the steps of a game without rounds.
            results: Results of the finished rounds, including the current one if it is finished.
        """
        seen = self._seen
        ended = len(seen.rounds) - (len(seen.rounds) == seen.round_number)
        shown = turns or self.options.steps
        lines = [line for line in (*results[:ended], *shown, *results[ended:]) if line.line]
        return table_model.HistoryModel(self.texts("Last turns"), tuple(lines[-MAX_HISTORY_LINES:]))

    @property
    def _seen(self) -> Any:
        """The observation as `Any`, because no base class declares its rounds and turns."""
        return self.observation


def build_over_button(texts: Texts, stage: str) -> table_model.LargeButtonModel:
    """Build the large button shown after a round or match: "Next round" or "Result"."""
    ask = table_model.RESULT
    title = texts("Result")
    if stage == rounds.ROUND_OVER:
        ask = table_model.NEXT_ROUND
        title = texts("Next round")
    return table_model.LargeButtonModel(ask, table_model.ButtonState.GO, title)
