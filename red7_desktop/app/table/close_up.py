"""The close-up: a card that is enlarged at the side, with its description.

For a card in a trick, the close-up shows the whole trick.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum, auto
from itertools import groupby, product
from typing import Final, NamedTuple

import pygame

from red7_desktop.app.table.advice import AdvicePriority, AdviceRequest, AdviceSource
from red7_desktop.app.table.context import TableServices
from red7_desktop.app.table.scores import build_avatar
from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.hud import bubbles
from red7_desktop.kit.hud.marks import describe_marks
from red7_desktop.kit.hud.part import build_mini_cards
from red7_desktop.kit.match_model import Spread
from red7_desktop.kit.phrases import SeatLabel
from red7_desktop.kit.texts import Runs
from red7_desktop.scene import animation, boxes, popups
from red7_desktop.scene.geometry import Rect, Size
from red7_desktop.scene.node import Node
from red7_desktop.scene.theme import ResolvedTheme
from red7_desktop.scene.widgets import runs, widget
from red7_desktop.table.card_nodes import CardNode
from red7_desktop.table.layout import zone_name
from red7_desktop.tabletop.game import SEAT_LETTERS

CLOSE_UP_DELAY: Final = 0.55
"""Seconds for which the pointer rests on a card before its close-up opens."""
_GRACE: Final = 0.12
"""Seconds for which the close-up stays open after the pointer has left the card.

If the pointer reaches another card in this time, the other card is shown at once."""
_PRESSES: Final = {pygame.KEYDOWN, pygame.MOUSEBUTTONUP, pygame.CONTROLLERBUTTONDOWN}
"""After these types of events the pointer opens no close-up until the pointer moves, because a card
may have moved below it."""
_NAME: Final = "close-up"
_ABOVE: Final = 8000.0
_CARD: Final = 252.0
_LEAST: Final = 0.35
"""Minimum size of the enlarged card as a share of its full size, even if the text is long."""


class Detail(IntEnum):
    """How much text the close-up of a card has."""

    TITLE = auto()
    """A close-up with the card's name, its owner, and the effect of playing the card."""
    FACTS = auto()
    """A close-up with the text of `TITLE`, facts about the card, and the meanings of its marks."""
    STANDINGS = auto()
    """A close-up with the text of `FACTS`, and how well each seat fulfils the card's rule."""


LARGE_SHARES: Final = (1.6, 1.4, 1.2)
"""Preferred sizes of the card in a close-up, relative to its size on the table, the best first."""
_USUAL_FORMS: Final = frozenset(product(LARGE_SHARES[:2], (Detail.STANDINGS, Detail.FACTS)))
"""Preferred layouts of a close-up if the text isn't enlarged. Each is a pair: the card's size,
relative to its size on the table, and the amount of text."""
_TOLERANCE: Final = 0.01
"""Tolerance with which two sizes of a card count as equal, relative to the card on the table."""
_PADDINGS: Final = (1.0, 0.4)
"""Possible padding of a close-up with a large card, as multiples of the theme's padding at zoom 1.

The narrow one is used if the card would otherwise have to be smaller."""
_BESIDE: Final = (0.6, 0.5, 0.0)
"""Possible widths of the text beside the card in a close-up, in card widths, the best first. With
width 0, the text is below the card."""
_SHARE: Final = 0.46
"""Maximum height of the enlarged card as a share of the window's height."""
_GAP: Final = 8.0
"""Gap between the close-up and the node beside it (card or seat's panel), in design units."""
_TURNS: Final = 0.2
"""Cost of covering one square design unit of the panel of recent turns with the close-up.

The cost is low, because the panel is hidden while the close-up covers it."""
_LEAST_WIDE: Final = 0.7
"""Minimum width of text below the enlarged card, as a multiple of the width that the card has at
height `_CARD`."""
_PORTRAIT: Final = 1.5
"""Side of a portrait in the close-up's text, as a multiple of the font size."""
_APART = 0.5
"""Distance between cards, and between plays, in the close-up of a trick, in card widths."""
_FAN = 0.5
"""Maximum width of all cards in the close-up of a trick, as a share of the window's width."""
_SIGN = 30.0
"""Side of a seat's avatar in the close-up of a trick, in design units at zoom 1."""


