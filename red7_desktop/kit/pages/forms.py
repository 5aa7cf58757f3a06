"""Building blocks of pages: forms, sheets, lists, figures, tiles, an on-screen keyboard."""

from __future__ import annotations

import math
import string
from collections.abc import Callable, Container, Mapping, Sequence
from functools import partial
from typing import ClassVar, Final, NamedTuple, TypeVar

from red7_desktop.kit import phrases, texts, ui
from red7_desktop.kit.hud.part import Avatar
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.pages.notices import SystemClipboard
from red7_desktop.kit.pages.page import Page
from red7_desktop.kit.pages.rules_pages import Examples, Figure, Steps
from red7_desktop.kit.setup import MAX_NAME_LENGTH
from red7_desktop.play.ai import Seat
from red7_desktop.scene import boxes, theme
from red7_desktop.scene.boxes import beside, column, grid, pad, put, row, share_width, wrap
from red7_desktop.scene.geometry import CENTRE, Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Align, BoxPicture, Colour, Picture
from red7_desktop.scene.widgets import dialog, fields, runs, scroll, widget
from red7_desktop.scene.widgets.button import Button, get_button_gap
from red7_desktop.tabletop import match
from red7_desktop.tabletop.game import Face

T = TypeVar("T")
_NARROW_WIDTH: Final = 560.0
"""Width, in design units at zoom 1, below which a form has labels above its controls."""
_LABEL_SHARE: Final = 0.38
"""Width of the labels beside controls, as a share of the form's width."""


class Form:
    """A builder of forms: rows that consist of a label and a control.

    Create the controls with the width `control_width`; `build` returns the node of the whole form.
    """

    def __init__(self, look: theme.ResolvedTheme, width: float) -> None:
        self.look = look
        self.width = width
        self.zoom = look.theme.zoom
        self.is_narrow = width < _NARROW_WIDTH * self.zoom
        self._items: list[Node | float] = []

    @property
    def control_width(self) -> float:
        if self.is_narrow:
            return self.width
        return self.width * (1 - _LABEL_SHARE) - self.look.theme.sizes.gap

    def build(self, name: str = "") -> Node:
        return column(*self._items, width=self.width, name=name)

    def add(self, node: Node, gap: float | None = None) -> None:
        if self._items:
            self._items.append(22 * self.zoom if gap is None else gap)
        self._items.append(node)

    def heading(self, words: str, name: str = "") -> widget.Label:
        label = widget.Label(self.look, words, "heading", name=name, max_width=self.width)
        label.is_speech_hidden = True
        self.add(label, 34 * self.zoom)
        line = widget.Panel(self.look, Size(self.width, max(1.0, 1.5 * self.zoom)), "rule_line")
        self.add(line, 8 * self.zoom)
        return label

    def row(self, words: str, control: Node, note: str = "") -> widget.Label | None:
        """Add a row with a control.

        Args:
            words: Text of the label beside or above the control.
            control: The control.
            note: Text below the label, "" for none.

        Returns:
            The label that contains the note; None without a note.
        """
        control.caption = words
        control.description = note
        dims = not getattr(control, "enabled", True)
        colour = None
        if dims:
            colour = self.look.theme.text("body").colour.with_alpha(0.5)
        if self.is_narrow:
            room = self.width
        else:
            room = self.width * _LABEL_SHARE
        label = widget.Label(self.look, words, "body", colour=colour, max_width=room, wraps=True)
        label.is_speech_hidden = True
        if self.is_narrow:
            self.add(label)
            self.add(control, 6 * self.zoom)
        else:
            self.add(row(label, control, width=self.width))
        if note:
            return self.note(note)
        return None

    def choice(
        self,
        words: str,
        options: Sequence[tuple[T, str]],
        value: T,
        change: Callable[[T], None],
        name: str,
        note: str = "",
        *,
        is_scale: bool = False,
    ) -> tuple[fields.Picker[T], widget.Label | None]:
        """Add a row with a control that chooses one of several values.

        Args:
            words: Label of the row.
            options: Values with their labels.
            value: The current value.
            change: Called with the chosen value.
            name: Name of the control's node.
            note: Text below the label, "" for none.
            is_scale: Whether the control is a slider.

        Returns:
            The control, and the label that contains the note; None without a note.
        """
        picker: fields.Picker[T]
        width = self.control_width
        look = self.look
        if is_scale:
            say = dict(options).__getitem__
            stops = [each for each, _ in options]
            picker = fields.Slider(look, stops, value, change, words=say, width=width, name=name)
        else:
            picker = fields.ChoiceControl(look, options, value, change, width=width, name=name)
        return picker, self.row(words, picker, note)

    def switch(
        self, words: str, is_on: bool, change: Callable[[bool], None], name: str, note: str = ""
    ) -> fields.Switch:
        switch = fields.Switch(self.look, is_on, change, text=words, width=self.width, name=name)
        switch.description = note
        self.add(switch, 14 * self.zoom)
        if note:
            self.note(note, right_inset=84 * self.zoom)
        return switch

    def note(self, words: str, *, right_inset: float = 0.0) -> widget.Label:
        """Add a note below the last row.

        Args:
            words: Text of the note.
            right_inset: Width to leave free at the right of the note, in design units.
        """
        label = widget.Label(
            self.look, words, "note", max_width=self.width - right_inset, wraps=True, name="note"
        )
        label.is_speech_hidden = True  # The screen reader speaks the label with its control.
        self.add(label, 4 * self.zoom)
        return label


