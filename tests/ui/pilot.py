"""The pilot: drives the whole program headless, by posted events and a stepped clock."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Hashable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pygame
import pytest

from red7_desktop.app import crash, features, launch
from red7_desktop.app.puzzles.attempt import Attempt, AttemptPhase, PuzzleSource
from red7_desktop.app.puzzles.puzzles import PuzzleService, PuzzleShelf
from red7_desktop.app.replay.dock import ReplayMode
from red7_desktop.app.table.screen import TableScreen
from red7_desktop.games.registry import BOX
from red7_desktop.kit import presentation, setup
from red7_desktop.play import ai, replay
from red7_desktop.scene import geometry, node, pictures
from red7_desktop.scene.paint import rasterizer as raster
from red7_desktop.scene.paint import surfaces
from red7_desktop.scene.paint.text import FontFile, TextBlock, TextSetter
from red7_desktop.scene.theme import Theme, load_theme, shift_theme_hue
from red7_desktop.table import card_nodes, table_view
from red7_desktop.table import layout_file as layout
from red7_desktop.table.layout import Layout, ZoneKinds
from red7_desktop.tabletop import game, player, puzzle
from tests import pseudo, setups

if TYPE_CHECKING:
    from red7_desktop.app.program import Program


# == pilot =================================================================================
# The pilot: drives the whole program headless, by posted events and a stepped clock.
#
# It sees what a person sees (nodes on the stage, cards on the table) and does what a person does
# (drag, click, press keys). Frames are drawn on a surface, so that drawing is tested on the way.


LONG_FRAME = 1 / 12
"""What passes in a frame while nothing but waiting is going on."""
LOOKS_EVERY = 4
"""One of so many frames is drawn while nothing but waiting is going on."""
OWNED = frozenset({"hand", "palette", "score", "offer", "taken"})
"""Kinds of zones that every seat has."""


class Pilot(launch.Headless):
    """Flies the program."""

    # -- what there is -----------------------------------------------------------------------

    @property
    def view(self) -> table_view.TableView:
        assert isinstance(self.program.screen, TableScreen)
        return self.program.screen.view

    @property
    def me(self) -> str:
        """The letter of the seat that the screen shows."""
        return game.SEAT_LETTERS[self.session.viewer or 0]

    @property
    def focus_name(self) -> str:
        current = self.program.ui.stage.focus.current
        return current.name if current is not None else ""

    def nodes(self, name: str) -> list[node.Node]:
        return [n for n in self.program.ui.stage.root.walk() if n.name == name and n.is_shown]

    def card(self, face: str) -> card_nodes.CardNode:
        (found,) = self.view.cast.named(face)
        return found

    def wait(self, seconds: float, frame: float = LONG_FRAME) -> None:
        """Let time pass in long frames: nothing but waiting is going on, so few are looked at."""
        count = max(1, round(seconds / frame))
        for nth in range(1, count + 1):
            self.frame(frame, draws=nth == count or nth % LOOKS_EVERY == 0)

    # -- hands -------------------------------------------------------------------------------

    def pixel(self, at: geometry.Vec) -> tuple[int, int]:
        x, y = self.program.ui.stage.view.to_pixels(at)
        return round(x), round(y)

    def move(self, at: geometry.Vec) -> None:
        self.post(pygame.MOUSEMOTION, pos=self.pixel(at), rel=(0, 0), buttons=(0, 0, 0))

    def click(self, at: geometry.Vec) -> None:
        """Click at a point of the stage."""
        self.move(at)
        self.post(pygame.MOUSEBUTTONDOWN, pos=self.pixel(at), button=1)
        self.post(pygame.MOUSEBUTTONUP, pos=self.pixel(at), button=1)

    def button(self, name: str) -> node.Node:
        found = [node for node in self.nodes(name) if node.interactive]
        assert found, f"there is no {name!r} to press"
        return found[-1]

    def box_of(self, name: str) -> pygame.Rect:
        """Return where a button is, in pixels of the window."""
        bounds = self.button(name).bounds
        x, y = self.pixel(bounds.position)
        right, bottom = self.pixel(geometry.Vec(bounds.right, bounds.bottom))
        return pygame.Rect(x, y, right - x, bottom - y).clip(self.surface.get_rect())

    def press(self, name: str) -> None:
        """Click a button by the name of its node."""
        self.click(middle_of(self.button(name)))

    def key(self, key: int, mod: int = 0) -> None:
        self.post(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0)
        self.post(pygame.KEYUP, key=key, mod=mod, unicode="", scancode=0)

    def place_of(self, face: str) -> geometry.Vec:
        """Return a point of the stage at which a card can be grabbed: not covered by another."""
        card = self.card(face)
        for x in (0.5, 0.25, 0.12, 0.75, 0.9):
            for y in (0.5, 0.3, 0.7):
                point = card.world.apply(geometry.Vec(card.size.w * x, card.size.h * y))
                if self.view.card_layer.hit(point) is card:
                    return point
        raise AssertionError(f"{face} is covered")

    def zone(self, name: str) -> str:
        """Return a zone's id: `palette` and `hand` are the viewer's own."""
        return f"{name}:{self.me}" if name in OWNED else name

    def middle_of_zone(self, name: str) -> geometry.Vec:
        """Return the middle of a zone, as a point of the stage."""
        return middle_of(self.view.zone_node(self.zone(name)))

    def drag(self, face: str, to: str) -> None:
        """Drag a card to a zone, by the mouse."""
        self.hold_over(face, to)
        self.post(pygame.MOUSEBUTTONUP, pos=self.pixel(self.middle_of_zone(to)), button=1)

    def hold_over(self, face: str, to: str) -> None:
        """Drag a card over a zone, and do not let go yet."""
        start, end = self.place_of(face), self.middle_of_zone(to)
        self.move(start)
        self.post(pygame.MOUSEBUTTONDOWN, pos=self.pixel(start), button=1)
        for part in (0.1, 0.4, 0.7, 1.0):
            at = start + (end - start) * part
            self.post(pygame.MOUSEMOTION, pos=self.pixel(at), rel=(1, 1), buttons=(1, 0, 0))

    def click_over(self, face: str, to: str) -> None:
        """Click a card, then a zone."""
        self.click(self.place_of(face))
        self.click(self.middle_of_zone(to))

    # -- whole games -------------------------------------------------------------------------

    def play(self, setup: setup.GameSetup) -> None:
        """Begin a match."""
        self.program.play(setup)
        self.wait(0.5)

    def wait_for_me(self, seconds: float = 120.0) -> None:
        """Let AI players play until the viewer, or the table, is asked, or the match is over."""
        passed = 0.0
        while passed < seconds:
            to_act = self.session.to_act
            if not to_act or self.session.is_waiting_for_table or self.session.is_viewers_turn:
                return
            self.wait(LOOKS_EVERY * LONG_FRAME)
            passed += LOOKS_EVERY * LONG_FRAME
        raise AssertionError(f"nothing has happened for {seconds} seconds")


def speak_pseudo(pilot: Pilot, **changes: Any) -> None:
    """Let the program speak the pseudo-language, and change other settings with that."""
    ui = pilot.program.ui
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(presentation, "load_texts", lambda folder, language: pseudo.pseudo_texts())
        other = "" if ui.settings.language == "en" else "en"
        ui.change_settings(replace(ui.settings, language=other, **changes))


def middle_of(node: node.Node) -> geometry.Vec:
    """Return the middle of a node, as a point of the stage."""
    return node.world.apply(geometry.Vec(node.size.w / 2, node.size.h / 2))


# == shared ================================================================================
# What every program of a run would paint, measure and read alike, worked out once for all.
#
# A program keeps this for itself as long as it lives; tests make hundreds of programs. Only what
# follows from its arguments alone is shared: drawings, words, boxes, pictures whose key names all
# that they depend on, layouts, and themes. Cards are not, for what they look like depends on their
# folder.


T = TypeVar("T")
Draw = Callable[[BytesIO, tuple[int, int]], pygame.Surface]
MOST_PIXELS = 1_000_000
"""Pictures with more pixels than this are not kept: few tests ask for one again."""
BUDGET = 60_000_000
"""So many pixels are kept in all, by each process that runs tests."""
WORDS, FONT, LAYOUT, THEME = 100, 40_000, 5_000, 20_000
"""What other things take, in pixels, roughly."""
OWN = frozenset({"card", "symbol", "badge", "portrait", "icon"})
"""What the keys of pictures begin with that show files: their drawings are shared, not they."""


class Shared:
    """Puts itself between programs and what they ask for.

    keeps: false while a test measures what one program needs by itself.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.keeps = True
        self._kept: surfaces.BoundedCache[Any] = surfaces.BoundedCache(BUDGET)
        self._draw: Draw = pygame.image.load_sized_svg
        self._open, self._set = FontFile.of_size, TextSetter._lay_out
        self._load, self._read, self._turn = layout.load_layout, load_theme, shift_theme_hue
        patch.setattr(pygame.image, "load_sized_svg", self.drawing)
        patch.setattr(FontFile, "of_size", as_method(self.font))
        patch.setattr(TextSetter, "_lay_out", as_method(self.block))
        patch.setattr(layout, "load_layout", self.layout)
        patch.setattr(presentation, "load_theme", self.theme)
        patch.setattr(presentation, "shift_theme_hue", self.turned)
        painters = {kind: self.sharing(paint) for kind, paint in raster.PAINTERS.items()}
        patch.setattr(raster, "PAINTERS", {**raster.PAINTERS, **painters})

    def drawing(self, file: BytesIO, size: tuple[int, int]) -> pygame.Surface:
        """Rasterise a drawing; everyone gets a copy of their own."""
        key, cost = (file.getvalue(), size), size[0] * size[1]
        return self._once(key, cost, lambda: self._draw(file, size)).copy()

    def font(self, file: FontFile, pixels: int) -> pygame.font.Font:
        """Open a font: what takes long are the first words that are measured in it."""
        return self._once((file._data, pixels), FONT, lambda: self._open(file, pixels))

    def block(self, setter: TextSetter, picture: pictures.TextPicture, scale: float) -> TextBlock:
        """Break words into lines."""
        key = (setter.fonts._folder, picture, scale)
        return self._once(key, WORDS, lambda: self._set(setter, picture, scale))

    def layout(self, path: Path, kinds: ZoneKinds) -> Layout:
        """Read a layout, once for what the file holds."""
        key = (path.name, path.read_bytes(), id(kinds))
        return self._once(key, LAYOUT, lambda: self._load(path, kinds))

    def theme(self, path: Path) -> Theme:
        """Read a theme, once for what the file holds."""
        return self._once((path.name, path.read_bytes()), THEME, lambda: self._read(path))

    def turned(self, theme: Theme, hue: float) -> Theme:
        """Turn a theme to a hue; the theme is kept with what came of it, so nothing has its id."""
        return self._once((id(theme), hue), THEME, lambda: (theme, self._turn(theme, hue)))[1]

    def sharing(self, paint: raster.Painter) -> raster.Painter:
        """Wrap what paints a kind of picture; no one draws on what they get."""

        def painted(
            rasteriser: raster.Rasteriser, picture: Any, box: surfaces.PixelBox
        ) -> surfaces.Painted:
            if not is_shared(picture):
                return paint(rasteriser, picture, box)
            key = (rasteriser.text.fonts._folder, picture, box)
            return self._once(key, box.w * box.h, lambda: paint(rasteriser, picture, box))

        return painted

    def _once(self, key: Hashable, cost: int, make: Callable[[], T]) -> T:
        if not self.keeps or cost > MOST_PIXELS:
            return make()
        kept: T | None = self._kept.get(key)
        if kept is None:
            kept = make()
            self._kept.put(key, kept, cost)
        return kept


