"""Base classes of a game's view, through which the program asks a game for texts and pictures.

A view consists of parts, the facets: objects with methods that the program calls. Methods with an
implementation here are optional. Two modules in `kit/present` use these methods: `story` builds the
log, narration, end page and review of a match, and `table_context` the model of a table.

Modules that only default implementations need are imported inside functions, to show the first
frame sooner.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from red7_desktop.kit import phrases
from red7_desktop.kit.look.card_art import CardArt, CardStyle, PreviewCards
from red7_desktop.kit.pages.rules_pages import Examples, Figure, Passage, RulesPage
from red7_desktop.kit.sound.cues import Finder, MoveSound
from red7_desktop.kit.texts import Runs, Texts, Tone
from red7_desktop.play import ai, session
from red7_desktop.scene import geometry, node, theme
from red7_desktop.scene.pictures import PaintedPicture, Picture
from red7_desktop.tabletop import game
from red7_desktop.tabletop.match import Entry, Match
from red7_desktop.tabletop.moods import Atmosphere

if TYPE_CHECKING:
    from red7_desktop.kit import bindings, course, match_model, setup, table_model, ui
    from red7_desktop.kit.hud import buttons, part
    from red7_desktop.kit.look import emblem
    from red7_desktop.table import card_nodes, layout
    from red7_desktop.tabletop import player, puzzle, rounds

Observation = TypeVar("Observation")
"""Type of a game's observations."""
Words = TypeVar("Words", bound=phrases.SeatWords)
"""Type of the object that builds a game's sentences about one table."""
DIMMED = "dimmed"
"""Value in `TableFacet.phone_signs`: phones show a mark on a card by darkening the card."""
LIT = "lit"
"""Value in `TableFacet.phone_signs`: phones show a mark on a card as a bright rim around it."""
OVERVIEW: Final = "overview"
"""Key of a game's first rules page, an overview."""


class Facet:
    """Base class of the parts of a game's view, for example for its cards, its table or its texts.

    Attributes:
        view: The game's view that the facet belongs to.
    """

    def __init__(self, view: GameView) -> None:
        self.view = view


class Ambience(NamedTuple):
    """The colours and lights of a game's screens.

    Attributes:
        hue: Hue of backgrounds and panels while the game is played, in degrees; 0 is red, None
            keeps the theme's hue.
        light: Picture of a light that is always drawn on the table, below the light in the colour
            of `TableModel.mood`; None if there is no such light.
        panel_lights: Lights on the game's panel of the title screen, each with its rectangle as
            shares of the panel's size.
    """

    hue: float | None = None
    light: PaintedPicture | None = None
    panel_lights: tuple[tuple[Picture, geometry.Rect], ...] = ()


class StyleFacet(Facet, ABC):
    """The part of a game's view for its card pictures, title art and music.

    The title screen and the program's first frame load no other part of the game's view.

    Attributes:
        music: The game's pieces of music, as file names in assets/music.
    """

    music: Sequence[str] = ()

    @abstractmethod
    def build_card_art(self, dress: CardStyle) -> CardArt:
        """Create the pictures of the game's cards in a style.

        The style depends on the settings and on the options of a match.
        """

    def motto(self, texts: Texts) -> str:
        """Return a one-line description of the game for the title screen."""
        return ""

    def build_title_art(
        self, ui: ui.Ui, room: geometry.Rect, on_card: Callable[[str], None]
    ) -> emblem.TitleArt | None:
        """Return the game's title art for a rectangle, or None.

        Args:
            ui: Creates widgets.
            room: Available rectangle.
            on_card: Called if a card of the title art is clicked. Its argument is the key of the
                rules page that this card opens.
        """
        return None

    @property
    def ambience(self) -> Ambience:
        """The colours and lights that the game adds to its screens; none by default."""
        return Ambience()


