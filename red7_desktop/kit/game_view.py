"""The contract of what a game shows and tells, in facets.

What a simple game can do without has an answer here, so its face stays short. What these answers
are made of is imported when they are asked for: the first frame comes before that.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from red7_desktop.kit import phrases
from red7_desktop.kit.look.card_art import CardArt, CardStyle, PreviewCards
from red7_desktop.kit.pages.rules_pages import Examples, Figure, Passage, RulesPage
from red7_desktop.kit.sound.cues import (
    Cue,
    MoveSound,
    Sound,
    Tempo,
    call,
    find_undo_cue,
    is_called,
    list_moving_cues,
    thin_out,
)
from red7_desktop.kit.texts import Runs, Texts, Tone, capitalize_runs, to_plain
from red7_desktop.play import ai, session
from red7_desktop.scene import animation, geometry, node, theme
from red7_desktop.scene.pictures import PaintedPicture, Picture
from red7_desktop.scene.widgets.runs import Span
from red7_desktop.tabletop import game, records
from red7_desktop.tabletop.match import Match, Replayed, Seated

if TYPE_CHECKING:
    from red7_desktop.kit import bindings, course, match_model, setup, table_model, ui
    from red7_desktop.kit.hud import buttons, part
    from red7_desktop.table import card_nodes, layout
    from red7_desktop.tabletop import player, puzzle

Seen = TypeVar("Seen")
"""The game's own observation."""
Talk = TypeVar("Talk", bound=phrases.SeatWords)
"""The game's own words."""
_STAY: Final = 3.2
"""Seconds for which a part stays up before the next one rises."""
RISE, COMES_IN = 0.45, 0.5


class Emblem(node.Node):
    """Cards that come in one by one; one part of them after the other rises and tells of itself.

    It lies in a room of the window, and moves as `tick` is called, with the stage's time in
    seconds: by itself after `set_motion(True)`, else as the person asks for. `deal` is for the
    first time that the title is shown.

    parts: the places of the cards of each; a card that is pointed at raises the first that has it.
    stagger: seconds between two cards that come in. `_cards`, `_homes` and `_lifts` (where they
    lie, and how far each rises) and `_caption` are for subclasses to fill, which then raise a part;
    `_tells` says whether the caption has room.
    """

    def __init__(self, ui: ui.Ui, parts: Sequence[range], stagger: float, *, name: str) -> None:
        super().__init__(name=name)
        self._ui = ui
        self._parts = parts
        self._stagger = stagger
        self._cards: Sequence[node.Node] = ()
        self._homes: Sequence[geometry.Vec] = ()
        self._lifts: Sequence[geometry.Vec] = ()
        self._caption = node.Node(name="caption")
        self._raised = -1
        self._next_at: float | None = None
        self._to_come: list[int] = []
        self._moves = False
        self._is_watched = False
        self._tells = False

    def set_motion(self, moves: bool) -> None:
        self._moves = moves
        self._next_at = None

    @property
    def is_moving(self) -> bool:
        """Whether anything in it comes or goes without anyone's doing."""
        return self._moves or bool(self._to_come)

    def deal(self) -> None:
        """Hide the cards, and let `tick` bring them in one by one.

        Painting a large card takes a few frames' time, so they do not all come in the first.
        """
        self._to_come = list(range(len(self._cards)))
        self._caption.visible = False
        for card in self._cards:
            card.visible = False

    def tick(self, now: float) -> None:
        if self._to_come:
            if self._next_at is None or now >= self._next_at or not self._moves:
                self._bring_in(self._to_come.pop(0))
                self._caption.visible = self._tells and not self._to_come
                if self._caption.visible and self._moves:
                    # The last card comes from below, across the words.
                    tell = animation.Track(self._caption, "alpha", 0.0, 1.0, COMES_IN, RISE)
                    self._ui.stage.animator.play([tell])
                self._next_at = now + (self._stagger if self._to_come else _STAY)
        elif not self._moves or self._is_watched:
            self._next_at = None
        elif self._next_at is None:
            self._next_at = now + _STAY
        elif now >= self._next_at:
            self._next_at = now + _STAY
            self._raise((self._raised + 1) % len(self._parts))

    @abstractmethod
    def _bring_in(self, place: int) -> None:
        """Show a hidden card, on its way to where it stands if things move."""

    @abstractmethod
    def _show(self, part: int) -> Sequence[node.Node]:
        """Tell of a part that rises; returns what stands in the caption."""

    def _listen(self, place: int, on_activate: Callable[[], None]) -> None:
        card = self._cards[place]
        if min(card.size) < self._ui.stage.look.theme.sizes.target:
            return
        card.interactive = card.focusable = True
        card.on_activate = on_activate
        card.on_focus = partial(self._watch, place)
        card.on_gesture = partial(self._hover, place)

    def _hover(self, place: int, gesture: node.Gesture) -> bool:
        if gesture.kind in {node.GestureKind.HOVER_ENTER, node.GestureKind.HOVER_LEAVE}:
            self._watch(place, gesture.kind is node.GestureKind.HOVER_ENTER)
        return False

    def _watch(self, place: int, is_watched: bool) -> None:
        self._is_watched = is_watched
        if is_watched:
            self._raise(next(n for n, part in enumerate(self._parts) if place in part))

    def _raise(self, part: int, *, glide: bool = True) -> None:
        if part == self._raised:
            return
        self._raised = part
        animator = self._ui.stage.animator
        for place, (card, goal) in enumerate(zip(self._cards, self._homes, strict=True)):
            if place in self._parts[part]:
                goal += self._lifts[place]
            if glide and self._moves:
                animator.to(card, "position", goal, RISE, ease="in_out_sine")
            else:
                animator.cancel(card, "position")
                card.position = goal
        self._caption.clear()
        self._caption.add(*self._show(part))


