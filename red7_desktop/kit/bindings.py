"""Intents, which are commands of the user such as Undo, and the keys and buttons bound to them.

Esc always means Back and nothing else, so that users can always find their way out.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import pygame

from red7_desktop.kit.texts import Texts
from red7_desktop.scene.commands import FocusCommand, KeyChord, chord_of_event


class Intent(StrEnum):
    """An action that a key or pad button triggers.

    The first eight have the names of the members of `FocusCommand`, to which they are converted.
    OFFER, PLACE, OTHER_PLACE and EXTRA have a different effect in each game. Settings files contain
    the string values, so these must not change. NEXT_PLAY selects the next play that the game
    suggests.
    """

    NEXT = "next"
    PREVIOUS = "previous"
    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    ACTIVATE = "activate"
    BACK = "back"
    END = "end"
    OFFER = "draw"
    PLACE = "palette"
    OTHER_PLACE = "canvas"
    UNDO = "undo"
    HINT = "hint"
    EXTRA = "lens"  # The value is stored in settings files, so it must not change.
    LOOK = "look"
    LOG = "log"
    RULES = "rules"
    MENU = "menu"
    NEXT_PLAY = "next_play"
    SKIP = "skip"
    PAGE_BEFORE = "page_before"
    PAGE_AFTER = "page_after"
    TELL_LEADER = "tell_leader"
    TELL_HAND = "tell_hand"
    TELL_OTHERS = "tell_others"
    TELL_TURNS = "tell_turns"
    FULLSCREEN = "fullscreen"
    READ_ALOUD = "read_aloud"
    SWITCH = "switch"


FOCUS: Final = frozenset(list(Intent)[:8])
"""Actions (intents) that move the keyboard focus or activate the focused control."""
MOVES: Final = frozenset(list(Intent)[:6])
PAGE_TURNS: Final[Mapping[Intent, int]] = {Intent.PAGE_BEFORE: -1, Intent.PAGE_AFTER: 1}
"""For each action that turns pages: 1 if it shows the next page, -1 if the previous one."""
PAGES: Final = frozenset(PAGE_TURNS)
EVERYWHERE: Final = frozenset({Intent.FULLSCREEN, Intent.READ_ALOUD, Intent.SWITCH})
TABLE: Final = frozenset(Intent) - FOCUS - PAGES - EVERYWHERE
"""Actions (intents) that only have an effect at the table, such as undo."""
REQUIRED_INTENTS: Final = FOCUS - {Intent.NEXT, Intent.PREVIOUS}
"""Actions that must have a key and a pad button, because the program is unusable without them."""
_SHARED: Final = frozenset(
    {
        frozenset({Intent.ACTIVATE, Intent.END}),
        frozenset({Intent.ACTIVATE, Intent.SKIP}),
        frozenset({Intent.NEXT_PLAY, Intent.SKIP}),
        frozenset({Intent.BACK, Intent.MENU}),
    }
)


def may_share(one: Intent, other: Intent) -> bool:
    """Return whether two intents (actions of the program) may be bound to the same key.

    Intents may share a key if the program never has to choose between them:

    - `NEXT_PLAY` and `SKIP`: no plays are suggested while turns are being skipped.
    - `PAGE_BEFORE`, `PAGE_AFTER` and the intents in `TABLE`: the table has no pages to turn.
    - `SWITCH` and all others: it only has an effect while the focus moves by itself (scanning).
    - `ACTIVATE` and `END` or `SKIP`: the focused control gets the key first.
    - `BACK` and `MENU`: at the table, `BACK` opens the menu if nothing else is open.

    >>> may_share(Intent.ACTIVATE, Intent.END), may_share(Intent.UNDO, Intent.HINT)
    (True, False)
    """
    pair = frozenset({one, other})
    if Intent.SWITCH in pair or pair in _SHARED:
        return True
    return bool(pair & PAGES) and bool(pair & TABLE)


def describe_intents(texts: Texts, own: Mapping[Intent, str]) -> dict[Intent, str]:
    """Return the label of each action that keys can be bound to, in the settings page's order.

    Args:
        texts: Translations.
        own: Labels from the games for the actions whose meaning depends on the game. An action
            without a label is left out.
    """
    words = {
        Intent.LEFT: texts("Focus to the left"),
        Intent.RIGHT: texts("Focus to the right"),
        Intent.UP: texts("Focus upwards"),
        Intent.DOWN: texts("Focus downwards"),
        Intent.NEXT: texts("Next control"),
        Intent.PREVIOUS: texts("Previous control"),
        Intent.ACTIVATE: texts("Select / pick up / put down"),
        Intent.BACK: texts("Back"),
        Intent.END: texts("End turn / continue"),
        Intent.OFFER: "",
        Intent.PLACE: "",
        Intent.OTHER_PLACE: "",
        Intent.UNDO: texts("Undo"),
        Intent.HINT: texts("Hint"),
        Intent.EXTRA: "",
        Intent.LOOK: texts("Zoom card"),
        Intent.LOG: texts("Match log"),
        Intent.RULES: texts("Rules"),
        Intent.MENU: texts("Menu"),
        Intent.NEXT_PLAY: "",
        Intent.SKIP: texts("Skip other turns"),
        Intent.PAGE_BEFORE: texts("Previous page"),
        Intent.PAGE_AFTER: texts("Next page"),
        Intent.TELL_LEADER: texts("Say who is winning"),
        Intent.TELL_HAND: texts("Say my cards"),
        Intent.TELL_OTHERS: texts("Say the others’ cards"),
        Intent.TELL_TURNS: texts("Say the last turns"),
        Intent.FULLSCREEN: texts("Full screen"),
        Intent.READ_ALOUD: texts("Reading aloud on or off"),
        Intent.SWITCH: texts("The switch, while scanning"),
    }
    return {
        intent: own.get(intent, word) for intent, word in words.items() if own.get(intent, word)
    }


StoredBindings: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]
"""Changed key bindings in the settings file: pairs of an action and the names of its keys.

