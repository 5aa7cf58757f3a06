"""What Spring Cleaning shows: the contract met.

Only pages above the table need it: what it asks is imported when they open.

What only the table and pages need is imported when it is asked for: the first frame comes before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.games.spring_cleaning.face.card_art import SpringCardArt
from red7_desktop.games.spring_cleaning.face.words import (
    SpringWords,
    build_band_words,
    describe_characters,
)
from red7_desktop.games.spring_cleaning.rules.rounds import PICKUP
from red7_desktop.games.spring_cleaning.rules.rounds import SEATS_OPTION as SEAT_COUNTS
from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.game_view import Emblem, Figure, GameView, RulesPage, StoryView
from red7_desktop.tabletop.match import Match, Replayed

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    from red7_desktop.games.spring_cleaning.rules.cards import Step
    from red7_desktop.games.spring_cleaning.rules.game import SpringObservation
    from red7_desktop.kit.hud.part import Part, TextStyler
    from red7_desktop.kit.look.card_art import CardStyle, PreviewCards
    from red7_desktop.kit.match_model import (
        Course,
        Feat,
        Finale,
        LogSection,
        MatchEnd,
        MatchLine,
        Review,
        ReviewMoment,
        RoundEnd,
        RoundWon,
        Spread,
        WonBy,
    )
    from red7_desktop.kit.setup import GameSetup, OptionRow
    from red7_desktop.kit.sound.cues import Cue, Tempo
    from red7_desktop.kit.table_model import (
        CardWords,
        GameAction,
        Hint,
        Preview,
        Suggestion,
        TableModel,
        ViewOptions,
    )
    from red7_desktop.kit.texts import Runs, Texts
    from red7_desktop.kit.ui import Ui
    from red7_desktop.play.ai import PlayerFailure, Seat
    from red7_desktop.play.session import Change
    from red7_desktop.scene.geometry import Rect
    from red7_desktop.scene.node import Node
    from red7_desktop.scene.pictures import PaintedPicture, Picture
    from red7_desktop.scene.theme import Look
    from red7_desktop.table.card_nodes import MarkLooks
    from red7_desktop.table.layout import ZoneKinds
    from red7_desktop.tabletop.game import AnyGame, OptionSpec, Reason
    from red7_desktop.tabletop.player import Appraisal, Choice


class SpringStoryView(StoryView["SpringObservation", SpringWords]):
    """Each member is told in `StoryView`."""

    def history(
        self, words: SpringWords, match: Match, viewer: int | None
    ) -> tuple[LogSection, ...]:
        from red7_desktop.games.spring_cleaning.face.history import log_of

        return log_of(words, match, viewer)

    def trouble_line(self, words: SpringWords, match: Match, trouble: PlayerFailure) -> str:
        from red7_desktop.games.spring_cleaning.face.history import describe_failure

        return describe_failure(words, match, trouble)

    def pile(self, words: SpringWords, seen: SpringObservation, zone: str) -> Spread | None:
        from red7_desktop.games.spring_cleaning.face.history import spread_of

        return spread_of(words, seen, zone)

    def round_end(self, words: SpringWords, match: Match, viewer: int | None) -> RoundEnd | None:
        from red7_desktop.games.spring_cleaning.face.history import build_round_end

        return build_round_end(words, match.game.observe(match.state, viewer), match)

    def finale(self, words: SpringWords, match: Match, viewer: int | None) -> Finale | None:
        from red7_desktop.games.spring_cleaning.face.history import build_finale

        told = super().finale(words, match, viewer)
        return build_finale(told, match.game.observe(match.state, viewer))

    def match_end(self, words: SpringWords, match: Match, viewer: int | None) -> MatchEnd | None:
        from red7_desktop.games.spring_cleaning.face.history import build_match_end

        result = match.game.result(match.state)
        if result is None:
            return None
        return build_match_end(words, match.game.observe(match.state, viewer), match, result)

    def rounds_won(self, match: Match) -> Sequence[RoundWon]:
        from red7_desktop.games.spring_cleaning.face.history import list_rounds_won

        return list_rounds_won(match)

    def won_by(self, texts: Texts) -> WonBy:
        from red7_desktop.games.spring_cleaning.face.history import describe_won_by

        return describe_won_by(texts)

    def feats_of(self, match: Match, seat: int) -> Collection[str]:
        from red7_desktop.games.spring_cleaning.face.history import find_feats

        return find_feats(match, seat)

    def feats(self, texts: Texts) -> tuple[Feat, ...]:
        from red7_desktop.games.spring_cleaning.face.history import list_feats

        return list_feats(texts)

    def match_line(self, texts: Texts, seen: SpringObservation) -> MatchLine:
        from red7_desktop.games.spring_cleaning.face.history import build_match_line

        return build_match_line(texts, seen)

    def position_text(self, seen: SpringObservation) -> str:
        return str(seen.position)

    def record(self, match: Match, names: Sequence[str], players: Sequence[str], day: date) -> str:
        from red7_desktop.games.spring_cleaning.rules.notation import Record

        return str(Record.of(match, names, players, day))

    def replay(self, text: str, game: AnyGame) -> Replayed:
        from red7_desktop.games.spring_cleaning.rules.notation import Record

        record = Record.read(text)
        return Replayed(record.replay().match, record.seats, record.date)

    @property
    def course(self) -> Callable[[Texts], Course]:
        return _load_course

    def moments(
        self, match: Match, seats: Collection[int], *, last_round_only: bool
    ) -> tuple[ReviewMoment, ...]:
        from red7_desktop.games.spring_cleaning.face.history import list_moments

        return list_moments(match, seats, last_round_only)

    def moment_picture(
        self, kit: Ui, words: SpringWords, moment: ReviewMoment, width: float
    ) -> Node:
        from red7_desktop.games.spring_cleaning.face.pictures import build_situation

        return build_situation(kit, words, moment.observation, width)

    def review(self, words: SpringWords, moment: ReviewMoment, appraisal: Appraisal) -> Review:
        from red7_desktop.games.spring_cleaning.face.history import build_review

        return build_review(words, moment.observation, appraisal)

    def standing(self, words: SpringWords, value: float) -> str:
        from red7_desktop.games.spring_cleaning.face.explanations import describe_mean_trash

        return describe_mean_trash(words, value) or super().standing(words, value)

    # -- its puzzles -------------------------------------------------------------------------

    def puzzle_kind(self, texts: Texts, kind: str) -> str:
        from red7_desktop.games.spring_cleaning.face.explanations import describe_kind

        return describe_kind(texts, kind)

    def puzzle_goal(self, words: SpringWords, goal: Reason) -> Runs:
        from red7_desktop.games.spring_cleaning.face.explanations import describe_goal

        return describe_goal(words, goal)

    def puzzle_turn(self, words: SpringWords, match: Match) -> Runs:
        from red7_desktop.games.spring_cleaning.face.explanations import describe_puzzle_turn

        return describe_puzzle_turn(words, match)

    def puzzle_why(self, words: SpringWords, why: Reason) -> Runs:
        from red7_desktop.games.spring_cleaning.face.explanations import explain_verdict

        return explain_verdict(words, why)

    def puzzle_hint(self, words: SpringWords, seen: SpringObservation, hint: Reason) -> Hint:
        from red7_desktop.games.spring_cleaning.face.explanations import build_puzzle_hint

        return build_puzzle_hint(words, seen, hint)


def _load_course(texts: Texts) -> Course:
    """Make the course, which is imported only now."""
    from red7_desktop.games.spring_cleaning.face.lessons import build_course

    return build_course(texts)


HUE: Final = 186.0


BAND_FONT: Final = "Figtree_800ExtraBold.ttf"


class SpringView(SpringStoryView, GameView["SpringObservation", SpringWords]):
    """What Spring Cleaning shows of itself; each member is told in `GameView`."""

    def title(self, texts: Texts) -> str:
        return texts("Spring Cleaning")

    def pictures(self, dress: CardStyle) -> SpringCardArt:
        return SpringCardArt(
            dress.asset("cards", "spring_cleaning"),
            build_band_words(dress.texts),
            colours=dress.colours,
            font=dress.asset("fonts", BAND_FONT),
        )

    def motto(self, texts: Texts) -> str:
        return texts("Keep your row together. Be first to tidy it away.")

    def emblem(self, kit: Ui, room: Rect, show_rules: Callable[[str], None]) -> Emblem:
        from red7_desktop.games.spring_cleaning.face.card_art import TitleRow

        return TitleRow(kit, room, show_rules)

    def preview_cards(self, texts: Texts) -> PreviewCards:
        from red7_desktop.games.spring_cleaning.face.pictures import build_preview_cards

        return build_preview_cards(texts)

    def sketch(self, kit: Ui, seen: SpringObservation, seats: Sequence[Seat], width: float) -> Node:
        from red7_desktop.games.spring_cleaning.face.pictures import build_table_sketch

        return build_table_sketch(kit, seen, seats, width)

    @property
    def seats(self) -> range:
        return range(SEAT_COUNTS.values[0], SEAT_COUNTS.values[-1] + 1)

    @property
    def options(self) -> tuple[OptionSpec, ...]:
        return (PICKUP,)

    def option_rows(self, setup: GameSetup, texts: Texts) -> tuple[OptionRow, ...]:
        from red7_desktop.games.spring_cleaning.face.turn_words import build_option_rows

        return build_option_rows(setup, texts)

    def summary(self, setup: GameSetup, texts: Texts) -> tuple[str, ...]:
        from red7_desktop.games.spring_cleaning.face.turn_words import summarize_setup

        return summarize_setup(setup, texts)

    def characters(self, texts: Texts) -> Mapping[str, str]:
        return describe_characters(texts)

    def words(self, texts: Texts, seats: Sequence[Seat], viewer: int | None) -> SpringWords:
        return SpringWords.at(texts, seats, viewer)

    @property
    def zone_kinds(self) -> ZoneKinds:
        from red7_desktop.games.spring_cleaning.face.parts import ZONE_KINDS

        return ZONE_KINDS

    def layouts(self, asset: Callable[..., Path]) -> Path:
        return asset("layouts", "spring_cleaning")

    def explain(self, reason: Reason, words: SpringWords) -> Runs:
        from red7_desktop.games.spring_cleaning.face.explanations import explain

        return explain(reason, words)

    def preview(self, seen: SpringObservation, step: Step, words: SpringWords) -> Preview:
        from red7_desktop.games.spring_cleaning.face.explanations import preview_step
        from red7_desktop.games.spring_cleaning.face.present import list_tried_marks

        told = preview_step(seen, step, words)
        marks = list_tried_marks(seen.position, seen.viewer or 0, step) if told.is_good else {}
        return replace(told, marks=marks)

    def card_words(
        self, words: SpringWords, face: str, seen: SpringObservation, marks: tuple[str, ...] = ()
    ) -> CardWords:
        from red7_desktop.games.spring_cleaning.face.turn_words import describe_card

        return describe_card(words, face, seen, marks)

    def hint(self, words: SpringWords, seen: SpringObservation, choice: Choice) -> Hint:
        from red7_desktop.games.spring_cleaning.face.explanations import build_hint

        return build_hint(words, seen, choice)

    def narrate(
        self, words: SpringWords, change: Change, winners: tuple[int, ...] = ()
    ) -> tuple[str, ...]:
        from red7_desktop.games.spring_cleaning.face.history import narrate

        return narrate(words, change, winners)

    def narrate_opening(self, words: SpringWords, seen: SpringObservation) -> tuple[str, ...]:
        from red7_desktop.games.spring_cleaning.face.history import narrate_opening

        return narrate_opening(words, seen)

    def present(
        self, seen: SpringObservation, seats: Sequence[Seat], texts: Texts, around: ViewOptions
    ) -> TableModel:
        from red7_desktop.games.spring_cleaning.face.present import present_table

        return present_table(seen, seats, texts, around)

    def meant_by(
        self, ask: str, seen: SpringObservation, texts: Texts, switches: Collection[str] = ()
    ) -> GameAction | None:
        from red7_desktop.games.spring_cleaning.face.present import find_game_action

        return find_game_action(ask, seen)

    def suggestions(self, seen: SpringObservation, words: SpringWords) -> Sequence[Suggestion]:
        from red7_desktop.games.spring_cleaning.face.present import list_suggestions

        return list_suggestions(seen, words)

    @property
    def hue(self) -> float:
        return HUE

    @property
    def light(self) -> PaintedPicture:
        from red7_desktop.games.spring_cleaning.face.card_art import build_window_light

        return build_window_light()

    def parts(self, look: Look, ink: TextStyler) -> Mapping[str, Part[Any]]:
        from red7_desktop.games.spring_cleaning.face.parts import build_parts

        return build_parts(look, ink)

    def mark_looks(self, look: Look, ink: TextStyler) -> MarkLooks:
        from red7_desktop.games.spring_cleaning.face.present import mark_looks

        return mark_looks(look, ink)

    def mark_meanings(self, texts: Texts) -> Mapping[str, str]:
        from red7_desktop.games.spring_cleaning.face.present import mark_meanings

        return mark_meanings(texts)

    @property
    def places(self) -> Mapping[Intent, str]:
        return {Intent.PLACE: "table", Intent.OTHER_PLACE: "offer"}

    def intent_words(self, texts: Texts) -> Mapping[Intent, str]:
        return {
            Intent.OFFER: texts("Draw a card"),
            Intent.PLACE: texts("Card to the table"),
            Intent.OTHER_PLACE: texts("Card to your offer"),
            Intent.NEXT_PLAY: texts("Next suggested play"),
        }

    @property
    def sounds(self) -> Sequence[str]:
        from red7_desktop.games.spring_cleaning.face.present import SOUNDS

        return SOUNDS

    def cues(self, change: Change, people: Iterable[int], tempo: Tempo) -> tuple[Cue, ...]:
        from red7_desktop.games.spring_cleaning.face.present import SOUNDING

        return SOUNDING.cues_of(change, people, tempo)

    def cues_at_opening(self, seen: SpringObservation) -> tuple[Cue, ...]:
        from red7_desktop.games.spring_cleaning.face.present import SOUNDING

        return SOUNDING.cues_at_opening(seen)

    def figure(self, kit: Ui, figure: Figure, width: float) -> Node:
        from red7_desktop.games.spring_cleaning.face.pictures import SpringFigures

        return SpringFigures(kit, width).of(figure)

    def finale_mark(self, look: Look) -> Picture:
        from red7_desktop.games.spring_cleaning.face.card_art import bin_picture

        return bin_picture(look.theme.colour("accent"))

    def rules_pages(self, texts: Texts) -> Mapping[str, RulesPage]:
        from red7_desktop.games.spring_cleaning.face.rules_text import write_rules_pages

        return write_rules_pages(texts)


SPRING_VIEW: Final = SpringView()
