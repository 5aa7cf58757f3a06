"""The first game and the lessons.

Lead, palette, canvas, both, out: each turn but the last has only one kind of way to stay in.

What a table takes is imported when one is laid: the title tells of lessons before anybody learns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.games.red7.face.explanations import build_hint
from red7_desktop.games.red7.face.words import Words, build_rule_words
from red7_desktop.games.red7.players.levels import make_greedy_player
from red7_desktop.games.red7.rules.cards import (
    BLUE,
    BURY,
    BY_TEXT,
    DRAW,
    FETCH,
    GREEN,
    INDIGO,
    LETTERS,
    ORANGE,
    RED,
    SHED,
    TAKE,
    THE_END,
    THE_PASS,
    VIOLET,
    YELLOW,
    parse_step,
    worth_of,
)
from red7_desktop.games.red7.rules.game import Red7, Red7Observation, position_of
from red7_desktop.games.red7.rules.notation import parse_position
from red7_desktop.games.red7.rules.rounds import STARTER, TARGET, MatchState, build_state_at
from red7_desktop.games.red7.rules.rules import EDITIONS, find_qualifying_set
from red7_desktop.games.red7.rules.standings import judge_rule
from red7_desktop.kit.match_model import (
    Beat,
    Counsel,
    Course,
    FirstGame,
    Lesson,
    LessonProgress,
    LessonRow,
    LessonTask,
    find_next_beat,
    list_own_steps,
)
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.kit.table_model import Hint
from red7_desktop.kit.texts import Run, Runs, Texts, runs_of, weave
from red7_desktop.play.session import ExerciseMatch
from red7_desktop.tabletop.player import Choice
from red7_desktop.tabletop.rounds import MATCH_OVER, TURN

if TYPE_CHECKING:
    from red7_desktop.tabletop.match import Match


def coach_first_game(words: Words, match: Match, seat: int) -> Counsel:
    """Say what to do now: the next thing of the story, or, beside it, what a careful one would."""
    result = match.game.result(match.state)
    if result is not None:
        return Counsel(
            None, LessonProgress.REACHED if seat in result.winners else LessonProgress.MISSED
        )
    if seat not in match.game.to_act(match.state):
        return Counsel(None)
    seen: Red7Observation = match.game.observe(match.state, seat)
    beat = find_next_beat(list_beats(words), match, seat)
    if beat is None:
        return _advise_aside(words, seen, match, seat)
    step = parse_step(beat.step)
    shown = build_hint(words, seen, Choice((step,)))
    return Counsel(replace(shown, title=beat.title, why=beat.why), step=step)


def _advise_aside(words: Words, seen: Red7Observation, match: Match, seat: int) -> Counsel:
    """Return what can be done where the story has been left."""
    texts, position = words.texts, position_of(seen)
    now = words.why(judge_rule(position, position.rule))
    if seen.legal == (THE_PASS,):
        title = runs_of(texts("No card makes you lead: you are out"))
        why = runs_of(texts("Whoever cannot end a turn in the lead has to go out."))
        return Counsel(Hint(title, (why,)), step=THE_PASS)
    if THE_END in seen.legal:
        title = runs_of(texts("You are in the lead: end your turn"))
        return Counsel(Hint(title, (now,)), step=THE_END)
    choice = make_greedy_player().choose(seen, 0, 0)
    shown = build_hint(words, seen, choice)
    if seen.steps:
        why = runs_of(texts("Discard a card whose rule makes you lead, or take this back."))
        shown = replace(shown, title=runs_of(texts("Not in the lead yet")), why=(now, why))
    else:
        shown = replace(shown, why=(*_say_story_left(words, match, seat), *shown.why))
    return Counsel(shown, step=choice.steps[0])


def _say_story_left(words: Words, match: Match, seat: int) -> tuple[Runs, ...]:
    """Say, in the turn after the story was left, that this was as good a way."""
    taken, told = list_own_steps(match, seat), [beat.step for beat in list_beats(words)]
    pairs = enumerate(zip(taken, told, strict=False))
    at = next((nth for nth, (own, beat) in pairs if own != beat), len(told))
    if taken[at:].count(str(THE_END)) != 1:
        return ()
    return (runs_of(words.texts("You went a way of your own, and are still in: well done.")),)


def list_beats(words: Words) -> tuple[Beat, ...]:
    """Return the story, step by step."""
    texts = words.texts
    name = words.names[1]

    def card(text: str) -> Runs:
        return (words.card(BY_TEXT[text]),)

    def rule(colour: int) -> Runs:
        return (words.rule_mark(colour),)

    end = runs_of(texts("You lead: end your turn"))
    return (
        Beat(
            "R7",
            weave(texts("Play {card} to your palette"), card=card("R7")),
            (
                weave(
                    texts("The rule is {rule}, and {name} leads: {best} beats your {card}."),
                    rule=rule(RED),
                    name=name,
                    best=card("B5"),
                    card=card("V4"),
                ),
                runs_of(
                    texts("End each turn in the lead, or you are out. Whoever is last in, wins.")
                ),
            ),
        ),
        Beat("end", end, (weave(texts("No card is higher than {card}."), card=card("R7")),)),
        Beat(
            "@R1",
            weave(texts("Discard {card} to the canvas"), card=card("R1")),
            (
                weave(
                    texts("{name} changed the rule to {rule}, and leads with {one} and {other}."),
                    name=name,
                    rule=rule(INDIGO),
                    one=card("Y4"),
                    other=card("B5"),
                ),
                weave(
                    texts("The top card of the canvas makes the rule: red brings {rule} back."),
                    rule=rule(RED),
                ),
            ),
        ),
        Beat(
            "end",
            end,
            (
                weave(
                    texts("{card} in your palette is the highest. The canvas only makes the rule."),
                    card=card("R7"),
                ),
            ),
        ),
        Beat(
            "G7",
            weave(texts("Play {card} to your palette"), card=card("G7")),
            (
                weave(
                    texts("{rule} again, and no single card helps."),
                    rule=rule(INDIGO),
                ),
                runs_of(texts("So do both in one turn: play a card, then discard another.")),
            ),
        ),
        Beat(
            "@O4",
            weave(texts("Now discard {card} to the canvas"), card=card("O4")),
            (
                weave(
                    texts("Orange stands for {rule}: your two 7s beat the two 5s of {name}."),
                    rule=rule(ORANGE),
                    name=name,
                ),
            ),
        ),
        Beat("end", end, (runs_of(texts("A turn may play a card, discard one, or do both.")),)),
        Beat(
            "G2",
            weave(texts("Play {card} to your palette"), card=card("G2")),
            (
                weave(
                    texts(
                        "{rule}: {name} has two yellow cards, you have two green ones with {card}."
                    ),
                    rule=rule(YELLOW),
                    name=name,
                    card=card("G2"),
                ),
                weave(
                    texts("Equally many? Then the highest of them decides: {card} beats {other}."),
                    card=card("G7"),
                    other=card("Y5"),
                ),
            ),
        ),
        Beat(
            "end",
            end,
            (
                weave(
                    texts("If no card makes {name} lead now, {name} is out, and you win."),
                    name=name,
                ),
            ),
        ),
    )


class LessonText(NamedTuple):
    """What is said in one lesson.

    title: in the list. goal, why: at the beginning. done, learned: in the end. missed: where the
    turn went elsewhere, though not out.
    """

    title: Runs
    goal: Runs
    why: tuple[Runs, ...]
    done: Runs
    learned: tuple[Runs, ...]
    missed: Runs = ()


RULES = {
    "red": RED,
    "orange": ORANGE,
    "yellow": YELLOW,
    "green": GREEN,
    "blue": BLUE,
    "indigo": INDIGO,
    "violet": VIOLET,
}
"""The lessons that are about a rule."""


def name_chapters(texts: Texts) -> Mapping[str, str]:
    """Return the part of the course to which each lesson belongs."""
    rules = texts("The seven rules")
    fine = texts("Ties, draws and points")
    acts = texts("Actions")
    return {
        **dict.fromkeys(RULES, rules),
        **dict.fromkeys(("ties", "draw", "points"), fine),
        **dict.fromkeys(("one", "three", "five", "seven"), acts),
        "out on purpose": texts("Judgement"),
    }


def build_lesson_texts(texts: Texts, words: Words | None = None) -> Mapping[str, LessonText]:
    """Give what is said, by the lessons' keys; without the words of a table, to nobody special."""
    at_table = words or Words(texts, ["", "Tomás"], 0)
    return {
        **_write_rule_lessons(at_table),
        **_write_fine_point_lessons(at_table),
        **_write_action_lessons(at_table),
    }


