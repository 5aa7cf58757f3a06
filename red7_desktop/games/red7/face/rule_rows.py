"""The rules and the deal of a new game, as rows of a form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.games.red7.face.looking_back.opponents import strength_line
from red7_desktop.games.red7.face.setup import LAST_DEAL, GameSetup
from red7_desktop.games.red7.rules.deal import STARTERS
from red7_desktop.games.red7.rules.ruleset import EDITIONS
from red7_desktop.games.red7.rules.scoring import TARGETS
from red7_desktop.kit.pages.on_screen_keyboard import LetterPad
from red7_desktop.scene.paint.glyphs import glyph
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.choice import Choice
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.slider import Slider
from red7_desktop.scene.widgets.text_field import TextField

if TYPE_CHECKING:
    from red7_desktop.app.new_game.seat_rows import AiLevel
    from red7_desktop.kit.pages.clipboard import Clipboard
    from red7_desktop.kit.pages.form import Form
    from red7_desktop.kit.pages.screen import Kit
    from red7_desktop.kit.pages.setup_draft import Draft

POINTS: Final = tuple(range(10, 101, 5))
"""The targets that can be chosen; a set-up may hold others."""


class RuleRows:
    """Makes the rows; what people do in them goes to the draft.

    levels: the AI players that there are. `new_deal` gives the number of a deal that has not been
    played.
    """

    def __init__(
        self,
        kit: Kit,
        draft: Draft,
        levels: Sequence[AiLevel],
        clipboard: Clipboard,
        new_deal: Callable[[], int],
    ) -> None:
        self._kit = kit
        self._draft = draft
        self._names = {level.key: level.name for level in levels}
        self._clipboard = clipboard
        self._fresh_number = new_deal
        self._look = kit.stage.look

    def add(self, form: Form) -> None:
        """Add the rows to a form; what most games do without opens below them."""
        self._add_rules(form)
        shown = self._draft.shows_more
        texts, ink = self._kit.texts, self._look.theme.colour("text_soft")
        more = Button(
            self._look,
            texts("Less") if shown else texts("More"),
            self._toggle_more,
            icon=glyph("up" if shown else "down", ink),
            style="quiet",
            name="more",
        )
        form.flow.add(more)
        if shown:
            self._add_edition(form)
            self._add_match(form)
            self._add_deal(form)
            self._add_strengths(form)

    @property
    def _setup(self) -> GameSetup:
        return self._draft.setup

    # -- the rows ----------------------------------------------------------------------------

    def _add_rules(self, form: Form) -> None:
        texts, setup = self._kit.texts, self._setup
        games = [(False, texts("Basic")), (True, texts("Advanced"))]
        form.row(
            texts("Game"),
            self._choice("advanced", games, form.control_width),
            texts("Rounds for points, with cards to draw.")
            if setup.advanced
            else texts("One round, no points and no drawing."),
        )
        form.row(
            texts("Actions"),
            self._choice(
                "actions", [(False, texts("Off")), (True, texts("On"))], form.control_width
            ),
            texts("Odd cards do something when they join a palette."),
        )

    def _add_edition(self, form: Form) -> None:
        texts, setup = self._kit.texts, self._setup
        editions = [(EDITIONS[0], texts("1.3")), (EDITIONS[1], texts("First"))]
        form.row(
            texts("Edition"),
            self._choice("edition", editions, form.control_width, enabled=setup.actions),
            texts("The rulebook that the actions follow."),
        )

    def _add_match(self, form: Form) -> None:
        texts, setup = self._kit.texts, self._setup
        usual, n = TARGETS[len(setup.seats)], len(setup.seats)
        form.row(
            texts("Play to"),
            Slider(
                self._look,
                sorted({*POINTS, setup.points, usual}),
                setup.points,
                self._set_target,
                words=lambda n: texts.plural("{n} point", "{n} points", n),
                width=form.control_width,
                enabled=setup.advanced,
                name="target",
            ),
            texts.plural(
                "The rulebook says {usual} with {n} player.",
                "The rulebook says {usual} with {n} players.",
                n,
                usual=usual,
            ),
        )
        starters = [
            (STARTERS[0], texts("Next to highest")),
            (STARTERS[1], texts("Holder of lowest")),
        ]
        form.row(
            texts("First turn"),
            self._choice("starter", starters, form.control_width),
            texts("The seat after the one with the highest first card begins.")
            if setup.starter == STARTERS[0]
            else texts("The seat with the lowest first card begins."),
        )

    def _add_deal(self, form: Form) -> None:
        texts, is_numbered = self._kit.texts, self._draft.is_numbered
        form.row(
            texts("Deal"),
            Choice(
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
        keys = dict.fromkeys(seat.level for seat in self._setup.seats if seat.level is not None)
        lines = [
            texts("{name}: {strength}", name=name, strength=strength_line(texts, key))
            for key, name in self._names.items()
            if key in keys
        ]
        if lines:
            label = Label(self._look, texts("Strength"), "body", max_width=form.width)
            form.flow.add(label)
        for line in lines:
            form.note(line)

    def _choice(
        self, field: str, options: Sequence[tuple[Any, str]], width: float, *, enabled: bool = True
    ) -> Choice[Any]:
        """Give a choice of a field of the set-up, by the field's name."""

        def choose(value: Any) -> None:
            self._draft.change(replace(self._setup, **{field: value}), field)

        value = getattr(self._setup, field)
        return Choice(self._look, options, value, choose, width=width, enabled=enabled, name=field)

    # -- changes -----------------------------------------------------------------------------

    def _toggle_more(self) -> None:
        self._draft.shows_more = not self._draft.shows_more
        self._draft.change(self._setup, "more")

    def _set_target(self, points: int) -> None:
        """Take the target; the rulebook's own follows the number of seats later on."""
        usual = TARGETS[len(self._setup.seats)]
        self._draft.edit(replace(self._setup, target=None if points == usual else points))

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