_BAR_HEIGHT: Final = 8.0


def build_progress_bar(
    look: theme.ResolvedTheme,
    share: float,
    width: float,
    colour: Colour,
    height: float = _BAR_HEIGHT,
) -> widget.Panel:
    """Create a progress bar.

    Args:
        look: Theme and window size.
        share: Filled share, 0 to 1.
        width: Width in design units.
        colour: Colour of the filled part.
        height: Height at zoom 1.
    """
    high = height * look.theme.zoom
    track = widget.Panel(look, Size(width, high), "track", name="track")
    if share > 0:
        size = Size(max(high, share * width), high)
        filled = BoxPicture(colour, high / 2)
        track.add(Node(name="done", size=size, picture=filled))
    return track


OWN_LETTERS: Final[Mapping[str, str]] = {"de": "ÄÖÜß", "pl": "ĄĆĘŁŃÓŚŹŻ"}
"""Letters of each language besides A to Z, by language code, for the on-screen keyboard."""
_KEY: Final = 56.0
_GAP: Final = 8.0
_MOST_COLUMNS: Final = 13


def build_name_field(
    ui: ui.Ui,
    text: str,
    on_change: Callable[[str], None],
    *,
    width: float,
    placeholder: str,
    on_done: Callable[[], None],
    name: str,
) -> fields.TextField:
    """Create a field for a player's name; characters that no font has are refused with a toast."""

    def refuse(typed: str) -> None:
        if not ui.can_show("".join(filter(match.is_visible, typed))):
            ui.stage.toasts.show(ui.texts("This letter can’t be displayed."), style="warning")

    def can_type(char: str) -> bool:
        return char == " " or (match.is_visible(char) and ui.can_show(char))

    clipboard = SystemClipboard()
    return fields.TextField(
        ui.stage.look,
        text,
        ui.stage.focus,
        on_change,
        width=width,
        limit=MAX_NAME_LENGTH,
        accepts=can_type,
        on_refused=refuse,
        placeholder=placeholder,
        paste=clipboard.paste,
        copy=clipboard.copy,
        on_no_keys=lambda field: LetterPad(ui, field, ui.texts("Name")),
        on_done=on_done,
        name=name,
    )


