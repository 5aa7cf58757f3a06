"""A page about an ending: the moment held still, with its sentence and what to do next.

Where there is no room for that it is a sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.app.table_screen.overlays.finale.plan import FinaleFrame
from red7_desktop.app.table_screen.overlays.finale.scene import FinaleScene
from red7_desktop.app.table_screen.overlays.sheet_page import SheetPage
from red7_desktop.kit.hud.hud_button import ButtonLook, HudButton
from red7_desktop.kit.hud.mini_cards import build_mini_cards
from red7_desktop.kit.language.rich_text import Run
from red7_desktop.kit.pages.flow import Flow
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.widgets.button import Button, get_button_gap
from red7_desktop.scene.widgets.runs import RunsLabel

if TYPE_CHECKING:
    from red7_desktop.app.entrance import NextStep
    from red7_desktop.kit.models.endings import TurningStory
    from red7_desktop.kit.models.finale import Finale
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.scene.paint.pictures import Picture

_MAIN: Final = Size(400.0, 92.0)

_SIDE: Final = 66.0

_TURN: Final = 104.0
"""The height of the cards of a turn."""

_LINE: Final = 1000.0
"""No sentence is wider, at zoom 1."""


class EndButton(NamedTuple):
    """One thing to do next. style: "main" for what Return does, "side", or "link" for the rest.

    note: a line below the words of the main one. hint: what the key is for that does the same.
    is_for_stage: whether a sheet has no need of it.
    """

    name: str
    words: str
    press: Callable[[], None]
    style: str = "link"
    note: str = ""
    hint: str = ""
    is_for_stage: bool = False


class EndScene(NamedTuple):
    """What a moment shows when it is over. mark: see `FinaleScene`."""

    finale: Finale
    mark: Picture | None


def choose_main_button(onward: NextStep | None, usual: str) -> str:
    """Give the name of the main offer: `usual`, unless most people want what leads on."""
    return "onward" if onward is not None and onward.is_first else usual


def add_next_step(offers: Sequence[EndButton], onward: NextStep | None) -> list[EndButton]:
    """Put what leads on among offers, the main one first: before it, or right behind."""
    main, *rest = offers
    if onward is None:
        return [main, *rest]
    if not onward.is_first:
        return [main, EndButton("onward", onward.words, onward.open, "side"), *rest]
    first = EndButton("onward", onward.words, onward.open, "main", hint=main.hint)
    return [first, main._replace(style="side", note="", hint=""), *rest]


class EndPage(SheetPage):
    """Shows how something ended. stage: what is held still; None for a sheet in any case.

    A click beside the buttons is one outside, and shows the table.

    A subclass writes `told` and `offers`, and `content` for the sheet.
    """

    closes = False

    def __init__(
        self, kit: Ui, name: str, on_leave: Callable[[], None], stage: EndScene | None
    ) -> None:
        super().__init__(kit, name, on_leave)
        self.stage = stage

    def left_by(self, leave: Callable[[], None]) -> EndPage:
        """Have it left in some way; give it back."""
        self.on_leave = leave
        return self

    @property
    def told(self) -> TurningStory:
        """The sentence, with the cards of its turn, and how near a loser came."""
        raise NotImplementedError

    def offers(self) -> Sequence[EndButton]:
        """Give what can come next, the main one first."""
        raise NotImplementedError

    def frame(self) -> FinaleFrame:
        """Tell what the page needs beside the moment."""
        told = self._told_node()
        return FinaleFrame(0.0 if told is None else told.size.h, self._foot().size.h)

    def build(self) -> None:
        """Hold the moment still where all of it fits, else lay out the sheet."""
        self._scene = self._made_scene()
        if self._scene is None:
            super().build()
            return
        self.add_room()
        scene, told, foot = self._scene, self._told_node(), self._foot()
        left = (scene.size.w - foot.size.w) / 2
        foot.position = Vec(left, scene.plan.foot)
        if told is not None:
            told.position = Vec((scene.size.w - told.size.w) / 2, scene.plan.told)
            scene.add(told)
        scene.add(foot)
        self.node.add(scene)

    def buttons(self) -> list[Button]:
        """Give the offers as buttons at the foot of the sheet, the main one last."""
        styles = {"main": "primary", "side": "plain", "link": "quiet"}
        return [
            Button(
                self.look,
                each.words,
                each.press,
                style=styles[each.style],
                hint=each.hint,
                name=each.name,
            )
            for each in reversed(self.offers())
            if not each.is_for_stage
        ]

    # -- on the stage ------------------------------------------------------------------------

    _scene: FinaleScene | None = None

    def _made_scene(self) -> FinaleScene | None:
        if self.stage is None:
            return None
        scene = FinaleScene(self.kit, self.stage.finale, self.stage.mark, self.frame())
        return scene if scene.plan.fits else None

    @property
    def _room(self) -> float:
        return self.look.visible.w - 2 * self.look.theme.sizes.safe_margin

    def _told_node(self) -> Node | None:
        """Give the sentence and the near miss in the middle, the cards of the turn before them."""
        told, zoom = self.told, self.zoom
        if not (told.line or told.miss):
            return None
        faces = self.kit.faces
        wide = min(self._room, _LINE * zoom)
        high = _TURN * zoom if told.cards else 0.0
        room = Rect(0.0, 0.0, 0.32 * wide, high)
        cards = build_mini_cards(faces, told.cards, room) if told.cards else []
        left = max([each.position.x + each.size.w + 22.0 * zoom for each in cards], default=0.0)
        node = Node(name="told")
        align = Align.START if cards else Align.CENTRE
        flow = Flow(node, wide - left, 4.0 * zoom, left=left)
        for runs, style, name in ((told.line, "lead", "turned"), (told.miss, "soft", "miss")):
            if runs:
                spans = self.ink.spans(self.look, runs)
                size = Size(wide - left, 0.0)
                label = RunsLabel(
                    self.look, spans, style, size=size, max_lines=2, align=align, name=name
                )
                flow.add(label)
        words = [child for child in node.children if isinstance(child, RunsLabel)]
        whole = left + max(label.ink.w for label in words) if cards else wide
        flow.fit(high)
        for child in node.children:
            child.position += Vec(0.0, (node.size.h - flow.bottom) / 2)
        for card in cards:
            card.position += Vec(0.0, (node.size.h - card.size.h) / 2)
        node.add(*cards)
        node.size = Size(whole, node.size.h)
        return node

    def _foot(self) -> Node:
        """Give the main offer with those beside it, and the quiet ones in a line below."""
        offers, zoom = self.offers(), self.zoom
        bar = [self._main(each) for each in offers if each.style == "main"]
        bar += [
            Button(
                self.look,
                each.words,
                each.press,
                hint=each.hint,
                size=Size(0.0, _SIDE * zoom),
                name=each.name,
            )
            for each in offers
            if each.style == "side"
        ]
        links = [
            Button(self.look, each.words, each.press, style="quiet", name=each.name)
            for each in offers
            if each.style == "link"
        ]
        foot, gap = Node(name="foot"), get_button_gap(self.look)
        y = 0.0
        for row in (
            *_share_among_lines(bar, self._room, gap),
            *_share_among_lines(links, self._room, gap),
        ):
            whole = sum(each.size.w for each in row) + gap * (len(row) - 1)
            high = max(each.size.h for each in row)
            x = (self._room - whole) / 2
            for each in row:
                each.position = Vec(x, y + (high - each.size.h) / 2)
                x += each.size.w + gap
                foot.add(each)
            y += high + 0.6 * gap
        foot.size = Size(self._room, max(0.0, y - 0.6 * gap))
        return foot

    def _main(self, offer: EndButton) -> Node:
        """Give the large green button of the table."""
        button = HudButton(self.look, self.ink, offer.press, name=offer.name)
        wide = min(_MAIN.w * self.zoom, self._room)
        button.place(Rect(0.0, 0.0, wide, _MAIN.h * self.zoom))
        button.show(
            ButtonLook(
                "hud_go",
                offer.words,
                note=(Run(offer.note),) if offer.note else (),
                key=offer.hint,
                title_style="hud_end_title",
                padding=28.0,
            )
        )
        return button


def stay_put() -> None:
    """Stand in till `left_by` says how a page is left."""


def _share_among_lines(nodes: Sequence[Node], width: float, gap: float) -> list[list[Node]]:
    """Share nodes out among lines of a width."""
    lines: list[list[Node]] = []
    for node in nodes:
        taken = sum(each.size.w + gap for each in lines[-1]) if lines else 0.0
        if not lines or taken + node.size.w > width:
            lines.append([node])
        else:
            lines[-1].append(node)
    return lines
