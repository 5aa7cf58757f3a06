"""People: who plays here, what they are called and look like; profiles go elsewhere and back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from red7_desktop.app.profile import plots, screen, statistics
from red7_desktop.app.profile.profiles import ProfileBook, Profiles
from red7_desktop.kit.look.icons import OWN_FACES, name_of_face
from red7_desktop.kit.pages import forms, notices, page
from red7_desktop.kit.setup import LONGEST_NAME, is_fit_name
from red7_desktop.scene import boxes, geometry, node
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.widgets import button, fields
from red7_desktop.tabletop.match import is_seen

_DISC: Final = 64.0
_NAME: Final = 300.0
_MOST: Final = 40
"""How many people can be added."""


class PeopleScreen(forms.ListPage):
    """Shows a row for everyone. What is typed is kept when the page is left, or at Return."""

    first = "add"
    most = geometry.Size(1180.0, 1000.0)
    least = _DISC + 0.7 * _NAME

    def __init__(self, profiles: Profiles, back: Callable[[], None]) -> None:
        super().__init__(profiles.ui, "people", on_leave=back)
        self._profiles = profiles
        self._book: ProfileBook | None = None
        self._names: dict[int, str] = {}
        self._read_again()

    def _read_again(self, focus: str = "") -> None:
        self.load(self._profiles.read(), self._show, focus=focus)

    def _show(self, book: ProfileBook) -> None:
        self._book = book

    # -- the page ----------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self.ui.texts("Players")

    @property
    def nothing(self) -> str | None:
        if self._book is not None:
            return None
        return "" if self.is_waiting else self.ui.texts("The profile can’t be read right now.")

    def foot(self, width: float) -> node.Node:
        return boxes.wrap(self._tools(), width, button.get_button_gap(self.look), name="foot")

    def content(self, width: float) -> node.Node:
        assert self._book is not None
        texts, book = self.ui.texts, self._book
        words = texts(
            "Matches count for the player chosen here. With several humans, names decide."
        )
        cards = (self._card(person, width, book) for person in book.people)
        return boxes.column(self.note(words, width), *cards, gap=self.look.theme.sizes.gap)

    def _tools(self) -> list[button.Button]:
        texts, profiles, is_there = self.ui.texts, self._profiles, self._book is not None
        has_room = self._book is not None and len(self._book.people) < _MOST
        return [
            self._button(texts("Add a player"), self._add, "add", "plus", enabled=has_room),
            self._button(texts("Export"), self._export, "export", enabled=is_there),
            self._button(
                texts("Import"),
                lambda: self.load(profiles.do(profiles.find_newest_file), self._offer),
                "import",
            ),
            self.cross("delete all", self._ask, texts("Delete all"), enabled=is_there),
        ]

    def _button(
        self,
        words: str,
        press: Callable[[], None],
        name: str,
        glyph: str = "",
        style: str = "plain",
        *,
        enabled: bool = True,
    ) -> button.Button:
        colour = self.look.theme.colour("accent" if glyph == "tick" else "text_soft")
        icon = build_glyph(glyph, colour) if glyph else None
        return self.button(words, press, icon=icon, style=style, enabled=enabled, name=name)

    def _card(self, person: statistics.Person, width: float, book: ProfileBook) -> node.Node:
        texts, sizes, number = self.ui.texts, self.look.theme.sizes, person.number
        is_chosen = person == book.chosen
        usual = name_of_face(person.face, texts)
        looks = screen.look_of(self.look, person, person.name or usual)
        disc = plots.build_face_disc(self.look, looks, _DISC * self.zoom)
        buttons = [
            self._button(
                texts("This is you") if is_chosen else texts("Choose"),
                partial(self._choose, person),
                f"choose {number}",
                *(("tick", "quiet") if is_chosen else ()),
            ),
            self._button(
                texts("Avatar"),
                partial(self._change, person, face=_next_value(person.face, OWN_FACES)),
                *(f"face {number}", "", "quiet"),
            ),
            self._button(
                texts("Colour"),
                partial(
                    self._change, person, colour=_next_value(person.colour, statistics.COLOURS)
                ),
                *(f"colour {number}", "", "quiet"),
            ),
        ]
        if len(book.people) > 1:
            delete = partial(self._ask_to_delete, person)
            buttons.append(self.cross(f"delete {number}", delete))

        def build_name(room: float) -> node.Node:
            field = fields.TextField(
                *(self.look, self._names.get(number, person.name), self.ui.stage.focus),
                partial(self._names.__setitem__, number),
                width=min(room - disc.size.w - sizes.gap, 1.4 * _NAME * self.zoom),
                limit=LONGEST_NAME,
                accepts=lambda char: char == " " or is_seen(char),
                placeholder=usual,
                paste=notices.SystemClipboard().paste,
                on_done=self._keep_names,
                on_no_keys=lambda field: forms.LetterPad(self.ui, field, texts("Name")),
                name=f"name {number}",
            )
            return boxes.row(disc, field, gap=sizes.gap)

        return self.card(f"person {number}", build_name, buttons, width)

    # -- what people do ----------------------------------------------------------------------

    def leave(self) -> None:
        self._keep_names(is_leaving=True)
        super().leave()

    def _keep_names(self, *, is_leaving: bool = False) -> None:
        """Keep the names that have been typed; one that someone else has is refused."""
        typed, self._names = self._names, {}
        if not typed or self._book is None:
            return
        texts = self.ui.texts
        names = {person.number: person.name.casefold() for person in self._book.people}
        for person in self._book.people:
            name = typed.get(person.number, person.name).strip()
            if name == person.name or not is_fit_name(name):
                continue
            others = [each for number, each in names.items() if number != person.number]
            if name and name.casefold() in others:
                words = texts("{name} already exists.", name=name)
                self.ui.stage.toasts.show(words, style="warning")
                continue
            names[person.number] = name.casefold()
            self._profiles.change(person._replace(name=name))
        if not is_leaving:
            self._read_again()

    def _choose(self, person: statistics.Person) -> None:
        self._keep_names(is_leaving=True)
        self._profiles.choose(person)
        self._read_again()

    def _change(self, person: statistics.Person, *, face: str = "", colour: str = "") -> None:
        name = self._names.pop(person.number, person.name).strip()
        self._keep_names(is_leaving=True)
        looks = person._replace(face=face or person.face, colour=colour or person.colour)
        assert self._book is not None
        taken = [each.name.casefold() for each in self._book.people if each != person]
        is_fit = is_fit_name(name) and name.casefold() not in taken
        self._profiles.change(looks._replace(name=name) if is_fit else looks)
        self._read_again()

    def _add(self) -> None:
        self._keep_names(is_leaving=True)
        self._profiles.add()
        last = max(person.number for person in self._book.people) if self._book else 0
        self._read_again(f"name {last + 1}")

    # -- with all of them --------------------------------------------------------------------

    def _export(self) -> None:
        self._keep_names(is_leaving=True)
        self._profiles.take_along()

    def _offer(self, file: Path | None) -> None:
        """Offer the profile that was found; say where one is looked for."""
        texts, title = self.ui.texts, self.ui.texts("Import")
        folder = str(self._profiles.folder)
        words = texts("Drop a profile file on the window, or copy it to {folder}", folder=folder)
        if file is None:
            page.show_message(self.ui, title, words)
            return
        known = texts("Matches you already have are skipped.")
        found = texts("Newest file there: {name}.", name=file.name) + f" {known}"
        page.ask(
            self.ui,
            title,
            f"{words}\n{found}",
            yes=texts("Import it"),
            on_yes=lambda: self._profiles.bring(file, self._read_again),
            is_destructive=False,
        )

    def _ask(self) -> None:
        texts = self.ui.texts
        page.ask(
            self.ui,
            texts("Delete all players?"),
            texts("This deletes names, ratings and statistics. Replays are kept."),
            yes=texts("Delete all"),
            no=texts("Cancel"),
            on_yes=self._delete,
        )

    def _ask_to_delete(self, person: statistics.Person) -> None:
        texts = self.ui.texts
        page.ask(
            self.ui,
            texts("Delete {name}?", name=person.name or name_of_face(person.face, texts)),
            texts("The matches stay, but no longer count for anyone. Replays are kept."),
            yes=texts("Delete"),
            no=texts("Keep"),
            on_yes=partial(self._delete_one, person),
        )

    def _delete_one(self, person: statistics.Person) -> None:
        self._names.pop(person.number, None)
        self._keep_names(is_leaving=True)
        self._profiles.delete(person)
        self._read_again("add")

    def _delete(self) -> None:
        self._names = {}
        self._profiles.delete_all()
        self._read_again()


def _next_value(value: str, values: tuple[str, ...]) -> str:
    return values[(values.index(value) + 1) % len(values)] if value in values else values[0]
