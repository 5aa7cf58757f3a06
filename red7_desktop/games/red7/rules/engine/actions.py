"""The actions of the odd cards: every way to carry them out that can still end winning.

A 5 chains to another card, the others do not, so a way is a line of plays whose last card may act.
In which order 5s are played makes no difference: of all orders the one with high cards first is
listed, for seven 5s have 5,040. Until the last card acts, nothing but the mover's hand and palette
changes: what the rivals hold against them is worked out once for a turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from red7_desktop.games.red7.rules.cards import OF_NUMBER, bits, cards_in, number_of, only_card
from red7_desktop.games.red7.rules.engine.endings import (
    ALLOWED_UNDER,
    EARNING,
    find_best_rival,
    list_endings,
)
from red7_desktop.games.red7.rules.engine.position import (
    DISCARDED,
    OWES_FETCH,
    OWES_MOVE,
    OWES_PLAY,
    OWES_TAKE,
    PLAYED,
)
from red7_desktop.games.red7.rules.engine.strength import (
    END_GUARD,
    GUARDS,
    ONES,
    compute_strength,
    max_strength,
)
from red7_desktop.games.red7.rules.steps import BURIES, PLAYS, SHEDS, TAKES, THE_DRAW, THE_FETCH

if TYPE_CHECKING:
    from mypy_extensions import i64

    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.games.red7.rules.steps import Step

Steps: TypeAlias = "tuple[Step, ...]"


class Branch:
    """A way of playing cards with actions: its steps and the endings open after it.

    plays: the cards played; action: the step that carries out the last one's action, or none.
    endings: set of cards and END; empty where the branch stops. earning: those cards whose
    discard would earn the advanced draw. stops: whether the last step is a draw, after which the
    seat decides again.
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
        """All steps of the branch."""
        return self.plays + self.action


class _Losses:
    """What a rival can lose to a 1: the steps, card by card, and what leads after each.

    size: how many cards the palette has. musts: as `rivals_of`.
    """

    __slots__ = ("musts", "size", "steps")

    def __init__(self, rival: int, palette: int, others: i64) -> None:
        cards = list(cards_in(palette))
        self.size: Final = len(cards)
        self.steps: Final = [_TAKES[rival][card] for card in cards]
        self.musts: Final = [
            _required_strength(max_strength(others, compute_strength(palette ^ 1 << c)))
            for c in cards
        ]


def _required_strength(best: i64) -> int:
    return (best ^ GUARDS) + ONES


class _Turn:
    """Who acts, and what stays the same while they do.

    must: what leads (`rivals_of`). rule: the one in force. size: of the deck. losses: what the
    rivals can lose, worked out when a 1 first asks.
    """

    __slots__ = ("advanced", "is_first", "losses", "must", "position", "rule", "size")

    def __init__(self, position: Position) -> None:
        must: i64 = find_best_rival(position.mover, position.out, position.palettes)
        self.position: Final = position
        self.must: Final = must
        self.rule: Final = position.rule
        self.size: Final = len(position.deck)
        self.advanced: Final = position.rules.advanced
        self.is_first: Final = position.rules.edition == "first"
        self.losses: list[_Losses] = []

    def all_losses(self) -> list[_Losses]:
        """List what each live rival can lose."""
        if not self.losses:
            position = self.position
            out = position.out | 1 << position.mover
            for rival, palette in enumerate(position.palettes):
                if not out >> rival & 1:
                    others = find_best_rival(rival, out, position.palettes) - ONES ^ GUARDS
                    self.losses.append(_Losses(rival, palette, others))
        return self.losses


def list_played_branches(position: Position, cards: int) -> list[Branch]:
    """List the branches that open with one of the given hand cards (a set) of the mover."""
    mover = position.mover
    found: list[Branch] = []
    turn = _Turn(position)
    hand, palette = position.hands[mover], position.palettes[mover]
    _play_each(turn, (), cards, hand & _FIVES, hand, palette, found)
    return found


def list_owed_branches(position: Position) -> list[Branch]:
    """List the branches that begin with what the mover owes: an action, the draw, the end."""
    mover = position.mover
    found: list[Branch] = []
    if position.phase in _OWED:
        acting = position.rows[mover][-1]
        hand, palette = position.hands[mover], position.palettes[mover]
        _carry_out_action(_Turn(position), (), acting, hand & _FIVES, hand, palette, found)
        return found
    if position.phase == DISCARDED:
        found.append(Branch((), (THE_DRAW,), END_GUARD, 0, stops=False))
    found.append(Branch((), (), END_GUARD, 0, stops=False))
    return found


def find_owed_phase(position: Position, card: int) -> int:
    """Give the phase after a card was played to the mover's palette with actions on.

    `position` already has the card in the palette.
    """
    number, mover = number_of(card), position.mover
    hand, palette = position.hands[mover], position.palettes[mover]
    turn = _Turn(position)
    owes = number == 5 and _must_play(turn, hand)
    owes = owes or _carry_out_action(turn, (), card, hand & _FIVES, hand, palette, [])
    return _PHASE_OWED[number] if owes else PLAYED


