"""What the window shows after a fault: plain letters and boxes, drawn without the scene.

It needs a surface, a font and events, and nothing of the program that may be broken: no stage, no
theme, no card, no screen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from red7_desktop.scene.input.command import FocusCommand, read_command
from red7_desktop.scene.paint.fonts import FontFile

BACK: Final = (18, 15, 24)

PANEL: Final = (30, 25, 39)

BORDER: Final = (112, 99, 132)

TEXT: Final = (246, 239, 226)

DIM: Final = (198, 189, 210)

ACCENT: Final = (242, 198, 109)

MARGIN: Final = 0.05
"""Of the window's width, on either side."""

_PAGE: Final = 8
"""Lines that a page key, or the wheel in three notches, goes on."""

_SCROLL: Final = {
    pygame.K_UP: -1,
    pygame.K_DOWN: 1,
    pygame.K_PAGEUP: -_PAGE,
    pygame.K_PAGEDOWN: _PAGE,
}

_STEPS: Final = {
    FocusCommand.NEXT: 1,
    FocusCommand.RIGHT: 1,
    FocusCommand.PREVIOUS: -1,
    FocusCommand.LEFT: -1,
}


@dataclass(frozen=True)
class CrashButton:
    """A button: what it says, and what it does. A text that it gives is said from then on."""

    words: str
    press: Callable[[], str | None]


class CrashPage:
    """Tells of a fault, shows its report, and lets the player choose how to go on.

    title, lead: what has happened. report: the text in the box. choices: the buttons; `first` is
    the one with the focus. font: without it pygame's own font is used.
    """

    def __init__(
        self,
        title: str,
        lead: str,
        report: str,
        choices: Sequence[CrashButton],
        *,
        first: int = 0,
        font: FontFile | None = None,
    ) -> None:
        self._title = title
        self.lead = lead
        self._report = report.replace("\0", "?").replace("\t", "    ")
        self._choices = choices
        self._words = [choice.words for choice in choices]
        self._focus = first
        self._font = font or FontFile(None)
        self._top = 0
        self._boxes: list[pygame.Rect] = []
        self._drawn: tuple[object, ...] | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """What the buttons say, from left to right."""
        return tuple(self._words)

    @property
    def boxes(self) -> tuple[pygame.Rect, ...]:
        """Where the buttons were drawn, in pixels."""
        return tuple(self._boxes)

    # -- events ------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> None:
        """Take an event of the mouse, a finger, the keyboard or a pad."""
        if event.type == pygame.WINDOWEXPOSED:
            self._drawn = None
        elif event.type == pygame.MOUSEMOTION:
            self._focus = self._at(event.pos, self._focus)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._press(self._at(event.pos, -1))
        elif event.type == pygame.MOUSEWHEEL:
            self._scroll(-3 * event.y)
        elif event.type == pygame.KEYDOWN and event.key in _SCROLL:
            self._scroll(_SCROLL[event.key])
        else:
            self._obey(read_command(event))

    def _obey(self, command: FocusCommand | None) -> None:
        if command in _STEPS:
            self._focus = (self._focus + _STEPS[command]) % len(self._choices)
        elif command is FocusCommand.ACTIVATE:
            self._press(self._focus)
        elif command in {FocusCommand.UP, FocusCommand.DOWN}:
            self._scroll(-1 if command is FocusCommand.UP else 1)

    def _at(self, pos: tuple[int, int], otherwise: int) -> int:
        hit = [index for index, box in enumerate(self._boxes) if box.collidepoint(pos)]
        return hit[0] if hit else otherwise

    def _press(self, index: int) -> None:
        if index >= 0:
            self._focus = index
            said = self._choices[index].press()
            self._words[index] = said or self._words[index]

    def _scroll(self, lines: int) -> None:
        self._top = max(0, self._top + lines)

    # -- drawing -----------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Draw everything, where anything has changed; gives the rectangles that changed."""
        state = (surface.get_size(), self._focus, self._top, tuple(self._words))
        if state == self._drawn:
            return []
        width, height = surface.get_size()
        letter = max(13, min(height // 40, width // 64))
        margin = round(width * MARGIN)
        inner = width - 2 * margin
        surface.set_clip(None)
        surface.fill(BACK)
        y = margin // 2
        for text, size, colour in ((self._title, 2.0, ACCENT), (self.lead, 1.2, TEXT)):
            words = self._text(text, round(letter * size), colour, inner)
            surface.blit(words, (margin, y))
            y += words.get_height() + letter // 2
        low = self._draw_choices(surface, letter, margin)
        self._draw_report(surface, pygame.Rect(margin, y, inner, low - letter - y), letter)
        self._drawn = (surface.get_size(), self._focus, self._top, tuple(self._words))
        return [surface.get_rect()]

    def _draw_choices(self, surface: pygame.Surface, letter: int, margin: int) -> int:
        """Draw the buttons along the lower edge; gives where they begin."""
        count, gap = len(self._choices), letter
        width = (surface.get_width() - 2 * margin - (count - 1) * gap) // count
        labels = [
            self._text(
                words, round(letter * 1.15), BACK if has else TEXT, width - gap, pygame.FONT_CENTER
            )
            for words, has in zip(self._words, self._has_focus(), strict=True)
        ]
        height = max(44, max(label.get_height() for label in labels) + gap)
        top = surface.get_height() - margin // 2 - height
        self._boxes = [
            pygame.Rect(margin + index * (width + gap), top, width, height)
            for index in range(count)
        ]
        for box, label, has in zip(self._boxes, labels, self._has_focus(), strict=True):
            pygame.draw.rect(surface, ACCENT if has else PANEL, box, border_radius=letter // 2)
            outline = TEXT if has else BORDER
            pygame.draw.rect(surface, outline, box, 3 if has else 1, border_radius=letter // 2)
            surface.blit(label, label.get_rect(center=box.center))
        return top

    def _has_focus(self) -> list[bool]:
        return [index == self._focus for index in range(len(self._choices))]

    def _draw_report(self, surface: pygame.Surface, box: pygame.Rect, letter: int) -> None:
        pygame.draw.rect(surface, PANEL, box)
        pygame.draw.rect(surface, BORDER, box, 1)
        inside = box.inflate(-2 * letter, -letter)
        if inside.width < letter or inside.height < letter:
            return
        report = self._text(self._report, letter, DIM, inside.width)
        most = max(0, -(-(report.get_height() - inside.height) // letter))
        self._top = min(self._top, most)
        surface.blit(report, inside, pygame.Rect(0, self._top * letter, *inside.size))
        if most:
            length = max(letter, inside.height * inside.height // report.get_height())
            at = box.top + (box.height - length) * self._top // most
            bar = pygame.Rect(box.right - letter // 2, at, letter // 3, length)
            pygame.draw.rect(surface, BORDER, bar)

    def _text(
        self,
        text: str,
        size: int,
        colour: tuple[int, int, int],
        width: int,
        align: int = pygame.FONT_LEFT,
    ) -> pygame.Surface:
        """Set a text, wrapped at a width in pixels."""
        if not pygame.font.get_init():
            pygame.font.init()
        font = self._font.of_size(size)
        font.align = align
        return font.render(text, True, colour, None, max(1, width))
