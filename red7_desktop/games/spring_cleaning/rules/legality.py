"""Legal plays and steps, reasons why a step is illegal, and random rounds. Compiled by mypyc.

To find plays, the hand is searched once for sets and once for runs. The search only examines groups
of adjacent hand cards that can be part of a combination of the required length, completed by
offered cards.

Codes of the reasons why a step is illegal:
    round_over: The round has ended.
    not_your_turn: It is another seat's turn.
    hidden_hand: The mover's hand is unknown.
    already_picked: The seat has already picked its first offer.
    seals_first: Every seat has to pick its first offer before any other step.
    owes_place: The seat has to insert its drawn card into its hand first.
    owes_offer: The seat has to offer a card first.
    owes_order: The seat has to arrange the cards of its picked-up offer first.
    must_lead: A seat that leads has to play; it can't draw or offer.
    offers_not_led: A seat that leads can't use offered cards.
    no_such_place: The step names an index outside the hand.
    no_such_seat: The step names a seat that isn't in the match.
    not_in_hand: The hand has other cards at the index that the step names.
    not_in_offer: The card isn't in this seat's offer.
    own_offer: A seat can't draw from its own offer.
    written_otherwise: The play of a set lists its offered cards in the wrong order; they must be
        clockwise from the mover.
    too_low: The combination has the same kind and length as the combination to beat, but isn't
        higher.
    other_kind: A set can't beat a run of the same length, nor a run a set.
    wrong_length: The combination is too short or too long to beat the combination on the table.
    nothing_to_draw: Neither the deck nor the discard pile has a card.
    must_draw: A seat that can draw must draw before it offers.
    wrong_draw: The step names a drawn card that can't be on top of the deck.
    not_drawn: There is no drawn card to insert.
    nothing_picked_up: There is no picked-up offer to arrange.
    not_picked_up: The card isn't one of the picked-up cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Final

from red7_desktop.games.spring_cleaning.rules import advance
from red7_desktop.games.spring_cleaning.rules.cards import (
    COPIES,
    DRAW,
    DRAW_STEP,
    FIELD_MASK,
    HAND_COUNT_SHIFT,
    HIGHEST,
    INSERT,
    OFFER,
    ORDER,
    OWNERS_SHIFT,
    PLACE_SHIFT,
    PLAY,
    RUN,
    SEATS,
    TAKE,
    TOP_SHIFT,
    UNKNOWN,
    Step,
    cards_of,
    find_hand_part,
    is_beating,
    length_of,
    owners_of,
    text_of_combination,
    text_of_play,
)
from red7_desktop.games.spring_cleaning.rules.position import (
    MAX_TURNS,
    NOBODY,
    OWES_INSERT,
    OWES_OFFER,
    OWES_ORDER,
    SEALED,
    START,
    Position,
    restock_deck,
    shuffle_cards,
)
from red7_desktop.tabletop.game import IllegalTurn, Reason, make_reason


def list_leads(hand: tuple[int, ...]) -> list[int]:
    """Return the plays with which a hand can begin a trick, packed as the module `cards` says."""
    plays: list[int] = []
    size = len(hand)
    for start in range(size):
        number = hand[start]
        end = start
        window = number << TOP_SHIFT | start + 1 << PLACE_SHIFT
        while end < size and hand[end] == number:
            end += 1
            length = end - start
            plays.append(window | length << HAND_COUNT_SHIFT | length)
        end = start + 1
        window = RUN | start + 1 << PLACE_SHIFT
        while end < size and hand[end] == hand[end - 1] + 1:
            end += 1
            length = end - start
            plays.append(window | hand[end - 1] << TOP_SHIFT | length << HAND_COUNT_SHIFT | length)
    return plays


def list_beating_plays(
    hand: tuple[int, ...], offers: tuple[tuple[int, ...], ...], seat: int, table: int
) -> list[int]:
    """Return a seat's plays that beat a combination, without duplicates.

    The plays are packed as in `cards`.
    """
    length = table & FIELD_MASK
    top = table >> TOP_SHIFT & FIELD_MASK
    owners = _map_owners(offers, seat)
    offered = 0
    for number in owners:
        offered |= 1 << number
    numbers = offered
    for number in hand:
        numbers |= 1 << number
    plays: list[int] = []
    _list_sets(plays, hand, owners, length, HIGHEST if table & RUN else top)
    if table & RUN and _holds_run(numbers >> top + 2 - length, length):
        _list_runs(plays, hand, owners, offered, length, top)
    if length < HIGHEST and _holds_run(numbers, length + 1):
        _list_runs(plays, hand, owners, offered, length + 1, 0)
    return plays


def _holds_run(numbers: int, length: int) -> bool:
    """Return whether a set of numbers contains a run.

    Args:
        numbers: The set, with one bit for each number.
        length: Length of the run.
    """
    while length > 1 and numbers:
        numbers &= numbers >> 1
        length -= 1
    return numbers != 0


def _map_owners(offers: tuple[tuple[int, ...], ...], seat: int) -> dict[int, list[int]]:
    """Map each offered number to the seats that offer it.

    Args:
        offers: The cards of each seat's offer.
        seat: The first seat to list; the others follow clockwise.

    Returns:
        For each number a list of seats, counted from 1 as in packed plays. The list contains a seat
        once for each card of the number that the seat offers.
    """
    owners: dict[int, list[int]] = {}
    seats = len(offers)
    for _ in range(seats):
        for number in offers[seat]:
            if number in owners:
                owners[number].append(seat + 1)
            else:
                owners[number] = [seat + 1]
        seat = seat + 1 if seat + 1 < seats else 0
    return owners


def _list_sets(
    plays: list[int], hand: tuple[int, ...], owners: dict[int, list[int]], length: int, beaten: int
) -> None:
    """Append to `plays` the sets that beat a combination.

    Args:
        plays: List to which the packed plays are appended.
        hand: The hand.
        owners: Owners of offered cards, see `_map_owners`.
        length: Length of the combination to beat.
        beaten: A set of the same length must have a higher number than this; a longer set may have
            any number.
    """
    start = 0
    size = len(hand)
    while start < size:
        number = hand[start]
        end = start + 1
        while end < size and hand[end] == number:
            end += 1
        offered = owners.get(number, _NOBODY)
        most = end - start + len(offered)
        if number > beaten and most >= length:
            _add_sets_with_hand(plays, number, start, end - start, offered, length)
        if most > length:
            _add_sets_with_hand(plays, number, start, end - start, offered, length + 1)
        start = end
    for number, offered in owners.items():
        if number > beaten and len(offered) >= length:
            plays += [
                number << TOP_SHIFT | length | each
                for each in _list_selections(offered, length, OWNERS_SHIFT)
            ]
        if len(offered) > length:
            more = length + 1
            plays += [
                number << TOP_SHIFT | more | each
                for each in _list_selections(offered, more, OWNERS_SHIFT)
            ]


def _add_sets_with_hand(
    plays: list[int], number: int, start: int, width: int, offered: list[int], length: int
) -> None:
    """Append to `plays` the sets that use at least one card of a group of equal hand cards.

    The cards of the group are adjacent in the hand.

    The other cards of a set come from offers. In a play, hand cards come before offered cards.

    Args:
        plays: List to which the packed plays are appended.
        number: The number on all cards of the sets.
        start: Index in the hand of the group's first card.
        width: How many cards the group has.
        offered: Owner (seat + 1) of each offered card with the number.
        length: How many cards each set has.
    """
    for used in range(max(1, length - len(offered)), min(width, length) + 1):
        play = number << TOP_SHIFT | used << HAND_COUNT_SHIFT | length
        if used == length:
            for place in range(start + 1, start + width - used + 2):
                plays.append(play | place << PLACE_SHIFT)
            return
        for selection in _list_selections(offered, length - used, OWNERS_SHIFT + 3 * used):
            for place in range(start + 1, start + width - used + 2):
                plays.append(play | place << PLACE_SHIFT | selection)


def _list_selections(owners: list[int], count: int, shift: int) -> list[int]:
    """Return all different ways to choose cards of one number from the offers.

    Args:
        owners: Owner (seat + 1) of each card of the number, clockwise.
        count: Number of cards to choose.
        shift: Bit offset of the first chosen card's owner in the results.

    Returns:
        The owners of the chosen cards, packed with three bits a card.
    """
    found: list[int] = []
    before = 0
    for nth in range(len(owners) - count + 1):
        owner = owners[nth]
        if owner != before:
            before = owner
            if count == 1:
                found.append(owner << shift)
            else:
                for rest in _list_selections(owners[nth + 1 :], count - 1, shift + 3):
                    found.append(owner << shift | rest)
    return found


def _list_runs(
    plays: list[int],
    hand: tuple[int, ...],
    owners: dict[int, list[int]],
    offered: int,
    length: int,
    beaten: int,
) -> None:
    missing = ~offered
    table = RUNS_AROUND[length]
    size = len(hand)
    for start in range(size):
        part = 0
        before = 0
        end = start
        while end < size and hand[end] > before:
            before = hand[end]
            part |= 1 << before
            end += 1
            around = table.get(part)
            if around is None:
                break
            for top, rest in around:
                if top > beaten and not rest & missing:
                    play = RUN | top << TOP_SHIFT | length
                    play |= start + 1 << PLACE_SHIFT | end - start << HAND_COUNT_SHIFT
                    if rest:
                        _add_filled_runs(plays, play, top - length + 1, rest, owners)
                    else:
                        plays.append(play)
    if offered:
        for top, rest in table[0]:
            if top > beaten and not rest & missing:
                _add_filled_runs(
                    plays, RUN | top << TOP_SHIFT | length, top - length + 1, rest, owners
                )


def _add_filled_runs(
    plays: list[int], play: int, lowest: int, rest: int, owners: dict[int, list[int]]
) -> None:
    """Append to `plays` the plays of a run in which offered cards supply the missing numbers.

    Args:
        plays: List to which the packed plays are appended.
        play: The packed play without the owners of the offered cards.
        lowest: Lowest number of the run.
        rest: The missing numbers as a bit mask.
        owners: Owners of offered cards, see `_map_owners`.
    """
    found = [play]
    while rest:
        number = rest.bit_length() - 1
        rest ^= 1 << number
        taken = _list_selections(owners[number], 1, OWNERS_SHIFT + 3 * (number - lowest))
        if len(taken) == 1:
            found = [each | taken[0] for each in found]
        else:
            found = [each | selection for each in found for selection in taken]
    plays.extend(found)


_NOBODY: Final[list[int]] = []


def _map_runs_around(length: int) -> dict[int, tuple[tuple[int, int], ...]]:
    """Map each set of numbers to the runs that contain all numbers of the set.

    Args:
        length: Length of the runs.

    Returns:
        A mapping. A key is a set of numbers as a bit mask: bit n is set if the set contains the
        number n. The key's value is a tuple with a pair for each run that contains all these
        numbers: the run's highest number, and the set of the run's numbers that aren't in the key.
    """
    found: dict[int, tuple[tuple[int, int], ...]] = {}
    for top in range(length, HIGHEST + 1):
        run = (1 << top + 1) - (1 << top + 1 - length)
        part = run
        while True:
            found[part] = (*found.get(part, ()), (top, run ^ part))
            if not part:
                break
            part = part - 1 & run
    return found


RUNS_AROUND: Final = tuple([_map_runs_around(length) for length in range(HIGHEST + 1)])
"""All runs of a given length that contain given numbers.

