"""Base classes of the program's navigation and of features, and the features' tiles on the title.

The daily deal, puzzles, lessons, replays and the profile are features.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from math import ceil
from typing import Any, Final, NamedTuple, TypeVar

import pygame

from red7_desktop.app.library.library import Library, RunningMatch, TooManyMatchesError
from red7_desktop.app.matches import match_desk, setups
from red7_desktop.app.profile.own_profile import OwnProfile
from red7_desktop.app.table.mode import FollowUp, TableMode
from red7_desktop.games.registry import Catalogue
from red7_desktop.kit import game_view, setup, storage
from red7_desktop.kit.pages import forms, notices, page
from red7_desktop.kit.pages.page import Page
from red7_desktop.kit.presentation import Presentation
from red7_desktop.kit.ui import Screen, Ui
from red7_desktop.play.ai import Adviser, Reviewer, Seat
from red7_desktop.play.session import Session
from red7_desktop.scene import boxes, geometry, pictures
from red7_desktop.scene.node import Node
from red7_desktop.scene.theme import ResolvedTheme
from red7_desktop.scene.widgets.button import Button, get_button_gap
from red7_desktop.scene.widgets.widget import Label
from red7_desktop.tabletop import files, game, match

T = TypeVar("T")


class Navigator(ABC):
    """Opens screens and pages, and has the services that they share. The program implements it.

    Attributes:
        ui: Widgets, texts and settings.
        catalogue: All games.
        paths: Paths of the program's files.
        notices: Shows toasts and messages.
        presentation: Keeps the UI up to date with settings and games.
        library: Stores matches and players.
        match_service: Starts and ends matches.
        setups: The last set-up of each game.
        profile: The profile of the default player.
        features: All features.
        writes: Thread that writes files.
        screen: The screen below all open pages.
        pages: Pages above the screen.
        pixels: The window's surface, None before the first frame.
        today: Returns the date.
        new_number: Returns a random integer from 0 to below its argument.
    """

    ui: Ui
    catalogue: Catalogue
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
        """Show a screen in place of the current one."""

    @abstractmethod
    def show_title(self) -> None:
        """Show the title screen; a running match stays saved."""

    @abstractmethod
    def show_new_game(self, game: str | None = None) -> None:
        """Show the page for a new match, with the set-up that was used last for the game.

        Args:
            game: Name of the game; None for the game that was set up last.
        """

    @abstractmethod
    def show_rules(
        self, page: str = game_view.OVERVIEW, view: game_view.GameView | None = None
    ) -> None:
        """Show a page of a game's rules above the screen, by default of the game shown last."""

    @abstractmethod
    def check_fairness(
        self, game: str, played: match.Match | None = None, seats: tuple[Seat, ...] = ()
    ) -> None:
        """Open the page that checks whether AI players use cards that are hidden from them.

        Args:
            game: Name of the game.
            played: The match to check; None for the newest recorded match of the game.
            seats: Players of the match's seats.
        """

    @abstractmethod
    def show_settings(self) -> None:
        """Show the settings above the screen."""

    @abstractmethod
    def show_profile(self) -> None:
        """Show the profile of the default player."""

    @abstractmethod
    def show_matches(self) -> None:
        """Show the list of running matches. If there are none, show the finished matches."""

    @abstractmethod
    def show_played(self, uid: str) -> None:
        """Show the replay of a finished match, given by its id in the library."""

    @abstractmethod
    def show_records(self) -> None:
        """Show the finished matches."""

    @property
    @abstractmethod
    def has_records(self) -> bool:
        """Whether there are any finished matches with a record."""

    @abstractmethod
    def quit(self) -> None:
        """Exit; the match stays saved. If it can't be saved, ask first."""

    # -- matches -------------------------------------------------------------------------------

    @abstractmethod
    def open_table(self, session: Session, restore: Callable[[Any], None] | None = None) -> None:
        """Show the table of a match.

        Args:
            session: The match.
            restore: Restores a table's earlier state, None for a new table.
        """

    @abstractmethod
    def show_replay(self, restore: Callable[[Any], None]) -> None:
        """Show the replay of the running match up to now; leaving it returns to the match."""

    @abstractmethod
    def make_reviewer(self, match: match.Match) -> Reviewer:
        """Create the reviewer, which compares the turns of a match with the adviser's."""

    def open_page(self, page: Page) -> None:
        """Open a page above the screen, and close the page that is open."""
        self.pages.close()
        self.pages.show(page)

    def close_page(self) -> None:
        """Close the page above the screen."""
        self.pages.close()

    @abstractmethod
    def make_adviser(self, game: str) -> Adviser:
        """Create the adviser that gives hints in a game."""

    def play(self, setup: setup.GameSetup) -> None:
        """Start a new match; other matches stay saved."""
        gather = first_not_none(each.find_lobby(setup) for each in self.features)
        if gather is not None:
            gather()
            return
        named = self.profile.with_own_name(setup)
        self.start_match(lambda: self.match_service.begin(named, self.ui.texts))

    def rematch(self) -> None:
        """Start another match with the same seats and options, and a new deal."""
        self.start_match(self.match_service.rematch)

    def start_match(self, begin: Callable[[], Session]) -> None:
        """Start a match. If there are too many running matches, offer to delete one."""
        try:
            session = begin()
        except TooManyMatchesError:
            self._ask_for_room(begin)
        else:
            self.open_table(session)

    def _ask_for_room(self, begin: Callable[[], Session]) -> None:
        """Ask whether to delete the match played longest ago, because no more can be saved.

        If the user agrees, delete that match and start the new match. Matches that another running
        instance of the program is playing are never offered for deletion.

        Args:
            begin: Creates the new match and returns its session.
        """
        texts = self.ui.texts
        kept = self.library.list_running()
        self.show_title()
        oldest = next((each for each in reversed(kept) if not each.is_in_use), None)
        title = texts("No room for another match")
        if oldest is None:
            page.show_message(self.ui, title, texts("All saved matches are open in other windows."))
            return

        def make_room() -> None:
            if self.delete_match(oldest.uid):
                self.start_match(begin)

        message = texts(
            "No more matches can be saved. Delete the oldest ({match}) to start, or choose "
            "another under Matches.",
            match=self.describe_match(oldest).sentence(),
        )
        page.ask(self.ui, title, message, yes=texts("Delete it and start"), on_yes=make_room)

    def resume(self, uid: str | None = None) -> None:
        """Continue a running match, or show why it can't be continued.

        Args:
            uid: Identifier of the match, None for the match that was played last.
        """
        texts = self.ui.texts
        try:
            session = self.match_service.resume(uid)
        except (files.FileReadError, match.DamagedSaveError) as error:
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
        return match_desk.describe_save(
            kept, self.ui.texts, self.today(), self.catalogue, named, own
        )

    def delete_match(self, uid: str) -> bool:
        """Delete a running match, or show why it can't be deleted; return True if it was."""
        try:
            self.library.delete(uid)
        except (storage.LockHeld, files.FileWriteError) as error:
            self.notices.match_not_deleted(error)
            return False
        return True

    def give_up(self) -> None:
        """Abandon the match without keeping it, and show the title."""
        self.match_service.give_up()
        self.show_title()

    def save_record(self) -> None:
        """Write the record of the match to a file, and show where it is."""
        write = self.match_service.record_writer(self.paths.records, self.today())
        self.writes.write(write, self.notices.record_not_saved, self.notices.record_saved)

    @property
    def has_matches(self) -> bool:
        """Whether there are any saved matches, running or finished."""
        return self.library.has_running or self.has_records

    def choose_game(self, game: str, options: game.Options | None = None) -> None:
        """Select a game: the title screen shows it first, and its cards decorate the pages.

        Args:
            game: Name of the game.
            options: Options of a match, if they affect the look of the cards.
        """
        self.presentation.set_game(self.catalogue[game].view(), options)
        if game != self.setups.last:
            self.save_setup(self.setups.of(game))

    def save_setup(self, setup: setup.GameSetup) -> None:
        """Remember a set-up for the next match; show an error if it can't be stored."""
        self.setups.keep(setup, self.notices.setup_not_kept)

    def close_records(self) -> None:
        """Leave the list of finished matches.

        Show the list of running matches, or the title screen if no match is running.
        """
        if self.library.has_running:
            self.show_matches()
        else:
            self.show_title()

    def name_occasion(self, begun: match_desk.Occasion) -> str:
        """Return a label for a match's purpose, e.g. "Challenge"; "" for an ordinary match."""
        return next(filter(None, (each.name_occasion(begun) for each in self.features)), "")