def find_caption_room(look: theme.Look, height: float, wanted: float, high: float) -> float:
    """Return the room for words below an emblem's cards; 0 where these would be too small to hit.

    height: that there is. wanted: by the words, at the theme's zoom 1. high: how much room the
    cards need, in card widths.
    """
    room = wanted * look.theme.zoom
    return room if (height - room) / high >= look.theme.sizes.target else 0.0


OVERVIEW: Final = "overview"
"""The key of the page that tells a game in short: the first of every game."""


class Facet:
    """A part of what a game shows, of which `view` has one value."""

    def __init__(self, view: GameView) -> None:
        self.view = view


class LookFacet(Facet, ABC):
    """Cards, emblem and music: all that the title needs, and so the first frame.

    music: the game's pieces, as their files in assets/music. hue: of grounds and panels while it is
    at the table, in degrees; 0 is red, None the theme's own.
    """

    music: Sequence[str] = ()
    hue: float | None = None

    @abstractmethod
    def pictures(self, dress: CardStyle) -> CardArt:
        """Make the pictures of its cards, as settings and a match's options want them."""

    def motto(self, texts: Texts) -> str:
        """Return what it is about, for the title, in one line."""
        return ""

    def logo(self, texts: Texts, look: theme.Look) -> tuple[Span, ...]:
        """Write its name as it stands on the title, where the style is `logo`."""
        return (Span(self.view.title(texts)),)

    def emblem(
        self, ui: ui.Ui, room: geometry.Rect, show_rules: Callable[[str], None]
    ) -> Emblem | None:
        """Return what the title shows of it, in a room; `show_rules` takes a page's key."""
        return None

    @property
    def light(self) -> PaintedPicture | None:
        """The light that always lies on its table, besides that of the model's `mood`."""
        return None

    @property
    def wash(self) -> Sequence[tuple[Picture, geometry.Rect]]:
        """The lights on its panel on the title, each with a place in parts of that."""
        return ()

    def finale_mark(self, look: theme.Look) -> Picture | None:
        """Return what lies in the ring at the end of a round until the winner is crowned, if so."""
        return None


