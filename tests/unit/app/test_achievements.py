"""Achievements: each can be reached, none before its goal, and what was reached stays."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from red7_desktop.app.profile import achievements, own_profile
from red7_desktop.app.profile.statistics import (
    GameSums,
    MatchFacts,
    ProfileEvent,
    RivalSums,
    RoundTally,
    SeatFacts,
    compute_sums,
)
from red7_desktop.games.registry import BOX
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
    "one": achievements.GameLore(("easy", "hard"), 4, ("R", "G", "B"), ("feat",)),
    "two": achievements.GameLore(("easy", "hard"), 5, ("1", "2")),
}


def account(deeds: tuple[ProfileEvent, ...] = (), **sums: Any) -> achievements.Account:
    """Return what someone has done in the first game; in the second it is nothing."""
    return achievements.Account(
        {"one": replace(GameSums(), **sums), "two": GameSums()}, deeds, LORE
    )


def deeds(kind: str, count: int, outcome: str, game: str = "one") -> tuple[ProfileEvent, ...]:
    return tuple([ProfileEvent(kind, game, str(nth), MONDAY, outcome) for nth in range(count)])


def days(count: int, outcome: str = "lost", game: str = "one") -> tuple[ProfileEvent, ...]:
    keys = [(MONDAY + timedelta(days=nth)).isoformat() for nth in range(count)]
    return tuple([ProfileEvent("daily", game, key, MONDAY, outcome) for key in keys])


def beat(**won: int) -> dict[str, Any]:
    return {"against": {level: RivalSums(won=count) for level, count in won.items()}}


def marks(*keys: str) -> dict[str, Any]:
    return {"marks": dict.fromkeys(keys, (2, 1)) | {"X": (1, 1)}}


BOTH_WON = achievements.Account({"one": GameSums(won=1), "two": GameSums(won=1)}, (), LORE)

TABLE: dict[str, tuple[achievements.Account, achievements.Account]] = {
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
    "daily": (account(deeds("daily", 1, "begun")), account(days(1))),
    "daily_win": (account(days(4, "won")), account(days(5, "won"))),
    "daily_week": (account(days(6)), account(days(7))),
    "daily_month": (account(days(29)), account(days(30))),
    "daily_all": (account(days(3)), account((*days(1), *days(1, game="two")))),
    "puzzles_10": (
        account(deeds("puzzle", 9, "solved") * 2 + deeds("puzzle", 30, "missed")),
        account(deeds("puzzle", 10, "solved")),
    ),
    "puzzles_100": (
        account(deeds("puzzle", 99, "solved")),
        account(deeds("puzzle", 100, "solved")),
    ),
    "lessons": (account(deeds("lesson", 9, "begun")), account(deeds("lesson", 5, "done"))),
    "one.feat": (account(), account((ProfileEvent("feat", "one", "feat", MONDAY, "got"),))),
}


@pytest.mark.parametrize("key", TABLE)
def test_each_is_reached_at_its_goal_and_not_before(key: str) -> None:
    before, after = TABLE[key]
    assert key not in achievements.list_newly_reached(before)
    assert key in achievements.list_newly_reached(after)


def test_the_table_above_has_them_all_and_each_has_words_and_an_emblem() -> None:
    assert {rule.key for rule in achievements.RULES} == TABLE.keys() - {"one.feat"}
    box = {**BOX, "bazaar": ROW}
    words, emblems = (
        achievements.build_all_texts(Texts(), box),
        achievements.map_emblems(Texts(), box),
    )
    sums = {game: GameSums() for game in box}
    found = achievements.list_standings(achievements.build_account(box, sums, (), Texts()), emblems)
    assert {each.key for each in found} == set(words)
    assert not any(each.is_reached for each in found)
    for each in found:
        assert painted_at_once(build_icon(each.emblem, WHITE), 16, 16).get_bounding_rect().w > 4
    assert len({told.title for told in words.values()}) == len(words)


def test_what_was_reached_stays_and_is_told_once() -> None:
    new = achievements.find_new_events(account(best=3, won=3), MONDAY)
    assert achievements.list_earned(new) == {"first_win", "row_3"}
    later = account(new, best=0)
    assert achievements.list_newly_reached(later) == ()
    shown = {each.key: each for each in achievements.list_standings(later, {})}
    assert shown["row_3"].is_reached
    assert not shown["row_7"].is_reached
    texts = Texts()
    assert achievements.announce_new(texts, BOX, ["row_3"]) == "Achievement: Hat trick"
    assert (
        achievements.announce_new(texts, BOX, ["row_3", "row_7", "top", "daily"])
        == "4 new achievements"
    )
    assert achievements.announce_new(texts, BOX, ["of a newer program"]) == ""


def test_matches_come_to_what_the_rules_ask_for() -> None:
    def match(uid: str, hints: int, *others: SeatFacts) -> MatchFacts:
        seats = (SeatFacts("Mara", "human", 9, True, 3, hints, person=7), *others)
        return MatchFacts(uid, "red7", "{}", MONDAY, 2, True, seats)

    rival, friend = (SeatFacts("X", player, 1, False, 3) for player in ("sharp", "human"))
    kept = SimpleNamespace(matches=(match("a", 1, rival), match("b", 0, rival, friend)))
    sums: Any = compute_sums(kept, 7, "red7", {})  # type: ignore[arg-type]
    assert (sums.company, dict(sums.won_at)) == (1, {2: 1, 3: 1})
    assert dict(sums.unaided) == {"sharp": 1}


class Story:
    """Matches of one person, in both games of the box, and what they come to."""

    def __init__(self) -> None:
        self.matches: list[MatchFacts] = []

    def play(
        self,
        *rivals: str,
        won: bool = True,
        game: str = "red7",
        rounds: int = 1,
        hints: int = 0,
        keys: tuple[str, ...] = (),
        times: int = 1,
    ) -> Story:
        """Play matches one after the other; `keys` are those of rounds won."""
        marks = tuple([RoundTally(key, 1, int(won)) for key in keys])
        own = SeatFacts("Mara", "human", 9, won, 3, hints, marks, person=7)
        others = [
            SeatFacts(
                *(rival, rival, 1, not won and not nth, 3), person=8 if rival == "human" else None
            )
            for nth, rival in enumerate(rivals)
        ]
        for _ in range(times):
            uid = str(len(self.matches))
            facts = MatchFacts(uid, game, "{}", MONDAY, rounds, True, (own, *others))
            self.matches.append(facts)
        return self

    def account(self) -> achievements.Account:
        kept: Any = SimpleNamespace(matches=tuple(self.matches))
        sums = {game: compute_sums(kept, 7, game, {}) for game in BOX}
        return achievements.build_account(BOX, sums, (), Texts())

    def reached(self) -> set[str]:
        """Return the keys of the achievements that are reached."""
        return set(achievements.list_newly_reached(self.account()))

    def looks(self) -> set[str]:
        """Return the tables and backs that are earned."""
        return set(achievements.list_newly_won_looks(self.account()))


LEVELS = {game: [level.key for level in row.players().levels] for game, row in BOX.items()}
WEAK, TOP = LEVELS["red7"][0], LEVELS["red7"][-1]
RULES_WON = tuple("ROYGBIV")

STORIES: dict[str, tuple[Story, Story]] = {
    "first_win": (Story().play(WEAK, won=False, times=5), Story().play(WEAK)),
    "all_round": (
        Story().play(WEAK, times=5).play(WEAK, game="spring", won=False),
        Story().play(WEAK).play(WEAK, game="spring"),
    ),
    "row_3": (
        Story().play(WEAK, times=2).play(WEAK, won=False).play(WEAK, times=2),
        Story().play(WEAK, won=False).play(WEAK, times=3).play(WEAK, won=False),
    ),
    "row_7": (
        Story().play(WEAK, times=6).play(WEAK, game="spring"),
        Story().play(WEAK, times=7),
    ),
    "ladder": (
        Story().play(*LEVELS["red7"][:3]).play(*LEVELS["red7"][-1:]).play(TOP, game="spring"),
        Story().play(*LEVELS["red7"][:3]).play(*LEVELS["red7"][3:]),
    ),
    "top": (Story().play(TOP, won=False).play(LEVELS["red7"][-2]), Story().play(TOP, hints=4)),
    "top_10": (Story().play(TOP, times=9).play(TOP, game="spring"), Story().play(TOP, times=10)),
    "unaided": (Story().play(TOP, hints=1).play(WEAK), Story().play(TOP)),
    "full_table": (
        Story().play(WEAK, WEAK).play(WEAK, WEAK, WEAK, won=False),
        Story().play(WEAK, WEAK, WEAK),
    ),
    "company": (Story().play(WEAK, TOP), Story().play("human", won=False)),
    "hundred": (
        Story().play(WEAK, rounds=33, times=3).play(WEAK, game="spring"),
        Story().play(WEAK, won=False, rounds=25, times=4),
    ),
    "ways": (
        Story().play(WEAK, keys=RULES_WON[:6]).play(WEAK, won=False, keys=RULES_WON[6:]),
        Story().play(WEAK, keys=RULES_WON[:6]).play(WEAK, keys=RULES_WON[6:]),
    ),
}
"""Of what matches earn: a story that stops short of it, and one that does not."""


@pytest.mark.parametrize("key", STORIES)
def test_what_matches_earn_is_earned_by_some_and_not_by_those_next_to_them(key: str) -> None:
    near, there = STORIES[key]
    assert key not in near.reached()
    assert key in there.reached()


LOOKS: dict[str, tuple[Story, Story]] = {
    "night": (Story().play(WEAK, won=False, times=2), Story().play(WEAK)),
    "felt": (
        Story().play(WEAK, times=2),
        Story().play(WEAK, won=False, times=2).play(WEAK, game="spring", won=False),
    ),
    "leaves": (Story().play(WEAK, times=5), Story().play(WEAK, won=False, times=6)),
    "wood": (Story().play(WEAK, times=4).play(WEAK, won=False), Story().play(WEAK, times=5)),
    "waves": (
        Story().play(WEAK, times=9).play(WEAK, game="spring", won=False),
        Story().play(WEAK).play(WEAK, game="spring"),
    ),
    "lanterns": (Story().play(WEAK, times=11), Story().play(WEAK, times=12)),
}


@pytest.mark.parametrize("look", LOOKS)
def test_tables_and_backs_are_earned_by_some_matches_and_not_by_those_next_to_them(
    look: str,
) -> None:
    near, there = LOOKS[look]
    assert look not in near.looks()
    assert look in there.looks()


def test_what_is_earned_is_kept_once_and_told_with_the_rest() -> None:
    assert LOOKS.keys() == {prize.look for prize in own_profile.PRIZES}
    account = Story().play(WEAK).account()
    new = achievements.find_new_events(account, MONDAY)
    assert own_profile.list_earned_looks(new) == {"night"}
    assert achievements.list_earned(new) == {"first_win"}
    assert achievements.list_newly_won_looks(account._replace(deeds=new)) == ()


def test_the_stories_are_about_all_that_matches_earn() -> None:
    by_deeds = {key for key, (_, after) in TABLE.items() if after.deeds}
    assert STORIES.keys() == TABLE.keys() - by_deeds


def ended(game: str, result: Any, *rounds: Any) -> Any:
    rules = SimpleNamespace(name=game, result=lambda state: result)
    return SimpleNamespace(game=rules, state=SimpleNamespace(rounds=rounds))


def test_feats_of_red7() -> None:
    from red7_desktop.games.red7.face.view import RED7_VIEW
    from red7_desktop.games.red7.rules.cards import BY_TEXT, LETTERS, set_of

    def taken(rule: str, cards: str, winner: int = 0) -> Any:
        held = set_of([BY_TEXT[text] for text in cards.split()])
        return SimpleNamespace(winner=winner, rule=LETTERS.index(rule), taken=held)

    def feats(*rounds: Any) -> set[str]:
        return set(RED7_VIEW.story.feats_of(ended("red7", None, *rounds), 0))

    assert feats(taken("B", "R1 O1 Y1 G1 B1 I1 V1")) == {"rainbow"}
    assert feats(taken("B", "R1 O1 Y1 G1 B1 I1"), taken("V", "R1 O1 Y1 G1 B1 I1 V1")) == set()
    assert feats(taken("G", "R6 O6 Y6 G6")) == {"harvest"}
    assert feats(taken("G", "R6 O6 Y6 G4"), taken("G", "R6 O6 Y6 G6", winner=1)) == set()


def test_feats_of_spring_cleaning() -> None:
    from red7_desktop.games.spring_cleaning.face.view import SPRING_VIEW

    def feats(
        winners: tuple[int, ...], scores: tuple[int, ...], *left: tuple[int, ...]
    ) -> set[str]:
        rounds = [SimpleNamespace(left=each) for each in left]
        result = SimpleNamespace(winners=winners, scores=scores)
        return set(SPRING_VIEW.story.feats_of(ended("spring", result, *rounds), 0))

    assert feats((0,), (0, 3), (0, 2)) == {"spotless"}
    assert feats((0,), (1, 3), (0, 8, 9)) == {"alone"}
    assert feats((1,), (3, 0), (0, 7, 9), (8, 0, 9)) == set()


def test_feats_are_those_of_the_person_who_plays_here() -> None:
    seats = (
        SeatFacts("Hana", "expert", 3, False, 1),
        SeatFacts("Mara", "human", 0, True, 1),
        SeatFacts("Leo", "human", 4, False, 1),
    )
    facts = MatchFacts("u", "spring", "{}", MONDAY, 1, True, seats)
    result = SimpleNamespace(winners=(1,), scores=(3, 0, 4))
    match = ended("spring", result)
    found = achievements.find_feats(BOX, match, facts, "mara", (), MONDAY)
    assert found == (ProfileEvent("feat", "spring", "spotless", MONDAY, "got"),)
    assert achievements.find_feats(BOX, match, facts, "mara", found, MONDAY) == ()
    assert achievements.find_feats(BOX, match, facts, "Leo", (), MONDAY) == ()
    assert achievements.find_feats(BOX, match, facts, "Zoe", (), MONDAY) == ()


@pytest.mark.parametrize(
    ("all_looks", "said"), [(False, " · New in the settings: Night"), (True, "")]
)
def test_what_is_new_is_told_in_one_message(all_looks: bool, said: str) -> None:
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
        say=said_aloud.append,
    )
    match_service: Any = SimpleNamespace(session=None)
    teller = achievements.AchievementTeller(ui, BOX, match_service)
    teller.hear(achievements.find_new_events(Story().play(WEAK).account(), MONDAY))
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
    assert shown == said_aloud == [f"Achievement: First win{said}"]
    assert played == [Sound.ACHIEVEMENT]
