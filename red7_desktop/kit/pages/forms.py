"""What pages are filled with: forms, sheets, figures, a keyboard."""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import ClassVar, Final

from red7_desktop.kit.game_view import Examples, Figure, Row, Steps
from red7_desktop.kit.hud.part import TextStyler
from red7_desktop.kit.pages.page import Page, blocks_presses
from red7_desktop.kit.ui import Ui
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import BLACK, Align, BoxPicture, Colour
from red7_desktop.scene.theme import Look
from red7_desktop.scene.widgets.button import Button, get_button_gap
from red7_desktop.scene.widgets.dialog import Dialog
from red7_desktop.scene.widgets.fields import Switch, TextField
from red7_desktop.scene.widgets.scroll import ScrollView
from red7_desktop.scene.widgets.widget import Label, Panel


class Flow:
    """Fills `parent` from the top with nodes of at most `width`, `gap` apart.

    All lengths are in the parent's own units. `bottom` is where the last node ends.
    """

    def __init__(
        self, parent: Node, width: float, gap: float, *, left: float = 0.0, top: float = 0.0
    ) -> None:
        self.parent = parent
        self.width = width
        self.gap = gap
        self.left = left
        self.top = top
        self.bottom = top
        self._is_empty = True

    def add(self, node: Node, gap: float | None = None, *, share: float = 0.0) -> Node:
        """Put a node below the last one; `share` of the room beside it lies at its left."""
        y = self.skip(self.gap if gap is None else gap)
        node.position = Vec(self.left + (self.width - node.size.w) * share, y)
        self.parent.add(node)
        self.bottom = y + node.size.h
        return node

    def pair(self, left: Node, right: Node) -> None:
        """Put two nodes on one line, one at either end, their middles level."""
        y = self.skip(self.gap)
        height = max(left.size.h, right.size.h)
        left.position = Vec(self.left, y + (height - left.size.h) / 2)
        right.position = Vec(self.left + self.width - right.size.w, y + (height - right.size.h) / 2)
        self.parent.add(left, right)
        self.bottom = y + height

    def row(self, nodes: list[Node], gap: float, *, share: float = 0.0) -> None:
        """Put nodes side by side on one line, their middles level."""
        y = self.skip(self.gap)
        height = max(node.size.h for node in nodes)
        wide = sum(node.size.w for node in nodes) + gap * (len(nodes) - 1)
        x = self.left + (self.width - wide) * share
        for node in nodes:
            node.position = Vec(x, y + (height - node.size.h) / 2)
            x += node.size.w + gap
        self.parent.add(*nodes)
        self.bottom = y + height

    def skip(self, gap: float) -> float:
        """Leave room below the last node, none above the first; give where the next begins."""
        self.bottom += 0.0 if self._is_empty else gap
        self._is_empty = False
        return self.bottom

    def fit(self, least: float = 0.0) -> Node:
        """Make the parent as large as what is in it, and give it back."""
        self.parent.size = Size(self.left + self.width, max(least, self.bottom))
        return self.parent


_NARROW: Final = 560.0
"""A form narrower than this, at the theme's zoom 1, puts labels above controls."""


_LABELS: Final = 0.38
"""The share of the width that labels have where they stand beside controls."""


class Form:
    """Fills `parent` with rows of a width.

    Make a control `control_width` wide, or `width` where `is_narrow`.
    """

    def __init__(
        self, look: Look, parent: Node, width: float, *, left: float = 0.0, top: float = 0.0
    ) -> None:
        self.look = look
        self.width = width
        self.zoom = look.theme.zoom
        self.is_narrow = width < _NARROW * self.zoom
        self.flow = Flow(parent, width, 22 * self.zoom, left=left, top=top)

    @property
    def control_width(self) -> float:
        """The width of a control."""
        if self.is_narrow:
            return self.width
        return self.width * (1 - _LABELS) - self.look.theme.sizes.gap

    @property
    def bottom(self) -> float:
        """Where the last row ends."""
        return self.flow.bottom

    def heading(self, words: str, name: str = "") -> Label:
        """Begin a section."""
        label = Label(self.look, words, "heading", name=name, max_width=self.width)
        self.flow.add(label, 34 * self.zoom)
        line = Panel(self.look, Size(self.width, max(1.0, 1.5 * self.zoom)), "rule_line")
        self.flow.add(line, 8 * self.zoom)
        return label

    def row(self, words: str, control: Node, note: str = "") -> Label | None:
        """Add a label and its control, with a note below; give the note."""
        dims = not getattr(control, "enabled", True)
        colour = self.look.theme.text("body").colour.with_alpha(0.5) if dims else None
        room = self.width if self.is_narrow else self.width * _LABELS
        label = Label(self.look, words, "body", colour=colour, max_width=room, wraps=True)
        if self.is_narrow:
            self.flow.add(label)
            self.flow.add(control, 6 * self.zoom)
        else:
            self.flow.pair(label, control)
        return self.note(note) if note else None

    def switch(self, switch: Switch, note: str = "") -> None:
        """Add a switch, which carries its own words and is as wide as the form."""
        self.flow.add(switch, 14 * self.zoom)
        if note:
            self.note(note, beside=84 * self.zoom)

    def note(self, words: str, *, beside: float = 0.0) -> Label:
        """Add a note below the last row, in the width that `beside` leaves."""
        label = Label(
            self.look, words, "note", max_width=self.width - beside, wraps=True, name="note"
        )
        self.flow.add(label, 4 * self.zoom)
        return label


