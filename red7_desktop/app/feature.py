"""What leads from page to page, what a feature is, and its tile on the title.

Daily deal, puzzles, lessons, replays and profile are features. None of them knows who asks it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from math import ceil
from typing import Any, Final, NamedTuple, TypeVar

import pygame

from red7_desktop.app.library.library import Library, NoRoom, RunningMatch
from red7_desktop.app.matches import match_desk, setups
from red7_desktop.app.profile.own_profile import OwnProfile
from red7_desktop.app.table.mode import NextStep, TableMode
from red7_desktop.games.registry import Box
from red7_desktop.kit import game_view, setup, storage
from red7_desktop.kit.pages import forms, notices, page
from red7_desktop.kit.pages.page import Page
from red7_desktop.kit.presentation import Presentation
from red7_desktop.kit.ui import Screen, Ui
from red7_desktop.play.ai import Adviser, Reviewer, Seat
from red7_desktop.play.session import Session
from red7_desktop.scene import boxes, geometry, pictures
from red7_desktop.scene.node import Node
from red7_desktop.scene.theme import Look
from red7_desktop.scene.widgets.button import Button, get_button_gap
from red7_desktop.scene.widgets.widget import Label
from red7_desktop.tabletop import files, game, match

T = TypeVar("T")


class Navigator(ABC):
    """Leads from page to page, and has what they all share. The program is one.

    presentation: keeps the ui up to date. library: stores matches and people. match_service: begins
    and ends matches. setups: last of each game. profile: of who plays here. writes: where files
    are written. screen: what is shown, below the pages that lie above it. pixels: the window's,
    None before the first frame. today: gives the date. new_number: gives a number below its
    argument, at random.
    """

    ui: Ui
    box: Box
    paths: storage.Paths
    notices: notices.Notices
    presentation: Presentation
    library: Library
    match_service: match_desk.MatchService
    setups: setups.SetupStore
    profile: OwnProfile
    features: Sequence[Feature]
    writes: storage.Worker
    screen: Screen
    pages: page.PageStack
    pixels: pygame.Surface | None
    today: Callable[[], date]
    new_number: Callable[[int], int]

    # -- screens and pages ---------------------------------------------------------------------

    @abstractmethod
    def show(self, screen: Screen) -> None:
        """Put a screen in the place of the one that is shown."""

    @abstractmethod
    def show_title(self) -> None:
        """Show the title; a match that is going on stays kept."""

    @abstractmethod
    def show_new_game(self, game: str | None = None) -> None:
        """Show the set-up of a new game, as it was the last time; of the last game by default."""

    @abstractmethod
    def show_rules(
        self, page: str = game_view.OVERVIEW, face: game_view.GameView | None = None
    ) -> None:
        """Show a page of a game's rules above whatever is shown; usually of the game shown last."""

    @abstractmethod
    def check_fairness(
        self, game: str, played: match.Match | None = None, seats: tuple[Seat, ...] = ()
    ) -> None:
        """Check that AI players choose alike whatever they can't see.

        Args:
            game: Name of the game.
            played: The match to check; None for the newest of the game that is on record.
            seats: Who sat there.
        """

    @abstractmethod
    def show_settings(self) -> None:
        """Show the settings above whatever is shown."""

    @abstractmethod
    def show_profile(self) -> None:
        """Show the profile of the player here."""

    @abstractmethod
    def show_matches(self) -> None:
        """Show all matches that go on, and where there are none, those that are over."""

    @abstractmethod
    def show_played(self, uid: str) -> None:
        """Show the replay of a match that is over, by its identity in the library."""

    @abstractmethod
    def show_records(self) -> None:
        """Show the matches that are over."""

    @property
    @abstractmethod
    def has_records(self) -> bool:
        """Whether there are any."""

    @abstractmethod
    def quit(self) -> None:
        """Stop; the match stays kept. Where it cannot be, ask first."""

    # -- matches -------------------------------------------------------------------------------

    @abstractmethod
    def open_table(self, session: Session, restore: Callable[[Any], None] | None = None) -> None:
        """Show the table of a match. restore: puts the table as it was left."""

    @abstractmethod
    def look_back(self, restore: Callable[[Any], None]) -> None:
        """Show what is over of the match that is played; whoever leaves that goes back to it."""

    @abstractmethod
    def make_reviewer(self, match: match.Match) -> Reviewer:
        """Make who looks back at the turns of a match."""

    def open_page(self, page: Page) -> None:
        """Open a page above whatever is shown, in the place of the one that is open there."""
        self.pages.close()
        self.pages.show(page)

    def close_page(self) -> None:
        """Close the page that lies above whatever is shown."""
        self.pages.close()

    @abstractmethod
    def make_adviser(self, game: str) -> Adviser:
        """Make what gives hints at a game."""

    def play(self, setup: setup.GameSetup) -> None:
        """Begin a new match; the others stay kept."""
        gather = first(each.find_lobby(setup) for each in self.features)
        if gather is not None:
            gather()
            return
        named = self.profile.seated_in(setup)
        self.begin(lambda: self.match_service.begin(named, self.ui.texts))

    def rematch(self) -> None:
        """Begin another match of the same people, by the same rules, with a new deal."""
        self.begin(self.match_service.rematch)

    def begin(self, begin: Callable[[], Session]) -> None:
        """Begin a match, or ask which one may go where too many are running."""
        try:
            session = begin()
        except NoRoom:
            self._ask_for_room(begin)
        else:
            self.open_table(session)

    def _ask_for_room(self, begin: Callable[[], Session]) -> None:
        """Name what was played longest ago, and delete it once that is agreed to.

        What another copy of the program plays is not offered.
        """
        texts = self.ui.texts
        kept = self.library.list_running()
        self.show_title()
        oldest = next((each for each in reversed(kept) if not each.is_elsewhere), None)
        title = texts("No room for another match")
        if oldest is None:
            page.show_message(self.ui, title, texts("All saved matches are open in other windows."))
            return

        def make_room() -> None:
            if self.delete_match(oldest.uid):
                self.begin(begin)

        message = texts(
            "No more matches can be saved. Delete the oldest ({match}) to start, or choose "
            "another under Matches.",
            match=self.describe_match(oldest).sentence(),
        )
        page.ask(self.ui, title, message, yes=texts("Delete it and start"), on_yes=make_room)

    def resume(self, uid: str | None = None) -> None:
        """Continue a running match, or show why that can't be done.

        Args:
            uid: Which one; None for the one that was played last.
        """
        texts = self.ui.texts
        try:
            session = self.match_service.resume(uid)
        except (files.CannotRead, match.DamagedSave) as error:
            why = notices.explain_error(error, texts)
            message = texts("The saved match can’t be read: {why}", why=why)
        except storage.LockHeld:
            message = texts("This match is being played in another window.")
        else:
            self.open_table(session)
            return
        page.show_message(self.ui, texts("Continue"), message)

    def describe_match(self, kept: RunningMatch) -> match_desk.SaveWords:
        own = self.profile.seat_names
        named = self.name_occasion
        return match_desk.describe_save(kept, self.ui.texts, self.today(), self.box, named, own)

    def delete_match(self, uid: str) -> bool:
        """Delete a running match, or show why that can't be done; return whether it is gone."""
        try:
            self.library.delete(uid)
        except (storage.LockHeld, files.CannotWrite) as error:
            self.notices.match_not_deleted(error)
            return False
        return True

    def give_up(self) -> None:
        """Go to the title; nothing is kept of the match."""
        self.match_service.give_up()
        self.show_title()

    def save_record(self) -> None:
        """Write the record of the match to a file, and say where it is."""
        write = self.match_service.record_writer(self.paths.records, self.today())
        self.writes.write(write, self.notices.record_not_saved, self.notices.record_saved)

    @property
    def has_matches(self) -> bool:
        """Whether any match is kept, be it over or not."""
        return self.library.has_running or self.has_records

    def choose_game(self, game: str, options: game.Options | None = None) -> None:
        """Let the pages around the table show a game's cards, and the title begin with it.

        options: of a match, for cards that look as it wants them.
        """
        self.presentation.choose(self.box[game].face(), options)
        if game != self.setups.last:
            self.keep_setup(self.setups.of(game))

    def keep_setup(self, setup: setup.GameSetup) -> None:
        """Keep a set-up for the next time; tell where that cannot be done."""
        self.setups.keep(setup, self.notices.setup_not_kept)

    def leave_records(self) -> None:
        """Go back from the matches that are over: to those that are not, or to the title."""
        if self.library.has_running:
            self.show_matches()
        else:
            self.show_title()

    def name_occasion(self, begun: match_desk.Occasion) -> str:
        """Return what a match was begun for, "" for nothing else than to be played."""
        return next(filter(None, (each.name_occasion(begun) for each in self.features)), "")


