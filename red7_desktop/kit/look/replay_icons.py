"""Draws the icons of the dock below a replay, which `icons` has with all others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from red7_desktop.kit.look.icons import Pen


def _draw_step_on(pen: Pen) -> None:
    pen.line((0.38, 0.22), (0.66, 0.5), (0.38, 0.78), width=0.11)


def _draw_step_back(pen: Pen) -> None:
    pen.line((0.62, 0.22), (0.34, 0.5), (0.62, 0.78), width=0.11)


def _draw_turn_on(pen: Pen) -> None:
    for x in (0.2, 0.52):
        pen.line((x, 0.22), (x + 0.27, 0.5), (x, 0.78), width=0.11)


def _draw_turn_back(pen: Pen) -> None:
    for x in (0.8, 0.48):
        pen.line((x, 0.22), (x - 0.27, 0.5), (x, 0.78), width=0.11)


def _draw_round_on(pen: Pen) -> None:
    pen.line((0.26, 0.22), (0.54, 0.5), (0.26, 0.78), width=0.11)
    pen.line((0.76, 0.22), (0.76, 0.78), width=0.11)


def _draw_round_back(pen: Pen) -> None:
    pen.line((0.74, 0.22), (0.46, 0.5), (0.74, 0.78), width=0.11)
    pen.line((0.24, 0.22), (0.24, 0.78), width=0.11)


def _draw_person(pen: Pen) -> None:
    pen.disc((0.5, 0.3), 0.18)
    pen.arc((0.5, 0.88), 0.3, 180, 360, width=0.1)
    pen.line((0.2, 0.88), (0.8, 0.88), width=0.1)


def _draw_hands(pen: Pen) -> None:
    pen.box(0.08, 0.26, 0.34, 0.5, radius=0.06, line=0.075)
    pen.box(0.33, 0.2, 0.34, 0.56, radius=0.06, line=0.075)
    pen.box(0.58, 0.26, 0.34, 0.5, radius=0.06, line=0.075)


def _draw_copy(pen: Pen) -> None:
    pen.box(0.14, 0.12, 0.48, 0.56, radius=0.07, line=0.075)
    pen.line((0.72, 0.34), (0.84, 0.34), (0.84, 0.86), (0.38, 0.86), (0.38, 0.78))


def _draw_picture(pen: Pen) -> None:
    pen.box(0.08, 0.26, 0.84, 0.58, radius=0.1, line=0.08)
    pen.box(0.34, 0.14, 0.32, 0.14, radius=0.04)
    pen.ring((0.5, 0.55), 0.16)


def _draw_film(pen: Pen) -> None:
    pen.box(0.06, 0.24, 0.6, 0.52, radius=0.1, line=0.08)
    pen.shape((0.7, 0.46), (0.94, 0.28), (0.94, 0.72), (0.7, 0.54))


REPLAY_DRAWINGS: Final[Mapping[str, Callable[[Pen], None]]] = MappingProxyType(
    {
        "step_on": _draw_step_on,
        "step_back": _draw_step_back,
        "turn_on": _draw_turn_on,
        "turn_back": _draw_turn_back,
        "round_on": _draw_round_on,
        "round_back": _draw_round_back,
        "person": _draw_person,
        "hands": _draw_hands,
        "copy": _draw_copy,
        "picture": _draw_picture,
        "film": _draw_film,
    }
)
