"""Nothing is lost: damaged files, senseless values in the profile, AI players, sudden ends.

The environment says how many: RED7_PROOF_FILES (2,000), RED7_PROOF_FLIPS (200), RED7_PROOF_EVENTS
(4,000), RED7_PROOF_WHOLE (8), RED7_PROOF_TABLES (30), RED7_PROOF_TURNS (12), RED7_PROOF_KILLS (16);
RED7_PROOF_SEED (1) makes it another run.
"""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from functools import cache, partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any, Final

import pygame
import pytest

from red7_desktop.app import features, launch, window
from red7_desktop.app.matches.match_store import SetupStore, build_first_setup
from red7_desktop.app.profile import profile_store, profiles, statistics
from red7_desktop.app.puzzles.sources import OwnPuzzles, SearchedRecords
from red7_desktop.app.screens.daily import load_deals
from red7_desktop.app.table.screen import TableScreen
from red7_desktop.games.registry import BOX, load_all_rules
from red7_desktop.kit.settings import open_settings_file
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.kit.storage import WorkerHere
from red7_desktop.kit.texts import load_texts
from red7_desktop.play import ai
from red7_desktop.play.session import Session, find_next_person
from red7_desktop.resources import asset_path
from red7_desktop.scene.theme import ThemeError, load_theme
from red7_desktop.table import layout, layout_file
from red7_desktop.tabletop import files, records
from red7_desktop.tabletop.match import (
    DamagedSave,
    Match,
    SavedMatch,
    Seated,
    read_match,
    write_match,
)
from red7_desktop.tabletop.player import Choice
from tests.soak import matches, truths
from tests.ui.faults import report_of
from tests.ui.pilot import LONG_FRAME, GuardedPilot, Pilot
from tests.unit.app.test_profile import FIRST
from tests.unit.app.test_profile import match as facts_of

pytestmark = pytest.mark.slow
SEED: Final = os.environ.get("RED7_PROOF_SEED", "1")


def count_of(what: str, usual: int) -> int:
    return int(os.environ.get(f"RED7_PROOF_{what}", usual))


Errors = tuple[type[Exception], ...]


# == Whatever a file holds, its reader gives a value, or raises an error that it names.

ODD: Final[tuple[object, ...]] = (
    *({}, [], [[]], None, True),
    *(-1, 0, 1e300, 10**30),
    *("", "x", "\0", "I", "é" * 90),
)
BITS: Final = (b"{", b"}", b"[", b'"', b"\n", b"\0", b"\xff", b"-", b"9" * 5000, b": ", b"\r", b"A")
EXCHANGED: Final = profile_store.write_profile(
    statistics.ProfileData((), 0, tuple([facts_of(str(number), day=number) for number in range(4)]))
)


@cache
def played(game: str) -> Match:
    """Return a match of some thirty steps."""
    match, chance = Match(BOX[game].rules(), {"seats": 3}, 5), Random(1)
    while match.revision < 30 and (asked := match.game.to_act(match.state)):
        match.take(asked[0], chance.choice(list(match.game.legal_steps(match.state, asked[0]))))
    return match


def save_of(game: str) -> str:
    seats = [Seated(name, "human") for name in ("Zoë", "Bo", "Cy")]
    return write_match(played(game), seats, {"hints": {"A": 2}, "ai_seed": 7})


def read_save(text: str) -> SavedMatch:
    return read_match(text, load_all_rules(BOX))


def record_of(game: str) -> str:
    names, players = ["Zoë", "Bo", "Cy"], ["human", "casual", "human"]
    return BOX[game].face().story.record(played(game), names, players, truths.A_DAY)


def replay(path: Path) -> None:
    text = files.read_text(path)
    row = BOX.get(records.read_head(text).game)
    if row is not None:
        row.face().story.replay(text, row.rules())


def read_words(path: Path) -> None:
    texts = load_texts(path.parents[2], "de", lambda why: None)
    texts("Discard {card}", card="R7")
    texts.plural("{n} point", "{n} points", 3)


def set_up(path: Path) -> None:
    """Read a set-up, write it again, and find that nothing is amiss with it then."""
    for _ in range(2):
        store = SetupStore(path, BOX, WorkerHere())
        assert store.last in BOX
        setup, troubles = store.load()
        store.keep(setup)
    assert troubles == ()


