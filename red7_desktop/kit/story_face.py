"""The part of a game's contract that tells: its name, log, ends, reviews, records, lessons.

What a simple game can do without has an answer here. What pages are made of is imported when it is
asked for: the first frame comes before that.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from red7_desktop.kit.language.rich_text import capitalize_runs, to_plain
from red7_desktop.kit.language.seat_words import SeatWords
from red7_desktop.scene.node import Node
from red7_desktop.tabletop.game import TABLE
from red7_desktop.tabletop.seated import Seated

if TYPE_CHECKING:
    from datetime import date

    from red7_desktop.kit.hud.model import Hint
    from red7_desktop.kit.language.rich_text import Runs
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.kit.models.cards import CardChoice, Spread
    from red7_desktop.kit.models.counted import Feat, RoundWon, WonBy
    from red7_desktop.kit.models.course import Course
    from red7_desktop.kit.models.endings import MatchEnd, MatchLine, RoundEnd
    from red7_desktop.kit.models.finale import Finale
    from red7_desktop.kit.models.history import LogSection
    from red7_desktop.kit.models.review import Review, ReviewMoment
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.play.ai_turns import PlayerFailure
    from red7_desktop.tabletop.game import AnyGame, Note
    from red7_desktop.tabletop.match import Match
    from red7_desktop.tabletop.reasons import Reason
    from red7_desktop.tabletop.recorded import Replayed
    from red7_desktop.tabletop.zones import SeenMove

Seen = TypeVar("Seen")
"""The game's own observation."""

Talk = TypeVar("Talk", bound=SeatWords)
"""The game's own words."""