class LetterPad:
    """An on-screen keyboard that types into a text field."""

    def __init__(
        self, ui: ui.Ui, field: fields.TextField, title: str, *, digits_only: bool = False
    ) -> None:
        self._ui = ui
        self._field = field
        self._digits_only = digits_only
        self._is_lower = bool(field.text)
        self._keys: list[Button] = []
        look = ui.stage.look
        self._written = widget.Label(look, field.text or " ", "strong", name="written")
        done = Button(look, ui.texts("Done"), self.close, style="primary", name="done")
        self._content = Node(name="letters")
        self._fill()
        self.dialog = dialog.Dialog(
            look, title, self._content, [done], on_close=self.close, name="letter pad"
        )
        ui.stage.show_overlay(self.dialog, first=self._keys[0], on_back=self.close)

    def close(self) -> None:
        self._ui.stage.hide_overlay(self.dialog)

    def _fill(self) -> None:
        for node in (*self._content.children, self._written):
            node.detach()
        self._keys = self._letter_keys() + self._command_keys()
        look = self._ui.stage.look
        side = _KEY * look.theme.zoom
        gap = _GAP * look.theme.zoom
        fit = int((0.86 * look.visible_area.w - 4 * look.theme.sizes.padding + gap) / (side + gap))
        if self._digits_only:
            columns = 5
        else:
            columns = max(5, min(_MOST_COLUMNS, fit))
        keys = wrap(self._keys, columns * (side + gap), gap, name="keys")
        inside = column(self._written, keys, gap=look.theme.sizes.gap)
        self._content.size = inside.size
        self._content.add(inside)

    def _letter_keys(self) -> list[Button]:
        if self._digits_only:
            letters = string.digits
        else:
            own = OWN_LETTERS.get(self._ui.texts.language, "")
            letters = string.ascii_uppercase + own + string.digits + "-'."
        if self._is_lower:
            letters = letters.lower()
        return [self._key(letter, partial(self._type, letter)) for letter in letters]

    def _command_keys(self) -> list[Button]:
        texts = self._ui.texts
        delete = self._key(texts("Delete"), self._delete)
        if self._digits_only:
            return [delete]
        if self._is_lower:
            case = texts("Capitals")
        else:
            case = texts("Small letters")
        return [
            self._key(case, self._change_case),
            self._key(texts("Space"), lambda: self._type(" ")),
            delete,
        ]

    def _key(self, words: str, press: Callable[[], None]) -> Button:
        """Create a key of the on-screen keyboard.

        A single letter is drawn as an icon, without the margins of a label, on a square key.
        """
        look = self._ui.stage.look
        side = _KEY * look.theme.zoom
        name = f"key {words}"
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
        """Toggle upper and lower case, and keep the focus on the same key."""
        focus = self._ui.stage.focus
        place = next((n for n, key in enumerate(self._keys) if key is focus.current), None)
        self._is_lower = not self._is_lower
        self._fill()
        self.dialog.refresh()
        if place is not None:
            focus.focus(self._keys[place])


CARD: Final = 112.0
"""Maximum width of a card in an illustration of a rules page, in design units at zoom 1."""
UNDERLINE: Final = 5.0
"""Thickness of the line below a highlighted card of a rules page, in design units at zoom 1."""
_ROW_ENLARGEMENT: Final = 1.15
"""Factor by which cards in a row on a rules page may be wider than `CARD`."""
_DISC: Final = 44.0


