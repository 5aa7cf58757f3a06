"""Rollouts: simulates rounds to their end by random turns with weights. Compiled by mypyc.

A turn is packed into an integer: the card played in the lowest six bits (NO_CARD for none), then
the card discarded, then flags.

Rounds without actions are simulated on sets of cards, with the engine's own tables. Winning turns
are found from packed strengths, as in `rules.turns`. A test checks that both modules find the same
turns. Functions are long and repeat code, because function calls dominate the running time.

The odd cards have actions. Turns with actions are listed by `rules.turns`, as objects of the class
`TurnGroup`. Because there can be thousands of them, a seat only rates the turns that begin with one
odd card, which is chosen at random. The weights of these turns are multiplied by the number of the
seat's odd cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.players.evaluation import LOSING_PENALTY, Weights
from red7_desktop.games.red7.rules.advance import apply_steps_in_place
from red7_desktop.games.red7.rules.cards import (
    BIT_COUNT,
    COMPILED,
    DECK_SIZE,
    DISCARD_STEPS,
    DRAW_STEP,
    END_STEP,
    PLAY_STEPS,
    SINGLETON_CARDS,
    SINGLETONS,
    VIOLET_CARDS,
    Step,
    card_of_singleton,
    cards_in,
    count_bits,
)
from red7_desktop.games.red7.rules.open_round import OpenRound
from red7_desktop.games.red7.rules.position import NOBODY
from red7_desktop.games.red7.rules.standings import (
    END_GUARD,
    GUARDS,
    RULE_SETS,
    RULES_BY_GUARDS,
    STRENGTH_CACHE,
    compute_strength,
    measure_strength,
)
from red7_desktop.games.red7.rules.turns import (
    ACTION_CARDS,
    EARNING_CARDS,
    TurnGroup,
    find_rules_led,
    find_strength_to_lead,
    find_strength_to_lead_from,
)
from red7_desktop.tabletop.player import ShouldStop, never_stop

if TYPE_CHECKING:
    from mypy_extensions import i64

NO_CARD: Final = 63
"""Value in place of a card in a packed turn (a turn stored as one integer), if the turn plays no
card or discards no card."""
DRAWS: Final = 1 << 12
"""Flag of a packed turn (a turn stored as one integer): the mover draws the card that its discard
earns."""
HAS_ACTION: Final = 1 << 14
"""Flag of a packed turn (a turn stored as one integer) that carries out a card's action. With this
flag, the integer contains only the first card played, not the rest of the turn."""
DROPS_OUT: Final = -1
"""Value in place of a packed turn (a turn stored as one integer) if the seat drops out."""
OPENING_COUNT_SHIFT: Final = 16
"""Bit offset of the number of alternatives in the result of `pick_turn`. The result contains the
chosen turn in the lower bits, and above them the number of openings among which it was chosen."""


def decode_opening(code: int) -> tuple[Step, ...]:
    """Return the steps of a packed turn.

    If a turn carries out an action, return only its first step. The packed form doesn't contain the
    other steps.
    """
    played = code & 63
    discarded = code >> 6 & 63
    steps: list[Step] = []
    if played != NO_CARD:
        steps.append(PLAY_STEPS[played])
    if code & HAS_ACTION:
        return tuple(steps)
    if discarded != NO_CARD:
        steps.append(DISCARD_STEPS[discarded])
        if code & DRAWS:
            steps.append(DRAW_STEP)
    return (*steps, END_STEP)


# An "opening" is the first part of a turn, packed into an integer: a card (below 64) plus one of
# the kinds below. The kind says whether the card is played or discarded, and how the turn ends.
# Python caches integers up to 256, so lists of openings create no objects. Openings with an action
# (HAS_ACTION) are larger, but only exist in rounds with actions.
DISCARD_ALONE: Final = 0
"""Kind of an "opening" (the first part of a turn, packed): the turn discards the card and plays
none."""
PLAY_ALONE: Final = 1 << 6
"""Kind of an "opening" (the first part of a turn, packed): the turn plays the card and discards
none."""
PLAY_AND_DRAW: Final = 2 << 6
"""Kind of an "opening" (the first part of a turn, packed): the turn plays the card, and then
discards a card with which the seat wins and also earns a draw."""
PLAY_AND_DISCARD: Final = 3 << 6
"""Kind of an "opening" (the first part of a turn, packed): the turn plays the card, and then
discards a card with which the seat wins but earns no draw."""
_KIND: Final = 3 << 6
"""Bit mask of the bits that hold the kind of turn in an "opening", the packed first part of a
turn."""
_COLOUR_OF: Final = bytes([1 << card % 7 for card in range(DECK_SIZE)])
"""Bit of each card's colour in a set of colours or rules (seven bits), indexed by card."""


