"""What the lens shows, as frozen values: every seat under all seven rules; pure, no pygame.

It is made from an observation, so it holds what the viewer may know and nothing else: palettes lie
open, and of the hands only the viewer's own takes part, in what can be reached.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.face.lens.reach import RuleReach, Turn, find_reaches
from red7_desktop.games.red7.face.words.step_words import describe_plan
from red7_desktop.games.red7.face.words.words import Words
from red7_desktop.games.red7.rules.cards import LETTERS, OF_COLOUR, RED, number_of, texts_of
from red7_desktop.games.red7.rules.observation import position_of
from red7_desktop.games.red7.rules.standing import RuleVerdict, judge_all
from red7_desktop.games.red7.rules.steps import DISCARD, PLAY
from red7_desktop.kit.language.rich_text import Runs, runs_of, weave

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.games.red7.rules.standing import Standing
    from red7_desktop.kit.language.seat_words import SeatSign
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.play.seats import Seat

MOST_NAMED: Final = 3
"""So many cards that would do are named; of more, the others are counted."""


class Chance(StrEnum):
    """Whether the viewer can end a turn in the lead under a rule."""

    OPEN = "open"
    LACKS_CARD = "lacks card"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class ReachModel:
    """What the viewer could do about a rule. more: how many further ways there are, in words."""

    chance: Chance
    line: Runs
    more: str = ""


@dataclass(frozen=True, slots=True)
class CellModel:
    """One seat under one rule: a figure, the cards that count, high first, and the best one."""

    seat: int
    figure: str
    cards: tuple[str, ...]
    best: Runs
    is_leader: bool


@dataclass(frozen=True, slots=True)
class LensRow:
    """One rule. margin: by what its leader leads. reach: None where nobody here has a hand."""

    letter: str
    colour: str
    sentence: str
    unit: str
    is_in_force: bool
    cells: tuple[CellModel | None, ...]
    margin: Runs
    reach: ReachModel | None


@dataclass(frozen=True, slots=True)
class LensSeat:
    """One seat's head: its sign, and how many rules it leads, in words."""

    sign: SeatSign
    is_you: bool
    is_out: bool
    leads: str


@dataclass(frozen=True, slots=True)
class LensModel:
    """The matrix: seats clockwise from the viewer's, rules high to low; a seat out has no cells."""

    seats: tuple[LensSeat, ...]
    rows: tuple[LensRow, ...]
    title: str
    margin_title: str
    reach_title: str
    in_force: str


def build_lens_model(
    observation: Red7Observation, seats: Sequence[Seat], texts: Texts, *, assists: bool = True
) -> LensModel:
    """Give the matrix for one observation.

    assists: whether it tells how the viewer could lead. Who leads under which rule lies open to
    everybody; which turn leads is what most puzzles ask for.
    """
    words = Words.at(texts, seats, observation.viewer)
    position = position_of(observation)
    verdicts = judge_all(position)
    reach = find_reaches(observation) if assists else ()
    order = words.clockwise(0)
    rows = [
        _build_lens_row(
            words,
            verdict,
            order,
            position.rule,
            _describe_reach(words, verdict, observation, reach),
        )
        for verdict in reversed(verdicts)
    ]
    return LensModel(
        seats=tuple([_build_lens_seat(words, seat, verdicts, position.live) for seat in order]),
        rows=tuple(rows),
        title=texts("Everybody under every rule"),
        margin_title=texts("leads by"),
        reach_title=texts("How you could lead") if reach else "",
        in_force=texts("in force"),
    )


def _build_lens_seat(
    words: Words, seat: int, verdicts: tuple[RuleVerdict, ...], live: tuple[int, ...]
) -> LensSeat:
    is_out = seat not in live
    led = sum(verdict.leader == seat for verdict in verdicts)
    leads = words.texts("out of the round")
    if not is_out:
        leads = words.texts.plural("leads {n} rule", "leads {n} rules", led)
    return LensSeat(words.sign(seat), words.is_you(seat), is_out, leads)


def _build_lens_row(
    words: Words,
    verdict: RuleVerdict,
    order: Sequence[int],
    in_force: int,
    reach: ReachModel | None,
) -> LensRow:
    rule = verdict.rule
    names = words.rules[rule]
    standings = {standing.seat: standing for standing in verdict.standings}
    return LensRow(
        letter=LETTERS[rule],
        colour=names.title,
        sentence=names.sentence,
        unit=words.unit(rule, 2),
        is_in_force=rule == in_force,
        cells=tuple(
            [
                _build_cell(words, verdict, standings[seat]) if seat in standings else None
                for seat in order
            ]
        ),
        margin=_describe_margin(words, verdict),
        reach=reach,
    )


def _build_cell(words: Words, verdict: RuleVerdict, standing: Standing) -> CellModel:
    figure = standing.size
    if verdict.rule == RED and standing.size:
        figure = number_of(standing.top)
    best = (words.card(standing.top),) if standing.size else ()
    faces = tuple(texts_of(standing.cards))
    return CellModel(standing.seat, str(figure), faces, best, verdict.leader == standing.seat)


def _describe_margin(words: Words, verdict: RuleVerdict) -> Runs:
    """Say in few words by what the leader leads."""
    texts = words.texts
    if verdict.by == "nobody":
        return runs_of(texts("nobody leads"))
    if verdict.by == "alone":
        return runs_of(texts("nobody else has one"))
    if verdict.by == "count":
        return runs_of(texts.plural("{n} card more", "{n} cards more", verdict.margin))
    best, other = verdict.of(verdict.leader), verdict.of(verdict.runner_up)
    return weave(
        texts("{card} beats {other}"), card=words.card(best.top), other=words.card(other.top)
    )


# -- what the viewer could do --------------------------------------------------------------


def _describe_reach(
    words: Words, verdict: RuleVerdict, observation: Red7Observation, reach: Sequence[RuleReach]
) -> ReachModel | None:
    texts = words.texts
    if not reach:
        return None
    turns = reach[verdict.rule].turns
    if not turns:
        return _describe_closed(words, verdict, observation.hand)
    shortest = [turn for turn in turns if len(turn) == len(turns[0])]
    line, told = _describe_ways(words, shortest)
    others = len(turns) - told
    more = texts.plural("{n} other way", "{n} other ways", others) if others else ""
    return ReachModel(Chance.OPEN, line, more)


def _describe_closed(words: Words, verdict: RuleVerdict, hand: int) -> ReachModel:
    """Say that a rule cannot be led, and where only a card is missing, which."""
    texts, rule = words.texts, verdict.rule
    if words.is_you(verdict.leader) and not hand & OF_COLOUR[rule]:
        line = texts("You lead, but hold no {colour} card", colour=words.rules[rule].colour)
        return ReachModel(Chance.LACKS_CARD, runs_of(line))
    return ReachModel(Chance.CLOSED, runs_of(texts("out of reach")))


def _describe_ways(words: Words, turns: Sequence[Turn]) -> tuple[Runs, int]:
    """Say what the shortest turns are, and how many of them that tells of."""
    texts = words.texts
    first = turns[0]
    if len(first) != 1 or first[0].kind not in {PLAY, DISCARD}:
        return describe_plan(words, first), 1
    kind = first[0].kind
    cards = sorted({turn[0].card for turn in turns if turn[0].kind == kind}, reverse=True)
    template = texts("Play {cards}") if kind == PLAY else texts("Discard {cards}")
    named = cards[:MOST_NAMED]
    return weave(template, cards=words.one_of(named)), len(named)
