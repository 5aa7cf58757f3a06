"""What Spring Cleaning tells of its matches: a part of its face.

Only pages above the table need it: what it asks is imported when they open.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.face.words.words import SpringWords
from red7_desktop.kit.story_face import StoryView
from red7_desktop.tabletop.recorded import Replayed

if TYPE_CHECKING:
    from datetime import date

    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation
    from red7_desktop.kit.hud.model import Hint
    from red7_desktop.kit.language.rich_text import Runs
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.kit.models.cards import Spread
    from red7_desktop.kit.models.counted import Feat, RoundWon, WonBy
    from red7_desktop.kit.models.course import Course
    from red7_desktop.kit.models.endings import MatchEnd, MatchLine, RoundEnd
    from red7_desktop.kit.models.finale import Finale
    from red7_desktop.kit.models.history import LogSection
    from red7_desktop.kit.models.review import Review, ReviewMoment
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.play.ai_turns import PlayerFailure
    from red7_desktop.scene.node import Node
    from red7_desktop.tabletop.comparing import Appraisal
    from red7_desktop.tabletop.game import AnyGame
    from red7_desktop.tabletop.match import Match
    from red7_desktop.tabletop.reasons import Reason


class SpringStoryView(StoryView["SpringObservation", SpringWords]):
    """Each member is told in `StoryFace`."""

    def history(
        self, words: SpringWords, match: Match, viewer: int | None
    ) -> tuple[LogSection, ...]:
        """Tell the match by rounds and tricks."""
        from red7_desktop.games.spring_cleaning.face.looking_back.log_model import log_of

        return log_of(words, match, viewer)

    def trouble_line(self, words: SpringWords, match: Match, trouble: PlayerFailure) -> str:
        """Say in which turn of which round an AI player has failed."""
        from red7_desktop.games.spring_cleaning.face.looking_back.log_model import describe_failure

        return describe_failure(words, match, trouble)

    def pile(self, words: SpringWords, seen: SpringObservation, zone: str) -> Spread | None:
        """Give the discarded cards."""
        from red7_desktop.games.spring_cleaning.face.looking_back.endings import spread_of

        return spread_of(words, seen, zone)

    def round_end(self, words: SpringWords, match: Match, viewer: int | None) -> RoundEnd | None:
        """Tell who was out first, and the trash of the others."""
        from red7_desktop.games.spring_cleaning.face.looking_back.endings import build_round_end

        return build_round_end(words, match.game.observe(match.state, viewer), match)

    def finale(self, words: SpringWords, match: Match, viewer: int | None) -> Finale | None:
        """Hand out the trash, from the fewest to the most, over the cards that are left."""
        from red7_desktop.games.spring_cleaning.face.looking_back.endings import build_finale

        told = super().finale(words, match, viewer)
        return build_finale(told, match.game.observe(match.state, viewer))

    def match_end(self, words: SpringWords, match: Match, viewer: int | None) -> MatchEnd | None:
        """Tell who has won, and all rounds."""
        from red7_desktop.games.spring_cleaning.face.looking_back.endings import build_match_end

        result = match.game.result(match.state)
        if result is None:
            return None
        return build_match_end(words, match.game.observe(match.state, viewer), match, result)

    def rounds_won(self, match: Match) -> Sequence[RoundWon]:
        """Give each round the places of the seats after the one that led it."""
        from red7_desktop.games.spring_cleaning.face.looking_back.counted import list_rounds_won

        return list_rounds_won(match)

    def won_by(self, texts: Texts) -> WonBy:
        """Tell rounds apart by the place in the order of play."""
        from red7_desktop.games.spring_cleaning.face.looking_back.counted import describe_won_by

        return describe_won_by(texts)

    def feats_of(self, match: Match, seat: int) -> Collection[str]:
        """Look through the rounds that the seat was out first in."""
        from red7_desktop.games.spring_cleaning.face.looking_back.counted import find_feats

        return find_feats(match, seat)

    def feats(self, texts: Texts) -> tuple[Feat, ...]:
        """Say what they are."""
        from red7_desktop.games.spring_cleaning.face.looking_back.counted import list_feats

        return list_feats(texts)

    def match_line(self, texts: Texts, seen: SpringObservation) -> MatchLine:
        """Say which round it is, and the trash."""
        from red7_desktop.games.spring_cleaning.face.looking_back.endings import build_match_line

        return build_match_line(texts, seen)

    def position_text(self, seen: SpringObservation) -> str:
        """Give the notation of the position as the viewer sees it."""
        return str(seen.position)

    def record(self, match: Match, names: Sequence[str], players: Sequence[str], day: date) -> str:
        """Give the record that the laboratory reads too."""
        from red7_desktop.games.spring_cleaning.rules.text.record import Record

        return str(Record.of(match, names, players, day))

    def replay(self, text: str, game: AnyGame) -> Replayed:
        """Play a record of the laboratory's form again."""
        from red7_desktop.games.spring_cleaning.rules.text.record_reading import read_record
        from red7_desktop.games.spring_cleaning.rules.text.replay import SpringReplay

        record = read_record(text)
        return Replayed(SpringReplay(record).match, record.seats, record.date)

    @property
    def course(self) -> Callable[[Texts], Course]:
        """Give what is learned by playing."""
        return _load_course

    def moments(
        self, match: Match, seats: Collection[int], *, last_round_only: bool
    ) -> tuple[ReviewMoment, ...]:
        """List the turns in which there was a choice."""
        from red7_desktop.games.spring_cleaning.face.looking_back.review import list_moments

        return list_moments(match, seats, last_round_only)

    def moment_picture(
        self, kit: Ui, words: SpringWords, moment: ReviewMoment, width: float
    ) -> Node:
        """Show what is to be beaten, all offers, and the seat's own hand."""
        from red7_desktop.games.spring_cleaning.face.pictures.situation import build_situation

        return build_situation(kit, words, moment.observation, width)

    def review(self, words: SpringWords, moment: ReviewMoment, appraisal: Appraisal) -> Review:
        """Say how the turn compares with the strongest player's."""
        from red7_desktop.games.spring_cleaning.face.looking_back.review import build_review

        return build_review(words, moment.observation, appraisal)

    def standing(self, words: SpringWords, value: float) -> str:
        """Say it as trash where more than two sit, for then it is no chance."""
        from red7_desktop.games.spring_cleaning.face.words.hint_words import describe_mean_trash

        return describe_mean_trash(words, value) or super().standing(words, value)

    # -- its puzzles -------------------------------------------------------------------------

    def puzzle_kind(self, texts: Texts, kind: str) -> str:
        """Say in a few words what a kind of puzzles is about."""
        from red7_desktop.games.spring_cleaning.face.words.puzzle_words import describe_kind

        return describe_kind(texts, kind)

    def puzzle_goal(self, words: SpringWords, goal: Reason) -> Runs:
        """Say what a puzzle asks for."""
        from red7_desktop.games.spring_cleaning.face.words.puzzle_words import describe_goal

        return describe_goal(words, goal)

    def puzzle_turn(self, words: SpringWords, match: Match) -> Runs:
        """Say which turn somebody has tried."""
        from red7_desktop.games.spring_cleaning.face.words.puzzle_words import describe_puzzle_turn

        return describe_puzzle_turn(words, match)

    def puzzle_why(self, words: SpringWords, why: Reason) -> Runs:
        """Say what is right or wrong about a turn."""
        from red7_desktop.games.spring_cleaning.face.words.puzzle_words import explain_verdict

        return explain_verdict(words, why)

    def puzzle_hint(self, words: SpringWords, seen: SpringObservation, hint: Reason) -> Hint:
        """Give what to do, the card that matters, or the whole turn."""
        from red7_desktop.games.spring_cleaning.face.words.puzzle_words import build_puzzle_hint

        return build_puzzle_hint(words, seen, hint)


def _load_course(texts: Texts) -> Course:
    """Make the course, which is imported only now."""
    from red7_desktop.games.spring_cleaning.face.course.course import build_course

    return build_course(texts)
