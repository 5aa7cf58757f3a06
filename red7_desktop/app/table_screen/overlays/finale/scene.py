"""The moment itself: the ring, the cards, the plates, and when each of them moves."""

from __future__ import annotations

import math
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.app.table_screen.overlays.ending_parts import build_large_avatar
from red7_desktop.app.table_screen.overlays.finale.art import rays_picture, sweep_picture
from red7_desktop.app.table_screen.overlays.finale.plan import (
    FinaleFrame,
    FinaleMeasures,
    plan_finale,
)
from red7_desktop.app.table_screen.overlays.finale.plates import AnimatedFigure, SeatPlate
from red7_desktop.app.table_screen.overlays.finale.ring import FinaleRing
from red7_desktop.kit.hud.ink import TONE_COLOURS, TextStyler
from red7_desktop.kit.hud.mini_cards import build_mini_cards
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.sound.cues import Cue
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.paint.run_lines import Span, measure_width_at
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.runs import RunsLabel

if TYPE_CHECKING:
    from red7_desktop.kit.models.finale import Finale, SeatShare
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.scene.paint.pictures import Picture

LENGTH: Final = 2.1
"""Seconds, at the usual speed, from the first light to the page that follows."""

_LIT, _LIGHTS = 0.08, 0.6
"""When the first arc comes, and in how many seconds all of them do."""

_COUNT, _COUNTS = 0.6, 0.75
"""When the first card or share comes, and in how many seconds all of them do."""

_WAY: Final = 0.3

CROWN: Final = 1.4
"""When the crown begins to fall."""

_FALL: Final = 0.34

_SWEEP: Final = 0.7

_LOW, _HIGHEST = 0.69, 0.45
"""Where in the ring the words below the figure lie, and how high they may, in radii."""

_INSIDE: Final = 0.9
"""The room in the ring, in radii."""

_SPARE: Final = 4.0
"""What words have beside them, for letters are fitted to pixels."""

_NO_FRAME: Final = FinaleFrame()

_LEAST_CARDS: Final = 46.0
"""Lower cards than this would only be in the way of the words."""


