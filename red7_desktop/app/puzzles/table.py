"""The table for a puzzle: banner with the goal, panel with the user's attempts, and buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from math import ceil
from typing import Any, Final, NamedTuple

from red7_desktop.app.feature import Navigator
from red7_desktop.app.puzzles.attempt import (
    ANSWER,
    LIGHTS,
    LIST,
    NEXT,
    NOTHING_HERE,
    RUSH_AGAIN,
    TRIES,
    Attempt,
    AttemptPhase,
    PuzzleProgress,
    PuzzleSource,
    TriedTurn,
    sum_up_progress,
)
from red7_desktop.app.puzzles.rating import PuzzleRatings, describe_new_rating
from red7_desktop.app.puzzles.rush import MISTAKES, Rush
from red7_desktop.app.replay.timeline import OpenHands
from red7_desktop.app.table import finale, mode
from red7_desktop.kit import bindings, game_view, match_model, table_model, ui
from red7_desktop.kit.hud import hud
from red7_desktop.kit.hud.part import Part, SpacedWord, TextStyler
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.sound.cues import Sound
from red7_desktop.kit.texts import Runs, Texts, capitalize_runs, fill_template, to_plain, to_runs
from red7_desktop.play.session import ExerciseMatch
from red7_desktop.scene import boxes, popups, theme
from red7_desktop.scene.boxes import Slot, across, down
from red7_desktop.scene.geometry import CENTRE, ORIGIN, Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Align, BoxPicture, Colour, Gradient, Shadow
from red7_desktop.scene.widgets import widget
from red7_desktop.scene.widgets.runs import (
    RunsLabel,
    TextRun,
    measure_height,
    measure_height_at,
    measure_width_at,
)
from red7_desktop.table.layout import Layout, ZoneSpec, is_inside, zone_name
from red7_desktop.tabletop import game, puzzle

_EDGE: Final = 30.0
_BANNER_GAP: Final = 24.0
_BANNER_WORDS_HEIGHT: Final = 0.78
"""Maximum height of the text in the banner with a puzzle's goal, as a share of the banner."""
_MOST_CAPTION: Final = 0.24
"""Maximum width of the caption in the banner with a puzzle's goal, as a share of the banner."""


class GoalModel(NamedTuple):
    """Contents of the banner that shows a puzzle's goal above the table.

    Attributes:
        caption: Short heading at the left.
        words: Description of the goal.
        colour: Colour of the outline and the caption, by its name in the theme.
    """

    caption: str
    words: Runs
    colour: str = "accent"


class GoalBanner(Part[GoalModel]):
    """A banner with a caption at the left. A puzzle's goal is centred in the remaining width."""

    def build(self, look: theme.ResolvedTheme, ink: TextStyler) -> None:
        self._caption = SpacedWord(look, "hud_rule_colour", name="caption")
        self._words = RunsLabel(
            look, "", "banner", align=Align.CENTRE, max_lines=2, name="goal words"
        )
        self.add(self._caption, self._words)

    def compose(self, value: GoalModel) -> None:
        theme = self.look.theme
        w, h = self.size
        tint = theme.colour(value.colour)
        ground = theme.colour("rule_mix")
        fill = Gradient(
            ground.mixed(tint, 0.22).with_alpha(0.97), ground.mixed(tint, 0.10).with_alpha(0.97)
        )
        shadows = (
            Shadow(theme.colour("shadow").with_alpha(0.4), 24.0, dy=6.0),
            Shadow(tint.with_alpha(0.35), 44.0),
        )
        self.picture = BoxPicture(fill, 0.26 * h, tint, 2.4, shadows=shadows)
        edge = min(_EDGE, 0.05 * w)
        self._caption.show(value.caption, tint)
        caption = min(self._caption.width(), _MOST_CAPTION * w)
        words = partial(self._words.set_text, self.styler.spans(self.look, value.words))
        # Two lines of text are placed low enough not to touch the banner's frame.
        raised = down(Slot(words, h=_BANNER_WORDS_HEIGHT * h), 0.06 * h + 2.0, share=0.5)
        caption_slot = self._caption.slot(caption)
        self.lay_out(across(edge, caption_slot, _BANNER_GAP, Slot(raised.place, weight=1.0), edge))


_STRIP_HEIGHT: Final = 88.0
"""Maximum height of the banner with a puzzle's goal, in design units. The interface's zoom doesn't
change it, because a higher banner would shrink the table."""
_PART: Final = 0.095
"""Maximum height of the banner with a puzzle's goal, as a share of the window's height."""
_WIDE: Final = 800.0
_OPEN: Final = 4.0
"""In a puzzle, each opponent's open hand is placed where it covers the least. This is the cost of
covering one square design unit of another open hand."""
_NEAR: Final = 10.0
"""Space between an opponent's seat and the opponent's open hand in a puzzle, in design units."""
_FLASH_FLIGHT_SECONDS = 0.16
"""Duration of the flight of a coloured flash from a solved puzzle's card to the goal banner."""
_FLASH_SPREAD_SECONDS = 0.16
"""Seconds in which the coloured flash for a solved puzzle spreads over the whole goal banner."""
_FLASH_FADE_SECONDS = 0.5
"""Seconds in which the coloured flash on the goal banner fades out after a solved puzzle."""
_FLASH_OPACITY = 0.6
"""Opacity, from 0 to 1, of the coloured flash on the goal banner after a solved puzzle."""


