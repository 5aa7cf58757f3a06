"""Tours of all screens of the program, with a stop at each different view."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pygame

from red7_desktop.app.feature import CLIMB
from red7_desktop.app.features import (
    ClimbFeature,
    LessonsFeature,
    PhonesFeature,
    PuzzleFeature,
)
from red7_desktop.app.profile import achievements, daily_score, statistics
from red7_desktop.app.puzzles.attempt import PuzzleSource
from red7_desktop.app.puzzles.puzzles import PuzzleShelf
from red7_desktop.app.screens.daily import DailyDeals
from red7_desktop.kit.match_model import RoundGain
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.phones import protocol
from red7_desktop.scene.geometry import Vec
from red7_desktop.scene.widgets.widget import Label
from tests.kept import change_library
from tests.setups import FIRST, red7_setup
from tests.ui.pilot import (
    FORCE,
    GOLDEN,
    SHIPPED,
    STAY,
    Pilot,
    give_up_match,
    judge_all,
    last_remark,
    middle_of,
    session_of,
    settled,
    unjudged,
)

LONG = ("Wilhelmina Zhang", "Bartholomew Ojo", "Maximiliana Ruiz", "Konstantin Wolff")
"""Realistic long names."""
LONGEST = ("Hohenschwangauer", "Maximilianwilhel")
"""Names of one word with the maximum length."""
AIS = tuple(SeatPlan(level=level) for level in ("casual", "steady", "newcomer"))
SPRING = GameSetup("spring", (SeatPlan(LONG[0]), *AIS, SeatPlan(level="newcomer")), {}, 11)
"""A setup of Spring Cleaning with the maximum number of seats."""
FULL = red7_setup(
    (SeatPlan(LONG[0]), AIS[0], SeatPlan("W" * 16), SeatPlan(level="expert")),
    actions=True,
    target=196,
    seed=999_999_999,
)
"""A setup that fills the table as much as possible."""

LONG_SCORE = daily_score.DailyScore(
    tuple([RoundGain(letter, 20, letter != "B") for letter in "ROYGBIVROYGB"]), "a match"
)
"""A daily match with many rounds."""


class Stop(NamedTuple):
    """A view to check.

    Attributes:
        again: Restores the view after the window was resized.
    """

    name: str
    again: Callable[[Pilot], None] = lambda pilot: None


Walk = Callable[[Pilot], Iterator[Stop]]

# == Screens, each with as much content as possible.


def show_new_game(pilot: Pilot, setup: GameSetup) -> None:
    pilot.program.setups.keep(setup)
    pilot.program.show_new_game(setup.game)


def show_lobby(pilot: Pilot) -> None:
    """Show the lobby with a guest, a pending request, an open seat and an AI player."""
    seats = (SeatPlan(is_phone=True),) * 3
    phones = pilot.program.feature(PhonesFeature)
    phones.open_lobby(red7_setup((*seats, AIS[0]), seed=4), "127.0.0.1")
    room = phones.service.room
    assert room is not None
    for connection, name in enumerate((LONGEST[0], LONGEST[1]), start=1):
        hello = {"room": room.code, "token": "", "protocol": protocol.PROTOCOL, "language": "en"}
        room.handle_message(connection, protocol.write_message("hello", **hello))
        room.handle_message(connection, protocol.write_message("join", name=name[:16], face="cat"))
        if connection == 1:
            phones.service.admit(room.requests[0])
    settled(pilot)


def show_matches(pilot: Pilot) -> None:
    """Show stored matches, among them one with the longest names and a damaged one."""
    for seed in (1, 2):
        pilot.play(replace(FULL, seed=seed))
        pilot.program.show_title()
    pilot.library.flush()
    (second, *_) = pilot.library.list_running()
    spoil = "UPDATE matches SET text = 'no match' WHERE uid = ?"
    change_library(pilot.paths.library, lambda db: db.execute(spoil, (second.uid,)))
    pilot.program.show_matches()
    settled(pilot)


SCREENS: dict[str, Callable[[Pilot], None]] = {
    "title": lambda pilot: pilot.program.show_title(),
    "new game": partial(show_new_game, setup=FULL),
    "first game": partial(show_new_game, setup=FIRST),
    "lobby": show_lobby,
    "matches": show_matches,
    "settings": lambda pilot: pilot.program.show_settings(),
    "rules in short": lambda pilot: pilot.program.show_rules("overview"),
    "a rule": lambda pilot: pilot.program.show_rules("I"),
    "actions": lambda pilot: pilot.program.show_rules("actions"),
}


# == Tours of screens. The caller waits half a second at each stop for animations to end.


def around(pilot: Pilot) -> Iterator[Stop]:
    for name, show in SCREENS.items():
        show(pilot)
        yield Stop(name)
        pilot.program.close_page()
    for page in ("turn", "order", "advanced"):
        pilot.program.show_rules(page)
        yield Stop(f"rules, {page}")
    pilot.program.show_settings()
    pilot.press("reset")
    yield Stop("a question")
    pilot.key(pygame.K_ESCAPE)
    pilot.key(pygame.K_ESCAPE)
    show_new_game(pilot, red7_setup((SeatPlan(LONGEST[0]), AIS[0], SeatPlan(LONGEST[1]))))
    yield Stop("new game, names of one word")
    pilot.press("seat 0")
    yield Stop("new game, a seat")


def tables(pilot: Pilot) -> Iterator[Stop]:
    """Visit tables with two to four seats, early and late in a match, and a card's drop targets."""
    for seats in (2, 3, 4):
        sit_down(pilot, seats)
        yield Stop(f"{seats} seats")
        yield Stop(f"{seats} seats, a hint", give_hint)
        yield Stop(f"{seats} seats, a card's places", focus_on_a_card)
        pilot.program.ui.stage.focus.clear_for_pointer(None)
        take_turns(pilot, 2)
        yield Stop(f"{seats} seats, two turns later")