def settle(path: Path) -> None:
    for _ in range(2):
        settings, troubles = open_settings_file(path).load()
        open_settings_file(path).save(settings)
    assert troubles == ()


KINDS: Final[
    dict[str, tuple[Callable[[str], bytes], Callable[[Path], object], tuple[Any, ...]]]
] = {
    "match.json": (
        lambda game: save_of(game).encode(),
        lambda path: files.load_with_backup(path, read_save),
        (files.CannotRead, DamagedSave),
    ),
    "match.red7": (
        lambda game: record_of(game).encode(),
        replay,
        (files.CannotRead, records.InvalidRecord),
    ),
    "settings.json": (
        lambda game: b'{"language": "de", "keys": {"hint": "k"}, "speed": 2.0, "ui_scale": 125}',
        settle,
        (),
    ),
    "setup.json": (
        lambda game: json.dumps(
            {"game": game, "seats": [{"name": "Zoë"}, {"level": "casual"}], "spring.seed": 7}
        ).encode(),
        set_up,
        (),
    ),
    "it.red7profile": (
        lambda game: EXCHANGED.encode(),
        lambda path: profile_store.write_profile(profile_store.read_profile(path)),
        (files.CannotRead, files.InvalidValue),
    ),
    "red7.txt": (
        lambda game: asset_path("puzzles", "red7.txt").read_bytes()[:9_000].rpartition(b"\n")[0],
        lambda path: OwnPuzzles(path.parent).read("red7"),
        (),
    ),
    "marks.txt": (
        lambda game: b"0123456789abcdef\n" * 20,
        lambda path: SearchedRecords(path).has("0123456789abcdef"),
        (),
    ),
    "2-seats.tmx": (
        lambda game: next(asset_path("layouts").rglob("2-seats-wide.tmx")).read_bytes(),
        lambda path: layout_file.load_layout(path, BOX["red7"].face().table.zone_kinds),
        (layout.LayoutError,),
    ),
    "dark.json": (
        lambda game: asset_path("themes", "dark.json").read_bytes(),
        load_theme,
        (ThemeError,),
    ),
    "locale/de/LC_MESSAGES/red7.mo": (
        lambda game: asset_path("locale", "de", "LC_MESSAGES", "red7.mo").read_bytes(),
        read_words,
        (),
    ),
    "daily.txt": (
        lambda game: asset_path("daily", f"{game}.txt").read_bytes(),
        lambda path: load_deals(lambda *parts: path, "red7"),
        (files.CannotRead, files.InvalidValue),
    ),
}
"""By name: what gives a good file, what reads one, and what that may raise."""


def damage(data: bytes, chance: Random) -> bytes:
    """Damage a file in a few places; half of the time put one odd value into what is JSON."""
    if data.startswith(b"{") and chance.random() < 0.5:
        document = json.loads(data)
        at = document
        while True:
            keys = list(at) if isinstance(at, dict) else list(range(len(at)))
            key = chance.choice(keys)
            inner = isinstance(at[key], dict | list) and at[key] and chance.random() < 0.75
            if not inner:
                break
            at = at[key]
        at[key] = chance.choice(ODD)
        return json.dumps(document).encode()
    for _ in range(chance.randint(1, 4)):
        start, other = chance.randrange(len(data) + 1), chance.randrange(len(data) + 1)
        end = start + chance.choice((0, 1, 1, 4, 40, 4000))
        new = chance.choice((b"", chance.choice(BITS), data[start:end] * 2, data[other:][:40]))
        if end == start + 1 and len(data) > start:
            new = bytes([data[start] ^ 1 << chance.randrange(8)])
        data = data[:start] + new + data[end:]
    return data


