"""Keyboards, pads, and scanning with one switch.

SDL tells of buttons only for pads that are open, and of sticks and triggers as axes. The left
stick is a second set of arrows; arrows that are held repeat, as the keys of a keyboard do.

For people who have one key, button or sensor. Where there is much on the screen the highlight goes
from group to group first; the switch goes into the group, and after its last member the highlight
comes out of it again. What comes up because of the switch has its turn at once.
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
    BadBinding,
    Bindings,
    Device,
    Intent,
    build_bindings,
)
from red7_desktop.scene import animation, geometry, keyboard, stage
from red7_desktop.scene.commands import FocusCommand, KeyChord, Prompt, Prompts, Shape
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.button import FocusRing

if TYPE_CHECKING:
    from pygame._sdl2.controller import Controller

_WAYS: Final = ("left", "right", "up", "down")
_ARROWS: Final = {getattr(pygame, f"K_{way.upper()}"): way for way in _WAYS}
_DPAD: Final = {getattr(pygame, f"CONTROLLER_BUTTON_DPAD_{way.upper()}"): way for way in _WAYS}


class PadKind(StrEnum):
    """A family of pads whose buttons carry the same signs."""

    XBOX = "xbox"
    STEAM_DECK = "steam deck"
    PLAYSTATION_4 = "playstation 4"
    PLAYSTATION_5 = "playstation 5"
    NINTENDO = "nintendo"


_SDL_TYPES: Final[Mapping[int, PadKind]] = {
    3: PadKind.PLAYSTATION_4,  # PS3, whose signs are the same
    4: PadKind.PLAYSTATION_4,
    5: PadKind.NINTENDO,  # Switch Pro
    7: PadKind.PLAYSTATION_5,
    11: PadKind.NINTENDO,  # Joy-Cons: left, right, pair
    12: PadKind.NINTENDO,
    13: PadKind.NINTENDO,
}
"""The kinds of SDL_GameControllerType. All other types carry the letters of an Xbox pad."""
_STEAM_DECK: Final = (0x28DE, 0x1205)
"""The USB vendor and product of the Steam Deck's own controls, for which SDL has no type."""
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
"""Parts of pads' names in small letters, the first match counts."""