class SetupFacet(Facet, ABC):
    """A game's part of the pages before a match: its options, AI players and own settings.

    Attributes:
        seats: Possible numbers of players.
        options: Rule options that can be chosen before a match.
    """

    seats: range
    options: Sequence[game.OptionSpec] = ()

    def to_options(self, setup: setup.GameSetup) -> game.Options:
        """Convert a setup, as chosen by the user, to the options with which a match is created."""
        return {"seats": len(setup.seats), **setup.values}

    def parse_options(self, rules: str) -> Mapping[str, Any]:
        """Parse rule options from the command line, such as "pickup=at_once".

        A game may also accept names of presets.

        Raises:
            InvalidOptions: An option or value doesn't exist.
        """
        return game.parse_options(rules, self.options)

    def build_option_rows(self, setup: setup.GameSetup, texts: Texts) -> Sequence[setup.OptionRow]:
        """Return a row of the form for each rule option, from top to bottom."""
        return ()

    def list_presets(self, setup: setup.GameSetup, texts: Texts) -> Sequence[setup.Preset]:
        """Return presets of options for the setup's number of seats, the quickest match first."""
        return ()

    def summarise_rules(self, setup: setup.GameSetup, texts: Texts) -> Sequence[str]:
        """Return short descriptions of a match's rules.

        The default lists the options that differ from their defaults.
        """
        usual = {option.key: option.default for option in self.options}
        rows = [row for row in self.build_option_rows(setup, texts) if row.chosen != usual[row.key]]
        return [dict(row.choices)[row.chosen] for row in rows]

    def describe_levels(self, texts: Texts) -> Mapping[str, str]:
        """Return a one-line description of how each AI level plays, by key."""
        return {}

    def own_settings(self, texts: Texts) -> Mapping[str, tuple[str, str]]:
        """Return label and description of each on/off setting that the game adds, by name."""
        return {}

    def describe_intents(self, texts: Texts) -> Mapping[bindings.Intent, str]:
        """Return labels for the actions whose effect depends on the game, such as `Intent.PLACE`.

        The settings page shows the labels beside the actions' keys. `Intent.NEXT_PLAY` has a label
        if the game suggests plays.
        """
        return {}


