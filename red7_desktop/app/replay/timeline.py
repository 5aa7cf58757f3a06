"""What lies in the dock: timeline, rows, hands, remarks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from red7_desktop.app.table.messages import HintBubble
from red7_desktop.app.table.scores import get_seat_colour
from red7_desktop.kit.hud.bubbles import list_obstacles
from red7_desktop.kit.hud.part import build_mini_cards
from red7_desktop.kit.table_model import (
    PAUSE,
    PLAY,
    PLAY_ON,
    ActionsModel,
    ButtonModel,
    EndModel,
    Hint,
    Mood,
)
from red7_desktop.kit.texts import Run, Runs, Texts, Tone, runs_of
from red7_desktop.play.replay import Judging, ReplaySession, Timeline
from red7_desktop.scene.commands import FocusCommand
from red7_desktop.scene.geometry import CENTRE, Rect, Size, Vec
from red7_desktop.scene.node import Gesture, GestureKind, Node
from red7_desktop.scene.pictures import Align, BoxPicture
from red7_desktop.scene.theme import Look, Theme, zoom_theme
from red7_desktop.scene.widgets.button import Control
from red7_desktop.scene.widgets.widget import Label, Widget
from red7_desktop.tabletop.game import zone_of

if TYPE_CHECKING:
    from red7_desktop.kit.game_view import GameView
    from red7_desktop.kit.hud.hud import Hud
    from red7_desktop.kit.match_model import Review, ReviewMoment, WeighedTurn
    from red7_desktop.kit.ui import Ui
    from red7_desktop.play.session import Session

_KNOB: Final = 28.0


_THICK: Final = 10.0


_ROUND_GAP: Final = 5.0
"""Between two rounds."""


_LEAST: Final = 12.0
"""Turns that stand closer are not marked, nor are the numbers of rounds that are narrower than
twice that."""


_STEPS: Final = {FocusCommand.LEFT: -1, FocusCommand.RIGHT: 1}


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
        self._clear(self._rail)
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
        """Mark where turns end, where there is room between them."""
        turns, zoom = self._timeline.turns, self.look.theme.zoom
        if (self.size.w - _KNOB * zoom) / max(1, len(turns)) < _LEAST * zoom:
            return
        ink = BoxPicture(self.look.theme.colour("panel_low"))
        for at in turns:
            tick = Node(name="turn", picture=ink, size=Size(1.5 * zoom, thick))
            tick.position = Vec(self.x_of(at) - 0.75 * zoom, top)
            self._rail.add(tick)

    @staticmethod
    def _clear(node: Node) -> None:
        for child in node.children:
            child.detach()

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
        if command not in _STEPS:
            return False
        self._on_go(self.at + _STEPS[command])
        return True


BAR, STATUS, CURVE, LEGEND = "bar", "status", "curve", "legend"


EYES, HANDS, COPY = "eyes", "hands", "copy position"


PICTURE, FILM = "save picture", "save film"


JUMPS: Final = ("round_back", "turn_back", "step_back", "step_on", "turn_on", "round_on")


_TOOLS: Final = (EYES, HANDS, COPY, PICTURE, FILM)


_PLANS: Final = (
    ((JUMPS, (BAR,), (STATUS,), _TOOLS),),
    (((BAR,),), (JUMPS, (STATUS,), _TOOLS)),
    (((BAR,),), (JUMPS, _TOOLS)),
    (((BAR,),), (JUMPS,), (_TOOLS,)),
)
"""Rows of groups, the best first: the last one fits always."""


_ABOVE: Final = (((JUMPS, (BAR,), _TOOLS),), *_PLANS[1:])
"""The same where a curve stands above the bar: in a single row, what is beside it goes up too."""


_DOCK_GAP: Final = 6.0


_BETWEEN: Final = 18.0
"""Between groups."""


_WIDE: Final = {EYES: 236.0, STATUS: 270.0, BAR: 460.0}
"""At zoom 1; everything else is a little wider than a target."""


_GROWS: Final = (BAR, STATUS)
"""What takes the room that is to spare, the first of them in a row."""


_MOST: Final = 0.25
"""The dock takes no more than this part of the window's height for being larger than designed."""


