"""What Red7 shows: the contract met.

Only pages above the table need it: what it asks is imported when they open.

What only the table and pages need is imported when it is asked for: the first frame comes before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.games.red7.face.card_art import Red7CardArt, TitleFan
from red7_desktop.games.red7.face.words import Words, build_band_words, describe_characters
from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.game_view import Figure, GameView, RulesPage, StoryView
from red7_desktop.scene.widgets.runs import Span
from red7_desktop.tabletop.match import Match, Replayed

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    from red7_desktop.games.red7.rules.cards import Step
    from red7_desktop.games.red7.rules.game import Red7Observation
    from red7_desktop.kit.hud.buttons import ExtraPanel
    from red7_desktop.kit.hud.part import Part, TextStyler
    from red7_desktop.kit.look.card_art import CardStyle, PreviewCards
    from red7_desktop.kit.match_model import (
        CardChoice,
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
        TableModel,
        ViewOptions,
    )
    from red7_desktop.kit.texts import Runs, Texts
    from red7_desktop.kit.ui import Ui
    from red7_desktop.play.ai import PlayerFailure, Seat
    from red7_desktop.play.session import Change, Session
    from red7_desktop.scene.geometry import Rect
    from red7_desktop.scene.node import Node
    from red7_desktop.scene.theme import Look
    from red7_desktop.table.card_nodes import MarkLooks
    from red7_desktop.table.layout import ZoneKinds
    from red7_desktop.tabletop.game import AnyGame, Options, OptionSpec, Reason
    from red7_desktop.tabletop.player import Appraisal, Choice


class Red7StoryView(StoryView["Red7Observation", Words]):
    """Each member is told in `StoryView`."""

    def history(self, words: Words, match: Match, viewer: int | None) -> tuple[LogSection, ...]:
        from red7_desktop.games.red7.face.history import log_of, retell_rounds

        return log_of(words, retell_rounds(match, viewer))

    def trouble_line(self, words: Words, match: Match, trouble: PlayerFailure) -> str:
        from red7_desktop.games.red7.face.history import describe_failure

        return describe_failure(words, match, trouble)

    def pile(self, words: Words, seen: Red7Observation, zone: str) -> Spread | None:
        from red7_desktop.games.red7.face.present import spread_of

        return spread_of(words, seen, zone)

    def choice(self, words: Words, seen: Red7Observation) -> CardChoice | None:
        from red7_desktop.games.red7.face.history import build_score_choice

        return build_score_choice(words, seen)

    def round_end(self, words: Words, match: Match, viewer: int | None) -> RoundEnd | None:
        from red7_desktop.games.red7.face.history import build_round_end, retell_rounds

        last, seen = retell_rounds(match, viewer)[-1], match.game.observe(match.state, viewer)
        return build_round_end(words, last, seen, match)

    def finale(self, words: Words, match: Match, viewer: int | None) -> Finale | None:
        from red7_desktop.games.red7.face.history import build_finale

        return build_finale(words, super().finale(words, match, viewer), match, viewer)

    def match_end(self, words: Words, match: Match, viewer: int | None) -> MatchEnd | None:
        from red7_desktop.games.red7.face.history import build_match_end, retell_rounds

        result = match.game.result(match.state)
        if result is None:
            return None
        last, seen = retell_rounds(match, viewer)[-1], match.game.observe(match.state, viewer)
        return build_match_end(words, last, seen, match, result)

    def rounds_won(self, match: Match) -> Sequence[RoundWon]:
        from red7_desktop.games.red7.face.history import list_rounds_won

        return list_rounds_won(match)

    def won_by(self, texts: Texts) -> WonBy:
        from red7_desktop.games.red7.face.history import describe_won_by

        return describe_won_by(texts)

    def feats_of(self, match: Match, seat: int) -> Collection[str]:
        from red7_desktop.games.red7.face.history import find_feats

        return find_feats(match, seat)

    def feats(self, texts: Texts) -> tuple[Feat, ...]:
        from red7_desktop.games.red7.face.history import list_feats

        return list_feats(texts)

    def match_line(self, texts: Texts, seen: Red7Observation) -> MatchLine:
        from red7_desktop.games.red7.face.history import build_match_line

        return build_match_line(texts, seen)

    def position_text(self, seen: Red7Observation) -> str:
        from red7_desktop.games.red7.rules.game import position_of

        return str(position_of(seen))

    def record(self, match: Match, names: Sequence[str], players: Sequence[str], day: date) -> str:
        from red7_desktop.games.red7.rules.notation import Record

        return str(Record.of(match, names, players, day))

    def replay(self, text: str, game: AnyGame) -> Replayed:
        from red7_desktop.games.red7.rules.notation import Record

        record = Record.read(text)
        return Replayed(record.replay().match, record.seats, record.date)

    @property
    def course(self) -> Callable[[Texts], Course]:
        return _load_course

    def moments(
        self, match: Match, seats: Collection[int], *, last_round_only: bool
    ) -> tuple[ReviewMoment, ...]:
        from red7_desktop.games.red7.face.history import list_moments

        return list_moments(match, seats, last_round_only)

    def moment_picture(self, kit: Ui, words: Words, moment: ReviewMoment, width: float) -> Node:
        from red7_desktop.games.red7.face.pictures import build_situation

        return build_situation(kit, words, moment.observation, width)

    def review(self, words: Words, moment: ReviewMoment, appraisal: Appraisal) -> Review:
        from red7_desktop.games.red7.face.history import build_review

        return build_review(words, appraisal, is_for_match=moment.observation.keeps_points)

    # -- its puzzles -------------------------------------------------------------------------

    def puzzle_kind(self, texts: Texts, kind: str) -> str:
        from red7_desktop.games.red7.face.explanations import describe_kind

        return describe_kind(texts, kind)

    def puzzle_goal(self, words: Words, goal: Reason) -> Runs:
        from red7_desktop.games.red7.face.explanations import describe_goal

        return describe_goal(words, goal)

    def puzzle_turn(self, words: Words, match: Match) -> Runs:
        from red7_desktop.games.red7.face.explanations import describe_turn

        return describe_turn(words, match)

    def puzzle_why(self, words: Words, why: Reason) -> Runs:
        from red7_desktop.games.red7.face.explanations import explain_verdict

        return explain_verdict(words, why)

    def puzzle_hint(self, words: Words, seen: Red7Observation, hint: Reason) -> Hint:
        from red7_desktop.games.red7.face.explanations import build_puzzle_hint

        return build_puzzle_hint(words, seen, hint)


def _load_course(texts: Texts) -> Course:
    """Make the course, which is imported only now."""
    from red7_desktop.games.red7.face.lessons import build_course

    return build_course(texts)


BAND_FONT: Final = "Figtree_800ExtraBold.ttf"


DRAWS: Final = "automatic_draw"
"""The setting by which a draw that is allowed is taken, as the row names it."""


class Red7View(Red7StoryView, GameView["Red7Observation", Words]):
    """What Red7 shows of itself; each member is told in `GameView`."""

    def title(self, texts: Texts) -> str:
        return "Red7"

    def pictures(self, dress: CardStyle) -> Red7CardArt:
        options, actions = dress.options, False
        if options is not None:
            from red7_desktop.games.red7.rules.rounds import read_options

            actions = read_options(options).rules.actions
        return Red7CardArt(
            dress.asset("cards", "red7"),
            colours=dress.colours,
            actions=actions,
            words=build_band_words(dress.texts),
            font=dress.asset("fonts", BAND_FONT),
        )

    def motto(self, texts: Texts) -> str:
        return texts("Change the rule. Be winning. Stay in.")

    def logo(self, texts: Texts, look: Look) -> tuple[Span, ...]:
        return Span("Red"), Span("7", colour=look.theme.swatch("on_dark", "red"))

    def emblem(self, kit: Ui, room: Rect, show_rules: Callable[[str], None]) -> TitleFan:
        return TitleFan(kit, room, show_rules)

    def preview_cards(self, texts: Texts) -> PreviewCards:
        from red7_desktop.games.red7.face.pictures import build_preview_cards

        return build_preview_cards(texts)

    def sketch(self, kit: Ui, seen: Red7Observation, seats: Sequence[Seat], width: float) -> Node:
        from red7_desktop.games.red7.face.pictures import build_table_sketch

        return build_table_sketch(kit, seen, seats, width)

    @property
    def seats(self) -> range:
        from red7_desktop.games.red7.rules.rounds import SEAT_COUNTS

        return SEAT_COUNTS

    @property
    def options(self) -> tuple[OptionSpec, ...]:
        from red7_desktop.games.red7.face.turn_words import OPTIONS

        return OPTIONS

    def to_options(self, setup: GameSetup) -> Options:
        from red7_desktop.games.red7.face.turn_words import to_options

        return to_options(setup)

    def values_in(self, rules: str) -> Mapping[str, Any]:
        from red7_desktop.games.red7.face.turn_words import parse_ruleset_values

        return parse_ruleset_values(rules)

    def option_rows(self, setup: GameSetup, texts: Texts) -> tuple[OptionRow, ...]:
        from red7_desktop.games.red7.face.turn_words import build_option_rows

        return build_option_rows(setup, texts)

    def summary(self, setup: GameSetup, texts: Texts) -> tuple[str, ...]:
        from red7_desktop.games.red7.face.turn_words import summarize_setup

        return summarize_setup(setup, texts)

    def switches(self, texts: Texts) -> Mapping[str, tuple[str, str]]:
        note = texts("Whenever the rules let you draw, you do.")
        return {DRAWS: (texts("Draw automatically"), note)}

    def characters(self, texts: Texts) -> Mapping[str, str]:
        return describe_characters(texts)

    def words(self, texts: Texts, seats: Sequence[Seat], viewer: int | None) -> Words:
        return Words.at(texts, seats, viewer)

    @property
    def zone_kinds(self) -> ZoneKinds:
        from red7_desktop.games.red7.face.parts import ZONE_KINDS

        return ZONE_KINDS

    def layouts(self, asset: Callable[..., Path]) -> Path:
        return asset("layouts", "red7")

    def explain(self, reason: Reason, words: Words) -> Runs:
        from red7_desktop.games.red7.face.explanations import explain

        return explain(reason, words)

    def preview(self, seen: Red7Observation, step: Step, words: Words) -> Preview:
        from red7_desktop.games.red7.face.explanations import preview_step

        return preview_step(seen, step, words)

    def card_words(
        self, words: Words, face: str, seen: Red7Observation, marks: tuple[str, ...] = ()
    ) -> CardWords:
        from red7_desktop.games.red7.face.turn_words import describe_card

        return describe_card(words, face, seen.options.rules, marks)

    def hint(self, words: Words, seen: Red7Observation, choice: Choice) -> Hint:
        from red7_desktop.games.red7.face.explanations import build_hint

        return build_hint(words, seen, choice)

    def idle_words(self, words: Words, seen: Red7Observation) -> Runs:
        from red7_desktop.games.red7.face.present import explain_idle_card

        return explain_idle_card(words, seen)

    def narrate(
        self, words: Words, change: Change, winners: tuple[int, ...] = ()
    ) -> tuple[str, ...]:
        from red7_desktop.games.red7.face.history import narrate

        return narrate(words, change, winners)

    def narrate_opening(self, words: Words, seen: Red7Observation) -> tuple[str, ...]:
        from red7_desktop.games.red7.face.history import narrate_opening

        return narrate_opening(words, seen)

    def present(
        self, seen: Red7Observation, seats: Sequence[Seat], texts: Texts, around: ViewOptions
    ) -> TableModel:
        from red7_desktop.games.red7.face.present import present_table

        return present_table(seen, seats, texts, around)

    def meant_by(
        self, ask: str, seen: Red7Observation, texts: Texts, switches: Collection[str] = ()
    ) -> GameAction | None:
        from red7_desktop.games.red7.face.present import find_game_action

        return find_game_action(ask, seen, texts, draws=DRAWS in switches)

    @property
    def places(self) -> Mapping[Intent, str]:
        return {Intent.PLACE: "palette", Intent.OTHER_PLACE: "canvas"}

    def intent_words(self, texts: Texts) -> Mapping[Intent, str]:
        return {
            Intent.OFFER: texts("Draw a card"),
            Intent.PLACE: texts("Card to your palette"),
            Intent.OTHER_PLACE: texts("Card to the canvas"),
            Intent.EXTRA: texts("Lens, while held"),
            Intent.RULES: texts("The rule in force"),
        }

    def extras(self, kit: Ui, session: Session, *, assists: bool = True) -> Sequence[ExtraPanel]:
        from red7_desktop.games.red7.face.lens import Lens, LensModel, build_lens_model

        def model() -> LensModel:
            return build_lens_model(session.observe(), session.seats, kit.texts, assists=assists)

        return (Lens(kit, model),)

    def parts(self, look: Look, ink: TextStyler) -> Mapping[str, Part[Any]]:
        from red7_desktop.games.red7.face.parts import PaletteNotes, RuleBanner, RuleRing, Starter

        return {
            "ring": RuleRing(look, ink, name="ring"),
            "canvas": Starter(look, ink, name="starter"),
            "banner": RuleBanner(look, ink, name="banner"),
            "palette.0": PaletteNotes(look, ink, name="palette notes"),
        }

    def mark_looks(self, look: Look, ink: TextStyler) -> MarkLooks:
        from red7_desktop.games.red7.face.present import mark_looks

        return mark_looks(look, ink)

    def mark_meanings(self, texts: Texts) -> Mapping[str, str]:
        from red7_desktop.games.red7.face.present import mark_meanings

        return mark_meanings(texts)

    @property
    def sounds(self) -> Sequence[str]:
        from red7_desktop.games.red7.face.present import RULE_CHIMES

        return RULE_CHIMES

    def cues(self, change: Change, people: Iterable[int], tempo: Tempo) -> tuple[Cue, ...]:
        from red7_desktop.games.red7.face.present import SOUNDING

        return SOUNDING.cues_of(change, people, tempo)

    def cues_at_opening(self, seen: Red7Observation) -> tuple[Cue, ...]:
        from red7_desktop.games.red7.face.present import SOUNDING

        return SOUNDING.cues_at_opening(seen)

    def rules_pages(self, texts: Texts) -> Mapping[str, RulesPage]:
        from red7_desktop.games.red7.face.rules_text import write_rules_pages

        return write_rules_pages(texts)

    def figure(self, kit: Ui, figure: Figure, width: float) -> Node:
        from red7_desktop.games.red7.face.pictures import Red7Figures

        return Red7Figures(kit, width).of(figure)


RED7_VIEW: Final = Red7View()
