"""The cards of a game as pictures: what every game paints, and what follows from that."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeAlias

from red7_desktop.scene.geometry import Size
from red7_desktop.scene.paint.pictures import BoxPicture, LayeredPicture, PaintedPicture, Shadow
from red7_desktop.scene.theme.colour import BLACK, Colour

if TYPE_CHECKING:
    import pygame

    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.tabletop.game import Options


Painter: TypeAlias = "Callable[[int, int], pygame.Surface]"


class CardStyle(NamedTuple):
    """What the cards of a game are painted for.

    colours: one of `settings.COLOUR_SETS`. options: of the match that is shown, None before the
    first. asset: finds what came with the program, see `resources.asset`.
    """

    colours: str
    texts: Texts
    options: Options | None
    asset: Callable[..., Path]


class CardArt(ABC):
    """The faces and backs of one game's cards, and its symbols.

    shape: the width and height of a card in units of its own, and corner, in the same units, how
    round it is. full_from: narrower cards, in design units, show the face made for small sizes.
    back: paints a back that was chosen in the place of the game's own, as many pixels wide and
    high; the table shows it.
    """

    back: Painter | None = None

    shape: ClassVar = Size(500.0, 700.0)
    corner: ClassVar = 42.0
    full_from: ClassVar = 100.0

    @abstractmethod
    def paint(
        self,
        face: str | None,
        width_px: int,
        detail: str = "full",
        *,
        height_px: int | None = None,
    ) -> pygame.Surface:
        """Paint a face, None for the back, as many pixels wide.

        detail: "full", or "small" for what is to be read on small cards. Raises ValueError for a
        face that does not exist.
        """

    def symbol(
        self, symbol: str, px: int, tint: pygame.typing.ColorLike = "#ffffff"
    ) -> pygame.Surface:
        """Paint one of the game's symbols in a square of pixels; ValueError where there is none."""
        raise ValueError(f"no symbol {symbol!r}")

    def swatch(self, symbol: str) -> str:
        """Give what the theme's swatches call a symbol's colour."""
        return symbol

    def size(self, width: float) -> Size:
        """Give the size of a card of that width."""
        return Size(width, width * self.shape.h / self.shape.w)

    def radius(self, width: float) -> float:
        """Tell how round the corners of a card of that width are."""
        return width * self.corner / self.shape.w

    def picture(self, face: str | None, width: float, detail: str = "") -> LayeredPicture:
        """Give the picture of a face, None for the back, for a card of a width in design units.

        It throws a shadow. detail: see `paint`; "" for what suits the width.
        """
        shown = detail or ("full" if width >= self.full_from else "small")
        shadow = Shadow(BLACK.with_alpha(0.5), blur=width * 0.12, dy=width * 0.04)
        below = BoxPicture(radius=self.radius(width), shadows=(shadow,))
        back = self.back if face is None else None
        paint = back or (lambda w, h: self.paint(face, w, shown, height_px=h))
        painted = PaintedPicture(("card", self, face, shown), paint)
        return LayeredPicture((below, painted))

    def symbol_picture(self, symbol: str, tint: Colour) -> PaintedPicture:
        """Give the picture of a symbol, to fill a square box."""
        return PaintedPicture(
            ("symbol", self, symbol, tint), lambda w, h: self.symbol(symbol, min(w, h), tint)
        )