class Figures:
    """Builds the illustrations of a rules page for one page width.

    A game overrides `build` to add its own kinds of illustration.

    Attributes:
        column: Minimum width of a column if several illustrations are side by side, in design units
            at zoom 1.
    """

    column: ClassVar[float]

    def __init__(self, ui: ui.Ui, width: float) -> None:
        self._ui = ui
        self._faces = ui.card_art
        self._look = ui.stage.look
        self._zoom = self._look.theme.zoom
        self._gap = self._look.theme.sizes.gap
        self._width = width

    def build(self, block: Figure | Examples) -> Node:
        """Build an illustration of a rules page.

        This base class only arranges several illustrations in columns, each with a heading. A
        subclass must draw the single illustrations.

        Args:
            block: Description of one illustration (`Figure`), or of several (`Examples`).

        Raises:
            ValueError: The class can't draw this kind of illustration.
        """
        if isinstance(block, Examples):
            return self._examples(block)
        raise ValueError(f"no figure for {block}")

    def _examples(self, examples: Examples) -> Node:
        count = len(examples.rows)
        gutter = 2 * self._gap
        column_width = (self._width - gutter * (count - 1)) / count
        if column_width < self.column * self._zoom:
            count = 1
            column_width = self._width
        figures = type(self)(self._ui, column_width)
        columns: list[list[Node | float]] = [[] for _ in range(count)]
        for number, (heading, figure) in enumerate(examples.rows):
            label = widget.Label(self._look, heading, "heading", max_width=column_width)
            columns[number % count] += [3 * self._gap, label, figures.build(figure)]
        columns_built = [column(*items[1:], gap=self._gap, width=column_width) for items in columns]
        return row(*columns_built, gap=gutter, share=0.0, name="examples")

    def _build_well(
        self, name: str, words: str, gap: float, build_rows: Callable[[float], Sequence[Node]]
    ) -> Node:
        """Build rows in a panel that looks recessed, for an example on a rules page.

        Args:
            name: Name of the panel.
            words: Text above the rows, "" for none.
            gap: Space between rows, as a multiple of the theme's usual gap.
            build_rows: Function that creates the rows for a given width.
        """
        well = widget.Panel(self._look, Size(self._width, 1.0), "well", name=name)
        pad = self._look.theme.sizes.padding
        width = self._width - 2 * pad
        lines: list[Node] = []
        if words:
            lines.append(widget.Label(self._look, words, "soft", max_width=width, wraps=True))
        lines += build_rows(width)
        return boxes.pad(column(*lines, gap=gap * self._gap, width=width), pad, into=well)

    def _underline(self, card: Node, name: str, tone: Colour) -> None:
        width = card.size.w
        thick = UNDERLINE * self._zoom
        size = Size(width - 0.24 * width, thick)
        place = Vec(0.12 * width, card.size.h + thick)
        line = BoxPicture(tone, radius=thick / 2)
        card.add(Node(name=name, size=size, position=place, picture=line))


def build_row_figure(
    ui: ui.Ui, figure: Figure, width: float, name_card: Callable[[str], str]
) -> Node:
    """Build a row of cards for a rules page, with a word between each two cards.

    Args:
        ui: The interface with its stage, theme and texts.
        figure: The row.
        width: Maximum width of the row.
        name_card: Returns the spoken name of a card.
    """
    look = ui.stage.look
    faces = ui.card_art
    row_cards = figure.marks.split()
    words = [widget.Label(look, figure.words, "soft") for _ in row_cards[1:]]
    gap = look.theme.sizes.gap
    between = sum(word.size.w + 2 * gap for word in words)
    wide = min(CARD * _ROW_ENLARGEMENT * look.theme.zoom, (width - between) / len(row_cards))
    nodes: list[Node] = []
    for place, face in enumerate(row_cards):
        nodes += words[place - 1 : place] if place else []
        nodes.append(faces.build_card(face, wide))
    names = list(map(name_card, row_cards))
    cards = row(*nodes, gap=gap, name="row")
    cards.caption = f" {figure.words} ".join(names)
    return cards


def build_steps_figure(look: theme.ResolvedTheme, steps: Steps, width: float) -> Node:
    """Build a numbered list on a rules page, with each number in a disc before its text."""
    rows = []
    for number, words in enumerate(steps.rows, start=1):
        side = _DISC * look.theme.zoom
        disc = widget.Panel(look, Size(side, side), "step", name="disc")
        put(widget.Label(look, str(number), "heading", colour=look.theme.colour("accent")), disc)
        rows.append((disc, words))
    return build_marked_list(look, "steps", rows, width)