def pick_turn(
    policy: Policy,
    palette: i64,
    hand: i64,
    needed_strength: i64,
    rule: i64,
    earning_first: i64,
    earning: i64,
    random_number: float,
) -> i64:
    """Choose a random turn without an action; turns with a high heuristic score are likelier.

    Args:
        policy: Tables from which the probability of each turn is computed.
        palette: The seat's palette, a set of cards.
        hand: The seat's hand, a set of cards.
        needed_strength: Strength that the palette needs to lead under each rule, packed into one
            integer by `find_strength_to_lead`.
        rule: The rule in force.
        earning_first: Cards that earn a draw if they are discarded and nothing was played.
        earning: Cards that earn a draw if they are discarded after a play.
        random_number: Random number from 0 to 1.

    Returns:
        A packed turn: the card played, plus 64 times the card discarded (NO_CARD for none), plus
        DRAWS if the discard earns a draw, plus the number of alternatives among which the turn was
        chosen, shifted by OPENING_COUNT_SHIFT. DROPS_OUT if no turn wins.
    """
    openings: list[int] = []
    sums: list[float] = []
    weight_turns(
        policy, palette, hand, hand, needed_strength, rule, earning_first, earning, openings, sums
    )
    if not openings:
        return DROPS_OUT
    share = random_number * sums[-1]
    at = 0
    while sums[at] < share:
        at += 1
    opening: i64 = openings[at]
    count: i64 = len(openings)
    card = opening & 63
    if opening < PLAY_ALONE:
        draws: i64 = DRAWS if earning_first >> card & 1 else 0
        return NO_CARD | card << 6 | draws | count << OPENING_COUNT_SHIFT
    if opening < PLAY_AND_DRAW:
        return card | NO_CARD << 6 | count << OPENING_COUNT_SHIFT
    start = sums[at - 1] if at else 0.0
    share = (share - start) / (sums[at] - start)
    bit: i64 = SINGLETONS[card]
    led = (
        (measure_strength(palette | bit) if COMPILED else STRENGTH_CACHE[palette | bit])
        - needed_strength
    ) & GUARDS
    rules: i64 = RULES_BY_GUARDS[led % 255]
    ends = (hand ^ bit) & rules * VIOLET_CARDS
    ends &= earning if opening < PLAY_AND_DISCARD else ~earning
    return card | choose_discard(ends, earning, share) | count << OPENING_COUNT_SHIFT