def _play_each(
    turn: _Turn,
    before: Steps,
    cards: int,
    fives: i64,
    hand: i64,
    palette: i64,
    found: list[Branch],
) -> None:
    """Play each of some hand cards to the palette, and carry out its action, if that can be.

    fives: those that may be played at all, now or later in the turn.
    """
    rest: i64 = cards
    while rest:
        bit = rest & -rest
        rest ^= bit
        card = only_card(bit)
        plays = (*before, PLAYS[card])
        later = fives & (~cards | bit - 1)
        if not _carry_out_action(turn, plays, card, later, hand ^ bit, palette | bit, found):
            _end(turn, plays, hand ^ bit, palette | bit, found)


def _end(turn: _Turn, plays: Steps, hand: i64, palette: i64, found: list[Branch]) -> None:
    """Stop playing: add a branch when some ending wins."""
    ways: i64 = list_endings(palette, turn.must, turn.rule, hand)
    if ways:
        earning = EARNING[bits(palette)] if turn.advanced and turn.size else 0
        found.append(Branch(plays, (), ways, earning, stops=False))


# Each action adds its branches and says whether it could be carried out; if not, it does nothing.


def _carry_out_action(
    turn: _Turn,
    plays: Steps,
    acting: int,
    fives: i64,
    hand: i64,
    palette: i64,
    found: list[Branch],
) -> bool:
    """Carry out the action of a card that lies in the palette; fives: as in `_play_each`."""
    number = number_of(acting)
    if number == 1:
        return _take(turn, plays, hand, palette, found)
    if number == 7:
        return _move(turn, plays, acting, hand, palette, found)
    if number == 5:
        return _play_another(turn, plays, fives, hand, palette, found)
    if number == 3 and turn.size:
        found.append(Branch(plays, _FETCH, 0, 0, stops=True))
        return True
    return False


def _take(turn: _Turn, plays: Steps, hand: i64, palette: i64, found: list[Branch]) -> bool:
    """Carry out a 1: a rival's palette card goes on top of the deck.

    Edition 1.3: not from a palette smaller than one's own. First edition: not an only card.
    """
    size = bits(palette)
    least = 2 if turn.is_first else size
    earning = EARNING[size] if turn.advanced else 0
    own: i64 = compute_strength(palette)
    could = False
    allowed = ALLOWED_UNDER[turn.rule]
    hand |= END_GUARD
    for losses in turn.all_losses():
        if losses.size < least:
            continue
        could = True
        steps = losses.steps
        for at, must in enumerate(losses.musts):
            ways: i64 = allowed[((own - must) & GUARDS) % 255]
            ways &= hand
            if ways:
                found.append(Branch(plays, steps[at], ways, earning, stops=False))
    return could


def _must_play(turn: _Turn, hand: i64) -> bool:
    """Whether a 5 finds another card, whatever comes of it.

    Edition 1.3: a 1 or 7 that cannot end winning may not be played, so it does not count as
    another card. First edition: any card counts.
    """
    return hand & ~(0 if turn.is_first else _PICKY) != 0


def _play_another(
    turn: _Turn, plays: Steps, fives: i64, hand: i64, palette: i64, found: list[Branch]
) -> bool:
    """Carry out a 5: play another card."""
    before = len(found)
    _play_each(turn, plays, hand & (~_FIVES | fives), fives, hand, palette, found)
    return len(found) > before or _must_play(turn, hand)


def _move(
    turn: _Turn, plays: Steps, acting: int, hand: i64, palette: i64, found: list[Branch]
) -> bool:
    """Carry out a 7: a card of the own palette goes to the canvas or on top of the deck.

    Edition 1.3: any card. First edition: another card than the 7, to the canvas only, and only
    where the palette then leads under the card's rule.
    """
    could = not turn.is_first
    earning = EARNING[bits(palette) - 1] if turn.advanced else 0
    earning_now = earning if turn.size else 0
    allowed = ALLOWED_UNDER[turn.rule]
    hand |= END_GUARD
    rest: i64 = palette if could else palette ^ 1 << acting
    while rest:
        bit = rest & -rest
        rest ^= bit
        card = only_card(bit)
        led = ((compute_strength(palette ^ bit) - turn.must) & GUARDS) % 255
        ways: i64 = ALLOWED_UNDER[card % 7][led]
        ways &= hand
        if turn.is_first:
            if ways & END_GUARD:
                could = True
                found.append(Branch(plays, _SHEDS[card], ways, earning_now, stops=False))
            continue
        if ways:
            found.append(Branch(plays, _SHEDS[card], ways, earning_now, stops=False))
        ways = allowed[led]
        ways &= hand
        if ways:
            found.append(Branch(plays, _BURIES[card], ways, earning, stops=False))
    return could


_FIVES: Final = OF_NUMBER[5]

_PICKY: Final = OF_NUMBER[1] | OF_NUMBER[7]

_OWED: Final = frozenset({OWES_TAKE, OWES_FETCH, OWES_PLAY, OWES_MOVE})

_PHASE_OWED: Final = {1: OWES_TAKE, 3: OWES_FETCH, 5: OWES_PLAY, 7: OWES_MOVE}

_TAKES: Final = [[(step,) for step in steps] for steps in TAKES]

_SHEDS: Final = [(step,) for step in SHEDS]

_BURIES: Final = [(step,) for step in BURIES]

_FETCH: Final = (THE_FETCH,)