class WordsFacet(Facet, ABC, Generic[Observation, Words]):
    """The part of a game's view for texts at the table, about cards, steps, hints and puzzles.

    Attributes:
        words_class: Class of the object that builds the game's sentences; each table has an
            instance of its own, with the names of its players.
        sentences: For each reason code, a function that returns the sentence; see
            `ReasonData.explain`.
    """

    words_class: ClassVar[type[Any]] = phrases.SeatWords
    sentences: ClassVar[Mapping[str, Callable[[Any], Runs | str]]] = phrases.COMMON

    def explain(self, reason: game.Reason, words: Words) -> Runs:
        """Return the sentence for a reason why a step isn't allowed.

        An unknown reason code gives a general sentence.
        """
        return phrases.ReasonData(reason, words).explain(self.sentences)

    @abstractmethod
    def preview(self, seen: Observation, step: Any, words: Words) -> table_model.Preview:
        """Describe the outcome of a possible step of the viewer, before it is made.

        If the step is illegal, the preview says why.
        """

    @abstractmethod
    def describe_card(
        self, words: Words, face: str, seen: Observation, marks: tuple[str, ...] = ()
    ) -> table_model.CardDescription:
        """Return the description of a card for its close-up.

        Args:
            words: Builds the table's sentences, see `phrases.SeatWords`.
            face: The card in the game's notation, such as "R7".
            seen: The viewer's observation.
            marks: Meanings of the marks on the card.
        """

    def hint(self, words: Words, seen: Observation, choice: player.Choice) -> table_model.Hint:
        """Return a hint that shows the choice of an AI player in the viewer's place, with reasons.

        The default describes only the choice's first step, without reasons. The choice must have
        been made for this observation.
        """
        from red7_desktop.kit.table_model import Hint

        return Hint(self.preview(seen, choice.steps[0], words).title, ())

    def comment(self, words: Words, before: Observation, seen: Observation) -> Runs:
        """Return the message to show after a change of the position, () for none.

        For example, the message says why the viewer has dropped out, why the action of the viewer's
        card had no effect, or that a new round may end the match.

        Args:
            words: Builds the table's sentences, see `phrases.SeatWords`.
            before: The observation before the change.
            seen: The observation after the change.
        """
        return ()

    def describe_chances(self, words: Words, value: float, seen: Observation, seat: int) -> str:
        """Describe a seat's chances in a few words, with numbers formatted as in hints.

        The default returns the chance of winning in percent, such as "62%".

        Args:
            words: Builds the table's sentences, see `phrases.SeatWords`.
            value: The seat's chance after a turn or round, from 0 to 1.
            seen: A spectator's observation of the round.
            seat: The seat.
        """
        return words.texts("{n}%", n=round(100 * value))

    # -- puzzles; only called for games that have them ----------------------------------------

    def puzzle_kind(self, texts: Texts, kind: str) -> str:
        """Return the title of a kind of puzzle in the user's language, given its key."""
        return kind

    def puzzle_theme(self, texts: Texts, theme: str) -> str:
        """Return the name of a topic of puzzles, such as "One card left", in the user's language.

        Args:
            texts: Translations.
            theme: Key of the topic.
        """
        return theme

    def puzzle_goal(self, words: Words, goal: game.Reason) -> Runs:
        """Return a puzzle's task as one short line."""
        raise NotImplementedError("this game has no puzzles")

    def puzzle_turn(self, words: Words, match: Match) -> Runs:
        """Describe the turn that a user has tried in a puzzle.

        Args:
            words: Builds the table's sentences, see `phrases.SeatWords`.
            match: A match that starts at the puzzle's position and has the turn's steps.
        """
        raise NotImplementedError("this game has no puzzles")

    def puzzle_hint(self, words: Words, seen: Observation, hint: game.Reason) -> table_model.Hint:
        """Return a puzzle's hint: its text in the user's language, and the cards to highlight."""
        raise NotImplementedError("this game has no puzzles")