def pad_kind(sdl_type: int, usb: tuple[int, int], name: str) -> PadKind:
    """Return which signs the buttons of a pad carry.

    Args:
        sdl_type: The pad's SDL_GameControllerType, 0 if SDL can't tell.
        usb: Vendor and product, (0, 0) if unknown.
        name: As the system calls it; decides where the other two say nothing.

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


def _ask_sdl(pad: int) -> tuple[int, tuple[int, int]]:
    """Return the SDL type of an open pad, by its instance id, and its vendor and product."""
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
    except AttributeError:  # SDL can't be called from here, or is older than these functions
        return 0, (0, 0)
    return answers[0], (answers[1] & 0xFFFF, answers[2] & 0xFFFF)


_DEVICE_OF_PRESS: Final[Mapping[int, Device]] = {
    pygame.KEYDOWN: Device.KEYBOARD,
    pygame.CONTROLLERBUTTONDOWN: Device.PAD,
    pygame.MOUSEBUTTONDOWN: Device.MOUSE,
    pygame.MOUSEWHEEL: Device.MOUSE,
    pygame.FINGERDOWN: Device.TOUCH,
}
"""What tells that a device is used; a mouse that is only nudged does not."""
_INTENTS: Final = frozenset(Intent)
_PRESSES: Final = frozenset({pygame.KEYDOWN, pygame.CONTROLLERBUTTONDOWN})


class Controls:
    """Knows the bindings and the device that was used last.

    is_capturing: the next key or button is to be given to something, so it means nothing else.
    """

    def __init__(self, bindings: Bindings | None = None) -> None:
        self.bindings = bindings or Bindings()
        self.device = Device.MOUSE
        self.pad_kind = PadKind.XBOX
        self.is_capturing = False

    def asked(self, event: pygame.Event) -> frozenset[Intent]:
        """Return what is asked for by a key or pad button that goes down, for the first time."""
        if event.type not in _PRESSES or getattr(event, "repeat", False):
            return frozenset()
        return self.bindings.meant_by(event)

    def pages_turned(self, event: pygame.Event) -> int:
        """Return by how many pages an event asks to go on; 0 where it is about something else."""
        asked = self.asked(event)
        return sum(by for intent, by in PAGE_TURNS.items() if intent in asked)

    def let_go(self, event: pygame.Event) -> frozenset[Intent]:
        """Return what is no longer asked for when a key or pad button comes up."""
        if event.type not in (pygame.KEYUP, pygame.CONTROLLERBUTTONUP):
            return frozenset()
        return self.bindings.meant_by(event)

    def note(self, event: pygame.Event, pad_kind: PadKind) -> bool:
        """Note which device an event comes from; return whether that is another one.

        pad_kind: of the pad that was used last.
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
        """Return the caps for hints, which name intents, on the device that was used last.

        With a mouse no caps are in the way, and only tips name the keys; fingers have none. What
        is used later changes nothing about them.
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
            # While the keyboard moves the focus, the focus takes the keys that it wants.
            is_keyboard = device is Device.KEYBOARD
            if is_keyboard:
                key = bindings.surest_key(intent)
            else:
                key = next(iter(keys), None)
            if key is None:
                return None
            return build_key_prompt(key, texts)._replace(in_tips_only=not is_keyboard)

        return prompt


class _PadSigns(NamedTuple):
    """The prompts of one kind of pad: discs for small buttons, pills for shoulders and triggers.

    discs: words and the name of a drawing, "" for the words themselves. pills: words.
    """

    discs: Mapping[int, tuple[str, str]]
    pills: Mapping[int, str]


def pad_prompt(button: int, kind: PadKind, texts: texts.Texts) -> Prompt:
    """Return the cap of a pad button, as it looks on a kind of pad."""
    if button in _DPAD:
        return Prompt(_name_direction(_DPAD[button], texts), _DPAD[button], Shape.DISC)
    signs = _pad_signs(kind, texts)
    if button in signs.discs:
        return Prompt(*signs.discs[button], Shape.DISC)
    words = signs.pills.get(button) or texts("Button {n}", n=button)
    return Prompt(words, "", Shape.PILL)


_FACE: Final = (
    pygame.CONTROLLER_BUTTON_A,
    pygame.CONTROLLER_BUTTON_B,
    pygame.CONTROLLER_BUTTON_X,
    pygame.CONTROLLER_BUTTON_Y,
)
"""On Nintendo's pads too SDL reports A for the button with the letter A, which is at the right."""
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
    """Return the cap of a key."""
    key, with_shift = chord
    if key in _ARROWS:
        words = _name_direction(_ARROWS[key], texts)
    else:
        words = key_words(key, texts)
    if with_shift:
        return Prompt(texts("Shift+{key}", key=words))
    return Prompt(words, _ARROWS.get(key, ""))


def key_words(key: int, texts: texts.Texts) -> str:
    """Return what stands on a key, in the active keyboard layout."""
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


PUSHED: Final = 18_000
LET_GO: Final = 11_000
"""How far, of 32767, an axis goes before it counts as pressed, and how near it comes back before
it counts as let go; apart, so that a shaking hand does not press twice."""
FIRST_REPEAT: Final = 0.42
NEXT_REPEAT: Final = 0.14
"""Seconds until a held arrow repeats, and from then on."""
_AXES: Final = {
    (pygame.CONTROLLER_AXIS_LEFTX, -1): pygame.CONTROLLER_BUTTON_DPAD_LEFT,
    (pygame.CONTROLLER_AXIS_LEFTX, 1): pygame.CONTROLLER_BUTTON_DPAD_RIGHT,
    (pygame.CONTROLLER_AXIS_LEFTY, -1): pygame.CONTROLLER_BUTTON_DPAD_UP,
    (pygame.CONTROLLER_AXIS_LEFTY, 1): pygame.CONTROLLER_BUTTON_DPAD_DOWN,
    (pygame.CONTROLLER_AXIS_TRIGGERLEFT, 1): LEFT_TRIGGER,
    (pygame.CONTROLLER_AXIS_TRIGGERRIGHT, 1): RIGHT_TRIGGER,
}
"""What each direction of an axis stands for."""


