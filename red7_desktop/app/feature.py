"""What a feature is, what it gets, its tile on the title.

Daily deal, puzzles, lessons and profile are such; `Feature.doors` gives them for a game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, Protocol, TypeVar

from red7_desktop.app.table.mode import NextStep, TableMode
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import BoxPicture, Colour, Picture
from red7_desktop.scene.widgets.button import Button, get_button_gap
from red7_desktop.scene.widgets.widget import Label, Panel

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    import pygame

    from red7_desktop.app.features import ProfileFeature
    from red7_desktop.app.matches.match_desk import Occasion, TableFactory
    from red7_desktop.app.matches.matches import Matches
    from red7_desktop.games.registry import Box
    from red7_desktop.kit.game_view import GameView
    from red7_desktop.kit.look.card_art import CardArt
    from red7_desktop.kit.pages.notices import Notices
    from red7_desktop.kit.pages.page import Page
    from red7_desktop.kit.storage import Paths
    from red7_desktop.kit.ui import Screen, Ui
    from red7_desktop.play.session import Session
    from red7_desktop.scene.theme import Look


@dataclass(frozen=True, eq=False)
class Services:
    """What lies around every part in the program.

    asset: finds what came with the program. today: gives the date. new_number: gives a number below
    its argument, at random. game: gives the game that was chosen last; faces: its cards. screen:
    gives what is shown; pixels: the window's. lay: opens a page above it; close: closes that.
    """

    kit: Ui
    box: Box
    paths: Paths
    asset: Callable[..., Path]
    notices: Notices
    matches: Matches
    tables: TableFactory
    today: Callable[[], date]
    new_number: Callable[[int], int]
    game: Callable[[], str]
    faces: Callable[[GameView], CardArt]
    screen: Callable[[], Screen]
    pixels: Callable[[], pygame.Surface | None]
    lay: Callable[[Page], None]
    close: Callable[[], None]

    @cached_property
    def profile(self) -> ProfileFeature:
        """The part that keeps what is done in the others."""
        from red7_desktop.app.features import ProfileFeature

        return ProfileFeature(self)


class LoadedFeature(Protocol):
    """What lies behind an entrance."""

    @property
    def is_waiting(self) -> bool:
        """Whether something is being done whose outcome is told."""

    def tick(self) -> None:
        """Tell of what has been done, and of trouble; called once a frame."""

    def close(self) -> None:
        """Write what is left and stop."""


P = TypeVar("P", bound=LoadedFeature)


class SetupOffer(NamedTuple):
    """What is offered beside setting a match up. words: on its button; title, about: what it is."""

    words: str
    take: Callable[[], None]
    title: str
    about: str


class Feature(ABC, Generic[P]):
    """Passes on what is asked of a part, which is made when something is.

    `Features` asks every entrance in turn: with each event, each table and each frame.
    """

    def __init__(self, around: Services) -> None:
        self._around = around
        self._kit = around.kit
        self._box = around.box
        self._made: P | None = None

    @abstractmethod
    def _make(self) -> P:
        """Load the part, and make it."""

    @property
    def _part(self) -> P:
        if self._made is None:
            self._made = self._make()
        return self._made

    def open_ahead(self) -> None:
        """Begin in the background with what will be wanted soon; called after the first frame."""

    def doors(self, game: str) -> Sequence[FeatureTile]:
        """Return what leads here from the title, where a game is chosen."""
        return ()

    @property
    def known(self) -> object:
        """What is known here: once that is something else, the doors may be others."""
        return None

    def take(self, event: pygame.Event) -> bool:
        """Take an event that is for this part alone, such as a file dropped on the window."""
        return False

    def offer(self, game: str) -> SetupOffer | None:
        """Offer something to whoever would set up a match of a game; None for nothing."""
        return None

    def foot(self, session: Session) -> TableMode | None:
        """Give what lies below a table and drives it; None for a table that is not this part's."""
        return None

    def onward(self, session: Session) -> NextStep | None:
        """Give what leads on from the end of a round or match; None where it is not this part's."""
        return None

    def named(self, begun: Occasion) -> str:
        """Return what a match was begun for, "" for one that is not this part's."""
        return ""

    def over(self, session: Session) -> None:
        """Hear of a match that is over, or given up."""

    @property
    def is_waiting(self) -> bool:
        """Whether something is being done whose outcome is told."""
        return self._made is not None and self._made.is_waiting

    def tick(self) -> None:
        """Tell of what has been done, and of trouble."""
        if self._made is not None:
            self._made.tick()

    def close(self) -> None:
        """Write what is left and stop."""
        if self._made is not None:
            self._made.close()


_LEAST: Final = 225.0
"""A tile is no narrower than this, at the theme's zoom 1."""


_DISC: Final = 52.0


_BAR: Final = 6.0


def get_accent(look: Look) -> Colour:
    """Return the theme's accent."""
    return look.theme.colour("accent")


@dataclass(frozen=True)
class FeatureTile:
    """What a tile shows, and where it leads. name: of its node.

    lines: short sentences; the first is the one that matters. share: how much is done there, to 1.
    picture: lies in a disc, in a ring of the colour that `tint` gives. foot: makes what lies below
    the lines, in a width. weight: how wide it is beside others.
    """

    name: str
    title: str
    open: Callable[[], None]
    lines: tuple[str, ...] = ()
    share: float | None = None
    picture: Picture | None = None
    tint: Callable[[Look], Colour] = get_accent
    foot: Callable[[Look, float], Node] | None = None
    weight: float = 1.0


