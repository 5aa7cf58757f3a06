"""The climb (matches against ever stronger AI players): its page, title screen tile and buttons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from red7_desktop.app.climb import progress
from red7_desktop.app.climb.page import ClimbScreen
from red7_desktop.app.climb.service import ClimbService, parse_occasion
from red7_desktop.app.feature import CLIMB, FeatureTile, Navigator
from red7_desktop.app.matches.match_desk import Occasion
from red7_desktop.app.profile import own_profile
from red7_desktop.app.profile.statistics import ProfileEvent
from red7_desktop.app.table.mode import FollowUp, OccasionMode, TableMode
from red7_desktop.kit.look.icons import build_icon, build_portrait
from red7_desktop.play.session import Session
from red7_desktop.tabletop import climb
from red7_desktop.tabletop.game import SEAT_LETTERS

_MOST_NAMED: Final = 2
"""Maximum number of opponents that the button for a match of the climb names."""
_PERSON: Final = 0
"""Index of the user's seat in every match of the climb."""


class Climbing(ClimbService):
    """The feature "climb": a ladder of matches against ever stronger AI players, for each game.

    Provides the page, the tile on the title screen, and the buttons after a match.
    """

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._ended: tuple[Session, tuple[str, ...]] | None = None

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
            names = self.join_rivals(game, rung)
            number = self.number_of(game, rung)
            lines = (
                texts("Rung {n}: {title}", n=number, title=texts(rung.title)),
                texts("Against {name}", name=names),
            )
        picture = build_portrait(shown.strongest_rival)
        accent = self.ui.stage.look.theme.colour("accent")
        tile = FeatureTile(
            CLIMB,
            texts("The Climb"),
            partial(self.show, game),
            lines,
            share=state.won / len(rungs),
            picture=picture or build_icon("peak", accent),
            tint=partial(self.colour_of, game, shown),
        )
        return (tile,)

    def show(self, game: str, rung: climb.Rung | None = None) -> None:
        """Show the page of a game's climb, a ladder of matches against ever stronger AI players.

        Args:
            game: The game's name.
            rung: The match of the ladder to select. None selects the lowest match that the user
                hasn't won.
        """
        self.navigator.match_service.leave()
        self.navigator.choose_game(game)
        self.navigator.show(ClimbScreen(self, game, rung))

    def find_follow_up(self, session: Session) -> FollowUp | None:
        """Return the button to show after a match of the climb; None after any other match.

        If the match was lost, the button starts it again. If it was won, the button opens the
        page of the climb with the next match selected. After the climb's last match, the button
        opens the page of the climb.
        """
        rung = self.rung_of(session)
        if rung is None:
            return None
        texts = self.ui.texts
        game = session.match.game.name
        show = partial(self.show, game, rung)
        again = partial(self.begin, game, rung)
        reached = self.check_goals(session, rung)
        if not reached[0]:
            others = ((CLIMB, texts("The Climb"), show),)
            return FollowUp(texts("Try again"), again, "", others, is_instead=True)
        note = self.describe_gain(session, sum(reached))
        others = (("again", texts("Play again"), again),)
        rungs = self.climb_of(game).rungs
        place = rungs.index(rung) + 1
        if place == len(rungs):
            words = texts("The Climb")
            go_on = show
        else:
            following = rungs[place]
            words = texts("Next: {name}", name=self._name_opponents(game, following))
            go_on = partial(self.show, game, following)
        missed = self._describe_missed_goals(game, rung, reached)
        return FollowUp(words, go_on, note, others, is_instead=True, missed_goals=missed)

    def _describe_missed_goals(self, game: str, rung: climb.Rung, reached: Sequence[bool]) -> str:
        """Name the goals of a rung that a match missed; "" if it reached all."""
        missed = [
            self.describe_goal(game, goal)
            for goal, is_reached in zip(rung.goals, reached, strict=True)
            if not is_reached
        ]
        if not missed:
            return ""
        return self.ui.texts("Not yet: {goals}", goals=", ".join(missed))

    def _name_opponents(self, game: str, rung: climb.Rung) -> str:
        """Return a button's text for a match of the climb.

        The text names the opponents. If there are more than `_MOST_NAMED`, it is the match's title.
        """
        if len(rung.rivals) > _MOST_NAMED:
            return self.ui.texts(rung.title)
        return self.join_rivals(game, rung)

    def make_mode(self, session: Session) -> TableMode | None:
        rung = self.rung_of(session)
        if rung is None or not session.is_kept:
            return None
        game = session.match.game.name
        goals = [self.describe_goal(game, goal) for goal in rung.goals]
        told = self.ui.texts("Goals: {goals}", goals=", ".join(goals))
        return OccasionMode(self.describe_rung(game, rung), told)

    def describe_rung(self, game: str, rung: climb.Rung) -> str:
        """Return a short name of a climb's match, such as "The Climb, rung 3"."""
        return self.ui.texts("The Climb, rung {n}", n=self.number_of(game, rung))

    def name_occasion(self, begun: Occasion) -> str:
        rung = self.climb_of(begun.game).find(parse_occasion(begun.occasion))
        return "" if rung is None else self.describe_rung(begun.game, rung)

    # -- the end of a match --------------------------------------------------------------------

    def check_goals(self, session: Session, rung: climb.Rung) -> tuple[bool, ...]:
        """Return which goals were reached in a match of the climb (a ladder of matches).

        Args:
            session: The match.
            rung: The match's entry in the climb, which lists the goals.

        Returns:
            One value per goal, in the order of the rung's goals. All are False if the user gave up
            the match.
        """
        match = session.match
        result = match.game.result(match.state)
        goals = self.catalogue[match.game.name].goals
        if result is None or goals is None:
            return (False,) * climb.GOAL_COUNT
        hints = session.hints.get(SEAT_LETTERS[_PERSON], 0)
        played = climb.PlayedRung(match, _PERSON, hints, result)
        return climb.find_reached(rung, goals(), played)

    def end_match(self, session: Session, uid: str) -> None:
        rung = self.rung_of(session)
        if rung is None or not session.match.revision:
            return
        game = session.match.game.name
        reached = self.check_goals(session, rung)
        outcome = progress.WON if reached[0] else progress.LOST
        profile = self.navigator.profile
        day = self.navigator.today()
        value = progress.encode_goals(reached)
        profile.record(ProfileEvent(progress.CLIMB_KIND, game, rung.key, day, outcome, value))
        earned = self.progress_of(game).list_earned(rung, profile.unlocked)
        self._ended = session, earned
        for reward in earned:
            profile.record(ProfileEvent(own_profile.UNLOCK_KIND, "", reward, day, own_profile.GOT))

    def describe_gain(self, session: Session, stars: int) -> str:
        """Describe the stars that a match of the climb earned, and the rewards that it unlocked."""
        texts = self.ui.texts
        parts = [texts("{n} of 3 stars", n=stars)]
        if self._ended is not None and self._ended[0] is session and self._ended[1]:
            named = [own_profile.describe_reward(each, texts) for each in self._ended[1]]
            parts.append(texts("New: {names}", names=", ".join(named)))
        return " · ".join(parts)
