"""Says what has happened: turns for the log, notes, how rounds and matches ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.red7.face.words.step_words import describe_step
from red7_desktop.games.red7.rules.cards import LETTERS, RED, cards_in, worth_of
from red7_desktop.games.red7.rules.steps import PASS, SEATS, Step
from red7_desktop.kit.language.rich_text import Runs, capitalize_runs, join_runs, runs_of, weave

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from red7_desktop.games.red7.face.words.words import Words
    from red7_desktop.games.red7.rules.observation import SeenTurn
    from red7_desktop.games.red7.rules.state import RoundResult
    from red7_desktop.tabletop.game import Note


def describe_turn(words: Words, seat: int, steps: Iterable[Step], *, in_full: bool = False) -> Runs:
    """Say what a seat did in a turn: "Cleo played red 6, set Evens, drew 1".

    Cards that nobody saw are counted only; () for no deed at all. in_full: names the discarded
    card too.
    """
    deeds = [told for step in steps if (told := describe_step(words, seat, step, in_full=in_full))]
    if not deeds:
        return ()
    you, they = words.texts("You {deeds}"), words.texts("{name} {deeds}")
    line = words.say(seat, you, they, deeds=join_runs(deeds, words.texts.within("deeds", ", ")))
    # A language may leave the "you" out; a name stays as it is written.
    return capitalize_runs(line) if words.is_you(seat) else line


def describe_turn_fully(words: Words, turn: SeenTurn, rule: int | None) -> Runs:
    """Say what a turn did; of one that ended in going out, under which rule."""
    line = describe_turn(words, turn.seat, turn.steps, in_full=True)
    if rule is None or turn.steps[-1].kind != PASS:
        return line
    return weave(words.texts("{turn} under {rule}"), turn=line, rule=words.rule_mark(rule))


def note_line(words: Words, note: Note) -> Runs:
    """Say what a note of the game means; () for a note without words."""
    data = dict(note.data)
    seat = SEATS.find(str(data.get("seat", "?")))
    letter = str(data.get("rule", "")) or LETTERS[RED]
    rule = words.rule_mark(LETTERS.index(letter))
    texts = words.texts
    match note.code:
        case "rule":
            return weave(texts("The rule is now {rule}"), rule=rule)
        case "out":
            you, they = texts("You are out of the round"), texts("{name} is out of the round")
            return words.say(seat, you, they)
        case "round_won":
            you, they = (
                texts("You win the round under {rule}"),
                texts("{name} wins the round under {rule}"),
            )
            return words.say(seat, you, they, rule=rule)
        case "scored":
            return _describe_score(words, seat, int(data["points"]), int(data["total"]))
        case "dealt":
            return weave(texts("Round {n} is dealt", n=data["round"]))
    return ()


def _describe_score(words: Words, seat: int, points: int, total: int) -> Runs:
    texts, name = words.texts, words.names[seat]
    if words.is_you(seat):
        line = texts.plural(
            "You take {n} point and have {total}",
            "You take {n} points and have {total}",
            points,
            total=total,
        )
    else:
        line = texts.plural(
            "{name} takes {n} point and has {total}",
            "{name} takes {n} points and has {total}",
            points,
            total=total,
            name=name,
        )
    return runs_of(line)


def describe_round_result(words: Words, number: int, result: RoundResult, *, scores: bool) -> Runs:
    """Say how a round ended: "Round 2: Bo won under Evens, 12 points"."""
    texts, rule = words.texts, words.rule_mark(result.rule)
    if not scores:
        you, they = texts("You won under {rule}"), texts("{name} won under {rule}")
        return words.say(result.winner, you, they, rule=rule)
    worth = worth_of(result.taken)
    points = texts.plural("{n} point", "{n} points", worth)
    you = texts("Round {number}: you won under {rule}, {points}")
    they = texts("Round {number}: {name} won under {rule}, {points}")
    return words.say(result.winner, you, they, number=str(number), rule=rule, points=points)


def describe_deal(words: Words, rows: Sequence[Sequence[int]], hand: int, first: int) -> list[Runs]:
    """Say what a deal gave everybody, and who begins.

    rows: the palettes as they were dealt. hand: how many cards each seat holds.
    """
    texts, named = words.texts, words.texts.within("dealt", "{name} {card}")
    cards = [
        weave(named, name=words.name(seat), card=words.card(row[0]))
        for seat, row in enumerate(rows)
        if row
    ]
    dealt = texts.plural(
        "Everybody is dealt {n} card and, face up, one more: {cards}",
        "Everybody is dealt {n} cards and, face up, one more: {cards}",
        hand,
        cards="{cards}",
    )
    begins = words.say(first, texts("You begin"), texts("{name} begins"))
    return [weave(dealt, cards=join_runs(cards, texts.within("cards", ", "))), begins]


def describe_scores(words: Words, totals: Sequence[int]) -> Runs:
    """Say how many points everybody has: "Points: You 12, Bo 7"."""
    named = words.texts.within("points", "{name} {n}")
    parts = [weave(named, name=words.name(seat), n=n) for seat, n in enumerate(totals)]
    between = words.texts.within("cards", ", ")
    return weave(words.texts("Points: {scores}"), scores=join_runs(parts, between))


def describe_taken_cards(words: Words, result: RoundResult) -> Runs:
    """List the cards that a round's winner took, high card first."""
    return words.cards(sorted(cards_in(result.taken), reverse=True), "  ")
