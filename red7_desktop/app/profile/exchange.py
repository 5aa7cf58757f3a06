"""A profile as one file, to be taken to another machine: written whole, read with care; pure."""

from __future__ import annotations

import json
from datetime import date
from typing import TYPE_CHECKING, Any, Final, NoReturn

from red7_desktop.app.profile.facts import COLOURS, MatchFacts, ProfileEvent, RoundTally, SeatFacts
from red7_desktop.app.profile.store import Person, ProfileData
from red7_desktop.kit.look.own_faces import OWN_FACES
from red7_desktop.kit.setup import LONGEST_NAME, is_fit_name
from red7_desktop.tabletop.files import read_text
from red7_desktop.tabletop.plain_json import InvalidJson, read_json
from red7_desktop.tabletop.seated import explain_unfit_name

if TYPE_CHECKING:
    from pathlib import Path

FORMAT: Final = "red7-desktop profile"

VERSION: Final = 1

LONGEST: Final = 32_000_000
"""No file is longer, in bytes; 10,000 matches take some 6,000,000."""

_MOST_PEOPLE: Final = 100

_MOST_SEATS: Final = 10

_MOST_MARKS: Final = 40

_LONGEST_WORD: Final = 2_000

_LARGEST: Final = 1_000_000


class InvalidProfile(ValueError):
    """A file that is no profile, or a damaged one: `place`, and `why` in words."""

    def __init__(self, place: str, why: str) -> None:
        super().__init__(f"{place}: {why}")
        self.place = place
        self.why = why


def write_profile(kept: ProfileData) -> str:
    """Give a profile as text."""
    lines = [
        json.dumps(
            {
                "uid": match.uid,
                "game": match.game,
                "options": match.options,
                "day": match.day.isoformat(),
                "rounds": match.rounds,
                "over": match.is_over,
                "seats": [
                    [
                        *(seat.name, seat.player, person, seat.score, seat.is_winner),
                        *(seat.turns, seat.hints, [list(mark) for mark in seat.marks]),
                    ]
                    for seat, person in zip(match.seats, people, strict=True)
                ],
            },
            ensure_ascii=False,
        )
        for match, people in kept.matches
    ]
    head = json.dumps(
        {
            "format": FORMAT,
            "version": VERSION,
            "people": [list(each) for each in kept.people],
            "deeds": [[by, *deed[:3], deed.day.isoformat(), *deed[4:]] for by, deed in kept.deeds],
        },
        ensure_ascii=False,
    )
    return f'{head[:-1]}, "matches": [\n' + ",\n".join(lines) + "\n]}\n"


def read_profile(file: Path) -> ProfileData:
    """Read a file that `written` made. Raises CannotRead, InvalidProfile."""
    return parse_profile(read_text(file, LONGEST))


def parse_profile(text: str) -> ProfileData:
    """Read a text that `written` made. Raises InvalidProfile for the first thing that is wrong."""
    try:
        document = read_json(text, LONGEST)
    except InvalidJson as error:
        raise InvalidProfile(error.place, error.why) from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        _refuse("format", f"must be {FORMAT!r}")
    if document.get("version") != VERSION:
        _refuse("version", f"must be {VERSION}: it may come from a newer version of the program")
    people = [
        _read_person(each, f"people[{at}]")
        for at, each in enumerate(_read_list(document.get("people"), "people", _MOST_PEOPLE))
    ]
    numbers = {person.number for person in people}
    if len(numbers) < len(people):
        _refuse("people", "somebody is there twice")
    matches = _read_list(document.get("matches"), "matches", _LARGEST)
    found = tuple([_read_match(each, f"matches[{at}]", numbers) for at, each in enumerate(matches)])
    deeds = _read_list(document.get("deeds", []), "deeds", _LARGEST)
    done = tuple([_read_event(each, f"deeds[{at}]", numbers) for at, each in enumerate(deeds)])
    return ProfileData(tuple(people), people[0].number if people else 0, found, done)


