"""Widgets of a replay's control panel: timeline, open hands, and comments on moves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from red7_desktop.app.table import mode, scores
from red7_desktop.kit import game_view, ui
from red7_desktop.kit.hud import marks, part
from red7_desktop.kit.look.card_art import CardArt
from red7_desktop.kit.present import story
from red7_desktop.kit.texts import Run, Runs, Texts, Tone, to_plain
from red7_desktop.play import ai, session
from red7_desktop.play.replay import (
    GhostCard,
    MatchReview,
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

_KNOB_SIZE: Final = 28.0
_RAIL_THICKNESS: Final = 10.0
_ROUND_GAP: Final = 5.0
"""Gap in the timeline's bar between two rounds, in design units at zoom 1."""
_MIN_TURN_WIDTH: Final = 12.0
"""Minimum average width of a turn for drawing turn ticks, in design units at zoom 1.

The number of a round is drawn if the round is at least twice as wide.
"""
STEP_BY_COMMAND: Final = {commands.FocusCommand.LEFT: -1, commands.FocusCommand.RIGHT: 1}

_MOVES: Final = (
    GestureKind.PRESS,
    GestureKind.DRAG_START,
    GestureKind.DRAG_MOVE,
    GestureKind.DRAG_END,
)


def find_x_on_bar(look: theme.ResolvedTheme, timeline: Timeline, width: float, at: int) -> float:
    """Return the x coordinate of a step on a timeline bar, in design units from its left edge."""
    edge = _KNOB_SIZE * look.theme.zoom / 2
    return edge + (width - 2 * edge) * at / max(1, timeline.last)


class TimelineBar(button.Control):
    """A draggable timeline of a replay. Set `at` and call `refresh` to move its knob.

    Args:
        look: Theme and zoom of the stage.
        timeline: Steps, turns and rounds of the replay.
        size: Size of the bar.
        on_go: Called with the step that the pointer, finger, keys or pad choose.
        on_press: Called when the focused bar is activated.
        texts: Texts of the language, for the screen reader.

    Attributes:
        at: Current step of the replay.
    """

    def __init__(
        self,
        look: theme.ResolvedTheme,
        timeline: Timeline,
        size: Size,
        on_go: Callable[[int], None],
        on_press: Callable[[], None],
        texts: Texts,
        **options: Any,
    ) -> None:
        super().__init__(look, draggable=True, size=size, **options)
        self.caption = texts("Timeline")
        self.at = 0
        self._texts = texts
        self._timeline = timeline
        self._on_go = on_go
        self._drag_start = 0
        self._rail = Node(name="rail")
        self._knob = Node(name="knob", anchor=CENTRE)
        self._drawn_for: tuple[Any, ...] = ()
        self.add(self._rail, self._knob)
        self.on_activate = on_press
        self.on_command = self._move_by_command
        self.refresh()

    def x_of(self, at: int) -> float:
        """Return the x coordinate of a step, in design units from the bar's left edge."""
        return find_x_on_bar(self.look, self._timeline, self.size.w, at)

    def refresh(self) -> None:
        theme = self.look.theme
        zoom = self.look.theme.zoom
        if self._drawn_for != (theme, self.size):
            self._drawn_for = theme, self.size
            self._rail.clear()
            self._draw_rail()
        for _, filled, begin, end in self._rounds:
            played = min(max(self.at, begin), end)
            filled.visible = self.at > begin
            filled.size = Size(max(1.0, self.x_of(played) - self.x_of(begin)), filled.size.h)
        is_lively = self.state in ("hover", "pressed", "focused")
        self._knob.picture = theme.box("knob_lively" if is_lively else "knob").picture()
        self._knob.size = Size(_KNOB_SIZE * zoom, _KNOB_SIZE * zoom)
        self._knob.position = Vec(self.x_of(self.at), self.size.h / 2)

    def _draw_rail(self) -> None:
        theme = self.look.theme
        zoom = self.look.theme.zoom
        self._rounds: list[tuple[Node, Node, int, int]] = []
        thick = _RAIL_THICKNESS * zoom
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
            if len(bounds) > 1 and width > 2 * _MIN_TURN_WIDTH * zoom:
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
        if (self.size.w - _KNOB_SIZE * zoom) / max(1, len(turns)) < _MIN_TURN_WIDTH * zoom:
            return
        ink = pictures.BoxPicture(self.look.theme.colour("panel_low"))
        for at in turns:
            tick = Node(name="turn", picture=ink, size=Size(1.5 * zoom, thick))
            tick.position = Vec(self.x_of(at) - 0.75 * zoom, top)
            self._rail.add(tick)

    @property
    def spoken(self) -> Spoken:
        position = self._texts("Step {n} of {count}", n=self.at, count=self._timeline.last)
        return Spoken(self.caption, position)

    def handle_gesture(self, gesture: Gesture) -> bool:
        if gesture.button != 1 or gesture.kind is GestureKind.WHEEL:
            return False
        if gesture.kind is GestureKind.PRESS:
            self._drag_start = self.at
        if gesture.kind is GestureKind.DRAG_CANCEL:
            self._on_go(self._drag_start)
        elif gesture.kind in _MOVES:
            position = self.to_local(gesture.position)
            if position is not None:
                length = self.x_of(self._timeline.last) - self.x_of(0)
                if length:
                    share = (position.x - self.x_of(0)) / length
                else:
                    share = 0.0
                self._on_go(min(max(round(share * self._timeline.last), 0), self._timeline.last))
        return gesture.kind in _MOVES or gesture.kind is GestureKind.CLICK

    def _move_by_command(self, command: commands.FocusCommand) -> bool:
        if command not in STEP_BY_COMMAND:
            return False
        self._on_go(self.at + STEP_BY_COMMAND[command])
        return True