def build_marked_list(
    look: theme.ResolvedTheme, name: str, rows: Sequence[tuple[Node, str]], width: float
) -> Node:
    """Build a list of texts, each with a node of its own as its bullet.

    Args:
        look: Theme and window size.
        name: Name of the list's node.
        rows: Bullet and text of each item.
        width: Width of the list.
    """
    gap = look.theme.sizes.gap
    lines = []
    for mark, words in rows:
        room = width - mark.size.w - 1.4 * gap
        label = widget.Label(look, words, "reading", max_width=room, wraps=True)
        line = row(mark, label, gap=1.4 * gap)
        number = mark.spoken.name
        if number:
            line.caption = f"{number}: {words}"
        lines.append(line)
    return column(*lines, gap=gap, width=width, name=name)


class SheetPage(Page):
    """A page shown above a screen, as a panel with a title, content, and buttons at the bottom.

    A subclass implements `title` and `content`, and optionally `buttons`. `content` takes the
    available width and returns the content's node. If the content is too high, `content` is called
    again with less width, to leave room for a scroll bar, and the content scrolls. A subclass with
    a long list overrides `build_body` instead of `content`. `max_width` is the maximum width of the
    panel in design units at zoom 1.
    """

    def __init__(self, ui: ui.Ui, name: str, on_leave: Callable[[], None]) -> None:
        super().__init__(ui, name, on_leave, as_overlay=True)
        self.view: scroll.ScrollView | None = None

    @property
    def max_width(self) -> float:
        return 1000.0

    @property
    def title(self) -> str:
        raise NotImplementedError

    def content(self, width: float) -> Node:
        raise NotImplementedError

    def buttons(self) -> Sequence[Button]:
        return ()

    def build(self) -> None:
        self.add_room()
        visible = self.look.visible_area
        most = self.max_size
        sheet = self.add_sheet(Size(self.max_width, math.inf))
        sheet.size = most
        inner = self.inner_width
        top = self.add_head(sheet, self.title) + 1.5 * self.look.theme.sizes.gap
        gap = 2 * self.look.theme.sizes.gap
        buttons = self.buttons()
        foot = wrap(buttons, inner, get_button_gap(self.look), share=1.0, name="foot")
        below = self.edge + (foot.size.h + gap if buttons else 0.0)
        room = most.h - top - below
        inside = self.build_body(inner, room)
        if isinstance(inside, scroll.ScrollView):
            self.view = inside
        else:
            self.view = None
        inside.position = Vec(self.edge, top)
        sheet.add(inside)
        height = min(inside.size.h, room)
        foot.position = Vec(self.edge, top + height + gap)
        sheet.add(foot)
        sheet.size = Size(sheet.size.w, top + height + below)
        sheet.position = Rect.centred(visible.centre, sheet.size).position

    @property
    def max_size(self) -> Size:
        """Maximum size of the page's panel in design units: the window without its margins.

        The width is also limited by `max_width`.
        """
        visible = self.look.visible_area
        margin = self.look.theme.sizes.safe_margin
        return Size(min(visible.w - 2 * margin, self.max_width * self.zoom), visible.h - 2 * margin)

    @property
    def inner_width(self) -> float:
        return self.max_size.w - 2 * self.edge

    def build_body(self, width: float, room: float) -> Node:
        """Return the node between title and buttons: the content, or a scroll view of it.

        Args:
            width: Available width in design units.
            room: Available height in design units; higher content scrolls.
        """
        content = self.content(width)
        if content.size.h > room:
            content = self.content(width - self.bar_room)
        if content.size.h <= room + 0.5:
            return content
        return scroll.ScrollView(
            self.look, Size(width, room), content, animator=self.animator, name="view"
        )

    @property
    def bar_room(self) -> float:
        """Width that content leaves free for the scroll bar, in design units."""
        return scroll.ScrollView.bar_room * self.zoom