def _refuse(place: str, why: str) -> NoReturn:
    raise InvalidProfile(place, why)


def _read_list(value: Any, place: str, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        _refuse(place, f"must be a list of at most {most}")
    return value


def _read_person(value: Any, place: str) -> Person:
    match value:
        case [int(number), str(name), str(colour), str(face)]:
            if not is_fit_name(name):
                _refuse(place, f"must have a name of at most {LONGEST_NAME} characters, or none")
            known = colour in COLOURS and face in OWN_FACES
            looks = (colour, face) if known else (COLOURS[0], OWN_FACES[0])
            return Person(_read_whole(number, place), name, *looks)
    _refuse(place, "must be number, name, colour and face")


def _read_event(value: Any, place: str, people: set[int]) -> tuple[int, ProfileEvent]:
    match value:
        case [int(by), str(kind), str(game), str(key), str(day), str(outcome), number]:
            if by not in people:
                _refuse(place, "names a person who is not there")
            if max(map(len, (kind, game, key, outcome))) > _LONGEST_WORD:
                _refuse(place, f"words must have at most {_LONGEST_WORD} letters")
            return by, ProfileEvent(
                kind, game, key, _read_day(day, place), outcome, _read_whole(number, place)
            )
    _refuse(place, "must be person, kind, game, key, day, outcome and value")


def _read_day(day: str, place: str) -> date:
    try:
        return date.fromisoformat(day)
    except ValueError:
        _refuse(place, "must have a day such as '2026-01-31'")


def _read_match(
    value: Any, place: str, people: set[int]
) -> tuple[MatchFacts, tuple[int | None, ...]]:
    match value:
        case {
            "uid": str(uid),
            "game": str(game),
            "options": str(options),
            "day": str(day),
            "rounds": rounds,
            "over": bool(over),
            "seats": seats,
        }:
            played = _read_day(day, f"{place}.day")
            if not uid or max(map(len, (uid, game, options))) > _LONGEST_WORD:
                _refuse(place, f"uid, game and options must have at most {_LONGEST_WORD} letters")
            at = [
                _read_seat(each, f"{place}.seats[{nth}]", people)
                for nth, each in enumerate(_read_list(seats, f"{place}.seats", _MOST_SEATS))
            ]
            count = _read_whole(rounds, f"{place}.rounds")
            facts = MatchFacts(uid, game, options, played, count, over, tuple([s for s, _ in at]))
            return facts, tuple([person for _, person in at])
    _refuse(place, "must have uid, game, options, day, rounds, over and seats")


def _read_seat(value: Any, place: str, people: set[int]) -> tuple[SeatFacts, int | None]:
    match value:
        case [str(name), str(player), person, score, bool(won), turns, hints, list(marks)]:
            for text in (name, player):
                why = explain_unfit_name(text)
                if why:
                    _refuse(place, why)
            if person is not None and person not in people:
                _refuse(place, "names a person who is not there")
            points = None if score is None else _read_whole(score, place)
            told = tuple(
                [_read_mark(each, place) for each in _read_list(marks, place, _MOST_MARKS)]
            )
            if len({mark.key for mark in told}) < len(told):
                _refuse(place, "has a mark twice")
            counts = _read_whole(turns, place), _read_whole(hints, place)
            return SeatFacts(name, player, points, won, *counts, told), person
    _refuse(place, "must be name, player, person, score, won, turns, hints and marks")


def _read_mark(value: Any, place: str) -> RoundTally:
    match value:
        case [str(key), rounds, won] if len(key) <= _MOST_MARKS:
            return RoundTally(key, _read_whole(rounds, place), _read_whole(won, place))
    _refuse(place, "a mark must be key, rounds and those won")


def _read_whole(value: Any, place: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > _LARGEST:
        _refuse(place, f"{str(value)[:40]!r} must be a whole number of at most {_LARGEST}")
    return value