def as_method(function: Callable[..., T]) -> Callable[..., T]:
    """Let a function that is put into a class get the object it is called on."""

    def method(*asked: Any) -> T:
        return function(*asked)

    return method


def is_shared(picture: pictures.Picture) -> bool:
    """Whether a picture looks the same in every program."""
    if isinstance(picture, pictures.PaintedPicture):
        return isinstance(picture.key, tuple) and picture.key[0] not in OWN
    return isinstance(picture, (pictures.TextPicture, pictures.BoxPicture))


# == guarded ===============================================================================
# The pilot behind the guard, as the program runs for people: a fault ends in a page.


ANN = crash.PersonalData(
    ((str(Path("/who/ann/red7")), "HOME"), ("/who/ann", "~")), (("ann", "USER"), ("annbox", "HOST"))
)


class Scrap:
    """A clipboard that a test can look at; `works` False refuses."""

    def __init__(self) -> None:
        self.text = ""
        self.works = True

    def copy(self, text: str) -> bool:
        self.text = text if self.works else self.text
        return self.works

    def paste(self) -> str:
        return self.text


class GuardedPilot(Pilot):
    """Flies the program through the guard. begin: what is opened first, the title by default."""

    def __init__(
        self,
        home: Path,
        size: tuple[int, int] = (1280, 720),
        begin: Callable[[Program], None] = lambda program: program.show_title(),
    ) -> None:
        self.clipboard = Scrap()
        self.font = launch.read_plain_font()
        self._begin = begin
        super().__init__(home, size)

    def start(self) -> None:
        """Put the guard before the program; what is made after this may raise."""
        redactor = crash.Redactor(ANN)
        self.guard = crash.CrashGuard(
            self._made,
            self._begin,
            keeper=self.keeper,
            reporter=crash.CrashReporter(
                self.paths.logs, redactor, lambda: datetime.datetime(2020, 2, 20)
            ),
            clock=self.clock,
            clipboard=self.clipboard,
            font=self.font,
            read_first=(self.paths.setup, self.paths.settings, self.paths.profile),
        )
        redactor.names = lambda: launch.list_people(self.guard.program)
        self._settle()

    def _made(self) -> Program:
        return self.make()

    def _settle(self) -> None:
        if self.guard.program is not None:
            self.program = self.guard.program

    @property
    def page(self) -> crash.CrashPage:
        """The page about a fault, which must be shown."""
        assert self.guard.page is not None
        return self.guard.page

    def frame(self, seconds: float = launch.FRAME, *, draws: bool = True) -> None:
        self.clock.step(seconds)
        for event in pygame.event.get():
            self.guard.handle(event)
        self.guard.tick()
        if draws:
            self.guard.draw(self.surface)
        self._settle()

    def choose(self, words: str) -> None:
        """Click a button of the page about a fault."""
        box = self.page.boxes[self.page.words.index(words)]
        self.post(pygame.MOUSEMOTION, pos=box.center, rel=(0, 0), buttons=(0, 0, 0))
        self.post(pygame.MOUSEBUTTONDOWN, pos=box.center, button=1)
        self.post(pygame.MOUSEBUTTONUP, pos=box.center, button=1)