@pytest.mark.parametrize("name", KINDS)
def test_a_damaged_file_is_read_or_refused(tmp_path: Path, name: str) -> None:
    good, read, errors = KINDS[name]
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    refused = 0
    for number in range(count_of("FILES", 2_200) // len(KINDS)):
        chance = Random(f"{SEED} {number}")
        data = damage(good(chance.choice(list(BOX))), chance)
        path.write_bytes(data)
        try:
            read(path)
        except errors:
            refused += 1
        except Exception as error:
            pytest.fail(f"file {number} of seed {SEED}: {type(error).__name__}: {error}")
    assert refused or not errors


# == One value of the database makes no sense, or one bit is another.

MATCHES: Final = 9


def make_profile(file: Path) -> bytes:
    store = profile_store.ProfileStore(file, lambda: ())
    store.change(store.look().person._replace(name="Mara"))
    store.add("Jonas")
    for number in range(MATCHES):
        store.keep(facts_of(str(number), day=number, name=("Mara", "Jonas")[number % 2]))
        store.note(statistics.ProfileEvent("puzzle", "red7", str(number), FIRST, "solved"))
    store.close()
    return file.read_bytes()


def lay(file: Path, data: bytes) -> None:
    for each in file.parent.glob("profile*"):
        each.unlink()
    file.write_bytes(data)


def change_a_field(file: Path, chance: Random) -> None:
    table = chance.choice(profile_store.TABLES)
    field, keys = chance.choice([*table.keys, *table.fields]), ", ".join(table.keys)
    odd = chance.choice((None, -1, 10**12, 0.5, "", "x", "2026-13-01", b"\xff\0", b"", "é" * 3000))
    row = f"SELECT {keys} FROM {table.name} LIMIT 1 OFFSET {chance.randrange(MATCHES)}"
    change = f"UPDATE {table.name} SET {field} = ? WHERE ({keys}) IN ({row})"
    with closing(sqlite3.connect(file, isolation_level=None)) as db, suppress(sqlite3.Error):
        db.execute(change, (odd,))


def flip_a_bit(file: Path, chance: Random) -> None:
    data = bytearray(file.read_bytes())
    at = chance.randrange(chance.choice((100, len(data))))
    data[at] ^= 1 << chance.randrange(8)
    file.write_bytes(data)


def use(file: Path, uid: str) -> set[str]:
    """Read and write a profile as the program does; return the matches in it."""
    store = profile_store.ProfileStore(file, lambda: [facts_of("on record")])
    with closing(store):
        store.look()
        profile_store.parse_profile(profile_store.write_profile(store.read()))
        store.keep(facts_of(uid))
        store.note(statistics.ProfileEvent("puzzle", "red7", uid, FIRST, "solved"))
        assert uid in [event.key for event in store.look().events]
        return {match.uid for match in store.read().matches}


def test_a_profile_that_makes_no_sense_in_one_place_keeps_the_rest(tmp_path: Path) -> None:
    good = make_profile(tmp_path / "good.sqlite3")
    home = tmp_path / "home"
    file = home / "saves" / "profile.sqlite3"
    file.parent.mkdir(parents=True)
    for number in range(count_of("FLIPS", 200)):
        chance = Random(f"{SEED} {number}")
        change = chance.choice((flip_a_bit, change_a_field))
        where = f"{change.__name__} {number} of seed {SEED}"
        lay(file, good)
        change(file, chance)
        if number % 50 == 0:
            bad = file.read_bytes()
            pilot = GuardedPilot(home)
            pilot.start()
            pilot.program.show_profile()
            pilot.wait(0.5)
            assert pilot.guard.page is None, where
            pilot.program.quit()
            pilot.keeper.close()
            lay(file, bad)
        try:
            first, again = use(file, "first"), use(file, "again")
        except files.CannotWrite as error:
            if (error.code, change) != ("newer", flip_a_bit):
                pytest.fail(f"{where}: {error.code}: {error}")
            continue
        except Exception as error:
            pytest.fail(f"{where}: {type(error).__name__}: {error}")
        aside = len(list(home.glob("saves/*.damaged-*")))
        left = {str(each) for each in range(MATCHES)} & first
        assert "on record" in first if aside else len(left) >= MATCHES - 1, where
        assert aside <= 1, where
        assert again >= first, where


# == Matches of AI players alone, and tables that are opened and left, in the whole program.

MEGABYTE: Final = 1_000_000


def growing(sizes: list[int]) -> int:
    """Return by how much the last third of sizes is above the one before it, at its highest."""
    third = len(sizes) // 3
    return max(sizes[-third:]) - max(sizes[third : 2 * third])


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_ai_players_alone_play_match_after_match_within_their_memory(tmp_path: Path) -> None:
    window.give_back_early()
    pilot, sizes = Pilot(tmp_path, (1920, 1080)), []
    for number in range(count_of("WHOLE", 8)):
        chance, game = Random(f"{SEED} {number}"), list(BOX)[number % len(BOX)]
        counts, levels = BOX[game].face().setup.seats, BOX[game].players().levels[:3]
        count = counts[number // len(BOX) % len(counts)]
        seats = tuple([SeatPlan(level=chance.choice(levels).key) for _ in range(count)])
        setup = replace(build_first_setup(BOX[game]), seats=seats)
        pilot.program.play(replace(setup, seed=chance.randrange(1_000_000)))
        session, frames = pilot.session, 0
        session.pause = 0.05
        while session.to_act:
            pilot.frame(LONG_FRAME, draws=frames % 8 == 0)
            frames += 1
            if session.is_waiting_for_table:
                session.go_on()
        pilot.wait(1.0)
        truths.check_match(session.match, [seat.name for seat in session.seats])
        pilot.program.show_title()
        assert not pilot.keeper.has_any
        matches.empty_stores()
        sizes.append(matches.resident())
    pilot.close()
    assert growing(sizes) < 8 * MEGABYTE, sizes


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_tables_that_are_opened_and_left_take_no_memory_along(tmp_path: Path) -> None:
    window.give_back_early()
    pilot, sizes = Pilot(tmp_path), []
    for number in range(count_of("TABLES", 30)):
        game = list(BOX)[number % len(BOX)]
        pilot.play(build_first_setup(BOX[game]))
        pilot.program.give_up()
        pilot.wait(0.2)
        window.tidy()
        sizes.append(matches.resident())
    pilot.close()
    assert growing(sizes) < 4 * MEGABYTE, sizes


MOST_IN_TURN: Final = 160 * MEGABYTE
"""The most memory that all games in turn may take at 1920x1080."""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_games_in_turn_level_off_without_a_rest() -> None:
    count = count_of("TURNS", 12)
    done = subprocess.run(
        [sys.executable, "-m", "tests.soak.memory", str(count)],
        check=True,
        capture_output=True,
        text=True,
    )
    sizes = json.loads(done.stdout.splitlines()[-1])
    assert len(sizes) == count
    assert max(sizes) < MOST_IN_TURN, sizes
    assert growing(sizes) < 8 * MEGABYTE, sizes


# == Everything is pressed, touched, typed and dropped, on every screen: no fault, no illegal state.

A_LIFE: Final = 2_000
"""So many events, or till the program is quit, and another one begins with the same files."""
KEYS = [
    *(pygame.K_TAB, pygame.K_RETURN, pygame.K_SPACE, pygame.K_ESCAPE, pygame.K_BACKSPACE),
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN),
    *(pygame.K_z, pygame.K_h, pygame.K_d, pygame.K_l, pygame.K_r, pygame.K_7, pygame.K_F11),
    *(pygame.K_c, pygame.K_g, pygame.K_t, pygame.K_HOME),
]
PAD = [
    *(pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_B),
    *(pygame.CONTROLLER_BUTTON_X, pygame.CONTROLLER_BUTTON_Y),
    *(pygame.CONTROLLER_BUTTON_DPAD_UP, pygame.CONTROLLER_BUTTON_DPAD_DOWN),
    *(pygame.CONTROLLER_BUTTON_DPAD_LEFT, pygame.CONTROLLER_BUTTON_DPAD_RIGHT),
    pygame.CONTROLLER_BUTTON_START,
]
SIZES: Final = ((1280, 720), (320, 240), (600, 1100), (1920, 800))


class Glancing(GuardedPilot):
    """Draws only now and then: there is much to do."""

    def frame(self, seconds: float = launch.FRAME, *, draws: bool = True) -> None:
        self.frames = getattr(self, "frames", 0) + 1
        super().frame(seconds, draws=draws and self.frames % 6 == 0)


class Monkey:
    """Does one thing or another, with one device or another, and goes from screen to screen."""

    def __init__(self, pilot: GuardedPilot, life: int) -> None:
        self.pilot = pilot
        self.chance = Random(f"{SEED} {life}")
        mouse = [self.move, self.press, self.release, self.wheel, self.wait]
        others = [[each, each, self.wait] for each in (self.key, self.pad, self.touch)]
        self._devices = [mouse, mouse, *others]
        self._hands = mouse

    def act(self) -> None:
        if self.chance.random() < 0.05:
            self._hands = self.chance.choice(self._devices)
        seldom = [self.drop, self.write, self.resize, self.go, self.wait]
        self.chance.choice(self._hands if self.chance.random() < 0.97 else seldom)()

    def spot(self) -> tuple[int, int]:
        width, height = self.pilot.surface.get_size()
        return self.chance.randrange(width), self.chance.randrange(height)

    def move(self) -> None:
        self.pilot.post(pygame.MOUSEMOTION, pos=self.spot(), rel=(1, 1), buttons=(0, 0, 0))

    def press(self) -> None:
        button = self.chance.choice([1, 1, 1, 3])
        self.pilot.post(pygame.MOUSEBUTTONDOWN, pos=self.spot(), button=button)

    def release(self) -> None:
        self.pilot.post(pygame.MOUSEBUTTONUP, pos=self.spot(), button=1)

    def key(self) -> None:
        mod = self.chance.choice([0, 0, pygame.KMOD_SHIFT])
        self.pilot.key(self.chance.choice(KEYS), mod)

    def pad(self) -> None:
        button = self.chance.choice(PAD)
        self.pilot.hold_pad(button)
        self.pilot.post(pygame.CONTROLLERBUTTONUP, button=button, instance_id=0)

    def wheel(self) -> None:
        self.pilot.post(pygame.MOUSEWHEEL, x=0, y=self.chance.choice([-1, 1]), flipped=False)

    def wait(self) -> None:
        self.pilot.frame(self.chance.choice([0.02, 0.5, 3.0]), draws=False)

    def touch(self) -> None:
        kinds = pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP
        x, y, finger = self.chance.random(), self.chance.random(), self.chance.randrange(2)
        kind = self.chance.choice(kinds)
        self.pilot.post(kind, x=x, y=y, dx=0.0, dy=0.0, finger_id=finger, touch_id=1)

    def drop(self) -> None:
        name, (good, *_) = self.chance.choice([*KINDS.items()])
        data = good(self.chance.choice(list(BOX)))
        file = self.pilot.paths.config.parent / Path(name).name
        file.write_bytes(damage(data, self.chance) if self.chance.random() < 0.5 else data)
        self.pilot.post(pygame.DROPFILE, file=str(file))

    def write(self) -> None:
        self.pilot.post(
            pygame.TEXTINPUT, text=self.chance.choice(["a", "Zoë", "7", "\0", "漢" * 9])
        )

    def resize(self) -> None:
        self.pilot.surface = pygame.Surface(self.chance.choice(SIZES))

    def open_tile(self) -> None:
        program = self.pilot.program
        program.show_title()
        game = program.setups.last
        tiles = [tile for each in program.features for tile in each.list_tiles(game)]
        self.chance.choice(tiles).open()

    def go(self) -> None:
        """Go to any screen, or begin a match."""
        program = self.pilot.program
        setup = matches.plan_of(self.chance.randrange(1_000_000), 1).setup
        begin: Callable[[], object] = partial(program.play, setup)
        ways = [program.show_title, program.show_new_game, program.show_rules, program.show_matches]
        ways += [program.show_records, program.show_settings, self.open_tile, self.open_tile]
        ways += [program.resume, program.close_page, program.rematch] if program.session else []
        self.chance.choice([*ways, *[begin] * len(ways)])()

    def step_in(self, session: Session) -> None:
        """Take a step for whoever is asked: no monkey would end a match."""
        if session.is_waiting_for_table:
            session.go_on()
        elif (person := find_next_person(session)) is not None or session.is_viewers_turn:
            session.look_as(session.viewer if person is None else person)
            legal = session.observe().legal
            tempting = [step for step in legal if str(step) != "pass"]
            session.take(self.chance.choice(tempting or list(legal)))
        else:
            session.hurry()
        if not session.to_act:
            truths.check_match(session.match, [seat.name for seat in session.seats])


def check_table(pilot: GuardedPilot) -> None:
    session = pilot.program.session
    if session is not None and (session.is_kept or session.is_replay):  # not all is known elsewhere
        truths.check_cards(session.match.game, session.match.state)
        if isinstance(pilot.program.screen, TableScreen):
            assert pilot.view.zones == dict(session.observe().zones)


def press_everything(home: Path, events: int) -> None:
    done = life = 0
    while done < events:
        life += 1
        pilot = Glancing(home / str(life // 10), SIZES[life % len(SIZES)])
        pilot.paths.config.mkdir(parents=True, exist_ok=True)
        pilot.paths.settings.write_text(json.dumps({"language": ("en", "de", "pl")[life % 3]}))
        pilot.start()
        monkey = Monkey(pilot, life)
        for event in range(min(A_LIFE, events - done)):
            monkey.act()
            where = f"event {event} of life {life} of seed {SEED}"
            assert pilot.guard.page is None, f"{where}: {report_of(pilot)}"
            done += 1
            if not pilot.guard.is_running:
                break
            session = pilot.program.session
            if event % 20 == 0:
                check_table(pilot)
            elif event % 7 == 0 and session is not None and session.is_kept and session.to_act:
                monkey.step_in(session)
        pilot.close()


def test_whatever_is_pressed_on_whatever_screen_no_fault_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def think(level: Any, seen: Any, seed: int, now: object, should_stop: Any) -> Choice:
        choice: Choice = level.make().choose(seen, min(level.budget, 20), seed, should_stop)
        return choice

    monkeypatch.setattr(ai, "choose_in_time", think)
    press_everything(tmp_path, count_of("EVENTS", 4_000))


# == The program is killed at any moment: at play, as a match ends, as the profile is made from the
# records, as one is brought. What had been handed over is there at the next start, once.

SERVER: Final = get_context("forkserver")
PRELOADED: Final = (
    "red7_desktop.app.table.screen",
    "red7_desktop.games.red7.face.view",
    "red7_desktop.games.spring_cleaning.face.view",
)
"""What the program would load at each start."""
STAGES: Final = ("end", "rebuild", "import")
LIVES: Final = 16
"""So many times a home is used, which has no more room for records than for 200 matches."""
PATIENCE: Final = 60.0
BROUGHT: Final = 200
Told = tuple[str, Any]


def live(home: Path, stage: str, number: int, tells: Connection) -> None:
    """Play match after match as people do, and tell what must not be lost, till this is killed.

    It goes on with the match that is there, even if only to leave it, and plays another.
    """
    chance = Random(f"{SEED} {number}")
    flight = launch.Headless(home, (960, 600), seed=number, writes_late=True)
    program = flight.program

    def aiming(at: str, job: Callable[..., Any]) -> Callable[..., Any]:
        def aimed(*given: Any) -> Any:
            if at == stage:
                tells.send(("now", None))
            return job(*given)

        return aimed

    profiles.read_recorded_facts = aiming("rebuild", profiles.read_recorded_facts)
    keeper, service = program.feature(features.ProfileFeature).service, program.match_service
    keeper._store.take_in = aiming("import", keeper._store.take_in)  # type: ignore[method-assign]
    service.on_over = aiming("end", service.on_over)
    program.show_title()
    flight.frame(draws=False)
    keeper.read()
    if stage == "import":
        keeper.bring(home / "brought.red7profile")
    if flight.keeper.has_any:
        program.resume()
    while True:
        if program.session is None:
            setup = build_first_setup(BOX[chance.choice(list(BOX))])
            program.play(replace(setup, seed=chance.randrange(1_000_000_000)))
        session = flight.session
        session.pause = 0.0
        while session.to_act:
            flight.frame(0.2, draws=False)
            if session.is_waiting_for_table:
                session.go_on()
            elif session.is_viewers_turn:
                session.take(chance.choice(session.observe().legal))
            if chance.random() < 0.2:
                flight.keeper.flush()
                tells.send(("step", (session.match.seed, session.match.revision)))
                if stage == "play":
                    tells.send(("now", None))
        flight.keeper.flush()
        tells.send(("over", session.match.seed))
        program.show_title()
        flight.frame(draws=False)
        tells.send(("left", session.match.seed))


def kill(home: Path, stage: str, number: int) -> list[Told]:
    """Let the program live, and kill it soon after it is where it is to be; return what it told."""
    here, there = SERVER.Pipe(duplex=False)
    process = SERVER.Process(target=live, args=(home, stage, number, there), daemon=True)
    process.start()
    there.close()
    told: list[Told] = []
    chance, ends = Random(f"{SEED} {number}"), 0.0
    delay = chance.choice((0.003, 0.03, 0.3)) * chance.random()
    with suppress(EOFError):
        while here.poll(max(0.0, ends - time.monotonic()) if ends else PATIENCE):
            told.append(here.recv())
            if told[-1][0] == "now" and not ends:
                ends = time.monotonic() + delay
        process.kill()
        while True:
            told.append(here.recv())
    process.join()
    assert process.exitcode == -signal.SIGKILL, f"{stage} {number} has ended by itself"
    assert ends, f"{stage} {number} has not come to where it was to be killed"
    return told


def come_back(home: Path) -> None:
    """Start the program, leave the matches that are there, and quit."""
    flight = launch.Headless(home, (960, 600), writes_late=True)
    flight.program.show_title()
    flight.program.feature(features.ProfileFeature).service.read().result()
    for kept in flight.keeper.kept():
        flight.program.resume(kept.number)
        flight.frame()
    flight.close()


@pytest.mark.skipif(sys.platform == "win32", reason="forks")
def test_killed_at_any_moment_the_program_loses_nothing(tmp_path: Path) -> None:
    SERVER.set_forkserver_preload([__name__, *PRELOADED])
    for first in range(0, count_of("KILLS", 16), LIVES):
        home, spoilt, over = tmp_path / str(first), 0, set[int]()
        saves = home / "saves"
        saves.mkdir(parents=True)
        for number in range(first, first + LIVES):
            stage = "play" if number % 2 else STAGES[number // 2 % len(STAGES)]
            if stage == "rebuild":
                spoilt += (saves / "profile.sqlite3").exists()
                (saves / "profile.sqlite3").write_bytes(b"no database")
                # A journal that a kill has left would be played back into whatever lies there.
                (saves / "profile.sqlite3-journal").unlink(missing_ok=True)
            brought = [facts_of(f"{number}-{nth}") for nth in range(BROUGHT)]
            text = profile_store.write_profile(statistics.ProfileData((), 0, tuple(brought)))
            (home / "brought.red7profile").write_text(text, "utf-8")
            told = kill(home, stage, number)
            over |= {value for what, value in told if what == "over"}
            seed, least = next((value for what, value in told[::-1] if what == "step"), (0, 0))
            if seed and seed not in over:
                slots = [slot for slot in saves.glob("match*.json") if slot.is_file()]
                matches = [files.load_with_backup(slot, read_save).value.match for slot in slots]
                revision = next(match.revision for match in matches if match.seed == seed)
                assert revision >= least, (stage, number)
            if number % 3 == 0:
                come_back(home)
        come_back(home)
        deals = Counter([int(file.stem.rpartition("-")[2]) for file in home.rglob("*.red7")])
        assert {seed: deals[seed] for seed in over} == dict.fromkeys(over, 1), first
        with closing(profile_store.ProfileStore(saves / "profile.sqlite3", lambda: ())) as store:
            uids = {match.uid for match in store.read().matches}
        recorded = {facts.uid for facts in profiles.read_recorded_facts(saves / "played", BOX)}
        own = {uid for uid in uids if "-" not in uid}
        assert own == recorded, first
        counts = Counter([uid.partition("-")[0] for uid in uids - own])
        assert set(counts.values()) <= {BROUGHT}, first
        aside = [file.read_bytes() for file in home.rglob("profile.sqlite3.damaged-*")]
        assert (len(aside) >= spoilt, set(aside) <= {b"no database"}) == (True, True), first
