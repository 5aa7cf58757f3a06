"""Hands without a pointer: a keyboard alone, or a gamepad alone, going where the focus can go.

They look at the screen as a person does: they see where the focus is, find a way of arrow presses
to where they want it, press one arrow, and look again.
"""

from __future__ import annotations

from collections import deque

import pygame

from red7_desktop.games.red7.players.levels import PLAYERS
from red7_desktop.games.red7.rules.cards import (
    BURY,
    DISCARD,
    DRAW,
    END,
    FETCH,
    PASS,
    PLAY,
    TAKE,
    TEXTS,
    Step,
)
from red7_desktop.games.red7.rules.rounds import ROUND_OVER, MatchStep, TakeScore
from red7_desktop.kit.bindings import DEFAULT_PAD, Bindings, Intent
from red7_desktop.scene.focus import DIRECTIONS, find_ahead
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets import ChoiceControl, Slider, TextField
from tests.setups import red7_setup
from tests.ui.pilot import Pilot
from tests.ui.virtual_pad import VirtualPad

_ARROWS = {Intent(command): way for command, way in DIRECTIONS.items()}
_SIDEWAYS = frozenset({Intent.LEFT, Intent.RIGHT})


class Hands:
    """Operates the program by intents; a subclass says how one is uttered."""

    def __init__(self, pilot: Pilot) -> None:
        self.pilot = pilot
        self.taken = 0

    def ask(self, intent: Intent) -> None:
        """Ask for something, and let a few frames pass."""
        raise NotImplementedError

    # -- going somewhere ---------------------------------------------------------------------

    @property
    def current(self) -> Node | None:
        return self.pilot.program.kit.stage.focus.current

    def go_to(self, goal: Node) -> None:
        """Bring the focus to a node, arrow by arrow."""
        focus = self.pilot.program.kit.stage.focus
        if self.current is None or not focus.is_visible:
            self.ask(Intent.DOWN)
        for _ in range(120):
            current = self.current
            assert current is not None, "there is nothing to start from"
            if current is goal:
                return
            # What scrolls opens other ways as it goes, so look again after each press.
            self.ask(_way(current, goal, focus.nodes()) or _towards(current, goal))
        raise AssertionError(f"{goal} is not reached from {self.current}")

    def activate(self, goal: Node) -> None:
        """Go to a node and activate it."""
        self.go_to(goal)
        self.ask(Intent.ACTIVATE)

    def press(self, name: str) -> None:
        """Go to a control of a name and activate it."""
        self.activate(self.node(name))

    def node(self, name: str) -> Node:
        """Find a control that can have the focus."""
        nodes = self.pilot.program.kit.stage.focus.nodes()
        found = [node for node in nodes if node.name == name]
        assert found, f"there is no {name!r} among {[node.name for node in nodes]}"
        return found[-1]

    def has(self, name: str) -> bool:
        nodes = self.pilot.program.kit.stage.focus.nodes()
        return any(node.name == name for node in nodes)

    # -- playing -----------------------------------------------------------------------------

    def take_turn(self) -> None:
        """Take the viewer's turn to its end."""
        session, viewer = self.pilot.session, self.pilot.session.viewer
        while session.is_viewers_turn and session.viewer == viewer:
            for step in PLAYERS.player_of("greedy").choose(session.observe(), 0, 1).steps:
                self.act(step)

    def act(self, step: MatchStep) -> None:
        """Do one step, and see that it was taken."""
        match = self.pilot.session.match
        before = match.revision
        if isinstance(step, TakeScore):
            self.press(f"take {step}")
        elif isinstance(step, Step):
            self._act_in_turn(step)
        assert match.revision > before, f"{step} was not taken"
        assert match.log[before].step == str(step)
        self.taken += 1
        self.pilot.wait(0.35)

    def _act_in_turn(self, step: Step) -> None:
        if step.kind == END:
            self.end()
        elif step.kind == PASS:
            self.give_up()
        elif step.kind in {DRAW, FETCH}:
            self.press("draw")
        else:
            zone = {PLAY: "palette", DISCARD: "canvas", BURY: "deck", TAKE: "deck"}
            self.carry(TEXTS[step.card], zone.get(step.kind, "canvas"))

    def end(self) -> None:
        """End the turn: by its button and by its key in turn."""
        if self.taken % 2:
            self.press("end")
        else:
            self.ask(Intent.END)

    def give_up(self) -> None:
        is_all = len(self.pilot.session.observe().legal) == 1
        self.press("end" if is_all else "give_up")
        self.pilot.wait(0.3)
        if self.has("yes"):
            self.press("yes")

    def carry(self, face: str, zone: str) -> None:
        """Bring a card to a zone: pick and place, or by the key of the place, in turn."""
        pilot = self.pilot
        self.go_to(pilot.card(face))
        own = pilot.view.is_own_hand(pilot.card(face).zone)
        if own and zone in {"palette", "canvas"} and self.taken % 2:
            self.ask(Intent.PLACE if zone == "palette" else Intent.OTHER_PLACE)
            return
        self.ask(Intent.ACTIVATE)
        assert pilot.view.grip.held is pilot.card(face)
        self.go_to(pilot.view.zone_node(pilot.zone(zone)))
        self.ask(Intent.ACTIVATE)


