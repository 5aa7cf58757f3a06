"""People for the pilot: what they decide, and hands with a mouse, keys, a pad or a finger."""

from __future__ import annotations

import ctypes
import os
import sys
from collections import deque
from collections.abc import Callable
from pathlib import Path

import pygame

from red7_desktop.app.replay.timeline import TimelineBar
from red7_desktop.games.red7.players.levels import PLAYERS
from red7_desktop.games.red7.rules import cards, rounds
from red7_desktop.games.registry import BOX
from red7_desktop.games.spring_cleaning.rules.cards import OFFER as PUT_OUT
from red7_desktop.games.spring_cleaning.rules.cards import PLAY as PLAY_SPRING
from red7_desktop.games.spring_cleaning.rules.cards import Step as SpringStep
from red7_desktop.games.spring_cleaning.rules.game import SpringObservation
from red7_desktop.kit.bindings import DEFAULT_PAD, Bindings, Intent
from red7_desktop.scene import focus, geometry
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.fields import ChoiceControl, Slider, TextField
from red7_desktop.table.card_nodes import CardNode
from red7_desktop.tabletop.game import DragMove, place_name
from red7_desktop.tabletop.rounds import ROUND_OVER
from tests.setups import red7_setup
from tests.ui.pilot import LONG_FRAME, Pilot, middle_of

# == playing ===============================================================================
# A person for the pilot: decides like the careful AI player, acts with hands of flesh.


Carry = Callable[[Pilot, str, str], None]
"""How a card gets to a zone: by drag, or by clicks."""


def by_drag(pilot: Pilot, face: str, zone: str) -> None:
    pilot.drag(face, zone)


def by_clicks(pilot: Pilot, face: str, zone: str) -> None:
    pilot.click_over(face, zone)


def take_turn(pilot: Pilot, carry: Carry) -> None:
    """Take the viewer's turn to its end, or to where AI players or the table go on."""
    while pilot.session.is_viewers_turn:
        observation = pilot.session.observe()
        for step in PLAYERS.player_of("greedy").choose(observation, 0, 1).steps:
            act(pilot, step, carry)


def act(pilot: Pilot, step: rounds.MatchStep, carry: Carry) -> None:
    """Do one step by hand, and see that it was taken."""
    before = pilot.session.match.revision
    if isinstance(step, rounds.TakeScore):
        pilot.press(f"take {step}")
    elif isinstance(step, cards.Step):
        _act_in_turn(pilot, step, carry)
    assert pilot.session.match.revision > before, f"{step} was not taken"
    assert pilot.session.match.log[before].step == str(step)
    pilot.wait(0.6)


def _act_in_turn(pilot: Pilot, step: cards.Step, carry: Carry) -> None:
    if step.kind == cards.END:
        pilot.press("end")
    elif step.kind == cards.PASS:
        give_up(pilot)
    elif step.kind in {cards.DRAW, cards.FETCH}:
        pilot.press("draw")
    else:
        zone = {
            cards.PLAY: "palette",
            cards.DISCARD: "canvas",
            cards.BURY: "deck",
            cards.TAKE: "deck",
        }
        carry(pilot, cards.TEXTS[step.card], zone.get(step.kind, "canvas"))


def give_up(pilot: Pilot) -> None:
    """Go out of the round, by whichever button offers it."""
    name = "end" if len(pilot.session.observe().legal) == 1 else "give_up"
    pilot.press(name)
    pilot.wait(0.3)
    if pilot.nodes("question"):
        pilot.press("yes")


def play_round(pilot: Pilot, carry: Carry) -> None:
    """Play until the round is over: the table waits, or the match has ended."""
    session = pilot.session
    while session.to_act and not session.is_waiting_for_table:
        if session.is_viewers_turn:
            take_turn(pilot, carry)
        else:
            pilot.wait_for_me()


def rush_round(pilot: Pilot) -> None:
    """Play until the round is over as `play_round` does, but at once and by no hand."""
    session = pilot.session
    while session.to_act and not session.is_waiting_for_table:
        if session.is_viewers_turn:
            for step in PLAYERS.player_of("greedy").choose(session.observe(), 0, 1).steps:
                session.take(step)
        else:
            session.hurry()
            pilot.frame(LONG_FRAME, draws=False)