Actions with their default keys are left out."""


class Device(StrEnum):
    """A kind of input device."""

    KEYBOARD = "keyboard"
    PAD = "pad"
    MOUSE = "mouse"
    TOUCH = "touch"


Side: TypeAlias = Literal[Device.KEYBOARD, Device.PAD]
LEFT_TRIGGER: Final = 100
"""The program's button number for a gamepad's left trigger, which SDL reports as an axis."""
RIGHT_TRIGGER: Final = 101
"""The program's button number for a gamepad's right trigger, which SDL reports as an axis."""
ESCAPE: Final = (pygame.K_ESCAPE, False)
_KEY_NAMES: Final = {
    value: name[2:].lower() for name, value in vars(pygame).items() if name.startswith("K_")
}
_KEYS_BY_NAME: Final = {name: key for key, name in _KEY_NAMES.items()}
_PREFIX: Final = "CONTROLLER_BUTTON_"
PAD_NAMES: Final[Mapping[int, str]] = {
    value: name.removeprefix(_PREFIX).lower()
    for name, value in vars(pygame).items()
    if name.startswith(_PREFIX) and not name.endswith(("MAX", "INVALID"))
} | {LEFT_TRIGGER: "lefttrigger", RIGHT_TRIGGER: "righttrigger"}
_PAD_BY_NAME: Final = {name: button for button, name in PAD_NAMES.items()}
_SHIFT: Final = "shift+"
_MAX_KEYS: Final = 4
"""Maximum number of keys for one action."""
SPOKEN_INTENTS: Final = frozenset(
    {Intent.TELL_LEADER, Intent.TELL_HAND, Intent.TELL_OTHERS, Intent.TELL_TURNS}
)
"""Actions that make the program read something aloud, such as the cards in the viewer's hand."""
_ADDED_LATER: Final = SPOKEN_INTENTS | {Intent.NEXT_PLAY, Intent.READ_ALOUD}
"""Actions (intents) that older versions of the program didn't have.

If stored settings bind a default key of such an intent to another intent, only that other intent
keeps the key.
"""
_UNUSABLE: Final = frozenset(
    {
        *(pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT),
        *(pygame.K_RALT, pygame.K_LGUI, pygame.K_RGUI, pygame.K_CAPSLOCK, pygame.K_UNKNOWN),
    }
)
"""Keys that can't be bound alone."""


class BindingError(ValueError):
    """Raised for an invalid binding.

    Attributes:
        unbound_intent: The required intent that would be left without a key, or None.
    """

    def __init__(self, why: str, needing: Intent | None = None) -> None:
        super().__init__(why)
        self.unbound_intent = needing


# -- names, for files ----------------------------------------------------------------------


def name_of_key(chord: KeyChord) -> str:
    """Return the name of a key for files: pygame's name, or its number.

    >>> name_of_key((pygame.K_TAB, True)), name_of_key((246, False))
    ('shift+tab', '#246')
    """
    key, with_shift = chord
    return f"{_SHIFT if with_shift else ''}{_KEY_NAMES.get(key, f'#{key}')}"


