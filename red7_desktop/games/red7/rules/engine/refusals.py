"""Finds the reason why a step is not legal. Asked only about steps known not to be legal.

The codes: round_over, hidden_hand (the mover's hand is not known), not_in_hand, not_in_palette,
owes_action (a played card's action comes first), one_card (a turn plays one card), one_discard,
turn_is_ending, nothing_done, not_winning (the step leads to no end of the turn that wins; with who
would lead and by what), action_loses (the played card leads, but with its action the turn cannot
end winning), no_draw, wrong_draw (another card lies on the deck), elsewhere (a named card is known
to lie elsewhere), no_action, not_a_rival, palette_smaller, only_card, moves_itself,
not_in_edition, cannot_go_out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import LETTERS, TEXTS, UNKNOWN
from red7_desktop.games.red7.rules.engine.advance import apply_step
from red7_desktop.games.red7.rules.engine.position import (
    DISCARDED,
    DONE,
    DREW,
    OWES_FETCH,
    OWES_MOVE,
    OWES_PLAY,
    OWES_TAKE,
    PLAYED,
    START,
)
from red7_desktop.games.red7.rules.standing import find_winner, judge_rule
from red7_desktop.games.red7.rules.steps import (
    BURY,
    DISCARD,
    DRAW,
    END,
    FETCH,
    PASS,
    PLAY,
    SEATS,
    SHED,
    TAKE,
)
from red7_desktop.tabletop.reasons import Reason, make_reason

if TYPE_CHECKING:
    from collections.abc import Callable

    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.games.red7.rules.steps import Step


def refuse_hidden_hand(position: Position) -> Reason | None:
    """Refuse to judge a mover whose hand is not fully known, where the hand matters."""
    if position.unseen[position.mover] and position.phase not in _WHATEVER_THE_HAND:
        return make_reason("hidden_hand", seat=SEATS[position.mover])
    return None


_WHATEVER_THE_HAND: Final = frozenset({OWES_FETCH, DISCARDED, DONE})
"""Where all that is left is to draw or to end the turn."""


def refuse_wrong_draw(position: Position, step: Step) -> Reason | None:
    """Refuse a draw that names another card than can lie on the deck."""
    if step.kind not in {DRAW, FETCH} or step.card == UNKNOWN:
        return None
    top = position.deck[0]
    if top not in {UNKNOWN, step.card}:
        return make_reason("wrong_draw", card=TEXTS[step.card])
    if top == UNKNOWN and _is_lying_open(position, step.card):
        return make_reason("elsewhere", card=TEXTS[step.card])
    return None


def _is_lying_open(position: Position, card: int) -> bool:
    sets = (*position.hands, *position.palettes)
    rows = (position.canvas, position.deck, *position.scores)
    return any(cards >> card & 1 for cards in sets) or any(card in row for row in rows)


def find_refusal(position: Position, step: Step) -> Reason:
    """Give the reason why a step is not legal."""
    if position.is_over:
        return make_reason("round_over")
    return refuse_hidden_hand(position) or _REFUSALS[step.kind](position, step)


def explain_not_winning(position: Position, mover: int) -> Reason:
    """Say who leads in a position instead of the mover, and by what."""
    verdict = judge_rule(position, position.rule)
    mine = verdict.of(mover)
    rule = LETTERS[position.rule]
    own: dict[str, str | int] = {"count": mine.size, "top": TEXTS[mine.top] if mine.size else ""}
    if verdict.leader < 0:
        return make_reason("not_winning", rule=rule, leader="", **own)
    theirs = verdict.of(verdict.leader)
    return make_reason(
        "not_winning",
        rule=rule,
        leader=SEATS[verdict.leader],
        **own,
        leader_count=theirs.size,
        leader_top=TEXTS[theirs.top],
    )


def _explain_no_lead(position: Position, step: Step) -> Reason:
    reached = apply_step(position, step)
    if find_winner(reached) == position.mover:
        return make_reason("action_loses", card=TEXTS[step.card])
    return explain_not_winning(reached, position.mover)


def _refuse_play(position: Position, step: Step) -> Reason:
    if not position.hands[position.mover] >> step.card & 1:
        return make_reason("not_in_hand", card=TEXTS[step.card])
    if position.phase in {START, OWES_PLAY}:
        return _explain_no_lead(position, step)
    if position.phase in {PLAYED, DREW}:
        return make_reason("one_card")
    return _explain_busy(position)


def _explain_busy(position: Position) -> Reason:
    """Say what the mover has to do first."""
    if position.phase in {DISCARDED, DONE}:
        return make_reason("turn_is_ending")
    return make_reason("owes_action", card=TEXTS[position.rows[position.mover][-1]])


def _refuse_discard(position: Position, step: Step) -> Reason:
    if position.phase in {DISCARDED, DONE}:
        return make_reason("one_discard")
    if not position.hands[position.mover] >> step.card & 1:
        return make_reason("not_in_hand", card=TEXTS[step.card])
    if position.phase in {START, PLAYED, DREW}:
        return _explain_no_lead(position, step)
    return _explain_busy(position)


def _refuse_draw(position: Position, step: Step) -> Reason:
    return make_reason(
        "no_draw", deck=len(position.deck), palette=len(position.rows[position.mover])
    )


def _refuse_end(position: Position, step: Step) -> Reason:
    if position.phase == START:
        return make_reason("nothing_done")
    if position.phase in {PLAYED, DREW}:
        return explain_not_winning(position, position.mover)
    return _explain_busy(position)


def _refuse_pass(position: Position, step: Step) -> Reason:
    return make_reason("cannot_go_out")


def _refuse_take(position: Position, step: Step) -> Reason:
    if position.phase != OWES_TAKE:
        return _explain_out_of_turn(position)
    rival, mover = step.seat, position.mover
    if rival == mover or rival >= position.seats or position.out >> rival & 1:
        return make_reason("not_a_rival", seat=SEATS[rival])
    if not position.palettes[rival] >> step.card & 1:
        return make_reason("not_in_palette", card=TEXTS[step.card], seat=SEATS[rival])
    theirs, mine = len(position.rows[rival]), len(position.rows[mover])
    if position.rules.edition == "first" and theirs == 1:
        return make_reason("only_card", seat=SEATS[rival])
    if position.rules.edition != "first" and theirs < mine:
        return make_reason("palette_smaller", seat=SEATS[rival], count=theirs, own=mine)
    return _explain_no_lead(position, step)


def _refuse_move(position: Position, step: Step) -> Reason:
    if position.phase != OWES_MOVE:
        return _explain_out_of_turn(position)
    mover = position.mover
    if not position.palettes[mover] >> step.card & 1:
        return make_reason("not_in_palette", card=TEXTS[step.card], seat=SEATS[mover])
    if position.rules.edition == "first":
        if step.kind == BURY:
            return make_reason("not_in_edition", edition="first")
        if step.card == position.rows[mover][-1]:
            return make_reason("moves_itself", card=TEXTS[step.card])
    return _explain_no_lead(position, step)


def _explain_out_of_turn(position: Position) -> Reason:
    owing = position.phase in {OWES_TAKE, OWES_FETCH, OWES_PLAY, OWES_MOVE}
    return _explain_busy(position) if owing else make_reason("no_action")


_REFUSALS: Final[dict[int, Callable[[Position, Step], Reason]]] = {
    PLAY: _refuse_play,
    DISCARD: _refuse_discard,
    DRAW: _refuse_draw,
    END: _refuse_end,
    PASS: _refuse_pass,
    TAKE: _refuse_take,
    FETCH: _refuse_draw,
    SHED: _refuse_move,
    BURY: _refuse_move,
}
