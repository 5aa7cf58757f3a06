"""Plays a line on in one world, to the end of the round, and values what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.players.acting import OpenRound, play_out_acting
from red7_desktop.games.red7.players.candidate_stats import Line
from red7_desktop.games.red7.players.exact import OutOfWork, Solver
from red7_desktop.games.red7.players.rollout import pick_ending, play_out
from red7_desktop.games.red7.players.turn_code import DRAWS, GOES_OUT, NO_CARD
from red7_desktop.games.red7.rules.cards import bits
from red7_desktop.games.red7.rules.engine.apply_steps import carry_out
from red7_desktop.games.red7.rules.engine.endings import EARNING, find_best_rival
from red7_desktop.games.red7.rules.engine.packed_score import PER_CARD, count_spoil
from red7_desktop.games.red7.rules.engine.position import NOBODY, find_next_live
from red7_desktop.games.red7.rules.steps import FETCH, PASS
from red7_desktop.tabletop.player import ShouldStop, keep_on

if TYPE_CHECKING:
    from red7_desktop.games.red7.players.match_value import Stakes
    from red7_desktop.games.red7.players.playout_policy import Policy
    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.games.red7.rules.steps import Step

ACTING_COST: Final = 4
"""A simulated turn with actions takes so many times the work of one without."""

SMALL: Final = 8
"""Rounds with so few cards in both hands are solved as well as played on."""

SOLVED_AT_MOST: Final = 300
"""Positions that may be opened to solve one world."""


class Forecast:
    """Plays the lines of one position on.

    habit: how all seats choose from then on. stakes: what the outcomes are worth to the mover.
    work: the simulated turns so far, those with actions counted ACTING_COST times. should_stop:
    asked while a world is solved, which is given up once it is time to stop.
    """

    __slots__ = (
        "_acts",
        "_advanced",
        "_habit",
        "_position",
        "_seat",
        "_solver",
        "_stakes",
        "work",
    )

    def __init__(
        self,
        position: Position,
        habit: Policy,
        stakes: Stakes,
        should_stop: ShouldStop = keep_on,
    ) -> None:
        rules = position.rules
        self._position: Final = position
        self._seat: Final = position.mover
        self._habit: Final = habit
        self._stakes: Final = stakes
        self._acts: Final = rules.actions
        self._advanced: Final = rules.advanced
        can_solve = not rules.advanced and not rules.actions and position.seats == 2
        self._solver: Final = Solver(0, should_stop) if can_solve else None
        self.work = 0

    def line_of(self, steps: tuple[Step, ...]) -> Line:
        """Make the line of a turn, with what it is worth where the only rival goes out at once."""
        position, seat = self._position, self._seat
        if not self._advanced or position.seats > 2 or steps[-1].kind in {FETCH, PASS}:
            return Line(steps)
        palettes, deck = list(position.palettes), list(position.deck[::-1])
        _, rule = carry_out(steps, seat, position.hands[seat], palettes, deck, position.rule)
        return Line(steps, self._stakes.value(seat, count_spoil(rule, palettes[seat])))

    def try_line(self, line: Line, hands: list[int], deck: list[int], luck: list[float]) -> None:
        """Play a line on in a world, and let it record what came of it. Changes the lists."""
        position, seat = self._position, self._seat
        palettes = list(position.palettes)
        out, hand = position.out, hands[seat]
        hand, rule = carry_out(line.steps, seat, hand, palettes, deck, position.rule)
        hands[seat] = hand
        if line.is_open:
            rule, out = self._end_open_turn(hands, rule, palettes, deck, out, luck[-1])
        elif line.goes_out:
            out |= 1 << seat
        mover = find_next_live(len(hands), out, seat)
        reply = GOES_OUT
        solved = -1.0
        if mover == NOBODY:
            winner = (~out & -~out).bit_length() - 1
            self.work += 1
        else:
            if self._solver is not None:
                solved = self._solved(self._solver, hands, palettes, rule)
            if self._acts:
                table = OpenRound(position.rules, hands, palettes, deck, rule, mover, out)
                winner, turns, reply = play_out_acting(self._habit, table, luck)
                rule = table.rule
                self.work += turns * ACTING_COST
            else:
                winner, rule, turns, reply = play_out(
                    self._habit, hands, palettes, deck, rule, mover, out, self._advanced, luck
                )
                self.work += turns
        spoil = count_spoil(rule, palettes[winner]) if self._advanced else 0
        value = self._stakes.value(winner, spoil)
        if solved >= 0.0:
            value = (value + solved) / 2.0
        line.record(value, winner == seat, spoil % PER_CARD, reply)

    def _solved(self, solver: Solver, hands: list[int], palettes: list[int], rule: int) -> float:
        """Give what open play comes to, the rival being on move; -1 where that takes too long."""
        if bits(hands[0]) + bits(hands[1]) > SMALL:
            return -1.0
        seat, rival = self._seat, 1 - self._seat
        before = solver.work
        solver.limit = before + SOLVED_AT_MOST
        found = -1.0
        try:
            lost = solver.wins(hands[rival], palettes[rival], rule, hands[seat], palettes[seat])
            found = 0.0 if lost else 1.0
        except OutOfWork:
            pass
        self.work += solver.work - before
        return found

    def _end_open_turn(
        self,
        hands: list[int],
        rule: int,
        palettes: list[int],
        deck: list[int],
        out: int,
        chance: float,
    ) -> tuple[int, int]:
        """End a turn after a 3's draw; give the rule and the seats that are out."""
        seat = self._seat
        hand, palette = hands[seat], palettes[seat]
        must = find_best_rival(seat, out, tuple(palettes))
        earning = EARNING[bits(palette)] if self._advanced and deck else 0
        code = pick_ending(self._habit, palette, hand, must, rule, earning, chance)
        if code == GOES_OUT:
            return rule, out | 1 << seat
        name = code >> 6 & 63
        if name != NO_CARD:
            hand, rule = hand ^ 1 << name, name % 7
            if code & DRAWS:
                hand |= 1 << deck.pop()
            hands[seat] = hand
        return rule, out
