"""Shows toasts about saved, unreadable and damaged files, and copies text to the clipboard."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol

import pygame

from red7_desktop import PRODUCT
from red7_desktop.kit import storage, texts, ui
from red7_desktop.tabletop import files, match


def _failing(
    say: Callable[[texts.Texts], str],
) -> Callable[[Notices, files.FileWriteError | None], None]:
    """Return a method for `Notices` that takes an error and shows a toast about it.

    The returned method does nothing if its argument is None.

    Args:
        say: Returns the toast's text, in which `{why}` is replaced by the error's reason.
    """

    def show_failure(self: Notices, trouble: files.FileWriteError | None) -> None:
        if trouble is not None:
            words = self._ui.texts
            message = texts.fill_template(say(words), why=explain_error(trouble, words))
            self._warn(texts.to_plain(message))

    return show_failure


class DescribableFileProblem(Protocol):
    """A problem found in one of the program's files, with a method that describes it to the user.

    For example, `storage.StoredFileProblem` is such a problem.
    """

    def words(self, texts: texts.Texts) -> str:
        """Return the message that a toast shows about the problem."""


class Notices:
    """Shows toasts about files: saved, damaged, or impossible to read or write."""

    def __init__(self, ui: ui.Ui) -> None:
        self._ui = ui

    not_saved = _failing(lambda texts: texts("Matches and results can’t be saved: {why}"))
    settings_not_kept = _failing(lambda texts: texts("Settings can’t be saved: {why}"))
    setup_not_kept = _failing(lambda texts: texts("The game setup can’t be saved: {why}"))
    record_not_saved = _failing(lambda texts: texts("The replay can’t be saved: {why}"))
    record_not_changed = _failing(lambda texts: texts("The replay can’t be changed: {why}"))
    profile_not_written = _failing(lambda texts: texts("The profile can’t be exported: {why}"))
    picture_not_saved = _failing(lambda texts: texts("The picture can’t be saved: {why}"))
    _match_not_deleted = _failing(lambda texts: texts("The match can’t be deleted: {why}"))

    def match_not_deleted(self, trouble: storage.LockHeld | files.FileWriteError) -> None:
        if isinstance(trouble, files.FileWriteError):
            self._match_not_deleted(trouble)
        else:
            self._warn(self._ui.texts("This match is being played in another window."))

    def record_saved(self, file: Path) -> None:
        self._ui.stage.toasts.show(self._ui.texts("Saved as {path}", path=str(file)))

    def file_troubles(self, troubles: Iterable[DescribableFileProblem]) -> None:
        """Show a toast for each problem found in the program's files."""
        for trouble in troubles:
            self._warn(trouble.words(self._ui.texts))

    def layouts_left_out(self, names: Iterable[str]) -> None:
        for name in names:
            self._warn(self._ui.texts("The layout {name} is damaged and was skipped.", name=name))

    def warn_of_other_instances(self) -> None:
        self._warn(
            self._ui.texts(
                "{program} is also open in another window. This window has its own match.",
                program=PRODUCT,
            )
        )

    def _warn(self, message: str) -> None:
        self._ui.stage.toasts.show(message, style="warning")


def explain_error(error: files.FileError | match.DamagedSaveError, texts: texts.Texts) -> str:
    """Return the reason for an error in words that can follow a colon.

    Unknown reasons are given in the operating system's words.
    """
    if isinstance(error, match.DamagedSaveError):
        if error.code == "newer_version":
            return texts("it comes from a newer version of the program")
        return texts("it’s damaged")
    words = {
        "missing": texts("no such file or folder"),
        "folder": texts("it’s a folder"),
        "not_a_file": texts("it isn’t a regular file"),
        "not_permitted": texts("permission denied"),
        "full": texts("the disk is full"),
        "bad_name": texts("its name can’t be used here"),
        "not_text": texts("it isn’t a text file"),
        "too_large": texts("it’s too large"),
        "newer": texts("it comes from a newer version of the program"),
        "busy": texts("another program is using the file"),
    }
    return words.get(error.code, error.why)


def copy_and_notify(ui: ui.Ui, text: str, done: str) -> None:
    """Copy a text to the clipboard, and show a toast: `done`, or a warning if copying failed."""
    toasts = ui.stage.toasts
    if SystemClipboard().copy(text):
        toasts.show(done)
    else:
        toasts.show(ui.texts("Can’t copy here"), style="warning")


class SystemClipboard:
    """The system's clipboard, accessed through SDL; it only works while a window is open."""

    def copy(self, text: str) -> bool:
        """Copy a text; return False if the clipboard isn't available."""
        try:
            pygame.scrap.put_text(text)
        except (pygame.error, AttributeError):
            return False
        return True

    def paste(self) -> str:
        """Return the clipboard's text, "" if there is none."""
        try:
            if pygame.scrap.has_text():
                return pygame.scrap.get_text()
            return ""
        except (pygame.error, AttributeError, UnicodeDecodeError):
            return ""