OWN_LETTERS: Final[Mapping[str, str]] = MappingProxyType({"de": "ÄÖÜß", "pl": "ĄĆĘŁŃÓŚŹŻ"})
"""What a language has beside A to Z."""


_KEY: Final = 56.0


_GAP: Final = 8.0


_MOST_COLUMNS: Final = 13


class LetterPad:
    """Shows letters over everything, and puts those that are picked into a text field."""

    def __init__(self, kit: Ui, field: TextField, title: str, *, digits_only: bool = False) -> None:
        self._kit = kit
        self._field = field
        self._digits_only = digits_only
        self._is_lower = bool(field.text)
        self._keys = Node(name="keys")
        self._written = Label(kit.stage.look, field.text or " ", "strong", name="written")
        look = kit.stage.look
        done = Button(look, kit.texts("Done"), self.close, style="primary", name="done")
        content = Node(name="letters")
        content.add(self._written, self._keys)
        self._content = content
        self._fill()
        self.dialog = Dialog(look, title, content, [done], on_close=self.close, name="letter pad")
        first = self._keys.children[0]
        kit.stage.show_overlay(self.dialog, first=first, on_back=self.close)

    def close(self) -> None:
        """Take the letters away."""
        self._kit.stage.hide_overlay(self.dialog)

    def _fill(self) -> None:
        for key in self._keys.children:
            key.detach()
        keys = self._letter_keys() + self._command_keys()
        look = self._kit.stage.look
        side, gap = _KEY * look.theme.zoom, _GAP * look.theme.zoom
        fit = int((0.86 * look.visible.w - 4 * look.theme.sizes.padding + gap) / (side + gap))
        columns = max(5, min(_MOST_COLUMNS, fit, 5 if self._digits_only else fit))
        x = y = wide = 0.0
        for key in keys:
            if x and x + key.size.w > columns * (side + gap):
                x, y = 0.0, y + side + gap
            key.position = Vec(x, y)
            x += key.size.w + gap
            wide = max(wide, x - gap)
            self._keys.add(key)
        above = self._written.size.h + look.theme.sizes.gap
        self._keys.position = Vec(0.0, above)
        self._content.size = Size(wide, above + y + side)

    def _letter_keys(self) -> list[Button]:
        if self._digits_only:
            letters = string.digits
        else:
            own = OWN_LETTERS.get(self._kit.texts.language, "")
            letters = string.ascii_uppercase + own + string.digits + "-'."
        if self._is_lower:
            letters = letters.lower()
        return [self._key(letter, partial(self._type, letter)) for letter in letters]

    def _command_keys(self) -> list[Button]:
        texts = self._kit.texts
        delete = self._key(texts("Delete"), self._delete)
        if self._digits_only:
            return [delete]
        case = texts("Capitals") if self._is_lower else texts("Small letters")
        return [
            self._key(case, self._change_case),
            self._key(texts("Space"), lambda: self._type(" ")),
            delete,
        ]

    def _key(self, words: str, press: Callable[[], None]) -> Button:
        """Return a key; a single letter is drawn in place of an icon, for it needs no margins."""
        look = self._kit.stage.look
        side, name = _KEY * look.theme.zoom, f"key {words}"
        if len(words) > 1:
            return Button(look, words, press, size=Size(0.0, side), name=name)
        letter = look.theme.button("plain").text.picture(words, align=Align.CENTRE)
        return Button(look, "", press, icon=letter, size=Size(side, side), name=name)

    def _type(self, letter: str) -> None:
        was_empty = not self._field.text
        self._field.insert(letter)
        self._show()
        if was_empty and self._field.text and not self._is_lower and letter.isalpha():
            self._change_case()

    def _delete(self) -> None:
        self._field.delete()
        self._show()

    def _show(self) -> None:
        self._written.text = self._field.text or " "

    def _change_case(self) -> None:
        """Swap capitals and small letters; the focus stays on its key."""
        focus = self._kit.stage.focus
        place = next((n for n, key in enumerate(self._keys.children) if key is focus.current), None)
        self._is_lower = not self._is_lower
        self._fill()
        self.dialog.refresh()
        if place is not None:
            focus.give(self._keys.children[place])


