"""A walk through everything that the program shows: each stop has something else on screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pygame

from red7_desktop.app.features import LessonsFeature, ProfileFeature, PuzzleFeature
from red7_desktop.app.profile import achievements, statistics
from red7_desktop.app.puzzles.attempt import PuzzleSource
from red7_desktop.app.puzzles.puzzles import PuzzleShelf
from red7_desktop.app.screens.daily import DailyDeals
from red7_desktop.games.red7.players.levels import PLAYERS
from red7_desktop.games.registry import BOX
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.scene.geometry import Vec
from red7_desktop.scene.widgets.widget import Label
from tests.setups import red7_setup
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

# == walk ==================================================================================
# A walk through everything that the program shows: each stop has something else on the screen.


LONG = ("Wilhelmina Zhang", "Bartholomew Ojo", "Maximiliana Ruiz", "Konstantin Wolff")
"""Names as long as people have them."""
AIS = tuple(SeatPlan(level=level) for level in ("casual", "steady", "newcomer"))


def _nothing(pilot: Pilot) -> None:
    pass


class Stop(NamedTuple):
    """Something to look at. again: brings back what another size of the window has sent away."""

    name: str
    again: Callable[[Pilot], None] = _nothing


Walk = Callable[[Pilot], Iterator[Stop]]


def around(pilot: Pilot) -> Iterator[Stop]:
    """The screens around the table."""
    program = pilot.program
    program.show_title()
    pilot.wait(1.0)
    yield Stop("title")
    program.show_settings()
    pilot.wait(0.5)
    yield Stop("settings")
    pilot.press("reset")
    pilot.wait(0.5)
    yield Stop("a question")
    pilot.key(pygame.K_ESCAPE)
    pilot.key(pygame.K_ESCAPE)
    full = red7_setup(
        (SeatPlan(LONG[0]), AIS[0], SeatPlan(LONG[1]), SeatPlan(level="expert")),
        actions=True,
        target=196,
        seed=999_999_999,
    )
    for name, setup in (("new game", red7_setup()), ("new game, all set", full)):
        pilot.program.setups.keep(setup)
        program.show_new_game()
        pilot.wait(0.5)
        yield Stop(name)
    program.show_title()
    for page in ("overview", "turn", "order", "I", "advanced", "actions"):
        program.show_rules(page)
        pilot.wait(0.3)
        yield Stop(f"rules, {page}")
    pilot.key(pygame.K_ESCAPE)


def tables(pilot: Pilot) -> Iterator[Stop]:
    """The table with two, three and four seats: at the beginning, later, with a card's places."""
    for seats in (2, 3, 4):
        sit_down(pilot, seats)
        yield Stop(f"{seats} seats")
        yield Stop(f"{seats} seats, a hint", give_hint)
        yield Stop(f"{seats} seats, a card's places", focus_on_a_card)
        leave_the_card(pilot)
        take_turns(pilot, 2)
        yield Stop(f"{seats} seats, two turns later")
        pilot.program.show_title()


def actions(pilot: Pilot) -> Iterator[Stop]:
    """The table with actions, and a card whose action is to be chosen."""
    for seats in (2, 4):
        play_an_action(pilot, seats)
        yield Stop(f"{seats} seats, an action")
        yield Stop(f"{seats} seats, a card's places after an action", focus_on_a_card)
        pilot.program.show_title()


def above(pilot: Pilot) -> Iterator[Stop]:
    """What lies above the table."""
    sit_down(pilot, 4)
    take_turns(pilot, 1)
    for name, key in (("lens", pygame.K_e), ("log", pygame.K_l), ("menu", pygame.K_ESCAPE)):
        pilot.hold_key(key)
        pilot.wait(0.5)
        yield Stop(name)
        pilot.post(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0)
        if name != "lens":
            pilot.key(pygame.K_ESCAPE)
        pilot.wait(0.3)
    yield Stop("a card seen large", look_closely)
    yield Stop("a tip", rest_on_a_button)
    # The large button is for the same where there is no other choice.
    is_quiet = any(each.interactive for each in pilot.nodes("give_up"))
    pilot.press("give_up" if is_quiet else "end")
    pilot.wait(0.5)
    yield Stop("giving up")