class Strip(Node):
    """Strip at the top of the window with the goal banner.

    The table's title and tools are beside the banner if they fit there.
    """

    def __init__(self, ui: ui.Ui) -> None:
        super().__init__(name="strip")
        self._ui = ui
        self._banner: GoalBanner | None = None

    # -- layout ------------------------------------------------------------------------------

    def room(self, visible: Rect) -> Rect:
        high = self._place(visible).bottom + self._gap - visible.y
        return Rect(visible.x, visible.y + high, visible.w, visible.h - high)

    def layout(self, visible: Rect) -> None:
        self.clear()
        look = self._ui.stage.look
        self._banner = GoalBanner(look, self._ui.ink, name="goal")
        self._banner.place(self._place(visible))
        self.add(self._banner)

    def align_with_banner(self, *parts: Part[Any]) -> None:
        """Align the table's title and tools with the banner, if they fit beside it."""
        if self._banner is None:
            goal = Rect.around(())
        else:
            goal = self._banner.bounds
        beside = combinations([goal, *[part.bounds for part in parts]], 2)
        if any(one.left < other.right and other.left < one.right for one, other in beside):
            return
        for part in parts:
            down = goal.centre.y - part.bounds.centre.y
            part.position += Vec(0.0, down / part.world.scale_y)

    @property
    def _gap(self) -> float:
        theme = self._ui.stage.look.theme
        return 0.7 * theme.sizes.gap / theme.zoom

    def _place(self, visible: Rect) -> Rect:
        theme = self._ui.stage.look.theme
        high = min(_STRIP_HEIGHT, _PART * visible.h)
        wide = min(_WIDE * theme.zoom, visible.w - 2 * theme.sizes.safe_margin)
        return Rect(visible.centre.x - wide / 2, visible.y + self._gap, wide, high)

    def show(self, goal: GoalModel) -> None:
        if self._banner is not None:
            self._banner.show(goal)

    def flood(self, light: Colour, source: Vec) -> None:
        """Animate coloured light that flies to the banner and fills it.

        Args:
            light: Colour of the light.
            source: Point of the window where the light starts.
        """
        if (banner := self._banner) is None:
            return
        flood = Node(name="flood", size=banner.size, anchor=CENTRE, z=-1.0)
        flood.picture = BoxPicture(light, 0.26 * banner.size.h, shadows=(Shadow(light, 60.0),))
        flood.position = source - banner.position
        flood.scale = 0.1
        flood.alpha = _FLASH_OPACITY
        banner.add(flood)
        to = self._ui.stage.animator.animate
        to(flood, "position", Vec(*banner.size) * 0.5, _FLASH_FLIGHT_SECONDS, ease="in_quad")
        fade = partial(to, flood, "alpha", 0.0, _FLASH_FADE_SECONDS, done=flood.detach)
        to(flood, "scale", 1.0, _FLASH_SPREAD_SECONDS, delay=_FLASH_FLIGHT_SECONDS, done=fade)


_LIGHTS_GAP: Final = 0.03
"""Gap between two lights in the row that shows the streak, as a share of the row's width."""


def list_light_letters(view: game_view.GameView, texts: Texts) -> tuple[str, ...]:
    """Return the colour letter of each light that shows the streak of solved puzzles.

    A game with exactly `LIGHTS` card colours has one light in each colour. For other games, all
    letters are "", which selects the theme's accent colour.

    Args:
        view: The game's user interface.
        texts: Translations.
    """
    won_by = view.story.describe_round_categories(texts)
    if won_by is not None:
        letters = tuple([share.symbol for share in won_by.shares])
    else:
        letters = ()
    if len(set(letters)) == LIGHTS:
        return letters
    return ("",) * LIGHTS


def build_lights_row(
    look: theme.ResolvedTheme, ink: TextStyler, letters: Sequence[str], lit: int, size: Size
) -> Node:
    """Build the row of lights that shows how long the streak of solved puzzles is.

    Args:
        look: The theme.
        ink: Provides the colours of letters.
        letters: Colour letter of each light, "" for the accent colour.
        lit: Number of lights that are on.
        size: Size of the row.
    """
    gap = _LIGHTS_GAP * size.w
    wide = (size.w - (len(letters) - 1) * gap) / len(letters)
    lights = []
    for nth, letter in enumerate(letters):
        colour = look.theme.colour("avatar")
        if nth < lit:
            if letter:
                colour = ink.on_dark(look, letter)
            else:
                colour = look.theme.colour("accent")
        light = Node(name="lit" if nth < lit else "dark", size=Size(wide, size.h))
        light.picture = BoxPicture(colour, min(size.h, wide) / 2)
        lights.append(light)
    return boxes.row(*lights, gap=gap, name="lights")


MAX_PANEL_HEIGHT: Final = 345.0
"""Maximum height, in design units, of the panel with the user's attempts at a puzzle. The panel
grows upwards into free space."""
_MIN_ROOMY_HEIGHT: Final = 250.0
"""Minimum height, in design units, of the panel with the user's attempts at a puzzle at which the
streak's label, lights and caption have rows of their own. In a lower panel, the label and the
lights share a row, and the caption is left out."""
_MIN_LINES: Final = 4.0
"""Minimum height of the panel with the user's attempts at a puzzle at which the panel has several
rows. In lines of text; a lower panel shows everything in a single row."""
_HEAD = 46.0
_HEAD_MOST = 60.0
_HEAD_SHARE = 0.26
_LIGHT: Final = 13.0
_TRIES_GAP: Final = 10.0
_LINE_MARGIN: Final = 4.0
"""Space between the text about the last turn that was tried and the horizontal lines above and
below the text, in design units."""
_TURN_LINES: Final = 2
"""Maximum number of lines of the text that names the turn tried last."""
_NOTE_LINES: Final = 2
"""Maximum number of lines of the caption below the streak's lights."""


_WRONG = "wrong"
_NOW = "now"
_LEFT = "left"
_RIGHT = "right"
_DOT_COLOURS: Final = {_WRONG: "bad", _NOW: "accent", _LEFT: "text_faint", _RIGHT: "ok"}
"""Theme colours of the dots in the panel with the user's attempts at a puzzle. Each allowed attempt
has one dot: a wrong turn, the current attempt, an attempt left, or the right turn."""


@dataclass(frozen=True, slots=True)
class TriesModel:
    """Contents of the panel with the user's attempts (tries) at a puzzle.

    Attributes:
        title: Title of the panel, such as the number of the current try.
        dots: Result of each try, a key of `_DOT_COLOURS`.
        turn: The turn that was tried last, or the shown answer; empty before the first try.
        why: Reason why `turn` is wrong or right; before the first try, how to answer.
        streak: Label beside `count`, which names the number of puzzles solved in a row.
        count: Number of puzzles solved in a row, the user's streak.
        lights: Colour letter of each light in the row that shows the streak. "" for the theme's
            accent colour.
        lit: Number of lights that are on.
        note: Caption below the lights: how many more solved puzzles turn on all lights, or the
            player's new rating.
    """

    title: str
    dots: tuple[str, ...]
    turn: Runs
    why: Runs
    streak: str
    count: int
    lights: tuple[str, ...]
    lit: int
    note: str


_DOT_SHARE: Final = 0.62
"""Diameter of the dots that show the attempts at a puzzle, as a share of the row's height."""
_LEAST_DOT: Final = 12.0
"""Minimum diameter of the dots that show the attempts at a puzzle, in design units."""


