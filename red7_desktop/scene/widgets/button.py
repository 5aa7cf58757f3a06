"""Buttons, the focus ring, key caps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from red7_desktop.scene import commands, pictures
from red7_desktop.scene.geometry import CENTRE, NO_SIZE, Rect, Size, Vec
from red7_desktop.scene.node import Gesture, GestureKind, Node, Spoken
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.theme import BoxStyle, ButtonStyle, ResolvedTheme
from red7_desktop.scene.widgets.widget import RefreshingAttribute, Widget, put

_ENDS: Final = frozenset(
    {GestureKind.CLICK, GestureKind.RELEASE, GestureKind.DRAG_END, GestureKind.DRAG_CANCEL}
)


class Control(Widget):
    """A widget that the user operates, with a `state` that selects its style in the theme.

    A subclass may override `handle_gesture`, which is called with every gesture after `state` was
    updated.
    """

    def __init__(self, look: ResolvedTheme, *, enabled: bool = True, **options: Any) -> None:
        super().__init__(look, interactive=True, focusable=enabled, **options)
        self._enabled = enabled
        self._is_hovered = self._is_pressed = self.has_focus = False
        self.on_focus = self._focus_changed
        self.on_gesture = self._update_state

    @property
    def enabled(self) -> bool:
        """Whether the control can be used; a disabled control can't have the focus."""
        return self._enabled

    @enabled.setter
    def enabled(self, enabled: bool) -> None:
        if enabled != self._enabled:
            self._enabled = self.focusable = enabled
            self.refresh()

    @property
    def state(self) -> str:
        if not self._enabled:
            return "disabled"
        if self._is_pressed:
            return "pressed"
        if self.has_focus:
            return "focused"
        if self._is_hovered:
            return "hover"
        return "normal"

    def handle_gesture(self, gesture: Gesture) -> bool:
        """React to a gesture on the enabled control; return True to consume the gesture.

        The default ignores all gestures. The new `state` (such as hovered or pressed) was already
        set.
        """
        return False

    def _focus_changed(self, has_focus: bool) -> None:
        self.has_focus = has_focus
        self.refresh()

    def _update_state(self, gesture: Gesture) -> bool:
        before = self.state
        match gesture.kind:
            case GestureKind.HOVER_ENTER:
                self._is_hovered = True
            case GestureKind.HOVER_LEAVE:
                self._is_hovered = False
            case GestureKind.PRESS:
                self._is_pressed = gesture.button == 1
            case _ if gesture.kind in _ENDS:
                self._is_pressed = False
        if self.state != before:
            self.refresh()
        return self._enabled and self.handle_gesture(gesture)


_RADIUS: Final = 10.0
"""Corner radius of the focus ring around a node without a box picture, in design units."""


class FocusRing(Widget):
    """A ring that follows the focused node.

    The ring is a bright line between two dark lines, so that it is visible on bright cards too.
    """

    def __init__(self, look: ResolvedTheme, **options: Any) -> None:
        super().__init__(look, anchor=CENTRE, visible=False, **options)
        self._owner: Node | None = None
        self._crest = Node(name="crest")
        self.add(self._crest)

    def follow(self, node: Node | None) -> None:
        if node is None and self._owner is None and not self.visible:
            return
        self._owner = node
        self.visible = node is not None and node.is_shown
        if node is not None and self.visible:
            world = node.world
            box = node.focus_box
            size = Size(box.w * world.scale_x, box.h * abs(world.scale_y))
            if isinstance(node.picture, pictures.BoxPicture):
                radius = node.picture.radius
            else:
                radius = _RADIUS
            self._place_around(world.apply(box.centre), size, world.degrees, radius)
            crest = node.overlay_child
            if crest is None:
                self._crest.picture = None
            else:
                self._crest.picture = crest.picture
            if crest is not None:
                edge = (self.size.w - size.w) / 2
                self._crest.position = Vec(edge, edge) + crest.position * world.scale_x
                self._crest.size = crest.size.scaled(world.scale_x)

    def show_around(self, box: Rect | None) -> None:
        self._owner = None
        self.visible = box is not None
        if box is not None:
            self._place_around(box.centre, box.size, 0.0, _RADIUS)

    def refresh(self) -> None:
        self.follow(self._owner)

    def _place_around(self, centre: Vec, size: Size, degrees: float, radius: float) -> None:
        theme = self.look.theme
        dark = theme.colour("table")
        colour = theme.colour("focus")
        gap = theme.sizes.focus_gap
        width = theme.sizes.focus_width
        self.position = centre
        self.rotation = degrees
        self.size = Size(size.w + 2 * (gap + width), size.h + 2 * (gap + width))
        halo = (
            pictures.Shadow(colour.with_alpha(0.45), blur=14.0),
            pictures.Shadow(dark, blur=2.0, spread=0.8 * gap),
        )
        radius += gap + width
        below = pictures.BoxPicture(
            radius=radius, border=dark, border_width=width + gap, shadows=halo
        )
        ring = pictures.BoxPicture(radius=radius, border=colour, border_width=width)
        self.picture = pictures.LayeredPicture((below, ring))