def parse_key(name: str) -> KeyChord:
    """Return the key for a name as stored in files, such as "shift+tab" or "#246".

    Raises:
        BindingError: The name is unknown, or the key, such as Ctrl, can't be bound alone.
    """
    plain = name.removeprefix(_SHIFT)
    if plain in _KEYS_BY_NAME:
        key = _KEYS_BY_NAME[plain]
    elif plain[:1] == "#" and plain[1:].isascii() and plain[1:].isdigit() and len(plain) < 12:
        key = int(plain[1:])
    else:
        raise BindingError(f"{name!r} is no key")
    if key in _UNUSABLE:
        raise BindingError(f"{name!r} means nothing by itself")
    return key, plain != name


def parse_button(name: str) -> int:
    """Return the number of a pad button, given its name as stored in files.

    Raises:
        BindingError: The name is unknown.
    """
    if name not in _PAD_BY_NAME:
        raise BindingError(f"{name!r} is no pad button")
    return _PAD_BY_NAME[name]


_DEFAULTS: Final[Mapping[Intent, tuple[str, str]]] = {
    Intent.NEXT: ("tab", ""),
    Intent.PREVIOUS: ("shift+tab", ""),
    Intent.LEFT: ("left", "dpad_left"),
    Intent.RIGHT: ("right", "dpad_right"),
    Intent.UP: ("up", "dpad_up"),
    Intent.DOWN: ("down", "dpad_down"),
    Intent.ACTIVATE: ("return kp_enter space", "a"),
    Intent.BACK: ("escape", "b"),
    Intent.END: ("return kp_enter t", "rightshoulder"),
    Intent.OFFER: ("d", ""),
    Intent.PLACE: ("p", "y"),
    Intent.OTHER_PLACE: ("c", "x"),
    Intent.UNDO: ("z", "leftshoulder"),
    Intent.HINT: ("h", "leftstick"),
    Intent.EXTRA: ("e", "lefttrigger"),
    Intent.LOOK: ("i", "rightstick"),
    Intent.LOG: ("l", "back"),
    Intent.RULES: ("r", ""),
    Intent.MENU: ("m", "start"),
    Intent.NEXT_PLAY: ("g", "righttrigger"),
    Intent.SKIP: ("space f", "righttrigger"),
    Intent.PAGE_BEFORE: ("pageup", "leftshoulder"),
    Intent.PAGE_AFTER: ("pagedown", "rightshoulder"),
    Intent.TELL_LEADER: ("w", ""),
    Intent.TELL_HAND: ("y", ""),
    Intent.TELL_OTHERS: ("o", ""),
    Intent.TELL_TURNS: ("n", ""),
    Intent.FULLSCREEN: ("f11", ""),
    Intent.READ_ALOUD: ("f9", ""),
    Intent.SWITCH: ("space", "a"),
}
"""Default bindings: for each action, the names of its keys and the names of its pad buttons."""
DEFAULT_KEYS: Final[Mapping[Intent, tuple[KeyChord, ...]]] = {
    intent: tuple(map(parse_key, keys.split())) for intent, (keys, _) in _DEFAULTS.items()
}
DEFAULT_PAD: Final[Mapping[Intent, tuple[int, ...]]] = {
    intent: tuple(map(parse_button, pad.split())) for intent, (_, pad) in _DEFAULTS.items()
}


_NOTHING: Final[frozenset[Intent]] = frozenset()


