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

from typing import Final

from red7_desktop.games.red7.players.evaluation import Weights
from red7_desktop.games.red7.rules.advance import carry_out
from red7_desktop.games.red7.rules.cards import (
    COMPILED,
    DECK_SIZE,
    DISCARDS,
    PLAYS,
    THE_DRAW,
    THE_END,
    Step,
    bits,
)
from red7_desktop.games.red7.rules.position import NOBODY, START, Position, find_next_live
from red7_desktop.games.red7.rules.rules import Ruleset
from red7_desktop.games.red7.rules.standings import (
    END_GUARD,
    GUARD,
    GUARDS,
    GUARDS_OF,
    KNOWN,
    ONES,
    RULE_SETS,
    compute_strength,
    judge,
)
from red7_desktop.games.red7.rules.turns import (
    ALLOWED,
    EARNING,
    ODDS,
    Branch,
    find_best_rival,
    list_played_branches,
)

NO_CARD: Final = 63
"""In place of a card played or discarded."""
DRAWS: Final = 1 << 12
"""Marks a turn that takes the advanced draw."""
ONE_OF_MANY: Final = 1 << 13
"""Marks a turn whose discard is any of those that win."""
ACTS: Final = 1 << 14
"""Marks a turn with an action, of which only the first card played is said."""
GOES_OUT: Final = -1
"""In place of a turn: the seat goes out."""
WAYS: Final = 16
"""Where in a turn that was picked the number of packed turns begins that it was picked from."""


def decode_opening(code: int) -> tuple[Step, ...]:
    """Return the steps of a packed turn; of one with an action only the first."""
    played, discarded = code & 63, code >> 6 & 63
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


_GUARD_OF: Final = [GUARD[card % 7] for card in range(DECK_SIZE)]


def pick(
    policy: Policy,
    palette: int,
    hand: int,
    must: int,
    rule: int,
    earning_first: int,
    earning: int,
    chance: float,
) -> int:
    """Pick a turn for a seat; `chance` (from 0 up to 1) decides among them.

    Gives the card played (NO_CARD for none) plus 64 times the card discarded (NO_CARD for none),
    plus DRAWS where the draw is taken, which is whenever it is earned, plus the number of packed
    turns from WAYS on; GOES_OUT where no turn wins. palette, hand: sets of cards. must: what leads
    (`find_best_rival`). earning_first, earning: the cards whose discard earns the draw, alone and
    after a play (`turns.Turns`).
    """
    codes: list[int] = []
    sums: list[float] = []
    weigh(policy, palette, hand, hand, must, rule, earning_first, earning, codes, sums)
    if not codes:
        return GOES_OUT
    share = chance * sums[-1]
    at = 0
    while sums[at] < share:
        at += 1
    code = codes[at]
    if code & ONE_OF_MANY:
        start = sums[at - 1] if at else 0.0
        share = (share - start) / (sums[at] - start)
        code ^= ONE_OF_MANY
        card = 1 << (code & 63)
        able = ((judge(palette | card) if COMPILED else KNOWN[palette | card]) - must) & GUARDS
        ends = (hand ^ card) & ALLOWED[able % 255] & (earning if code & DRAWS else ~earning)
        code = code & 63 | settle_discard(ends, earning, share)
    return code | len(codes) << WAYS


