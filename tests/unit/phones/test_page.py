"""The phones' page, and the pictures of cards that are sent to it."""

from __future__ import annotations

import json
import re
import struct
import zlib

import pygame
import pytest

from red7_desktop.kit.look.card_art import CardArt, CardStyle, choose_back_painter
from red7_desktop.kit.settings import BACKS, OWN_BACK
from red7_desktop.kit.texts import Texts
from red7_desktop.phones.page import Pictures, convert_to_woff, escape_for_script
from red7_desktop.resources import asset_path
from tests.unit.phones.serving import make_page
from tests.unit.phones.tables import GAMES


def art_of(game: str, colours: str = "normal") -> CardArt:
    row, options = GAMES[game]
    art: CardArt = row.view().style.build_card_art(CardStyle(colours, Texts(), options, asset_path))
    return art


def page_of(language: str = "en") -> str:
    return make_page("red7", language).write("http://192.0.2.1:1", "NONCE").decode()


def test_phone_page_has_its_security_nonce_in_all_three_places() -> None:
    page = page_of()

    assert page.count('nonce="NONCE"') == 3
    assert "{nonce}" not in page
    assert "/*" not in re.sub(r"/\*.*?\*/", "", page, flags=re.DOTALL)


def test_phone_page_has_every_text_its_script_uses_in_each_language() -> None:
    page = page_of()
    data = json.loads(re.search(r'type="application/json">(.*?)</script>', page)[1])  # type: ignore[index]
    asked = set(re.findall(r"\bwords\.(\w+)", page))

    assert asked
    for language, words in data["words"].items():
        assert asked <= words.keys(), language
    assert {"en", "de", "pl"} <= data["words"].keys()


def test_text_put_into_a_script_of_the_page_cannot_end_the_script() -> None:
    written = escape_for_script({"name": "</script><!--\u2028"})

    assert "<" not in written
    assert "\u2028" not in written
    assert json.loads(written) == {"name": "</script><!--\u2028"}


def tables_of(font: bytes) -> dict[bytes, bytes]:
    """Return the tables of a TrueType font, or of one that is packed as WOFF."""
    is_packed = font[:4] == b"wOFF"
    (count,) = struct.unpack_from(">H", font, 12 if is_packed else 4)
    tables = {}
    for nth in range(count):
        if is_packed:
            tag, start, stored, length, _ = struct.unpack_from(">4sLLLL", font, 44 + 20 * nth)
            found = font[start : start + stored]
            tables[tag] = zlib.decompress(found) if stored < length else found
        else:
            tag, _, start, length = struct.unpack_from(">4sLLL", font, 12 + 16 * nth)
            tables[tag] = font[start : start + length]
    return tables


def test_font_converted_to_woff_is_shorter_with_the_same_tables() -> None:
    font = (asset_path("fonts") / "Figtree_500Medium.ttf").read_bytes()

    packed = convert_to_woff(font)

    assert len(packed) < 0.75 * len(font)
    assert struct.unpack_from(">L", packed, 8) == (len(packed),)
    assert tables_of(packed) == tables_of(font)


def test_bytes_that_are_no_font_are_refused_by_the_woff_converter() -> None:
    with pytest.raises(ValueError, match="font"):
        convert_to_woff(b"nothing of the kind")


@pytest.mark.parametrize(("game", "face"), [("red7", "R7"), ("red7", "V4"), ("spring", "9")])
@pytest.mark.parametrize("colours", ["normal", "high"])
def test_card_on_a_phone_is_an_svg_in_the_chosen_colours(
    game: str, face: str, colours: str
) -> None:
    drawn = Pictures(art_of(game, colours)).card(face)

    assert drawn.startswith("<svg")
    assert drawn.endswith("</svg>")
    assert drawn != Pictures(art_of(game, "high" if colours == "normal" else "normal")).card(face)


def test_action_icon_is_drawn_on_odd_cards_of_red7_only() -> None:
    pictures = Pictures(art_of("red7"))

    assert "<g transform" in pictures.card("R7")
    assert "<g transform" not in pictures.card("R6")


def test_default_back_of_a_card_is_an_svg() -> None:
    assert Pictures(art_of("red7")).card("").startswith("<svg")


def test_chosen_card_back_is_a_png_and_the_fronts_stay_svg() -> None:
    pygame.font.init()
    art = art_of("red7")
    art.back = choose_back_painter(next(each for each in BACKS if each != OWN_BACK), asset_path)
    pictures = Pictures(art)

    assert pictures.card("").startswith("data:image/png;base64,")
    assert pictures.card("R7").startswith("<svg")


def test_card_without_a_drawing_is_sent_as_a_png() -> None:
    pygame.font.init()

    assert Pictures(art_of("bazaar")).card("1a").startswith("data:image/png;base64,")


def test_symbol_on_a_phone_is_an_svg_and_an_unknown_one_is_empty() -> None:
    pictures = Pictures(art_of("red7"))

    assert pictures.symbol("B").startswith("<svg")
    assert pictures.symbol("?") == ""
