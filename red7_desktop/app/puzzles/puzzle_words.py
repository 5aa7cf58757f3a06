"""What is said around a puzzle's table: the goal, the tries, the buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.app.puzzles.goal_banner import Goal
from red7_desktop.app.puzzles.laid import Source
from red7_desktop.app.puzzles.lights import lights_of
from red7_desktop.app.puzzles.progress import LIGHTS, TRIES
from red7_desktop.app.puzzles.stages import AGAIN, ANSWER, LIST, NEXT, Stage
from red7_desktop.app.puzzles.tries_panel import Tries, Try
from red7_desktop.kit.hud.model import ActionsModel, ButtonModel, EndModel, Mood
from red7_desktop.kit.language.rich_text import Runs, capped, runs_of, woven
from red7_desktop.play.exercise import ExerciseMatch
from red7_desktop.tabletop.puzzle import GRADES

if TYPE_CHECKING:
    from typing import Any

    from red7_desktop.app.puzzles.attempt import Attempt, Tried
    from red7_desktop.app.puzzles.progress import Progress
    from red7_desktop.kit.game_face import AnyFace
    from red7_desktop.kit.hud.model import Hint
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.kit.pages.screen import Kit
    from red7_desktop.tabletop.puzzle import Verdict


class Title(NamedTuple):
    """What stands on the plate of the game: in one line, and in two."""

    line: str
    round: str
    rules: str


class PuzzleWords:
    """Words for one puzzle, in the kit's language of the moment; the game's come from its face."""

    def __init__(self, kit: Kit, face: AnyFace, attempt: Attempt) -> None:
        self._kit = kit
        self._face = face
        self._attempt = attempt
        self._session = attempt.session
        self._chosen = attempt.laid.chosen
        self._lights: Final = lights_of(face, kit.texts)

    @property
    def _texts(self) -> Texts:
        return self._kit.texts

    @property
    def _talk(self) -> Any:
        session = self._session
        return self._face.words(self._texts, session.seats, session.viewer)

    # -- what is asked, and what was tried ---------------------------------------------------

    def goal(self) -> Goal:
        """Give the banner: the goal, or what is said of the last turn."""
        texts, attempt = self._texts, self._attempt
        if attempt.stage is Stage.WRONG and attempt.last is not None:
            return Goal(texts("Not quite"), self._why(attempt.last.verdict), "bad")
        if attempt.stage is Stage.SOLVED and attempt.last is not None:
            return Goal(texts("Solved"), self._why(attempt.last.verdict), "ok")
        if attempt.stage is Stage.SHOWN:
            return Goal(texts("The answer"), self._answer.title)
        return Goal(texts("Goal"), self._face.puzzle_goal(self._talk, self._chosen.puzzle.goal))

    def _turn(self, tried: Tried) -> Runs:
        """Say which turn has been tried, in the words of the moment."""
        opened = self._attempt.laid.opened
        match = ExerciseMatch(opened.game, opened.options, opened.state)
        for entry in tried.turn:
            match.take_text(entry.seat, entry.step)
        return self._face.puzzle_turn(self._talk, match)

    def _why(self, verdict: Verdict) -> Runs:
        """Say what is right or wrong about it."""
        return capped(self._face.puzzle_why(self._talk, verdict.why))

    def hint(self, nth: int) -> Hint:
        """Give a hint, the first being 1."""
        hint = self._attempt.laid.hints[nth - 1]
        return self._face.puzzle_hint(self._talk, self._session.observe(), hint)

    @property
    def _answer(self) -> Hint:
        """What the last hint says, which is the whole turn."""
        state, seat = self._attempt.laid.opened.state, self._chosen.puzzle.seat
        seen = self._session.match.game.observe(state, seat)
        return self._face.puzzle_hint(self._talk, seen, self._attempt.laid.hints[-1])

    def tries(self) -> Tries:
        """Give the panel."""
        texts, attempt = self._texts, self._attempt
        stage, wrong, progress = attempt.stage, attempt.wrong, attempt.ways.progress()
        title = texts("Attempt {n}", n=len(wrong) + (stage is not Stage.WRONG))
        turn: Runs = ()
        why = runs_of(texts("A turn counts when you end it."))
        if stage is Stage.SOLVED and attempt.last is not None:
            title, turn = texts("Solved"), capped(self._turn(attempt.last))
            why = self._why(attempt.last.verdict)
        elif stage is Stage.SHOWN:
            title, why = texts("The answer"), self._answer.title
            turn, why = why, next(iter(self._answer.why), ())
        elif wrong:
            label = texts("Attempt {n}: {turn}")
            turn = woven(label, n=len(wrong), turn=self._turn(wrong[-1]))
            why = self._why(wrong[-1].verdict)
        return Tries(
            title,
            self._dots(stage, len(wrong)),
            turn,
            why,
            texts("Streak"),
            progress.streak,
            self._lights,
            progress.lit,
            self._streak_note(progress),
        )

    def _dots(self, stage: Stage, wrong: int) -> tuple[Try, ...]:
        done = [Try.WRONG] * min(wrong, TRIES)
        if stage is Stage.SOLVED:
            done = [*done[: TRIES - 1], Try.RIGHT]
        elif stage in (Stage.TRYING, Stage.JUDGING) and wrong < TRIES:
            done.append(Try.NOW)
        return (*done, *[Try.LEFT] * (TRIES - len(done)))

    def _streak_note(self, progress: Progress) -> str:
        texts, left = self._texts, LIGHTS - progress.lit
        if not left:
            return texts("The ring is alight: all seven in a row.")
        if not progress.streak:
            return texts("Seven in a row light the ring.")
        return texts.plural("One more lights the ring.", "{n} more light the ring.", left)

    # -- around it ---------------------------------------------------------------------------

    def title(self) -> Title:
        """Say which puzzle this is."""
        texts, chosen = self._texts, self._chosen
        grade = texts("Grade {n} of {most}", n=chosen.puzzle.grade, most=GRADES[-1])
        if chosen.source is Source.ENDLESS:
            what = texts("Endless puzzles")
        elif chosen.source is Source.OWN:
            what = texts("From your own games")
        else:
            what = texts("Puzzle {n} of {many}", n=chosen.place, many=chosen.many)
        return Title(f"{what} · {grade}", what, grade)

    def actions(self, game: ActionsModel) -> ActionsModel:
        """Give the buttons. game: those that the game has, whose turn it is."""
        texts, stage = self._texts, self._attempt.stage
        skip = () if self._attempt.is_noted else runs_of(texts("Skipping keeps the streak"))
        following = ButtonModel(texts("Next puzzle"), True, ask=NEXT, note=skip)
        answer = ButtonModel(texts("Show the answer"), True, ask=ANSWER)
        is_trying = stage is Stage.TRYING
        not_now = () if is_trying else runs_of(texts("Not while a turn is shown."))
        hint = ButtonModel(texts("Hint"), is_trying, not_now)
        undo = game.undo
        if stage is Stage.SOLVED:
            end = EndModel(NEXT, Mood.GO, texts("Next puzzle"), is_enabled=True)
            undo = ButtonModel(undo.label, False, not_now)
            return ActionsModel(end, undo, hint, ButtonModel(texts("All puzzles"), True, ask=LIST))
        if stage is Stage.JUDGING:
            end = EndModel("", Mood.WAIT, texts("One moment …"))
        elif is_trying:
            end = game.end
        else:
            end = EndModel(AGAIN, Mood.GO, texts("Try again"), is_enabled=True)
            undo = ButtonModel(undo.label, True)
        offer = game.offer if is_trying else None
        return ActionsModel(end, undo, hint, answer, offer, following)
