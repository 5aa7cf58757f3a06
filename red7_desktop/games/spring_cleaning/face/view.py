"""Spring Cleaning's user interface: card pictures and the title screen's row of cards.

`SpringView` names the modules that contain the other parts of the user interface.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from red7_desktop.games.spring_cleaning.face import card_art, words
from red7_desktop.kit import game_view, ui
from red7_desktop.kit.look import emblem
from red7_desktop.kit.look.card_art import CardStyle
from red7_desktop.kit.texts import Texts
from red7_desktop.scene.geometry import CENTRE, Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.widget import Label

BAND_FONT: Final = "Figtree_800ExtraBold.ttf"
ROW: Final = (3, 3, 4, 5, 6, 8)
BLOCKS: Final = (range(2), range(1, 5), range(5, 6))
"""Groups of cards in `ROW`, the row of cards on the title screen: a set, a run and a single card.
Each group is a range of indices; the second 3 belongs to the set and to the run. If the pointer is
over a card, a group that contains the card rises."""
_LARGEST: Final = 190.0
_ROW_HEIGHT: Final = 1.4 + 0.5
"""Height of the row of cards on the title screen, including raised cards, in card widths."""
_LIFT: Final = 0.2
_STAGGER: Final = 0.07
_LIGHT: Final = Size(8.2, 3.9)
"""Size of the light behind the row of cards on the title screen, in card widths."""


def list_captions(texts: Texts) -> tuple[str, ...]:
    """Return the captions of the title screen's cards: for the set, the run and the single."""
    return (
        texts("Equal numbers make a set."),
        texts("Numbers rising by one make a run."),
        texts("A single card is the weakest play."),
    )


class TitleRow(emblem.TitleArt):
    """The row of cards on the title screen. If the pointer is over a card, its set or run rises."""

    def __init__(self, ui: ui.Ui, room: Rect) -> None:
        super().__init__(ui, BLOCKS, _STAGGER, name="row of cards")
        self._lay_out(room)
        self._raise(1, glide=False)

    def deal(self) -> None:
        super().deal()
        self._light.visible = False

    def _bring_in(self, place: int) -> None:
        card = self._cards[place]
        coming = [self._cards[place]]
        if place == 1:
            coming.append(self._light)
        for node in coming:
            node.visible = True
        if self._moves:
            animator = self._ui.stage.animator
            goal = card.position
            card.position = goal + Vec(0.6 * self._width, 0.0)
            animator.animate(card, "position", goal, emblem.RISE_SECONDS)
            for node in coming:
                node.alpha = 0.0
                animator.animate(node, "alpha", 1.0, emblem.RISE_SECONDS / 2)

    def _lay_out(self, room: Rect) -> None:
        theme = self._ui.stage.look.theme
        faces = self._ui.card_art
        inner = room.inflated(-0.3 * theme.sizes.safe_margin)
        words = emblem.find_caption_room(self._ui.stage.look, inner.h, 90.0, _ROW_HEIGHT)
        wide = card_art.measure_row_width(ROW)
        self._width = max(40.0, min(inner.w / wide, (inner.h - words) / _ROW_HEIGHT, _LARGEST))
        high = faces.size(self._width).h
        left = inner.centre.x - wide * self._width / 2
        top = inner.centre.y - (high + words) / 2
        self._light = Node(
            name="light",
            size=_LIGHT.scaled(self._width),
            anchor=CENTRE,
            position=Vec(inner.centre.x, top + high / 2),
            picture=card_art.build_window_light(),
        )
        self._cards = card_art.build_card_row(faces, ROW, self._width)
        for place, card in enumerate(self._cards):
            caption = list_captions(self._ui.texts)[self._group_of(place)]
            self._listen(place, caption, None)
            card.position = Vec(left + card.position.x, top)
        self._homes = [card.position for card in self._cards]
        self._lifts = [Vec(0.0, -_LIFT * self._width)] * len(ROW)
        self._room = inner.w
        y = top + high + 0.3 * self._width + words / 3
        self._has_caption_room = words > 0
        self._caption = Node(
            name="caption", position=Vec(inner.centre.x, y), visible=self._has_caption_room
        )
        self.add(self._light, *self._cards, self._caption)

    def _build_caption(self, part: int) -> tuple[Node, ...]:
        label = Label(self._ui.stage.look, list_captions(self._ui.texts)[part], "heading")
        label.position = Vec(-label.size.w / 2, 0.0)
        if label.size.w <= self._room:
            return (label,)
        return ()


class SpringLook(game_view.StyleFacet):
    """The part of the user interface with card pictures, music and the title screen's pictures."""

    music = ("open_window", "first_light")

    def build_card_art(self, dress: CardStyle) -> card_art.SpringCardArt:
        return card_art.SpringCardArt(
            dress.asset("cards", "spring_cleaning"),
            words.build_band_words(dress.texts),
            colours=dress.colours,
            font=dress.asset("fonts", BAND_FONT),
        )

    @property
    def ambience(self) -> game_view.Ambience:
        light = card_art.build_window_light()
        return game_view.Ambience(186.0, light, ((light, Rect(-0.1, -0.1, 1.4, 1.3)),))

    def motto(self, texts: Texts) -> str:
        return texts("Tidy your hand. Be the first to clear it.")

    def build_title_art(self, ui: ui.Ui, room: Rect, on_card: Callable[[str], None]) -> TitleRow:
        return TitleRow(ui, room)


class SpringView(game_view.GameView):
    """Spring Cleaning's user interface.

    `facets` lists the class of each part (table, lessons, rules pages ...). The part's module is
    imported when the program first needs the part.
    """

    facets: ClassVar = {
        "style": "view:SpringLook",
        "setup": "present:SpringSetup",
        "words": "explanations:SpringWordsFacet",
        "table": "present:SpringTable",
        "moods": "moods:SpringMoods",
        "story": "history:SpringStory",
        "rounds": "history:SpringStory",
        "pages": "pictures:SpringPages",
        "lessons": "explanations:SpringCourse",
    }

    def title(self, texts: Texts) -> str:
        return texts("Spring Cleaning")


SPRING_VIEW: Final = SpringView()
