"""The pilot: simulates a user of the whole program, who reads nodes and cards and uses the mouse.

It runs without a window: it posts events, advances the clock, and draws frames on a surface.
"""

from __future__ import annotations

import datetime
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame
import pytest

from red7_desktop.app import crash, features, launch, reports
from red7_desktop.app.replay.dock import ReplayMode
from red7_desktop.app.replay.timeline import TimelineBar
from red7_desktop.app.table.screen import TableScreen
from red7_desktop.kit import presentation, setup
from red7_desktop.kit.bindings import DEFAULT_PAD, Bindings, Intent
from red7_desktop.kit.pages.notices import SystemClipboard
from red7_desktop.play import ai, replay
from red7_desktop.scene import focus
from red7_desktop.scene.geometry import Rect, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets import fields
from red7_desktop.table.card_nodes import CardNode
from red7_desktop.table.table_view import TableView
from red7_desktop.tabletop import game, player, puzzle
from red7_desktop.tabletop.rounds import ROUND_OVER
from tests import pseudo
from tests.setups import red7_setup

if TYPE_CHECKING:
    from red7_desktop.app.program import Program
    from red7_desktop.play.session import Change, Session


LONG_FRAME = 1 / 12
"""Duration of a frame in seconds while the pilot only waits."""
LOOKS_EVERY = 12
"""One of this many frames is drawn while the pilot only waits."""
POLL = 1 / 3
"""Seconds between checks whether the viewer has to act."""
SELDOM = 3
"""One of this many checks is made in a drawn frame."""
OWNED = frozenset({"hand", "palette", "score", "offer", "taken"})
"""Kinds of zones that every seat has."""
ON_THE_WAY = (0.1, 0.4, 0.7, 1.0)
"""Points of a drag's path at which the pilot moves the mouse, as shares of the path."""


