"""Keyboards, game pads, and scanning with one switch.

SDL reports buttons only for opened pads, and sticks and triggers as axes. The left stick acts as a
second set of arrow buttons; held arrow buttons repeat as on a keyboard.

Scanning is for players who can operate only one key, button or sensor. If the screen has many
controls, the highlight moves from group to group. Pressing the switch enters the highlighted group,
and the highlight then moves from control to control; after the last one it leaves the group.
Controls that appear after a press are highlighted next.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import pygame

from red7_desktop.kit import settings, texts
from red7_desktop.kit.bindings import (
    LEFT_TRIGGER,
    MOVES,
    PAGE_TURNS,
    RIGHT_TRIGGER,
    BindingError,
    Bindings,
    Device,
    Intent,
    build_bindings,
)
from red7_desktop.scene import animation, geometry, keyboard, stage
from red7_desktop.scene.commands import CapShape, FocusCommand, KeyChord, Prompt, Prompts
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.button import FocusRing

if TYPE_CHECKING:
    from pygame._sdl2.controller import Controller

_WAYS: Final = ("left", "right", "up", "down")
_ARROWS: Final = {getattr(pygame, f"K_{way.upper()}"): way for way in _WAYS}
_DPAD: Final = {getattr(pygame, f"CONTROLLER_BUTTON_DPAD_{way.upper()}"): way for way in _WAYS}


class PadKind(StrEnum):
    """A family of game pads that have the same labels on their buttons."""

    XBOX = "xbox"
    STEAM_DECK = "steam deck"
    PLAYSTATION_4 = "playstation 4"
    PLAYSTATION_5 = "playstation 5"
    NINTENDO = "nintendo"


_SDL_TYPES: Final[Mapping[int, PadKind]] = {
    3: PadKind.PLAYSTATION_4,  # PlayStation 3: its buttons are labelled as on PlayStation 4.
    4: PadKind.PLAYSTATION_4,
    5: PadKind.NINTENDO,  # Switch Pro Controller.
    7: PadKind.PLAYSTATION_5,
    11: PadKind.NINTENDO,  # Joy-Con: left (11), right (12) and a pair (13).
    12: PadKind.NINTENDO,
    13: PadKind.NINTENDO,
}
"""Pad kinds by SDL_GameControllerType. All other types have the labels of an Xbox pad."""
_STEAM_DECK: Final = (0x28DE, 0x1205)
"""USB vendor and product of the Steam Deck's built-in controls, for which SDL has no type."""
_NAMES: Final[Mapping[str, PadKind]] = {
    "steam deck": PadKind.STEAM_DECK,
    "ps5": PadKind.PLAYSTATION_5,
    "dualsense": PadKind.PLAYSTATION_5,
    "ps3": PadKind.PLAYSTATION_4,
    "ps4": PadKind.PLAYSTATION_4,
    "dualshock": PadKind.PLAYSTATION_4,
    "playstation": PadKind.PLAYSTATION_4,
    "sony": PadKind.PLAYSTATION_4,
    "nintendo": PadKind.NINTENDO,
    "switch pro": PadKind.NINTENDO,
    "joy-con": PadKind.NINTENDO,
}
"""Kinds of pads by a part of the pad's name, in lower case.

The first part that the name contains counts."""


def pad_kind(sdl_type: int, usb: tuple[int, int], name: str) -> PadKind:
    """Return the kind of a pad, which determines its button labels.

    Args:
        sdl_type: The pad's SDL_GameControllerType, 0 if unknown.
        usb: USB vendor and product, (0, 0) if unknown.
        name: Name reported by the system; used if the other two are unknown.

    >>> pad_kind(7, (0x54C, 0xCE6), "Wireless Controller").value
    'playstation 5'
    >>> pad_kind(0, (0, 0), "8BitDo Pro 2").value
    'xbox'
    """
    if usb == _STEAM_DECK:
        return PadKind.STEAM_DECK
    if sdl_type in _SDL_TYPES:
        return _SDL_TYPES[sdl_type]
    lower = name.lower()
    return next((kind for part, kind in _NAMES.items() if part in lower), PadKind.XBOX)