def _write_rule_lessons(words: Words) -> dict[str, LessonText]:
    texts = words.texts
    about = {
        RED: texts("The highest number leads; of equal ones the colour, red before all."),
        ORANGE: texts("Cards of one number count: three 4s are more than two 6s."),
        YELLOW: texts("Cards of one colour count, however low they are."),
        GREEN: texts("Even cards count: every 2, 4 and 6."),
        BLUE: texts("Different colours count, one card for each."),
        INDIGO: texts("Numbers in a row count, whatever their colours: 3 4 5."),
        VIOLET: texts("Low cards count: every 1, 2 and 3."),
    }
    done, missed = texts("Right: you lead under {rule}"), texts("You lead, but not under {rule}")
    goal = texts("End your turn in the lead under {rule}")
    names = build_rule_words(texts)
    found = {}
    for key, rule in RULES.items():
        mark = words.rule_mark(rule)
        title = (Run(names[rule].sentence, LETTERS[rule], spoken=names[rule].sentence),)
        found[key] = LessonText(
            title,
            weave(goal, rule=mark),
            (
                runs_of(about[rule]),
                runs_of(texts("The rule stays: play one card to your palette, and discard none.")),
            ),
            weave(done, rule=mark),
            (runs_of(about[rule]),),
            weave(missed, rule=mark),
        )
    return found


