"""The column of buttons: end the turn (or draw first), undo, hint, give up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from red7_desktop.kit.hud.hud_button import ButtonFace, HudButton
from red7_desktop.kit.hud.ink import Ink
from red7_desktop.kit.hud.model import ActionsModel, ButtonModel, EndModel, HudCommand, Mood
from red7_desktop.kit.hud.part import Part
from red7_desktop.kit.input.intents import Intent
from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.theme.style import Look

_GAP: Final = 12.0
_WHOLE_FROM: Final = 280.0
"""A narrower large button shares its place, and is written smaller."""
_ICON_FROM: Final = 180.0
"""Where the large button shares its place, both have icons from this width on."""
_LARGE, _LOW = 0.47, 0.2
"""Heights of the large button and of the lowest row, as parts of the column's."""

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
_ICONS: Final[Mapping[HudCommand, str]] = MappingProxyType(
    {HudCommand.NEXT_ROUND: "next", HudCommand.RESULT: "crown"}
)

_KEYS: Final[Mapping[HudCommand, Intent]] = MappingProxyType(
    {
        HudCommand.END_TURN: Intent.END,
        HudCommand.NEXT_ROUND: Intent.END,
        HudCommand.RESULT: Intent.END,
        HudCommand.DRAW: Intent.DRAW,
        HudCommand.UNDO: Intent.UNDO,
        HudCommand.HINT: Intent.HINT,
    }
)
"""What the keys are for that do the same as the buttons."""


class Actions(Part[ActionsModel]):
    """Calls `on_command` with what the pressed button asks for."""

    def __init__(
        self, look: Look, ink: Ink, on_command: Callable[[HudCommand], None], **options: Any
    ) -> None:
        super().__init__(look, ink, **options)
        self._on_command = on_command
        self.end = HudButton(look, ink, self._end, name="end")
        self.draw = self._button(HudCommand.DRAW)
        self.undo = self._button(HudCommand.UNDO)
        self.hint = self._button(HudCommand.HINT)
        self.give_up = self._button(HudCommand.GIVE_UP)
        self.give_up.hit_margin = _NEAR
        self.add(self.end, self.draw, self.undo, self.hint, self.give_up)

    def _button(self, command: HudCommand) -> HudButton:
        return HudButton(self.look, self.ink, lambda: self._on_command(command), name=str(command))

    def _end(self) -> None:
        if self.shown is not None:
            self._on_command(self.shown.end.command)

    def compose(self, actions: ActionsModel) -> None:
        """Stack three rows; an offered draw shares the first with the large button."""
        w, h = self.size
        large, low = h * _LARGE, h * _LOW
        half = (w - _GAP) / 2
        # Larger letters leave less room for icons.
        grown = self.grown(half, 0.8 * _ICON_FROM)
        draw = actions.draw
        self.draw.visible = draw is not None
        if draw is not None:
            key = _key(HudCommand.DRAW)
            icon = "draw" if half >= _ICON_FROM * grown else ""
            self.draw.show(ButtonFace("hud_offer", draw.label, icon, key=key, padding=16.0))
            self.draw.place(Rect(0.0, 0.0, half, large))
            self.end.place(Rect(half + _GAP, 0.0, half, large))
        else:
            self.end.place(Rect(0.0, 0.0, w, large))
        key = _key(actions.end.command)
        self.end.show(_end_face(actions.end, key, half / grown if draw is not None else w))
        row = large + _GAP
        middle = h - low - row - _GAP / 3
        self.undo.show(_side_face(actions.undo, "undo", _key(HudCommand.UNDO), w))
        self.undo.place(Rect(0.0, row, half, middle))
        self.hint.show(_side_face(actions.hint, "hint", _key(HudCommand.HINT), w))
        self.hint.place(Rect(half + _GAP, row, half, middle))
        give_up = actions.give_up
        self.give_up.show(
            ButtonFace(
                "hud_link",
                give_up.label,
                is_enabled=give_up.is_enabled,
                tip=give_up.why_not,
                title_style="hud_link",
                padding=10.0,
            )
        )
        self.give_up.place(Rect(w * 0.14, h - low, w * 0.72, low))


def _key(command: HudCommand) -> str:
    return _KEYS.get(command, "")


def _end_face(end: EndModel, key: str, width: float) -> ButtonFace:
    style, icon = _MOODS[end.mood]
    is_calm = end.mood in {Mood.MISSING, Mood.WAIT}
    shares = width < _WHOLE_FROM
    return ButtonFace(
        style,
        end.title,
        _ICONS.get(end.command, icon) if width >= _ICON_FROM else "",
        end.note,
        key,
        end.is_enabled,
        title_style="title" if is_calm or shares else "hud_end_title",
        icon_size=28.0 if shares else 34.0 if is_calm else 40.0,
        padding=10.0 if shares else 30.0,
    )


def _side_face(button: ButtonModel, icon: str, key: str, width: float) -> ButtonFace:
    return ButtonFace(
        "hud_side",
        button.label,
        icon,
        key=key,
        is_enabled=button.is_enabled,
        tip=button.why_not,
        icon_size=32.0 if width > 360 else 26.0,
        padding=20.0 if width > 360 else 14.0,
    )