def ends(pilot: Pilot) -> Iterator[Stop]:
    """The ends of rounds and of the match."""
    for seats in (2, 4):
        sit_down(pilot, seats, target=8)
        play_round(pilot)
        pilot.wait(5.0)
        yield Stop(f"{seats} seats, the end of a round")
        pilot.key(pygame.K_ESCAPE)
        pilot.wait(0.3)
        yield Stop(f"{seats} seats, after a round")
        for _ in range(30):
            if not pilot.session.to_act:
                break
            if pilot.session.is_waiting_for_table:
                pilot.session.go_on()
            play_round(pilot)
        pilot.wait(5.0)
        yield Stop(f"{seats} seats, the end of the match")
        pilot.program.show_title()


def tidied(pilot: Pilot) -> Iterator[Stop]:
    """The ends of a round and of the match of Spring Cleaning with most seats."""
    plans = (SeatPlan(LONG[0]), *AIS, SeatPlan(level="newcomer"))
    pilot.program.play(GameSetup("spring", plans, {}, 11))
    play_round(pilot)
    pilot.wait(8.0)
    yield Stop("the end of a round")
    pilot.key(pygame.K_ESCAPE)
    pilot.wait(0.3)
    yield Stop("after a round")
    while pilot.session.to_act:
        if pilot.session.is_waiting_for_table:
            pilot.session.go_on()
        play_round(pilot)
    pilot.wait(8.0)
    yield Stop("the end of the match")


def people(pilot: Pilot) -> Iterator[Stop]:
    """People at one screen: the curtain between them, and names as long as they are."""
    plans = tuple(SeatPlan(name) for name in LONG)
    yield from behind_curtain(pilot, red7_setup(plans, seed=5, target=100), "long names")


def behind_curtain(pilot: Pilot, setup: GameSetup, names: str) -> Iterator[Stop]:
    """The curtain before a person's turn, and the table behind it."""
    pilot.program.play(setup)
    pilot.wait(2.0)
    yield Stop(f"curtain, {names}")
    pilot.press("reveal")
    pilot.wait(1.0)
    yield Stop(names)
    yield Stop(f"{names}, a hint", give_hint)


def tidying(pilot: Pilot) -> Iterator[Stop]:
    """The table of Spring Cleaning with most seats: a first offer, and a drawn card in between."""
    plans = (SeatPlan(LONG[0]), *AIS, SeatPlan(level="newcomer"))
    pilot.program.play(GameSetup("spring", plans, {"pickup": "next_turn"}, 11))
    pilot.wait(2.0)
    yield Stop("a first offer")
    session = pilot.session
    for _ in range(20):
        drawn = [step for step in session.observe().legal if str(step) == "draw"]
        session.take(drawn[0] if drawn else session.observe().legal[0])
        if drawn:
            pilot.wait(1.0)
            yield Stop("a drawn card")
            return
        pilot.wait_for_me()
    raise AssertionError("nobody may draw")


