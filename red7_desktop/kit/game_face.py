"""The contract of what a game shows: all that screens know of a game beside its rules and players.

What a simple game can do without has an answer here, so its face stays short.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from red7_desktop.kit.look.emblem import Emblem
from red7_desktop.kit.pages.rules_blocks import OVERVIEW, Figure, Lead, RulesPage
from red7_desktop.kit.sound.cues import (
    Cue,
    MoveSound,
    call,
    find_undo_cue,
    is_called,
    list_moving_cues,
    thin_out,
)
from red7_desktop.kit.sound.sounds import Sound
from red7_desktop.kit.story_face import Seen, StoryView, Talk
from red7_desktop.scene.geometry import Rect, Size
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.paint.run_lines import Span
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.panel import Panel
from red7_desktop.tabletop.options import read_values

if TYPE_CHECKING:
    from pathlib import Path

    from red7_desktop.kit.hud.extra import ExtraPanel
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
    from red7_desktop.kit.input.intents import Intent
    from red7_desktop.kit.language.rich_text import Runs
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.kit.look.faces import CardArt, CardStyle
    from red7_desktop.kit.look.preview_cards import PreviewCards
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.kit.setup import GameSetup, OptionRow
    from red7_desktop.kit.sound.cues import Tempo
    from red7_desktop.play.seats import Seat
    from red7_desktop.play.session import Change, Session
    from red7_desktop.scene.paint.pictures import PaintedPicture, Picture
    from red7_desktop.scene.theme.style import Look
    from red7_desktop.table.looks import MarkLooks
    from red7_desktop.table.spec import ZoneKinds
    from red7_desktop.tabletop.game import Options
    from red7_desktop.tabletop.options import OptionSpec
    from red7_desktop.tabletop.player import Choice
    from red7_desktop.tabletop.reasons import Reason

SKETCH: Final = Size(300.0, 168.0)
"""The size of a small picture of a match, at the theme's zoom 1."""