def weight_turns(
    policy: Policy,
    palette: i64,
    hand: i64,
    playable: i64,
    needed_strength: i64,
    rule: i64,
    earning_first: i64,
    earning: i64,
    openings: list[int],
    sums: list[float],
) -> i64:
    """List the winning turns that carry out no action, and compute their weights.

    A turn's weight is its relative probability to be chosen at random. Turns are grouped in
    "openings". All turns of an opening play the same card, or discard the same card, and end in the
    same manner (see the comment above `DISCARD_ALONE`).

    Args:
        policy: Tables from which the weights are computed.
        palette: The seat's palette, a set of cards.
        hand: The seat's hand, a set of cards.
        playable: Set of the hand cards that may be played.
        needed_strength: Strength that the palette needs to lead under each rule, packed into one
            integer by `find_strength_to_lead`.
        rule: The rule in force.
        earning_first: Cards that earn a draw if they are discarded and nothing was played.
        earning: Cards that earn a draw if they are discarded after a play.
        openings: Output list, empty at first; receives the openings as integers.
        sums: Output list, empty at first; receives the cumulative weights of the openings.

    Returns:
        A set of rules (seven bits), which is used to rate turns with an action: the rules that the
        seat could bring into force and lead under by playing and discarding hand cards. A rule is
        included if the palette leads under the rule after playing a hand card, and if a hand card
        has the rule's colour. This test doesn't check that these are two different cards.
    """
    cards: list[int] = []
    led: list[int] = []
    once: i64 = 0
    twice: i64 = 0
    reached: i64 = 0
    reached_twice: i64 = 0
    rules: i64 = 0
    rest = hand
    while rest:
        bit = rest & -rest
        rest ^= bit
        card: i64 = SINGLETON_CARDS[bit % 59]
        colour: i64 = _COLOUR_OF[card]
        if COMPILED:
            rules = RULES_BY_GUARDS[
                ((measure_strength(palette | bit) - needed_strength) & GUARDS) % 255
            ]
        else:
            rules = RULES_BY_GUARDS[
                ((STRENGTH_CACHE[palette | bit] - needed_strength) & GUARDS) % 255
            ]
        cards.append(card)
        led.append(rules)
        twice |= once & colour
        once |= colour
        reached_twice |= reached & rules
        reached |= rules
    if COMPILED:
        rules = RULES_BY_GUARDS[((measure_strength(palette) - needed_strength) & GUARDS) % 255]
    else:
        rules = RULES_BY_GUARDS[((STRENGTH_CACHE[palette] - needed_strength) & GUARDS) % 255]
    ends = hand & rules * VIOLET_CARDS
    if ends:
        _weigh_discards(
            policy,
            rules,
            ends,
            earning_first,
            cards,
            led,
            once,
            twice,
            reached,
            reached_twice,
            openings,
            sums,
        )
    if reached and playable:
        _weigh_plays(
            policy, hand, playable, rule, earning, cards, led, once, twice, reached, openings, sums
        )
    return reached & once


def _weigh_discards(
    policy: Policy,
    rules: i64,
    ends: i64,
    earning: i64,
    cards: list[int],
    led: list[int],
    once: i64,
    twice: i64,
    reached: i64,
    reached_twice: i64,
    openings: list[int],
    sums: list[float],
) -> None:
    """List the winning turns that discard one card and play none, and compute their weights.

    The weight of a turn is its relative probability. It is higher if the seat can win under more
    rules with the cards that it keeps.

    Args:
        policy: Tables from which the weights are computed.
        rules: Rules (seven bits) under which the palette leads as it is.
        ends: Set of the hand cards that may be discarded.
        earning: Cards that earn a draw if they are discarded.
        cards: The hand cards.
        led: For each hand card, the rules under which the palette would lead after it is played.
        once: Colours (seven bits) of the hand cards.
        twice: Colours that at least two hand cards have.
        reached: Rules that are in `led` at least once.
        reached_twice: Rules that are in `led` at least twice.
        openings: Output list, empty at first; receives the discarded card of each turn.
        sums: Output list, empty at first; receives the cumulative weights of the turns.
    """
    weights = policy.weights
    reach = policy.reach
    draw: i64 = policy.cards
    per_discard: i64 = policy.discards
    size: i64 = len(cards)
    base: i64 = policy.rules[rules]
    base += draw * (size - 1) + per_discard * (count_bits(ends) - 1)
    total = 0.0
    for at in range(size):
        card: i64 = cards[at]
        if ends >> card & 1:
            others: i64 = led[at]
            colour: i64 = _COLOUR_OF[card]
            within = (reached_twice | reached & ~others) & (twice | once & ~colour)
            score: i64 = reach[within]
            score += base
            if earning >> card & 1:
                score += draw
            total += weights[score]
            openings.append(card)
            sums.append(total)