def weigh(
    policy: Policy,
    palette: int,
    hand: int,
    playable: int,
    must: int,
    rule: int,
    earning_first: int,
    earning: int,
    codes: list[int],
    sums: list[float],
) -> int:
    """Add all turns that play no card or one of `playable` to the packed turns and their sums.

    Gives the guard bits of the rules that one more card in the palette would lead, of those alone
    that a card in hand has the colour of.
    """
    names: list[int] = []
    led: list[int] = []
    once = twice = reached = doubly = 0
    rest = hand
    while rest:
        card = rest & -rest
        rest ^= card
        name = card.bit_length() - 1
        guard = _GUARD_OF[name]
        able = ((judge(palette | card) if COMPILED else KNOWN[palette | card]) - must) & GUARDS
        names.append(name)
        led.append(able)
        twice |= once & guard
        once |= guard
        doubly |= reached & able
        reached |= able
    able = ((judge(palette) if COMPILED else KNOWN[palette]) - must) & GUARDS
    ends = hand & ALLOWED[able % 255]
    if ends:
        _weigh_discards(
            policy,
            able % 255,
            ends,
            earning_first,
            names,
            led,
            once,
            twice,
            reached,
            doubly,
            codes,
            sums,
        )
    if reached and playable:
        _weigh_plays(
            policy,
            hand,
            playable,
            rule << 8,
            earning,
            names,
            led,
            once,
            twice,
            reached,
            codes,
            sums,
        )
    return reached & once


def _weigh_discards(
    policy: Policy,
    able: int,
    ends: int,
    earning: int,
    names: list[int],
    led: list[int],
    once: int,
    twice: int,
    reached: int,
    doubly: int,
    codes: list[int],
    sums: list[float],
) -> None:
    """Weigh discarding alone: add a packed turn for each, and the sums of weights so far."""
    many = bits(ends) if COMPILED else ends.bit_count()
    base = policy.cards * (len(names) - 1) + policy.rules[able] + policy.discards * (many - 1)
    weights, reach, draw = policy.weights, policy.reach, policy.cards
    total = 0.0
    for name, able in zip(names, led, strict=True):
        if ends >> name & 1:
            open_rules = (doubly | reached & ~able) & (twice | once & ~_GUARD_OF[name])
            score = base + reach[open_rules % 255]
            if earning >> name & 1:
                total += weights[score + draw]
                codes.append(NO_CARD | name << 6 | DRAWS)
            else:
                total += weights[score]
                codes.append(NO_CARD | name << 6)
            sums.append(total)


def _weigh_plays(
    policy: Policy,
    hand: int,
    playable: int,
    force: int,
    earning: int,
    names: list[int],
    led: list[int],
    once: int,
    twice: int,
    reached: int,
    codes: list[int],
    sums: list[float],
) -> None:
    """Weigh playing a card, with or without a discard; discards after one play weigh alike."""
    weights, rules, reach = policy.weights, policy.rules, policy.reach
    per_discard, draw = policy.discards, policy.cards
    left = draw * (len(names) - 1)
    total = sums[-1] if sums else 0.0
    for name, able in zip(names, led, strict=True):
        if not able or not playable >> name & 1:
            continue
        able %= 255
        ends = ALLOWED[force + able]
        stays = ends & END_GUARD
        ends &= hand ^ 1 << name
        if not ends and not stays:
            continue
        open_rules = reached & once & (twice | ~_GUARD_OF[name])
        many = bits(ends) if COMPILED else ends.bit_count()
        score = left + rules[able] + reach[open_rules % 255] + per_discard * many
        if stays:
            total += weights[score]
            codes.append(name | NO_CARD << 6)
            sums.append(total)
        score -= per_discard
        ends &= earning
        if ends:
            earn = bits(ends) if COMPILED else ends.bit_count()
            total += weights[score] * earn
            codes.append(name | NO_CARD << 6 | DRAWS | ONE_OF_MANY)
            sums.append(total)
            many -= earn
        if many:
            total += weights[score - draw] * many
            codes.append(name | NO_CARD << 6 | ONE_OF_MANY)
            sums.append(total)


