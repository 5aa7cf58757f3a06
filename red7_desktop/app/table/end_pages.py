"""Pages about the end of a round or match: animation, next steps and summary."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate
from typing import Final, NamedTuple

import pygame

from red7_desktop.app.table import mode, scores
from red7_desktop.app.table.finale import CROWN, FINALE_SECONDS, LEAST_RADIUS, FinaleScene
from red7_desktop.kit import match_model, texts, ui
from red7_desktop.kit.bindings import FOCUS, Intent
from red7_desktop.kit.hud import buttons, part
from red7_desktop.kit.pages import forms, page
from red7_desktop.kit.sound.cues import Cue, Sound, thin_out
from red7_desktop.scene import animation, boxes, pictures, theme
from red7_desktop.scene.geometry import NO_SIZE, Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.button import Button, get_button_gap
from red7_desktop.scene.widgets.widget import Label


class EndButton(NamedTuple):
    """A button on an end page.

    Attributes:
        name: Name of the node.
        words: Title of the button.
        press: Called when the button is pressed.
        style: "main" for the main button, "side" for a button beside the main button, "link" for a
            less prominent button.
        note: Line below the title of the main button.
        hint: Intent whose key is shown on the button.
    """

    name: str
    words: str
    press: Callable[[], None]
    style: str = "link"
    note: str = ""
    hint: str = ""


class Ending(NamedTuple):
    """Content of the pages and the animation at the end of a round or match.

    Attributes:
        name: Name of the nodes of `EndPage` and `EndSheet`.
        model: Winners, scores, and sentences about the result.
        finale: Content of the animation.
        mark: Picture inside the animation's ring until a crown falls on the winner; None for an
            empty ring.
        buttons: Buttons to continue, the main button first.
    """

    name: str
    model: match_model.EndModel
    finale: match_model.Finale
    mark: pictures.Picture | None
    buttons: Sequence[EndButton]


def add_follow_up(buttons: Sequence[EndButton], follow_up: mode.FollowUp) -> list[EndButton]:
    """Return an end page's buttons with a new main button in front, such as "Next lesson".

    The previous main button becomes a side button, or is left out if `FollowUp.is_instead`.

    Args:
        buttons: The page's buttons, the main button first.
        follow_up: The new main button, and more side buttons.
    """
    main, *rest = buttons
    first = main._replace(
        name="onward", words=follow_up.words, press=follow_up.open, note=follow_up.note
    )
    others = [EndButton(name, words, press, "side") for name, words, press in follow_up.others]
    if not follow_up.is_instead:
        others.append(main._replace(style="side", note="", hint=""))
    return [first, *others, *rest]


_STYLES: Final = {"main": "primary", "side": "plain", "link": "quiet"}
_MAIN = Size(400.0, 92.0)
_LOW_MAIN = Size(300.0, 60.0)
_WIDEST: Final = 1.6
"""Largest width of the main button for a long title, relative to its usual width."""
_KEY: Final = 64.0
"""Width of the main button's part that shows the key to press, in design units."""
_SIDE: Final = 66.0
_LINE: Final = 1000.0
"""Maximum width of a sentence on the page about the end of a round, in design units at zoom 1."""

_INPUTS: Final = frozenset(
    {
        pygame.KEYDOWN,
        pygame.MOUSEBUTTONDOWN,
        pygame.MOUSEWHEEL,
        pygame.FINGERDOWN,
        pygame.CONTROLLERBUTTONDOWN,
    }
)