def first_not_none(found: Iterable[T | None]) -> T | None:
    """Return the first value that isn't None, such as the first answer of several features."""
    return next((each for each in found if each is not None), None)


class SetupSuggestion(NamedTuple):
    """A suggestion on the page where a match is set up, such as to learn the game first.

    Attributes:
        label: Label of the button.
        take: Called when the button is pressed.
        title: Title of the suggestion.
        about: Description below the title.
    """

    label: str
    take: Callable[[], None]
    title: str
    about: str


class Feature:
    """Base class of the program's parts beyond plain matches, such as lessons and puzzles.

    The program calls each method on all features in turn. A method that a subclass doesn't override
    does nothing. Subclasses import slow modules on first use.

    Attributes:
        is_ticking: Whether `tick` does anything; if not, the program doesn't call it.
    """

    def __init__(self, navigator: Navigator) -> None:
        self.navigator = navigator
        self.ui = navigator.ui
        self.catalogue = navigator.catalogue
        self.is_ticking = type(self).tick is not Feature.tick

    @property
    def needs_tick(self) -> bool:
        return False

    def cancel_work(self) -> None:
        """Cancel work that would delay the program's exit; called before the last saves."""

    def prepare(self) -> None:
        """Start background work that will be needed soon; called after the first frame."""

    def list_tiles(self, game: str) -> Sequence[FeatureTile]:
        """Return the tiles that the feature adds to a game's part of the title screen."""
        return ()

    @property
    def tile_state(self) -> object:
        """A value that changes whenever the tiles have to be built again."""
        return None

    def handle_event(self, event: pygame.Event) -> bool:
        return False

    def make_suggestion(self, game: str) -> SetupSuggestion | None:
        """Return a suggestion to show while a match is set up, such as to learn the game first.

        Args:
            game: Name of the game.

        Returns:
            The suggestion with its button; None if the feature has none.
        """
        return None

    def explain_refusal(self, setup: setup.GameSetup) -> str:
        """Return why a challenge (a deal sent by a friend) can't be played yet, "" if it can."""
        return ""

    def find_lobby(self, setup: setup.GameSetup) -> Callable[[], None] | None:
        """Return a function that opens the lobby, the page on which users of phones join.

        Args:
            setup: The set-up of a new match.

        Returns:
            The function; None if the match has no seats for phones.
        """
        return None

    def make_mode(self, session: Session) -> TableMode | None:
        """Return the object that adapts the table to a match, such as to a lesson or a puzzle.

        None if this feature didn't start the match.
        """
        return None

    def find_follow_up(self, session: Session) -> FollowUp | None:
        """Return the button to continue after a match's end, such as "Try again" of a puzzle.

        None if this feature didn't start the match.
        """
        return None

    def name_occasion(self, begun: match_desk.Occasion) -> str:
        """Return a label for a match's purpose; "" if this feature didn't start the match."""
        return ""

    def end_match(self, session: Session, uid: str) -> None:
        """Store what this feature keeps about a match that was finished or abandoned.

        The program has already stored the match's result, or deleted a match without steps.

        Args:
            session: The match.
            uid: The match's identifier in the library.
        """

    def tick(self) -> None:
        """Check timers and background work; called once a frame."""

    def close(self) -> None:
        """Write the feature's unsaved data and stop its work, because the program exits."""