_GHOST_ALPHA = 0.75
"""Opacity of ghost cards: translucent cards that show where the better move would put cards."""
_GHOST_FRAME_MARGIN = 6.0
"""Margin between a translucent card of the better move and its frame, in design units."""
_GHOST_PILE_GAP = 18.0
"""Gap between a pile and the translucent card of the better move beside it, in design units."""
_GHOST_RISE = 0.5
"""Distance by which a translucent card of the better move is drawn above a full row of cards.

As a share of a card's height."""
_TEXT_COVER_COST = 4.0
"""Cost of covering one square design unit of the log with a translucent card of the better move.

The card is placed where the total cost of everything that it covers is lowest."""
_SMALL_GHOST_SCALE = 0.55
"""Scale of a translucent card of the better move where its full size doesn't fit beside a pile."""
_CARD_HEIGHT: Final = 78.0
_NAME_HEIGHT: Final = 30.0
_OPEN_HAND_GAP: Final = 20.0


class OpenHands(widget.Widget):
    """A row with the open hand of each seat, below the seat's name.

    Of each hand, only the cards that the seat itself sees are shown.

    Args:
        look: Theme and zoom of the stage.
        ui: The interface.
        seats: Seats to show, or None for all.
        called: Template of the label above each hand, with the placeholder {name}.
    """

    def __init__(
        self,
        look: theme.ResolvedTheme,
        ui: ui.Ui,
        seats: Collection[int] | None = None,
        called: str = "{name}",
        **options: Any,
    ) -> None:
        super().__init__(look, name="open hands", **options)
        self._name_template = called
        self._ui = ui
        self._seats = seats
        self._shown: tuple[tuple[int, str, tuple[str, ...]], ...] = ()

    @staticmethod
    def height(look: theme.ResolvedTheme) -> float:
        return (_CARD_HEIGHT + _NAME_HEIGHT) * look.theme.zoom + look.theme.sizes.gap

    def get_min_size(self) -> Size:
        """Return the minimum size of this widget, at which a corner of each card is visible."""
        zoom = self.look.theme.zoom
        card = self._ui.card_art.size(1.0)
        width = (
            1.1 * max(len(cards) for _, _, cards in self._shown) * _CARD_HEIGHT * card.w / card.h
        )
        words = [widget.Label(self.look, name, "small").size.w for _, name, _ in self._shown]
        return Size(max(*words, width * zoom), self.height(self.look))

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
            hand_cards = game.observe(state, seat).zones.get(zone_of("hand", seat), ())
            visible_cards = tuple([face for face in hand_cards if face is not None])
            if visible_cards:
                name = self._name_template.replace("{name}", sitting.name)
            else:
                name = ""
            hands.append((seat, name, visible_cards))
        if tuple(hands) != self._shown:
            self._shown = tuple(hands)
            self.refresh()

    def refresh(self) -> None:
        self.clear()
        zoom = self.look.theme.zoom
        gap = _OPEN_HAND_GAP * zoom
        count = max(1, len(self._shown))
        column_width = (self.size.w - (count - 1) * gap) / count
        hands = []
        for seat, name, cards in self._shown:
            colour = scores.get_seat_colour(self.look, seat)
            label = widget.Label(self.look, name, "small", max_width=column_width, colour=colour)
            top = min(_NAME_HEIGHT * zoom, label.size.h)
            room = Rect(0.0, top, column_width, min(_CARD_HEIGHT * zoom, self.size.h - top))
            hand = Node(name=f"open hand {seat}", size=Size(column_width, self.size.h))
            hand.add(label, *part.build_mini_cards(self._ui.card_art, cards, room))
            hands.append(hand)
        self.add(row(*hands, gap=gap))