def _weigh_plays(
    policy: Policy,
    hand: i64,
    playable: i64,
    rule: i64,
    earning: i64,
    cards: list[int],
    led: list[int],
    once: i64,
    twice: i64,
    reached: i64,
    openings: list[int],
    sums: list[float],
) -> None:
    """List the winning turns that play one card without an action, and compute their weights.

    The weight of a turn (its relative probability) depends on the played card and on the turn's
    ending. There are three kinds of endings: no discard, a discard that earns a draw, and a discard
    that earns no draw. Endings of the same kind have the same weight after the same play.

    Args:
        policy: Tables from which the weights are computed.
        hand: Set of the hand cards.
        playable: Set of the hand cards that may be played without an action.
        rule: The current rule.
        earning: Cards that earn a draw if they are discarded after one play.
        cards: The hand cards.
        led: For each hand card, the rules under which the palette would lead after it is played.
        once: Colours (seven bits) of the hand cards.
        twice: Colours that at least two hand cards have.
        reached: Rules that are in `led` at least once.
        openings: Output list that may already have entries. For each play and each kind of ending,
            an integer is appended: the played card plus `PLAY_ALONE`, `PLAY_AND_DRAW` or
            `PLAY_AND_DISCARD`.
        sums: Output list as long as `openings`. The appended number is the total weight of the
            turns of this entry and of all entries before it.
    """
    weights = policy.weights
    rules_led = policy.rules
    reach = policy.reach
    per_discard: i64 = policy.discards
    draw: i64 = policy.cards
    size: i64 = len(cards)
    left = draw * (size - 1)
    total = sums[-1] if sums else 0.0
    reached &= once
    for at in range(size):
        card: i64 = cards[at]
        rules: i64 = led[at]
        if not rules or not playable >> card & 1:
            continue
        bit: i64 = SINGLETONS[card]
        ends = rules * VIOLET_CARDS & (hand ^ bit)
        stays = rules >> rule & 1
        if not ends and not stays:
            continue
        colour: i64 = _COLOUR_OF[card]
        many = count_bits(ends) if COMPILED else BIT_COUNT(ends)
        score: i64 = rules_led[rules]
        more: i64 = reach[reached & (twice | ~colour)]
        score += left + more + per_discard * many
        if stays:
            total += weights[score]
            openings.append(PLAY_ALONE | card)
            sums.append(total)
        score -= per_discard
        ends &= earning
        if ends:
            earn = count_bits(ends) if COMPILED else BIT_COUNT(ends)
            total += weights[score] * earn
            openings.append(PLAY_AND_DRAW | card)
            sums.append(total)
            many -= earn
        if many:
            total += weights[score - draw] * many
            openings.append(PLAY_AND_DISCARD | card)
            sums.append(total)


