"""The stage: one window's node tree with clock, animations, pointer, focus and renderer."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import pygame

from red7_desktop.scene import animation, commands, focus, geometry, pointer, renderer
from red7_desktop.scene.node import Gesture, GestureKind, Node
from red7_desktop.scene.paint.rasterizer import Rasteriser
from red7_desktop.scene.paint.text import FontLibrary, TextLayout
from red7_desktop.scene.theme import ResolvedTheme, Theme
from red7_desktop.scene.widgets import button, dialog, widget

PRESS_EVENTS = frozenset(
    {pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.FINGERDOWN, pygame.CONTROLLERBUTTONDOWN}
)
"""Events with which a user starts an action."""


class Transition(NamedTuple):
    """An animated change from the current screen to the next one.

    Attributes:
        seconds: Duration.
        shift: Distance in design units by which the old screen moves to the right.
        grow_from: Node of the old screen from which the new screen grows to the window's size; None
            for a transition that doesn't grow.
        find_shrink_target: Function that returns the node of the new screen into which the old
            screen shrinks; None for a transition that doesn't shrink.
    """

    seconds: float
    shift: float = 0.0
    grow_from: Node | None = None
    find_shrink_target: Callable[[], Node | None] | None = None


@dataclass(eq=False, repr=False)
class _Fade:
    """A running transition.

    Attributes:
        going: The transition.
        seconds: Duration at the animator's speed.
        grows: Box from which the new screen grows, or None.
        began: Time of the stage's clock at which the visible transition began.
        has_waited: Whether a frame that was full already has been left without other work.
        is_painted: Whether the new screen was drawn once.
        surfaces: Pixels of the old screen, of the new one and one for scaling.
        box: Area in which a scaled screen was drawn last.
        into: Box into which the old screen shrinks, or None.
    """

    going: Transition
    seconds: float
    grows: geometry.Rect | None
    began: float = math.inf
    has_waited: bool = False
    is_painted: bool = False
    surfaces: list[pygame.Surface] = field(default_factory=list)
    box: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    into: geometry.Rect | None = None


_NEW_SURFACE: Final = 1
"""Index in `_Fade.surfaces` of the surface on which the new screen is drawn."""
BUILD_SECONDS: Final = 0.004
"""Time limit, in seconds, for the steps that an `IncrementalBuild` runs in one frame."""
_DONE: Final = object()


class IncrementalBuild:
    """A queue of function calls (steps) that build a large page or popup over several frames.

    The window doesn't change until the last step is done. Call `finish` before handling an event
    for the page or opening another page.

    Args:
        now: Function that returns the time in seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._is_full = False
        self._begun = -math.inf
        self.steps: deque[Callable[[], None]] = deque()

    def begin(self, steps: Iterable[Callable[[], None]], since: float | None = None) -> None:
        """Queue the steps that build a page, and run as many of them as fit into the current frame.

        Args:
            steps: Functions to call, in this order.
            since: Time in seconds at which the current frame began; None for now. Steps that don't
                begin within `BUILD_SECONDS` seconds after this time wait for the next frame.
        """
        self.steps.extend(steps)
        self._is_full = False
        self._begun = self._now()
        self._fill(self._begun if since is None else since)

    def begin_work(
        self, work: Iterator[None], then: Callable[[], None], since: float | None = None
    ) -> None:
        """Advance a generator over as many frames as it needs, then call `then`.

        Args:
            work: Generator that does a little work between yields. The frame may end at each yield.
            then: Called after the generator has ended, at the beginning of the next frame, so that
                this call can use the frame's whole time.
            since: Time in seconds at which the current frame began; None for now. Work that doesn't
                begin within `BUILD_SECONDS` seconds after this time waits for the next frame.
        """

        def advance() -> None:
            if next(work, _DONE) is _DONE:
                self._is_full = True
                self.steps.appendleft(then)
            else:
                self.steps.appendleft(advance)

        self.begin([advance], since)

    def resume(self, since: float | None = None) -> None:
        """Run as many of the queued steps as fit into a frame.

        At least one step is run, except in a frame in which `begin` was called: creating the page
        may have used up that frame.

        Args:
            since: Time in seconds at which the frame began; None for a frame that begins now.
        """
        is_new_frame = since is None or self._begun < since
        self._begun = -math.inf
        since = self._now() if since is None else since
        self._is_full = False
        if is_new_frame and self.steps:
            self.steps.popleft()()
        self._fill(since)

    def _fill(self, since: float) -> None:
        while self.steps and not self._is_full and self._now() - since < BUILD_SECONDS:
            self.steps.popleft()()

    def finish(self) -> None:
        while self.steps:
            self._is_full = False
            self._fill(math.inf)