class Bindings(NamedTuple):
    """The keys and gamepad buttons that trigger each action (`Intent`) of the program."""

    keys: Mapping[Intent, tuple[KeyChord, ...]] = DEFAULT_KEYS
    pad: Mapping[Intent, tuple[int, ...]] = DEFAULT_PAD

    def inputs_of(self, side: Side) -> Mapping[Intent, tuple[Any, ...]]:
        """Return a mapping from each action (`Intent`, such as undo) to its inputs on a device.

        The inputs are keys for `Device.KEYBOARD`, and buttons for `Device.PAD`.
        """
        if side is Device.KEYBOARD:
            return self.keys
        return self.pad

    def find_intents(self, event: pygame.Event) -> frozenset[Intent]:
        """Return the actions (`Intent`, such as undo) bound to the key or pad button of an event.

        If a key isn't bound together with Shift, Shift is ignored. Keys pressed together with
        Control, Alt or the system key are bound to no action. A letter of a non-Latin layout can be
        bound; if it isn't, it counts as the Latin letter at its position on the keyboard.
        """
        if event.type in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            return _find_holders(self.pad, event.button)
        chord = chord_of_event(event)
        if chord is None:
            return frozenset()
        key, with_shift = chord
        names = ((event.key, with_shift), chord, (event.key, False), (key, False))
        found = next(filter(None, [_find_holders(self.keys, name) for name in names]), _NOTHING)
        if event.key == pygame.K_ESCAPE:
            return found | {Intent.BACK}
        return found

    def find_visible_key(self, intent: Intent) -> KeyChord | None:
        keys = self.keys[intent]
        if intent in FOCUS or not keys:
            if keys:
                return keys[0]
            return None
        wanted = {key for each in FOCUS for key in self.keys[each]}
        return next((key for key in keys if key not in wanted), keys[0])

    def commands(self) -> tuple[dict[KeyChord, FocusCommand], dict[int, FocusCommand]]:
        """Return the focus commands for the window in two dicts: by key, and by pad button."""
        keys = {key: FocusCommand(each) for each in FOCUS for key in self.keys[each]}
        pad = {button: FocusCommand(each) for each in FOCUS for button in self.pad[each]}
        return keys | {ESCAPE: FocusCommand.BACK}, pad

    def with_binding(self, side: Side, intent: Intent, to: Any) -> Bindings:
        """Return new bindings in which an action has only the given key or pad button.

        Other actions lose this key, unless they may share it. An action that is left without a key
        gets the old key of `intent`.

        Args:
            side: Device whose bindings change.
            intent: Action to bind.
            to: The action's new key or button.

        Raises:
            BindingError: The key can't be bound, or a required intent would have no key.
        """
        if side is Device.KEYBOARD and (to[0] in _UNUSABLE or to == ESCAPE):
            raise BindingError("this key cannot be used")
        table = dict(self.inputs_of(side))
        others = find_conflicts(table, intent, to)
        freed = [each for each in table[intent] if each != to]
        table[intent] = (to,)
        for other in others:
            left = tuple(each for each in table[other] if each != to)
            fitting = [each for each in freed if not find_conflicts(table, other, each)]
            table[other] = left or tuple(fitting[:1])
            if other in REQUIRED_INTENTS and not table[other]:
                raise BindingError(f"{other} needs one", other)
        return self._with(side, table)

    def _with(self, side: Side, table: Mapping[Intent, tuple[Any, ...]]) -> Bindings:
        frozen = dict(table)
        if side is Device.KEYBOARD:
            return self._replace(keys=frozen)
        return self._replace(pad=frozen)


def find_conflicts(
    table: Mapping[Intent, tuple[Any, ...]], intent: Intent, to: Any
) -> list[Intent]:
    """Return the actions that have a key and can't share this key with a given action.

    Args:
        table: Keys, or pad buttons, of each action.
        intent: The given action.
        to: The key or pad button.
    """
    return [
        other
        for other, keys in table.items()
        if to in keys and other is not intent and not may_share(intent, other)
    ]


def _find_holders(table: Mapping[Intent, tuple[Any, ...]], key: Any) -> frozenset[Intent]:
    return frozenset(intent for intent, keys in table.items() if key in keys)


def list_changes(bindings: Bindings, side: Side) -> StoredBindings:
    """Return the actions (`Intent`, such as undo) whose inputs differ from the defaults.

    The settings file stores the result: pairs of an action and the names of its keys or buttons.
    """
    default = Bindings().inputs_of(side)
    name = name_of_key if side is Device.KEYBOARD else PAD_NAMES.__getitem__
    return tuple(
        (str(intent), tuple(name(each) for each in keys))
        for intent, keys in bindings.inputs_of(side).items()
        if keys != default[intent]
    )


def build_bindings(keys: StoredBindings, pad: StoredBindings) -> Bindings:
    """Return the default bindings with the changes that are stored in the settings.

    Raises:
        BindingError: The stored changes are invalid.
    """
    bindings = Bindings()
    for side, changes in ((Device.KEYBOARD, keys), (Device.PAD, pad)):
        bindings = _apply_changes(bindings, side, changes)  # type: ignore[arg-type]
    return bindings


def _apply_changes(bindings: Bindings, side: Side, changes: StoredBindings) -> Bindings:
    parse: Any = parse_key if side is Device.KEYBOARD else parse_button
    table = dict(bindings.inputs_of(side))
    for word, names in changes:
        if word not in set(Intent):
            raise BindingError(f"{word!r} cannot be asked for")
        if len(names) > _MAX_KEYS:
            raise BindingError(f"{word!r} has more than {_MAX_KEYS}")
        table[Intent(word)] = tuple(parse(name) for name in names)
    for intent in _ADDED_LATER - {word for word, _ in changes}:
        table[intent] = tuple(
            key for key in table[intent] if not find_conflicts(table, intent, key)
        )
    for intent, each in table.items():
        if intent in REQUIRED_INTENTS and not each:
            raise BindingError(f"{intent} needs one", intent)
        for key in each:
            if find_conflicts(table, intent, key):
                raise BindingError(f"{intent} shares one with something else")
            if key == ESCAPE and intent is not Intent.BACK:
                raise BindingError("Esc always goes back")
    return bindings._with(side, table)
