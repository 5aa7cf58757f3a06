"""The contract of a game's view: what a game shows and says, in facets.

A facet is an object whose members the program asks. Members with an answer here are optional. What
follows from the answers is written once, as functions, in `kit/present`: the log, narration, ends
and reviews of a match in `story`, what all tables present alike in `table_context`.

Modules that only the answers here need are imported inside functions, because the first frame
comes before that.
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

if TYPE_CHECKING:
    from red7_desktop.kit import bindings, course, match_model, setup, table_model, ui
    from red7_desktop.kit.hud import buttons, part
    from red7_desktop.kit.look import emblem
    from red7_desktop.table import card_nodes, layout
    from red7_desktop.tabletop import player, puzzle, rounds

Seen = TypeVar("Seen")
"""The game's own observation."""
Talk = TypeVar("Talk", bound=phrases.SeatWords)
"""The game's own words."""
DIMMED = "dimmed"
LIT = "lit"
"""Signs of marks that no character is drawn for: the whole card is darker, or has a bright rim."""
OVERVIEW: Final = "overview"
"""The key of the page that tells a game in short: the first of every game."""


class Facet:
    """A part of what a game shows, of which `view` has one value."""

    def __init__(self, view: GameView) -> None:
        self.view = view


class Ambience(NamedTuple):
    """The colour and the lights of a game's rooms.

    Attributes:
        hue: Hue of grounds and panels while the game is at the table, in degrees; 0 is red, None
            keeps the theme's own.
        light: Light that always lies on the table, besides that of the model's `mood`.
        panel_lights: Lights on the game's panel on the title, each with its place there, in shares
            of the panel's size.
    """

    hue: float | None = None
    light: PaintedPicture | None = None
    panel_lights: tuple[tuple[Picture, geometry.Rect], ...] = ()


class LookFacet(Facet, ABC):
    """Cards, emblem and music: all that the title needs, and so the first frame.

    Attributes:
        music: The game's pieces, as names of files in assets/music.
    """

    music: Sequence[str] = ()

    @abstractmethod
    def pictures(self, dress: CardStyle) -> CardArt:
        """Make the pictures of its cards, as settings and a match's options want them."""

    def motto(self, texts: Texts) -> str:
        """Return what it is about, for the title, in one line."""
        return ""

    def emblem(
        self, ui: ui.Ui, room: geometry.Rect, show_rules: Callable[[str], None]
    ) -> emblem.Emblem | None:
        """Return what the title shows of it, in a room; `show_rules` takes a page's key."""
        return None

    @property
    def ambience(self) -> Ambience:
        """Return the colour and the lights of its rooms."""
        return Ambience()


class SetupFacet(Facet, ABC):
    """What is chosen before a match, by whom it is played, and what the settings have of it.

    Attributes:
        seats: The numbers of seats that it can be played by.
        options: What can be chosen before a match, besides seats and deal.
    """

    seats: range
    options: Sequence[game.OptionSpec] = ()

    def to_options(self, setup: setup.GameSetup) -> game.Options:
        """Return the options that its rules are started with."""
        return {"seats": len(setup.seats), **setup.values}

    def values_in(self, rules: str) -> Mapping[str, Any]:
        """Read what someone has asked for by name; raises InvalidOptions.

        That is a list as in "pickup=at_once" where the game has no other names for its rules.
        """
        return game.read_values(rules, self.options)

    def option_rows(self, setup: setup.GameSetup, texts: Texts) -> Sequence[setup.OptionRow]:
        """Return a row for each option, in the order in which people see them."""
        return ()

    def presets(self, setup: setup.GameSetup, texts: Texts) -> Sequence[setup.Preset]:
        """Return kinds of match for this many seats, quickest first; none where there is one."""
        return ()

    def summary(self, setup: setup.GameSetup, texts: Texts) -> Sequence[str]:
        """Return by which rules a match will be played, in a few words each.

        By default, what all options are that few people choose.
        """
        usual = {option.key: option.default for option in self.options}
        rows = [row for row in self.option_rows(setup, texts) if row.chosen != usual[row.key]]
        return [dict(row.choices)[row.chosen] for row in rows]

    def characters(self, texts: Texts) -> Mapping[str, str]:
        """Return how each level of its AI players plays, in one line, by key."""
        return {}

    def switches(self, texts: Texts) -> Mapping[str, tuple[str, str]]:
        """Return what its row's switches are among the settings: in words, with a note."""
        return {}

    def intent_words(self, texts: Texts) -> Mapping[bindings.Intent, str]:
        """Return what the game's keys are for; `NEXT_PLAY` with suggestions."""
        return {}