class EndPage(page.Page):
    """Page for the end of a round or match, with an animation and buttons below it.

    The animation lasts `FINALE_SECONDS` at normal speed, and any input skips it. Afterwards Esc,
    the gamepad's B and a click beside the buttons return to the table, and the key that ends a turn
    presses the main button. In a small window the buttons have a smaller height, and the sentences
    about the result are shown without cards.

    Args:
        ui: The interface.
        ending: Result, sentences and buttons to show.
        on_leave: Called when the page is left.
        verdict: Name of the sound that is played when a crown falls on the winner at the end of the
            animation. "" to show only the last frame of the animation.
    """

    def __init__(
        self, ui: ui.Ui, ending: Ending, on_leave: Callable[[], None], *, verdict: str = ""
    ) -> None:
        super().__init__(ui, ending.name, on_leave, as_overlay=True)
        self.first = ending.buttons[0].name
        self.is_playing = bool(verdict)
        self._verdict = verdict
        self._ending = ending
        self._scene: FinaleScene | None = None
        self._timer: animation.Timer | None = None
        self._began = 0.0

    # -- the animation -----------------------------------------------------------------------

    def on_open(self) -> None:
        super().on_open()
        if not self.is_playing or self._scene is None:
            self._read_aloud()
            return
        ui = self.ui
        stage = ui.stage
        speed = ui.settings.speed
        self._began = stage.clock.now()
        self._timer = stage.timers.after(FINALE_SECONDS / speed, self._hold_still)
        self._scene.play()
        ui.audio.schedule((*thin_out(self._scene.cues), Cue(CROWN, self._verdict)), speed)

    def handle(self, event: pygame.Event) -> bool:
        if not self.is_playing:
            return _press_main(self, event)
        if event.type not in _INPUTS:
            return False
        passed = (self.ui.stage.clock.now() - self._began) * self.ui.settings.speed
        self.ui.audio.stop_all()
        if passed < CROWN:
            self.ui.audio.play(self._verdict)
        self._hold_still()
        return True

    def on_resize(self) -> None:
        if self.is_playing:
            self._hold_still()
        else:
            super().on_resize()

    def on_close(self) -> None:
        self._stop()
        super().on_close()

    def leave(self) -> None:
        if self.is_playing:
            self._hold_still()
        else:
            super().leave()

    def _hold_still(self) -> None:
        self._stop()
        self.rebuild()
        self.ui.stage.focus.focus_in(self.node, self.node.find(self.first))
        self._read_aloud()

    def _stop(self) -> None:
        self.is_playing = False
        self.ui.stage.timers.cancel(self._timer)
        if self._scene is not None:
            self._scene.stop()

    def _read_aloud(self) -> None:
        told = self._ending.model.turning_point
        lines = (told.line, told.miss, told.missed_goals)
        self.ui.say(*[texts.to_plain(runs) for runs in lines if runs])

    # -- content -----------------------------------------------------------------------------

    def build(self) -> None:
        self.add_room()
        for is_low in (False, True):
            told = self._told(is_low=is_low)
            foot = self._foot(is_low=is_low)
            scene = FinaleScene(
                self.ui, self._ending.finale, self._ending.mark, told.size.h, foot.size.h
            )
            if scene.plan.radius >= LEAST_RADIUS * self.zoom:
                break
        model = self._ending.model
        # Set the text for the screen reader, which would otherwise read bare numbers.
        scene.caption = ". ".join([model.title, *map(texts.to_plain, model.standing)])
        self.node.add(scene)
        if self.is_playing:
            self._scene = scene
            scene.interactive = True
            scene.on_gesture = page.consume_presses
            return
        boxes.down(scene.plan.sentence_top, boxes.add_slot(told, scene)).place(
            Rect(0.0, 0.0, *scene.size)
        )
        boxes.down(scene.plan.buttons_top, boxes.add_slot(foot, self.node)).place(
            self.look.visible_area
        )

    @property
    def _room(self) -> float:
        return self.look.visible_area.w - 2 * self.look.theme.sizes.safe_margin

    def _told(self, *, is_low: bool) -> Node:
        told = self._ending.model.turning_point
        wide = min(self._room, _LINE * self.zoom)
        told = told._replace(cards=()) if is_low else told
        return scores.build_turning_node(self.ui, told, wide)

    def _foot(self, *, is_low: bool) -> Node:
        bar: list[Node] = []
        links: list[Node] = []
        for each in self._ending.buttons:
            if each.style == "main":
                size = _LOW_MAIN if is_low else _MAIN
                bar.append(self._main(each._replace(note="") if is_low else each, size))
            else:
                is_side = each.style == "side"
                if is_side and not is_low:
                    size = Size(0.0, _SIDE * self.zoom)
                else:
                    size = NO_SIZE
                (bar if is_side else links).append(_build_button(self.look, each, size))
        gap = get_button_gap(self.look)
        rows = [
            boxes.wrap(part, self._room, gap, row_gap=0.6 * gap, share=0.5)
            for part in (bar, links)
            if part
        ]
        return boxes.column(*rows, gap=0.6 * gap, name="foot")

    def _main(self, offer: EndButton, size: Size) -> Node:
        button = buttons.HudButton(self.look, self.ui.ink, offer.press, name=offer.name)
        content = buttons.ButtonLook(
            "hud_go",
            offer.words,
            note=(texts.Run(offer.note),) if offer.note else (),
            key=offer.hint,
            title_style="hud_end_title",
            padding=28.0,
        )
        wide = size.w
        if offer.note:
            # Widen the button: a title above a note has only one line, which is long if it names
            # two opponents.
            needed = button.needed_width(content, 0.0) / self.zoom + _KEY
            wide = min(max(wide, needed), _WIDEST * wide)
        button.place(Rect(0.0, 0.0, min(wide * self.zoom, self._room), size.h * self.zoom))
        button.show(content)
        return button


