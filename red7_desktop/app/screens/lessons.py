"""Lessons and the first game, with a coach."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Any, Final

from red7_desktop.app.feature import FIRST_GAME, Feature, Navigator, SetupSuggestion, tint
from red7_desktop.app.profile.statistics import ProfileEvent
from red7_desktop.app.table.mode import FollowUp, TableMode
from red7_desktop.kit import course, table_model
from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.course import (
    Coach,
    CoachAdvice,
    Lesson,
    LessonProgress,
    LessonTask,
    list_own_steps,
)
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.pages import forms, page
from red7_desktop.kit.setup import GameSetup, SeatPlan, seat_players
from red7_desktop.kit.sound.cues import Cue, Sound
from red7_desktop.kit.texts import Texts, Tone, apply_tone, to_plain, to_runs
from red7_desktop.play.ai import Seat
from red7_desktop.play.session import ExerciseSession, Session
from red7_desktop.scene import animation
from red7_desktop.scene.boxes import column
from red7_desktop.scene.geometry import CENTRE, Rect, Size
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets import button, widget
from red7_desktop.tabletop import player
from red7_desktop.tabletop.match import Match, count_seats

ONWARD = "next_lesson"
"""Command of the button in a lesson that opens the next lesson."""
ALL = "all_lessons"
"""Command of the button in a lesson that opens the list of lessons."""


UNTIL_POINTED: Final = 10.0
"""Seconds without progress after which a lesson marks the cards of the next step."""


class LessonMode(TableMode):
    """Adds a coach to the table, who gives advice after every change of the match.

    In a lesson, the coach shows the goal, marks the next step after a while or on *Hint*, explains
    wrong steps, and celebrates the end. The game's own advice is off, because it doesn't consider
    the goal.
    """

    def __init__(
        self,
        lessons: LessonService,
        session: Session,
        coach: Coach,
        lesson: Lesson | None = None,
        task: LessonTask | None = None,
    ) -> None:
        """Prepare the coach of a lesson, or of the first game.

        The first game is a whole match with advice; a lesson is an exercise with a goal.

        Args:
            lessons: Stores the progress.
            session: The match.
            coach: The game's function that chooses the advice.
            lesson: The lesson, None for the first game.
            task: Goal of the lesson, None for the first game.
        """
        super().__init__(Node(name="coach"))
        # In a lesson, hide the game's own advice, because it could reveal the solution.
        self.assists = task is None
        self._lessons = lessons
        self._ui = lessons.ui
        self._game = session.match.game.name
        self._game_view = lessons.catalogue[self._game].view()
        self._session = session
        self._coach = coach
        self._task = task
        self._key = FIRST_GAME
        self._number = ""
        self._spoken_title = ""
        self._middle = ""
        if lesson is not None:
            self._key = lesson.key
            self._number = lessons.number(self._game, lesson)
            self.title = f"{self._number} · {to_plain(lesson.title)}"
            self._spoken_title = f"{self._number}, {to_plain(lesson.title)}"
            self.leave = self._show_all
        self._adviser = lessons.navigator.make_adviser(self._game)
        self._advice = CoachAdvice(None)
        self._is_due = False
        self._helps = False
        self._points = False
        self._pointing: animation.Timer | None = None
        self._has_reached = False
        self._has_missed = False
        self._seats: tuple[table_model.SeatModel, ...] = ()
        self._lines: list[tuple[Any, ...]] = []
        self._is_lost = False
        self._lines_for: Any = None

    def _show_all(self) -> None:
        self._lessons.show(self._game)

    # -- called by the table -----------------------------------------------------------------

    def opened(self) -> None:
        self._ui.say(self._spoken_title)
        self._wait_to_point()

    def closed(self) -> None:
        self._ui.stage.timers.cancel(self._pointing)

    def adapt_model(self, model: table_model.TableModel) -> table_model.TableModel:
        session = self._session
        self._find_lines()
        self._advice = CoachAdvice(None)
        self._middle = model.middle
        if session.viewer is not None:
            self._advice = self._coach(self._words(), session.match, session.viewer)
        self._adviser.cancel()
        if self._advice.question is not None:
            self._adviser.request(session.match.revision, self._advice.question)
        self._is_due = True
        if self._task is None:
            return model
        if self._advice.progress is LessonProgress.OPEN:
            self._seats = model.seats
            # Remove the game's suggestions from the viewer's panel, because they don't consider the
            # lesson's goal.
            rows = tuple([row for row in model.viewer.rows if row.value])
            model = replace(model, viewer=replace(model.viewer, rows=rows))
            if self._is_lost:
                model = self._say_lost(model)
        else:
            is_done = self._advice.progress is LessonProgress.REACHED
            texts = self._ui.texts
            if is_done:
                status = texts("Done")
            else:
                status = texts("not yet")
            model = replace(model, viewer=replace(model.viewer, status=status))
        return replace(
            model,
            title=table_model.TitleModel(self._number, "", self._number, model.title.logo),
            seats=tuple(map(self._at_rest, model.seats)),
            actions=replace(model.actions, **self._buttons(model)),
        )

    def _find_lines(self) -> None:
        """Update `_lines`, the list of all step sequences that lead to the lesson's goal.

        Do nothing if the match hasn't changed since the last call.
        """
        state = self._session.match.state
        if self._task is None or state is self._lines_for:
            return
        self._lines_for = state
        self._lines = []
        self._is_lost = False
        self._points = False
        self._wait_to_point()
        if self._task.is_reached(state) is None:
            self._lines = self._task.list_lines(state)
            self._is_lost = not self._lines

    def _say_lost(self, model: table_model.TableModel) -> table_model.TableModel:
        line = to_runs(self._ui.texts("You can’t reach the goal this way: undo"))
        return replace(
            model,
            status=table_model.StatusModel(
                apply_tone(line, Tone.STRONG), has_leader=False, is_prompt=True
            ),
        )

    def _at_rest(self, seat: table_model.SeatModel) -> table_model.SeatModel:
        """Return the model with which the table shows a seat during or after a lesson.

        Once the lesson is over, the seat isn't marked as active.
        """
        if self._advice.progress is LessonProgress.OPEN:
            return seat
        before = next((each for each in self._seats if each.seat == seat.seat), seat)
        return replace(seat, is_acting=False, kind=before.kind)

    def _buttons(self, model: table_model.TableModel) -> dict[str, Any]:
        texts = self._ui.texts
        more = table_model.ButtonModel(texts("All lessons"), True, action=ALL)
        if self._advice.progress is LessonProgress.OPEN:
            bottom = model.actions.bottom or more
            primary = model.actions.primary
            wait = table_model.ButtonState.MISSING
            if self._is_lost:
                primary = replace(
                    primary, state=wait, note=to_runs(texts("Undo, and try another way"))
                )
            elif self._ends_too_early:
                primary = replace(
                    primary, state=wait, note=to_runs(texts("First do what the lesson asks"))
                )
            return {"bottom": bottom, "primary": primary}
        hint = replace(model.actions.hint, is_enabled=False)
        if self._advice.progress is LessonProgress.MISSED:
            primary = table_model.LargeButtonModel(
                table_model.TRY_AGAIN, table_model.ButtonState.GO, texts("Try again")
            )
        else:
            has_more = self._lessons.next_of(self._game, self._key) is not None
            if has_more:
                words = texts("Next lesson")
            else:
                words = texts("All lessons")
            primary = table_model.LargeButtonModel(ONWARD, table_model.ButtonState.GO, words)
        return {"primary": primary, "hint": hint, "bottom": more, "offer": None}

    @property
    def _ends_too_early(self) -> bool:
        """Whether pressing the table's large button would make the lesson's goal unreachable."""
        action = self._game_view.table.find_button_action(
            Intent.END, self._session.observe(), self._ui.texts
        )
        if action is None or not self._lines:
            return False
        game = self._session.match.game
        legal = game.legal_steps(self._session.match.state, self._session.viewer or 0)
        count = len(action.steps)
        leads_on = action.steps in [line[:count] for line in self._lines]
        return action.steps[0] in legal and not leads_on

    def find(self, asked: str) -> Callable[[], object] | None:
        if asked == Intent.END and self._ends_too_early:
            return self._help
        actions: dict[str, Callable[[], object]] = {Intent.HINT: self._help}
        if self._task is not None:
            go_on = partial(self._lessons.begin_next, self._game, self._key)
            actions |= {ONWARD: go_on, table_model.TRY_AGAIN: self._again, ALL: self._show_all}
        is_over = self._advice.progress is not LessonProgress.OPEN or self._advice.hint is None
        if asked == Intent.HINT and is_over:
            return None
        return actions.get(asked)

    @property
    def needs_tick(self) -> bool:
        return self._is_due or self._adviser.is_busy

    def tick(self, now: float) -> None:
        choice = self._adviser.poll()
        if choice is not None and choice.is_final:
            course = self._lessons.course(self._game)
            seat = self._session.viewer or 0
            self._advice = course.advise_off_script(
                self._words(), self._session.match, seat, choice
            )
            self._is_due = True
        if not self._is_due:
            return
        self._is_due = False
        hint = self._choose_hint()
        has_missed = self._advice.progress is LessonProgress.MISSED
        if has_missed and not self._has_missed:
            # Remove the old hint, so that lines that both hints share are read aloud again.
            self.table_handle.hint(None)
        self._has_missed = has_missed
        self.table_handle.hint(hint)
        if self._points and not self._is_lost and hint is not None and not hint.cards:
            self._point_at_button()
        if self._advice.progress is LessonProgress.REACHED and not self._has_reached:
            self._has_reached = True
            self._lessons.store_outcome(self._game, self._key, DONE)
            if self._task is not None:
                self._rejoice()

    def _choose_hint(self) -> table_model.Hint | None:
        """Return the hint that the coach shows now.

        By default, this is the hint of the coach's latest advice. If the player has asked for help
        in a lesson, the hint names the next step. If the player has made no progress for
        `UNTIL_POINTED` seconds, the hint also marks the cards of the next step.
        """
        hint = self._advice.hint
        if self._task is None or self._advice.progress is not LessonProgress.OPEN:
            return hint
        if self._is_lost:
            return self._advice.lost or hint
        if self._helps:
            return self._answer()
        if self._points and hint is not None and (answer := self._answer()) is not None:
            return replace(hint, cards=answer.cards, zones=answer.zones)
        return hint

    def _point_at_button(self) -> None:
        """Focus the button for the next step, if no card is needed and no page is open."""
        answer = self._answer()
        if answer is None or answer.cards or not self._lines:
            return
        actions = self.table_handle.hud.actions
        button = actions.primary if actions.primary.enabled else actions.low
        focus = self._ui.stage.focus
        if button in focus.nodes():
            focus.is_visible = True
            focus.focus(button)

    def _wait_to_point(self) -> None:
        """Restart the timer after which the next step is marked."""
        timers = self._ui.stage.timers
        timers.cancel(self._pointing)
        if self._task is not None:
            self._pointing = timers.after(UNTIL_POINTED, self._point)

    def _point(self) -> None:
        if self._advice.progress is LessonProgress.OPEN and not self._points:
            self._points = True
            self._is_due = True

    def _rejoice(self) -> None:
        """Celebrate the end of a lesson with a star and a ring of lights.

        One light of the ring turns on for each finished lesson.
        """
        from red7_desktop.app.puzzles import table

        ui = self._ui
        lit = len(self._lessons.done(self._game) - {FIRST_GAME})
        won_by = self._game_view.story.describe_round_categories(ui.texts)
        if won_by:
            notes = [share.sound for share in won_by.shares if share.sound]
        else:
            notes = []
        timed = [Cue(table.find_time_of_light(nth), note) for nth, note in enumerate(notes[:lit])]
        is_timed = timed and not ui.settings.is_instant
        ui.audio.schedule(timed if is_timed else [Cue(0.0, Sound.LESSON_WON)], ui.settings.speed)
        letters = table.list_light_letters(self._game_view, ui.texts)
        table.play_flourish(ui, self.node, letters, lit, self.table_handle, self._middle)
        self._stamp()

    def _stamp(self) -> None:
        """Animate a star that falls on the middle of the table and fades later."""
        hud = self.table_handle.hud
        spec = hud.layout.by_name.get(self._middle)
        if spec is None:
            return
        room = Rect.around([hud.world.apply(corner) for corner in spec.area.corners])
        side = _STAR * min(room.size)
        theme = self._ui.stage.look.theme
        star = Node(name="star", size=Size(side, side), anchor=CENTRE, position=room.centre)
        star.picture = build_icon("star", theme.colour("accent"))
        self.node.add(star)
        self._ui.stage.timers.after(_STAYS, star.detach)
        if self._ui.settings.animates_celebrations:
            star.scale = _FALLS_FROM
            star.alpha = 0.0
            to = self._ui.stage.animator.animate
            to(star, "alpha", 1.0, _FALLS / 2, delay=_STAMPED_AT)
            to(star, "scale", 1.0, _FALLS, delay=_STAMPED_AT, ease="in_quad")
            fade = partial(to, star, "alpha", 0.0, _FADES)
            self._ui.stage.timers.after(_STAYS - _FADES, fade)

    # -- commands ----------------------------------------------------------------------------

    def _words(self) -> Any:
        session = self._session
        return self._game_view.words.words_class.for_viewer(
            self._ui.texts, session.seats, session.viewer
        )

    def _help(self) -> None:
        """Show the coach's hint again if the player has closed it, otherwise show the solution.

        Also mark the cards of the next step.
        """
        self._helps = self._task is not None and self.table_handle.hud.overlay.find("hint").visible
        self._points = True
        self._is_due = True
        self.table_handle.hint(None)  # Clear the hint, so that the same one is read aloud again.

    def _again(self) -> None:
        self._helps = False
        if isinstance(self._session, ExerciseSession):
            self._session.undo_to(0)

    def _answer(self) -> table_model.Hint | None:
        task = self._task
        session = self._session
        if task is None or self._advice.progress is not LessonProgress.OPEN:
            return self._advice.hint
        taken = list_own_steps(session.match, task.seat)
        rest: Sequence[Any] = ()
        if taken == task.answer[: len(taken)]:
            rest = [session.match.game.parse_step(text) for text in task.answer[len(taken) :]]
        rest = rest or min(self._lines, key=len, default=())
        # Stop after a step that can't be undone: a hint must not reveal the card that will be
        # drawn.
        match = session.match
        tried = Match(match.game, match.options, match.seed, match.state)
        steps = []
        for step in rest:
            steps.append(step)
            if tried.take(task.seat, steps[-1]).undo_barrier is not None:
                break
        return self._game_view.words.hint(
            self._words(), session.observe(), player.Choice(tuple(steps))
        )


_STAR: Final = 0.5
"""Side of the star for a finished lesson, as a share of the middle zone's shorter side."""
_FALLS_FROM: Final = 3.0
"""Initial scale of the star for a finished lesson. The star shrinks to scale 1 as it falls."""
_FALLS: Final = 0.3
"""Duration in seconds of the animation in which the star for a finished lesson falls."""
_STAMPED_AT: Final = 0.4
"""Seconds from the end of a lesson until the star for the finished lesson begins to fall."""
_STAYS: Final = 3.5
"""Seconds from the end of a lesson until the star for the finished lesson is removed."""
_FADES: Final = 0.6
"""Seconds for which the star for a finished lesson fades out, just before it is removed."""
LESSON: Final = "lesson"
"""Kind of profile events about lessons."""
DONE = "done"
"""Outcome in the profile event about a finished lesson."""
BEGUN = "begun"
"""Outcome in the profile event about a lesson that was only begun."""


