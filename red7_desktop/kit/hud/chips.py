"""Steps of several cards that a game suggests: small groups of cards, to be picked with a click."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.kit.hud.hud_button import ButtonLook, HudButton
from red7_desktop.kit.hud.part import Part
from red7_desktop.kit.input.intents import Intent
from red7_desktop.kit.language.rich_text import runs_of
from red7_desktop.scene.geometry import Rect, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.run_lines import Span
from red7_desktop.scene.widgets.cap import KeyCap

if TYPE_CHECKING:
    from red7_desktop.kit.hud.ink import TextStyler
    from red7_desktop.kit.hud.model import Suggestion
    from red7_desktop.scene.theme.style import Look

SUGGESTION: Final = "suggestion"
"""What a chip asks for, with its number from 0: "suggestion 2"."""


_MOST: Final = 5

_PADDING: Final = 13.0

_CHIP_GAP: Final = 14.0
"""Between two chips, and between the cards of one and its words."""

_LEAST_STEP, _MOST_STEP = 0.8, 1.08
"""From one card to the next, in card widths: how near they come, so that each can still be read,
and how far apart they lie."""


@dataclass(frozen=True, slots=True)
class ChipsModel:
    """What is suggested, the best first, and which of it is picked."""

    suggestions: tuple[Suggestion, ...] = ()
    picked: int | None = None


class Chip(HudButton):
    """One suggestion: its cards, and what it would leave."""

    def __init__(self, look: Look, ink: TextStyler, on_press: Callable[[], object], **options: Any):
        super().__init__(look, ink, on_press, **options)
        self._cards = Node(name="cards")
        self.add(self._cards)
        self._suggestion: Suggestion | None = None
        self._step = _MOST_STEP

    def suggest(self, suggestion: Suggestion, step: float, words: str, *, is_picked: bool) -> None:
        """Show a suggestion with words. step: from card to card, in card widths."""
        if (suggestion.cards, step) != (self._suggestion and self._suggestion.cards, self._step):
            self._suggestion, self._step = suggestion, step
            self.shown = None
        style = "hud_chip_on" if is_picked else "hud_chip"
        self.show(ButtonLook(style, words, tip=runs_of(suggestion.meaning)))

    def compose(self, value: ButtonLook) -> None:
        """Lay the cards out, and the words behind them."""
        box = self.look.theme.button(value.style).states[self.state]
        self.picture = box.picture()
        cards = self._suggestion.cards if self._suggestion is not None else ()
        height = self.size.h - 2 * _PADDING
        wide = self.ink.card_size(height).w
        for node in self._cards.children:
            node.detach()
        for nth, face in enumerate(cards):
            place = Vec(_PADDING + nth * wide * self._step, _PADDING)
            picture, size = self.ink.card_face(face, wide), self.ink.card_size(height)
            self._cards.add(Node(name=f"card {face}", picture=picture, position=place, size=size))
        left = _PADDING + wide * (1 + self._step * (len(cards) - 1)) + _CHIP_GAP
        room = Rect(left, 0.0, max(1.0, self.size.w - left - _PADDING), self.size.h)
        self._title.visible = bool(value.title)
        self._title.write((Span(value.title, colour=box.ink),), room, style="hud_chip")


class Chips(Part[ChipsModel]):
    """A row of chips in the middle of its zone, as many as find room, and the key that goes on.

    Calls `on_command` with what the pressed one asks for.
    """

    def __init__(
        self, look: Look, ink: TextStyler, on_command: Callable[[str], object], **options: Any
    ) -> None:
        super().__init__(look, ink, **options)
        self._key = KeyCap(name="key")
        self.chips = [
            Chip(look, ink, partial(on_command, f"{SUGGESTION} {nth}"), name=f"chip {nth}")
            for nth in range(_MOST)
        ]
        self.add(self._key, *self.chips)

    @property
    def hints(self) -> Collection[str]:
        """Name what its key is for."""
        return (Intent.NEXT_PLAY,)

    def compose(self, value: ChipsModel) -> None:
        """Bring the cards nearer together where that makes room for more chips."""
        style = self.look.theme.button("hud_chip")
        key = self._key.tell(self.look, style, Intent.NEXT_PLAY if value.suggestions else "")
        taken = key.w + _CHIP_GAP if key.w else 0.0
        words, step, widths = self._fitted(value.suggestions[:_MOST], self.size.w - taken)
        shown = len(widths)
        left = (self.size.w - taken - sum(widths) - _CHIP_GAP * (len(widths) - 1)) / 2
        self._key.position = Vec(left, (self.size.h - key.h) / 2)
        left += taken
        for nth, chip in enumerate(self.chips):
            chip.visible = nth < shown
            if chip.visible:
                chip.place(Rect(left, 0.0, widths[nth], self.size.h))
                is_picked = nth == value.picked
                chip.suggest(value.suggestions[nth], step, words[nth], is_picked=is_picked)
                left += widths[nth] + _CHIP_GAP

    def _fitted(
        self, suggestions: Sequence[Suggestion], room: float
    ) -> tuple[list[str], float, list[float]]:
        """Give the words of as many chips as find room, the step from card to card, and widths."""
        short = [each.words for each in suggestions]
        long = [each.more or each.words for each in suggestions]
        for count in range(len(suggestions), 0, -1):
            for words, step in ((long, _MOST_STEP), (short, _MOST_STEP), (short, _LEAST_STEP)):
                told = zip(suggestions[:count], words, strict=False)
                widths = [self._width(each, said, step) for each, said in told]
                if sum(widths) + _CHIP_GAP * (count - 1) <= room:
                    return words, step, widths
        return short, _LEAST_STEP, [room][: len(suggestions)]

    def _width(self, suggestion: Suggestion, said: str, step: float) -> float:
        words = self.look.theme.text("hud_chip").picture(said)
        wide = self.ink.card_size(self.size.h - 2 * _PADDING).w
        cards = wide * (1 + step * (len(suggestion.cards) - 1))
        written = self.look.text.measure(words, self.look.scale).w + _CHIP_GAP + 2.0
        return cards + (written if said else 0.0) + 2 * _PADDING
