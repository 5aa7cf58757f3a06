"""What lies in the dock of a replay: the timeline, open hands, remarks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from red7_desktop.app.table import mode, scores
from red7_desktop.kit import game_view, ui
from red7_desktop.kit.hud import marks, part
from red7_desktop.kit.look.card_art import CardArt
from red7_desktop.kit.present import story
from red7_desktop.kit.texts import Run, Runs, Tone, to_plain
from red7_desktop.play import ai, session
from red7_desktop.play.replay import (
    GhostCard,
    Judging,
    ReplaySession,
    Timeline,
    list_ghosts,
    measure_luck,
)
from red7_desktop.scene import commands, pictures, popups, theme
from red7_desktop.scene.boxes import row
from red7_desktop.scene.geometry import CENTRE, Rect, Size, Vec
from red7_desktop.scene.node import Gesture, GestureKind, Node, Spoken
from red7_desktop.scene.widgets import button, runs, widget
from red7_desktop.table import arrange, card_nodes
from red7_desktop.tabletop.game import zone_of

_KNOB: Final = 28.0
_THICK: Final = 10.0
_ROUND_GAP: Final = 5.0
"""Between two rounds."""
_LEAST: Final = 12.0
"""Turns that stand closer are not marked, nor are the numbers of rounds that are narrower than
twice that."""
STEPS: Final = {commands.FocusCommand.LEFT: -1, commands.FocusCommand.RIGHT: 1}

_MOVES: Final = (
    GestureKind.PRESS,
    GestureKind.DRAG_START,
    GestureKind.DRAG_MOVE,
    GestureKind.DRAG_END,
)


def find_x_on_bar(look: theme.Look, timeline: Timeline, width: float, at: int) -> float:
    """Return where a moment stands on a bar of some width, from its left edge."""
    edge = _KNOB * look.theme.zoom / 2
    return edge + (width - 2 * edge) * at / max(1, timeline.last)


class TimelineBar(button.Control):
    """Tells `on_go` where to go, by pointer, finger, keys and pad; `on_press` when it is activated.

    Write `at` and call `refresh`. Give it a size.
    """

    def __init__(
        self,
        look: theme.Look,
        timeline: Timeline,
        size: Size,
        on_go: Callable[[int], None],
        on_press: Callable[[], None],
        caption: str = "",
        **options: Any,
    ) -> None:
        super().__init__(look, draggable=True, size=size, **options)
        self.caption = caption
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
        theme = self.look.theme
        zoom = self.look.theme.zoom
        if self._drawn != (theme, self.size):
            self._drawn = theme, self.size
            self._rail.clear()
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
        theme = self.look.theme
        zoom = self.look.theme.zoom
        self._rounds: list[tuple[Node, Node, int, int]] = []
        thick = _THICK * zoom
        top = (self.size.h - thick) / 2
        rounds = self._timeline.rounds
        bounds = list(pairwise([*rounds, max(self._timeline.last, rounds[-1])]))
        for number, (begin, end) in enumerate(bounds, start=1):
            left = self.x_of(begin)
            right = self.x_of(end)
            width = max(1.0, right - left - (_ROUND_GAP * zoom if number < len(bounds) else 0.0))
            track = Node(name=f"round {number}")
            filled = Node(name="played")
            for node, box in ((track, "track"), (filled, "track_filled")):
                node.picture = theme.box(box).picture()
                node.position = Vec(left, top)
                node.size = Size(width, thick)
            self._rail.add(track, filled)
            self._rounds.append((track, filled, begin, end))
            if len(bounds) > 1 and width > 2 * _LEAST * zoom:
                label = widget.Label(
                    self.look,
                    str(number),
                    "small",
                    size=Size(width, top),
                    align=pictures.Align.CENTRE,
                    colour=theme.colour("text_soft"),
                    position=Vec(left, 0.0),
                )
                self._rail.add(label)
        self._draw_turns(top, thick)

    def _draw_turns(self, top: float, thick: float) -> None:
        turns = self._timeline.turns
        zoom = self.look.theme.zoom
        if (self.size.w - _KNOB * zoom) / max(1, len(turns)) < _LEAST * zoom:
            return
        ink = pictures.BoxPicture(self.look.theme.colour("panel_low"))
        for at in turns:
            tick = Node(name="turn", picture=ink, size=Size(1.5 * zoom, thick))
            tick.position = Vec(self.x_of(at) - 0.75 * zoom, top)
            self._rail.add(tick)

    @property
    def spoken(self) -> Spoken:
        return Spoken(self.caption, f"{self.at} / {self._timeline.last}")

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
                if length:
                    part = (place.x - self.x_of(0)) / length
                else:
                    part = 0.0
                self._on_go(min(max(round(part * self._timeline.last), 0), self._timeline.last))
        return gesture.kind in _MOVES or gesture.kind is GestureKind.CLICK

    def _obey(self, command: commands.FocusCommand) -> bool:
        if command not in STEPS:
            return False
        self._on_go(self.at + STEPS[command])
        return True


_GHOSTLY = 0.75
_AROUND = 6.0
_BESIDE = 18.0
_RAISED = 0.5
"""How solid a card is that would have gone somewhere, the room of the frame around it, how far it
lies from a pile, and how far it is raised, as a part of its height, between two cards of a row."""
_READ = 4.0
_SMALLER = 0.55
"""What it costs a ghost to lie on words, and how large one is that lacks room."""
_CARDS: Final = 78.0
_NAME: Final = 30.0
_OPEN_HAND_GAP: Final = 20.0


class OpenHands(widget.Widget):
    """Shows what each seat holds, under its name, as its own eyes see it.

    seats: which of them; all without it. called: what stands above each, for {name}.
    """

    def __init__(
        self,
        look: theme.Look,
        ui: ui.Ui,
        seats: Collection[int] | None = None,
        called: str = "{name}",
        **options: Any,
    ) -> None:
        super().__init__(look, name="open hands", **options)
        self._called = called
        self._ui = ui
        self._seats = seats
        self._shown: tuple[tuple[int, str, tuple[str, ...]], ...] = ()

    @staticmethod
    def height(look: theme.Look) -> float:
        return (_CARDS + _NAME) * look.theme.zoom + look.theme.sizes.gap

    def needed(self) -> Size:
        """Return the size in which every card shows its corner, and all words have room."""
        zoom = self.look.theme.zoom
        card = self._ui.faces.size(1.0)
        wide = 1.1 * max(len(cards) for _, _, cards in self._shown) * _CARDS * card.w / card.h
        words = [widget.Label(self.look, name, "small").size.w for _, name, _ in self._shown]
        return Size(max(*words, wide * zoom), self.height(self.look))

    def place(self, area: Rect) -> None:
        self.position = area.position
        self.size = area.size
        self.refresh()

    def show(self, session: session.Session) -> None:
        game = session.match.game
        state = session.match.state
        hands = []
        for seat, sitting in enumerate(session.seats):
            if self._seats is not None and seat not in self._seats:
                continue
            faces = game.observe(state, seat).zones.get(zone_of("hand", seat), ())
            held = tuple([face for face in faces if face is not None])
            if held:
                name = self._called.replace("{name}", sitting.name)
            else:
                name = ""
            hands.append((seat, name, held))
        if tuple(hands) != self._shown:
            self._shown = tuple(hands)
            self.refresh()

    def refresh(self) -> None:
        self.clear()
        zoom = self.look.theme.zoom
        gap = _OPEN_HAND_GAP * zoom
        count = max(1, len(self._shown))
        wide = (self.size.w - (count - 1) * gap) / count
        hands = []
        for seat, name, cards in self._shown:
            colour = scores.get_seat_colour(self.look, seat)
            label = widget.Label(self.look, name, "small", max_width=wide, colour=colour)
            top = min(_NAME * zoom, label.size.h)
            room = Rect(0.0, top, wide, min(_CARDS * zoom, self.size.h - top))
            hand = Node(name=f"open hand {seat}", size=Size(wide, self.size.h))
            hand.add(label, *part.build_mini_cards(self._ui.faces, cards, room))
            hands.append(hand)
        self.add(row(*hands, gap=gap))


def list_commented_seats(session: ReplaySession) -> tuple[int, ...]:
    """Return the seats whose choices are judged: people's, all where there are none."""
    people = [seat for seat, each in enumerate(session.seats) if each.is_person]
    return tuple(people or range(len(session.seats)))