# == virtual pad ===========================================================================
# A gamepad that SDL believes to be real: plugged in, pressed and unplugged through SDL itself.
#
# pygame has no call for it, so SDL's own functions are called, in the library that pygame has
# loaded. What the program gets are the events of any other pad.


# Tests have no window that could have the keyboard; SDL reads this when it starts its pads.
os.environ.setdefault("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1")

_GAMEPAD = 1
_AXES, _BUTTONS = 6, 15
_LEFT_TRIGGER_BUTTON, _LEFT_TRIGGER_AXIS = 100, 4
"""The triggers have no button of SDL's; the program numbers them from 100 on."""
FULL = 32767


def sdl_path() -> Path | None:
    """Find the SDL that this process has loaded; None where there is no way to ask."""
    maps = Path("/proc/self/maps")
    if not sys.platform.startswith("linux") or not maps.exists():
        return None
    for line in maps.read_text(encoding="utf-8").splitlines():
        path = Path(line.split()[-1])
        if path.name.startswith("libSDL2-2"):
            return path
    return None


class VirtualPad:
    """One pad. Its events come with pygame's next ones after each call."""

    def __init__(self) -> None:
        found = sdl_path()
        if found is None:
            raise OSError("SDL's library cannot be found")
        self._sdl = ctypes.CDLL(str(found))
        self._sdl.SDL_JoystickOpen.restype = ctypes.c_void_p
        self._sdl.SDL_JoystickClose.argtypes = [ctypes.c_void_p]
        set_button = self._sdl.SDL_JoystickSetVirtualButton
        set_button.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_uint8]
        set_axis = self._sdl.SDL_JoystickSetVirtualAxis
        set_axis.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int16]
        self._index = self._sdl.SDL_JoystickAttachVirtual(_GAMEPAD, _AXES, _BUTTONS, 0)
        if self._index < 0:
            raise OSError("SDL attaches no virtual pad")
        self._stick = ctypes.c_void_p(self._sdl.SDL_JoystickOpen(self._index))

    def press(self, button: int) -> None:
        if button >= _LEFT_TRIGGER_BUTTON:
            self.push(_LEFT_TRIGGER_AXIS + button - _LEFT_TRIGGER_BUTTON, FULL)
        else:
            self._sdl.SDL_JoystickSetVirtualButton(self._stick, button, 1)

    def release(self, button: int) -> None:
        if button >= _LEFT_TRIGGER_BUTTON:
            self.push(_LEFT_TRIGGER_AXIS + button - _LEFT_TRIGGER_BUTTON, -FULL)
        else:
            self._sdl.SDL_JoystickSetVirtualButton(self._stick, button, 0)

    def push(self, axis: int, way: int) -> None:
        """Push a stick or a trigger, by -32767 to 32767."""
        self._sdl.SDL_JoystickSetVirtualAxis(self._stick, axis, way)

    def unplug(self) -> None:
        self._sdl.SDL_JoystickClose(self._stick)
        self._sdl.SDL_JoystickDetachVirtual(self._index)


# == unaided ===============================================================================
# Hands without a pointer: a keyboard alone, or a gamepad alone, going where the focus can go.
#
# They look at the screen as a person does: they see where the focus is, find a way of arrow presses
# to where they want it, press one arrow, and look again.


