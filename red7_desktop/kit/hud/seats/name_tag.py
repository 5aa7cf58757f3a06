"""The name of a seat beside its sign, and one line about it below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.model import SeatModel
from red7_desktop.kit.hud.part import Part
from red7_desktop.kit.hud.seats.avatar import Avatar
from red7_desktop.kit.language.seat_words import SeatSign
from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.paint.run_lines import Span, measure_width_at
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.runs import RunsLabel

_NARROW: Final = 170.0

_NAME_TAG_HEIGHT: Final = 64.0
"""The height that both lines need."""

_DISC, _SMALL_DISC = 50.0, 42.0

_GAP, _SMALL_GAP = 13.0, 9.0
"""The sign's width and the space after it, and both in a narrow zone."""

_INDENT: Final = 12.0
"""The sign's distance from the left edge, at most."""

_LEAST_NAME: Final = 0.76

_BROKEN_BELOW: Final = 0.92
"""Words that would shrink below this part of their designed size are broken into two lines; those
made larger by a zoom, below that size itself."""


class NameTag(Part[SeatModel]):
    """Sign, name and the line about who plays, for which `say` gives another one."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._avatar = Avatar(look, ink, name="avatar")
        self._name = RunsLabel(look, "", "hud_seat_name", max_lines=2, name="label")
        self._kind = RunsLabel(look, "", "hud_seat_kind", max_lines=2, name="kind")
        self.add(self._avatar, self._name, self._kind)
        self._line: tuple[str, str] | None = None

    def say(self, line: str, colour: str) -> None:
        """Show another line below the name, in a colour of the theme by its name."""
        if (line, colour) != self._line:
            self._line = (line, colour)
            self.refresh()

    def compose(self, value: SeatModel) -> None:
        """Put the sign to the left, and beside it the name and the line about it."""
        colour = "accent" if value.is_you and value.is_acting else "text"
        name = (Span(value.name, colour=self.look.theme.colour(colour)),)
        is_thinking = bool(value.level) and value.is_acting
        kind = (Span(value.kind, colour=self.look.theme.colour("accent") if is_thinking else None),)
        if self._line is not None:
            tone = self.look.theme.colour(self._line[1])
            kind = (Span(self._line[0], style="hud_note_strong", colour=tone),)
        self._place_sign(value, max(self._wide(name, self._name), self._wide(kind, self._kind)))
        self._write(name, kind)

    def _place_sign(self, value: SeatModel, words: float) -> None:
        """Put the sign to the left; it grows with the theme as long as the words keep theirs."""
        w, h = self.size
        is_narrow = self._is_narrow(words)
        disc = _SMALL_DISC if w <= _NARROW else _DISC
        free = w - words - (_SMALL_GAP if is_narrow else _GAP)
        side = min(max(disc, min(disc * self.grown(h, _NAME_TAG_HEIGHT), free)), h)
        top = (h - side) / 2
        self._avatar.place(Rect(0.0 if is_narrow else min(top, _INDENT), top, side, side))
        self._avatar.show(
            SeatSign(value.seat, value.initial, value.name, value.portrait, value.is_leading)
        )

    def _is_narrow(self, words: float) -> bool:
        """Tell whether the words, made larger by a zoom, need the room around the sign as well."""
        is_tight = words > self.size.w - _DISC - _GAP - _INDENT
        return self.size.w <= _NARROW or (is_tight and self.look.theme.enlarged > 1.0)

    def _write(self, name: Sequence[Span], kind: Sequence[Span]) -> None:
        """Write both beside the sign, each in two lines where one would be too small."""
        w, h = self.size
        left = self._avatar.position.x + self._avatar.size.w
        widest = max(self._wide(name, self._name), self._wide(kind, self._kind))
        left += _SMALL_GAP if self._is_narrow(widest) else _GAP
        room = max(w - left, 1.0)
        theme, zoom = self.look.theme, self.look.theme.enlarged
        highs = []
        for label, spans, style in (
            (self._name, name, theme.text("hud_seat_name")),
            (self._kind, kind, theme.text("hud_seat_kind")),
        ):
            designed = self._wide(spans, label, 1.0 / zoom)
            lines = 2 if designed * (1.0 if theme.zoom > 1.0 else _BROKEN_BELOW) > room else 1
            highs.append(style.size / zoom * style.line_height * lines)
        # A name in two lines gives way before the line about it does.
        highs[0] = min(highs[0], max(h - highs[1], _LEAST_NAME * highs[0]))
        share = min(zoom, h / sum(highs))
        top = (h - share * sum(highs)) / 2
        self._name.write(name, Rect(left, top, room, share * highs[0]))
        self._kind.write(kind, Rect(left, top + share * highs[0], room, share * highs[1]))

    def _wide(self, spans: Sequence[Span], label: RunsLabel, share: float = 1.0) -> float:
        """Give the width of words in one line, at a part of their size."""
        style = "hud_seat_name" if label is self._name else "hud_seat_kind"
        return measure_width_at(share, spans, self.look, style)