class TableFacet(Facet, ABC, Generic[Observation, Words]):
    """The part of a game's view for its table: layout, texts around the cards, buttons and sounds.

    A zone is an area of the table that contains cards, such as a hand or the deck. A mark is a sign
    drawn on a card.

    Attributes:
        deals: Kinds of zones to which the deal animation deals cards, one card per seat in turn. If
            there are several kinds, the last one gets its cards all at once. () for no animation.
        places: Kinds of zones to which the keys of `Intent.PLACE` and `Intent.OTHER_PLACE` move a
            card.
        sounds: The game's own sounds, as file names in assets/sounds.
        move_sounds: Sounds of moving cards by the kinds of their source and target zones; if it is
            empty, all cards make the same sound.
        finders: Functions that return the sounds of further effects of a change, see `cues.Finder`.
        phone_signs: For each of the game's own styles of marks, how phones draw the mark: a
            character, `DIMMED` or `LIT`.
    """

    deals: tuple[str, ...] = ()
    places: Mapping[bindings.Intent, str] = {}
    sounds: Sequence[str] = ()
    move_sounds: Mapping[tuple[str, str], MoveSound] = {}
    finders: Sequence[Finder[Any]] = ()
    phone_signs: Mapping[str, str] = {}

    @abstractmethod
    def layouts(self, asset: Callable[..., Path]) -> Path:
        """Return the folder that contains the game's table layouts.

        Args:
            asset: Returns the path of a file or folder shipped with the program, given its parts.
        """

    @property
    def zone_kinds(self) -> layout.ZoneKinds:
        """The kinds of zones (areas of the table) in the game's layouts, by name."""
        from red7_desktop.table.layout import COMMON_KINDS

        return COMMON_KINDS

    @abstractmethod
    def build_model(
        self,
        seen: Observation,
        seats: Sequence[ai.Seat],
        texts: Texts,
        around: table_model.ViewOptions,
    ) -> table_model.TableModel:
        """Build the model of the status line, panels, buttons and marks from an observation."""

    def banner(self, seen: Observation, words: Words) -> table_model.Banner | None:
        """Return the current rule or target, to be shown on phones; None if the game has none."""
        return None

    def zone_titles(self, texts: Texts) -> Mapping[str, str]:
        """Return the titles of the zones (areas of cards) that phones show beside the hand.

        The titles are by the kind of zone, in the order of display. A phone shows the zones of
        these kinds that are shared or belong to the viewer. If the mapping is empty, a phone shows
        all zones except the deck.
        """
        return {}

    def find_button_action(
        self, ask: str, seen: Observation, texts: Texts, switches: Collection[str] = ()
    ) -> table_model.GameAction | None:
        """Return the steps that one of the game's own buttons makes now; None if it does nothing.

        Args:
            ask: Action name of the pressed button. The END key sends `Intent.END` and the OFFER
                key sends `Intent.OFFER`.
            seen: The viewer's observation.
            texts: Translations.
            switches: Names of the game's switches that are on.
        """
        return None

    def suggestions(self, seen: Observation, words: Words) -> Sequence[table_model.Suggestion]:
        """List at most five multi-card steps worth considering, best first."""
        return ()

    def build_panels(
        self, ui: ui.Ui, session: session.Session, *, assists: bool = True
    ) -> Sequence[buttons.ExtraPanel]:
        """Create the panels that only this game has, such as an analysis opened by its own button.

        Args:
            ui: Creates widgets.
            session: The match.
            assists: False in puzzles, where panels must not show what the viewer could do.
        """
        return ()

    def build_parts(
        self, look: theme.ResolvedTheme, ink: part.TextStyler
    ) -> Mapping[str, part.Part[Any]]:
        """Create the areas of the table that only this game has, by names from the layout file.

        Each part shows the value under its name in `TableModel.panels`. Later parts are drawn above
        earlier ones.
        """
        return {}

    def mark_styles(self, look: theme.ResolvedTheme, ink: part.TextStyler) -> card_nodes.MarkStyles:
        """Return the appearance of the game's own marks on cards, by style, in drawing order."""
        return {}

    def mark_meanings(self, texts: Texts) -> Mapping[str, str]:
        """Return a sentence that explains each of the game's marks on cards, by the mark's style.

        If a style is one that all games have, the sentence replaces the one from
        `hud.marks.describe_marks`.
        """
        return {}

    def list_preview_marks(self, seen: Observation, step: Any) -> Mapping[str, tuple[str, ...]]:
        """Return the marks drawn on cards while the viewer previews a legal step.

        Returns:
            Names of cards by style of the mark. The game must use these styles only for previews.
        """
        return {}


class MoodsFacet(Facet, Generic[Observation]):
    """The part of a game's view that determines the players' moods and the suspense of a round."""

    def find_atmosphere(self, seen: Observation) -> Atmosphere:
        """Return the mood of each seat's player, which portraits show.

        The result must be the same for every viewer, so it must only depend on cards that everybody
        sees, not on the viewer's own hand. By default everybody is calm.
        """
        return Atmosphere()