def pick_ending(
    policy: Policy,
    palette: i64,
    hand: i64,
    needed_strength: i64,
    rule: i64,
    earning: i64,
    random_number: float,
) -> i64:
    """Choose a discard at random, or no discard, to end a turn after its plays.

    Args:
        policy: Tables from which the probability of each choice follows.
        palette: The seat's palette after its plays, a set of cards.
        hand: The seat's hand after its plays, a set of cards.
        needed_strength: Strength that the palette needs to lead under each rule, packed into one
            integer by `find_strength_to_lead`.
        rule: The rule in force.
        earning: Cards that earn a draw if they are discarded.
        random_number: Random number from 0 to 1.

    Returns:
        A packed turn as `pick_turn` returns it, but with NO_CARD as the played card and without the
        number of alternatives. DROPS_OUT if the seat can't win, whichever card it discards.
    """
    rules = find_rules_led(palette, needed_strength)
    openings: list[int] = []
    sums: list[float] = []
    ends = hand & rules * VIOLET_CARDS
    if ends:
        cards = list(cards_in(hand))
        once: i64 = 0
        twice: i64 = 0
        for card in cards:
            colour: i64 = _COLOUR_OF[card]
            twice |= once & colour
            once |= colour
        none = [0] * len(cards)
        _weigh_discards(
            policy, rules, ends, earning, cards, none, once, twice, rules, rules, openings, sums
        )
    if rules >> rule & 1:
        score = (
            policy.cards * count_bits(hand)
            + policy.rules[rules]
            + policy.discards * count_bits(ends)
        )
        openings.append(PLAY_ALONE)
        sums.append((sums[-1] if sums else 0.0) + policy.weights[score])
    if not openings:
        return DROPS_OUT
    opening: i64 = openings[choose_by_weight(sums, random_number)]
    if opening == PLAY_ALONE:
        return NO_CARD | NO_CARD << 6
    draws: i64 = DRAWS if earning >> opening & 1 else 0
    return NO_CARD | opening << 6 | draws


def choose_discard(ends: i64, earning: i64, share: float) -> i64:
    """Choose one of several discards at random.

    Args:
        ends: Set of the cards to choose from.
        earning: Cards that earn a draw if they are discarded.
        share: Random number from 0 to 1.

    Returns:
        The discarded card in the bits that it has in a packed turn, plus the flag DRAWS if the
        discard earns a draw.
    """
    bit = _pick_one_of(ends, int(share * count_bits(ends)))
    card: i64 = card_of_singleton(bit)
    draws: i64 = DRAWS if bit & earning else 0
    return card << 6 | draws


def choose_by_weight(sums: list[float], random_number: float) -> int:
    """Return the index of an entry chosen at random by weight.

    Args:
        sums: Cumulative weights.
        random_number: Random number from 0 to 1.
    """
    share = random_number * sums[-1]
    at = 0
    while sums[at] < share:
        at += 1
    return at


def play_out(
    policy: Policy,
    hands: list[int],
    palettes: list[int],
    deck: list[int],
    rule: int,
    mover: int,
    out: int,
    advanced: bool,
    random_numbers: list[float],
) -> tuple[int, int, int, int]:
    """Simulate the rest of a round in a game without card actions.

    The lists `hands`, `palettes` and `deck` are changed.

    Args:
        policy: Tables from which the probability of each turn is computed.
        hands: Hand of each seat, a set of cards.
        palettes: Palette of each seat, a set of cards.
        deck: Cards of the deck; the next card to draw is last.
        rule: The rule in force.
        mover: The seat to move.
        out: Bit set of the seats that are out.
        advanced: Whether a discard can earn a draw, which is a rule of the advanced game.
        random_numbers: Numbers from 0 to 1, one for each turn; reused from the start if there are
            more turns.

    Returns:
        The winner, the rule in force at the end, the number of turns, and the first turn. The turn
        is packed into an integer, see the module's docstring.
    """
    seats = len(hands)
    live = seats - count_bits(out)
    strengths = [compute_strength(palette) for palette in palettes]
    turns: i64 = 0
    numbers: i64 = len(random_numbers)
    first: i64 = DROPS_OUT
    earning_first: i64 = 0
    earning: i64 = 0
    force: i64 = rule
    while live > 1:
        hand: i64 = hands[mover]
        palette: i64 = palettes[mover]
        code: i64 = DROPS_OUT
        if hand:
            if advanced:
                size = count_bits(palette)
                if deck:
                    earning_first = EARNING_CARDS[size]
                else:
                    earning_first = 0
                earning = EARNING_CARDS[size + 1] if deck else 0
            needed_strength = find_strength_to_lead_from(strengths, mover, out)
            random_number = random_numbers[turns % numbers]
            code = pick_turn(
                policy, palette, hand, needed_strength, force, earning_first, earning, random_number
            )
        first = first if turns else code
        turns += 1
        if code < 0:
            out |= 1 << mover
            live -= 1
        else:
            card = code & 63
            if card != NO_CARD:
                bit: i64 = SINGLETONS[card]
                hand ^= bit
                palette |= bit
                palettes[mover] = palette
                strengths[mover] = (
                    measure_strength(palette) if COMPILED else STRENGTH_CACHE[palette]
                )
            card = code >> 6 & 63
            if card != NO_CARD:
                hand ^= SINGLETONS[card]
                force = card % 7
                if code & DRAWS:
                    hand |= SINGLETONS[deck.pop()]
            hands[mover] = hand
        mover = mover + 1 if mover + 1 < seats else 0
        while out >> mover & 1:
            mover = mover + 1 if mover + 1 < seats else 0
    return mover, force, turns, first


