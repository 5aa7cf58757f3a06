"""Opens pages on top of the table, such as its menu, the log and the end page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple, TypeAlias, TypeVar

from red7_desktop.app.matches.match_desk import is_tried_out
from red7_desktop.app.table.context import TableServices
from red7_desktop.app.table.end_pages import EndButton, Ending, EndPage, EndSheet, add_follow_up
from red7_desktop.app.table.overlays import LogPage, PausePage, SpreadPage, show_choice
from red7_desktop.app.table.scores import RoundsPage
from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.match_model import EndModel, LogLine, LogSection
from red7_desktop.kit.pages.page import Page
from red7_desktop.kit.present import story
from red7_desktop.kit.sound.cues import Sound
from red7_desktop.kit.table_model import CardChoice
from red7_desktop.kit.texts import Run, to_runs
from red7_desktop.play.session import is_shared, list_human_seats
from red7_desktop.scene.animation import Timer
from red7_desktop.scene.widgets.dialog import Dialog

P = TypeVar("P", bound=Page)
PageOpener: TypeAlias = "Callable[[TablePages], object]"
"""Function that opens a page on top of a table, stored to open the same page again later."""


class OpenPages(NamedTuple):
    """The pages that are open on top of a table, stored so that a new table screen can reopen them.

    Attributes:
        end_shown_at: Number of steps after which the end page was shown last; None if it wasn't
            shown yet.
        pages: A pair for each page, the lowest first: its opener, and the name of its focused node.
        focus: Name of the focused node of the table itself.
    """

    end_shown_at: int | None = None
    pages: tuple[tuple[PageOpener, str], ...] = ()
    focus: str = ""


LANDING: Final = 1.4
"""Seconds, at normal speed, between the end of a round and its end page."""


class TablePages:
    """Opens pages on top of a table: menu, log, piles, and the pages at the end of a round."""

    def __init__(self, table: TableServices) -> None:
        self._table = table
        self._ui = table.ui
        self._session = table.session
        self._pages = table.pages
        self._choice_dialog: Dialog | None = None
        self._coming: Timer | None = None
        self._end_shown_at: int | None = None
        self._is_counted = False
        self._openers: dict[Page, PageOpener] = {}
        self._failed: set[int] = set()

    # -- updates -----------------------------------------------------------------------------

    def update(self, choice: CardChoice | None) -> None:
        """Update the choice dialog, and schedule the end page of a finished round or match."""
        session = self._session
        if session.is_replay:
            return
        failed = {trouble.seat for trouble in session.failures}
        for seat in sorted(failed - self._failed):
            name = session.seats[seat].name
            message = self._ui.texts("{name} stopped responding: a simple AI takes over", name=name)
            self._ui.stage.toasts.show(message, style="warning")
        self._failed |= failed
        if choice is None:
            self._put_choice_away()
        elif self._choice_dialog is None:
            self._choice_dialog = show_choice(self._ui, choice, session.take)
        if not session.is_kept:
            return
        is_over = session.is_waiting_for_table or not session.to_act
        moment = None
        if is_over:
            moment = session.match.revision
        if moment == self._end_shown_at:
            return
        self._end_shown_at = moment
        self._stop_coming()
        if is_over:
            speed = self._ui.settings.speed
            self._coming = self._ui.stage.timers.after(LANDING / speed, self._prepare_end)
            return
        # Close the end pages after the next round has begun: their buttons are outdated.
        for page in self._open_pages():
            if self._openers[page] in _ENDINGS:
                self._pages.close(page)

    def _prepare_end(self) -> None:
        # Computing the content and building the page would make one long frame.
        self._coming = self._ui.stage.timers.after(0.0, partial(self._come, self._ending()))

    def _come(self, ending: Ending | None) -> None:
        self._coming = None
        self._is_counted = ending is not None and self._ui.settings.animates_celebrations
        if ending is None or not self._is_counted or self._is_trial_over:
            self._show_ending(ending)
            return
        if ending.finale.is_won:
            verdict = Sound.WIN
        else:
            verdict = Sound.LOSE
        # Reopen the page with `show_end`, which doesn't repeat the animation.
        self._open(partial(EndPage, self._ui, ending, verdict=verdict), TablePages.show_end)

    def left_open(self) -> OpenPages:
        end_shown_at = self._end_shown_at if self._coming is None else None
        focus = self._ui.stage.focus
        stage = self._ui.stage
        pages = [
            (self._openers[page], focus.focused_name(page.node)) for page in self._open_pages()
        ]
        return OpenPages(end_shown_at, tuple(pages), focus.focused_name(stage.root))

    def open_again(self, left: OpenPages) -> None:
        if left.end_shown_at is not None:
            self._end_shown_at = left.end_shown_at
            self._stop_coming()
        focus = self._ui.stage.focus
        focus.restore(left.focus)
        for opener, place in left.pages:
            opener(self)
            self._ui.stage.opening.finish()
            focus.restore(place)

    def close(self) -> None:
        self._stop_coming()
        self._put_choice_away()
        self._pages.close_all()

    def _stop_coming(self) -> None:
        self._ui.stage.timers.cancel(self._coming)
        self._coming = None

    def _put_choice_away(self) -> None:
        dialog, self._choice_dialog = self._choice_dialog, None
        if dialog is not None and dialog.parent is not None:
            self._ui.stage.hide_overlay(dialog)

    # -- the end of a round or match ---------------------------------------------------------

    @property
    def _is_trial_over(self) -> bool:
        return is_tried_out(self._session.occasion) and not self._session.to_act

    def show_end(self) -> None:
        self._show_ending(self._ending())

    def _show_ending(self, ending: Ending | None) -> None:
        """Show the end page without its animation; do nothing while the round continues."""
        if ending is None:
            return
        if self._is_trial_over:
            title = self._ui.texts("Tried out, doesn’t count")
            made = partial(EndSheet, self._ui, ending, title=title)
            self._open(made, TablePages.show_end)
        else:
            self._open(partial(EndPage, self._ui, ending), TablePages.show_end)

    def show_story(self) -> None:
        ending = self._ending()
        if ending is not None:
            made = partial(EndSheet, self._ui, ending, counts=not self._is_counted)
            self._open(made, TablePages.show_story)

    def _ending(self) -> Ending | None:
        """Return the content of the end page with its buttons; None while the round continues."""
        game_view = self._table.game_view
        match = self._session.match
        viewer = self._session.viewer
        words = self._table.words
        mine = frozenset(list_human_seats(self._session))
        texts = self._ui.texts
        navigator = self._table.navigator
        adviser = navigator.make_adviser(match.game.name)
        end = story.build_end(game_view, words, match, viewer, adviser.is_known_mistake)
        if end is None:
            return None
        finale = game_view.story.build_finale(words, match, viewer, end)
        if mine and not mine & finale.crowned:
            finale = replace(finale, is_won=False)
        is_round = bool(self._session.to_act)
        name = "round end" if is_round else "match end"
        if is_round:
            buttons = self._list_round_buttons()
        elif is_tried_out(self._session.occasion):
            buttons = [EndButton("title", texts("Main menu"), navigator.show_title, "side")]
        else:
            buttons = self._list_match_buttons(end)
        if not is_round and (follow_up := self._table.follow_up) is not None:
            buttons = add_follow_up(buttons, follow_up)
            if follow_up.missed_goals:
                missed = to_runs(follow_up.missed_goals)
                end = replace(end, turning_point=end.turning_point._replace(missed_goals=missed))
        accent = self._ui.stage.look.theme.colour("accent")
        mark = None
        if finale.mark:
            mark = build_icon(finale.mark, accent)
        return Ending(name, end, finale, mark, buttons)

    def _list_round_buttons(self) -> list[EndButton]:
        texts = self._ui.texts
        return [
            EndButton("next", texts("Next round"), self._go_on, "main", hint=Intent.ACTIVATE),
            *self._list_review_buttons(),
            EndButton("story", texts("Summary"), self.show_story, "side"),
            EndButton("look", texts("View the table"), self._pages.close),
        ]

    def _go_on(self) -> None:
        self._pages.close_all()
        self._session.deal_next_round()

    def _list_match_buttons(self, over: EndModel) -> list[EndButton]:
        texts = self._ui.texts
        navigator = self._table.navigator
        note = texts("Same players, new deal")
        found = [
            EndButton(
                "rematch", texts("Rematch"), navigator.rematch, "main", note, hint=Intent.ACTIVATE
            ),
            *self._list_review_buttons(),
            EndButton("new game", texts("New game"), navigator.show_new_game, "side"),
            EndButton("title", texts("Main menu"), self._table.leave, "side"),
        ]
        if over.rounds is not None and over.rounds.rows:
            found.append(EndButton("rounds", texts("All rounds"), self.show_rounds))
        if over.story is not None:
            found.append(EndButton("story", texts("Summary"), self.show_story))
        return [
            *found,
            EndButton("profile", texts("Profile"), navigator.show_profile),
            EndButton("save record", texts("Save replay"), navigator.save_record),
        ]

    def _list_review_buttons(self) -> list[EndButton]:
        """Return the button that opens the replay of the finished round or match.

        If several people share the screen, return no button until the match ends, because the
        replay would reveal hands.
        """
        if is_shared(self._session) and self._session.to_act:
            return []
        return [EndButton("review", self._ui.texts("Review"), self._look_back, "side")]

    def _look_back(self) -> None:
        """Show the replay of the match.

        When the user returns from the replay, open the pages again that are open now.
        """
        left = self.left_open()
        self._table.navigator.show_replay(lambda table: table.more.open_again(left))

    # -- pages -------------------------------------------------------------------------------

    def show_rounds(self) -> None:
        session = self._session
        words = self._table.words
        game_view = self._table.game_view
        model = story.build_end(game_view, words, session.match, session.viewer)
        if model is not None and model.rounds is not None:
            winners = [label.seat for label in model.winners]
            self._open(partial(RoundsPage, self._ui, model.rounds, winners), TablePages.show_rounds)

    def show_log(self) -> None:
        """Open the log after measuring it, over several frames if it is long."""
        opening = self._ui.stage.opening
        since = self._ui.stage.clock.now()
        page = self._make(
            partial(LogPage, self._ui, self._list_log(), record=self._make_record_writer())
        )
        opening.begin_work(page.measure(), lambda: self._show(page, TablePages.show_log), since)

    def _list_log(self) -> Iterator[LogSection]:
        """Yield the sections of the log; each is built on demand."""
        table = self._table
        session = self._session
        words = table.words
        match = session.match
        yield from story.list_sections(table.game_view, words, match, session.viewer)
        failures = [
            LogLine(
                nth, each.seat, (Run(story.describe_failure(table.game_view, words, match, each)),)
            )
            for nth, each in enumerate(session.failures, start=1)
        ]
        if failures:
            yield LogSection(table.ui.texts("Problems"), tuple(failures))

    def _make_record_writer(self) -> Callable[[], str] | None:
        """Return a function that returns the text of the match's record.

        None for a match that is still played, and for a lesson or puzzle.
        """
        session = self._session
        navigator = self._table.navigator
        is_whole = session.is_replay or (session.is_kept and not session.to_act)
        if not is_whole:
            return None
        return partial(navigator.match_service.record, navigator.today())

    def show_menu(self) -> None:
        self._open(partial(PausePage, self._table), TablePages.show_menu)

    def show_pile(self, zone: str) -> bool:
        """Open a page with the cards of a pile; return False if the viewer can't see them."""
        spread = self._table.game_view.story.spread_pile(self._table.words, self._table.seen, zone)
        if spread is None:
            return False
        self._open(partial(SpreadPage, self._ui, spread), lambda pages: pages.show_pile(zone))
        return True

    def _open(self, make: Callable[[Callable[[], None]], Page], opener: PageOpener) -> None:
        """Create and show a page.

        Args:
            make: Creates the page. Its argument is a function that closes the page.
            opener: Reopens the page later, for example in another language.
        """
        self._show(self._make(make), opener)

    def _make(self, make: Callable[[Callable[[], None]], P]) -> P:
        """Create a page; `make` gets a function that closes the page."""
        made: list[P] = []
        made.append(make(lambda: self._pages.close(made[0])))
        return made[0]

    def _show(self, page: Page, opener: PageOpener) -> None:
        self._openers = {each: self._openers[each] for each in self._open_pages()}
        self._openers[page] = opener
        self._pages.show(page)

    def _open_pages(self) -> list[Page]:
        """List the open pages of this controller, the lowest first; other pages are left out."""
        return [page for page in self._pages.open_pages if page in self._openers]


_ENDINGS: Final = (TablePages.show_end, TablePages.show_story)
"""Openers of the pages about a finished round or match."""