class Gamepads:
    """Turns the pads' events into presses of buttons; other events go through."""

    def __init__(self, clock: animation.Clock) -> None:
        self._clock = clock
        self._open: dict[int, Controller] = {}
        self._pushed: set[tuple[int, int, int]] = set()
        self._repeat: tuple[int, int, float] | None = None
        self._kinds: dict[int, PadKind] = {}
        self.last_kind = PadKind.XBOX

    def start(self) -> None:
        """Let SDL look for pads; it tells of each one by an event. Without any, nothing happens."""
        from pygame._sdl2 import controller

        try:
            controller.init()
        except pygame.error:
            return

    def take_over(self, other: Gamepads) -> None:
        self._open, other._open = other._open, {}
        self._kinds = dict(other._kinds)
        self.last_kind = other.last_kind

    def stop(self) -> None:
        for pad in self._open.values():
            pad.quit()
        self._open.clear()

    def read(self, event: pygame.Event) -> list[pygame.Event]:
        """Return what an event means: the event itself, or presses, or nothing."""
        if event.type == pygame.CONTROLLERDEVICEADDED:
            self._add(event.device_index)
        elif event.type == pygame.CONTROLLERDEVICEREMOVED:
            self._remove(event.instance_id)
        elif event.type == pygame.CONTROLLERAXISMOTION:
            return self._axis_moved(event)
        elif event.type == pygame.CONTROLLERBUTTONDOWN:
            self._note(event)
            self._hold(event.instance_id, event.button)
        elif event.type == pygame.CONTROLLERBUTTONUP:
            self._let_go(event.instance_id, event.button)
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
        """For how many seconds nothing repeats: 0 while an arrow is held."""
        if self._repeat is None:
            return math.inf
        return 0.0

    def _add(self, index: int) -> None:
        from pygame._sdl2 import controller

        try:
            pad = controller.Controller(index)
            # Events name a pad by this number. Its own `id` is its place among those plugged in.
            number = pad.as_joystick().get_instance_id()
        except pygame.error:
            return  # It was unplugged again at once.
        self._open[number] = pad
        self._kinds[number] = pad_kind(*_ask_sdl(number), pad.name)

    def _remove(self, pad: int) -> None:
        self._kinds.pop(pad, None)
        found = self._open.pop(pad, None)
        if found is not None:
            found.quit()
        self._pushed = {push for push in self._pushed if push[0] != pad}
        if self._repeat is not None and self._repeat[0] == pad:
            self._repeat = None

    def _axis_moved(self, event: pygame.Event) -> list[pygame.Event]:
        pad = event.instance_id
        axis = event.axis
        made: list[pygame.Event] = []
        for sign in (-1, 1):
            button = _AXES.get((axis, sign))
            key = (pad, axis, sign)
            if button is None:
                continue
            way = event.value * sign
            if key not in self._pushed and way >= PUSHED:
                self._pushed.add(key)
                made.append(_make_event(pygame.CONTROLLERBUTTONDOWN, pad, button))
                self._hold(pad, button)
            elif key in self._pushed and way <= LET_GO:
                self._pushed.discard(key)
                made.append(_make_event(pygame.CONTROLLERBUTTONUP, pad, button))
                self._let_go(pad, button)
        if made:
            self._note(event)
        return made

    def _note(self, event: pygame.Event) -> None:
        self.last_kind = self._kinds.get(event.instance_id, self.last_kind)

    def _hold(self, pad: int, button: int) -> None:
        if button in _DPAD:
            self._repeat = (pad, button, self._clock.now() + FIRST_REPEAT)
        else:
            self._repeat = None

    def _let_go(self, pad: int, button: int) -> None:
        if self._repeat is not None and self._repeat[:2] == (pad, button):
            self._repeat = None