# == replaying =============================================================================
# What tests of matches that are looked at again share: a pilot that waits and does not draw.


GOLDEN = Path(__file__).parents[1] / "golden" / "two_rounds.red7"


class QuickReviewer(ai.Reviewer):
    """Judges at once, and finds all turns to be the best ones."""

    def _judge(self, moment: Any, should_stop: Any) -> player.Appraisal:
        best = player.Candidate(moment.taken, value=0.6, win_chance=0.7, samples=100)
        return player.Appraisal(best, best)


class BlindPilot(Pilot):
    """Flies without drawing, but where it is told to: the pictures are not what is tried here."""

    def frame(self, seconds: float = launch.FRAME, *, draws: bool = False) -> None:
        super().frame(seconds, draws=draws)

    def wait(self, seconds: float, frame: float = LONG_FRAME) -> None:
        for _ in range(max(1, round(seconds / frame))):
            self.frame(frame)


def settled(pilot: Pilot) -> None:
    """Wait until what goes on in the background is done, and seen: a record is on the table."""
    replays = pilot.program.feature(features.ReplayFeature).service
    replays.keeper.worker.do(lambda: None).result()
    pilot.wait(0.3)
    for _ in range(20):  # what lies open above keeps a record waiting
        if replays._opening is None and not pilot.program._opening.steps:
            break
        pilot.frame()