def first(found: Iterable[T | None]) -> T | None:
    """Return the first that there is, such as the first answer of several features."""
    return next((each for each in found if each is not None), None)


class SetupOffer(NamedTuple):
    """What is offered besides a new match. words: on its button; title, about: what it is."""

    words: str
    take: Callable[[], None]
    title: str
    about: str


class Feature:
    """Something besides matches. The program asks each in turn; this one answers nothing.

    What takes long to load is loaded when it is wanted.
    """

    def __init__(self, navigator: Navigator) -> None:
        self.navigator = navigator
        self.ui = navigator.ui
        self.box = navigator.box

    @property
    def is_waiting(self) -> bool:
        return False

    def hurry(self) -> None:
        """Stop what would keep the program from ending; called before the last things are saved."""

    def prepare(self) -> None:
        """Begin in the background with what will be wanted soon; called after the first frame."""

    def list_tiles(self, game: str) -> Sequence[FeatureTile]:
        """Return what leads here from the title, where a game is chosen."""
        return ()

    @property
    def known(self) -> object:
        """What is known here: once that is something else, the tiles may be others."""
        return None

    def take(self, event: pygame.Event) -> bool:
        return False

    def make_offer(self, game: str) -> SetupOffer | None:
        """Offer something to those who set up a match of a game; None for nothing."""
        return None

    def find_lobby(self, setup: setup.GameSetup) -> Callable[[], None] | None:
        """Return what opens before a match where people have to come first; None for no need."""
        return None

    def make_mode(self, session: Session) -> TableMode | None:
        """Return what drives a table besides hands; None for a table that is not this one's."""
        return None

    def find_next_step(self, session: Session) -> NextStep | None:
        """Return what leads on from the end of a match; None where it is another's."""
        return None

    def name_occasion(self, begun: match_desk.Occasion) -> str:
        """Return what a match was begun for, "" for one that is not this one's."""
        return ""

    def end_match(self, session: Session, uid: str) -> None:
        """Called with a match that is over or given up, and its identity in the library."""

    def tick(self) -> None:
        """Tell of what has been done, and of trouble; called once a frame."""

    def close(self) -> None:
        """Write what is left and stop."""


