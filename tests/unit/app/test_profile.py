"""People and their matches are kept, survive what may happen to a file, and add up."""

from __future__ import annotations

import json
import math
import sqlite3
import threading
from collections.abc import Iterator
from datetime import date, timedelta
from functools import partial
from itertools import groupby
from pathlib import Path

import pytest

from red7_desktop.app.profile.profile_store import (
    MARK,
    NEWEST,
    ProfileStore,
    parse_profile,
    read_profile,
)
from red7_desktop.app.profile.profile_store import write_profile as written_out
from red7_desktop.app.profile.statistics import (
    COLOURS,
    MatchFacts,
    Person,
    ProfileData,
    ProfileEvent,
    RatedMatch,
    Rating,
    RivalSums,
    RoundTally,
    SeatFacts,
    build_match_facts,
    compute_sums,
    update_rating,
)
from red7_desktop.games.registry import BOX
from red7_desktop.kit.storage import BackgroundTask, Lock
from red7_desktop.tabletop.files import CannotWrite, InvalidValue
from tests.matches import begin, played

FIRST = date(2026, 1, 30)
MARKS = (RoundTally("G", 1, 1), RoundTally("R", 2, 1))


def match(
    uid: str, *, won: bool = True, day: int = 0, level: str = "sharp", name: str = "Mara"
) -> MatchFacts:
    marks = (RoundTally("G", 1, int(won)), RoundTally("R", 2, 1))
    seats = (
        SeatFacts(name, "human", 30, won, 9, 1, marks),
        SeatFacts("Ravi", level, 12, not won, 9),
    )
    return MatchFacts(uid, "red7", "{}", FIRST + timedelta(days=day), 3, True, seats)


def seated(match: MatchFacts, *people: int | None) -> MatchFacts:
    seats = zip(match.seats, people, strict=True)
    return match._replace(seats=tuple([seat._replace(person=number) for seat, number in seats]))


def people_on(store: ProfileStore) -> list[tuple[int | None, ...]]:
    return [tuple([seat.person for seat in each.seats]) for each in store.read().matches]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ProfileStore]:
    made = ProfileStore(tmp_path / "saves" / "profile.sqlite3", lambda: ())
    yield made
    made.close()


def test_the_rating_is_that_of_the_published_example() -> None:
    met = [
        RatedMatch(Rating(1400, 30), 1.0),
        RatedMatch(Rating(1550, 100), 0.0),
        RatedMatch(Rating(1700, 300), 0.0),
    ]
    after = update_rating(Rating(1500, 200, 0.06), met)
    assert after.value == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=1e-5)
    idle = update_rating(after, [])
    assert after.deviation < idle.deviation < 160


@pytest.mark.parametrize(
    ("before", "met"),
    [
        (Rating(1500, 200, 0.06), [RatedMatch(Rating(1400, 30), 1.0)]),
        (Rating(1500, 50, 0.06), [RatedMatch(Rating(2100, 30), 1.0)] * 5),  # a surprise
        (Rating(1500, 50, 0.3), [RatedMatch(Rating(1900, 30), 1.0)] * 4),
        (Rating(1500, 50, 0.5), [RatedMatch(Rating(1500, 30), 0.5)] * 9),  # none at all
        (Rating(1900, 300, 0.2), [RatedMatch(Rating(1500, 300), 0.0)] * 3),
    ],
)
def test_the_volatility_solves_its_equation(before: Rating, met: list[RatedMatch]) -> None:
    """Step 5 of the published algorithm, by halving."""
    scale, tau = 173.7178, 0.5
    phi, mu = before.deviation / scale, (before.value - 1500) / scale
    weights = [1 / math.sqrt(1 + 3 * (r.deviation / scale / math.pi) ** 2) for r, _ in met]
    pairs = zip(weights, met, strict=True)
    hopes = [1 / (1 + math.exp(-w * (mu - (r.value - 1500) / scale))) for w, (r, _) in pairs]
    variance = 1 / sum(w * w * e * (1 - e) for w, e in zip(weights, hopes, strict=True))
    gains = zip(weights, hopes, met, strict=True)
    delta = variance * sum(w * (score - e) for w, e, (_, score) in gains)

    def slope(x: float) -> float:
        total = phi * phi + variance + math.exp(x)
        pull = (x - math.log(before.volatility**2)) / tau**2
        return math.exp(x) * (delta * delta - total) / (2 * total * total) - pull

    low, high = -20.0, 5.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    after = update_rating(before, met)
    assert after.volatility == pytest.approx(math.exp(low / 2), rel=1e-6)
    spread = 1 / (phi * phi + after.volatility**2) + 1 / variance
    assert after.deviation == pytest.approx(scale / math.sqrt(spread))
    assert after.value == pytest.approx(before.value + scale * delta / variance / spread)


