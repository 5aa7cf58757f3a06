"""The way into the first game and the lessons, light for the start: it loads the rest late."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from red7_desktop.app.doors import FeatureTile
from red7_desktop.app.entrance import Feature, NextStep, SetupOffer
from red7_desktop.kit.look.icons import build_icon

if TYPE_CHECKING:
    from red7_desktop.app.lessons.lessons import Lessons
    from red7_desktop.app.table_screen.foot import TableMode
    from red7_desktop.play.session import Session
    from red7_desktop.scene.theme.colour import Colour
    from red7_desktop.scene.theme.style import Look

FIRST_GAME: Final = "first game"
"""The occasion of that match, and its key among the lessons."""

_COLOUR: Final = "C"
"""That of the tile on the title, a letter of the seats' colours."""


def tint(look: Look) -> Colour:
    """Give the colour of all that is about learning."""
    return look.theme.swatch("seats", _COLOUR)


class LessonsFeature(Feature["Lessons"]):
    """Passes on what is asked of `Lessons`."""

    def _make(self) -> Lessons:
        from red7_desktop.app.lessons.lessons import Lessons

        return Lessons(self._around)

    def _teaches(self, game: str) -> bool:
        return self._box[game].face().course is not None

    def doors(self, game: str) -> Sequence[FeatureTile]:
        """Give the one to a game's lessons: the next one, as soon as it is known who plays here."""
        if not self._teaches(game):
            return ()
        texts, picture = self._kit.texts, build_icon("learn", tint(self._kit.stage.look))
        lines: tuple[str, ...] = (texts("First game, 3 minutes"),)
        share = 0.0
        if self._around.profile.known is not None:
            lines, share = self._part.standing(game)
        show = partial(self._show, game)
        return (FeatureTile("learn", texts("Learn"), show, lines, share, picture, tint),)

    def _show(self, game: str) -> None:
        self._part.show(game)

    def offer(self, game: str) -> SetupOffer | None:
        """Give the first game to somebody who has not played that game yet; None to all others."""
        is_new = self._teaches(game) and not self._has_played(game)
        return self._part.first_offer(game) if is_new else None

    def _has_played(self, game: str) -> bool:
        """Tell whether somebody has: of people of whom nothing is known, any match tells so."""
        known, matches = self._around.profile.known, self._around.matches
        if known is None:
            return matches.has_any
        is_kept = game in matches.desk.last_by_game("")
        return is_kept or game in known.games or any(deed.game == game for deed in known.deeds)

    def foot(self, session: Session) -> TableMode | None:
        """Give the coach of a lesson, or of the first game."""
        is_lesson = self._made is not None and self._made.is_lesson(session)
        is_first = session.occasion == FIRST_GAME and self._teaches(session.match.game.name)
        return self._part.coach_of(session) if is_lesson or is_first else None

    def onward(self, session: Session) -> NextStep | None:
        """Lead on to a lesson after the first game."""
        is_first = session.occasion == FIRST_GAME and self._teaches(session.match.game.name)
        return self._part.after(session) if is_first else None