_ZOOM_STEP: Final = 0.05


class DockSlot(NamedTuple):
    """Where a thing stands in its row, from the left edge of the dock."""

    name: str
    x: float
    width: float


def cap_look_height(look: Look, height: Callable[[Look], float]) -> Look:
    """Give a look that is larger than designed only as far as what has it stays low in the window.

    height: what it takes in a look.
    """
    zoom, most = look.theme.zoom, _MOST * look.visible.h
    smaller = look
    while zoom > 1.0 and height(smaller) > most:
        zoom = max(1.0, zoom - _ZOOM_STEP)
        smaller = replace(look, theme=zoom_theme(look.theme, zoom / look.theme.zoom))
    return smaller


def lay_out_rows(theme: Theme, width: float) -> list[list[DockSlot]]:
    """Lay out the dock in a width."""
    return _choose_rows(theme, width, _PLANS)


def lay_out_rows_with_curve(theme: Theme, width: float) -> list[list[DockSlot]]:
    """Lay out the dock in a width with a curve in its first row, which is as wide as the bar."""
    rows = _choose_rows(theme, width, _ABOVE)
    (first, *_) = rows
    nth = next(nth for nth, spot in enumerate(first) if spot.name == BAR)
    bar = first[nth]
    above = [bar._replace(name=CURVE)]
    if nth:
        left, right = first[0].x, first[-1].x + first[-1].width
        between = _BETWEEN * theme.zoom
        beside = bar.x + bar.width + between
        above.insert(0, DockSlot(LEGEND, left, bar.x - between - left))
        above.append(DockSlot(STATUS, beside, right - beside))
    return [above, *rows]


def _choose_rows(
    theme: Theme, width: float, plans: Sequence[Sequence[Sequence[Sequence[str]]]]
) -> list[list[DockSlot]]:
    room = width - 2 * theme.sizes.safe_margin
    fitting = (plan for plan in plans if all(_measure_row(theme, row) <= room for row in plan))
    return [_lay_out_row(theme, row, room) for row in next(fitting, plans[-1])]


def _lay_out_row(theme: Theme, row: Sequence[Sequence[str]], room: float) -> list[DockSlot]:
    names = [name for group in row for name in group]
    growing = next((name for name in _GROWS if name in names), "")
    spare, x = max(0.0, room - _measure_row(theme, row)), theme.sizes.safe_margin
    spots: list[DockSlot] = []
    for group in row:
        for name in group:
            width = _width_of(theme, name) + (spare if name == growing else 0.0)
            spots.append(DockSlot(name, x, width))
            x += width + _DOCK_GAP * theme.zoom
        x += (_BETWEEN - _DOCK_GAP) * theme.zoom
    return spots


def _width_of(theme: Theme, name: str) -> float:
    return _WIDE[name] * theme.zoom if name in _WIDE else 1.1 * theme.sizes.target


def _measure_row(theme: Theme, row: Sequence[Sequence[str]]) -> float:
    names = [name for group in row for name in group]
    gaps = (len(names) - len(row)) * _DOCK_GAP + (len(row) - 1) * _BETWEEN
    return sum(_width_of(theme, name) for name in names) + gaps * theme.zoom


def say_where(texts: Texts, session: ReplaySession) -> str:
    """Say at which turn of which round a replay stands."""
    spot = session.timeline.spot(session.at)
    if len(session.timeline.rounds) == 1:
        return texts("Turn {turn} of {turns}", turn=spot.turn, turns=spot.turns)
    return texts(
        "Round {round}, turn {turn} of {turns}",
        round=spot.round,
        turn=spot.turn,
        turns=spot.turns,
    )