def _press_main(opened: EndPage | EndSheet, event: pygame.Event) -> bool:
    """Press a page's main button if the event is the key that ends a turn.

    A key that also operates the focus, such as Enter, is left to the focused button.

    Returns:
        Whether the button was pressed.
    """
    asked = opened.ui.controls.find_pressed_intents(event)
    if Intent.END not in asked or asked & FOCUS:
        return False
    opened.ui.audio.play(Sound.BUTTON)
    return opened.node.find(opened.first).activate()


def _build_button(look: theme.ResolvedTheme, offer: EndButton, size: Size = NO_SIZE) -> Button:
    style = _STYLES[offer.style]
    hint = offer.hint
    return Button(
        look, offer.words, offer.press, style=style, hint=hint, size=size, name=offer.name
    )


_SPLIT: Final = 820.0
"""Minimum width of the page, in design units at zoom 1, for placing the cards that score points
beside the sentences about the round."""
_LEFT: Final = 0.38


class EndSheet(forms.SheetPage):
    """Summary of a round or match: the details that have no room on the end page.

    Also has the main button of the end page.

    Args:
        ui: The interface.
        ending: Result, sentences and buttons of the end page.
        on_leave: Called for Esc.
        counts: Whether to animate the counting of cards.
        title: Title of the page, "" for the default.
    """

    def __init__(
        self,
        ui: ui.Ui,
        ending: Ending,
        on_leave: Callable[[], None],
        *,
        counts: bool = True,
        title: str = "",
    ) -> None:
        super().__init__(ui, ending.name, on_leave)
        self._heading = title
        self.first = ending.buttons[0].name
        self._ending = ending
        self._counts = counts
        self._counted: CountedCards | None = None
        self._bars: list[scores.ScoreBar] = []

    @property
    def max_width(self) -> float:
        if self._ending.model.scores:
            return 1060.0
        return 1100.0

    @property
    def title(self) -> str:
        return self._heading or self.ui.texts("Summary")

    def buttons(self) -> list[Button]:
        return [_build_button(self.look, self._ending.buttons[0])]

    def handle(self, event: pygame.Event) -> bool:
        return super().handle(event) or _press_main(self, event)

    def content(self, width: float) -> Node:
        model = self._ending.model
        zoom = self.zoom
        parts: list[Node] = []
        if model.story is not None:
            parts += self._story_parts(model.story, model.counted, width)
        self._bars = [scores.ScoreBar(self.ui, each, width, model.gains) for each in model.scores]
        if self._bars:
            bars = boxes.column(*self._bars, gap=8.0 * zoom, width=width, name="scores")
            bars.caption = ". ".join(map(texts.to_plain, model.standing))
            parts.append(bars)
        gap = (26.0 if model.scores else 24.0) * zoom
        return boxes.column(*parts, gap=gap, width=width, name="content")

    def _story_parts(
        self, story: match_model.RoundStory, counted: match_model.CountedTally | None, width: float
    ) -> list[Node]:
        """Return the nodes with sentences about a round, and with the cards that score points.

        The two nodes are in a row if there is room, otherwise one below the other.
        """
        gap = 30.0 * self.zoom
        is_wide = width >= _SPLIT * self.zoom
        if counted is not None and is_wide:
            share = _LEFT
        else:
            share = 1.0
        told = scores.build_story_node(self.ui, story, width * share)
        if counted is None:
            return [told]
        if not is_wide:
            return [told, self._points(counted, width)]
        points = self._points(counted, width - told.size.w - gap)
        return [boxes.row(told, points, gap=gap, share=0.0)]

    def _points(self, counted: match_model.CountedTally, width: float) -> Node:
        title = Label(self.look, counted.title, "label")
        self._counted = CountedCards(self.ui, counted, width)
        cards: Node = self._counted
        if counted.note:
            cards = Label(self.look, counted.note, "soft", max_width=width, wraps=True)
        return boxes.column(title, cards, gap=10.0 * self.zoom, width=width, name="points")

    def on_restored(self) -> None:
        counts, self._counts = self._counts, False
        if not counts or not self._bars:
            return
        if self._counted is not None:
            self._counted.count()
        for bar in self._bars:
            bar.grow(0.0 if self._counted is None else self._counted.seconds)