def pick_ending(
    policy: Policy, palette: int, hand: int, must: int, rule: int, earning: int, chance: float
) -> int:
    """Pick how a turn ends of which the playing is over; packed and given as by `pick`."""
    able = ((judge(palette) if COMPILED else KNOWN[palette]) - must) & GUARDS
    codes: list[int] = []
    sums: list[float] = []
    ends = hand & ALLOWED[able % 255]
    if ends:
        names = [name for name in range(DECK_SIZE) if hand >> name & 1]
        guards = [_GUARD_OF[name] for name in names]
        once = twice = 0
        for guard in guards:
            twice |= once & guard
            once |= guard
        none = [0] * len(names)
        _weigh_discards(
            policy, able % 255, ends, earning, names, none, once, twice, able, able, codes, sums
        )
    if able & GUARD[rule]:
        many = bits(ends)
        score = policy.cards * bits(hand) + policy.rules[able % 255] + policy.discards * many
        codes.append(NO_CARD | NO_CARD << 6)
        sums.append((sums[-1] if sums else 0.0) + policy.weights[score])
    return codes[choose_by_weight(sums, chance)] if codes else GOES_OUT


def settle_discard(ends: int, earning: int, share: float) -> int:
    """Return one of some discards, packed; a share from 0 to 1 says which."""
    card = _pick_one_of(ends, int(share * bits(ends)))
    return card.bit_length() - 1 << 6 | (DRAWS if card & earning else 0)


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
    turns = 0
    many = len(chances)
    first = GOES_OUT
    earning_first = earning = 0
    while live > 1:
        hand = hands[mover]
        palette = palettes[mover]
        code = GOES_OUT
        if hand:
            if advanced:
                size = bits(palette)
                earning_first = EARNING[size] if deck else 0
                earning = EARNING[size + 1] if deck else 0
            rival = palettes[1 - mover]
            must = (
                ((judge(rival) if COMPILED else KNOWN[rival]) ^ GUARDS) + ONES
                if seats == 2
                else find_best_rival(mover, out, tuple(palettes))
            )
            chance = chances[turns % many]
            code = pick(policy, palette, hand, must, rule, earning_first, earning, chance)
        first = first if turns else code
        turns += 1
        if code < 0:
            out |= 1 << mover
            live -= 1
        else:
            name = code & 63
            if name != NO_CARD:
                hand ^= 1 << name
                palettes[mover] = palette | 1 << name
            name = code >> 6 & 63
            if name != NO_CARD:
                hand ^= 1 << name
                rule = name % 7
                if code & DRAWS:
                    hand |= 1 << deck.pop()
            hands[mover] = hand
        mover = mover + 1 if mover + 1 < seats else 0
        while out >> mover & 1:
            mover = mover + 1 if mover + 1 < seats else 0
    return mover, rule, turns, first


_STAYS: Final = 1 << 15
"""Marks a turn with an action that ends as it stands."""
_PLACE: Final = 16
"""Where in a turn with an action the place of its branch in the list begins."""
_LOST: Final = -60
"""Added to the appeal of a draw that may leave the seat losing, in tenths."""
_SHUFFLE: Final = 997.0
"""Takes a second number from 0 up to 1 out of the last digits of one."""


class OpenRound:
    """A round with every card known, on bare sets; it changes as it is played.

    hands, palettes: sets by seat. deck: the next card last. rule: the rule in force. out: bit set
    of the seats that are out.
    """

    __slots__ = ("deck", "hands", "mover", "out", "palettes", "rule", "rules")

    def __init__(
        self,
        rules: Ruleset,
        hands: list[int],
        palettes: list[int],
        deck: list[int],
        rule: int,
        mover: int,
        out: int,
    ) -> None:
        self.rules: Final = rules
        self.hands: Final = hands
        self.palettes: Final = palettes
        self.deck: Final = deck
        self.rule = rule
        self.mover = mover
        self.out = out

    def must(self) -> int:
        """Return what the mover's palette has to reach (`find_best_rival`)."""
        return find_best_rival(self.mover, self.out, tuple(self.palettes))

    def earning(self, more: int) -> int:
        if not self.rules.advanced or not self.deck:
            return 0
        return EARNING[bits(self.palettes[self.mover]) + more]

    def branches_of(self, card: int) -> list[Branch]:
        seats = len(self.hands)
        position = Position(
            self.rules,
            (self.rule,),
            tuple(self.deck),
            tuple(self.hands),
            (0,) * seats,
            ((),) * seats,
            tuple(self.palettes),
            ((),) * seats,
            self.mover,
            self.out,
            START,
        )
        return list_played_branches(position, card)

    def end(self, code: int) -> None:
        """End the mover's turn as a packed turn says: discard, draw."""
        name = code >> 6 & 63
        if name == NO_CARD:
            return
        hand = self.hands[self.mover] ^ 1 << name
        self.rule = name % 7
        if code & DRAWS:
            hand |= 1 << self.deck.pop()
        self.hands[self.mover] = hand