class LessonService(Feature):
    """The part of the program that lists and starts lessons, and stores the finished lessons.

    Also starts the first game, which is a whole match with a coach.
    """

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._profile = navigator.profile
        self._listed: dict[str, tuple[Texts, tuple[Lesson, ...]]] = {}
        self._open: tuple[Session, str, LessonTask] | None = None

    # -- courses and finished lessons --------------------------------------------------------

    def course(self, game: str) -> course.Course:
        """Return the course of a game.

        Raises:
            KeyError: The game has no course.
        """
        view = self.catalogue[game].view()
        if not view.has_lessons:
            raise KeyError(f"{game} has no course")
        return view.lessons

    def list_lessons(self, game: str) -> tuple[Lesson, ...]:
        texts = self.ui.texts
        if game not in self._listed or self._listed[game][0] is not texts:
            self._listed[game] = texts, self.course(game).list_lessons(texts)
        return self._listed[game][1]

    def done(self, game: str) -> frozenset[str]:
        return frozenset(
            [
                event.key
                for event in self._profile.events
                if (event.kind, event.game, event.outcome) == (LESSON, game, DONE)
            ]
        )

    def next_of(self, game: str, after: str = "") -> Lesson | None:
        lessons = self.list_lessons(game)
        done = self.done(game)
        keys = [lesson.key for lesson in lessons]
        if after in keys:
            start = keys.index(after) + 1
        else:
            start = 0
        in_turn = (*lessons[start:], *lessons[:start])
        return next((each for each in in_turn if each.key not in {*done, after}), None)

    def standing(self, game: str) -> tuple[tuple[str, ...], float]:
        texts = self.ui.texts
        done = self.done(game)
        lessons = self.list_lessons(game)
        if not done:
            return (texts("First game, 3 minutes"),), 0.0
        following = self.next_of(game)
        if following is None:
            return (texts("All lessons done"),), 1.0
        share = len(done - {FIRST_GAME}) / len(lessons)
        return (self.number(game, following), to_plain(following.title)), share

    def number(self, game: str, lesson: Lesson) -> str:
        keys = [each.key for each in self.list_lessons(game)]
        n = keys.index(lesson.key) + 1
        count = len(keys)
        return self.ui.texts("Lesson {n} of {all}", n=n, all=count)

    def store_outcome(self, game: str, key: str, outcome: str) -> None:
        """Store the outcome of a lesson in the profile, unless it is there already."""
        told = {
            (event.kind, event.game, event.key, event.outcome) for event in self._profile.events
        }
        if (LESSON, game, key, outcome) not in told:
            self._profile.record(ProfileEvent(LESSON, game, key, self.navigator.today(), outcome))

    # -- opening lessons ---------------------------------------------------------------------

    def show(self, game: str) -> None:
        self.navigator.match_service.leave()
        self.navigator.show(CourseScreen(self, game))

    def make_first_suggestion(self, game: str) -> SetupSuggestion:
        texts = self.ui.texts
        about = self.course(game).describe(self.ui.texts)
        take = partial(self.begin_first, game)
        return SetupSuggestion(texts("Learn"), take, texts("First game, 3 minutes"), about)

    def begin_first(self, game: str) -> None:
        """Start a new user's first game: a whole match with a coach, saved like any match."""
        first = self.course(game)
        row = self.catalogue[game]
        match = Match(row.rules(), row.view().setup.to_options(first.setup), first.setup.seed or 0)
        seats = self._seated(first.setup)
        ai_seed = first.ai_seed
        self.navigator.start_match(
            lambda: self.navigator.match_service.continue_as_new_match(
                match, seats, occasion=FIRST_GAME, ai_seed=ai_seed
            )
        )

    def begin(self, game: str, key: str) -> None:
        """Begin a lesson.

        Raises:
            StopIteration: There is no lesson with that key.
        """
        task = next(each for each in self.list_lessons(game) if each.key == key).begin()
        session = ExerciseSession(task.match, self._seats(task.match, task.seat))
        self._open = session, key, task
        self.navigator.match_service.show_unsaved(session)
        self.navigator.open_table(session)

    def _seats(self, match: Match, learner: int) -> tuple[Seat, ...]:
        game = match.game.name
        others = iter(self.catalogue[game].players().levels)
        plans = tuple(
            SeatPlan() if seat == learner else SeatPlan(level=next(others).key)
            for seat in range(count_seats(match))
        )
        return self._seated(GameSetup(game, plans, {}))

    def _seated(self, setup: GameSetup) -> tuple[Seat, ...]:
        levels = self.catalogue[setup.game].players().levels
        return seat_players(self._profile.with_own_name(setup), self.ui.texts, levels)

    # -- at the table ------------------------------------------------------------------------

    def is_lesson(self, session: Session) -> bool:
        return self._open is not None and session is self._open[0]

    def make_mode(self, session: Session) -> TableMode:
        game = session.match.game.name
        if self._open is not None and session is self._open[0]:
            _, key, task = self._open
            lesson = next(each for each in self.list_lessons(game) if each.key == key)
            return LessonMode(self, session, task.coach, lesson, task)
        self.store_outcome(game, FIRST_GAME, BEGUN)
        return LessonMode(self, session, self.course(game).coach_first_game)

    def begin_next(self, game: str, key: str) -> None:
        """Begin the next lesson, or show the list after the last one."""
        following = self.next_of(game, key)
        if following is None:
            self.show(game)
        else:
            self.begin(game, following.key)

    def find_follow_up(self, session: Session) -> FollowUp | None:
        game = session.match.game.name
        following = self.next_of(game)
        if following is None:
            return None
        texts = self.ui.texts
        if self.done(game) - {FIRST_GAME}:
            words = texts("Next lesson")
        else:
            words = texts("First lesson")
        return FollowUp(words, partial(self.begin, game, following.key))