def _query_sdl(pad: int) -> tuple[int, tuple[int, int]]:
    """Return the SDL type, USB vendor and product of an open pad, given its instance id."""
    sdl = keyboard.load_sdl()
    try:
        find = sdl.SDL_GameControllerFromInstanceID  # type: ignore[union-attr]
        find.argtypes = [ctypes.c_int32]
        find.restype = ctypes.c_void_p
        found = ctypes.c_void_p(find(pad))
        if found.value is None:
            return 0, (0, 0)
        answers = []
        for name in ("GetType", "GetVendor", "GetProduct"):
            ask = getattr(sdl, f"SDL_GameController{name}")
            ask.argtypes = [ctypes.c_void_p]
            ask.restype = ctypes.c_int
            answers.append(ask(found))
    except AttributeError:  # SDL isn't accessible, or too old for these functions.
        return 0, (0, 0)
    return answers[0], (answers[1] & 0xFFFF, answers[2] & 0xFFFF)


_DEVICE_OF_PRESS: Final[Mapping[int, Device]] = {
    pygame.KEYDOWN: Device.KEYBOARD,
    pygame.CONTROLLERBUTTONDOWN: Device.PAD,
    pygame.MOUSEBUTTONDOWN: Device.MOUSE,
    pygame.MOUSEWHEEL: Device.MOUSE,
    pygame.FINGERDOWN: Device.TOUCH,
}
"""The device that was used, by type of event. Mere mouse movement doesn't count as use."""
_INTENTS: Final = frozenset(Intent)
_PRESSES: Final = frozenset({pygame.KEYDOWN, pygame.CONTROLLERBUTTONDOWN})


class Controls:
    """Key bindings, and the device that was used last.

    Attributes:
        bindings: Keys and pad buttons of every action (`Intent`, such as undo).
        device: The device used last.
        pad_kind: Kind of the pad used last.
        is_capturing: True while a page waits for a key to bind, so that keys have no other effect.
    """

    def __init__(self, bindings: Bindings | None = None) -> None:
        self.bindings = bindings or Bindings()
        self.device = Device.MOUSE
        self.pad_kind = PadKind.XBOX
        self.is_capturing = False

    def find_pressed_intents(self, event: pygame.Event) -> frozenset[Intent]:
        """Return the actions bound to a key or pad button that was pressed; ignore auto-repeat."""
        if event.type not in _PRESSES or getattr(event, "repeat", False):
            return frozenset()
        return self.bindings.find_intents(event)

    def count_turned_pages(self, event: pygame.Event) -> int:
        """Return the number of pages by which an event turns forward: -1, 0 or 1."""
        asked = self.find_pressed_intents(event)
        return sum(by for intent, by in PAGE_TURNS.items() if intent in asked)

    def find_released_intents(self, event: pygame.Event) -> frozenset[Intent]:
        """Return the actions bound to a key or pad button that was released."""
        if event.type not in (pygame.KEYUP, pygame.CONTROLLERBUTTONUP):
            return frozenset()
        return self.bindings.find_intents(event)

    def track_device(self, event: pygame.Event, pad_kind: PadKind) -> bool:
        """Update `device` and `pad_kind` if an event shows which device the user now uses.

        Args:
            event: Any event.
            pad_kind: Kind of the pad that was used last.

        Returns:
            True if the device or the kind of pad changed.
        """
        device = _DEVICE_OF_PRESS.get(event.type)
        if device is None or (device is Device.MOUSE and getattr(event, "touch", False)):
            return False
        before = self.device, self.pad_kind
        self.device = device
        if device is Device.PAD:
            self.pad_kind = pad_kind
        return before != (self.device, self.pad_kind)

    def prompts(self, texts: texts.Texts) -> Prompts:
        """Return a function that maps an action (`Intent`) to the label of its key or button.

        The labels depend on the device that was used last: labels of buttons for a pad, labels of
        keys for the keyboard. For the mouse, they are labels of keys that should only be shown in
        tooltips. For touch, the function returns None, as it does for an action without a key or
        button. Later changes of the device or bindings don't affect the function.
        """
        device = self.device
        bindings = self.bindings
        kind = self.pad_kind

        def prompt(hint: str) -> Prompt | None:
            if hint not in _INTENTS:
                return None
            intent = Intent(hint)
            if device is Device.PAD:
                buttons = bindings.pad[intent]
                if buttons:
                    return pad_prompt(buttons[0], kind, texts)
                return None
            if device is Device.TOUCH:
                return None
            keys = bindings.keys[intent]
            # A focused control uses some keys itself, so prefer a key that works with any focus.
            is_keyboard = device is Device.KEYBOARD
            if is_keyboard:
                key = bindings.find_visible_key(intent)
            else:
                key = next(iter(keys), None)
            if key is None:
                return None
            return build_key_prompt(key, texts)._replace(is_tip_only=not is_keyboard)

        return prompt


