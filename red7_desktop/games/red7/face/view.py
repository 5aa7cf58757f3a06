"""Red7's user interface: card pictures, colours and the title screen's fan of cards.

`Red7View` names the modules that contain the other parts of the user interface.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar, Final

from red7_desktop.games.red7.face import words
from red7_desktop.games.red7.face.card_art import COLOURS, LETTERS_HIGH_FIRST, Red7CardArt, get_tint
from red7_desktop.games.red7.rules.cards import LETTERS
from red7_desktop.kit import game_view, ui
from red7_desktop.kit.look import emblem
from red7_desktop.kit.look.card_art import CardStyle
from red7_desktop.kit.pages.page import glow
from red7_desktop.kit.texts import Texts
from red7_desktop.scene.geometry import CENTRE, Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Colour
from red7_desktop.scene.widgets import widget

BAND_FONT: Final = "Figtree_800ExtraBold.ttf"
FAN_FACES: Final = tuple(f"{letter}{7 - place}" for place, letter in enumerate(LETTERS_HIGH_FIRST))
"""Cards of the fan on the title screen, from R7 to V1. Each card has the number that is the rank of
its colour, from 7 for red to 1 for violet."""
_CARD_ANGLE: Final = 10.0
"""Angle between neighbouring cards of the title screen's fan, in degrees."""
_RADIUS: Final = 2.55
"""Distance from the pivot of the title screen's fan to the cards above it, in card widths."""
_FAN_WIDTH: Final = 4.35
"""Width of the title screen's fan of cards, in card widths."""
_FAN_HEIGHT: Final = 2.15
"""Height of the title screen's fan of cards, in card widths."""
_MAX_CARD_WIDTH: Final = 330.0
_LIFT: Final = 0.16
_LIGHT_SIZE: Final = 2.6
"""Width and height of the glow behind a card, in card widths."""
_DIM_LIGHT: Final = 0.16
_BRIGHT_LIGHT: Final = 0.55
_STAGGER: Final = 0.06


class TitleFan(emblem.TitleArt):
    """The seven cards on the title screen, as a fan; a click on a card calls `on_card`.

    Args:
        ui: Toolkit.
        room: Area in which the fan is drawn.
        on_card: Gets the colour letter of the clicked card.
    """

    def __init__(self, ui: ui.Ui, room: Rect, on_card: Callable[[str], None]) -> None:
        super().__init__(ui, [range(n, n + 1) for n in range(len(FAN_FACES))], _STAGGER, name="fan")
        self._on_card = on_card
        self._rules = words.Words(ui.texts, (), None).rules
        self._lay_out(room)
        self._raise(0, glide=False)

    def deal(self) -> None:
        super().deal()
        for light in self._lights:
            light.visible = False

    def _bring_in(self, place: int) -> None:
        card = self._cards[place]
        light = self._lights[place]
        card.visible = light.visible = True
        if not self._moves:
            return
        animator = self._ui.stage.animator
        goal = card.position
        card.position = goal + Vec(0.0, 0.5 * self._width).rotated(card.rotation)
        light.alpha = 0.0
        animator.animate(card, "position", goal, emblem.FLY_IN_SECONDS)
        animator.animate(light, "alpha", 1.0, 0.6)

    # -- laying out --------------------------------------------------------------------------

    def _lay_out(self, room: Rect) -> None:
        look = self._ui.stage.look
        inner = room.inflated(-0.3 * look.theme.sizes.safe_margin)
        caption = emblem.find_caption_room(look, inner.h, 70.0, _FAN_HEIGHT)
        self._width = max(
            60.0, min(inner.w / _FAN_WIDTH, (inner.h - caption) / _FAN_HEIGHT, _MAX_CARD_WIDTH)
        )
        radius = _RADIUS * self._width
        height = self._ui.card_art.size(self._width).h
        top = inner.centre.y - (_FAN_HEIGHT * self._width + caption) / 2
        pivot = Vec(inner.centre.x, top + height / 2 + _LIFT * self._width + radius)
        angles = [
            (place - (len(FAN_FACES) - 1) / 2) * _CARD_ANGLE for place in range(len(FAN_FACES))
        ]
        self._homes = [pivot + Vec(0.0, -radius).rotated(angle) for angle in angles]
        self._lifts = [Vec(0.0, -_LIFT * self._width).rotated(angle) for angle in angles]
        self._cards = [
            self._ui.card_art.build_card(
                face, self._width, anchor=CENTRE, position=home, rotation=angle
            )
            for face, home, angle in zip(FAN_FACES, self._homes, angles, strict=True)
        ]
        for place, face in enumerate(FAN_FACES):
            rule = self._rules[LETTERS.index(face[0])]
            spoken = f"{rule.title}: {rule.sentence}"
            self._listen(place, spoken, partial(self._on_card, face[0]))
        light_size = Size(_LIGHT_SIZE * self._width, _LIGHT_SIZE * self._width)
        self._lights = [Node(size=light_size, anchor=CENTRE, position=home) for home in self._homes]
        self._room = inner.w
        y = top + _FAN_HEIGHT * self._width + caption / 2
        self._has_caption_room = caption > 0
        self._caption = Node(
            name="caption", position=Vec(inner.centre.x, y), visible=self._has_caption_room
        )
        self.add(*self._lights, *self._cards, self._caption)

    # -- raising -----------------------------------------------------------------------------

    def _build_caption(self, part: int) -> tuple[Node, ...]:
        shades = COLOURS[self._ui.settings.colours]
        for place, (face, light) in enumerate(zip(FAN_FACES, self._lights, strict=True)):
            tone = Colour.from_hex(shades[face[0]].base)
            light.picture = glow(tone, _BRIGHT_LIGHT if place == part else _DIM_LIGHT)
        letter = FAN_FACES[part][0]
        look = self._ui.stage.look
        tint = get_tint(letter)
        rule = self._rules[LETTERS.index(letter)]
        side = look.theme.sizes.icon
        gap = look.theme.sizes.gap
        symbol = Node(size=Size(side, side), picture=self._ui.card_art.symbol_picture(letter, tint))
        colour = widget.Label(look, rule.title, "strong", colour=tint)
        words = widget.Label(look, rule.sentence, "heading")
        shown: tuple[Node, ...] = symbol, colour, words
        for less in ((symbol, words), (symbol, colour)):
            if _measure_length(shown, gap) > self._room:
                shown = less
        x = -_measure_length(shown, gap) / 2
        for node in shown:
            node.position = Vec(x, -node.size.h / 2)
            x += node.size.w + gap
        return shown


