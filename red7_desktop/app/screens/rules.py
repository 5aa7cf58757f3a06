"""The rules of a game: a list of pages, and the open page with illustrated examples."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import pygame

from red7_desktop.kit import bindings, game_view, ui
from red7_desktop.kit.pages.forms import ListPage, build_row_figure, build_steps_figure
from red7_desktop.kit.pages.page import MAX_SHEET_SIZE, PAGE_OPENING
from red7_desktop.kit.pages.rules_pages import Block, Examples, Figure, Passage, RulesPage, Steps
from red7_desktop.kit.texts import Texts
from red7_desktop.scene import boxes, node, pictures
from red7_desktop.scene.geometry import Rect, Size
from red7_desktop.scene.widgets import fields, scroll, widget

_WITH_LIST: Final = 1080.0
"""Least width, in design units at zoom 1, to show the list of pages at the left. A narrower screen
has a control at the top that steps through the pages."""
_LIST: Final = (250.0, 360.0)
"""Minimum and maximum width of the list of rules pages, in design units at zoom 1."""
_MOST_TEXT: Final = 1000.0


FAIR: Final = "fair"
"""Key of the page about AI players and hidden cards, the last page of every game."""


def write_fairness_page(texts: Texts) -> RulesPage:
    """Return the page about AI players: which cards they see, and how the user can check it."""
    title = texts("Is it fair?")
    blocks = (
        Passage(texts("AI players see what you would see in their seat."), "lead"),
        Passage(texts("What they see"), "heading"),
        Passage(texts("Their own cards, all open cards, and every turn so far.")),
        Passage(texts("They see no other hands and no deck.")),
        Passage(texts("Hints and reviews see no more than your own seat.")),
        Passage(texts("The deal"), "heading"),
        Passage(texts("All cards follow from the number of the deal.")),
        Passage(texts("All cards are fixed before anyone plays.")),
        Passage(texts("The check"), "heading"),
        Passage(texts("It deals anew whatever an AI player couldn’t see.")),
        Passage(texts("At each turn, its choice must stay the same.")),
        Passage(texts("The AI players think more briefly here than at the table.")),
        Passage(texts("You can check any match: open its menu in a review.")),
    )
    return RulesPage(FAIR, title, title, blocks)


class RulesScreen(ListPage):
    """Shows the rules of a game. Page Up, Page Down and the gamepad's shoulder buttons turn pages.

    Args:
        ui: The interface, with the cards of the game.
        view: View of the game.
        page: Key of the first page, see `PagesFacet.rules_pages`.
        on_leave: Called when the screen is left.
        check: Opens the page that checks whether AI players have used hidden cards; None to leave
            out the page of rules about AI players.

    Raises:
        KeyError: There is no such page.
    """

    most = MAX_SHEET_SIZE
    first = "next"
    opened_by = bindings.Intent.RULES

    def __init__(
        self,
        ui: ui.Ui,
        view: game_view.GameView,
        page: str,
        on_leave: Callable[[], None],
        check: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(ui, "rules", on_leave, as_overlay=True)
        self._game_view = view
        self._check = check
        self._keys = tuple(self._pages)
        self.page = self._known(page)
        self._view: scroll.ScrollView | None = None
        self._list: scroll.ScrollView | None = None

    @property
    def title(self) -> str:
        return self._open_page.title

    @property
    def mark(self) -> pictures.Picture | None:
        return self._symbol(self._open_page)

    @property
    def _pages(self) -> Mapping[str, RulesPage]:
        pages = self._game_view.pages.rules_pages(self.ui.texts)
        if self._check is None:
            return pages
        return {**pages, FAIR: write_fairness_page(self.ui.texts)}

    @property
    def _open_page(self) -> RulesPage:
        return self._pages[self.page]

    def view(self, sheet: node.Node, room: Rect, name: str) -> None:
        pages = self._pages
        gap = self.look.theme.sizes.gap
        self._list = None
        if room.w >= _WITH_LIST * self.zoom:
            left = room.left + self._add_list(sheet, pages, room) + 2 * gap
            room = Rect(left, room.y, room.right - left, room.h)
        else:
            cycler = fields.ChoiceControl(
                self.look,
                [(key, page.name) for key, page in pages.items()],
                self.page,
                self.open,
                width=room.w,
                always_cycles=True,
                name="pages",
            )
            cycler.position = room.position
            sheet.add(cycler)
            above = cycler.size.h + gap
            room = Rect(room.x, room.y + above, room.w, room.h - above)
        content = self.content(room.w - scroll.ScrollView.bar_room * self.zoom)
        self._view = self.add_view(sheet, content, room, f"page {self.page}")

    def on_restored(self) -> None:
        if self._list is not None:
            self._list.reveal(self._list.content.find(f"page of {self.page}"), glide=False)

    def handle(self, event: pygame.Event) -> bool:
        turn = self.ui.controls.count_turned_pages(event)
        if turn:
            self._turn(turn)
        return bool(turn)

    def open(self, page: str, focus: str = "") -> None:
        """Open a page.

        Args:
            page: Key of the page.
            focus: Name of the node that gets the focus, "" for the default.

        Raises:
            KeyError: There is no such page.
        """
        self.page = self._known(page)
        self.ui.animate_change(PAGE_OPENING)
        self.rebuild(focus)

    def _known(self, page: str) -> str:
        if page not in self._keys:
            raise KeyError(f"no rules page is called {page!r}")
        return page

    # -- layout ------------------------------------------------------------------------------

    def _add_list(self, sheet: node.Node, pages: Mapping[str, RulesPage], room: Rect) -> float:
        """Add a scrolling list of pages at the left; return its width."""
        rows = [
            scroll.ListRow(
                self.look,
                page.name,
                partial(self.open, key),
                icon=self._symbol(page),
                is_chosen=key == self.page,
                name=f"page of {key}",
            )
            for key, page in pages.items()
        ]
        width = scroll.ListRow.align(rows, _LIST[0] * self.zoom, _LIST[1] * self.zoom)
        content = boxes.column(*rows, gap=2 * self.zoom)
        wide = width + scroll.ScrollView.bar_room * self.zoom
        self._list = self.add_view(sheet, content, Rect(room.x, room.y, wide, room.h), "pages")
        return wide

    def _symbol(self, page: RulesPage) -> pictures.Picture | None:
        if not page.symbol:
            return None
        faces = self.ui.card_art
        tint = self.look.theme.swatch("on_dark", faces.find_swatch_name(page.symbol))
        return faces.symbol_picture(page.symbol, tint)

    def content(self, width: float) -> node.Node:
        wide = min(width, _MOST_TEXT * self.zoom)
        items: list[node.Node | float] = []
        for block in self._open_page.blocks:
            if items and isinstance(block, Passage) and block.style == "heading":
                items.append(36 * self.zoom)
            items.append(self._block(block, width if isinstance(block, Examples) else wide))
        if self.page == FAIR and self._check is not None:
            words = self.ui.texts("Check my last match")
            items.append(self.button(words, self._check, style="primary", name="check"))
        blocks = boxes.column(*items, gap=22 * self.zoom, width=width)
        return boxes.column(blocks, self.look.theme.sizes.gap, node.Node(), name="content")

    def _block(self, block: Block, width: float) -> node.Node:
        match block:
            case Figure(kind="row"):
                name_card = partial(self._game_view.pages.name_card, self.ui.texts)
                return build_row_figure(self.ui, block, width, name_card)
            case Figure() | Examples():
                return self._game_view.pages.build_figure(self.ui, block, width)
            case Steps():
                return build_steps_figure(self.look, block, width)
        return widget.Label(self.look, block.words, block.style, max_width=width, wraps=True)

    def build_foot(self, width: float) -> node.Node:
        texts = self.ui.texts
        previous = texts("Previous")
        following = texts("Next")
        turns = (
            (f"‹  {previous}", -1, self._keys[0], "previous"),
            (f"{following}  ›", 1, self._keys[-1], "next"),
        )
        before, after = (
            self.button(words, partial(self._turn, by), enabled=self.page != last, name=name)
            for words, by, last, name in turns
        )
        before.caption = previous
        after.caption = following
        number = self._keys.index(self.page) + 1
        place = widget.Label(
            self.look, texts("{n} of {all}", n=number, all=len(self._keys)), "soft"
        )
        ends = boxes.row(before, after, width=width)
        return boxes.put(place, boxes.put(ends, node.Node(size=Size(width, before.size.h))))

    def _turn(self, by: int) -> None:
        """Open the next or previous page.

        The focus stays on the pressed button while that is enabled.
        """
        place = self._keys.index(self.page) + by
        if not 0 <= place < len(self._keys):
            return
        at_end = place in (0, len(self._keys) - 1)
        other = "previous" if by > 0 else "next"
        self.open(self._keys[place], other if at_end else "")