class _PadSigns(NamedTuple):
    """The labels of one kind of pad.

    Attributes:
        discs: Label of each small round button, and the name of the drawing on it ("" for none), by
            SDL's button number.
        pills: Labels of shoulder buttons and triggers, by button number.
    """

    discs: Mapping[int, tuple[str, str]]
    pills: Mapping[int, str]


def pad_prompt(button: int, kind: PadKind, texts: texts.Texts) -> Prompt:
    """Return the label of a button on a kind of pad, with the shape in which it is drawn."""
    if button in _DPAD:
        return Prompt(_name_direction(_DPAD[button], texts), _DPAD[button], CapShape.DISC)
    signs = _pad_signs(kind, texts)
    if button in signs.discs:
        return Prompt(*signs.discs[button], CapShape.DISC)
    words = signs.pills.get(button) or texts("Button {n}", n=button)
    return Prompt(words, "", CapShape.PILL)


_FACE: Final = (
    pygame.CONTROLLER_BUTTON_A,
    pygame.CONTROLLER_BUTTON_B,
    pygame.CONTROLLER_BUTTON_X,
    pygame.CONTROLLER_BUTTON_Y,
)
"""The four buttons labelled with letters, in the order A, B, X, Y.

SDL names them by label, not by position: it reports A for the button labelled A, also on Nintendo
pads, where that button is at the right."""
_STICKS: Final = (pygame.CONTROLLER_BUTTON_LEFTSTICK, pygame.CONTROLLER_BUTTON_RIGHTSTICK)
_SHOULDERS: Final = (
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER,
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER,
    LEFT_TRIGGER,
    RIGHT_TRIGGER,
)
_SMALL: Final = (pygame.CONTROLLER_BUTTON_BACK, pygame.CONTROLLER_BUTTON_START)


def _pad_signs(kind: PadKind, texts: texts.Texts) -> _PadSigns:
    letters = [(letter, "") for letter in "ABXY"]
    shapes = [
        (texts("Cross"), "cross"),
        (texts("Circle"), "ring"),
        (texts("Square"), "square"),
        (texts("Triangle"), "triangle"),
    ]
    numbered = "L1", "R1", "L2", "R2"
    is_shaped = kind in (PadKind.PLAYSTATION_4, PadKind.PLAYSTATION_5)
    face = shapes if is_shaped else letters
    if kind in (PadKind.XBOX, PadKind.NINTENDO):
        sticks = ["LS", "RS"]
    else:
        sticks = ["L3", "R3"]
    shoulders = {PadKind.XBOX: ("LB", "RB", "LT", "RT"), PadKind.NINTENDO: ("L", "R", "ZL", "ZR")}
    small = {
        PadKind.PLAYSTATION_4: [("Share", ""), ("Options", "lines")],
        PadKind.PLAYSTATION_5: [("Create", ""), ("Options", "lines")],
        PadKind.NINTENDO: [(texts("Minus"), "minus"), (texts("Plus"), "plus")],
    }.get(kind, [(texts("View"), "view"), (texts("Menu"), "lines")])
    discs = [*face, *((words, "") for words in sticks), *small]
    buttons = (*_FACE, *_STICKS, *_SMALL)
    pills = shoulders.get(kind, numbered)
    return _PadSigns(
        dict(zip(buttons, discs, strict=True)), dict(zip(_SHOULDERS, pills, strict=True))
    )


def _name_direction(name: str, texts: texts.Texts) -> str:
    return {
        "left": texts("Left"),
        "right": texts("Right"),
        "up": texts("Up"),
        "down": texts("Down"),
    }[name]


