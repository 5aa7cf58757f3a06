"""Achievements: each can be reached, none before its goal, and what was reached stays."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from red7_desktop.app.profile import achievements, own_profile, statistics
from red7_desktop.app.profile.statistics import GameStatistics, MatchFacts, ProfileEvent, SeatFacts
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.sound.cues import Sound
from red7_desktop.kit.texts import Texts
from red7_desktop.scene import animation, pictures
from red7_desktop.scene.geometry import Size
from red7_desktop.scene.node import Node
from tests.bazaar.row import ROW
from tests.pictures import painted_at_once

MONDAY = date(2026, 11, 16)
WHITE = pictures.Colour(255, 255, 255)
LORE = {
    "one": achievements.GameFacts(("easy", "hard"), 4, ("R", "G", "B"), ("feat",)),
    "two": achievements.GameFacts(("easy", "hard"), 5, ("1", "2")),
}


def account(events: tuple[ProfileEvent, ...] = (), **sums: Any) -> achievements.ProfileFacts:
    """Return what someone has done in the first game; in the second it is nothing."""
    return achievements.ProfileFacts(
        {"one": replace(GameStatistics(), **sums), "two": GameStatistics()}, events, LORE
    )


def events(kind: str, count: int, outcome: str, game: str = "one") -> tuple[ProfileEvent, ...]:
    return tuple([ProfileEvent(kind, game, str(nth), MONDAY, outcome) for nth in range(count)])


def days(count: int, outcome: str = "lost", game: str = "one") -> tuple[ProfileEvent, ...]:
    keys = [(MONDAY + timedelta(days=nth)).isoformat() for nth in range(count)]
    return tuple([ProfileEvent("daily", game, key, MONDAY, outcome) for key in keys])


def beat(**won: int) -> dict[str, Any]:
    return {
        "against": {level: statistics.OpponentStatistics(won=count) for level, count in won.items()}
    }


def marks(*keys: str) -> dict[str, Any]:
    return {"tallies": dict.fromkeys(keys, (2, 1)) | {"X": (1, 1)}}


BOTH_PLAYED = achievements.ProfileFacts(
    {"one": GameStatistics(played=2), "two": GameStatistics(played=1)}, (), LORE
)
BOTH_WON = achievements.ProfileFacts(
    {"one": GameStatistics(won=1), "two": GameStatistics(won=1)}, (), LORE
)

TABLE: dict[str, tuple[achievements.ProfileFacts, achievements.ProfileFacts]] = {
    "first_win": (account(), account(won=1)),
    "all_round": (account(won=9), BOTH_WON),
    "row_3": (account(best=2), account(best=3)),
    "row_7": (account(best=6), account(best=7)),
    "ladder": (account(**beat(hard=3)), account(**beat(hard=1, easy=1))),
    "top": (account(**beat(easy=3)), account(**beat(hard=1))),
    "top_10": (account(**beat(hard=9)), account(**beat(hard=10))),
    "unaided": (account(unaided={"easy": 2}), account(unaided={"hard": 1})),
    "full_table": (account(won_at={3: 2}), account(won_at={4: 1})),
    "company": (account(), account(company=1)),
    "hundred": (account(rounds=99), account(rounds=100)),
    "ways": (account(**marks("R", "B")), account(**marks("R", "G", "B"))),
    "daily": (account(events("daily", 1, "begun")), account(days(1))),
    "daily_win": (account(days(4, "won")), account(days(5, "won"))),
    "daily_week": (account(days(6)), account(days(7))),
    "daily_month": (account(days(29)), account(days(30))),
    "daily_all": (account(days(3)), account((*days(1), *days(1, game="two")))),
    "puzzles_10": (
        account(events("puzzle", 9, "solved") * 2 + events("puzzle", 30, "missed")),
        account(events("puzzle", 10, "solved")),
    ),
    "puzzles_100": (
        account(events("puzzle", 99, "solved")),
        account(events("puzzle", 100, "solved")),
    ),
    "lessons": (account(events("lesson", 9, "begun")), account(events("lesson", 5, "done"))),
    "one.feat": (account(), account((ProfileEvent("feat", "one", "feat", MONDAY, "got"),))),
}


@pytest.mark.parametrize("key", TABLE)
def test_achievement_is_reached_exactly_at_its_goal(key: str) -> None:
    before, after = TABLE[key]
    assert key not in achievements.list_newly_reached(before)
    assert key in achievements.list_newly_reached(after)


def test_every_achievement_has_words_and_an_emblem() -> None:
    assert {rule.key for rule in achievements.RULES} == TABLE.keys() - {"one.feat"}
    catalogue = {**CATALOGUE, "bazaar": ROW}
    words = achievements.describe_achievements(Texts(), catalogue)
    sums = {game: GameStatistics() for game in catalogue}
    built = achievements.build_account(catalogue, sums, (), Texts())
    assert built.game_facts["red7"].seats == 4
    found = achievements.list_progress(built)
    assert {each.key for each in found} == set(words)
    assert not any(each.is_reached for each in found)
    for told in words.values():
        assert painted_at_once(build_icon(told.emblem, WHITE), 16, 16).get_bounding_rect().w > 4
    assert len({told.title for told in words.values()}) == len(words)


def test_achievement_stays_and_is_announced_once() -> None:
    new = achievements.find_new_events(account(best=3, won=3), MONDAY)
    assert achievements.list_earned(new) == {"first_win", "row_3"}
    later = account(new, best=0)
    assert achievements.list_newly_reached(later) == ()
    shown = {each.key: each for each in achievements.list_progress(later)}
    assert shown["row_3"].is_reached
    assert not shown["row_7"].is_reached
    texts = Texts()
    assert achievements.announce_new(texts, CATALOGUE, ["row_3"]) == "Achievement: Hat trick"
    several = achievements.announce_new(texts, CATALOGUE, ["row_3", "row_7", "top", "daily"])
    assert several == "4 new achievements"
    assert achievements.announce_new(texts, CATALOGUE, ["of a newer program"]) == ""


def test_statistics_for_achievements_count_hintless_and_group_wins() -> None:
    def match(uid: str, hints: int, *others: SeatFacts) -> MatchFacts:
        seats = (SeatFacts("Mara", "human", 9, True, 3, hints, person=7), *others)
        return MatchFacts(uid, "red7", "{}", MONDAY, 2, True, seats)

    rival, friend = (SeatFacts("X", player, 1, False, 3) for player in ("sharp", "human"))
    sums = statistics.compute_statistics(
        (match("a", 1, rival), match("b", 0, rival, friend)), 7, {}
    )
    assert (sums.company, dict(sums.won_at)) == (1, {2: 1, 3: 1})
    assert dict(sums.unaided) == {"sharp": 1}


LOOKS = {
    "night": (account(played=2), account(won=1)),
    "felt": (account(won=2, played=2), BOTH_PLAYED),
    "leaves": (account(played=5), account(played=6)),
    "waves": (account(won=9), BOTH_WON),
    "lanterns": (account(won=11), account(won=12)),
}


@pytest.mark.parametrize("look", LOOKS)
def test_unlockable_styles_are_earned_exactly_at_their_goal(look: str) -> None:
    assert LOOKS.keys() == own_profile.UNLOCK_RULES.keys()
    before, after = LOOKS[look]
    assert look not in achievements.list_newly_unlocked(before)
    assert look in achievements.list_newly_unlocked(after)
    earned = achievements.find_new_events(after, MONDAY)
    assert look in own_profile.list_earned_styles(earned)
    assert "first_win" not in own_profile.list_earned_styles(earned)


def ended(game: str, result: Any, *rounds: Any) -> Any:
    rules = SimpleNamespace(name=game, result=lambda state: result)
    return SimpleNamespace(game=rules, state=SimpleNamespace(rounds=rounds))


def test_special_red7_achievements_are_detected() -> None:
    from red7_desktop.games.red7.face.view import RED7_VIEW
    from red7_desktop.games.red7.rules.cards import CARD_BY_TEXT, LETTERS, set_of

    def taken(rule: str, cards: str, winner: int = 0) -> Any:
        held = set_of([CARD_BY_TEXT[text] for text in cards.split()])
        return SimpleNamespace(winner=winner, rule=LETTERS.index(rule), taken=held)

    def feats(*rounds: Any) -> set[str]:
        return set(RED7_VIEW.story.find_feats(ended("red7", None, *rounds), 0))

    assert feats(taken("B", "R1 O1 Y1 G1 B1 I1 V1")) == {"rainbow"}
    assert feats(taken("B", "R1 O1 Y1 G1 B1 I1"), taken("V", "R1 O1 Y1 G1 B1 I1 V1")) == set()
    assert feats(taken("G", "R6 O6 Y6 G6")) == {"harvest"}
    assert feats(taken("G", "R6 O6 Y6 G4"), taken("G", "R6 O6 Y6 G6", winner=1)) == set()


def test_special_spring_cleaning_achievements_are_detected() -> None:
    from red7_desktop.games.spring_cleaning.face.view import SPRING_VIEW

    def feats(
        winners: tuple[int, ...], scores: tuple[int, ...], *left: tuple[int, ...]
    ) -> set[str]:
        rounds = [SimpleNamespace(left=each) for each in left]
        result = SimpleNamespace(winners=winners, scores=scores)
        return set(SPRING_VIEW.story.find_feats(ended("spring", result, *rounds), 0))

    assert feats((0,), (0, 3), (0, 2)) == {"spotless"}
    assert feats((0,), (1, 3), (0, 8, 9)) == {"alone"}
    assert feats((1,), (3, 0), (0, 7, 9), (8, 0, 9)) == set()


def test_achievements_belong_to_the_current_person() -> None:
    seats = (
        SeatFacts("Hana", "expert", 3, False, 1),
        SeatFacts("Mara", "human", 0, True, 1),
        SeatFacts("Leo", "human", 4, False, 1),
    )
    facts = MatchFacts("u", "spring", "{}", MONDAY, 1, True, seats)
    result = SimpleNamespace(winners=(1,), scores=(3, 0, 4))
    match = ended("spring", result)
    found = achievements.find_feats(CATALOGUE, match, facts, "mara", (), MONDAY)
    assert found == (ProfileEvent("feat", "spring", "spotless", MONDAY, "got"),)
    assert achievements.find_feats(CATALOGUE, match, facts, "mara", found, MONDAY) == ()
    assert achievements.find_feats(CATALOGUE, match, facts, "Leo", (), MONDAY) == ()
    assert achievements.find_feats(CATALOGUE, match, facts, "Zoe", (), MONDAY) == ()


@pytest.mark.parametrize(
    ("all_looks", "said"), [(False, ["New in the settings: Night"]), (True, [])]
)
def test_new_achievements_are_announced_in_one_message(all_looks: bool, said: list[str]) -> None:
    shown: list[str] = []
    said_aloud: list[str] = []
    played: list[Sound] = []
    clock = animation.SteppedClock()
    look = SimpleNamespace(theme=SimpleNamespace(colour=lambda name: pictures.WHITE))

    medal, animator = Node(size=Size(40.0, 40.0)), animation.Animator(clock)

    def show(words: str, mark: pictures.Picture) -> Any:
        shown.append(words)
        medal.picture = mark
        return SimpleNamespace(mark=medal)

    ui: Any = SimpleNamespace(
        stage=SimpleNamespace(
            clock=clock, toasts=SimpleNamespace(show=show), look=look, animator=animator
        ),
        settings=SimpleNamespace(all_looks=all_looks, reduced_motion=all_looks),
        texts=Texts(),
        audio=SimpleNamespace(play=played.append),
        say=lambda *words: said_aloud.extend(words),
    )
    match_service: Any = SimpleNamespace(session=None)
    teller = achievements.AchievementTracker(
        *(ui, CATALOGUE, match_service), lambda event: None, lambda: MONDAY
    )
    teller.statistics = {1: {game: GameStatistics(won=int(game == "red7")) for game in CATALOGUE}}
    teller.store_new(1, ())
    while not shown:
        clock.step(1.0)
        teller.tick()
    front = build_icon("medal", pictures.WHITE)
    assert (medal.picture == front) is all_looks, "else its back is seen first"
    for part in (0.17, 0.17):
        clock.step(part)
        animator.tick()
        assert (medal.flip == 1.0) is all_looks
    clock.step(0.2)
    animator.tick()
    assert (medal.picture, medal.flip) == (front, 1.0)
    assert said_aloud == ["Achievement: First win", *said]
    assert shown == ["\n".join(said_aloud)]
    assert played == [Sound.ACHIEVEMENT]
