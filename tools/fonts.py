"""Make the fallback fonts for letters that the program's own fonts lack.

    python tools/fonts.py NOTO CJK.ttc

NOTO is a folder with the Noto Sans fonts, CJK.ttc the collection Noto Sans CJK. On Debian they are
in the packages fonts-noto-core and fonts-noto-cjk. The script needs fonttools (the extra `art`).
Of the Chinese, Japanese and Korean characters, only GB 2312 level 1, JIS X 0208 level 1, Big5 level
1 and KS X 1001 (Hangul) are kept: all characters would take 16 MB.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

FONTS: Final = Path(__file__).resolve().parents[1] / "assets" / "fonts"
SCRIPTS: Final = (
    *("Armenian", "Georgian", "Thai", "Lao", "Devanagari", "Bengali", "Gurmukhi", "Tamil"),
    *("Telugu", "Khmer"),
)
"""Scripts that have a Noto Sans font of their own. Rubik covers Cyrillic, Hebrew and Arabic."""
LATIN_GREEK_CYRILLIC: Final = (
    "0020-007E,00A0-052F,1E00-1FFF,2000-206F,20A0-20BF,2116,2122"  # Unicode ranges
)
_LATER: Final = 0x1100
"""First code point that isn't covered by Noto Sans itself."""


def main() -> None:
    """Make both fonts and write them into the project's font folder."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("noto", type=Path)
    parser.add_argument("cjk", type=Path)
    options = parser.parse_args()
    for file in (options.noto / "NotoSans-Regular.ttf", options.cjk):
        if not file.is_file():
            parser.error(f"there is no file {file}")
    with tempfile.TemporaryDirectory() as scratch:
        parts = [Path(scratch, "NotoSans.ttf")]
        _subset(
            options.noto / "NotoSans-Regular.ttf", parts[0], f"--unicodes={LATIN_GREEK_CYRILLIC}"
        )
        for script in SCRIPTS:
            parts.append(Path(scratch, f"{script}.ttf"))
            _subset(options.noto / f"NotoSans{script}-Regular.ttf", parts[-1], "--unicodes=*")
        merged = FONTS / "NotoSans_400Regular.ttf"
        subprocess.run(["pyftmerge", f"--output-file={merged}", *map(str, parts)], check=True)
        signs = Path(scratch, "signs.txt")
        signs.write_text("".join(sorted(list_cjk_signs())), encoding="utf-8")
        _subset(
            options.cjk,
            FONTS / "NotoSansCJK_400Regular.ttf",
            f"--text-file={signs}",
            "--font-number=2",  # the forms used in mainland China
            "--layout-features=",
            "--drop-tables+=GPOS,GSUB,GDEF,BASE,vhea,vmtx,VORG",
        )


def list_cjk_signs() -> set[str]:
    r"""Return the Chinese, Japanese and Korean characters to keep.

    >>> signs = list_cjk_signs()
    >>> {"李", "明", "さ", "김", "臺"} <= signs, "\U00020000" in signs
    (True, False)
    """
    signs = {chr(code) for code in (*range(0x3000, 0x3190), *range(0xFF01, 0xFFE7))}
    signs |= _decode("gb2312", range(0xB0, 0xD8), range(0xA1, 0xFF))
    signs |= _decode("euc_jp", range(0xB0, 0xD0), range(0xA1, 0xFF))
    signs |= _decode("euc_kr", range(0xB0, 0xC9), range(0xA1, 0xFF))
    signs |= _decode("big5", range(0xA4, 0xC7), (*range(0x40, 0x7F), *range(0xA1, 0xFF)))
    return {sign for sign in signs if ord(sign) >= _LATER}


def _decode(codec: str, rows: Iterable[int], cells: Iterable[int]) -> set[str]:
    """Return the characters of a block in a two-byte encoding.

    Args:
        codec: The encoding.
        rows: First bytes.
        cells: Second bytes.
    """
    columns = tuple(cells)
    decoded = {bytes((row, cell)).decode(codec, "replace") for row in rows for cell in columns}
    return {sign for sign in decoded if len(sign) == 1 and sign != "\N{REPLACEMENT CHARACTER}"}


def _subset(source: Path, target: Path, *options: str) -> None:
    command = ["pyftsubset", str(source), "--no-hinting", f"--output-file={target}", *options]
    subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