The first index is the length of the runs. The second index is the set of the given numbers as a bit
mask: bit n is set for the number n. The entry is a tuple with a pair for each run: the run's
highest number, and the set of the run's numbers that aren't among the given numbers."""


def refuse_hidden_hand(position: Position) -> Reason | None:
    """Return the reason `hidden_hand` if legal steps depend on cards of the mover that are hidden.

    Returns:
        None if all cards of the mover are known, or if the seats are picking their first offers:
        every card of a hand can then be picked.
    """
    mover = position.mover
    if position.phase == SEALED:
        return None
    is_hidden = UNKNOWN in position.hands[mover] or UNKNOWN in position.picked_up
    if is_hidden or (position.phase == OWES_INSERT and not position.drawn):
        return make_reason("hidden_hand", seat=SEATS[mover])
    return None


def find_illegal_reason(position: Position, step: Step, seat: int) -> Reason | None:
    """Return why a seat's step is illegal now; None if it is legal.

    The round must not be over. The seat must be the mover, or any seat while first offers are
    picked.
    """
    if position.phase == SEALED:
        if position.sealed[seat]:
            return make_reason("already_picked", seat=SEATS[seat])
        if step.kind != OFFER:
            return make_reason("seals_first")
        return _refuse_place(len(position.hands[seat]), step.argument)
    return refuse_hidden_hand(position) or _REFUSALS[step.kind](position, step)


def _refuse_place(places: int, place: int) -> Reason | None:
    if 1 <= place <= places:
        return None
    return make_reason("no_such_place", place=place, places=places)


def _explain_owed(position: Position) -> Reason | None:
    code = _OWED.get(position.phase)
    if code:
        return make_reason(code)
    return None


_OWED: Final = {OWES_INSERT: "owes_place", OWES_OFFER: "owes_offer", OWES_ORDER: "owes_order"}


def _refuse_strength(position: Position, play: int) -> Reason | None:
    table = position.table
    if not table:
        led = [owner for owner in owners_of(play) if owner >= 0]
        if led:
            return make_reason("offers_not_led", seat=SEATS[led[0]])
        return None
    if is_beating(play, table):
        return None
    facts: dict[str, str | int] = {"table": text_of_combination(table), "length": length_of(table)}
    if length_of(play) != length_of(table):
        return make_reason("wrong_length", **facts, count=length_of(play))
    return make_reason("too_low" if not (play ^ table) & RUN else "other_kind", **facts)


def _refuse_source(position: Position, play: int) -> Reason | None:
    mover = position.mover
    cards = cards_of(play)
    owners = owners_of(play)
    left = [list(offer) for offer in position.offers]
    for card, owner in zip(cards, owners, strict=True):
        if owner >= position.seats:
            return make_reason("no_such_seat", seat=SEATS[owner])
        if owner >= 0:
            if card not in left[owner]:
                return make_reason("not_in_offer", card=str(card), seat=SEATS[owner])
            left[owner].remove(card)
    start, end = find_hand_part(play)
    own = tuple([card for card, owner in zip(cards, owners, strict=True) if owner < 0])
    if position.hands[mover][start:end] != own:
        return make_reason("not_in_hand", card=str(own[0]), place=start + 1)
    around = [(owner - mover) % position.seats if owner >= 0 else -1 for owner in owners]
    if not play & RUN and around != sorted(around):
        return make_reason("written_otherwise")
    return None


def _refuse_drawing(position: Position) -> Reason | None:
    if position.trick:
        leads = None
    else:
        leads = make_reason("must_lead")
    return _explain_owed(position) or leads


def _refuse_draw(position: Position, step: Step) -> Reason | None:
    if not position.deck and not position.discard:
        return make_reason("nothing_to_draw")
    top = position.deck[0] if position.deck else UNKNOWN
    rows = [position.deck, *position.hands, *position.offers]
    rows += [cards_of(each) for each in position.trick]
    if position.deck:
        rows.append(position.discard)
    is_gone = not top and sum([row.count(step.argument) for row in rows]) >= COPIES
    if step.argument and (top not in {UNKNOWN, step.argument} or is_gone):
        return make_reason("wrong_draw", card=str(step.argument))
    return None


def _refuse_take(position: Position, step: Step) -> Reason | None:
    if step.seat >= position.seats:
        return make_reason("no_such_seat", seat=SEATS[step.seat])
    if step.seat == position.mover:
        return make_reason("own_offer")
    if step.argument not in position.offers[step.seat]:
        return make_reason("not_in_offer", card=str(step.argument), seat=SEATS[step.seat])
    return None


def _refuse_insert(position: Position, step: Step) -> Reason | None:
    if position.phase != OWES_INSERT:
        return _explain_owed(position) or make_reason("not_drawn")
    return _refuse_place(len(position.hands[position.mover]) + 1, step.argument)


def _refuse_offer(position: Position, step: Step) -> Reason | None:
    if position.phase == START:
        if not position.trick:
            return make_reason("must_lead")
        if can_draw(position):
            return make_reason("must_draw")
    elif position.phase != OWES_OFFER:
        return _explain_owed(position)
    return _refuse_place(len(position.hands[position.mover]), step.argument)


def can_draw(position: Position) -> bool:
    """Return whether a seat that follows can draw a card from the deck or another seat's offer."""
    if position.deck or position.discard:
        return True
    others = [offer for seat, offer in enumerate(position.offers) if seat != position.mover]
    return others.count(()) < len(others)