class TriesPanel(Part[TriesModel]):
    """Panel with the user's attempts at a puzzle and the streak of solved puzzles.

    A panel with little height shows everything in one row, without the caption of the streak.
    """

    def build(self, look: theme.ResolvedTheme, ink: TextStyler) -> None:
        self._title = RunsLabel(look, "", "title", name="tries title")
        self._turn = RunsLabel(look, "", "hud_note_strong", max_lines=_TURN_LINES, name="tried")
        self._why = RunsLabel(
            look, "", "hud_note", max_lines=5, valign=Align.START, name="why wrong"
        )
        self._streak = RunsLabel(look, "", "hud_note_strong", name="streak")
        self._count = RunsLabel(look, "", "hud_tally", align=Align.END, name="count")
        self._note = RunsLabel(look, "", "hud_note", max_lines=_NOTE_LINES, name="streak note")
        self._lines = [Node(name="line"), Node(name="line")]
        self._dots = Node(name="dots")
        self._lights = Node(name="lights")
        self.add(self._title, self._turn, self._why, self._streak, self._count, self._note)
        self.add(*self._lines, self._dots, self._lights)

    def set_layout(self, layout: Layout, spec: ZoneSpec) -> None:
        self.place(layout.grow_up(spec, MAX_PANEL_HEIGHT))

    def compose(self, value: TriesModel) -> None:
        theme = self.look.theme
        w, h = self.size
        self.picture = theme.box("hud_seat_acting").picture()
        is_flat = h < _MIN_LINES * self._line_height
        for piece in (*self._lines, self._note):
            piece.visible = not is_flat
        if is_flat:
            self._compose_flat(value)
            return
        pad = min(26.0, 0.065 * w)
        head = min(_HEAD_MOST * self.zoom_factor(h, MAX_PANEL_HEIGHT), _HEAD_SHARE * h)
        inner = Size(w - 2 * pad, h - 1.2 * pad)
        is_roomy = h >= _MIN_ROOMY_HEIGHT * min(1.4, max(1.0, theme.zoom))
        foot = self._arrange_foot(value, inner.w, is_roomy=is_roomy)
        free = inner.h - head - foot.h - 2 * _LINE_MARGIN
        if is_roomy and self._needed(value, inner.w) > free:
            foot = self._arrange_foot(value, inner.w, is_roomy=False)
        picture = BoxPicture(theme.colour("border").with_alpha(0.75))
        upper, lower = (
            Slot(partial(widget.put, line, picture=picture), h=1.0) for line in self._lines
        )
        title = Slot(partial(self._write_head, value), h=head)
        last = Slot(partial(self._write_last, value), weight=1.0)
        streak = Slot(foot.place, h=foot.h)
        between_lines = (_LINE_MARGIN - 1.0, last, _LINE_MARGIN)
        column = down(0.6 * pad, title, upper, *between_lines, lower, -1.0, streak, 0.6 * pad)
        self.lay_out(across(pad, Slot(column.place, weight=1.0), pad))

    def _compose_flat(self, value: TriesModel) -> None:
        w, h = self.size
        wide = w - 0.6 * h - 4 * _TRIES_GAP
        widths = [share * wide for share in (0.25, 0.36, 0.11, 0.04, 0.24)]
        head_w, said_w, *others = widths
        title = Slot(partial(self._write_head, value), head_w, 0.7 * h)
        verdict = Slot(partial(self._write_said, value), said_w)
        streak = self._streak.slot_for(value.streak, others[0])
        count = Slot(partial(self._write_count, value), others[1], 0.6 * h)
        lights = Slot(partial(self._put_lights, value), others[2])
        line = across(0.3 * h, title, verdict, streak, count, lights, gap=_TRIES_GAP)
        self.lay_out(line)

    def _write_head(self, value: TriesModel, room: Rect) -> None:
        """Write the panel's title with a dot for each try at the right.

        If a zoomed title doesn't fit, the dots shrink first, then the title.
        """
        title = (TextRun(value.title),)
        designed = measure_width_at(1.0 / self.look.theme.enlarged, title, self.look, "title")
        free = room.w - designed - _TRIES_GAP
        dots = self._put_dots(value.dots, room, _DOT_SHARE * room.h)
        if dots > free:
            side = _DOT_SHARE * room.h * free / dots
            dots = self._put_dots(value.dots, room, max(side, _LEAST_DOT))
        self._title.set_text(value.title, room._replace(w=room.w - dots - _TRIES_GAP))

    def _write_said(self, value: TriesModel, room: Rect) -> None:
        if not self._has_room_for_turn(room):
            value = replace(value, turn=())
        spare = max(0.0, room.h - 4.0 - self._needed(value, room.w))
        down(spare / 2, Slot(partial(self._write_last, value), weight=1.0)).place(room)

    def _write_count(self, value: TriesModel, room: Rect) -> None:
        colour = self.look.theme.colour("accent")
        self._count.set_text((TextRun(str(value.count), colour=colour),), room)

    def _write_last(self, value: TriesModel, room: Rect) -> None:
        """Write the turn that was tried last and, below the turn, why it was wrong or right.

        If the height of `room` isn't enough for both, only write the reason.
        """
        spans = self.styler.spans(self.look, value.turn)
        has_rows = self._has_room_for_turn(room) and bool(value.turn)
        self._turn.visible = has_rows
        rows: list[Slot | float] = [2.0]
        if has_rows:
            needed = measure_height(spans, self.look, "hud_note_strong", room.w, _TURN_LINES)
            rows.append(self._turn.slot_for(spans, h=min(needed, 0.5 * room.h)))
        why = self._why.slot_for(self.styler.spans(self.look, value.why), grows=1.0)
        down(*rows, why).place(room)

    def _has_room_for_turn(self, room: Rect) -> bool:
        return room.h >= 3.2 * self._line_height

    def _needed(self, value: TriesModel, wide: float) -> float:
        return sum(
            measure_height_at(
                self.min_share, self.styler.spans(self.look, runs), self.look, style, wide
            )
            for runs, style in ((value.turn, "hud_note_strong"), (value.why, "hud_note"))
            if runs
        )

    @property
    def _line_height(self) -> float:
        style = self.look.theme.text("hud_note_strong")
        return style.size * style.line_height

    def _put_dots(self, dots: Sequence[str], room: Rect, side: float) -> float:
        """Draw a dot for each try at the right of the panel's title; return their total width."""
        self._dots.clear()
        side = min(side, 40.0)
        made = boxes.row(*[self._dot(each, side) for each in dots], gap=0.3 * side)
        across(Slot(partial(widget.put, made), *made.size), share=1.0).place(room)
        self._dots.add(made)
        return made.size.w

    def _dot(self, kind: str, side: float) -> Node:
        theme = self.look.theme
        colour = theme.colour(_DOT_COLOURS[kind])
        fill = theme.colour("avatar").mixed(colour, 0.14 if kind != _LEFT else 0.0)
        sign = None
        if kind == _NOW:
            sign = boxes.circle(0.28 * side, colour, name="mark")
        elif kind != _LEFT:
            drawn = build_icon("cross" if kind == _WRONG else "tick", colour)
            sign = boxes.square(0.5 * side, drawn, "mark")
        thick = max(1.6, 0.05 * side)
        return boxes.circle(side, fill, colour, thick, sign=sign, name=f"dot {kind}")

    def _arrange_foot(self, value: TriesModel, wide: float, *, is_roomy: bool) -> Slot:
        """Return a slot for the foot of the panel, which shows the streak of solved puzzles.

        If `is_roomy` is set, the foot has three rows: label and length of the streak, a row of
        lights, and a caption. Otherwise label, length and lights share one row.
        """
        line = self._line_height
        self._note.visible = is_roomy
        streak = self._streak.slot_for(value.streak)
        count = Slot(partial(self._write_count, value))
        lights = Slot(partial(self._put_lights, value))
        if not is_roomy:
            foot = across(
                streak._replace(w=0.36 * wide),
                count._replace(w=0.14 * wide),
                0.06 * wide,
                lights._replace(w=0.44 * wide),
            )
            return foot._replace(h=max(line, 0.2 * self.size.h))
        words = across(streak._replace(w=0.7 * wide), count._replace(w=0.3 * wide))
        upper = Slot(words.place, h=1.5 * line)
        middle = lights._replace(h=_LIGHT)
        note = [TextRun(value.note)] if value.note else []
        note_height = measure_height(note, self.look, "hud_note", wide, _NOTE_LINES)
        lower = self._note.slot_for(note, h=note_height)
        return down(upper, 0.4 * _TRIES_GAP, middle, 2.1 * _TRIES_GAP, lower)

    def _put_lights(self, value: TriesModel, room: Rect) -> None:
        self._lights.clear()
        size = Size(room.w, min(_LIGHT, room.h))
        lights = build_lights_row(self.look, self.styler, value.lights, value.lit, size)
        across(Slot(partial(widget.put, lights), *size)).place(room)
        self._lights.add(lights)


