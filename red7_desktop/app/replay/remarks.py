"""What a review says of the moments of a replay, as far as they have been judged."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from red7_desktop.app.table_screen.overlays.hint_bubble import HintBubble
from red7_desktop.kit.hud.bubbles.placement import list_obstacles
from red7_desktop.kit.hud.model import Hint
from red7_desktop.kit.language.rich_text import Run, Runs, Tone

if TYPE_CHECKING:
    from red7_desktop.kit.game_face import AnyGameView
    from red7_desktop.kit.hud.hud import Hud
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.kit.models.review import Review, ReviewMoment, WeighedTurn
    from red7_desktop.play.judging import Judging
    from red7_desktop.play.replaying import ReplaySession


def list_commented_seats(session: ReplaySession) -> tuple[int, ...]:
    """Give the seats of whose choices something is said: of people, of all where there are none."""
    people = [seat for seat, each in enumerate(session.seats) if each.is_person]
    return tuple(people or range(len(session.seats)))


class Remarks:
    """Shows what is said of the moment at which a replay stands, in a bubble; `is_on`: unless off.

    The moments are the choices of the people who played, of everybody where there were none.
    judging: finds out about them, and about all others.
    """

    def __init__(
        self,
        texts: Callable[[], Texts],
        face: AnyGameView,
        session: ReplaySession,
        judging: Judging,
    ) -> None:
        self._texts = texts
        self._face = face
        self._session = session
        self._judging = judging
        self._moments: dict[int, ReviewMoment] | None = None
        self._tones: dict[int, Tone] = {}
        self._told: int | None = None
        self._hud: Hud | None = None
        self._bubble: HintBubble | None = None
        self.is_on = True

    def attach(self, hud: Hud) -> None:
        """Take the table's surroundings, above which the bubble lies."""
        self._hud = hud
        self._bubble = HintBubble(hud.inner_look, hud.ink, self.toggle, name="remark")
        hud.over.add(self._bubble)

    # -- which moments there are -------------------------------------------------------------

    @property
    def moments(self) -> dict[int, ReviewMoment]:
        """The moments by the numbers of steps taken before; none while they are looked for."""
        if self._moments is None and self._judging.choices is not None:
            seats = list_commented_seats(self._session)
            by_step = self._judging.choices.by_step
            self._moments = {at: each for at, each in by_step.items() if each.seat in seats}
        return self._moments or {}

    def tone(self, at: int) -> Tone | None:
        """Give the tone of what is said of a moment, None as long as nothing is."""
        if at not in self._tones and at in self._judging.judged:
            review = self._review(at)
            self._tones[at] = Tone.FAINT if review is None else review.tone
        return self._tones.get(at)

    def sentence(self, at: int) -> Runs:
        """Say in a sentence what is said of a moment; () for nothing."""
        review = self._review(at) if at in self.moments else None
        if review is None:
            return ()
        own = self._line(self.words().name(self.moments[at].seat), review.taken)
        return (*own, Run(". "), Run(review.verdict, tone=review.tone), Run("."))

    # -- showing -----------------------------------------------------------------------------

    def toggle(self) -> None:
        """Show remarks, or none."""
        self.is_on = not self.is_on
        self.changed()

    def changed(self) -> None:
        """Put away what was said of another moment."""
        self._told = None
        if self._bubble is not None and self._hud is not None:
            self._bubble.restyle(self._hud.inner_look)
            self._bubble.hide()
            self._hud.make_way("hint", None)

    def tick(self) -> None:
        """Say what there is to be said of the moment that is shown."""
        at = self._session.at
        is_due = self.is_on and not self._session.is_playing and self._told != at
        if is_due and at in self.moments:
            self._tell(at)

    def _tell(self, at: int) -> None:
        review = self._review(at)
        if review is None or self._hud is None or self._bubble is None:
            return
        self._told = at
        hud = self._hud
        hint = Hint((Run(review.verdict, tone=review.tone),), self._lines(at, review))
        layout = hud.layout
        self._bubble.tell(hint, layout.zone("panel", 0).area, hud.room, list_obstacles(layout))
        hud.make_way("hint", self._bubble.bounds)

    def _review(self, at: int) -> Review | None:
        appraisal = self._judging.judged.get(at)
        if appraisal is None:
            return None
        return self._face.review(self.words(), self.moments[at], appraisal)

    def words(self) -> Any:
        """Speak to the seat that looks, as the face does."""
        return self._face.words(self._texts(), self._session.seats, self._session.viewer)

    def _lines(self, at: int, review: Review) -> tuple[Runs, ...]:
        """Say what was done, and what the strongest player would have done."""
        texts = self._texts()
        lines = [self._line(self.words().name(self.moments[at].seat), review.taken)]
        if review.proposed is not None:
            lines.append(self._line(texts("The strongest player"), review.proposed))
        return tuple(lines)

    @staticmethod
    def _line(who: str, turn: WeighedTurn) -> Runs:
        return (Run(f"{who}: "), *turn.plan, Run(f" ({turn.figure})"))