_ARROWS = {Intent(command): way for command, way in focus.DIRECTIONS.items()}
_SIDEWAYS = frozenset({Intent.LEFT, Intent.RIGHT})
_TAKES_SIDEWAYS = ChoiceControl, Slider, TextField, TimelineBar


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
        return self.pilot.program.ui.stage.focus.current

    def go_to(self, goal: Node) -> None:
        """Bring the focus to a node, arrow by arrow."""
        focus = self.pilot.program.ui.stage.focus
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
        self.go_to(goal)
        self.ask(Intent.ACTIVATE)

    def press(self, name: str) -> None:
        """Go to a control of a name and activate it."""
        self.activate(self.node(name))

    def node(self, name: str) -> Node:
        """Find a control that can have the focus."""
        nodes = self.pilot.program.ui.stage.focus.nodes()
        found = [node for node in nodes if node.name == name]
        assert found, f"there is no {name!r} among {[node.name for node in nodes]}"
        return found[-1]

    def has(self, name: str) -> bool:
        nodes = self.pilot.program.ui.stage.focus.nodes()
        return any(node.name == name for node in nodes)

    # -- playing -----------------------------------------------------------------------------

    def take_turn(self) -> None:
        """Take the viewer's turn to its end."""
        session, viewer = self.pilot.session, self.pilot.session.viewer
        while session.is_viewers_turn and session.viewer == viewer:
            for step in PLAYERS.player_of("greedy").choose(session.observe(), 0, 1).steps:
                self.act(step)

    def act(self, step: rounds.MatchStep) -> None:
        """Do one step, and see that it was taken."""
        match = self.pilot.session.match
        before = match.revision
        if isinstance(step, rounds.TakeScore):
            self.press(f"take {step}")
        elif isinstance(step, cards.Step):
            self._act_in_turn(step)
        assert match.revision > before, f"{step} was not taken"
        assert match.log[before].step == str(step)
        self.taken += 1
        self.pilot.wait(0.35)

    def _act_in_turn(self, step: cards.Step) -> None:
        if step.kind == cards.END:
            self.end()
        elif step.kind == cards.PASS:
            self.give_up()
        elif step.kind in {cards.DRAW, cards.FETCH}:
            self.press("draw")
        else:
            zone = {
                cards.PLAY: "palette",
                cards.DISCARD: "canvas",
                cards.BURY: "deck",
                cards.TAKE: "deck",
            }
            self.carry(cards.TEXTS[step.card], zone.get(step.kind, "canvas"))

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
        assert pilot.view.selection.held is pilot.card(face)
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
    """Return the first arrow of a shortest way; one that would change a value is none."""
    came: dict[Node, Intent | None] = {start: None}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        for arrow, direction in _ARROWS.items():
            if _changes_a_value(node, arrow):
                continue
            there = focus.find_ahead(node, nodes, direction)
            if there is None or there in came:
                continue
            came[there] = came[node] or arrow
            if there is goal:
                return came[there]
            queue.append(there)
    return None


def _changes_a_value(node: Node, arrow: Intent) -> bool:
    """Whether an arrow would not lead on but work the control that it starts from."""
    if arrow not in _SIDEWAYS or not isinstance(node, _TAKES_SIDEWAYS):
        return False
    if not isinstance(node, ChoiceControl):
        return True
    ends = node.values[0], node.values[-1]
    return bool(node.value != ends[arrow is Intent.RIGHT])


def _towards(start: Node, goal: Node) -> Intent:
    """Return the arrow that points to where a control is, first up or down."""
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


# == fingers ===============================================================================
# Hands that have nothing but a finger: taps and drags.


class Fingers(Hands):
    """One finger and nothing else."""

    def finger(self, kind: int, at: geometry.Vec) -> None:
        x, y = self.pilot.pixel(at)
        width, height = self.pilot.surface.get_size()
        self.pilot.post(
            kind, x=x / width, y=y / height, finger_id=1, touch_id=1, dx=0.0, dy=0.0, pressure=1.0
        )

    def tap(self, at: geometry.Vec) -> None:
        self.finger(pygame.FINGERDOWN, at)
        self.finger(pygame.FINGERUP, at)

    def activate(self, goal: Node) -> None:
        """Tap a node, a card where no other one covers it."""
        if isinstance(goal, CardNode):
            self.tap(self.pilot.place_of(place_name(goal.zone, goal.nth)))
        else:
            self.tap(middle_of(goal))

    def press(self, name: str) -> None:
        self.tap(middle_of(self.pilot.button(name)))

    def has(self, name: str) -> bool:
        return bool(self.pilot.nodes(name))

    def end(self) -> None:
        self.press("end")

    def carry(self, face: str, zone: str) -> None:
        """Bring a card to a zone, by taps and by a drag in turn."""
        start, end = self.pilot.place_of(face), self.pilot.middle_of_zone(zone)
        if self.taken % 2:
            self.tap(start)
            self.tap(end)
            return
        self.finger(pygame.FINGERDOWN, start)
        for part in (0.1, 0.4, 0.7, 1.0):
            self.finger(pygame.FINGERMOTION, start + (end - start) * part)
        self.finger(pygame.FINGERUP, end)