class Pilot(launch.Headless):
    # -- what there is -----------------------------------------------------------------------

    @property
    def table(self) -> TableScreen:
        assert isinstance(self.program.screen, TableScreen)
        return self.program.screen

    @property
    def view(self) -> TableView:
        return self.table.view

    @property
    def seen(self) -> Any:
        return self.session.observe()

    @property
    def me(self) -> str:
        """The letter of the viewer's seat."""
        return game.SEAT_LETTERS[self.session.viewer or 0]

    @property
    def focus_name(self) -> str:
        current = self.program.ui.stage.focus.current
        return current.name if current is not None else ""

    @property
    def scope(self) -> str:
        """The name of the focus scope that receives keys."""
        return self.program.ui.stage.focus.scope.name

    def nodes(self, name: str) -> list[Node]:
        return [n for n in self.program.ui.stage.root.walk() if n.name == name and n.is_shown]

    def node(self, name: str) -> Node:
        """Return the visible node with a name; the topmost if there are several."""
        found = self.nodes(name)
        assert found, f"there is no {name!r}"
        return found[-1]

    def button(self, name: str) -> Node:
        found = [node for node in self.nodes(name) if node.interactive]
        assert found, f"there is no {name!r} to press"
        return found[-1]

    def box_of(self, name: str) -> pygame.Rect:
        bounds = self.button(name).bounds
        x, y = self.pixel(bounds.position)
        right, bottom = self.pixel(Vec(bounds.right, bounds.bottom))
        return pygame.Rect(x, y, right - x, bottom - y).clip(self.surface.get_rect())

    def card(self, face: str) -> CardNode:
        (found,) = self.view.cards.find_named(face)
        return found

    def place_of(self, face: str) -> Vec:
        return self.place_on(self.card(face))

    def place_on(self, card: CardNode) -> Vec:
        for x in (0.5, 0.25, 0.12, 0.75, 0.9):
            for y in (0.5, 0.3, 0.7):
                point = card.world.apply(Vec(card.size.w * x, card.size.h * y))
                if self.view.card_layer.hit(point) is card:
                    return point
        raise AssertionError(f"{card} is covered")

    def zone(self, name: str) -> str:
        return f"{name}:{self.me}" if name in OWNED else name

    def middle_of_zone(self, name: str) -> Vec:
        return middle_of(self.view.by_zone[self.zone(name)])

    def pixel(self, at: Vec) -> tuple[int, int]:
        x, y = self.program.ui.stage.view.to_pixels(at)
        return round(x), round(y)

    # -- hands -------------------------------------------------------------------------------

    def post_undrawn(self, kind: int, **fields: Any) -> None:
        """Post an event that begins a gesture, without drawing a frame."""
        pygame.event.post(pygame.Event(kind, **fields))
        self.step_frame(draws=False)

    def move(self, at: Vec, *, held: bool = False, draws: bool = True) -> None:
        post = self.post if draws else self.post_undrawn
        post(pygame.MOUSEMOTION, pos=self.pixel(at), rel=(held, held), buttons=(held, 0, 0))

    def take_hold(self, at: Vec, *, draws: bool = True) -> None:
        self.move(at, draws=False)
        post = self.post if draws else self.post_undrawn
        post(pygame.MOUSEBUTTONDOWN, pos=self.pixel(at), button=1)

    def let_go(self, at: Vec) -> None:
        self.post(pygame.MOUSEBUTTONUP, pos=self.pixel(at), button=1)

    def click(self, at: Vec) -> None:
        self.take_hold(at, draws=False)
        self.let_go(at)

    def press(self, name: str) -> None:
        self.click(middle_of(self.button(name)))

    def carry(self, start: Vec, end: Vec) -> None:
        """Drag from one point to another without releasing the button."""
        self.take_hold(start, draws=False)
        for part in ON_THE_WAY:
            self.move(start + (end - start) * part, held=True, draws=part == ON_THE_WAY[-1])

    def hold_over(self, face: str, to: str) -> None:
        self.carry(self.place_of(face), self.middle_of_zone(to))

    def drag_to(self, start: Vec, end: Vec) -> None:
        self.carry(start, end)
        self.let_go(end)

    def drag(self, face: str, to: str) -> None:
        self.hold_over(face, to)
        self.let_go(self.middle_of_zone(to))

    def click_over(self, face: str, to: str) -> None:
        self.click(self.place_of(face))
        self.click(self.middle_of_zone(to))

    def hold_key(self, key: int, mod: int = 0) -> None:
        self.post(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0)

    def key(self, key: int, mod: int = 0) -> None:
        self.post_undrawn(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0)
        self.post(pygame.KEYUP, key=key, mod=mod, unicode="", scancode=0)

    def type(self, text: str) -> None:
        """Type text into the focused field."""
        for letter in text:
            key = {"key": ord(letter.lower()), "mod": 0, "unicode": letter, "scancode": 0}
            self.post_undrawn(pygame.KEYDOWN, **key)
            self.post_undrawn(pygame.TEXTINPUT, text=letter)
            self.post(pygame.KEYUP, **key)

    def hold_pad(self, button: int) -> None:
        self.post(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=0)

    def pad(self, button: int) -> None:
        self.post_undrawn(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=0)
        self.post(pygame.CONTROLLERBUTTONUP, button=button, instance_id=0)

    def finger(self, kind: int, at: Vec) -> None:
        (x, y), (width, height) = self.pixel(at), self.surface.get_size()
        place = {"x": x / width, "y": y / height, "finger_id": 1, "touch_id": 1}
        self.post(kind, **place, dx=0.0, dy=0.0, pressure=1.0)

    def tap(self, at: Vec) -> None:
        self.finger(pygame.FINGERDOWN, at)
        self.finger(pygame.FINGERUP, at)

    def focus_on(self, node: Node | str) -> None:
        """Focus a node visibly, as keys do."""
        focus = self.program.ui.stage.focus
        focus.is_visible = True
        focus.focus(self.node(node) if isinstance(node, str) else node)

    # -- time --------------------------------------------------------------------------------

    def wait(self, seconds: float, frame: float = LONG_FRAME, *, draws: bool = True) -> None:
        """Advance the clock in long frames, and draw few of them."""
        count = max(1, round(seconds / frame))
        for nth in range(1, count + 1):
            self.step_frame(frame, draws=draws and (nth == count or nth % LOOKS_EVERY == 0))

    def wait_for_profile(self) -> None:
        """Wait until the profile has been read and written, and the screen shows it."""
        self.program.feature(features.ProfileFeature).service.run_in_background(
            lambda: None
        ).result()
        self.wait(0.3)

    def wait_for_me(self, seconds: float = 120.0) -> None:
        """Let AI players play until the viewer must act, the table waits, or the match is over."""
        for nth in range(round(seconds / POLL)):
            to_act = self.session.to_act
            if not to_act or self.session.is_waiting_for_table or self.session.is_viewers_turn:
                return
            self.wait(POLL, POLL / 2, draws=nth % SELDOM == 0)
        raise AssertionError(f"nothing has happened for {seconds} seconds")

    # -- whole games -------------------------------------------------------------------------

    def change(self, **settings: Any) -> None:
        ui = self.program.ui
        ui.change_settings(replace(ui.settings, **settings))

    def speak_pseudo(self, **settings: Any) -> None:
        """Switch the program to the pseudo-language, and change other settings."""
        with pytest.MonkeyPatch.context() as patch:
            pseudo_texts = pseudo.pseudo_texts()
            patch.setattr(presentation, "load_texts", lambda folder, language: pseudo_texts)
            other = "" if self.program.ui.settings.language == "en" else "en"
            self.change(language=other, **settings)

    def show_title(self) -> None:
        self.program.show_title()
        self.wait(0.3)

    def play(self, setup: setup.GameSetup) -> None:
        self.program.play(setup)
        self.wait(0.5)

    def play_to_me(self, setup: setup.GameSetup, seconds: float = 1.0) -> None:
        """Begin a match at the viewer's first turn, and wait until all animations have ended.

        The AI players take their turns before the table opens, which is much faster than showing
        each turn. Use `play` and `wait_for_me` if a test needs to see these turns.
        """
        program = self.program

        def begin() -> Session:
            named = program.profile.with_own_name(setup)
            session = program.match_service.begin(named, program.ui.texts)
            self.rush_rivals()
            return session

        program.start_match(begin)
        self.wait(0.5 + seconds)

    def play_round(self, setup: setup.GameSetup, seconds: float = 0.5) -> None:
        """Begin a match, play its first round as `rush_round` does, and wait."""
        self.play(setup)
        self.rush_round()
        self.wait(seconds)

    def start_match_to_me(
        self, *levels: str, seed: int, game: str | None = None, **values: Any
    ) -> None:
        """Begin a match as `start_match` does, at the viewer's first turn as `play_to_me` does."""
        self.play_to_me(self.make_setup(*levels, seed=seed, game=game, **values), 2.0)

    @property
    def players(self) -> player.Players:
        return self.program.catalogue[self.session.match.game.name].players()

    def plan(self) -> tuple[Any, ...]:
        return self.players.player_of("greedy").choose(self.seen, 0, 1).steps

    def rush_turn(self) -> None:
        """Take the viewer's turn with a careful player's choice, without input events."""
        while self.session.is_viewers_turn:
            for step in self.plan():
                self.session.take(step)

    def rush_rivals(self) -> None:
        """Let AI players take their turns at once, until the viewer must act or the round is over.

        The clock stands still, so nothing is animated.
        """
        session = self.session
        while session.to_act and not (session.is_waiting_for_table or session.is_viewers_turn):
            session.hurry()
            session.tick(self.clock.now())

    def rush_round(self) -> None:
        """Play the round to its end as `rush_turn` does; the table shows only the last step."""
        with self.unseen():
            while self.session.to_act and not self.session.is_waiting_for_table:
                self.rush_turn()
                self.rush_rivals()

    @contextmanager
    def unseen(self) -> Iterator[None]:
        """Let the table show only the last of several changes, because showing a change is slow."""
        session = self.session
        show = self.table._changed
        changes: list[Change] = []
        session.remove_listener(show)
        session.add_listener(changes.append)
        try:
            yield
        finally:
            session.remove_listener(changes.append)
            session.add_listener(show)
        if changes:
            show(changes[-1])