def _measure_length(nodes: tuple[Node, ...], gap: float) -> float:
    return sum(node.size.w + gap for node in nodes) - gap


class Red7Look(game_view.StyleFacet):
    """The part of Red7's user interface with card pictures, music and the title screen's fan."""

    music = ("evening", "lamplight")

    def build_card_art(self, dress: CardStyle) -> Red7CardArt:
        actions = False
        if dress.options is not None:
            # Import the rules module only if options are given, to show the first frame sooner.
            from red7_desktop.games.red7.rules.rounds import read_options

            actions = read_options(dress.options).rules.actions
        return Red7CardArt(
            dress.asset("cards", "red7"),
            colours=dress.colours,
            actions=actions,
            words=words.build_band_words(dress.texts),
            font=dress.asset("fonts", BAND_FONT),
        )

    @property
    def ambience(self) -> game_view.Ambience:
        red = Colour(222, 40, 70)
        indigo = Colour(80, 70, 250)
        return game_view.Ambience(
            panel_lights=(
                # Place the lights off the corners: corners are rounded and would cut them off.
                (glow(red, 0.36), Rect(-0.15, -0.2, 0.9, 1.0)),
                (glow(indigo, 0.36), Rect(0.33, 0.17, 0.9, 0.9)),
            )
        )

    def motto(self, texts: Texts) -> str:
        return texts("Change the rule. Be winning. Stay in.")

    def build_title_art(self, ui: ui.Ui, room: Rect, on_card: Callable[[str], None]) -> TitleFan:
        return TitleFan(ui, room, on_card)


class Red7View(game_view.GameView):
    """Red7's user interface.

    `facets` lists the class of each part (table, lessons, rules pages ...). The part's module is
    imported when the program first needs the part.
    """

    facets: ClassVar = {
        "style": "view:Red7Look",
        "setup": "setup:Red7Setup",
        "words": "explanations:Red7WordsFacet",
        "table": "present:Red7Table",
        "moods": "moods:Red7Moods",
        "story": "history:Red7Story",
        "rounds": "history:Red7Story",
        "pages": "pictures:Red7Pages",
        "lessons": "lessons:Red7Course",
    }

    def title(self, texts: Texts) -> str:
        return "Red7"


RED7_VIEW: Final = Red7View()