class Remarks:
    """Says of the moment at which a replay stands what would have been better, and shows it.

    The moments are the choices of the people who played, of everyone where there were none. It is
    said to whoever had the choice: what others held is theirs. judging: finds out about them, and
    about all others.
    """

    def __init__(
        self, ui: ui.Ui, face: game_view.GameView, session: ReplaySession, judging: Judging
    ) -> None:
        self.ui = ui
        self.face = face
        self.session = session
        self.judging = judging
        self._moments: dict[int, ai.ReviewMoment] | None = None
        self._said: dict[int, tuple[Tone, Runs]] = {}
        self._told: tuple[Any, ...] = ()
        self._around: mode.TableHandle | None = None
        self._line: runs.RunsLabel | None = None
        self._ghosts = Node(name="ghosts")

    def attach(self, around: mode.TableHandle) -> None:
        self._around = around
        around.hud.over.add(self._ghosts)

    def make_line(self, look: theme.Look, size: Size) -> runs.RunsLabel:
        """Make the line that says it: the place is kept where there is nothing to be said."""
        self._line = runs.RunsLabel(
            look, "", "row", size=size, align=pictures.Align.CENTRE, max_lines=2, name="remark"
        )
        self._told = ()
        return self._line

    # -- which moments there are -------------------------------------------------------------

    @property
    def moments(self) -> Mapping[int, ai.ReviewMoment]:
        """The moments by the numbers of steps taken before; none while they are looked for."""
        if self._moments is None and self.judging.choices is not None:
            seats = list_commented_seats(self.session)
            by_step = self.judging.choices.by_step
            self._moments = {at: each for at, each in by_step.items() if each.seat in seats}
        return self._moments or {}

    def tone(self, at: int) -> Tone | None:
        """Return the tone of what is said of a moment, None as long as nothing is."""
        if at not in self.moments or at not in self.judging.judged:
            return None
        return self._review(at)[0]

    def sentence(self, at: int) -> Runs:
        """Return in a sentence what is said of a moment; () for nothing."""
        if self.tone(at) is None:
            return ()
        line = self._review(at)[1]
        seat = self.moments[at].seat
        if not line or seat == self.session.viewer:
            return line
        return (Run(f"{self.session.seats[seat].name}: "), *line)

    def _review(self, at: int) -> tuple[Tone, Runs]:
        appraisal = self.judging.judged[at]
        if appraisal is None:
            return Tone.FAINT, ()
        if at not in self._said:
            moment = self.moments[at]
            words = self.face.words.seat_words.at(self.ui.texts, self.session.seats, moment.seat)
            self._said[at] = story.describe_review(self.face, words, moment, appraisal)
        return self._said[at]

    @property
    def mistakes(self) -> list[int]:
        """The moments at which something was lost, as far as they have been judged."""
        return [at for at in self.moments if self.tone(at) in (Tone.BAD, Tone.ACCENT)]

    @property
    def turning_point(self) -> int | None:
        """The moment at which most was lost, None where that was never much."""
        found = {at: self.judging.judged[at] for at in self.moments if self.tone(at) is Tone.BAD}
        losses = {at: each.loss for at, each in found.items() if each is not None}
        return max(losses, key=lambda at: losses[at], default=None)

    def go_to(self, at: int) -> None:
        """Let a replay stand at a moment, in the eyes of whoever had the choice."""
        session = self.session
        is_others = at in self.moments and self.moments[at].seat != session.viewer
        if is_others and self._around is not None:
            session.look_as(self.moments[at].seat)
            self._around.relay()
        session.go_to(at)

    def go_on(self) -> None:
        """Go to the next mistake; after the last one comes the first again."""
        mistakes = self.mistakes
        later = [at for at in mistakes if at > self.session.at]
        if mistakes:
            self.go_to((later or mistakes)[0])

    def tick(self) -> None:
        session = self.session
        at = self.session.at
        tone = self.tone(at)
        is_finding = self.judging.choices is None
        now = at, session.viewer, session.is_playing, tone, is_finding, self.luck
        if now == self._told or self._line is None or self._around is None:
            return
        self._told = now
        line, better = self._say(at)
        if tone is not None:
            self.ui.say(to_plain(line))
        self._line.write(self._around.hud.ink.spans(self._line.look, line))
        played = session.played
        seat = session.viewer or 0
        ghosts = list_ghosts(played, at, seat, better)
        way = None
        if ghosts:
            way = played.game.drag_move(played.state_at(at), seat, better[0])
        self._around.view.mark(marks.BETTER, () if way is None else way.names)
        self._ghosts.clear()
        self._ghosts.add(*lay_ghosts(self._around, self.ui.faces, ghosts))

    @property
    def luck(self) -> float | None:
        """How lucky the viewer was with the deals of a match that is over; None if unknown."""
        session = self.session
        choices = self.judging.choices
        is_shown = session.at == session.timeline.last and not session.to_act
        if choices is None or not is_shown:
            return None
        seat = session.viewer or 0
        return measure_luck(choices, self.judging.judged, session.timeline, seat)

    def _describe_luck(self, luck: float) -> Runs:
        texts = self.ui.texts
        words = self.face.words.seat_words.at(texts, self.session.seats, self.session.viewer)
        percent = round(100 * luck)
        figure = Run(f"{percent:+d}%".replace("-", "−"), tone=Tone.GOOD if luck > 0 else Tone.BAD)
        you = texts("Your luck with the cards: {n}")
        they = texts("{name}’s luck with the cards: {n}")
        line: Runs = words.say(self.session.viewer or 0, you, they, n=(figure,))
        return line

    def _say(self, at: int) -> tuple[Runs, Sequence[Any]]:
        """Return what is said now, and the steps that would have been better."""
        session = self.session
        judging = self.judging
        if session.is_playing:
            return (), ()
        if at == session.timeline.last and self.luck is not None:
            return self._describe_luck(self.luck), ()
        if self.tone(at) is None:
            is_waiting = judging.choices is None or at in self.moments
            return (Run(self.ui.texts("Analysing…"), tone=Tone.FAINT),) if is_waiting else (), ()
        appraisal = judging.judged[at]
        seat = self.moments[at].seat
        if seat != session.viewer:
            return (), ()
        if appraisal is None or at not in self.mistakes:
            return self._review(at)[1], ()
        return self._review(at)[1], appraisal.proposed.steps


