"""Finds the reason for the adviser's choice, from the simulated results of the candidate turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from red7_desktop.games.red7.players import search
from red7_desktop.games.red7.rules import cards, game
from red7_desktop.games.red7.rules.advance import apply_steps_in_place
from red7_desktop.games.red7.rules.turns import find_rules_led, find_strength_to_lead
from red7_desktop.tabletop.game import Reason, make_reason
from red7_desktop.tabletop.player import (
    MIN_GAIN,
    Candidate,
    Choice,
    OtherTurn,
    Reasons,
    ShouldStop,
    compare_gain,
    never_stop,
)
from red7_desktop.tabletop.search import CandidateLine

UNANSWERED: Final = 0.25
"""Threshold for the reason `unanswered`, as a share from 0 to 1. The reason is given if the next
seat has no winning turn in at least this share of the sampled deals of the hidden cards."""
MIN_UNANSWERED_DIFFERENCE: Final = 0.05
"""Threshold for the reason `harder`, which compares two turns. For each turn, the next seat has no
winning turn in a certain share (0 to 1) of the sampled deals of the hidden cards. The two shares
must differ by at least this value."""
MORE_POINTS: Final = 2.0
"""Minimum difference for the reasons `points` and `more_points`, which compare two turns: the
average points of a won round after the first turn, minus those after the second turn."""


class _Turn(NamedTuple):
    """A candidate turn, with the facts from which the reasons for and against the turn are found.

    Attributes:
        candidate: The turn with its estimated value.
        unanswered: Share (0 to 1) of the sampled deals of the hidden cards in which the next seat
            has no winning turn after this turn.
        next_seat: The seat that moves after this turn, -1 if unknown.
        hand_count: Number of cards in the seat's hand after the turn.
        rules: Number of rules under which the seat's palette leads after the turn. 0 if the turn
            isn't complete, because it stops at a draw by the action of a 3.
        spent: The cards that the seat plays or discards from its hand.
    """

    candidate: Candidate
    unanswered: float
    next_seat: int
    hand_count: int
    rules: int
    spent: frozenset[int]


def find_reason(
    observation: game.Red7Observation,
    choice: Choice,
    lines: Sequence[CandidateLine],
    seed: int,
    should_stop: ShouldStop = never_stop,
) -> Reasons:
    """Explain the choice between the turn that the adviser proposes and the next best turn.

    The result has a reason for the proposed turn and a reason for (or against) the other turn. A
    reason consists of a code and its values. The codes, with the names of their values in brackets:

    - `out` (`percent`): the proposed turn drops out; staying in the round would win only this
      percentage of rounds.
    - `unanswered` (`seat`, `tenths`): in `tenths` out of ten sampled deals of the hidden cards, the
      next seat has no winning turn.
    - `harder` (`seat`): in more of the sampled deals of the hidden cards than after the other turn,
      the next seat is left without a winning turn.
    - `points` (`points`, `other`): a won round brings `points` points instead of `other`, but fewer
      rounds are won.
    - `more_points` (`points`, `other`): a won round brings `points` points instead of `other`.
    - `cards` (`count`, `other`): `count` cards instead of `other` stay in the hand.
    - `rules` (`count`, `other`): the palette leads under `count` rules instead of `other`.
    - `keep` (`card`): the other turn plays or discards this card, and this turn keeps it.
    - `loses` (`other`): the candidate with the index `other` is worse than the proposed turn.

    Args:
        observation: The seat's observation.
        choice: The proposed turn, with the candidates among which the adviser chose.
        lines: The candidates with the results of their simulations, the proposed turn first.
        seed: Unused, because no further rounds are simulated.
        should_stop: Unused.

    Returns:
        The reasons. Empty if there was only one candidate, or if no reason was found.
    """
    if len(choice.candidates) < 2:
        return Reasons()
    best, *others = choice.candidates
    if cards.drops_out(best.steps):
        percent = round(100 * max([each.win_chance for each in others]))
        return Reasons(make_reason("out", percent=percent))
    at = next((nth for nth, each in enumerate(others, 1) if not cards.drops_out(each.steps)), 1)
    rival = choice.candidates[at]
    is_better = compare_gain(best, rival) > 0.0
    loses = make_reason("loses", other=at)
    own = _describe_turn(observation, best, lines)
    if cards.drops_out(rival.steps):
        # `loses` is only true if dropping out is worse than the proposed turn, not equally good.
        return Reasons(_find_unanswered(own) or (loses if is_better else None))
    other = _describe_turn(observation, rival, lines)
    why = None
    if not is_better or own.unanswered - other.unanswered >= MIN_UNANSWERED_DIFFERENCE:
        why = _find_unanswered(own)
    why = why or _find_advantage(own, other)
    if is_better:
        return Reasons(why, OtherTurn(at, loses)) if why else Reasons(loses)
    advantage = _find_advantage(other, own)
    return Reasons(why, OtherTurn(at, advantage) if advantage else None)


def _describe_turn(
    observation: game.Red7Observation, candidate: Candidate, lines: Sequence[CandidateLine]
) -> _Turn:
    position = game.position_of(observation)
    seat = position.mover
    steps = candidate.steps
    line = next((each for each in lines if each.steps == steps), None)
    unanswered = 0.0
    next_seat = -1
    if isinstance(line, search.Line):
        unanswered = line.sort_key[1]
        next_seat = line.next_seat
    kinds = [step.kind for step in steps]
    hand_count = position.hand_count(seat) + kinds.count(cards.DRAW) + kinds.count(cards.FETCH)
    hand_count -= kinds.count(cards.PLAY) + kinds.count(cards.DISCARD)
    rules = 0
    if kinds[-1] != cards.FETCH:
        palettes = list(position.palettes)
        deck = list(position.deck[::-1])
        apply_steps_in_place(steps, seat, position.hands[seat], palettes, deck, position.rule)
        needed_strength = find_strength_to_lead(seat, position.out, tuple(palettes))
        rules = cards.count_bits(find_rules_led(palettes[seat], needed_strength))
    spent = [step.card for step in steps if step.kind in {cards.PLAY, cards.DISCARD}]
    return _Turn(candidate, unanswered, next_seat, hand_count, rules, frozenset(spent))


def _find_unanswered(own: _Turn) -> Reason | None:
    """Return the reason `unanswered` if the next seat often has no winning turn, else None.

    "Often" means in at least the share UNANSWERED of the sampled deals of the hidden cards.
    """
    if own.next_seat < 0 or own.unanswered < UNANSWERED:
        return None
    return make_reason("unanswered", seat=own.next_seat, tenths=round(10 * own.unanswered))


def _find_advantage(own: _Turn, other: _Turn) -> Reason | None:
    """Return a reason why the turn `own` is better than the turn `other`; None if there is none."""
    best = own.candidate
    brings = {"points": round(best.points), "other": round(other.candidate.points)}
    has_more_points = best.points - other.candidate.points >= MORE_POINTS
    wins_less = other.candidate.win_chance - best.win_chance > MIN_GAIN
    if has_more_points and wins_less:
        return make_reason("points", **brings)
    if own.next_seat >= 0 and own.unanswered - other.unanswered >= MIN_UNANSWERED_DIFFERENCE:
        return make_reason("harder", seat=own.next_seat)
    if own.hand_count > other.hand_count:
        return make_reason("cards", count=own.hand_count, other=other.hand_count)
    if has_more_points:
        return make_reason("more_points", **brings)
    return _find_saving(own, other)


def _find_saving(own: _Turn, other: _Turn) -> Reason | None:
    """Return a reason for the turn `own` if it leaves the seat more options than the turn `other`.

    Returns:
        The reason `rules` if the palette leads under more rules after `own` than after `other`. If
        not, compare the cards that only one of the two turns uses (plays or discards): the reason
        is `keep` if `other` uses the highest of them. None in all other cases.
    """
    if own.rules > other.rules > 0:
        return make_reason("rules", count=own.rules, other=other.rules)
    kept = other.spent - own.spent
    if kept and max(kept) > max(own.spent - other.spent, default=-1):
        return make_reason("keep", card=cards.CARD_TEXTS[max(kept)])
    return None