def middle_of(node: Node) -> Vec:
    return node.world.apply(Vec(node.size.w / 2, node.size.h / 2))


class BlindPilot(Pilot):
    """A pilot that draws only on request, for tests that don't check pictures."""

    def step_frame(self, seconds: float = launch.FRAME, *, draws: bool = False) -> None:
        super().step_frame(seconds, draws=draws)

    def wait(self, seconds: float, frame: float = LONG_FRAME, *, draws: bool = False) -> None:
        for _ in range(max(1, round(seconds / frame))):
            self.step_frame(frame)


# == Simulated users of one input device.
# Users without a pointer look at the screen: they find the focus, search a path of arrow keys to
# the target, press one arrow, and look again.

_ARROWS = {Intent(command): way for command, way in focus.DIRECTIONS.items()}
_SIDEWAYS = frozenset({Intent.LEFT, Intent.RIGHT})
_TAKES_SIDEWAYS = fields.ChoiceControl, fields.Slider, fields.TextField, TimelineBar


class Hands:
    """Operates the program by intents; subclasses translate intents into input events."""

    def __init__(self, pilot: Pilot) -> None:
        self.pilot = pilot
        self.taken = 0

    def ask(self, intent: Intent) -> None:
        raise NotImplementedError

    # -- going somewhere ---------------------------------------------------------------------

    @property
    def current(self) -> Node | None:
        return self.pilot.program.ui.stage.focus.current

    def go_to(self, goal: Node) -> None:
        focus = self.pilot.program.ui.stage.focus
        if self.current is None or not focus.is_visible:
            self.ask(Intent.DOWN)
        places: list[tuple[Node, Rect]] = []
        path: list[tuple[Node, Intent]] = []
        for _ in range(120):
            current = self.current
            assert current is not None, "there is nothing to start from"
            if current is goal:
                return
            before = places
            places = [(node, node.bounds) for node in focus.nodes()]
            # Scrolling and new nodes change the possible paths, so then search again.
            if places != before or not path or path[0][0] is not current:
                path = _path(current, goal, [node for node, _ in places])
            arrow = path.pop(0)[1] if path else _towards(current, goal)
            self.ask(arrow)
        raise AssertionError(f"{goal} is not reached from {self.current}")

    def activate(self, goal: Node) -> None:
        self.go_to(goal)
        self.ask(Intent.ACTIVATE)

    def press(self, name: str) -> None:
        self.activate(self.node(name))

    def node(self, name: str) -> Node:
        nodes = self.pilot.program.ui.stage.focus.nodes()
        found = [node for node in nodes if node.name == name]
        assert found, f"there is no {name!r} among {[node.name for node in nodes]}"
        return found[-1]

    def has(self, name: str) -> bool:
        nodes = self.pilot.program.ui.stage.focus.nodes()
        return any(node.name == name for node in nodes)

    # -- playing -----------------------------------------------------------------------------

    def play_round(self) -> None:
        session = self.pilot.session
        while session.to_act and not session.is_waiting_for_table:
            if session.is_viewers_turn:
                self.take_turn()
            else:
                self.pilot.wait_for_me()

    def take_turn(self) -> None:
        session, viewer = self.pilot.session, self.pilot.session.viewer
        self.pilot.wait(0.6)  # until the cards have landed
        while session.is_viewers_turn and session.viewer == viewer:
            for step in self.pilot.plan():
                self.act(step)

    def act(self, step: Any) -> None:
        """Take a step by input events, and check that the match has it."""
        match, seat = self.pilot.session.match, self.pilot.session.viewer or 0
        before, text = match.revision, match.game.text_of(step)
        move = match.game.find_drag_move(match.state, seat, step)
        if move is not None:
            self._bring(move)
        elif str(step) == "pass":
            self.give_up()
        elif str(step) == "end":
            self.end()
        else:
            self.press(f"take {step}")
        self.taken += 1
        self.pilot.wait(0.6)
        # Other seats may offer at the same time.
        taken = [entry.step for entry in match.log[before:] if entry.seat == seat]
        assert taken[:1] == [text], f"{step} was not taken"

    def _bring(self, move: game.DragMove) -> None:
        pilot = self.pilot
        if move.is_picked_first:
            self.gather(move)
        elif move.source == "deck":
            state = pilot.session.match.state
            while pilot.session.match.state is state:  # twice if it gives up a possible play
                self.press("draw")
        elif move.source.startswith("picked"):
            self.press("end")  # in their current order
        elif move.needs_confirmation:
            self.lay_out(move)
            pilot.wait(0.3)
            self.press("end")
        elif move.target_place is None:
            self.carry(move.name, move.target)
        else:
            # a drawn card is already selected
            if pilot.view.selection.held is not pilot.card(move.name):
                self.activate(pilot.card(move.name))
                pilot.wait(0.3)
            there = (move.target, move.target_place)
            self.activate(next(gap for gap in pilot.view.gaps if (gap.zone, gap.place) == there))

    def end(self) -> None:
        """End the turn, alternately by its button and by its key."""
        if self.taken % 2:
            self.press("end")
        else:
            self.ask(Intent.END)

    def give_up(self) -> None:
        """Drop out of the round, by the button that offers it."""
        is_all = len(self.pilot.session.observe().legal) == 1
        self.press("end" if is_all else "give_up")
        self.pilot.wait(0.3)
        if self.has("yes"):
            self.press("yes")

    def gather(self, move: game.DragMove) -> None:
        """Pick the cards of a step one by one, and confirm."""
        self.pick(*move.names)
        self.press("end")

    def pick(self, *names: str) -> None:
        """Unpick other cards, and pick these one by one."""
        for name in sorted(picked(self.pilot) - set(names)):
            self.activate(self.pilot.card(name))
        for name in names:
            if name not in picked(self.pilot):
                self.activate(self.pilot.card(name))
        assert picked(self.pilot) == set(names)

    def lay_out(self, move: game.DragMove) -> None:
        """Move a card to the zone where it waits for confirmation."""
        self.activate(self.pilot.card(move.name))

    def carry(self, face: str, zone: str) -> None:
        """Move a card to a zone, alternately by picking and placing and by the zone's key."""
        pilot = self.pilot
        card, kind = pilot.card(face), zone.partition(":")[0]
        self.go_to(card)
        if pilot.view.is_own_hand(card.zone) and kind in {"palette", "canvas"} and self.taken % 2:
            self.ask(Intent.PLACE if kind == "palette" else Intent.OTHER_PLACE)
            return
        self.ask(Intent.ACTIVATE)
        pilot.wait(0.3)
        assert pilot.view.selection.held is card
        self.go_to(pilot.view.by_zone[pilot.zone(zone)])
        self.ask(Intent.ACTIVATE)


