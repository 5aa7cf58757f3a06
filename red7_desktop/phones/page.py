"""The page that a phone loads, as one self-contained document, and pictures of cards.

The document is built from the files in `assets/phones` (markup, styles, script), with fonts,
portraits and the texts of all languages embedded. Pictures of cards are sent later, over the web
socket, when the phone's user gets to see the cards. So no game has to list its cards, and a page
contains nothing that its user may not know.
"""

from __future__ import annotations

import base64
import json
import re
import struct
import zlib
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Final

import pygame

from red7_desktop.kit.look.card_art import CardArt
from red7_desktop.kit.look.icons import HUMAN_PORTRAITS, name_animal
from red7_desktop.kit.texts import Texts
from red7_desktop.phones.protocol import MAX_GUEST_NAME_LENGTH, PROTOCOL
from red7_desktop.tabletop.player import CASUAL, EXPERT, NEWCOMER, SHARP, STEADY

FONTS: Final[Mapping[str, tuple[str, int]]] = {
    "Figtree_500Medium.ttf": ("Figtree", 500),
    "Figtree_700Bold.ttf": ("Figtree", 700),
    "Fraunces_700Bold.ttf": ("Fraunces", 700),
}
"""Fonts that are embedded in the page: family and weight by file name."""
LEVELS: Final = tuple([key for key, _ in (NEWCOMER, CASUAL, STEADY, SHARP, EXPERT)])
"""Keys of the AI levels whose portraits the page contains. A portrait has its level's key."""
_CARD_WIDTH: Final = 240
_SYMBOL_WIDTH: Final = 96
_SPACES: Final = re.compile(r">\s+<")
"""White space between two tags of an SVG document."""


class Pictures:
    """Pictures of a game's cards and symbols for a phone's page, made on first use.

    A picture is an SVG drawing if the game has one, otherwise a PNG.
    """

    def __init__(self, art: CardArt) -> None:
        self._art = art
        self._made: dict[tuple[str, str], str] = {}

    def card(self, face: str) -> str:
        """Return a card's picture: an SVG document, or the `data:` URL of a PNG.

        Args:
            face: The card's code, such as "R7", or "" for the back of a card.
        """
        back = None if face else self._art.back

        def build_svg(name: str) -> str | None:
            return None if back else self._art.build_svg(name or None)

        def paint(name: str) -> pygame.Surface:
            if back:
                return back(_CARD_WIDTH, round(self._art.size(_CARD_WIDTH).h))
            return self._art.paint(name or None, _CARD_WIDTH)

        return self._get_or_make(("card", face), build_svg, paint)

    def symbol(self, letter: str) -> str:
        """Return one of the game's symbols (such as a card's colour) in white, by its letter.

        The result is an SVG document, or the `data:` URL of a PNG if there is no drawing. It is ""
        if the game has no symbol with this letter.
        """
        try:
            return self._get_or_make(
                ("symbol", letter),
                self._art.build_symbol_svg,
                lambda name: self._art.symbol(name, _SYMBOL_WIDTH),
            )
        except ValueError:
            return ""

    def _get_or_make(
        self,
        key: tuple[str, str],
        draw: Callable[[str], str | None],
        paint: Callable[[str], pygame.Surface],
    ) -> str:
        if key not in self._made:
            drawn = draw(key[1])
            self._made[key] = _remove_spaces(drawn) if drawn else _to_png_url(paint(key[1]))
        return self._made[key]


def _remove_spaces(drawing: str) -> str:
    return _SPACES.sub("><", drawing.strip())


def _to_png_url(picture: pygame.Surface) -> str:
    file = BytesIO()
    pygame.image.save(picture, file, "card.png")
    return f"data:image/png;base64,{base64.b64encode(file.getvalue()).decode('ascii')}"


def convert_to_woff(font: bytes) -> bytes:
    """Convert a TrueType font to WOFF 1.0, which compresses it to about half its size.

    Raises:
        ValueError: The font is neither TrueType nor OpenType.
    """
    flavour, count = struct.unpack_from(">4sH", font)
    if flavour not in {b"\0\1\0\0", b"OTTO", b"true"}:
        raise ValueError("no TrueType or OpenType font")
    entries = [struct.unpack_from(">4sLLL", font, 12 + 16 * nth) for nth in range(count)]
    head = 44 + 20 * count
    directory = b""
    body = b""
    unpacked = 12 + 16 * count
    for tag, checksum, offset, length in sorted(entries):
        table = font[offset : offset + length]
        packed = zlib.compress(table, 9)
        stored = packed if len(packed) < length else table
        directory += struct.pack(">4sLLLL", tag, head + len(body), len(stored), length, checksum)
        body += stored + b"\0" * (-len(stored) % 4)
        unpacked += length + (-length % 4)
    total = head + len(body)
    header = struct.pack(
        ">4s4sLHHLHHLLLLL", b"wOFF", flavour, total, count, 0, unpacked, 1, 0, 0, 0, 0, 0, 0
    )
    return header + directory + body


