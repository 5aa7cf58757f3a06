"""Cards that are picked one by one for a step of several: what may join, and what they make."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any


@dataclass(frozen=True)
class Play:
    """A step that takes cards to a zone: the names of all of them, in the step's order.

    waits: brought there, they wait till it is confirmed.
    """

    names: tuple[str, ...]
    target: str
    step: Any
    waits: bool = False

    @cached_property
    def cards(self) -> frozenset[str]:
        """The same names, to be compared."""
        return frozenset(self.names)


@dataclass(frozen=True)
class Gathering:
    """The plays that a player may choose from, and the cards picked so far, which are in one.

    Cards go by their places, `hand:A#2`. A card that is in no play is let alone: what is clicked,
    or dropped, must be known here (`knows`).

    plays: those worth most first, for that is the order in which clicks go through them. alike:
    groups of cards of which it does not matter which one is taken; plays name the first of them.
    picked: in the order of the play that they make, else of picking. turned: the card that was
    clicked last, and what had been picked before.
    """

    plays: tuple[Play, ...] = ()
    alike: tuple[tuple[str, ...], ...] = ()
    picked: tuple[str, ...] = ()
    turned: tuple[str, tuple[str, ...]] | None = None

    @cached_property
    def cards(self) -> frozenset[str]:
        """All cards that are in a play, or like one that is."""
        named = {name for play in self.plays for name in play.names}
        return frozenset(named.union(*[each for each in self.alike if named & set(each)]))

    def knows(self, name: str) -> bool:
        """Tell whether a card is in a play."""
        return name in self.cards

    @property
    def play(self) -> Play | None:
        """The play that the picked cards make; None while they make none."""
        return next((play for play in self.plays if play.cards == set(self.picked)), None)

    @property
    def step(self) -> Any:
        """The step that the picked cards make; None while they make none."""
        return None if self.play is None else self.play.step

    @property
    def waits(self) -> bool:
        """Whether the picked cards wait in their zone till the step is confirmed."""
        return self.play is not None and self.play.waits

    def standing_for(self, name: str) -> str:
        """Give the card that is meant by one of several like it: the next that can join.

        Plays name the first of a group, so these are picked first and put back last.
        """
        group = next((each for each in self.alike if name in each), ())
        inside = [each for each in group if each in self.picked]
        outside = [each for each in group if each not in self.picked]
        if not group:
            return name
        if name in inside:
            return inside[-1]
        more = outside[0]
        return more if not inside or self._over((*self.picked, more)) else inside[-1]

    def has_picked(self, name: str) -> bool:
        """Tell whether a card is picked, or one like it in its place."""
        return self.standing_for(name) in self.picked

    # -- picking -----------------------------------------------------------------------------

    def clicked(self, name: str) -> Gathering:
        """Give what a click on a card leads to.

        It joins, where the others and it are in one play; else it begins anew. If they are in one
        alone, that is filled up. The next clicks on it go through the other plays that it is in,
        and at last let go. A click on another picked card puts this back, or all, if no play can
        do without it.
        """
        name = self.standing_for(name)
        if self.turned is not None and self.turned[0] == name and name in self.picked:
            return self._turn(*self.turned)
        if name in self.picked:
            return self._without(name)
        kept = self.picked if self._over((*self.picked, name)) else ()
        over = self._over((*kept, name))
        picked = over[0].names if len(over) == 1 else (*kept, name)
        return replace(self, picked=self._in_order(picked), turned=(name, kept))

    def dragged(self, name: str) -> Gathering:
        """Give what a drag of a card takes along: what hangs together is dragged as one.

        It joins what is picked, as by a click. Else it comes with the longest play that has it and
        only cards of its zone, the one worth most where several are as long.
        """
        name = self.standing_for(name)
        joins = self.picked and self._over((*self.picked, name))
        zone = name.partition("#")[0]
        near = [
            play.names
            for play in self._over((name,))
            if all(each.partition("#")[0] == zone for each in play.names)
        ]
        if joins or not near:
            return self.clicked(name)
        return replace(self, picked=max(near, key=len), turned=None)

    def alone(self, name: str) -> Gathering:
        """Pick one card and no other."""
        return replace(self, picked=(self.standing_for(name),), turned=None)

    def released(self) -> Gathering:
        """Let go of all cards."""
        return replace(self, picked=(), turned=None) if self.picked else self

    def holding(self, names: Collection[str]) -> Gathering:
        """Pick exactly these cards; none where they are not in one play."""
        fits = bool(names) and bool(self._over(names))
        return replace(self, picked=self._in_order(names) if fits else (), turned=None)

    def taking(self, step: Any) -> Gathering:
        """Pick the cards of a step; nothing changes where it is none of the plays."""
        found = next((play for play in self.plays if play.step == step), None)
        return self if found is None else replace(self, picked=found.names, turned=None)

    def brought(self, name: str, target: str) -> Gathering:
        """Give what bringing a card to a zone leads to, with those that are picked beside it.

        Where they are no play there, but are in one alone, that is filled up.
        """
        there = self if self.has_picked(name) else replace(self.clicked(name), turned=None)
        if there.play is not None and there.play.target == target:
            return there
        over = [play for play in self._over(there.picked) if play.target == target]
        return replace(there, picked=over[0].names) if len(over) == 1 else there

    def preferring(self, steps: Sequence[Any]) -> Gathering:
        """Put the plays of some steps before all others, in their order."""
        first = {play.step: play for play in self.plays if play.step in steps}
        best = [first[step] for step in steps if step in first]
        return replace(self, plays=(*best, *[each for each in self.plays if each not in best]))

    # -- inside ------------------------------------------------------------------------------

    def _over(self, names: Iterable[str]) -> list[Play]:
        """List the plays that some cards are in."""
        wanted = frozenset(names)
        return [play for play in self.plays if wanted <= play.cards]

    def _in_order(self, names: Collection[str]) -> tuple[str, ...]:
        """Put cards into the order of the play that they make, if they make one."""
        made = next((play.names for play in self.plays if play.cards == set(names)), None)
        return tuple(names) if made is None else made

    def _turn(self, name: str, kept: tuple[str, ...]) -> Gathering:
        """Go on to the next play with a card that is clicked again; after the last, let it go."""
        base = (*kept, name)
        over = self._over(base)
        ways = [frozenset(base)] if len(over) > 1 else []
        ways += [play.cards for play in over if play.cards != frozenset(base) or len(over) == 1]
        nth = ways.index(frozenset(self.picked)) + 1 if frozenset(self.picked) in ways else 0
        if nth == len(ways):
            return replace(self, picked=kept, turned=None)
        names = next((play.names for play in over if play.cards == ways[nth]), base)
        return replace(self, picked=names)

    def _without(self, name: str) -> Gathering:
        """Put a card back, and all others too where no play can do without it."""
        rest = tuple([each for each in self.picked if each != name])
        fits = rest and any(name not in play.cards for play in self._over(rest))
        return replace(self, picked=self._in_order(rest) if fits else (), turned=None)