def _write_fine_point_lessons(words: Words) -> dict[str, LessonText]:
    texts, name = words.texts, words.names[1]

    def card(text: str) -> Run:
        return words.card(BY_TEXT[text])

    return {
        "ties": LessonText(
            runs_of(texts("Ties")),
            runs_of(texts("Draw level, and win the tie")),
            (
                weave(
                    texts("{name} has two even cards, and with one more so would you."),
                    name=name,
                ),
                runs_of(texts("Equally many cards: the highest of them decides.")),
            ),
            weave(texts("Right: {card} beats {other}"), card=card("G6"), other=card("B6")),
            (runs_of(texts("First the number counts, then the colour, as on the ring.")),),
            runs_of(texts("You lead, but not by a tie")),
        ),
        "draw": LessonText(
            runs_of(texts("Drawing a card")),
            runs_of(texts("End your turn in the lead, and draw a card")),
            (
                runs_of(
                    texts(
                        "You may draw when the number you discard is higher than the number of "
                        "cards in your palette."
                    )
                ),
                runs_of(texts("Two cards lie in your palette.")),
            ),
            runs_of(texts("Right: a card for a card")),
            (runs_of(texts("Cards in hand are turns to come: draw whenever you can.")),),
            runs_of(texts("You lead, but have drawn nothing")),
        ),
        "points": LessonText(
            runs_of(texts("Points")),
            runs_of(texts("Stay in, and make this round worth 18 points to you")),
            (
                runs_of(
                    texts("The winner scores the cards that meet the rule in force at the end.")
                ),
                runs_of(texts("Your own panel says what you would score now.")),
            ),
            runs_of(texts("Right: 18 points lie in your palette")),
            (runs_of(texts("So a rule with many cards pays more than one with few.")),),
            runs_of(texts("You lead, but for fewer points")),
        ),
        "out on purpose": LessonText(
            runs_of(texts("Going out on purpose")),
            weave(texts("This round is lost: keep {name} below 40 points"), name=name),
            (
                weave(
                    texts("{name} has 33 points, and would score {card} if you went out now."),
                    name=name,
                    card=card("O6"),
                ),
                weave(
                    texts(
                        "{own} keeps you in for one turn. Then your hand is empty, and every card "
                        "that {name} adds may count."
                    ),
                    own=card("B7"),
                    name=name,
                ),
            ),
            weave(texts("Right: {name} has 39 points, and the match goes on"), name=name),
            (runs_of(texts("A round that cannot be won is better lost early than late.")),),
            weave(texts("Now {name} plays {card}, and has 40 points"), name=name, card=card("R7")),
        ),
    }


def _write_action_lessons(words: Words) -> dict[str, LessonText]:
    texts, name = words.texts, words.names[1]

    def card(text: str) -> Run:
        return words.card(BY_TEXT[text])

    right = runs_of(texts("Right: you lead"))
    otherwise = runs_of(texts("You lead, but without the action"))
    one, three = texts("A 1 takes a card away"), texts("A 3 draws a card")
    five, seven = texts("A 5 plays another card"), texts("A 7 moves a card")
    return {
        "one": LessonText(
            runs_of(one),
            weave(texts("Take {card} away from {name}"), card=card("R7"), name=name),
            (
                runs_of(
                    texts(
                        "A 1 that joins your palette puts a card of a rival on the deck: not of "
                        "one with fewer cards than you."
                    )
                ),
            ),
            right,
            (runs_of(texts("The fewer cards you have, the more rivals a 1 can reach.")),),
            otherwise,
        ),
        "three": LessonText(
            runs_of(three),
            runs_of(texts("Nothing in your hand helps: draw with your 3")),
            (
                runs_of(texts("A 3 that joins your palette draws a card, which may help or not.")),
                runs_of(texts("Then look again: the new card may be discarded at once.")),
            ),
            right,
            (runs_of(texts("Had the card not helped, you would be out: as you were without it.")),),
            otherwise,
        ),
        "five": LessonText(
            runs_of(five),
            runs_of(texts("Play two cards in one turn")),
            (
                runs_of(texts("A 5 that joins your palette lets you play another card there.")),
                weave(
                    texts("{name} has three colours: you need four."),
                    name=name,
                ),
            ),
            right,
            (runs_of(texts("The action of the other card happens as well.")),),
            otherwise,
        ),
        "seven": LessonText(
            runs_of(seven),
            runs_of(texts("Change the rule with a card of your palette")),
            (
                runs_of(
                    texts(
                        "A 7 that joins your palette moves a card from there to the canvas, or on "
                        "top of the deck."
                    )
                ),
                runs_of(texts("Which colour makes you lead with your 7?")),
            ),
            right,
            (runs_of(texts("What is put on the deck can be drawn again, by you or by a rival.")),),
            otherwise,
        ),
    }


