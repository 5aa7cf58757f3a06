"""The line below what is to be done: who has yet to answer, or how far a draw has come."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.games.spring_cleaning.face.table.panels import DrawStep, StepsModel
from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.part import Meaning, Part
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align, BoxPicture
from red7_desktop.scene.paint.run_lines import Span, line_up
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.runs import RunsLabel

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts

_STEPS_EDGE: Final = 22.0

_STEP_DISC: Final = 28.0

_AFTER: Final = 10.0
"""Space between a step's number and its words."""

_LINK: Final = 46.0
"""The line from one step to the next, with the space around it, at most; and at least:"""

_LEAST_LINK: Final = 18.0

_HIGH: Final = 42.0


class _Step(Part[DrawStep]):
    """A number in a ring, a tick once it is done, and the words."""

    def __init__(self, look: Look, ink: TextStyler, number: int, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._number = number
        self._disc = Node(name="disc")
        self._tick = Node(name="tick")
        self._figure = RunsLabel(look, "", "hud_note_strong", align=Align.CENTRE, name="figure")
        self._words = RunsLabel(look, "", "hud_note", name="words")
        self.add(self._disc, self._tick, self._figure, self._words)

    def compose(self, value: DrawStep) -> None:
        """Put the ring to the left of the words."""
        theme, (w, h) = self.look.theme, self.size
        colour = theme.colour(_colour_of(value))
        side = get_disc_side(self, h)
        box = Rect(0.0, (h - side) / 2, side, side)
        fill = colour.with_alpha(0.16) if value.is_next or value.is_done else None
        self._disc.picture = BoxPicture(fill, side / 2, colour, 2.0)
        self._disc.position, self._disc.size = box.position, box.size
        self._tick.visible, self._figure.visible = value.is_done, not value.is_done
        inner = box.inflated(-side * 0.2)
        self._tick.picture = build_icon("tick", colour)
        self._tick.position, self._tick.size = inner.position, inner.size
        self._figure.write((Span(str(self._number), colour=colour),), box)
        left = side + _AFTER
        self._words.write(_words_of(value, self.look), Rect(left, 0.0, w - left, h))


def get_disc_side(part: Part[Any], height: float) -> float:
    """Give the width of a step's ring in a line of a height."""
    return min(_STEP_DISC * part.grown(height, _HIGH), height - 8.0)


def _colour_of(step: DrawStep) -> str:
    return "ok" if step.is_done else "accent" if step.is_next else "text_faint"


def _words_of(step: DrawStep, look: Look) -> tuple[Span, ...]:
    colour = "accent" if step.is_next else "text_soft" if step.is_done else "text_faint"
    style = "hud_note_strong" if step.is_next else "hud_note"
    return (Span(step.words, style=style, colour=look.theme.colour(colour)),)


class StepsLine(Part[StepsModel]):
    """A line of words, or numbered steps with lines between them."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._line = RunsLabel(look, "", "hud_why_others", align=Align.CENTRE, name="line")
        self._steps: list[_Step] = []
        self._links: list[Node] = []
        self.add(self._line)

    def compose(self, value: StepsModel) -> None:
        """Show the steps where there are some, else the line."""
        w, h = self.size
        plate = self.look.theme.box("hud_plate").picture()
        self.picture = BoxPicture(plate.fill, h / 2, plate.border, plate.border_width)
        self._line.visible = not value.steps
        room = Rect(_STEPS_EDGE, 0.0, w - 2 * _STEPS_EDGE, h)
        self._line.write(self.ink.spans(self.look, value.line), room)
        self._grow(len(value.steps))
        for nth, node in enumerate(self._steps):
            node.visible = nth < len(value.steps)
        for nth, link in enumerate(self._links):
            link.visible = nth < len(value.steps) - 1
        if value.steps:
            self._place_steps(value.steps, room)

    def _grow(self, count: int) -> None:
        for nth in range(len(self._steps), count):
            self._steps.append(_Step(self.look, self.ink, nth + 1, name=f"step {nth + 1}"))
            self._links.append(Node(name="link"))
            self.add(self._steps[-1], self._links[-1])

    def _place_steps(self, steps: Sequence[DrawStep], room: Rect) -> None:
        """Share the room among the steps by what their words need."""
        before = get_disc_side(self, room.h) + _AFTER
        wide = [line_up(_words_of(s, self.look), self.look, "hud_note").size.w for s in steps]
        gaps = len(steps) - 1
        free = room.w - sum(wide) - len(steps) * before
        link = max(_LEAST_LINK, min(_LINK, free / max(gaps, 1)))
        words = room.w - gaps * link - len(steps) * before
        share = min(1.0, words / max(sum(wide), 1.0))
        x = room.x + max(0.0, (words - sum(wide)) / 2)
        for nth, (step, each) in enumerate(zip(steps, wide, strict=True)):
            # A hair more than it needs, for letters are set in whole pixels.
            own = before + each * share + 0.5
            self._steps[nth].place(Rect(x, 0.0, own, room.h))
            self._steps[nth].show(step)
            x += own
            node = self._links[nth]
            node.picture = BoxPicture(self.look.theme.colour("text_faint").with_alpha(0.5))
            node.position = Vec(x + link * 0.2, room.h / 2 - 0.75)
            node.size = Size(link * 0.6, 1.5)
            x += link

    def meanings(self, texts: Texts) -> Iterable[Meaning]:
        """Say what the line tells."""
        if self.shown is not None:
            yield Meaning(self, self.shown.meaning)
