"""Nothing is lost: damaged files, AI players alone, random input.

The environment says how many: RED7_PROOF_FILES (2,000), RED7_PROOF_HOMES (40), RED7_PROOF_EVENTS
(4,000), RED7_PROOF_WHOLE (8), RED7_PROOF_TABLES (30), RED7_PROOF_TURNS (12); RED7_PROOF_SEED (1)
makes it another run. What happens to the library is in `test_library_survives`.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, Final

import pygame
import pytest

from red7_desktop.app import launch, program, window
from red7_desktop.app.library import exchange, older_homes
from red7_desktop.app.matches.setups import SetupStore, build_first_setup
from red7_desktop.app.profile import statistics
from red7_desktop.app.screens.daily import load_deals
from red7_desktop.app.table.screen import TableScreen
from red7_desktop.games.registry import CATALOGUE, load_all_rules
from red7_desktop.kit.settings import open_settings_file
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.kit.storage import Paths, SynchronousWorker
from red7_desktop.kit.texts import load_texts
from red7_desktop.play import ai
from red7_desktop.play.session import Session, find_next_human
from red7_desktop.resources import asset_path
from red7_desktop.scene.theme import ThemeError, load_theme
from red7_desktop.table import layout, layout_file
from red7_desktop.tabletop import advice, files, records
from red7_desktop.tabletop.match import (
    DamagedSaveError,
    Match,
    SavedMatch,
    SeatInfo,
    read_match,
    write_match,
)
from red7_desktop.tabletop.player import AdviceBudget, Choice
from red7_desktop.tabletop.rounds import read_record, write_record
from tests.soak import matches, truths
from tests.ui.conftest import Shared
from tests.ui.faults import report_of
from tests.ui.pilot import LONG_FRAME, GuardedPilot, Pilot

pytestmark = pytest.mark.slow
SEED: Final = os.environ.get("RED7_PROOF_SEED", "1")


def count_of(what: str, usual: int) -> int:
    return int(os.environ.get(f"RED7_PROOF_{what}", usual))


Errors = tuple[type[Exception], ...]


# == Every reader returns a value or raises a documented error, whatever the file contains.

ODD: Final[tuple[object, ...]] = (
    *({}, [], [[]], None, True),
    *(-1, 0, 1e300, 10**30),
    *("", "x", "\0", "I", "é" * 90),
)
BITS: Final = (b"{", b"}", b"[", b'"', b"\n", b"\0", b"\xff", b"-", b"9" * 5000, b": ", b"\r", b"A")
EXCHANGED: Final = exchange.write_profile(
    statistics.ProfileData((), 0, tuple([matches.make_facts(str(number)) for number in range(4)]))
)


@cache
def played(game: str) -> Match:
    """Return a match after about thirty steps."""
    match, rng = Match(CATALOGUE[game].rules(), {"seats": 3}, 5), Random(1)
    while match.revision < 30 and (asked := match.game.to_act(match.state)):
        match.take(asked[0], rng.choice(list(match.game.legal_steps(match.state, asked[0]))))
    return match


def save_of(game: str) -> str:
    seats = [SeatInfo(name, "human") for name in ("Zoë", "Bo", "Cy")]
    return write_match(played(game), seats, {"hints": {"A": 2}, "ai_seed": 7})


def read_save(text: str) -> SavedMatch:
    return read_match(text, load_all_rules(CATALOGUE))


def read_old_save(path: Path) -> None:
    (text,) = older_homes.read_running(path.parent, 0.0)
    read_save(text)


def record_of(game: str) -> str:
    names, players = ["Zoë", "Bo", "Cy"], ["human", "casual", "human"]
    return write_record(
        CATALOGUE[game].view().story.record_form, played(game), names, players, truths.A_DAY
    )


def replay(path: Path) -> None:
    text = files.read_text(path)
    row = CATALOGUE.get(records.read_head(text).game)
    if row is not None:
        read_record(row.view().story.record_form, text, row.rules())


def read_words(path: Path) -> None:
    texts = load_texts(path.parents[2], "de", lambda why: None)
    texts("Discard {card}", card="R7")
    texts.plural("{n} point", "{n} points", 3)


def set_up(path: Path) -> None:
    """Check that a setup that was read and written again has no errors."""
    for _ in range(2):
        store = SetupStore(path, CATALOGUE, SynchronousWorker())
        assert store.last in CATALOGUE
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
        read_old_save,
        (DamagedSaveError,),
    ),
    "match.red7": (
        lambda game: record_of(game).encode(),
        replay,
        (files.FileReadError, records.InvalidRecord),
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
        lambda path: exchange.write_profile(exchange.read_profile(path)),
        (files.FileReadError, files.InvalidValue),
    ),
    "2-seats.tmx": (
        lambda game: next(asset_path("layouts").rglob("2-seats-wide.tmx")).read_bytes(),
        lambda path: layout_file.load_layout(path, CATALOGUE["red7"].view().table.zone_kinds),
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
        (files.FileReadError, files.InvalidValue),
    ),
}
"""By name: a function that makes a valid file, one that reads it, and the errors it may raise."""


def damage(data: bytes, rng: Random) -> bytes:
    """Damage a file in a few places; half of the time, put one odd value into JSON."""
    if data.startswith(b"{") and rng.random() < 0.5:
        document = json.loads(data)
        at = document
        while True:
            keys = list(at) if isinstance(at, dict) else list(range(len(at)))
            key = rng.choice(keys)
            inner = isinstance(at[key], dict | list) and at[key] and rng.random() < 0.75
            if not inner:
                break
            at = at[key]
        at[key] = rng.choice(ODD)
        return json.dumps(document).encode()
    for _ in range(rng.randint(1, 4)):
        start, other = rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)
        end = start + rng.choice((0, 1, 1, 4, 40, 4000))
        new = rng.choice((b"", rng.choice(BITS), data[start:end] * 2, data[other:][:40]))
        if end == start + 1 and len(data) > start:
            new = bytes([data[start] ^ 1 << rng.randrange(8)])
        data = data[:start] + new + data[end:]
    return data


@pytest.mark.parametrize("name", KINDS)
def test_damaged_file_of_every_kind_is_read_or_refused_without_a_crash(
    tmp_path: Path, name: str
) -> None:
    good, read, errors = KINDS[name]
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    refused = 0
    for number in range(count_of("FILES", 2_200) // len(KINDS)):
        rng = Random(f"{SEED} {number}")
        data = damage(good(rng.choice(list(CATALOGUE))), rng)
        path.write_bytes(data)
        try:
            read(path)
        except errors:
            refused += 1
        except Exception as error:
            pytest.fail(f"file {number} of seed {SEED}: {type(error).__name__}: {error}")
    assert refused or not errors


# == A damaged file of an older home doesn't prevent the import of the others.

HOME: Final = Path(__file__).parents[1] / "data" / "home-f64ba4a"


def count_home(home: Path) -> tuple[int, int, int]:
    """Return the number of running matches, records and profiles in a home."""
    paths = Paths(home / "config", home / "saves", home / "logs")
    found = older_homes.read_legacy_data(paths, CATALOGUE)
    return (
        len(older_homes.read_running(paths.saves, 0.0)),
        len(found.records),
        len(found.profiles[0].people),
    )


def test_older_data_folder_with_a_damaged_file_keeps_its_other_files(tmp_path: Path) -> None:
    whole = count_home(HOME)
    names = sorted([file.relative_to(HOME) for file in HOME.rglob("saves/**/*") if file.is_file()])
    for number in range(count_of("HOMES", 40)):
        rng = Random(f"{SEED} {number}")
        name = rng.choice(names)
        where = f"{name} {number} of seed {SEED}"
        home = tmp_path / str(number)
        shutil.copytree(HOME, home)
        (home / name).write_bytes(damage((home / name).read_bytes(), rng))

        running, recorded, people = count_home(home)

        assert running == whole[0], where  # a text that makes no sense is listed too
        assert recorded >= whole[1] - (name.suffix == ".red7"), where
        assert people == whole[2] or name.name == "profile.sqlite3", where
        shutil.rmtree(home)


# == Memory: matches of AI players, and tables that are opened and left, in the whole program.

MEGABYTE: Final = 1_000_000


def growing(sizes: list[int]) -> int:
    """Return the difference between the maxima of the last third of sizes and the third before."""
    third = len(sizes) // 3
    return max(sizes[-third:]) - max(sizes[third : 2 * third])


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_memory_does_not_grow_over_matches_of_ai_players(tmp_path: Path) -> None:
    window.set_mmap_threshold()
    pilot, sizes = Pilot(tmp_path, (1920, 1080)), []
    for number in range(count_of("WHOLE", 8)):
        rng, game = Random(f"{SEED} {number}"), list(CATALOGUE)[number % len(CATALOGUE)]
        counts, levels = CATALOGUE[game].view().setup.seats, CATALOGUE[game].players().levels[:3]
        count = counts[number // len(CATALOGUE) % len(counts)]
        seats = tuple([SeatPlan(level=rng.choice(levels).key) for _ in range(count)])
        setup = replace(build_first_setup(CATALOGUE[game]), seats=seats)
        pilot.program.play(replace(setup, seed=rng.randrange(1_000_000)))
        session, frames = pilot.session, 0
        session.pause = 0.05
        while session.to_act:
            pilot.step_frame(LONG_FRAME, draws=frames % 8 == 0)
            frames += 1
            if session.is_waiting_for_table:
                session.deal_next_round()
        pilot.wait(1.0)
        truths.check_match(session.match, [seat.name for seat in session.seats])
        pilot.program.show_title()
        assert not pilot.library.has_running
        matches.empty_stores()
        sizes.append(matches.resident())
    pilot.close()
    assert growing(sizes) < 8 * MEGABYTE, sizes


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_memory_of_matches_begun_and_given_up_is_freed(tmp_path: Path) -> None:
    window.set_mmap_threshold()
    pilot, sizes = Pilot(tmp_path), []
    for number in range(count_of("TABLES", 30)):
        game = list(CATALOGUE)[number % len(CATALOGUE)]
        pilot.play(build_first_setup(CATALOGUE[game]))
        pilot.program.give_up()
        pilot.wait(0.2)
        window.collect_all_garbage()
        sizes.append(matches.resident())
    pilot.close()
    assert growing(sizes) < 4 * MEGABYTE, sizes


MOST_IN_TURN: Final = 160 * MEGABYTE
"""Maximum memory for all games in turn at 1920x1080."""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_memory_levels_off_over_matches_of_both_games() -> None:
    # With fewer matches, the first ones of each game would count, which fill caches.
    count = max(3 * len(CATALOGUE), count_of("TURNS", 12))
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


# == Random input on every screen: keys, touches, text, files. No fault, no illegal state.

A_LIFE: Final = 2_000
"""Maximum number of events before the program is restarted with the same files."""
LIVES_SAID: Final = 10
"""Number of program runs between two lines of progress."""
LITTLE: Final = 20
"""Budget for a turn, a hint or a review, in simulations."""
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
    """A guarded pilot that draws only one frame in six, to save time."""

    def step_frame(self, seconds: float = launch.FRAME, *, draws: bool = True) -> None:
        self.frames = getattr(self, "frames", 0) + 1
        super().step_frame(seconds, draws=draws and self.frames % 6 == 0)


class Monkey:
    """Sends random events of a random input device, and visits random screens."""

    def __init__(self, pilot: GuardedPilot, life: int) -> None:
        self.pilot = pilot
        self.rng = Random(f"{SEED} {life}")
        mouse = [self.move, self.press, self.release, self.wheel, self.wait]
        others = [[each, each, self.wait] for each in (self.key, self.pad, self.touch)]
        self._devices = [mouse, mouse, *others]
        self._hands = mouse

    def act(self) -> None:
        if self.rng.random() < 0.05:
            self._hands = self.rng.choice(self._devices)
        seldom = [self.drop, self.write, self.resize, self.go, self.wait]
        self.rng.choice(self._hands if self.rng.random() < 0.97 else seldom)()

    def spot(self) -> tuple[int, int]:
        width, height = self.pilot.surface.get_size()
        return self.rng.randrange(width), self.rng.randrange(height)

    def move(self) -> None:
        self.pilot.post(pygame.MOUSEMOTION, pos=self.spot(), rel=(1, 1), buttons=(0, 0, 0))

    def press(self) -> None:
        button = self.rng.choice([1, 1, 1, 3])
        self.pilot.post(pygame.MOUSEBUTTONDOWN, pos=self.spot(), button=button)

    def release(self) -> None:
        self.pilot.post(pygame.MOUSEBUTTONUP, pos=self.spot(), button=1)

    def key(self) -> None:
        mod = self.rng.choice([0, 0, pygame.KMOD_SHIFT])
        self.pilot.key(self.rng.choice(KEYS), mod)

    def pad(self) -> None:
        button = self.rng.choice(PAD)
        self.pilot.hold_pad(button)
        self.pilot.post(pygame.CONTROLLERBUTTONUP, button=button, instance_id=0)

    def wheel(self) -> None:
        self.pilot.post(pygame.MOUSEWHEEL, x=0, y=self.rng.choice([-1, 1]), flipped=False)

    def wait(self) -> None:
        self.pilot.step_frame(self.rng.choice([0.02, 0.5, 3.0]), draws=False)

    def touch(self) -> None:
        kinds = pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP
        x, y, finger = self.rng.random(), self.rng.random(), self.rng.randrange(2)
        kind = self.rng.choice(kinds)
        self.pilot.post(kind, x=x, y=y, dx=0.0, dy=0.0, finger_id=finger, touch_id=1)

    def drop(self) -> None:
        name, (good, *_) = self.rng.choice([*KINDS.items()])
        data = good(self.rng.choice(list(CATALOGUE)))
        file = self.pilot.paths.config.parent / Path(name).name
        file.write_bytes(damage(data, self.rng) if self.rng.random() < 0.5 else data)
        self.pilot.post(pygame.DROPFILE, file=str(file))

    def write(self) -> None:
        self.pilot.post(pygame.TEXTINPUT, text=self.rng.choice(["a", "Zoë", "7", "\0", "漢" * 9]))

    def resize(self) -> None:
        self.pilot.surface = pygame.Surface(self.rng.choice(SIZES))

    def open_tile(self) -> None:
        program = self.pilot.program
        program.show_title()
        game = program.setups.last
        tiles = [tile for each in program.features for tile in each.list_tiles(game)]
        self.rng.choice(tiles).open()

    def go(self) -> None:
        """Visit a random screen, or begin a match."""
        program = self.pilot.program
        setup = matches.plan_of(self.rng.randrange(1_000_000), 1).setup
        begin: Callable[[], object] = partial(program.play, setup)
        ways = [program.show_title, program.show_new_game, program.show_rules, program.show_matches]
        ways += [program.show_records, program.show_settings, self.open_tile, self.open_tile]
        ways += [program.resume, program.close_page, program.rematch] if program.session else []
        self.rng.choice([*ways, *[begin] * len(ways)])()

    def step_in(self, session: Session) -> None:
        """Take a step for the seat that has to act, because random events rarely end a match."""
        if session.is_waiting_for_table:
            session.deal_next_round()
        elif (person := find_next_human(session)) is not None or session.is_viewers_turn:
            session.set_viewer(session.viewer if person is None else person)
            legal = session.observe().legal
            tempting = [step for step in legal if str(step) != "pass"]
            session.take(self.rng.choice(tempting or list(legal)))
        else:
            session.hurry()
        if not session.to_act:
            truths.check_match(session.match, [seat.name for seat in session.seats])


def check_table(pilot: GuardedPilot) -> None:
    session = pilot.program.session
    # other positions have unknown cards
    if session is not None and (session.is_kept or session.is_replay):
        truths.check_cards(session.match.game, session.match.state)
        if isinstance(pilot.program.screen, TableScreen):
            assert pilot.view.zones == dict(session.observe().zones)


def press_everything(home: Path, events: int) -> None:
    window.set_mmap_threshold()
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
        gc.collect()
        window.trim_heap()
        if life % LIVES_SAID == 0:
            size = matches.resident() // MEGABYTE
            print(f"{done} events of seed {SEED} in {life} lives, {size} MB", flush=True)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace slow parts that aren't tested, so that more events fit into the same time.

    AI players, hints and reviews use few worlds. Programs share pictures that would be equal.
    Writes don't wait for the disk, because the test doesn't simulate power cuts.
    """

    def think(level: Any, seen: Any, seed: int, now: object, should_stop: Any) -> Choice:
        choice: Choice = level.create().choose(seen, min(level.budget, LITTLE), seed, should_stop)
        return choice

    monkeypatch.setattr(ai, "choose_in_time", think)
    budget = AdviceBudget(LITTLE, LITTLE)
    monkeypatch.setattr(program, "Reviewer", partial(ai.Reviewer, budget=budget))
    real = advice.advise
    monkeypatch.setattr(
        advice,
        "advise",
        lambda players, seen, _, should_stop: real(players, seen, budget, should_stop),
    )
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    monkeypatch.setattr(window, "collect_all_garbage", lambda: None)
    monkeypatch.setattr(window, "collect_recent", lambda: None)
    Shared(monkeypatch)


@pytest.mark.usefixtures("quick")
def test_random_input_events_cause_no_error_in_the_program(tmp_path: Path) -> None:
    press_everything(tmp_path, count_of("EVENTS", 4_000))
