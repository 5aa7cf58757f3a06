"""The list of the matches that are kept."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from red7_desktop.app.matches.match_desk import SaveWords, describe_save, observe_for_all
from red7_desktop.app.matches.match_store import build_seats
from red7_desktop.kit.game_view import SKETCH
from red7_desktop.kit.pages.forms import Flow
from red7_desktop.kit.pages.page import Page, ask
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.pictures import Align
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.scroll import ScrollView
from red7_desktop.scene.widgets.widget import Label, Panel

if TYPE_CHECKING:
    from red7_desktop.app.feature import Navigator
    from red7_desktop.app.matches.match_store import SaveInfo

_WIDE: Final = Size(1240.0, 1240.0)


_LEAST_WORDS: Final = 380.0
"""Where the words would have less room beside the buttons, at zoom 1, these stand below them."""


_PICTURE: Final = 0.34
"""The picture never takes more of a row's width."""


_BUTTON: Final = 210.0


class MatchesScreen(Page):
    """Shows a row for each match. What was played last has the focus at first."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator.kit, "matches", on_leave=navigator.show_title)
        self._navigator = navigator
        self._kept = navigator.desk.store.kept()
        ready = (kept.number for kept in self._kept if _can_go_on(kept))
        self.first = f"continue {next(ready, 0)}"

    def build(self) -> None:
        self.add_room()
        sheet = self.add_sheet(_WIDE)
        top = self.add_head(sheet, self.kit.texts("Matches"))
        gap = self.look.theme.sizes.gap
        y = top + 1.5 * gap
        room = Rect(self.edge, y, sheet.size.w - 2 * self.edge, sheet.size.h - y - self.edge)
        content = self._content(room.w - ScrollView.bar_room * self.zoom)
        self.add_view(sheet, content, room, "matches view")

    def _content(self, width: float) -> Node:
        content = Node(name="content")
        flow = Flow(content, width, self.look.theme.sizes.gap)
        note = self.kit.texts("Every match is kept after each step, till it is over.")
        if self._navigator.has_records:
            self._add_way_to_played(flow, note)
        else:
            flow.add(Label(self.look, note, "note", max_width=width, wraps=True))
        for kept in self._kept:
            flow.add(self._row(kept, width))
        return flow.fit()

    def _add_way_to_played(self, flow: Flow, note: str) -> None:
        """Put a button at the end of the note's line, or below it where there is no room."""
        words = self.kit.texts("Played matches")
        played = Button(self.look, words, self._navigator.show_records, name="played")
        beside = flow.width - played.size.w - 2 * self.look.theme.sizes.gap
        if beside < _LEAST_WORDS * self.zoom:
            flow.add(Label(self.look, note, "note", max_width=flow.width, wraps=True))
            flow.add(played)
        else:
            flow.pair(Label(self.look, note, "note", max_width=beside, wraps=True), played)

    # -- a row -------------------------------------------------------------------------------

    def _row(self, kept: SaveInfo, width: float) -> Panel:
        sizes = self.look.theme.sizes
        pad = 0.8 * sizes.padding
        row = Panel(self.look, Size(width, 1.0), "card_row", name=f"match {kept.number}")
        wide = min(SKETCH.w * self.zoom, _PICTURE * width)
        picture = self._picture(kept, wide)
        picture.position = Vec(pad, pad)
        buttons = self._buttons(kept)
        tools = Size(
            sum(each.size.w for each in buttons) + (len(buttons) - 1) * sizes.gap,
            max(each.size.h for each in buttons),
        )
        left = picture.size.w + 2 * pad + sizes.gap / 2
        room = width - left - pad - tools.w - sizes.gap
        is_narrow = room < _LEAST_WORDS * self.zoom
        if is_narrow:
            room = width - left - pad
        words = Node(name="words")
        flow = Flow(words, room, 4.0 * self.zoom)
        for line, style in self._lines(self._words_of(kept)):
            fitting = self._fitting(line, style, room)
            flow.add(Label(self.look, line, fitting, max_width=room, wraps=True))
        flow.fit()
        below = tools.h + sizes.gap if is_narrow else 0.0
        high = max(picture.size.h, words.size.h + below, tools.h)
        words.position = Vec(left, pad + (high - words.size.h - below) / 2)
        area = Rect(width - pad - tools.w, pad, tools.w, high)
        top = area.bottom - tools.h if is_narrow else area.centre.y - tools.h / 2
        x = area.x
        for button in buttons:
            button.position = Vec(x, top + (tools.h - button.size.h) / 2)
            x += button.size.w + sizes.gap
        row.size = Size(width, high + 2 * pad)
        row.add(picture, words, *buttons)
        return row

    def _fitting(self, line: str, style: str, room: float) -> str:
        """Return a style in which every word has room; names may be long."""
        for each in (style, "body", "small"):
            if all(Label(self.look, word, each).size.w <= room for word in line.split()):
                return each
        return "note"

    def _picture(self, kept: SaveInfo, width: float) -> Node:
        """Draw the table; a well with a question mark where nobody knows what lies on it."""
        if kept.saved is not None:
            saved, navigator = kept.saved, self._navigator
            face = navigator.box[saved.match.game.name].face()
            seats = navigator.profile.faced(build_seats(saved))
            kit = navigator.presentation.kit_for(face)
            return face.sketch(kit, observe_for_all(saved), seats, width)
        size = SKETCH.scaled(width / SKETCH.w)
        well = Panel(self.look, size, "well", name="sketch")
        well.add(Label(self.look, "?", "display", size=size, align=Align.CENTRE))
        return well

    def _words_of(self, kept: SaveInfo) -> SaveWords:
        navigator = self._navigator
        return describe_save(kept, self.kit.texts, navigator.today(), navigator.name_occasion)

    def _lines(self, words: SaveWords) -> list[tuple[str, str]]:
        lines = (
            (words.people, "heading"),
            (words.begun, "body"),
            (words.rules, "body"),
            (words.standing, "body"),
            (words.trouble, "body"),
            (words.played, "note"),
        )
        return [(line, style) for line, style in lines if line]

    def _buttons(self, kept: SaveInfo) -> list[Button]:
        texts, number = self.kit.texts, kept.number
        is_first = self.first == f"continue {number}"
        cross = build_glyph("cross", self.look.theme.colour("text_soft"))
        return [
            Button(
                self.look,
                texts("Continue"),
                partial(self._navigator.resume, number),
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
        texts, words = self.kit.texts, self._words_of(kept)
        ask(
            self.kit,
            texts("Delete this match?"),
            texts("It cannot be brought back: {match}.", match=words.sentence()),
            yes=texts("Delete"),
            no=texts("Keep it"),
            on_yes=partial(self._delete, kept.number),
        )

    def _delete(self, number: int) -> None:
        """Delete a match; go back to the title with the last one."""
        place = [kept.number for kept in self._kept].index(number)
        self._navigator.delete_match(number)
        self._kept = self._navigator.desk.store.kept()
        if not self._kept:
            self.leave()
            return
        after = self._kept[min(place, len(self._kept) - 1)].number
        self.rebuild(f"continue {after}")


def _can_go_on(kept: SaveInfo) -> bool:
    return kept.saved is not None and not kept.is_elsewhere
