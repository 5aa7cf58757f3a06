"""Leads to the climb: from the title, and on from the end of a match."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from red7_desktop.app.climb.page import ClimbScreen
from red7_desktop.app.climb.service import ClimbService
from red7_desktop.app.feature import CLIMB, FeatureTile
from red7_desktop.app.table.mode import NextStep
from red7_desktop.kit.look.icons import build_icon, portrait
from red7_desktop.play.session import Session
from red7_desktop.tabletop import climb


class Climbing(ClimbService):
    """The climbs with their page, their tile on the title, and the way on after a match."""

    def list_tiles(self, game: str) -> Sequence[FeatureTile]:
        rungs = self.climb_of(game).rungs
        if not rungs:
            return ()
        texts = self.ui.texts
        state = self.progress_of(game)
        rung = state.next_rung
        shown = rung or rungs[-1]
        if rung is None:
            lines = (
                texts("You’re at the top!"),
                texts("{n} of {many} stars", n=state.stars, many=climb.GOAL_COUNT * len(rungs)),
            )
        else:
            names = self.join_names([self.name_rival(game, level) for level in rung.rivals])
            number = self.number_of(game, rung)
            lines = (
                texts("Rung {n}: {title}", n=number, title=texts(rung.title)),
                texts("Against {name}", name=names),
            )
        picture = portrait(shown.rivals[0])
        accent = self.ui.stage.look.theme.colour("accent")
        return (
            FeatureTile(
                CLIMB,
                texts("The Climb"),
                partial(self.show, game),
                lines,
                share=state.won / len(rungs),
                picture=picture or build_icon("peak", accent),
                tint=partial(self.colour_of, game, shown),
            ),
        )

    def show(self, game: str, rung: climb.Rung | None = None) -> None:
        """Show the page of a game's climb, at a rung or where the person is."""
        self.navigator.match_service.leave()
        self.navigator.choose_game(game)
        self.navigator.show(ClimbScreen(self, game, rung))

    def find_next_step(self, session: Session) -> NextStep | None:
        """Return the way on: the next rung's rival after a win, another try after a loss."""
        rung = self.rung_of(session)
        if rung is None:
            return None
        texts = self.ui.texts
        game = session.match.game.name
        show = partial(self.show, game, rung)
        again = partial(self.begin, game, rung)
        reached = self.reached_in(session, rung)
        if not reached[0]:
            others = ((CLIMB, texts("The Climb"), show),)
            return NextStep(texts("Try again"), again, "", others, is_instead=True)
        note = self.describe_gain(session, sum(reached))
        others = (("again", texts("Play again"), again),)
        rungs = self.climb_of(game).rungs
        place = rungs.index(rung) + 1
        if place == len(rungs):
            return NextStep(texts("The Climb"), show, note, others, is_instead=True)
        following = rungs[place]
        words = texts("Next: {name}", name=self.name_rival(game, following.rivals[0]))
        open_next = partial(self.show, game, following)
        return NextStep(words, open_next, note, others, is_instead=True)