def test_no_deviation_grows_beyond_that_of_who_is_unknown() -> None:
    unknown = Rating()
    assert unknown == (1500.0, 350.0, 0.06)
    assert update_rating(unknown, []) == unknown
    assert update_rating(Rating(1500, 349.0), []).deviation == pytest.approx(349.16, abs=0.01)


def test_what_is_kept_is_read_again_once_be_its_record_read_before_or_after(
    store: ProfileStore,
) -> None:
    of_record = [seat._replace(hints=0) for seat in match("a").seats]
    for seats in (of_record, match("a").seats, of_record):
        store.keep(match("a")._replace(seats=tuple(seats)))
    (told,) = store.read().matches
    assert told == seated(match("a"), store.look().person.number, None)


def test_who_is_deleted_leaves_matches_to_a_guest(store: ProfileStore) -> None:
    me = store.look().person
    store.change(me._replace(name="Mara"))
    jonas = store.add("Jonas")
    store.note(ProfileEvent("puzzle", "red7", "a", FIRST, "solved"))
    store.keep(match("a", name="Mara"))
    store.keep(match("b", name="Jonas"))
    store.delete(jonas)
    kept = store.read()
    assert [person.name for person in kept.people] == ["Mara"]
    assert people_on(store) == [(me.number, None), (None, None)]
    assert kept.chosen == me.number
    assert kept.events == ()


def test_matches_count_for_people_by_name_and_for_who_plays_alone(store: ProfileStore) -> None:
    me = store.look().person
    store.change(me._replace(name="Mara"))
    jonas = store.add("Jonas")
    store.keep(match("a", name="MARA"))
    store.keep(match("b", name="a new name"))
    seats = tuple(SeatFacts(n, "human", 1, n == "Mara", 3) for n in ("Mara", "Guest", "Jonas"))
    store.keep(MatchFacts("c", "red7", "{}", FIRST, 1, True, seats))
    assert people_on(store) == [(me.number, None), (jonas, None), (me.number, None, jonas)]


VERSION_1 = """
CREATE TABLE people (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, colour TEXT NOT NULL, face TEXT NOT NULL,
    is_chosen INTEGER NOT NULL DEFAULT 0);
CREATE TABLE matches (
    id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, game TEXT NOT NULL, options TEXT NOT NULL,
    day TEXT NOT NULL, rounds INTEGER NOT NULL, is_over INTEGER NOT NULL);
CREATE TABLE seats (
    match INTEGER NOT NULL REFERENCES matches, seat INTEGER NOT NULL, name TEXT NOT NULL,
    player TEXT NOT NULL, person INTEGER REFERENCES people, score INTEGER,
    is_winner INTEGER NOT NULL, turns INTEGER NOT NULL, PRIMARY KEY (match, seat)) WITHOUT ROWID
"""


def test_a_file_of_version_1_is_brought_up_to_date(tmp_path: Path) -> None:
    file = tmp_path / "profile.sqlite3"
    db = sqlite3.connect(file)
    db.executescript(VERSION_1)
    db.execute(f"PRAGMA application_id = {MARK}")
    db.execute("PRAGMA user_version = 1")
    db.execute("INSERT INTO people VALUES (1, 'Mara', 'B', 'frog', 1)")
    db.execute("INSERT INTO matches VALUES (1, 'a', 'red7', '{}', '2026-01-30', 3, 1)")
    db.execute("INSERT INTO seats VALUES (1, 0, 'Mara', 'human', 1, 30, 1, 9)")
    db.commit()
    db.close()
    store = ProfileStore(file, lambda: ())
    store.keep(match("b"))
    kept = store.read()
    assert [(m.uid, m.seats[0].hints, len(m.seats[0].marks)) for m in kept.matches] == [
        ("a", 0, 0),
        ("b", 1, 2),
    ]
    assert store.look().person.name == "Mara"
    store.close()