_PADDING: Final = Vec(8.0, 3.0)
_DRAWING_SHARE: Final = 0.72
"""Side of the square picture on a key cap, as a share of the cap's height."""
_PILL_RATIO: Final = 1.7
"""Minimum width of a key cap with fully rounded ends, as a multiple of its height."""


class KeyCap(Node):
    """A small drawing of the key or pad button that triggers a command; hidden without a key."""

    def __init__(self, **options: Any) -> None:
        super().__init__(visible=False, **options)
        self._face = Node(name="cap face")
        self.add(self._face)

    def show_hint(self, look: ResolvedTheme, style: ButtonStyle, hint: str) -> Size:
        """Show the key or pad button that triggers a command, if there is one.

        Nothing is shown if the key or button belongs to a device that isn't in use, see
        `Prompt.is_tip_only`.

        Args:
            look: Theme and fonts.
            style: Style of the button that has the key cap.
            hint: Id of the command, "" for none.

        Returns:
            The new size of the key cap.
        """
        prompt = look.prompts(hint) if hint else None
        is_shown = prompt is not None and not prompt.is_tip_only
        return self.show(look, style, prompt if is_shown else None)

    def show(self, look: ResolvedTheme, style: ButtonStyle, prompt: commands.Prompt | None) -> Size:
        """Show the label or symbol of a key or pad button, resize to fit, and return the size.

        Args:
            look: Theme and fonts.
            style: Style of the button that has the key cap.
            prompt: The key or pad button, None to show nothing.
        """
        self.visible = prompt is not None
        if prompt is None:
            self.size = NO_SIZE
            return NO_SIZE
        box = style.hint_box
        ink = style.hint_box.ink
        words = style.hint.picture(prompt.label, ink, align=pictures.Align.CENTRE)
        measured = look.text.measure(words, look.scale)
        height = measured.h + 2 * _PADDING.y
        # Draw a circle around a picture or a single letter; two letters need a wider outline.
        is_round = bool(prompt.drawing) or (
            prompt.shape is commands.CapShape.DISC and len(prompt.label) == 1
        )
        if is_round:
            width = height
        else:
            width = measured.w + 2 * _PADDING.x
        if prompt.shape is commands.CapShape.DISC:
            box = box._replace(radius=height / 2)
        elif prompt.shape is commands.CapShape.PILL:
            width = max(width, _PILL_RATIO * height)
            box = box._replace(radius=height * 0.3)
        self.size = Size(max(height, width), height)
        self.picture = box.picture()
        if prompt.drawing:
            side = Size(height * _DRAWING_SHARE, height * _DRAWING_SHARE)
            drawing = build_glyph(prompt.drawing, ink)
            put(self._face, Rect.centred(Vec(self.size.w / 2, height / 2), side), drawing)
        else:
            put(self._face, Rect(0.0, 0.0, *self.size), words)
        return self.size


_DIMMED = 0.5
"""Opacity of a disabled button's icon and key hint."""


def get_button_gap(look: ResolvedTheme) -> float:
    """Return the gap between two buttons in a row, which leaves room for the focus ring."""
    sizes = look.theme.sizes
    return sizes.gap + 2 * (sizes.focus_gap + sizes.focus_width)