def picked(pilot: Pilot) -> set[str]:
    return {game.card_name(card.zone, card.index) for card in pilot.view.selection.picked_cards}


class Keyboard(Hands):
    def ask(self, intent: Intent) -> None:
        chord = Bindings().find_visible_key(intent)
        assert chord is not None
        key, with_shift = chord
        self.pilot.key(key, pygame.KMOD_LSHIFT if with_shift else 0)

    def type(self, text: str) -> None:
        self.pilot.type(text)


class Mouse(Hands):
    """A user with only a mouse.

    Attributes:
        drags: Whether cards are dragged or clicked.
    """

    def __init__(self, pilot: Pilot, *, drags: bool = True) -> None:
        super().__init__(pilot)
        self.drags = drags

    def tap(self, at: Vec) -> None:
        self.pilot.click(at)

    def activate(self, goal: Node) -> None:
        """Click a node; click a card where no other card covers it."""
        self.tap(self.pilot.place_on(goal) if isinstance(goal, CardNode) else middle_of(goal))

    def press(self, name: str) -> None:
        self.tap(middle_of(self.pilot.button(name)))

    def has(self, name: str) -> bool:
        return bool(self.pilot.nodes(name))

    def end(self) -> None:
        self.press("end")

    def gather(self, move: game.DragMove) -> None:
        if move.other_cards or not self.drags:
            super().gather(move)
        else:
            self.pick(*move.names)
            self.carry(move.name, move.target)

    def lay_out(self, move: game.DragMove) -> None:
        self.carry(move.name, move.target)

    def carry(self, face: str, zone: str) -> None:
        if self.drags:
            self.pilot.drag(face, zone)
        else:
            self.pilot.click_over(face, zone)


