"""The column of buttons: the large one (and an offer beside it), undo, hint, a quiet one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.kit.hud.hud_button import ButtonLook, HudButton
from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.model import (
    NEXT_ROUND,
    PAUSE,
    PLAY,
    RESULT,
    ActionsModel,
    ButtonModel,
    EndModel,
    Mood,
)
from red7_desktop.kit.hud.part import Part
from red7_desktop.kit.input.intents import Intent
from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.theme.style import Look

if TYPE_CHECKING:
    from red7_desktop.table.spec import Layout, ZoneSpec

_ACTION_GAP: Final = 12.0

_WHOLE_FROM: Final = 280.0
"""A narrower large button shares its place, and is written smaller."""

_ICON_FROM: Final = 180.0
"""Where the large button shares its place, both have icons from this width on."""

_HIGHER, _HIGH_ENOUGH = 1.42, 1.3
"""With a further row the column is so many times as high, or at least so many to have one."""

_ROW: Final = 0.26
"""The height of a further row, as a part of the column's."""

_LARGE, _LOW = 0.47, 0.2
"""Heights of the large button and of the lowest row, as parts of the column's."""

_LARGE_OF_FOUR, _LOW_OF_FOUR = 0.4, 0.16
"""The same where there are two rows between them."""

_LEAST_ROW: Final = 56.0
"""Rows are not made lower than this so that there is room for one more."""


_ROOMY: Final = 174.0
"""From this width on the smaller buttons have larger icons and more space at their ends."""

_NEAR: Final = 2.0
"""The lowest row is a little lower than a target should be, and has that much room around it."""


_MOODS: Final[Mapping[Mood, tuple[str, str]]] = MappingProxyType(
    {
        Mood.GO: ("hud_go", "tick"),
        Mood.MISSING: ("hud_missing", "wait"),
        Mood.WAIT: ("hud_missing", "wait"),
        Mood.OUT: ("hud_out", "flag"),
    }
)
"""The button style and the icon of each mood."""

_ICONS: Final[Mapping[str, str]] = MappingProxyType(
    {NEXT_ROUND: "next", RESULT: "crown", PLAY: "play", PAUSE: "pause"}
)


class ActionColumn(Part[ActionsModel]):
    """Calls `on_command` with what the pressed button asks for."""

    def __init__(
        self, look: Look, ink: TextStyler, on_command: Callable[[str], object], **options: Any
    ) -> None:
        super().__init__(look, ink, **options)
        self._on_command = on_command
        self.end = HudButton(look, ink, lambda: self._ask(lambda shown: shown.end), name="end")
        self.offer = HudButton(look, ink, lambda: self._ask(lambda shown: shown.offer))
        self.undo = HudButton(look, ink, lambda: on_command(Intent.UNDO), name="undo")
        self.hint = HudButton(look, ink, lambda: on_command(Intent.HINT), name="hint")
        self.low = HudButton(look, ink, lambda: self._ask(lambda shown: shown.low))
        self.low.hit_margin = _NEAR
        self.more = HudButton(look, ink, lambda: self._ask(lambda shown: shown.more))
        self._areas = Rect(0.0, 0.0, 0.0, 0.0), Rect(0.0, 0.0, 0.0, 0.0)
        self.add(self.end, self.offer, self.undo, self.hint, self.more, self.low)

    def _ask(self, pressed: Callable[[ActionsModel], EndModel | ButtonModel | None]) -> None:
        button = None if self.shown is None else pressed(self.shown)
        if button is not None:
            self._on_command(button.ask)

    def settle(self, layout: Layout, spec: ZoneSpec) -> None:
        """Lie in a zone, and above it as far as a further row needs that, over the last turns."""
        self._areas = spec.area, layout.reach_up(spec, spec.area.h * _HIGHER, ("log",))
        self._take_area(self.shown)

    def show(self, value: ActionsModel) -> None:
        """Show a column, with or without a further row."""
        self._take_area(value)
        super().show(value)

    def _take_area(self, value: ActionsModel | None) -> None:
        usual, higher = self._areas
        if usual.h:
            has_row = value is not None and value.more is not None
            self.place(higher if has_row and higher.h >= usual.h * _HIGH_ENOUGH else usual)

    def compose(self, actions: ActionsModel) -> None:
        """Stack three rows; an offered draw shares the first with the large button.

        A further button has a row of its own, or shares one where there is no room for that.
        """
        (w, h), more = self.size, actions.more
        self.more.visible = more is not None
        has_row = more is not None and h > self._areas[0].h
        own = (h - _ACTION_GAP) * _ROW if has_row else 0.0
        h -= own + _ACTION_GAP if has_row else 0.0
        stacks = not has_row and self._is_crowded(actions, w, h)
        large, low = (h * _LARGE_OF_FOUR, h * _LOW_OF_FOUR) if stacks else (h * _LARGE, h * _LOW)
        half = (w - _ACTION_GAP) / 2
        # Larger letters leave less room for icons.
        grown = self.grown(half, 0.8 * _ICON_FROM)
        offer, low_button = actions.offer, actions.low
        self.offer.visible, self.low.visible = offer is not None, low_button is not None
        if offer is not None:
            self.offer.name = offer.ask
            icon = offer.ask if half >= _ICON_FROM * grown else ""
            face = ButtonLook("hud_offer", offer.label, icon, key=offer.ask, padding=16.0)
            self.offer.show(face)
            self.offer.place(Rect(0.0, 0.0, half, large))
            self.end.place(Rect(half + _ACTION_GAP, 0.0, half, large))
        else:
            self.end.place(Rect(0.0, 0.0, w, large))
        self.end.show(_end_face(actions.end, half / grown if offer is not None else w))
        row = large + _ACTION_GAP
        middle = h - low - row - _ACTION_GAP / 3
        if stacks:
            middle = (middle - _ACTION_GAP) / 2
        faces = self._in_row(actions, w, alone=has_row or stacks)
        if more is not None:
            self.more.name = more.ask
        if more is not None and (has_row or stacks):
            self.more.show(_build_more_look(more, has_note=has_row))
            top = h - low + 2 * _ACTION_GAP / 3 if has_row else row + middle + _ACTION_GAP
            self.more.place(Rect(0.0, top, w, own if has_row else middle))
        h += own + _ACTION_GAP if has_row else 0.0
        self._line_up(faces, Rect(0.0, row, w, middle))
        if low_button is not None:
            self.low.name = low_button.ask
            self.low.show(
                ButtonLook(
                    "hud_link",
                    low_button.label,
                    is_enabled=low_button.is_enabled,
                    tip=low_button.why_not,
                    title_style="hud_link",
                    padding=10.0,
                )
            )
            self.low.place(Rect(w * 0.14, h - low, w * 0.72, low))

    def _in_row(
        self, actions: ActionsModel, wide: float, *, alone: bool
    ) -> dict[HudButton, ButtonLook]:
        """Give the buttons that share a row. alone: the further one has a row of its own."""
        count = 2 if actions.more is None or alone else 3
        side = (wide - (count - 1) * _ACTION_GAP) / count
        faces = {
            self.undo: _build_side_look(actions.undo, Intent.UNDO, side),
            self.hint: _build_side_look(actions.hint, Intent.HINT, side),
        }
        if actions.more is not None and not alone:
            faces[self.more] = _build_more_look(actions.more, has_note=False)
        return faces

    def _is_crowded(self, actions: ActionsModel, wide: float, high: float) -> bool:
        """Tell whether three buttons have no room side by side, and it is high enough for more."""
        faces = self._in_row(actions, wide, alone=False)
        row = high * (1.0 - _LARGE - _LOW) - 1.4 * _ACTION_GAP
        needed = (
            sum(button.needed_width(face, row) + _ACTION_GAP for button, face in faces.items())
            - _ACTION_GAP
        )
        rows = high * (1.0 - _LARGE_OF_FOUR - _LOW_OF_FOUR) - 2.4 * _ACTION_GAP
        return len(faces) > 2 and needed > wide and rows >= 2 * _LEAST_ROW

    def _line_up(self, faces: Mapping[HudButton, ButtonLook], row: Rect) -> None:
        """Put buttons into a row: all are as wide, unless one needs more for its words."""
        room, x = row.w - (len(faces) - 1) * _ACTION_GAP, row.x
        needs: list[float] = []
        for share in (1.0, self.least_share, 1.0 / self.look.theme.enlarged):
            needs = [button.needed_width(face, row.h, share) for button, face in faces.items()]
            if sum(needs) <= room:
                break
        for (button, face), wide in zip(faces.items(), _share_out(needs, room), strict=True):
            button.show(face)
            button.place(Rect(x, row.y, wide, row.h))
            x += wide + _ACTION_GAP