DEAL: Final = 700_001_499
"""It was looked for: see `first_game`."""


AI_SEED: Final = 7


RIVAL: Final = "newcomer"


_USUAL: Final = {option.key: option.default for option in (TARGET, STARTER)}


SETUP: Final = GameSetup(
    "red7",
    (SeatPlan(), SeatPlan(level=RIVAL)),
    {"advanced": False, "actions": False, "edition": EDITIONS[0], **_USUAL},
    DEAL,
)


def build_course(texts: Texts) -> Course:
    """Return all that there is to be learned."""
    about = texts("One round against {name}, with a coach beside you.", name="Tomás")
    titles = {key: said.title for key, said in build_lesson_texts(texts).items()}
    lessons = [
        Lesson(key, chapter, titles[key], partial(_get_task, key))
        for key, chapter in name_chapters(texts).items()
    ]
    return Course(FirstGame(SETUP, AI_SEED, about, _get_counsel), tuple(lessons))


def _get_counsel(words: Words, match: Match, seat: int) -> Counsel:
    return coach_first_game(words, match, seat)


def _get_task(key: str) -> LessonTask:
    return set_up_task(key)


def _make_is_under(rule: int) -> Callable[[MatchState], bool]:
    return lambda state: state.position.rule == rule


def _make_did(kind: int) -> Callable[[MatchState], bool]:
    return lambda state: kind in [step.kind for step in state.turns[0].steps]


def _accepts_all(state: MatchState) -> bool:
    return True


def _make_would_score(least: int) -> Callable[[MatchState], bool]:
    def is_met(state: MatchState) -> bool:
        position = state.position
        return worth_of(find_qualifying_set(position.rule, position.palettes[0])) >= least

    return is_met


CHEAP: Final = "out on purpose"
"""The lesson in which going out is right."""


BASIC, ADVANCED, ACTIONS = "basic@1.3", "advanced@1.3", "basic+actions@1.3"