_NO_DISCARD: Final = 1 << 15
"""Flag in a packed integer for the first part of a turn with an action. If the flag is set, the
turn ends without a discard. The comment above `DISCARD_ALONE` explains the packing."""
_GROUP_SHIFT: Final = 16
"""Bit offset of the index of a `TurnGroup` in a packed integer for the first part of a turn with an
action. The `TurnGroup` contains the steps with the action. The comment above `DISCARD_ALONE`
explains the packing."""
GROUP_STOP_INTERVAL: Final = 20
"""Number of `TurnGroup` objects (groups of turns with an action) that are rated between two calls
of `should_stop`, which may abort the rating. It takes half a millisecond in plain Python."""
_SHUFFLE: Final = 997.0
"""Factor that derives a second random number from the first, both from 0 to 1: the first one is
multiplied by this factor, and the fraction of the product is the second one."""


def play_out_with_actions(
    policy: Policy,
    table: OpenRound,
    random_numbers: list[float],
    should_stop: ShouldStop = never_stop,
) -> tuple[int, int, int]:
    """Simulate the rest of a round in a game with card actions.

    Args:
        policy: Tables from which the probability of each turn is computed.
        table: The round, which is changed.
        random_numbers: Numbers from 0 to 1, one for each turn; reused from the start if there are
            more turns.
        should_stop: Called after every turn, and within long turns. If it returns True, the round
            is abandoned.

    Returns:
        The winner, or NOBODY if the round was abandoned; the number of turns; the first turn,
        packed.
    """
    turns = 0
    first = DROPS_OUT
    while table.mover != NOBODY:
        code = DROPS_OUT
        if table.hands[table.mover]:
            code = _take_turn(
                policy, table, random_numbers[turns % len(random_numbers)], should_stop
            )
        if not turns:
            first = code
        if code == DROPS_OUT:
            table.drop_out()
        turns += 1
        table.end_turn()
        if should_stop():
            return NOBODY, turns, first
    out = table.out
    return (~out & -~out).bit_length() - 1, turns, first


