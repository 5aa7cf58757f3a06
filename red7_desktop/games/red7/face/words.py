"""Red7's texts about cards, rules, the cards that count, the leader, and AI levels.

The texts address the viewer as "you".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from red7_desktop.games.red7.rules import cards
from red7_desktop.kit import phrases
from red7_desktop.kit.texts import (
    NO_BREAK_SPACE,
    Run,
    Runs,
    Texts,
    Tone,
    apply_tone,
    fill_template,
    join_runs,
    to_plain,
)

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.standings import CountingCards, RuleVerdict


class RuleWords(NamedTuple):
    """The names of a rule and its colour.

    Attributes:
        colour: The colour before a card's number within a sentence, such as "red" in "red 7".
        title: The colour on its own: "Red".
        name: Short name of the rule.
        sentence: Long name of the rule, as the rule banner shows it.
        cases: Pairs of a grammatical case and the colour in it, where that differs from `colour`.
    """

    colour: str
    title: str
    name: str
    sentence: str
    cases: tuple[tuple[str, str], ...] = ()


class Words(phrases.SeatWords):
    """Builds texts about the cards, rules and seats of a Red7 match for one viewer."""

    @cached_property
    def rules(self) -> tuple[RuleWords, ...]:
        return build_rule_words(self.texts)

    # -- cards and colours -----------------------------------------------------------------

    def card(self, card: int) -> Run:
        """Return a card as text: symbol and number, which are read aloud as colour and number."""
        texts = self.texts
        rule = cards.colour_of(card)
        number = cards.number_of(card)
        words = self.rules[rule]
        spoken = texts("{colour} {number}", colour=words.colour, number=number)
        declined = [
            (case, texts("{colour} {number}", colour=colour, number=number))
            for case, colour in words.cases
        ]
        return Run(str(number), cards.LETTERS[rule], spoken=spoken, cases=tuple(declined))

    def cards(self, cards: Iterable[int], between: str = ", ") -> Runs:
        return join_runs([self.card(card) for card in cards], between)

    def join_alternatives(self, cards: Sequence[int]) -> Runs:
        """Return cards as alternatives, "green 7, green 2 or red 1"."""
        in_context = self.texts.in_context
        if len(cards) < 2:
            return self.cards(cards)
        first = self.cards(cards[:-1], in_context("cards", ", "))
        return fill_template(
            in_context("cards", "{cards} or {last}"), cards=first, last=self.card(cards[-1])
        )

    def colour(self, rule: int) -> Run:
        """Return a colour within a sentence: "red"."""
        words = self.rules[rule]
        return Run(words.colour, cases=words.cases)

    def rule_mark(self, rule: int) -> Run:
        name = self.rules[rule].name
        return Run(name, cards.LETTERS[rule], spoken=name)

    def colour_mark(self, rule: int) -> Run:
        title = self.rules[rule].title
        return Run(title, cards.LETTERS[rule], spoken=title)

    def rule_hint(self, rule: int) -> Runs:
        marks = [Run(text.strip(), symbol) for symbol, text in _EXAMPLES[rule]]
        return join_runs(marks, " · " if marks[0].text else "  ")

    # -- standings -------------------------------------------------------------------------

    def standing(self, rule: int, standing: CountingCards) -> Runs:
        """Describe a seat's cards that count under a rule: "3 evens", "3-card run".

        Under Red, the text is the highest card.
        """
        if rule == cards.RED and standing.size:
            return (self.card(standing.top),)
        return fill_template(_format_count(self.texts, rule, standing.size))

    def spell_out_standing(self, rule: int, standing: CountingCards) -> str:
        """Return the screen reader's text for a seat's cards that count under the rule.

        The text also says what the cards form, such as a run. It is just "1 card" if only one card
        counts, because this is neither a run nor a set.
        """
        if standing.size == 1:
            return self.texts.plural("{n} card", "{n} cards", 1)
        return to_plain(self.standing(rule, standing))

    def unbroken_standing(self, rule: int, standing: CountingCards) -> Runs:
        runs = self.standing(rule, standing)
        return tuple([run._replace(text=run.text.replace(" ", NO_BREAK_SPACE)) for run in runs])

    def figure(self, rule: int, standing: CountingCards) -> int:
        if rule == cards.RED and standing.size:
            return cards.number_of(standing.top)
        return standing.size

    def unit(self, rule: int, n: int) -> str:
        return {
            cards.VIOLET: self.texts.plural_within("tally", "below 4", "below 4", n),
            cards.INDIGO: self.texts.plural_within("tally", "in a run", "in a run", n),
            cards.BLUE: self.texts.plural_within("tally", "colour", "colours", n),
            cards.GREEN: self.texts.plural_within("tally", "even", "evens", n),
            cards.YELLOW: self.texts.plural_within("colour", "card", "one colour", n),
            cards.ORANGE: self.texts.plural_within("number", "card", "equal", n),
            cards.RED: self.texts.plural_within("tally", "highest", "highest", n),
        }[rule]

    def best(self, rule: int, standing: CountingCards) -> Runs:
        if not standing.size:
            return ()
        if rule == cards.RED:
            return (self.colour_mark(cards.colour_of(standing.top))._replace(tone=Tone.SOFT),)
        label = self.texts.in_context("tally", "best {card}")
        return tuple(
            run._replace(tone=Tone.STRONG if run.symbol else Tone.FAINT)
            for run in fill_template(label, card=self.card(standing.top))
        )

    # -- who is winning, and why -----------------------------------------------------------

    def leads(self, seat: int) -> str:
        texts = self.texts
        if self.is_you(seat):
            return texts("You’re winning")
        return texts("{name} is winning", name=self.names[seat])

    def explain_lead(self, verdict: RuleVerdict, tone: Tone = Tone.GOOD) -> Runs:
        """Say who is winning and why, e.g. "Bo is winning: 3 colours each, red 7 beats blue 7".

        Args:
            verdict: The comparison of all palettes under a rule.
            tone: Colour of the part of the sentence after the colon, which says why.
        """
        if verdict.leader < 0:
            return (Run(self.nobody(verdict.rule), tone=Tone.STRONG),)
        if len(verdict.standings) == 1:
            you = self.texts("You’re the last one in")
            alone = self.choose_form(verdict.leader, you, self.texts("{name} is the last one in"))
            return apply_tone(alone, Tone.STRONG)
        lead = Run(self.leads(verdict.leader), tone=Tone.STRONG)
        template = self.texts("{lead}: {proof}")
        return apply_tone(
            fill_template(
                template, lead=lead, proof=apply_tone(self.describe_proof(verdict), tone)
            ),
            Tone.STRONG,
        )

    def nobody(self, rule: int) -> str:
        texts = self.texts
        return {
            cards.GREEN: texts("Nobody has an even card, so nobody is winning"),
            cards.VIOLET: texts("Nobody has a card below 4, so nobody is winning"),
        }.get(rule, texts("Nobody has a card that counts, so nobody is winning"))

    def describe_proof(self, verdict: RuleVerdict) -> Runs:
        """Say why the leader beats the next best seat, for example "3 evens vs 2"."""
        rule = verdict.rule
        best = verdict.standing_of(verdict.leader)
        mine = self.standing(rule, best)
        if verdict.runner_up < 0:
            return fill_template(self.texts("{standing}, and nobody else has one"), standing=mine)
        other = verdict.standing_of(verdict.runner_up)
        if verdict.by == "count":
            yours = self.texts("{standing} vs your {n}")
            theirs = self.texts("{standing} vs {n}")
            return self.choose_form(other.seat, yours, theirs, standing=mine, n=other.size)
        return self.tie_break(rule, best, other)

    def tie_break(self, rule: int, best: CountingCards, other: CountingCards) -> Runs:
        beats = fill_template(
            self.texts("{card} beats {other}"), card=self.card(best.top), other=self.card(other.top)
        )
        if rule == cards.RED:
            return beats
        return fill_template(
            self.texts("{level}, {beats}"), level=self.describe_tie(rule, best), beats=beats
        )

    def describe_tie(self, rule: int, standing: CountingCards) -> Runs:
        """Describe a tie under a rule, e.g. "3 colours each" if each tied seat has 3 colours."""
        if standing.size == 1:
            return fill_template(self.texts("1 card each"))
        return fill_template(self.texts("{standing} each"), standing=self.standing(rule, standing))


_EXAMPLES: Final = (
    (("", "1"), ("", "2"), ("", "3")),
    (("", "3"), ("", "4"), ("", "5")),
    (("R", ""), ("Y", ""), ("B", "")),
    (("", "2"), ("", "4"), ("", "6")),
    (("Y", ""), ("Y", ""), ("Y", "")),
    (("", "5"), ("", "5"), ("", "5")),
    (("", "7"), ("", "6"), ("", "5")),
)
"""Example cards for each rule, indexed by colour rank.

