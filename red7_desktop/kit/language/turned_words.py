"""Tells a round or match in a sentence: with which turn it turned, how often the lead changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from red7_desktop.kit.language.rich_text import Runs
    from red7_desktop.kit.language.seat_words import SeatWords
    from red7_desktop.kit.models.turning import Turning


def describe_round_turning_point(
    words: SeatWords, winner: int, turning: Turning, cards: Runs
) -> Runs:
    """Say with which cards a round turned; () where there is nothing to say.

    cards: of the turn since which the winner has led, () where there was no such turn.
    """
    texts, n = words.texts, turning.changes
    if turning.at is None or not cards:
        return ()
    if n > 1:
        you = texts.plural(
            "You turned it with {cards}: the lead changed once",
            "You turned it with {cards}: the lead changed {n} times",
            n,
            cards="{cards}",
        )
        they = texts.plural(
            "{name} turned it with {cards}: the lead changed once",
            "{name} turned it with {cards}: the lead changed {n} times",
            n,
            name="{name}",
            cards="{cards}",
        )
    elif n:
        you, they = texts("You turned it with {cards}"), texts("{name} turned it with {cards}")
    else:
        you = texts("You led all the way, in the end with {cards}")
        they = texts("{name} led all the way, in the end with {cards}")
    return words.say(winner, you, they, cards=cards)


def describe_match_turning_point(
    words: SeatWords, winner: int, turning: Turning, cards: Runs = ()
) -> Runs:
    """Say in which round a match turned; turning: by rounds. cards: of its turn, if known."""
    texts, n = words.texts, turning.changes
    if turning.at is None:
        return ()
    if not n:
        you = texts("You led from round {round} to the end")
        they = texts("{name} led from round {round} to the end")
        return words.say(winner, you, they, round=turning.at + 1)
    if cards:
        you = texts.plural(
            "You turned it in round {round} with {cards}: the lead changed once",
            "You turned it in round {round} with {cards}: the lead changed {n} times",
            n,
            round=turning.at + 1,
            cards="{cards}",
        )
        they = texts.plural(
            "{name} turned it in round {round} with {cards}: the lead changed once",
            "{name} turned it in round {round} with {cards}: the lead changed {n} times",
            n,
            round=turning.at + 1,
            name="{name}",
            cards="{cards}",
        )
        return words.say(winner, you, they, cards=cards)
    you = texts.plural(
        "You turned it in round {round}: the lead changed once",
        "You turned it in round {round}: the lead changed {n} times",
        n,
        round=turning.at + 1,
    )
    they = texts.plural(
        "{name} turned it in round {round}: the lead changed once",
        "{name} turned it in round {round}: the lead changed {n} times",
        n,
        round=turning.at + 1,
        name="{name}",
    )
    return words.say(winner, you, they)