def build_key_prompt(chord: KeyChord, texts: texts.Texts) -> Prompt:
    """Return the label of a key or of Shift and a key, to be drawn as a key cap."""
    key, with_shift = chord
    if key in _ARROWS:
        words = _name_direction(_ARROWS[key], texts)
    else:
        words = key_words(key, texts)
    if with_shift:
        return Prompt(texts("Shift+{key}", key=words))
    return Prompt(words, _ARROWS.get(key, ""))


def key_words(key: int, texts: texts.Texts) -> str:
    """Return the label of a key in the active keyboard layout."""
    sign = keyboard.name_sign(key)
    if sign:
        return sign
    name = pygame.key.name(key)
    if not name:
        return texts("Key {n}", n=key)
    named = {
        pygame.K_RETURN: texts("Enter"),
        pygame.K_KP_ENTER: texts("Enter"),
        pygame.K_SPACE: texts("Space"),
        pygame.K_TAB: texts("Tab"),
        pygame.K_ESCAPE: texts("Esc"),
        pygame.K_BACKSPACE: texts("Backspace"),
        pygame.K_DELETE: texts("Del"),
        pygame.K_INSERT: texts("Ins"),
        pygame.K_HOME: texts("Home"),
        pygame.K_END: texts("End"),
        pygame.K_PAGEUP: texts("Page Up"),
        pygame.K_PAGEDOWN: texts("Page Down"),
    }
    if key in named:
        return named[key]
    if len(name) <= 3:
        return name.upper()
    return name.capitalize()


PRESS_THRESHOLD: Final = 18_000
"""Value of a pad's stick or trigger, up to 32767, from which it counts as pressed."""
RELEASE_THRESHOLD: Final = 11_000
"""Value of a pad's pressed stick or trigger, up to 32767, below which it counts as released.

It is lower than `PRESS_THRESHOLD`, so that a trembling hand doesn't cause further presses."""
FIRST_REPEAT: Final = 0.42
"""Seconds until a held arrow button of a pad repeats for the first time."""
NEXT_REPEAT: Final = 0.14
"""Seconds between further repeats of a held arrow button of a pad."""
_AXES: Final = {
    (pygame.CONTROLLER_AXIS_LEFTX, -1): pygame.CONTROLLER_BUTTON_DPAD_LEFT,
    (pygame.CONTROLLER_AXIS_LEFTX, 1): pygame.CONTROLLER_BUTTON_DPAD_RIGHT,
    (pygame.CONTROLLER_AXIS_LEFTY, -1): pygame.CONTROLLER_BUTTON_DPAD_UP,
    (pygame.CONTROLLER_AXIS_LEFTY, 1): pygame.CONTROLLER_BUTTON_DPAD_DOWN,
    (pygame.CONTROLLER_AXIS_TRIGGERLEFT, 1): LEFT_TRIGGER,
    (pygame.CONTROLLER_AXIS_TRIGGERRIGHT, 1): RIGHT_TRIGGER,
}
"""Pad button that counts as pressed while an axis is moved, by axis and direction (-1 or 1)."""