class WordsFacet(Facet, ABC, Generic[Seen, Talk]):
    """What is said at a table: of cards, steps, hints, and of its puzzles.

    Attributes:
        seat_words: The class of the game's words; one value of it speaks at one table.
        sentences: Sentences for reasons, see `ReasonData.explain`.
    """

    seat_words: ClassVar[type[Any]] = phrases.SeatWords
    sentences: ClassVar[Mapping[str, Callable[[Any], Runs | str]]] = phrases.COMMON

    def explain(self, reason: game.Reason, words: Talk) -> Runs:
        """Return why something cannot be done; an unknown code gives a general sentence."""
        return phrases.ReasonData(reason, words).explain(self.sentences)

    @abstractmethod
    def preview(self, seen: Seen, step: Any, words: Talk) -> table_model.Preview:
        """Return what a step of the viewer would come to, whether it is legal or not."""

    @abstractmethod
    def card_words(
        self, words: Talk, face: str, seen: Seen, marks: tuple[str, ...] = ()
    ) -> table_model.CardWords:
        """Return what a card is and does. face: as zones give it. marks: what those on it mean."""

    def hint(self, words: Talk, seen: Seen, choice: player.Choice) -> table_model.Hint:
        """Return what a player would do in the viewer's place, and why; by default, its first step.

        The choice must be for the observation.
        """
        from red7_desktop.kit.table_model import Hint

        return Hint(self.preview(seen, choice.steps[0], words).title, ())

    def comment(self, words: Talk, before: Seen, seen: Seen) -> Runs:
        """Return what is at stake in a new round, or why what the viewer did does nothing."""
        return ()

    def standing(self, words: Talk, value: float) -> str:
        """Return in a few words how a seat stands, from 0 to 1 as reviews value turns."""
        return words.texts("{n}%", n=round(100 * value))

    # -- its puzzles, asked of a game that has some -------------------------------------------

    def puzzle_kind(self, texts: Texts, kind: str) -> str:
        """Return in a few words what a kind of its puzzles is about."""
        return kind

    def puzzle_goal(self, words: Talk, goal: game.Reason) -> Runs:
        """Return what a puzzle asks for, in a short line."""
        raise NotImplementedError("this game has no puzzles")

    def puzzle_turn(self, words: Talk, match: Match) -> Runs:
        """Return which turn someone has tried: all steps of a match that begins at the puzzle."""
        raise NotImplementedError("this game has no puzzles")

    def puzzle_hint(self, words: Talk, seen: Seen, hint: game.Reason) -> table_model.Hint:
        """Return one of the hints at a puzzle's turn, with the cards that it is about."""
        raise NotImplementedError("this game has no puzzles")