def _refuse_order(position: Position, step: Step) -> Reason | None:
    if position.phase != OWES_ORDER:
        return _explain_owed(position) or make_reason("nothing_picked_up")
    if step.argument == UNKNOWN or step.argument not in position.picked_up:
        return make_reason("not_picked_up", card=str(step.argument or "?"))
    return None


_REFUSALS: Final[dict[int, Callable[[Position, Step], Reason | None]]] = {
    PLAY: lambda position, step: (
        _explain_owed(position)
        or _refuse_strength(position, step.argument)
        or _refuse_source(position, step.argument)
    ),
    DRAW: lambda position, step: _refuse_drawing(position) or _refuse_draw(position, step),
    TAKE: lambda position, step: _refuse_drawing(position) or _refuse_take(position, step),
    INSERT: _refuse_insert,
    OFFER: _refuse_offer,
    ORDER: _refuse_order,
}


def list_seats_to_act(position: Position) -> tuple[int, ...]:
    """Return the seats that have to choose.

    Before the first turn, these are all seats that haven't picked their first offer. Afterwards it
    is only the mover, and nobody when the round is over.
    """
    if position.phase == SEALED:
        return tuple([seat for seat, place in enumerate(position.sealed) if not place])
    if position.is_over:
        return ()
    return (position.mover,)