def lay_ghosts(around: mode.TableHandle, faces: CardArt, cards: Sequence[GhostCard]) -> list[Node]:
    """Return cards at the places where they would have gone, next to what lies there."""
    found: list[Node] = []
    for zone in dict.fromkeys(each.zone for each in cards):
        node = around.view.by_zone.get(zone)
        if node is None:
            continue
        going = [each for each in cards if each.zone == zone]
        going = going[-1:] if node.is_pile else going  # the last one covers the others
        row = around.view.cast.rows.get(zone, [])
        for each, place in zip(going, _find_places(around, node, row, going), strict=True):
            card = Node(name="ghost", picture=faces.picture(each.face, node.card.w))
            card.size = node.card
            card.anchor = CENTRE
            card.position = Vec(place.x, place.y)
            card.rotation = place.rotation
            card.scale = place.scale
            card.alpha = _GHOSTLY
            box = Rect(0.0, 0.0, *node.card).inflated(_AROUND)
            frame = Node(name="frame", position=box.position, size=box.size)
            frame.picture = pictures.BoxPicture(
                radius=14.0, border=around.hud.look.theme.colour("ok"), border_width=3.0, dash=11.0
            )
            card.add(frame)
            found.append(card)
    return found


def _find_places(
    around: mode.TableHandle,
    node: card_nodes.ZoneNode,
    row: Sequence[card_nodes.CardNode],
    going: Sequence[GhostCard],
) -> Sequence[arrange.Placement]:
    """Find where cards may be seen that come to a zone: on it, in its row, or beside a pile."""
    count = len(row)
    card = node.card
    if node.is_pile:
        layout = around.hud.layout
        told = [zone.area for zone in layout.zones if zone.kind == "log"]
        things = (*around.hud.obstacles(), *[popups.Obstacle(area, _READ) for area in told])
        middle = node.spec.area.centre
        around_it = [each.area for each in things if each.area.holds(middle)]
        pile = max(around_it, key=lambda area: area.area, default=Rect.centred(middle, card))
        forms = [popups.Form(card.scaled(scale), content=scale) for scale in (1.0, _SMALLER)]
        popup = popups.place_popup(
            forms, [popups.Cause(pile)], around.hud.room, things, gap=_BESIDE
        )
        return [arrange.Placement(*popup.box.centre, scale=popup.form.content)]
    places = node.placements(count + len(going))
    if not count:
        return places
    aside = row[-1].pose.position.x - places[count - 1].x
    room = node.spec.area.right - card.w * places[-1].scale / 2 - places[-1].x
    # Where the row is full, they rise above its last cards.
    if aside > room + card.w / 2:
        rise = _RAISED * card.h
    else:
        rise = 0.0
    found = [
        place._replace(x=place.x + min(aside, room), y=place.y - rise) for place in places[count:]
    ]
    for nth, each in enumerate(going):
        if each.place is not None and each.place < count:
            left = row[max(each.place - 1, 0)].pose.position
            right = row[each.place].pose.position
            above = left + (right - left) * 0.5 - Vec(0.0, _RAISED * card.h)
            found[nth] = found[nth]._replace(x=above.x, y=above.y, rotation=0.0)
    return found
