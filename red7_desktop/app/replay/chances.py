"""What the dock shows of everybody's chances: the curve, who its lines are, and what it says."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.app.replay.chance_curve import ChanceCurve, CurveRemark, SeatLines
from red7_desktop.app.replay.dock_rows import LEGEND
from red7_desktop.app.replay.timeline_bar import find_x_on_bar
from red7_desktop.app.table_screen.overlays.ending_parts import get_seat_colour
from red7_desktop.kit.hud.ink import TONE_COLOURS
from red7_desktop.kit.language.rich_text import Tone, to_plain
from red7_desktop.play.outlook import build_lines, find_standing, value_before
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align, BoxPicture
from red7_desktop.scene.paint.run_lines import Span
from red7_desktop.scene.widgets.base import Widget
from red7_desktop.scene.widgets.runs import RunsLabel

if TYPE_CHECKING:
    from red7_desktop.app.replay.remarks import Remarks
    from red7_desktop.kit.game_face import AnyGameView
    from red7_desktop.kit.hud.hud import Hud
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.play.judging import Judging
    from red7_desktop.play.outlook import ChanceLine
    from red7_desktop.play.replaying import ReplaySession
    from red7_desktop.scene.theme.style import Look

_HIGH: Final = 76.0

_MOST_HIGH: Final = 0.085
"""It takes no more of the window's height than this, however large the interface is."""

_WIDE: Final = {Tone.BAD: 14.0, Tone.ACCENT: 12.0}

_PLAIN_WIDE: Final = 8.0
"""Marks of what was done well, or is not worth a word, are smaller ones."""

_PENDING: Final = 5.0
"""Those of which nothing is known yet lie at the bottom."""

_DOT: Final = 12.0


def get_curve_height(look: Look) -> float:
    """Give how high the curve is."""
    return min(_HIGH * look.theme.zoom, _MOST_HIGH * look.visible.h)