def _take_turn(
    policy: Policy, table: OpenRound, random_number: float, should_stop: ShouldStop
) -> int:
    """Choose a random turn for the mover and carry it out.

    After `should_stop` has returned True, no further turns with an action are rated. The choice is
    then made among the turns that have been rated.

    Returns:
        The packed turn, as `pick_turn` returns it.
    """
    hand = table.hands[table.mover]
    needed_strength = table.find_strength_to_lead()
    earning = table.find_earning(1)
    openings: list[int] = []
    sums: list[float] = []
    odd = hand & ACTION_CARDS
    plain = hand ^ odd
    palette = table.palettes[table.mover]
    first = table.find_earning(0)
    reach = weight_turns(
        policy, palette, hand, plain, needed_strength, table.rule, first, earning, openings, sums
    )
    groups: list[TurnGroup] = []
    if odd:
        times = count_bits(odd)
        groups = table.list_groups(_pick_one_of(odd, int(random_number * _SHUFFLE % 1.0 * times)))
        weights = policy.weights
        draw = policy.cards
        total = sums[-1] if sums else 0.0
        for at, group in enumerate(groups):
            if at % GROUP_STOP_INTERVAL == GROUP_STOP_INTERVAL - 1 and should_stop():
                break
            score = _rate_group(policy, table, group, needed_strength, reach)
            if group.stops:
                total += weights[max(score, 0)] * times
                openings.append(HAS_ACTION | at << _GROUP_SHIFT)
                sums.append(total)
                continue
            if group.endings & END_GUARD:
                total += weights[score] * times
                openings.append(HAS_ACTION | _NO_DISCARD | at << _GROUP_SHIFT)
                sums.append(total)
            ends = count_bits(group.endings & ~END_GUARD)
            if ends:
                earns = count_bits(group.earning)
                score -= draw + policy.discards
                weight = weights[max(score, 0)] * (ends - earns)
                if earns:
                    weight += weights[max(score + draw, 0)] * earns
                total += weight * times
                openings.append(HAS_ACTION | at << _GROUP_SHIFT)
                sums.append(total)
    if not openings:
        return DROPS_OUT
    at = choose_by_weight(sums, random_number)
    start = sums[at - 1] if at else 0.0
    share = (random_number * sums[-1] - start) / (sums[at] - start)
    if openings[at] & HAS_ACTION:
        code = _play_with_action(
            policy, table, groups[openings[at] >> _GROUP_SHIFT], openings[at], share
        )
    else:
        code = _play_without_action(table, openings[at], needed_strength, share)
    if code == DROPS_OUT:
        return code
    return code | len(openings) << OPENING_COUNT_SHIFT


def _pick_one_of(cards: i64, skipped: i64) -> i64:
    """Return the lowest card of a set after skipping some cards; the last card is never skipped.

    Args:
        cards: The set.
        skipped: Number of lower cards to skip.

    Returns:
        A set with only this card.
    """
    while skipped and cards & (cards - 1):
        cards &= cards - 1
        skipped -= 1
    return cards & -cards


def _play_without_action(table: OpenRound, opening: int, needed_strength: int, share: float) -> int:
    """Carry out a turn without an action, and pick its discard at random.

    Args:
        table: The round, which is changed.
        opening: The card and the kind of turn, added up to one integer. The kind is `DISCARD_ALONE`
            or one of the three constants after it.
        needed_strength: Strength that the palette needs to lead under each rule, packed into one
            integer by `find_strength_to_lead`.
        share: Random number from 0 to 1 that chooses the discard.

    Returns:
        The packed turn, as `pick_turn` returns it.
    """
    kind = opening & _KIND
    card = opening & 63
    code = card | NO_CARD << 6
    if kind == DISCARD_ALONE:
        code = NO_CARD | card << 6 | (DRAWS if table.find_earning(0) >> card & 1 else 0)
    else:
        table.play(SINGLETONS[card])
    if kind >= PLAY_AND_DRAW:
        mover = table.mover
        earning = table.find_earning(0)
        ends = (
            table.hands[mover]
            & find_rules_led(table.palettes[mover], needed_strength) * VIOLET_CARDS
        )
        ends &= earning if kind == PLAY_AND_DRAW else ~earning
        code = card | choose_discard(ends, earning, share)
    _discard(table, code)
    return code


def _discard(table: OpenRound, code: int) -> None:
    """Apply the discard and the draw of a packed turn to the round."""
    card = code >> 6 & 63
    if card != NO_CARD:
        table.discard(SINGLETONS[card], code & DRAWS != 0)


