"""What lies before a table: the title, where a game is chosen, and the set-up of a new match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from red7_desktop import PRODUCT
from red7_desktop.app.match.standing import MatchStatus
from red7_desktop.app.title_screen import TitleScreen
from red7_desktop.app.title_ways import TitleActions, TitleGame
from red7_desktop.kit.pages.rules_blocks import OVERVIEW

if TYPE_CHECKING:
    from red7_desktop.app.match.desk import MatchService
    from red7_desktop.app.match.matches import Matches
    from red7_desktop.app.new_game.kept_setups import SetupStore
    from red7_desktop.app.parts import Features
    from red7_desktop.app.shown_games import GameViews, ShowRules
    from red7_desktop.games.registry import Box
    from red7_desktop.kit.game_face import AnyGameView
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.kit.pages.notices import Notices
    from red7_desktop.kit.pages.screen import Screen
    from red7_desktop.kit.setup import GameSetup


@dataclass(frozen=True)
class FrontWays:
    """Where the front leads: to a screen, the rules, the settings, out, a table, other parts."""

    show: Callable[[Screen], None]
    rules: ShowRules
    settings: Callable[[], None]
    quit: Callable[[], None]
    play: Callable[[GameSetup], None]
    parts: Features


def write_window_title(texts: Texts, game: str) -> str:
    """Give the window's title; game: the one on the table, "" for none."""
    if not game:
        return PRODUCT
    return texts.within("window", "{game} – {program}", game=game, program=PRODUCT)


class TitleFlow:
    """Leads from the title to a table, and remembers which game was chosen.

    box: the games that there are.
    """

    def __init__(
        self,
        box: Box,
        shown: GameViews,
        setups: SetupStore,
        desk: MatchService,
        matches: Matches,
        notices: Notices,
        ways: FrontWays,
    ) -> None:
        self._box = box
        self._shown = shown
        self._setups = setups
        self._desk = desk
        self._matches = matches
        self._notices = notices
        self._ways = ways

    def show_title(self) -> None:
        """Show the title; a match that is going on stays kept."""
        self._desk.leave()
        self._shown.choose(self._setups.last)
        slots = self._desk.last_by_game(self._setups.last)
        actions = TitleActions(
            games=[self._on_title(name, slots.get(name)) for name in self._box],
            chosen=self._setups.last,
            choose=self.choose,
            settings=self._ways.settings,
            quit=self._ways.quit,
            matches=self._matches.show if self._matches.has_any else None,
            doors=self._ways.parts.doors,
            known=self._ways.parts.known,
        )
        self._ways.show(TitleScreen(self._shown.kit, actions))

    def _on_title(self, name: str, slot: int | None) -> TitleGame:
        face = self._box[name].face()
        return TitleGame(
            name,
            face,
            emblem=partial(self._shown.emblem, face, self._ways.rules),
            play=partial(self.show_new_game, name),
            rules=partial(self._ways.rules, OVERVIEW, face),
            theme=partial(self._shown.theme_of, face),
            resume=None if slot is None else partial(self._matches.resume, slot),
            standing=None if slot is None else self._standing_of(face, slot),
        )

    def _standing_of(self, face: AnyGameView, slot: int) -> Callable[[], Sequence[str] | None]:
        standing = MatchStatus(partial(self._desk.saved_in, slot), face)
        return lambda: standing.told(self._shown.kit.texts)

    def choose(self, game: str) -> None:
        """Let the pages around the table show a game's cards, and the title begin with it."""
        self._shown.choose(game)
        if game != self._setups.last:
            self._keep(self._setups.of(game))

    def show_new_game(self, game: str | None = None) -> None:
        """Show the set-up of a new game, as it was the last time; of the last game by default."""
        from red7_desktop.app.new_game.screen import NewGameActions, NewGameScreen
        from red7_desktop.kit.pages.clipboard import SystemClipboard

        profile = self._ways.parts.profile
        actions = NewGameActions(
            start=self._start,
            back=self._back_to_title,
            new_deal=self._desk.new_deal,
            setup_of=self._setups.of,
            own_name=profile.own_name,
            faced=profile.faced,
            offer=self._ways.parts.offer,
        )
        setup, troubles = self._setups.load()
        self._notices.kept_files(troubles)
        if game is not None:
            setup = self._setups.of(game)
        screen = NewGameScreen(self._shown.kit, setup, self._box, actions, SystemClipboard())
        self._ways.show(screen)

    def _back_to_title(self, setup: GameSetup) -> None:
        self._keep(setup)
        self.show_title()

    def _start(self, setup: GameSetup) -> None:
        self._keep(setup)
        self._ways.play(setup)

    def _keep(self, setup: GameSetup) -> None:
        self._setups.keep(setup, self._notices.setup_not_kept)