def play_out_acting(policy: Policy, table: OpenRound, chances: list[float]) -> tuple[int, int, int]:
    """Play a round on to its end.

    Gives the winner, the number of turns, and the first one's packed turn. chances: as in
    `rollout.play_out`.
    """
    seats = len(table.hands)
    turns = 0
    first = GOES_OUT
    while table.mover != NOBODY:
        code = GOES_OUT
        if table.hands[table.mover]:
            code = _take_turn(policy, table, chances[turns % len(chances)])
        if not turns:
            first = code
        if code == GOES_OUT:
            table.out |= 1 << table.mover
        turns += 1
        table.mover = find_next_live(seats, table.out, table.mover)
    out = table.out
    return (~out & -~out).bit_length() - 1, turns, first


def _take_turn(policy: Policy, table: OpenRound, chance: float) -> int:
    """Take one turn of the mover; return its packed form."""
    hand = table.hands[table.mover]
    must, earning = table.must(), table.earning(1)
    codes: list[int] = []
    sums: list[float] = []
    odd = hand & ODDS
    plain = hand ^ odd
    palette = table.palettes[table.mover]
    first = table.earning(0)
    reach = weigh(policy, palette, hand, plain, must, table.rule, first, earning, codes, sums)
    branches: list[Branch] = []
    if odd:
        times = bits(odd)
        branches = table.branches_of(_pick_one_of(odd, int(chance * _SHUFFLE % 1.0 * times)))
        weights, draw = policy.weights, policy.cards
        total = sums[-1] if sums else 0.0
        for at, branch in enumerate(branches):
            score = _appeal_of_branch(policy, table, branch, must, reach)
            if branch.stops:
                total += weights[max(score, 0)] * times
                codes.append(ACTS | at << _PLACE)
                sums.append(total)
                continue
            if branch.endings & END_GUARD:
                total += weights[score] * times
                codes.append(ACTS | _STAYS | at << _PLACE)
                sums.append(total)
            ends = bits(branch.endings & ~END_GUARD)
            if ends:
                earns = bits(branch.earning)
                score -= draw + policy.discards
                weight = weights[max(score, 0)] * (ends - earns)
                if earns:
                    weight += weights[max(score + draw, 0)] * earns
                total += weight * times
                codes.append(ACTS | at << _PLACE)
                sums.append(total)
    if not codes:
        return GOES_OUT
    at = choose_by_weight(sums, chance)
    start = sums[at - 1] if at else 0.0
    share = (chance * sums[-1] - start) / (sums[at] - start)
    if codes[at] & ACTS:
        code = _carry_out_branch(policy, table, branches[codes[at] >> _PLACE], codes[at], share)
    else:
        code = _play_plainly(table, codes[at], must, earning, share)
    return code if code == GOES_OUT else code | len(codes) << WAYS


def _pick_one_of(cards: int, skipped: int) -> int:
    while skipped and cards & (cards - 1):
        cards &= cards - 1
        skipped -= 1
    return cards & -cards