class GameView(StoryView[Seen, Talk]):
    """What a game shows of itself; a game has one value of a class of these.

    It knows the game's own observations and steps; whoever calls it passes them through unseen.
    """

    # -- what can be set about it ------------------------------------------------------------

    def switches(self, texts: Texts) -> Mapping[str, tuple[str, str]]:
        """Say what its row's switches are among the settings: in words, with a note."""
        return {}

    # -- its cards and emblem ----------------------------------------------------------------

    @abstractmethod
    def pictures(self, dress: CardStyle) -> CardArt:
        """Make the pictures of its cards, as settings and a match's options want them."""

    def motto(self, texts: Texts) -> str:
        """Say what it is about, for the title, in one line."""
        return ""

    def logo(self, texts: Texts, look: Look) -> tuple[Span, ...]:
        """Write its name as it stands on the title, where the style is `logo`."""
        return (Span(self.title(texts)),)

    def emblem(self, kit: Ui, room: Rect, show_rules: Callable[[str], None]) -> Emblem:
        """Give what it shows of itself on the title, in a room; `show_rules` takes a page's key."""
        return Emblem(name="emblem")

    def preview_cards(self, texts: Texts) -> PreviewCards | None:
        """Give the small table that shows what settings do; None for none."""
        return None

    def sketch(self, kit: Ui, seen: Seen, seats: Sequence[Seat], width: float) -> Node:
        """Give a small picture of a kept match as a spectator sees it, at most SKETCH large."""
        look = kit.stage.look
        size = SKETCH.scaled(width / SKETCH.w)
        well = Panel(look, size, "well", name="sketch")
        words = self.title(kit.texts)
        well.add(Label(look, words, "heading", size=size, align=Align.CENTRE))
        return well

    # -- setting up a game -------------------------------------------------------------------

    @property
    @abstractmethod
    def seats(self) -> range:
        """The numbers of seats that it can be played by."""

    @property
    def options(self) -> Sequence[OptionSpec]:
        """What can be chosen before a match, beside the seats and the deal."""
        return ()

    def to_options(self, setup: GameSetup) -> Options:
        """Give the options that its rules are started with."""
        return {"seats": len(setup.seats), **setup.values}

    def values_in(self, rules: str) -> Mapping[str, Any]:
        """Read what somebody has asked for by name; raises InvalidOptions.

        That is a list as in "pickup=at_once" where the game has no other names for its rules.
        """
        return read_values(rules, self.options)

    def option_rows(self, setup: GameSetup, texts: Texts) -> Sequence[OptionRow]:
        """Give a row for each option, in the order in which people see them."""
        return ()

    def summary(self, setup: GameSetup, texts: Texts) -> Sequence[str]:
        """Say by which rules a match will be played, in a few words each.

        By default, what all options are that few people choose.
        """
        usual = {option.key: option.default for option in self.options}
        rows = [row for row in self.option_rows(setup, texts) if row.chosen != usual[row.key]]
        return [dict(row.choices)[row.chosen] for row in rows]

    # -- its opponents in words --------------------------------------------------------------

    def characters(self, texts: Texts) -> Mapping[str, str]:
        """Say how each level of its AI players plays, in one line, by key."""
        return {}

    # -- its words ---------------------------------------------------------------------------

    @abstractmethod
    def words(self, texts: Texts, seats: Sequence[Seat], viewer: int | None) -> Talk:
        """Give the words of a table, see `SeatWords`."""

    @abstractmethod
    def explain(self, reason: Reason, words: Talk) -> Runs:
        """Say why something cannot be done; an unknown code gives a general sentence."""

    @abstractmethod
    def preview(self, seen: Seen, step: Any, words: Talk) -> Preview:
        """Say what a step of the viewer would come to, whether it is legal or not."""

    @abstractmethod
    def card_words(
        self, words: Talk, face: str, seen: Seen, marks: tuple[str, ...] = ()
    ) -> CardWords:
        """Say what a card is and does. face: as zones give it. marks: what those on it mean."""

    def hint(self, words: Talk, seen: Seen, choice: Choice) -> Hint:
        """Say what a player would do in the viewer's place, and why."""
        raise NotImplementedError("this game has no adviser")

    def idle_words(self, words: Talk, seen: Seen) -> Runs:
        """Say why what the viewer has just done does nothing; nothing where it does."""
        return ()

    def narrate(
        self, words: Talk, change: Change, winners: tuple[int, ...] = ()
    ) -> tuple[str, ...]:
        """Give what is read aloud of a change. winners: of the match, where it has ended."""
        return ()

    def narrate_opening(self, words: Talk, seen: Seen) -> tuple[str, ...]:
        """Give what is read aloud of a table that is opened: a deal, or whose turn it is."""
        return ()

    # -- its table ---------------------------------------------------------------------------

    @abstractmethod
    def layouts(self, asset: Callable[..., Path]) -> Path:
        """Give the folder of its layouts; `asset` finds what came with the program."""

    @property
    def zone_kinds(self) -> ZoneKinds:
        """The kinds of zones that its layouts may have."""
        from red7_desktop.table.spec import COMMON_KINDS

        return COMMON_KINDS

    @abstractmethod
    def present(
        self, seen: Seen, seats: Sequence[Seat], texts: Texts, around: ViewOptions
    ) -> TableModel:
        """Give everything that stands around the cards for one observation."""

    def meant_by(
        self, ask: str, seen: Seen, texts: Texts, switches: Collection[str] = ()
    ) -> GameAction | None:
        """Give what a button of the game's own means now, None for what means nothing here.

        ask: as the model's buttons have it; `Intent.END` and `Intent.OFFER` have keys.
        switches: those of the settings' `switches` that are on.
        """
        return None

    def suggestions(self, seen: Seen, words: Talk) -> Sequence[Suggestion]:
        """List steps of several cards that are worth a look, the best first; at most five."""
        return ()

    @property
    def places(self) -> Mapping[Intent, str]:
        """Where `Intent.PLACE` and `Intent.OTHER_PLACE` put a card: kinds of zones."""
        return {}

    def intent_words(self, texts: Texts) -> Mapping[Intent, str]:
        """Say what the keys are for whose meaning the game gives; `NEXT_PLAY` with suggestions."""
        return {}

    def extras(self, kit: Ui, session: Session, *, assists: bool = True) -> Sequence[ExtraPanel]:
        """Make what this game alone has above its table.

        assists: whether it may tell what the viewer could do; in a puzzle that is what is asked.
        """
        return ()

    @property
    def hue(self) -> float | None:
        """The hue of grounds and panels while it is at the table, in degrees; 0 is red.

        None for the theme's own.
        """
        return None

    @property
    def light(self) -> PaintedPicture | None:
        """The light that always lies on its table, beside that of the model's `mood`."""
        return None

    def parts(self, look: Look, ink: TextStyler) -> Mapping[str, Part[Any]]:
        """Make what this game alone shows, by the layout's names of the zones that it lies in.

        Each is shown the model's panel of that name; earlier ones lie lower.
        """
        return {}

    def mark_looks(self, look: Look, ink: TextStyler) -> MarkLooks:
        """Give the looks of the marks that this game alone has, the lowest on a card first."""
        return {}

    def mark_meanings(self, texts: Texts) -> Mapping[str, str]:
        """Say what marks mean, by style: the game's own, and others in a better way."""
        return {}

    @property
    def sounds(self) -> Sequence[str]:
        """Name the sounds that only this game has, as their files in assets/sounds."""
        return ()

    def cues(self, change: Change, people: Iterable[int], tempo: Tempo) -> tuple[Cue, ...]:
        """Give the sounds of a change, the earliest first; people: whose win is one here.

        Seconds are those at the normal speed.
        """
        moved = list_moving_cues(change, tempo, {}, MoveSound(Sound.SLIDE))
        return thin_out((*moved, find_undo_cue(change), call(change, tempo)))

    def cues_at_opening(self, seen: Seen) -> tuple[Cue, ...]:
        """Give the sounds of a table that is opened."""
        return (Cue(0.0, Sound.TURN),) if is_called(seen) else ()

    def finale_mark(self, look: Look) -> Picture | None:
        """Give what lies in the ring at the end of a round till the winner is crowned, if so."""
        return None

    # -- its rules pages ---------------------------------------------------------------------

    def rules_pages(self, texts: Texts) -> Mapping[str, RulesPage]:
        """Write the pages by their keys, in order; the first has the key OVERVIEW."""
        title, motto = self.title(texts), self.motto(texts)
        return {OVERVIEW: RulesPage(OVERVIEW, title, title, (Lead(motto),) if motto else ())}

    def figure(self, kit: Ui, figure: Figure, width: float) -> Node:
        """Draw a figure of its rules pages."""
        raise ValueError(f"{self} draws no {figure}")


AnyGameView: TypeAlias = GameView[Any, Any]
"""A face whose types are its game's own business."""
