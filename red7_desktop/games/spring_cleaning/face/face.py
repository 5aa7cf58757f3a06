"""Spring Cleaning's face: the one value that the rest of the program knows.

What only the table and pages need is imported when it is asked for: the first frame comes before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.games.spring_cleaning.face.pictures.card_faces import SpringCardArt
from red7_desktop.games.spring_cleaning.face.story import SpringStoryView
from red7_desktop.games.spring_cleaning.face.words.objects import build_band_words
from red7_desktop.games.spring_cleaning.face.words.words import SpringWords, describe_characters
from red7_desktop.games.spring_cleaning.rules.options import PICKUP
from red7_desktop.games.spring_cleaning.rules.options import SEATS_OPTION as SEAT_COUNTS
from red7_desktop.kit.game_face import GameView
from red7_desktop.kit.input.intents import Intent

if TYPE_CHECKING:
    from pathlib import Path

    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation
    from red7_desktop.games.spring_cleaning.rules.steps import Step
    from red7_desktop.kit.hud.ink import TextStyler
    from red7_desktop.kit.hud.model import (
        CardWords,
        GameAction,
        Hint,
        Preview,
        Suggestion,
        TableModel,
        ViewOptions,
    )
    from red7_desktop.kit.hud.part import Part
    from red7_desktop.kit.language.rich_text import Runs
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.kit.look.emblem import Emblem
    from red7_desktop.kit.look.faces import CardStyle
    from red7_desktop.kit.look.preview_cards import PreviewCards
    from red7_desktop.kit.pages.rules_blocks import Figure, RulesPage
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.kit.setup import GameSetup, OptionRow
    from red7_desktop.kit.sound.cues import Cue, Tempo
    from red7_desktop.play.seats import Seat
    from red7_desktop.play.session import Change
    from red7_desktop.scene.geometry import Rect
    from red7_desktop.scene.node import Node
    from red7_desktop.scene.paint.pictures import PaintedPicture, Picture
    from red7_desktop.scene.theme.style import Look
    from red7_desktop.table.looks import MarkLooks
    from red7_desktop.table.spec import ZoneKinds
    from red7_desktop.tabletop.options import OptionSpec
    from red7_desktop.tabletop.player import Choice
    from red7_desktop.tabletop.reasons import Reason


HUE: Final = 186.0


BAND_FONT: Final = "Figtree_800ExtraBold.ttf"


class SpringView(SpringStoryView, GameView["SpringObservation", SpringWords]):
    """What Spring Cleaning shows of itself; each member is told in `GameFace`."""

    def title(self, texts: Texts) -> str:
        """Give the game's name."""
        return texts("Spring Cleaning")

    def pictures(self, dress: CardStyle) -> SpringCardArt:
        """Paint the cards, with the names of their objects."""
        return SpringCardArt(
            dress.asset("cards", "spring_cleaning"),
            build_band_words(dress.texts),
            colours=dress.colours,
            font=dress.asset("fonts", BAND_FONT),
        )

    def motto(self, texts: Texts) -> str:
        """Say what it is about."""
        return texts("Keep your row together. Be first to tidy it away.")

    def emblem(self, kit: Ui, room: Rect, show_rules: Callable[[str], None]) -> Emblem:
        """Lay a row of cards out in the light of a window."""
        from red7_desktop.games.spring_cleaning.face.pictures.title_row import TitleRow

        return TitleRow(kit, room, show_rules)

    def preview_cards(self, texts: Texts) -> PreviewCards:
        """Show how a card of the hand joins two offers."""
        from red7_desktop.games.spring_cleaning.face.pictures.rules_figures import (
            build_preview_cards,
        )

        return build_preview_cards(texts)

    def sketch(self, kit: Ui, seen: SpringObservation, seats: Sequence[Seat], width: float) -> Node:
        """Draw the combination to beat, the hands and the offers."""
        from red7_desktop.games.spring_cleaning.face.pictures.table_sketch import build_table_sketch

        return build_table_sketch(kit, seen, seats, width)

    @property
    def seats(self) -> range:
        """Two to five."""
        return range(SEAT_COUNTS.values[0], SEAT_COUNTS.values[-1] + 1)

    @property
    def options(self) -> tuple[OptionSpec, ...]:
        """When an offer is picked up."""
        return (PICKUP,)

    def option_rows(self, setup: GameSetup, texts: Texts) -> tuple[OptionRow, ...]:
        """Give the row of that option."""
        from red7_desktop.games.spring_cleaning.face.setup import build_option_rows

        return build_option_rows(setup, texts)

    def summary(self, setup: GameSetup, texts: Texts) -> tuple[str, ...]:
        """Say how much trash ends the match."""
        from red7_desktop.games.spring_cleaning.face.setup import summarize_setup

        return summarize_setup(setup, texts)

    def characters(self, texts: Texts) -> Mapping[str, str]:
        """Say how each level plays."""
        return describe_characters(texts)

    def words(self, texts: Texts, seats: Sequence[Seat], viewer: int | None) -> SpringWords:
        """Give the words of a table."""
        return SpringWords.at(texts, seats, viewer)

    @property
    def zone_kinds(self) -> ZoneKinds:
        """The kinds of zones on its table."""
        from red7_desktop.games.spring_cleaning.face.table.zone_kinds import ZONE_KINDS

        return ZONE_KINDS

    def layouts(self, asset: Callable[..., Path]) -> Path:
        """Give its folder."""
        return asset("layouts", "spring_cleaning")

    def explain(self, reason: Reason, words: SpringWords) -> Runs:
        """Give the sentence for a reason code."""
        from red7_desktop.games.spring_cleaning.face.words.reason_words import explain

        return explain(reason, words)

    def preview(self, seen: SpringObservation, step: Step, words: SpringWords) -> Preview:
        """Say what a step would come to."""
        from red7_desktop.games.spring_cleaning.face.table.table_marks import list_tried_marks
        from red7_desktop.games.spring_cleaning.face.words.previews import preview_step

        told = preview_step(seen, step, words)
        marks = list_tried_marks(seen.position, seen.viewer or 0, step) if told.is_good else {}
        return replace(told, marks=marks)

    def card_words(
        self, words: SpringWords, face: str, seen: SpringObservation, marks: tuple[str, ...] = ()
    ) -> CardWords:
        """Say what a card is."""
        from red7_desktop.games.spring_cleaning.face.words.card_words import describe_card

        return describe_card(words, face, seen, marks)

    def hint(self, words: SpringWords, seen: SpringObservation, choice: Choice) -> Hint:
        """Say the turn that is suggested, and why."""
        from red7_desktop.games.spring_cleaning.face.words.hint_words import build_hint

        return build_hint(words, seen, choice)

    def narrate(
        self, words: SpringWords, change: Change, winners: tuple[int, ...] = ()
    ) -> tuple[str, ...]:
        """Give the log's own sentences, whose turn it is, and the row block by block."""
        from red7_desktop.games.spring_cleaning.face.words.narration import narrate

        return narrate(words, change, winners)

    def narrate_opening(self, words: SpringWords, seen: SpringObservation) -> tuple[str, ...]:
        """Tell of the deal, or whose turn it is."""
        from red7_desktop.games.spring_cleaning.face.words.narration import narrate_opening

        return narrate_opening(words, seen)

    def present(
        self, seen: SpringObservation, seats: Sequence[Seat], texts: Texts, around: ViewOptions
    ) -> TableModel:
        """Give everything that stands around the cards."""
        from red7_desktop.games.spring_cleaning.face.table.present import present_table

        return present_table(seen, seats, texts, around)

    def meant_by(
        self, ask: str, seen: SpringObservation, texts: Texts, switches: Collection[str] = ()
    ) -> GameAction | None:
        """Give the draw from the deck, and the suggested order of a new row."""
        from red7_desktop.games.spring_cleaning.face.table.present_actions import find_game_action

        return find_game_action(ask, seen)

    def suggestions(self, seen: SpringObservation, words: SpringWords) -> Sequence[Suggestion]:
        """List the plays worth a look."""
        from red7_desktop.games.spring_cleaning.face.table.suggestions import list_suggestions

        return list_suggestions(seen, words)

    @property
    def hue(self) -> float:
        """Teal."""
        return HUE

    @property
    def light(self) -> PaintedPicture:
        """The light of a window."""
        from red7_desktop.games.spring_cleaning.face.pictures.window_light import build_window_light

        return build_window_light()

    def parts(self, look: Look, ink: TextStyler) -> Mapping[str, Part[Any]]:
        """Give the race, the trick with its holder, the steps of a draw, the mat, and trash."""
        from red7_desktop.games.spring_cleaning.face.table.parts import build_parts

        return build_parts(look, ink)

    def mark_looks(self, look: Look, ink: TextStyler) -> MarkLooks:
        """Give the looks of clips, and of cards that can answer."""
        from red7_desktop.games.spring_cleaning.face.table.marks import mark_looks

        return mark_looks(look, ink)

    def mark_meanings(self, texts: Texts) -> Mapping[str, str]:
        """Say what these marks mean."""
        from red7_desktop.games.spring_cleaning.face.table.marks import mark_meanings

        return mark_meanings(texts)

    @property
    def places(self) -> Mapping[Intent, str]:
        """Give the keys' places: the table, and one's own offer."""
        return {Intent.PLACE: "table", Intent.OTHER_PLACE: "offer"}

    def intent_words(self, texts: Texts) -> Mapping[Intent, str]:
        """Say what the keys are for that only this game knows."""
        return {
            Intent.OFFER: texts("Draw a card"),
            Intent.PLACE: texts("Card to the table"),
            Intent.OTHER_PLACE: texts("Card to your offer"),
            Intent.NEXT_PLAY: texts("Next suggested play"),
        }

    @property
    def sounds(self) -> Sequence[str]:
        """Name the clip, the card tucked in, the broom and the bin."""
        from red7_desktop.games.spring_cleaning.face.table.sound_cues import SOUNDS

        return SOUNDS

    def cues(self, change: Change, people: Iterable[int], tempo: Tempo) -> tuple[Cue, ...]:
        """Give the sounds of cards, of clips, of a trick swept off, and of rounds that end."""
        from red7_desktop.games.spring_cleaning.face.table.sound_cues import SOUNDING

        return SOUNDING.cues_of(change, people, tempo)

    def cues_at_opening(self, seen: SpringObservation) -> tuple[Cue, ...]:
        """Give the sounds of a table that is opened."""
        from red7_desktop.games.spring_cleaning.face.table.sound_cues import SOUNDING

        return SOUNDING.cues_at_opening(seen)

    def figure(self, kit: Ui, figure: Figure, width: float) -> Node:
        """Draw rows of cards with their clips, the nine numbers, and the clips."""
        from red7_desktop.games.spring_cleaning.face.pictures.rules_figures import SpringFigures

        return SpringFigures(kit, width).of(figure)

    def finale_mark(self, look: Look) -> Picture:
        """Show the bin, which hands out the trash."""
        from red7_desktop.games.spring_cleaning.face.pictures.bin import bin_picture

        return bin_picture(look.theme.colour("accent"))

    def rules_pages(self, texts: Texts) -> Mapping[str, RulesPage]:
        """Write the pages."""
        from red7_desktop.games.spring_cleaning.face.words.rules_text import write_rules_pages

        return write_rules_pages(texts)


SPRING_VIEW: Final = SpringView()
