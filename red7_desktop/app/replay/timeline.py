"""What lies in the dock of a replay: the timeline, open hands, remarks."""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import pairwise
from typing import Any, Final

from red7_desktop.app.table.hints import HintBubble
from red7_desktop.app.table.scores import get_seat_colour
from red7_desktop.kit.game_view import GameView
from red7_desktop.kit.hud.bubbles import list_obstacles
from red7_desktop.kit.hud.hud import Hud
from red7_desktop.kit.hud.part import build_mini_cards
from red7_desktop.kit.match_model import Review, ReviewMoment, WeighedTurn
from red7_desktop.kit.table_model import Hint
from red7_desktop.kit.texts import Run, Runs, Tone
from red7_desktop.kit.ui import Ui
from red7_desktop.play.replay import Judging, ReplaySession, Timeline
from red7_desktop.play.session import Session
from red7_desktop.scene.boxes import row
from red7_desktop.scene.commands import FocusCommand
from red7_desktop.scene.geometry import CENTRE, Rect, Size, Vec
from red7_desktop.scene.node import Gesture, GestureKind, Node
from red7_desktop.scene.pictures import Align, BoxPicture
from red7_desktop.scene.theme import Look
from red7_desktop.scene.widgets.button import Control
from red7_desktop.scene.widgets.widget import Label, Widget
from red7_desktop.tabletop.game import zone_of

_KNOB: Final = 28.0
_THICK: Final = 10.0
_ROUND_GAP: Final = 5.0
"""Between two rounds."""
_LEAST: Final = 12.0
"""Turns that stand closer are not marked, nor are the numbers of rounds that are narrower than
twice that."""
STEPS: Final = {FocusCommand.LEFT: -1, FocusCommand.RIGHT: 1}

_MOVES: Final = (
    GestureKind.PRESS,
    GestureKind.DRAG_START,
    GestureKind.DRAG_MOVE,
    GestureKind.DRAG_END,
)


def find_x_on_bar(look: Look, timeline: Timeline, width: float, at: int) -> float:
    """Return where a moment stands on a bar of some width, from its left edge."""
    edge = _KNOB * look.theme.zoom / 2
    return edge + (width - 2 * edge) * at / max(1, timeline.last)