class StoryFacet(Facet, Generic[Observation, Words]):
    """The part of a game's view for texts about a match: steps, events, achievements, record.

    Attributes:
        record_form: Class that writes and reads the game's match records. If it is None, a record
            is a header and a list of steps.
    """

    record_form: ClassVar[type[rounds.MatchRecord] | None] = None

    def describe_moves(
        self,
        words: Words,
        seat: int,
        moves: Sequence[game.ObservedMove],
        notes: Sequence[game.Event],
    ) -> Runs:
        """Return the log line that describes a seat's step and its outcome; () for no line.

        Only called if `GameView.rounds` is None, that is, for a game with a single round.
        """
        return ()

    def describe_note(self, words: Words, note: game.Event) -> Runs:
        """Return the text to read aloud for an event.

        Return () for an event that is already mentioned in the spoken text of its turn or deal.
        """
        return ()

    def describe_deal(self, words: Words, seen: Observation) -> Iterable[Runs]:
        """Return the spoken result of a deal: everyone's cards, and who begins."""
        return ()

    def list_own_cards(self, words: Words, seen: Observation) -> tuple[str, ...]:
        """Return the viewer's cards as spoken text, one sentence for each zone."""
        return ()

    def list_open_cards(self, words: Words, seen: Observation, seat: int) -> tuple[str, ...]:
        """Return a seat's visible cards as spoken text, one sentence for each zone."""
        return ()

    def describe_race(self, words: Words, seen: Observation) -> str:
        """Return a text about the progress of all seats that is read aloud before the status line.

        Return "" if the status line already mentions the progress of all seats.
        """
        return ""

    def name_zone(self, words: Words, zone: str) -> str:
        """Return the spoken name of a zone (an area of cards, such as a pile); "" for no name."""
        return ""

    def list_requests(self, words: Words, seen: Observation) -> list[str]:
        """Return sentences, to be read aloud, that tell the viewer what to do now."""
        return [words.texts("It’s your turn")]

    def spread_pile(self, words: Words, seen: Observation, zone: str) -> match_model.Spread | None:
        """Return the cards of a pile, to be shown side by side on a page.

        Cards that are hidden from the viewer are left out. Return None for a zone that has no such
        page.
        """
        return None

    def build_finale(
        self, words: Words, match: Match, viewer: int | None, end: match_model.EndModel
    ) -> match_model.Finale:
        """Return the animation after a round or match.

        The default animates the contents of the result page: counted cards, points, and the crown.

        Args:
            words: Builds the table's sentences, see `phrases.SeatWords`.
            match: The match.
            viewer: The viewer's seat, None for a spectator.
            end: How the round or match ended.
        """
        from red7_desktop.kit.match_model import build_finale

        return build_finale(end)

    def list_finished_rounds(self, match: Match) -> Sequence[match_model.RoundWon]:
        """Return the winners and the categories of each finished round, in order.

        The statistics count won rounds by category, for example by the rule under which a round was
        won. A game without categories of rounds returns ().
        """
        return ()

    def describe_round_categories(self, texts: Texts) -> match_model.RoundCategoryChart | None:
        """Return a chart's texts and categories; the chart counts won rounds by category.

        Return None if the game has no categories of rounds (see `list_finished_rounds`).
        """
        return None

    def build_round_tile(self, texts: Texts, gain: match_model.RoundGain) -> match_model.RoundTile:
        """Return a round's tile in a list of rounds; by default the tile shows the points."""
        from red7_desktop.kit.match_model import RoundTile

        square = "🟩" if gain.is_won else "⬜"
        label = str(gain.points)
        return RoundTile(label, label, tone=Tone.PLAIN, square=square, is_bright=gain.is_won)

    def name_points(self, texts: Texts, n: int) -> str:
        """Return the word for a number of points, "point" or "points"."""
        return texts.plural("point", "points", n)

    def describe_row_of_rounds(self, texts: Texts) -> str:
        """Return the caption above a match's rounds, such as "Your points, round by round."."""
        return texts("Your points, round by round.")

    def find_feats(self, match: Match, seat: int) -> Collection[str]:
        """Return the keys of the achievements that a seat has earned in a match."""
        return ()

    def feats(self, texts: Texts) -> Sequence[match_model.Feat]:
        """Return the game's achievements, with their texts in the user's language."""
        return ()

    def describe_goal(self, texts: Texts, kind: str, value: Any) -> str:
        """Return a sentence that states the goal of a match of the climb.

        The climb is a game's series of ever harder matches. For an unknown kind of goal the result
        is "".
        """
        return ""

    def summarise_match(self, texts: Texts, seen: Observation) -> match_model.MatchLine:
        """Return the line that describes a stored match and its score in a list.

        Args:
            texts: Translations.
            seen: A spectator's observation of the match.
        """
        from red7_desktop.kit.match_model import MatchLine

        return MatchLine(self.view.title(texts))

    def position_text(self, seen: Observation) -> str:
        """Return the position as text, as far as the viewer knows it; "" if not supported."""
        return ""

    # -- reviews, for a game whose players can evaluate turns ---------------------------------

    def find_reviewable_step(
        self, match: Match, revision: int, entry: Entry
    ) -> tuple[Any, bool] | None:
        """Convert an entry of the match's log to a step that a review can evaluate.

        Returns:
            A pair: the step, and whether it ends the player's decision. If the step draws a card,
            this card is left out, because the player didn't know it yet. None if the entry isn't
            part of a turn. The default returns None, for games without reviews.
        """
        return None

    def has_choice(self, seen: Any) -> bool:
        """Return whether the viewer (the seat that the observation is for) can choose a step.

        By default, this is the case if there is more than one legal step.
        """
        return len(seen.legal) > 1

    def describe_plan(self, words: Words, seen: Observation, steps: Sequence[Any]) -> Runs:
        """Describe a turn as an infinitive phrase, such as "play 7 and draw a card"."""
        raise NotImplementedError("this game has no reviews")


