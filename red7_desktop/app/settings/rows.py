"""The rows of the settings, section by section; each change goes out at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.app.settings.binding_rows import add_binding_rows
from red7_desktop.app.settings.look_rows import add_look_rows
from red7_desktop.kit.input.intents import Intent
from red7_desktop.kit.language.languages import name_language
from red7_desktop.kit.settings import INSTANT, SCALES, SCAN_SECONDS, SPEEDS, Settings
from red7_desktop.scene.widgets.choice import ChoiceControl
from red7_desktop.scene.widgets.slider import Slider
from red7_desktop.scene.widgets.switch import Switch

if TYPE_CHECKING:
    from red7_desktop.app.looks import Looks
    from red7_desktop.kit.game_face import AnyGameView
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.kit.pages.form import Form
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.scene.widgets.label import Label

VOLUMES: Final = tuple(range(0, 101, 5))


@dataclass
class BoundControls:
    """What shows the settings: how to bring each control up to date; where each section begins."""

    updates: list[Callable[[Settings], None]] = field(default_factory=list)
    tops: list[float] = field(default_factory=list)


def list_section_names(texts: Texts) -> tuple[tuple[str, str], ...]:
    """Give the sections in their order, each by a name and by its words."""
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

    def __init__(
        self, kit: Ui, form: Form, face: AnyGameView, looks: Looks, languages: Sequence[str]
    ) -> None:
        self._kit = kit
        self._face = face
        self._form = form
        self._looks = looks
        self._languages = languages
        self.bound = BoundControls()

    def add(self) -> BoundControls:
        """Add every section."""
        rows: dict[str, Callable[[], None]] = {
            "look": self._add_look,
            "table": lambda: add_look_rows(self._kit, self._form, self._looks, self._bind),
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
        if len(self._languages) > 1:
            own = [(language, name_language(language)) for language in self._languages]
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
        for name, (words, note) in self._face.switches(texts).items():
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
            if value in slider.stops and value != slider.value:
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
            switch.is_on = value(settings)

        self._bind(update)

    def _value(self, name: str) -> Any:
        return getattr(self._kit.settings, name)

    def _bind(self, update: Callable[[Settings], None]) -> None:
        self.bound.updates.append(update)
        update(self._kit.settings)

    def _change(self, name: str, value: Any) -> None:
        self._kit.change_settings(replace(self._kit.settings, **{name: value}))


def _write(label: Label | None, words: str) -> None:
    """Write the note that goes with a value into the room of the longest one."""
    if label is not None and words:
        label.text = words