CARD: Final = 112.0
"""How wide a card of a figure is at most, at the theme's zoom 1."""


UNDERLINE: Final = 5.0
"""How thick the line below a card that counts is."""


_IN_A_ROW: Final = 1.15
"""Cards in a row are larger by this."""


_DISC: Final = 44.0


class Figures:
    """Makes the figures of a page, all of one width; a game's own are made by `of`."""

    column: ClassVar[float]
    """No column of examples is narrower, at the theme's zoom 1."""

    def __init__(self, kit: Ui, width: float) -> None:
        self._kit = kit
        self._faces = kit.faces
        self._look = kit.stage.look
        self._zoom = self._look.theme.zoom
        self._gap = self._look.theme.sizes.gap
        self._width = width

    def of(self, block: Figure) -> Node:
        """Return the figure of a block. Raises ValueError for one that is none of this game."""
        if isinstance(block, Examples):
            return self._examples(block)
        raise ValueError(f"no figure for {block}")

    def _examples(self, examples: Examples) -> Node:
        """Return figures under their headings, in columns where there is room."""
        count, gutter = len(examples.rows), 2 * self._gap
        wide = (self._width - gutter * (count - 1)) / count
        if wide < self.column * self._zoom:
            count, wide = 1, self._width
        node = Node(name="examples")
        figures = type(self)(self._kit, wide)
        columns = [
            Flow(node, wide, self._gap, left=place * (wide + gutter)) for place in range(count)
        ]
        for number, (heading, figure) in enumerate(examples.rows):
            flow = columns[number % count]
            flow.add(Label(self._look, heading, "heading", max_width=wide), 3 * self._gap)
            flow.add(figures.of(figure))
        node.size = Size(self._width, max(flow.bottom for flow in columns))
        return node

    def _underline(self, card: Node, name: str, tone: Colour) -> None:
        wide, thick = card.size.w, UNDERLINE * self._zoom
        size, place = Size(wide - 0.24 * wide, thick), Vec(0.12 * wide, card.size.h + thick)
        line = BoxPicture(tone, radius=thick / 2)
        card.add(Node(name=name, size=size, position=place, picture=line))

    def _dim(self, card: Node, name: str, strength: float) -> None:
        """Put a shade on a card that does not count."""
        shade = BoxPicture(BLACK.with_alpha(strength), radius=self._faces.radius(card.size.w))
        card.add(Node(name=name, size=card.size, picture=shade))


def build_row_figure(kit: Ui, row: Row, width: float) -> Node:
    """Return cards side by side with a word between each two."""
    look, faces = kit.stage.look, kit.faces
    words = [Label(look, row.between, "soft") for _ in row.faces[1:]]
    gap = look.theme.sizes.gap
    between = words[0].size.w + 2 * gap if words else 0.0
    room = (width - between * len(words)) / len(row.faces)
    wide = min(CARD * _IN_A_ROW * look.theme.zoom, room)
    card = faces.size(wide)
    node = Node(name="row", size=Size(width, card.h))
    x = 0.0
    for place, face in enumerate(row.faces):
        picture = faces.picture(face, wide)
        node.add(Node(name=f"card {face}", size=card, position=Vec(x, 0.0), picture=picture))
        x += wide
        if place < len(words):
            label = words[place]
            label.position = Vec(x + gap, (node.size.h - label.size.h) / 2)
            node.add(label)
            x += between
    return node


def build_steps_figure(look: Look, steps: Steps, width: float) -> Node:
    """Return choices with their numbers."""
    rows = []
    for number, words in enumerate(steps.rows, start=1):
        side = _DISC * look.theme.zoom
        disc = Panel(look, Size(side, side), "step", name="disc")
        disc.add(
            Label(
                look,
                str(number),
                "heading",
                size=disc.size,
                align=Align.CENTRE,
                colour=look.theme.colour("accent"),
            )
        )
        rows.append((disc, words))
    return build_marked_list(look, "steps", rows, width)