class _Form(NamedTuple):
    """One layout of a close-up.

    Attributes:
        share: Size of the card as a share of its full size.
        beside: Width of the text beside the card, in card widths; 0 for text below the card.
        detail: Amount of text.
        padding: Padding, as a multiple of the theme's padding at zoom 1.
    """

    share: float
    beside: float
    detail: Detail
    padding: float = 1.0


_FORMS: Final = (
    *[_Form(share, share + 0.2, Detail.STANDINGS) for share in (0.55, 0.48, 0.42)],
    *[_Form(share, 0.0, Detail.STANDINGS) for share in (0.7, 0.4)],
    *[_Form(0.42, beside, Detail.FACTS) for beside in (0.62, 1.2)],
    *[_Form(share, 0.0, Detail.FACTS) for share in (0.7, 0.4, 1.0)],
    *[_Form(0.3, beside, Detail.FACTS) for beside in (0.62, 1.0, 1.5)],
)
"""Layouts of a close-up that are tried if there is no room for the preferred sizes of the card
(`LARGE_SHARES`), the best first."""


class CloseUp:
    """Shows one card enlarged.

    Set `handle_hover` as `CardBoard.on_look`, add `node` above the table, and call `tick` once a
    frame. The node takes no input, so play continues below it. The close-up closes when a drag
    begins or the card turns over.

    A card that is face down is never shown. Neither is a card that landed below a pointer that
    hasn't moved since the last press.

    Attributes:
        node: Contains the close-up.
        card: The card that the player looks at; None if there is no such card.
        face: Code of the card in the open close-up; "" if it is closed.
    """

    def __init__(self, table: TableServices) -> None:
        self._table = table
        self._ui = table.ui
        self.node = Node(name="close-ups", z=_ABOVE)
        self.card: CardNode | None = None
        self.face = ""
        self._waiting: animation.Timer | None = None
        self._heeds_pointer = False
        self._passed_over: CardNode | None = None
        self._word_sizes: dict[tuple[float, float, Detail], Size] = {}
        self._plays: Spread | None = None  # Plays of the trick that the card belongs to.
        table.advice.register(AdviceSource.CLOSE_UP, self._reveal)

    def _reveal(self, is_shown: bool) -> None:
        if not is_shown:
            self.hide()

    # -- opening and closing -----------------------------------------------------------------

    def handle_hover(self, card: CardNode | None) -> None:
        """Open the close-up after the pointer has rested on a card.

        A touch opens it at once. While a close-up is open, it switches to the next card at once.

        Args:
            card: Card below the pointer; None closes the close-up.
        """
        timers = self._ui.stage.timers
        timers.cancel(self._waiting)
        is_pressed = card is not None and self._ui.stage.pointer.pressed is card
        if self._heeds_pointer or is_pressed:
            self._passed_over = None
        else:
            self._passed_over = card
        if card is None or card is self._passed_over:
            if self.face:
                self._waiting = timers.after(_GRACE, self.hide)
        elif self.face or is_pressed:
            self.show(card, is_asked=is_pressed)
        else:
            self._waiting = timers.after(CLOSE_UP_DELAY, lambda: self.show(card))

    def handle(self, event: pygame.Event) -> bool:
        """Open or close the close-up if an event presses its key.

        Also track whether the pointer has moved since the last press.

        Returns:
            Whether the event pressed the key of the close-up.
        """
        if event.type == pygame.MOUSEMOTION:
            self._heeds_pointer = True
            if self._passed_over is not None:
                self.handle_hover(self._passed_over)
        elif event.type in _PRESSES:
            self._heeds_pointer = False
        if Intent.LOOK not in self._ui.controls.find_pressed_intents(event):
            return False
        current = self._ui.stage.focus.current
        if self.face:
            self.hide()
        elif isinstance(current, CardNode):
            self.show(current, is_asked=True)
        return True

    def tick(self, now: float) -> None:
        if self.card is not None and (
            self._ui.stage.pointer.is_dragging
            or self.card.shown != self.face
            or not self.card.is_shown
        ):
            self.hide()

    def show(self, card: CardNode, *, is_asked: bool = False) -> None:
        """Open the close-up of a card, unless it is face down or something is dragged.

        Args:
            card: The card.
            is_asked: Whether the user requested the close-up with a key or a long press. If False,
                the close-up isn't shown while a hint is visible.
        """
        self._ui.stage.timers.cancel(self._waiting)
        if card.shown is None or self._ui.stage.pointer.is_dragging or not card.is_shown:
            self.hide()
            return
        rank = AdvicePriority.LOOK if is_asked else AdvicePriority.PREVIEW
        if not self._table.advice.request(AdviceRequest(AdviceSource.CLOSE_UP, rank)):
            self.hide()
            return
        if card is not self.card or card.shown != self.face:
            self._clear()
            self.card = card
            self.face = card.shown
            panel = self._build(card, card.shown)
            self.node.add(panel)
            self._table.hud.hide_covered_by(_NAME, panel.bounds)

    def hide(self) -> None:
        self._ui.stage.timers.cancel(self._waiting)
        self._clear()
        self._table.advice.withdraw(AdviceSource.CLOSE_UP)

    def _clear(self) -> None:
        self.card = None
        self.face = ""
        self.node.clear()
        self._table.hud.hide_covered_by(_NAME, None)

    # -- laying out --------------------------------------------------------------------------

    def _build(self, card: CardNode, face: str) -> Node:
        self._word_sizes.clear()
        self._plays = self._find_plays(card)
        look = self._ui.stage.look
        margin = look.theme.sizes.safe_margin
        looks = list(bubbles.list_smaller_looks(look))
        forms = self._list_forms(card, face, looks)
        popup = self._place(card, forms, self._list_obstacles(), margin)
        # The close-up of a trick shows a fan of small cards instead of one large card.
        if len(looks) > 1 and self._plays is None:
            used_look, form = popup.form.content
            words = self._measure_words(card, face, used_look, form)
            width = self._measure_large_card(used_look, form, words.h).w
            scale = width / self._measure_card_width(card)
            if scale < LARGE_SHARES[0] - _TOLERANCE:
                popup = self._place_above_own_panel(card, face, looks[:-1], scale) or popup
        panel = self._build_panel(card, face, *popup.form.content)
        panel.position = popup.box.position
        return panel

    def _place(
        self,
        card: CardNode,
        forms: Iterable[popups.PopupSize],
        obstacles: Sequence[popups.Obstacle],
        margin: float,
    ) -> popups.PopupPlacement:
        inside = self._ui.stage.look.visible_area.inflated(-margin)
        anchors = self._list_anchors(card)
        return popups.place_popup(forms, anchors, inside, obstacles, gap=_GAP, is_tied=False)

    def _place_above_own_panel(
        self, card: CardNode, face: str, looks: Sequence[ResolvedTheme], scale: float
    ) -> popups.PopupPlacement | None:
        """Return a position for a larger close-up that covers the viewer's own panel.

        At large text, the other panels, the cards and the buttons often leave no room. The viewer
        can do without the own panel while looking at a card.

        Args:
            card: The card.
            face: Code of the card.
            looks: Themes to try, the largest text first.
            scale: Size that the close-up's card has without covering the panel, relative to the
                card on the table.

        Returns:
            None if there is no larger close-up that covers nothing else of importance.
        """
        own = self._table.hud.parts[zone_name("panel", 0)]
        area = self._table.hud.world.bounds(own.frame)
        obstacles = [each for each in self._list_obstacles() if each.area != area]
        heavy = [each for each in obstacles if each.weight >= popups.HEAVY_WEIGHT]
        for form in self._list_large_forms(card, face, looks, scale):
            popup = self._place(card, [form], obstacles, _GAP / 2)
            if not popups.compute_cover_cost(popup.box, heavy):
                return popup
        return None

    def _list_large_forms(
        self, card: CardNode, face: str, looks: Sequence[ResolvedTheme], scale: float
    ) -> Iterator[popups.PopupSize]:
        """Yield close-ups with a card larger than a given size, the largest card first.

        Args:
            card: The card on the table.
            face: Code of the card.
            looks: Themes to try, the largest text first.
            scale: Size that the card must exceed, relative to the card on the table.
        """
        for larger, detail, beside in product(LARGE_SHARES, reversed(Detail), _BESIDE):
            if larger > scale + _TOLERANCE:
                for look, padding in product(looks, _PADDINGS):
                    share = larger * self._measure_share(card, look)
                    form = _Form(share, beside, detail, padding)
                    yield self._measure_panel(card, face, look, form, rank=0)

    def _measure_share(self, card: CardNode, look: ResolvedTheme) -> float:
        """Return a card's size on the table as a share of the full size of an enlarged card."""
        return self._measure_card_width(card) / self._measure_whole(look).w

    def _measure_card_width(self, card: CardNode) -> float:
        """Return the width that a card has on the table, in design units."""
        return card.size.w * card.scale * self._table.hud.world.scale_x

    def _list_forms(
        self, card: CardNode, face: str, looks: Sequence[ResolvedTheme]
    ) -> Iterator[popups.PopupSize]:
        """Yield the panels that the close-up of a card may have, the best first.

        The panels differ in the card's size, the font size, the amount of text, and in whether the
        text is beside or below the card. The caller shows the best panel for which there is room.

        Args:
            card: The card on the table.
            face: Code of the card.
            looks: Themes to try, the largest text first.
        """
        # If the text is enlarged, prefer the largest card, even if there is only room for little
        # text. Otherwise prefer the layouts of `_USUAL_FORMS`, and then all others.
        large_forms = list(product(LARGE_SHARES, reversed(Detail)))
        if len(looks) > 1:
            ranked = [[form] for form in large_forms]
        else:
            ranked = [[form for form in large_forms if form in _USUAL_FORMS], large_forms]
        # Smaller fonts leave more room for the card. Try the smallest one only in the last loop.
        for rank, forms in enumerate(ranked):
            for (larger, detail), look, beside, padding in product(
                forms, looks[:-1] or looks, _BESIDE, _PADDINGS
            ):
                share = larger * self._measure_share(card, look)
                form = _Form(share, beside, detail, padding)
                yield self._measure_panel(card, face, look, form, rank)
        rank = len(ranked)
        # Prefer larger fonts, even if the close-up then covers the table's tools.
        for sizes in (looks[:-1], looks[-1:]):
            if sizes[-1:] == looks[-1:]:
                # Panels of the last rank are only used if all others have failed. They may cover
                # the seats' panels, so try large cards once more, with little text.
                for larger, beside in product(LARGE_SHARES, _BESIDE):
                    share = larger * self._measure_share(card, looks[0])
                    form = _Form(share, beside, Detail.TITLE)
                    yield self._measure_panel(card, face, looks[0], form, rank)
            for detail in (Detail.STANDINGS, Detail.FACTS):
                for look, form in product(sizes, _FORMS):
                    if form.detail is detail:
                        yield self._measure_panel(card, face, look, form, rank)
            rank += 1

    def _list_anchors(self, card: CardNode) -> list[popups.PopupAnchor]:
        """List the areas beside which the close-up of a card may appear, the best area first.

        If the card is in a seat's panel, the first area is the panel. The last area is the card
        itself. For each area, the side towards the middle of the window comes first.
        """
        centre = card.bounds.centre
        is_left = centre.x <= self._ui.stage.look.visible_area.centre.x
        if is_left:
            sides = ("right", "left")
        else:
            sides = ("left", "right")
        frames = [each for each in self._table.hud.list_frames() if each.contains(centre)]
        return [popups.PopupAnchor(each, sides) for each in (*frames, card.bounds)]

    def _list_obstacles(self) -> list[popups.Obstacle]:
        """List the areas that the close-up should not cover, with a cost for covering each.

        Title, tools and recent turns cost less than the rest. Open cards cost as much as buttons,
        the rule and the status line.
        """
        hud = self._table.hud
        kinds = hud.layout.kinds
        kept = [each for each in hud.list_root_obstacles() if each.weight >= popups.HEAVY_WEIGHT]
        shared = [
            spec
            for spec in hud.layout.zones
            if (kind := kinds[spec.kind]).required and not kind.owned and not kind.style
        ]
        others = [
            popups.Obstacle(
                hud.world.bounds(spec.area),
                kinds[spec.kind].weight if spec.kind in ("title", "tools") else popups.HEAVY_WEIGHT,
            )
            for spec in shared
        ]
        cards = [
            popups.Obstacle(hud.world.bounds(area), popups.FORBIDDEN_WEIGHT)
            for area in hud.list_card_areas()
        ]
        turns = popups.Obstacle(hud.history.bounds, _TURNS * hud.history.is_shown)
        return [*kept, *others, *cards, turns]

    def _measure_whole(self, look: ResolvedTheme) -> Size:
        """Return the full size of an enlarged card; the sizes in `_FORMS` are shares of it."""
        size = self._ui.card_art.size(_CARD * look.theme.zoom)
        return size.scaled(min(1.0, _SHARE * look.visible_area.h / size.h))

    def _measure_panel(
        self, card: CardNode, face: str, look: ResolvedTheme, form: _Form, rank: int
    ) -> popups.PopupSize:
        """Return the size of a close-up, with the arguments that `_build_panel` needs to build it.

        Many layouts are tried, so only the chosen close-up is built.
        """
        padding = self._measure_padding(look, form)
        if self._plays is not None:
            inside = self._build_fan(look, self._plays, form.share).size
        else:
            wide = self._measure_text_width(look, form)
            words = self._measure_words(card, face, look, form)
            size = self._measure_large_card(look, form, words.h)
            if form.beside:
                inside = Size(size.w + padding + words.w, max(size.h, words.h))
            else:
                inside = Size(max(wide, size.w, words.w), size.h + padding + words.h)
        size = Size(inside.w + 2 * padding, inside.h + 2 * padding)
        return popups.PopupSize(size, rank, (look, form))

    def _measure_words(self, card: CardNode, face: str, look: ResolvedTheme, form: _Form) -> Size:
        """Return the size of the text; each text is laid out only once."""
        wide = self._measure_text_width(look, form)
        key = (look.theme.zoom, wide, form.detail)
        if key not in self._word_sizes:
            self._word_sizes[key] = self._words(card, face, look, wide, form.detail).size
        return self._word_sizes[key]

    def _measure_padding(self, look: ResolvedTheme, form: _Form) -> float:
        # The padding doesn't grow with the text, so that the card has more room.
        return form.padding * look.theme.sizes.padding / look.theme.zoom

    def _measure_text_width(self, look: ResolvedTheme, form: _Form) -> float:
        wide = self._ui.card_art.size(_CARD * look.theme.zoom).w
        share = form.share * self._measure_whole(look).w / wide
        return wide * (form.beside or max(share, _LEAST_WIDE))

    def _measure_large_card(self, look: ResolvedTheme, form: _Form, words_height: float) -> Size:
        size = self._measure_whole(look).scaled(form.share)
        if form.beside:
            return size
        # Shrink the card if the text is long.
        margins = 2 * look.theme.sizes.safe_margin + 3 * self._measure_padding(look, form)
        room = look.visible_area.h - margins - words_height
        return size.scaled(max(_LEAST, min(1.0, room / size.h)))

    def _find_plays(self, card: CardNode) -> Spread | None:
        """Return all plays of a card's trick; None if the card isn't in a trick."""
        story = self._table.game_view.story
        spread = story.spread_pile(self._table.words, self._table.seen, card.zone)
        return spread if spread is not None and spread.seats else None

    def _build_panel(self, card: CardNode, face: str, look: ResolvedTheme, form: _Form) -> Node:
        padding = self._measure_padding(look, form)
        panel = widget.Panel(look, look.visible_area.size, "close_up", name=f"close-up {face}")
        if self._plays is not None:
            return boxes.pad(self._build_fan(look, self._plays, form.share), padding, into=panel)
        wide = self._measure_text_width(look, form)
        words = self._words(card, face, look, wide, form.detail)
        size = self._measure_large_card(look, form, words.size.h)
        large = self._ui.card_art.build_card(face, size.w, name="card", size=size)
        if form.beside:
            inside = boxes.row(large, words, gap=padding, share=0.0)
        else:
            top = boxes.column(large, width=wide, share=0.5)
            inside = boxes.column(top, words, gap=padding)
        return boxes.pad(inside, padding, into=panel)

    def _build_fan(self, look: ResolvedTheme, spread: Spread, share: float) -> Node:
        """Return a node that shows the plays of a trick side by side.

        Below the cards of each play is the avatar of the seat that made the play.
        """
        table = self._table
        zoom = look.theme.zoom
        told = groupby(zip(spread.seats, spread.cards, strict=True), lambda each: each[0])
        plays = [(seat, [each.face for _, each in play]) for seat, play in told]
        widths = [1.0 + _APART * (len(faces) - 1) for _, faces in plays]
        card = min(
            share * _CARD * zoom, _FAN * look.visible_area.w / (sum(widths) + _APART * len(plays))
        )
        blocks = []
        for (seat, faces), wide in zip(plays, widths, strict=True):
            cards = Node(name="play", size=Size(wide * card, self._ui.card_art.size(card).h))
            cards.add(*build_mini_cards(self._ui.card_art, faces, Rect(0.0, 0.0, *cards.size)))
            sign = build_avatar(look, table.hud.styler, table.words.build_label(seat), _SIGN * zoom)
            blocks.append(boxes.column(cards, sign, gap=look.theme.sizes.gap / 2, share=0.5))
        return boxes.row(*blocks, gap=_APART * card)

    def _words(
        self, card: CardNode, face: str, look: ResolvedTheme, width: float, detail: Detail
    ) -> Node:
        table = self._table
        texts = self._ui.texts
        meanings = {**describe_marks(texts), **table.game_view.table.mark_meanings(texts)}
        marks = tuple([meanings[each] for each in card.marks if each in meanings])
        said = table.game_view.words.describe_card(table.words, face, table.seen, marks)
        rows: list[Node | float] = [
            widget.Label(look, said.title, "heading", max_width=width, name="title")
        ]
        seat = SEAT_LETTERS.find(card.zone.partition(":")[2] or "?")
        is_others = seat >= 0 and seat != table.seen.viewer
        if is_others:
            owner = self._standing(look, table.words.build_label(seat), (), width)
            owner.name = "owner"
            rows.append(owner)
        if said.about and detail >= Detail.FACTS:
            spans = table.hud.styler.spans(look, said.about)
            rows.append(runs.RunsLabel(look, spans, "soft", size=Size(width, 0.0), max_lines=3))
        if detail is Detail.STANDINGS and table.mode.assists and said.standings:
            standings = [self._standing(look, *each, width) for each in said.standings]
            gap = look.theme.sizes.gap
            rows += [1.5 * gap, boxes.column(*standings, gap=gap / 2)]
        notes = []
        if said.action and not is_others:
            notes.append((said.action, "soft", "action"))
        if detail >= Detail.FACTS:
            notes += [(mark, "note", "mark") for mark in said.marks]
        rows += [
            widget.Label(look, words, style, max_width=width, wraps=True, name=name)
            for words, style, name in notes
        ]
        return boxes.column(*rows, gap=look.theme.sizes.gap / 2, width=width, name="words")

    def _standing(self, look: ResolvedTheme, label: SeatLabel, figure: Runs, width: float) -> Node:
        ink = self._table.hud.styler
        side = _PORTRAIT * look.theme.text("soft").size
        avatar = build_avatar(look, ink, label, side)
        value = runs.RunsLabel(look, ink.spans(look, figure), "label", name="figure")
        gap = look.theme.sizes.gap / 2
        free = Size(max(1.0, width - side - value.size.w - 2 * gap), 0.0)
        name = runs.RunsLabel(look, label.name, "soft", size=free, name="name")
        return boxes.row(boxes.row(avatar, name, gap=gap), value, width=width, name="standing")
