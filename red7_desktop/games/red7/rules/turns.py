"""Legal turns. Compiled by mypyc.

The table (which drops are legal), the AI players (candidates) and the lab all use this module.

A turn consists of an *opening* and an *ending*. The opening is the cards that are played, with
their actions. The ending is to end without a discard, or to discard one hand card to the canvas and
end. The possible endings after an opening are one bit mask: the hand cards whose colour is a rule
under which the palette would lead, and the bit `END_GUARD` for no discard. So the list of openings
is short even if there are hundreds of turns.

An opening without an action plays one card or none. It is stored as the set of rules under which
the palette then leads. An opening with actions is a `TurnGroup`. A 3's draw stops a group: the
drawn card is unknown, so the seat chooses again after it.

For speed, one subtraction of packed strengths gives the rules under which a palette leads (see
`standings`), and one multiplication turns them into the set of cards with these colours.

The action of a 5 plays another card; no other action does. So the plays of an opening are a
sequence of 5s, and a last card that may have another action. The order of the 5s makes no
difference. Only one order is listed, highest first, because seven 5s have 5,040 orders. Until the
last card's action, only the mover's hand and palette change, so the opponents' strengths are
computed once for a turn.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Final, TypeAlias

from red7_desktop.games.red7.rules.cards import (
    BIT_COUNT,
    BURY_STEPS,
    CARDS_OF_NUMBER,
    COMPILED,
    DECK_SIZE,
    DISCARD,
    DISCARD_STEPS,
    DRAW_STEP,
    END,
    END_STEP,
    FETCH_STEP,
    PASS,
    PASS_STEP,
    PLAY,
    PLAY_STEPS,
    SHED_STEPS,
    TAKE_STEPS,
    VIOLET_CARDS,
    Step,
    card_of_singleton,
    cards_in,
    count_bits,
    number_of,
)
from red7_desktop.games.red7.rules.position import (
    DISCARDED,
    DREW,
    OWES_FETCH,
    OWES_MOVE,
    OWES_PLAY,
    OWES_TAKE,
    PLAYED,
    START,
    Position,
)
from red7_desktop.games.red7.rules.standings import (
    END_GUARD,
    GUARDS,
    LOWEST_BITS,
    RULES_BY_GUARDS,
    STRENGTH_CACHE,
    compute_strength,
    max_strength,
    measure_strength,
)

if TYPE_CHECKING:
    from mypy_extensions import i64


_END: Final = 49
"""Index of the bit END_GUARD in the bit mask of the possible endings of a turn. This bit means that
the turn may end without a discard; each of the bits 0 to 48 means that it may end with the discard
of that card."""
EARNING_CARDS: Final = [
    sum(CARDS_OF_NUMBER[size + 1 :]) if size < 7 else 0 for size in range(DECK_SIZE + 1)
]
"""The cards that earn a draw if they are discarded in an advanced game, as sets of cards. These
cards have a number greater than the number of cards in the palette, which is the index."""


def find_strength_to_lead(mover: int, out: int, palettes: tuple[int, ...]) -> i64:
    """Return the strength that the mover's palette needs to lead under each rule.

    Under each rule this is the strength of the best opponent's palette plus one. The results for
    all rules are packed into one integer, see the module `standings`.

    Args:
        mover: The seat that wants to lead.
        out: Bit set of the seats that have dropped out.
        palettes: Each seat's palette, a set of cards.
    """
    if len(palettes) == 2 and not out:
        return (compute_strength(palettes[1 - mover]) ^ GUARDS) + LOWEST_BITS
    best: i64 = GUARDS
    for seat, palette in enumerate(palettes):
        if seat != mover and not out >> seat & 1:
            theirs: i64 = compute_strength(palette)
            if best == GUARDS:
                best = theirs
            else:
                best = max_strength(best, theirs)
    return (best ^ GUARDS) + LOWEST_BITS


def find_strength_to_lead_from(strengths: list[int], mover: int, out: int) -> i64:
    """Return the strength that the mover's palette needs to lead under each rule.

    Under each rule this is the strength of the best opponent's palette plus one. The results for
    all rules are packed into one integer, see the module `standings`. `find_strength_to_lead`
    returns the same if the palettes are known but their strengths aren't.

    Args:
        strengths: Strength of each seat's palette under all rules, packed into one integer.
        mover: The seat that wants to lead.
        out: Bit set of the seats that have dropped out.
    """
    if len(strengths) == 2 and not out:
        theirs: i64 = strengths[1 - mover]
        return (theirs ^ GUARDS) + LOWEST_BITS
    best: i64 = GUARDS
    for seat in range(len(strengths)):
        if seat != mover and not out >> seat & 1:
            theirs = strengths[seat]
            if best == GUARDS:
                best = theirs
            else:
                best = max_strength(best, theirs)
    return (best ^ GUARDS) + LOWEST_BITS


def find_rules_led(palette: i64, needed_strength: i64) -> i64:
    """Return the rules (seven bits) under which a palette leads.

    Args:
        palette: The palette, a set of cards.
        needed_strength: Strength that a palette needs to lead under each rule, packed into one
            integer by `find_strength_to_lead`.
    """
    return RULES_BY_GUARDS[((compute_strength(palette) - needed_strength) & GUARDS) % 255]


def find_winning_endings(rules: i64, rule: i64) -> i64:
    """Return the endings of a turn with which the mover leads: discards, or no discard.

    Args:
        rules: The rules (seven bits) under which the mover's palette leads.
        rule: The rule in force before the turn ends. A discard replaces it by the rule of the
            card's colour.

    Returns:
        A bit mask: the bits of all cards whose discard makes the palette lead, and END_GUARD if the
        palette leads without a discard. The mask also contains cards that the mover doesn't have.
    """
    return rules * VIOLET_CARDS | (rules >> rule & 1) << _END


def find_endings_from_hand(palette: i64, needed_strength: i64, rule: int, hand: i64) -> i64:
    """Return the endings of a turn with which the mover leads: discards of hand cards, or none.

    Args:
        palette: The mover's palette, a set of cards.
        needed_strength: Strength that a palette needs to lead under each rule, packed into one
            integer by `find_strength_to_lead`.
        rule: The rule in force before the turn ends. A discard replaces it by the rule of the
            card's colour.
        hand: The mover's hand, a set of cards.

    Returns:
        A bit mask: the bits of all hand cards whose discard makes the palette lead, and END_GUARD
        if the palette leads without a discard.
    """
    return (hand | END_GUARD) & find_winning_endings(find_rules_led(palette, needed_strength), rule)


Steps: TypeAlias = "tuple[Step, ...]"


class TurnGroup:
    """All winning turns that begin with the same plays and the same action.

    Attributes:
        plays: The steps that play cards.
        action: The step that carries out the last card's action; () if the card has none.
        endings: How the turn may end, as a bit mask: the cards that may be discarded, and END_GUARD
            if the turn may end without a discard. It is 0 if `stops` is True.
        earning: The cards in `endings` whose discard earns a draw (see EARNING_CARDS).
        stops: Whether `action` draws an unknown card (the action of a 3). The seat sees the card
            and chooses again before its turn ends.
    """

    __slots__ = ("action", "earning", "endings", "plays", "stops")

    def __init__(
        self, plays: Steps, action: Steps, endings: i64, earning: i64, stops: bool
    ) -> None:
        self.plays: Final = plays
        self.action: Final = action
        self.endings: Final = endings
        self.earning: Final = earning & endings
        self.stops: Final = stops

    @property
    def steps(self) -> Steps:
        return self.plays + self.action


class _Loss:
    """The effect of the action of a 1, which takes a certain card out of an opponent's palette.

    Attributes:
        action: The step that takes the card.
        size: Number of cards in the opponent's palette before the action.
        needed_strength: Strength that the mover's palette needs to lead after the action, under
            each rule, as `find_strength_to_lead` returns it.
    """

    __slots__ = ("action", "needed_strength", "size")

    def __init__(self, action: Steps, size: i64, needed_strength: i64) -> None:
        self.action: Final = action
        self.size: Final = size
        self.needed_strength: Final = needed_strength


class _Turn:
    """Values that functions of this module need for a turn and that stay the same during the turn.

    Attributes:
        position: The position before the turn.
        needed_strength: Strength that the mover's palette needs to lead under each rule, from
            `find_strength_to_lead`.
        rule: The rule in force at the start of the turn.
        size: Number of cards in the deck.
        advanced: Whether a discard can earn a draw, which is a rule of the advanced game.
        is_first: Whether the actions follow the rulebook's first edition.
        losses: Cached result of `all_losses`: the effect of taking each of the opponents' cards.
            Empty until the first call.
    """

    __slots__ = ("advanced", "is_first", "losses", "needed_strength", "position", "rule", "size")

    def __init__(self, position: Position) -> None:
        needed_strength: i64 = find_strength_to_lead(
            position.mover, position.out, position.palettes
        )
        self.position: Final = position
        self.needed_strength: Final = needed_strength
        self.rule: Final = position.rule
        self.size: Final = len(position.deck)
        self.advanced: Final = position.rules.advanced
        self.is_first: Final = position.rules.edition == "first"
        self.losses: list[_Loss] = []

    def all_losses(self) -> list[_Loss]:
        """Compute the effect of taking each card out of an opponent's palette (a 1's action).

        The result contains one `_Loss` for each card in the palettes of opponents that are still in
        the round.
        """
        if not self.losses:
            position = self.position
            out = position.out | 1 << position.mover
            for rival, held in enumerate(position.palettes):
                palette: i64 = held
                if out >> rival & 1:
                    continue
                others: i64 = (
                    find_strength_to_lead(rival, out, position.palettes) - LOWEST_BITS ^ GUARDS
                )
                size = count_bits(palette)
                rest = palette
                while rest:
                    bit = rest & -rest
                    rest ^= bit
                    left = max_strength(others, compute_strength(palette ^ bit))
                    action = _TAKES[rival][card_of_singleton(bit)]
                    self.losses.append(_Loss(action, size, (left ^ GUARDS) + LOWEST_BITS))
        return self.losses


def list_played_groups(position: Position, cards: int) -> list[TurnGroup]:
    """Return the winning turns whose first step plays one of the given hand cards.

    Args:
        position: The position at the start of the turn.
        cards: Set of the hand cards that may be played first.

    Returns:
        One `TurnGroup` for each sequence of plays and actions. A group contains the turns that
        differ only in how they end.
    """
    mover = position.mover
    found: list[TurnGroup] = []
    turn = _Turn(position)
    hand = position.hands[mover]
    palette = position.palettes[mover]
    _add_plays(turn, (), cards, hand & _FIVES, hand, palette, found)
    return found


def list_owed_groups(position: Position) -> list[TurnGroup]:
    """Return the ways in which the mover can continue its turn after a play or a discard.

    If the mover has to carry out the action of the card that it has just played, the result has one
    `TurnGroup` for each possibility. If the mover has discarded a card that earns a draw, the
    result has two: draw and end the turn, or end it without the draw. Otherwise the result has one,
    which ends the turn.
    """
    mover = position.mover
    found: list[TurnGroup] = []
    if position.phase in _PENDING_PHASES:
        acting = position.rows[mover][-1]
        hand = position.hands[mover]
        palette = position.palettes[mover]
        _carry_out_action(_Turn(position), (), acting, hand & _FIVES, hand, palette, found)
        return found
    if position.phase == DISCARDED:
        found.append(TurnGroup((), (DRAW_STEP,), END_GUARD, 0, stops=False))
    found.append(TurnGroup((), (), END_GUARD, 0, stops=False))
    return found


def find_owed_phase(position: Position, card: int) -> int:
    """Return the phase of the turn after a card was played, in a game with actions.

    Args:
        position: The position with the card already in the mover's palette.
        card: The card.

    Returns:
        The phase in which the card's action is carried out; PLAYED if the action isn't possible.
    """
    number = number_of(card)
    mover = position.mover
    hand = position.hands[mover]
    palette = position.palettes[mover]
    turn = _Turn(position)
    owes = number == 5 and _must_play(turn, hand)
    owes = owes or _carry_out_action(turn, (), card, hand & _FIVES, hand, palette, [])
    if owes:
        return _PHASE_OWED[number]
    return PLAYED


def _add_plays(
    turn: _Turn,
    before: Steps,
    cards: int,
    fives: i64,
    hand: i64,
    palette: i64,
    found: list[TurnGroup],
) -> None:
    """Append to `found` the winning turns in which the mover next plays one of the given cards.

    If the card has an action, the turns also carry out this action.

    Args:
        turn: Values that stay the same during the turn.
        before: Steps of the cards that have already been played in this turn.
        cards: Set of the hand cards to choose from.
        fives: Set of the 5s that may be played now or later in the turn.
        hand: The mover's hand before the play.
        palette: The mover's palette before the play.
        found: List to which a `TurnGroup` for each sequence of plays and actions is added.
    """
    rest: i64 = cards
    while rest:
        bit = rest & -rest
        rest ^= bit
        card = card_of_singleton(bit)
        plays = before + _PLAYS[card]
        later = fives & (~cards | bit - 1)
        if not _carry_out_action(turn, plays, card, later, hand ^ bit, palette | bit, found):
            _add_ending_branch(turn, plays, hand ^ bit, palette | bit, found)


def _add_ending_branch(
    turn: _Turn, plays: Steps, hand: i64, palette: i64, found: list[TurnGroup]
) -> None:
    endings: i64 = find_endings_from_hand(palette, turn.needed_strength, turn.rule, hand)
    if endings:
        if turn.advanced and turn.size:
            earning = EARNING_CARDS[count_bits(palette)]
        else:
            earning = 0
        found.append(TurnGroup(plays, (), endings, earning, stops=False))


# `_carry_out_action`, `_take` and `_carry_out_move` append the winning turns with a card's action
# to the list `found`, and return whether the action can be carried out.


def _carry_out_action(
    turn: _Turn,
    plays: Steps,
    acting: int,
    fives: i64,
    hand: i64,
    palette: i64,
    found: list[TurnGroup],
) -> bool:
    """Append to `found` the winning turns that carry out the action of the card just played.

    Args:
        turn: Values that stay the same during the turn.
        plays: Steps of the cards that have been played in this turn.
        acting: The last card played, whose action is carried out.
        fives: Set of the 5s that may still be played in this turn.
        hand: The mover's hand after the plays.
        palette: The mover's palette after the plays.
        found: List to which a `TurnGroup` for each sequence of plays and actions is added.

    Returns:
        Whether the card has an action that must be carried out.
    """
    number = number_of(acting)
    if number == 1:
        return _take(turn, plays, hand, palette, found)
    if number == 7:
        return _carry_out_move(turn, plays, acting, hand, palette, found)
    if number == 5:
        before = len(found)
        _add_plays(turn, plays, hand & (~_FIVES | fives), fives, hand, palette, found)
        return len(found) > before or _must_play(turn, hand)
    if number == 3 and turn.size:
        found.append(TurnGroup(plays, _FETCH, 0, 0, stops=True))
        return True
    return False


def _take(turn: _Turn, plays: Steps, hand: i64, palette: i64, found: list[TurnGroup]) -> bool:
    """Append to `found` the winning turns that carry out the action of a 1.

    The action puts a card of an opponent's palette on top of the deck. In edition 1.3 this palette
    must be at least as large as the mover's. In the first edition it must contain at least two
    cards.

    Returns:
        True if there is a card that may be taken, even if the mover doesn't win by taking it.
    """
    size = count_bits(palette)
    least = 2 if turn.is_first else size
    earning = EARNING_CARDS[size] if turn.advanced else 0
    own: i64 = compute_strength(palette)
    is_possible = False
    hand |= END_GUARD
    for loss in turn.all_losses():
        if loss.size >= least:
            is_possible = True
            rules: i64 = RULES_BY_GUARDS[((own - loss.needed_strength) & GUARDS) % 255]
            endings = find_winning_endings(rules, turn.rule) & hand
            if endings:
                found.append(TurnGroup(plays, loss.action, endings, earning, stops=False))
    return is_possible


def _must_play(turn: _Turn, hand: i64) -> bool:
    """Return whether the mover must play another card after a 5, even if it can't win afterwards.

    In edition 1.3 this is the case if its hand has any card besides 1s and 7s; a 1 or a 7 may only
    be played if the mover can still win the turn. In the first edition this is the case if its hand
    has any card.
    """
    return hand & ~(0 if turn.is_first else _MUST_WIN) != 0


def _carry_out_move(
    turn: _Turn, plays: Steps, acting: int, hand: i64, palette: i64, found: list[TurnGroup]
) -> bool:
    """Append to `found` the winning turns that carry out the action of a 7.

    The action moves a card of the mover's palette to the canvas or to the top of the deck. In
    edition 1.3 it may move any card. In the first edition it may not move the 7 itself, it may only
    move a card to the canvas, and the palette must lead under that card's rule afterwards.

    Returns:
        True if there is a card that may be moved. In edition 1.3 this is always the case. In the
        first edition it is only the case if the mover leads after a move.
    """
    is_possible = not turn.is_first
    if turn.advanced:
        earning = EARNING_CARDS[count_bits(palette) - 1]
    else:
        earning = 0
    earning_now = earning if turn.size else 0
    hand |= END_GUARD
    rest: i64 = palette if is_possible else palette ^ 1 << acting
    while rest:
        bit = rest & -rest
        rest ^= bit
        card = card_of_singleton(bit)
        rules = find_rules_led(palette ^ bit, turn.needed_strength)
        endings = find_winning_endings(rules, card % 7) & hand
        if turn.is_first:
            if endings & END_GUARD:
                is_possible = True
                found.append(TurnGroup(plays, _SHEDS[card], endings, earning_now, stops=False))
            continue
        if endings:
            found.append(TurnGroup(plays, _SHEDS[card], endings, earning_now, stops=False))
        endings = find_winning_endings(rules, turn.rule) & hand
        if endings:
            found.append(TurnGroup(plays, _BURIES[card], endings, earning, stops=False))
    return is_possible


_FIVES: Final = CARDS_OF_NUMBER[5]
_MUST_WIN: Final = CARDS_OF_NUMBER[1] | CARDS_OF_NUMBER[7]
_PENDING_PHASES: Final = frozenset({OWES_TAKE, OWES_FETCH, OWES_PLAY, OWES_MOVE})
_PHASE_OWED: Final = {1: OWES_TAKE, 3: OWES_FETCH, 5: OWES_PLAY, 7: OWES_MOVE}
_PLAYS: Final = [(step,) for step in PLAY_STEPS]
_TAKES: Final = [[(step,) for step in steps] for steps in TAKE_STEPS]
_SHEDS: Final = [(step,) for step in SHED_STEPS]
_BURIES: Final = [(step,) for step in BURY_STEPS]
_FETCH: Final = (FETCH_STEP,)
ACTION_CARDS: Final = (
    CARDS_OF_NUMBER[1] | CARDS_OF_NUMBER[3] | CARDS_OF_NUMBER[5] | CARDS_OF_NUMBER[7]
)
"""The set of all cards that have an action: the cards with odd numbers."""


class Turns:
    """All legal turns of the mover, numbered from 0.

    If the mover's turn has already begun, these are the possible remaining parts of the turn. Turns
    are not stored one by one, but in groups that begin with the same opening.

    Attributes:
        position: The position.
        led_rules: Sets of rules (seven bits) under which the mover's palette leads. Entry 0 is the
            set if no card is played. Each further entry is the set after playing one card of
            `plain`, lowest card first.
        plain: Set of hand cards that may be played without an action.
        idle: END_GUARD if the mover may end the turn now, without a further play or discard;
            otherwise 0.
        cumulative_counts: For each entry of `led_rules` and then for each entry of `groups`, the
            number of turns that belong to this entry or an earlier one.
        groups: Groups of turns with actions. The turns of a group begin with the same plays and
            the same action.
        earning_first: Cards that earn a draw if they are discarded without a play.
        earning: Cards that earn a draw if they are discarded after one play.
        may_pass: Whether dropping out is allowed; if so, it is the last turn.
        count: Number of all turns.
    """

    def __init__(
        self,
        position: Position,
        led: list[int],
        plain: i64,
        idle: i64,
        cumulative_counts: list[int],
        groups: list[TurnGroup],
        earning_first: i64,
        earning: i64,
        may_pass: bool,
    ) -> None:
        self.position: Final = position
        self.led_rules: Final = led
        self.plain: Final = plain
        self.idle: Final = idle
        self.cumulative_counts: Final = cumulative_counts
        self.groups: Final = groups
        self.earning_first: Final = earning_first
        self.earning: Final = earning
        self.may_pass: Final = may_pass
        count = cumulative_counts[-1] if cumulative_counts else 0
        self.count: Final = count + 1 if may_pass else count

    def list_plain_openings(self) -> list[tuple[int, int]]:
        """List the winning turns that play no card, or one card without an action.

        Returns:
            Pairs of a play and the endings that win after it. The play is a set of one card, or 0
            if no card is played. The endings are a bit mask: every hand card that the mover may
            then discard, and END_GUARD if the turn may end without a discard.
        """
        openings: list[tuple[int, int]] = []
        for opening in range(len(self.led_rules)):
            play = self.play_of(opening)
            endings = self.endings_after_play(opening, play)
            if endings:
                openings.append((play, endings))
        return openings

    def play_of(self, opening: int) -> i64:
        """Return the card that a turn without an action plays, as a set of one card.

        Args:
            opening: Number of the play: 0 for no card, 1 for the lowest card that may be played
                without an action (see `plain`), 2 for the second lowest, and so on.

        Returns:
            A bit mask with one bit, or 0 if no card is played.
        """
        if not opening:
            return 0
        return find_nth_card(self.plain, opening - 1)

    def endings_after_play(self, opening: int, play: i64) -> i64:
        """Return the endings that win after playing no card, or one card without an action.

        Args:
            opening: Number of the play: 0 for no card, 1 for the lowest card that may be played
                without an action (see `plain`), 2 for the second lowest, and so on.
            play: The same play as a set of one card, or 0 for no card: the result of `play_of`.

        Returns:
            A bit mask: the bits of the hand cards whose discard wins, and END_GUARD if the mover
            also wins without a discard.
        """
        position = self.position
        hand: i64 = position.hands[position.mover]
        endings = find_winning_endings(self.led_rules[opening], position.rule)
        return endings & (hand ^ play | END_GUARD if play else hand | self.idle)

    def earning_of(self, play: int) -> int:
        """Return the set of all cards, in the hand or not, whose discard would earn a draw.

        Args:
            play: The card that the turn plays before the discard, as a set of one card; 0 if the
                turn plays no card.
        """
        if play:
            return self.earning
        return self.earning_first


def build_turns(position: Position) -> Turns:
    """Return the legal turns of the mover.

    If the mover has already taken the first steps of its turn, the result has only the possible
    remaining parts of the turn.

    The round must not be over, and the mover's hand must be known. `legality` checks both.
    """
    phase = position.phase
    if phase == START:
        return _list_opening_turns(position)
    if phase <= DREW:
        return _list_ending_turns(position)
    groups = list_owed_groups(position)
    return Turns(position, [], 0, 0, _count_up_to(groups, 0), groups, 0, 0, may_pass=False)


def _count_up_to(groups: list[TurnGroup], before: int) -> list[int]:
    cumulative_counts: list[int] = []
    for group in groups:
        if group.stops:
            before += 1
        elif COMPILED:
            before += count_bits(group.endings) + count_bits(group.earning)
        else:
            before += BIT_COUNT(group.endings) + BIT_COUNT(group.earning)
        cumulative_counts.append(before)
    return cumulative_counts


def _list_ending_turns(position: Position) -> Turns:
    """Return the turns in a phase in which the mover can only discard, end or drop out."""
    mover = position.mover
    needed_strength = find_strength_to_lead(mover, position.out, position.palettes)
    rules = find_rules_led(position.palettes[mover], needed_strength)
    endings = (position.hands[mover] | END_GUARD) & find_winning_endings(rules, position.rule)
    draws = position.rules.advanced and len(position.deck) > 0
    if draws:
        earning = EARNING_CARDS[len(position.rows[mover])]
    else:
        earning = 0
    cumulative_counts = [count_bits(endings) + count_bits(endings & earning)]
    return Turns(
        position, [rules], 0, END_GUARD, cumulative_counts, [], earning, 0, position.phase == DREW
    )


def _list_opening_turns(position: Position) -> Turns:
    mover = position.mover
    palettes = position.palettes
    palette: i64 = palettes[mover]
    hand: i64 = position.hands[mover]
    needed_strength: i64 = find_strength_to_lead(mover, position.out, palettes)
    advanced, actions, _ = position.rules
    earning_first: i64 = 0
    earning: i64 = 0
    if advanced and position.deck:
        size = len(position.rows[mover])
        earning_first = EARNING_CARDS[size]
        earning = EARNING_CARDS[size + 1]
    plain: i64 = hand & ~ACTION_CARDS if actions else hand
    acting = hand ^ plain
    opening_count = 1 + (count_bits(plain) if COMPILED else BIT_COUNT(plain))
    led = [0] * opening_count
    cumulative_counts = [0] * opening_count
    strength = compute_strength(palette)
    count = fill_plain_turns(
        palette,
        strength,
        hand,
        plain,
        needed_strength,
        position.rule,
        earning_first,
        earning,
        led,
        cumulative_counts,
    )
    groups: list[TurnGroup] = []
    if acting:
        groups = list_played_groups(position, acting)
        cumulative_counts += _count_up_to(groups, count)
    return Turns(
        position, led, plain, 0, cumulative_counts, groups, earning_first, earning, may_pass=True
    )


def fill_plain_turns(
    palette: i64,
    strength: i64,
    hand: i64,
    plain: i64,
    needed_strength: i64,
    rule: i64,
    earning_first: i64,
    earning: i64,
    led: list[int],
    cumulative_counts: list[int],
) -> i64:
    """Find and count the winning turns that play no card, or one card without an action.

    Each such start of a turn (no play, or the play of a certain card) is called an *opening*. Two
    output lists get one entry for each opening. The list `led` gets the rules under which the
    mover's palette leads after the play. The list `cumulative_counts` gets the running total of
    winning turns.

    Args:
        palette: The mover's palette, a set of cards.
        strength: The palette's strength under all rules, packed into one integer.
        hand: The mover's hand, a set of cards.
        plain: Set of the hand cards that may be played without an action.
        needed_strength: Strength that the palette needs to lead under each rule, packed into one
            integer by `find_strength_to_lead`.
        rule: The rule in force.
        earning_first: Cards that earn a draw if they are discarded and nothing was played.
        earning: Cards that earn a draw if they are discarded after a play.
        led: Output list with one entry for each opening: the first for no play, then one for each
            card of `plain`, lowest first. An entry receives the rules (seven bits) under which the
            palette leads after the play.
        cumulative_counts: Output list, equally long. The entry of an opening receives the number of
            turns that begin with this opening or an earlier one.

    Returns:
        The last entry of `cumulative_counts`: the number of turns that begin with any of the
        openings.
    """
    rules: i64 = RULES_BY_GUARDS[((strength - needed_strength) & GUARDS) % 255]
    ends = hand & rules * VIOLET_CARDS
    count: i64 = count_bits(ends) + count_bits(ends & earning_first) if ends else 0
    led[0] = rules
    cumulative_counts[0] = count
    opening: i64 = 1
    rest = plain
    while rest:
        card = rest & -rest
        rest ^= card
        if COMPILED:
            rules = RULES_BY_GUARDS[
                ((measure_strength(palette | card) - needed_strength) & GUARDS) % 255
            ]
        else:
            rules = RULES_BY_GUARDS[
                ((STRENGTH_CACHE[palette | card] - needed_strength) & GUARDS) % 255
            ]
        if rules:
            ends = (hand ^ card) & rules * VIOLET_CARDS
            count += (count_bits(ends) if COMPILED else BIT_COUNT(ends)) + (rules >> rule & 1)
            if earning:
                count += count_bits(ends & earning) if COMPILED else BIT_COUNT(ends & earning)
        led[opening] = rules
        cumulative_counts[opening] = count
        opening += 1
    return count


def find_nth_card(cards: i64, nth: i64) -> i64:
    """Return one card of a set.

    Args:
        cards: The set.
        nth: Index of the card, 0 for the lowest.

    Returns:
        A set with only this card.
    """
    while nth > 0:
        cards &= cards - 1
        nth -= 1
    return cards & -cards


def find_opening(cumulative_counts: list[int], index: int) -> int:
    """Return the index of a turn's opening, which is the part of the turn before its ending.

    An opening consists of the played cards and their actions. It may be empty.

    Args:
        cumulative_counts: For each opening, the number of turns that begin with this opening or an
            earlier one, see `Turns.cumulative_counts`.
        index: Number of the turn, from 0.

    Returns:
        The index of the opening in `cumulative_counts`. The length of that list if the turn
        consists of dropping out.
    """
    if not COMPILED:
        return bisect_right(cumulative_counts, index)
    low = 0
    high = len(cumulative_counts)
    while low < high:
        middle = (low + high) >> 1
        if cumulative_counts[middle] > index:
            high = middle
        else:
            low = middle + 1
    return low


def list_steps(turns: Turns, index: int) -> tuple[Step, ...]:
    """Return the steps of a turn, to its end or to the action of a 3, which draws an unknown card.

    Args:
        turns: The legal turns.
        index: Number of the turn, from 0 to `turns.count` - 1.
    """
    opening = find_opening(turns.cumulative_counts, index)
    if opening == len(turns.cumulative_counts):
        return (PASS_STEP,)
    index -= turns.cumulative_counts[opening - 1] if opening else 0
    if opening < len(turns.led_rules):
        play: int = turns.play_of(opening)
        endings: int = turns.endings_after_play(opening, play)
        plays = (PLAY_STEPS[card_of_singleton(play)],) if play else ()
        return plays + _list_closing_steps(endings, endings & turns.earning_of(play), index)
    group = turns.groups[opening - len(turns.led_rules)]
    if group.stops:
        return group.steps
    return group.steps + _list_closing_steps(group.endings, group.earning, index)


def _list_closing_steps(endings: int, earning: int, index: int) -> tuple[Step, ...]:
    ending: int = find_ending(endings, earning, index)
    if ending == END_GUARD:
        return (END_STEP,)
    discard = DISCARD_STEPS[(ending & ~WITH_DRAW).bit_length() - 1]
    if ending & WITH_DRAW:
        return (discard, DRAW_STEP, END_STEP)
    return (discard, END_STEP)


WITH_DRAW: Final = END_GUARD << 1
"""Flag of an ending, which is the part of a turn after its plays. An ending is stored as one
integer: the bit of the discarded card, or END_GUARD. This flag is added if the seat draws a card
after the discard."""


def find_ending(endings: i64, earning: i64, index: i64) -> i64:
    """Return one of the possible endings of a turn, selected by an index.

    Args:
        endings: Bit mask of the cards that may be discarded, with END_GUARD if the turn may end
            without a discard.
        earning: The cards in `endings` whose discard earns a draw.
        index: Index into a list with all bits of `endings` (without a draw), and then all bits of
            `earning` (with a draw).

    Returns:
        The bit of the card to discard, or END_GUARD for no discard. WITH_DRAW is added if the turn
        also draws.
    """
    mark: i64 = 0
    size = count_bits(endings)
    if index >= size:
        index -= size
        endings = earning
        mark = WITH_DRAW
    while index:
        endings &= endings - 1
        index -= 1
    return endings & -endings | mark


def list_all_turns(turns: Turns) -> list[tuple[Step, ...]]:
    """Return the steps of every legal turn.

    The turns are sorted by the cards that they play, highest first, and then by how they end.
    """
    listed: list[tuple[Step, ...]] = []
    for play, endings in turns.list_plain_openings():
        plays = (PLAY_STEPS[card_of_singleton(play)],) if play else ()
        listed += _list_ended_turns(plays, endings, endings & turns.earning_of(play))
    for group in turns.groups:
        if group.stops:
            listed.append(group.steps)
        else:
            listed += _list_ended_turns(group.steps, group.endings, group.earning)
    if turns.may_pass:
        listed.append((PASS_STEP,))
    return sorted(listed, key=_listing_key)


def _list_ended_turns(
    plays: tuple[Step, ...], endings: int, earning: int
) -> list[tuple[Step, ...]]:
    found = [(*plays, DISCARD_STEPS[card], END_STEP) for card in cards_in(endings & ~END_GUARD)]
    if endings & END_GUARD:
        found.append((*plays, END_STEP))
    return found + [
        (*plays, DISCARD_STEPS[card], DRAW_STEP, END_STEP) for card in cards_in(earning)
    ]


def sort_as_listed(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return a legal turn with the 5s at its beginning sorted, the highest card first.

    The 5s may be played in any order, but lists of turns only contain the turn with this order.
    """
    chain = 0
    while chain < len(steps) and steps[chain].kind == PLAY and number_of(steps[chain].card) == 5:
        chain += 1
    return (*sorted(steps[:chain], reverse=True), *steps[chain:])


def _listing_key(steps: tuple[Step, ...]) -> tuple[tuple[int, int], ...]:
    order = {PLAY: 0, DISCARD: 2, PASS: 9, END: 0}
    return tuple([(order.get(step.kind, 1), -step.card) for step in steps])