APART: Final = 0.24
"""Seconds from counting one card to counting the next card."""
_COME: Final = 0.3
_BEGIN: Final = 0.25
_CARD: Final = 104.0
_DROP: Final = 46.0
_SUM: Final = 150.0


class CountedCards(Node):
    """A row of cards that score points, and the sum of their points.

    Before `count` animates the counting, the final sum is shown.
    """

    def __init__(self, ui: ui.Ui, counted: match_model.CountedTally, width: float) -> None:
        super().__init__(name="counted")
        self._ui = ui
        look = ui.stage.look
        zoom = look.theme.zoom
        card = ui.card_art.size(_CARD * zoom)
        self._sums = [0, *accumulate(each.points for each in counted.cards)]
        room = Rect(0.0, 0.0, max(card.w, width - _SUM * zoom), card.h)
        self._cards = part.build_mini_cards(
            ui.card_art, [each.face for each in counted.cards], room
        )
        right = max((each.position.x + each.size.w for each in self._cards), default=0.0)
        right += 20.0 * zoom
        self._figure = Label(
            look,
            str(self._sums[-1]),
            "hud_tally",
            size=Size(_SUM * zoom, card.h * 0.62),
            colour=look.theme.colour("accent"),
            align=pictures.Align.START,
            position=Vec(right, card.h * 0.06),
            name="sum",
        )
        unit = Label(look, counted.unit, "soft", size=Size(_SUM * zoom, 30.0 * zoom), name="unit")
        unit.position = Vec(right, card.h * 0.64)
        self.add(*self._cards, self._figure, unit)
        self.size = Size(width, card.h)
        named = ", ".join([each.name or each.face for each in counted.cards])
        self.caption = f"{named}: {self._sums[-1]} {counted.unit}"

    @property
    def seconds(self) -> float:
        if self._cards:
            return _BEGIN + APART * len(self._cards) + _COME
        return 0.0

    def count(self) -> None:
        animator = self._ui.stage.animator
        glides = not self._ui.settings.reduced_motion
        self._show_sum(0)
        for nth, card in enumerate(self._cards):
            delay = _BEGIN + APART * nth
            home = card.position
            card.alpha = 0.0
            if glides:
                card.position = home - Vec(0.0, _DROP)
                animator.animate(card, "position", home, _COME, delay=delay, ease="out_back")
            done = partial(self._show_sum, nth + 1)
            animator.animate(card, "alpha", 1.0, _COME * 0.6, delay=delay, ease="linear", done=done)

    def _show_sum(self, count: int) -> None:
        self._figure.text = str(self._sums[count])