def actions(pilot: Pilot) -> Iterator[Stop]:
    for seats in (2, 4):
        play_an_action(pilot, seats)
        yield Stop(f"{seats} seats, an action")
        yield Stop(f"{seats} seats, a card's places after an action", focus_on_a_card)


def above(pilot: Pilot) -> Iterator[Stop]:
    sit_down(pilot, 4)
    take_turns(pilot, 1)
    for name, key in (("lens", pygame.K_e), ("log", pygame.K_l), ("menu", pygame.K_ESCAPE)):
        pilot.hold_key(key)
        yield Stop(name)
        pilot.post(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0)
        if name != "lens":
            pilot.key(pygame.K_ESCAPE)
        pilot.wait(0.3)
    pilot.table.more.show_pile("canvas")
    yield Stop("a pile")
    pilot.key(pygame.K_ESCAPE)
    yield Stop("a card seen large", look_closely)
    yield Stop("a tip", lambda pilot: rest_at(pilot, middle_of(pilot.nodes("hint")[0])))
    # The large button does the same if there is no other choice.
    is_quiet = any(each.interactive for each in pilot.nodes("give_up"))
    pilot.press("give_up" if is_quiet else "end")
    yield Stop("giving up")


def ends(pilot: Pilot) -> Iterator[Stop]:
    for seats in (2, 4):
        sit_down(pilot, seats, target=8)
        yield from ended(pilot, f"{seats} seats, ")


def tidied(pilot: Pilot) -> Iterator[Stop]:
    """Visit the end of a round and of the match, in Spring Cleaning with all seats."""
    pilot.program.play(SPRING)
    yield from ended(pilot)


def ended(pilot: Pilot, whose: str = "") -> Iterator[Stop]:
    """Visit the end of a round and of the match, their details, and the table after a round."""
    pilot.rush_round()
    pilot.wait(8.0)
    is_over = False
    while not is_over:
        is_over = not pilot.session.to_act
        what = f"{whose}the end of {'the match' if is_over else 'a round'}"
        yield Stop(what)
        pilot.wait(0.5)
        pilot.press("story" if pilot.nodes("story") else "rounds")
        yield Stop(f"{what}, told")
        pilot.key(pygame.K_ESCAPE)
        pilot.key(pygame.K_ESCAPE)
        yield Stop(f"{whose}after a round")
        while pilot.session.to_act:
            if pilot.session.is_waiting_for_table:
                pilot.session.deal_next_round()
            pilot.rush_round()
        pilot.wait(8.0)


def people(pilot: Pilot) -> Iterator[Stop]:
    """Visit a hot-seat match: the curtain between turns, and the longest names."""
    for names in (LONG, (*LONGEST, "Maximiliana")):
        plans = tuple(SeatPlan(name) for name in names)
        pilot.program.play(red7_setup(plans, seed=5, target=100))
        pilot.wait(2.0)
        yield Stop(f"curtain, {len(names)} names")
        pilot.press("reveal")
        pilot.wait(1.0)
        yield Stop(f"{len(names)} names")
        yield Stop(f"{len(names)} names, a hint", give_hint)


def tidying(pilot: Pilot) -> Iterator[Stop]:
    """Visit the table of Spring Cleaning with all seats: a first offer, and a drawn card."""
    pilot.program.play(replace(SPRING, values={"pickup": "next_turn"}))
    pilot.wait(2.0)
    yield Stop("a first offer")
    for _ in range(20):
        drawn = [step for step in pilot.seen.legal if str(step) == "draw"]
        pilot.session.take(drawn[0] if drawn else pilot.seen.legal[0])
        if drawn:
            pilot.wait(1.0)
            yield Stop("a drawn card")
            return
        pilot.wait_for_me()
    raise AssertionError("nobody may draw")


