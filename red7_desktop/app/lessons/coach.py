"""The coach: says at the table what comes next, one thing at a time, and forbids nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from red7_desktop.app.table_screen.foot import TableHandle, TableMode
from red7_desktop.kit.hud.model import (
    ButtonModel,
    EndModel,
    Hint,
    Mood,
    SeatModel,
    TableModel,
    TitleModel,
)
from red7_desktop.kit.input.intents import Intent
from red7_desktop.kit.language.rich_text import runs_of, to_plain
from red7_desktop.kit.models.course import Counsel, LessonProgress, list_own_steps
from red7_desktop.kit.sound.sounds import Sound
from red7_desktop.play.exercise import ExerciseSession
from red7_desktop.scene.node import Node
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.player import Choice

if TYPE_CHECKING:
    from red7_desktop.kit.game_face import AnyGameView
    from red7_desktop.kit.models.course import Coach, LessonTask
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.play.session import Session

ONWARD, AGAIN, ALL = "next_lesson", "try_again", "all_lessons"
"""What the buttons of a lesson ask for."""


@dataclass(frozen=True)
class CoachWays:
    """Where it leads. reached: hears that the goal is reached. onward: to the next lesson.

    show_all: to the list; None beside a match, which has its own ends. has_more: whether a lesson
    follows.
    """

    reached: Callable[[], None]
    onward: Callable[[], None] = lambda: None
    show_all: Callable[[], None] | None = None
    has_more: bool = False


class LessonMode(TableMode):
    """Says what `coach` makes of the match whenever that has changed.

    task, number: what is being learned, and which lesson that is; None beside the first game.
    """

    def __init__(
        self,
        kit: Ui,
        face: AnyGameView,
        session: Session,
        coach: Coach,
        ways: CoachWays,
        task: LessonTask | None = None,
        number: str = "",
    ) -> None:
        super().__init__(Node(name="coach"))
        self._kit = kit
        self._face = face
        self._session = session
        self._coach = coach
        self._ways = ways
        self._task = task
        self.leave = ways.show_all
        self._number = number
        self._around: TableHandle | None = None
        self._counsel = Counsel(None)
        self._is_due = False
        self._helps = False
        self._has_reached = False
        self._seats: tuple[SeatModel, ...] = ()

    # -- what the table calls ----------------------------------------------------------------

    def attach(self, around: TableHandle) -> None:
        """Hear of the table."""
        self._around = around

    def shown(self, model: TableModel) -> TableModel:
        """Think of what to say; a lesson has its own title, and in the end its own buttons."""
        session = self._session
        self._counsel = Counsel(None)
        if session.viewer is not None:
            self._counsel = self._coach(self._words(), session.match, session.viewer)
        self._is_due = True
        if self._task is None:
            return model
        if self._counsel.progress is LessonProgress.OPEN:
            self._seats = model.seats
        return replace(
            model,
            title=TitleModel(self._number, "", self._number, model.title.logo),
            seats=tuple(map(self._at_rest, model.seats)),
            actions=replace(model.actions, **self._buttons(model)),
        )

    def _at_rest(self, seat: SeatModel) -> SeatModel:
        """Show nobody as being asked once the lesson is over: nobody plays on."""
        if self._counsel.progress is LessonProgress.OPEN:
            return seat
        before = next((each for each in self._seats if each.seat == seat.seat), seat)
        return replace(seat, is_acting=False, kind=before.kind)

    def _buttons(self, model: TableModel) -> dict[str, Any]:
        texts = self._kit.texts
        more = ButtonModel(texts("All lessons"), True, ask=ALL)
        if self._counsel.progress is LessonProgress.OPEN:
            return {"low": model.actions.low or more}
        hint = replace(model.actions.hint, is_enabled=False)
        if self._counsel.progress is LessonProgress.MISSED:
            end = EndModel(AGAIN, Mood.GO, texts("Try again"), is_enabled=True)
        else:
            words = texts("Next lesson") if self._ways.has_more else texts("All lessons")
            end = EndModel(ONWARD, Mood.GO, words, is_enabled=True)
        return {"end": end, "hint": hint, "low": more, "offer": None}

    def find(self, asked: str) -> Callable[[], object] | None:
        """Give what goes on, begins again, or helps."""
        deeds: dict[str, Callable[[], object]] = {Intent.HINT: self._help}
        if self._task is not None:
            show_all = self._ways.show_all or self._ways.onward
            deeds |= {ONWARD: self._ways.onward, AGAIN: self._again, ALL: show_all}
        if asked == Intent.HINT and self._counsel.progress is not LessonProgress.OPEN:
            return None
        if asked == Intent.HINT and self._counsel.hint is None:
            return None
        return deeds.get(asked)

    @property
    def is_waiting(self) -> bool:
        """Whether something is still to be said."""
        return self._is_due

    def tick(self, now: float) -> None:
        """Say it, once the table stands."""
        if not self._is_due or self._around is None:
            return
        self._is_due = False
        hint = self._answer() if self._helps else self._counsel.hint
        self._around.hint(hint)
        if hint is not None and self._kit.settings.spoken_log:
            said = [to_plain(runs) for runs in (hint.title, *hint.why)]
            self._kit.speech.say(said, self._kit.texts.language)
        if self._counsel.progress is LessonProgress.REACHED and not self._has_reached:
            self._has_reached = True
            self._ways.reached()
            if self._task is not None:
                self._kit.audio.play(Sound.WIN)

    # -- what is asked of it -----------------------------------------------------------------

    def _words(self) -> Any:
        session = self._session
        return self._face.words(self._kit.texts, session.seats, session.viewer)

    def _help(self) -> None:
        """Say it again; in a lesson, how it is done."""
        self._helps = self._task is not None
        self._is_due = True

    def _again(self) -> None:
        self._helps = False
        if isinstance(self._session, ExerciseSession):
            self._session.back_to(0)

    def _answer(self) -> Hint | None:
        """Give what is left of the answer, and why."""
        task, session = self._task, self._session
        if task is None or self._counsel.progress is not LessonProgress.OPEN:
            return self._counsel.hint
        taken = list_own_steps(session.match, task.seat)
        rest = task.answer[len(taken) :]
        if taken != task.answer[: len(taken)] or not rest:
            words = self._kit.texts("Take this back: there is another way.")
            return Hint(runs_of(words), ())
        # As far as it can be taken back: what a draw brings is not told before it is drawn.
        match = session.match
        tried, steps = Match(match.game, match.options, match.seed, match.state), []
        for text in rest:
            steps.append(match.game.parse_step(text))
            if tried.take(task.seat, steps[-1]).barrier is not None:
                break
        return self._face.hint(self._words(), session.observe(), Choice(tuple(steps)))
