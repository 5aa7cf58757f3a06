"""Solves rounds whose cards all lie open, exactly: what a seat gets, whatever the others do.

Everything goes by the engine's own turns, so that actions, draws from a known deck and several
rivals are no special case. Rivals play as one against the seat, and go out where that hurts it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.games.red7.rules.cards import worth_of
from red7_desktop.games.red7.rules.engine.advance import apply_turn
from red7_desktop.games.red7.rules.engine.turns import build_turns, list_steps
from red7_desktop.games.red7.rules.scoring import list_takings
from red7_desktop.tabletop.player import ShouldStop, keep_on
from red7_desktop.tabletop.puzzle import Unsolved

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.games.red7.rules.steps import Step

NO_LIMIT: Final = 1 << 40

PATIENCE: Final = 2_000
"""So many positions are opened to say who holds out longest, before any is taken for as long."""

ASKED_EVERY: Final = 16
"""So many positions are opened between two questions whether to stop: a millisecond's work."""


class TurnPath(NamedTuple):
    """A turn, or its beginning up to a draw: its steps, and the position that they lead to."""

    steps: tuple[Step, ...]
    position: Position


def list_turn_paths(position: Position) -> list[TurnPath]:
    """List all turns of the mover, going out last."""
    turns = build_turns(position)
    return [TurnPath(list_steps(turns, nth), apply_turn(turns, nth)) for nth in range(turns.count)]


def list_reached_positions(position: Position) -> list[Position]:
    """List where all turns of the mover lead, going out last."""
    turns = build_turns(position)
    return [apply_turn(turns, nth) for nth in range(turns.count)]


class OpenSearch:
    """Finds out what a seat gets by force; remembers what it has seen.

    for_points: whether a round won counts the points that it brings, else 1; a round lost counts 0.
    limit: how many positions may be opened. Every method raises Unsolved where that is not enough,
    or `should_stop` said stop.
    """

    def __init__(
        self,
        seat: int,
        *,
        for_points: bool = False,
        limit: int = NO_LIMIT,
        should_stop: ShouldStop = keep_on,
    ) -> None:
        self.seat: Final = seat
        self.for_points: Final = for_points
        self.work = 0
        self._limit = limit
        self._patience = PATIENCE
        self._should_stop: Final = should_stop
        self._most: Final = NO_LIMIT if for_points else 1
        self._gains: Final[dict[tuple[object, ...], int]] = {}
        self._lengths: Final[dict[tuple[object, ...], int]] = {}
        self._delays: Final[dict[tuple[object, ...], int]] = {}

    def gain(self, position: Position) -> int:
        """Give what the seat gets from a position on, however the others play."""
        known = self._decided(position)
        if known is not None:
            return known
        key = _search_key(position)
        known = self._gains.get(key)
        if known is None:
            self._count()
            known = self._best(position) if position.mover == self.seat else self._worst(position)
            self._gains[key] = known
        return known

    def _decided(self, position: Position) -> int | None:
        if position.out >> self.seat & 1:
            return 0
        if not position.is_over:
            return None
        if not self.for_points:
            return 1
        return worth_of(next(iter(list_takings(position, self.seat)), 0))

    def _best(self, position: Position) -> int:
        best = 0
        for following in list_reached_positions(position):
            best = max(best, self.gain(following))
            if best >= self._most:
                break
        return best

    def _worst(self, position: Position) -> int:
        worst = NO_LIMIT
        # Going out first: it is soon looked at, and where points are kept it often hurts most.
        for following in reversed(list_reached_positions(position)):
            worst = min(worst, self.gain(following))
            if not worst:
                break
        return worst

    def _count(self) -> None:
        self.work += 1
        if self.work > self._limit or (not self.work % ASKED_EVERY and self._should_stop()):
            raise Unsolved

    # -- how long it takes, and what is played --------------------------------------------------

    def length(self, position: Position) -> int:
        """Count the turns that the seat needs to win, from a position that it wins by force.

        It wins as soon as it can, and the others hold it up as long as they can.
        """
        if position.is_over:
            return 0
        key = _search_key(position)
        known = self._lengths.get(key)
        if known is None:
            self._count()
            ahead = list_reached_positions(position)
            if position.mover == self.seat:
                known = min(
                    [self.length(each) + self._ends(each) for each in ahead if self.gain(each)]
                )
            else:
                known = max(map(self.length, ahead))
            self._lengths[key] = known
        return known

    def delay(self, position: Position) -> int:
        """Count the turns that the seat can still take, from a position that gains it nothing.

        It holds out as long as it can, and the others put it out as soon as they can.
        """
        if position.is_over or position.out >> self.seat & 1:
            return 0
        key = _search_key(position)
        known = self._delays.get(key)
        if known is None:
            self._count()
            ahead = list_reached_positions(position)
            if position.mover == self.seat:
                known = max([self.delay(each) + self._ends(each) for each in ahead])
            else:
                known = min([self.delay(each) for each in ahead if not self.gain(each)])
            self._delays[key] = known
        return known

    def _patient_delay(self, position: Position) -> int:
        """Count the turns as `delay` does; 0 once that has taken too long."""
        limit, before = self._limit, self.work
        self._limit = before + self._patience
        try:
            return self.delay(position)
        except Unsolved:
            if self.work <= self._limit:
                raise  # it was told to stop
            return 0
        finally:
            self._patience = max(0, self._patience - (self.work - before))
            self._limit = limit

    def _ends(self, position: Position) -> int:
        """Whether a turn of the seat has ended, as a number."""
        return int(position.mover != self.seat)

    def line(self, position: Position) -> list[tuple[int, TurnPath]]:
        """Play on as both sides do best: each seat with its turn, until the seat wins or is out."""
        line: list[tuple[int, TurnPath]] = []
        while not position.is_over and not position.out >> self.seat & 1:
            mover, wanted = position.mover, self.gain(position)
            # A turn that brings this gain has been found; to look at all others may take long.
            ways = [way for way in list_turn_paths(position) if self._brings(way.position, wanted)]
            way = max(ways, key=self._merit) if mover == self.seat else min(ways, key=self._merit)
            line.append((mover, way))
            position = way.position
        return line

    def _brings(self, position: Position, wanted: int) -> bool:
        """Whether a position is known to bring a gain, without looking further."""
        known = self._decided(position)
        return (self._gains.get(_search_key(position)) if known is None else known) == wanted

    def _merit(self, way: TurnPath) -> tuple[int, int]:
        """Rank what a turn leads to, as the seat sees it: what it gets, then how soon or late."""
        gain = self.gain(way.position)
        if not gain:
            return 0, self._patient_delay(way.position)
        return gain, 0 if self.for_points else -self.length(way.position)


def _search_key(position: Position) -> tuple[object, ...]:
    """Give all that matters of a position for what comes: not the order of what lies there."""
    return (
        position.hands,
        position.palettes,
        position.deck,
        position.rule,
        position.mover,
        position.out,
        position.phase,
    )
