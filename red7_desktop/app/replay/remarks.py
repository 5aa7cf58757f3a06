"""What a review says of the moments of a replay, found out in the background when one is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from red7_desktop.app.table_screen.overlays.hint_bubble import HintBubble
from red7_desktop.kit.hud.bubbles.placement import things_of
from red7_desktop.kit.hud.ink import TONE_COLOURS
from red7_desktop.kit.hud.model import Hint
from red7_desktop.kit.language.rich_text import Run, Runs, Tone

if TYPE_CHECKING:
    from red7_desktop.kit.game_face import AnyFace
    from red7_desktop.kit.hud.hud import Hud
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.kit.models.review import Moment, Review, WeighedTurn
    from red7_desktop.play.advice import Reviewer
    from red7_desktop.play.replaying import ReplaySession
    from red7_desktop.scene.theme.colour import Colour
    from red7_desktop.tabletop.comparing import Appraisal


class Remarks:
    """Shows what is said of the moment at which a replay stands, in a bubble; `is_on`: unless off.

    The moments are the choices of the people who played, of everybody where there were none.
    make_reviewer: makes who judges them.
    """

    def __init__(
        self,
        texts: Callable[[], Texts],
        face: AnyFace,
        session: ReplaySession,
        make_reviewer: Callable[[], Reviewer],
    ) -> None:
        self._texts = texts
        self._face = face
        self._session = session
        self._make_reviewer = make_reviewer
        self._reviewer: Reviewer | None = None
        self._moments: dict[int, Moment] | None = None
        self._judged: dict[int, Appraisal | None] = {}
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
    def moments(self) -> dict[int, Moment]:
        """The moments by the numbers of steps taken before."""
        if self._moments is None:
            self._moments = self._found()
        return self._moments

    def _found(self) -> dict[int, Moment]:
        """Tell when each seat knew what it knew: a moment says only in which turn that was."""
        session, match = self._session, self._session.played
        people = [seat for seat, each in enumerate(session.seats) if each.is_person]
        seats = people or list(range(len(session.seats)))
        told = self._face.moments(match, seats, last_round_only=False)
        found: dict[int, Moment] = {}
        passed = dict.fromkeys(seats, 0)
        for moment in told:
            for at in range(passed[moment.seat], match.revision):
                if match.log[at].seat != moment.seat:
                    continue
                passed[moment.seat] = at + 1
                seen = match.game.observe(match.state_at(at), moment.seat)
                if seen == moment.observation:
                    found[at] = moment
                    break
        return found

    def colours(self, colour: Callable[[str], Colour]) -> dict[int, Colour]:
        """Give the colour of each moment: of what is said of it, once that is known."""
        return {at: colour(TONE_COLOURS[self._tones.get(at, Tone.FAINT)]) for at in self.moments}

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
        if self._reviewer is not None and self._session.is_playing:
            self._reviewer.forget()

    @property
    def is_waiting(self) -> bool:
        """Whether something is being found out."""
        return self._reviewer is not None and self._reviewer.is_busy

    def tick(self) -> bool:
        """Find out about the moment that is shown, and say it; True for something new."""
        at, is_new = self._session.at, False
        if self._reviewer is not None:
            found = self._reviewer.poll()
            if found is not None:
                self._judged[found[0]] = found[1]
                review = self._review(found[0])
                self._tones[found[0]] = Tone.FAINT if review is None else review.tone
                is_new = True
        if not self.is_on or self._session.is_playing or at not in self.moments:
            return is_new
        if at in self._judged:
            self._tell(at)
        elif not self.is_waiting:
            if self._reviewer is None:
                self._reviewer = self._make_reviewer()
            self._reviewer.ask(at, self.moments[at])
        return is_new

    def closed(self) -> None:
        """Find out no more."""
        if self._reviewer is not None:
            self._reviewer.forget()

    def _tell(self, at: int) -> None:
        review = self._review(at)
        if self._told == at or review is None or self._hud is None or self._bubble is None:
            return
        self._told = at
        hud = self._hud
        hint = Hint((Run(review.verdict, tone=review.tone),), self._lines(at, review))
        layout = hud.layout
        self._bubble.tell(hint, layout.zone("panel", 0).area, hud.room, things_of(layout))
        hud.make_way("hint", self._bubble.bounds)

    def _review(self, at: int) -> Review | None:
        appraisal = self._judged.get(at)
        if appraisal is None:
            return None
        return self._face.review(self._words(), self.moments[at], appraisal)

    def _words(self) -> Any:
        return self._face.words(self._texts(), self._session.seats, self._session.viewer)

    def _lines(self, at: int, review: Review) -> tuple[Runs, ...]:
        """Say what was done, and what the strongest player would have done."""
        texts = self._texts()
        lines = [self._line(self._words().name(self.moments[at].seat), review.taken)]
        if review.proposed is not None:
            lines.append(self._line(texts("The strongest player"), review.proposed))
        return tuple(lines)

    @staticmethod
    def _line(who: str, turn: WeighedTurn) -> Runs:
        return (Run(f"{who}: "), *turn.plan, Run(f" ({turn.figure})"))