class Gamepads:
    """The open game pads, whose axis events are converted to button presses."""

    def __init__(self, clock: animation.Clock) -> None:
        self._clock = clock
        self._open: dict[int, Controller] = {}
        self._pressed_axes: set[tuple[int, int, int]] = set()
        self._repeat: tuple[int, int, float] | None = None
        self._kinds: dict[int, PadKind] = {}
        self.last_kind = PadKind.XBOX

    def start(self) -> None:
        """Initialise SDL's pad support, which then reports each pad as an event."""
        from pygame._sdl2 import controller

        try:
            controller.init()
        except pygame.error:
            return

    def adopt_pads(self, other: Gamepads) -> None:
        self._open, other._open = other._open, {}
        self._kinds = dict(other._kinds)
        self.last_kind = other.last_kind

    def stop(self) -> None:
        for pad in self._open.values():
            pad.quit()
        self._open.clear()

    def read(self, event: pygame.Event) -> list[pygame.Event]:
        """Handle an event, and return the events that replace it.

        Returns:
            For a motion of an axis: the button presses and releases that it causes, if any. For
            other events: the event itself.
        """
        if event.type == pygame.CONTROLLERDEVICEADDED:
            self._add(event.device_index)
        elif event.type == pygame.CONTROLLERDEVICEREMOVED:
            self._remove(event.instance_id)
        elif event.type == pygame.CONTROLLERAXISMOTION:
            return self._axis_moved(event)
        elif event.type == pygame.CONTROLLERBUTTONDOWN:
            self._remember_kind(event)
            self._hold(event.instance_id, event.button)
        elif event.type == pygame.CONTROLLERBUTTONUP:
            self._release(event.instance_id, event.button)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._repeat = None
        return [event]

    def tick(self) -> list[pygame.Event]:
        if self._repeat is None or self._clock.now() < self._repeat[2]:
            return []
        pad, button, _ = self._repeat
        self._repeat = pad, button, self._clock.now() + NEXT_REPEAT
        return [_make_event(pygame.CONTROLLERBUTTONDOWN, pad, button, repeat=True)]

    @property
    def idle_for(self) -> float:
        """Seconds until `tick` must be called again: 0 while an arrow is held, else infinity."""
        if self._repeat is None:
            return math.inf
        return 0.0

    def _add(self, index: int) -> None:
        from pygame._sdl2 import controller

        try:
            pad = controller.Controller(index)
            # Events identify a pad by instance id. `Controller.id` is the index among plugged pads.
            number = pad.as_joystick().get_instance_id()
        except pygame.error:
            return  # The pad was unplugged before its event was handled.
        self._open[number] = pad
        self._kinds[number] = pad_kind(*_query_sdl(number), pad.name)

    def _remove(self, pad: int) -> None:
        self._kinds.pop(pad, None)
        found = self._open.pop(pad, None)
        if found is not None:
            found.quit()
        self._pressed_axes = {push for push in self._pressed_axes if push[0] != pad}
        if self._repeat is not None and self._repeat[0] == pad:
            self._repeat = None

    def _axis_moved(self, event: pygame.Event) -> list[pygame.Event]:
        pad = event.instance_id
        axis = event.axis
        events: list[pygame.Event] = []
        for sign in (-1, 1):
            button = _AXES.get((axis, sign))
            key = (pad, axis, sign)
            if button is None:
                continue
            value = event.value * sign
            if key not in self._pressed_axes and value >= PRESS_THRESHOLD:
                self._pressed_axes.add(key)
                events.append(_make_event(pygame.CONTROLLERBUTTONDOWN, pad, button))
                self._hold(pad, button)
            elif key in self._pressed_axes and value <= RELEASE_THRESHOLD:
                self._pressed_axes.discard(key)
                events.append(_make_event(pygame.CONTROLLERBUTTONUP, pad, button))
                self._release(pad, button)
        if events:
            self._remember_kind(event)
        return events

    def _remember_kind(self, event: pygame.Event) -> None:
        self.last_kind = self._kinds.get(event.instance_id, self.last_kind)

    def _hold(self, pad: int, button: int) -> None:
        if button in _DPAD:
            self._repeat = (pad, button, self._clock.now() + FIRST_REPEAT)
        else:
            self._repeat = None

    def _release(self, pad: int, button: int) -> None:
        if self._repeat is not None and self._repeat[:2] == (pad, button):
            self._repeat = None


def _make_event(kind: int, pad: int, button: int, *, repeat: bool = False) -> pygame.Event:
    return pygame.Event(kind, instance_id=pad, button=button, repeat=repeat)


Group: TypeAlias = tuple["Node", ...]
"""Controls that switch scanning highlights together."""
MAX_UNGROUPED: Final = 8
"""Maximum number of controls on a screen for which scanning with a switch forms no groups.

Up to this number, scanning highlights each control in turn. With more controls, scanning highlights
groups first."""
MAX_GROUP_SIZE: Final = 6
"""Maximum size of a group of controls from different parent nodes, for scanning with a switch.

Scanning highlights the controls of a group together. A group whose controls all have the same
parent node may be larger: it has at most `MAX_UNGROUPED` controls."""