def list_commented_seats(session: ReplaySession) -> tuple[int, ...]:
    """Return the seats for which a replay comments on choices.

    These are the seats of humans. In a match without humans, these are all seats.
    """
    people = [seat for seat, each in enumerate(session.seats) if each.is_human]
    return tuple(people or range(len(session.seats)))


class MoveComments:
    """Shows a comment on the current choice of a replay, and translucent cards for the better move.

    Only choices of the seats in `list_commented_seats` get a comment. A comment is shown from the
    view of the seat that had the choice, because it may reveal that seat's hand.

    Args:
        ui: The interface.
        view: View of the game.
        session: Replay.
        judging: Judges the choices in the background.
    """

    def __init__(
        self, ui: ui.Ui, view: game_view.GameView, session: ReplaySession, judging: MatchReview
    ) -> None:
        self.ui = ui
        self.game_view = view
        self.session = session
        self.judging = judging
        self._moments: dict[int, ai.ReviewMoment] | None = None
        self._reviews: dict[int, tuple[Tone, Runs]] = {}
        self._shown_for: tuple[Any, ...] = ()
        self._table: mode.TableHandle | None = None
        self._label: runs.RunsLabel | None = None
        self._ghosts = Node(name="ghosts")

    def attach(self, table_handle: mode.TableHandle) -> None:
        self._table = table_handle
        table_handle.hud.overlay.add(self._ghosts)

    def make_line(self, look: theme.ResolvedTheme, size: Size) -> runs.RunsLabel:
        """Build the label for the comment on a move. Its size doesn't depend on its text."""
        self._label = runs.RunsLabel(
            look, "", "row", size=size, align=pictures.Align.CENTRE, max_lines=2, name="remark"
        )
        self._shown_for = ()
        return self._label

    # -- commented choices -------------------------------------------------------------------

    @property
    def moments(self) -> Mapping[int, ai.ReviewMoment]:
        """The choices that the replay comments on, by the number of steps before the choice.

        Empty until the background search for the choices is finished.
        """
        if self._moments is None and self.judging.choices is not None:
            seats = list_commented_seats(self.session)
            by_step = self.judging.choices.by_step
            self._moments = {at: each for at, each in by_step.items() if each.seat in seats}
        return self._moments or {}

    def tone(self, at: int) -> Tone | None:
        """Return whether the comment at a step is good, bad or neutral; None without a comment."""
        if at not in self.moments or at not in self.judging.reviews:
            return None
        return self._review(at)[0]

    def describe(self, at: int) -> Runs:
        """Return the comment on the choice at a step; () if the step has no comment.

        If another seat than the viewer's made the choice, the comment starts with that seat's name.
        """
        if self.tone(at) is None:
            return ()
        line = self._review(at)[1]
        seat = self.moments[at].seat
        if not line or seat == self.session.viewer:
            return line
        return (Run(f"{self.session.seats[seat].name}: "), *line)

    def _review(self, at: int) -> tuple[Tone, Runs]:
        appraisal = self.judging.reviews[at]
        if appraisal is None:
            return Tone.FAINT, ()
        if at not in self._reviews:
            moment = self.moments[at]
            words = self.game_view.words.words_class.for_viewer(
                self.ui.texts, self.session.seats, moment.seat
            )
            self._reviews[at] = story.describe_review(self.game_view, words, moment, appraisal)
        return self._reviews[at]

    @property
    def mistakes(self) -> list[int]:
        """The judged steps at which a player lost winning chances."""
        return [at for at in self.moments if self.tone(at) in (Tone.BAD, Tone.ACCENT)]

    @property
    def turning_point(self) -> int | None:
        """The step of the largest big mistake, or None if there was no big mistake."""
        big_mistakes = {
            at: self.judging.reviews[at] for at in self.moments if self.tone(at) is Tone.BAD
        }
        losses = {at: each.loss for at, each in big_mistakes.items() if each is not None}
        return max(losses, key=lambda at: losses[at], default=None)

    def go_to(self, at: int) -> None:
        """Go to a step, and show the table from the view of the seat that had a choice there.

        If no seat had a choice at the step, the view doesn't change.
        """
        session = self.session
        is_others = at in self.moments and self.moments[at].seat != session.viewer
        if is_others and self._table is not None:
            session.set_viewer(self.moments[at].seat)
            self._table.relayout()
        session.go_to(at)

    def go_to_next_mistake(self) -> None:
        """Go to the next mistake, and from the last one to the first."""
        mistakes = self.mistakes
        later = [at for at in mistakes if at > self.session.at]
        if mistakes:
            self.go_to((later or mistakes)[0])

    def tick(self) -> None:
        session = self.session
        at = self.session.at
        tone = self.tone(at)
        is_finding = self.judging.choices is None
        current = at, session.viewer, session.is_playing, tone, is_finding, self.luck
        if current == self._shown_for or self._label is None or self._table is None:
            return
        self._shown_for = current
        line, better = self._compose(at)
        if tone is not None:
            self.ui.say(to_plain(line))
        self._label.set_text(self._table.hud.styler.spans(self._label.look, line))
        played = session.played
        seat = session.viewer or 0
        ghosts = list_ghosts(played, at, seat, better)
        drag_move = None
        if ghosts:
            drag_move = played.game.find_drag_move(played.state_at(at), seat, better[0])
        self._table.view.mark(marks.BETTER, () if drag_move is None else drag_move.names)
        self._ghosts.clear()
        self._ghosts.add(*build_ghosts(self._table, self.ui.card_art, ghosts))

    @property
    def luck(self) -> float | None:
        """Winning chance that the viewer gained by luck with dealt cards, see `measure_luck`.

        A share of 1; negative if the viewer had bad luck. None if the replay doesn't show the end
        of a finished match. Also None while a choice that the computation needs isn't reviewed.
        """
        session = self.session
        choices = self.judging.choices
        is_shown = session.at == session.timeline.last and not session.to_act
        if choices is None or not is_shown:
            return None
        seat = session.viewer or 0
        return measure_luck(choices, self.judging.reviews, session.timeline, seat)

    def _describe_luck(self, luck: float) -> Runs:
        texts = self.ui.texts
        words = self.game_view.words.words_class.for_viewer(
            texts, self.session.seats, self.session.viewer
        )
        percent = round(100 * luck)
        figure = Run(f"{percent:+d}%".replace("-", "−"), tone=Tone.GOOD if luck > 0 else Tone.BAD)
        you = texts("Your luck with the cards: {n}")
        they = texts("{name}’s luck with the cards: {n}")
        line: Runs = words.choose_form(self.session.viewer or 0, you, they, n=(figure,))
        return line

    def _compose(self, at: int) -> tuple[Runs, Sequence[Any]]:
        """Return the comment at a step, and the steps of the better move if there is one."""
        session = self.session
        judging = self.judging
        if session.is_playing:
            return (), ()
        if at == session.timeline.last and self.luck is not None:
            return self._describe_luck(self.luck), ()
        if self.tone(at) is None:
            is_waiting = judging.choices is None or at in self.moments
            return (Run(self.ui.texts("Analysing…"), tone=Tone.FAINT),) if is_waiting else (), ()
        appraisal = judging.reviews[at]
        seat = self.moments[at].seat
        if seat != session.viewer:
            return (), ()
        if appraisal is None or at not in self.mistakes:
            return self._review(at)[1], ()
        return self._review(at)[1], appraisal.proposed.steps


