"""The first game and the lessons.

Lead, palette, canvas, both, out: each turn but the last has only one kind of way to stay in.

What a table takes is imported when one is laid: the title tells of lessons before anybody learns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from red7_desktop.games.red7.face.explanations import build_hint
from red7_desktop.games.red7.face.words import Words
from red7_desktop.games.red7.players.levels import HeuristicPlayer
from red7_desktop.games.red7.rules import cards, game, notation, rounds, rules, standings
from red7_desktop.kit import setup
from red7_desktop.kit.course import (
    Beat,
    Counsel,
    LessonRow,
    Lessons,
    LessonText,
    LessonWords,
    list_own_steps,
    read_rows,
    write_lesson,
)
from red7_desktop.kit.table_model import Hint
from red7_desktop.kit.texts import Run, Runs, Texts, Tone, runs_of, weave
from red7_desktop.play.session import ExerciseMatch
from red7_desktop.tabletop import match
from red7_desktop.tabletop.rounds import MATCH_OVER, TURN

RULES: Final = {name: rule for rule, name in [*enumerate(cards.COLOUR_NAMES)][::-1]}
"""The lessons that are about a rule."""
DEAL: Final = 700_001_499
"""It was looked for: a player who does what the coach says wins it."""
RIVAL: Final = "newcomer"
_USUAL: Final = {option.key: option.default for option in (rounds.TARGET, rounds.STARTER)}

SETUP: Final = setup.GameSetup(
    "red7",
    (setup.SeatPlan(), setup.SeatPlan(level=RIVAL)),
    {"advanced": False, "actions": False, "edition": rules.EDITIONS[0], **_USUAL},
    DEAL,
)


def _make_is_under(rule: int) -> Callable[[rounds.MatchState], bool]:
    return lambda state: state.position.rule == rule


def _make_did(kind: int) -> Callable[[rounds.MatchState], bool]:
    return lambda state: kind in [step.kind for step in state.turns[0].steps]


CHEAP: Final = "out on purpose"
"""The lesson in which going out is right."""

_LAID: Final = """
red | basic / canvas / deck Y1 / A> G5 : B7 O6 R2 : / B V7 : O4 Y3 : | B7, end
orange | basic / canvas O1 / deck Y1 / A> G4 Y4 : R7 Y5 B4 : / B R6 I6 : O4 Y3 : | B4, end
yellow | basic / canvas Y2 / deck Y1 / A> B3 B5 : R7 V4 B1 : / B G6 G2 : O4 Y3 : | B1, end
green | basic / canvas G1 / deck Y1 / A> O2 V4 : R7 Y5 I2 : / B R6 B2 : O4 Y3 : | I2, end
blue | basic / canvas B4 / deck Y1 / A> R1 G3 I4 : R6 G6 V1 : / B Y7 B5 O2 : O4 Y3 : | V1, end
indigo | basic / canvas I1 / deck Y1 / A> R3 G5 : R7 Y6 B4 : / B O6 V7 : O4 Y3 : | B4, end
violet | basic / canvas V6 / deck Y1 / A> G2 B1 : R7 O5 V3 : / B Y3 O1 : O4 Y2 : | V3, end
ties | basic / canvas G1 / deck Y1 / A> O2 : G6 V6 R4 : / B B6 V4 : O4 Y3 : | G6, end
draw | advanced / canvas / deck V3 Y1 / A> R2 G4 : G5 V5 G2 : / B B6 : O4 Y3 : | @G5, +, end
points | advanced / canvas Y2 / deck Y1 / A> R7 R5 : R6 O5 V3 R1 : / B B3 G6 : O4 : | R6, end
one | basic+actions / canvas / deck O5 / A> B6 G4 : V5 Y1 : / B R7 V3 O2 : O4 Y3 : | Y1, (B:R7), end
three | basic+actions / canvas / deck G6 O5 / A> O4 V2 : B3 : / B R7 Y5 I3 : O6 Y3 :\
 | B3, (+), @G6, end
five | basic+actions / canvas B4 / deck O3 / A> G4 B2 : V6 Y5 : / B R7 O2 I6 : O4 Y3 : | Y5, V6, end
seven | basic+actions / canvas V4 / deck O3 / A> R4 O6 : V5 G7 : / B V1 V2 : O4 Y3 :\
 | G7, (@R4), end