class SetupFacet(Facet, ABC):
    """What is chosen before a match, by whom it is played, and what the settings have of it.

    seats: the numbers of seats that it can be played by. options: what can be chosen before a
    match, besides these and the deal. reads_hands: hints say what others probably lack, unless the
    settings keep them from it.
    """

    seats: range
    reads_hands: bool = False
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
    """What is said at a table: of cards, steps, hints, and of its puzzles."""

    @abstractmethod
    def at(self, texts: Texts, seats: Sequence[ai.Seat], viewer: int | None) -> Talk:
        """Return the words of a table, see `SeatWords`."""

    @abstractmethod
    def explain(self, reason: game.Reason, words: Talk) -> Runs:
        """Return why something cannot be done; an unknown code gives a general sentence."""

    @abstractmethod
    def preview(self, seen: Seen, step: Any, words: Talk) -> table_model.Preview:
        """Return what a step of the viewer would come to, whether it is legal or not."""

    def fits(self, seen: Seen, step: Any, words: Talk) -> bool:
        """Whether a step would do something for the cards beside its place."""
        preview = self.preview(seen, step, words)
        return preview.is_good and any(preview.marks.values())

    @abstractmethod
    def card_words(
        self, words: Talk, face: str, seen: Seen, marks: tuple[str, ...] = ()
    ) -> table_model.CardWords:
        """Return what a card is and does. face: as zones give it. marks: what those on it mean."""

    def hint(self, words: Talk, seen: Seen, choice: player.Choice) -> table_model.Hint:
        """Return what a player would do in the viewer's place, and why.

        The choice must be for the observation.
        """
        raise NotImplementedError("this game has no adviser")

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
        sections = self.view.story.history(words, match, words.viewer)
        return next((line.line for each in sections[-1:] for line in each.lines[-1:]), ())

    def puzzle_hint(self, words: Talk, seen: Seen, hint: game.Reason) -> table_model.Hint:
        """Return one of the hints at a puzzle's turn, with the cards that it is about."""
        raise NotImplementedError("this game has no puzzles")


class TableFacet(Facet, ABC, Generic[Seen, Talk]):
    """What stands on the table around the cards, what its keys and buttons do, and its sounds.

    refuses_what_is_tried: whether it is said of a place that a card may not go there only once it
    is brought there, not as soon as the card is held. deals: the kinds of zones that cards are
    dealt to, one by one in turn, to the last all at once; where there is one kind only, one by one;
    () for a game that shows no deal. places: where `Intent.PLACE` and `Intent.OTHER_PLACE` put a
    card: kinds of zones. sounds: those that only this game has, as their files in assets/sounds.
    public: the kinds of seats' zones whose open cards are seen while the screen is passed on.
    """

    refuses_what_is_tried: ClassVar[bool] = False
    deals: tuple[str, ...] = ()
    places: Mapping[bindings.Intent, str] = {}
    sounds: Sequence[str] = ()
    public: tuple[str, ...] = ()

    @abstractmethod
    def layouts(self, asset: Callable[..., Path]) -> Path:
        """Return the folder of its layouts; `asset` finds what came with the program."""

    @property
    def zone_kinds(self) -> layout.ZoneKinds:
        from red7_desktop.table.layout import COMMON_KINDS

        return COMMON_KINDS

    @abstractmethod
    def present(
        self, seen: Seen, seats: Sequence[ai.Seat], texts: Texts, around: table_model.ViewOptions
    ) -> table_model.TableModel:
        """Return everything that stands around the cards for one observation."""

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

    def is_dealt(self, seen: Seen) -> bool:
        """Whether a round has just been dealt."""
        return False

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

    def brooms(self, look: theme.Look, ink: part.TextStyler) -> Mapping[str, Picture]:
        """Return what sweeps cards to a pile, by the pile's zone."""
        return {}

    def mark_meanings(self, texts: Texts) -> Mapping[str, str]:
        """Return what marks mean, by style: the game's own, and others in a better way."""
        return {}

    def cues(self, change: session.Change, people: Iterable[int], tempo: Tempo) -> tuple[Cue, ...]:
        """Return the sounds of a change, the earliest first; people: whose win is one here.

        Seconds are those at the normal speed.
        """
        moved = list_moving_cues(change, tempo, {}, MoveSound(Sound.SLIDE))
        return thin_out((*moved, find_undo_cue(change), call(change, tempo)))

    def cues_at_opening(self, seen: Seen) -> tuple[Cue, ...]:
        return (Cue(0.0, Sound.TURN),) if is_called(seen) else ()