class TableFacet(Facet, ABC, Generic[Seen, Talk]):
    """What stands on the table around the cards, what its keys and buttons do, and its sounds.

    Attributes:
        deals: The kinds of zones that cards are dealt to, one by one in turn, to the last all at
            once; where there is one kind only, one by one; () for a game that shows no deal.
        places: Where `Intent.PLACE` and `Intent.OTHER_PLACE` put a card: kinds of zones.
        sounds: The sounds that only this game has, as names of files in assets/sounds.
        voices: The sounds of moving cards, by the kinds of the zones between which they go;
            without any, all cards sound as they slide.
        finders: Find what else a change brings about, each with its sound.
        signs: What a phone draws on cards for the game's own marks, by style: a character,
            `DIMMED` or `LIT`.
    """

    deals: tuple[str, ...] = ()
    places: Mapping[bindings.Intent, str] = {}
    sounds: Sequence[str] = ()
    voices: Mapping[tuple[str, str], MoveSound] = {}
    finders: Sequence[Finder[Any]] = ()
    signs: Mapping[str, str] = {}

    @abstractmethod
    def layouts(self, asset: Callable[..., Path]) -> Path:
        """Return the folder of its layouts; `asset` finds what came with the program."""

    @property
    def zone_kinds(self) -> layout.ZoneKinds:
        """Return the kinds of zones that its layouts may have."""
        from red7_desktop.table.layout import COMMON_KINDS

        return COMMON_KINDS

    @abstractmethod
    def present(
        self, seen: Seen, seats: Sequence[ai.Seat], texts: Texts, around: table_model.ViewOptions
    ) -> table_model.TableModel:
        """Return everything that stands around the cards for one observation."""

    def banner(self, seen: Seen, words: Talk) -> table_model.Banner | None:
        """Return what counts now, for a phone; None for a game in which nothing always does."""
        return None

    def zone_titles(self, texts: Texts) -> Mapping[str, str]:
        """Return the titles of the zones that a phone shows next to the hand, by kind, in order.

        These are shared ones and the viewer's own. Without any, it shows all but the deck.
        """
        return {}

    def meant_by(
        self, ask: str, seen: Seen, texts: Texts, switches: Collection[str] = ()
    ) -> table_model.GameAction | None:
        """Return what a button of the game's own means now, None for what means nothing here.

        ask: as the model's buttons have it; `Intent.END` and `Intent.OFFER` have keys.
        switches: those of the settings' `switches` that are on.
        """
        return None

    def suggestions(self, seen: Seen, words: Talk) -> Sequence[table_model.Suggestion]:
        """List steps of several cards that are worth a look, the best first; at most five."""
        return ()

    def extras(
        self, ui: ui.Ui, session: session.Session, *, assists: bool = True
    ) -> Sequence[buttons.ExtraPanel]:
        """Make what this game alone has above its table.

        assists: whether it may tell what the viewer could do; in a puzzle that is what is asked.
        """
        return ()

    def parts(self, look: theme.Look, ink: part.TextStyler) -> Mapping[str, part.Part[Any]]:
        """Make what this game alone shows, by the layout's names of the zones that it lies in.

        Each is shown the model's panel of that name; earlier ones lie lower.
        """
        return {}

    def mark_looks(self, look: theme.Look, ink: part.TextStyler) -> card_nodes.MarkLooks:
        """Return the looks of the marks that this game alone has, the lowest on a card first."""
        return {}

    def mark_meanings(self, texts: Texts) -> Mapping[str, str]:
        """Return what marks mean, by style: the game's own, and others in a better way."""
        return {}

    def tried_marks(self, seen: Seen, step: Any) -> Mapping[str, tuple[str, ...]]:
        """Return what cards wear while the viewer tries a legal step.

        Returns:
            Names of cards by style. Nothing but this may use the styles.
        """
        return {}