def build_dock_tips(texts: Texts, *, is_filming: bool) -> Mapping[str, str]:
    """Return what each button of the dock does."""
    return {
        "round_back": texts("Back to the beginning of the round"),
        "turn_back": texts("Back by a turn"),
        "step_back": texts("Back by a step"),
        "step_on": texts("On by a step"),
        "turn_on": texts("On by a turn"),
        "round_on": texts("On to the next round"),
        EYES: texts("Whose eyes see the table"),
        HANDS: texts("Show everybody’s hand"),
        COPY: texts("Copy position"),
        PICTURE: texts("Save a picture of the table"),
        FILM: texts("Stop filming") if is_filming else texts("Save a film of the round"),
    }


def build_dock_actions(texts: Texts, session: ReplaySession, has_remarks: bool) -> ActionsModel:
    """Return the replay's own buttons, in the place of the player's."""
    playing = session.is_playing
    end = EndModel(
        PAUSE if playing else PLAY,
        Mood.GO,
        texts("Pause") if playing else texts.within("replay", "Play"),
        runs_of(say_where(texts, session)),
        is_enabled=session.timeline.last > 0,
    )
    no_remarks = () if has_remarks else runs_of(texts("There is nothing to be said."))
    is_over = not session.to_act
    over = runs_of(texts("The match is over.")) if is_over else ()
    return ActionsModel(
        end,
        ButtonModel(texts("Step back"), session.at > 0),
        ButtonModel(texts("Remarks"), has_remarks, no_remarks),
        ButtonModel(texts("Play on from here"), not is_over, over, PLAY_ON),
    )


_CARDS: Final = 78.0


_NAME: Final = 30.0


_OPEN_HAND_GAP: Final = 20.0


class OpenHands(Widget):
    """Shows what each seat holds, under its name, as its own eyes see it.

    seats: which of them; all without it.
    """

    def __init__(
        self, look: Look, kit: Ui, seats: Collection[int] | None = None, **options: Any
    ) -> None:
        super().__init__(look, name="open hands", **options)
        self._kit = kit
        self._seats = seats
        self._shown: tuple[tuple[int, str, tuple[str, ...]], ...] = ()

    @staticmethod
    def height(look: Look) -> float:
        """Return the height that it needs."""
        return (_CARDS + _NAME) * look.theme.zoom + look.theme.sizes.gap

    def place(self, area: Rect) -> None:
        """Lie in a rectangle."""
        self.position, self.size = area.position, area.size

    def show(self, session: Session) -> None:
        """Show the hands of the moment."""
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
        count = max(1, len(self._shown))
        wide = (self.size.w - (count - 1) * _OPEN_HAND_GAP * zoom) / count
        for nth, (seat, name, cards) in enumerate(self._shown):
            hand = Node(name=f"open hand {seat}", size=Size(wide, self.size.h))
            hand.position = Vec(nth * (wide + _OPEN_HAND_GAP * zoom), 0.0)
            colour = get_seat_colour(self.look, seat)
            label = Label(self.look, name, "small", max_width=wide, colour=colour)
            top = min(_NAME * zoom, label.size.h)
            room = Rect(0.0, top, wide, min(_CARDS * zoom, self.size.h - top))
            hand.add(label, *build_mini_cards(self._kit.faces, cards, room))
            self.add(hand)


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
        face: GameView,
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
        """Return the tone of what is said of a moment, None as long as nothing is."""
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
        """Return what there is to be said of the moment that is shown."""
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
        return self._face.story.review(self.words(), self.moments[at], appraisal)

    def words(self) -> Any:
        """Speak to the seat that looks, as the face does."""
        return self._face.words.at(self._texts(), self._session.seats, self._session.viewer)

    def _lines(self, at: int, review: Review) -> tuple[Runs, ...]:
        """Return what was done, and what the strongest player would have done."""
        texts = self._texts()
        lines = [self._line(self.words().name(self.moments[at].seat), review.taken)]
        if review.proposed is not None:
            lines.append(self._line(texts("The strongest player"), review.proposed))
        return tuple(lines)

    @staticmethod
    def _line(who: str, turn: WeighedTurn) -> Runs:
        return (Run(f"{who}: "), *turn.plan, Run(f" ({turn.figure})"))
