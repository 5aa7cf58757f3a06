"""Takes what an older program has left into a new library."""

from __future__ import annotations

import re
import sqlite3
from contextlib import suppress
from typing import Final

from red7_desktop.app.library import matches, people
from red7_desktop.app.library.older_homes import OldHome, read_running
from red7_desktop.games.registry import Box, load_all_rules
from red7_desktop.kit import storage
from red7_desktop.tabletop import files
from red7_desktop.tabletop.match import DamagedSave, read_game_name, read_match
from red7_desktop.tabletop.puzzle import text_of_puzzle
from red7_desktop.tabletop.records import read_head

_UID_BYTES: Final = 12
_DAY: Final = re.compile(r'"day": "([0-9]{4}-[0-9]{2}-[0-9]{2})"')


def put_running_matches(db: sqlite3.Connection, paths: storage.Paths, now: float) -> None:
    """Add the running matches of an older program to a library.

    Args:
        db: The library, in a transaction.
        paths: Where the home is.
        now: Seconds since 1970: a match that was written later than this can't be the newest.
    """
    for text in read_running(paths.saves, now):
        matches.put_running(db, _describe_save(text))


def _describe_save(text: str) -> matches.RunningRow:
    """Return the row of a save, whose text may make no sense."""
    day = _DAY.search(text)
    uid = files.make_digest(text, _UID_BYTES)
    return matches.RunningRow(uid, read_game_name(text) or "", text, day[1] if day else "", "")


def take_in_once(db: sqlite3.Connection, home: OldHome | None, box: Box) -> None:
    """Add everything but the running matches of an older program to a library, once.

    Args:
        db: The library, in a transaction.
        home: What the older program has left, None for nothing.
        box: The games that there are.
    """
    (is_done,) = db.execute("SELECT taken_in FROM epoch").fetchone()
    if not is_done and home is not None:
        _take_in_home(db, home)
        _delete_ended(db, home, box)
    db.execute("UPDATE epoch SET taken_in = 1")


def _take_in_home(db: sqlite3.Connection, home: OldHome) -> None:
    unused = people.find_unused_person(db)
    facts = [*home.matches, *[record.facts for record in home.records]]
    if home.people:
        own = people.merge_people(db, home.people)
    else:
        own = people.add_people_of(db, facts)
    if unused is not None and own:
        people.delete_person(db, unused)
    chosen = own.get(home.chosen) or people.ensure_chosen(db)
    people.choose_person(db, chosen)
    everyone = people.list_people(db)
    for match in facts:
        if home.people:
            seated = people.renumber_people(match, own)
        else:
            seated = match.with_people(everyone, chosen)
        is_counted = any(seat.is_person for seat in match.seats)
        if not people.has_match(db, match.uid):
            people.put_match(db, seated, is_counted=is_counted)
    for record in home.records:
        row = matches.PlayedRow(
            record.facts.uid,
            record.text,
            record.is_pinned,
            record.curve,
            record.ended,
            record.is_searched,
        )
        matches.put_record(db, row)
    for person, event in home.events:
        people.put_event(db, event, own.get(person, chosen))
    for game, puzzles in home.puzzles.items():
        texts = [(puzzle.key, text_of_puzzle(puzzle)) for puzzle in puzzles]
        matches.put_puzzles(db, game, texts, len(texts))


def _delete_ended(db: sqlite3.Connection, home: OldHome, box: Box) -> None:
    """Delete running matches that are over: an older program had no time to; they are on record."""
    heads = [read_head(record.text) for record in home.records]
    ended = {(head.game, head.seed, head.seats) for head in heads}
    games = load_all_rules(box)
    for row in matches.list_running(db):
        with suppress(DamagedSave):
            match, seats, _ = read_match(row.text, games)
            is_over = match.game.result(match.state) is not None
            if is_over and (match.game.name, match.seed, seats) in ended:
                matches.delete(db, row.uid)