_LEAST: Final = 225.0
"""A tile is no narrower than this, at the theme's zoom 1."""
_DISC: Final = 52.0
_BAR: Final = 6.0


class FeatureTile(NamedTuple):
    """What a tile shows, and where it leads. name: of its node.

    lines: short sentences; the first is the one that matters. share: how much is done there, to 1.
    picture: lies in a disc, in a ring of the colour that `tint` gives. foot: makes what lies below
    the lines, in a width. weight: how wide it is next to others. has_cards: whether some of the
    game's lie at the right of the lines, where there is room.
    """

    name: str
    title: str
    open: Callable[[], None]
    lines: tuple[str, ...] = ()
    share: float | None = None
    picture: pictures.Picture | None = None
    tint: Callable[[Look], pictures.Colour] = lambda look: look.theme.colour("accent")
    foot: Callable[[Look, float], Node] | None = None
    weight: float = 1.0
    has_cards: bool = False

    def width(self, look: Look) -> float:
        title = Label(look, self.title, "heading").size
        sizes = look.theme.sizes
        if self.picture is None:
            disc = 0.0
        else:
            disc = title.h + sizes.gap
        return disc + title.w + 2 * sizes.padding


def lay_out_tiles(look: Look, tiles: Sequence[FeatureTile], room: geometry.Size) -> Node:
    """Return tiles in rows as wide as a room.

    They stand in one row where they have the width for it, in more of as many otherwise; where
    they would be too high with their lines, they have only their titles.
    """
    found = Node()
    for is_told in (True, False):
        for count in [ceil(len(tiles) / rows) for rows in range(1, len(tiles) + 1)]:
            shown = [tiles[place : place + count] for place in range(0, len(tiles), count)]
            widths = [_share_width(look, each, room.w, is_told=is_told) for each in shown]
            if count == 1 or all(
                has >= (_LEAST * look.theme.zoom if is_told else tile.width(look))
                for line, wide in zip(shown, widths, strict=True)
                for tile, has in zip(line, wide, strict=True)
            ):
                break
        gap = get_button_gap(look)
        lines = [
            boxes.row(*_build_line(look, line, wide, is_told=is_told), gap=gap)
            for line, wide in zip(shown, widths, strict=True)
        ]
        found = boxes.column(*lines, gap=gap, name="tiles")
        if found.size.h <= room.h:
            break
    return found