ROWS: Final = (
    LessonRow(
        "red",
        f"red7 {BASIC} / canvas / deck Y1 / A> G5 : B7 O6 R2 : / B V7 : O4 Y3 :",
        ("B7", "end"),
        _make_is_under(RED),
    ),
    LessonRow(
        "orange",
        f"red7 {BASIC} / canvas O1 / deck Y1 / A> G4 Y4 : R7 Y5 B4 : / B R6 I6 : O4 Y3 :",
        ("B4", "end"),
        _make_is_under(ORANGE),
    ),
    LessonRow(
        "yellow",
        f"red7 {BASIC} / canvas Y2 / deck Y1 / A> B3 B5 : R7 V4 B1 : / B G6 G2 : O4 Y3 :",
        ("B1", "end"),
        _make_is_under(YELLOW),
    ),
    LessonRow(
        "green",
        f"red7 {BASIC} / canvas G1 / deck Y1 / A> O2 V4 : R7 Y5 I2 : / B R6 B2 : O4 Y3 :",
        ("I2", "end"),
        _make_is_under(GREEN),
    ),
    LessonRow(
        "blue",
        f"red7 {BASIC} / canvas B4 / deck Y1 / A> R1 G3 I4 : R6 G6 V1 : / B Y7 B5 O2 : O4 Y3 :",
        ("V1", "end"),
        _make_is_under(BLUE),
    ),
    LessonRow(
        "indigo",
        f"red7 {BASIC} / canvas I1 / deck Y1 / A> R3 G5 : R7 Y6 B4 : / B O6 V7 : O4 Y3 :",
        ("B4", "end"),
        _make_is_under(INDIGO),
    ),
    LessonRow(
        "violet",
        f"red7 {BASIC} / canvas V6 / deck Y1 / A> G2 B1 : R7 O5 V3 : / B Y3 O1 : O4 Y2 :",
        ("V3", "end"),
        _make_is_under(VIOLET),
    ),
    LessonRow(
        "ties",
        f"red7 {BASIC} / canvas G1 / deck Y1 / A> O2 : G6 V6 R4 : / B B6 V4 : O4 Y3 :",
        ("G6", "end"),
        _make_is_under(GREEN),
    ),
    LessonRow(
        "draw",
        f"red7 {ADVANCED} / canvas / deck V3 Y1 / A> R2 G4 : G5 V5 G2 : / B B6 : O4 Y3 :",
        ("@G5", "+", "end"),
        _make_did(DRAW),
    ),
    LessonRow(
        "points",
        f"red7 {ADVANCED} / canvas Y2 / deck Y1 / A> R7 R5 : R6 O5 V3 R1 : / B B3 G6 : O4 :",
        ("R6", "end"),
        _make_would_score(18),
    ),
    LessonRow(
        "one",
        f"red7 {ACTIONS} / canvas / deck O5 / A> B6 G4 : V5 Y1 : / B R7 V3 O2 : O4 Y3 :",
        ("Y1", "(B:R7)", "end"),
        _make_did(TAKE),
    ),
    LessonRow(
        "three",
        f"red7 {ACTIONS} / canvas / deck G6 O5 / A> O4 V2 : B3 : / B R7 Y5 I3 : O6 Y3 :",
        ("B3", "(+)", "@G6", "end"),
        _make_did(FETCH),
    ),
    LessonRow(
        "five",
        f"red7 {ACTIONS} / canvas B4 / deck O3 / A> G4 B2 : V6 Y5 : / B R7 O2 I6 : O4 Y3 :",
        ("Y5", "V6", "end"),
        _accepts_all,
    ),
    LessonRow(
        "seven",
        f"red7 {ACTIONS} / canvas V4 / deck O3 / A> R4 O6 : V5 G7 : / B V1 V2 : O4 Y3 :",
        ("G7", "(@R4)", "end"),
        lambda state: _make_did(SHED)(state) or _make_did(BURY)(state),
    ),
    LessonRow(
        CHEAP,
        f"red7 {ADVANCED} / canvas / deck Y1 V1 / A> G4 : B7 : O3 Y5 G5 / "
        "B O6 R3 : R7 G2 : V7 O7 Y7 G7 B5",
        ("pass",),
        lambda state: state.stage not in {TURN, MATCH_OVER},
    ),
)
"""In order. Where only one card helps, its rule is what the lesson is about."""


def set_up_task(key: str) -> LessonTask:
    """Lay a lesson on the table. Raises StopIteration where none has that key."""
    row = next(row for row in ROWS if row.key == key)
    return LessonTask(begin_lesson(row), row.answer, partial(coach_lesson, row))


def begin_lesson(row: LessonRow) -> ExerciseMatch:
    """Return a match that stands at a lesson's position."""
    state = build_state_at(parse_position(row.position))
    return ExerciseMatch(Red7(), state.options.to_plain(), state)


def coach_lesson(row: LessonRow, words: Words, match: Match, seat: int) -> Counsel:
    """Return what is to be reached, how far the turn has come, and in the end whether it was."""
    state: MatchState = match.state
    said = build_lesson_texts(words.texts, words)[row.key]
    if not state.turns:
        return Counsel(_say_progress(words, match, seat, said))
    is_in = not state.position.out & 1
    if row.is_met(state) and is_in != (row.key == CHEAP):
        return Counsel(Hint(said.done, said.learned), LessonProgress.REACHED)
    if not is_in and row.key != CHEAP:
        why = runs_of(words.texts("There is a way to stay in."))
        return Counsel(Hint(runs_of(words.texts("You are out")), (why,)), LessonProgress.MISSED)
    return Counsel(Hint(said.missed, said.why[:1]), LessonProgress.MISSED)


def _say_progress(words: Words, match: Match, seat: int, said: LessonText) -> Hint:
    """Return the goal; in the middle of the turn, how things stand as well."""
    seen = match.game.observe(match.state, seat)
    if not seen.steps:
        return Hint(said.goal, said.why)
    position = position_of(seen)
    now: Runs = words.why(judge_rule(position, position.rule))
    next_one = runs_of(words.texts("You are in the lead: end your turn"))
    return Hint(said.goal, (now, next_one) if THE_END in seen.legal else (now,))