def _share_out(needs: Sequence[float], room: float) -> list[float]:
    """Share out some room: evenly, as long as everybody gets what they need.

    >>> _shares([10, 20, 30], 120)
    [40.0, 40.0, 40.0]
    >>> _shares([10, 20, 60], 120)
    [30.0, 30.0, 60.0]
    >>> _shares([10, 20, 60], 45)
    [5.0, 10.0, 30.0]
    """
    if sum(needs) >= room:
        return [room * need / sum(needs) for need in needs]
    even, left = 0.0, room
    for count, need in enumerate(sorted(needs, reverse=True)):
        even = left / (len(needs) - count)
        if need <= even:
            break
        left -= need
    return [float(max(need, even)) for need in needs]


def _end_face(end: EndModel, width: float) -> ButtonLook:
    style, icon = _MOODS[end.mood]
    is_calm = end.mood in {Mood.MISSING, Mood.WAIT}
    shares = width < _WHOLE_FROM
    # Nobody is to go out by habit.
    key = "" if end.mood is Mood.OUT else Intent.END
    return ButtonLook(
        style,
        end.title,
        _ICONS.get(end.ask, icon) if width >= _ICON_FROM else "",
        end.note,
        key,
        end.is_enabled,
        title_style="title" if is_calm or shares else "hud_end_title",
        icon_size=28.0 if shares else 34.0 if is_calm else 40.0,
        padding=10.0 if shares else 30.0,
    )


def _build_more_look(button: ButtonModel, *, has_note: bool) -> ButtonLook:
    return ButtonLook(
        "hud_side",
        button.label,
        "next",
        button.note if has_note else (),
        is_enabled=button.is_enabled,
        tip=button.why_not or (() if has_note else button.note),
        icon_size=26.0,
        padding=20.0 if has_note else 14.0,
    )


def _build_side_look(button: ButtonModel, ask: Intent, width: float) -> ButtonLook:
    return ButtonLook(
        "hud_side",
        button.label,
        ask,
        key=ask,
        is_enabled=button.is_enabled,
        tip=button.why_not,
        icon_size=32.0 if width > _ROOMY else 26.0,
        padding=20.0 if width > _ROOMY else 14.0,
    )