class Keyboard(Hands):
    """A keyboard and nothing else."""

    def ask(self, intent: Intent) -> None:
        chord = Bindings().surest_key(intent)
        assert chord is not None
        key, with_shift = chord
        self.pilot.key(key, pygame.KMOD_LSHIFT if with_shift else 0)

    def type(self, text: str) -> None:
        """Write into the field that has the focus."""
        for letter in text:
            code = pygame.key.key_code(letter)
            self.pilot.post(pygame.KEYDOWN, key=code, mod=0, unicode=letter, scancode=0)
            self.pilot.post(pygame.TEXTINPUT, text=letter)
            self.pilot.post(pygame.KEYUP, key=code, mod=0, unicode=letter, scancode=0)


class Gamepad(Hands):
    """A pad of SDL's and nothing else."""

    def __init__(self, pilot: Pilot, pad: VirtualPad) -> None:
        super().__init__(pilot)
        self.pad = pad

    def ask(self, intent: Intent) -> None:
        button = DEFAULT_PAD[intent][0]
        self.pad.press(button)
        self.pilot.frame()
        self.pad.release(button)
        self.pilot.frame()

    def type(self, text: str) -> None:
        """Pick letters from the pad of letters that the field opens."""
        self.ask(Intent.ACTIVATE)
        for letter in text:
            self.press(f"key {letter}")
        self.press("done")


def _way(start: Node, goal: Node, nodes: list[Node]) -> Intent | None:
    """Give the first arrow of a shortest way; one that would change a value is none."""
    came: dict[Node, Intent | None] = {start: None}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        for arrow, direction in _ARROWS.items():
            if _changes_a_value(node, arrow):
                continue
            there = find_ahead(node, nodes, direction)
            if there is None or there in came:
                continue
            came[there] = came[node] or arrow
            if there is goal:
                return came[there]
            queue.append(there)
    return None


def _changes_a_value(node: Node, arrow: Intent) -> bool:
    """Tell whether an arrow would not lead on but work the control that it starts from."""
    if arrow not in _SIDEWAYS or not isinstance(node, ChoiceControl | Slider | TextField):
        return False
    if not isinstance(node, ChoiceControl):
        return True
    ends = node.options[0], node.options[-1]
    return bool(node.value != ends[arrow is Intent.RIGHT])


def _towards(start: Node, goal: Node) -> Intent:
    """Give the arrow that points to where a control is, first up or down."""
    way = goal.centre - start.centre
    if abs(way.y) > goal.size.h / 2:
        return Intent.DOWN if way.y > 0 else Intent.UP
    return Intent.RIGHT if way.x > 0 else Intent.LEFT


def play_first_round(hands: Hands) -> None:
    """Begin a match at the title, play its first round, and have the next one dealt."""
    pilot = hands.pilot
    pilot.program.setups.keep(red7_setup())
    pilot.program.show_title()
    pilot.wait(2.0)
    hands.press("play")
    hands.press("start")
    pilot.wait(1.0)
    session = pilot.session
    while session.to_act and not session.is_waiting_for_table:
        if session.is_viewers_turn:
            hands.take_turn()
        else:
            pilot.wait_for_me()
    assert hands.taken > 3
    assert session.observe().stage == ROUND_OVER
    pilot.wait(4.0)
    hands.press("next")
    pilot.wait(1.0)
    assert session.observe().round_number == 2
