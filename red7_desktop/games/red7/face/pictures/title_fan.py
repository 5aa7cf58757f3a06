"""The title's fan: a card of each colour, one of them raised, with its rule written below."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from red7_desktop.games.red7.face.pictures.card_design import COLOURS, LETTERS
from red7_desktop.games.red7.face.pictures.card_faces import tint_of
from red7_desktop.games.red7.face.words.words import Words
from red7_desktop.games.red7.rules import cards
from red7_desktop.kit.look.backdrop import glow
from red7_desktop.kit.look.emblem import Emblem, caption_room
from red7_desktop.kit.pages.screen import Kit
from red7_desktop.scene.geometry import CENTRE, Rect, Size, Vec
from red7_desktop.scene.input.gesture import Gesture, Kind
from red7_desktop.scene.node import Node
from red7_desktop.scene.theme.colour import Colour
from red7_desktop.scene.widgets.label import Label

FACES: Final = tuple(f"{letter}{7 - place}" for place, letter in enumerate(LETTERS))
"""R7 to V1: each card has the number of its colour's rank."""

_STEP: Final = 10.0
"""Degrees between two cards."""
_RADIUS: Final = 2.55
"""How far the fan's centre lies below the cards, in card widths."""
_WIDE: Final = 4.35
_HIGH: Final = 2.15
"""How much room the fan needs, in card widths."""
_LARGEST: Final = 330.0
_LIFT: Final = 0.16
_LIGHT: Final = 2.6
"""The size of the light around a card, in card widths."""
_DIM: Final = 0.16
_BRIGHT: Final = 0.55
_STAGGER: Final = 0.06
_STAY: Final = 3.2
"""Seconds for which a card stays up before the next one rises."""
_RISE: Final = 0.45


