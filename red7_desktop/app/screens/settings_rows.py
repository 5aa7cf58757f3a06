"""The settings as a table: each row has a key, a text and a control."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, TypeAlias

import pygame

from red7_desktop.app.feature import Navigator
from red7_desktop.app.profile.own_profile import UNLOCK_RULES, describe_unlock_rule, name_style
from red7_desktop.kit.bindings import (
    BindingError,
    Bindings,
    Device,
    Intent,
    Side,
    build_bindings,
    find_conflicts,
    list_changes,
)
from red7_desktop.kit.devices import build_key_prompt, pad_prompt
from red7_desktop.kit.hud.ground import list_table_tones, paint_ground
from red7_desktop.kit.look.card_art import choose_back_painter
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.pages.forms import Form
from red7_desktop.kit.settings import (
    BACKS,
    FULL_SPEECH,
    INSTANT,
    NORMAL_SPEECH,
    SCALES,
    SCAN_SECONDS,
    SHORT_SPEECH,
    SPEEDS,
    TABLES,
    Settings,
)
from red7_desktop.kit.texts import name_language
from red7_desktop.kit.ui import Ui
from red7_desktop.scene.boxes import circle, column, put, row, square, wrap
from red7_desktop.scene.commands import Prompt, chord_of_event
from red7_desktop.scene.geometry import Size
from red7_desktop.scene.node import Node, Spoken
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.pictures import Align, PaintedPicture, Picture, Steps
from red7_desktop.scene.theme import ResolvedTheme
from red7_desktop.scene.widgets.button import Button, Control, KeyCap, get_button_gap
from red7_desktop.scene.widgets.dialog import Dialog
from red7_desktop.scene.widgets.fields import Picker
from red7_desktop.scene.widgets.widget import Label, RefreshingAttribute

VOLUMES: Final = tuple(range(0, 101, 5))
Update: TypeAlias = "Callable[[Settings], None]"
"""Function that updates a control from the settings."""


@dataclass(frozen=True)
class Row(ABC):
    """A row of the settings page.

    Attributes:
        key: Name of the field in `Settings`, and of the control's node.
        words: Label of the row.
    """

    key: str
    words: str

    @abstractmethod
    def add(self, ui: Ui, form: Form) -> Update:
        """Add the row to a form; return a function that updates it."""

    def value(self, settings: Settings) -> Any:
        return getattr(settings, self.key)

    def _change(self, ui: Ui, value: Any) -> None:
        ui.change_settings(replace(ui.settings, **{self.key: value}))

    def _follow(self, control: Picker[Any], settings: Settings) -> None:
        value = self.value(settings)
        if value in control.values and value != control.value:
            control.value = value


@dataclass(frozen=True)
class ChoiceRow(Row):
    """A row of the settings page for choosing one of several values, with an explanation.

    Attributes:
        options: Each value with its label.
        note: Explanation that doesn't depend on the value, "" for none.
        notes: Explanation of each value, shown while the value is chosen; replaces `note`.
    """

    options: Sequence[tuple[Any, str]]
    note: str = ""
    notes: Mapping[Any, str] = field(default_factory=dict)

    def add(self, ui: Ui, form: Form) -> Update:
        value = self.value(ui.settings)
        change = partial(self._change, ui)
        note = max(self.notes.values(), key=len, default=self.note)
        choice, label = form.choice(self.words, self.options, value, change, self.key, note)

        def update(settings: Settings) -> None:
            self._follow(choice, settings)
            if label is not None and self.value(settings) in self.notes:
                label.text = choice.description = self.notes[self.value(settings)]

        return update


@dataclass(frozen=True)
class SliderRow(Row):
    """A row of the settings page with a slider that has stops.

    Attributes:
        stops: Possible values.
        say: Returns the text of a value.
    """

    stops: Sequence[Any]
    say: Callable[[Any], str]

    def add(self, ui: Ui, form: Form) -> Update:
        value = self.value(ui.settings)
        change = partial(self._change, ui)
        stops = [(each, self.say(each)) for each in sorted({*self.stops, value})]
        slider, _ = form.choice(self.words, stops, value, change, self.key, is_scale=True)
        return partial(self._follow, slider)


@dataclass(frozen=True)
class SwitchRow(Row):
    """A row of the settings page with an on/off switch for one field of `Settings`."""

    note: str = ""

    def add(self, ui: Ui, form: Form) -> Update:
        is_on = self.value(ui.settings)
        change = partial(self._change, ui)
        switch = form.switch(self.words, is_on, change, self.key, self.note)
        return partial(self._follow, switch)


class GameSwitchRow(SwitchRow):
    """A row of the settings page with an on/off switch for a setting of one game.

    The switch is on if `Settings.switches` contains the setting's key.
    """

    def value(self, settings: Settings) -> bool:
        return self.key in settings.switches

    def _change(self, ui: Ui, value: Any) -> None:
        # Toggle the key in the set of switches.
        ui.change_settings(replace(ui.settings, switches=ui.settings.switches ^ {self.key}))


@dataclass(frozen=True)
class StyleRow(Row):
    """A row of the settings page with tiles for choosing a table design or a card back.

    Some styles are locked until the player has earned them.

    Attributes:
        navigator: Gives access to the program's services.
        values: Names of the styles.
        picture: Returns the picture of a style.
        inner: Size of the pictures.
    """

    navigator: Navigator
    values: Sequence[str]
    picture: Callable[[str], Picture]
    inner: Size

    def add(self, ui: Ui, form: Form) -> Update:
        tiles = {
            value: StyleTile(
                form.look,
                name_style(value, ui.texts),
                self.picture(value),
                self.inner,
                partial(self._press, ui, value),
                caption=f"{self.words}: {name_style(value, ui.texts)}",
                name=f"{self.key} {value}",
            )
            for value in self.values
        }
        for tile in tiles.values():
            tile.chosen = ui.texts.in_context("choice", "chosen")
            tile.locked = ui.texts.in_context("choice", "locked")
        heading = Label(form.look, self.words, "body", max_width=form.width, wraps=True)
        heading.is_speech_hidden = True
        form.add(heading)
        whole = wrap(tiles.values(), form.width, get_button_gap(form.look), name=self.key)
        form.add(whole, form.look.theme.sizes.gap)

        def update(settings: Settings) -> None:
            for value, tile in tiles.items():
                is_chosen = value == self.value(settings)
                tile.show(is_chosen=is_chosen, is_locked=self._is_locked(settings, value))

        return update

    def _is_locked(self, settings: Settings, value: str) -> bool:
        """Whether a style must still be unlocked; the selected style is never locked."""
        is_had = (
            settings.all_looks
            or value not in UNLOCK_RULES
            or value in self.navigator.profile.unlocked
        )
        return not is_had and value not in (settings.table, settings.back)

    def _press(self, ui: Ui, value: str) -> None:
        if self._is_locked(ui.settings, value):
            ui.stage.toasts.show(describe_unlock_rule(value, ui.texts))
        elif value != self.value(ui.settings):
            self._change(ui, value)


class Section:
    """Rows of settings below a heading.

    Args:
        name: Part of the names of its nodes.
        words: The heading.
        rows: The rows.
    """

    def __init__(self, name: str, words: str, *rows: Row) -> None:
        self.name = name
        self.words = words
        self.rows = rows


def list_sections(navigator: Navigator, zoom: float) -> tuple[Section, ...]:
    """Return the sections of the settings page with all their rows, in the current language.

    Settings of the current game are included.

    Args:
        navigator: Gives access to the program's services.
        zoom: Zoom of the form's theme.
    """
    ui = navigator.ui
    presentation = navigator.presentation
    texts = ui.texts

    def percent(n: int) -> str:
        return texts("{n}%", n=n)

    own = [(each, name_language(each)) for each in presentation.languages]
    languages = [("", texts("System language")), *own]
    prompt = ui.stage.look.prompts(Intent.FULLSCREEN)
    note = texts("Hints say what others probably don’t have.")
    row = next(each for each in navigator.catalogue.values() if each.view() is presentation.view)
    reads_hands = SwitchRow("reads_hands", texts("Guess hands"), note)
    language_rows = []
    if len(own) > 1:
        language_rows.append(ChoiceRow("language", texts("Language"), languages))
    scales = [(scale, percent(scale)) for scale in SCALES]
    appearance = Section(
        "look",
        texts("Appearance"),
        *language_rows,
        ChoiceRow(
            "colours",
            texts("Colours"),
            [("normal", texts("Normal")), ("high", texts("High contrast"))],
            texts("Both also show symbols, patterns and names."),
        ),
        ChoiceRow("ui_scale", texts("Interface size"), scales),
        SwitchRow("readable_font", texts("Readable font")),
    )
    table = Section(
        "table",
        texts("Table and cards"),
        StyleRow(
            "table",
            texts("Table"),
            navigator,
            TABLES,
            lambda table: _paint_table(navigator, table),
            _TABLE.scaled(zoom),
        ),
        StyleRow(
            "back",
            texts("Card backs"),
            navigator,
            BACKS,
            lambda back: _paint_back(navigator, back),
            ui.card_art.size(_BACK * zoom),
        ),
        SwitchRow("all_looks", texts("Unlock all"), texts("Otherwise you unlock them by playing.")),
    )
    atmosphere = Section(
        "room",
        texts("Atmosphere"),
        SwitchRow(
            "moods",
            texts("Faces show moods"),
            texts("Avatars show who thinks, leads or is out."),
        ),
        SwitchRow(
            "remarks",
            texts("Opponents speak up"),
            texts("Now and then, a short line in character."),
        ),
        SwitchRow(
            "room_light",
            texts("Light follows the game"),
            texts("It takes the rule’s colour and narrows near the end."),
        ),
    )

    def describe_speed(speed: float) -> str:
        if speed == INSTANT:
            return texts("Instant")
        return texts("{n}×", n=texts.decimal(speed))

    motion = Section(
        "movement",
        texts("Motion"),
        SliderRow("speed", texts("Animation speed"), SPEEDS, describe_speed),
        SwitchRow(
            "reduced_motion",
            texts("Reduce motion"),
            texts("Cards fade instead of flying; nothing sways."),
        ),
    )
    belief_rows = [reads_hands] if row.players().find_belief is not None else []
    own_settings = presentation.view.setup.own_settings(texts)
    own_rows = [GameSwitchRow(name, words, note) for name, (words, note) in own_settings.items()]
    play = Section(
        "play",
        texts.in_context("section", "Play"),
        ChoiceRow(
            "assist",
            texts("Help"),
            [("none", texts("None")), ("outcomes", texts("Previews")), ("marks", texts("All"))],
            notes={
                "none": "",
                "outcomes": texts("Shows what a card would do before you play it."),
                "marks": texts("Also marks the cards that help you now."),
            },
        ),
        *belief_rows,
        *own_rows,
        SwitchRow(
            "confirmations",
            texts.in_context("settings", "Confirm"),
            texts("Ask before dropping out or giving up a match."),
        ),
    )
    sound = Section(
        "sound",
        texts("Sound"),
        SliderRow("master_volume", texts("Volume"), VOLUMES, percent),
        SliderRow("effects_volume", texts("Effects"), VOLUMES, percent),
        SliderRow("ambience_volume", texts("Ambience"), VOLUMES, percent),
        SliderRow("music_volume", texts("Music"), VOLUMES, percent),
        SwitchRow("muted", texts("Mute")),
    )
    shortcut = texts("Shortcut: {key}", key=prompt.label) if prompt else ""
    window = Section(
        "window",
        texts("Window"),
        SwitchRow("fullscreen", texts("Full screen"), shortcut),
    )
    missing_voice = "" if ui.speech.has_voice else texts("No voice found on this system.")
    details = [
        (SHORT_SPEECH, texts.in_context("speech", "Short")),
        (NORMAL_SPEECH, texts.in_context("speech", "Normal")),
        (FULL_SPEECH, texts.in_context("speech", "Full")),
    ]
    detail_notes = {
        SHORT_SPEECH: texts("What happens, and names."),
        NORMAL_SPEECH: texts("Also what your cards would do."),
        FULL_SPEECH: texts("Also why, and what everything means."),
    }
    speech = Section(
        "speech",
        texts("Reading aloud"),
        SwitchRow("spoken_log", texts("Read the game aloud"), missing_voice),
        ChoiceRow("speech_detail", texts("How much"), details, notes=detail_notes),
    )
    easier_input = Section(
        "access",
        texts("Easier input"),
        SwitchRow(
            "cool_down",
            texts("Ignore repeated presses"),
            texts("For half a second after each press."),
        ),
        SwitchRow(
            "scanning",
            texts("Switch scanning"),
            texts("The highlight moves by itself; one key or button selects."),
        ),
        SliderRow(
            "scan_seconds",
            texts("Time per item"),
            SCAN_SECONDS,
            lambda seconds: texts("{n} s", n=f"{seconds:g}"),
        ),
    )
    keys = Section(
        "keys",
        texts("Keys and buttons"),
        BindingRows("keys", texts("Select one to change it.")),
    )
    return (
        *(appearance, table, atmosphere, motion, play),
        *(sound, window, speech, easier_input, keys),
    )


_TABLE: Final = Size(200.0, 116.0)
_BACK: Final = 96.0
_SHOWN: Final = 620.0
"""Width, in design units, of the part of the table that is shown on the tile for choosing a table
design."""


def _paint_table(navigator: Navigator, table: str) -> Picture:
    theme = navigator.presentation.theme_with(table)
    tones = list_table_tones(theme)

    def paint(w: int, h: int) -> Steps:
        return paint_ground((w, h), w / _SHOWN, theme.ground, tones)

    return PaintedPicture(("table tile", theme.ground, tones), paint)


def _paint_back(navigator: Navigator, back: str) -> Picture:
    faces = navigator.ui.card_art
    asset = navigator.presentation.asset

    def own(w: int, h: int) -> pygame.Surface:
        return faces.paint(None, w, height_px=h)

    return PaintedPicture(("back tile", faces, back), choose_back_painter(back, asset) or own)


_INSET: Final = 8.0
_BADGE: Final = 30.0
_LOCKED: Final = 0.4
"""Opacity of the picture of a locked style."""


class StyleTile(Control):
    """A tile for choosing a style: a table design or a card back.

    Args:
        look: Theme and fonts of the tile itself.
        words: Name of the style on the tile.
        picture: Picture of the style on the tile.
        inner: Size of the picture.
        on_press: Called for every press, even if the style is locked.
        caption: Text that is read aloud.
        options: Further arguments of `Control`.

    Attributes:
        chosen: Word that is read aloud if the style is selected.
        locked: Word that is read aloud if the style is locked.
    """

    chosen = ""
    locked = ""

    def __init__(
        self,
        look: ResolvedTheme,
        words: str,
        picture: Picture,
        inner: Size,
        on_press: Callable[[], None],
        caption: str = "",
        **options: Any,
    ) -> None:
        super().__init__(look, **options)
        self._words = words
        self.caption = caption
        self._shown = picture
        self._inner = inner
        self._is_chosen = self.is_locked = False
        self.on_activate = on_press
        self.refresh()

    @property
    def spoken(self) -> Spoken:
        return Spoken(
            self.caption, self.chosen if self._is_chosen else self.locked if self.is_locked else ""
        )

    def show(self, *, is_chosen: bool, is_locked: bool) -> None:
        if (is_chosen, is_locked) != (self._is_chosen, self.is_locked):
            self._is_chosen = is_chosen
            self.is_locked = is_locked
            self.refresh()

    def refresh(self) -> None:
        self.clear()
        theme = self.look.theme
        wide = self._inner.w
        inset = _INSET * theme.zoom
        style = theme.button("segment").text
        box = theme.button("plain").states[self.state]
        if self._is_chosen:
            self.picture = theme.box("active").picture()
        else:
            self.picture = box.picture()
        shown = Node(name="picture", picture=self._shown, size=self._inner)
        if self.is_locked:
            shown.alpha = _LOCKED
        else:
            shown.alpha = 1.0
        frame = put(shown, Node(size=self._inner))
        if self._is_chosen or self.is_locked:
            is_in_corner = self._is_chosen or not self.is_locked
            badge = self._build_badge(_BADGE * theme.zoom)
            out = -0.2 * _BADGE * theme.zoom
            put(badge, frame, 1.0, 0.0, margin=out) if is_in_corner else put(badge, frame)
        ink = theme.colour("text" if self._is_chosen else "text_soft")
        words = theme.text("note").picture(self._words, ink, align=Align.CENTRE, max_width=wide)
        label = Node(name="words", picture=words, size=Size(wide, style.size * style.line_height))
        inside = column(frame, label, gap=0.5 * inset)
        self.size = Size(wide + 2 * inset, inside.size.h + 2 * inset)
        put(inside, self, margin=inset)

    def _build_badge(self, side: float) -> Node:
        theme = self.look.theme
        tone = theme.colour("accent" if self._is_chosen else "text_soft")
        if self._is_chosen:
            drawn = build_glyph("tick", tone)
        else:
            drawn = build_icon("lock", tone)
        sign = square(0.66 * side, drawn, "sign")
        return circle(side, theme.colour("panel_low"), tone, 2 * theme.zoom, sign=sign, name="mark")


SIDES: Final[tuple[Side, Side]] = (Device.KEYBOARD, Device.PAD)
_MOST_CAPS: Final = 2
_NONE: Final = "–"


class CapButton(Control):
    """Button with a row of key caps; a press calls `on_press`.

    Attributes:
        prompts: The keys. Those that don't fit into the button aren't drawn.
    """

    prompts = RefreshingAttribute[tuple[Prompt, ...]]()

    def __init__(
        self,
        look: ResolvedTheme,
        size: Size,
        prompts: tuple[Prompt, ...],
        on_press: Callable[[], None],
        **options: Any,
    ) -> None:
        super().__init__(look, size=size, **options)
        self.on_activate = on_press
        self._prompts = prompts
        self.refresh()

    @property
    def spoken(self) -> Spoken:
        caps = ", ".join([prompt.label for prompt in self._prompts])
        return Spoken(self.caption, caps or _NONE)

    def refresh(self) -> None:
        self.clear()
        theme = self.look.theme
        style = theme.button("plain")
        box = style.states[self.state]
        self.picture = box.picture()
        self.size = Size(self.size.w, max(self.size.h, theme.sizes.target))
        shown: list[Node] = []
        for prompt in self._prompts:
            cap = KeyCap(name="cap")
            cap.show(self.look, style, prompt)
            shown.append(cap)
        if not shown:
            none = style.text.picture(_NONE, box.ink)
            size = Size(self.look.text.measure(none, self.look.scale).w, self.size.h)
            shown.append(Node(name="none", picture=none, size=size))
        put(row(*shown, gap=theme.sizes.gap / 2), self)


class BindingRows(Row):
    """Settings rows for keys: one row for each of the user's commands, such as Undo.

    Each row has a button for the keyboard and a button for the gamepad, which change the command's
    keys. Below the rows, one button for each of the two devices resets all of its keys.
    """

    def add(self, ui: Ui, form: Form) -> Update:
        texts = ui.texts
        look = form.look
        gap = look.theme.sizes.gap
        size = Size((form.control_width - gap) / 2, 0.0)

        def pair(*nodes: Node) -> Node:
            wide = [put(each, Node(size=Size(size.w, each.size.h)), 0.0) for each in nodes]
            both = row(*wide, gap=gap, share=0.0)
            both.is_speech_hidden = True  # Speech reads the caption of each button in the row.
            return both

        def list_caps(bindings: Bindings, side: Side, intent: Intent) -> tuple[Prompt, ...]:
            caps = [_build_prompt(ui, side, key) for key in bindings.inputs_of(side)[intent]]
            return tuple(dict.fromkeys(caps))[:_MOST_CAPS]

        bindings = build_bindings(ui.settings.keys, ui.settings.pad)

        devices = texts("Keyboard"), texts("Gamepad")
        form.row(self.words, pair(*[Label(look, each, "label") for each in devices]))
        buttons: dict[tuple[Side, Intent], CapButton] = {}
        for intent, words in ui.intent_words().items():
            for side, name in zip(SIDES, ("key", "pad"), strict=True):
                give = partial(_give, ui, side, intent)
                ask = partial(open_capture_dialog, ui, side, words, give)
                caps = list_caps(bindings, side, intent)
                button = CapButton(look, size, caps, ask, name=f"{name} {intent}")
                button.caption = f"{words}, {devices[SIDES.index(side)]}"
                buttons[side, intent] = button
            form.row(words, pair(*[buttons[side, intent] for side in SIDES]))
        made = [
            Button(
                *(look, device, partial(_keep, ui, side, Bindings())),
                name=name,
                caption=f"{texts('Reset')}, {device}",
            )
            for device, side, name in zip(devices, SIDES, ("reset keys", "reset pad"), strict=True)
        ]
        form.row(texts("Reset"), pair(*made))

        def update(settings: Settings) -> None:
            bindings = build_bindings(settings.keys, settings.pad)
            for (side, intent), button in buttons.items():
                button.prompts = list_caps(bindings, side, intent)

        return update


def _build_prompt(ui: Ui, side: Side, key: Any) -> Prompt:
    if side is Device.KEYBOARD:
        return build_key_prompt(key, ui.texts)
    return pad_prompt(key, ui.controls.pad_kind, ui.texts)


def _give(ui: Ui, side: Side, intent: Intent, key: Any) -> None:
    before = build_bindings(ui.settings.keys, ui.settings.pad)
    texts = ui.texts
    names = ui.intent_words()
    try:
        after = before.with_binding(side, intent, key)
    except BindingError as error:
        if error.unbound_intent is None:
            why = texts("This key can’t be used.")
        else:
            why = texts("“{what}” would have no key.", what=names[error.unbound_intent])
        ui.stage.toasts.show(why, style="warning")
        return
    for other in find_conflicts(before.inputs_of(side), intent, key):
        if other in names:
            ui.stage.toasts.show(_describe_lost_key(ui, side, after, other))
    _keep(ui, side, after)


def _describe_lost_key(ui: Ui, side: Side, bindings: Bindings, other: Intent) -> str:
    texts = ui.texts
    what = ui.intent_words()[other]
    left = bindings.inputs_of(side)[other]
    if not left:
        return texts("“{what}” has no key any more.", what=what)
    return texts("“{what}” is now {key}.", what=what, key=_build_prompt(ui, side, left[0]).label)


def _keep(ui: Ui, side: Side, bindings: Bindings) -> None:
    changed: dict[str, Any] = {
        "keys" if side is Device.KEYBOARD else "pad": list_changes(bindings, side)
    }
    ui.change_settings(replace(ui.settings, **changed))


def open_capture_dialog(ui: Ui, side: Side, what: str, on_key: Callable[[Any], None]) -> None:
    """Show a dialog that waits for a key or a gamepad button.

    Esc, Cancel and a click outside cancel. So does the gamepad's B while a key is expected; while a
    gamepad button is expected, B can be chosen like any other.

    Args:
        ui: The interface.
        side: Keyboard or gamepad.
        what: Title of the dialog.
        on_key: Called with the key or button after the dialog has closed.
    """
    stage = ui.stage
    texts = ui.texts
    look = ui.stage.look

    def close() -> None:
        stage.grab = None
        ui.controls.is_capturing = False
        stage.hide_overlay(dialog)

    def hear(event: pygame.Event) -> bool:
        key = _find_key(event, side)
        if key is None:
            return False
        close()
        on_key(key)
        return True

    is_keys = side is Device.KEYBOARD
    if is_keys:
        asks = texts("Press the key.")
    else:
        asks = texts("Press the button on the gamepad.")
    words = Label(look, asks, "body", name="words")
    lines = [words]
    by_pad = ui.controls.device is Device.PAD
    # If a gamepad waits for its new button, no button can cancel, because any may be chosen.
    if is_keys or not by_pad:
        cancels = None
        if by_pad:
            cancels = look.prompts(Intent.BACK)
        if cancels is not None:
            key = cancels.label
        else:
            key = texts("Esc")
        lines.append(Label(look, texts("{key} to cancel.", key=key), "note", name="note"))
    content = column(*lines, gap=look.theme.sizes.gap, name="capture words")
    cancel = Button(look, texts("Cancel"), close, name="cancel")
    dialog = Dialog(look, what, content, [cancel], on_close=close, name="capture")
    stage.show_dialog(dialog)
    stage.grab = hear
    ui.controls.is_capturing = True


def _find_key(event: pygame.Event, side: Side) -> Any:
    """Return the key or button that an event presses; None for Esc and for other events."""
    if getattr(event, "repeat", False):
        return None
    if side is Device.PAD:
        if event.type == pygame.CONTROLLERBUTTONDOWN:
            return event.button
        return None
    if event.type != pygame.KEYDOWN or event.key == pygame.K_ESCAPE:
        return None
    if event.key in (pygame.K_LSHIFT, pygame.K_RSHIFT):
        return None
    return chord_of_event(event)
