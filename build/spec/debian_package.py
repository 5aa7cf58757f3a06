"""Builds a Debian package from the one-folder application.

The application goes to `/usr/lib`, with a link in `/usr/games`. A menu entry, icons, metadata for
software centres, a manual page and the licences go to Debian's usual places. Needs dpkg-deb and
readelf.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from email.utils import formatdate
from pathlib import Path
from typing import Final

from archives import in_order
from contents import NAME
from inspection import least_glibc, size_of
from linux_desktop import PROJECT, SOURCES, fields_of, fill_template, install_desktop_files, write

MAINTAINER: Final = "Red7 Desktop contributors <noreply@red7-desktop.invalid>"
"""Debian requires an address, but the project has no mailbox; `.invalid` is a reserved domain."""
ARCHITECTURES: Final = {"x86_64": "amd64", "aarch64": "arm64"}
DEPENDS: Final = ("libgcc-s1", "libstdc++6", "libx11-6", "libxext6", "zlib1g")
"""Packages that the program is linked to, or that it needs to open a window."""

RECOMMENDS: Final = (
    "libasound2 | libasound2t64",
    "libdecor-0-0",
    "libpulse0",
    "libwayland-client0",
    "libwayland-cursor0",
    "libwayland-egl1",
    "libxcursor1",
    "libxfixes3",
    "libxi6",
    "libxkbcommon0",
    "libxrandr2",
    "libxss1",
    "shared-mime-info",
)
"""Packages that improve the program. SDL loads libraries for sound, Wayland, screens and cursors if
they exist; shared-mime-info opens records on a double click."""
SUGGESTS: Final = "speech-dispatcher"
"""Package with the voice that reads the screen aloud."""

DESCRIPTION: Final = """\
card games Red7 and Spring Cleaning (unofficial)
 In Red7, every card is a number from 1 to 7 in one of seven colours, and every
 colour is a rule. Play a card, change the rule, or do both: if you aren't
 winning when your turn ends, you're out.
 .
 In Spring Cleaning, you may not sort your hand. Play neighbouring cards that
 are equal or rise by one, tidy up with what you draw, and be the first to get
 rid of all your cards.
 .
 Red7 takes two to four players, Spring Cleaning up to five: people sharing a
 screen, AI opponents, or both. The match is saved after every step.
 .
 Red7 is a game and a name of Asmadi Games, Spring Cleaning belongs to its own
 makers. They have no part in this program, and none of their art or text is
 used.
"""


class OutdatedManualError(Exception):
    """The manual page doesn't match the program."""


def make(app: Path, target: Path, scratch: Path, version: str, date: int) -> Path:
    """Build the package in a folder.

    Args:
        app: Folder of the application.
        target: Folder for the package.
        scratch: Folder for the package's tree of files.
        version: Version of the program.
        date: Date of every file, in seconds since 1970.

    Raises:
        OutdatedManualError: The manual page doesn't match the program.
        CalledProcessError: A command fails.
    """
    shutil.rmtree(scratch, ignore_errors=True)
    root = scratch / "tree"
    fields = fields_of(version, date)
    _lay_out_program(app, root)
    install_desktop_files(root / "usr/share", fields)
    write(root / "usr/share/lintian/overrides" / NAME, fill_template("lintian-overrides", fields))
    _lay_out_documents(app, root, version, date)
    _lay_out_manual(app, root, fields)
    architecture = ARCHITECTURES[os.uname().machine]
    _write_control(root, version, architecture)
    for path in [root, *in_order(root)]:
        if not path.is_symlink():
            is_executable = path.is_dir() or os.access(path, os.X_OK)
            path.chmod(0o755 if is_executable else 0o644)
            os.utime(path, (date, date))
    package = target / f"{NAME}_{version}_{architecture}.deb"
    command = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(root), str(package)]
    subprocess.run(command, env=os.environ | {"SOURCE_DATE_EPOCH": str(date)}, check=True)
    return package