def build_ghosts(
    table_handle: mode.TableHandle, faces: CardArt, cards: Sequence[GhostCard]
) -> list[Node]:
    """Build ghost cards: translucent cards that show where the better move would have put cards.

    Args:
        table_handle: The table, which provides the zones and the cards in them.
        faces: Paints the cards.
        cards: The cards of the better move with their zones.
    """
    ghosts: list[Node] = []
    for zone in dict.fromkeys(each.zone for each in cards):
        node = table_handle.view.by_zone.get(zone)
        if node is None:
            continue
        new_cards = [each for each in cards if each.zone == zone]
        new_cards = (
            new_cards[-1:] if node.is_pile else new_cards
        )  # On a pile, the last ghost card covers the others, so only build that card.
        shown_cards = table_handle.view.cards.rows.get(zone, [])
        for each, placement in zip(
            new_cards, _find_places(table_handle, node, shown_cards, new_cards), strict=True
        ):
            ghost = Node(name="ghost", picture=faces.picture(each.face, node.card.w))
            ghost.size = node.card
            ghost.anchor = CENTRE
            ghost.position = Vec(placement.x, placement.y)
            ghost.rotation = placement.rotation
            ghost.scale = placement.scale
            ghost.alpha = _GHOST_ALPHA
            box = Rect(0.0, 0.0, *node.card).inflated(_GHOST_FRAME_MARGIN)
            frame = Node(name="frame", position=box.position, size=box.size)
            frame.picture = pictures.BoxPicture(
                radius=14.0,
                border=table_handle.hud.look.theme.colour("ok"),
                border_width=3.0,
                dash=11.0,
            )
            ghost.add(frame)
            ghosts.append(ghost)
    return ghosts