def opened(pilot: Pilot, file: Path = GOLDEN) -> replay.ReplaySession:
    pilot.program.show_title()
    pilot.program.open_record(file)
    settled(pilot)
    return session_of(pilot)


def dock_of(pilot: Pilot) -> ReplayMode:
    screen = pilot.program.screen
    assert isinstance(screen, TableScreen)
    assert isinstance(screen._mode, ReplayMode)
    return screen._mode


def judging_of(pilot: Pilot) -> replay.Judging:
    return dock_of(pilot)._judging


class BriefReviewer(ai.Reviewer):
    """Judges at once, and finds what the quickest player would do to win more often."""

    def __init__(self, players: player.Players) -> None:
        super().__init__(players, ai.Thinker())
        self._quick = players.level_of("newcomer")

    def _judge(self, moment: Any, should_stop: Any) -> player.Appraisal:
        observation = moment.observation
        taken = player.Candidate(moment.taken, value=0.6, win_chance=0.57, samples=100)
        steps = self._quick.make().choose(observation, self._quick.budget, 0, should_stop).steps
        return player.Appraisal(replace(taken, steps=steps, value=0.72, win_chance=0.68), taken)


class SilentReviewer(BriefReviewer):
    """Has been asked, and never answers."""

    is_busy = True

    def poll(self) -> None:
        return None


def unjudged(pilot: Pilot) -> None:
    """Wait until a match is open and its choices are known, none of them judged."""
    while not is_replay(pilot):
        pilot.frame()
    judge_by(pilot, SilentReviewer)
    while judging_of(pilot).choices is None:
        pilot.frame()
    pilot.wait(1.0)
    assert not judging_of(pilot).judged


