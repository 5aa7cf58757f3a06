"""Red7's first match and lessons.

In every turn of the first match except the last, only one of three moves keeps the user in the
round: playing a card, discarding a card, or both. Together, these turns require all three moves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import ClassVar, Final

from red7_desktop.games.red7.face.explanations import build_hint
from red7_desktop.games.red7.face.words import Words
from red7_desktop.games.red7.rules import cards, game, notation, rounds, rules, standings
from red7_desktop.kit import setup
from red7_desktop.kit.course import CoachAdvice, Course, LessonRow, LessonText, list_own_steps
from red7_desktop.kit.table_model import Hint
from red7_desktop.kit.texts import (
    Run,
    Runs,
    Texts,
    Tone,
    Value,
    apply_tone,
    fill_template,
    to_runs,
)
from red7_desktop.play.session import ExerciseMatch
from red7_desktop.tabletop import match
from red7_desktop.tabletop.game import TURN
from red7_desktop.tabletop.player import Choice
from red7_desktop.tabletop.rounds import MATCH_OVER

RULES: Final = {name: rule for rule, name in [*enumerate(cards.COLOUR_NAMES)][::-1]}
"""Colour rank of the rule that a lesson teaches, by the lesson's key."""
DEAL: Final = 700_001_499
"""Seed of the deal in the guided first match, chosen so that a user who follows the coach wins."""
OPPONENT: Final = "newcomer"
_USUAL: Final = {option.key: option.default for option in (rounds.TARGET, rounds.STARTER)}

SETUP: Final = setup.GameSetup(
    "red7",
    (setup.SeatPlan(), setup.SeatPlan(level=OPPONENT)),
    {"advanced": False, "actions": False, "edition": rules.EDITIONS[0], **_USUAL},
    DEAL,
)


def _make_rule_check(rule: int) -> Callable[[rounds.MatchState], bool]:
    return lambda state: state.position.rule == rule


def _make_step_check(kind: int) -> Callable[[rounds.MatchState], bool]:
    return lambda state: kind in [step.kind for step in state.turns[0].steps]


DROP_OUT_LESSON: Final = "out on purpose"
"""Key of the lesson in which dropping out is right."""


def _is_worth_18(state: rounds.MatchState) -> bool:
    position = state.position
    return cards.sum_points(rules.find_qualifying_set(position.rule, position.palettes[0])) >= 18