class Scanner:
    """Highlights controls in turn, so that players with a single switch can activate each of them.

    Call `tick` each frame, and `press` when the switch is pressed. If a group of controls is
    highlighted, a press enters the group; if a single control is highlighted, a press activates it.

    Attributes:
        interval: Seconds for which each group or control is highlighted.
    """

    def __init__(self, stage: stage.Stage) -> None:
        self._stage = stage
        self._ring = FocusRing(stage.look, name="scan frame")
        stage.root.add(self._ring)
        self._stops: list[Group] = []
        self._known: list[Node] = []
        self._members: list[Group] | None = None
        self._index = self._group = 0
        self._due = 0.0
        self._has_pressed = False
        self._is_on = False
        self.interval = 1.0

    @property
    def is_on(self) -> bool:
        return self._is_on

    @is_on.setter
    def is_on(self, is_on: bool) -> None:
        if is_on != self._is_on:
            self._is_on = is_on
            self._known = []
            self._stops = []
            self._members = None
            self._index = 0
            self._ring.show_around(None)

    @property
    def highlighted(self) -> Group:
        row = self._row
        if self._index < len(row):
            return row[self._index]
        return ()

    def tick(self) -> None:
        if not self._is_on:
            return
        nodes = self._stage.focus.tab_stops()
        if nodes != self._known:
            self._regroup(nodes)
        elif self._stage.clock.now() >= self._due:
            if self._index + 1 < len(self._row):
                self._go_to(self._index + 1)
            elif self._members is None:
                self._go_to(0)
            else:
                self._members = None
                self._go_to((self._group + 1) % max(1, len(self._stops)))
        self._has_pressed = False
        self._show()

    @property
    def idle_for(self) -> float:
        if self._is_on:
            return max(0.0, self._due - self._stage.clock.now())
        return math.inf

    def press(self) -> None:
        found = [node for node in self.highlighted if node in self._stage.focus.tab_stops()]
        self._restart_interval()
        if len(found) > 1:
            self._group = self._index
            self._members = [(node,) for node in found]
            self._go_to(0)
        elif found:
            self._has_pressed = True
            self._stage.focus.focus(found[0])
            self._stage.focus.run(FocusCommand.ACTIVATE)

    @property
    def _row(self) -> list[Group]:
        if self._members is None:
            return self._stops
        return self._members

    def _regroup(self, nodes: list[Node]) -> None:
        known = set(self._known)
        new_nodes = [node for node in nodes if node not in known]
        remaining = [stop for stop in self._members or [] if stop[0] in nodes]
        highlighted = self.highlighted
        self._known = nodes
        self._stops = group_controls(nodes)
        if self._has_pressed and new_nodes and known.intersection(nodes):
            self._members = [(node,) for node in new_nodes]
            self._go_to(0)
        elif remaining and highlighted in remaining:
            self._members = remaining
            self._index = remaining.index(highlighted)
        elif self._members is None and highlighted in self._stops:
            self._index = self._stops.index(highlighted)
        else:
            self._members = None
            self._go_to(0)

    def _go_to(self, place: int) -> None:
        self._index = place
        self._restart_interval()
        highlighted = self.highlighted
        focus = self._stage.focus
        focus.is_visible = True
        focus.focus(highlighted[0] if len(highlighted) == 1 else None)
        if len(highlighted) > 1:
            for above in tuple(highlighted[0].ancestors):
                if above.on_reveal is not None:
                    above.on_reveal(highlighted[0])

    def _restart_interval(self) -> None:
        self._due = self._stage.clock.now() + self.interval

    def _show(self) -> None:
        """Highlight a group: draw a frame around several controls, or focus a single one."""
        highlighted = self.highlighted
        boxes = [node.bounds for node in highlighted if node.is_shown]
        frame = None
        if len(highlighted) > 1 and boxes:
            frame = geometry.Rect.around([corner for box in boxes for corner in box.corners])
        self._ring.show_around(frame)


def group_controls(nodes: Sequence[Node]) -> list[Group]:
    """Divide the controls of a screen into groups that scanning highlights one after another.

    Neighbouring controls with the same parent node form a group; small groups are combined.
    """
    if len(nodes) <= MAX_UNGROUPED:
        return [(node,) for node in nodes]
    by_parent: list[list[Node]] = []
    for node in nodes:
        if by_parent and by_parent[-1][0].parent is node.parent:
            by_parent[-1].append(node)
        else:
            by_parent.append([node])
    groups: list[list[Node]] = []
    for siblings in by_parent:
        for part in _split_family(siblings):
            if groups and len(groups[-1]) + len(part) <= MAX_GROUP_SIZE:
                groups[-1] += part
            else:
                groups.append(list(part))
    return [tuple(group) for group in groups]


