"""Marks on cards and zones of every game: their styles and explanations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import pygame

from red7_desktop.kit.look.icons import paint_icon
from red7_desktop.kit.texts import Texts
from red7_desktop.scene import pictures, theme
from red7_desktop.scene.pictures import BoxPicture, Colour, Shadow
from red7_desktop.table import card_nodes, table_view
from red7_desktop.table.card_nodes import Centre, FramePosition, MarkStyle, TopEdge

# Styles of marks; a game adds its own.
PENDING = "pending"
"""Mark of a card whose move can still be undone."""
KEEPS_IN = "keeps_in"
"""Mark of a hand card whose play keeps the player in the round."""
LOSES = "loses"
"""Mark of a hand card whose play can't keep the player in the round."""
HINTED = "hinted"
"""Mark of a card that is part of a hint."""
CHOICE = "choice"
"""Mark of a card that can be chosen, for example for the action of another card."""
GHOST = "ghost"
"""Mark of a card that would complete the picked cards to a legal play."""
FRESH = "fresh"
"""Mark of a card that has just been drawn."""
ALLOWED = "allowed"
"""Mark of a zone (area of the table) where the held card may be dropped."""
REFUSED = "refused"
"""Mark of a zone (area of the table) where the held card may not be dropped."""
FITS = "fits"
"""Mark of a gap between two cards where the held card would help to form a combination."""
BETTER = "better"
"""Mark of a card with which a better turn begins, in the review of a match."""
_CONTROLLER_STYLES: Final = card_nodes.OWN_STYLES | {
    HINTED,
    CHOICE,
    GHOST,
    ALLOWED,
    REFUSED,
    FITS,
    BETTER,
}
"""Styles of marks that the table's controllers set, for hints and for the held or hovered card.

`TableModel.marks` doesn't contain these marks. They must stay when a new model is shown."""
_ICON_SHARE: Final = 0.62
"""Side of the icon on a badge (a mark in a disc), as a share of the badge's side."""


def describe_marks(texts: Texts) -> dict[str, str]:
    """Return the sentences that explain the marks on cards to the user, by the mark's style.

    Styles that explain themselves have no sentence.
    """
    return {
        PENDING: texts("Dashed frame: you can still undo this."),
        KEEPS_IN: texts("Tick: this card can keep you in."),
        LOSES: texts("Cross: this card can’t keep you in."),
        CHOICE: texts("Gold frame: choose one of these."),
        HINTED: texts("Gold frame: the hint is about this card."),
        GHOST: texts("White dashes: this card would complete your play."),
        FRESH: texts("Gold edge: you’ve just drawn this card."),
        BETTER: texts("Green dashes: the better turn begins with this card."),
    }