class StoryFacet(Facet, Generic[Seen, Talk]):
    """What is told of a match: its steps, its notes, what was done well, its record.

    Attributes:
        record_form: How a match is written down and read again; None for a header and its steps.
    """

    record_form: ClassVar[type[rounds.MatchRecord] | None] = None

    def describe_moves(
        self, words: Talk, seat: int, moves: Sequence[game.SeenMove], notes: Sequence[game.Note]
    ) -> Runs:
        """Return the outcome of a seat's step, from the moves seen; () for nothing worth a line.

        Asked only of a game without `rounds`, whose log has a line for each step.
        """
        return ()

    def describe_note(self, words: Talk, note: game.Note) -> Runs:
        """Return what is read aloud of a note; () where that is part of a turn or a deal."""
        return ()

    def describe_deal(self, words: Talk, seen: Seen) -> Iterable[Runs]:
        """Return what a deal gave everyone, and who begins, as it is read aloud."""
        return ()

    def list_own_cards(self, words: Talk, seen: Seen) -> tuple[str, ...]:
        """Return the viewer's cards as they are read aloud, a sentence for each place."""
        return ()

    def list_open_cards(self, words: Talk, seen: Seen, seat: int) -> tuple[str, ...]:
        """Return what a seat shows everybody as it is read aloud, a sentence for each place."""
        return ()

    def describe_race(self, words: Talk, seen: Seen) -> str:
        """Return how far everybody is, for a game whose line on the table tells something else."""
        return ""

    def name_zone(self, words: Talk, zone: str) -> str:
        """Return what a place on the table is called when it is read aloud, "" for no name."""
        return ""

    def list_requests(self, words: Talk, seen: Seen) -> list[str]:
        """Return what is asked of the viewer, as it is read aloud."""
        return [words.texts("It’s your turn")]

    def pile(self, words: Talk, seen: Seen, zone: str) -> match_model.Spread | None:
        """Return a zone's cards for a page of their own; None for a zone that no one has to spread.

        Cards that the viewer may not know are not in it.
        """
        return None

    def finale(
        self, words: Talk, match: Match, viewer: int | None, end: match_model.End
    ) -> match_model.Finale:
        """Return what is played once a round or the match is over. end: how it ended.

        By default, what the pages about that tell: cards that count, points, and the crown.
        """
        from red7_desktop.kit.match_model import build_finale

        return build_finale(end)

    def rounds_won(self, match: Match) -> Sequence[match_model.RoundWon]:
        """Return the rounds that are over, in order; () for a game that doesn't tell them apart."""
        return ()

    def won_by(self, texts: Texts) -> match_model.WonBy | None:
        """Return what rounds are told apart by, None where `rounds_won` gives none."""
        return None

    def sign_round(self, texts: Texts, gain: match_model.RoundGain) -> match_model.RoundSign:
        """Return how a round is shown in a row of rounds; by default, by its points."""
        from red7_desktop.kit.match_model import RoundSign

        square = "🟩" if gain.is_won else "⬜"
        label = str(gain.points)
        return RoundSign(label, label, tone=Tone.PLAIN, square=square, is_bright=gain.is_won)

    def describe_row_of_rounds(self, texts: Texts) -> str:
        """Return a caption for a row of rounds, such as "Your points, round by round."."""
        return texts("Your points, round by round.")

    def feats_of(self, match: Match, seat: int) -> Collection[str]:
        """Return the keys of the feats that a seat has achieved in a match."""
        return ()

    def feats(self, texts: Texts) -> Sequence[match_model.Feat]:
        """Return what is fun to have done, in words."""
        return ()

    def match_line(self, texts: Texts, seen: Seen) -> match_model.MatchLine:
        """Return what a kept match is, and how it stands. seen: what a spectator may know."""
        from red7_desktop.kit.match_model import MatchLine

        return MatchLine(self.view.title(texts))

    def position_text(self, seen: Seen) -> str:
        """Return the position as text, as far as the viewer knows it; "" for a game without one."""
        return ""

    # -- reviews, for a game whose players can appraise ---------------------------------------

    def choose(self, match: Match, revision: int, entry: Entry) -> tuple[Any, bool] | None:
        """Return a step as it was chosen, and whether the moment ends with it.

        None for what is no part of a turn; by default nothing is, and there are no reviews. No one
        knew yet which card a step would draw.
        """
        return None

    def has_choice(self, seen: Any) -> bool:
        """Return whether there is more than one thing to do."""
        return len(seen.legal) > 1

    def plan(self, words: Talk, seen: Seen, steps: Sequence[Any]) -> Runs:
        """Return a turn as something to do, as a part of a sentence."""
        raise NotImplementedError("this game has no reviews")