class ListPage(Page):
    """A page with a title and a scrolling list of entries.

    A subclass implements `title` and `content`, and optionally `build_head` and `build_foot`. These
    methods take the available width and return a node: the list, and areas above and below the list
    that don't scroll.

    Attributes:
        most: Maximum size of the page's panel, in design units at zoom 1.
        least: Minimum width of the text beside an entry's buttons, in design units at zoom 1. With
            less space, the buttons are below the text.
        glow: Distance, in design units at zoom 1, by which glows and focus rings extend beyond the
            list at its left and top.
    """

    most = Size(1240.0, 1240.0)
    least = 400.0
    glow = 0.0

    @property
    def title(self) -> str:
        raise NotImplementedError

    @property
    def mark(self) -> Picture | None:
        return None

    @property
    def empty_text(self) -> str | None:
        """Text shown instead of an empty list.

        "" while the list is loading; None if the list has entries.
        """
        return None

    def build_head(self, width: float) -> Node | None:
        return None

    def build_foot(self, width: float) -> Node | None:
        return None

    def content(self, width: float) -> Node:
        raise NotImplementedError

    def view(self, sheet: Node, room: Rect, name: str) -> None:
        glow_margin = min(self.glow * self.zoom, 0.8 * self.edge)
        above = self.space if glow_margin else 0.0
        content = self.content(room.w - scroll.ScrollView.bar_room * self.zoom)
        holder = Node(name="content")
        holder.size = Size(glow_margin + content.size.w, above + content.size.h)
        content.position = Vec(glow_margin, above)
        holder.add(content)
        wider = Rect(room.x - glow_margin, room.y - above, room.w + glow_margin, room.h + above)
        self.add_view(sheet, holder, wider, name)

    @property
    def space(self) -> float:
        return 1.5 * self.look.theme.sizes.gap

    def card(
        self,
        name: str,
        words: Callable[[float], Node],
        tools: Sequence[Node],
        width: float,
        picture: Node | None = None,
    ) -> widget.Panel:
        """Create a list entry as a panel: a picture, text, and controls beside or below the text.

        Args:
            name: Name of the panel's node.
            words: Function that creates the text's node for a given width.
            tools: Controls, such as buttons.
            width: Width of the panel.
            picture: Picture at the left, or None.
        """
        sizes = self.look.theme.sizes
        edge = 0.8 * sizes.padding
        gap = sizes.gap
        room = width - 2 * edge
        room -= 0.0 if picture is None else picture.size.w + edge + gap / 2
        inside = self.beside(words, tools, room, gap)
        if picture is not None:
            if inside.size.h > picture.size.h:
                share = 0.0
            else:
                share = 0.5
            inside = row(picture, inside, gap=edge + gap / 2, share=share)
        panel = widget.Panel(self.look, Size(1.0, 1.0), "card_row", name=name)
        pad(inside, edge, into=panel)
        return panel

    def beside(
        self, words: Callable[[float], Node], tools: Sequence[Node], width: float, gap: float
    ) -> Node:
        """Return a node with text and controls: side by side, or stacked if the width is small."""
        between = get_button_gap(self.look)
        wide = sum(tool.size.w + between for tool in tools) - between
        buttons = wrap(tools, min(width, wide), between)
        return beside(words, buttons, width, least=self.least * self.zoom, gap=gap)

    def note(self, words: str, width: float, tool: Node | None = None) -> Node:
        """Create a paragraph of small text, with an optional control beside or below the text."""

        def label(room: float) -> Node:
            return widget.Label(self.look, words, "note", max_width=room, wraps=True)

        if tool is None:
            return label(width)
        least = self.least * self.zoom
        gap = self.look.theme.sizes.gap
        return beside(label, tool, width, least=least, gap=gap, share=0.0)

    def build(self) -> None:
        self.add_room()
        sheet = self.add_sheet(self.most)
        left = self.edge
        top = self.add_head(sheet, self.title, self.mark) + self.space
        width = sheet.size.w - 2 * left
        bottom = sheet.size.h - self.edge
        if (head := self.build_head(width - scroll.ScrollView.bar_room * self.zoom)) is not None:
            head.position = Vec(left, top)
            sheet.add(head)
            top += head.size.h + self.space
        if (foot := self.build_foot(width)) is not None:
            bottom -= foot.size.h
            foot.position = Vec(left + width - foot.size.w, bottom)
            bottom -= self.space
        room = Rect(left, top, width, bottom - top)
        if self.empty_text is None:
            self.view(sheet, room, f"{self.node.name} view")
        else:
            label = self.build_empty_label(self.empty_text, width)
            label.position = room.position
            sheet.add(label)
        if foot is not None:
            sheet.add(foot)