def build_mark_looks(
    look: theme.ResolvedTheme, own: card_nodes.MarkStyles
) -> card_nodes.MarkStyles:
    """Return the appearance of every style of marks, in drawing order.

    A game's own styles come first, so they are drawn below the others. If a card or a zone has
    several styles with frames, only the last of these frames is shown.

    Args:
        look: Theme and window size.
        own: Appearance of the game's own styles.
    """
    theme = look.theme
    accent, good, bad = (theme.colour(name) for name in ("accent", "ok", "bad"))
    aimed = BoxPicture(theme.colour("text").with_alpha(0.07), radius=16.0)
    glow = Shadow(accent.with_alpha(0.4), 16.0)
    dashed = BoxPicture(radius=14.0, border=accent, border_width=3.0, dash=11.0)
    focused = BoxPicture(radius=14.0, border=theme.colour("focus"), border_width=3.0)
    fresh = BoxPicture(radius=12.0, border=accent, border_width=3.0, shadows=(glow,))
    # The most important frames come last: of all its frames, a card shows only the last in this
    # order.
    looks = {
        card_nodes.TARGET: MarkStyle(),
        FITS: MarkStyle(_build_beam(good), Centre(7.0, inset=26.0)),
        card_nodes.GAP: MarkStyle(BoxPicture(accent, radius=3.0), Centre(6.0, inset=24.0)),
        PENDING: MarkStyle(dashed, FramePosition(7.0), frames=True),
        BETTER: MarkStyle(dashed._replace(border=good), FramePosition(7.0), frames=True),
        GHOST: MarkStyle(focused._replace(dash=9.0), FramePosition(5.0), lift=10, frames=True),
        CHOICE: MarkStyle(build_frame(accent, 0.55), FramePosition(5.0), behind=True, frames=True),
        FRESH: MarkStyle(fresh, FramePosition(3.0), behind=True, frames=True),
        ALLOWED: MarkStyle(build_frame(good, 0.20), FramePosition(-2.0), behind=True, frames=True),
        REFUSED: MarkStyle(build_frame(bad, 0.10), FramePosition(-2.0), behind=True, frames=True),
        card_nodes.AIMED: MarkStyle(aimed, FramePosition(-2.0)),
        HINTED: MarkStyle(
            build_frame(accent, 0.45), FramePosition(6.0), behind=True, frames=True, lift=20
        ),
        card_nodes.HOVERED: MarkStyle(lift=8),
        card_nodes.FOCUSED: MarkStyle(lift=16, nearer=True),
        card_nodes.HELD: MarkStyle(
            focused,
            FramePosition(5.0),
            frames=True,
            lift=28,
            zoom=1.06,
            straight=True,
            nearer=True,
        ),
        card_nodes.RINGED: MarkStyle(frames=True),
        card_nodes.PICKED: MarkStyle(
            focused._replace(border_width=4.0),
            FramePosition(5.0),
            behind=True,
            frames=True,
            lift=24,
            straight=True,
            nearer=True,
            joins=True,
        ),
        KEEPS_IN: MarkStyle(_build_badge(look, "tick", good), TopEdge(28.0)),
        LOSES: MarkStyle(_build_badge(look, "cross", bad), TopEdge(28.0)),
    }
    return {**own, **looks}


def mark_table(view: table_view.TableView, marks: Mapping[str, Iterable[str]]) -> None:
    """Replace the marks that come from a table model.

    Marks for hints and for the held or hovered card stay as they are.

    Args:
        view: The table's zones and cards.
        marks: Names of marked cards, and ids of marked zones, by style; as in `TableModel.marks`.
    """
    changed = []
    for style in view.marks.styles:
        if style not in _CONTROLLER_STYLES:
            names = frozenset(marks.get(style, ()))
            zones = names & view.by_zone.keys()
            changed.append(view.marks.set_by_name(style, names - zones, zones))
    if any(changed):
        view.relayout()


def _build_beam(colour: Colour) -> BoxPicture:
    glow = Shadow(colour.with_alpha(0.55), blur=14.0)
    return BoxPicture(colour, radius=3.5, shadows=(glow,))


def build_frame(colour: Colour, glow: float) -> BoxPicture:
    """Return the picture of a dashed frame around a card or an area of the table.

    Args:
        colour: Colour of the frame.
        glow: Opacity of the glow around the frame.
    """
    return BoxPicture(
        colour.with_alpha(0.06),
        radius=16.0,
        border=colour,
        border_width=3.0,
        dash=12.0,
        shadows=(Shadow(colour.with_alpha(glow), 26.0),),
    )


def _build_badge(look: theme.ResolvedTheme, name: str, colour: Colour) -> pictures.Picture:
    disc = BoxPicture(look.theme.colour("panel"), radius=14.0, border=colour, border_width=2.0)

    def paint(w: int, h: int) -> pygame.Surface:
        surface = pygame.Surface((w, h), pygame.SRCALPHA)
        drawn = paint_icon(name, round(min(w, h) * _ICON_SHARE), colour)
        surface.blit(drawn, drawn.get_rect(center=(w // 2, h // 2)))
        return surface

    return pictures.LayeredPicture((disc, pictures.PaintedPicture(("badge", name, colour), paint)))
