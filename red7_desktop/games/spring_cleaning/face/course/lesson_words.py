"""What the lessons of Spring Cleaning are called, and what is said in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from red7_desktop.games.spring_cleaning.face.words.words import SpringWords
from red7_desktop.kit.language.rich_text import Runs, runs_of

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts


class LessonText(NamedTuple):
    """What is said in one lesson.

    title: in the list. goal, why: at the beginning. done, learned: in the end. missed: where the
    turn went elsewhere.
    """

    title: Runs
    goal: Runs
    why: tuple[Runs, ...]
    done: Runs
    learned: tuple[Runs, ...]
    missed: Runs


def name_chapters(texts: Texts) -> Mapping[str, str]:
    """Name the part of the course to which each lesson belongs."""
    return {
        **dict.fromkeys(("lead", "higher", "longer"), texts("Leading and following")),
        **dict.fromkeys(("row", "sealed"), texts("Your row")),
        **dict.fromkeys(("own offer", "their offer", "between", "fetch"), texts("Offers")),
        **dict.fromkeys(("pick up", "trash"), texts("The end of a round")),
    }


def build_lesson_texts(texts: Texts, words: SpringWords | None = None) -> Mapping[str, LessonText]:
    """Give what is said, by the lessons' keys; without the words of a table, to nobody special."""
    names = words.names if words is not None else ("", "Tomás", "Amaka")
    found = {
        **_write_trick_lessons(texts),
        **_write_row_lessons(texts, names[1]),
        **_write_end_lessons(texts, names),
    }
    return {key: _build_lesson_text(*said) for key, said in found.items()}


def _build_lesson_text(
    title: str, goal: str, why: tuple[str, ...], done: str, learned: str, missed: str
) -> LessonText:
    lines = tuple([runs_of(line) for line in why])
    return LessonText(
        runs_of(title), runs_of(goal), lines, runs_of(done), (runs_of(learned),), runs_of(missed)
    )


_Said = tuple[str, str, tuple[str, ...], str, str, str]


def _write_trick_lessons(texts: Texts) -> dict[str, _Said]:
    return {
        "lead": (
            texts("Leading"),
            texts("Lead three cards at once"),
            (
                texts("Equal numbers, or numbers that rise by one from left to right."),
                texts("They must be neighbours in your row. Offers cannot be led."),
            ),
            texts("Right: three cards in one go"),
            texts("The more cards go together, the sooner your row is empty."),
            texts("That was fewer than three cards"),
        ),
        "higher": (
            texts("Higher"),
            texts("Beat the pair of 5s with a higher pair"),
            (
                texts("As many cards of the same kind beat it if they are higher."),
                texts("A run does not beat equal numbers of the same length, nor the other way."),
            ),
            texts("Right: 7 7 beats 5 5"),
            texts("Of a run its highest card counts."),
            texts("That did not beat the pair"),
        ),
        "longer": (
            texts("One card more"),
            texts("Beat the 9: nothing is higher"),
            (
                texts("One card more beats any combination, whatever its kind and numbers."),
                texts("It must be just one more: three cards do not beat a single one."),
            ),
            texts("Right: 4 5 beats 9"),
            texts("So low cards are good for something, if they go together."),
            texts("That did not beat the 9"),
        ),
    }


def _write_row_lessons(texts: Texts, name: str) -> dict[str, _Said]:
    return {
        "row": (
            texts("Drawing into the row"),
            texts("Nothing beats the 8s: draw, and tidy your row"),
            (
                texts("Who does not play draws a card, puts it anywhere, and offers one."),
                texts("Where would the new card join two others?"),
            ),
            texts("Right: 4 5 6 are together now"),
            texts("Put a drawn card where it joins others, and offer one that stands alone."),
            texts("Three cards could be together now"),
        ),
        "sealed": (
            texts("The first offer"),
            texts("Offer the card that brings the 3s together"),
            (
                texts("Before the first trick everybody offers a card, unseen by the others."),
                texts("A card that leaves may make neighbours of those beside it."),
            ),
            texts("Right: three 3s in a row"),
            texts("The first offer is a chance to tidy up."),
            texts("The 3s are still apart"),
        ),
        "own offer": (
            texts("Your own offer"),
            texts("Beat 6 7 with a card of your offer"),
            (
                texts("When you follow, cards of offers may join those of your hand."),
                texts("In a run they may stand anywhere."),
            ),
            texts("Right: 8 9 beats 6 7"),
            texts("Offer what you can use later."),
            texts("That did not beat 6 7"),
        ),
        "their offer": (
            texts("Offers of others"),
            texts("Beat the 3s with a card of {name}’s offer", name=name),
            (
                texts("Everybody’s offer lies there for everybody who follows."),
                texts("You lose a card of your hand, and {name} one of the offer.", name=name),
            ),
            texts("Right: 4 4 beats 3 3"),
            texts("You helped {name} to get rid of a card: see that it is worth it.", name=name),
            texts("That did not beat the 3s"),
        ),
        "between": (
            texts("Between two cards"),
            texts("Beat the 6s with three cards"),
            (
                texts("Your 3 and 5 are neighbours, but no run."),
                texts("A card of an offer may stand between them."),
            ),
            texts("Right: 3 4 5 beats 6 6"),
            texts("So a gap in your row may be filled by any offer."),
            texts("That did not beat the 6s"),
        ),
        "fetch": (
            texts("Drawing from an offer"),
            texts("Fetch the card that you need"),
            (
                texts("Nothing of yours beats three 9s. Draw, but not blindly."),
                texts("The card that you draw may come from an offer of somebody else."),
            ),
            texts("Right: 3 4 5 are together now"),
            texts("You knew what you drew. The others have seen it, too."),
            texts("Three cards could be together now"),
        ),
    }


def _write_end_lessons(texts: Texts, names: tuple[str, ...]) -> dict[str, _Said]:
    rival, other = names[1], names[2] if len(names) > 2 else ""
    return {
        "pick up": (
            texts("Picking up"),
            texts("Lay out your offer so that you can play it all"),
            (
                texts("Your hand is empty: your offer becomes your hand, in any order you like."),
                texts("Lay the cards out from left to right, then lead them."),
            ),
            texts("Right: you are out first"),
            texts("So collect in your offer what goes together."),
            texts("In another order they could all be played"),
        ),
        "trash": (
            texts("Trash"),
            texts(
                "{name} is about to be out: have fewer cards left than {other}",
                name=rival,
                other=other,
            ),
            (
                texts("Then whoever has the fewest cards left gets 1 trash, the next one 2."),
                texts("Two cards can beat one."),
            ),
            texts("Right: 1 trash for you, 2 for {other}", other=other),
            texts("Once you cannot be first, every card less still counts."),
            texts("{other} has no more cards than you", other=other),
        ),
    }