class Fingers(Mouse):
    """A user with only a touch screen, who taps and drags alternately."""

    def __init__(self, pilot: Pilot) -> None:
        super().__init__(pilot, drags=False)

    def tap(self, at: Vec) -> None:
        self.pilot.tap(at)

    def carry(self, face: str, zone: str) -> None:
        start, end = self.pilot.place_of(face), self.pilot.middle_of_zone(zone)
        if self.taken % 2:
            self.tap(start)
            self.tap(end)
            return
        self.pilot.finger(pygame.FINGERDOWN, start)
        for part in ON_THE_WAY:
            self.pilot.finger(pygame.FINGERMOTION, start + (end - start) * part)
        self.pilot.finger(pygame.FINGERUP, end)


class Gamepad(Hands):
    def ask(self, intent: Intent) -> None:
        self.pilot.pad(DEFAULT_PAD[intent][0])

    def type(self, text: str) -> None:
        """Type text on the on-screen keyboard."""
        self.ask(Intent.ACTIVATE)
        for letter in text:
            self.press(f"key {letter}")
        self.press("done")


def _path(start: Node, goal: Node, nodes: list[Node]) -> list[tuple[Node, Intent]]:
    """Return the nodes of a shortest path that changes no value, each with the arrow to press.

    Empty if there is no path.
    """
    came: dict[Node, list[tuple[Node, Intent]]] = {start: []}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        for arrow, direction in _ARROWS.items():
            if _changes_a_value(node, arrow):
                continue
            there = focus.find_ahead(node, nodes, direction)
            if there is None or there in came:
                continue
            came[there] = [*came[node], (node, arrow)]
            if there is goal:
                return came[there]
            queue.append(there)
    return []