out on purpose | advanced / canvas / deck Y1 V1 / A> G4 : B7 : O3 Y5 G5\
 / B O6 R3 : R7 G2 : V7 O7 Y7 G7 B5 | pass
"""
"""In order. Where only one card helps, its rule is what the lesson is about."""


def _is_worth_18(state: rounds.MatchState) -> bool:
    position = state.position
    return cards.worth_of(rules.find_qualifying_set(position.rule, position.palettes[0])) >= 18


ROWS: Final = read_rows(
    "red7 ",
    _LAID,
    {
        **{key: _make_is_under(rule) for key, rule in RULES.items()},
        "ties": _make_is_under(cards.GREEN),
        "draw": _make_did(cards.DRAW),
        "points": _is_worth_18,
        "one": _make_did(cards.TAKE),
        "three": _make_did(cards.FETCH),
        "five": lambda state: True,
        "seven": lambda state: _make_did(cards.SHED)(state) or _make_did(cards.BURY)(state),
        CHEAP: lambda state: state.stage not in {TURN, MATCH_OVER},
    },
)


class Red7Lessons(Lessons):
    """The first game and the lessons of Red7."""

    setup = SETUP
    rows = ROWS

    def find_card(self, row: LessonRow) -> str | None:
        """Return the card whose rule it is about; otherwise the one that is played."""
        place, rules = self.rows.index(row), len(cards.LETTERS)
        if place < rules:
            return f"{cards.LETTERS[-1 - place]}{rules - place}"
        played = re.search(r"[A-Z]\d", " ".join(row.answer))
        return played[0] if played else "V1"

    def describe(self, texts: Texts) -> str:
        return texts("One round against {name}, with a coach beside you.", name="Tomás")

    def name_chapters(self, texts: Texts) -> Mapping[str, str]:
        rules = texts("The seven rules")
        fine = texts("Ties, draws and points")
        return {
            **dict.fromkeys(RULES, rules),
            **dict.fromkeys(("ties", "draw", "points"), fine),
            **dict.fromkeys(("one", "three", "five", "seven"), texts("Actions")),
            "out on purpose": texts("Tactics"),
        }

    def begin(self, row: LessonRow) -> ExerciseMatch:
        state = rounds.build_state_at(notation.parse_position(row.position))
        return ExerciseMatch(game.Red7(), state.options.to_plain(), state)

    hint = staticmethod(build_hint)

    def has_won(self, match: match.Match, seat: int) -> bool | None:
        result = match.game.result(match.state)
        return None if result is None else seat in result.winners

    def advise_aside(
        self, words: Words, seen: game.Red7Observation, match: match.Match, seat: int
    ) -> Counsel:
        texts, position = words.texts, game.position_of(seen)
        now = words.why(standings.judge_rule(position, position.rule))
        if seen.legal == (cards.THE_PASS,):
            title = runs_of(texts("No card helps: you’re out"))
            why = runs_of(texts("If you can’t end your turn winning, you’re out."))
            return Counsel(Hint(title, (why,)), step=cards.THE_PASS)
        if cards.THE_END in seen.legal:
            title = runs_of(texts("You’re winning: end your turn"))
            return Counsel(Hint(title, (now,)), step=cards.THE_END)
        choice = HeuristicPlayer().choose(seen, 0, 0)
        shown = self.hint(words, seen, choice)
        if seen.steps:
            why = runs_of(texts("Discard a card whose rule leaves you winning, or undo."))
            shown = replace(shown, title=runs_of(texts("Not winning yet")), why=(now, why))
        else:
            shown = replace(shown, why=(*self._say_story_left(words, match, seat), *shown.why))
        return Counsel(shown, step=choice.steps[0])

    def _say_story_left(self, words: Words, match: match.Match, seat: int) -> tuple[Runs, ...]:
        taken, told = list_own_steps(match, seat), [beat.step for beat in self.list_beats(words)]
        pairs = enumerate(zip(taken, told, strict=False))
        at = next((nth for nth, (own, beat) in pairs if own != beat), len(told))
        if taken[at:].count(str(cards.THE_END)) != 1:
            return ()
        return (runs_of(words.texts("You found your own way, and you’re still in: well done.")),)

    def say_missed(
        self, row: LessonRow, said: LessonText, words: Words, state: rounds.MatchState
    ) -> Hint:
        if state.position.out & 1 and row.key != CHEAP:
            why = runs_of(words.texts("There’s a way to stay in."))
            return Hint(runs_of(words.texts("You’re out")), (why,))
        return super().say_missed(row, said, words, state)

    def is_reached(self, row: LessonRow, state: rounds.MatchState) -> bool | None:
        is_met = super().is_reached(row, state)
        return is_met and (not state.position.out & 1) != (row.key == CHEAP)

    def say_progress(
        self, row: LessonRow, said: LessonText, words: Words, match: match.Match, seat: int
    ) -> Hint:
        """Return the goal; in the middle of the turn, how things stand as well."""
        now = match.game.observe(match.state, seat)
        if not now.steps:
            return Hint(said.goal, said.why)
        position = game.position_of(now)
        verdict = standings.judge_rule(position, position.rule)
        how = words.why(verdict, Tone.GOOD if verdict.leader == seat else Tone.BAD)
        ends = (
            cards.THE_END in now.legal and match.game.take(match.state, seat, cards.THE_END).state
        )
        if not (ends and self.is_reached(row, ends)):
            return Hint(said.goal, (how,))
        return Hint(said.goal, (how, runs_of(words.texts("You’re winning: end your turn"))))

    def list_beats(self, words: Words) -> tuple[Beat, ...]:
        texts, say = words.texts, _Say(words)
        play = texts("Play {card} to your palette")
        end = texts("You’re winning: end your turn")

        def beat(step: str, title: str, *why: str, **marks: str | int) -> Beat:
            own = {} if step == "end" else {"card": step.removeprefix("@")}
            return Beat(step, say(title, **own), tuple([say(line, **marks) for line in why]))

        return (
            beat(
                "R7",
                play,
                texts("The rule is {rule}, and {name} is winning: {best} beats your {card}."),
                texts("End every turn winning, or you’re out. The last player in wins."),
                rule=cards.RED,
                best="B5",
                card="V4",
            ),
            beat("end", end, texts("No card is higher than {card}."), card="R7"),
            beat(
                "@R1",
                texts("Discard {card} to the canvas"),
                texts("{name} changed the rule to {rule}, and is winning with {one} and {other}."),
                texts(
                    "The top card of the canvas sets the rule: red brings {rule} back.",
                    rule="{red}",
                ),
                rule=cards.INDIGO,
                one="Y4",
                other="B5",
                red=cards.RED,
            ),
            beat(
                "end",
                end,
                texts("{card} in your palette is the highest. The canvas only sets the rule."),
                card="R7",
            ),
            beat(
                "G7",
                play,
                texts("{rule} again, and no single card helps."),
                texts("So do both in one turn: play a card, then discard another."),
                rule=cards.INDIGO,
            ),
            beat(
                "@O4",
                texts("Now discard {card} to the canvas"),
                texts("Orange means {rule}: your two 7s beat {name}’s two 5s."),
                rule=cards.ORANGE,
            ),
            beat("end", end, texts("On your turn you may play a card, discard one, or do both.")),
            beat(
                "G2",
                play,
                texts("{rule}: {name} has two yellow cards; {card} gives you two green ones."),
                texts(
                    "A tie? Then the highest of them decides: {card} beats {other}.",
                    card="{best}",
                    other="{other}",
                ),
                rule=cards.YELLOW,
                card="G2",
                best="G7",
                other="Y5",
            ),
            beat("end", end, texts("If no card keeps {name} in now, {name} is out, and you win.")),
        )

    def write_lessons(self, texts: Texts, words: Words | None = None) -> Mapping[str, LessonText]:
        words = words or Words(texts, ["", "Tomás"], 0)
        say = _Say(words)
        found = {
            key: write_lesson(said, **say.marks) for key, said in _list_words(words, say).items()
        }
        return {**_write_rule_lessons(words), **found}


class _Say:
    """Fills templates with the rival's name, with cards by their notation, rules by their rank."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self.marks = {"name": words.names[1]}

    def __call__(self, template: str, **marks: str | int) -> Runs:
        words = self._words
        values = {
            key: words.card(cards.BY_TEXT[mark]) if isinstance(mark, str) else words.rule_mark(mark)
            for key, mark in marks.items()
        }
        return weave(template, **self.marks, **values)