class RoundsFacet(Facet, ABC, Generic[Seen, Talk]):
    """What a game of several rounds says of its rounds, turns and points.

    Its observations have `rounds` (what each that is over came to), `round_number` from 1,
    `turns` and `steps` of the round, `stage`, `viewer` and `to_act`; steps of the table deal on.

    Attributes:
        gains: How more points are meant: `BAD` where who has least of them wins.
    """

    gains: ClassVar[Tone] = Tone.GOOD

    @abstractmethod
    def count_turns(self, seen: Seen) -> int:
        """Return how many turns of the round are over."""

    # -- the log -----------------------------------------------------------------------------

    @abstractmethod
    def describe_opening(self, words: Talk, seen: Seen, dealt: Seen) -> Iterable[Runs]:
        """Return what a round began with. seen: at its end, dealt: at its beginning."""

    @abstractmethod
    def list_lines(
        self, words: Talk, seen: Seen, notes: Sequence[game.Note]
    ) -> Iterable[match_model.LogLine]:
        """Return a line for every turn of a round, the one going on last. notes: of the round."""

    @abstractmethod
    def close_section(
        self, words: Talk, section: match_model.LogSection, seen: Seen
    ) -> match_model.LogSection:
        """Return the section of a round with how that ended."""

    @abstractmethod
    def describe_last_turn(
        self, words: Talk, change: session.Change, *, only_end: bool = False
    ) -> Runs:
        """Return the turn that a change has ended. only_end: only its last step."""

    def describe_last_step(self, words: Talk, seen: Seen) -> Runs:
        """Return the last step of a turn that goes on, as something its player did."""
        return ()

    # -- points ------------------------------------------------------------------------------

    def keeps_points(self, seen: Seen) -> bool:
        """Return whether rounds are played for points."""
        return True

    @abstractmethod
    def winners_of(self, result: Any) -> Sequence[int]:
        """Return who has won a round that is over."""

    @abstractmethod
    def points_in(self, result: Any, seats: int) -> Sequence[int]:
        """Return what a round brought each seat."""

    @abstractmethod
    def find_standing(self, seen: Seen) -> tuple[Sequence[int], int]:
        """Return everyone's points, and how many end the match."""

    # -- the ends ----------------------------------------------------------------------------

    @abstractmethod
    def name_round(self, words: Talk, seen: Seen, result: Any) -> Runs:
        """Return the title of a round's end."""

    @abstractmethod
    def tell_round(self, words: Talk, match: Match, seen: Seen, result: Any) -> match_model.Story:
        """Return how a round went."""

    @abstractmethod
    def count_cards(self, words: Talk, seen: Seen, result: Any) -> match_model.CountedTally | None:
        """Return the outcome of a round in cards, None for nothing to count."""

    @abstractmethod
    def name_columns(self, texts: Texts) -> tuple[str, str, str]:
        """Return what stands above a round's number, its winners and what decided it."""

    @abstractmethod
    def describe_row(self, words: Talk, result: Any) -> tuple[str, Runs, Sequence[int | None]]:
        """Return a round's winners, what decided it, and points by seat, None for none to get."""

    # -- where it turned ---------------------------------------------------------------------

    @abstractmethod
    def list_leaders(self, match: Match, number: int) -> Sequence[int | None]:
        """Return who led a round, by its number from 1: after the deal, and after each turn."""

    @abstractmethod
    def describe_round_turning(self, words: Talk, match: Match) -> match_model.TurningStory:
        """Return where the round that is over was decided."""

    def list_turning_cards(
        self, words: Talk, match: Match, number: int, winner: int
    ) -> tuple[Runs, tuple[str, ...]]:
        """Return the winner's cards of a round's turning point, in words and as faces."""
        return (), ()

    @abstractmethod
    def describe_margin(self, words: Talk, winner: int, points: int) -> Runs:
        """Return by how much the viewer has missed the win."""


