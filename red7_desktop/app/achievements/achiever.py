"""Finds out what a person has newly achieved, keeps it and has it told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final

from red7_desktop.app.achievements.account import build_account, find_new_events
from red7_desktop.app.achievements.rules import KIND
from red7_desktop.app.achievements.words import build_all_texts
from red7_desktop.app.looks import LOOK, describe_news
from red7_desktop.tabletop.files import CannotWrite

if TYPE_CHECKING:
    from datetime import date

    from red7_desktop.app.achievements.rules import Account
    from red7_desktop.app.match.desk import MatchService
    from red7_desktop.app.profile.facts import ProfileEvent
    from red7_desktop.app.profile.sums import GameSums
    from red7_desktop.games.registry import Box
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.kit.pages.screen import Ui


class AchievementTracker:
    """Works in the profile's thread, but for its teller.

    note: keeps a deed of the person who is chosen. sums: the last that were made, by the person's
    number, so that a deed beside matches need not have all of them added up again.
    """

    def __init__(
        self,
        kit: Ui,
        box: Box,
        desk: MatchService,
        note: Callable[[ProfileEvent], None],
        today: Callable[[], date],
    ) -> None:
        self._kit = kit
        self._box = box
        self._note = note
        self._today = today
        self.teller = AchievementTeller(kit, box, desk)
        self.sums: dict[int, Mapping[str, GameSums]] = {}

    def account(self, games: Mapping[str, GameSums], deeds: tuple[ProfileEvent, ...]) -> Account:
        """Give what achievements are told from."""
        return build_account(self._box, games, deeds, self._kit.texts)

    def settle(self, number: int, deeds: tuple[ProfileEvent, ...]) -> tuple[ProfileEvent, ...]:
        """Keep what is new for a person whose sums are known; give all deeds.

        Where it cannot be written nothing is new: what can be read is shown all the same.
        """
        new = find_new_events(self.account(self.sums[number], deeds), self._today())
        try:
            for deed in new:
                self._note(deed)
        except CannotWrite:
            return deeds
        self.teller.hear(new)
        return (*deeds, *new)


PAUSE: Final = 5.0
"""Seconds before anybody is told: the end of a match has its own moment."""

_MOST_NAMED: Final = 3


class AchievementTeller:
    """Hears of achievements in any thread, and tells of them when `tick` finds a good moment."""

    def __init__(self, kit: Ui, box: Box, desk: MatchService) -> None:
        self._kit = kit
        self._box = box
        self._desk = desk
        self._new: list[ProfileEvent] = []
        self._tell_at: float | None = None

    def hear(self, new: Iterable[ProfileEvent]) -> None:
        """Keep what is new: achievements, tables and backs."""
        self._new.extend(new)

    @property
    def _is_free(self) -> bool:
        session = self._desk.session
        return session is None or session.is_replay or not session.to_act

    @property
    def is_waiting(self) -> bool:
        """Whether something will be told soon."""
        return bool(self._new) and self._is_free

    def tick(self) -> None:
        """Tell, if it is time."""
        if not self._new:
            return
        now = self._kit.stage.clock.now()
        if self._tell_at is None:
            self._tell_at = now + PAUSE
        if now < self._tell_at or not self._is_free:
            return
        texts, new = self._kit.texts, self._new
        self._new, self._tell_at = [], None
        looks = [deed.key for deed in new if deed.kind == LOOK]
        lines = (
            announce_new(texts, self._box, [deed.key for deed in new if deed.kind == KIND]),
            "" if self._kit.settings.all_looks else describe_news(looks, texts),
        )
        words = " · ".join(filter(None, lines))
        if words:
            self._kit.stage.toasts.show(words)
        if words and self._kit.settings.spoken_log:
            self._kit.speech.say((words,), self._kit.texts.language)


def announce_new(texts: Texts, box: Box, keys: Iterable[str]) -> str:
    """Say which achievements are new, in one line; "" where nobody knows them."""
    words = build_all_texts(texts, box)
    titles = [words[key].title for key in keys if key in words]
    if len(titles) > _MOST_NAMED:
        return texts.plural("{n} new achievement", "{n} new achievements", len(titles))
    named = texts.within("players", ", ").join(titles)
    return texts("Achievement: {names}", names=named) if named else ""