def days(pilot: Pilot) -> Iterator[Stop]:
    """The daily deal of either game before and after it was played, and what was achieved by it."""
    deals, profile = pilot.program.feature(DailyDeals), pilot.program.profile
    day = deals.today()
    pilot.program.show_title()
    for back in range(1, 40):
        past = day - timedelta(days=back)
        profile.note(statistics.ProfileEvent("daily", "red7", past.isoformat(), past, "won", 12))
    for game, outcome in (("red7", "lost"), ("spring", "tied")):
        deals.show(game, day)
        yield Stop(f"a day of {game}")
        pilot.key(pygame.K_ESCAPE)
        profile.note(statistics.ProfileEvent("daily", game, day.isoformat(), day, outcome, 28))
        deals.show(game, day)
        yield Stop(f"its result in {game}")
        pilot.key(pygame.K_ESCAPE)
    deals.play("red7", day)
    pilot.wait(1.0)
    yield Stop("the table of a day, for fun")
    pilot.program.feature(ProfileFeature).service.do(lambda: None).result()
    pilot.wait(achievements.PAUSE + 8.0)
    pilot.program.show_title()
    yield Stop("the title with days")
    pilot.program.show_profile()
    pilot.wait_for_profile()
    yield Stop("achievements nearest")
    pilot.program.screen.node.find("all").activate()
    pilot.wait(0.5)
    yield Stop("achievements")


def learning(pilot: Pilot) -> Iterator[Stop]:
    """The offer of a first game, its table as the coach goes on, lessons and the lists of them."""
    pilot.program.show_title()
    pilot.wait(0.5)
    pilot.press("play")
    pilot.wait(0.5)
    yield Stop("new game, for a new player")
    lessons = pilot.program.feature(LessonsFeature).service
    for game in pilot.program.box:
        lessons.show(game)
        yield Stop(f"the lessons of {game}")
        lessons.begin_first(game)
        pilot.wait_for_me()
        yield Stop(f"the first game of {game}", ask_coach)
        for lesson in lessons.course(game).lessons[::4]:
            lessons.begin(game, lesson.key)
            pilot.wait(0.5)
            yield Stop(f"{game}, {lesson.key}", ask_coach)
            for step in lesson.begin().answer:
                pilot.session.take_text(step)
            pilot.wait(1.5)
            yield Stop(f"{game}, {lesson.key}, done")


WALKS: dict[str, Walk] = {
    each.__name__: each
    for each in (around, learning, days, tables, actions, above, ends, people, tidying, tidied)
}


# -- what a person does on the way -----------------------------------------------------------


def sit_down(pilot: Pilot, seats: int, *, seed: int = 11, target: int | None = None) -> None:
    setup = red7_setup((SeatPlan("Ada"), *AIS[: seats - 1]), seed=seed)
    pilot.program.play(setup if target is None else setup.with_values(target=target))
    pilot.wait_for_me()
    pilot.wait(1.0)


def play_an_action(pilot: Pilot, seats: int) -> None:
    """Play a 7 that may move a card."""
    plans = (SeatPlan("Ada"), *AIS[: seats - 1])
    for seed in range(60):
        pilot.program.play(red7_setup(plans, seed=seed, actions=True))
        pilot.wait_for_me()
        sevens = [
            s for s in map(str, pilot.session.observe().legal) if s[-1] == "7" and len(s) == 2
        ]
        if sevens:
            pilot.wait(1.0)
            pilot.drag(sevens[0], "palette")
            pilot.wait(1.0)
            return
    raise AssertionError("no deal offers a 7 to play")


def take_turns(pilot: Pilot, count: int) -> None:
    """Let a careful player take the viewer's next turns."""
    for _ in range(count):
        while pilot.session.is_viewers_turn:
            for step in PLAYERS.player_of("greedy").choose(pilot.session.observe(), 0, 1).steps:
                pilot.session.take(step)
        pilot.wait_for_me()
    pilot.wait(2.0)


def play_round(pilot: Pilot) -> None:
    session = pilot.session
    careful = BOX[session.match.game.name].players().player_of("greedy")
    while session.to_act and not session.is_waiting_for_table:
        if session.is_viewers_turn:
            for step in careful.choose(session.observe(), 0, 1).steps:
                session.take(step)
        else:
            pilot.wait_for_me()


def give_hint(pilot: Pilot) -> None:
    pilot.key(pygame.K_h)
    pilot.wait(0.1)
    assert pilot.nodes("hint")


def ask_coach(pilot: Pilot) -> None:
    pilot.key(pygame.K_h)
    pilot.wait(0.3)