def days(pilot: Pilot) -> Iterator[Stop]:
    """Visit the daily deals of both games before and after playing, with the achievements."""
    deals, profile = pilot.program.feature(DailyDeals), pilot.program.profile
    day = deals.today()
    pilot.program.show_title()
    for back in range(1, 40):
        past = day - timedelta(days=back)
        profile.record(statistics.ProfileEvent("daily", "red7", past.isoformat(), past, "won", 12))
    for game, outcome in (("red7", "lost"), ("spring", "tied")):
        deals.show(game, day)
        yield Stop(f"a day of {game}")
        pilot.key(pygame.K_ESCAPE)
        profile.record(statistics.ProfileEvent("daily", game, day.isoformat(), day, outcome, 28))
        for kind in (daily_score.OWN, daily_score.PAR):
            profile.record(daily_score.make_event(kind, game, day, LONG_SCORE, day))
        deals.show(game, day)
        yield Stop(f"its result in {game}")
        pilot.key(pygame.K_ESCAPE)
    deals.play("red7", day)
    yield Stop("the table of a day, for fun")
    pilot.wait_for_profile()
    pilot.wait(achievements.ANNOUNCEMENT_DELAY + 8.0)
    pilot.program.show_title()
    yield Stop("the title with days")
    pilot.program.show_profile()
    pilot.wait_for_profile()
    yield Stop("a profile")
    pilot.program.screen.node.find("all").activate()
    yield Stop("achievements")
    pilot.key(pygame.K_ESCAPE)
    pilot.press("people")
    yield Stop("people")


def climbing(pilot: Pilot) -> Iterator[Stop]:
    """Visit the climbs: the first rung, halfway up, a locked rung, and a table."""
    service = pilot.program.feature(ClimbFeature).service
    profile, day = pilot.program.profile, date(2020, 2, 20)
    for game in pilot.program.catalogue:
        rungs = service.climb_of(game).rungs
        service.show(game)
        yield Stop(f"the climb of {game}")
        for nth, rung in enumerate(rungs[:-2]):
            value = (7, 3, 5, 1)[nth % 4]
            profile.record(statistics.ProfileEvent(CLIMB, game, rung.key, day, "won", value))
        for rung in (rungs[2], rungs[-2], rungs[-1]):
            service.show(game, rung)
            yield Stop(f"rung {rung.key} of {game}")
        service.begin(game, rungs[2])
        pilot.wait_for_me()
        yield Stop(f"the table of a rung of {game}")
    pilot.program.show_title()
    yield Stop("the title with a climb")


def learning(pilot: Pilot) -> Iterator[Stop]:
    """Visit the first game's offer, its table with the coach, lessons, and their lists."""
    pilot.show_title()
    pilot.press("play")
    yield Stop("new game, for a new player")
    lessons = pilot.program.feature(LessonsFeature).service
    for game in pilot.program.catalogue:
        lessons.show(game)
        yield Stop(f"the lessons of {game}")
        lessons.begin_first(game)
        pilot.wait_for_me()
        yield Stop(f"the first game of {game}", ask_coach)
        for lesson in lessons.list_lessons(game)[::4]:
            lessons.begin(game, lesson.key)
            pilot.wait(0.5)
            yield Stop(f"{game}, {lesson.key}", ask_coach)
            for step in lesson.begin().answer:
                pilot.session.take_text(step)
            pilot.wait(1.5)
            yield Stop(f"{game}, {lesson.key}, done")


def puzzles(pilot: Pilot) -> Iterator[Stop]:
    """Visit the list of puzzles, and a puzzle in all its phases, with its menu."""
    room = pilot.program.feature(PuzzleFeature).service

    def settle() -> None:
        room._worker.submit(lambda: None).result()
        pilot.wait(0.3)

    room.shelves["red7"] = PuzzleShelf(SHIPPED)
    for game in ("red7", "spring"):
        room.show(game)
        settle()
        yield Stop(f"the puzzles of {game}")
    for puzzle, wrong in ((STAY, ("B1", "palette")), (FORCE, ("G6", "canvas"))):
        pilot.program.show_title()
        room.open(room.chosen(puzzle, PuzzleSource.ALL))
        settle()
        yield Stop("a puzzle")
        yield Stop("a puzzle, a hint", give_hint)
        pilot.drag(*wrong)
        pilot.wait(0.6)
        pilot.press("end")
        settle()
        pilot.wait(6.0)
        yield Stop("a puzzle, missed")
    pilot.key(pygame.K_ESCAPE)
    (told,) = pilot.nodes("deal")
    assert isinstance(told, Label)
    assert "0" not in told.text, "a puzzle is no deal with a number"
    yield Stop("a puzzle's menu")
    pilot.key(pygame.K_ESCAPE)
    assert room._attempt is not None
    room._attempt.show_answer()
    pilot.wait(8.0)
    yield Stop("a puzzle, the answer")
    room.open(room.chosen(STAY, PuzzleSource.ALL))
    settle()
    for face, place in (("O5", "palette"), ("B1", "canvas")):
        pilot.drag(face, place)
        pilot.wait(0.6)
    pilot.press("end")
    settle()
    yield Stop("a puzzle, solved")