class PagesFacet(Facet, Generic[Seen, Talk]):
    """Its rules pages, and the small pictures that pages have of its tables."""

    def rules_pages(self, texts: Texts) -> Mapping[str, RulesPage]:
        """Write the pages by their keys, in order; the first has the key OVERVIEW."""
        title = self.view.title(texts)
        motto = self.view.look.motto(texts)
        return {
            OVERVIEW: RulesPage(OVERVIEW, title, title, (Passage(motto, "lead"),) if motto else ())
        }

    def figure(self, ui: ui.Ui, figure: Figure | Examples, width: float) -> node.Node:
        """Draw a figure of the rules pages."""
        raise ValueError(f"{self} draws no {figure}")

    def puzzle_sign(self, puzzle: puzzle.Puzzle) -> tuple[str, tuple[game.Face, ...]]:
        """Return the symbol that stands for a puzzle, "" for none, and cards that do otherwise."""
        return "", ()

    def preview_cards(self, texts: Texts) -> PreviewCards | None:
        """Return the small table that shows what settings do; None for none."""
        return None


class GameView(ABC):
    """What a game shows of itself, in facets; a game has one value of a subclass.

    It knows the game's own observations and steps; its caller passes them through unseen. Each
    facet is imported when it is first asked for, because the first frame needs only the look.

    Attributes:
        facets: Where each facet's class is: `module:Class`, the module in the package of the
            class that sets this. `look`, `setup`, `words` and `table` are needed; `story` and
            `pages` have defaults, `rounds` is for a game of several rounds, `lessons` for one that
            teaches.
    """

    facets: ClassVar[Mapping[str, str]]

    @abstractmethod
    def title(self, texts: Texts) -> str:
        """Return the game's name as players read it."""

    @property
    def teaches(self) -> bool:
        """Return whether there are lessons; the title says so before anyone learns."""
        return "lessons" in self.facets

    @cached_property
    def look(self) -> LookFacet:
        """Its cards and emblem."""
        facet: LookFacet = self._load("look")(self)
        return facet

    @cached_property
    def setup(self) -> SetupFacet:
        """What is chosen before a match."""
        facet: SetupFacet = self._load("setup")(self)
        return facet

    @cached_property
    def words(self) -> WordsFacet[Any, Any]:
        """What is said at a table."""
        facet: WordsFacet[Any, Any] = self._load("words")(self)
        return facet

    @cached_property
    def table(self) -> TableFacet[Any, Any]:
        """What stands on the table."""
        facet: TableFacet[Any, Any] = self._load("table")(self)
        return facet

    @cached_property
    def story(self) -> StoryFacet[Any, Any]:
        """What is told of a match."""
        return self._load("story")(self) if "story" in self.facets else StoryFacet(self)

    @cached_property
    def rounds(self) -> RoundsFacet[Any, Any] | None:
        """What is told of rounds; None for a game that has only one."""
        return self._load("rounds")(self) if "rounds" in self.facets else None

    @cached_property
    def pages(self) -> PagesFacet[Any, Any]:
        """Its rules pages and small pictures."""
        return self._load("pages")(self) if "pages" in self.facets else PagesFacet(self)

    @cached_property
    def lessons(self) -> course.Lessons:
        """How it is learned, where it `teaches`."""
        lessons: course.Lessons = self._load("lessons")()
        return lessons

    def _load(self, facet: str) -> Any:
        module, _, name = self.facets[facet].partition(":")
        owner = next(each for each in type(self).__mro__ if "facets" in vars(each))
        package = owner.__module__.rpartition(".")[0]
        return getattr(import_module(f"{package}.{module}"), name)


def load_facets(view: GameView) -> None:
    """Import everything that a view is made of, so that no one waits for it later."""
    for facet in view.facets:
        getattr(view, facet)
