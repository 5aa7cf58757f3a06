"""What is read aloud of a change: the log's own sentences, and whose turn it is; no pygame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.face.words.turn_words import (
    describe_deal,
    describe_turn_fully,
    note_line,
)
from red7_desktop.games.red7.rules.cards import LETTERS
from red7_desktop.games.red7.rules.scoring import points_of
from red7_desktop.games.red7.rules.state import MATCH_OVER, TURN
from red7_desktop.kit.language.rich_text import capitalize_runs, to_plain

if TYPE_CHECKING:
    from red7_desktop.games.red7.face.words.words import Words
    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.kit.language.rich_text import Runs
    from red7_desktop.play.session import Change
    from red7_desktop.tabletop.game import Note

_TOLD: Final = ("round_won", "scored")
"""The notes with sentences of their own; what the others say is part of a turn or a deal."""


def narrate(words: Words, change: Change, winners: tuple[int, ...] = ()) -> tuple[str, ...]:
    """Give the sentences of a change, as its viewer may hear them.

    winners: of the match, where this change ended it.
    """
    before, after = change.before, change.after
    lines: list[Runs] = []
    if len(after.turns) > len(before.turns):
        lines.append(describe_turn_fully(words, after.turns[-1], _read_exit_rule(change.notes)))
    lines += [note_line(words, note) for note in change.notes if note.code in _TOLD]
    if any(note.code == "dealt" for note in change.notes):
        lines += _narrate_deal(words, after)
    if winners and after.stage == MATCH_OVER:
        points = points_of(after.scores)[winners[0]] if after.keeps_points else None
        lines.append(words.match_won(winners, points))
    return _speak(words, lines, after, asks=not _is_asked(before) or bool(lines))


def narrate_opening(words: Words, seen: Red7Observation) -> tuple[str, ...]:
    """Give the sentences for a table that is opened: a deal, or whose turn it is."""
    is_new = not seen.turns and not seen.steps and seen.stage == TURN
    return _speak(words, _narrate_deal(words, seen) if is_new else [], seen, asks=True)


def _speak(
    words: Words, lines: list[Runs], seen: Red7Observation, *, asks: bool
) -> tuple[str, ...]:
    said = [to_plain(capitalize_runs(line)) for line in lines if line]
    if asks and _is_asked(seen):
        said.append(words.texts("It is your turn"))
    return tuple(said)


def _narrate_deal(words: Words, seen: Red7Observation) -> list[Runs]:
    return describe_deal(words, seen.rows, seen.hand_counts[0], seen.mover)


def _is_asked(seen: Red7Observation) -> bool:
    return seen.stage == TURN and seen.viewer in seen.to_act


def _read_exit_rule(notes: tuple[Note, ...]) -> int | None:
    letters = [dict(note.data)["rule"] for note in notes if note.code == "out"]
    return LETTERS.index(str(letters[0])) if letters else None
