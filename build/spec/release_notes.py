"""Prints the notes of a release: `python build/spec/release_notes.py VERSION`.

They are short: a summary, a table of the downloads, and a link to all changes.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

from contents import HOME_PAGE, NAME

CHANGELOG: Final = Path(__file__).resolve().parents[2] / "CHANGELOG.md"
FILES: Final = (
    ("Windows 10 or newer", f"{NAME}-{{}}-setup.exe", f"{NAME}-{{}}-windows-arm64.zip"),
    ("Debian 12, Ubuntu 22.04 or newer", f"{NAME}_{{}}_amd64.deb", f"{NAME}_{{}}_arm64.deb"),
    (
        "Other Linux with glibc 2.34 or newer",
        f"{NAME}-{{}}-linux-x86_64.tar.xz",
        f"{NAME}-{{}}-linux-arm64.tar.xz",
    ),
    ("macOS 11 or newer", f"{NAME}-{{}}-macos-x86_64.zip", f"{NAME}-{{}}-macos-arm64.zip"),
)
"""A row for each system: its name, the file for Intel and AMD processors, the file for ARM."""


def section_of(version: str, changelog: str) -> str:
    r"""Return the changelog's section about a version, without its heading.

    Raises:
        SystemExit: There is none.

    >>> log = "# Log\n\n## [1.1.0] - 2026-01-02\n\nBetter.\n\n### Added\n\n- New.\n\n## [1.0.0]\n"
    >>> section_of("1.1.0", log)
    'Better.\n\n### Added\n\n- New.'
    >>> section_of("1.1", log)
    Traceback (most recent call last):
    SystemExit: CHANGELOG.md says nothing of 1.1
    """
    headed = rf"^## \[{re.escape(version)}\][^\n]*\n(.*?)(?=^## |\Z)"
    found = re.search(headed, changelog, re.MULTILINE | re.DOTALL)
    if found is None or not found[1].strip():
        raise SystemExit(f"CHANGELOG.md says nothing of {version}")
    return found[1].strip()


def summary_of(version: str, changelog: str) -> str:
    r"""Return the summary of a section, which comes before its first list.

    Raises:
        SystemExit: There is none.

    >>> summary_of("1.0", "## [1.0]\n\nTwo\ngames.\n\n### Added\n\n- One.\n")
    'Two games.'
    """
    summary = section_of(version, changelog).partition("### ")[0].split()
    if not summary:
        raise SystemExit(
            f"CHANGELOG.md doesn't sum up {version}: write a sentence under its heading"
        )
    return " ".join(summary)


def notes_of(version: str, changelog: str) -> str:
    """Return the notes of a version in Markdown.

    Raises:
        SystemExit: The changelog lacks the version.
    """
    rows = [
        f"| {system} | `{intel.format(version)}` | `{arm.format(version)}` |"
        for system, intel, arm in FILES
    ]
    links = (
        f"[How to install]({HOME_PAGE}#download-and-play)",
        f"[All changes]({HOME_PAGE}/blob/v{version}/CHANGELOG.md)",
        "`SHA256SUMS` has the checksums",
    )
    return "\n".join(
        (
            summary_of(version, changelog),
            "",
            "| Which file do I need? | Intel, AMD | ARM, Apple silicon |",
            "| --- | --- | --- |",
            *rows,
            "",
            " · ".join(links),
            "",
        )
    )


if __name__ == "__main__":
    print(notes_of(sys.argv[1], CHANGELOG.read_text("utf-8")), end="")
