"""Has all choices of a match judged in the background, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from red7_desktop.play.advice import Reviewer
    from red7_desktop.play.outlook import RecordedChoices
    from red7_desktop.tabletop.comparing import Appraisal


class Judging:
    """Asks a reviewer about one choice after the other, those of some seats before the rest.

    found: gives the choices, None while they are looked for. judged: what came of each, by its
    step; it is kept by whoever comes back to the match, and nothing in it is asked for again.
    seats: of whom people want to hear first.
    """

    def __init__(
        self,
        make_reviewer: Callable[[], Reviewer],
        found: Callable[[], RecordedChoices | None],
        judged: dict[int, Appraisal | None],
        seats: Collection[int],
    ) -> None:
        self._make_reviewer = make_reviewer
        self._found = found
        self._seats = seats
        self._reviewer: Reviewer | None = None
        self._choices: RecordedChoices | None = None
        self._waiting: list[int] = []
        self.judged = judged

    @property
    def choices(self) -> RecordedChoices | None:
        """Where choices were had; None while that is being found out."""
        if self._choices is None:
            self._choices = self._found()
            if self._choices is not None:
                by_step = self._choices.by_step
                waiting = [at for at in by_step if at not in self.judged]
                waiting.sort(key=lambda at: (by_step[at].seat not in self._seats, at))
                self._waiting = waiting
        return self._choices

    @property
    def is_busy(self) -> bool:
        """Whether something is still to be found out."""
        return self.choices is None or bool(self._waiting)

    def tick(self, shown: int | None) -> int | None:
        """Ask about the next choice, the one at `shown` first; give which has been judged now."""
        choices = self.choices
        if choices is None or not self._waiting:
            return None
        if self._reviewer is None:
            self._reviewer = self._make_reviewer()
        found = self._reviewer.poll()
        if found is not None:
            self.judged[found[0]] = found[1]
            self._waiting.remove(found[0])
        if self._waiting and not self._reviewer.is_busy:
            at = shown if shown is not None and shown in self._waiting else self._waiting[0]
            self._reviewer.ask(at, choices.by_step[at])
        return found[0] if found is not None else None

    def closed(self) -> None:
        """Find out no more."""
        self._waiting.clear()
        if self._reviewer is not None:
            self._reviewer.forget()