class StoryFacet(Facet, Generic[Seen, Talk]):
    """What is told of a match: its log, aloud, how it ends, what was done well, its record."""

    def history(
        self, words: Talk, match: Match, viewer: int | None
    ) -> tuple[match_model.LogSection, ...]:
        """Return the match so far as a seat, or a spectator (None), may know it.

        words: may speak to another seat.
        """
        return tuple(self.sections(words, match, viewer))

    def sections(
        self, words: Talk, match: Match, viewer: int | None
    ) -> Iterator[match_model.LogSection]:
        """Yield the sections of `history`, each built when it is asked for.

        A game that says nothing else has one section with the moves.
        """
        from red7_desktop.kit.match_model import LogLine, LogSection

        told = [
            (
                entry.seat,
                self.describe_moves(
                    words, entry.seat, outcome.moves_seen_by(viewer), outcome.notes
                ),
            )
            for entry, outcome in zip(match.log, match.outcomes, strict=True)
        ]
        lines = [
            LogLine(number, None if seat == game.TABLE else seat, line)
            for number, (seat, line) in enumerate([each for each in told if each[1]], start=1)
        ]
        if lines:
            yield LogSection("", tuple(lines))

    def describe_moves(
        self, words: Talk, seat: int, moves: Sequence[game.SeenMove], notes: Sequence[game.Note]
    ) -> Runs:
        """Return the outcome of a seat's step, from the moves seen; () for nothing worth a line."""
        return ()

    def narrate(
        self, words: Talk, change: session.Change, winners: tuple[int, ...] = ()
    ) -> tuple[str, ...]:
        """Return what is read aloud of a change. winners: of the match, where it has ended."""
        return ()

    def narrate_opening(self, words: Talk, seen: Seen) -> tuple[str, ...]:
        """Return what is read aloud of a table that is opened: a deal, or whose turn it is."""
        return ()

    def trouble_line(self, words: Talk, match: Match, trouble: ai.PlayerFailure) -> str:
        name = words.names[trouble.seat]
        return words.texts("{name} stopped responding: a simple AI takes over", name=name)

    def pile(self, words: Talk, seen: Seen, zone: str) -> match_model.Spread | None:
        """Return a zone's cards for a page of their own; None for a zone that no one has to spread.

        Cards that the viewer may not know are not in it.
        """
        return None

    def choice(self, words: Talk, seen: Seen) -> match_model.CardChoice | None:
        """Return what the viewer has to choose now on a page of its own, None for nothing."""
        return None

    def end(self, words: Talk, match: Match, viewer: int | None) -> match_model.End | None:
        """Return how the round, or the match, ended that is over; None where none is.

        By default, by the result of the match alone.
        """
        from red7_desktop.kit.match_model import End, RoundsTable

        result = match.game.result(match.state)
        if result is None:
            return None
        won = words.match_won(result.winners, result.scores[result.winners[0]])
        return End(
            to_plain(capitalize_runs(won)),
            tuple([words.sign(seat) for seat in result.winners]),
            rounds=RoundsTable(words.signs(), (), (), result.scores),
        )

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

    def feats_of(self, match: Match, seat: int) -> Collection[str]:
        return ()

    def feats(self, texts: Texts) -> Sequence[match_model.Feat]:
        return ()

    def match_line(self, texts: Texts, seen: Seen) -> match_model.MatchLine:
        """Return what a kept match is, and how it stands. seen: what a spectator may know."""
        from red7_desktop.kit.match_model import MatchLine

        return MatchLine(self.view.title(texts))

    def position_text(self, seen: Seen) -> str:
        """Return the position as text, as far as the viewer knows it; "" for a game without one."""
        return ""

    def record(self, match: Match, names: Sequence[str], players: Sequence[str], day: date) -> str:
        """Return the record of a match, which tells all cards.

        players: by seat the AI player's key, or a word for a person.
        """
        seats = [Seated(*pair) for pair in zip(names, players, strict=True)]
        return records.write_plain_record(match, seats, day)

    def replay(self, text: str, game: game.AnyGame) -> Replayed:
        """Play a record again that `record` has written. Raises InvalidRecord."""
        return records.read_plain_record(text, game)

    def moments(self, match: Match, seats: Collection[int]) -> tuple[ai.ReviewMoment, ...]:
        """List the choices that seats had, to be looked back at; () for a game without reviews."""
        return ()

    def decision(self, match: Match) -> int:
        """Return how many steps there were when what is over had been decided."""
        return match.revision

    def review(self, words: Talk, moment: ai.ReviewMoment, appraisal: Any) -> tuple[Tone, Runs]:
        """Return a sentence on a choice: what would have been better, and how much that matters."""
        raise NotImplementedError