def focus_on_a_card(pilot: Pilot) -> None:
    stage = pilot.program.ui.stage
    face = next(face for face in pilot.session.observe().zones["hand:A"] if face)
    stage.focus.is_visible = True
    stage.focus.give(pilot.card(face))
    pilot.wait(0.1)


def leave_the_card(pilot: Pilot) -> None:
    pilot.program.ui.stage.focus.set_aside(None)
    pilot.wait(0.2)


def look_closely(pilot: Pilot) -> None:
    face = next(face for face in pilot.session.observe().zones["palette:A"] if face)
    pilot.move(Vec(0.0, 0.0))
    pilot.move(pilot.place_of(face))
    pilot.wait(1.5)


def rest_on_a_button(pilot: Pilot) -> None:
    pilot.move(Vec(0.0, 0.0))
    pilot.move(middle_of(pilot.nodes("hint")[0]))
    pilot.wait(0.3)


# == walk next to ===========================================================================
# A walk through what there is besides matches: puzzles, records, replays, people, profiles.


LONGEST = ("Hohenschwangauer", "Maximilianwilhel")
"""Names of one word, as long as names may be."""


def puzzles(pilot: Pilot) -> Iterator[Stop]:
    """The list of puzzles, one that is tried, hinted at, missed, shown and solved, and its menu."""
    entrance = pilot.program.feature(PuzzleFeature)
    room = entrance.service

    def settle() -> None:
        room._worker.do(lambda: None).result()
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
    pilot.wait(0.5)
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
    """Records, and replays: with remarks, open hands, a film that is made; what is no record."""
    plans = (SeatPlan(LONG[0]), *AIS)
    for setup in (red7_setup(plans, seed=11), GameSetup("spring", plans, {}, 11)):
        give_up_match(pilot, setup)
    pilot.program.show_records()
    settled(pilot)
    yield Stop("records")
    pilot.press("delete 000001")
    pilot.wait(0.5)
    yield Stop("a record is to be deleted")
    pilot.key(pygame.K_ESCAPE)
    for number in (2, 1):
        pilot.program.show_records()
        settled(pilot)
        pilot.press(f"open 00000{number}")
        yield from replayed(pilot, f"replay {number}")
    pilot.program.show_title()
    pilot.program.open_record(GOLDEN)
    yield from replayed(pilot, "a replay")
    yield Stop("a button of the dock", rest_on_film)
    pilot.press("menu")
    pilot.wait(0.5)
    yield Stop("a replay's menu")
    pilot.key(pygame.K_ESCAPE)
    pilot.program.open_record(Path(__file__))
    settled(pilot)
    yield Stop("no record")
    pilot.key(pygame.K_ESCAPE)


def replayed(pilot: Pilot, name: str) -> Iterator[Stop]:
    """A match that is being opened: before any turn is judged and after all are, and later on."""
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


def profiles(pilot: Pilot) -> Iterator[Stop]:
    """A profile, the people, and names of one long word, at the table and around it."""
    pilot.program.show_profile()
    pilot.wait_for_profile()
    yield Stop("a profile")
    pilot.press("people")
    pilot.wait(0.5)
    yield Stop("people")
    plans = (SeatPlan(LONGEST[0]), SeatPlan(level="expert"), SeatPlan(LONGEST[1]))
    setup = red7_setup(plans, seed=5, target=100)
    pilot.program.setups.keep(setup)
    pilot.program.show_new_game()
    pilot.wait(0.5)
    yield Stop("new game, names of one word")
    yield from behind_curtain(pilot, setup, "names of one word")


def rest_on_film(pilot: Pilot) -> None:
    """Let the dock say what a button does, in the place of where the replay stands."""
    pilot.move(Vec(0.0, 0.0))
    pilot.move(middle_of(pilot.button("save film")))
    pilot.wait(0.3)


BESIDE: dict[str, Walk] = {each.__name__: each for each in (puzzles, looking_back, profiles)}
