"""Legal steps, and reasons why a step is illegal.

Codes of the reasons why a step is illegal:
    round_over: The round has ended.
    hidden_hand: The mover's hand is unknown.
    not_in_hand: The mover doesn't have this card in its hand.
    not_in_palette: The card isn't in the palette that the step takes it from.
    owes_action: The mover has to carry out the action of the card that it has just played.
    one_card: The mover has already played a card in this turn.
    one_discard: The mover has already discarded a card in this turn.
    turn_is_ending: After a discard the mover can only draw or end its turn.
    nothing_done: A turn can't end before a play or a discard; the mover can only drop out.
    not_winning: After this step, the mover can't end its turn winning. The data contain the rule,
        the seat that would be winning, and the number and highest of the cards that count.
    action_loses: The played card would make the mover win, but its action, which is compulsory,
        makes the mover lose again.
    no_draw: The mover may not draw now.
    wrong_draw: The step names a drawn card that isn't on top of the deck.
    elsewhere: The step names a drawn card that is known to be somewhere else.
    no_action: The step carries out an action, but no card with such an action was played.
    not_a_rival: A 1 takes a card of an opponent that is still in the round.
    palette_smaller: Edition 1.3: a 1 can't take a card of a palette smaller than the mover's.
    only_card: First edition: a 1 can't take the only card of a palette.
    moves_itself: First edition: a 7 can't move itself.
    not_in_edition: First edition: a 7 can't put a card on the deck.
    cannot_go_out: The mover can't drop out now.

Codes of the reasons why the action of a played card has no effect:
    no_large_palette: Edition 1.3: no opponent's palette is as large as the mover's (for a 1).
    no_spare_card: First edition: every opponent's palette has only one card (for a 1).
    deck_empty: There is no card to draw (for a 3).
    no_other_card: No card in hand may be played next (for a 5).
    nothing_to_move: First edition: no other palette card has a colour under whose rule the mover
        would win (for a 7).
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
    find_endings_from_hand,
    find_strength_to_lead,
    list_all_turns,
)
from red7_desktop.tabletop.game import IllegalTurn, Reason, make_reason


def refuse_hidden_hand(position: Position) -> Reason | None:
    """Return the reason `hidden_hand` if legal steps can't be listed without the mover's hand.

    Returns:
        None if all cards of the hand are known, or if the mover can only draw or end its turn.
    """
    if position.unseen[position.mover] and position.phase not in _PHASES_WITHOUT_HAND:
        return make_reason("hidden_hand", seat=cards.SEATS[position.mover])
    return None


_PHASES_WITHOUT_HAND: Final = frozenset({OWES_FETCH, DISCARDED, DONE})
"""Phases of a turn in which the seat can only draw or end the turn, so that the legal steps don't
depend on the cards in its hand."""


def refuse_wrong_draw(position: Position, step: cards.Step) -> Reason | None:
    """Return why a draw is illegal if it names a card that can't be on top of the deck.

    Returns:
        None if the step is no draw, names no card, or names a card that can be there.
    """
    if step.kind not in {cards.DRAW, cards.FETCH} or step.card == cards.UNKNOWN:
        return None
    top = position.deck[0]
    if top not in {cards.UNKNOWN, step.card}:
        return make_reason("wrong_draw", card=cards.CARD_TEXTS[step.card])
    sets = (*position.hands, *position.palettes)
    rows = (position.canvas, position.deck, *position.scores)
    is_open = any(held >> step.card & 1 for held in sets) or any(step.card in row for row in rows)
    if top == cards.UNKNOWN and is_open:
        return make_reason("elsewhere", card=cards.CARD_TEXTS[step.card])
    return None


def find_illegal_reason(position: Position, step: cards.Step) -> Reason:
    """Return the reason why an illegal step is illegal.

    Args:
        position: The position.
        step: The step, which must be illegal.
    """
    if position.is_over:
        return make_reason("round_over")
    return refuse_hidden_hand(position) or _REFUSALS[step.kind](position, step)


def explain_not_winning(position: Position, mover: int) -> Reason:
    """Return the reason `not_winning`, which compares the mover with the seat that leads.

    The reason's data contain the rule, the leading seat ("" if no card counts), and for both seats
    the number of cards that count and the highest of them.
    """
    verdict = standings.judge_rule(position, position.rule)
    mine = verdict.standing_of(mover)
    rule = cards.LETTERS[position.rule]
    top = cards.CARD_TEXTS[mine.top] if mine.size else ""
    facts: dict[str, str | int] = {"count": mine.size, "top": top}
    if verdict.leader < 0:
        return make_reason("not_winning", rule=rule, leader="", **facts)
    theirs = verdict.standing_of(verdict.leader)
    leader = cards.SEATS[verdict.leader]
    facts |= {"leader_count": theirs.size, "leader_top": cards.CARD_TEXTS[theirs.top]}
    return make_reason("not_winning", rule=rule, leader=leader, **facts)


_MAX_TRIED: Final = 2
"""`count_cards_short` computes how many cards a palette needs to lead. It tries all combinations of
up to this many additional cards. If these aren't enough, it estimates the number as the difference
between the numbers of cards that count in the leading palette and in this palette."""


def count_cards_short(position: Position, seat: int) -> int:
    """Return how many more cards in its palette a seat needs to lead under the rule in force.

    Any cards can be added that are neither in a palette nor on the canvas.

    Returns:
        The number of cards, 0 if the seat already leads. From 3 on it is an estimate.
    """

    def measure(seat: int, more: tuple[int, ...] = ()) -> tuple[int, int]:
        palette = position.palettes[seat] | sum([1 << card for card in more])
        standing = standings.find_counting_cards(seat, palette, position.rule)
        return standing.size, standing.top

    best = max(measure(each) for each in position.live if each != seat)
    open_cards = {card for row in position.rows for card in row} | set(position.canvas)
    free = [card for card in range(cards.DECK_SIZE) if card not in open_cards]
    for count in range(_MAX_TRIED + 1):
        if any(measure(seat, more) > best for more in combinations(free, count)):
            return count
    return max(_MAX_TRIED + 1, best[0] - measure(seat)[0])


def _explain_no_lead(position: Position, step: cards.Step) -> Reason:
    reached = advance.apply_step(position, step)
    if standings.find_winner(reached) == position.mover:
        return make_reason("action_loses", card=cards.CARD_TEXTS[step.card])
    return explain_not_winning(reached, position.mover)


def _refuse_play(position: Position, step: cards.Step) -> Reason:
    if not position.hands[position.mover] >> step.card & 1:
        return make_reason("not_in_hand", card=cards.CARD_TEXTS[step.card])
    if position.phase in {START, OWES_PLAY}:
        return _explain_no_lead(position, step)
    if position.phase in {PLAYED, DREW}:
        return make_reason("one_card")
    return _explain_pending_step(position)


def _explain_pending_step(position: Position) -> Reason:
    if position.phase in {DISCARDED, DONE}:
        return make_reason("turn_is_ending")
    return make_reason("owes_action", card=cards.CARD_TEXTS[position.rows[position.mover][-1]])


def _refuse_discard(position: Position, step: cards.Step) -> Reason:
    if position.phase in {DISCARDED, DONE}:
        return make_reason("one_discard")
    if not position.hands[position.mover] >> step.card & 1:
        return make_reason("not_in_hand", card=cards.CARD_TEXTS[step.card])
    if position.phase in {START, PLAYED, DREW}:
        return _explain_no_lead(position, step)
    return _explain_pending_step(position)


def _refuse_draw(position: Position, step: cards.Step) -> Reason:
    return make_reason(
        "no_draw", deck=len(position.deck), palette=len(position.rows[position.mover])
    )


def _refuse_end(position: Position, step: cards.Step) -> Reason:
    if position.phase == START:
        return make_reason("nothing_done")
    if position.phase in {PLAYED, DREW}:
        return explain_not_winning(position, position.mover)
    return _explain_pending_step(position)


def _refuse_take(position: Position, step: cards.Step) -> Reason:
    if position.phase != OWES_TAKE:
        return _explain_out_of_turn(position)
    rival = step.seat
    mover = position.mover
    if rival == mover or rival >= position.seats or position.out >> rival & 1:
        return make_reason("not_a_rival", seat=cards.SEATS[rival])
    if not position.palettes[rival] >> step.card & 1:
        return make_reason(
            "not_in_palette", card=cards.CARD_TEXTS[step.card], seat=cards.SEATS[rival]
        )
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
        return make_reason(
            "not_in_palette", card=cards.CARD_TEXTS[step.card], seat=cards.SEATS[mover]
        )
    if position.rules.edition == "first":
        if step.kind == cards.BURY:
            return make_reason("not_in_edition", edition="first")
        if step.card == position.rows[mover][-1]:
            return make_reason("moves_itself", card=cards.CARD_TEXTS[step.card])
    return _explain_no_lead(position, step)


def _explain_out_of_turn(position: Position) -> Reason:
    owing = position.phase in {OWES_TAKE, OWES_FETCH, OWES_PLAY, OWES_MOVE}
    if owing:
        return _explain_pending_step(position)
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
    """Return the steps of every legal turn of the mover, `pass` last; empty if the round is over.

    The steps of a turn are listed to its end, or to a draw by the action of a 3, because the seat
    chooses again after this draw. If turns only differ in the order in which 5s are played, only
    one of them is listed.

    Raises:
        IllegalTurn: The mover's hand is hidden.
    """
    if position.is_over:
        return []
    return list_all_turns(_require_turns(position))


def list_legal_steps(position: Position) -> tuple[cards.Step, ...]:
    """Return the legal next steps of the mover, which are the first steps of the legal turns."""
    if position.is_over:
        return ()
    turns = _require_turns(position)
    steps: dict[cards.Step, None] = {}
    for play, endings in turns.list_plain_openings():
        steps.update(
            dict.fromkeys(
                [cards.PLAY_STEPS[play.bit_length() - 1]] if play else _list_closing_steps(endings)
            )
        )
    first_plays: set[cards.Step] = set()
    for group in turns.groups:
        # A turn may play its 5s in any order, but is listed with only one order. So each of the 5s
        # is a legal first step.
        fives = [step for step in group.plays if cards.number_of(step.card) == 5]
        first_plays.update(fives or group.plays[:1])
        if not group.plays:
            steps.update(dict.fromkeys(group.action or _list_closing_steps(group.endings)))
    steps.update(dict.fromkeys(sorted(first_plays)))
    if turns.may_pass:
        return (*steps, cards.PASS_STEP)
    return tuple(steps)


def _list_closing_steps(endings: int) -> list[cards.Step]:
    steps = [cards.DISCARD_STEPS[card] for card in cards.cards_in(endings & ~standings.END_GUARD)][
        ::-1
    ]
    if endings & standings.END_GUARD:
        return [*steps, cards.END_STEP]
    return steps


def _require_turns(position: Position) -> Turns:
    hidden = refuse_hidden_hand(position)
    if hidden:
        raise IllegalTurn("", hidden)
    return get_cached_turns(position)


@lru_cache(maxsize=8)
def get_cached_turns(position: Position) -> Turns:
    """Return the legal turns of a position as `build_turns` does, from a cache.

    For each step, several functions need the turns of the same position: to check the step, to
    apply it, and to list the next legal steps.
    """
    return build_turns(position)


def list_card_uses(position: Position) -> list[tuple[int, int]]:
    """Return which cards the mover can play, and which it can discard afterwards.

    If the action of a 3 draws a card in the middle of a turn, only cards that are already in the
    hand are listed as discards, because the drawn card isn't known yet.

    Returns:
        One pair for each choice of cards to play (with their actions): the set of these cards, and
        the set of the cards that may then be discarded.
    """
    turns = get_cached_turns(position)
    mover = position.mover
    uses = [(play, endings & ~standings.END_GUARD) for play, endings in turns.list_plain_openings()]
    for group in turns.groups:
        played = cards.set_of([step.card for step in group.plays])
        ends = group.endings
        if group.stops:
            needed_strength = find_strength_to_lead(mover, position.out, position.palettes)
            palette = position.palettes[mover] | played
            ends = find_endings_from_hand(
                palette, needed_strength, position.rule, position.hands[mover] & ~played
            )
        uses.append((played, ends & ~standings.END_GUARD))
    return uses


def explain_illegal(position: Position, step: cards.Step) -> Reason | None:
    """Return why a step is illegal now, None if it is legal."""
    # Remove the card's name from a draw, because the list of legal steps contains draws without it.
    if step.kind in {cards.DRAW, cards.FETCH}:
        listed = cards.Step(step.kind)
    else:
        listed = step
    may_act = not position.is_over and not refuse_hidden_hand(position)
    if may_act and listed in list_legal_steps(position):
        return refuse_wrong_draw(position, step)
    return find_illegal_reason(position, step)


def apply_legal_step(position: Position, step: cards.Step) -> Position:
    """Return the position after a step of the mover.

    Raises:
        IllegalTurn: The step is illegal, with the reason.
    """
    problem = explain_illegal(position, step)
    if problem:
        raise IllegalTurn(str(step), problem)
    return advance.apply_step(position, step)


def apply_legal_turn(position: Position, steps: tuple[cards.Step, ...]) -> Position:
    """Return the position after a whole turn, whose steps `notation.parse_turn` has returned.

    If the turn stops at a 3's draw, the seat then ends it, or drops out if it isn't winning.

    Raises:
        IllegalTurn: A step is illegal, with the step and the reason.
    """
    for step in steps:
        position = apply_legal_step(position, step)
    if steps[-1].kind != cards.FETCH:
        return position
    return apply_legal_step(
        position,
        cards.END_STEP if cards.END_STEP in list_legal_steps(position) else cards.PASS_STEP,
    )


def explain_no_action(position: Position, card: int) -> Reason | None:
    """Return why the action of the card just played has no effect.

    Args:
        position: The position after the card was played.
        card: The card.

    Returns:
        None if the card has no action, or its action has to be carried out.
    """
    if not position.rules.actions or position.phase != PLAYED:
        return None
    idle = _NO_EFFECT_REASONS.get(cards.number_of(card))
    is_first = position.rules.edition == "first"
    if idle:
        return make_reason(idle[is_first], card=cards.CARD_TEXTS[card])
    return None


_NO_EFFECT_REASONS: Final = {
    1: ("no_large_palette", "no_spare_card"),
    3: ("deck_empty", "deck_empty"),
    5: ("no_other_card", "no_other_card"),
    7: ("nothing_to_move", "nothing_to_move"),
}
"""Codes of the reasons why an action has no effect, by the card's number: the first code is for
edition 1.3, the second for the first edition."""
