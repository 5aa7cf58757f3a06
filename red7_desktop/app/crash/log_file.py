"""The log: a few files of bounded size, in which nobody is named and no card is told."""

from __future__ import annotations

import logging
import logging.handlers
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from red7_desktop.app.crash.redaction import Redactor

SIZE: Final = 500_000
"""Bytes after which the next file is begun."""

OLDER: Final = 2
"""So many full files are kept beside the one that is written."""

_FORM: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class RedactingFormatter(logging.Formatter):
    """Writes a line of the log, veiled as a whole, traceback and all."""

    def __init__(self, discretion: Redactor) -> None:
        super().__init__(_FORM)
        self._discretion = discretion

    def format(self, record: logging.LogRecord) -> str:
        """Give the text of a record."""
        return self._discretion.veil(super().format(record))


class _PatientHandler(logging.handlers.RotatingFileHandler):
    """Goes on in silence where the disk is full: the log is not what the player is here for."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 (logging's name)
        """Leave the record out."""

    def close(self) -> None:
        """Close the file; what cannot be written any more is left out."""
        with suppress(OSError):
            super().close()


def log_handler(
    path: Path, discretion: Redactor, size: int = SIZE, older: int = OLDER
) -> logging.Handler:
    """Give what writes to a log file, or to the terminal where no such file can be made."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_fifo():  # to open it would wait for a reader, if need be for ever
            raise OSError(f"{path.name} is a pipe")
        handler: logging.Handler = _PatientHandler(
            path, maxBytes=size, backupCount=older, encoding="utf-8", errors="backslashreplace"
        )
    except OSError:
        handler = logging.StreamHandler()
    handler.setFormatter(RedactingFormatter(discretion))
    return handler


def start_log(handler: logging.Handler) -> None:
    """Let everything that is logged from now on go to a handler."""
    logging.getLogger().addHandler(handler)
    logging.getLogger().setLevel(logging.INFO)