class RoundsFacet(Facet, ABC, Generic[Observation, Words]):
    """The part of a game's view for matches of several rounds: log, result pages and scores.

    The observations of such a game must have these attributes:

    - "rounds": results of the finished rounds
    - "round_number": number of the current round, from 1
    - "turns" and "steps": turns and steps of the current round
    - "stage", "viewer" and "to_act"

    The match's log must contain the deal of each new round as a step whose seat is None.

    Attributes:
        gains: Tone in which points gained in a round are written: `Tone.GOOD`, or `Tone.BAD` in a
            game where the lowest score wins.
    """

    gains: ClassVar[Tone] = Tone.GOOD

    @abstractmethod
    def count_turns(self, seen: Observation) -> int:
        """Return the number of finished turns in the round."""

    # -- the log -----------------------------------------------------------------------------

    @abstractmethod
    def describe_opening(
        self, words: Words, seen: Observation, dealt: Observation
    ) -> Iterable[Runs]:
        """Describe the deal of a round for the log.

        Args:
            words: Builds the table's sentences, see `phrases.SeatWords`.
            seen: The latest observation of the round. It may contain cards that were hidden after
                the deal.
            dealt: The observation right after the deal.
        """

    @abstractmethod
    def list_lines(
        self, words: Words, seen: Observation, notes: Sequence[game.Event]
    ) -> Iterable[match_model.LogLine]:
        """Return a log line for each turn of a round, the current turn last.

        Args:
            words: Builds the table's sentences, see `phrases.SeatWords`.
            seen: An observation of the round.
            notes: Events of the round.
        """

    @abstractmethod
    def close_section(
        self, words: Words, section: match_model.LogSection, seen: Observation
    ) -> match_model.LogSection:
        """Return a copy of a finished round's log section to which the result has been added."""

    @abstractmethod
    def describe_last_turn(
        self, words: Words, change: session.Change, *, only_end: bool = False
    ) -> Runs:
        """Describe the turn that has just ended.

        Args:
            words: Builds the table's sentences, see `phrases.SeatWords`.
            change: The step that ended the turn, with the observations before and after it.
            only_end: Whether to describe only the turn's last step.
        """

    def describe_last_step(self, words: Words, seen: Observation) -> Runs:
        """Describe the last step of an unfinished turn, in a sentence such as "Bo drew a card"."""
        return ()

    # -- points ------------------------------------------------------------------------------

    def has_points(self, seen: Observation) -> bool:
        """Return whether rounds of this match are scored; False if they are only won or lost."""
        return True

    @abstractmethod
    def find_round_winners(self, result: Any) -> Sequence[int]:
        """Return the seats that won a finished round, given the round's result."""

    @abstractmethod
    def count_round_points(self, result: Any, seats: int) -> Sequence[int]:
        """Return the points that each seat gained in a round."""

    @abstractmethod
    def find_standing(self, seen: Observation) -> tuple[Sequence[int], int]:
        """Return each seat's points in the match, and the number of points that ends it."""

    def head_start(self, seen: Observation) -> Sequence[int]:
        """Return the points with which each seat began the match; () if all began with none."""
        return ()

    def name_head_start(self, texts: Texts) -> str:
        """Return the word for a head start, shown before the points with which seats began."""
        return texts("Head start")

    # -- ends of rounds ----------------------------------------------------------------------

    @abstractmethod
    def name_round(self, words: Words, seen: Observation, result: Any) -> Runs:
        """Return the title of a finished round's page."""

    @abstractmethod
    def describe_round(
        self, words: Words, match: Match, seen: Observation, result: Any
    ) -> match_model.RoundStory:
        """Describe a finished round for its page: events and result."""

    @abstractmethod
    def build_counted_tally(
        self, words: Words, seen: Observation, result: Any
    ) -> match_model.CountedTally | None:
        """Return the cards that the page about a finished round counts one by one, with a heading.

        For example, these are the winner's scoring cards, whose points are added up. Return None if
        the page counts no cards.
        """

    @abstractmethod
    def name_columns(self, texts: Texts) -> tuple[str, str, str]:
        """Return the headings of the columns for number, winners and reason of a round."""

    @abstractmethod
    def describe_row(self, words: Words, result: Any) -> tuple[str, Runs, Sequence[int | None]]:
        """Return the contents of a round's row in the table of rounds.

        Returns:
            The names of the winners, the reason why they won, and the points of each seat (None for
            a seat that couldn't score).
        """

    # -- turning points ----------------------------------------------------------------------

    @abstractmethod
    def list_leaders(self, match: Match, number: int) -> Sequence[int | None]:
        """Return the seats that were ahead in the course of a round.

        Returns:
            The seat that was ahead after the deal, then the seat that was ahead after each turn.
            None means that nobody was ahead.
        """

    @abstractmethod
    def describe_round_turning(self, words: Words, match: Match) -> match_model.TurningPoint:
        """Describe the turn that decided the last finished round of a match."""

    def list_turning_cards(
        self, words: Words, match: Match, number: int, winner: int
    ) -> tuple[Runs, tuple[str, ...]]:
        """Return the cards that the winner played at the turning point of a round.

        Args:
            words: Builds the table's sentences, see `phrases.SeatWords`.
            match: The match.
            number: Number of the round, from 1.
            winner: The winner's seat.

        Returns:
            The cards as a phrase for a sentence ("red 7 and blue 3"), and in the game's notation
            ("R7", "B3"). Both are empty by default.
        """
        return (), ()

    @abstractmethod
    def describe_margin(self, words: Words, winner: int, points: int) -> Runs:
        """Return a sentence about how many points the viewer was behind the winner of a match.

        Args:
            words: Builds the table's sentences, see `phrases.SeatWords`.
            winner: The winner's seat.
            points: Difference between the two scores.
        """


