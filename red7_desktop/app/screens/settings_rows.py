"""The rows of the settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pygame

from red7_desktop.app.profile.looks import describe_price, is_earned, name_look
from red7_desktop.kit.bindings import (
    BadBinding,
    Bindings,
    Device,
    Intent,
    Side,
    build_bindings,
    find_conflicts,
    list_changes,
)
from red7_desktop.kit.devices import build_key_prompt
from red7_desktop.kit.hud.ground import list_table_tones, paint_ground
from red7_desktop.kit.look.card_art import choose_back_painter
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.settings import BACKS, INSTANT, SCALES, SCAN_SECONDS, SPEEDS, TABLES, Settings
from red7_desktop.kit.texts import Texts, name_language
from red7_desktop.scene.commands import Prompt, chord_of_event
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.pictures import Align, BoxPicture, PaintedPicture, Picture, Steps
from red7_desktop.scene.widgets.button import Button, Control, KeyCap, get_button_gap
from red7_desktop.scene.widgets.dialog import Dialog
from red7_desktop.scene.widgets.fields import ChoiceControl, Slider, Switch
from red7_desktop.scene.widgets.widget import Label

if TYPE_CHECKING:
    from red7_desktop.app.feature import Navigator
    from red7_desktop.kit.pages.forms import Form
    from red7_desktop.kit.ui import Ui
    from red7_desktop.scene.theme import Look

SIDES: Final[tuple[Side, Side]] = (Device.KEYBOARD, Device.PAD)


_MOST_CAPS: Final = 2


_NONE: Final = "–"


class CapButton(Control):
    """A button that shows the caps of keys in a row, and calls `on_press`."""

    def __init__(
        self,
        look: Look,
        size: Size,
        on_press: Callable[[], None],
        prompts: Sequence[Prompt],
        **options: Any,
    ) -> None:
        super().__init__(look, size=size, **options)
        self.on_activate = on_press
        self._prompts = _list_shown_prompts(prompts)
        self._caps = [KeyCap(name="cap") for _ in range(_MOST_CAPS)]
        self._none = Node(name="none")
        self.add(*self._caps, self._none)
        self.refresh()

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """The caps that are shown."""
        return self._prompts

    @prompts.setter
    def prompts(self, prompts: Sequence[Prompt]) -> None:
        if _list_shown_prompts(prompts) != self._prompts:
            self._prompts = _list_shown_prompts(prompts)
            self.refresh()

    def refresh(self) -> None:
        theme = self.look.theme
        style = theme.button("plain")
        box = style.states[self.state]
        self.picture = box.picture()
        self.size = Size(self.size.w, max(self.size.h, theme.sizes.target))
        shown = [*self._prompts, *[None] * _MOST_CAPS][:_MOST_CAPS]
        sizes = [
            cap.show(self.look, style, prompt)
            for cap, prompt in zip(self._caps, shown, strict=True)
        ]
        gap = theme.sizes.gap / 2
        wide = sum(size.w for size in sizes) + gap * max(0, len(self._prompts) - 1)
        x = (self.size.w - wide) / 2
        for cap, size in zip(self._caps, sizes, strict=True):
            cap.position = Vec(x, (self.size.h - size.h) / 2)
            x += size.w + gap
        none = style.text.picture(_NONE, box.ink)
        measured = self.look.text.measure(none, self.look.scale)
        self._none.visible = not self._prompts
        self._none.picture, self._none.size = none, Size(measured.w, self.size.h)
        self._none.position = Vec((self.size.w - measured.w) / 2, 0.0)


def _list_shown_prompts(prompts: Sequence[Prompt]) -> tuple[Prompt, ...]:
    """Return the caps for which there is room, each once."""
    return tuple(dict.fromkeys(prompts))[:_MOST_CAPS]


def add_binding_rows(
    kit: Ui, form: Form, bind: Callable[[Callable[[Settings], None]], None]
) -> None:
    """Add a row for everything that can be asked for, and two buttons that reset.

    bind: takes what is to be called with the settings, now and after each change.
    """
    texts, width = kit.texts, form.control_width
    gap = form.look.theme.sizes.gap
    size = Size((width - gap) / 2, 0.0)
    buttons: dict[tuple[Side, Intent], CapButton] = {}
    heads = [Label(form.look, words, "label") for words in (texts("Keyboard"), texts("Gamepad"))]

    def prompts_in(bindings: Bindings, side: Side, intent: Intent) -> list[Prompt]:
        return [_build_prompt(kit, side, each) for each in bindings.table(side)[intent]]

    form.row(texts("Press one to change it."), _lay_side_by_side(heads, size.w, gap))
    bindings = build_bindings(kit.settings.keys, kit.settings.pad)
    for intent, words in kit.intent_words().items():
        pair = []
        for side, name in zip(SIDES, ("key", "pad"), strict=True):
            ask = partial(_ask, kit, side, intent)
            prompts = prompts_in(bindings, side, intent)
            button = CapButton(form.look, size, ask, prompts, name=f"{name} {intent}")
            buttons[side, intent] = button
            pair.append(button)
        form.row(words, _lay_side_by_side(pair, size.w, gap))
    resets = [
        Button(
            form.look,
            texts("All keys"),
            partial(_reset_bindings, kit, Device.KEYBOARD),
            name="reset keys",
        ),
        Button(
            form.look,
            texts("All buttons"),
            partial(_reset_bindings, kit, Device.PAD),
            name="reset pad",
        ),
    ]
    form.row(texts("Reset"), _lay_side_by_side(resets, size.w, gap))

    def update(settings: Settings) -> None:
        bindings = build_bindings(settings.keys, settings.pad)
        for (side, intent), button in buttons.items():
            button.prompts = prompts_in(bindings, side, intent)

    bind(update)


def _lay_side_by_side(nodes: Sequence[Node], width: float, gap: float) -> Node:
    row = Node(size=Size(2 * width + gap, max(node.size.h for node in nodes)))
    for place, node in enumerate(nodes):
        node.position = Vec(place * (width + gap), 0.0)
        row.add(node)
    return row


def _build_prompt(kit: Ui, side: Side, key: Any) -> Prompt:
    is_keys = side is Device.KEYBOARD
    return build_key_prompt(key, kit.texts) if is_keys else kit.controls.pad_prompt(key, kit.texts)


def _ask(kit: Ui, side: Side, intent: Intent) -> None:
    open_capture_dialog(kit, side, kit.intent_words()[intent], partial(_give, kit, side, intent))


def _give(kit: Ui, side: Side, intent: Intent, key: Any) -> None:
    """Return a key to an intent, and say what has changed besides."""
    before = build_bindings(kit.settings.keys, kit.settings.pad)
    texts, names = kit.texts, kit.intent_words()
    try:
        after = before.given(side, intent, key)
    except BadBinding as error:
        if error.needing is None:
            why = texts("This key cannot be used.")
        else:
            why = texts("“{what}” would be left without any.", what=names[error.needing])
        kit.stage.toasts.show(why, style="warning")
        return
    for other in find_conflicts(before.table(side), intent, key):
        if other in names:
            kit.stage.toasts.show(_describe_lost_key(kit, side, after, other))
    _keep(kit, side, after)


def _describe_lost_key(kit: Ui, side: Side, bindings: Bindings, other: Intent) -> str:
    """Return what something has from now on that has lost a key."""
    texts, what = kit.texts, kit.intent_words()[other]
    left = bindings.table(side)[other]
    if not left:
        return texts("“{what}” has no key any more.", what=what)
    return texts(
        "“{what}” is on {key} now.", what=what, key=_build_prompt(kit, side, left[0]).words
    )


def _reset_bindings(kit: Ui, side: Side) -> None:
    _keep(kit, side, build_bindings(kit.settings.keys, kit.settings.pad).reset(side))


def _keep(kit: Ui, side: Side, bindings: Bindings) -> None:
    changes = list_changes(bindings, side)
    settings = kit.settings
    is_keys = side is Device.KEYBOARD
    kit.change_settings(
        replace(settings, keys=changes) if is_keys else replace(settings, pad=changes)
    )


def open_capture_dialog(kit: Ui, side: Side, what: str, on_key: Callable[[Any], None]) -> Dialog:
    """Wait for a key, or for a pad button, and tell it once the dialog is gone.

    Esc, Cancel and a click outside leave all as it is, and so does the pad's B while a key is
    waited for. While a button is, each of them counts, so that any two can change places.
    """
    stage, texts = kit.stage, kit.texts

    def close() -> None:
        stage.grab = None
        kit.controls.is_capturing = False
        stage.hide_overlay(dialog)

    def hear(event: pygame.Event) -> bool:
        key = _find_key(event, side)
        if key is None:
            return False
        close()
        on_key(key)
        return True

    look = stage.look
    is_keys = side is Device.KEYBOARD
    asks = texts("Press the key.") if is_keys else texts("Press the button on the gamepad.")
    words = Label(look, asks, "body", name="words")
    note = Label(look, texts("Esc leaves it as it is."), "note", name="note")
    note.position = Vec(0.0, words.size.h + look.theme.sizes.gap)
    content = Node(name="capture words")
    content.add(words, note)
    content.size = Size(max(words.size.w, note.size.w), note.position.y + note.size.h)
    cancel = Button(look, texts("Cancel"), close, name="cancel")
    dialog = Dialog(look, what, content, [cancel], on_close=close, name="capture")
    stage.show_dialog(dialog)
    stage.grab = hear
    kit.controls.is_capturing = True
    return dialog


def _find_key(event: pygame.Event, side: Side) -> Any:
    """Return the key or button that goes down in an event, None for anything else and for Esc."""
    if getattr(event, "repeat", False):
        return None
    if side is Device.PAD:
        return event.button if event.type == pygame.CONTROLLERBUTTONDOWN else None
    if event.type != pygame.KEYDOWN or event.key == pygame.K_ESCAPE:
        return None
    return None if event.key in (pygame.K_LSHIFT, pygame.K_RSHIFT) else chord_of_event(event)


_INSET: Final = 8.0


_BADGE: Final = 30.0


_LOCKED: Final = 0.4
"""How much is seen of a look that is locked."""


class LookOption(NamedTuple):
    """A look to choose: its value, its name, and its picture for a box of the size of all."""

    value: str
    words: str
    picture: Picture


class LookTile(Control):
    """Shows one look; `on_press` hears of every press."""

    def __init__(
        self,
        look: Look,
        offered: LookOption,
        inner: Size,
        on_press: Callable[[], None],
        **options: Any,
    ) -> None:
        super().__init__(look, **options)
        self._offered = offered
        self._inner = inner
        self._is_chosen = self._is_locked = False
        self._shown = Node(name="picture", picture=offered.picture)
        self._words = Node(name="words")
        self._badge = Node(name="mark", visible=False)
        self._sign = Node(name="sign")
        self._badge.add(self._sign)
        self.add(self._shown, self._words, self._badge)
        self.on_activate = on_press
        self.refresh()

    def show(self, *, is_chosen: bool, is_locked: bool) -> None:
        """Mark it as chosen, or as locked."""
        if (is_chosen, is_locked) != (self._is_chosen, self._is_locked):
            self._is_chosen, self._is_locked = is_chosen, is_locked
            self.refresh()

    @property
    def is_locked(self) -> bool:
        """Whether it shows a lock."""
        return self._is_locked

    def refresh(self) -> None:
        theme = self.look.theme
        zoom, style = theme.zoom, theme.button("segment").text
        inset, line = _INSET * zoom, style.size * style.line_height
        box = theme.button("plain").states[self.state]
        self.picture = theme.box("active").picture() if self._is_chosen else box.picture()
        self.size = Size(self._inner.w + 2 * inset, self._inner.h + line + 2.5 * inset)
        self._shown.position, self._shown.size = Vec(inset, inset), self._inner
        self._shown.alpha = _LOCKED if self._is_locked else 1.0
        ink = theme.colour("text" if self._is_chosen else "text_soft")
        self._words.picture = theme.text("note").picture(
            self._offered.words, ink, align=Align.CENTRE, max_width=self._inner.w
        )
        self._words.position = Vec(inset, self._inner.h + 1.5 * inset)
        self._words.size = Size(self._inner.w, line)
        self._place_badge(_BADGE * zoom)

    def _place_badge(self, side: float) -> None:
        theme, inset = self.look.theme, _INSET * self.look.theme.zoom
        self._badge.visible = self._is_chosen or self._is_locked
        middle = Vec(self._inner.w / 2, self._inner.h / 2)
        corner = Vec(self._inner.w - 0.3 * side, 0.3 * side)
        at = middle if self._is_locked and not self._is_chosen else corner
        self._badge.size = Size(side, side)
        self._badge.position = at + Vec(inset - side / 2, inset - side / 2)
        tone = theme.colour("accent" if self._is_chosen else "text_soft")
        self._badge.picture = BoxPicture(theme.colour("panel_low"), side / 2, tone, 2 * theme.zoom)
        sign = build_glyph("tick", tone) if self._is_chosen else build_icon("lock", tone)
        self._sign.picture, self._sign.size = sign, Size(0.66 * side, 0.66 * side)
        self._sign.position = Vec(0.17 * side, 0.17 * side)


def build_tiles(
    look: Look,
    offered: Sequence[LookOption],
    inner: Size,
    width: float,
    on_press: Callable[[str], None],
    name: str,
) -> tuple[Node, dict[str, LookTile]]:
    """Return tiles in as many lines as a width asks for, and each by its value."""
    made = {
        each.value: LookTile(
            look,
            each,
            inner,
            lambda value=each.value: on_press(value),  # type: ignore[misc]
            name=f"{name} {each.value}",
        )
        for each in offered
    }
    whole, gap = Node(name=name), get_button_gap(look)
    x = y = 0.0
    for tile in made.values():
        if x and x + tile.size.w > width:
            x, y = 0.0, y + tile.size.h + gap
        tile.position = Vec(x, y)
        x += tile.size.w + gap
        whole.add(tile)
    whole.size = Size(width, y + next(iter(made.values())).size.h)
    return whole, made


Bind = Callable[[Callable[["Settings"], None]], None]


_TABLE: Final = Size(200.0, 116.0)


_SHOWN: Final = 620.0
"""So much of a table, in design units, is seen on its tile."""


_BACK: Final = 96.0


def add_look_rows(navigator: Navigator, form: Form, bind: Bind) -> None:
    """Add the tables, the backs, and the switch that opens all of them at once.

    bind: takes what is to be called with the settings, now and after each change.
    """
    kit = navigator.kit
    texts, zoom = kit.texts, form.zoom
    tables = [
        LookOption(each, name_look(each, texts), _paint_table(navigator, each)) for each in TABLES
    ]
    backs = [
        LookOption(each, name_look(each, texts), _paint_back(navigator, each)) for each in BACKS
    ]
    _add_look_row(navigator, form, bind, ("table", texts("Table"), tables, _TABLE.scaled(zoom)))
    size = kit.faces.size(_BACK * zoom)
    _add_look_row(navigator, form, bind, ("back", texts("Backs of the cards"), backs, size))
    switch = Switch(
        form.look,
        kit.settings.all_looks,
        lambda is_on: kit.change_settings(replace(kit.settings, all_looks=is_on)),
        text=texts("All of them at once"),
        width=form.width,
        name="all_looks",
    )
    form.switch(switch, texts("Without it, tables and backs are earned by playing."))

    def update(settings: Settings) -> None:
        switch.value = settings.all_looks

    bind(update)


def _add_look_row(
    navigator: Navigator, form: Form, bind: Bind, row: tuple[str, str, list[LookOption], Size]
) -> None:
    name, words, offered, inner = row
    press = partial(_choose, navigator, name)
    whole, made = build_tiles(form.look, offered, inner, form.width, press, name)
    form.flow.add(Label(form.look, words, "body", max_width=form.width, wraps=True))
    form.flow.add(whole, form.look.theme.sizes.gap)

    def update(settings: Settings) -> None:
        for value, tile in made.items():
            is_chosen = value == getattr(settings, name)
            tile.show(is_chosen=is_chosen, is_locked=_is_locked(navigator, settings, value))

    bind(update)


def _is_locked(navigator: Navigator, settings: Settings, value: str) -> bool:
    """Whether a look is still to be earned; the one that is chosen is not taken away."""
    is_had = settings.all_looks or not is_earned(value) or value in navigator.profile.looks
    return not is_had and value not in (settings.table, settings.back)


def _choose(navigator: Navigator, name: str, value: str) -> None:
    kit = navigator.kit
    if _is_locked(navigator, kit.settings, value):
        kit.stage.toasts.show(describe_price(value, kit.texts))
    elif value != getattr(kit.settings, name):
        change: dict[str, Any] = {name: value}
        kit.change_settings(replace(kit.settings, **change))


def _paint_table(navigator: Navigator, table: str) -> Picture:
    theme = navigator.presentation.theme_with(table)
    tones = list_table_tones(theme)

    def paint(w: int, h: int) -> Steps:
        return paint_ground((w, h), w / _SHOWN, theme.ground, tones)

    return PaintedPicture(("table tile", theme.ground, tones), paint)


def _paint_back(navigator: Navigator, back: str) -> Picture:
    faces, asset = navigator.kit.faces, navigator.presentation.asset

    def own(w: int, h: int) -> pygame.Surface:
        return faces.paint(None, w, height_px=h)

    return PaintedPicture(("back tile", faces, back), choose_back_painter(back, asset) or own)


VOLUMES: Final = tuple(range(0, 101, 5))


@dataclass
class BoundControls:
    """What shows the settings: how to bring each control up to date; where each section begins."""

    updates: list[Callable[[Settings], None]] = field(default_factory=list)
    tops: list[float] = field(default_factory=list)


def list_section_names(texts: Texts) -> tuple[tuple[str, str], ...]:
    """Return the sections in their order, each by a name and by its words."""
    return (
        ("look", texts("Appearance")),
        ("table", texts("Table and cards")),
        ("movement", texts("Movement")),
        ("play", texts.within("section", "Play")),
        ("sound", texts("Sound")),
        ("window", texts("Window")),
        ("speech", texts("Reading aloud")),
        ("access", texts("Easier input")),
        ("keys", texts("Keys and buttons")),
    )


class SettingsRows:
    """Fills a form with all settings, a game's too; a control is named after its field."""

    def __init__(self, navigator: Navigator, form: Form) -> None:
        self._navigator = navigator
        self._kit = navigator.kit
        self._form = form
        self.bound = BoundControls()

    def add(self) -> BoundControls:
        """Add every section."""
        rows: dict[str, Callable[[], None]] = {
            "look": self._add_look,
            "table": lambda: add_look_rows(self._navigator, self._form, self._bind),
            "movement": self._add_movement,
            "play": self._add_play,
            "sound": self._add_sound,
            "window": self._add_window,
            "speech": self._add_speech,
            "access": self._add_access,
            "keys": lambda: add_binding_rows(self._kit, self._form, self._bind),
        }
        for name, words in list_section_names(self._kit.texts):
            heading = self._form.heading(words, name=f"section {name}")
            self.bound.tops.append(heading.position.y)
            rows[name]()
        return self.bound

    # -- the sections ------------------------------------------------------------------------

    def _add_look(self) -> None:
        texts = self._kit.texts
        languages = self._navigator.presentation.languages
        if len(languages) > 1:
            own = [(language, name_language(language)) for language in languages]
            self._choice("language", texts("Language"), [("", texts("As the system")), *own])
        self._choice(
            "colours",
            texts("Colours"),
            [("normal", texts("Normal")), ("high", texts("High contrast"))],
            texts("Symbols, patterns and words tell the colours apart in both."),
        )
        self._choice(
            "ui_scale",
            texts("Size of text and buttons"),
            [(scale, texts("{n}%", n=scale)) for scale in SCALES],
        )
        self._switch(
            "readable_font",
            texts("Readable font"),
            texts("Letters that are easier to tell apart."),
        )

    def _add_movement(self) -> None:
        texts = self._kit.texts
        self._slider("speed", texts("Speed of cards"), SPEEDS, self._speed_words)
        self._switch(
            "reduced_motion",
            texts("Less movement"),
            texts("Cards fade to their place instead of travelling, and nothing sways."),
        )

    def _speed_words(self, speed: float) -> str:
        texts = self._kit.texts
        return texts("Instant") if speed == INSTANT else texts("{n}×", n=texts.decimal(speed))

    def _add_play(self) -> None:
        texts = self._kit.texts
        notes = {
            "none": texts("No help: you find out by playing."),
            "outcomes": texts("A card in hand shows what it would do where you put it."),
            "marks": texts("Also, marks show which of your cards help you now."),
        }
        self._choice(
            "assist",
            texts("Help"),
            [
                ("none", texts("None")),
                ("outcomes", texts("Outcomes")),
                ("marks", texts("All")),
            ],
            notes,
        )
        for name, (words, note) in self._navigator.presentation.face.switches(texts).items():
            self._switch_of_game(name, words, note)
        self._switch(
            "confirmations",
            texts("Ask first"),
            texts("A question comes before giving up a round or leaving a match for good."),
        )

    def _add_sound(self) -> None:
        texts = self._kit.texts
        for name, words in (
            ("master_volume", texts("Volume")),
            ("effects_volume", texts("Effects")),
            ("ambience_volume", texts("Ambience")),
        ):
            self._slider(name, words, VOLUMES, lambda n: texts("{n}%", n=n))
        self._switch("muted", texts("Mute"), "")

    def _add_window(self) -> None:
        texts = self._kit.texts
        prompt = self._kit.stage.look.prompts(Intent.FULLSCREEN)
        note = texts("{key} does the same at any time.", key=prompt.words) if prompt else ""
        self._switch("fullscreen", texts("Full screen"), note)

    def _add_speech(self) -> None:
        texts = self._kit.texts
        note = (
            texts("The log is read aloud as it grows.")
            if self._kit.speech.is_there
            else texts("No voice was found on this system, so nothing can be said.")
        )
        self._switch("spoken_log", texts("Speak what happens"), note)

    def _add_access(self) -> None:
        texts = self._kit.texts
        self._switch(
            "cool_down",
            texts("Pause after each press"),
            texts("For half a second after one press, another does nothing."),
        )
        self._switch(
            "scanning",
            texts("Scanning with one switch"),
            texts("The highlight goes round by itself; one key or button takes what it lies on."),
        )
        self._slider("scan_seconds", texts("Time on each stop"), SCAN_SECONDS, self._seconds_words)

    def _seconds_words(self, seconds: float) -> str:
        return self._kit.texts("{n} s", n=f"{seconds:g}")

    # -- controls ----------------------------------------------------------------------------

    def _choice(
        self,
        name: str,
        words: str,
        options: Sequence[tuple[Any, str]],
        note: str | dict[Any, str] = "",
    ) -> None:
        """Add a choice; a note may differ from value to value."""
        choice: ChoiceControl[Any] = ChoiceControl(
            self._form.look,
            options,
            self._value(name),
            partial(self._change, name),
            width=self._form.control_width,
            name=name,
        )
        notes = note if isinstance(note, dict) else {}
        longest = max(notes.values(), key=len) if notes else str(note)
        label = self._form.row(words, choice, longest)

        def update(settings: Settings) -> None:
            value = getattr(settings, name)
            if value in [option for option, _ in options] and value != choice.value:
                choice.value = value
            _write(label, notes.get(value, ""))

        self._bind(update)

    def _slider(
        self, name: str, words: str, stops: Sequence[Any], say: Callable[[Any], str]
    ) -> None:
        value = self._value(name)
        slider: Slider[Any] = Slider(
            self._form.look,
            sorted({*stops, value}),
            value,
            partial(self._change, name),
            words=say,
            width=self._form.control_width,
            name=name,
        )
        self._form.row(words, slider)

        def update(settings: Settings) -> None:
            value = getattr(settings, name)
            if value in slider.values and value != slider.value:
                slider.value = value

        self._bind(update)

    def _switch(self, name: str, words: str, note: str) -> None:
        self._add_switch(name, words, note, attrgetter(name), partial(self._change, name))

    def _switch_of_game(self, name: str, words: str, note: str) -> None:
        def change(is_on: bool) -> None:
            others = self._value("switches") - {name}
            self._change("switches", others | {name} if is_on else others)

        self._add_switch(name, words, note, lambda settings: name in settings.switches, change)

    def _add_switch(
        self,
        name: str,
        words: str,
        note: str,
        value: Callable[[Settings], bool],
        change: Callable[[bool], None],
    ) -> None:
        switch = Switch(
            self._form.look,
            value(self._kit.settings),
            change,
            text=words,
            width=self._form.width,
            name=name,
        )
        self._form.switch(switch, note)

        def update(settings: Settings) -> None:
            switch.value = value(settings)

        self._bind(update)

    def _value(self, name: str) -> Any:
        return getattr(self._kit.settings, name)

    def _bind(self, update: Callable[[Settings], None]) -> None:
        self.bound.updates.append(update)
        update(self._kit.settings)

    def _change(self, name: str, value: Any) -> None:
        self._kit.change_settings(replace(self._kit.settings, **{name: value}))


def _write(label: Label | None, words: str) -> None:
    if label is not None and words:
        label.text = words