_FAN_ANGLE: Final = 7.0
"""Angle between neighbouring cards of a fan, in degrees."""


def build_fan(ui: ui.Ui, cards: Sequence[Face], height: float, *, lean: float = _FAN_ANGLE) -> Node:
    """Create a fan of overlapping cards.

    Args:
        ui: The interface with its stage, theme and texts.
        cards: Text form of each card; None is drawn as the back of a card.
        height: Height of a card.
        lean: Angle between neighbouring cards in degrees; 0 arranges them in a straight row.
    """
    width = height * ui.card_art.aspect_size.w / ui.card_art.aspect_size.h
    size = ui.card_art.size(width)
    middle = (len(cards) - 1) / 2
    step = 0.62 * width
    fan = Node(name="fan", size=Size(width + step * (len(cards) - 1), size.h))
    for nth, face in enumerate(cards):
        if lean:
            drop = abs(nth - middle) * 0.04 * size.h
        else:
            drop = 0.0
        place = Vec(width / 2 + nth * step, size.h / 2 + drop)
        card = Node(
            size=size, picture=ui.card_art.picture(face, width), anchor=CENTRE, position=place
        )
        card.rotation = (nth - middle) * lean
        fan.add(card)
    return fan


class PictureTile(NamedTuple):
    """A button with a picture and text in a grid of tasks, such as puzzles or lessons.

    Attributes:
        name: Name of the button's node.
        press: Called when the button is pressed.
        picture: Picture on the button.
        words: Text below the picture.
        is_next: Whether the task should be done next; the button then has a gold frame.
        is_done: Whether the task is done; the button then has a tick.
        is_tried: Whether the task was tried; the button then has a dot, unless it has a tick.
        fill: Colours of background and text, None for the default.
        caption: Text to read aloud, "" for the text on the button.
    """

    name: str
    press: Callable[[], None]
    picture: Node
    words: texts.Runs
    is_next: bool = False
    is_done: bool = False
    is_tried: bool = False
    fill: tuple[Colour, Colour] | None = None
    caption: str = ""

    def describe_state(self, say: texts.Texts) -> str:
        """Return the word for the tile's state that is read aloud, such as "done"; "" for none."""
        if self.is_done:
            return say.in_context("tile", "done")
        if self.is_tried:
            return say.in_context("tile", "tried")
        return say.in_context("tile", "next") if self.is_next else ""


_UNSOLVED_ALPHA: Final = 0.6
_MARK: Final = 24.0