A card is a pair of colour letter and number. Either is "" if it doesn't matter for the rule."""


def build_rule_words(texts: Texts) -> tuple[RuleWords, ...]:
    """Return the names of all rules by colour rank."""
    rows = {
        cards.VIOLET: (
            texts("violet"),
            texts("Violet"),
            texts("Below 4"),
            texts("Most cards below 4"),
        ),
        cards.INDIGO: (texts("indigo"), texts("Indigo"), texts("Run"), texts("Longest run")),
        cards.BLUE: (
            texts("blue"),
            texts("Blue"),
            texts("Most colours"),
            texts("Most different colours"),
        ),
        cards.GREEN: (texts("green"), texts("Green"), texts("Evens"), texts("Most even cards")),
        cards.YELLOW: (
            texts("yellow"),
            texts("Yellow"),
            texts("One colour"),
            texts("Most of one colour"),
        ),
        cards.ORANGE: (
            texts("orange"),
            texts("Orange"),
            texts("One number"),
            texts("Most of one number"),
        ),
        cards.RED: (texts("red"), texts("Red"), texts("Highest card"), texts("Highest card")),
    }
    declined = _decline_colours(texts)
    found = []
    for rule, row in sorted(rows.items()):
        forms = {case: colours[rule] for case, colours in declined.items()}
        cases = tuple([(case, form) for case, form in forms.items() if form != row[0]])
        found.append(RuleWords(*row, cases=cases))
    return tuple(found)