class StoryView(ABC, Generic[Seen, Talk]):
    """What a game tells of its matches; see `GameFace`, of which this is a part."""

    @abstractmethod
    def title(self, texts: Texts) -> str:
        """Give the game's name as players read it."""

    def history(self, words: Talk, match: Match, viewer: int | None) -> tuple[LogSection, ...]:
        """Tell the match so far as a seat, or a spectator (None), may know it.

        words: may speak to another seat. One section of `deed`s where a game says nothing else.
        """
        from red7_desktop.kit.models.history import LogLine, LogSection

        told = [
            (
                entry.seat,
                self.deed(words, entry.seat, outcome.moves_seen_by(viewer), outcome.notes),
            )
            for entry, outcome in zip(match.log, match.outcomes, strict=True)
        ]
        lines = [
            LogLine(number, None if seat == TABLE else seat, line)
            for number, (seat, line) in enumerate([each for each in told if each[1]], start=1)
        ]
        return (LogSection("", tuple(lines)),) if lines else ()

    def deed(
        self, words: Talk, seat: int, moves: Sequence[SeenMove], notes: Sequence[Note]
    ) -> Runs:
        """Say what came of a seat's step, from the moves seen; () for nothing worth a line."""
        return ()

    def trouble_line(self, words: Talk, match: Match, trouble: PlayerFailure) -> str:
        """Say that an AI player has failed."""
        name = words.names[trouble.seat]
        return words.texts("{name} has failed: a simple player steps in", name=name)

    def pile(self, words: Talk, seen: Seen, zone: str) -> Spread | None:
        """Give a zone's cards for a page of their own; None for a zone that nobody has to spread.

        Cards that the viewer may not know are not in it.
        """
        return None

    def choice(self, words: Talk, seen: Seen) -> CardChoice | None:
        """Give what the viewer has to choose now on a page of its own, None for nothing."""
        return None

    def round_end(self, words: Talk, match: Match, viewer: int | None) -> RoundEnd | None:
        """Tell how the round ended that is over; None where none is, or nothing is to be told."""
        return None

    def match_end(self, words: Talk, match: Match, viewer: int | None) -> MatchEnd | None:
        """Tell how the match ended, None while it goes on; by the result alone if not otherwise."""
        from red7_desktop.kit.models.endings import MatchEnd, RoundsTable

        result = match.game.result(match.state)
        if result is None:
            return None
        return MatchEnd(
            to_plain(
                capitalize_runs(words.match_won(result.winners, result.scores[result.winners[0]]))
            ),
            tuple([words.sign(seat) for seat in result.winners]),
            RoundsTable(words.signs(), (), (), result.scores),
        )

    def finale(self, words: Talk, match: Match, viewer: int | None) -> Finale | None:
        """Say what is played once a round or the match is over; None where nothing is.

        By default, what the pages about them tell: cards that count, points, and the crown.
        """
        from red7_desktop.kit.models.finale import build_finale

        last = self.round_end(words, match, viewer)
        return build_finale(last, self.match_end(words, match, viewer))

    def rounds_won(self, match: Match) -> Sequence[RoundWon]:
        """Give the rounds that are over, in order; () for a game that does not tell them apart."""
        return ()

    def won_by(self, texts: Texts) -> WonBy | None:
        """Say what rounds are told apart by, None where `rounds_won` gives none."""
        return None

    def feats_of(self, match: Match, seat: int) -> Collection[str]:
        """Give the keys of the feats that a seat has done in a match that is over."""
        return ()

    def feats(self, texts: Texts) -> Sequence[Feat]:
        """Say what feats there are in this game."""
        return ()

    def match_line(self, texts: Texts, seen: Seen) -> MatchLine:
        """Say of a kept match what it is, and how it stands. seen: what a spectator may know."""
        from red7_desktop.kit.models.endings import MatchLine

        return MatchLine(self.title(texts))

    def position_text(self, seen: Seen) -> str:
        """Give the position as text, as far as the viewer knows it; "" for a game without one."""
        return ""

    def record(self, match: Match, names: Sequence[str], players: Sequence[str], day: date) -> str:
        """Give the record of a match, which tells all cards.

        players: by seat the AI player's key, or a word for a person.
        """
        from red7_desktop.tabletop.plain_record import write_plain_record

        seats = [Seated(*pair) for pair in zip(names, players, strict=True)]
        return write_plain_record(match, seats, day)

    def replay(self, text: str, game: AnyGame) -> Replayed:
        """Play a record again that `record` has written. Raises InvalidRecord."""
        from red7_desktop.tabletop.plain_record import read_plain_record

        return read_plain_record(text, game)

    @property
    def course(self) -> Callable[[Texts], Course] | None:
        """What gives the first game and the lessons, in words; None where there are none.

        It may import them when it is called: the title asks for it before anybody learns.
        """
        return None

    def moments(
        self, match: Match, seats: Collection[int], *, last_round_only: bool
    ) -> tuple[ReviewMoment, ...]:
        """List the choices that seats had, to be looked back at; () for a game without reviews."""
        return ()

    def moment_picture(self, kit: Ui, words: Talk, moment: ReviewMoment, width: float) -> Node:
        """Show what the seat knew at a moment, no wider than it is told."""
        raise NotImplementedError

    def review(self, words: Talk, moment: ReviewMoment, appraisal: Any) -> Review:
        """Say what was found out about a moment."""
        raise NotImplementedError

    def standing(self, words: Talk, value: float) -> str:
        """Say in a few words how a seat stands, from 0 to 1 as reviews value turns."""
        return words.texts("{n} of 100", n=round(100 * value))

    # -- its puzzles, asked of a game that has some -------------------------------------------

    def puzzle_kind(self, texts: Texts, kind: str) -> str:
        """Say in a few words what a kind of its puzzles is about."""
        return kind

    def puzzle_goal(self, words: Talk, goal: Reason) -> Runs:
        """Say what a puzzle asks for, in a short line."""
        raise NotImplementedError("this game has no puzzles")

    def puzzle_turn(self, words: Talk, match: Match) -> Runs:
        """Say which turn somebody has tried: all steps of a match that begins at the puzzle."""
        sections = self.history(words, match, words.viewer)
        return next((line.line for each in sections[-1:] for line in each.lines[-1:]), ())

    def puzzle_why(self, words: Talk, why: Reason) -> Runs:
        """Say what is right or wrong about a turn that somebody has tried."""
        raise NotImplementedError("this game has no puzzles")

    def puzzle_hint(self, words: Talk, seen: Seen, hint: Reason) -> Hint:
        """Give one of the hints at a puzzle's turn, with the cards that it is about."""
        raise NotImplementedError("this game has no puzzles")