def _find_places(
    table_handle: mode.TableHandle,
    node: card_nodes.ZoneNode,
    row: Sequence[card_nodes.CardNode],
    new_cards: Sequence[GhostCard],
) -> Sequence[arrange.Placement]:
    """Return where to draw the ghost cards, which show cards that the better move adds to a zone.

    The ghost cards are placed at the end of the zone's row, above a full row, or beside the zone's
    pile.

    Args:
        table_handle: The table.
        node: Node of the zone.
        row: Cards in the zone, from left to right.
        new_cards: The cards that the better move adds.

    Returns:
        One placement for each card in `new_cards`.
    """
    count = len(row)
    card = node.card
    if node.is_pile:
        layout = table_handle.hud.layout
        log_areas = [zone.area for zone in layout.zones if zone.kind == "log"]
        things = (
            *table_handle.hud.list_obstacles(),
            *[popups.Obstacle(area, _TEXT_COVER_COST) for area in log_areas],
        )
        middle = node.spec.area.centre
        covering_areas = [each.area for each in things if each.area.contains(middle)]
        pile = max(covering_areas, key=lambda area: area.area, default=Rect.centred(middle, card))
        forms = [
            popups.PopupSize(card.scaled(scale), content=scale)
            for scale in (1.0, _SMALL_GHOST_SCALE)
        ]
        popup = popups.place_popup(
            forms, [popups.PopupAnchor(pile)], table_handle.hud.room, things, gap=_GHOST_PILE_GAP
        )
        return [arrange.Placement(*popup.box.centre, scale=popup.form.content)]
    row_placements = node.placements(count + len(new_cards))
    if not count:
        return row_placements
    row_offset = row[-1].pose.position.x - row_placements[count - 1].x
    room = node.spec.area.right - card.w * row_placements[-1].scale / 2 - row_placements[-1].x
    # A full row has no room at its end: the ghost cards are drawn above its last cards.
    if row_offset > room + card.w / 2:
        rise = _GHOST_RISE * card.h
    else:
        rise = 0.0
    placements = [
        placement._replace(x=placement.x + min(row_offset, room), y=placement.y - rise)
        for placement in row_placements[count:]
    ]
    for nth, each in enumerate(new_cards):
        if each.place is not None and each.place < count:
            left = row[max(each.place - 1, 0)].pose.position
            right = row[each.place].pose.position
            position = left + (right - left) * 0.5 - Vec(0.0, _GHOST_RISE * card.h)
            placements[nth] = placements[nth]._replace(x=position.x, y=position.y, rotation=0.0)
    return placements