def _play_with_action(
    policy: Policy, table: OpenRound, group: TurnGroup, code: int, share: float
) -> int:
    """Carry out a turn with an action.

    Args:
        policy: Tables from which the probability of each discard follows.
        table: The round, which is changed.
        group: The turn's plays and its action, and the discards that may end the turn.
        code: Integer whose bit `_NO_DISCARD` says whether the turn ends without a discard.
        share: Random number from 0 to 1 that chooses the discard.

    Returns:
        The packed turn. DROPS_OUT if the action draws a card and the seat can't win with its cards
        after the draw.
    """
    mover = table.mover
    table.apply_steps(group.steps)
    ending: i64 = NO_CARD << 6
    if group.stops:
        hand = table.hands[mover]
        palette = table.palettes[mover]
        needed_strength = table.find_strength_to_lead()
        earning = table.find_earning(0)
        ending = pick_ending(policy, palette, hand, needed_strength, table.rule, earning, share)
        if ending == DROPS_OUT:
            return DROPS_OUT
    elif not code & _NO_DISCARD:
        ending = choose_discard(group.endings & ~END_GUARD, group.earning, share)
    _discard(table, ending)
    return HAS_ACTION | group.steps[0].card


def _rate_group(
    policy: Policy, table: OpenRound, group: TurnGroup, needed_strength: int, reach: int
) -> int:
    """Return the heuristic score of a turn with actions, in tenths of a point."""
    mover = table.mover
    before = table.palettes
    if group.stops:
        steps = group.steps[:-1]
    else:
        steps = group.steps
    palettes = before[:]
    hand, rule = apply_steps_in_place(steps, mover, table.hands[mover], palettes, [], table.rule)
    for seat in range(len(palettes)):
        if seat != mover and palettes[seat] != before[seat]:
            needed_strength = find_strength_to_lead(mover, table.out, tuple(palettes))
    rules = find_rules_led(palettes[mover], needed_strength)
    many = count_bits(hand & rules * VIOLET_CARDS)
    score = policy.cards * count_bits(hand) + policy.rules[rules] + policy.discards * many
    score += policy.reach[reach | rules]
    if not group.stops:
        return score
    if rules >> rule & 1:
        return score + policy.cards
    if many:
        return score
    return score + LOSING_PENALTY


TABLE_LENGTH: Final = 512
"""Number of entries in the table `Policy.weights`, which has one for each score of a turn. The
index is the score, in tenths of a point."""
TENTH_FACTOR: Final = 1.1051709180756477
"""exp(0.1). At temperature 1, a turn becomes likelier by this factor for each additional tenth of
a point in its score."""
_MAX_WEIGHT: Final = 1e280


class Policy:
    """Tables for choosing a turn at random: heuristic scores, and the probability for each score.

    The tables are computed from heuristic weights and a temperature. Scores are in tenths of a
    point.

    Attributes:
        weights: Relative probability of a turn, indexed by its score.
        rules: Score for leading under a set of rules, indexed by the set's seven bits; up to 255.
        reach: Score for a set of rules under which the seat could win later, indexed by the set's
            seven bits.
        cards: Score for each card that is left in the hand after the turn.
        discards: Score for each hand card whose colour is a rule under which the seat's palette
            leads after the turn.
    """

    __slots__ = ("cards", "discards", "reach", "rules", "weights")

    def __init__(self, weights: Weights, temperature: float) -> None:
        self.cards: Final = weights.cards
        self.discards: Final = weights.discards
        self.rules: Final = bytes([weights.rules * len(rules) for rules in RULE_SETS])
        self.reach: Final = bytes([weights.reach * len(rules) for rules in RULE_SETS])
        # Rounded, because the last digits of powers differ between machines.
        self.weights: Final = _list_powers(round(TENTH_FACTOR ** (1.0 / temperature), 9))


def _list_powers(base: float) -> list[float]:
    """Return the powers of a number, from exponent 0 on and limited to `_MAX_WEIGHT`.

    Only multiplication is used, so that the results are the same on every machine.
    """
    powers = [1.0]
    for _ in range(TABLE_LENGTH - 1):
        powers.append(min(powers[-1] * base, _MAX_WEIGHT))
    return powers
