"""Leads into matches: begins them, goes on with those that are kept, shows and deletes them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from red7_desktop.kit.pages.dialogs import ask, show_message
from red7_desktop.kit.pages.notices import explain_error
from red7_desktop.kit.storage.instance_lock import LockHeld
from red7_desktop.tabletop.files import CannotRead, CannotWrite
from red7_desktop.tabletop.save import DamagedSave

if TYPE_CHECKING:
    from datetime import date

    from red7_desktop.app.match.desk import MatchService
    from red7_desktop.app.match.kept_words import Occasion
    from red7_desktop.kit.pages.notices import Notices
    from red7_desktop.kit.pages.screen import Screen, Ui
    from red7_desktop.play.session import Session
    from red7_desktop.scene.node import Node
    from red7_desktop.tabletop.save import SavedMatch


@dataclass(frozen=True)
class MatchWays:
    """Where the program goes: to a screen, to the title, to the table of a match.

    sketch: gives a small picture of a match, of a width.
    """

    show: Callable[[Screen], None]
    title: Callable[[], None]
    table: Callable[[Session], None]
    sketch: Callable[[SavedMatch, float], Node]


class Matches:
    """Asks before a match would be lost, and says why one cannot be gone on with.

    desk: where they begin. ways: where the program goes. played: gives what shows the matches that
    are over, None where there are none. named: gives what a match was begun for, "" for nothing
    else than to be played.
    """

    def __init__(
        self,
        kit: Ui,
        desk: MatchService,
        notices: Notices,
        ways: MatchWays,
        today: Callable[[], date],
    ) -> None:
        self._kit = kit
        self.desk = desk
        self._notices = notices
        self.ways = ways
        self._today = today
        self.played: Callable[[], Callable[[], None] | None] = lambda: None
        self.named: Callable[[Occasion], str] = lambda begun: ""

    @property
    def has_any(self) -> bool:
        """Whether any match is kept, be it over or not."""
        return self.desk.has_any_match or self.played() is not None

    def back(self) -> None:
        """Go back from the matches that are over: to those that are not, or to the title."""
        if self.desk.has_any_match:
            self.show()
        else:
            self.ways.title()

    def show(self) -> None:
        """Show all matches that go on, and where there are none, those that are over."""
        from red7_desktop.app.match.matches_screen import MatchesActions, MatchesScreen

        self.desk.leave()
        played = self.played()
        if not self.desk.has_any_match and played is not None:
            played()
            return
        actions = MatchesActions(
            kept=self.desk.kept,
            resume=self.resume,
            delete=self._delete,
            back=self.ways.title,
            today=self._today,
            sketch=self.ways.sketch,
            named=self.named,
            played=played,
        )
        self.ways.show(MatchesScreen(self._kit, actions))

    def resume(self, number: int | None = None) -> None:
        """Go on with the match in a slot, or the one played last; say so where it cannot be."""
        texts = self._kit.texts
        try:
            session, problem = self.desk.resume(number)
        except (CannotRead, DamagedSave) as error:
            message = texts(
                "The saved match cannot be read: {why}", why=explain_error(error, texts)
            )
            show_message(self._kit, texts("Continue"), message)
        except LockHeld:
            message = texts("This match is being played in another window.")
            show_message(self._kit, texts("Continue"), message)
        else:
            self._notices.match_was_damaged(problem)
            self.ways.table(session)

    def begin(self, begin: Callable[[], Session]) -> None:
        """Begin a match, or ask which one may go where every slot is in use."""
        from red7_desktop.app.match.autosave import NoRoom

        try:
            session = begin()
        except NoRoom:
            self._ask_for_room(begin)
        else:
            self.ways.table(session)

    def _ask_for_room(self, begin: Callable[[], Session]) -> None:
        """Name what was played longest ago, and delete it once that is agreed to.

        What another copy of the program plays is not offered.
        """
        from red7_desktop.app.match.kept_words import describe_save

        texts, kept = self._kit.texts, self.desk.kept()
        self.ways.title()
        oldest = next((each for each in reversed(kept) if not each.is_elsewhere), None)
        title = texts("No room for another match")
        if oldest is None:
            show_message(self._kit, title, texts("All are being played in other windows."))
            return

        def make_room() -> None:
            if self._delete(oldest.number):
                self.begin(begin)

        message = texts(
            "No more matches can be kept. Deleting the one that was played longest "
            "ago makes room: {match}. Another one can be deleted under Matches.",
            match=describe_save(oldest, texts, self._today(), self.named).sentence(),
        )
        ask(self._kit, title, message, yes=texts("Delete it and start"), on_yes=make_room)

    def _delete(self, number: int) -> bool:
        """Delete a kept match; tell where that cannot be done."""
        try:
            self.desk.delete(number)
        except (LockHeld, CannotWrite) as error:
            self._notices.match_not_deleted(error)
            return False
        return True
