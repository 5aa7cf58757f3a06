"""The game, its options and the deal of a new match, as rows of a form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from red7_desktop.kit.language.opponent_words import strength_line
from red7_desktop.kit.pages.on_screen_keyboard import LetterPad
from red7_desktop.kit.setup import LAST_DEAL, GameSetup, OptionRow
from red7_desktop.scene.paint.glyphs import build_glyph
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.choice import ChoiceControl
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.slider import Slider
from red7_desktop.scene.widgets.text_field import TextField

if TYPE_CHECKING:
    from red7_desktop.app.new_game.draft import SetupDraft
    from red7_desktop.kit.pages.clipboard import Clipboard
    from red7_desktop.kit.pages.form import Form
    from red7_desktop.kit.pages.screen import Ui


class OptionRows:
    """Makes the rows; what people do in them goes to the draft.

    `new_deal` gives the number of a deal that has not been played, `setup_of` the last set-up of
    a game.
    """

    def __init__(
        self,
        kit: Ui,
        draft: SetupDraft,
        clipboard: Clipboard,
        new_deal: Callable[[], int],
        setup_of: Callable[[str], GameSetup],
    ) -> None:
        self._kit = kit
        self._draft = draft
        self._clipboard = clipboard
        self._fresh_number = new_deal
        self._setup_of = setup_of
        self._look = kit.stage.look

    def add(self, form: Form) -> None:
        """Add the rows to a form; what most games do without opens below them."""
        if len(self._draft.box) > 1:
            self._add_games(form)
        face, texts = self._draft.face, self._kit.texts
        finer = {option.key for option in face.options if option.is_finer}
        rows = face.option_rows(self._setup, texts)
        for row in rows:
            if row.key not in finer:
                self._add_option(form, row)
        shown = self._draft.shows_more
        more = Button(
            self._look,
            texts("Less") if shown else texts("More"),
            self._toggle_more,
            icon=build_glyph("up" if shown else "down", self._look.theme.colour("text_soft")),
            style="quiet",
            name="more",
        )
        form.flow.add(more)
        if shown:
            for row in rows:
                if row.key in finer:
                    self._add_option(form, row)
            self._add_deal(form)
            self._add_strengths(form)

    @property
    def _setup(self) -> GameSetup:
        return self._draft.setup

    # -- the rows ----------------------------------------------------------------------------

    def _add_games(self, form: Form) -> None:
        texts = self._kit.texts
        games = [(name, row.face().title(texts)) for name, row in self._draft.box.items()]
        choice = ChoiceControl(
            self._look,
            games,
            self._setup.game,
            self._set_game,
            width=form.control_width,
            name="game",
        )
        form.row(texts("Which game"), choice)

    def _add_option(self, form: Form, row: OptionRow) -> None:
        """Add an option: a slider where its values are a scale, which leaves the layout alone."""
        words, width = dict(row.choices), form.control_width
        control: Slider[Any] | ChoiceControl[Any]
        if row.is_scale:
            control = Slider(
                self._look,
                list(words),
                row.chosen,
                lambda value: self._draft.edit(self._setup.with_values(**{row.key: value})),
                words=words.__getitem__,
                width=width,
                enabled=row.is_enabled,
                name=row.key,
            )
        else:
            control = ChoiceControl(
                self._look,
                row.choices,
                row.chosen,
                partial(self._choose, row.key),
                width=width,
                enabled=row.is_enabled,
                name=row.key,
            )
        form.row(row.title, control, row.note)

    def _add_deal(self, form: Form) -> None:
        texts, is_numbered = self._kit.texts, self._draft.is_numbered
        form.row(
            texts("Deal"),
            ChoiceControl(
                self._look,
                [(False, texts("New each time")), (True, texts("Numbered"))],
                is_numbered,
                self._set_numbered,
                width=form.control_width,
                name="deal kind",
            ),
            texts("The same number always gives the same cards.") if is_numbered else "",
        )
        if is_numbered:
            self._add_number(form)

    def _add_number(self, form: Form) -> None:
        texts, gap = self._kit.texts, self._look.theme.sizes.gap
        copy = Button(self._look, texts("Copy"), self._copy, name="copy deal")
        fresh = Button(self._look, texts("Another"), self._renumber, name="new deal")
        seed = self._setup.seed
        room = form.control_width - copy.size.w - fresh.size.w - 2 * gap
        least = TextField.width_for(self._look, "8" * len(str(LAST_DEAL)))
        field = TextField(
            self._look,
            "" if seed is None else str(seed),
            self._kit.stage.focus,
            self._type_number,
            width=room if room >= least else form.control_width,
            limit=len(str(LAST_DEAL)),
            placeholder=texts("Number"),
            accepts=lambda char: char in "0123456789",
            paste=self._clipboard.paste,
            on_no_keys=self._show_digits,
            name="deal",
        )
        if room >= least:
            form.flow.row([field, copy, fresh], gap, share=1.0)
        else:
            form.flow.add(field, share=1.0)
            form.flow.row([copy, fresh], gap, share=1.0)

    def _add_strengths(self, form: Form) -> None:
        """Say how strong the opponents have been measured to be."""
        texts = self._kit.texts
        seated = {seat.level for seat in self._setup.seats}
        lines = [
            texts("{name}: {strength}", name=level.name, strength=measured)
            for level in self._draft.levels
            if level.key in seated
            and (measured := strength_line(texts, self._draft.players, level.key))
        ]
        if lines:
            label = Label(self._look, texts("Strength"), "body", max_width=form.width)
            form.flow.add(label)
        for line in lines:
            form.note(line)

    # -- changes -----------------------------------------------------------------------------

    def _choose(self, key: str, value: Any) -> None:
        self._draft.change(self._setup.with_values(**{key: value}), key)

    def _set_game(self, game: str) -> None:
        """Go over to another game's last set-up."""
        setup = self._setup_of(game)
        self._draft.is_numbered = setup.seed is not None
        self._draft.change(setup, "game")

    def _toggle_more(self) -> None:
        self._draft.shows_more = not self._draft.shows_more
        self._draft.change(self._setup, "more")

    def _set_numbered(self, is_numbered: bool) -> None:
        self._draft.is_numbered = is_numbered
        seed = self._fresh_number() if is_numbered else None
        self._draft.change(replace(self._setup, seed=seed), "deal kind")

    def _type_number(self, digits: str) -> None:
        self._draft.edit(replace(self._setup, seed=int(digits) if digits else None))

    def _renumber(self) -> None:
        self._draft.change(replace(self._setup, seed=self._fresh_number()), "new deal")

    def _copy(self) -> None:
        texts, seed, toasts = self._kit.texts, self._setup.seed, self._kit.stage.toasts
        if seed is None:
            return
        if self._clipboard.copy(str(seed)):
            toasts.show(texts("Deal {number} copied", number=seed))
        else:
            toasts.show(texts("Nothing can be copied here"), style="warning")

    def _show_digits(self, field: TextField) -> None:
        LetterPad(self._kit, field, self._kit.texts("Deal"), digits_only=True)