_LEAST: Final = 225.0
"""Minimum width of a tile, in design units at zoom 1."""
_DISC: Final = 52.0
_BAR: Final = 6.0


class FeatureTile(NamedTuple):
    """A tile on the title screen.

    Attributes:
        name: Name of the tile's node.
        title: Title on the tile.
        open: Called when the tile is pressed.
        lines: Short sentences below the title, the most important first.
        share: Progress from 0 to 1, None for no progress bar.
        picture: Picture beside the title, in a disc; None for no disc.
        tint: Returns the colour of the ring around the disc.
        caption: Builds a node of a given width to show below `lines`.
        weight: Share of a row's width, relative to the other tiles in the row.
        has_cards: Whether cards of the game are shown beside `lines`, if there is room.
    """

    name: str
    title: str
    open: Callable[[], None]
    lines: tuple[str, ...] = ()
    share: float | None = None
    picture: pictures.Picture | None = None
    tint: Callable[[ResolvedTheme], pictures.Colour] = lambda look: look.theme.colour("accent")
    caption: Callable[[ResolvedTheme, float], Node] | None = None
    weight: float = 1.0
    has_cards: bool = False

    def width(self, look: ResolvedTheme) -> float:
        title = Label(look, self.title, "heading").size
        sizes = look.theme.sizes
        if self.picture is None:
            disc = 0.0
        else:
            disc = title.h + sizes.gap
        return disc + title.w + 2 * sizes.padding


