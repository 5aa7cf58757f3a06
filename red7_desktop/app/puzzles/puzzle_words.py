"""What is said around a puzzle's table: the goal, the tries, the buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.app.puzzles.goal_banner import GoalModel
from red7_desktop.app.puzzles.laid import PuzzleSource
from red7_desktop.app.puzzles.lights import list_light_letters
from red7_desktop.app.puzzles.progress import LIGHTS, TRIES
from red7_desktop.app.puzzles.stages import AGAIN, ANSWER, LIST, NEXT, AttemptPhase
from red7_desktop.app.puzzles.tries_panel import Tries, TryDot
from red7_desktop.kit.hud.model import ActionsModel, ButtonModel, EndModel, Mood
from red7_desktop.kit.language.rich_text import Runs, capitalize_runs, runs_of, weave
from red7_desktop.play.exercise import ExerciseMatch
from red7_desktop.tabletop.puzzle import GRADES

if TYPE_CHECKING:
    from typing import Any

    from red7_desktop.app.puzzles.attempt import Attempt, TriedTurn
    from red7_desktop.app.puzzles.progress import PuzzleProgress
    from red7_desktop.kit.game_face import AnyGameView
    from red7_desktop.kit.hud.model import Hint
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.tabletop.puzzle import PuzzleVerdict


class PuzzleTitle(NamedTuple):
    """What stands on the plate of the game: in one line, and in two."""

    line: str
    round: str
    rules: str


class PuzzleWords:
    """Words for one puzzle, in the kit's language of the moment; the game's come from its face."""

    def __init__(self, kit: Ui, face: AnyGameView, attempt: Attempt) -> None:
        self._kit = kit
        self._face = face
        self._attempt = attempt
        self._session = attempt.session
        self._chosen = attempt.laid.chosen
        self._lights: Final = list_light_letters(face, kit.texts)

    @property
    def _texts(self) -> Texts:
        return self._kit.texts

    @property
    def _talk(self) -> Any:
        session = self._session
        return self._face.words(self._texts, session.seats, session.viewer)

    # -- what is asked, and what was tried ---------------------------------------------------

    def goal(self) -> GoalModel:
        """Give the banner: the goal, or what is said of the last turn."""
        texts, attempt = self._texts, self._attempt
        if attempt.stage is AttemptPhase.WRONG and attempt.last is not None:
            return GoalModel(texts("Not quite"), self._why(attempt.last.verdict), "bad")
        if attempt.stage is AttemptPhase.SOLVED and attempt.last is not None:
            return GoalModel(texts("Solved"), self._why(attempt.last.verdict), "ok")
        if attempt.stage is AttemptPhase.SHOWN:
            return GoalModel(texts("The answer"), self._answer.title)
        return GoalModel(
            texts("Goal"), self._face.puzzle_goal(self._talk, self._chosen.puzzle.goal)
        )

    def _turn(self, tried: TriedTurn) -> Runs:
        """Say which turn has been tried, in the words of the moment."""
        opened = self._attempt.laid.opened
        match = ExerciseMatch(opened.game, opened.options, opened.state)
        for entry in tried.turn:
            match.take_text(entry.seat, entry.step)
        return self._face.puzzle_turn(self._talk, match)

    def _why(self, verdict: PuzzleVerdict) -> Runs:
        """Say what is right or wrong about it."""
        return capitalize_runs(self._face.puzzle_why(self._talk, verdict.why))

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
        title = texts("Attempt {n}", n=len(wrong) + (stage is not AttemptPhase.WRONG))
        turn: Runs = ()
        why = runs_of(texts("A turn counts when you end it."))
        if stage is AttemptPhase.SOLVED and attempt.last is not None:
            title, turn = texts("Solved"), capitalize_runs(self._turn(attempt.last))
            why = self._why(attempt.last.verdict)
        elif stage is AttemptPhase.SHOWN:
            title, why = texts("The answer"), self._answer.title
            turn, why = why, next(iter(self._answer.why), ())
        elif wrong:
            label = texts("Attempt {n}: {turn}")
            turn = weave(label, n=len(wrong), turn=self._turn(wrong[-1]))
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

    def _dots(self, stage: AttemptPhase, wrong: int) -> tuple[TryDot, ...]:
        done = [TryDot.WRONG] * min(wrong, TRIES)
        if stage is AttemptPhase.SOLVED:
            done = [*done[: TRIES - 1], TryDot.RIGHT]
        elif stage in (AttemptPhase.TRYING, AttemptPhase.JUDGING) and wrong < TRIES:
            done.append(TryDot.NOW)
        return (*done, *[TryDot.LEFT] * (TRIES - len(done)))

    def _streak_note(self, progress: PuzzleProgress) -> str:
        texts, left = self._texts, LIGHTS - progress.lit
        if not left:
            return texts("The ring is alight: all seven in a row.")
        if not progress.streak:
            return texts("Seven in a row light the ring.")
        return texts.plural("One more lights the ring.", "{n} more light the ring.", left)

    # -- around it ---------------------------------------------------------------------------

    def title(self) -> PuzzleTitle:
        """Say which puzzle this is."""
        texts, chosen = self._texts, self._chosen
        grade = texts("Grade {n} of {most}", n=chosen.puzzle.grade, most=GRADES[-1])
        if chosen.source is PuzzleSource.ENDLESS:
            what = texts("Endless puzzles")
        elif chosen.source is PuzzleSource.OWN:
            what = texts("From your own games")
        else:
            what = texts("Puzzle {n} of {many}", n=chosen.place, many=chosen.many)
        return PuzzleTitle(f"{what} · {grade}", what, grade)

    def actions(self, game: ActionsModel) -> ActionsModel:
        """Give the buttons. game: those that the game has, whose turn it is."""
        texts, stage = self._texts, self._attempt.stage
        skip = () if self._attempt.is_noted else runs_of(texts("Skipping keeps the streak"))
        following = ButtonModel(texts("Next puzzle"), True, ask=NEXT, note=skip)
        answer = ButtonModel(texts("Show the answer"), True, ask=ANSWER)
        is_trying = stage is AttemptPhase.TRYING
        not_now = () if is_trying else runs_of(texts("Not while a turn is shown."))
        hint = ButtonModel(texts("Hint"), is_trying, not_now)
        undo = game.undo
        if stage is AttemptPhase.SOLVED:
            end = EndModel(NEXT, Mood.GO, texts("Next puzzle"), is_enabled=True)
            undo = ButtonModel(undo.label, False, not_now)
            return ActionsModel(end, undo, hint, ButtonModel(texts("All puzzles"), True, ask=LIST))
        if stage is AttemptPhase.JUDGING:
            end = EndModel("", Mood.WAIT, texts("One moment …"))
        elif is_trying:
            end = game.end
        else:
            end = EndModel(AGAIN, Mood.GO, texts("Try again"), is_enabled=True)
            undo = ButtonModel(undo.label, True)
        offer = game.offer if is_trying else None
        return ActionsModel(end, undo, hint, answer, offer, following)