class TimelineBar(Control):
    """Tells `on_go` where to go, by pointer, finger, keys and pad; `on_press` when it is activated.

    Write `at` and call `refresh`. Give it a size.
    """

    def __init__(
        self,
        look: Look,
        timeline: Timeline,
        size: Size,
        on_go: Callable[[int], None],
        on_press: Callable[[], None],
        **options: Any,
    ) -> None:
        super().__init__(look, draggable=True, size=size, **options)
        self.at = 0
        self._timeline = timeline
        self._on_go = on_go
        self._from = 0
        self._rail = Node(name="rail")
        self._knob = Node(name="knob", anchor=CENTRE)
        self._drawn: tuple[Any, ...] = ()
        self.add(self._rail, self._knob)
        self.on_activate = on_press
        self.on_command = self._obey
        self.refresh()

    def x_of(self, at: int) -> float:
        """Return where a moment stands, in the bar's own space."""
        return find_x_on_bar(self.look, self._timeline, self.size.w, at)

    def refresh(self) -> None:
        theme, zoom = self.look.theme, self.look.theme.zoom
        if self._drawn != (theme, self.size):
            self._drawn = theme, self.size
            for child in self._rail.children:
                child.detach()
            self._draw_rail()
        for _, filled, begin, end in self._rounds:
            part = min(max(self.at, begin), end)
            filled.visible = self.at > begin
            filled.size = Size(max(1.0, self.x_of(part) - self.x_of(begin)), filled.size.h)
        is_lively = self.state in ("hover", "pressed", "focused")
        self._knob.picture = theme.box("knob_lively" if is_lively else "knob").picture()
        self._knob.size = Size(_KNOB * zoom, _KNOB * zoom)
        self._knob.position = Vec(self.x_of(self.at), self.size.h / 2)

    def _draw_rail(self) -> None:
        theme, zoom = self.look.theme, self.look.theme.zoom
        self._rounds: list[tuple[Node, Node, int, int]] = []
        thick = _THICK * zoom
        top = (self.size.h - thick) / 2
        rounds = self._timeline.rounds
        bounds = list(pairwise([*rounds, max(self._timeline.last, rounds[-1])]))
        for number, (begin, end) in enumerate(bounds, start=1):
            left, right = self.x_of(begin), self.x_of(end)
            width = max(1.0, right - left - (_ROUND_GAP * zoom if number < len(bounds) else 0.0))
            track, filled = Node(name=f"round {number}"), Node(name="played")
            for node, box in ((track, "track"), (filled, "track_filled")):
                node.picture = theme.box(box).picture()
                node.position, node.size = Vec(left, top), Size(width, thick)
            self._rail.add(track, filled)
            self._rounds.append((track, filled, begin, end))
            if len(bounds) > 1 and width > 2 * _LEAST * zoom:
                label = Label(
                    self.look,
                    str(number),
                    "small",
                    size=Size(width, top),
                    align=Align.CENTRE,
                    colour=theme.colour("text_soft"),
                    position=Vec(left, 0.0),
                )
                self._rail.add(label)
        self._draw_turns(top, thick)

    def _draw_turns(self, top: float, thick: float) -> None:
        turns, zoom = self._timeline.turns, self.look.theme.zoom
        if (self.size.w - _KNOB * zoom) / max(1, len(turns)) < _LEAST * zoom:
            return
        ink = BoxPicture(self.look.theme.colour("panel_low"))
        for at in turns:
            tick = Node(name="turn", picture=ink, size=Size(1.5 * zoom, thick))
            tick.position = Vec(self.x_of(at) - 0.75 * zoom, top)
            self._rail.add(tick)

    def take_gesture(self, gesture: Gesture) -> bool:
        if gesture.button != 1 or gesture.kind is GestureKind.WHEEL:
            return False
        if gesture.kind is GestureKind.PRESS:
            self._from = self.at
        if gesture.kind is GestureKind.DRAG_CANCEL:
            self._on_go(self._from)
        elif gesture.kind in _MOVES:
            place = self.to_local(gesture.position)
            if place is not None:
                length = self.x_of(self._timeline.last) - self.x_of(0)
                part = (place.x - self.x_of(0)) / length if length else 0.0
                self._on_go(min(max(round(part * self._timeline.last), 0), self._timeline.last))
        return gesture.kind in _MOVES or gesture.kind is GestureKind.CLICK

    def _obey(self, command: FocusCommand) -> bool:
        if command not in STEPS:
            return False
        self._on_go(self.at + STEPS[command])
        return True


_CARDS: Final = 78.0
_NAME: Final = 30.0
_OPEN_HAND_GAP: Final = 20.0


class OpenHands(Widget):
    """Shows what each seat holds, under its name, as its own eyes see it.

    seats: which of them; all without it.
    """

    def __init__(
        self, look: Look, ui: Ui, seats: Collection[int] | None = None, **options: Any
    ) -> None:
        super().__init__(look, name="open hands", **options)
        self._ui = ui
        self._seats = seats
        self._shown: tuple[tuple[int, str, tuple[str, ...]], ...] = ()

    @staticmethod
    def height(look: Look) -> float:
        return (_CARDS + _NAME) * look.theme.zoom + look.theme.sizes.gap

    def place(self, area: Rect) -> None:
        self.position, self.size = area.position, area.size

    def show(self, session: Session) -> None:
        game, state = session.match.game, session.match.state
        hands = []
        for seat, sitting in enumerate(session.seats):
            if self._seats is not None and seat not in self._seats:
                continue
            faces = game.observe(state, seat).zones.get(zone_of("hand", seat), ())
            held = tuple([face for face in faces if face is not None])
            hands.append((seat, sitting.name, held))
        if tuple(hands) != self._shown:
            self._shown = tuple(hands)
            self.refresh()

    def refresh(self) -> None:
        for child in self.children:
            child.detach()
        zoom = self.look.theme.zoom
        gap, count = _OPEN_HAND_GAP * zoom, max(1, len(self._shown))
        wide = (self.size.w - (count - 1) * gap) / count
        hands = []
        for seat, name, cards in self._shown:
            colour = get_seat_colour(self.look, seat)
            label = Label(self.look, name, "small", max_width=wide, colour=colour)
            top = min(_NAME * zoom, label.size.h)
            room = Rect(0.0, top, wide, min(_CARDS * zoom, self.size.h - top))
            hand = Node(name=f"open hand {seat}", size=Size(wide, self.size.h))
            hand.add(label, *build_mini_cards(self._ui.faces, cards, room))
            hands.append(hand)
        self.add(row(*hands, gap=gap))