# == spring ================================================================================
# A person at Spring Cleaning's table: decides like a good player, acts with hands of flesh.


GREEDY = BOX["spring"].players().player_of("greedy")


def seen_by(pilot: Pilot) -> SpringObservation:
    seen: SpringObservation = pilot.session.observe()
    return seen


def planned(pilot: Pilot) -> SpringStep:
    """Return the first step that a good player would take."""
    step: SpringStep = GREEDY.choose(seen_by(pilot), 0, 1).steps[0]
    return step


def block(pilot: Pilot) -> set[str]:
    """Return the names of the cards that are picked."""
    return {f"{card.zone}#{card.nth}" for card in pilot.view.selection.block}


def pick(pilot: Pilot, names: tuple[str, ...], click: Callable[[str], None]) -> None:
    """Click cards until just these are picked: clicks on one go through its plays."""
    for name in names:
        if name not in block(pilot):
            click(name)
    for _ in range(12):
        if block(pilot) == set(names):
            return
        click(names[-1])
    raise AssertionError(f"{names} cannot be picked, only {block(pilot)}")


def take_by_mouse(pilot: Pilot, step: SpringStep) -> None:
    """Do a step as hands do: click cards and the large button, drag them, or draw."""
    before = pilot.session.match.revision
    drag_move = BOX["spring"].rules().drag_move(pilot.session.match.state, 0, step)
    assert drag_move is not None
    if step.kind == PLAY_SPRING:
        pick(pilot, drag_move.names, lambda name: pilot.click(pilot.place_of(name)))
        if len(drag_move.names) == 1:
            pilot.drag(drag_move.name, "table")
        else:
            pilot.press("end")
    elif step.kind == PUT_OUT:
        pilot.drag(drag_move.name, "offer")
        if drag_move.waits:
            pilot.wait(0.3)
            pilot.press("end")
    elif drag_move.source == "deck":
        pilot.press("draw")
    elif drag_move.source.startswith("picked"):
        pilot.press("end")  # as they lie
    elif drag_move.target_place is None:
        pilot.drag(drag_move.name, drag_move.target)
    else:
        zone = pilot.view.zone_node(drag_move.target)
        gap = zone.gaps(len(seen_by(pilot).position.hands[0]))[drag_move.target_place]
        if pilot.view.selection.held is None:  # a drawn card is ready at once
            pilot.click(pilot.place_of(drag_move.name))
            pilot.wait(0.3)
        pilot.click(pilot.view.root.world.apply(gap.centre))
    pilot.wait(0.6)
    assert pilot.session.match.revision > before, f"{step} has not been taken"


def take_unaided(hands: Hands, step: SpringStep) -> None:
    """Do a step by activating cards, places and buttons, with whatever these hands have."""
    pilot = hands.pilot
    before = pilot.session.match.revision
    drag_move = BOX["spring"].rules().drag_move(pilot.session.match.state, 0, step)
    assert drag_move is not None
    if step.kind == PLAY_SPRING:
        pick(pilot, drag_move.names, lambda name: hands.activate(pilot.card(name)))
        hands.press("end")
    elif drag_move.source == "deck":
        hands.press("draw")
    elif drag_move.source.startswith("picked"):
        hands.press("end")  # as they lie
    elif drag_move.waits:
        hands.activate(pilot.card(drag_move.name))
        pilot.wait(0.3)
        hands.press("end")
    else:
        if pilot.view.selection.held is not pilot.card(drag_move.name):
            hands.activate(pilot.card(drag_move.name))
            pilot.wait(0.3)
        hands.activate(_goal(pilot, drag_move))
    pilot.wait(0.6)
    assert pilot.session.match.revision > before, f"{step} has not been taken"
    hands.taken += 1


def _goal(pilot: Pilot, drag_move: DragMove) -> Node:
    """Find where a card is to go: the zone, or the gap in it."""
    there = (drag_move.target, drag_move.target_place)
    gaps = [gap for gap in pilot.view.gaps if (gap.zone, gap.place) == there]
    return gaps[0] if gaps else pilot.view.zone_node(drag_move.target)