def _lay_out_program(app: Path, root: Path) -> None:
    home = root / "usr/lib" / NAME
    shutil.copytree(app, home, symlinks=True)
    for name in ("LICENSE", "NOTICE", "_internal/licences"):  # installed with the documentation
        path = home / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    for library in home.rglob("*.so*"):
        if not library.is_symlink():
            library.chmod(0o644)
    link = root / "usr/games" / NAME
    link.parent.mkdir(parents=True)
    link.symlink_to(Path("../lib", NAME, NAME))


def _lay_out_documents(app: Path, root: Path, version: str, date: int) -> None:
    documents = root / "usr/share/doc" / NAME
    left_to_debian = shutil.ignore_patterns("GPL-*.txt", "LICENSE")
    shutil.copytree(app / "_internal/licences", documents / "licences", ignore=left_to_debian)
    write(documents / "copyright", copyright_text())
    entry = (
        f"{NAME} ({version}) unstable; urgency=medium\n\n"
        f"  * Version {version}; CHANGES.gz in this folder says what is new.\n\n"
        f" -- {MAINTAINER}  {formatdate(date)}\n"
    )
    _write_packed(documents / "changelog.gz", entry)
    _write_packed(documents / "CHANGES.gz", (PROJECT / "CHANGELOG.md").read_text("utf-8"))


def _lay_out_manual(app: Path, root: Path, fields: Mapping[str, str]) -> None:
    manual = fill_template(f"{NAME}.6", fields)
    asked = subprocess.run([app / NAME, "--help"], capture_output=True, text=True, check=True)
    check_manual(manual, asked.stdout)
    _write_packed(root / "usr/share/man/man6" / f"{NAME}.6.gz", manual)


def check_manual(manual: str, help_text: str) -> None:
    r"""Compare the options in the manual page with those of `--help`.

    Raises:
        OutdatedManualError: An option is only in one of them.

    >>> check_manual(r".B \-\-play", "usage: red7-desktop [--play]")
    >>> check_manual(r".B \-\-play", "usage: red7-desktop [--deal NUMBER]")
    Traceback (most recent call last):
    debian_package.OutdatedManualError: options in the manual page or in --help only: --deal, --play
    """
    option = re.compile(r"--[a-z][a-z-]*")
    documented = set(option.findall(manual.replace("\\-", "-")))
    available = set(option.findall(help_text))
    if documented != available:
        only = ", ".join(sorted(documented ^ available))
        raise OutdatedManualError(f"options in the manual page or in --help only: {only}")


def copyright_text() -> str:
    """Return the copyright file: the handwritten part, followed by the texts of the licences."""
    fonts = sorted((PROJECT / "assets" / "fonts").glob("OFL-*.txt"))
    open_fonts = fonts[0].read_text("utf-8").partition("-----\n")[2]
    expat = (PROJECT / "LICENSE").read_text("utf-8").partition("Permission is")
    return "\n".join(
        (
            (SOURCES / "copyright").read_text("utf-8"),
            f"License: Expat\n{_as_paragraphs(expat[1] + expat[2])}",
            f"License: OFL-1.1\n{_as_paragraphs(open_fonts)}",
        )
    )


def _as_paragraphs(text: str) -> str:
    """Format a text for Debian's control files: indented by one, with a dot for an empty line."""
    return "".join(f" {line.strip() or '.'}\n" for line in text.strip().splitlines())


def _write_control(root: Path, version: str, architecture: str) -> None:
    needed = (f"libc6 (>= {least_glibc(root)})", *DEPENDS)
    control = {
        "Package": NAME,
        "Version": version,
        "Architecture": architecture,
        "Maintainer": MAINTAINER,
        "Installed-Size": str((size_of(root) + 1023) // 1024),
        "Depends": ", ".join(needed),
        "Recommends": ", ".join(RECOMMENDS),
        "Suggests": SUGGESTS,
        "Section": "games",
        "Priority": "optional",
        "Description": DESCRIPTION.rstrip(),
    }
    sums = [
        f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(root).as_posix()}\n"
        for path in in_order(root)
        if path.is_file() and not path.is_symlink()
    ]
    write(root / "DEBIAN/control", "".join(f"{key}: {text}\n" for key, text in control.items()))
    write(root / "DEBIAN/md5sums", "".join(sums))


def _write_packed(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
