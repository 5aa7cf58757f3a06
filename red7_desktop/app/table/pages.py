"""The pages that open above the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from red7_desktop.app.table.end_pages import (
    EndPage,
    FinishedSession,
    MatchEndActions,
    RoundEndWays,
    build_match_end_page,
    build_round_end_page,
    make_finale_before,
    stay_put,
)
from red7_desktop.app.table.messages import build_failures_section, tell_ending
from red7_desktop.app.table.overlays import (
    LogPage,
    PauseActions,
    PausePage,
    ReviewPage,
    SpreadPage,
    show_choice,
)
from red7_desktop.app.table.scores import RoundsPage
from red7_desktop.kit.pages.notices import SystemClipboard
from red7_desktop.kit.pages.page import Page, PageStack
from red7_desktop.play.session import Session, is_shared, list_people

if TYPE_CHECKING:
    from red7_desktop.app.table.mode import NextStep
    from red7_desktop.kit.game_view import GameView
    from red7_desktop.kit.match_model import ReviewMoment
    from red7_desktop.kit.phrases import SeatWords
    from red7_desktop.kit.ui import Ui
    from red7_desktop.play.ai import Reviewer
    from red7_desktop.scene.animation import Timer
    from red7_desktop.scene.widgets.dialog import Dialog

PageOpener: TypeAlias = "Callable[[TablePages], object]"
"""How to open a page."""


class OpenPages(NamedTuple):
    """What lies open above a table, so that another one can open it again.

    told: the revision of the end of a round or match that was told last. pages: how to open each,
    from the lowest, and the name of what has the focus there. focus: that of what has it at the
    table itself.
    """

    told: int | None = None
    pages: tuple[tuple[PageOpener, str], ...] = ()
    focus: str = ""


LANDING: Final = 1.4
"""Seconds, at the usual speed, between the end of a round and the moment or page about it."""


@dataclass(frozen=True)
class TableActions:
    """Where the table leads.

    leave: to the title; the match stays kept. give_up: to the title; the match is gone. rules: to a
    rules page by its key. rematch, new_game: after the match. record: the record of the match, as
    text; save_record: writes it to a file. make_reviewer: makes who looks back at turns. onward:
    leads on from the end of a round or match that was played for something. profile: shows what all
    matches came to.
    """

    leave: Callable[[], None]
    give_up: Callable[[], None]
    rules: Callable[[str], None]
    settings: Callable[[], None]
    rematch: Callable[[], None]
    new_game: Callable[[], None]
    save_record: Callable[[], None]
    record: Callable[[], str]
    make_reviewer: Callable[[], Reviewer]
    onward: NextStep | None = None
    profile: Callable[[], None] | None = None


class TablePages:
    """Opens the pages of a table. title: what it is about, "" for a deal with a number.

    face: of the game that is played. words: how to speak to whoever looks now.
    """

    def __init__(
        self,
        kit: Ui,
        session: Session,
        face: GameView,
        pages: PageStack,
        actions: TableActions,
        words: Callable[[], SeatWords],
        title: str = "",
    ) -> None:
        self._kit = kit
        self._title = title
        self._session = session
        self._face = face
        self._pages = pages
        self._actions = actions
        self._words = words
        self._clipboard = SystemClipboard()
        self._choice_dialog: Dialog | None = None
        self._coming: Timer | None = None
        self._told: int | None = None
        self._is_counted = False
        self._ways: dict[Page, PageOpener] = {}
        self._failed: set[int] = set()

    # -- what comes by itself ----------------------------------------------------------------

    def attend(self) -> None:
        """Bring up what the state of the match asks for, once the cards have landed."""
        if self._session.is_replay:
            return
        self._tell_of_troubles()
        self._ask_to_choose()
        if not self._session.is_kept:
            return
        session = self._session
        ending = None
        if session.is_waiting_for_table or not session.to_act:
            ending = self.show_round_end if session.to_act else self.show_match_end
        moment = session.match.revision if ending else None
        if moment == self._told:
            return
        self._told = moment
        self._stop_coming()
        if ending is not None:
            speed = self._kit.settings.speed
            come = partial(self._come, ending)
            self._coming = self._kit.stage.timers.after(LANDING / speed, come)
        else:
            self._put_endings_away()

    def _put_endings_away(self) -> None:
        """Close pages about what is over now: their buttons would do what is done already."""
        for page in self._open_pages():
            if self._ways[page] in _ENDINGS:
                self._pages.close(page)

    def _tell_of_troubles(self) -> None:
        """Say once of each AI player that has failed that somebody else plays in its place."""
        failed = {trouble.seat for trouble in self._session.troubles}
        for seat in sorted(failed - self._failed):
            name = self._session.seats[seat].name
            message = self._kit.texts("{name} has failed: a simple player steps in", name=name)
            self._kit.stage.toasts.show(message, style="warning")
        self._failed |= failed

    def _come(self, ending: Callable[[], None]) -> None:
        self._coming = None
        follows = self._round_end() if self._session.to_act else self._match_end()
        made = make_finale_before(self._kit, self._session, follows, ending)
        self._is_counted = made is not None
        if made is None:
            ending()
            return
        # Whoever opens it again has seen it: they get the page that follows.
        is_on = bool(self._session.to_act)
        self._open(made, TablePages.show_round_end if is_on else TablePages.show_match_end)

    def left_open(self) -> OpenPages:
        """Return what is open now."""
        told = self._told if self._coming is None else None
        focus, stage = self._kit.stage.focus, self._kit.stage
        pages = [(self._ways[page], focus.place_in(page.node)) for page in self._open_pages()]
        return OpenPages(told, tuple(pages), focus.place_in(stage.root))

    def open_again(self, left: OpenPages) -> None:
        """Open what was open above another table with the same match, in the present words."""
        if left.told is not None:
            self._told = left.told
            self._stop_coming()
        focus = self._kit.stage.focus
        focus.return_to(left.focus)
        for way, place in left.pages:
            way(self)
            focus.return_to(place)

    def close(self) -> None:
        """Take everything away."""
        self._stop_coming()
        self._put_choice_away()
        self._pages.close_all()

    def _stop_coming(self) -> None:
        if self._coming is not None:
            self._kit.stage.timers.cancel(self._coming)
            self._coming = None

    def _ask_to_choose(self) -> None:
        """Let the viewer choose where the game asks for it on a page of its own."""
        session = self._session
        choice = self._face.story.choice(self._words(), session.observe())
        if choice is None:
            self._put_choice_away()
        elif self._choice_dialog is None:
            self._choice_dialog = show_choice(self._kit, choice, session.take)

    def _put_choice_away(self) -> None:
        dialog, self._choice_dialog = self._choice_dialog, None
        if dialog is not None and dialog.parent is not None:
            self._kit.stage.hide_overlay(dialog)

    # -- pages -------------------------------------------------------------------------------

    def show_round_end(self) -> None:
        """Return how the round went."""
        self._show_ending(self._round_end(), TablePages.show_round_end)

    def show_match_end(self) -> None:
        """Return how the match went."""
        self._show_ending(self._match_end(), TablePages.show_match_end)

    def show_round_story(self) -> None:
        """Tell more of how the round went."""
        self._show_ending(self._round_end(on_sheet=True), TablePages.show_round_story)

    def show_match_story(self) -> None:
        """Tell more of how the match went."""
        self._show_ending(self._match_end(on_sheet=True), TablePages.show_match_story)

    def _show_ending(self, page: EndPage | None, way: PageOpener) -> None:
        if page is None:
            return
        if way not in _STORIES:
            tell_ending(self._kit, page.told)
        self._open(page.left_by, way)

    def _round_end(self, *, on_sheet: bool = False) -> EndPage | None:
        review = self._review_of(last_round_only=True)
        onward, story = self._actions.onward, self.show_round_story
        ways = RoundEndWays(self._go_on, review, onward, story, self._is_counted)
        return build_round_end_page(self._kit, self._told_of(on_sheet), ways)

    def _go_on(self) -> None:
        self._pages.close_all()
        self._session.go_on()

    def _match_end(self, *, on_sheet: bool = False) -> EndPage | None:
        actions = self._actions
        offered = MatchEndActions(
            rematch=actions.rematch,
            new_game=actions.new_game,
            title=actions.leave,
            save_record=actions.save_record,
            leave=stay_put,
            review=self._review_of(last_round_only=False),
            rounds=self.show_rounds,
            story=self.show_match_story,
            profile=actions.profile,
            onward=actions.onward,
        )
        return build_match_end_page(self._kit, self._told_of(on_sheet), offered)

    def _told_of(self, on_sheet: bool) -> FinishedSession:
        return FinishedSession(self._face, self._words(), self._session, on_sheet=on_sheet)

    def show_rounds(self) -> None:
        """Show the table of all rounds."""
        session = self._session
        model = self._face.story.match_end(self._words(), session.match, session.viewer)
        if model is None or model.rounds is None:
            return
        rounds, winners = model.rounds, [sign.seat for sign in model.winners]
        self._open(
            lambda leave: RoundsPage(self._kit, rounds, winners, leave), TablePages.show_rounds
        )

    def _review_of(self, *, last_round_only: bool) -> Callable[[], None] | None:
        """Return what opens the review of people's turns; None where there is none to be had.

        Where several people share the screen, hands stay secret as long as the match goes on.
        """
        session = self._session
        if is_shared(session) and session.to_act:
            return None
        found = self._face.story.moments(
            session.match, list_people(session), last_round_only=last_round_only
        )
        return partial(self.show_review, found) if found else None

    def show_review(self, found: tuple[ReviewMoment, ...]) -> None:
        """Go through the choices that people had."""
        seats, texts = self._session.seats, self._kit.texts
        is_alone = not is_shared(self._session)

        def words(seat: int) -> SeatWords:
            told: SeatWords = self._face.words.at(texts, seats, seat if is_alone else None)
            return told

        def made(leave: Callable[[], None]) -> Page:
            reviewer = self._actions.make_reviewer()
            return ReviewPage(self._kit, self._face, found, words, reviewer, leave)

        self._open(
            made,
            lambda pages: pages.show_review(found),
        )

    def show_log(self) -> None:
        """Show all that has happened."""
        session = self._session
        log = self._face.story.history(self._words(), session.match, session.viewer)
        log += build_failures_section(self._face, self._words(), session)
        is_whole = session.is_replay or (session.is_kept and not session.to_act)
        record = self._actions.record if is_whole else None
        made = partial(LogPage, self._kit, log, self._clipboard, record=record)
        self._open(made, TablePages.show_log)

    def show_menu(self) -> None:
        """Show the menu."""
        actions = self._actions

        def made(leave: Callable[[], None]) -> Page:
            menu = PauseActions(
                resume=leave,
                rules=lambda: actions.rules("overview"),
                settings=actions.settings,
                title=actions.leave,
                give_up=actions.give_up if self._session.is_kept else None,
                position=lambda: self._face.story.position_text(self._session.observe()),
            )
            deal = None if self._title else self._session.match.seed
            return PausePage(self._kit, deal, self._title, menu, self._clipboard)

        self._open(made, TablePages.show_menu)

    def show_pile(self, zone: str) -> bool:
        """Spread a pile out, where its cards may be seen; False where there is nothing to see."""
        spread = self._face.story.pile(self._words(), self._session.observe(), zone)
        if spread is None:
            return False
        self._open(
            lambda leave: SpreadPage(self._kit, spread, leave),
            lambda pages: pages.show_pile(zone),
        )
        return True

    def _open(self, make: Callable[[Callable[[], None]], Page], way: PageOpener) -> None:
        """Open a page; `way` is how to open it again, in other words."""
        opened: list[Page] = []
        opened.append(make(lambda: self._pages.close(opened[0])))
        self._ways = {page: self._ways[page] for page in self._open_pages()}
        self._ways[opened[0]] = way
        self._pages.show(opened[0])

    def _open_pages(self) -> list[Page]:
        """List the pages of ours that are open, from the lowest; others lie there as well."""
        return [page for page in self._pages.open_pages if page in self._ways]


_STORIES: Final = (TablePages.show_round_story, TablePages.show_match_story)


_ENDINGS: Final = (TablePages.show_round_end, TablePages.show_match_end, *_STORIES)
"""The pages about what is over; stories tell more of what has been told."""