class PhonePage:
    """The HTML document that all phones load.

    The document is the same for all phones, apart from its nonce: a random text that allows the
    page's own scripts and styles to run.
    """

    def __init__(
        self,
        asset: Callable[..., Path],
        languages: Mapping[str, Texts],
        language: str,
        game: str,
        hue: float | None = None,
    ) -> None:
        """Build the document from its HTML template, style sheet, script, fonts and portraits.

        Args:
            asset: Returns the path of a file of the program, see `resources.asset_path`.
            languages: Texts of each language, by its code.
            language: Language of the program on the desktop, for phones whose language isn't among
                `languages`.
            game: Name of the game, for the title of the page.
            hue: Hue of the game's backgrounds in degrees, None for the page's own colours.

        Raises:
            OSError: A file is missing.
        """
        folder = asset("phones")
        data = {
            "protocol": PROTOCOL,
            "longestName": MAX_GUEST_NAME_LENGTH,
            "language": language,
            "words": {code: format_texts(texts) for code, texts in languages.items()},
            "faces": list(HUMAN_PORTRAITS),
            "portraits": {
                key: _remove_spaces((asset("avatars") / f"{key}.svg").read_text("utf-8"))
                for key in (*HUMAN_PORTRAITS, *LEVELS)
            },
            "game": game,
            "hue": hue,
        }
        fonts = "".join([_write_font(asset("fonts") / file, *font) for file, font in FONTS.items()])
        page = (folder / "page.html").read_text("utf-8")
        page = page.replace("/*STYLE*/", fonts + (folder / "page.css").read_text("utf-8"))
        page = page.replace("/*DATA*/", escape_for_script(data))
        self._page = page.replace("/*SCRIPT*/", (folder / "page.js").read_text("utf-8"))

    def write(self, origin: str, nonce: str) -> bytes:
        """Return the page's HTML document as UTF-8.

        Args:
            origin: Origin of the server, for example "http://192.168.1.23:7077".
            nonce: Random text that allows the page's own scripts and styles, and no others.
        """
        return self._page.replace("{nonce}", nonce).encode("utf-8")


def escape_for_script(value: object) -> str:
    r"""Return a value as JSON that is safe inside a `<script>` element.

    >>> escape_for_script("</script>")
    '"\\u003c/script\\u003e"'
    """
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for char in "<>&\u2028\u2029":
        written = written.replace(char, f"\\u{ord(char):04x}")
    return written


def _write_font(file: Path, family: str, weight: int) -> str:
    packed = base64.b64encode(convert_to_woff(file.read_bytes())).decode("ascii")
    source = f"url(data:font/woff;base64,{packed}) format('woff')"
    return f"@font-face{{font-family:{family};font-weight:{weight};src:{source}}}\n"


def format_texts(texts: Texts) -> dict[str, object]:
    """Return the page's own texts in one language, by the keys that the page's script uses."""
    return {
        "faceNames": {face: name_animal(face, texts) for face in HUMAN_PORTRAITS},
        "joining": texts("You’re joining the table."),
        "yourName": texts("Your name"),
        "yourFace": texts("Your face"),
        "takeSeat": texts("Take a seat"),
        "private": texts("Your cards show on this phone only."),
        "local": texts("Nothing leaves your Wi-Fi."),
        "waiting": texts("Waiting for the host to let you in…"),
        "seated": texts("You’re in. The cards will be dealt soon."),
        "connecting": texts("Connecting…"),
        "lost": texts("Connection lost. Trying again…"),
        "refused": texts("The host has no seat for you right now."),
        "removed": texts("The host has taken your seat back."),
        "locked": texts("The cards are dealt: nobody new can join."),
        "full": texts("Too many guests are waiting. Come back soon."),
        "replaced": texts("Your hand is open on another page now."),
        "other_room": texts("This table is closed. Scan the code again."),
        "closed": texts("The table is closed. Thanks for playing!"),
        "again": texts("Try again"),
        "here": texts("Play here"),
        "yourHand": texts("Your hand"),
        "yourTurn": texts("your turn"),
        "old": texts("The table has moved on. Look again."),
        "tooLong": texts("This name is too long."),
        "cancel": texts("Cancel"),
        "plays": texts("Suggested plays"),
        "sound": texts("Sound"),
        "vibration": texts("Vibration"),
        "settings": texts("Settings"),
        "close": texts("Close"),
        "winner": texts("Winner"),
        "selected": texts("picked"),
        "choosePlace": texts("Choose a place"),
        "chooseGap": texts("Choose a gap in your hand"),
        "noName": texts("Type your name first."),
    }
