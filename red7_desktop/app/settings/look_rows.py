"""The rows of the settings in which a table and a back for the cards are chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.app.looks import describe_price, is_earned, name_look
from red7_desktop.app.settings.tiles import LookOption, build_tiles
from red7_desktop.kit.hud.backdrop import list_table_tones, paint_ground
from red7_desktop.kit.look.chosen_looks import choose_back_painter
from red7_desktop.kit.settings import BACKS, TABLES
from red7_desktop.scene.geometry import Size
from red7_desktop.scene.paint.pictures import PaintedPicture
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.switch import Switch

if TYPE_CHECKING:
    import pygame

    from red7_desktop.app.looks import Looks
    from red7_desktop.kit.pages.form import Form
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.kit.settings import Settings
    from red7_desktop.scene.paint.pictures import Picture, Steps

Bind = Callable[[Callable[["Settings"], None]], None]


_TABLE: Final = Size(200.0, 116.0)

_SHOWN: Final = 620.0
"""So much of a table, in design units, is seen on its tile."""

_BACK: Final = 96.0


def add_look_rows(kit: Ui, form: Form, looks: Looks, bind: Bind) -> None:
    """Add the tables, the backs, and the switch that opens all of them at once.

    bind: takes what is to be called with the settings, now and after each change.
    """
    texts, zoom = kit.texts, form.zoom
    tables = [
        LookOption(each, name_look(each, texts), _paint_table(looks, each)) for each in TABLES
    ]
    backs = [
        LookOption(each, name_look(each, texts), _paint_back(kit, looks, each)) for each in BACKS
    ]
    _add_look_row(kit, form, looks, bind, ("table", texts("Table"), tables, _TABLE.scaled(zoom)))
    size = kit.faces.size(_BACK * zoom)
    _add_look_row(kit, form, looks, bind, ("back", texts("Backs of the cards"), backs, size))
    switch = Switch(
        form.look,
        kit.settings.all_looks,
        lambda is_on: kit.change_settings(replace(kit.settings, all_looks=is_on)),
        text=texts("All of them at once"),
        width=form.width,
        name="all_looks",
    )
    form.switch(switch, texts("Without it, tables and backs are earned by playing."))

    def update(settings: Settings) -> None:
        switch.is_on = settings.all_looks

    bind(update)


def _add_look_row(
    kit: Ui, form: Form, looks: Looks, bind: Bind, row: tuple[str, str, list[LookOption], Size]
) -> None:
    name, words, offered, inner = row
    press = partial(_choose, kit, looks, name)
    whole, made = build_tiles(form.look, offered, inner, form.width, press, name)
    form.flow.add(Label(form.look, words, "body", max_width=form.width, wraps=True))
    form.flow.add(whole, form.look.theme.sizes.gap)

    def update(settings: Settings) -> None:
        for value, tile in made.items():
            is_chosen = value == getattr(settings, name)
            tile.show(is_chosen=is_chosen, is_locked=_is_locked(settings, looks, value))

    bind(update)


def _is_locked(settings: Settings, looks: Looks, value: str) -> bool:
    """Tell whether a look is still to be earned; the one that is chosen is not taken away."""
    is_had = settings.all_looks or not is_earned(value) or value in looks.earned()
    return not is_had and value not in (settings.table, settings.back)


def _choose(kit: Ui, looks: Looks, name: str, value: str) -> None:
    """Choose a look, or say what earns it."""
    if _is_locked(kit.settings, looks, value):
        kit.stage.toasts.show(describe_price(value, kit.texts))
    elif value != getattr(kit.settings, name):
        change: dict[str, Any] = {name: value}
        kit.change_settings(replace(kit.settings, **change))


def _paint_table(looks: Looks, table: str) -> Picture:
    theme = looks.theme(table)
    tones = list_table_tones(theme)

    def paint(w: int, h: int) -> Steps:
        return paint_ground((w, h), w / _SHOWN, theme.ground, tones)

    return PaintedPicture(("table tile", theme.ground, tones), paint)


def _paint_back(kit: Ui, looks: Looks, back: str) -> Picture:
    faces = kit.faces

    def own(w: int, h: int) -> pygame.Surface:
        return faces.paint(None, w, height_px=h)

    return PaintedPicture(("back tile", faces, back), choose_back_painter(back, looks.asset) or own)