def _decline_colours(texts: Texts) -> Mapping[str, Mapping[int, str]]:
    """Return the colours' names, inflected as the first word of a card's name.

    Returns:
        Names by colour rank, for each grammatical case.
    """
    in_context = texts.in_context
    return {
        "accusative": {
            cards.VIOLET: in_context("accusative", "violet"),
            cards.INDIGO: in_context("accusative", "indigo"),
            cards.BLUE: in_context("accusative", "blue"),
            cards.GREEN: in_context("accusative", "green"),
            cards.YELLOW: in_context("accusative", "yellow"),
            cards.ORANGE: in_context("accusative", "orange"),
            cards.RED: in_context("accusative", "red"),
        },
        "genitive": {
            cards.VIOLET: in_context("genitive", "violet"),
            cards.INDIGO: in_context("genitive", "indigo"),
            cards.BLUE: in_context("genitive", "blue"),
            cards.GREEN: in_context("genitive", "green"),
            cards.YELLOW: in_context("genitive", "yellow"),
            cards.ORANGE: in_context("genitive", "orange"),
            cards.RED: in_context("genitive", "red"),
        },
    }


def _format_count(texts: Texts, rule: int, n: int) -> str:
    return {
        cards.VIOLET: texts.plural("{n} below 4", "{n} below 4", n),
        cards.INDIGO: texts.plural("{n}-card run", "{n}-card run", n),
        cards.BLUE: texts.plural("{n} colour", "{n} colours", n),
        cards.GREEN: texts.plural("{n} even", "{n} evens", n),
        cards.YELLOW: texts.plural("{n} of one colour", "{n} of one colour", n),
        cards.ORANGE: texts.plural("{n} of one number", "{n} of one number", n),
        cards.RED: texts.plural("{n} card", "{n} cards", n),
    }[rule]


def build_band_words(texts: Texts) -> Mapping[str, str]:
    """Return the words that are printed on cards, such as "EVENS", by the letter of the colour.

    A card's word names the rule of its colour.
    """
    in_context = texts.in_context
    return {
        "R": in_context("card", "HIGHEST"),
        "O": in_context("card", "ONE NUMBER"),
        "Y": in_context("card", "ONE COLOUR"),
        "G": in_context("card", "EVENS"),
        "B": in_context("card", "MOST COLOURS"),
        "I": in_context("card", "RUN"),
        "V": in_context("card", "BELOW 4"),
    }


def describe_characters(texts: Texts) -> Mapping[str, str]:
    """Return a one-line description of how each AI level plays, by key."""
    return {
        "newcomer": texts("Loves to change the rule, and spends big cards early."),
        "casual": texts("Hoards cards and sees the table, not what comes next."),
        "steady": texts("Keeps many rules open and seldom wastes a card."),
        "sharp": texts("Thinks ahead, and knows when to let a round go."),
        "expert": texts("Counts cards, weighs every reply, and plays for the match."),
    }


def describe_goal(texts: Texts, kind: str, value: Any) -> str:
    """Return the text of a goal in the climb (the series of ever harder matches).

    Args:
        texts: Translations.
        kind: Kind of the goal, a key of the table in `rules/goals.py`.
        value: The goal's number or colour.

    Returns:
        "" if the kind isn't one of Red7's.
    """
    if kind == "under":
        rule = build_rule_words(texts)[cards.LETTERS.index(value)]
        return texts("Win a round under {colour}", colour=rule.title)
    return {
        "at_once": lambda: texts("Score {n} points in one round", n=value),
        "row": lambda: texts("Win {n} rounds in a row", n=value),
        "rules": lambda: texts("Win rounds under {n} different rules", n=value),
        "within": lambda: texts("Win the match within {n} rounds", n=value),
    }.get(kind, str)()