def _make_event(kind: int, pad: int, button: int, *, repeat: bool = False) -> pygame.Event:
    return pygame.Event(kind, instance_id=pad, button=button, repeat=repeat)


Group: TypeAlias = tuple["Node", ...]
"""What the highlight lies on together."""
MOST_SINGLE: Final = 8
"""How many controls are gone through one by one; more are grouped."""
MOST_TOGETHER: Final = 6
"""A group has at most this many members, if it is not made of one parent's alone."""


class Scanner:
    """Moves the stage's focus round. Call `tick` once a frame and `press` for the switch.

    interval: seconds on each stop.
    """

    def __init__(self, stage: stage.Stage) -> None:
        self._stage = stage
        self._ring = FocusRing(stage.look, name="scan frame")
        stage.root.add(self._ring)
        self._stops: list[Group] = []
        self._known: list[Node] = []
        self._inside: list[Group] | None = None
        self._at = self._group = 0
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
            self._inside = None
            self._at = 0
            self._ring.surround(None)

    @property
    def highlighted(self) -> Group:
        row = self._row
        if self._at < len(row):
            return row[self._at]
        return ()

    def tick(self) -> None:
        if not self._is_on:
            return
        nodes = self._stage.focus.stops()
        if nodes != self._known:
            self._regroup(nodes)
        elif self._stage.clock.now() >= self._due:
            if self._at + 1 < len(self._row):
                self._go_to(self._at + 1)
            elif self._inside is None:
                self._go_to(0)
            else:
                self._inside = None
                self._go_to((self._group + 1) % max(1, len(self._stops)))
        self._has_pressed = False
        self._show()

    @property
    def idle_for(self) -> float:
        if self._is_on:
            return max(0.0, self._due - self._stage.clock.now())
        return math.inf

    def press(self) -> None:
        found = [node for node in self.highlighted if node in self._stage.focus.stops()]
        self._rest()
        if len(found) > 1:
            self._group = self._at
            self._inside = [(node,) for node in found]
            self._go_to(0)
        elif found:
            self._has_pressed = True
            self._stage.focus.give(found[0])
            self._stage.focus.do(FocusCommand.ACTIVATE)

    @property
    def _row(self) -> list[Group]:
        if self._inside is None:
            return self._stops
        return self._inside

    def _regroup(self, nodes: list[Node]) -> None:
        known = set(self._known)
        fresh = [node for node in nodes if node not in known]
        stays = [stop for stop in self._inside or [] if stop[0] in nodes]
        here = self.highlighted
        self._known = nodes
        self._stops = group_controls(nodes)
        if self._has_pressed and fresh and known.intersection(nodes):
            self._inside = [(node,) for node in fresh]
            self._go_to(0)
        elif stays and here in stays:
            self._inside = stays
            self._at = stays.index(here)
        elif self._inside is None and here in self._stops:
            self._at = self._stops.index(here)
        else:
            self._inside = None
            self._go_to(0)

    def _go_to(self, place: int) -> None:
        self._at = place
        self._rest()
        here = self.highlighted
        focus = self._stage.focus
        focus.is_visible = True
        focus.give(here[0] if len(here) == 1 else None)
        if len(here) > 1:
            for above in tuple(here[0].ancestors):
                if above.on_reveal is not None:
                    above.on_reveal(here[0])

    def _rest(self) -> None:
        self._due = self._stage.clock.now() + self.interval

    def _show(self) -> None:
        """Frame a group; a single control has the focus ring."""
        here = self.highlighted
        boxes = [node.bounds for node in here if node.is_shown]
        around = None
        if len(here) > 1 and boxes:
            around = geometry.Rect.around([corner for box in boxes for corner in box.corners])
        self._ring.surround(around)


