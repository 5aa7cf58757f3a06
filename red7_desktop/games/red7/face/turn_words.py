"""Red7's steps, turns, deals and results in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from red7_desktop.games.red7.face.words import Words
from red7_desktop.games.red7.rules import cards, rounds
from red7_desktop.kit.texts import (
    Run,
    Runs,
    Texts,
    capitalize_runs,
    fill_template,
    join_runs,
    to_runs,
)
from red7_desktop.tabletop.game import Event


def _describe_action(texts: Texts, number: int, edition: str) -> str:
    return {
        1: texts("When played: put a card from another palette on the deck."),
        3: texts("When played: draw a card."),
        5: texts("When played: play another card as well."),
        7: (
            texts("When played: move another palette card to the canvas.")
            if edition == "first"
            else texts("When played: move a palette card to the canvas or deck.")
        ),
    }.get(number, "")


class _StepForms(NamedTuple):
    """Templates of the texts for a kind of step.

    Attributes:
        title: Label of the step in a list of choices: "Play {card}".
        plan: The step as part of a longer plan for the viewer: "play {card}".
        answer: The step as part of what another seat can do: "play {card}".
        you: Past tense, to follow the subject "you": "played {card}".
        someone: Past tense, to follow another player's name: "played {card}".
    """

    title: str
    plan: str = ""
    answer: str = ""
    you: str = ""
    someone: str = ""


@lru_cache(maxsize=2)
def _build_forms(texts: Texts) -> dict[int, _StepForms]:
    """Return the templates by kind of step, in one language; cached."""
    in_context = texts.in_context
    forms = {
        cards.PLAY: _StepForms(
            texts("Play {card}"),
            in_context("plan", "play {card}"),
            in_context("answer", "play {card}"),
            in_context("you", "played {card}"),
            in_context("someone", "played {card}"),
        ),
        cards.DISCARD: _StepForms(
            texts("Discard {card}"),
            in_context("plan", "discard {card}"),
            in_context("answer", "discard {card}"),
            in_context("you", "discarded {card} for {rule}"),
            in_context("someone", "discarded {card} for {rule}"),
        ),
        cards.DRAW: _StepForms(
            texts("Draw a card"),
            in_context("plan", "draw"),
            in_context("answer", "draw"),
            in_context("you", "drew a card"),
            in_context("someone", "drew a card"),
        ),
        cards.END: _StepForms(texts("End the turn")),
        cards.PASS: _StepForms(
            texts("Drop out"),
            in_context("plan", "drop out"),
            in_context("answer", "drop out"),
            in_context("you", "dropped out"),
            in_context("someone", "dropped out"),
        ),
        cards.TAKE: _StepForms(
            texts("Take {card} from {rival}"),
            in_context("plan", "take {rival}’s {card} away"),
            in_context("answer", "take {rival}’s {card} away"),
            in_context("you", "took {rival}’s {card} away"),
            in_context("someone", "took {rival}’s {card} away"),
        ),
        cards.SHED: _StepForms(
            texts("Move {card} to the canvas"),
            in_context("plan", "move {card} to the canvas"),
            in_context("answer", "move {card} to the canvas"),
            in_context("you", "moved {card} to the canvas"),
            in_context("someone", "moved {card} to the canvas"),
        ),
        cards.BURY: _StepForms(
            texts("Put {card} on the deck"),
            in_context("plan", "put {card} on the deck"),
            in_context("answer", "put {card} on the deck"),
            in_context("you", "put {card} on the deck"),
            in_context("someone", "put {card} on the deck"),
        ),
    }
    forms[cards.FETCH] = forms[cards.DRAW]
    return forms


def _fill_template(words: Words, step: cards.Step, template: str) -> Runs:
    is_known = step.card != cards.UNKNOWN
    card = words.card(step.card) if is_known else Run("")
    if is_known:
        rule = words.rule_mark(cards.colour_of(step.card))
    else:
        rule = Run("")
    if step.kind == cards.TAKE:
        rival = words.names[step.seat]
    else:
        rival = ""
    return fill_template(template, card=card, rule=rule, rival=rival)


def step_title(words: Words, step: cards.Step) -> Runs:
    """Return the title of a step that the viewer could take, such as "Drop out"."""
    return _fill_template(words, step, _build_forms(words.texts)[step.kind].title)


def describe_step(words: Words, seat: int, step: cards.Step, *, in_full: bool) -> Runs:
    """Describe a step with words that follow the acting player's name, such as "played red 7".

    Args:
        words: Builds texts in the table's language.
        seat: Acting seat.
        step: The step.
        in_full: Whether to name a discarded card besides its rule.

    Returns:
        The words as text runs; an empty tuple for a step that the match log doesn't mention.
    """
    texts = words.texts
    is_yours = words.is_you(seat)
    forms = _build_forms(texts)[step.kind]
    template = forms.you if is_yours else forms.someone
    if step.kind == cards.DISCARD and not in_full:
        # Name the discarded card's rule, but don't say that the rule changed: the same rule may
        # already have been in force.
        template = texts.in_context("someone", "discarded for {rule}")
        if is_yours:
            template = texts.in_context("you", "discarded for {rule}")
    if _takes_yours(words, step):
        template = texts.in_context("someone", "took your {card} away")
    return _fill_template(words, step, template)


def describe_plan(words: Words, steps: Iterable[cards.Step]) -> Runs:
    """Describe a turn as advice, such as "Play 5, draw".

    The text is "End the turn" if the turn has no other steps.
    """
    return capitalize_runs(join_plan(words, steps)) or fill_template(words.texts("End the turn"))


def join_plan(words: Words, steps: Iterable[cards.Step], *, is_answer: bool = False) -> Runs:
    """Describe a turn's steps as part of a sentence; the step END is left out.

    Cards played in succession share their verb: "play 5 and 6, discard 7, draw".

    Args:
        words: The table's words.
        steps: The steps of the turn.
        is_answer: Whether another seat takes the turn. Otherwise the text is advice to the viewer,
            which is an imperative in some languages.

    Returns:
        () if the turn has no other step than END.
    """
    in_context = words.texts.in_context
    phrases = []
    for kind, same in groupby((step for step in steps if step.kind != cards.END), lambda s: s.kind):
        forms = _build_forms(words.texts)[kind]
        template = forms.answer if is_answer else forms.plan
        if kind == cards.PLAY:
            played = join_runs(
                [words.card(step.card) for step in same], in_context("names", " and ")
            )
            phrases.append(fill_template(template, card=played))
        else:
            yours = in_context("answer", "take your {card} away")
            phrases += [
                _fill_template(words, step, yours if _takes_yours(words, step) else template)
                for step in same
            ]
    return join_runs(phrases, in_context("plan", ", "))


def _takes_yours(words: Words, step: cards.Step) -> bool:
    return step.kind == cards.TAKE and words.is_you(step.seat)


def describe_turn(
    words: Words, seat: int, steps: Iterable[cards.Step], *, in_full: bool = False
) -> Runs:
    """Describe what a seat did in a turn: "Cleo played red 6, discarded for Evens, drew a card".

    Hidden cards are only counted.

    Args:
        words: Builds texts in the table's language.
        seat: Acting seat.
        steps: Steps of the turn.
        in_full: Whether to name the discarded card.

    Returns:
        The sentence; () if the turn has no step that is worth a mention.
    """
    phrases = [
        told for step in steps if (told := describe_step(words, seat, step, in_full=in_full))
    ]
    if not phrases:
        return ()
    return words.describe_action(seat, join_runs(phrases, words.texts.in_context("deeds", ", ")))


def describe_turn_fully(words: Words, turn: rounds.TurnTaken, rule: int | None) -> Runs:
    """Describe a turn, with the discarded card.

    If the seat dropped out in the turn, the text also names the rule that was in force.

    Args:
        words: Builds texts in the table's language.
        turn: The turn.
        rule: The rule that was in force when the seat dropped out; None if the text needn't name
            it.
    """
    line = describe_turn(words, turn.seat, turn.steps, in_full=True)
    if rule is None or not cards.drops_out(turn.steps):
        return line
    return fill_template(words.texts("{turn} under {rule}"), turn=line, rule=words.rule_mark(rule))


def note_line(words: Words, note: Event) -> Runs:
    """Describe an event of the round as a line of the log.

    Returns:
        () for an event that needs no line, because the line of its turn or deal mentions it.
    """
    data = dict(note.data)
    seat = cards.SEATS.find(str(data.get("seat", "?")))
    letter = str(data.get("rule", "")) or cards.LETTERS[cards.RED]
    rule = words.rule_mark(cards.LETTERS.index(letter))
    texts = words.texts
    match note.code:
        case "round_won":
            you = texts("You win the round under {rule}")
            return words.choose_form(
                seat, you, texts("{name} wins the round under {rule}"), rule=rule
            )
        case "scored":
            total = {"total": data["total"], "name": words.names[seat]}
            if words.is_you(seat):
                line = texts.plural(
                    "You take {n} point and have {total}",
                    "You take {n} points and have {total}",
                    int(data["points"]),
                    **total,
                )
            else:
                line = texts.plural(
                    "{name} takes {n} point and has {total}",
                    "{name} takes {n} points and has {total}",
                    int(data["points"]),
                    **total,
                )
            return to_runs(line)
    return ()


def describe_round_result(
    words: Words, number: int, result: rounds.RoundResult, *, scores: bool
) -> Runs:
    """Describe a round's result: "Round 2: Bo won under Evens, 12 points"."""
    texts = words.texts
    rule = words.rule_mark(result.rule)
    if not scores:
        you = texts("You won under {rule}")
        they = texts("{name} won under {rule}")
        return words.choose_form(result.winner, you, they, rule=rule)
    points = texts.plural("{n} point", "{n} points", cards.sum_points(result.taken))
    you = texts("Round {number}: you won under {rule}, {points}")
    they = texts("Round {number}: {name} won under {rule}, {points}")
    return words.choose_form(result.winner, you, they, number=str(number), rule=rule, points=points)


def describe_deal(words: Words, rows: Sequence[Sequence[int]], hand: int, first: int) -> list[Runs]:
    """Describe a deal: how many cards each seat got, and who begins.

    Args:
        words: Builds texts in the table's language.
        rows: For each seat the cards dealt to its palette.
        hand: Number of cards in each hand.
        first: Seat that begins.
    """
    texts = words.texts
    named = words.texts.in_context("dealt", "{name}: {card}")
    palette_cards = [
        fill_template(named, name=words.name(seat), card=words.card(row[0]))
        for seat, row in enumerate(rows)
        if row
    ]
    dealt = texts.plural(
        "Everyone gets {n} card and one face up ({cards})",
        "Everyone gets {n} cards and one face up ({cards})",
        hand,
        cards="{cards}",
    )
    begins = words.choose_form(first, texts("You begin"), texts("{name} begins"))
    return [
        fill_template(dealt, cards=join_runs(palette_cards, texts.in_context("cards", ", "))),
        begins,
    ]
