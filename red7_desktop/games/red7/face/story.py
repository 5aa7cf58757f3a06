"""What Red7 tells of its matches: the log, ends of rounds, reviews, records; a part of its face.

Only pages above the table need it: what it asks is imported when they open.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from red7_desktop.games.red7.face.words.words import Words
from red7_desktop.kit.story_face import StoryView
from red7_desktop.tabletop.recorded import Replayed

if TYPE_CHECKING:
    from datetime import date

    from red7_desktop.games.red7.rules.observation import Red7Observation
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
    from red7_desktop.scene.node import Node
    from red7_desktop.tabletop.comparing import Appraisal
    from red7_desktop.tabletop.game import AnyGame
    from red7_desktop.tabletop.match import Match
    from red7_desktop.tabletop.reasons import Reason


class Red7StoryView(StoryView["Red7Observation", Words]):
    """Each member is told in `StoryFace`."""

    def history(self, words: Words, match: Match, viewer: int | None) -> tuple[LogSection, ...]:
        """Tell the match round by round."""
        from red7_desktop.games.red7.face.looking_back.log_model import log_of
        from red7_desktop.games.red7.face.looking_back.match_history import retell_rounds

        return log_of(words, retell_rounds(match, viewer))

    def trouble_line(self, words: Words, match: Match, trouble: PlayerFailure) -> str:
        """Say in which turn of which round an AI player has failed."""
        from red7_desktop.games.red7.face.looking_back.log_model import describe_failure

        return describe_failure(words, match, trouble)

    def pile(self, words: Words, seen: Red7Observation, zone: str) -> Spread | None:
        """Give the canvas, or a score pile."""
        from red7_desktop.games.red7.face.table.spread_model import spread_of

        return spread_of(words, seen, zone)

    def choice(self, words: Words, seen: Red7Observation) -> CardChoice | None:
        """Let the winner of a round choose which cards to take."""
        from red7_desktop.games.red7.face.looking_back.endings import build_score_choice

        return build_score_choice(words, seen)

    def round_end(self, words: Words, match: Match, viewer: int | None) -> RoundEnd | None:
        """Tell who went out under which rule, and what the winner takes."""
        from red7_desktop.games.red7.face.looking_back.endings import build_round_end
        from red7_desktop.games.red7.face.looking_back.match_history import retell_rounds

        last, seen = retell_rounds(match, viewer)[-1], match.game.observe(match.state, viewer)
        return build_round_end(words, last, seen, match)

    def finale(self, words: Words, match: Match, viewer: int | None) -> Finale | None:
        """Light the seven rules with their notes, the last one in force the strongest."""
        from red7_desktop.games.red7.face.looking_back.endings import build_finale

        return build_finale(words, super().finale(words, match, viewer), match, viewer)

    def match_end(self, words: Words, match: Match, viewer: int | None) -> MatchEnd | None:
        """Tell who has won, and all rounds."""
        from red7_desktop.games.red7.face.looking_back.endings import build_match_end
        from red7_desktop.games.red7.face.looking_back.match_history import retell_rounds

        result = match.game.result(match.state)
        if result is None:
            return None
        last, seen = retell_rounds(match, viewer)[-1], match.game.observe(match.state, viewer)
        return build_match_end(words, last, seen, match, result)

    def rounds_won(self, match: Match) -> Sequence[RoundWon]:
        """Give each round the rule under which it ended."""
        from red7_desktop.games.red7.face.looking_back.counted import list_rounds_won

        return list_rounds_won(match)

    def won_by(self, texts: Texts) -> WonBy:
        """Tell rounds apart by the seven rules."""
        from red7_desktop.games.red7.face.looking_back.counted import describe_won_by

        return describe_won_by(texts)

    def feats_of(self, match: Match, seat: int) -> Collection[str]:
        """Look through the rounds that the seat has won."""
        from red7_desktop.games.red7.face.looking_back.counted import find_feats

        return find_feats(match, seat)

    def feats(self, texts: Texts) -> tuple[Feat, ...]:
        """Say what they are."""
        from red7_desktop.games.red7.face.looking_back.counted import list_feats

        return list_feats(texts)

    def match_line(self, texts: Texts, seen: Red7Observation) -> MatchLine:
        """Say which round of which match it is, and the points."""
        from red7_desktop.games.red7.face.looking_back.endings import build_match_line

        return build_match_line(texts, seen)

    def position_text(self, seen: Red7Observation) -> str:
        """Give the notation of the position as the viewer sees it."""
        from red7_desktop.games.red7.rules.observation import position_of

        return str(position_of(seen))

    def record(self, match: Match, names: Sequence[str], players: Sequence[str], day: date) -> str:
        """Give the record that the laboratory reads too."""
        from red7_desktop.games.red7.rules.text.record import Record

        return str(Record.of(match, names, players, day))

    def replay(self, text: str, game: AnyGame) -> Replayed:
        """Play a record of the laboratory's form again."""
        from red7_desktop.games.red7.rules.text.record_reading import read_record
        from red7_desktop.games.red7.rules.text.replay import Red7Replay

        record = read_record(text)
        return Replayed(Red7Replay(record).match, record.seats, record.date)

    @property
    def course(self) -> Callable[[Texts], Course]:
        """Give what is learned by playing."""
        return _load_course

    def moments(
        self, match: Match, seats: Collection[int], *, last_round_only: bool
    ) -> tuple[ReviewMoment, ...]:
        """List the turns in which there was a choice."""
        from red7_desktop.games.red7.face.looking_back.review import list_moments

        return list_moments(match, seats, last_round_only)

    def moment_picture(self, kit: Ui, words: Words, moment: ReviewMoment, width: float) -> Node:
        """Show the rule, all palettes, and the seat's own hand."""
        from red7_desktop.games.red7.face.pictures.position_thumbnail import build_situation

        return build_situation(kit, words, moment.observation, width)

    def review(self, words: Words, moment: ReviewMoment, appraisal: Appraisal) -> Review:
        """Say how the turn compares with the strongest player's."""
        from red7_desktop.games.red7.face.looking_back.review import build_review

        return build_review(words, appraisal, is_for_match=moment.observation.keeps_points)

    # -- its puzzles -------------------------------------------------------------------------

    def puzzle_kind(self, texts: Texts, kind: str) -> str:
        """Say in a few words what a kind of puzzles is about."""
        from red7_desktop.games.red7.face.words.puzzle_words import describe_kind

        return describe_kind(texts, kind)

    def puzzle_goal(self, words: Words, goal: Reason) -> Runs:
        """Say what a puzzle asks for."""
        from red7_desktop.games.red7.face.words.puzzle_words import describe_goal

        return describe_goal(words, goal)

    def puzzle_turn(self, words: Words, match: Match) -> Runs:
        """Say which turn somebody has tried."""
        from red7_desktop.games.red7.face.words.puzzle_words import describe_turn

        return describe_turn(words, match)

    def puzzle_why(self, words: Words, why: Reason) -> Runs:
        """Say what is right or wrong about a turn."""
        from red7_desktop.games.red7.face.words.puzzle_words import explain_verdict

        return explain_verdict(words, why)

    def puzzle_hint(self, words: Words, seen: Red7Observation, hint: Reason) -> Hint:
        """Give the rule, the first card, or the whole turn."""
        from red7_desktop.games.red7.face.words.puzzle_words import build_puzzle_hint

        return build_puzzle_hint(words, seen, hint)


def _load_course(texts: Texts) -> Course:
    """Make the course, which is imported only now."""
    from red7_desktop.games.red7.face.course.course import build_course

    return build_course(texts)
