"""Plays an open round on to its end, every seat by the same habit: the hot path of the search.

Rounds without actions are played here on bare sets of cards, with the engine's own tables: which
turns win follows from `strength` and `ALLOWED` as in `turns`, and a test holds both against each
other. Functions are longer than elsewhere and repeat themselves, because calls cost most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.players.turn_code import DRAWS, GOES_OUT, NO_CARD, ONE_OF_MANY
from red7_desktop.games.red7.rules.cards import COMPILED, DECK_SIZE, bits
from red7_desktop.games.red7.rules.engine.endings import ALLOWED, EARNING
from red7_desktop.games.red7.rules.engine.strength import (
    END_GUARD,
    GUARD,
    GUARDS,
    KNOWN,
    ONES,
    judge,
    max_strength,
)

if TYPE_CHECKING:
    from red7_desktop.games.red7.players.playout_policy import Policy

_GUARD_OF: Final = [GUARD[card % 7] for card in range(DECK_SIZE)]


def pick(
    habit: Policy,
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
    plus DRAWS where the draw is taken, which is whenever it is earned; GOES_OUT where no turn
    wins. palette, hand: sets of cards. must: what leads (`endings.rivals_of`). earning_first,
    earning: the cards whose discard earns the draw, alone and after a play (`turns.Turns`).
    """
    codes: list[int] = []
    sums: list[float] = []
    weigh(habit, palette, hand, hand, must, rule, earning_first, earning, codes, sums)
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
        return _add_discard(code ^ ONE_OF_MANY, palette, hand, must, earning, share)
    return code


def weigh(
    habit: Policy,
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
            habit,
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
            habit, hand, playable, rule << 8, earning, names, led, once, twice, reached, codes, sums
        )
    return reached & once


def _weigh_discards(
    habit: Policy,
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
    base = habit.cards * (len(names) - 1) + habit.rules[able] + habit.discards * (many - 1)
    weights, reach, draw = habit.weights, habit.reach, habit.cards
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
    habit: Policy,
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
    weights, rules, reach = habit.weights, habit.rules, habit.reach
    per_discard, draw = habit.discards, habit.cards
    left = draw * (len(names) - 1)
    total = sums[-1] if sums else 0.0
    for name, able in zip(names, led, strict=True):
        if not able or not playable >> name & 1:
            continue
        able %= 255
        ends = ALLOWED[force + able]
        stays = ends & END_GUARD
        ends &= hand ^ 1 << name
        if not ends:
            if stays:
                open_rules = reached & once & (twice | ~_GUARD_OF[name])
                total += weights[left + rules[able] + reach[open_rules % 255]]
                codes.append(name | NO_CARD << 6)
                sums.append(total)
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
    habit: Policy, palette: int, hand: int, must: int, rule: int, earning: int, chance: float
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
            habit, able % 255, ends, earning, names, none, once, twice, able, able, codes, sums
        )
    if able & GUARD[rule]:
        many = bits(ends)
        score = habit.cards * bits(hand) + habit.rules[able % 255] + habit.discards * many
        codes.append(NO_CARD | NO_CARD << 6)
        sums.append((sums[-1] if sums else 0.0) + habit.weights[score])
    if not codes:
        return GOES_OUT
    return codes[choose_by_weight(sums, chance)]


def _add_discard(code: int, palette: int, hand: int, must: int, earning: int, share: float) -> int:
    """Settle which of the discards that win goes with a packed play, by a share from 0 to 1."""
    name = code & 63
    card = 1 << name
    able = ((judge(palette | card) if COMPILED else KNOWN[palette | card]) - must) & GUARDS
    ends = (hand ^ card) & ALLOWED[able % 255] & (earning if code & DRAWS else ~earning)
    return name | settle_discard(ends, earning, share)


def settle_discard(ends: int, earning: int, share: float) -> int:
    """Give one of some discards, packed; a share from 0 to 1 says which."""
    skipped = int(share * bits(ends))
    while skipped and ends & (ends - 1):
        ends &= ends - 1
        skipped -= 1
    card = ends & -ends
    return card.bit_length() - 1 << 6 | (DRAWS if card & earning else 0)


def choose_by_weight(sums: list[float], chance: float) -> int:
    """Give which of some weights, of which there are the running sums, a chance falls on."""
    share = chance * sums[-1]
    at = 0
    while sums[at] < share:
        at += 1
    return at


def play_out(
    habit: Policy,
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
                else _find_must_of_many(palettes, mover, out)
            )
            chance = chances[turns % many]
            code = pick(habit, palette, hand, must, rule, earning_first, earning, chance)
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


def _find_must_of_many(palettes: list[int], mover: int, out: int) -> int:
    """Give what leads, as `endings.rivals_of`, for two live rivals or more."""
    best = GUARDS
    for seat in range(len(palettes)):
        if seat != mover and not out >> seat & 1:
            theirs = judge(palettes[seat]) if COMPILED else KNOWN[palettes[seat]]
            best = theirs if best == GUARDS else max_strength(best, theirs)
    return (best ^ GUARDS) + ONES
