"""The ways into matches, and the list of those kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from red7_desktop.app.matches.match_desk import MatchService, Occasion, SaveWords, describe_save
from red7_desktop.kit.game_view import SKETCH
from red7_desktop.kit.pages.forms import ListPage
from red7_desktop.kit.pages.notices import Notices, explain_error
from red7_desktop.kit.pages.page import ask, show_message
from red7_desktop.kit.storage import LockHeld
from red7_desktop.scene.boxes import column
from red7_desktop.scene.geometry import Size
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.pictures import Align
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.widget import Label, Panel
from red7_desktop.tabletop.files import CannotRead, CannotWrite
from red7_desktop.tabletop.match import DamagedSave, SavedMatch

if TYPE_CHECKING:
    from datetime import date

    from red7_desktop.app.matches.match_store import SaveInfo
    from red7_desktop.kit.ui import Screen, Ui
    from red7_desktop.play.session import Session


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
        self.desk.leave()
        played = self.played()
        if not self.desk.has_any_match and played is not None:
            played()
            return
        self.ways.show(MatchesScreen(self._kit, self))

    def describe(self, kept: SaveInfo) -> SaveWords:
        """Return what a slot holds, in words."""
        return describe_save(kept, self._kit.texts, self._today(), self.named)

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
        from red7_desktop.app.matches.match_store import NoRoom

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
        texts, kept = self._kit.texts, self.desk.kept()
        self.ways.title()
        oldest = next((each for each in reversed(kept) if not each.is_elsewhere), None)
        title = texts("No room for another match")
        if oldest is None:
            show_message(self._kit, title, texts("All are being played in other windows."))
            return

        def make_room() -> None:
            if self.delete(oldest.number):
                self.begin(begin)

        message = texts(
            "No more matches can be kept. Deleting the one that was played longest "
            "ago makes room: {match}. Another one can be deleted under Matches.",
            match=self.describe(oldest).sentence(),
        )
        ask(self._kit, title, message, yes=texts("Delete it and start"), on_yes=make_room)

    def delete(self, number: int) -> bool:
        """Delete a kept match; tell where that cannot be done."""
        try:
            self.desk.delete(number)
        except (LockHeld, CannotWrite) as error:
            self._notices.match_not_deleted(error)
            return False
        return True


_PICTURE: Final = 0.34
"""The picture never takes more of a row's width."""

_BUTTON: Final = 210.0


class MatchesScreen(ListPage):
    """Shows a row for each match. What was played last has the focus at first."""

    least = 380.0

    def __init__(self, kit: Ui, matches: Matches) -> None:
        super().__init__(kit, "matches", on_leave=matches.ways.title)
        self._matches = matches
        self._kept = matches.desk.kept()
        ready = (kept.number for kept in self._kept if _can_go_on(kept))
        self.first = f"continue {next(ready, 0)}"

    @property
    def title(self) -> str:
        return self.kit.texts("Matches")

    def content(self, width: float) -> Node:
        gap = self.look.theme.sizes.gap
        cards = (self._card(kept, width) for kept in self._kept)
        return column(self._note(width), *cards, gap=gap, name="content")

    def _note(self, width: float) -> Node:
        """Return what is said of all, with the way to those that are over, where there are any."""
        texts, show = self.kit.texts, self._matches.played()
        said = texts("Every match is kept after each step, till it is over.")
        if show is None:
            return self.note(said, width)
        played = Button(self.look, texts("Played matches"), show, name="played")
        return self.note(said, width, played)

    # -- a row -------------------------------------------------------------------------------

    def _card(self, kept: SaveInfo, width: float) -> Panel:
        told = self._matches.describe(kept)
        lines = (
            (told.people, "heading"),
            (told.begun, "body"),
            (told.rules, "body"),
            (told.standing, "body"),
            (told.trouble, "body"),
            (told.played, "note"),
        )

        def words(room: float) -> Node:
            labels = (
                Label(self.look, line, self._fitting(line, style, room), max_width=room, wraps=True)
                for line, style in lines
                if line
            )
            return column(*labels, gap=4.0 * self.zoom, name="words")

        picture = self._picture(kept, min(SKETCH.w * self.zoom, _PICTURE * width))
        return self.card(f"match {kept.number}", words, self._buttons(kept), width, picture)

    def _fitting(self, line: str, style: str, room: float) -> str:
        """Return a style in which every word has room; names may be long."""
        for each in (style, "body", "small"):
            if all(Label(self.look, word, each).size.w <= room for word in line.split()):
                return each
        return "note"

    def _picture(self, kept: SaveInfo, width: float) -> Node:
        """Draw the table; a well with a question mark where nobody knows what lies on it."""
        if kept.saved is not None:
            return self._matches.ways.sketch(kept.saved, width)
        size = SKETCH.scaled(width / SKETCH.w)
        well = Panel(self.look, size, "well", name="sketch")
        well.add(Label(self.look, "?", "display", size=size, align=Align.CENTRE))
        return well

    def _buttons(self, kept: SaveInfo) -> list[Button]:
        texts, number = self.kit.texts, kept.number
        is_first = self.first == f"continue {number}"
        cross = build_glyph("cross", self.look.theme.colour("text_soft"))
        return [
            Button(
                self.look,
                texts("Continue"),
                partial(self._matches.resume, number),
                style="primary" if is_first else "plain",
                size=Size(_BUTTON * self.zoom if self.zoom < 1.3 else 0.0, 0.0),
                enabled=_can_go_on(kept),
                name=f"continue {number}",
            ),
            Button(
                self.look,
                texts("Delete"),
                partial(self._ask, kept),
                icon=cross,
                style="quiet",
                enabled=not kept.is_elsewhere,
                name=f"delete {number}",
            ),
        ]

    # -- deleting ----------------------------------------------------------------------------

    def _ask(self, kept: SaveInfo) -> None:
        texts, match = self.kit.texts, self._matches.describe(kept).sentence()
        ask(
            self.kit,
            texts("Delete this match?"),
            texts("It cannot be brought back: {match}.", match=match),
            yes=texts("Delete"),
            no=texts("Keep it"),
            on_yes=partial(self._delete, kept.number),
        )

    def _delete(self, number: int) -> None:
        """Delete a match; go back to the title with the last one."""
        place = [kept.number for kept in self._kept].index(number)
        self._matches.delete(number)
        self._kept = self._matches.desk.kept()
        if not self._kept:
            self.leave()
            return
        after = self._kept[min(place, len(self._kept) - 1)].number
        self.rebuild(f"continue {after}")


def _can_go_on(kept: SaveInfo) -> bool:
    return kept.saved is not None and not kept.is_elsewhere