LEFT = Path(__file__).parents[2] / "data" / "profile-f64ba4a"
BY_NAME = {"Mara": (1, "C", "frog"), "Jonas": (2, "B", "bear")}
LEFT_MATCHES = (
    MatchFacts(
        *("a1", "red7", '{"edition": "1.3", "target": 40}', FIRST, 3, True),
        (
            SeatFacts(*("Mara", "human", 30, True, 9, 1), marks=MARKS, person=1),
            SeatFacts("Ravi", "sharp", 12, False, 9),
        ),
    ),
    MatchFacts(
        *("b2", "spring", "{}", date(2026, 1, 31), 1, False),
        (
            SeatFacts("Jonas", "human", None, False, 4, person=2),
            SeatFacts("Gast", "human", None, False, 4, 2),
            SeatFacts("Hana", "expert", None, False, 3),
        ),
    ),
)
LEFT_EVENTS = (
    (1, ProfileEvent("puzzle", "red7", "17", date(2026, 1, 31), "solved")),
    (1, ProfileEvent("daily", "spring", "2026-01-31", date(2026, 1, 31), "won", 3)),
    (2, ProfileEvent("lesson", "red7", "one", date(2026, 2, 1), "done")),
)


def columns_in(file: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return name, type, whether it must be there and place in the key, by table."""
    db = sqlite3.connect(file)
    names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE sql NOT NULL")]
    found = {
        name: [(*row[1:4], row[5]) for row in db.execute(f"PRAGMA table_info({name})")]
        for name in names
    }
    db.close()
    return found


def test_what_f64ba4a_has_left_is_read_and_a_new_file_has_the_same_tables(tmp_path: Path) -> None:
    file = tmp_path / "profile.sqlite3"
    file.write_bytes((LEFT / file.name).read_bytes())
    store = ProfileStore(file, lambda: ())
    people = tuple([Person(number, name, *looks) for name, (number, *looks) in BY_NAME.items()])
    assert store.read() == ProfileData(people, 2, LEFT_MATCHES, LEFT_EVENTS)
    store.close()
    fresh = ProfileStore(tmp_path / "new.sqlite3", lambda: ())
    assert fresh.read().matches == ()
    fresh.close()
    assert columns_in(tmp_path / "new.sqlite3") == columns_in(file)


def test_what_f64ba4a_has_written_to_be_taken_along_is_read_and_written_alike() -> None:
    file = LEFT / "2026-02-01.red7profile"
    kept = read_profile(file)
    assert (kept.matches, kept.events) == (LEFT_MATCHES, LEFT_EVENTS)
    assert written_out(kept) == file.read_text("utf-8")


def test_deeds_are_those_of_the_chosen_person_and_go_elsewhere_once(
    store: ProfileStore, tmp_path: Path
) -> None:
    events = [
        ProfileEvent("puzzle", "red7", "17", FIRST, "missed"),
        ProfileEvent("daily", "", "x", FIRST, "won", 3),
    ]
    me = store.look().person
    for event in (*events, events[0]):
        store.note(event)
    jonas = store.add("Jonas")
    store.note(events[1])
    assert store.look().events == (events[1],)
    store.choose(me.number)
    assert store.look().events == (*events, events[0])
    other = ProfileStore(tmp_path / "other.sqlite3", lambda: ())
    for _ in range(2):
        other.take_in(parse_profile(written_out(store.read())))
    assert [event for _, event in other.read().events] == [*events, events[0], events[1]]
    store.delete_all()
    assert store.read().events == ()
    assert jonas
    other.close()


def foreign(file: Path) -> None:
    db = sqlite3.connect(file)
    db.execute("CREATE TABLE songs (name)")
    db.close()


def respelt(old: bytes, new: bytes, file: Path) -> None:
    store = ProfileStore(file, lambda: ())
    store.keep(match("old"))
    store.close()
    file.write_bytes(file.read_bytes().replace(old, new, 1))


def noise(file: Path) -> None:
    file.write_bytes(b"no database at all " * 400)


def torn(file: Path) -> None:
    whole = ProfileStore(file, lambda: ())
    kept = ProfileData((), 0, tuple(match(f"old {number}") for number in range(60)))
    whole.take_in(kept)
    whole.close()
    data = file.read_bytes()
    file.write_bytes(data[:4096] + bytes(4096) + data[8192:])


@pytest.mark.parametrize(
    "spoil",
    [
        *(foreign, noise, torn),
        partial(respelt, b"REFERENCES people", b"REFERENCES pegple"),
        partial(respelt, b"id INTEGER PRIMARY", b"id INTDGER PRIMARY"),
    ],
)
def test_what_is_no_profile_is_set_aside_and_made_anew_from_records(
    tmp_path: Path, spoil: object
) -> None:
    file = tmp_path / "profile.sqlite3"
    assert callable(spoil)
    spoil(file)
    before = file.read_bytes()
    store = ProfileStore(file, lambda: [match("a"), match("b", name="Jonas"), match("c")])
    assert [told.uid for told in store.read().matches] == ["a", "b", "c"]
    assert [person.name for person in store.read().people] == ["Mara", "Jonas"]
    assert file.with_name("profile.sqlite3.damaged-1").read_bytes() == before
    store.close()


def test_two_copies_do_not_set_aside_each_others_new_file(tmp_path: Path) -> None:
    file, good = tmp_path / "profile.sqlite3", tmp_path / "good.sqlite3"
    other = ProfileStore(good, lambda: [match("of the other copy")])
    assert other.read().matches
    other.close()
    noise(file)
    lock = Lock(file.with_name("profile.sqlite3.lock"))
    store = ProfileStore(file, lambda: ())

    def read() -> ProfileData:
        kept = store.read()
        store.close()
        return kept

    reading = BackgroundTask(read)
    thread = threading.Thread(target=reading.run)
    thread.start()
    thread.join(0.3)
    assert not reading.is_done
    assert not list(tmp_path.glob("*.damaged*"))
    good.replace(file)
    lock.release()
    thread.join()
    assert [told.uid for told in reading.result().matches] == ["of the other copy"]
    assert not list(tmp_path.glob("*.damaged*"))


def test_a_file_of_a_newer_program_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "profile.sqlite3"
    db = sqlite3.connect(file)
    db.execute(f"PRAGMA application_id = {MARK}")
    db.execute(f"PRAGMA user_version = {NEWEST + 1}")
    db.close()
    before = file.read_bytes()
    with pytest.raises(CannotWrite) as caught:
        ProfileStore(file, lambda: ()).keep(match("a"))
    assert caught.value.code == "newer"
    assert file.read_bytes() == before


SENSELESS = (
    ("UPDATE matches SET day = '2026-01-71' WHERE uid = 'a'", ["b"]),
    ("UPDATE matches SET rounds = 'many' WHERE uid = 'b'", ["a"]),
    ("UPDATE matches SET options = CAST(x'7bff7d' AS TEXT) WHERE uid = 'a'", ["a", "b"]),
    ("UPDATE seats SET turns = 'x' WHERE match = 1 AND seat = 1", ["b"]),
    ("UPDATE seats SET is_winner = 'x' WHERE match = 2 AND seat = 0", ["a"]),
    ("UPDATE marks SET won = x'00' WHERE match = 2", ["a"]),
    ("UPDATE deeds SET day = '2026-13-01'", ["a", "b"]),
    ("UPDATE people SET colour = 'I'", ["a", "b"]),
    ("UPDATE people SET colour = 7.5", ["a", "b"]),
    ("UPDATE people SET name = CAST(x'ff0a' AS TEXT)", ["a", "b"]),
)


@pytest.mark.parametrize(("change", "left"), SENSELESS)
def test_a_value_that_makes_no_sense_costs_what_it_belongs_to_and_no_more(
    tmp_path: Path, change: str, left: list[str]
) -> None:
    file = tmp_path / "profile.sqlite3"
    store = ProfileStore(file, lambda: ())
    store.change(store.look().person._replace(name="Mara"))
    store.keep(match("a"))
    store.keep(match("b"))
    store.note(ProfileEvent("puzzle", "red7", "17", FIRST, "solved"))
    store.close()
    db = sqlite3.connect(file)
    assert db.execute(change).rowcount
    db.commit()
    db.close()
    kept, seen = store.read(), store.look()
    assert [each.uid for each in kept.matches] == left
    (person,) = kept.people
    assert (seen.person, person.number, person.colour in COLOURS) == (person, kept.chosen, True)
    assert parse_profile(written_out(kept)).people == kept.people
    assert seen.score[0] == 2
    store.note(ProfileEvent("puzzle", "red7", "18", FIRST, "solved"))
    assert store.look().events[-1].key == "18"
    store.close()


def test_a_match_that_has_lost_its_number_keeps_no_other_out(store: ProfileStore) -> None:
    for uid in ("a", "b"):
        store.keep(match(uid))
    store.close()
    db = sqlite3.connect(store._file, isolation_level=None)
    db.execute("UPDATE matches SET id = -1 WHERE uid = 'b'")
    db.close()
    store.keep(match("c"))
    assert store.look().score[0] == 2
    assert {each.uid for each in store.read().matches} == {"a", "b", "c"}


def test_records_that_cannot_be_read_now_are_read_when_they_can(tmp_path: Path) -> None:
    fails = [True]

    def rebuild() -> list[MatchFacts]:
        if fails.pop():
            raise CannotWrite(tmp_path, "failed", "somebody holds it")
        return [match("a")]

    fails.insert(0, False)
    store = ProfileStore(tmp_path / "profile.sqlite3", rebuild)
    with pytest.raises(CannotWrite):
        store.read()
    assert [told.uid for told in store.read().matches] == ["a"]
    store.close()


def test_all_is_deleted_and_does_not_come_back(tmp_path: Path) -> None:
    store = ProfileStore(tmp_path / "profile.sqlite3", lambda: [match("a")])
    assert len(store.read().matches) == 1
    store.delete_all()
    store.close()
    assert store.read().matches == ()
    store.close()


# -- sums ------------------------------------------------------------------------------------


def test_sums_count_records_streaks_days_and_marks(store: ProfileStore) -> None:
    for nth, won in enumerate((True, True, False, True)):
        store.keep(match(str(nth), won=won, day=nth // 2, level="sharp" if won else "expert"))
    me = store.look().person.number
    sums = compute_sums(store.read(), me, "red7", {"sharp": 1470, "expert": 1584})
    assert (sums.played, sums.won, sums.streak, sums.best, sums.hints) == (4, 3, 1, 2, 4)
    assert [(day.played, day.won) for day in sums.days.values()] == [(2, 2), (2, 1)]
    assert sums.marks == {"R": (8, 4), "G": (4, 3)}
    assert (sums.against["sharp"].won, sums.against["expert"].lost) == (3, 1)
    first, last = sums.curve
    assert last.deviation < first.deviation < 350
    assert sums.against["sharp"].rating.value > 1527 > sums.against["expert"].rating.value
    assert compute_sums(store.read(), me, "another", {}).played == 0


@pytest.mark.parametrize(("won", "lost", "share"), [(0, 0, 0.0), (1, 0, 1.0), (1, 3, 0.25)])
def test_a_share_is_that_of_the_matches_won(won: int, lost: int, share: float) -> None:
    assert RivalSums(won=won, lost=lost).share == share


def test_a_match_given_up_counts_its_day_and_turns_alone() -> None:
    over = seated(match("a"), 1, None)
    given_up = over._replace(uid="b", is_over=False)
    sums = compute_sums(ProfileData((), 1, (over, given_up)), 1, "red7", {})
    assert (sums.played, sums.won, sums.rounds, sums.turns, sums.hints) == (1, 1, 3, 18, 2)
    assert sums.days == {FIRST: (2, 2)}
    assert (sums.since, sums.company) == (FIRST, 0)
    assert (sums.won_at, sums.unaided) == ({2: 1}, {})


def test_a_win_without_a_hint_counts_against_each_level_once_and_company_is_people() -> None:
    seats = (
        SeatFacts("Mara", "human", 30, True, 9, person=1),
        SeatFacts("Jonas", "human", 12, False, 9, person=2),
        SeatFacts("Ravi", "sharp", 12, False, 9),
        SeatFacts("Hana", "sharp", 12, False, 9),
    )
    kept = ProfileData((), 1, (MatchFacts("a", "red7", "{}", FIRST, 1, True, seats),))
    sums = compute_sums(kept, 1, "red7", {})
    assert (sums.won_at, sums.unaided, sums.company) == ({4: 1}, {"sharp": 1}, 1)
    assert (sums.against["sharp"].won, sums.against[2].won, sums.against[2].share) == (2, 1, 1.0)
    other = compute_sums(kept, 2, "red7", {})
    assert (other.won_at, other.unaided, other.company, set(other.against)) == ({}, {}, 1, {1})


@pytest.mark.parametrize("is_over", [True, False])
def test_what_is_kept_of_a_match(is_over: bool) -> None:
    match = played("advanced@1.3", 2, 5) if is_over else begin("advanced@1.3", 2, 5)
    facts = build_match_facts(match, BOX["red7"].face(), ("A", "B"), ("human", "x"), FIRST, {1: 2})
    won = [each.winner for each in match.state.rounds]
    turns = [len(list(group)) for _, group in groupby(match.log, key=lambda entry: entry.seat)]
    assert sum(seat.turns for seat in facts.seats) == len(turns)
    assert [seat.hints for seat in facts.seats] == [0, 2]
    assert (facts.is_over, facts.rounds, facts.day) == (is_over, max(1, len(won)), FIRST)
    assert [sum(mark.won for mark in seat.marks) for seat in facts.seats] == [
        won.count(0),
        won.count(1),
    ]
    result = match.game.result(match.state)
    assert [seat.is_winner for seat in facts.seats] == [
        result is not None and seat in result.winners for seat in (0, 1)
    ]
    assert [seat.score for seat in facts.seats] == list(result.scores if result else (None, None))
    # Profiles hold these: another one would let the same match in again.
    assert facts.uid == ("66fb0faff2f966072f5e2bcb" if is_over else "467c27c852407c146d01d53c")
    story, seats = BOX["red7"].face().story, (("A", "B"), ("human", "x"))
    again = story.replay(story.record(match, *seats, FIRST), match.game).match
    assert build_match_facts(again, BOX["red7"].face(), *seats, FIRST, {}).uid == facts.uid


# -- elsewhere and back ----------------------------------------------------------------------


def test_a_profile_goes_elsewhere_and_is_taken_in_once(store: ProfileStore, tmp_path: Path) -> None:
    store.change(store.look().person._replace(name="Mara", face="frog"))
    for nth in range(3):
        store.keep(match(str(nth)))
    file = tmp_path / "there.red7profile"
    file.write_text(written_out(store.read()), encoding="utf-8")
    other = ProfileStore(tmp_path / "other.sqlite3", lambda: ())
    assert other.take_in(read_profile(file)) == 3
    assert other.take_in(read_profile(file)) == 0
    mara = next(person for person in other.read().people if person.name == "Mara")
    assert mara.face == "frog"
    assert [people[0] for people in people_on(other)] == [mara.number] * 3
    other.close()


def spoilt(store: ProfileStore) -> Iterator[tuple[str, str]]:
    """Return texts that are no profiles, and the place that is named."""
    text = written_out(store.read())
    yield "", "line 1"
    yield text[: len(text) // 2], "line"
    yield "{}", "format"
    yield json.dumps({"format": "somebody else's", "version": 1}), "format"
    yield text.replace('"version": 1', '"version": 2'), "version"
    yield text.replace("2026-01-30", "2026-13-30"), "matches[0].day"
    yield text.replace('"rounds": 3', '"rounds": 1e9'), "matches[0].rounds"
    yield text.replace('"Ravi"', '"Ra\\nvi"'), "matches[0].seats[1]"
    yield text.replace('"human", 1,', '"human", 7,'), "matches[0].seats[0]"
    yield text.replace('"human", 1,', '"human", [1],'), "matches[0].seats[0]"
    yield text.replace('"puzzle"', "7"), "deeds[0]"
    yield text.replace('[[1, "puzzle"', '[[[1], "puzzle"'), "deeds[0]"
    yield "[" * 500, "line 1"


def test_what_is_damaged_or_foreign_is_refused_with_its_place(store: ProfileStore) -> None:
    store.keep(match("a"))
    store.note(ProfileEvent("puzzle", "red7", "17", FIRST, "solved"))
    assert isinstance(parse_profile(written_out(store.read())), ProfileData)
    for text, place in spoilt(store):
        with pytest.raises(InvalidValue) as caught:
            parse_profile(text)
        assert caught.value.place.startswith(place), (text[:60], str(caught.value))
