"""Drives a table view with events, time and frames, and draws it with plain cards."""

from __future__ import annotations

import pygame

from red7_desktop.scene import animation, geometry, pictures, stage, theme
from red7_desktop.scene.paint.text import FontLibrary
from red7_desktop.table import arrange, card_nodes, layout, table_view
from red7_desktop.tabletop.game import DragMove, Face, Zones
from tests.unit.scene import driver

DEAL: Zones = {
    "deck": (None, None, None),
    "canvas": ("B2",),
    "hand:A": ("R7", "O6", "Y5", "V2"),
    "hand:B": (None, None, None),
    "palette:A": ("G4",),
    "palette:B": ("V1",),
}
ANYWHERE = (None,)
DROPS = {"R7": {"palette:A": ANYWHERE, "canvas": ANYWHERE}, "O6": {"canvas": ANYWHERE}}
PLAYED = DragMove("R7", "hand:A", "palette:A", source_place=0)
"""The move of playing R7 to the palette."""
CARDS = tuple(f"{colour}{number}" for colour in "ROYGBIV" for number in range(1, 8))
NOWHERE = geometry.Vec(300, 600)
"""A point of the table outside all zones."""
FONT = "Figtree_700Bold"
INK = pictures.Colour(20, 16, 26)


def plain_picture(face: Face, width: float) -> pictures.Picture:
    """Return the picture of a face as a coloured box with its text; the back is a dark box."""
    border = pictures.Colour(240, 235, 225)
    if face is None:
        return pictures.BoxPicture(pictures.Colour(58, 46, 80), width * 0.08, border, 1.5)
    shade = sum(face.encode()) * 37 % 150
    fill = pictures.Colour(90 + shade, 200 - shade, 110 + shade // 2)
    text = pictures.TextPicture(face, FONT, width * 0.34, INK, pictures.Align.CENTRE)
    return pictures.LayeredPicture((pictures.BoxPicture(fill, width * 0.08, border, 1.5), text))


TEST_LOOKS: card_nodes.MarkStyles = {
    **card_nodes.PLAIN_MARKS,
    "gap": card_nodes.MarkStyle(
        pictures.BoxPicture(pictures.Colour(240, 200, 90), 3), card_nodes.Centre(6, inset=20)
    ),
    "dimmed": card_nodes.MarkStyle(pictures.BoxPicture(pictures.Colour(0, 0, 0, 92), 8)),
    "counts": card_nodes.MarkStyle(
        pictures.BoxPicture(pictures.Colour(92, 240, 166), 3), card_nodes.BelowEdge(6, 5, 14)
    ),
    "target": card_nodes.MarkStyle(
        pictures.BoxPicture(None, 14, pictures.Colour(92, 240, 166), 3, dash=12),
        card_nodes.FramePosition(-4),
    ),
}


class Driver(driver.Driver):
    """A table of two seats, A at the bottom, on a stage of 1920 x 1080; a frame is 1/60 s."""

    def __init__(self, theme: theme.Theme, fonts: FontLibrary, layout: layout.Layout) -> None:
        clock = animation.SteppedClock()
        super().__init__(stage.Stage((1920, 1080), theme=theme, fonts=fonts, clock=clock), clock)
        self.view = table_view.TableView(
            picture=plain_picture,
            animator=self.stage.animator,
            layout=layout,
            viewer=0,
            visible=self.stage.view.visible,
            looks=TEST_LOOKS,
            pace=card_nodes.MotionTimes(),
        )
        self.stage.screen_layer.add(self.view.root)
        self.drops: list[DragMove] = []
        self.picks: list[str | None] = []
        self.aims: list[tuple[str, str | None]] = []
        self.refused: list[str] = []
        self.view.on_drop = self.drops.append
        self.view.on_pick = self.picks.append
        self.view.on_aim = lambda card, zone, place: self.aims.append((card, zone))
        self.view.on_refuse = self.refused.append

    # -- time ------------------------------------------------------------------------------

    def wait(self, seconds: float = 1 / 60) -> None:
        """Advance the clock, with a tick at half time and at the end.

        The second tick brings cards to rest that have landed.
        """
        for _ in range(2):
            self.clock.step(seconds / 2)
            self.stage.tick()

    # -- hands -----------------------------------------------------------------------------

    def drag(self, start: geometry.Vec, end: geometry.Vec) -> None:
        """Drag in three steps and release."""
        self.hold(start, end)
        self.up(end)

    def hold(self, start: geometry.Vec, end: geometry.Vec) -> None:
        """Drag in three steps without releasing."""
        self.move(start)
        self.down(start)
        for step in (1, 2, 3):
            self.move(start + (end - start) * (step / 3))
            self.wait()

    def touch_drag(self, start: geometry.Vec, end: geometry.Vec) -> None:
        self.touch(pygame.FINGERDOWN, start)
        for step in (1, 2, 3):
            self.touch(pygame.FINGERMOTION, start + (end - start) * (step / 3))
            self.wait()
        self.touch(pygame.FINGERUP, end)

    # -- looking ---------------------------------------------------------------------------

    def card(self, name: str) -> card_nodes.CardNode:
        (card,) = self.view.cards.find_named(name)
        return card

    def middle(self, name: str) -> geometry.Vec:
        """Return the current centre of a card on the stage."""
        return self.card(name).centre

    def zone_middle(self, zone: str) -> geometry.Vec:
        return self.view.by_zone[zone].centre

    def resting_places(self) -> dict[str, list[arrange.Placement]]:
        """Return the resting positions of the cards by zone, in layout coordinates."""
        return {
            zone: [
                arrange.Placement(card.position.x, card.position.y, card.rotation, card.scale)
                for card in row
            ]
            for zone, row in self.view.cards.rows.items()
        }


def assert_shows(driver: Driver, zones: Zones) -> None:
    """Check that nodes, positions and tree match the snapshot exactly."""
    view = driver.view
    assert view.zones == {zone: tuple(row) for zone, row in zones.items()}
    for zone, row in view.cards.rows.items():
        node = view.by_zone[zone]
        for card, wanted in zip(row, node.placements(len(row)), strict=True):
            assert (card.position, card.rotation) == ((wanted.x, wanted.y), wanted.rotation)
            assert (card.scale, card.z, card.alpha) == (wanted.scale, wanted.order, 1.0)
            assert (card.visible, card.size) == (wanted.is_visible, node.card)
            face = node.face_shown(card.face)
            assert card.picture_shown == plain_picture(face, node.card.w)
            assert card.interactive
    assert set(view.root.find("cards").children) == set(view.cards)