def build_tiles(ui: ui.Ui, tiles: Sequence[PictureTile], width: float, least: float) -> Node:
    """Create a grid of equally large tiles, each at least as wide as `least`."""
    look = ui.stage.look
    gap = get_button_gap(look)
    edge = 0.6 * look.theme.sizes.padding
    columns, wide = share_width(width, least, gap)
    ink = ui.ink
    insides = []
    room = wide - 2 * edge
    for tile in tiles:
        spans = ink.spans(look, tile.words, only=tile.fill[1] if tile.fill else None)
        size = runs.lay_out_spans(spans, look, "row", Size(room, 0.0), max_lines=3).size
        words = runs.RunsLabel(
            *(look, spans, "row"),
            size=Size(room, size.h),
            align=Align.CENTRE,
            max_lines=3,
            name="words",
        )
        if tile.is_done or tile.is_next:
            tile.picture.alpha = 1.0
        else:
            tile.picture.alpha = _UNSOLVED_ALPHA
        insides.append(column(tile.picture, words, gap=0.5 * edge, share=0.5))
    height = max(inside.size.h for inside in insides) + 2 * edge
    side = _MARK * look.theme.zoom
    buttons = []
    for tile, inside in zip(tiles, insides, strict=True):
        style = "menu_on" if tile.is_next else "menu"
        button = Button(look, "", tile.press, style=style, name=tile.name, size=Size(wide, height))
        button.caption = tile.caption or texts.to_plain(tile.words)
        button.state_words = tile.describe_state(ui.texts)
        if tile.fill is not None:
            ground = BoxPicture(tile.fill[0], 14.0 * look.theme.zoom)
            put(Node(size=Size(wide - 4, height - 4), picture=ground), button)
        put(inside, button)
        if tile.is_done or tile.is_tried:
            if tile.is_done:
                ok = look.theme.colour("ok")
                tick = boxes.square(0.6 * side, build_icon("tick", ok))
                mark = boxes.circle(side, look.theme.colour("table"), ok, sign=tick, name="tick")
            else:
                mark = boxes.circle(0.4 * side, look.theme.colour("accent"), name="tried")
            put(mark, button, 1.0, 0.0, margin=0.35 * edge)
        buttons.append(button)
    return grid(buttons, columns, gap, name="tiles")


_PORTRAITS_WIDTH: Final = 260.0
"""Width reserved for up to five players' portraits in a list entry, in design units at zoom 1."""


def build_people(
    ui: ui.Ui,
    seats: Sequence[Seat],
    width: float,
    counts: Sequence[int],
    winners: Container[int] = (),
) -> Node:
    """Create a row with the portraits of a match's players; winners have a crown.

    Args:
        ui: The interface with its theme and texts.
        seats: The players.
        width: Width of the list entry that will contain the portraits. Entries of the same width
            reserve the same space for up to five portraits, so that the texts beside them align.
        counts: Number shown below each portrait, such as the player's points. If all are 0, no
            numbers are shown.
        winners: Winning seats.
    """
    look = ui.stage.look
    zoom = ui.stage.look.theme.zoom
    side = 44.0 * zoom
    ink = ui.ink
    portraits = []
    labels = phrases.SeatWords.for_viewer(ui.texts, seats, None).labels()
    for label in labels:
        holder = Node(name="face", size=Size(side, side * 1.4))
        avatar = Avatar(look, ink, name="avatar")
        avatar.place(Rect(0.0, 0.4 * side, side, side))
        avatar.show(label._replace(is_leading=label.seat in winners))
        holder.add(avatar)
        tone = None
        if label.seat in winners:
            tone = look.theme.colour("accent")
        if any(counts):
            count = str(counts[label.seat])
        else:
            count = " "
        below = widget.Label(look, count, "row", colour=tone)
        portraits.append(column(holder, below, share=0.5))
    portrait_row = row(*portraits, gap=0.2 * side, name="people")
    has_counts = any(counts)
    portrait_row.caption = ", ".join(
        [f"{label.name} {counts[label.seat]}" if has_counts else label.name for label in labels]
    )
    portrait_row.size = Size(
        max(portrait_row.size.w, min(_PORTRAITS_WIDTH * zoom, 0.4 * width)), portrait_row.size.h
    )
    return portrait_row