class Red7Course(Course):
    """The part of Red7's user interface with the guided first match and the lessons."""

    file = "red7"
    setup = SETUP
    goal_tests: ClassVar = {
        **{key: _make_rule_check(rule) for key, rule in RULES.items()},
        "ties": _make_rule_check(cards.GREEN),
        "draw": _make_step_check(cards.DRAW),
        "points": _is_worth_18,
        "one": _make_step_check(cards.TAKE),
        "three": _make_step_check(cards.FETCH),
        "five": lambda state: True,
        "seven": lambda state: (
            _make_step_check(cards.SHED)(state) or _make_step_check(cards.BURY)(state)
        ),
        DROP_OUT_LESSON: lambda state: state.stage not in {TURN, MATCH_OVER},
    }

    def find_card(self, row: LessonRow) -> str | None:
        """Return the card that is shown beside a lesson.

        If the lesson teaches one of the seven rules, it is a card of the rule's colour, otherwise
        the card that the answer plays.
        """
        place = self.rows.index(row)
        rules = len(cards.LETTERS)
        if place < rules:
            return f"{cards.LETTERS[-1 - place]}{rules - place}"
        played = re.search(r"[A-Z]\d", " ".join(row.answer))
        if played:
            return played[0]
        return "V1"

    def describe(self, texts: Texts) -> str:
        return texts("One round against {name}, with a coach beside you.", name="Tomás")

    def words_outside_match(self, texts: Texts) -> Words:
        return Words(texts, ["", "Tomás"], 0)

    def find_value(self, words: Words, mark: str) -> Value:
        """Return the card or rule that a mark in a lesson's text names.

        Args:
            words: The words of the lesson.
            mark: The notation of a card, such as "R7", or the letter of a rule.
        """
        if mark in cards.CARD_BY_TEXT:
            return words.card(cards.CARD_BY_TEXT[mark])
        return words.rule_mark(cards.LETTERS.index(mark))

    def find_values(self, words: Words, row: LessonRow) -> Mapping[str, Value]:
        if row.key not in RULES:
            return {}
        rule = RULES[row.key]
        title = words.rules[rule].sentence
        named = Run(title, cards.LETTERS[rule], spoken=title)
        return {"rule": words.rule_mark(rule), "title": named}

    def begin(self, row: LessonRow) -> ExerciseMatch:
        state = rounds.build_state_at(notation.parse_position(f"red7 {row.position}"))
        return ExerciseMatch(game.Red7(), state.options.to_plain(), state)

    hint = staticmethod(build_hint)

    def has_won(self, match: match.Match, seat: int) -> bool | None:
        result = match.game.result(match.state)
        if result is None:
            return None
        return seat in result.winners

    def advise_off_script(
        self, words: Words, match: match.Match, seat: int, choice: Choice | None = None
    ) -> CoachAdvice:
        texts = words.texts
        seen = match.game.observe(match.state, seat)
        position = game.position_of(seen)
        now = words.explain_lead(standings.judge_rule(position, position.rule))
        if seen.legal == (cards.PASS_STEP,):
            title = to_runs(texts("No card helps: you’re out"))
            why = to_runs(texts("If you can’t end your turn winning, you’re out."))
            return CoachAdvice(Hint(title, (why,)), step=cards.PASS_STEP)
        if choice is None:
            return CoachAdvice(None, question=seen)
        if choice.steps == (cards.END_STEP,):
            title = to_runs(texts("You’re winning: end your turn"))
            return CoachAdvice(Hint(title, (now,)), step=cards.END_STEP)
        shown = self.hint(words, seen, choice)
        if seen.steps and cards.END_STEP not in seen.legal:
            why = to_runs(texts("Discard a card whose rule leaves you winning, or undo."))
            shown = replace(shown, title=to_runs(texts("Not winning yet")), why=(now, why))
        else:
            shown = replace(shown, why=(*self._say_story_left(words, match, seat), *shown.why))
        return CoachAdvice(shown, step=choice.steps[0])

    def _say_story_left(self, words: Words, match: match.Match, seat: int) -> tuple[Runs, ...]:
        taken = list_own_steps(match, seat)
        planned = [beat.step for beat in self.list_script_steps(words)]
        pairs = enumerate(zip(taken, planned, strict=False))
        at = next((nth for nth, (own, beat) in pairs if own != beat), len(planned))
        if taken[at:].count(str(cards.END_STEP)) != 1:
            return ()
        return (to_runs(words.texts("You found your own way, and you’re still in: well done.")),)

    def say_missed(
        self, row: LessonRow, said: LessonText, words: Words, state: rounds.MatchState
    ) -> Hint:
        if state.position.out & 1 and row.key != DROP_OUT_LESSON:
            why = to_runs(words.texts("There’s a way to stay in."))
            return Hint(to_runs(words.texts("You’re out")), (why,))
        return super().say_missed(row, said, words, state)

    def is_reached(self, row: LessonRow, state: rounds.MatchState) -> bool | None:
        is_met = super().is_reached(row, state)
        return is_met and (not state.position.out & 1) != (row.key == DROP_OUT_LESSON)

    def say_wrong(
        self, row: LessonRow, said: LessonText, words: Words, match: match.Match, seat: int
    ) -> tuple[Runs, ...]:
        """Explain why a turn missed the lesson's goal.

        The explanation says that the turn shouldn't have changed the rule, or that another seat is
        winning after the turn, or both. If neither is the case, it is the lesson's own text.
        """
        position = game.position_of(match.game.observe(match.state, seat))
        verdict = standings.judge_rule(position, position.rule)
        wrong: list[Runs] = []
        if row.key in RULES and position.rule != RULES[row.key]:
            template = words.texts("You’ve changed the rule to {rule}: discard nothing")
            wrong.append(fill_template(template, rule=words.rule_mark(position.rule)))
        elif verdict.leader == seat:
            wrong.append(said.missed)
        if verdict.leader != seat:
            wrong.append(words.explain_lead(verdict, Tone.BAD))
        return tuple([apply_tone(line, Tone.BAD) for line in wrong])

    def say_progress(
        self, row: LessonRow, said: LessonText, words: Words, match: match.Match, seat: int
    ) -> Hint:
        """Return the lesson's goal and how far the turn has come towards it.

        If ending the turn now would reach the goal, the text says so.
        """
        now = match.game.observe(match.state, seat)
        if cards.END_STEP in now.legal:
            ended = match.game.apply(match.state, seat, cards.END_STEP).state
            if self.is_reached(row, ended):
                ending = to_runs(words.texts("You’re winning: end your turn"))
                return Hint(said.goal, (apply_tone(ending, Tone.GOOD),))
        return super().say_progress(row, said, words, match, seat)