def _write_rule_lessons(words: Words) -> dict[str, LessonText]:
    texts = words.texts
    about = {
        cards.RED: texts("The highest number wins. If numbers tie, colour decides, red first."),
        cards.ORANGE: texts("Count cards of one number: three 4s beat two 6s."),
        cards.YELLOW: texts("Cards of one colour count, however low they are."),
        cards.GREEN: texts("Even cards count: every 2, 4 and 6."),
        cards.BLUE: texts("Count the different colours: one card each."),
        cards.INDIGO: texts("Numbers in a row count, whatever their colours: 3 4 5."),
        cards.VIOLET: texts("Low cards count: every 1, 2 and 3."),
    }
    found = {}
    for key, rule in RULES.items():
        name = words.rules[rule].sentence
        said = (
            Run(name, cards.LETTERS[rule], spoken=name),
            texts("End your turn winning: {rule}"),
            about[rule],
            texts("The rule stays: play one card to your palette, and discard none."),
            texts("Right: you’re winning under {rule}"),
            about[rule],
            texts("You’re winning, but not under {rule}"),
        )
        found[key] = write_lesson(said, rule=words.rule_mark(rule))
    return found


def _list_words(words: Words, say: _Say) -> dict[str, LessonWords]:
    texts = words.texts
    right = texts("Right: you’re winning")
    otherwise = texts("You’re winning, but without the action")
    return {
        "ties": (
            texts("Ties"),
            texts("Tie, then win the tie-break"),
            texts("{name} has two even cards. You need one more to tie."),
            texts("In a tie, the highest of those cards decides."),
            say(texts("Right: {card} beats {other}"), card="G6", other="B6"),
            texts("First the number counts, then the colour, as on the ring."),
            texts("You’re winning, but without a tie"),
        ),
        "draw": (
            texts("Drawing a card"),
            texts("End your turn winning, and draw a card"),
            texts(
                "You may draw when the number you discard is higher than the number of cards "
                "in your palette."
            ),
            texts("Your palette has two cards."),
            texts("Right: you drew a card"),
            texts("Cards in hand are future turns: draw whenever you can."),
            texts("You’re winning, but you drew nothing"),
        ),
        "points": (
            texts("Points"),
            texts("Stay in, and make the round worth 18 points"),
            texts("The winner scores the cards that meet the final rule."),
            texts("Your panel shows what you’d score now."),
            texts("Right: your palette is worth 18 points"),
            texts("So a rule that many of your cards meet pays more."),
            texts("You’re winning, but for fewer points"),
        ),
        "out on purpose": (
            texts("Dropping out on purpose"),
            texts("This round is lost: keep {name} below 40 points"),
            say(
                texts("{name} has 33 points, and would score {card} if you dropped out now."),
                card="O6",
            ),
            say(
                texts(
                    "{own} keeps you in for one turn. Then your hand is empty, and every "
                    "card {name} adds may count."
                ),
                own="B7",
            ),
            texts("Right: {name} has 39 points, and the match goes on"),
            texts("If you can’t win a round, lose it early."),
            say(texts("Now {name} plays {card}, and has 40 points"), card="R7"),
        ),
        "one": (
            texts("A 1 takes a card away"),
            say(texts("Take {card} away from {name}"), card="R7"),
            texts(
                "Play a 1: put a card from another palette on the deck. That palette "
                "mustn’t be smaller than yours."
            ),
            right,
            texts("The fewer cards you have, the more palettes a 1 can reach."),
            otherwise,
        ),
        "three": (
            texts("A 3 draws a card"),
            texts("Nothing in your hand helps: draw with your 3"),
            texts("Play a 3: draw a card. It may help, or not."),
            texts("Look again: you may discard the new card right away."),
            right,
            texts("If it hadn’t helped, you’d be out. Without it you’d be out too."),
            otherwise,
        ),
        "five": (
            texts("A 5 plays another card"),
            texts("Play two cards in one turn"),
            texts("Play a 5: play another card to your palette."),
            texts("{name} has three colours: you need four."),
            right,
            texts("The other card’s action happens too."),
            otherwise,
        ),
        "seven": (
            texts("A 7 moves a card"),
            texts("Change the rule with a card from your palette"),
            texts("Play a 7: move a palette card to the canvas or onto the deck."),
            texts("Under which colour does your 7 win?"),
            right,
            texts("A card on the deck can be drawn again, by anyone."),
            otherwise,
        ),
    }