def _changes_a_value(node: Node, arrow: Intent) -> bool:
    """Return whether an arrow would change a control's value instead of moving the focus."""
    if arrow not in _SIDEWAYS or not isinstance(node, _TAKES_SIDEWAYS):
        return False
    if not isinstance(node, fields.ChoiceControl):
        return True
    ends = node.values[0], node.values[-1]
    return bool(node.value != ends[arrow is Intent.RIGHT])


def _towards(start: Node, goal: Node) -> Intent:
    """Return the arrow towards a control, vertical first."""
    way = goal.centre - start.centre
    if abs(way.y) > goal.size.h / 2:
        return Intent.DOWN if way.y > 0 else Intent.UP
    return Intent.RIGHT if way.x > 0 else Intent.LEFT


def play_first_round(hands: Hands) -> None:
    """Begin a match at the title, play its first round, and deal the next."""
    pilot = hands.pilot
    pilot.program.setups.keep(red7_setup())
    pilot.program.show_title()
    pilot.wait(2.0)
    hands.press("play")
    hands.press("start")
    pilot.wait(1.0)
    hands.play_round()
    assert hands.taken > 3
    assert pilot.seen.stage == ROUND_OVER
    pilot.wait(4.0)
    hands.press("next")
    pilot.wait(1.0)
    assert pilot.seen.round_number == 2


# == The pilot inside the crash guard, which shows a page after a fault.

ANN = [
    (str(Path("/who/ann/red7")), "HOME"),
    ("/who/ann", "~"),
    ("ann", "USER"),
    ("annbox", "HOST"),
]


