"""Red7's face: the one value that the rest of the program knows.

What only the table and pages need is imported when it is asked for: the first frame comes before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.games.red7.face.pictures.card_faces import Red7CardArt
from red7_desktop.games.red7.face.pictures.title_fan import TitleFan
from red7_desktop.games.red7.face.story import Red7StoryView
from red7_desktop.games.red7.face.words.words import Words, build_band_words, describe_characters
from red7_desktop.kit.game_face import GameView
from red7_desktop.kit.input.intents import Intent
from red7_desktop.scene.paint.run_lines import Span

if TYPE_CHECKING:
    from pathlib import Path

    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.games.red7.rules.steps import Step
    from red7_desktop.kit.hud.extra import ExtraPanel
    from red7_desktop.kit.hud.ink import TextStyler
    from red7_desktop.kit.hud.model import (
        CardWords,
        GameAction,
        Hint,
        Preview,
        TableModel,
        ViewOptions,
    )
    from red7_desktop.kit.hud.part import Part
    from red7_desktop.kit.language.rich_text import Runs
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.kit.look.faces import CardStyle
    from red7_desktop.kit.look.preview_cards import PreviewCards
    from red7_desktop.kit.pages.rules_blocks import Figure, RulesPage
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.kit.setup import GameSetup, OptionRow
    from red7_desktop.kit.sound.cues import Cue, Tempo
    from red7_desktop.play.seats import Seat
    from red7_desktop.play.session import Change, Session
    from red7_desktop.scene.geometry import Rect
    from red7_desktop.scene.node import Node
    from red7_desktop.scene.theme.style import Look
    from red7_desktop.table.looks import MarkLooks
    from red7_desktop.table.spec import ZoneKinds
    from red7_desktop.tabletop.game import Options
    from red7_desktop.tabletop.options import OptionSpec
    from red7_desktop.tabletop.player import Choice
    from red7_desktop.tabletop.reasons import Reason


BAND_FONT: Final = "Figtree_800ExtraBold.ttf"

DRAWS: Final = "automatic_draw"
"""The setting by which a draw that is allowed is taken, as the row names it."""


class Red7View(Red7StoryView, GameView["Red7Observation", Words]):
    """What Red7 shows of itself; each member is told in `GameFace`."""

    def title(self, texts: Texts) -> str:
        """Give the game's name, which is the same in every language."""
        return "Red7"

    def pictures(self, dress: CardStyle) -> Red7CardArt:
        """Paint the cards; with the icons of the actions where a match is played with them."""
        options, actions = dress.options, False
        if options is not None:
            from red7_desktop.games.red7.rules.options import read_options

            actions = read_options(options).rules.actions
        return Red7CardArt(
            dress.asset("cards", "red7"),
            colours=dress.colours,
            actions=actions,
            words=build_band_words(dress.texts),
            font=dress.asset("fonts", BAND_FONT),
        )

    def motto(self, texts: Texts) -> str:
        """Say what matters in every turn."""
        return texts("Change the rule. Be winning. Stay in.")

    def logo(self, texts: Texts, look: Look) -> tuple[Span, ...]:
        """Write the seven in the colour of its card."""
        return Span("Red"), Span("7", colour=look.theme.swatch("on_dark", "red"))

    def emblem(self, kit: Ui, room: Rect, show_rules: Callable[[str], None]) -> TitleFan:
        """Fan a card of each colour out."""
        return TitleFan(kit, room, show_rules)

    def preview_cards(self, texts: Texts) -> PreviewCards:
        """Show a palette that leads once the right card is played."""
        from red7_desktop.games.red7.face.pictures.rules_figures import build_preview_cards

        return build_preview_cards(texts)

    def sketch(self, kit: Ui, seen: Red7Observation, seats: Sequence[Seat], width: float) -> Node:
        """Draw the rule in force and the palettes."""
        from red7_desktop.games.red7.face.pictures.table_sketch import build_table_sketch

        return build_table_sketch(kit, seen, seats, width)

    @property
    def seats(self) -> range:
        """Two to four."""
        from red7_desktop.games.red7.rules.options import SEAT_COUNTS

        return SEAT_COUNTS

    @property
    def options(self) -> tuple[OptionSpec, ...]:
        """Basic or advanced, with actions or without, and some finer points."""
        from red7_desktop.games.red7.face.setup import OPTIONS

        return OPTIONS

    def to_options(self, setup: GameSetup) -> Options:
        """Give the name of the ruleset, and the finer points."""
        from red7_desktop.games.red7.face.setup import to_options

        return to_options(setup)

    def values_in(self, rules: str) -> Mapping[str, Any]:
        """Read the name of a ruleset."""
        from red7_desktop.games.red7.face.setup import parse_ruleset_values

        return parse_ruleset_values(rules)

    def option_rows(self, setup: GameSetup, texts: Texts) -> tuple[OptionRow, ...]:
        """Give the rows."""
        from red7_desktop.games.red7.face.setup import build_option_rows

        return build_option_rows(setup, texts)

    def summary(self, setup: GameSetup, texts: Texts) -> tuple[str, ...]:
        """Say the ruleset and the target."""
        from red7_desktop.games.red7.face.setup import summarize_setup

        return summarize_setup(setup, texts)

    def switches(self, texts: Texts) -> Mapping[str, tuple[str, str]]:
        """Give the one about draws that are allowed."""
        note = texts("Whenever the rules let you draw, you do.")
        return {DRAWS: (texts("Draw automatically"), note)}

    def characters(self, texts: Texts) -> Mapping[str, str]:
        """Say how each level plays."""
        return describe_characters(texts)

    def words(self, texts: Texts, seats: Sequence[Seat], viewer: int | None) -> Words:
        """Give the words of a table."""
        return Words.at(texts, seats, viewer)

    @property
    def zone_kinds(self) -> ZoneKinds:
        """The kinds of zones on its table."""
        from red7_desktop.games.red7.face.table.zone_kinds import ZONE_KINDS

        return ZONE_KINDS

    def layouts(self, asset: Callable[..., Path]) -> Path:
        """Give its folder."""
        return asset("layouts", "red7")

    def explain(self, reason: Reason, words: Words) -> Runs:
        """Give the sentence for a reason code."""
        from red7_desktop.games.red7.face.words.reason_words import explain

        return explain(reason, words)

    def preview(self, seen: Red7Observation, step: Step, words: Words) -> Preview:
        """Say who would lead, and why."""
        from red7_desktop.games.red7.face.words.previews import preview_step

        return preview_step(seen, step, words)

    def card_words(
        self, words: Words, face: str, seen: Red7Observation, marks: tuple[str, ...] = ()
    ) -> CardWords:
        """Say what rule a card makes, and what it does when played."""
        from red7_desktop.games.red7.face.words.card_words import describe_card

        return describe_card(words, face, seen.options.rules, marks)

    def hint(self, words: Words, seen: Red7Observation, choice: Choice) -> Hint:
        """Say the turn that is suggested, and why."""
        from red7_desktop.games.red7.face.words.hint_words import build_hint

        return build_hint(words, seen, choice)

    def idle_words(self, words: Words, seen: Red7Observation) -> Runs:
        """Say why the card that was just played does nothing."""
        from red7_desktop.games.red7.face.table.prompts import explain_idle_card

        return explain_idle_card(words, seen)

    def narrate(
        self, words: Words, change: Change, winners: tuple[int, ...] = ()
    ) -> tuple[str, ...]:
        """Give the log's own sentences, and whose turn it is."""
        from red7_desktop.games.red7.face.words.narration import narrate

        return narrate(words, change, winners)

    def narrate_opening(self, words: Words, seen: Red7Observation) -> tuple[str, ...]:
        """Tell of the deal, or whose turn it is."""
        from red7_desktop.games.red7.face.words.narration import narrate_opening

        return narrate_opening(words, seen)

    def present(
        self, seen: Red7Observation, seats: Sequence[Seat], texts: Texts, around: ViewOptions
    ) -> TableModel:
        """Give everything that stands around the cards."""
        from red7_desktop.games.red7.face.table.present import present_table

        return present_table(seen, seats, texts, around)

    def meant_by(
        self, ask: str, seen: Red7Observation, texts: Texts, switches: Collection[str] = ()
    ) -> GameAction | None:
        """Give the steps that end a turn, draw a card, or give a round up."""
        from red7_desktop.games.red7.face.table.present_actions import find_game_action

        return find_game_action(ask, seen, texts, draws=DRAWS in switches)

    @property
    def places(self) -> Mapping[Intent, str]:
        """Give the keys' places: one's own palette, and the canvas."""
        return {Intent.PLACE: "palette", Intent.OTHER_PLACE: "canvas"}

    def intent_words(self, texts: Texts) -> Mapping[Intent, str]:
        """Say what the keys are for that only this game knows."""
        return {
            Intent.OFFER: texts("Draw a card"),
            Intent.PLACE: texts("Card to your palette"),
            Intent.OTHER_PLACE: texts("Card to the canvas"),
            Intent.EXTRA: texts("Lens, while held"),
            Intent.RULES: texts("The rule in force"),
        }

    def extras(self, kit: Ui, session: Session, *, assists: bool = True) -> Sequence[ExtraPanel]:
        """Give the lens."""
        from red7_desktop.games.red7.face.lens.lens import Lens
        from red7_desktop.games.red7.face.lens.lens_model import LensModel, build_lens_model

        def model() -> LensModel:
            return build_lens_model(session.observe(), session.seats, kit.texts, assists=assists)

        return (Lens(kit, model),)

    def parts(self, look: Look, ink: TextStyler) -> Mapping[str, Part[Any]]:
        """Give the ring and the starter card in it, the banner, and the notes on the palette."""
        from red7_desktop.games.red7.face.table.banner import RuleBanner
        from red7_desktop.games.red7.face.table.palette_notes import PaletteNotes
        from red7_desktop.games.red7.face.table.ring import RuleRing
        from red7_desktop.games.red7.face.table.starter import Starter

        return {
            "ring": RuleRing(look, ink, name="ring"),
            "canvas": Starter(look, ink, name="starter"),
            "banner": RuleBanner(look, ink, name="banner"),
            "palette.0": PaletteNotes(look, ink, name="palette notes"),
        }

    def mark_looks(self, look: Look, ink: TextStyler) -> MarkLooks:
        """Give the looks of cards that count and of those that do not."""
        from red7_desktop.games.red7.face.table.table_marks import mark_looks

        return mark_looks(look, ink)

    def mark_meanings(self, texts: Texts) -> Mapping[str, str]:
        """Say what these marks mean."""
        from red7_desktop.games.red7.face.table.table_marks import mark_meanings

        return mark_meanings(texts)

    @property
    def sounds(self) -> Sequence[str]:
        """Name the chimes of the rules."""
        from red7_desktop.games.red7.face.table.sound_cues import RULE_CHIMES

        return RULE_CHIMES

    def cues(self, change: Change, people: Iterable[int], tempo: Tempo) -> tuple[Cue, ...]:
        """Give the sounds of cards, of a new rule, and of rounds that end."""
        from red7_desktop.games.red7.face.table.sound_cues import SOUNDING

        return SOUNDING.cues_of(change, people, tempo)

    def cues_at_opening(self, seen: Red7Observation) -> tuple[Cue, ...]:
        """Give the sounds of a table that is opened."""
        from red7_desktop.games.red7.face.table.sound_cues import SOUNDING

        return SOUNDING.cues_at_opening(seen)

    def rules_pages(self, texts: Texts) -> Mapping[str, RulesPage]:
        """Tell the game, a page for each rule, and what comes on top."""
        from red7_desktop.games.red7.face.words.rules_text import write_rules_pages

        return write_rules_pages(texts)

    def figure(self, kit: Ui, figure: Figure, width: float) -> Node:
        """Draw examples, colours and actions."""
        from red7_desktop.games.red7.face.pictures.rules_figures import Red7Figures

        return Red7Figures(kit, width).of(figure)


RED7_VIEW: Final = Red7View()