class PagesFacet(Facet, Generic[Observation, Words]):
    """A game's rules pages, and the small pictures of its tables on other pages."""

    def rules_pages(self, texts: Texts) -> Mapping[str, RulesPage]:
        """Return the rules pages by key, in order; the first has the key OVERVIEW."""
        title = self.view.title(texts)
        motto = self.view.style.motto(texts)
        return {
            OVERVIEW: RulesPage(OVERVIEW, title, title, (Passage(motto, "lead"),) if motto else ())
        }

    def build_figure(self, ui: ui.Ui, figure: Figure | Examples, width: float) -> node.Node:
        """Create the node of a figure on a rules page."""
        raise ValueError(f"{self} draws no {figure}")

    def name_card(self, texts: Texts, face: str) -> str:
        """Return a card's name as read aloud on pages."""
        return face

    def find_puzzle_symbol(self, puzzle: puzzle.Puzzle) -> tuple[str, tuple[game.Face, ...]]:
        """Return the picture of a puzzle in the list of puzzles.

        Returns:
            A pair: the letter of a card symbol, and the text forms of cards. At least one of the
            two is empty ("" or ()), because the picture shows a symbol or cards.
        """
        return "", ()

    def preview_cards(self, texts: Texts) -> PreviewCards | None:
        """Return the cards of the small example table on the settings page.

        None leaves out the example.
        """
        return None


