"""What the lessons of Red7 are called, and what is said in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from red7_desktop.games.red7.face.words.words import Words, build_rule_words
from red7_desktop.games.red7.rules.cards import (
    BLUE,
    BY_TEXT,
    GREEN,
    INDIGO,
    LETTERS,
    ORANGE,
    RED,
    VIOLET,
    YELLOW,
)
from red7_desktop.kit.language.rich_text import Run, Runs, runs_of, weave

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts


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
    """Name the part of the course to which each lesson belongs."""
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