def build_marked_list(
    look: Look, name: str, rows: Sequence[tuple[Node, str]], width: float
) -> Node:
    """Return marks in a column with words beside them."""
    node, gap = Node(name=name), look.theme.sizes.gap
    flow = Flow(node, width, gap)
    for mark, words in rows:
        left = mark.size.w + 1.4 * gap
        label = Label(look, words, "reading", max_width=width - left, wraps=True)
        line = Node(size=Size(width, max(mark.size.h, label.size.h)))
        mark.position = Vec(0.0, (line.size.h - mark.size.h) / 2)
        label.position = Vec(left, (line.size.h - label.size.h) / 2)
        line.add(mark, label)
        flow.add(line)
    return flow.fit()


class SheetPage(Page):
    """An overlay with a title, content, and buttons at its foot.

    A subclass writes `title`, `content` (a node with a size, no wider than it is told) and, if it
    likes, `buttons`. Content that is too high for the window is made anew, a little narrower, and
    scrolls. `most_wide` is how wide the sheet is where there is room, at the theme's zoom 1;
    `closes` is False for a page without a cross.
    """

    closes = True

    def __init__(self, kit: Ui, name: str, on_leave: Callable[[], None]) -> None:
        super().__init__(kit, name, on_leave, as_overlay=True)
        self.view: ScrollView | None = None

    @property
    def most_wide(self) -> float:
        """The width of the sheet where there is room, at zoom 1."""
        return 1000.0

    @property
    def title(self) -> str:
        """The words at the head of the sheet; none for no head."""
        return ""

    def content(self, width: float) -> Node:
        """Make what is on the sheet."""
        raise NotImplementedError

    def buttons(self) -> Sequence[Button]:
        """Make the buttons at the foot, from the left."""
        return ()

    @property
    def ink(self) -> TextStyler:
        """What to write with."""
        return TextStyler(self.kit.faces, self.kit.settings.colours)

    # -- laying out --------------------------------------------------------------------------

    def build(self) -> None:
        self.add_room()
        visible, margin = self.look.visible, self.look.theme.sizes.safe_margin
        most = Size(visible.w - 2 * margin, visible.h - 2 * margin)
        wide = min(most.w, self.most_wide * self.zoom)
        inner = wide - 2 * self.edge
        sheet = Panel(self.look, Size(wide, most.h), "sheet", name="sheet", interactive=True)
        sheet.on_gesture = blocks_presses
        top = self._add_title(sheet)
        foot = Node(name="foot")
        rows = self._fill_foot(foot, self.buttons(), inner)
        gap = 2 * self.look.theme.sizes.gap
        below = self.edge + (foot.size.h + gap if rows else 0.0)
        room = most.h - top - below
        content = self.content(inner)
        if content.size.h > room:
            content = self.content(inner - ScrollView.bar_room * self.zoom)
        high = min(content.size.h, room)
        self._add_scrolled(sheet, content, Rect(self.edge, top, inner, high), room)
        foot.position = Vec(self.edge, top + high + gap)
        sheet.add(foot)
        sheet.size = Size(wide, top + high + below)
        sheet.position = Rect.centred(visible.centre, sheet.size).position
        self.node.add(sheet)

    def _add_title(self, sheet: Node) -> float:
        """Put the title and the cross into the sheet; give where the content begins."""
        gap = self.look.theme.sizes.gap
        if not self.title:
            return self.edge
        if self.closes:
            return self.add_head(sheet, self.title) + 1.5 * gap
        room = sheet.size.w - 2 * self.edge
        label = Label(self.look, self.title, "display", max_width=room, name="title")
        label.position = Vec(self.edge, self.edge)
        sheet.add(label)
        return self.edge + label.size.h + 1.5 * gap

    def _add_scrolled(self, sheet: Node, content: Node, place: Rect, room: float) -> None:
        """Put the content where it belongs, behind a window if it is too high."""
        self.view = None
        if content.size.h <= room + 0.5:
            content.position = place.position
            sheet.add(content)
        else:
            self.view = self.add_view(sheet, content, place, "view")

    def _fill_foot(self, foot: Node, buttons: Sequence[Button], width: float) -> int:
        """Put buttons side by side from the right, into more rows where they must; count them."""
        gap = get_button_gap(self.look)
        rows: list[list[Button]] = []
        for button in buttons:
            row = rows[-1] if rows else []
            taken = sum(each.size.w + gap for each in row)
            if not rows or taken + button.size.w > width:
                rows.append([button])
            else:
                row.append(button)
        y = 0.0
        for row in rows:
            x = width - sum(each.size.w + gap for each in row) + gap
            for button in row:
                button.position = Vec(x, y)
                x += button.size.w + gap
                foot.add(button)
            y += max(each.size.h for each in row) + gap
        foot.size = Size(width, max(0.0, y - gap))
        return len(rows)