_HOVER = (GestureKind.HOVER_ENTER, GestureKind.HOVER_LEAVE)


class Stage:
    """A window's scene: the node tree, connected to pygame's events and the window's pixels.

    In each frame call `handle` for every event, then `tick`, then `draw`. Overlays are added by
    `show_overlay`.

    Attributes:
        screen_layer: Parent of the screen's nodes.
        flight_layer: Parent of nodes that move across the screen, drawn above `screen_layer`.
        on_gesture: Called with gestures that no node handled.
        keys: Focus commands, such as Back, by key; may be replaced at any time.
        pad: Focus commands by pad button; may be replaced at any time.
        grab: If set, called with every event before the stage handles it; returns True to consume
            the event.
        on_caret_moved: Called with the caret's rectangle in pixels when a text field gets the focus
            or its caret moves, and with None when no text field has the focus.
        was_moving: Whether an animation was running at the last press.
    """

    def __init__(
        self,
        window: tuple[int, int],
        *,
        theme: Theme,
        fonts: FontLibrary,
        clock: animation.Clock,
        speed: float = 1.0,
    ) -> None:
        self.view = geometry.Viewport.fitted(window)
        text = TextLayout(fonts)
        self.look = ResolvedTheme(theme, text, self.view.scale, self.view.visible)
        self.clock = clock
        self.opening = IncrementalBuild(clock.now)
        self.root = Node(name="root")
        self.screen_layer = Node(name="ground")
        self.flight_layer = Node(name="air")
        self._overlays = Node(name="overlays")
        self.animator = animation.Animator(clock, speed)
        self.was_moving = False
        self.timers = animation.Timers(clock)
        self.toasts = dialog.ToastStack(self.look, self.animator, self.timers, name="toasts")
        self._ring = button.FocusRing(self.look, name="focus ring")
        self.root.add(self.screen_layer, self.flight_layer, self._overlays, self.toasts, self._ring)
        self.pointer = pointer.GestureReader(self.root, clock, lambda: self.view)
        self.focus = focus.Focus(self.root)
        raster = Rasteriser(text, budget=_compute_budget(self.view), now=clock.now)
        self.renderer = renderer.Renderer(raster, theme.colour("table"))
        self.keys: Mapping[commands.KeyChord, commands.FocusCommand] = commands.KEYS
        self.pad: Mapping[int, commands.FocusCommand] = commands.PAD
        self.on_gesture: Callable[[Gesture], bool] | None = None
        self.grab: Callable[[pygame.Event], bool] | None = None
        self.on_caret_moved: Callable[[pygame.Rect | None], None] = lambda place: None
        self._text_place: pygame.Rect | None = None
        self._fade: _Fade | None = None
        # The surface on which a transition draws the new screen, until the window has its pixels.
        self._hidden_surface: pygame.Surface | None = None

    # -- transitions -----------------------------------------------------------------------

    def cross_fade(self, going: Transition) -> None:
        """Animate the change from the screen that the window shows to the next screen.

        Only pixels are animated: the new screen exists and takes input at once. The first press
        ends the transition, see `finish_motions`.
        """
        if self._fade is None and self.animator.speed != animation.INSTANT:
            if going.grow_from is None:
                grow_box = None
            else:
                grow_box = going.grow_from.bounds
            self._fade = _Fade(going, going.seconds / self.animator.speed, grow_box)

    def _draw_fading(self, fade: _Fade, surface: pygame.Surface, spent: float) -> list[pygame.Rect]:
        now = self.clock.now()
        # Building the screen may have taken a whole frame, and so does allocating a surface at
        # 3840x2160. So each frame allocates at most one surface; painting starts in a later frame.
        shift = fade.going.shift
        shrinks = fade.going.find_shrink_target
        needed = 2 + (fade.grows is not None or shrinks is not None)
        if len(fade.surfaces) < needed:
            if spent > renderer.PAINT_SECONDS and not fade.has_waited:
                fade.has_waited = True
            else:
                self._add_surface(fade, surface)
            fade.began = now
            return []
        old, new = fade.surfaces[:2]
        self.renderer.draw(new, self.root, self.view, spent)
        # Don't start the transition before the new screen was painted once. If drawing it has taken
        # time, start in the next frame. Later changes of the screen don't delay the transition.
        has_taken_time = self.clock.now() - now > renderer.PAINT_SECONDS / 2
        is_late = self.renderer.is_unfinished or (has_taken_time and not fade.is_painted)
        if is_late and not fade.is_painted:
            fade.began = now
        fade.is_painted = fade.is_painted or not self.renderer.is_unfinished
        if is_late:
            return []
        if shrinks is not None and (node := shrinks()) is not None:
            fade.into = node.bounds
        part = (now - fade.began) / fade.seconds
        eased = part * part * (3.0 - 2.0 * part)
        if fade.grows is not None:
            return self._draw_in_box(fade, surface, new, fade.grows, eased, min(1.0, 3.0 * part))
        if fade.into is not None:
            surface.blit(new, fade.box, fade.box)
            return self._draw_in_box(fade, surface, old, fade.into, 1 - eased, 1 - part**3)
        surface.blit(new, (0, 0))
        old.set_alpha(round(255 * (1 - part) ** 2))
        surface.blit(old, (round(shift * self.view.scale * part), 0))
        return [surface.get_rect()]

    def _add_surface(self, fade: _Fade, surface: pygame.Surface) -> None:
        fade.surfaces.append(surface.copy())
        if len(fade.surfaces) == _NEW_SURFACE + 1:
            self._hidden_surface = fade.surfaces[_NEW_SURFACE]
            self.renderer.continue_on(self._hidden_surface, surface)

    def _draw_in_box(
        self,
        fade: _Fade,
        surface: pygame.Surface,
        picture: pygame.Surface,
        least: geometry.Rect,
        share: float,
        alpha: float,
    ) -> list[pygame.Rect]:
        """Draw a screen scaled to a box that grows from a node's box to the whole window.

        Args:
            fade: The transition.
            surface: The window's surface.
            picture: The screen's pixels.
            least: Box of the node, in design units.
            share: Progress from the node's box (0) to the whole window (1).
            alpha: Opacity of the screen.
        """
        corner = self.view.to_pixels(least.position)
        size = least.size.scaled(self.view.scale)
        box = animation.blend(
            geometry.Rect(*corner, *size), geometry.Rect(0.0, 0.0, *surface.get_size()), share
        )
        before, fade.box = fade.box, pygame.Rect(*map(round, box)).clip(surface.get_rect())
        scaled = fade.surfaces[2].subsurface((0, 0), fade.box.size)
        pygame.transform.scale(picture, fade.box.size, scaled)
        # Blitting an opaque surface without alpha is many times as fast.
        scaled.set_alpha(None if alpha > 254 / 255 else round(255 * alpha))
        surface.blit(scaled, fade.box)
        return [before.union(fade.box)]

    # -- each frame ------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> bool:
        """Pass an event to the nodes; return False if no node handled the event.

        A program may handle its own shortcuts before this call, or after this call has returned
        False.
        """
        if event.type == pygame.WINDOWEXPOSED:
            self.renderer.invalidate()
            return False
        if self.grab is not None and self.grab(event):
            return True
        gestures = self.pointer.read(event)
        handled = [self.dispatch(gesture) for gesture in gestures]
        if event.type == pygame.KEYDOWN and gestures:
            return True  # Esc cancelled a drag and must not close a dialog too.
        node = self.focus.current
        if node is not None and node.on_event is not None and node.on_event(event):
            self._report_text_place(self.focus.current)
            return True
        command = commands.read_command(event, self.keys, self.pad)
        if command is None:
            return any(handled)
        return self.focus.run(command)

    def dispatch(self, gesture: Gesture) -> bool:
        """Pass a gesture to its node, then to the ancestors, then to `on_gesture`.

        If a node doesn't handle a click of the left button, but has an action (`Node.on_activate`),
        the action is run and the ancestors don't get the gesture.
        """
        if gesture.kind is GestureKind.PRESS:
            self.focus.clear_for_pointer(gesture.target)
        if gesture.target is None:
            receivers = []
        else:
            receivers = [gesture.target, *gesture.target.ancestors]
        is_plain_click = gesture.kind is GestureKind.CLICK and gesture.button == 1
        for node in receivers[:1] if gesture.kind in _HOVER else receivers:
            if node.on_gesture is not None and node.on_gesture(gesture):
                return True
            if is_plain_click and node.activate():
                return True
        return self.on_gesture is not None and self.on_gesture(gesture)

    def finish_motions(self) -> None:
        """Finish all animations. Call this when the user has pressed a key or button.

        The user then sees the final state at once.
        """
        self.was_moving = self.animator.is_running()
        self._fade = None
        self.animator.finish()

    def tick(self) -> None:
        if (fade := self._fade) is not None:
            now = self.clock.now()
            fade.began = min(fade.began, now)
            if now - fade.began >= fade.seconds:
                self._fade = None
        self.timers.tick()
        self.animator.tick()
        for gesture in self.pointer.tick():
            self.dispatch(gesture)
        self.focus.repair()
        node = self.focus.current
        self._ring.follow(node if self.focus.is_visible else None)
        if self._text_place is not None or (node is not None and node.takes_text):
            self._report_text_place(node)

    def draw(self, surface: pygame.Surface, spent: float = 0.0) -> list[pygame.Rect]:
        """Update a window surface.

        Args:
            surface: The window's surface.
            spent: Seconds of this frame that have passed.

        Returns:
            Changed rectangles for `pygame.display.update`.
        """
        if surface.get_size() != self.view.window:
            self.resize(surface.get_size())
        restored = self._restore_pixels(surface)
        if self._fade is not None:
            return restored + self._draw_fading(self._fade, surface, spent)
        changed = self.renderer.draw(surface, self.root, self.view, spent)
        return restored or changed

    def _restore_pixels(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Copy the new screen to the window after a transition, instead of drawing it again.

        Returns:
            The changed rectangles; [] if no transition has ended.
        """
        hidden = self._hidden_surface
        if hidden is None or (self._fade is not None and hidden in self._fade.surfaces):
            return []
        self._hidden_surface = None
        if hidden.get_size() != surface.get_size():
            return []
        surface.blit(hidden, (0, 0))
        self.renderer.continue_on(surface, hidden)
        return [surface.get_rect()]

    @property
    def is_typing(self) -> bool:
        """Whether the focused node takes typed letters, so that shortcuts are disabled."""
        node = self.focus.current
        return node is not None and node.takes_text

    def _report_text_place(self, node: Node | None) -> None:
        place = None
        if node is not None and node.takes_text:
            box = node.caret_box
            corner = self.view.to_pixels(box.position)
            size = box.size.scaled(self.view.scale)
            place = pygame.Rect(*map(round, (*corner, *size)))
        if place != self._text_place:
            self._text_place = place
            self.on_caret_moved(place)

    @property
    def is_resting(self) -> bool:
        is_pressed = self.pointer.pressed is not None
        is_moving = self._fade is not None or self.animator.is_running()
        return not (is_moving or is_pressed or self.renderer.is_unfinished)

    # -- the window and the theme ----------------------------------------------------------

    def resize(self, window: tuple[int, int]) -> None:
        """Fit the scene to another window size in pixels, and redraw everything."""
        self._fade = None
        # Finish all animations at once: their target positions were computed for the old size.
        self.animator.finish()
        self.view = geometry.Viewport.fitted(window)
        self._restyle(self.look._replace(scale=self.view.scale, visible_area=self.view.visible))

    def set_theme(self, theme: Theme) -> None:
        self.animator.finish()
        self.renderer.background = theme.colour("table")
        self._restyle(self.look._replace(theme=theme))

    def set_prompts(self, prompts: commands.Prompts) -> None:
        self.look = self.look._replace(prompts=prompts)
        widget.update_prompts(self.root, prompts)

    def _restyle(self, look: ResolvedTheme) -> None:
        self.look = look
        self.renderer.raster.set_budget(_compute_budget(self.view))
        widget.restyle_tree(self.root, look)
        self.renderer.invalidate()

    # -- overlays --------------------------------------------------------------------------

    def show_overlay(
        self, node: Node, *, first: Node | None = None, on_back: Callable[[], None] | None = None
    ) -> None:
        """Show a node above everything else and trap the focus in it.

        A press or drag in progress is cancelled.

        Args:
            node: The overlay.
            first: Node to focus; None for the overlay's first node, see `Focus.push`.
            on_back: Called for Esc and the pad's B.
        """
        for gesture in self.pointer.cancel():
            self.dispatch(gesture)
        self._overlays.add(node)
        self.focus.push(node, first=first, on_back=on_back)
        self.toasts.refresh()

    def show_dialog(self, dialog: dialog.Dialog) -> None:
        self.show_overlay(dialog, first=dialog.first, on_back=dialog.on_close)

    def hide_overlay(self, node: Node) -> None:
        self.focus.pop(node)
        node.detach()
        self.toasts.refresh()


def _compute_budget(view: geometry.Viewport) -> int:
    """Return the memory limit for painted pictures in bytes.

    The limit is the memory of 3.25 pictures as large as the window, but at least about 30 MB.

    In a small window, this is enough to keep the pictures of table and title screen cached
    together. In a larger window, keeping both would use too much memory.
    """
    window = 4 * view.window[0] * view.window[1]
    return max(13 * window // 4, 32_000_000 if window < 4_000_000 else 27_000_000)