class TitleFan(Emblem):
    """The seven cards in a room of the window; a click on one calls `on_card` with its letter."""

    def __init__(self, kit: Kit, room: Rect, on_card: Callable[[str], None]) -> None:
        super().__init__(name="fan")
        self._kit = kit
        self._on_card = on_card
        self._rules = Words(kit.texts, (), None).rules
        self._raised = -1
        self._next_at: float | None = None
        self._to_come: list[int] = []
        self._moves = False
        self._is_watched = False
        self._lay_out(room)
        self._raise(0, glide=False)

    def set_motion(self, moves: bool) -> None:
        """Let one card after the other rise by itself, or leave that to the person."""
        self._moves = moves
        self._next_at = None

    @property
    def is_moving(self) -> bool:
        """Whether the next card comes or rises without anybody's doing."""
        return self._moves or bool(self._to_come)

    def deal(self) -> None:
        """Hide the cards, and let `tick` bring them in one by one.

        Painting a large card takes a few frames' time, so they do not all come in the first.
        """
        self._to_come = list(range(len(FACES)))
        for card, light in zip(self._cards, self._lights, strict=True):
            card.visible = light.visible = False

    def tick(self, now: float) -> None:
        """Bring in the next card, or raise it, when its time has come."""
        if self._to_come:
            if self._next_at is None or now >= self._next_at or not self._moves:
                self._bring_in(self._to_come.pop(0))
                self._next_at = now + (_STAGGER if self._to_come else _STAY)
        elif not self._moves or self._is_watched:
            self._next_at = None
        elif self._next_at is None:
            self._next_at = now + _STAY
        elif now >= self._next_at:
            self._next_at = now + _STAY
            self._raise((self._raised + 1) % len(FACES))

    def _bring_in(self, place: int) -> None:
        card, light = self._cards[place], self._lights[place]
        card.visible = light.visible = True
        if not self._moves:
            return
        animator, goal = self._kit.stage.animator, card.position
        card.position = goal + Vec(0.0, 0.5 * self._width).turned(card.rotation)
        light.alpha = 0.0
        animator.to(card, "position", goal, 0.5)
        animator.to(light, "alpha", 1.0, 0.6)

    # -- laying out --------------------------------------------------------------------------

    def _lay_out(self, room: Rect) -> None:
        look = self._kit.stage.look
        inner = room.inflated(-look.theme.sizes.safe_margin)
        caption = caption_room(look, inner.h, 70.0, _HIGH)
        self._width = max(60.0, min(inner.w / _WIDE, (inner.h - caption) / _HIGH, _LARGEST))
        radius = _RADIUS * self._width
        high = self._kit.faces.size(self._width).h
        top = inner.centre.y - (_HIGH * self._width + caption) / 2
        self._pivot = Vec(inner.centre.x, top + high / 2 + _LIFT * self._width + radius)
        self._cards = [self._card(place) for place in range(len(FACES))]
        self._lights = [self._light(place) for place in range(len(FACES))]
        self._room = inner.w
        y = top + _HIGH * self._width + caption / 2
        self._caption = Node(name="caption", position=Vec(inner.centre.x, y), visible=caption > 0)
        self.add(*self._lights, *self._cards, self._caption)

    def _light(self, place: int) -> Node:
        side = _LIGHT * self._width
        return Node(size=Size(side, side), anchor=CENTRE, position=self._home(place)[0])

    def _card(self, place: int) -> Node:
        home, angle = self._home(place)
        card = Node(
            name=f"card {FACES[place]}",
            size=self._kit.faces.size(self._width),
            anchor=CENTRE,
            position=home,
            rotation=angle,
            picture=self._kit.faces.picture(FACES[place], self._width),
            interactive=True,
            focusable=True,
        )
        card.on_activate = lambda: self._on_card(FACES[place][0])
        card.on_focus = partial(self._watch, place)
        card.on_gesture = partial(self._hover, place)
        return card

    def _home(self, place: int) -> tuple[Vec, float]:
        """Give where a card lies, and its turn in degrees."""
        angle = (place - (len(FACES) - 1) / 2) * _STEP
        return self._pivot + Vec(0.0, -_RADIUS * self._width).turned(angle), angle

    def _lifted(self, place: int) -> Vec:
        home, angle = self._home(place)
        return home + Vec(0.0, -_LIFT * self._width).turned(angle)

    # -- raising -----------------------------------------------------------------------------

    def _hover(self, place: int, gesture: Gesture) -> bool:
        if gesture.kind in (Kind.HOVER_ENTER, Kind.HOVER_LEAVE):
            self._watch(place, gesture.kind is Kind.HOVER_ENTER)
        return False

    def _watch(self, place: int, is_watched: bool) -> None:
        self._is_watched = is_watched
        if is_watched:
            self._raise(place)

    def _raise(self, place: int, *, glide: bool = True) -> None:
        if place == self._raised:
            return
        self._raised = place
        for each, card in enumerate(self._cards):
            is_up = each == place
            self._shine(each, _BRIGHT if is_up else _DIM)
            goal = self._lifted(each) if is_up else self._home(each)[0]
            if glide and self._moves:
                self._kit.stage.animator.to(card, "position", goal, _RISE, ease="in_out_sine")
            else:
                self._kit.stage.animator.cancel(card, "position")
                card.position = goal
        self._write_caption(FACES[place][0])

    def _shine(self, place: int, strength: float) -> None:
        tone = Colour.from_hex(COLOURS[self._kit.settings.colours][FACES[place][0]].base)
        self._lights[place].picture = glow(tone, strength)

    def _write_caption(self, letter: str) -> None:
        """Write the raised card's symbol and rule below the fan."""
        for child in self._caption.children:
            child.detach()
        look, tint = self._kit.stage.look, tint_of(letter)
        rule = self._rules[cards.LETTERS.index(letter)]
        side, gap = look.theme.sizes.icon, look.theme.sizes.gap
        colour = Label(look, rule.title, "strong", colour=tint)
        room = self._room - side - colour.size.w - 2 * gap
        words = Label(look, rule.sentence, "heading", max_width=room)
        x = -(side + gap + colour.size.w + gap + words.size.w) / 2
        symbol = Node(size=Size(side, side), picture=self._kit.faces.symbol_picture(letter, tint))
        for node in (symbol, colour, words):
            node.position = Vec(x, -node.size.h / 2)
            x += node.size.w + gap
        self._caption.add(symbol, colour, words)
