"""The first game and the lessons: begins them, knows which are done, shows the list of them.

What a table or a page takes is imported when it is opened: the title asks how far somebody is.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from red7_desktop.app.entrance import NextStep, SetupOffer
from red7_desktop.app.lessons.entrance import FIRST_GAME
from red7_desktop.kit.language.rich_text import to_plain
from red7_desktop.kit.setup import GameSetup, SeatPlan, seat_players
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.save import count_seats

if TYPE_CHECKING:
    from red7_desktop.app.around import Services
    from red7_desktop.app.table_screen.foot import TableMode
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.kit.models.course import Course, Lesson, LessonTask
    from red7_desktop.play.seats import Seat
    from red7_desktop.play.session import Session

LESSON: Final = "lesson"
"""The kind of deeds that lessons are."""

DONE, BEGUN = "done", "begun"
"""What comes of one."""


class Lessons:
    """Leads through the courses of the games in the box."""

    is_waiting = False

    def __init__(self, around: Services) -> None:
        self._kit = around.kit
        self._box = around.box
        self._matches = around.matches
        self._profile = around.profile
        self._today = around.today
        self._courses: dict[str, tuple[Texts, Course]] = {}
        self._open: tuple[Session, str, LessonTask] | None = None

    def tick(self) -> None:
        """Nothing goes on in the background."""

    def close(self) -> None:
        """Nothing is left to be written."""

    # -- what there is, and what has been done -----------------------------------------------

    def course(self, game: str) -> Course:
        """Give a game's course, in the present words. Raises KeyError for a game without one."""
        texts = self._kit.texts
        kept = self._courses.get(game)
        if kept is None or kept[0] is not texts:
            make = self._box[game].face().course
            if make is None:
                raise KeyError(f"{game} has no course")
            self._courses[game] = texts, make(texts)
        return self._courses[game][1]

    def done(self, game: str) -> frozenset[str]:
        """Give the keys of the lessons that are done, the first game's among them."""
        return frozenset(
            [
                deed.key
                for deed in self._profile.deeds
                if (deed.kind, deed.game, deed.outcome) == (LESSON, game, DONE)
            ]
        )

    def next_of(self, game: str, after: str = "") -> Lesson | None:
        """Give the first lesson that is not done, if there is one behind another, of those."""
        lessons, done = self.course(game).lessons, self.done(game)
        keys = [lesson.key for lesson in lessons]
        start = keys.index(after) + 1 if after in keys else 0
        in_turn = (*lessons[start:], *lessons[:start])
        return next((each for each in in_turn if each.key not in {*done, after}), None)

    def standing(self, game: str) -> tuple[tuple[str, ...], float]:
        """Say which lesson comes next, and how much of the course is done."""
        texts, done = self._kit.texts, self.done(game)
        lessons = self.course(game).lessons
        if not done:
            return (texts("First game, 3 minutes"),), 0.0
        following = self.next_of(game)
        if following is None:
            return (texts("All lessons done"),), 1.0
        share = len(done - {FIRST_GAME}) / len(lessons)
        return (self.number(game, following), to_plain(following.title)), share

    def number(self, game: str, lesson: Lesson) -> str:
        """Say which lesson of how many it is."""
        lessons = self.course(game).lessons
        keys = [each.key for each in lessons]
        n, count = keys.index(lesson.key) + 1, len(keys)
        return self._kit.texts("Lesson {n} of {all}", n=n, all=count)

    def note(self, game: str, key: str, outcome: str) -> None:
        """Keep what has come of a lesson; once is enough."""
        from red7_desktop.app.profile.facts import ProfileEvent

        told = {(deed.kind, deed.game, deed.key, deed.outcome) for deed in self._profile.deeds}
        if (LESSON, game, key, outcome) not in told:
            self._profile.note(ProfileEvent(LESSON, game, key, self._today(), outcome))

    # -- ways --------------------------------------------------------------------------------

    def show(self, game: str) -> None:
        """Show the list of a game's lessons."""
        from red7_desktop.app.lessons.screen import CourseActions, CourseScreen

        self._matches.desk.leave()
        actions = CourseActions(
            first=partial(self.begin_first, game),
            begin=partial(self.begin, game),
            back=self._matches.ways.title,
        )
        title = self._box[game].face().title(self._kit.texts)
        course, done = partial(self.course, game), self.done(game)
        following = self.next_of(game)
        goal = following.key if done and following is not None else FIRST_GAME
        self._matches.ways.show(CourseScreen(self._kit, title, course, done, goal, actions))

    def first_offer(self, game: str) -> SetupOffer:
        """Offer the first game."""
        texts, first = self._kit.texts, self.course(game).first
        take = partial(self.begin_first, game)
        return SetupOffer(texts("Begin"), take, texts("First game, 3 minutes"), first.about)

    def begin_first(self, game: str) -> None:
        """Begin the first game; it is kept as any match is."""
        first, desk, row = self.course(game).first, self._matches.desk, self._box[game]
        match = Match(row.rules(), row.face().to_options(first.setup), first.setup.seed or 0)
        seats, chance = self._seated(first.setup), first.ai_seed
        self._matches.begin(lambda: desk.play_on(match, seats, occasion=FIRST_GAME, ai_seed=chance))

    def begin(self, game: str, key: str) -> None:
        """Begin a lesson. Raises StopIteration where there is none with that key."""
        from red7_desktop.play.exercise import ExerciseSession

        lesson = next(each for each in self.course(game).lessons if each.key == key)
        task = lesson.begin()
        session = ExerciseSession(task.match, self._seats(task.match, task.seat))
        self._open = session, key, task
        self._matches.desk.look_at(session)
        self._matches.ways.table(session)

    def _seats(self, match: Match, learner: int) -> tuple[Seat, ...]:
        """Seat the person, and the weakest players in their order."""
        game = match.game.name
        levels = self._box[game].players().levels
        others = iter(levels)
        plans = tuple(
            SeatPlan() if seat == learner else SeatPlan(level=next(others).key)
            for seat in range(count_seats(match))
        )
        return self._seated(GameSetup(game, plans, {}))

    def _seated(self, setup: GameSetup) -> tuple[Seat, ...]:
        levels = self._box[setup.game].players().levels
        names = {level.key: level.name for level in levels}
        return seat_players(self._profile.seated_in(setup), self._kit.texts, names)

    # -- at the table ------------------------------------------------------------------------

    def is_lesson(self, session: Session) -> bool:
        """Tell whether a lesson is learned at a table."""
        return self._open is not None and session is self._open[0]

    def coach_of(self, session: Session) -> TableMode:
        """Give what stands beside a lesson or the first game."""
        from red7_desktop.app.lessons.coach import CoachWays, LessonMode

        game = session.match.game.name
        face, course = self._box[game].face(), self.course(game)
        if self._open is not None and session is self._open[0]:
            _, key, task = self._open
            lesson = next(each for each in course.lessons if each.key == key)
            ways = CoachWays(
                reached=partial(self.note, game, key, DONE),
                onward=partial(self._onward, game, key),
                show_all=partial(self.show, game),
                has_more=self.next_of(game, key) is not None,
            )
            number = self.number(game, lesson)
            foot = LessonMode(self._kit, face, session, task.coach, ways, task, number)
            foot.title = f"{number} · {to_plain(lesson.title)}"
            return foot
        self.note(game, FIRST_GAME, BEGUN)
        ways = CoachWays(reached=partial(self.note, game, FIRST_GAME, DONE))
        return LessonMode(self._kit, face, session, course.first.coach, ways)

    def _onward(self, game: str, key: str) -> None:
        """Go on with the next lesson; after the last one, to the list."""
        following = self.next_of(game, key)
        if following is None:
            self.show(game)
        else:
            self.begin(game, following.key)

    def after(self, session: Session) -> NextStep | None:
        """Lead on to the next lesson; None where all are done."""
        game = session.match.game.name
        following = self.next_of(game)
        if following is None:
            return None
        texts = self._kit.texts
        words = texts("Next lesson") if self.done(game) - {FIRST_GAME} else texts("First lesson")
        return NextStep(words, partial(self.begin, game, following.key), is_first=True)
