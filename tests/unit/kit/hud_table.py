"""A HUD on a stage of its own, and what it shows, for tests."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pygame

from red7_desktop.games.red7.face import card_art, parts, view
from red7_desktop.games.red7.rules.rounds import MatchState
from red7_desktop.kit import bindings, table_model
from red7_desktop.kit.hud import buttons, hud
from red7_desktop.kit.hud.part import SpacedWord, TextStyler
from red7_desktop.kit.texts import Texts
from red7_desktop.resources import asset_path
from red7_desktop.scene import animation, geometry, pictures, stage, theme
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.text import FontLibrary
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.table.layout import Layout, choose_layout
from red7_desktop.table.layout_file import load_layout
from red7_desktop.tabletop.rounds import ROUND_OVER
from tests.unit.red7.face.seen import mock, model_of, state_of

SIZES = [(960, 600), (1280, 720), (1440, 1080), (1920, 1080), (1920, 1200), (3840, 2160)]
LONG = (
    "Maximiliana Christine",
    "Bartholomew Featherst",
    "Wolfeschlegelsteinha",
    "Wwwwwwwwwwwwwwwwwwww",
)


@cache
def dark() -> theme.Theme:
    return theme.load_theme(asset_path("themes", "dark.json"))


@cache
def fonts() -> FontLibrary:
    return FontLibrary(asset_path("fonts"))


@cache
def layouts() -> tuple[Layout, ...]:
    files = sorted(asset_path("layouts", "red7").glob("*.tmx"))
    return tuple([load_layout(file, parts.ZONE_KINDS) for file in files])


class Table:
    """A HUD on a stage of its own, with the layout that fits."""

    def __init__(
        self,
        size: tuple[int, int],
        seats: int,
        theme: theme.Theme | None = None,
        texts: Texts | None = None,
        *,
        cards: str = "normal",
    ) -> None:
        self.stage = stage.Stage(
            size, theme=theme or dark(), fonts=fonts(), clock=animation.SteppedClock()
        )
        self.layouts = layouts()
        self.faces = card_art.Red7CardArt(
            asset_path("cards", "red7"), font=asset_path("fonts", "Figtree_800ExtraBold.ttf")
        )
        self.asked: list[str] = []
        self.table = Node(name="table")
        layout = choose_layout(self.layouts, size, seats, self.stage.look.theme.zoom)
        ink = TextStyler(self.faces, cards)
        lens = buttons.Tool(bindings.Intent.EXTRA, "eye", "Standings under every rule")
        asks = self.asked.append
        self.hud = hud.Hud(
            self.stage.look, ink, texts or Texts(), view.RED7_VIEW, layout, asks, tools=[lens]
        )
        self.table.add(self.hud, self.hud.overlay)
        self.stage.screen_layer.add(self.table)
        self.fit(layout)

    def fit(self, layout: Layout) -> None:
        visible = self.stage.look.visible_area
        self.table.scale = min(visible.w / layout.size.w, visible.h / layout.size.h)
        middle = geometry.Vec(*layout.size) * 0.5 * self.table.scale
        self.table.position = visible.centre - middle

    def resize(self, size: tuple[int, int], seats: int) -> None:
        layout = choose_layout(self.layouts, size, seats, self.stage.look.theme.zoom)
        self.stage.resize(size)
        self.hud.set_layout(layout)
        self.fit(layout)

    def picture(self) -> bytes:
        surface = pygame.Surface(self.stage.view.window)
        self.stage.tick()
        self.stage.draw(surface)
        return pygame.image.tobytes(surface, "RGB")


def crowded() -> MatchState:
    """Return a state with long palettes, hands, scores, names and turns."""
    return state_of(
        "A> O6 B2 Y4 R2 B4 G6 I2 V2 Y6 O4 R4 V4 I6 G2 : R5 G3 B7 I1 V6 Y1 Y3 O1 O5 B1 B3 I3 :"
        " R7 O7 G7 V7",
        "B Y7 O3 V3 R3 I4 O2 G4 : ?2 : Y5",
        "C I7 : ?0 :",
        "Dx R6 V1 : ?0 :",
        rules="advanced+actions@first",
        canvas="Y2 I5 G5 B6",
        deck="",
        turns=((1, "O5(Y5(R3(+))) @V3+"), (2, "V1(B:Y7) @Y2"), (3, "pass")),
        round_number=12,
    )


def models(texts: Texts | None = None) -> dict[str, table_model.TableModel]:
    """Return models of all kinds of tables, in English by default."""

    def model(*seats: str, **options: Any) -> table_model.TableModel:
        return model_of(state_of(*seats, **options), texts=texts)

    return {
        "the mock": model_of(mock(), texts=texts),
        "three seats": model(
            *("A> O6 B2 : R5 G3", "B I2 : ?5", "C B4 R7 : ?5"), canvas="Y2", deck="?20"
        ),
        "two seats": model("A> O6 : R5 G3 : R7 Y7", "B R4 : ?7", deck="?20"),
        "crowded": model_of(crowded(), names=LONG, texts=texts),
        "a draw": model("A>discarded O6 : R5", "B B2 : ?5", canvas="R7", deck="?9"),
        "a round over": model(
            "A O6 : R5", "Bx B2 : ?5", stage=ROUND_OVER, rounds=((0, 3, "G2 G4"),)
        ),
        "going out": model("A> V2 : G1", "B R7 G6 : ?5", canvas="G5"),
        "basic": model("A O6 : R5", "B> B2 : ?5", rules="basic@1.3"),
        "watching": model_of(mock(), viewer=None, texts=texts),
    }


MODELS: dict[str, table_model.TableModel] = models()


def show(name: str, size: tuple[int, int] = (1280, 720)) -> Table:
    table = Table(size, len(MODELS[name].seats))
    table.hud.show(MODELS[name])
    return table


def said(root: Node) -> list[str]:
    spaced = [node.text for node in root.walk() if isinstance(node, SpacedWord) and node.is_shown]
    return [*spaced, *[label.text for label in shown_labels(root)]]


def shown_labels(root: Node) -> Iterator[RunsLabel]:
    for node in root.walk():
        if isinstance(node, RunsLabel) and node.is_shown and node.text:
            yield node


def words_drawn(label: RunsLabel) -> str:
    """Return a label's text as drawn, with an ellipsis if it doesn't fit."""
    drawn = [child.picture for child in label.children if child.visible]
    return " ".join(each.text for each in drawn if isinstance(each, pictures.TextPicture))


def inks(root: Node) -> list[tuple[str, geometry.Rect]]:
    """List the texts below a node, each with the rectangle of its letters in the layout.

    The box of a line is higher than its letters.
    """
    found = []
    for node in root.walk():
        if isinstance(node.picture, pictures.TextPicture) and node.is_shown and node.picture.text:
            bounds = node.bounds
            middle, height = bounds.centre, node.picture.size * 0.72 * node.world.scale_y
            letters = geometry.Rect(bounds.x, middle.y - height / 2, bounds.w, height)
            found.append((node.picture.text, letters))
    return found


def in_layout(table: Table, rect: geometry.Rect) -> geometry.Rect:
    corner = table.hud.to_local(rect.position)
    assert corner is not None
    scale = table.hud.world.scale_y
    return geometry.Rect(corner.x, corner.y, rect.w / scale, rect.h / scale)


def zones(table: Table) -> Iterator[tuple[Node, geometry.Rect]]:
    """Yield every part with the rectangle that it must stay inside."""
    hud, by_name = table.hud, table.hud.layout.by_name
    parts: list[tuple[Node, str]] = [
        (hud.parts["ring"], "ring"),
        (hud.parts["banner"], "banner"),
        (hud.status_line, "message"),
        (hud.actions, "actions"),
        (hud.title, "title"),
        (hud.tools, "tools"),
        (hud.viewer, "panel.0"),
        (hud.deck, "supply"),
        (hud.history, "log"),
    ]
    for place, panel in enumerate(hud.seats, start=1):
        parts += [(panel.find(kind), f"{kind}.{place}") for kind in ("name", "points", "tally")]
        parts.append((panel, f"panel.{place}"))
    parts += [(hud.viewer.find(kind), f"{kind}.0") for kind in ("name", "points")]
    for part, name in parts:
        if name in by_name and part.is_shown:
            yield part, by_name[name].area