def list_plays(position: Position) -> list[int]:
    """Return the mover's legal plays, packed; empty if its turn has already begun.

    Raises:
        IllegalTurn: The mover's hand is hidden.
    """
    if position.is_over or position.phase != START:
        return []
    _refuse_hidden(position)
    hand = position.hands[position.mover]
    if not position.trick:
        return list_leads(hand)
    return list_beating_plays(hand, position.offers, position.mover, position.table)


def list_draws(position: Position) -> list[Step]:
    """Return the steps by which the mover can draw a card.

    Empty if the mover leads a trick or its turn has already begun.
    """
    if position.is_over or position.phase != START or not position.trick:
        return []
    if position.deck or position.discard:
        draws = [DRAW_STEP]
    else:
        draws = []
    for seat, offer in enumerate(position.offers):
        if seat != position.mover:
            draws += [Step(TAKE, card, seat) for card in dict.fromkeys(offer)]
    return draws


def list_legal_steps(position: Position, seat: int) -> tuple[Step, ...]:
    """Return a seat's legal steps; empty if it doesn't have to choose.

    Raises:
        IllegalTurn: The hand is hidden.
    """
    if seat not in list_seats_to_act(position):
        return ()
    _refuse_hidden(position)
    hand = position.hands[seat]
    if position.phase == SEALED or position.phase == OWES_OFFER:
        return tuple([Step(OFFER, place) for place in range(1, len(hand) + 1)])
    if position.phase == OWES_INSERT:
        return tuple([Step(INSERT, place) for place in range(1, len(hand) + 2)])
    if position.phase == OWES_ORDER:
        return tuple([Step(ORDER, card) for card in dict.fromkeys(position.picked_up)])
    plays = [Step(PLAY, play) for play in list_plays(position)]
    if position.trick and not can_draw(position):
        return (*plays, *[Step(OFFER, place) for place in range(1, len(hand) + 1)])
    return (*plays, *list_draws(position))