def judge_all(pilot: Pilot) -> None:
    """Wait until the match that is open has been judged to its end."""
    judge_by(pilot, BriefReviewer)
    judged(pilot)
    pilot.wait(1.0)


def judge_by(pilot: Pilot, reviewer: type[BriefReviewer]) -> None:
    judging_of(pilot)._reviewer = reviewer(BOX[pilot.session.match.game.name].players())


def last_remark(pilot: Pilot) -> int:
    """Return the last moment of which something is said, the end where nothing is."""
    return max(dock_of(pilot)._remarks.moments, default=session_of(pilot).timeline.last)


def is_replay(pilot: Pilot) -> bool:
    screen = pilot.program.screen
    return isinstance(screen, TableScreen) and isinstance(screen._mode, ReplayMode)


def judged(pilot: Pilot) -> replay.Judging:
    """Wait until the match on record that is open has been judged as far as it is now."""
    while judging_of(pilot).is_busy:
        pilot.frame()
    return judging_of(pilot)


def session_of(pilot: Pilot) -> replay.ReplaySession:
    assert isinstance(pilot.session, replay.ReplaySession)
    return pilot.session


def give_up(pilot: Pilot, seed: int) -> None:
    """Play a little of a deal for two, and give the match up."""
    give_up_match(
        pilot,
        setups.red7_setup((setup.SeatPlan("Ann"), setup.SeatPlan(level="newcomer")), seed=seed),
    )


def give_up_match(pilot: Pilot, setup: setup.GameSetup) -> None:
    """Play a little, and give the match up."""
    pilot.play(setup)
    pilot.wait_for_me()
    pilot.session.take(pilot.session.observe().legal[0])
    pilot.wait_for_me()
    pilot.program.give_up()
    settled(pilot)


# == puzzling ==============================================================================
# What tests of puzzles share: some puzzles, and a pilot that waits for what is judged.


SHIPPED = puzzle.read_puzzles(
    """puzzles 1 red7
1 stay A | O5 @B1 | red7 basic@1.3 / canvas B7 Y5 V7 G7 / deck ?33 / A> R6 B3 I7 : R5 O5 B1 : / B Y7 G2 I2 : ?3 :
1 force A turns=2 | G6 | red7 basic@1.3 / canvas I7 G4 R3 Y7 O3 Y2 / deck / A> I4 G7 O2 : G6 Y1 : / B R6 V3 V7 G3 : O7 :
2 stay A | B5 @I7 | red7 basic@1.3 / canvas O4 V4 R4 / deck ?33 / A> I4 I2 Y6 : I7 B5 B1 : / B I1 V5 G2 R7 : ?3 :
""",  # noqa: E501
    "red7",
)
STAY, FORCE, NEXT_STAY = SHIPPED


class PuzzlePilot(BlindPilot):
    """Flies among puzzles."""

    def __init__(self, home: Path, size: tuple[int, int] = (1920, 1080)) -> None:
        super().__init__(home, size)
        self.room.shelves["red7"] = PuzzleShelf(SHIPPED)

    @property
    def room(self) -> PuzzleService:
        return self.program.feature(features.PuzzleFeature).service

    @property
    def attempt(self) -> Attempt:
        assert self.room._attempt is not None
        return self.room._attempt

    def is_at(self, stage: AttemptPhase) -> bool:
        return self.attempt.stage is stage

    def settle(self) -> None:
        """Wait until what is asked of the background has been done, and seen."""
        self.room._worker.do(lambda: None).result()
        self.wait(0.2)
        self.program.feature(features.ProfileFeature).service.do(lambda: None).result()
        self.wait(0.2)

    def open(self, nth: int = 0) -> Attempt:
        self.program.show_title()
        self.room.open(self.room.chosen(SHIPPED[nth], PuzzleSource.ALL))
        self.settle()
        return self.attempt

    def end(self, *cards: tuple[str, str]) -> None:
        """Drag cards, end the turn with the large button, and wait for the verdict."""
        for face, zone in cards:
            self.drag(face, zone)
            self.wait(0.6)
        self.press("end")
        self.settle()

    def pad(self, button: int) -> None:
        self.post(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=0)
        self.post(pygame.CONTROLLERBUTTONUP, button=button, instance_id=0)

    def outcomes(self) -> list[tuple[str, int]]:
        """List what was kept of puzzles."""
        return [(deed.outcome, deed.value) for deed in self.program.profile.deeds]
