"""Finds out what a person has newly achieved, keeps it and has it told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from red7_desktop.app.achievements.account import account_of, new_deeds
from red7_desktop.app.achievements.teller import Teller
from red7_desktop.tabletop.files import CannotWrite

if TYPE_CHECKING:
    from datetime import date

    from red7_desktop.app.achievements.rules import Account
    from red7_desktop.app.match.desk import MatchDesk
    from red7_desktop.app.profile.facts import Deed
    from red7_desktop.app.profile.sums import GameSums
    from red7_desktop.games.registry import Box
    from red7_desktop.kit.pages.screen import Kit


class Achiever:
    """Works in the profile's thread, but for its teller.

    note: keeps a deed of the person who is chosen. sums: the last that were made, by the person's
    number, so that a deed beside matches need not have all of them added up again.
    """

    def __init__(
        self,
        kit: Kit,
        box: Box,
        desk: MatchDesk,
        note: Callable[[Deed], None],
        today: Callable[[], date],
    ) -> None:
        self._kit = kit
        self._box = box
        self._note = note
        self._today = today
        self.teller = Teller(kit, box, desk)
        self.sums: dict[int, Mapping[str, GameSums]] = {}

    def account(self, games: Mapping[str, GameSums], deeds: tuple[Deed, ...]) -> Account:
        """Give what achievements are told from."""
        return account_of(self._box, games, deeds, self._kit.texts)

    def settle(self, number: int, deeds: tuple[Deed, ...]) -> tuple[Deed, ...]:
        """Keep what is new for a person whose sums are known; give all deeds.

        Where it cannot be written nothing is new: what can be read is shown all the same.
        """
        new = new_deeds(self.account(self.sums[number], deeds), self._today())
        try:
            for deed in new:
                self._note(deed)
        except CannotWrite:
            return deeds
        self.teller.hear(new)
        return (*deeds, *new)