def list_commented_seats(session: ReplaySession) -> tuple[int, ...]:
    """Give the seats of whose choices something is said: of people, of all where there are none."""
    people = [seat for seat, each in enumerate(session.seats) if each.is_person]
    return tuple(people or range(len(session.seats)))


class Remarks:
    """Shows what is said of the moment at which a replay stands, in a bubble; `is_on`: unless off.

    The moments are the choices of the people who played, of everyone where there were none.
    judging: finds out about them, and about all others.
    """

    def __init__(self, ui: Ui, face: GameView, session: ReplaySession, judging: Judging) -> None:
        self._ui = ui
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
        """Return the tone of what is said of a moment, None as long as nothing is."""
        if at not in self._tones and at in self._judging.judged:
            review = self._review(at)
            self._tones[at] = Tone.FAINT if review is None else review.tone
        return self._tones.get(at)

    def sentence(self, at: int) -> Runs:
        """Return in a sentence what is said of a moment; () for nothing."""
        review = self._review(at)
        if review is None:
            return ()
        own = self._line(self.words().name(self.moments[at].seat), review.taken)
        return (*own, Run(". "), Run(review.verdict, tone=review.tone), Run("."))

    # -- showing -----------------------------------------------------------------------------

    def toggle(self) -> None:
        self.is_on = not self.is_on
        self.changed()

    def changed(self) -> None:
        self._told = None
        if self._bubble is not None and self._hud is not None:
            self._bubble.restyle(self._hud.inner_look)
            self._bubble.hide()
            self._hud.make_way("hint", None)

    def tick(self) -> None:
        at, hud, bubble = self._session.at, self._hud, self._bubble
        is_due = self.is_on and not self._session.is_playing and self._told != at
        if not is_due or hud is None or bubble is None:
            return
        review = self._review(at)
        if review is None:
            return
        self._told = at
        hint = Hint((Run(review.verdict, tone=review.tone),), self._lines(at, review))
        above, things = hud.layout.zone("panel", 0).area, list_obstacles(hud.layout)
        bubble.tell(hint, above, hud.room, things)
        hud.make_way("hint", bubble.bounds)

    def _review(self, at: int) -> Review | None:
        """Return what is said of a moment; None for one that is no moment or not judged yet."""
        appraisal = self._judging.judged.get(at)
        if appraisal is None or at not in self.moments:
            return None
        return self._face.story.review(self.words(), self.moments[at], appraisal)

    def words(self) -> Any:
        return self._face.words.at(self._ui.texts, self._session.seats, self._session.viewer)

    def _lines(self, at: int, review: Review) -> tuple[Runs, ...]:
        texts = self._ui.texts
        lines = [self._line(self.words().name(self.moments[at].seat), review.taken)]
        if review.proposed is not None:
            lines.append(self._line(texts("The strongest player"), review.proposed))
        return tuple(lines)

    @staticmethod
    def _line(who: str, turn: WeighedTurn) -> Runs:
        return (Run(f"{who}: "), *turn.plan, Run(f" ({turn.figure})"))