def lay_out_tiles(
    look: Look, doors: Sequence[FeatureTile], room: Size
) -> tuple[Sequence[Button], float]:
    """Lay tiles out from the corner of a room; give them, and how high they are together.

    They stand in one row where they have the width for it, in more of as many otherwise; where
    they would be too high with their lines, they have only their titles.
    """
    found: tuple[Sequence[Button], float] = (), 0.0
    for is_told in (True, False):
        for rows in range(1, len(doors) + 1):
            count = ceil(len(doors) / rows)
            if not _has_room(look, doors, count, room.w, is_told=is_told):
                continue
            found = _lay_in_rows(look, doors, count, room.w, is_told=is_told)
            if found[1] <= room.h:
                return found
            break
    return found


def _share_widths(
    look: Look, doors: Sequence[FeatureTile], width: float, *, is_told: bool
) -> Sequence[float]:
    """Share a width out by weight; titles alone have what they need, and as much more each."""
    free = width - get_button_gap(look) * (len(doors) - 1)
    if is_told:
        whole = sum(door.weight for door in doors)
        return [free * door.weight / whole for door in doors]
    needed = [_title_width(look, door) for door in doors]
    spare = (free - sum(needed)) / len(doors)
    return [each + spare for each in needed]


def _title_width(look: Look, door: FeatureTile) -> float:
    title, sizes = Label(look, door.title, "heading").size, look.theme.sizes
    disc = 0.0 if door.picture is None else title.h + sizes.gap
    return disc + title.w + 2 * sizes.padding


def _has_room(
    look: Look, doors: Sequence[FeatureTile], count: int, width: float, *, is_told: bool
) -> bool:
    """Whether rows of so many are wide enough for all."""
    if count == 1:
        return True
    for first in range(0, len(doors), count):
        shown = doors[first : first + count]
        wide = _share_widths(look, shown, width, is_told=is_told)
        usual = _LEAST * look.theme.zoom
        least = [usual if is_told else _title_width(look, each) for each in shown]
        if any(has < needs for has, needs in zip(wide, least, strict=True)):
            return False
    return True


def _lay_in_rows(
    look: Look, doors: Sequence[FeatureTile], count: int, width: float, *, is_told: bool
) -> tuple[Sequence[Button], float]:
    gap, top = get_button_gap(look), 0.0
    tiles: list[Button] = []
    for first in range(0, len(doors), count):
        shown = doors[first : first + count]
        insides = [
            _build_inside(look, door, wide, is_told=is_told)
            for door, wide in zip(
                shown, _share_widths(look, shown, width, is_told=is_told), strict=True
            )
        ]
        high, x = max(inside.size.h for inside in insides), 0.0
        for door, inside in zip(shown, insides, strict=True):
            size = Size(inside.size.w, high)
            tile = Button(look, "", door.open, style="menu", name=door.name, size=size)
            tile.position = Vec(x, top)
            if not is_told:
                inside.position = Vec(0.0, (high - inside.size.h) / 2)
            tile.add(inside)
            tiles.append(tile)
            x += size.w + gap
        top += high + gap
    return tiles, top - gap


def _build_inside(look: Look, door: FeatureTile, width: float, *, is_told: bool) -> Node:
    """Return what lies on a tile of a width: its size is what the tile needs."""
    theme = look.theme
    pad, gap = theme.sizes.padding, theme.sizes.gap
    node = Node(name="inside")
    left, top, wide = pad, pad, width - 2 * pad
    title = Label(look, door.title, "heading")
    side = _DISC * theme.zoom if is_told else title.size.h
    if door.picture is not None and side + gap + title.size.w <= wide:
        disc = _build_disc(look, door, side)
        disc.position = Vec(left, top)
        node.add(disc)
        title.position = Vec(left + side + gap, top + (side - title.size.h) / 2)
        top += side
    else:
        title = Label(look, door.title, "heading", max_width=wide, wraps=True)
        title.position = Vec(left, top)
        top += title.size.h
    node.add(title)
    for nth, line in enumerate(door.lines if is_told else ()):
        style = "row" if nth == 0 else "note"
        label = Label(look, line, style, max_width=wide, wraps=True, name="line")
        label.position = Vec(left, top + (gap if nth == 0 else gap / 3))
        top = label.position.y + label.size.h
        node.add(label)
    for foot in _build_feet(look, door, wide) if is_told else ():
        foot.position = Vec(left, top + gap)
        top = foot.position.y + foot.size.h
        node.add(foot)
    node.size = Size(width, top + pad)
    return node


def _build_disc(look: Look, door: FeatureTile, side: float) -> Node:
    colour = door.tint(look)
    ground = look.theme.colour("avatar").mixed(colour, 0.10)
    ring = BoxPicture(ground, side / 2, colour, max(2.0, side * 0.045))
    disc = Node(name="disc", size=Size(side, side), picture=ring)
    edge = 0.72 * side
    corner = Vec((side - edge) / 2, (side - edge) / 2)
    disc.add(Node(name="picture", picture=door.picture, size=Size(edge, edge), position=corner))
    return disc


def _build_feet(look: Look, door: FeatureTile, width: float) -> Iterator[Node]:
    if door.foot is not None:
        yield door.foot(look, width)
    if door.share is not None:
        high = _BAR * look.theme.zoom
        track = Panel(look, Size(width, high), "track", name="track")
        done = Panel(look, Size(max(high, door.share * width), high), "track_filled", name="done")
        done.picture = BoxPicture(door.tint(look), high / 2)
        done.visible = door.share > 0
        track.add(done)
        yield track


FIRST_GAME: Final = "first game"
"""The occasion of that match, and its key among the lessons."""


_COLOUR: Final = "C"
"""That of the tile on the title, a letter of the seats' colours."""


def tint(look: Look) -> Colour:
    """Return the colour of all that is about learning."""
    return look.theme.swatch("seats", _COLOUR)