# When a puzzle has been solved, an animation shows the user's streak (puzzles solved in a row). A
# ring of lights appears around a card. One light for each puzzle of the streak turns on. A copy of
# the card flies to the last of these lights.
_LIGHT_INTERVAL: Final = 0.09
"""Animation for a solved puzzle, in which the lights of a ring turn on one after the other: seconds
from one light to the next."""
_FADE_IN_SECONDS = 0.25
"""Animation for a solved puzzle, in which a ring of lights appears around a card: seconds in which
a light, or the halo around the card, fades in."""
_RING_SECONDS = 1.1
"""Animation for a solved puzzle: seconds before the ring of lights fades out.

`_LIGHT_INTERVAL` is added for each light that is on."""
_FADE_OUT_SECONDS = 0.5
"""Animation for a solved puzzle: seconds in which the ring of lights fades out."""
_CARD_FLIGHT = 0.25
"""Animation for a solved puzzle: seconds in which a copy of the card in a ring of lights flies from
the centre of the ring to a light."""
_LANDED_CARD_SCALE = 0.12
"""Animation for a solved puzzle, in which a copy of a card flies from the centre of a ring of
lights to a light: the copy's scale at the end of the flight."""
_LANDING_SHARE = 0.84
"""Animation for a solved puzzle, in which a copy of a card flies from the centre of a ring of
lights to a light: where the flight ends, as a share of the way from the centre to the light."""
_RADIUS: Final = 0.45
"""Animation for a solved puzzle, in which a ring of lights appears around a zone: radius of the
ring, as a share of the zone's shorter side."""


def find_time_of_light(nth: int) -> float:
    """Return when a light turns on in the animation that celebrates a solved puzzle.

    The lights form a ring, and turn on one after the other.

    Args:
        nth: Index of the light, from 0.

    Returns:
        Seconds since the start of the animation.
    """
    return _FADE_IN_SECONDS + nth * _LIGHT_INTERVAL


def play_flourish(
    ui: ui.Ui,
    parent: Node,
    letters: Sequence[str],
    lit: int,
    table_handle: mode.TableHandle,
    middle: str,
) -> None:
    """Play the animation for a solved puzzle, unless the settings reduce animations.

    A card glows, and a ring around the card shows the streak of solved puzzles: its lights turn on
    one by one. A copy of the card flies to the last of them. Then everything fades out.

    Args:
        ui: The interface with its animator and settings.
        parent: Node to draw in.
        letters: Colour letter of each light, "" for the accent colour.
        lit: Number of lights that turn on.
        table_handle: The table, which provides the layout and the cards.
        middle: Name of the zone with the card.
    """
    hud = table_handle.hud
    spec = hud.layout.by_name.get(middle)
    if spec is None or not ui.settings.animates_celebrations:
        return
    room = Rect.around([hud.world.apply(corner) for corner in spec.area.corners])
    to = ui.stage.animator.animate
    ink = ui.ink
    look = ui.stage.look
    radius = _RADIUS * min(room.size)
    won = max(0, min(lit, len(letters)) - 1)
    # Enlarge the last light that turns on: the light of the puzzle just solved.
    lights = [
        match_model.RingArc(letter, is_strong=nth == won)
        for nth, letter in enumerate(letters)
        if letter
    ]
    ring = finale.FinaleRing(look, ink, lights, radius)
    if lights:
        tint = ink.on_dark(look, letters[won])
    else:
        tint = look.theme.colour("accent")
    inside = [each for each in hud.layout.zones if spec.area.contains(each.area.centre)]
    wide = max([each.card_width or 0.0 for each in inside])
    card = ink.card_art.size(wide * room.w / spec.area.w)
    light = Shadow(tint, blur=0.6 * radius, spread=0.1 * radius)
    halo = Node(name="halo", anchor=CENTRE, size=card, alpha=0.0)
    halo.picture = BoxPicture(radius=0.08 * card.w, shadows=(light,))
    to(halo, "alpha", 1.0, _FADE_IN_SECONDS)
    moment = Node(name="moment", position=room.centre)
    moment.add(halo, ring)
    parent.add(moment)
    ring.well.visible = False
    for node in (*ring.arcs, *ring.symbols):
        node.alpha = 0.0
    count = min(lit, len(ring.arcs)) or len(ring.arcs[:1])
    for nth, arc in enumerate(ring.arcs[:count]):
        to(arc, "alpha", 1.0, _FADE_IN_SECONDS, delay=find_time_of_light(nth))
    cards = [face for each in inside for face in table_handle.view.zones.get(each.name, ())]
    if ring.symbols and cards:
        flown = Node(name="flown", anchor=CENTRE, size=card)
        flown.picture = ink.card_art.picture(cards[-1], card.w)
        moment.add(flown)
        sign = ring.symbols[won]
        lands = find_time_of_light(won)
        place = (sign.position + Vec(*sign.size) * 0.5) * _LANDING_SHARE
        to(flown, "position", place, _CARD_FLIGHT, delay=lands - _CARD_FLIGHT, ease="in_out_cubic")
        to(
            flown,
            "scale",
            _LANDED_CARD_SCALE,
            _CARD_FLIGHT,
            delay=lands - _CARD_FLIGHT,
            ease="in_out_cubic",
        )
        to(flown, "alpha", 0.0, _FADE_IN_SECONDS, delay=lands)

    def go() -> None:
        if moment.parent is not None:
            to(moment, "alpha", 0.0, _FADE_OUT_SECONDS, done=moment.detach)

    ui.stage.timers.after((count * _LIGHT_INTERVAL + _RING_SECONDS) / ui.settings.speed, go)