def lay_out_tiles(look: ResolvedTheme, tiles: Sequence[FeatureTile], room: geometry.Size) -> Node:
    """Return a node with the tiles in as few rows as possible.

    If tiles with title and text are higher than `room`, the text is left out. Pictures are left
    out too if that saves a row.
    """
    bare = [tile._replace(picture=None) for tile in tiles]
    found = Node()
    for has_lines in (True, False):
        rows = _split_tiles(look, tiles, room.w, has_lines=has_lines)
        if not has_lines:
            rows = min(rows, _split_tiles(look, bare, room.w, has_lines=False), key=len)
        gap = get_button_gap(look)
        lines = [
            boxes.row(*_build_line(look, line, wide, has_lines=has_lines), gap=gap)
            for line, wide in rows
        ]
        found = boxes.column(*lines, gap=gap, name="tiles")
        if found.size.h <= room.h:
            break
    return found


def _split_tiles(
    look: ResolvedTheme, tiles: Sequence[FeatureTile], width: float, *, has_lines: bool
) -> list[tuple[Sequence[FeatureTile], Sequence[float]]]:
    """Distribute tiles over as few rows as possible.

    Returns:
        For each row its tiles, and the width of each tile.
    """
    for count in [ceil(len(tiles) / rows) for rows in range(1, len(tiles) + 1)]:
        shown = [tiles[place : place + count] for place in range(0, len(tiles), count)]
        widths = [_share_width(look, each, width, has_lines=has_lines) for each in shown]
        rows = list(zip(shown, widths, strict=True))
        if count == 1 or all(
            has >= (_LEAST * look.theme.zoom if has_lines else tile.width(look))
            for line, wide in rows
            for tile, has in zip(line, wide, strict=True)
        ):
            break
    return rows


def _share_width(
    look: ResolvedTheme, tiles: Sequence[FeatureTile], width: float, *, has_lines: bool
) -> Sequence[float]:
    """Divide a row's width among its tiles.

    If the tiles show lines of text, the width is divided in proportion to `FeatureTile.weight`.
    Otherwise each tile is as wide as its content plus an equal share of the width that is left.
    """
    free = width - get_button_gap(look) * (len(tiles) - 1)
    if has_lines:
        side = _DISC * look.theme.zoom + look.theme.sizes.gap
        heads = [
            (side if tile.picture is not None else 0.0)
            + Label(look, tile.title, "heading").size.w
            + 2 * look.theme.sizes.padding
            for tile in tiles
        ]
        return share_by_weight(free, [tile.weight for tile in tiles], heads)
    needed = [tile.width(look) for tile in tiles]
    spare = (free - sum(needed)) / len(tiles)
    return [each + spare for each in needed]