class Button(Control):
    """A push button with an optional icon, an optional key hint and an optional second line.

    The button is never smaller than the theme's minimum size of click targets.

    Args:
        look: Theme, fonts and window size.
        text: Label, "" for a button with only an icon.
        on_press: Called for a click, a tap, and activation while focused.
        style: Name of a button style.
        icon: Picture drawn at the theme's icon size.
        hint: Id of the command (such as "undo") whose key or pad button is drawn on the button.
        size: Fixed width and height; 0 to fit the contents.
        enabled: Whether the button can be pressed.
        caption: Text to read aloud, for a button without text or with an unclear text.
        options: Attributes of the node.

    Attributes:
        text: Label.
        subtitles: Alternative texts for the second line, below the label; the first text that fits
            is shown.
        state_words: State to read aloud, such as "chosen"; "" for none.
    """

    text = RefreshingAttribute[str]()
    subtitles = RefreshingAttribute[Sequence[str]]()
    state_words = ""

    def __init__(
        self,
        look: ResolvedTheme,
        text: str,
        on_press: Callable[[], None],
        *,
        style: str = "plain",
        icon: pictures.Picture | None = None,
        hint: str = "",
        size: Size = NO_SIZE,
        enabled: bool = True,
        caption: str = "",
        **options: Any,
    ) -> None:
        super().__init__(look, enabled=enabled, **options)
        self.caption = caption
        self._on_press = on_press
        self._text = text
        self._style = style
        self._hint = hint
        self._own_size = size
        self._icon = Node(picture=icon, name="icon", visible=icon is not None)
        self._words = Node(name="words")
        self._key = KeyCap(name="key")
        self._subtitles: Sequence[str] = ()
        self._note = Node(name="note", visible=False)
        self.add(self._icon, self._words, self._note, self._key)
        self.on_activate = self._press
        self.refresh()

    @property
    def words(self) -> str:
        return self._text

    @property
    def spoken(self) -> Spoken:
        if self._subtitles:
            note = self._subtitles[0]
        else:
            note = self.description
        return super().spoken._replace(value=self.state_words, note=note)

    def set_min_width(self, least: float) -> None:
        self._own_size = Size(max(self.size.w, least), self._own_size.h)
        self.refresh()

    @property
    def hints(self) -> tuple[str, ...]:
        if self._hint:
            return (self._hint,)
        return ()

    def refresh(self) -> None:
        sizes = self.look.theme.sizes
        style = self.look.theme.button(self._style)
        box = style.states[self.state]
        self.picture = box.picture()
        hint = self._key.show_hint(self.look, style, self._hint)
        self._key.alpha = self._icon.alpha = 1.0 if self.enabled else _DIMMED
        words = style.text.picture(self._text, box.ink)
        if self._text:
            text = self.look.text.measure(words, self.look.scale)
        else:
            text = NO_SIZE
        icon = sizes.icon if self._icon.visible else 0.0
        before = icon + (sizes.gap if icon and self._text else 0.0)
        after = hint.w + sizes.gap if hint.w else 0.0
        beside = 2 * sizes.padding + before + after
        if self._text:
            wanted = Size(beside + text.w, text.h + sizes.padding)
        else:
            wanted = Size(icon + after + sizes.padding, icon + sizes.padding)
        w = max(self._own_size.w or wanted.w, sizes.target)
        h = max(self._own_size.h or wanted.h, sizes.target)
        self.size = Size(w, h)
        room = max(0.0, min(text.w, w - beside))
        left = sizes.padding
        if style.align is not pictures.Align.START or not self._text:
            left = (w - after - before - (room if self._text else 0.0)) / 2
        put(self._icon, Rect(left, (h - sizes.icon) / 2, sizes.icon, sizes.icon))
        words = style.text.picture(self._text, box.ink, max_width=room)
        put(self._words, Rect(left + before, 0.0, room, h), words)
        self._key.position = Vec(w - sizes.padding - hint.w, (h - hint.h) / 2)
        self._add_note(box, text.h, w - beside)

    def _add_note(self, box: BoxStyle, high: float, room: float) -> None:
        style = self.look.theme.texts["note"]
        left = self._words.position.x
        self._note.visible = False
        for note in self._subtitles:
            picture = style.picture(note, box.ink)
            size = self.look.text.measure(picture, self.look.scale)
            top = (self.size.h - high - size.h) / 2
            if size.w <= room and top >= 0:
                put(self._words, Rect(left, top, self._words.size.w, high))
                put(self._note, Rect(left, top + high, *size), picture)
                self._note.visible = True
                return

    def _press(self) -> None:
        if self.enabled:
            self._on_press()