def describe_solvability(texts: Texts, code: str) -> str:
    """Return the sentence that says whether a puzzle has a right turn.

    Args:
        texts: Translations.
        code: Code of the reason in a verdict or hint: `puzzle.DOUBT_HINT`, `puzzle.NO_SOLUTION` or
            `puzzle.HAS_SOLUTION`.

    Returns:
        The sentence; "" for any other code.
    """
    return {
        puzzle.DOUBT_HINT: texts("There may be nothing to find here."),
        puzzle.NO_SOLUTION: texts("Nothing here: no turn does it."),
        puzzle.HAS_SOLUTION: texts("There is a turn that does it."),
    }.get(code, "")


OUTCOME_SECONDS: Final = 2.6
"""Seconds, at normal speed, for which the table shows the outcome of a wrong turn."""
_TICK_SECONDS = 0.24
"""Seconds in which the tick mark for a right answer is drawn."""
_TICK_DELAY = 0.56
"""Seconds between a right answer and the start of drawing its tick mark."""
_SOUNDS: Final = {AttemptPhase.SOLVED: Sound.PUZZLE_WON, AttemptPhase.WRONG: Sound.NOPE}


class PuzzleMode(mode.TableMode):
    """Controls the table while the user tries to solve a puzzle."""

    assists = False

    def __init__(
        self,
        navigator: Navigator,
        attempt: Attempt,
        leave: Callable[[], None],
        ratings: Callable[[], PuzzleRatings],
    ) -> None:
        """Prepare the table.

        Args:
            navigator: Gives access to screens and services.
            attempt: The attempt at the puzzle.
            leave: Shows the list of puzzles.
            ratings: Returns the ratings of player and puzzles.
        """
        super().__init__(Node(name="puzzle"))
        self._ratings = ratings
        self._ui = ui = navigator.ui
        self._attempt = attempt
        self._session = attempt.session
        self._navigator = navigator
        self._game_view = navigator.catalogue[attempt.session.match.game.name].view()
        self._chosen = attempt.prepared.chosen
        self._lights: Final = list_light_letters(self._game_view, ui.texts)
        self.title = self._describe()["line"]
        self._strip = Strip(ui)
        self._hands = Node(name="hands")
        self.node.add(self._strip, self._hands)
        self._kinds: dict[int, str] = {}
        self._stands_since: float | None = None
        self._middle = ""
        self._actions: Mapping[str, Callable[[], object]] = {
            table_model.TRY_AGAIN: attempt.reset,
            NEXT: attempt.skip,
            ANSWER: attempt.show_answer,
            NOTHING_HERE: attempt.answer_nothing,
            LIST: leave,
            bindings.Intent.HINT: self._hint,
        }
        self.leave = leave
        self.menu = self._list_menu()

    def _list_menu(self) -> Sequence[tuple[str, str, Callable[[], None]]]:
        """Return the entries that this mode adds to the table's menu: only "Show the answer".

        The table has no button for the answer, because the button "Nothing here" is in that place.
        """
        words = self._ui.texts("Show the answer")
        return ((f"menu {ANSWER}", words, self._attempt.show_answer),)

    # -- called by the table -----------------------------------------------------------------

    def panel(self, look: theme.ResolvedTheme, ink: TextStyler) -> Part[Any]:
        return TriesPanel(look, ink, name="tries")

    def opened(self) -> None:
        self._attempt.on_stage = self._heard
        self._ui.say(to_plain(self._goal().words))

    def closed(self) -> None:
        if self._attempt.on_stage == self._heard:
            self._attempt.on_stage = None

    def room(self, visible: Rect) -> Rect:
        return self._strip.room(visible)

    def layout(self, visible: Rect) -> None:
        self._strip.layout(visible)
        self._strip.show(self._goal())
        hud = self.table_handle.hud
        self._strip.align_with_banner(hud.title, hud.tools)
        self._lay_hands(hud)

    def _lay_hands(self, hud: hud.Hud) -> None:
        """Place each rival's open hand beside its seat, where it covers the least."""
        self._hands.clear()
        session = self._session
        look = self._ui.stage.look
        if not self._attempt.prepared.opened.open_hands:
            return
        things = list(hud.list_root_obstacles())
        first = session.viewer or 0
        for nth, panel in enumerate(hud.seats, start=1):
            seat = (first + nth) % len(session.seats)
            hands = OpenHands(look, self._ui, (seat,), self._ui.texts("{name}’s hand"))
            hands.show(session)
            hands.place(Rect(0.0, 0.0, *hands.get_min_size()))
            room = hud.world.bounds(hud.room)
            form = popups.PopupSize(hands.size)
            anchors = [popups.PopupAnchor(hud.world.bounds(panel.frame))]
            box = popups.place_popup([form], anchors, room, things, gap=_NEAR).box
            hands.position = box.position
            things.append(popups.Obstacle(box, _OPEN))
            self._hands.add(hands)

    def adapt_model(self, model: table_model.TableModel) -> table_model.TableModel:
        """Add the goal, the user's attempts and the puzzle's buttons to the table's model.

        The attempts replace the content of the viewer's panel.
        """
        self._strip.show(self._goal())
        self._middle = model.middle
        for hands in self._hands.children:
            if isinstance(hands, OpenHands):
                hands.show(self._session)
        seats = model.seats
        if self._attempt.stage is AttemptPhase.TRYING:
            self._kinds = {seat.seat: seat.kind for seat in seats}
        else:  # Show no seat as thinking after the attempt.
            kinds = [self._kinds.get(seat.seat, seat.kind) for seat in seats]
            seats = tuple(
                replace(seat, is_acting=False, kind=kind)
                for seat, kind in zip(seats, kinds, strict=True)
            )
        panels = dict(model.panels)
        for spec in self._covered():
            panels.pop(spec.name, None)
        panels[zone_name("panel", 0)] = self._tries()
        return replace(
            model,
            seats=seats,
            title=replace(model.title, **self._describe()),
            panels=panels,
            history=table_model.HistoryModel(""),
            actions=self._list_buttons(model.actions),
        )

    def adapt_zones(self, zones: game.Zones) -> game.Zones:
        viewer = self._session.viewer
        covered = {game.zone_of(spec.kind, viewer or 0) for spec in self._covered() if spec.style}
        return {zone: cards for zone, cards in zones.items() if zone not in covered}

    def _covered(self) -> Iterator[ZoneSpec]:
        layout = self.table_handle.hud.layout
        own = layout.zone("panel", 0)
        for spec in layout.zones:
            if is_inside(spec.area, own.area):
                yield spec

    def find(self, asked: str) -> Callable[[], object] | None:
        is_shown = self._attempt.stage in (AttemptPhase.WRONG, AttemptPhase.SHOWN)
        goes_back = asked == bindings.Intent.UNDO or (
            asked == bindings.Intent.SKIP and not self._session.is_demonstrating
        )
        if is_shown and goes_back:
            return self._attempt.reset
        return self._actions.get(asked)

    def tick(self, now: float) -> None:
        self._attempt.tick()
        if self._attempt.stage is not AttemptPhase.WRONG or self._session.is_demonstrating:
            self._stands_since = None
        elif self._stands_since is None:
            self._stands_since = now
        elif (
            self._auto_resets
            and now - self._stands_since > OUTCOME_SECONDS / self._ui.settings.speed
        ):
            self._attempt.reset()

    @property
    def needs_tick(self) -> bool:
        is_wrong = self._attempt.stage is AttemptPhase.WRONG
        return self._attempt.needs_tick or (is_wrong and self._auto_resets)

    @property
    def _auto_resets(self) -> bool:
        """Whether the table returns to the puzzle's position by itself after a wrong turn.

        With reduced motion or with the text read aloud, the user presses a button to return.
        """
        settings = self._ui.settings
        return not (settings.reduced_motion or settings.spoken_log)

    @property
    def _talk(self) -> Any:
        session = self._session
        return self._game_view.words.words_class.for_viewer(
            self._ui.texts, session.seats, session.viewer
        )

    # -- goal and attempts -------------------------------------------------------------------

    def _goal(self) -> GoalModel:
        """Return the banner's contents: the goal, or the verdict on the last turn."""
        texts = self._ui.texts
        attempt = self._attempt
        if attempt.stage is AttemptPhase.WRONG and attempt.last is not None:
            return GoalModel(texts("Not quite"), self._why(attempt.last.verdict), "bad")
        if attempt.stage is AttemptPhase.SOLVED and attempt.last is not None:
            return GoalModel(texts("Solved"), self._why(attempt.last.verdict), "ok")
        if attempt.stage is AttemptPhase.SHOWN:
            return GoalModel(texts("The answer"), self._answer.title)
        return GoalModel(texts("Goal"), self._question)

    @property
    def _question(self) -> Runs:
        return self._game_view.words.puzzle_goal(self._talk, self._chosen.puzzle.goal)

    def _turn(self, tried: TriedTurn) -> Runs:
        if not tried.turn:
            return to_runs(self._ui.texts("Nothing here"))
        opened = self._attempt.prepared.opened
        match = ExerciseMatch(opened.game, opened.options, opened.state)
        for entry in tried.turn:
            match.take_text(entry.seat, entry.step)
        return self._game_view.words.puzzle_turn(self._talk, match)

    def _why(self, verdict: puzzle.PuzzleVerdict) -> Runs:
        words = describe_solvability(self._ui.texts, verdict.reason.code)
        if words:
            return to_runs(words)
        return capitalize_runs(self._game_view.words.explain(verdict.reason, self._talk))

    @property
    def _answer(self) -> table_model.Hint:
        state = self._attempt.prepared.opened.state
        seat = self._chosen.puzzle.seat
        seen = self._session.match.game.observe(state, seat)
        return self._describe_hint(seen, self._attempt.prepared.hints[-1])

    def _describe_hint(self, seen: Any, hint: game.Reason) -> table_model.Hint:
        words = describe_solvability(self._ui.texts, hint.code)
        if words:
            return table_model.Hint(to_runs(words), ())
        return self._game_view.words.puzzle_hint(self._talk, seen, hint)

    def _tries(self) -> TriesModel:
        texts = self._ui.texts
        attempt = self._attempt
        stage = attempt.stage
        wrong = attempt.wrong
        progress = sum_up_progress(self._navigator.profile.events, self._chosen.puzzle.game)
        title = texts("Attempt {n}", n=len(wrong) + (stage is not AttemptPhase.WRONG))
        turn: Runs = ()
        why = to_runs(texts("A turn counts when you end it."))
        if stage is AttemptPhase.SOLVED and attempt.last is not None:
            title = texts("Solved")
            turn = capitalize_runs(self._turn(attempt.last))
            found = [self._name_themes(), self._rating_note()]
            why = to_runs(" · ".join(filter(None, found)))
        elif stage is AttemptPhase.SHOWN:
            title = texts("The answer")
            why = self._answer.title
            turn, why = why, next(iter(self._answer.why), ())
        elif wrong:
            turn = fill_template(
                texts("Attempt {n}: {turn}"), n=len(wrong), turn=self._turn(wrong[-1])
            )
            why = self._why(wrong[-1].verdict)
        return TriesModel(
            title,
            self._dots(stage, len(wrong)),
            turn,
            why,
            texts("Streak"),
            progress.streak,
            self._lights,
            progress.lit,
            self._caption(progress),
        )

    def _caption(self, progress: PuzzleProgress) -> str:
        """Return the caption at the foot of the panel with the user's attempts at the puzzle.

        If the last turn was wrong, or the answer is shown, the caption is the user's new rating. In
        all other cases, and if the attempt wasn't rated, the caption says how many more puzzles the
        user must solve in a row to turn on all lights of the streak.
        """
        is_wrong = self._attempt.stage in (AttemptPhase.WRONG, AttemptPhase.SHOWN)
        return (self._rating_note() if is_wrong else "") or self._streak_note(progress)

    def _name_themes(self) -> str:
        """Return the puzzle's themes as one line.

        The theme of puzzles without a right turn is left out, because it would reveal the answer.
        """
        texts = self._ui.texts
        found = [each for each in self._attempt.prepared.themes if each != puzzle.NO_SOLUTION]
        return " · ".join([self._game_view.words.puzzle_theme(texts, each) for each in found])

    def _rating_note(self) -> str:
        """Return the player's new rating as text; "" before a try at this puzzle was rated."""
        ratings = self._ratings()
        if not self._attempt.is_rated or ratings.last != self._chosen.puzzle.key:
            return ""
        return describe_new_rating(ratings, self._ui.texts)

    def _dots(self, stage: AttemptPhase, wrong: int) -> tuple[str, ...]:
        done = [_WRONG] * min(wrong, TRIES)
        if stage is AttemptPhase.SOLVED:
            done = [*done[: TRIES - 1], _RIGHT]
        elif stage in (AttemptPhase.TRYING, AttemptPhase.JUDGING) and wrong < TRIES:
            done.append(_NOW)
        return (*done, *[_LEFT] * (TRIES - len(done)))

    def _streak_note(self, progress: PuzzleProgress) -> str:
        texts = self._ui.texts
        left = LIGHTS - progress.lit
        if not left:
            return texts("Seven in a row: the ring is lit!")
        if not progress.streak:
            return texts("Solve 7 in a row to light the ring.")
        return texts.plural("1 more to light the ring.", "{n} more to light the ring.", left)

    def _describe(self) -> dict[str, Any]:
        """Return the puzzle's title, for the place where an ordinary table shows the match's title.

        Returns:
            Texts by field of `table_model.TitleModel`: "line" is the whole title, its halves are
            "upper_line" and "lower_line", for a plate with two lines.
        """
        texts = self._ui.texts
        chosen = self._chosen
        grade = texts("Level {n} of {most}", n=chosen.puzzle.grade, most=puzzle.GRADES[-1])
        if chosen.source is PuzzleSource.ENDLESS:
            what = texts("Endless puzzles")
        elif chosen.source is PuzzleSource.OWN:
            what = texts("From your own matches")
        else:
            what = texts("Puzzle {n} of {many}", n=chosen.place, many=chosen.many)
        return {"line": f"{what} · {grade}", "upper_line": what, "lower_line": grade}

    def _build_nothing_button(self, *, is_enabled: bool = True) -> table_model.ButtonModel:
        """Return the button with which the player answers that no turn is right."""
        texts = self._ui.texts
        return table_model.ButtonModel(
            texts("Nothing here"),
            is_enabled,
            action=NOTHING_HERE,
            note=to_runs(texts("No turn does it")),
            icon="cross",
        )

    def _list_buttons(self, game: table_model.ActionsModel) -> table_model.ActionsModel:
        """Return the buttons of the table: the game's buttons, some replaced by the puzzle's."""
        texts = self._ui.texts
        stage = self._attempt.stage
        skip = () if self._attempt.is_stored else to_runs(texts("Your streak is safe"))
        following = table_model.ButtonModel(texts("Next puzzle"), True, action=NEXT, note=skip)
        answer = table_model.ButtonModel(texts("Show the answer"), True, action=ANSWER)
        is_trying = stage is AttemptPhase.TRYING
        if is_trying and self._attempt.prepared.on_nothing is not None:
            answer = following
            following = self._build_nothing_button()
        not_now = () if is_trying else to_runs(texts("Wait until the turn has been shown."))
        hint = table_model.ButtonModel(texts("Hint"), is_trying, not_now)
        undo = game.undo
        if stage is AttemptPhase.SOLVED:
            primary = table_model.LargeButtonModel(
                NEXT, table_model.ButtonState.GO, texts("Next puzzle")
            )
            undo = table_model.ButtonModel(undo.label, False, not_now)
            return table_model.ActionsModel(
                primary,
                undo,
                hint,
                table_model.ButtonModel(texts("All puzzles"), True, action=LIST),
            )
        if stage is AttemptPhase.JUDGING:
            primary = table_model.LargeButtonModel(
                "", table_model.ButtonState.WAIT, texts("One moment…")
            )
        elif is_trying:
            primary = game.primary
        else:
            primary = table_model.LargeButtonModel(
                table_model.TRY_AGAIN, table_model.ButtonState.GO, texts("Try again")
            )
            undo = table_model.ButtonModel(undo.label, True)
        offer = game.offer if is_trying else None
        return table_model.ActionsModel(primary, undo, hint, answer, offer, following)

    # -- events and commands -----------------------------------------------------------------

    def _heard(self, stage: AttemptPhase) -> None:
        if stage in _SOUNDS:
            self._ui.audio.play(_SOUNDS[stage])
        if stage is not AttemptPhase.TRYING:
            self.table_handle.hint(None)
        self.table_handle.present()
        if stage is AttemptPhase.SOLVED:
            self._rejoice()
        goal = self._goal()
        if stage is not AttemptPhase.TRYING:
            self._ui.say(goal.caption)
        self._ui.say(to_plain(goal.words))

    def _rejoice(self) -> None:
        if not self._ui.settings.animates_celebrations:
            return
        look = self._ui.stage.look
        tries = self._tries()
        symbol, _ = self._game_view.pages.find_puzzle_symbol(self._chosen.puzzle)
        if symbol:
            light = self._ui.ink.on_dark(look, symbol)
        else:
            light = look.theme.colour("accent")
        hud = self.table_handle.hud
        if (spec := hud.layout.by_name.get(self._middle)) is not None:
            self._strip.flood(light, hud.world.apply(spec.area.centre))
        play_flourish(self._ui, self.node, tries.lights, tries.lit, self.table_handle, self._middle)
        for dot in [each for each in self.table_handle.hud.walk() if each.name == "dot right"]:
            self._draw_tick(dot)

    def _draw_tick(self, dot: Node) -> None:
        """Draw a tick mark from left to right after the last light has turned on."""
        mark = dot.find("mark")
        pen = Node(name="pen", position=mark.position, size=Size(0.0, mark.size.h), clips=True)
        mark.detach()
        mark.position = ORIGIN
        pen.add(mark)
        dot.add(pen)
        self._ui.stage.animator.animate(pen, "size", mark.size, _TICK_SECONDS, delay=_TICK_DELAY)

    def _hint(self) -> None:
        """Show the next of the three hints; after the third, show it again."""
        if self._attempt.stage is AttemptPhase.TRYING:
            said = self._attempt.prepared.hints[self._attempt.take_hint() - 1]
            hint = self._describe_hint(self._session.observe(), said)
            # Hide the last hint first, so that the same hint is read aloud again if requested.
            self.table_handle.hint(None)
            self.table_handle.hint(hint)