def looking_back(pilot: Pilot) -> Iterator[Stop]:
    """Visit records and replays with remarks, open hands and a film export, and an invalid file."""
    plans = (SeatPlan(LONG[0]), *AIS)
    for setup in (red7_setup(plans, seed=11), GameSetup("spring", plans, {}, 11)):
        give_up_match(pilot, setup)
    pilot.program.show_records()
    settled(pilot)
    yield Stop("records")
    pilot.press("delete 1")
    yield Stop("a record is to be deleted")
    pilot.key(pygame.K_ESCAPE)
    for number in (2, 1):
        pilot.program.show_records()
        settled(pilot)
        pilot.press(f"open {number}")
        yield from replayed(pilot, f"replay {number}")
    pilot.program.show_title()
    pilot.program.open_record(GOLDEN)
    yield from replayed(pilot, "a replay")
    yield Stop(
        "a button of the dock", lambda pilot: rest_at(pilot, middle_of(pilot.button("save film")))
    )
    pilot.press("menu")
    yield Stop("a replay's menu")
    pilot.key(pygame.K_ESCAPE)
    pilot.program.open_record(Path(__file__))
    settled(pilot)
    yield Stop("no record")
    pilot.key(pygame.K_ESCAPE)


def replayed(pilot: Pilot, name: str) -> Iterator[Stop]:
    """Visit a replay before and after its turns are reviewed, at several moments."""
    unjudged(pilot)
    yield Stop(name)
    pilot.press("hands")
    session_of(pilot).go_to(1)
    pilot.wait(1.0)
    yield Stop(f"{name}, open hands")
    judge_all(pilot)
    yield Stop(f"{name}, judged")
    session_of(pilot).go_to(last_remark(pilot))
    pilot.wait(1.0)
    yield Stop(f"{name}, a remark")


WALKS: dict[str, Walk] = {
    each.__name__: each
    for each in (
        *(around, climbing, learning, days, tables, actions, above, ends, people, tidying, tidied),
        *(puzzles, looking_back),
    )
}


# -- what a person does on the way -----------------------------------------------------------


def sit_down(pilot: Pilot, seats: int, **values: int) -> None:
    pilot.play_to_me(red7_setup((SeatPlan(LONG[0]), *AIS[: seats - 1]), seed=11, **values))


def play_an_action(pilot: Pilot, seats: int) -> None:
    """Play a 7 whose action may move a card."""
    plans = (SeatPlan(LONG[0]), *AIS[: seats - 1])
    for seed in range(60):
        pilot.play_to_me(red7_setup(plans, seed=seed, actions=True))
        sevens = [step for step in map(str, pilot.seen.legal) if step[1:] == "7"]
        if sevens:
            pilot.drag(sevens[0], "palette")
            pilot.wait(1.0)
            return
    raise AssertionError("no deal offers a 7 to play")


def take_turns(pilot: Pilot, count: int) -> None:
    """Take the viewer's next turns as a careful player would."""
    with pilot.unseen():
        for _ in range(count):
            pilot.rush_turn()
            pilot.rush_rivals()
    pilot.wait(2.0)


def give_hint(pilot: Pilot) -> None:
    ask_coach(pilot)
    assert pilot.nodes("hint")


def ask_coach(pilot: Pilot) -> None:
    pilot.key(pygame.K_h)
    pilot.wait(0.3)


def focus_on_a_card(pilot: Pilot) -> None:
    pilot.focus_on(pilot.card(next(face for face in pilot.seen.zones["hand:A"] if face)))
    pilot.wait(0.8)


def look_closely(pilot: Pilot) -> None:
    face = next(face for face in pilot.seen.zones["palette:A"] if face)
    rest_at(pilot, pilot.place_of(face))
    pilot.wait(1.5)


def rest_at(pilot: Pilot, at: Vec) -> None:
    pilot.move(Vec(0.0, 0.0))
    pilot.move(at)
    pilot.wait(0.3)