class FinaleScene(Node):
    """Lies over all that the window shows; `play` moves it, `cues` are its sounds.

    mark: what lies in the ring till the crown falls, None for nothing. frame: the room that a page
    needs for its own. Where `play` is not called, all is as it is in the end.
    """

    def __init__(
        self, kit: Ui, finale: Finale, mark: Picture | None, frame: FinaleFrame = _NO_FRAME
    ) -> None:
        visible = kit.stage.look.visible
        super().__init__(name="scene", position=visible.position, size=visible.size)
        self._kit, self._finale = kit, finale
        self._look = kit.stage.look
        self._ink = TextStyler(kit.faces, kit.settings.colours)
        self._moves: list[tuple[Node, str, Any, Any, float, float, str]] = []
        self.cues: list[Cue] = []
        self._set_out(frame)
        self._add_light()
        self._add_ring()
        self._add_plates()
        self._add_rising()
        self._add_middle(mark)
        self._add_words()

    def play(self) -> None:
        """Let everything move that does."""
        animator = self._kit.stage.animator
        for node, attribute, start, *_ in self._moves:
            setattr(node, attribute, start)
        for node, attribute, _, target, at, seconds, ease in self._moves:
            animator.to(node, attribute, target, seconds, delay=at, ease=ease)

    def stop(self) -> None:
        """Let nothing move any more."""
        for node, attribute, *_ in self._moves:
            self._kit.stage.animator.cancel(node, attribute)

    # -- where things lie --------------------------------------------------------------------

    def _set_out(self, frame: FinaleFrame) -> None:
        """Write the title, and let the plan say where everything lies."""
        look, theme = self._look, self._look.theme
        margin = theme.sizes.safe_margin
        self._title = RunsLabel(
            look,
            self._finale.title,
            "display",
            size=Size(self.size.w - 2 * margin, 0.0),
            align=Align.CENTRE,
            max_lines=2,
            name="title",
        )
        letters = theme.text("numeral")
        self._gain_high = letters.size * letters.line_height
        measures = FinaleMeasures(
            theme.zoom, margin, self._title.size.h, self._gain_high, self._kit.faces.size(1.0).h
        )
        self.plan = plan_finale(self.size, measures, self._finale, frame)
        self._middle, self._radius = self.plan.middle, max(1.0, self.plan.radius)
        self._title.position = Vec(margin, self.plan.title)

    def _move(
        self, node: Node, attribute: str, start: Any, at: float, seconds: float, ease: str = ""
    ) -> None:
        """Begin somewhere else, once it is played, and come to where it is now."""
        target = getattr(node, attribute)
        self._moves.append((node, attribute, start, target, at, seconds, ease or "out_cubic"))

    # -- light and ring ----------------------------------------------------------------------

    def _add_light(self) -> None:
        theme = self._look.theme
        letters = [light.letter for light in self._finale.lights]
        colours = [self._ink.card(self._look, letter) for letter in letters]
        middle = Vec(self._middle.x / self.size.w, self._middle.y / self.size.h)
        rays = rays_picture(colours or [theme.colour("accent")], theme.colour("table_rim"), middle)
        ground = Node(name="rays", picture=rays, size=self.size, alpha=0.96)
        wide = 0.34 * self.size.w
        sweep = Node(name="sweep", size=Size(wide, self.size.h), position=Vec(self.size.w, 0.0))
        sweep.picture = sweep_picture(theme.colour("text"))
        self._move(ground, "alpha", 0.0, 0.0, 0.3, "linear")
        self._move(sweep, "position", Vec(-wide, 0.0), _LIT + 0.3, _SWEEP, "in_out_sine")
        self.add(ground, sweep)

    def _add_ring(self) -> None:
        ring = FinaleRing(self._look, self._ink, self._finale.lights, self._radius)
        ring.position = self._middle
        self._move(ring.well, "alpha", 0.0, 0.0, 0.25, "linear")
        for nth, light in enumerate(self._finale.lights):
            when = _LIT + _LIGHTS * nth / len(self._finale.lights)
            self._move(ring.arcs[nth], "alpha", 0.0, when, 0.16, "linear")
            self._move(ring.symbols[nth], "alpha", 0.25, when, 0.16, "linear")
            if light.sound:
                self.cues.append(Cue(when, light.sound))
        if not self._finale.lights:
            self._move(ring.arcs[0], "alpha", 0.0, _LIT, 0.4)
        self.add(ring)

    # -- what counts -------------------------------------------------------------------------

    def _when(self, nth: int, count: int) -> float:
        """Give when one of several things that count sets off."""
        return _COUNT + (_COUNTS - _WAY) * nth / max(1, count - 1)

    def _add_plates(self) -> None:
        """Put a plate for each share at the foot, and let it count when it is its turn."""
        shares = self._finale.shares
        nth_gain = 0
        gaining = [share for share in shares if share.after != share.before or share.cards]
        for nth, share in enumerate(shares):
            box = self.plan.plates[nth]
            wins = share.sign.seat in self._finale.crowned
            plate = SeatPlate(self._look, self._ink, share, box, is_winner=wins)
            self._move(plate, "alpha", 0.0, 0.15, 0.3)
            self.add(plate)
            if share not in gaining:
                continue
            when = self._when(nth_gain, len(gaining))
            nth_gain += 1
            self._turn_up(share, self.plan.cards[nth], when)
            if self._finale.rising:
                self._count(plate.figure, share, _COUNT + _WAY, _COUNTS)
                continue
            self._count(plate.figure, share, when + _WAY, 0.3)
            self._hand_out(share, self.plan.gains[nth], when)

    def _count(self, figure: AnimatedFigure, share: SeatShare, when: float, seconds: float) -> None:
        figure.value = share.after
        self._move(figure, "value", share.before, when, seconds, "linear")

    def _hand_out(self, share: SeatShare, goal: Vec, when: float) -> None:
        """Let what a seat gains fly from the ring to its plate."""
        if share.after == share.before:
            return
        token = self._gain(share.after - share.before, "gain")
        token.position = goal - Vec(token.size.w / 2, token.size.h / 2)
        start = self._middle - Vec(token.size.w / 2, token.size.h / 2)
        self._move(token, "position", start, when, _WAY, "in_out_cubic")
        self._move(token, "alpha", 0.0, when, 0.08, "linear")
        self.add(token)
        if self._finale.sound:
            self.cues.append(Cue(when + _WAY, self._finale.sound))

    def _gain(self, points: int, name: str) -> Label:
        theme = self._look.theme
        tint = theme.colour(TONE_COLOURS[self._finale.gains])
        words = self._kit.texts("+{n}", n=points)
        return Label(self._look, words, "numeral", colour=tint, name=name)

    def _turn_up(self, share: SeatShare, room: Rect, when: float) -> None:
        """Turn up a seat's own cards at its plate."""
        if not share.cards or room.h < _LEAST_CARDS:
            return
        faces = self._kit.faces
        side = 0.0 if self.plan.is_upright else 0.5
        backs = build_mini_cards(faces, [None] * len(share.cards), room, share=side)
        fronts = build_mini_cards(faces, list(share.cards), room, share=side)
        for back, front in zip(backs, fronts, strict=True):
            self.add(back, front)
            self._move(back, "alpha", 0.0, 0.2, 0.25)
            self._move(front, "alpha", 0.0, when, 0.12, "linear")
            lifted = front.position + Vec(0.0, 0.2 * front.size.h)
            self._move(front, "position", lifted, when, 0.24, "out_back")

    def _add_rising(self) -> None:
        """Let cards rise to their places, each with what it is worth above it."""
        cards = self._finale.rising
        for nth, (each, (place, lean)) in enumerate(zip(cards, self.plan.rising, strict=True)):
            card = Node(name=f"card {each.face}", size=place.size, anchor=Vec(0.5, 0.5))
            card.picture = self._kit.faces.picture(each.face, place.w)
            card.position = place.centre
            card.rotation = lean
            when = self._when(nth, len(cards))
            low = card.position + Vec(0.0, 0.6 * self.size.h)
            self._move(card, "position", low, when, _WAY, "out_cubic")
            self._move(card, "alpha", 0.0, when, 0.1, "linear")
            self.add(card)
            gain = self._gain(each.worth, "worth")
            gain.position = Vec(place.centre.x - gain.size.w / 2, place.y - gain.size.h)
            self._move(gain, "alpha", 0.0, when + _WAY, 0.1, "linear")
            self.add(gain)
            if self._finale.sound:
                self.cues.append(Cue(when + 0.5 * _WAY, self._finale.sound))

    # -- the middle --------------------------------------------------------------------------

    def _add_middle(self, mark: Picture | None) -> None:
        """Show in the ring what the winner comes to, or who that is, and drop the crown on it."""
        radius = self._radius
        won = [share for share in self._finale.shares if share.sign.seat in self._finale.crowned]
        if mark is not None:
            box = Rect.centred(self._middle, Size(1.1 * radius, 1.1 * radius))
            # It comes and goes, and an animation moves an attribute but once.
            holder = Node(name="mark", position=box.position, size=box.size)
            gone = Node(name="picture", picture=mark, size=box.size, alpha=0.0)
            self._move(holder, "alpha", 0.0, 0.05, 0.25, "linear")
            self._move(gone, "alpha", 1.0, CROWN - 0.15, 0.2, "linear")
            holder.add(gone)
            self.add(holder)
        if self._finale.rising and len(won) == 1:
            self._add_figure(won[0])
        else:
            self._add_signs(is_late=mark is not None)
        side = 0.62 * radius
        at = Vec(self._middle.x - side / 2, self._middle.y - 0.86 * radius)
        crown = Node(name="crown", position=at, size=Size(side, side))
        crown.picture = build_icon("crown", self._look.theme.colour("accent"))
        high = at - Vec(0.0, at.y + side)
        self._move(crown, "position", high, CROWN, _FALL, "out_back")
        self._move(crown, "alpha", 0.0, CROWN, 0.1, "linear")
        self.add(crown)

    def _add_figure(self, share: SeatShare) -> None:
        """Let the sum grow with every card."""
        cards = self._finale.rising
        sums = [share.before, *accumulate((each.worth for each in cards), initial=share.before)]
        low, wide = self._spot()
        # The ring is as large as the window lets it be, whatever the size of letters is; the figure
        # leaves to the words what they need.
        factor = 0.0042 * self._radius / self._look.theme.zoom * (low - 0.05) / (_LOW - 0.05)
        room = Size(1.7 * self._radius / factor, 220.0 * self._look.theme.zoom)
        figure = AnimatedFigure(
            self._look,
            sums[-1],
            "logo",
            size=room,
            align=Align.CENTRE,
            colour=self._look.theme.colour("text"),
            name="sum",
        )
        figure.anchor, figure.scale = Vec(0.5, 0.5), factor
        figure.position = self._middle + Vec(0.0, (low - 0.25) / 2 * self._radius)
        self._move(figure, "alpha", 0.0, 0.1, 0.2, "linear")
        self._move(figure, "value", share.before, _COUNT + 0.5 * _WAY, _COUNTS, "linear")
        unit = RunsLabel(
            self._look,
            self._finale.unit,
            "lead",
            size=Size(wide, 0.3 * self._radius),
            align=Align.CENTRE,
            name="unit",
        )
        unit.position = self._middle + Vec(-wide / 2, (low - 0.15) * self._radius)
        self._move(unit, "alpha", 0.0, 0.1, 0.2, "linear")
        self.add(figure, unit)

    def _spot(self) -> tuple[float, float]:
        """Find room in the ring for the words: how low, in radii, and how wide.

        Words that are too long for their place lie higher, where the ring is wider.
        """
        theme, radius = self._look.theme, self._radius
        high = 0.4 * theme.text("lead").size / theme.enlarged
        words = [Span(self._finale.unit)]
        wide = measure_width_at(1.0 / theme.enlarged, words, self._look, "lead") + _SPARE
        reach = _INSIDE * radius
        low = math.sqrt(max(0.0, reach**2 - (wide / 2) ** 2)) - high
        low = max(_HIGHEST, min(_LOW, low / radius))
        here = min(reach, low * radius + high)
        return low, max(wide, 2 * math.sqrt(reach**2 - here**2))

    def _add_signs(self, *, is_late: bool) -> None:
        """Show who has won."""
        signs = self._finale.winners
        side = min(0.95, 1.4 / max(1, len(signs))) * self._radius
        left = self._middle.x - side * len(signs) / 2
        for nth, sign in enumerate(signs):
            top = self._middle.y + 0.28 * self._radius - side / 2
            box = Rect(left + (nth + 0.03) * side, top, side * 0.94, side * 0.94)
            avatar = build_large_avatar(self._look, self._ink, sign, box)
            self._move(avatar, "alpha", 0.0, CROWN - 0.1 if is_late else 0.3, 0.25)
            self.add(avatar)

    def _add_words(self) -> None:
        self._move(self._title, "alpha", 0.0, CROWN, 0.25)
        self.add(self._title)