_RUSH_OUTCOME_SECONDS: Final = 1.0
"""Seconds, at normal speed, for which the table shows whether a puzzle of a rush was solved, before
the next puzzle begins. A rush is a series of puzzles against the clock."""


class RushMode(PuzzleMode):
    """Controls the table during one puzzle of a rush, a timed series of puzzles.

    Leaving the table ends the rush.

    Args:
        navigator: Gives access to screens and services.
        attempt: The player's attempt at the current puzzle.
        leave: Called to show the list of puzzles.
        rush: Time and score of the rush.
        again: Called to begin another rush.
    """

    def __init__(
        self,
        navigator: Navigator,
        attempt: Attempt,
        leave: Callable[[], None],
        rush: Rush,
        again: Callable[[], None],
    ) -> None:
        self._rush = rush
        super().__init__(navigator, attempt, leave, PuzzleRatings)
        self._ended_since: float | None = None
        self._shown_second = 0
        self._was_over = False
        self._has_opened_next = False
        self._actions = {
            NEXT: self._skip,
            NOTHING_HERE: attempt.answer_nothing,
            LIST: leave,
            RUSH_AGAIN: again,
            table_model.TRY_AGAIN: self._open_next,
            bindings.Intent.HINT: self._refuse_hint,
        }

    def _list_menu(self) -> Sequence[tuple[str, str, Callable[[], None]]]:
        return ()

    # -- called by the table -----------------------------------------------------------------

    def closed(self) -> None:
        super().closed()
        if self._rush.current is self._attempt:
            self._rush.finish()

    def find(self, asked: str) -> Callable[[], object] | None:
        is_ended = self._is_ended or self._rush.is_over
        if asked == bindings.Intent.UNDO and is_ended:
            return _do_nothing
        if asked == bindings.Intent.SKIP and is_ended:
            return self._open_next
        return self._actions.get(asked)

    def tick(self, now: float) -> None:
        self._attempt.tick()
        rush = self._rush
        is_trying = self._attempt.stage is AttemptPhase.TRYING
        rush.tick(now, is_counting=is_trying)
        if rush.is_over and not self._was_over:
            self._was_over = True
            self._announce_end()
        elif is_trying and not rush.is_over:
            self._show_time()
        is_wrong = self._attempt.stage is AttemptPhase.WRONG
        is_explaining = is_wrong and self._session.is_demonstrating
        if not self._is_ended or is_explaining or rush.is_over:
            self._ended_since = None
        elif self._ended_since is None:
            self._ended_since = now
        elif (
            self._auto_resets
            and now - self._ended_since > _RUSH_OUTCOME_SECONDS / self._ui.settings.speed
        ):
            self._open_next()

    @property
    def needs_tick(self) -> bool:
        return not self._rush.is_over

    @property
    def _is_ended(self) -> bool:
        """Whether this puzzle is solved or missed."""
        return self._attempt.stage in (AttemptPhase.SOLVED, AttemptPhase.WRONG)

    def _show_time(self) -> None:
        second = ceil(self._rush.left)
        if second != self._shown_second:
            self._shown_second = second
            self.table_handle.present()
        announced = self._rush.take_announcement()
        if announced:
            texts = self._ui.texts
            words = texts.plural("{n} second left", "{n} seconds left", announced)
            self._ui.say(words)

    def _announce_end(self) -> None:
        self._session.is_locked = True
        self.table_handle.hint(None)
        self.table_handle.present()
        self._ui.say(to_plain(self._goal().words))

    # -- commands ----------------------------------------------------------------------------

    def _heard(self, stage: AttemptPhase) -> None:
        if stage is AttemptPhase.SOLVED:
            self._rush.count_puzzle(is_solved=True)
        elif stage is AttemptPhase.WRONG:
            self._rush.count_puzzle(is_solved=False)
        if self._rush.is_over:
            self._was_over = True
            self._session.is_locked = True
        super()._heard(stage)

    def _rejoice(self) -> None:
        """Play no animation, because the next puzzle of the rush opens at once."""

    def _skip(self) -> None:
        """Open the next puzzle of the rush. An unsolved puzzle counts as one of its mistakes."""
        if self._attempt.stage is AttemptPhase.TRYING and not self._has_opened_next:
            self._rush.count_puzzle(is_solved=False)
            if self._rush.is_over:
                self._was_over = True
                self._announce_end()
        self._open_next()

    def _open_next(self) -> None:
        if not (self._rush.is_over or self._has_opened_next):
            self._has_opened_next = True
            self._attempt.skip()

    def _refuse_hint(self) -> None:
        words = self._ui.texts("There are no hints in a rush.")
        self._ui.stage.toasts.show(words, style="warning")

    # -- the table's model -------------------------------------------------------------------

    def _goal(self) -> GoalModel:
        rush = self._rush
        if not rush.is_over:
            return super()._goal()
        texts = self._ui.texts
        caption = texts("Time’s up") if rush.left <= 0 else texts("The rush is over")
        solved = texts.plural("{n} puzzle solved.", "{n} puzzles solved.", rush.solved)
        if rush.is_best:
            best = texts("Your best!")
            solved = f"{solved} {best}"
        return GoalModel(caption, to_runs(solved), "ok" if rush.is_best else "accent")

    def _tries(self) -> TriesModel:
        texts = self._ui.texts
        rush = self._rush
        minutes, seconds = divmod(ceil(rush.left), 60)
        left = MISTAKES - rush.mistakes
        mistakes = texts.plural("One more mistake ends it.", "{n} more mistakes end it.", left)
        why = to_runs(mistakes if left and not rush.is_over else "")
        lit = (rush.solved - 1) % LIGHTS + 1 if rush.solved else 0
        best = max(rush.best, rush.solved)
        return TriesModel(
            f"{minutes}:{seconds:02}",
            (*[_WRONG] * rush.mistakes, *[_LEFT] * left),
            (),
            why,
            texts("Solved"),
            rush.solved,
            self._lights,
            lit,
            texts("Best rush: {n}", n=best) if best else "",
        )

    def _describe(self) -> dict[str, Any]:
        texts = self._ui.texts
        what = texts("Three-minute rush")
        chosen = self._chosen.puzzle
        grade = texts("Level {n} of {most}", n=chosen.grade, most=puzzle.GRADES[-1])
        return {"line": f"{what} · {grade}", "upper_line": what, "lower_line": grade}

    def _list_buttons(self, game: table_model.ActionsModel) -> table_model.ActionsModel:
        texts = self._ui.texts
        stage = self._attempt.stage
        is_trying = stage is AttemptPhase.TRYING and not self._rush.is_over
        no_hints = to_runs(texts("There are no hints in a rush."))
        hint = table_model.ButtonModel(texts("Hint"), False, no_hints)
        undo = game.undo
        if not is_trying:
            undo = table_model.ButtonModel(undo.label, False, undo.why_not)
        if self._rush.is_over:
            primary = table_model.LargeButtonModel(
                RUSH_AGAIN, table_model.ButtonState.GO, texts("Again")
            )
            low = table_model.ButtonModel(texts("All puzzles"), True, action=LIST)
            return table_model.ActionsModel(primary, undo, hint, low)
        if is_trying:
            primary = game.primary
        elif stage is AttemptPhase.JUDGING:
            primary = table_model.LargeButtonModel(
                "", table_model.ButtonState.WAIT, texts("One moment…")
            )
        else:
            primary = table_model.LargeButtonModel(
                table_model.TRY_AGAIN, table_model.ButtonState.GO, texts("Next puzzle")
            )
        note = to_runs(texts("Counts as a mistake"))
        skip = table_model.ButtonModel(texts("Next puzzle"), is_trying, action=NEXT, note=note)
        if self._attempt.prepared.on_nothing is None:
            return table_model.ActionsModel(primary, undo, hint, None, game.offer, skip)
        nothing = self._build_nothing_button(is_enabled=is_trying)
        return table_model.ActionsModel(primary, undo, hint, skip, game.offer, nothing)


def _do_nothing() -> None:
    """Consume a command that has no meaning now."""
