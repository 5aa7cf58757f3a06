"""Packs folders reproducibly: the same files give the same bytes."""

from __future__ import annotations

import gzip
import io
import lzma
import stat
import tarfile
import time
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path


def pack_tar(folder: Path, target: Path, top: str, date: int) -> None:
    """Pack a folder as tar.xz.

    Args:
        folder: The folder.
        target: Path of the archive.
        top: Name of the folder in the archive.
        date: Date of every file, in seconds since 1970.
    """
    plain = partial(_plain, date=date)
    best = 9 | lzma.PRESET_EXTREME
    with (
        lzma.open(target, "wb", preset=best) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive,
    ):
        add = partial(archive.add, recursive=False, filter=plain)
        add(folder, top)
        for path in in_order(folder):
            add(path, f"{top}/{path.relative_to(folder).as_posix()}")


def pack_zip(folder: Path, target: Path, top: str, date: int) -> None:
    """Pack a folder as zip; symbolic links become copies. Arguments are as in `pack_tar`."""
    moment = time.gmtime(max(date, 315_532_800))[:6]  # zip can't store times before 1980
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in in_order(folder):
            if path.is_dir():
                continue
            info = zipfile.ZipInfo(f"{top}/{path.relative_to(folder).as_posix()}", moment)
            info.external_attr = path.stat().st_mode << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, path.read_bytes())


def repack_tar(archive: Path, date: int) -> None:
    """Repack another tool's tar.gz without everything that differs between runs."""
    with tarfile.open(archive) as before:
        files = [
            (_plain(info, date), read.read() if (read := before.extractfile(info)) else b"")
            for info in sorted(before.getmembers(), key=lambda info: info.name)
        ]
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as after:
        for info, data in files:
            info.pax_headers = {}
            after.addfile(info, io.BytesIO(data))
    archive.write_bytes(gzip.compress(packed.getvalue(), 9, mtime=date))


def sort_zip(archive: Path) -> None:
    """Sort the files of a zip by name."""
    with zipfile.ZipFile(archive) as before:
        files = [(info, before.read(info)) for info in before.infolist()]
    with zipfile.ZipFile(archive, "w") as after:
        for info, data in sorted(files, key=lambda file: file[0].filename):
            after.writestr(info, data)


def _plain(info: tarfile.TarInfo, date: int) -> tarfile.TarInfo:
    info.uid = info.gid = 0
    info.uname = info.gname = "root"
    info.mtime = date
    info.mode = 0o755 if info.isdir() or info.mode & stat.S_IXUSR else 0o644
    return info


def in_order(folder: Path) -> Iterator[Path]:
    """Return everything in a folder, sorted by path."""
    return iter(sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).parts))
