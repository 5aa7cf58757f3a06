"""Says who sits where: the words of a table's seats, relative to whoever looks.

Each game's own words build on these. Sentences are runs, see `rich_text`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Self

from red7_desktop.kit.language.rich_text import Runs, Value, capitalize_runs, join_runs, weave

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.play.seats import Seat


def initials_of(names: Sequence[str], players: Sequence[str | None] = ()) -> tuple[str, ...]:
    """Give the first letters of names; people whose names begin alike get a second one.

    players: as for Words. AI players have faces, so a letter that is theirs too tells people apart.

    >>> initials_of(["Sam", "Sue", "Ann"]), initials_of(["Sam", "Sally"])
    (('Sa', 'Su', 'A'), ('Sm', 'Sl'))
    >>> initials_of(["Player 1", "Player 2"]), initials_of(["Sam", "Sam 2"])
    (('P1', 'P2'), ('S', 'S2'))
    """
    people = {seat for seat in range(len(names)) if not (players and players[seat])}
    firsts = [name[:1].upper() for name in names]
    return tuple(
        first + _find_second_letter(names, {each for each in people if firsts[each] == first}, seat)
        if seat in people
        else first
        for seat, first in enumerate(firsts)
    )


def _find_second_letter(names: Sequence[str], alike: set[int], seat: int) -> str:
    """Give the first letter after the first in which all names that begin alike differ."""
    if len(alike) < 2:
        return ""
    for place in range(1, max(len(names[each]) for each in alike)):
        letters = {each: names[each][place : place + 1].lower().strip() for each in alike}
        if len(set(letters.values())) == len(alike):
            return letters[seat]
    return str(sorted(alike).index(seat) + 1)


class SeatSign(NamedTuple):
    """How a seat is shown: its letters, its name, and the key of its portrait, "" for letters.

    is_leading: whether it wears the crown.
    """

    seat: int
    initial: str
    name: str
    portrait: str = ""
    is_leading: bool = False


class SeatWords:
    """The words of one table: its language, its seats' names, and who is looking.

    viewer: the seat that is "you"; None when nobody at the screen has a seat. players: by seat the
    key of the AI player that fills it, None for a person; people everywhere without it. portraits:
    the keys of their faces; those of the players without it.
    """

    def __init__(
        self,
        texts: Texts,
        names: Sequence[str],
        viewer: int | None,
        players: Sequence[str | None] = (),
        portraits: Sequence[str] = (),
    ) -> None:
        self.texts = texts
        self.names = tuple(names)
        self.viewer = viewer
        self._players = tuple(players)
        self._portraits = tuple(portraits)
        self._initials: tuple[str, ...] | None = None

    @classmethod
    def at(cls, texts: Texts, seats: Sequence[Seat], viewer: int | None) -> Self:
        """Give the words of a table at which these sit."""
        players, portraits = [seat.player for seat in seats], [seat.portrait for seat in seats]
        return cls(texts, [seat.name for seat in seats], viewer, players, portraits)

    @property
    def people(self) -> int:
        """How many people sit at the table."""
        return sum(not self.player(each) for each in range(len(self.names)))

    @property
    def is_shared(self) -> bool:
        """Whether several people share the screen: all of them hear what is read aloud."""
        return self.people > 1

    def is_you(self, seat: int) -> bool:
        """Tell whether a seat is the viewer's."""
        return seat == self.viewer

    def player(self, seat: int) -> str:
        """Give the key of the AI player that fills a seat, "" for a person."""
        return (self._players[seat] or "") if seat < len(self._players) else ""

    def portrait(self, seat: int) -> str:
        """Give the key of a seat's face, "" for one that is shown by letters."""
        return self._portraits[seat] if self._portraits else self.player(seat)

    def initial(self, seat: int) -> str:
        """Give the letter of a seat's sign, or the two that tell it from its namesake."""
        if self._initials is None:
            is_alone = self.people == 1
            names = [self.name(each) if is_alone else name for each, name in enumerate(self.names)]
            self._initials = initials_of(names, self._players)
        return self._initials[seat]

    def name(self, seat: int) -> str:
        """Give what a seat is called by itself: "You" or its name."""
        return self.texts("You") if self.is_you(seat) else self.names[seat]

    def name_tag(self, seat: int) -> str:
        """Give what stands at a seat: "You" only where one person looks at the screen."""
        return self.names[seat] if self.is_shared else self.name(seat)

    def clockwise(self, bottom: int) -> tuple[int, ...]:
        """Give all seats from the viewer's on; bottom: from which where nobody looks."""
        first, count = bottom if self.viewer is None else self.viewer, len(self.names)
        return tuple([(first + place) % count for place in range(count)])

    def sign(self, seat: int) -> SeatSign:
        """Give how a seat is shown."""
        return SeatSign(seat, self.initial(seat), self.name(seat), self.portrait(seat))

    def signs(self) -> tuple[SeatSign, ...]:
        """Give how all seats are shown."""
        return tuple([self.sign(seat) for seat in range(len(self.names))])

    def match_won(self, winners: Sequence[int], points: int | None) -> Runs:
        """Say who won a match; points: what each of them has, None where none are kept."""
        texts = self.texts
        if len(winners) > 1:
            names = join_runs([self.name(seat) for seat in winners], texts.within("names", " and "))
            shared = texts.plural(
                "share the win with {n} point each",
                "share the win with {n} points each",
                points or 0,
            )
            return capitalize_runs(weave(texts("{names} {share}"), names=names, share=shared))
        if points is None:
            you, they = texts("You win the game"), texts("{name} wins the game")
            return self.say(winners[0], you, they)
        count = texts.plural("{n} point", "{n} points", points)
        you = texts("You win the match with {points}")
        they = texts("{name} wins the match with {points}")
        return self.say(winners[0], you, they, points=count)

    def say(self, seat: int, you: str, they: str, **values: Value) -> Runs:
        """Weave one of two templates: `you` when the seat is the viewer's, else `they`.

        `{name}` in it is the seat's name.
        """
        return weave(you if self.is_you(seat) else they, name=self.names[seat], **values)
