"""What is told at the table: hints, tips, toasts, the log read aloud."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import TYPE_CHECKING, Any, Final

import pygame

from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.hud.bubbles import (
    Obstacle,
    compute_cover_cost,
    find_least_covering,
    list_obstacles,
)
from red7_desktop.kit.hud.hud import find_meaning_at
from red7_desktop.kit.hud.marks import HINTED
from red7_desktop.kit.hud.part import Meaning, Part, TextStyler
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.settings import Settings
from red7_desktop.kit.sound.cues import REFUSAL, Cue, Sound, Tempo
from red7_desktop.kit.table_model import Hint
from red7_desktop.kit.texts import Runs, Tone, apply_tone, runs_of, to_plain
from red7_desktop.play.session import Change, list_people
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Gesture, GestureKind, Node
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.pointer import LONG_PRESS
from red7_desktop.scene.widgets.runs import RunsLabel, line_up
from red7_desktop.table.card_nodes import CardNode, MotionTimes
from red7_desktop.table.layout import zone_name

if TYPE_CHECKING:
    from red7_desktop.app.table.hands import TablePicks
    from red7_desktop.app.table.mode import TableContext
    from red7_desktop.play.ai import Adviser
    from red7_desktop.scene.animation import Timer
    from red7_desktop.scene.theme import Look
    from red7_desktop.tabletop.game import Reason


def plays_finales(settings: Settings) -> bool:
    """Whether moments are played at all: not where people want less movement, or none."""
    return not (settings.reduced_motion or settings.is_instant)


_CLEAR: Final = 6.0
"""Messages keep so far from what they need not cover."""


class TableMessages:
    """Shows messages for a moment, over what matters least on the table while that lies on top."""

    def __init__(self, table: TableContext) -> None:
        self._table = table
        self._toasts = table.kit.stage.toasts

    def opened(self) -> None:
        """Say where messages go."""
        self._toasts.place = self._place

    def closed(self) -> None:
        """Have no more to say about it."""
        self._toasts.place = lambda room: None

    def _place(self, room: Size) -> Vec | None:
        stage = self._table.kit.stage
        if stage.focus.scope is not stage.root:
            return None  # a page lies above
        margin = stage.look.theme.sizes.safe_margin
        inside = stage.look.visible.inflated(-margin)
        box = find_least_covering(room, inside, self._table.hud.things(), _CLEAR)
        return Vec(box.centre.x, box.top)

    def refuse(self, refused: Reason) -> None:
        """Say, with a sound, why something cannot be done."""
        self.warn(self._table.face.words.explain(refused, self._table.words))

    def warn(self, why: Runs) -> None:
        """Say, with a sound, what something lacks."""
        kit = self._table.kit
        kit.audio.perform(REFUSAL, kit.settings.speed)
        self._tell(why, "warning")

    def changed(self, change: Change) -> None:
        """Say why what the viewer has just done does nothing, if so."""
        self._tell(self._table.face.words.idle_words(self._table.words, change.after), "toast")

    def _tell(self, sentence: Runs, style: str) -> None:
        words = to_plain(sentence)
        if words:
            self._toasts.show(words[0].upper() + words[1:], style=style)


class Narrator:
    """Lets what happens at a table be heard, and has it read aloud where people want that.

    What a person does themselves cuts short what is still being said; the rest waits its turn.
    """

    def __init__(self, table: TableContext) -> None:
        self._table = table
        self._kit = table.kit
        self._face = table.face

    def opened(self) -> None:
        """Tell where the table stands."""
        table = self._table
        self._perform(self._face.table.cues_at_opening(table.seen))
        self._say(lambda: self._face.story.narrate_opening(table.words, table.seen))

    def changed(self, change: Change, pace: MotionTimes, *, is_heard: bool = True) -> None:
        """Tell what has happened; is_heard: with its sounds, in step with the cards."""
        session = self._table.session
        if is_heard:
            tempo = Tempo(pace.stagger, pace.nearest if pace.glides else pace.fade)
            cues = self._face.table.cues(change, list_people(session), tempo)
            # A win is heard when the crown falls, where one does.
            is_crowned = session.is_kept and plays_finales(self._kit.settings)
            later = {Sound.WIN, Sound.LOSE} if is_crowned else set()
            self._perform(tuple([cue for cue in cues if cue.sound not in later]))
        if not change.is_step or change.seat == change.after.viewer:
            self.closed()
        match = session.match
        is_over = not change.after.to_act and bool(change.before.to_act)
        result = match.game.result(match.state) if is_over else None
        winners = result.winners if result is not None else ()
        self._say(lambda: self._face.story.narrate(self._table.words, change, winners))

    def _perform(self, cues: tuple[Cue, ...]) -> None:
        self._kit.audio.perform(cues, self._kit.settings.speed)

    def picked(self, faces: tuple[str, ...], step: Any) -> None:
        """Say which cards are picked, and what they make together."""
        self.closed()
        self._say(lambda: self._about_picked(faces, step))

    def _about_picked(self, faces: tuple[str, ...], step: Any) -> tuple[str, ...]:
        words, seen = self._table.words, self._table.seen
        cards = [self._face.words.card_words(words, face, seen).title for face in faces]
        made = () if step is None else self._face.words.preview(seen, step, words).sentence
        return ", ".join(cards), to_plain(made)

    def closed(self) -> None:
        """Say no more of it."""
        if self._kit.settings.spoken_log:
            self._kit.speech.hush()

    def _say(self, tell: Callable[[], tuple[str, ...]]) -> None:
        if self._kit.settings.spoken_log:
            self._kit.speech.say(tell(), self._kit.texts.language)


REST: Final = 0.4
"""Seconds for which the pointer rests before anything is explained."""


_ENDS: Final = frozenset(
    {
        pygame.MOUSEBUTTONDOWN,
        pygame.MOUSEWHEEL,
        pygame.KEYDOWN,
        pygame.CONTROLLERBUTTONDOWN,
        pygame.FINGERMOTION,
        pygame.FINGERUP,
    }
)
"""What ends an explanation, or the waiting for one."""


class TableTips:
    """Explains through the HUD's tip what lies in the HUD, and the piles of the view.

    Hand it every event before anybody takes it; it takes the key alone, and only where no card has
    the focus, for there the key shows the card.
    """

    def __init__(self, table: TableContext) -> None:
        self._kit = table.kit
        self._hud = table.hud
        self._view = table.view
        self._shown: Node | None = None
        self._waiting: Timer | None = None

    def handle(self, event: pygame.Event) -> bool:
        """Follow the pointer; True for the key that goes to the next mark or figure."""
        stage = self._kit.stage
        if event.type == pygame.MOUSEMOTION:
            self._hud.heed_pointer(stage.pointer.hovered)
            self._wait(stage.view.to_design(event.pos), REST)
        elif event.type == pygame.FINGERDOWN:
            width, height = stage.view.window
            point = (event.x * width, event.y * height)
            self._wait(stage.view.to_design(point), LONG_PRESS)
        elif Intent.LOOK in self._kit.controls.asked(event):
            return self._go_on()
        elif event.type in _ENDS:
            self.hide()
        return False

    def hide(self) -> None:
        """Explain nothing."""
        if self._waiting is not None:
            self._kit.stage.timers.cancel(self._waiting)
            self._waiting = None
        if self._shown is not None:
            self._shown = None
            self._hud.explain(None)

    def told(self) -> tuple[Meaning, ...]:
        """Return everything that can be explained now."""
        piles = self._hud.piles()
        nodes = [node for node in self._view.zone_nodes() if node.spec.name in piles]
        return (*self._hud.meanings(), *(Meaning(node, piles[node.spec.name]) for node in nodes))

    def _wait(self, at: Vec, seconds: float) -> None:
        self.hide()
        self._waiting = self._kit.stage.timers.after(seconds, lambda: self._explain_at(at))

    def _explain_at(self, at: Vec) -> None:
        """Explain what lies at a point, unless a card or a button there tells about itself."""
        self._waiting = None
        stage = self._kit.stage
        hovered = stage.pointer.pressed or stage.pointer.hovered
        has_own = hovered in self._hud.buttons
        if isinstance(hovered, CardNode):
            has_own = hovered.shown is not None
        if has_own or stage.pointer.is_dragging:
            return
        found = find_meaning_at(self.told(), at)
        if found is not None:
            self._explain(found)

    def _explain(self, meaning: Meaning) -> None:
        self._shown = meaning.node
        self._hud.explain(meaning.node, runs_of(meaning.sentence))

    def _go_on(self) -> bool:
        """Explain the next mark or figure, after the last one nothing."""
        if isinstance(self._kit.stage.focus.current, CardNode):
            self.hide()
            return False
        told = self.told()
        nodes = [each.node for each in told]
        place = nodes.index(self._shown) + 1 if self._shown in nodes else 0
        self.hide()
        if place < len(told):
            self._explain(told[place])
        return True


_LEAST_WIDE: Final = 300.0


_ABOVE: Final = 14.0
"""Space between the bubble and what it stands above."""


_BELOW: Final = 6.0
"""And between it and what it stands below."""


_PAD: Final = 18.0


_ICON: Final = 30.0


_GAP: Final = 6.0


_MOST_LINES: Final = 8
"""No sentence needs more in the narrowest bubble: none is set smaller to fit."""


_WIDER: Final = (1.0, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5)
"""Widths to choose from, in widths of what the bubble usually stands above."""


class HintBubble(Part[Hint]):
    """Hidden until `tell` gives it a hint. A click on it sends it away, as `hide` does.

    It lies in the layout's space, like the HUD's parts. `on_close` hears that it was clicked away.
    """

    def __init__(
        self,
        look: Look,
        ink: TextStyler,
        on_close: Callable[[], None] = lambda: None,
        **options: Any,
    ) -> None:
        super().__init__(look, ink, visible=False, interactive=True, **options)
        self._on_close = on_close
        self._room = Rect(0.0, 0.0, 1.0, 1.0)
        self._things: Sequence[Obstacle] = ()
        self._base = Rect(0.0, 0.0, 1.0, 1.0)
        self.on_activate = self.dismiss
        self.on_gesture = _blocks_presses

    @property
    def is_open(self) -> bool:
        """Whether a hint is to be seen."""
        return self.visible

    def tell(self, hint: Hint, above: Rect, inside: Rect, things: Sequence[Obstacle] = ()) -> None:
        """Show a hint above a rectangle and as wide as it, if there is room inside another.

        Where it would cover some of the things there, it stands where it covers the least.
        """
        self.visible = True
        self.shown = hint
        self._base, self._room, self._things = above, inside, things
        self._fit()

    def hide(self) -> None:
        """Show nothing."""
        self.visible = False

    def dismiss(self) -> None:
        """Go, because the person wants it gone."""
        if self.visible:
            self.hide()
            self._on_close()

    def refresh(self) -> None:
        if self.visible and self.shown is not None:
            self._fit()

    def compose(self, value: Hint) -> None:
        for child in self.children:
            child.detach()
        theme = self.look.theme
        self.picture = theme.box("active").picture()
        lamp = Node(name="lamp", size=Size(_ICON, _ICON), position=Vec(_PAD - 4.0, _PAD - 5.0))
        lamp.picture = build_icon("hint", theme.colour("accent"))
        cross = Node(name="close", size=Size(18.0, 18.0))
        cross.picture = build_glyph("cross", theme.colour("text_faint"))
        cross.position = Vec(self.size.w - 18.0 - 10.0, 10.0)
        self.add(lamp, cross)
        for label in self._labels(value):
            self.add(label)

    def _fit(self) -> None:
        if self.shown is None:
            return
        box, least = self._base, inf
        for place in self._places(self.shown):
            cost = compute_cover_cost(place, self._things)
            if cost < least:
                box, least = place, cost
            if not cost:
                break
        self.size, self.position = box.size, box.position
        self.compose(self.shown)

    def _places(self, hint: Hint) -> Iterator[Rect]:
        """List the places for a hint, the usual one first: wider ones are less high."""
        base, room = self._base, self._room
        bottom = base.top - _ABOVE
        edges = [bottom, *(thing.area.top - _ABOVE for thing in self._things)]
        tops = [thing.area.bottom + _BELOW for thing in self._things]
        # As far from the right edge as the usual place is from the left one.
        inset = min(max(0.0, base.left - room.left), _ABOVE)
        for wider in _WIDER if self._things else _WIDER[:1]:
            w = min(max(base.w * wider, _LEAST_WIDE), room.w)
            h = self._height(hint, w)
            for x in (base.left, room.right - inset - w):
                left = min(max(x, room.left), room.right - w)
                for y in (*(edge - h for edge in edges), *tops):
                    yield Rect(left, min(max(y, room.top), room.bottom - h), w, h)

    def _height(self, hint: Hint, wide: float) -> float:
        self.size = Size(wide, 1.0)
        last = self._labels(hint)[-1]
        return last.position.y + last.size.h + _PAD - 2.0

    def _labels(self, value: Hint) -> list[RunsLabel]:
        """Make the lines, each where it belongs."""
        left = _PAD + _ICON + 4.0
        title = self._label(value.title, "hud_preview", Tone.STRONG, left, 34.0)
        title.position = Vec(left, _PAD - 4.0)
        title.name = "title"
        y = title.position.y + max(title.size.h, _ICON) + _GAP
        labels = [title]
        for nth, line in enumerate(value.why):
            tone = Tone.PLAIN if nth == 0 else Tone.SOFT
            label = self._label(line, "hud_preview_detail", tone, _PAD, _PAD)
            label.position = Vec(_PAD, y)
            label.name = f"why {nth}"
            y += label.size.h + _GAP
            labels.append(label)
        return labels

    def _label(self, line: Any, style: str, tone: Tone, left: float, right: float) -> RunsLabel:
        spans = self.ink.spans(self.look, apply_tone(line, tone))
        room = Size(self.size.w - left - right, 0.0)
        needed = line_up(spans, self.look, style, room, max_lines=_MOST_LINES).size
        return RunsLabel(
            self.look, spans, style, size=Size(room.w, needed.h), max_lines=_MOST_LINES
        )


def _blocks_presses(gesture: Gesture) -> bool:
    """Let no press go through to what lies below; a click goes on to send the bubble away."""
    return gesture.kind not in (GestureKind.CLICK, GestureKind.HOVER_ENTER, GestureKind.HOVER_LEAVE)


class TableHints:
    """Asks the adviser for the viewer of a session, and shows what it says until things change.

    The cards of a hint that make a step together are picked with a click on one of them.
    """

    def __init__(self, table: TableContext, adviser: Adviser, picks: TablePicks) -> None:
        self._table = table
        self._adviser = adviser
        self._picks = picks
        self._hud = table.hud
        self._bubble = HintBubble(self._hud.inner_look, self._hud.ink, self.forget, name="hint")
        self._hud.over.add(self._bubble)

    @property
    def is_open(self) -> bool:
        """Whether a hint is to be seen."""
        return self._bubble.is_open

    @property
    def is_waiting(self) -> bool:
        """Whether a hint is being looked for."""
        return self._adviser.is_busy

    def toggle(self) -> None:
        """Put away the hint that is shown; else look for one, if it is the viewer's turn."""
        if self.is_open:
            self.forget()
        elif self._table.session.is_viewers_turn:
            self._adviser.ask(self._table.session.match.revision, self._table.seen)

    def tick(self) -> None:
        """Show the hint once it has been found."""
        choice = self._adviser.poll()
        if choice is not None:
            self._table.session.count_hint()
            self._show(self._table.face.words.hint(self._table.words, self._table.seen, choice))

    def tell(self, hint: Hint | None) -> None:
        """Show a hint that somebody else has, in place of any; None for none."""
        self.forget()
        if hint is not None:
            self._show(hint)

    def _show(self, hint: Hint) -> None:
        self._table.view.mark(HINTED, hint.cards, hint.zones)
        self._picks.hint(hint.cards)
        panel = self._hud.parts[zone_name("panel", 0)]
        above = Rect(*panel.position, *panel.size)
        self._bubble.tell(hint, above, self._hud.room, list_obstacles(self._table.view.layout))
        self._hud.make_way("hint", self._bubble.bounds)

    def forget(self) -> None:
        """Show no hint, and drop what was asked."""
        self._adviser.forget()
        self._bubble.hide()
        self._hud.make_way("hint", None)
        self._table.view.mark(HINTED)
        self._picks.hint(())

    def relay(self) -> None:
        """Take on another layout or look."""
        self.forget()
        self._bubble.restyle(self._hud.inner_look)