class Scrap(SystemClipboard):
    """A fake clipboard; it refuses everything if `works` is False."""

    def __init__(self) -> None:
        self.text = ""
        self.works = True

    def copy(self, text: str) -> bool:
        self.text = text if self.works else self.text
        return self.works

    def paste(self) -> str:
        return self.text


class GuardedPilot(Pilot):
    """Runs the program inside its crash guard.

    Args:
        begin: Opens the first screen, by default the title.
    """

    def __init__(
        self,
        home: Path,
        size: tuple[int, int] = (1280, 720),
        begin: Callable[[Program], None] = lambda program: program.show_title(),
        **options: Any,
    ) -> None:
        self.clipboard = Scrap()
        self.font = launch.read_plain_font()
        self._begin = begin
        super().__init__(home, size, **options)

    def start(self) -> None:
        """Start the program inside the guard; from now on it may raise exceptions."""
        redactor = reports.Redactor(ANN)
        self.guard = crash.CrashGuard(
            self._made,
            self._begin,
            library=self.library,
            reporter=reports.CrashReporter(
                self.paths.logs, redactor, lambda: datetime.datetime(2020, 2, 20)
            ),
            clock=self.clock,
            clipboard=self.clipboard,
            font=self.font,
            read_first=(self.paths.setup, self.paths.settings),
        )
        redactor.names = lambda: launch.list_people(self.guard.program)
        self._settle()

    def _made(self) -> Program:
        return self.make_program()

    def _settle(self) -> None:
        if self.guard.program is not None:
            self.program = self.guard.program

    @property
    def page(self) -> crash.CrashPage:
        """The crash page, which must be open."""
        assert self.guard.page is not None
        return self.guard.page

    def step_frame(self, seconds: float = launch.FRAME, *, draws: bool = True) -> None:
        self.clock.step(seconds)
        for event in pygame.event.get():
            self.guard.handle(event)
        self.guard.tick()
        if draws:
            self.guard.draw(self.surface)
        self._settle()

    def choose(self, words: str) -> None:
        box = self.page.boxes[self.page.words.index(words)]
        self.post_undrawn(pygame.MOUSEMOTION, pos=box.center, rel=(0, 0), buttons=(0, 0, 0))
        self.post_undrawn(pygame.MOUSEBUTTONDOWN, pos=box.center, button=1)
        self.post_undrawn(pygame.MOUSEBUTTONUP, pos=box.center, button=1)
        self.leave_page()

    def leave_page(self) -> None:
        """Let the crash page show a pressed button's label, then let the program restart."""
        self.step_frame(draws=True)
        self.step_frame(draws=True)


class BlindGuardedPilot(BlindPilot, GuardedPilot):
    """A pilot inside the crash guard that draws only the crash page.

    The page knows the places of its buttons once it has been drawn.
    """

    def step_frame(self, seconds: float = launch.FRAME, *, draws: bool = False) -> None:
        super().step_frame(seconds, draws=draws)
        if not draws and self.guard.page is not None:
            self.guard.draw(self.surface)

    def leave_page(self) -> None:
        self.step_frame()
        self.step_frame()


# == replaying =============================================================================
# Helpers for tests of replays: fast reviewers, and functions that wait for reviews.

GOLDEN = Path(__file__).parents[1] / "golden" / "two_rounds.red7"


class QuickReviewer(ai.Reviewer):
    """A reviewer that answers at once and rates every turn as the best."""

    def _judge(self, moment: Any, should_stop: Any) -> player.Appraisal:
        best = player.Candidate(moment.taken, value=0.6, win_chance=0.7, samples=100)
        return player.Appraisal(best, best)


def settled(pilot: Pilot) -> None:
    """Wait until background work is done and shown, for example until a record is open."""
    pilot.program.feature(features.ReplayFeature).service.worker.flush()
    pilot.library.load(lambda: None).wait()
    pilot.wait(0.3)