def group_controls(nodes: Sequence[Node]) -> list[Group]:
    """Put controls that follow each other into groups: a parent's together, small ones joined."""
    if len(nodes) <= MOST_SINGLE:
        return [(node,) for node in nodes]
    families: list[list[Node]] = []
    for node in nodes:
        if families and families[-1][0].parent is node.parent:
            families[-1].append(node)
        else:
            families.append([node])
    groups: list[list[Node]] = []
    for family in families:
        for part in _split_family(family):
            if groups and len(groups[-1]) + len(part) <= MOST_TOGETHER:
                groups[-1] += part
            else:
                groups.append(list(part))
    return [tuple(group) for group in groups]


def _split_family(family: list[Node]) -> list[list[Node]]:
    count = -(-len(family) // MOST_SINGLE)
    size = -(-len(family) // count)
    return [family[first : first + size] for first in range(0, len(family), size)]


SECONDS: Final = 0.5
"""The Game Accessibility Guidelines' figure for a cool-down period between inputs: for hands that
press twice where they meant once, one press in this many seconds comes through."""
_POINTERS: Final = frozenset({pygame.MOUSEBUTTONDOWN, pygame.FINGERDOWN})


class Inputs:
    """Reads events as the settings say.

    on_device: hears that another device, or another kind of pad, is used from now on.
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

    def follow(self, settings: settings.Settings) -> None:
        try:
            bindings = build_bindings(settings.keys, settings.pad)
        except BadBinding:
            bindings = Bindings()  # Nothing that was read or changed comes here damaged.
        self._controls.bindings = bindings
        self._stage.keys, self._stage.pad = bindings.commands()
        self._cools_down = settings.cool_down
        self.scanner.is_on = settings.scanning
        self.scanner.interval = settings.scan_seconds

    def take(self, event: pygame.Event) -> list[pygame.Event]:
        return [each for made in self.pads.read(event) for each in self._passed(made)]

    def tick(self) -> list[pygame.Event]:
        """Move on to the present time; return what held buttons repeat."""
        self.scanner.tick()
        return [each for made in self.pads.tick() for each in self._passed(made)]

    @property
    def idle_for(self) -> float:
        return min(self.pads.idle_for, self.scanner.idle_for)

    def wants_fullscreen(self, event: pygame.Event) -> bool:
        """Whether a key is for that: the one that is set, or Alt and Enter."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_RETURN:
            return bool(event.mod & pygame.KMOD_ALT)
        controls = self._controls
        return Intent.FULLSCREEN in controls.asked(event) and not controls.is_capturing

    def wants_reading(self, event: pygame.Event) -> bool:
        """Whether a key switches reading aloud on or off."""
        controls = self._controls
        return Intent.READ_ALOUD in controls.asked(event) and not controls.is_capturing

    def _passed(self, event: pygame.Event) -> list[pygame.Event]:
        if self._controls.note(event, self.pads.last_kind):
            self._on_device()
        if self._cools_down and self._activates(event):
            now = self._stage.clock.now()
            if now - self._last_press < SECONDS:
                return []
            self._last_press = now
        if (
            self.scanner.is_on
            and not self._controls.is_capturing
            and Intent.SWITCH in self._controls.bindings.meant_by(event)
        ):
            if event.type in _PRESSES and not getattr(event, "repeat", False):
                self.scanner.press()
            return []
        return [event]

    def _activates(self, event: pygame.Event) -> bool:
        """Whether an event is for the cool-down: what moves the focus and letters are not."""
        if event.type in _POINTERS:
            return True
        is_letter = self._stage.is_typing and event.type == pygame.KEYDOWN
        if event.type not in _PRESSES or is_letter:
            return False
        return not self._controls.bindings.meant_by(event) & MOVES