def _refuse_hidden(position: Position) -> None:
    hidden = refuse_hidden_hand(position)
    if hidden:
        raise IllegalTurn("", hidden)


def explain_illegal(position: Position, step: Step, seat: int = NOBODY) -> Reason | None:
    """Return why a step of a seat (by default the mover) is illegal now, None if it is legal."""
    if position.is_over:
        return make_reason("round_over")
    seat = position.mover if seat < 0 else seat
    if position.phase != SEALED and seat != position.mover:
        return make_reason("not_your_turn", seat=SEATS[position.mover])
    return find_illegal_reason(position, step, seat)


def take_step(position: Position, step: Step, seat: int = NOBODY) -> Position:
    """Return the position after a step of a seat, by default the mover.

    Raises:
        IllegalTurn: The step is illegal, with the reason.
    """
    problem = explain_illegal(position, step, seat)
    if problem:
        raise IllegalTurn(str(step), problem)
    return advance.apply_step(position, step, position.mover if seat < 0 else seat)


def take_turn(position: Position, turn: Iterable[Step], seat: int = NOBODY) -> Position:
    """Return the position after several steps of a seat, by default the mover.

    Raises:
        IllegalTurn: A step is illegal, with the step and the reason.
    """
    seat = position.mover if seat < 0 else seat
    for step in turn:
        position = take_step(position, step, seat)
    return position