_TILE: Final = 190.0
"""Smallest width of a lesson's tile, in design units at zoom 1."""
_CARD: Final = 108.0


class CourseScreen(forms.ListPage):
    """List of all lessons by chapter, with buttons for the first game and the next lesson."""

    most = page.MAX_SHEET_SIZE
    first = "onward"
    glow = 30.0

    def __init__(self, lessons: LessonService, game: str) -> None:
        # Text on this page shows symbols of the lessons' game, not of the game played last.
        ui = lessons.navigator.presentation.ui_for(lessons.catalogue[game].view())
        super().__init__(ui, "course", lessons.navigator.show_title)
        self._lessons = lessons
        self._game = game
        self._done = lessons.done(game)
        following = lessons.next_of(game)
        has_next = self._done and following is not None
        if has_next and following is not None:
            self._goal = following.key
        else:
            self._goal = FIRST_GAME

    def _begin(self, key: str) -> None:
        if key == FIRST_GAME:
            self._lessons.begin_first(self._game)
        else:
            self._lessons.begin(self._game, key)

    @property
    def title(self) -> str:
        title = self._lessons.catalogue[self._game].view().title(self.ui.texts)
        return self.ui.texts("Learn {game}", game=title)

    def build_head(self, width: float) -> Node:
        texts = self.ui.texts
        lessons = self._lessons.list_lessons(self._game)
        count = len(self._done & {lesson.key for lesson in lessons})
        words = texts("{n} of {all} lessons done", n=count, all=len(lessons))

        def progress(room: float) -> Node:
            label = widget.Label(self.look, words, "soft", max_width=room, name="progress")
            bar = forms.build_progress_bar(self.look, count / len(lessons), room, tint(self.look))
            return column(label, bar, gap=6 * self.zoom)

        if self._done - {FIRST_GAME}:
            more = texts("Next lesson")
        else:
            more = texts("First lesson")
        ways = [(FIRST_GAME, texts("First game, 3 minutes"))]
        ways += [(self._goal, more)] if self._goal != FIRST_GAME else []
        tools = [
            self.button(
                said,
                partial(self._begin, key),
                style="primary" if key == self._goal else "plain",
                name="onward" if key == self._goal else key,
            )
            for key, said in ways
        ]
        return self.beside(progress, tools, width, gap=self.space)

    def content(self, width: float) -> Node:
        gap = button.get_button_gap(self.look)
        items: list[Node | float] = []
        lessons = self._lessons.list_lessons(self._game)
        for chapter, group in groupby(lessons, key=lambda lesson: lesson.chapter):
            items += [20 * self.zoom] if items else []
            items += [widget.Label(self.look, chapter, "heading", max_width=width)]
            tiles = list(map(self._tile, group))
            items.append(forms.build_tiles(self.ui, tiles, width, _TILE * self.zoom))
        return column(column(*items, gap=gap, width=width), gap, Node())

    def _tile(self, lesson: Lesson) -> forms.PictureTile:
        return forms.PictureTile(
            f"lesson {lesson.key}",
            partial(self._begin, lesson.key),
            forms.build_fan(self.ui, [lesson.card], _CARD * self.zoom),
            lesson.title,
            is_next=lesson.key == self._goal,
            is_done=lesson.key in self._done,
        )