def _play_plainly(table: OpenRound, code: int, must: int, earning: int, share: float) -> int:
    name = code & 63
    if name != NO_CARD:
        table.hands[table.mover] ^= 1 << name
        table.palettes[table.mover] |= 1 << name
    if code & ONE_OF_MANY:
        able = (compute_strength(table.palettes[table.mover]) - must) & GUARDS
        ends = table.hands[table.mover] & ALLOWED[able % 255]
        ends &= earning if code & DRAWS else ~earning
        code = name | settle_discard(ends, earning, share)
    table.end(code)
    return code


def _carry_out_branch(
    policy: Policy, table: OpenRound, branch: Branch, code: int, share: float
) -> int:
    """Carry out a branch and end the turn; return its packed form, GOES_OUT where that fails."""
    mover = table.mover
    table.hands[mover], table.rule = carry_out(
        branch.steps, mover, table.hands[mover], table.palettes, table.deck, table.rule
    )
    ending = NO_CARD << 6
    if branch.stops:
        hand, palette = table.hands[mover], table.palettes[mover]
        earning = table.earning(0)
        ending = pick_ending(policy, palette, hand, table.must(), table.rule, earning, share)
        if ending == GOES_OUT:
            return GOES_OUT
    elif not code & _STAYS:
        ending = settle_discard(branch.endings & ~END_GUARD, branch.earning, share)
    table.end(ending)
    return ACTS | branch.steps[0].card


def _appeal_of_branch(
    policy: Policy, table: OpenRound, branch: Branch, must: int, reach: int
) -> int:
    mover, before = table.mover, table.palettes
    steps = branch.steps[:-1] if branch.stops else branch.steps
    palettes = before[:]
    hand, rule = carry_out(steps, mover, table.hands[mover], palettes, [], table.rule)
    for seat in range(len(palettes)):
        if seat != mover and palettes[seat] != before[seat]:
            must = find_best_rival(mover, table.out, tuple(palettes))
    able = (compute_strength(palettes[mover]) - must) & GUARDS
    many = bits(hand & ALLOWED[able % 255])
    score = policy.cards * bits(hand) + policy.rules[able % 255] + policy.discards * many
    score += policy.reach[(reach | able) % 255]
    if not branch.stops:
        return score
    if able & GUARD[rule]:
        return score + policy.cards
    return score if many else score + _LOST


MOST: Final = 512
"""One more than the greatest appeal that the tables hold, in tenths."""
TENTHS_AT_ONE: Final = 1.1051709180756477
"""e to the power of 0.1: how much likelier one tenth more makes a turn at temperature 1."""
_HEAVIEST: Final = 1e280


class Policy:
    """A taste at a temperature, ready for playing on.

    weights: by appeal in tenths, how likely a turn of that appeal is, up to a common factor.
    rules, reach: by guard bits modulo 255, the appeal of the rules led and of the rules in reach.
    cards, discards: as in the taste.
    """

    __slots__ = ("cards", "discards", "reach", "rules", "weights")

    def __init__(self, taste: Weights, temperature: float) -> None:
        self.cards: Final = taste.cards
        self.discards: Final = taste.discards
        self.rules: Final = _tabulate_by_guards(taste.rules)
        self.reach: Final = _tabulate_by_guards(taste.reach)
        # Rounded, because the last digits of a power are not the same on every machine.
        self.weights: Final = _list_powers(round(TENTHS_AT_ONE ** (1.0 / temperature), 9))


def _tabulate_by_guards(points: int) -> list[int]:
    """Tabulate points for each rule, by the rules' guard bits modulo 255."""
    table = [0] * 255
    for rules, guards in zip(RULE_SETS, GUARDS_OF, strict=True):
        table[guards % 255] = points * len(rules)
    return table


def _list_powers(base: float) -> list[float]:
    """Return the powers of a number, by multiplying only: the same on every machine."""
    powers = [1.0]
    for _ in range(MOST - 1):
        powers.append(min(powers[-1] * base, _HEAVIEST))
    return powers