def build_legal_answer(position: Position) -> dict[str, Any]:
    """Describe the legal turns of a position as plain values.

    Returns:
        A dict with four keys. `position` is the position as text, and `seat` the letter of the
        mover, "" for none. `plays` and `draws` are the sorted texts of the mover's legal plays and
        draws; they are empty within a turn, before the first trick and after the round.

    Raises:
        IllegalTurn: The hand is hidden.
    """
    asked = not position.is_over and position.phase != SEALED
    return {
        "position": str(position),
        "seat": SEATS[position.mover] if asked else "",
        "plays": sorted([text_of_play(play) for play in list_plays(position)]),
        "draws": sorted([str(step) for step in list_draws(position)]),
    }


def take_random_step(position: Position, rng: Random) -> Position:
    """Return the position after a random step of a seat that has to choose.

    At the beginning of a turn, every play is as likely as every way to draw. If the deck is empty,
    the discarded cards become the deck. All cards in hands must be known.
    """
    draw = rng.random
    if position.phase == START:
        return _take_random_turn(position, rng)
    if position.phase == SEALED:
        asked = [seat for seat, place in enumerate(position.sealed) if not place]
        seat = asked[int(draw() * len(asked))]
        return advance.apply_seal(position, seat, 1 + int(draw() * len(position.hands[seat])))
    if position.phase == OWES_ORDER:
        return advance.apply_order(
            position, position.picked_up[int(draw() * len(position.picked_up))]
        )
    places = len(position.hands[position.mover])
    if position.phase == OWES_INSERT:
        return advance.apply_insert(position, 1 + int(draw() * (places + 1)))
    return advance.apply_offer(position, 1 + int(draw() * places))


def _take_random_turn(position: Position, rng: Random) -> Position:
    plays = list_plays(position)
    draws = list_draws(position)
    pick = int(rng.random() * (len(plays) + len(draws)))
    if pick < len(plays):
        return advance.apply_play(position, plays[pick])
    if not draws:
        return advance.apply_offer(
            position, 1 + int(rng.random() * len(position.hands[position.mover]))
        )
    step = draws[pick - len(plays)]
    if step.kind == TAKE:
        return advance.apply_take(position, step.argument, step.seat)
    if not position.deck:
        position = restock_deck(position, shuffle_cards(position.discard, rng))
    return advance.apply_draw(position, 0)


def walk_random_round(position: Position, rng: Random) -> list[Position]:
    """Play random steps to the end of the round.

    Returns:
        All positions, the first and the last included. If the round takes more than 3 * MAX_TURNS
        steps, the rest of it is left out.
    """
    positions = [position]
    while not position.is_over and len(positions) <= 3 * MAX_TURNS:
        position = take_random_step(position, rng)
        positions.append(position)
    return positions
