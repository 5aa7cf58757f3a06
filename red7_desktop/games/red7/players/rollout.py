"""Plays open rounds on; compiled.

A turn is packed: the card played in the lowest six bits (NO_CARD for none), then the card
discarded, then marks.

Rounds without actions are played here on bare sets of cards, with the engine's own tables: which
turns win follows from strengths and `ALLOWED` as in `turns`, and a test holds both against each
other. Functions are longer than elsewhere and repeat themselves, because calls cost most.

The actions are the engine's own branches. They are many, so a seat looks at those of one odd card
of its hand only, chosen by chance, and weighs them for all its odd cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.players.evaluation import Weights
from red7_desktop.games.red7.rules.advance import carry_out
from red7_desktop.games.red7.rules.cards import (
    BIT,
    COMPILED,
    COUNT,
    DECK_SIZE,
    DISCARDS,
    ONE_COLOUR,
    ONLY,
    PLAYS,
    THE_DRAW,
    THE_END,
    Step,
    bits,
    cards_in,
    only_card,
)
from red7_desktop.games.red7.rules.open_round import OpenRound
from red7_desktop.games.red7.rules.position import NOBODY
from red7_desktop.games.red7.rules.standings import (
    END_GUARD,
    GUARDS,
    KNOWN,
    RULE_SETS,
    RULES_OF,
    compute_strength,
    judge,
)
from red7_desktop.games.red7.rules.turns import (
    EARNING,
    ODDS,
    Branch,
    find_best_rival,
    find_rules_led,
    find_strength_to_lead,
)
from red7_desktop.tabletop.player import ShouldStop, keep_on

if TYPE_CHECKING:
    from mypy_extensions import i64

NO_CARD: Final = 63
"""In place of a card played or discarded."""
DRAWS: Final = 1 << 12
"""Marks a turn that takes the advanced draw."""
ACTS: Final = 1 << 14
"""Marks a turn with an action, of which only the first card played is said."""
GOES_OUT: Final = -1
"""In place of a turn: the seat goes out."""
WAYS: Final = 16
"""Where in a turn that was picked the number of packed turns begins that it was picked from."""


def decode_opening(code: int) -> tuple[Step, ...]:
    """Return the steps of a packed turn; of one with an action only the first."""
    played = code & 63
    discarded = code >> 6 & 63
    steps: list[Step] = []
    if played != NO_CARD:
        steps.append(PLAYS[played])
    if code & ACTS:
        return tuple(steps)
    if discarded != NO_CARD:
        steps.append(DISCARDS[discarded])
        if code & DRAWS:
            steps.append(THE_DRAW)
    return (*steps, THE_END)


# A way is a card below 64 plus one of these kinds. Ways stay below 256, where Python keeps one
# object for each number, so that listing them makes no objects. Ways with an action (ACTS) are
# greater; only rounds with actions have them.
DISCARD_ALONE: Final = 0
"""Kind of way: discard the card, play none."""
PLAY_ALONE: Final = 1 << 6
"""Kind of way: play the card, discard none."""
PLAY_AND_DRAW: Final = 2 << 6
"""Kind of way: play the card, then discard any that wins and earns the draw."""
PLAY_AND_DISCARD: Final = 3 << 6
"""Kind of way: play the card, then discard any that wins without earning the draw."""
_KIND: Final = 3 << 6
"""The bits of a way that hold its kind."""
_COLOUR_OF: Final = bytes([1 << card % 7 for card in range(DECK_SIZE)])
"""The colour of each card as a set of one rule (seven bits)."""


def pick(
    policy: Policy,
    palette: i64,
    hand: i64,
    must: i64,
    rule: i64,
    earning_first: i64,
    earning: i64,
    chance: float,
) -> i64:
    """Pick a turn without an action for a seat.

    Args:
        policy: How likely turns are.
        palette: The seat's palette, a set of cards.
        hand: Its hand, a set of cards.
        must: Packed strength that the palette must reach to lead (`find_best_rival`).
        rule: The rule in force.
        earning_first: The cards whose discard earns the draw if nothing was played.
        earning: The cards whose discard earns the draw after a play.
        chance: From 0 up to 1; decides between the turns.

    Returns:
        A packed turn: the card played, plus 64 times the card discarded (NO_CARD for none), plus
        DRAWS if the draw is taken, which is whenever it is earned, plus the number of ways that
        were weighed, shifted by WAYS. GOES_OUT if no turn wins.
    """
    ways: list[int] = []
    sums: list[float] = []
    weigh(policy, palette, hand, hand, must, rule, earning_first, earning, ways, sums)
    if not ways:
        return GOES_OUT
    share = chance * sums[-1]
    at = 0
    while sums[at] < share:
        at += 1
    way: i64 = ways[at]
    count: i64 = len(ways)
    card = way & 63
    if way < PLAY_ALONE:
        draws: i64 = DRAWS if earning_first >> card & 1 else 0
        return NO_CARD | card << 6 | draws | count << WAYS
    if way < PLAY_AND_DRAW:
        return card | NO_CARD << 6 | count << WAYS
    start = sums[at - 1] if at else 0.0
    share = (share - start) / (sums[at] - start)
    bit: i64 = BIT[card]
    led = ((judge(palette | bit) if COMPILED else KNOWN[palette | bit]) - must) & GUARDS
    rules: i64 = RULES_OF[led % 255]
    ends = (hand ^ bit) & rules * ONE_COLOUR
    ends &= earning if way < PLAY_AND_DISCARD else ~earning
    return card | settle_discard(ends, earning, share) | count << WAYS


def weigh(
    policy: Policy,
    palette: i64,
    hand: i64,
    playable: i64,
    must: i64,
    rule: i64,
    earning_first: i64,
    earning: i64,
    ways: list[int],
    sums: list[float],
) -> i64:
    """List and weigh all turns without an action that play no card or one of `playable`.

    Args:
        policy: How likely turns are.
        palette: The seat's palette, a set of cards.
        hand: Its hand, a set of cards.
        playable: The hand cards that may be played, a set.
        must: Packed strength that the palette must reach to lead (`find_best_rival`).
        rule: The rule in force.
        earning_first: The cards whose discard earns the draw if nothing was played.
        earning: The cards whose discard earns the draw after a play.
        ways: Empty; gets one entry for each way.
        sums: Empty; gets the sum of the weights up to and with each way.

    Returns:
        The rules (seven bits) that the palette would lead with one more card, if a hand card has
        their colour.
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
        card: i64 = ONLY[bit % 59]
        colour: i64 = _COLOUR_OF[card]
        if COMPILED:
            rules = RULES_OF[((judge(palette | bit) - must) & GUARDS) % 255]
        else:
            rules = RULES_OF[((KNOWN[palette | bit] - must) & GUARDS) % 255]
        cards.append(card)
        led.append(rules)
        twice |= once & colour
        once |= colour
        reached_twice |= reached & rules
        reached |= rules
    if COMPILED:
        rules = RULES_OF[((judge(palette) - must) & GUARDS) % 255]
    else:
        rules = RULES_OF[((KNOWN[palette] - must) & GUARDS) % 255]
    ends = hand & rules * ONE_COLOUR
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
            ways,
            sums,
        )
    if reached and playable:
        _weigh_plays(
            policy, hand, playable, rule, earning, cards, led, once, twice, reached, ways, sums
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
    ways: list[int],
    sums: list[float],
) -> None:
    """Weigh discarding one card and playing none.

    Args:
        policy: How likely turns are.
        rules: The rules (seven bits) that the palette leads as it is.
        ends: The hand cards that may be discarded, a set.
        earning: The cards whose discard earns the draw.
        cards: The hand cards.
        led: For each hand card, the rules that the palette would lead with it.
        once: The colours (seven bits) that one hand card or more has.
        twice: The colours that two hand cards or more have.
        reached: The rules that are in `led` once or more.
        reached_twice: The rules that are in `led` twice or more.
        ways: Empty; gets one entry for each way.
        sums: Empty; gets the sum of the weights up to and with each way.
    """
    weights = policy.weights
    reach = policy.reach
    draw: i64 = policy.cards
    per_discard: i64 = policy.discards
    size: i64 = len(cards)
    base: i64 = policy.rules[rules]
    base += draw * (size - 1) + per_discard * (bits(ends) - 1)
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
            ways.append(card)
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
    ways: list[int],
    sums: list[float],
) -> None:
    """Weigh playing one card, with or without a discard; discards after one play weigh alike.

    Arguments are as in `weigh` and `_weigh_discards`, but `ways` and `sums` may hold discards.
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
        bit: i64 = BIT[card]
        ends = rules * ONE_COLOUR & (hand ^ bit)
        stays = rules >> rule & 1
        if not ends and not stays:
            continue
        colour: i64 = _COLOUR_OF[card]
        many = bits(ends) if COMPILED else COUNT(ends)
        score: i64 = rules_led[rules]
        more: i64 = reach[reached & (twice | ~colour)]
        score += left + more + per_discard * many
        if stays:
            total += weights[score]
            ways.append(PLAY_ALONE | card)
            sums.append(total)
        score -= per_discard
        ends &= earning
        if ends:
            earn = bits(ends) if COMPILED else COUNT(ends)
            total += weights[score] * earn
            ways.append(PLAY_AND_DRAW | card)
            sums.append(total)
            many -= earn
        if many:
            total += weights[score - draw] * many
            ways.append(PLAY_AND_DISCARD | card)
            sums.append(total)


def pick_ending(
    policy: Policy, palette: i64, hand: i64, must: i64, rule: i64, earning: i64, chance: float
) -> i64:
    """Pick how a turn ends after its plays; packed as by `pick`, but without the number of ways."""
    rules = find_rules_led(palette, must)
    ways: list[int] = []
    sums: list[float] = []
    ends = hand & rules * ONE_COLOUR
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
            policy, rules, ends, earning, cards, none, once, twice, rules, rules, ways, sums
        )
    if rules >> rule & 1:
        score = policy.cards * bits(hand) + policy.rules[rules] + policy.discards * bits(ends)
        ways.append(PLAY_ALONE)
        sums.append((sums[-1] if sums else 0.0) + policy.weights[score])
    if not ways:
        return GOES_OUT
    way: i64 = ways[choose_by_weight(sums, chance)]
    if way == PLAY_ALONE:
        return NO_CARD | NO_CARD << 6
    draws: i64 = DRAWS if earning >> way & 1 else 0
    return NO_CARD | way << 6 | draws


def settle_discard(ends: i64, earning: i64, share: float) -> i64:
    """Choose one of several discards.

    Args:
        ends: The cards to choose from, a set.
        earning: The cards whose discard earns the draw.
        share: From 0 to 1; says which.

    Returns:
        The part of a packed turn that says what is discarded and whether that draws.
    """
    bit = _pick_one_of(ends, int(share * bits(ends)))
    card: i64 = only_card(bit)
    draws: i64 = DRAWS if bit & earning else 0
    return card << 6 | draws


def choose_by_weight(sums: list[float], chance: float) -> int:
    """Return which of some weights, of which there are the running sums, a chance falls on."""
    share = chance * sums[-1]
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
    chances: list[float],
) -> tuple[int, int, int, int]:
    """Play a round on to its end. Changes the lists.

    Gives the winner, the rule in force at the end, the number of turns played, and the first
    one's packed turn. deck: the next card last. chances: a number from 0 up to 1 for each turn,
    used again from the start when they run out.
    """
    seats = len(hands)
    live = seats - bits(out)
    strengths = [compute_strength(palette) for palette in palettes]
    turns: i64 = 0
    numbers: i64 = len(chances)
    first: i64 = GOES_OUT
    earning_first: i64 = 0
    earning: i64 = 0
    force: i64 = rule
    while live > 1:
        hand: i64 = hands[mover]
        palette: i64 = palettes[mover]
        code: i64 = GOES_OUT
        if hand:
            if advanced:
                size = bits(palette)
                if deck:
                    earning_first = EARNING[size]
                else:
                    earning_first = 0
                earning = EARNING[size + 1] if deck else 0
            must = find_strength_to_lead(strengths, mover, out)
            chance = chances[turns % numbers]
            code = pick(policy, palette, hand, must, force, earning_first, earning, chance)
        first = first if turns else code
        turns += 1
        if code < 0:
            out |= 1 << mover
            live -= 1
        else:
            card = code & 63
            if card != NO_CARD:
                bit: i64 = BIT[card]
                hand ^= bit
                palette |= bit
                palettes[mover] = palette
                strengths[mover] = judge(palette) if COMPILED else KNOWN[palette]
            card = code >> 6 & 63
            if card != NO_CARD:
                hand ^= BIT[card]
                force = card % 7
                if code & DRAWS:
                    hand |= BIT[deck.pop()]
            hands[mover] = hand
        mover = mover + 1 if mover + 1 < seats else 0
        while out >> mover & 1:
            mover = mover + 1 if mover + 1 < seats else 0
    return mover, force, turns, first


_STAYS: Final = 1 << 15
"""Marks a turn with an action that ends as it stands."""
_PLACE: Final = 16
"""Where in a turn with an action the place of its branch in the list begins."""
_LOST: Final = -60
"""Added to the appeal of a draw that may leave the seat losing, in tenths."""
BRANCHES_AT_ONCE: Final = 20
"""Branches weighed between two questions whether to stop: half a millisecond in plain Python."""
_SHUFFLE: Final = 997.0
"""Takes a second number from 0 up to 1 out of the last digits of one."""


def play_out_acting(
    policy: Policy,
    table: OpenRound,
    chances: list[float],
    should_stop: ShouldStop = keep_on,
) -> tuple[int, int, int]:
    """Play a round with actions on to its end.

    Args:
        policy: How seats choose.
        table: The round; it changes.
        chances: A number from 0 up to 1 for each turn, used again from the start.
        should_stop: Asked after every turn, and within long ones; once it is time to stop, the
            round is given up.

    Returns:
        The winner, NOBODY if the round was given up; the number of turns; the first one, packed.
    """
    turns = 0
    first = GOES_OUT
    while table.mover != NOBODY:
        code = GOES_OUT
        if table.hands[table.mover]:
            code = _take_turn(policy, table, chances[turns % len(chances)], should_stop)
        if not turns:
            first = code
        if code == GOES_OUT:
            table.go_out()
        turns += 1
        table.end_turn()
        if should_stop():
            return NOBODY, turns, first
    out = table.out
    return (~out & -~out).bit_length() - 1, turns, first


def _take_turn(policy: Policy, table: OpenRound, chance: float, should_stop: ShouldStop) -> int:
    """Take one turn of the mover; return its packed form.

    Once it is time to stop, the actions that were not looked at are left out.
    """
    hand = table.hands[table.mover]
    must = table.find_strength_to_lead()
    earning = table.find_earning(1)
    ways: list[int] = []
    sums: list[float] = []
    odd = hand & ODDS
    plain = hand ^ odd
    palette = table.palettes[table.mover]
    first = table.find_earning(0)
    reach = weigh(policy, palette, hand, plain, must, table.rule, first, earning, ways, sums)
    branches: list[Branch] = []
    if odd:
        times = bits(odd)
        branches = table.list_branches(_pick_one_of(odd, int(chance * _SHUFFLE % 1.0 * times)))
        weights = policy.weights
        draw = policy.cards
        total = sums[-1] if sums else 0.0
        for at, branch in enumerate(branches):
            if at % BRANCHES_AT_ONCE == BRANCHES_AT_ONCE - 1 and should_stop():
                break
            score = _appeal_of_branch(policy, table, branch, must, reach)
            if branch.stops:
                total += weights[max(score, 0)] * times
                ways.append(ACTS | at << _PLACE)
                sums.append(total)
                continue
            if branch.endings & END_GUARD:
                total += weights[score] * times
                ways.append(ACTS | _STAYS | at << _PLACE)
                sums.append(total)
            ends = bits(branch.endings & ~END_GUARD)
            if ends:
                earns = bits(branch.earning)
                score -= draw + policy.discards
                weight = weights[max(score, 0)] * (ends - earns)
                if earns:
                    weight += weights[max(score + draw, 0)] * earns
                total += weight * times
                ways.append(ACTS | at << _PLACE)
                sums.append(total)
    if not ways:
        return GOES_OUT
    at = choose_by_weight(sums, chance)
    start = sums[at - 1] if at else 0.0
    share = (chance * sums[-1] - start) / (sums[at] - start)
    if ways[at] & ACTS:
        code = _carry_out_branch(policy, table, branches[ways[at] >> _PLACE], ways[at], share)
    else:
        code = _play_plainly(table, ways[at], must, share)
    if code == GOES_OUT:
        return code
    return code | len(ways) << WAYS


def _pick_one_of(cards: i64, skipped: i64) -> i64:
    """Return one card of a set, as a set: the lowest one once some are skipped."""
    while skipped and cards & (cards - 1):
        cards &= cards - 1
        skipped -= 1
    return cards & -cards


def _play_plainly(table: OpenRound, way: int, must: int, share: float) -> int:
    """Carry out a way without an action and end the turn; return the packed turn."""
    kind = way & _KIND
    card = way & 63
    code = card | NO_CARD << 6
    if kind == DISCARD_ALONE:
        code = NO_CARD | card << 6 | (DRAWS if table.find_earning(0) >> card & 1 else 0)
    else:
        table.play(BIT[card])
    if kind >= PLAY_AND_DRAW:
        mover = table.mover
        earning = table.find_earning(0)
        ends = table.hands[mover] & find_rules_led(table.palettes[mover], must) * ONE_COLOUR
        ends &= earning if kind == PLAY_AND_DRAW else ~earning
        code = card | settle_discard(ends, earning, share)
    _discard(table, code)
    return code


def _discard(table: OpenRound, code: int) -> None:
    """Discard what a packed turn says, and take its draw."""
    card = code >> 6 & 63
    if card != NO_CARD:
        table.discard(BIT[card], code & DRAWS != 0)


def _carry_out_branch(
    policy: Policy, table: OpenRound, branch: Branch, code: int, share: float
) -> int:
    """Carry out a branch and end the turn; return its packed form, GOES_OUT where that fails."""
    mover = table.mover
    table.carry_out(branch.steps)
    ending: i64 = NO_CARD << 6
    if branch.stops:
        hand = table.hands[mover]
        palette = table.palettes[mover]
        must = table.find_strength_to_lead()
        earning = table.find_earning(0)
        ending = pick_ending(policy, palette, hand, must, table.rule, earning, share)
        if ending == GOES_OUT:
            return GOES_OUT
    elif not code & _STAYS:
        ending = settle_discard(branch.endings & ~END_GUARD, branch.earning, share)
    _discard(table, ending)
    return ACTS | branch.steps[0].card


def _appeal_of_branch(
    policy: Policy, table: OpenRound, branch: Branch, must: int, reach: int
) -> int:
    mover = table.mover
    before = table.palettes
    if branch.stops:
        steps = branch.steps[:-1]
    else:
        steps = branch.steps
    palettes = before[:]
    hand, rule = carry_out(steps, mover, table.hands[mover], palettes, [], table.rule)
    for seat in range(len(palettes)):
        if seat != mover and palettes[seat] != before[seat]:
            must = find_best_rival(mover, table.out, tuple(palettes))
    rules = find_rules_led(palettes[mover], must)
    many = bits(hand & rules * ONE_COLOUR)
    score = policy.cards * bits(hand) + policy.rules[rules] + policy.discards * many
    score += policy.reach[reach | rules]
    if not branch.stops:
        return score
    if rules >> rule & 1:
        return score + policy.cards
    if many:
        return score
    return score + _LOST


MOST: Final = 512
"""One more than the greatest appeal that the tables hold, in tenths."""
TENTHS_AT_ONE: Final = 1.1051709180756477
"""e to the power of 0.1: how much likelier one tenth more makes a turn at temperature 1."""
_HEAVIEST: Final = 1e280


class Policy:
    """A taste at a temperature, ready for playing on.

    weights: by appeal in tenths, how likely a turn of that appeal is, up to a common factor.
    rules, reach: by the set of rules (seven bits), the appeal of leading them, of having them in
    reach; up to 255. cards, discards: as in the taste.
    """

    __slots__ = ("cards", "discards", "reach", "rules", "weights")

    def __init__(self, taste: Weights, temperature: float) -> None:
        self.cards: Final = taste.cards
        self.discards: Final = taste.discards
        self.rules: Final = bytes([taste.rules * len(rules) for rules in RULE_SETS])
        self.reach: Final = bytes([taste.reach * len(rules) for rules in RULE_SETS])
        # Rounded, because the last digits of a power are not the same on every machine.
        self.weights: Final = _list_powers(round(TENTHS_AT_ONE ** (1.0 / temperature), 9))


def _list_powers(base: float) -> list[float]:
    """Return the powers of a number, by multiplying only: the same on every machine."""
    powers = [1.0]
    for _ in range(MOST - 1):
        powers.append(min(powers[-1] * base, _HEAVIEST))
    return powers