def _split_family(siblings: list[Node]) -> list[list[Node]]:
    count = -(-len(siblings) // MAX_UNGROUPED)
    size = -(-len(siblings) // count)
    return [siblings[first : first + size] for first in range(0, len(siblings), size)]


COOL_DOWN_SECONDS: Final = 0.5
"""Seconds after a press in which further presses are ignored, if the cool-down is switched on.

The setting is for players whose hands press twice by mistake. The Game Accessibility Guidelines
recommend this value."""
_POINTERS: Final = frozenset({pygame.MOUSEBUTTONDOWN, pygame.FINGERDOWN})


class Inputs:
    """Filters input events before the stage gets them, according to the input settings.

    Motions of a pad's sticks and triggers become button presses. If the settings say so, a press is
    ignored when it follows another one within `COOL_DOWN_SECONDS`, and the switch for scanning
    activates the highlighted control.

    Args:
        stage: The window's stage.
        controls: Bindings and the current device.
        on_device: Called when the user switches to another device or kind of pad.
    """

    def __init__(
        self, stage: stage.Stage, controls: Controls, on_device: Callable[[], None]
    ) -> None:
        self.pads = Gamepads(stage.clock)
        self._stage = stage
        self._controls = controls
        self._on_device = on_device
        self._cools_down = False
        self._last_press = -math.inf
        self.scanner = Scanner(stage)

    def apply_settings(self, settings: settings.Settings) -> None:
        try:
            bindings = build_bindings(settings.keys, settings.pad)
        except BindingError:
            bindings = Bindings()  # Unreachable: keys in settings are validated on load.
        self._controls.bindings = bindings
        self._stage.keys, self._stage.pad = bindings.commands()
        self._cools_down = settings.cool_down
        self.scanner.is_on = settings.scanning
        self.scanner.interval = settings.scan_seconds

    def handle(self, event: pygame.Event) -> list[pygame.Event]:
        return [each for made in self.pads.read(event) for each in self._filter_event(made)]

    def tick(self) -> list[pygame.Event]:
        """Advance scanning, and return the repeated presses of held pad buttons."""
        self.scanner.tick()
        return [each for made in self.pads.tick() for each in self._filter_event(made)]

    @property
    def idle_for(self) -> float:
        return min(self.pads.idle_for, self.scanner.idle_for)

    def is_fullscreen_key(self, event: pygame.Event) -> bool:
        """Return whether a key toggles full screen: the bound key, or Alt+Enter."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_RETURN:
            return bool(event.mod & pygame.KMOD_ALT)
        controls = self._controls
        return (
            Intent.FULLSCREEN in controls.find_pressed_intents(event) and not controls.is_capturing
        )

    def is_reading_key(self, event: pygame.Event) -> bool:
        """Return whether a key toggles reading aloud."""
        controls = self._controls
        return (
            Intent.READ_ALOUD in controls.find_pressed_intents(event) and not controls.is_capturing
        )

    def _filter_event(self, event: pygame.Event) -> list[pygame.Event]:
        if self._controls.track_device(event, self.pads.last_kind):
            self._on_device()
        if self._cools_down and self._is_limited_by_cool_down(event):
            now = self._stage.clock.now()
            if now - self._last_press < COOL_DOWN_SECONDS:
                return []
            self._last_press = now
        if (
            self.scanner.is_on
            and not self._controls.is_capturing
            and Intent.SWITCH in self._controls.bindings.find_intents(event)
        ):
            if event.type in _PRESSES and not getattr(event, "repeat", False):
                self.scanner.press()
            return []
        return [event]

    def _is_limited_by_cool_down(self, event: pygame.Event) -> bool:
        """Return whether the cool-down between presses applies to an event.

        It applies to pointers, keys and pad buttons, unless they move the focus or type a letter.
        """
        if event.type in _POINTERS:
            return True
        is_letter = self._stage.is_typing and event.type == pygame.KEYDOWN
        if event.type not in _PRESSES or is_letter:
            return False
        return not self._controls.bindings.find_intents(event) & MOVES
