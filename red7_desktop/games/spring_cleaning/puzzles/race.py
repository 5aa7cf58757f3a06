"""Looks ahead in rounds whose hands lie open, exactly, for so many turns of one seat.

Two questions are answered: whether the seat goes out in time whatever the others do, and whether
nobody else goes out before it acts again. The others play as one against the seat.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.puzzles.turns import TurnPath, list_turn_paths
from red7_desktop.games.spring_cleaning.rules.cards import HIGHEST
from red7_desktop.games.spring_cleaning.rules.combinations import length_of
from red7_desktop.games.spring_cleaning.rules.engine.advance import (
    apply_draw,
    apply_insert,
    apply_offer,
    apply_play,
    apply_step,
)
from red7_desktop.games.spring_cleaning.rules.engine.legal import list_legal_steps, list_plays
from red7_desktop.games.spring_cleaning.rules.engine.position import OWES_INSERT, OWES_OFFER, START
from red7_desktop.games.spring_cleaning.rules.steps import DRAW, PLAY
from red7_desktop.tabletop.player import ShouldStop, keep_on
from red7_desktop.tabletop.puzzle import Unsolved

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from red7_desktop.games.spring_cleaning.rules.engine.position import Position

NO_LIMIT: Final = 1 << 40

ASKED_EVERY: Final = 16
"""So many positions are opened between two questions whether to stop."""


class RaceSolver:
    """Finds out how a race ends for a seat; remembers what it has seen.

    holds: whether it is enough that nobody else goes out before the seat acts again; else it has to
    go out itself. by_luck: whether whoever draws from the deck may get any card, and the seat does
    not count on it; else the cards come as they lie there. limit: how many positions may be opened.
    `wins` raises Unsolved where that is not enough, or `should_stop` said stop.
    """

    def __init__(
        self,
        seat: int,
        *,
        holds: bool = False,
        by_luck: bool = False,
        limit: int = NO_LIMIT,
        should_stop: ShouldStop = keep_on,
    ) -> None:
        self.seat: Final = seat
        self.work = 0
        self._holds: Final = holds
        self._by_luck: Final = by_luck
        self._limit: Final = limit
        self._should_stop: Final = should_stop
        self._known: Final[dict[tuple[object, ...], bool]] = {}

    def wins(self, position: Position, turns: int) -> bool:
        """Whether the seat reaches its goal in so many of its turns, the running one included."""
        if position.is_over:
            return not position.card_count(self.seat)
        mine = position.mover == self.seat
        if not turns and (mine or not self._holds):
            return self._holds
        key = (*position.key(), turns)
        known = self._known.get(key)
        if known is None:
            self.work += 1
            if self.work > self._limit or (not self.work % ASKED_EVERY and self._should_stop()):
                raise Unsolved
            ahead = (
                self.wins(each, turns - (mine and each.mover != self.seat))
                for each in self._ahead(position, turns)
            )
            known = any(ahead) if mine else all(ahead)
            self._known[key] = known
        return known

    def _ahead(self, position: Position, turns: int) -> Iterator[Position]:
        """Give where the mover's steps lead, as far as they make a difference."""
        mine = position.mover == self.seat
        hand = position.hands[position.mover]
        # What a rival holds matters no more once it acts for the last time.
        is_last = not mine and turns <= 1
        if position.phase == OWES_INSERT:
            last = len(hand) + 1
            for place in range(last if is_last else 1, last + 1):
                if place == last or hand[place - 1] != position.drawn:
                    yield apply_insert(position, place)
        elif position.phase == OWES_OFFER:
            for place in range(1, len(hand) + 1):
                alike = hand[place:] if is_last else hand[place : place + 1]
                if hand[place - 1] not in alike:
                    yield apply_offer(position, place)
        elif position.phase == START:
            must_go_out = mine and turns == 1 and not self._holds
            yield from self._from_start(position, plays_only=must_go_out)
        else:
            for step in list_legal_steps(position, position.mover):
                yield apply_step(position, step)

    def _from_start(self, position: Position, *, plays_only: bool) -> Iterator[Position]:
        """Give where a turn may begin to lead; plays first, long ones before short ones.

        plays_only: nobody goes out by drawing, so that there is no need to look at that.
        """
        for play in sorted(list_plays(position), key=length_of, reverse=True):
            yield apply_play(position, play)
        if plays_only:
            return
        for step in list_legal_steps(position, position.mover):
            if step.kind == DRAW:
                for card in self._cards_drawn(position):
                    yield apply_draw(position, card)
            elif step.kind != PLAY:
                yield apply_step(position, step)

    def _cards_drawn(self, position: Position) -> Iterable[int]:
        """List the cards that the mover may draw from the deck."""
        if position.deck and not self._by_luck:
            return position.deck[:1]
        return () if position.mover == self.seat else range(1, HIGHEST + 1)

    def line(self, position: Position, turns: int) -> list[tuple[int, TurnPath]]:
        """Play on as both sides do best till it is decided: each seat with its turn.

        turns: of the seat that are still to come.
        """
        line: list[tuple[int, TurnPath]] = []
        while not position.is_over and (turns or (self._holds and position.mover != self.seat)):
            mover, mine = position.mover, position.mover == self.seat
            turns -= mine
            way = max(list_turn_paths(position), key=partial(self._merit, turns, mine))
            line.append((mover, way))
            position = way.position
        return line

    def _merit(self, turns: int, mine: bool, way: TurnPath) -> tuple[bool, bool, int]:
        """Rank a turn for its seat: whether it does what it should, if at once, cards played."""
        does = self.wins(way.position, turns) == mine
        last = way.steps[-1]
        return does, does and way.position.is_over, length_of(last.what) if last.kind == PLAY else 0
