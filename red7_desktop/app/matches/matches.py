"""The list of the matches that are kept."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from red7_desktop.app.matches.match_desk import SaveWords, describe_save, observe_for_all
from red7_desktop.app.matches.match_store import SaveInfo, build_seats
from red7_desktop.kit.pages.forms import ListPage, build_people
from red7_desktop.kit.pages.page import ask
from red7_desktop.scene.boxes import column
from red7_desktop.scene.geometry import Size
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.widget import Label, Panel

if TYPE_CHECKING:
    from red7_desktop.app.feature import Navigator

_BUTTON: Final = 210.0


class MatchesScreen(ListPage):
    """Shows a row for each match. What was played last has the focus at first."""

    least = 380.0

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator.ui, "matches", on_leave=navigator.show_title)
        self._navigator = navigator
        self._kept = navigator.match_service.store.kept()
        ready = (kept.number for kept in self._kept if _can_go_on(kept))
        self.first = f"continue {next(ready, 0)}"

    @property
    def title(self) -> str:
        return self.ui.texts("Matches")

    def content(self, width: float) -> Node:
        gap = self.look.theme.sizes.gap
        cards = (self._card(kept, width) for kept in self._kept)
        return column(self._note(width), *cards, gap=gap, name="content")

    def _note(self, width: float) -> Node:
        texts, show = self.ui.texts, self._navigator.show_records
        said = texts("Matches are saved after every move until they end.")
        if not self._navigator.has_records:
            return self.note(said, width)
        played = self.button(texts("Played matches"), show, name="played")
        return self.note(said, width, played)

    def _describe(self, kept: SaveInfo) -> SaveWords:
        navigator, texts = self._navigator, self.ui.texts
        day, own = navigator.today(), navigator.profile.seat_names
        return describe_save(kept, texts, day, navigator.name_occasion, own=own)

    def _card(self, kept: SaveInfo, width: float) -> Panel:
        told, game = self._describe(kept), ""
        if kept.saved is not None:
            game = self._navigator.box[kept.saved.match.game.name].face().title(self.ui.texts)
        lines = (
            (told.people, "heading"),
            (told.begun, "body"),
            (" · ".join(filter(None, (game, told.rules))), "body"),
            (told.standing, "body"),
            (told.trouble, "body"),
            (told.played, "note"),
        )

        def words(room: float) -> Node:
            labels = (
                Label(self.look, line, self._fitting(line, style, room), max_width=room, wraps=True)
                for line, style in lines
                if line
            )
            return column(*labels, gap=4.0 * self.zoom, name="words")

        people = self._people(kept, width)
        return self.card(f"match {kept.number}", words, self._buttons(kept), width, people)

    def _people(self, kept: SaveInfo, width: float) -> Node | None:
        """Return the portraits with what each has so far; None where no one knows who played."""
        saved, navigator = kept.saved, self._navigator
        if saved is None:
            return None
        story = navigator.box[saved.match.game.name].face().story
        counts = story.match_line(self.ui.texts, observe_for_all(saved)).counts
        seats = navigator.profile.faced(build_seats(saved))
        return build_people(self.ui, seats, width, counts)

    def _fitting(self, line: str, style: str, room: float) -> str:
        """Return a style in which every word has room; names may be long."""
        for each in (style, "body", "small"):
            if all(Label(self.look, word, each).size.w <= room for word in line.split()):
                return each
        return "note"

    def _buttons(self, kept: SaveInfo) -> list[Button]:
        texts, number = self.ui.texts, kept.number
        is_first = self.first == f"continue {number}"
        cross = build_glyph("cross", self.look.theme.colour("text_soft"))
        return [
            self.button(
                texts("Continue"),
                partial(self._navigator.resume, number),
                style="primary" if is_first else "plain",
                size=Size(_BUTTON * self.zoom if self.zoom < 1.3 else 0.0, 0.0),
                enabled=_can_go_on(kept),
                name=f"continue {number}",
            ),
            self.button(
                texts("Delete"),
                partial(self._ask, kept),
                icon=cross,
                style="quiet",
                enabled=not kept.is_elsewhere,
                name=f"delete {number}",
            ),
        ]

    # -- deleting ----------------------------------------------------------------------------

    def _ask(self, kept: SaveInfo) -> None:
        texts, match = self.ui.texts, self._describe(kept).sentence()
        ask(
            self.ui,
            texts("Delete this match?"),
            texts("This can’t be undone: {match}.", match=match),
            yes=texts("Delete"),
            no=texts("Keep it"),
            on_yes=partial(self._delete, kept.number),
        )

    def _delete(self, number: int) -> None:
        place = [kept.number for kept in self._kept].index(number)
        self._navigator.delete_match(number)
        self._kept = self._navigator.match_service.store.kept()
        if not self._kept:
            self.leave()
            return
        after = self._kept[min(place, len(self._kept) - 1)].number
        self.rebuild(f"continue {after}")


def _can_go_on(kept: SaveInfo) -> bool:
    return kept.saved is not None and not kept.is_elsewhere
