"""A table with a match on it and nothing else, for what comes up above the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from red7_desktop.games.red7.face.view import RED7_VIEW
from red7_desktop.games.red7.face.words import Words
from red7_desktop.games.red7.rules.cards import THE_PASS
from red7_desktop.games.red7.rules.game import Red7
from red7_desktop.kit.hud.marks import build_mark_looks
from red7_desktop.kit.hud.part import TextStyler
from red7_desktop.kit.pages.page import PageStack
from red7_desktop.kit.presentation import adapt_theme
from red7_desktop.kit.settings import Settings
from red7_desktop.kit.texts import Texts
from red7_desktop.play.ai import InlineThinker, Seat
from red7_desktop.play.session import Change, Session
from red7_desktop.scene.geometry import Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.text import ELLIPSIS
from red7_desktop.scene.pictures import TextPicture
from red7_desktop.scene.stage import Stage
from red7_desktop.table.card_nodes import CardNode
from red7_desktop.table.layout import Layout, choose_layout
from red7_desktop.table.table_view import TableView
from red7_desktop.tabletop.match import Match
from tests.ui.screens import PLAIN, MemoryClipboard, make_faces, make_kit, shipped_theme
from tests.ui.seeing import words_shown
from tests.unit.kit.hud_table import layouts

LONG = ("Wilhelmina Zhang", "Bartholomew Ojo", "Maximiliana Ruiz", "Konstantin Wolff")
"""Names as long as people have them."""
FRAME = 1 / 60


def first_step(observation: Any, should_stop: Callable[[], bool]) -> tuple[Any, ...]:
    return (observation.legal[0],)


class Bench:
    """A stage with a table and a session. The table shows what the session's viewer may know.

    people: the seats of people; the others are played by whoever takes the first legal step.
    `listeners` run after the table has followed a change.
    """

    def __init__(
        self,
        size: tuple[int, int] = (1280, 720),
        settings: Settings = PLAIN,
        *,
        rules: str = "advanced@1.3",
        names: Sequence[str] = LONG,
        people: Sequence[int] = (0, 1, 2, 3),
        seed: int = 9,
        target: int = 100,
        texts: Texts | None = None,
    ) -> None:
        self.kit, self.clock = make_kit(size, settings, texts)
        self.kit.change_settings = self.change_settings
        self.surface = pygame.Surface(size)
        seats = tuple(Seat(name, None if n in people else "first") for n, name in enumerate(names))
        options = {"rules": rules, "seats": len(seats), "target": target}
        match = Match(Red7(), options, seed)
        self.session = Session(match, seats, {"first": first_step}, InlineThinker(), 0.1)
        self.pages = PageStack()
        self.clipboard = MemoryClipboard()
        self.handler: Callable[[pygame.Event], bool] = lambda event: False
        self.ticker: Callable[[float], None] = lambda now: None
        self.ground = Node(name="table screen")
        self.stage.ground.add(self.ground)
        look = self.stage.look
        self.view = TableView(
            faces=self.kit.faces,
            animator=self.stage.animator,
            layout=self.layout,
            viewer=self.session.viewer or 0,
            visible=look.visible,
            looks=build_mark_looks(look, RED7_VIEW.mark_looks(look, TextStyler(self.kit.faces))),
        )
        self.ground.add(self.view.root)
        self.view.show(self.session.observe().zones)
        self.view.snap()
        self._hurries = False
        self.session.listen(self._follow)

    @property
    def stage(self) -> Stage:
        return self.kit.stage

    @property
    def layout(self) -> Layout:
        zoom = self.stage.look.theme.zoom
        return choose_layout(layouts(), self.stage.view.window, len(self.session.seats), zoom)

    @property
    def words(self) -> Words:
        seats = self.session.seats
        names, players = [seat.name for seat in seats], [seat.player for seat in seats]
        return Words(self.kit.texts, names, self.session.viewer, players)

    def seat_again(self) -> None:
        """Lay the table out for whoever looks now."""
        self.view.place(self.layout, self.session.viewer or 0, self.stage.look.visible)

    def change_settings(self, settings: Settings) -> None:
        self.kit.settings = settings
        self.kit.faces = make_faces(settings, self.kit.texts)
        self.stage.set_theme(adapt_theme(settings, shipped_theme()))
        self.stage.animator.speed = settings.speed
        self.pages.resized()

    # -- the match ---------------------------------------------------------------------------

    def _follow(self, change: Change) -> None:
        if not self._hurries:
            self.view.show(change.after.zones, change.moves)

    def play(self, turns: int = 1) -> None:
        """Let whoever is asked play turns, going out only when there is nothing else.

        Of several turns the table shows what they come to: for each it would lay itself out anew.
        """
        done, self._hurries = 0, turns > 1
        while done < turns and self.session.to_act and not self.session.is_waiting_for_table:
            seat = self.session.to_act[0]
            self.session.viewer = seat
            legal = self.session.observe().legal
            self.session.take(next((step for step in legal if step != THE_PASS), legal[0]))
            done += self.session.to_act != (seat,)
        if self._hurries:
            self._hurries = False
            self.view.show(self.session.observe().zones)
            self.view.snap()

    def play_round(self) -> None:
        """Play till the round is over."""
        self.play(10_000)

    # -- time and hands ----------------------------------------------------------------------

    def frame(self, seconds: float = FRAME) -> None:
        self.clock.step(seconds)
        self.ticker(self.clock.now())
        self.pages.tick(self.clock.now())
        self.stage.tick()
        self.stage.draw(self.surface)

    def pass_time(self, seconds: float) -> None:
        """Let time pass in a few steps, unseen."""
        for _ in range(10):
            self.clock.step(seconds / 10)
            self.stage.tick()

    def wait(self, seconds: float) -> None:
        for _ in range(max(1, round(seconds / FRAME))):
            self.frame()

    def post(self, kind: int, **fields: Any) -> None:
        """Let the screen, when no overlay wants the keys, and then the stage take an event."""
        event = pygame.Event(kind, **fields)
        has_overlay = self.stage.focus.scope is not self.stage.root
        if has_overlay or not self.handler(event):
            self.stage.handle(event)
        self.stage.tick()

    def press(self, key: int) -> None:
        self.post(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)

    def release(self, key: int) -> None:
        self.post(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0)

    def key(self, key: int) -> None:
        self.press(key)
        self.release(key)

    def pad(self, button: int) -> None:
        self.post(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=0)

    def pixel(self, at: Vec) -> tuple[int, int]:
        """Give the pixel of a point of the stage."""
        x, y = self.stage.view.to_pixels(at)
        return round(x), round(y)

    def move_to(self, at: Vec) -> None:
        self.post(pygame.MOUSEMOTION, pos=self.pixel(at), rel=(0, 0), buttons=(0, 0, 0))

    def click_at(self, at: Vec) -> None:
        self.move_to(at)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.post(kind, pos=self.pixel(at), button=1)

    def click(self, name: str) -> None:
        self.click_at(self.node(name).centre)

    # -- what there is -----------------------------------------------------------------------

    def nodes(self, name: str) -> list[Node]:
        return [node for node in self.stage.root.walk() if node.name == name and node.is_shown]

    def node(self, name: str) -> Node:
        found = self.nodes(name)
        assert found, f"there is no {name!r}"
        return found[-1]

    def card(self, face: str) -> CardNode:
        (found,) = [card for card in self.view.cast if card.shown == face]
        return found

    @property
    def focus_name(self) -> str:
        current = self.stage.focus.current
        return "" if current is None else current.name

    @property
    def words_shown(self) -> list[str]:
        """Every piece of text that is to be seen."""
        return words_shown(self.stage)


def shortened(bench: Bench, within: Node) -> list[str]:
    """List the words below a node that had no room and end in an ellipsis."""
    return [
        node.picture.text
        for node in within.walk()
        if isinstance(node.picture, TextPicture)
        and node.is_shown
        and node.picture.text.endswith(ELLIPSIS)
        and node.picture.text.strip() != ELLIPSIS
        and not node.picture.text.endswith(f" {ELLIPSIS}")
    ]
