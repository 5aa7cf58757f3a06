"""The marks on cards and zones that every game's table has: how they look, and what they mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import pygame

from red7_desktop.kit.look.icons import paint_icon
from red7_desktop.kit.texts import Texts
from red7_desktop.scene import pictures, theme
from red7_desktop.table import card_nodes, table_view

PENDING, KEEPS_IN, LOSES = "pending", "keeps_in", "loses"
HINTED, CHOICE, FRESH = "hinted", "choice", "fresh"
ALLOWED, REFUSED, FITS = "allowed", "refused", "fits"
"""Styles: a card that is not final yet; hand cards that keep the player in or do not; a card that
a hint is about, a card to choose from for an action, a card just drawn; zones where the held card
may, and may not, go; gaps where it would do something for cards next to it. A game adds its own."""
_FOLLOW: Final = card_nodes.OWN_STYLES | {HINTED, CHOICE, ALLOWED, REFUSED, FITS}
"""Styles that no model tells of: they follow the hand, and hints."""
_ICON_SHARE: Final = 0.62
"""The size of a badge's sign, as a part of the badge."""


def describe_marks(texts: Texts) -> dict[str, str]:
    """Return what marks on a card mean, by style; those that only follow the hand mean nothing."""
    return {
        PENDING: texts("Dashed frame: you can still undo this."),
        KEEPS_IN: texts("Tick: this card can keep you in."),
        LOSES: texts("Cross: this card can’t keep you in."),
        CHOICE: texts("Gold frame: choose one of these."),
        HINTED: texts("Gold frame: the hint is about this card."),
        FRESH: texts("Gold edge: you’ve just drawn this card."),
    }


def build_mark_looks(look: theme.Look, own: card_nodes.MarkLooks) -> card_nodes.MarkLooks:
    """Return the looks of all styles, the lowest on a card first: a game's own lie lowest."""
    theme = look.theme
    accent, good, bad = (theme.colour(name) for name in ("accent", "ok", "bad"))
    aimed = pictures.BoxPicture(theme.colour("text").with_alpha(0.07), radius=16.0)
    glow = pictures.Shadow(accent.with_alpha(0.4), 16.0)
    dashed = pictures.BoxPicture(radius=14.0, border=accent, border_width=3.0, dash=11.0)
    looks = {
        card_nodes.TARGET: card_nodes.MarkLook(),
        ALLOWED: card_nodes.MarkLook(
            _build_frame(good, 0.20), card_nodes.FramePlace(-2.0), behind=True
        ),
        REFUSED: card_nodes.MarkLook(
            _build_frame(bad, 0.10), card_nodes.FramePlace(-2.0), behind=True
        ),
        card_nodes.AIMED: card_nodes.MarkLook(aimed, card_nodes.FramePlace(-2.0)),
        FITS: card_nodes.MarkLook(_build_beam(good), card_nodes.Centre(7.0, inset=26.0)),
        card_nodes.GAP: card_nodes.MarkLook(
            pictures.BoxPicture(accent, radius=3.0), card_nodes.Centre(6.0, inset=24.0)
        ),
        PENDING: card_nodes.MarkLook(dashed, card_nodes.FramePlace(7.0)),
        CHOICE: card_nodes.MarkLook(
            _build_frame(accent, 0.55), card_nodes.FramePlace(5.0), behind=True
        ),
        FRESH: card_nodes.MarkLook(
            pictures.BoxPicture(radius=12.0, border=accent, border_width=3.0, shadows=(glow,)),
            card_nodes.FramePlace(3.0),
            behind=True,
        ),
        HINTED: card_nodes.MarkLook(
            _build_frame(accent, 0.45), card_nodes.FramePlace(6.0), behind=True, lift=20
        ),
        KEEPS_IN: card_nodes.MarkLook(_build_badge(look, "tick", good), card_nodes.TopEdge(28.0)),
        LOSES: card_nodes.MarkLook(_build_badge(look, "cross", bad), card_nodes.TopEdge(28.0)),
        card_nodes.HOVERED: card_nodes.MarkLook(lift=8),
        card_nodes.FOCUSED: card_nodes.MarkLook(lift=16, nearer=True),
        card_nodes.PICKED: card_nodes.MarkLook(
            pictures.BoxPicture(radius=14.0, border=theme.colour("focus"), border_width=4.0),
            card_nodes.FramePlace(5.0),
            behind=True,
            lift=24,
            straight=True,
            nearer=True,
            joins=True,
        ),
        card_nodes.HELD: card_nodes.MarkLook(
            pictures.BoxPicture(radius=14.0, border=theme.colour("focus"), border_width=3.0),
            card_nodes.FramePlace(5.0),
            lift=28,
            zoom=1.06,
            straight=True,
            nearer=True,
        ),
    }
    return {**own, **looks}


def mark_table(view: table_view.TableView, marks: Mapping[str, Iterable[str]]) -> None:
    """Put the marks on the cards that a model tells of, and no others."""
    styles = [style for style in view.marks.looks if style not in _FOLLOW]
    changed = [view.marks.put(style, marks.get(style, ()), ()) for style in styles]
    if any(changed):
        view.settle()


def _build_beam(colour: pictures.Colour) -> pictures.BoxPicture:
    glow = pictures.Shadow(colour.with_alpha(0.55), blur=14.0)
    return pictures.BoxPicture(colour, radius=3.5, shadows=(glow,))


def _build_frame(colour: pictures.Colour, glow: float) -> pictures.BoxPicture:
    return pictures.BoxPicture(
        colour.with_alpha(0.06),
        radius=16.0,
        border=colour,
        border_width=3.0,
        dash=12.0,
        shadows=(pictures.Shadow(colour.with_alpha(glow), 26.0),),
    )


def _build_badge(look: theme.Look, name: str, colour: pictures.Colour) -> pictures.Picture:
    disc = pictures.BoxPicture(
        look.theme.colour("panel"), radius=14.0, border=colour, border_width=2.0
    )

    def paint(w: int, h: int) -> pygame.Surface:
        surface = pygame.Surface((w, h), pygame.SRCALPHA)
        drawn = paint_icon(name, round(min(w, h) * _ICON_SHARE), colour)
        surface.blit(drawn, drawn.get_rect(center=(w // 2, h // 2)))
        return surface

    return pictures.LayeredPicture((disc, pictures.PaintedPicture(("badge", name, colour), paint)))