def opened(pilot: Pilot, file: Path = GOLDEN) -> replay.ReplaySession:
    pilot.program.show_title()
    pilot.program.open_record(file)
    settled(pilot)
    return session_of(pilot)


def dock_of(pilot: Pilot) -> ReplayMode:
    assert isinstance(pilot.table._mode, ReplayMode)
    return pilot.table._mode


def judging_of(pilot: Pilot) -> replay.MatchReview:
    return dock_of(pilot)._judging


class BriefReviewer(ai.Reviewer):
    """A reviewer that answers at once and prefers the turn of the weakest level."""

    def __init__(self, players: player.Players) -> None:
        super().__init__(players, ai.Thinker())
        self._quick = players.level_of("newcomer")

    def _judge(self, moment: Any, should_stop: Any) -> player.Appraisal:
        observation = moment.observation
        taken = player.Candidate(moment.taken, value=0.6, win_chance=0.57, samples=100)
        steps = self._quick.create().choose(observation, self._quick.budget, 0, should_stop).steps
        return player.Appraisal(taken._replace(steps=steps, value=0.72, win_chance=0.68), taken)


class SilentReviewer(BriefReviewer):
    """A reviewer that never answers."""

    is_busy = True

    def poll(self) -> None:
        return None


def unjudged(pilot: Pilot) -> None:
    """Wait until a replay is open and its choices are known, without reviews."""
    while not isinstance(getattr(pilot.program.screen, "_mode", None), ReplayMode):
        pilot.step_frame()
    judge_by(pilot, SilentReviewer)
    while judging_of(pilot).choices is None:
        pilot.step_frame()
    pilot.wait(1.0)
    assert not judging_of(pilot).reviews


def judge_all(pilot: Pilot) -> None:
    """Wait until all choices of the open replay have been reviewed."""
    judge_by(pilot, BriefReviewer)
    judged(pilot)
    pilot.wait(1.0)


def judge_by(pilot: Pilot, reviewer: type[BriefReviewer]) -> None:
    judging_of(pilot)._reviewer = reviewer(pilot.players)


def last_remark(pilot: Pilot) -> int:
    """Return the last moment with a remark, or the last moment of the match if there is none."""
    return max(dock_of(pilot)._remarks.moments, default=session_of(pilot).timeline.last)


def judged(pilot: Pilot) -> replay.MatchReview:
    """Wait until the current reviews of the open replay are finished."""
    while judging_of(pilot).is_busy:
        pilot.step_frame()
    return judging_of(pilot)


def session_of(pilot: Pilot) -> replay.ReplaySession:
    assert isinstance(pilot.session, replay.ReplaySession)
    return pilot.session


def give_up(pilot: Pilot, seed: int) -> None:
    """Play a few steps of a match of two seats, then give it up."""
    plans = setup.SeatPlan("Ann"), setup.SeatPlan(level="newcomer")
    give_up_match(pilot, red7_setup(plans, seed=seed))


def give_up_match(pilot: Pilot, setup: setup.GameSetup) -> None:
    pilot.play_to_me(setup)
    with pilot.unseen():
        pilot.session.take(pilot.session.observe().legal[0])
        pilot.rush_rivals()
    pilot.program.give_up()
    settled(pilot)


SHIPPED = puzzle.read_puzzles(
    """puzzles 1 red7
1 stay A | O5 @B1 | red7 basic@1.3 / canvas B7 Y5 V7 G7 / deck ?33 / A> R6 B3 I7 : R5 O5 B1 : / B Y7 G2 I2 : ?3 :
1 force A turns=2 | G6 | red7 basic@1.3 / canvas I7 G4 R3 Y7 O3 Y2 / deck / A> I4 G7 O2 : G6 Y1 : / B R6 V3 V7 G3 : O7 :
2 stay A | B5 @I7 | red7 basic@1.3 / canvas O4 V4 R4 / deck ?33 / A> I4 I2 Y6 : I7 B5 B1 : / B I1 V5 G2 R7 : ?3 :
""",  # noqa: E501
    "red7",
)
STAY, FORCE, NEXT_STAY = SHIPPED
