"""What lies on the disk of matches: records of those that are over, and those that go on.

For any thread.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.app.match.autosave import HUMAN
from red7_desktop.app.match.desk import hints_of
from red7_desktop.app.match.slots import SaveSlots
from red7_desktop.app.profile.facts import MatchFacts, ProfileEvent, build_match_facts
from red7_desktop.app.replay.kept_records import LONGEST_FILE
from red7_desktop.tabletop.files import CannotRead, read_text
from red7_desktop.tabletop.record_lines import InvalidRecord, read_head
from red7_desktop.tabletop.save import DamagedSave
from red7_desktop.tabletop.zones import SEAT_LETTERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from red7_desktop.games.registry import Box
    from red7_desktop.tabletop.save import SavedMatch

FORGOTTEN: Final = "forgotten"
"""The kind of deeds that name matches which went on when everybody was forgotten, by their deals:
what is deleted does not come back as long as they go on."""


class OngoingMatch(NamedTuple):
    """A match that goes on, and the day on which it was played last."""

    saved: SavedMatch
    day: date

    @property
    def forgotten(self) -> ProfileEvent:
        """What is noted when everybody is forgotten."""
        match = self.saved.match
        return ProfileEvent(FORGOTTEN, match.game.name, str(match.seed), self.day, "")

    def is_forgotten(self, deeds: Iterable[ProfileEvent]) -> bool:
        """Tell whether one of these deeds says so."""
        own = self.forgotten
        return any((each.kind, each.game, each.key) == own[:3] for each in deeds)

    def facts(self, box: Box) -> MatchFacts:
        """Give what it came to up to now."""
        saved, hints = self.saved, hints_of(self.saved)
        names, players = zip(*[(seat.name, seat.player) for seat in saved.seats], strict=True)
        used = {SEAT_LETTERS.index(letter): n for letter, n in hints.items()}
        face = box[saved.match.game.name].face()
        return build_match_facts(saved.match, face, names, players, self.day, used)


def list_ongoing(folder: Path, read: Callable[[int], SavedMatch]) -> Iterator[OngoingMatch]:
    """Give the matches of people that go on.

    folder: of the slots. read: gives the match of a slot; raises CannotRead, DamagedSave.
    """
    slots = SaveSlots(folder)
    for number in sorted(slots.used()):
        with suppress(CannotRead, DamagedSave, OverflowError, OSError, ValueError):
            saved, day = read(number), date.fromtimestamp(slots.written(number))
            match, people = saved.match, [seat.player for seat in saved.seats]
            if match.revision and HUMAN in people and match.game.result(match.state) is None:
                yield OngoingMatch(saved, day)


def read_recorded_facts(folder: Path, box: Box) -> Iterator[MatchFacts]:
    """Give what the kept records tell, the oldest first; one that does not replay tells none.

    How many hints were used is not in them.
    """
    files: list[Path] = []
    with suppress(OSError):
        files = sorted(folder.glob("*.red7"))
    for file in files:
        try:
            text = read_text(file, LONGEST_FILE)
            row = box[read_head(text).game]
            face = row.face()
            match, seats, day = face.replay(text, row.rules())
        except (CannotRead, InvalidRecord, KeyError):
            continue
        players = [seat.player for seat in seats]
        if HUMAN in players:
            yield build_match_facts(match, face, [seat.name for seat in seats], players, day, {})
