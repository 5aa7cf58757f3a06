"""The way in for steps, and why not.

The codes: round_over, hidden_hand (the mover's hand is not known), not_in_hand, not_in_palette,
owes_action (a played card's action comes first), one_card (a turn plays one card), one_discard,
turn_is_ending, nothing_done, not_winning (the step leads to no end of the turn that wins; with who
would lead and by what), action_loses (the played card leads, but with its action the turn cannot
end winning), no_draw, wrong_draw (another card lies on the deck), elsewhere (a named card is known
to lie elsewhere), no_action, not_a_rival, palette_smaller, only_card, moves_itself,
not_in_edition, cannot_go_out.

The codes of actions that do nothing: no_large_palette (edition 1.3: a 1 takes from no palette
smaller than the mover's), no_spare_card (first edition: a 1 takes nobody's only card), deck_empty,
no_other_card (a 5 finds none in hand that may be played), nothing_to_move (first edition: a 7 finds
no other card whose rule the mover would lead).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from typing import Final

from red7_desktop.games.red7.rules import advance, cards, standings
from red7_desktop.games.red7.rules.position import (
    DISCARDED,
    DONE,
    DREW,
    OWES_FETCH,
    OWES_MOVE,
    OWES_PLAY,
    OWES_TAKE,
    PLAYED,
    START,
    Position,
)
from red7_desktop.games.red7.rules.turns import (
    Turns,
    build_turns,
    find_best_rival,
    list_all_turns,
    list_endings,
)
from red7_desktop.tabletop.game import IllegalTurn, Reason, make_reason


def refuse_hidden_hand(position: Position) -> Reason | None:
    """Refuse to judge a mover whose hand is not fully known, where the hand matters."""
    if position.unseen[position.mover] and position.phase not in _WHATEVER_THE_HAND:
        return make_reason("hidden_hand", seat=cards.SEATS[position.mover])
    return None


_WHATEVER_THE_HAND: Final = frozenset({OWES_FETCH, DISCARDED, DONE})
"""Where all that is left is to draw or to end the turn."""


def refuse_wrong_draw(position: Position, step: cards.Step) -> Reason | None:
    """Refuse a draw that names another card than can lie on the deck."""
    if step.kind not in {cards.DRAW, cards.FETCH} or step.card == cards.UNKNOWN:
        return None
    top = position.deck[0]
    if top not in {cards.UNKNOWN, step.card}:
        return make_reason("wrong_draw", card=cards.TEXTS[step.card])
    sets = (*position.hands, *position.palettes)
    rows = (position.canvas, position.deck, *position.scores)
    is_open = any(held >> step.card & 1 for held in sets) or any(step.card in row for row in rows)
    if top == cards.UNKNOWN and is_open:
        return make_reason("elsewhere", card=cards.TEXTS[step.card])
    return None


def find_refusal(position: Position, step: cards.Step) -> Reason:
    """Return the reason why a step is not legal."""
    if position.is_over:
        return make_reason("round_over")
    return refuse_hidden_hand(position) or _REFUSALS[step.kind](position, step)


def explain_not_winning(position: Position, mover: int) -> Reason:
    """Return who leads in a position instead of the mover, and by what."""
    verdict = standings.judge_rule(position, position.rule)
    mine = verdict.of(mover)
    rule = cards.LETTERS[position.rule]
    top = cards.TEXTS[mine.top] if mine.size else ""
    facts: dict[str, str | int] = {"count": mine.size, "top": top}
    if verdict.leader < 0:
        return make_reason("not_winning", rule=rule, leader="", **facts)
    theirs = verdict.of(verdict.leader)
    leader = cards.SEATS[verdict.leader]
    facts |= {"leader_count": theirs.size, "leader_top": cards.TEXTS[theirs.top]}
    return make_reason("not_winning", rule=rule, leader=leader, **facts)


_TRIED: Final = 2
"""How many cards are tried out; that more are missing is told by their number alone."""


def count_cards_short(position: Position, seat: int) -> int:
    """Return how many cards more in its palette would let a seat lead under the rule in force.

    Any card counts that lies in no palette and not on the canvas. 0 for a seat that leads.
    """

    def measure(seat: int, more: tuple[int, ...] = ()) -> tuple[int, int]:
        palette = position.palettes[seat] | sum([1 << card for card in more])
        standing = standings.judge_seat(seat, palette, position.rule)
        return standing.size, standing.top

    best = max(measure(each) for each in position.live if each != seat)
    lying = {card for row in position.rows for card in row} | set(position.canvas)
    free = [card for card in range(cards.DECK_SIZE) if card not in lying]
    for count in range(_TRIED + 1):
        if any(measure(seat, more) > best for more in combinations(free, count)):
            return count
    return max(_TRIED + 1, best[0] - measure(seat)[0])


def _explain_no_lead(position: Position, step: cards.Step) -> Reason:
    reached = advance.apply_step(position, step)
    if standings.find_winner(reached) == position.mover:
        return make_reason("action_loses", card=cards.TEXTS[step.card])
    return explain_not_winning(reached, position.mover)


def _refuse_play(position: Position, step: cards.Step) -> Reason:
    if not position.hands[position.mover] >> step.card & 1:
        return make_reason("not_in_hand", card=cards.TEXTS[step.card])
    if position.phase in {START, OWES_PLAY}:
        return _explain_no_lead(position, step)
    if position.phase in {PLAYED, DREW}:
        return make_reason("one_card")
    return _explain_busy(position)


def _explain_busy(position: Position) -> Reason:
    if position.phase in {DISCARDED, DONE}:
        return make_reason("turn_is_ending")
    return make_reason("owes_action", card=cards.TEXTS[position.rows[position.mover][-1]])


def _refuse_discard(position: Position, step: cards.Step) -> Reason:
    if position.phase in {DISCARDED, DONE}:
        return make_reason("one_discard")
    if not position.hands[position.mover] >> step.card & 1:
        return make_reason("not_in_hand", card=cards.TEXTS[step.card])
    if position.phase in {START, PLAYED, DREW}:
        return _explain_no_lead(position, step)
    return _explain_busy(position)


def _refuse_draw(position: Position, step: cards.Step) -> Reason:
    return make_reason(
        "no_draw", deck=len(position.deck), palette=len(position.rows[position.mover])
    )


def _refuse_end(position: Position, step: cards.Step) -> Reason:
    if position.phase == START:
        return make_reason("nothing_done")
    if position.phase in {PLAYED, DREW}:
        return explain_not_winning(position, position.mover)
    return _explain_busy(position)


def _refuse_take(position: Position, step: cards.Step) -> Reason:
    if position.phase != OWES_TAKE:
        return _explain_out_of_turn(position)
    rival = step.seat
    mover = position.mover
    if rival == mover or rival >= position.seats or position.out >> rival & 1:
        return make_reason("not_a_rival", seat=cards.SEATS[rival])
    if not position.palettes[rival] >> step.card & 1:
        return make_reason("not_in_palette", card=cards.TEXTS[step.card], seat=cards.SEATS[rival])
    theirs = len(position.rows[rival])
    mine = len(position.rows[mover])
    if position.rules.edition == "first" and theirs == 1:
        return make_reason("only_card", seat=cards.SEATS[rival])
    if position.rules.edition != "first" and theirs < mine:
        return make_reason("palette_smaller", seat=cards.SEATS[rival], count=theirs, own=mine)
    return _explain_no_lead(position, step)


def _refuse_move(position: Position, step: cards.Step) -> Reason:
    if position.phase != OWES_MOVE:
        return _explain_out_of_turn(position)
    mover = position.mover
    if not position.palettes[mover] >> step.card & 1:
        return make_reason("not_in_palette", card=cards.TEXTS[step.card], seat=cards.SEATS[mover])
    if position.rules.edition == "first":
        if step.kind == cards.BURY:
            return make_reason("not_in_edition", edition="first")
        if step.card == position.rows[mover][-1]:
            return make_reason("moves_itself", card=cards.TEXTS[step.card])
    return _explain_no_lead(position, step)


def _explain_out_of_turn(position: Position) -> Reason:
    owing = position.phase in {OWES_TAKE, OWES_FETCH, OWES_PLAY, OWES_MOVE}
    if owing:
        return _explain_busy(position)
    return make_reason("no_action")


_REFUSALS: Final[dict[int, Callable[[Position, cards.Step], Reason]]] = {
    cards.PLAY: _refuse_play,
    cards.DISCARD: _refuse_discard,
    cards.DRAW: _refuse_draw,
    cards.END: _refuse_end,
    cards.PASS: lambda position, step: make_reason("cannot_go_out"),
    cards.TAKE: _refuse_take,
    cards.FETCH: _refuse_draw,
    cards.SHED: _refuse_move,
    cards.BURY: _refuse_move,
}


def list_legal_turns(position: Position) -> list[tuple[cards.Step, ...]]:
    """List the steps of every turn the mover may choose, `pass` last; empty when the round is over.

    A turn runs to its end, or to a 3's draw. Of turns that differ in nothing but the order of the
    5s that are played, one is listed. Raises IllegalTurn when the mover's hand is hidden.
    """
    if position.is_over:
        return []
    return list_all_turns(_require_turns(position))


def list_legal_steps(position: Position) -> tuple[cards.Step, ...]:
    """List the steps that the mover may take next: the first steps of the legal turns."""
    if position.is_over:
        return ()
    turns = _require_turns(position)
    steps: dict[cards.Step, None] = {}
    for play, ways in turns.plain_ways():
        steps.update(
            dict.fromkeys([cards.PLAYS[play.bit_length() - 1]] if play else _list_closings(ways))
        )
    opening: set[cards.Step] = set()
    for branch in turns.branches:
        # Any of its 5s may be the first, for their order does not matter.
        fives = [step for step in branch.plays if cards.number_of(step.card) == 5]
        opening.update(fives or branch.plays[:1])
        if not branch.plays:
            steps.update(dict.fromkeys(branch.action or _list_closings(branch.endings)))
    steps.update(dict.fromkeys(sorted(opening)))
    if turns.may_pass:
        return (*steps, cards.THE_PASS)
    return tuple(steps)


def _list_closings(ways: int) -> list[cards.Step]:
    steps = [cards.DISCARDS[card] for card in cards.cards_in(ways & ~standings.END_GUARD)][::-1]
    if ways & standings.END_GUARD:
        return [*steps, cards.THE_END]
    return steps


def _require_turns(position: Position) -> Turns:
    hidden = refuse_hidden_hand(position)
    if hidden:
        raise IllegalTurn("", hidden)
    return get_cached_turns(position)


@lru_cache(maxsize=8)
def get_cached_turns(position: Position) -> Turns:
    """List the legal turns as `build_turns` does, once for a position that is asked about again.

    One step makes many ask: whether it is legal, what a seat may do then, and the outcome.
    """
    return build_turns(position)


def list_uses(position: Position) -> list[tuple[int, int]]:
    """Return the ways of the mover's legal turns: the cards played, and those to discard, as sets.

    After a 3's draw it tells which of the present cards may be discarded then.
    """
    turns = get_cached_turns(position)
    mover = position.mover
    uses = [(play, ways & ~standings.END_GUARD) for play, ways in turns.plain_ways()]
    for branch in turns.branches:
        played = cards.set_of([step.card for step in branch.plays])
        ends = branch.endings
        if branch.stops:
            must = find_best_rival(mover, position.out, position.palettes)
            palette = position.palettes[mover] | played
            ends = list_endings(palette, must, position.rule, position.hands[mover] & ~played)
        uses.append((played, ends & ~standings.END_GUARD))
    return uses


def explain_illegal(position: Position, step: cards.Step) -> Reason | None:
    """Return why a step is not legal now, None where it is."""
    # The list of legal steps has draws without the card that they turn up.
    if step.kind in {cards.DRAW, cards.FETCH}:
        listed = cards.Step(step.kind)
    else:
        listed = step
    may_act = not position.is_over and not refuse_hidden_hand(position)
    if may_act and listed in list_legal_steps(position):
        return refuse_wrong_draw(position, step)
    return find_refusal(position, step)


def take_step(position: Position, step: cards.Step) -> Position:
    """Return the position after one legal step.

    Raises IllegalTurn with the reason for any other.
    """
    problem = explain_illegal(position, step)
    if problem:
        raise IllegalTurn(str(step), problem)
    return advance.apply_step(position, step)


def take_turn(position: Position, steps: tuple[cards.Step, ...]) -> Position:
    """Return the position after a whole turn, as `parse_turn` reads it.

    A turn that stops at a 3's draw is tried as it stands: it ends there, and a seat that is then
    not winning is out. Raises IllegalTurn, naming the step and the reason, when one is not legal.
    """
    for step in steps:
        position = take_step(position, step)
    if steps[-1].kind != cards.FETCH:
        return position
    return take_step(
        position, cards.THE_END if cards.THE_END in list_legal_steps(position) else cards.THE_PASS
    )


def explain_idle(position: Position, card: int) -> Reason | None:
    """Return why a card's action does nothing; None where it has none, or it is to be carried out.

    `position` already has the card in the mover's palette, as the last step.
    """
    if not position.rules.actions or position.phase != PLAYED:
        return None
    idle = _IDLE.get(cards.number_of(card))
    is_first = position.rules.edition == "first"
    if idle:
        return make_reason(idle[is_first], card=cards.TEXTS[card])
    return None


_IDLE: Final = {
    1: ("no_large_palette", "no_spare_card"),
    3: ("deck_empty", "deck_empty"),
    5: ("no_other_card", "no_other_card"),
    7: ("nothing_to_move", "nothing_to_move"),
}
"""By number: what has kept the action from being carried out, in edition 1.3 and in the first."""