class PagesFacet(Facet, Generic[Seen, Talk]):
    """Its rules pages, and the small pictures that pages have of its tables."""

    def rules_pages(self, texts: Texts) -> Mapping[str, RulesPage]:
        """Write the pages by their keys, in order; the first has the key OVERVIEW."""
        title, motto = self.view.title(texts), self.view.look.motto(texts)
        return {
            OVERVIEW: RulesPage(OVERVIEW, title, title, (Passage(motto, "lead"),) if motto else ())
        }

    def figure(self, ui: ui.Ui, figure: Figure | Examples, width: float) -> node.Node:
        raise ValueError(f"{self} draws no {figure}")

    def puzzle_sign(self, puzzle: puzzle.Puzzle) -> tuple[str, tuple[game.Face, ...]]:
        """Return the symbol that stands for a puzzle, "" for none, and cards that do otherwise."""
        return "", ()

    def preview_cards(self, texts: Texts) -> PreviewCards | None:
        """Return the small table that shows what settings do; None for none."""
        return None


class GameView(ABC):
    """What a game shows of itself, in facets; a game has one value of a class of these.

    It knows the game's own observations and steps; its caller passes them through unseen. A
    facet is loaded when it is first asked for: the first frame comes before most of them, so that a
    game's class has a `cached_property` for each, which imports its module.
    """

    teaches: ClassVar[bool] = False
    """Whether there are `lessons`, which the title tells before anyone learns."""

    @abstractmethod
    def title(self, texts: Texts) -> str:
        """Return the game's name as players read it."""

    @property
    @abstractmethod
    def look(self) -> LookFacet:
        """Its cards and emblem."""

    @property
    @abstractmethod
    def setup(self) -> SetupFacet:
        """What is chosen before a match."""

    @property
    @abstractmethod
    def words(self) -> WordsFacet[Any, Any]:
        """What is said at a table."""

    @property
    @abstractmethod
    def table(self) -> TableFacet[Any, Any]:
        """What stands on the table."""

    @property
    def story(self) -> StoryFacet[Any, Any]:
        return StoryFacet(self)

    @property
    def pages(self) -> PagesFacet[Any, Any]:
        return PagesFacet(self)

    @property
    def lessons(self) -> course.Lessons:
        """How it is learned, where it `teaches`."""
        raise NotImplementedError("this game has no lessons")

    def load(self) -> None:
        """Load all facets, so that no one waits for them later."""
        _ = self.look, self.setup, self.words, self.table, self.story, self.pages
        if self.teaches:
            _ = self.lessons