class ChancesPanel:
    """Keeps the curve up to date as choices are judged. remarks: says what is pointed at."""

    def __init__(
        self, kit: Ui, face: AnyGameView, session: ReplaySession, judging: Judging, remarks: Remarks
    ) -> None:
        self._kit = kit
        self._face = face
        self._session = session
        self._judging = judging
        self._remarks = remarks
        self._hud: Hud | None = None
        self._curve: ChanceCurve | None = None
        self._legend: Legend | None = None
        self._lines: dict[int, tuple[ChanceLine, ...]] = {}
        self._said: tuple[int, float | None] | None = None

    def attach(self, hud: Hud) -> None:
        """Take the table's surroundings, whose tip says what is pointed at."""
        self._hud = hud

    @property
    def has_any(self) -> bool:
        """Whether there is a curve, or may be one: not in a match without choices to judge."""
        choices = self._judging.choices
        return choices is None or bool(choices.by_step)

    def make(self, look: Look, name: str, place: Rect, top: float) -> Widget:
        """Make what has a place in the dock, of which the top is told: the curve, or its legend."""
        session = self._session
        options = {"name": name, "position": place.position, "size": place.size}
        if name == LEGEND:
            self._legend = Legend(look, **options)
            return self._legend
        x_of = partial(find_x_on_bar, look, session.timeline, place.w)
        self._curve = ChanceCurve(
            look, x_of, session.go_to, self._explain, place.y - top, **options
        )
        return self._curve

    def dropped(self) -> None:
        """Hear that curve and legend are no more."""
        self._curve = self._legend = None
        if self._hud is not None:
            self._hud.explain(None)

    def judged(self, at: int) -> None:
        """Hear that a choice has been judged: the line of its seat is another one."""
        choices = self._judging.choices
        if choices is not None:
            self._find(choices.by_step[at].seat)

    def _find(self, seat: int) -> None:
        choices, timeline = self._judging.choices, self._session.timeline
        if choices is not None:
            self._lines[seat] = build_lines(choices, self._judging.judged, timeline, seat)

    def refresh(self) -> None:
        """Show all that is known, and how everybody stands at the moment that is shown."""
        session, look = self._session, self._kit.stage.look
        if self._judging.choices is None:
            return
        for seat in range(len(session.seats)):
            if seat not in self._lines:
                self._find(seat)
        curve = self._curve
        if curve is not None:
            curve.seats = [
                SeatLines(get_seat_colour(look, seat), lines, seat == session.viewer)
                for seat, lines in sorted(self._lines.items())
            ]
            curve.marks = self._marks()
            curve.at = session.at
            curve.refresh()
        if self._legend is not None:
            self._legend.show(
                [(seat, each.name, self._stands(seat)) for seat, each in enumerate(session.seats)]
            )

    def _marks(self) -> dict[int, CurveRemark]:
        """Mark where remarks are to be made: on the line of their seat once they are known."""
        colour, judged = self._kit.stage.look.theme.colour, self._judging.judged
        found: dict[int, CurveRemark] = {}
        for at in self._remarks.moments:
            tone, appraisal = self._remarks.tone(at), judged.get(at)
            value = 0.0 if appraisal is None else value_before(appraisal)
            wide = _PENDING if tone is None else _WIDE.get(tone, _PLAIN_WIDE)
            found[at] = CurveRemark(value, colour(TONE_COLOURS[tone or Tone.FAINT]), wide)
        return found

    # -- saying ------------------------------------------------------------------------------

    def heed(self, at: Vec) -> None:
        """Follow the pointer."""
        if self._curve is not None:
            self._curve.heed(at)

    def _explain(self, at: int | None) -> None:
        """Say what is said of a moment, beside its place on the curve."""
        if self._hud is None or self._curve is None:
            return
        sentence = self._remarks.sentence(at) if at is not None else ()
        if not sentence:
            self._hud.explain(None)
            return
        self._hud.explain(self._curve.spot, sentence)
        self._say(to_plain(sentence))

    def tell(self) -> None:
        """Have it read aloud how the watched seat stands, once it is known to stand otherwise."""
        session, texts = self._session, self._kit.texts
        seat = session.viewer or 0
        value = find_standing(self._lines.get(seat, ()), session.at)
        now = seat, value
        if session.is_playing or now == self._said:
            return
        self._said = now
        if value is not None:
            words = self._remarks.words()
            you, they = texts("You stand at {how}"), texts("{name} stands at {how}")
            how = self._face.standing(words, value)
            self._say(to_plain(words.say(seat, you, they, how=how)))

    def _stands(self, seat: int) -> str:
        value = find_standing(self._lines.get(seat, ()), self._session.at)
        return "" if value is None else self._face.standing(self._remarks.words(), value)

    def _say(self, sentence: str) -> None:
        if self._kit.settings.spoken_log:
            self._kit.speech.say([sentence], self._kit.texts.language)


class Legend(Widget):
    """Names the seats in their colours, with how each of them stands."""

    def __init__(self, look: Look, **options: Any) -> None:
        super().__init__(look, **options)
        self._shown: list[tuple[int, str, str]] = []

    def show(self, seats: list[tuple[int, str, str]]) -> None:
        """Show names and standings by seat."""
        if seats != self._shown:
            self._shown = seats
            self.refresh()

    def refresh(self) -> None:
        """Write them in one column."""
        for child in self.children:
            child.detach()
        high = self.size.h / max(1, len(self._shown))
        for nth, each in enumerate(self._shown):
            self._write(each, Rect(0.0, nth * high, self.size.w, high))

    def _write(self, shown: tuple[int, str, str], place: Rect) -> None:
        """Write a row; where rows are low, its words keep their size and lines come closer."""
        (seat, name, stands), theme = shown, self.look.theme
        side, colour = min(_DOT * theme.zoom, place.h), get_seat_colour(self.look, seat)
        dot = Node(name="whose", size=Size(side, side), picture=BoxPicture(colour, side / 2))
        dot.position = Vec(place.x, place.y + (place.h - side) / 2)
        style = theme.text("small")
        high = max(place.h, style.size * style.line_height / theme.zoom)
        top, left = place.y + (place.h - high) / 2, place.x + 1.8 * side
        row = Rect(left, top, place.right - left, high)
        figure = RunsLabel(self.look, size=row.size, style="small", align=Align.END)
        figure.write([Span(stands, colour=theme.colour("text"))] if stands else "", row)
        room = Rect(left, top, max(1.0, row.w - figure.ink.w - side), high)
        label = RunsLabel(self.look, style="small", name="who")
        label.write([Span(name, colour=theme.colour("text_soft"))], room)
        self.add(dot, label, figure)