class GameView(ABC):
    """Builds everything that a game shows and says; each game has one instance of a subclass.

    Only the view reads the game's observations and steps; its callers pass them on as opaque
    values. The view consists of parts called facets, such as `style` and `table`. A facet is
    imported on first access, because the first frame needs only `style`.

    Attributes:
        facets: The class of each facet as `module:Class`, relative to the package of the class
            that defines this attribute. `style`, `setup`, `words` and `table` are required;
            `story`, `pages` and `moods` have defaults; `rounds` is for games with several rounds,
            `lessons` for games with lessons.
    """

    facets: ClassVar[Mapping[str, str]]

    @abstractmethod
    def title(self, texts: Texts) -> str:
        """Return the game's name."""

    @property
    def has_lessons(self) -> bool:
        """Whether the game has a course with lessons."""
        return "lessons" in self.facets

    @cached_property
    def style(self) -> StyleFacet:
        """The part of the view that builds pictures of cards and the title art."""
        facet: StyleFacet = self._load("style")(self)
        return facet

    @cached_property
    def setup(self) -> SetupFacet:
        """The part of the view for the pages before a match: rule options and AI players."""
        facet: SetupFacet = self._load("setup")(self)
        return facet

    @cached_property
    def words(self) -> WordsFacet[Any, Any]:
        """The part of the view that builds texts at the table: cards, steps, hints, puzzles."""
        facet: WordsFacet[Any, Any] = self._load("words")(self)
        return facet

    @cached_property
    def table(self) -> TableFacet[Any, Any]:
        """The part of the view for the table: layouts, and the data shown around the cards."""
        facet: TableFacet[Any, Any] = self._load("table")(self)
        return facet

    @cached_property
    def moods(self) -> MoodsFacet[Any]:
        """The part of the view that chooses the facial expressions of the players' portraits."""
        return self._load("moods")(self) if "moods" in self.facets else MoodsFacet(self)

    @cached_property
    def story(self) -> StoryFacet[Any, Any]:
        """The part of the view that builds texts about a match: steps, events, achievements."""
        return self._load("story")(self) if "story" in self.facets else StoryFacet(self)

    @cached_property
    def rounds(self) -> RoundsFacet[Any, Any] | None:
        """The part of the view that builds texts about rounds; None for games of one round."""
        return self._load("rounds")(self) if "rounds" in self.facets else None

    @cached_property
    def pages(self) -> PagesFacet[Any, Any]:
        """The part of the view that builds the rules pages, and small pictures on other pages."""
        return self._load("pages")(self) if "pages" in self.facets else PagesFacet(self)

    @cached_property
    def lessons(self) -> course.Course:
        """The game's lessons. Check `has_lessons` first: without lessons this raises KeyError."""
        lessons: course.Course = self._load("lessons")()
        return lessons

    def _load(self, facet: str) -> Any:
        module, _, name = self.facets[facet].partition(":")
        owner = next(each for each in type(self).__mro__ if "facets" in vars(each))
        package = owner.__module__.rpartition(".")[0]
        return getattr(import_module(f"{package}.{module}"), name)


def load_facets(view: GameView) -> None:
    """Import all parts (facets) of a game's view now, so that their first use doesn't block."""
    for facet in view.facets:
        getattr(view, facet)