def _share_width(
    look: Look, tiles: Sequence[FeatureTile], width: float, *, is_told: bool
) -> Sequence[float]:
    """Share a width out by weight; titles alone have what they need, and as much more each."""
    free = width - get_button_gap(look) * (len(tiles) - 1)
    if is_told:
        whole = sum(tile.weight for tile in tiles)
        return [free * tile.weight / whole for tile in tiles]
    needed = [tile.width(look) for tile in tiles]
    spare = (free - sum(needed)) / len(tiles)
    return [each + spare for each in needed]


def _build_line(
    look: Look, tiles: Sequence[FeatureTile], widths: Sequence[float], *, is_told: bool
) -> Iterator[Button]:
    insides = [
        _build_inside(look, tile, wide, is_told=is_told)
        for tile, wide in zip(tiles, widths, strict=True)
    ]
    high = max(inside.size.h for inside in insides)
    for tile, inside in zip(tiles, insides, strict=True):
        size = geometry.Size(inside.size.w, high)
        button = Button(look, "", tile.open, style="menu", name=tile.name, size=size)
        boxes.put(inside, button, y=0.0 if is_told else 0.5)
        yield button


def _build_inside(look: Look, tile: FeatureTile, width: float, *, is_told: bool) -> Node:
    """Return what lies on a tile of a width: its size is what the tile needs."""
    theme = look.theme
    gap = theme.sizes.gap
    wide = width - 2 * theme.sizes.padding
    head: Node = Label(look, tile.title, "heading")
    side = _DISC * theme.zoom if is_told else head.size.h
    if tile.picture is not None and side + gap + head.size.w <= wide:
        head = boxes.row(build_disc(look, tile.picture, tile.tint(look), side), head, gap=gap)
    else:
        head = Label(look, tile.title, "heading", max_width=wide, wraps=True)
    parts: list[Node | float] = [head]
    if is_told:
        for nth, line in enumerate(tile.lines):
            style = "note" if nth else "row"
            label = Label(look, line, style, max_width=wide, wraps=True, name="line")
            parts += [gap / 3 if nth else gap, label]
        told = boxes.column(*parts)
        if tile.has_cards and told.size.w + 1.5 * told.size.h <= wide:
            fan = Node(name="tile cards", size=geometry.Size(1.4 * told.size.h, told.size.h))
            told = boxes.row(told, fan, width=wide)
        parts = [told, gap]
        parts += [tile.foot(look, wide)] if tile.foot is not None else []
        parts += (
            [forms.build_progress_bar(look, tile.share, wide, tile.tint(look), height=_BAR)]
            if tile.share is not None
            else []
        )
    return boxes.pad(boxes.column(*parts, gap=gap, width=wide), theme.sizes.padding)


def build_disc(look: Look, picture: pictures.Picture, colour: pictures.Colour, side: float) -> Node:
    """Return a picture in a disc with a ring of a colour."""
    ground = look.theme.colour("avatar").mixed(colour, 0.10)
    sign = boxes.square(0.72 * side, picture, "picture")
    return boxes.circle(side, ground, colour, max(2.0, side * 0.045), sign=sign, name="disc")


PHONES: Final = "phones"
"""Under this key, a save keeps which seats play on phones."""
FIRST_GAME: Final = "first game"
"""The occasion of that match, and its key among the lessons."""
_COLOUR: Final = "C"
"""That of the tile on the title, a letter of the seats' colours."""


def tint(look: Look) -> pictures.Colour:
    """Return the colour of all that is about learning."""
    return look.theme.swatch("seats", _COLOUR)