def share_by_weight(length: float, weights: Sequence[float], least: Sequence[float]) -> list[float]:
    """Divide a length in proportion to weights, but make no part smaller than its minimum.

    If the length is too small for all minimums together, the minimums are ignored.

    >>> share_by_weight(60.0, [1.0, 2.0, 3.0], [5.0, 5.0, 5.0])
    [10.0, 20.0, 30.0]
    >>> share_by_weight(60.0, [1.0, 2.0, 3.0], [15.0, 5.0, 5.0])
    [15.0, 18.0, 27.0]
    >>> share_by_weight(60.0, [1.0, 2.0, 3.0], [30.0, 30.0, 30.0])
    [10.0, 20.0, 30.0]
    """
    fixed: set[int] = set()
    while True:
        rest = [nth for nth in range(len(weights)) if nth not in fixed]
        whole = sum(weights[nth] for nth in rest)
        left = length - sum(least[nth] for nth in fixed)
        short = {nth for nth in rest if left * weights[nth] / whole < least[nth]}
        if not short:
            break
        fixed |= short
        if len(fixed) == len(weights):  # All minimums together exceed the length: ignore them.
            fixed.clear()
            left = length
            whole = sum(weights)
            break
    return [
        least[nth] if nth in fixed else left * weight / whole for nth, weight in enumerate(weights)
    ]


def _build_line(
    look: ResolvedTheme, tiles: Sequence[FeatureTile], widths: Sequence[float], *, has_lines: bool
) -> Iterator[Button]:
    insides = [
        _build_inside(look, tile, wide, has_lines=has_lines)
        for tile, wide in zip(tiles, widths, strict=True)
    ]
    high = max(inside.size.h for inside in insides)
    for tile, inside in zip(tiles, insides, strict=True):
        size = geometry.Size(inside.size.w, high)
        button = Button(look, "", tile.open, style="menu", name=tile.name, size=size)
        boxes.put(inside, button, y=0.0 if has_lines else 0.5)
        yield button


def _build_inside(look: ResolvedTheme, tile: FeatureTile, width: float, *, has_lines: bool) -> Node:
    """Return the content of a tile, which is `width` wide including the padding."""
    theme = look.theme
    gap = theme.sizes.gap
    wide = width - 2 * theme.sizes.padding
    head: Node = Label(look, tile.title, "heading")
    side = _DISC * theme.zoom if has_lines else head.size.h
    if tile.picture is not None and side + gap + head.size.w <= wide:
        head = boxes.row(build_disc(look, tile.picture, tile.tint(look), side), head, gap=gap)
    else:
        head = Label(look, tile.title, "heading", max_width=wide, wraps=True)
    parts: list[Node | float] = [head]
    if has_lines:
        for nth, line in enumerate(tile.lines):
            style = "note" if nth else "row"
            label = Label(look, line, style, max_width=wide, wraps=True, name="line")
            parts += [gap / 3 if nth else gap, label]
        text = boxes.column(*parts)
        if tile.has_cards and text.size.w + 1.5 * text.size.h <= wide:
            fan = Node(name="tile cards", size=geometry.Size(1.4 * text.size.h, text.size.h))
            text = boxes.row(text, fan, width=wide)
        parts = [text, gap]
        parts += [tile.caption(look, wide)] if tile.caption is not None else []
        parts += (
            [forms.build_progress_bar(look, tile.share, wide, tile.tint(look), height=_BAR)]
            if tile.share is not None
            else []
        )
    return boxes.pad(boxes.column(*parts, gap=gap, width=wide), theme.sizes.padding)


def build_disc(
    look: ResolvedTheme, picture: pictures.Picture, colour: pictures.Colour, side: float
) -> Node:
    """Return a disc with a picture and a coloured ring."""
    ground = look.theme.colour("avatar").mixed(colour, 0.10)
    sign = boxes.square(0.72 * side, picture, "picture")
    return boxes.circle(side, ground, colour, max(2.0, side * 0.045), sign=sign, name="disc")


CLIMB: Final = "climb"
"""First word of a saved match's occasion (the text that says what the match was started for) if the
match belongs to a climb through the AI levels. Also the kind of profile events about climbs."""
PHONES: Final = "phones"
"""Key in a save for the seats that play on phones."""
FIRST_GAME: Final = "first game"
"""Occasion (the text in a save that says what the match was started for) of a new user's first
match. Also the key of this match in the list of lessons."""
_SEAT_COLOUR: Final = "C"
"""Letter of the seat whose colour is also the colour of lessons and puzzles."""


def tint(look: ResolvedTheme) -> pictures.Colour:
    """Return the theme colour of lessons and puzzles."""
    return look.theme.swatch("seats", _SEAT_COLOUR)
