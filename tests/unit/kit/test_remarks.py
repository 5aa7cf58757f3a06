"""Lines of AI players: short, in character, at most one a round, and the same on every machine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from red7_desktop.games.registry import CATALOGUE
from red7_desktop.kit import remarks
from red7_desktop.kit.look.icons import AI_PORTRAITS
from red7_desktop.kit.texts import load_texts
from red7_desktop.resources import asset_path
from red7_desktop.tabletop.game import TABLE
from red7_desktop.tabletop.match import Match

LEVELS = ("", "sharp", "casual", "expert")
LANGUAGES = ("en", "de", "pl")


def all_lines(language: str) -> dict[tuple[str, remarks.RemarkTrigger], tuple[str, ...]]:
    texts = load_texts(asset_path("locale"), language)
    return {
        (level, occasion): lines
        for level, speak in remarks.LINES.items()
        for occasion, lines in speak(texts).items()
    }


def moments(game: str, seed: int, seats: int = 4) -> Iterator[tuple[Match, remarks.TableMoment]]:
    """Play a match at random; yield it with what a spectator sees after each step."""
    row = CATALOGUE[game]
    match = Match(row.rules(), {"seats": seats}, seed)
    rng = Random(seed)
    while True:
        seen = match.game.observe(match.state, None)
        yield match, remarks.TableMoment(seen, row.view().moods.find_atmosphere(seen))
        asked = match.game.to_act(match.state)
        if not asked:
            return
        legal = list(match.game.legal_steps(match.state, asked[0]))
        if len(legal) > 1 and game == "red7":
            legal = legal[:-1] if rng.random() < 0.9 else legal[-1:]
        match.take(asked[0], rng.choice(legal))


@cache
def spoken(game: str, seed: int) -> list[tuple[int, remarks.Remark]]:
    """Return the lines of a random match, each with the number of its round."""
    found = []
    before = None
    for _, after in moments(game, seed):
        if before is not None:
            remark = remarks.choose_remark(seed, LEVELS, before, after)
            if remark is not None:
                found.append((after.seen.round_number, remark))
        before = after
    return found


def test_every_ai_level_with_a_portrait_has_remarks_for_every_occasion() -> None:
    assert set(remarks.LINES) == set(AI_PORTRAITS)
    for level, occasion in all_lines("en"):
        assert occasion in remarks.RemarkTrigger
        assert len(all_lines("en")[level, occasion]) == remarks.LINE_COUNT
    assert len(all_lines("en")) == len(remarks.LINES) * len(remarks.RemarkTrigger)


@pytest.mark.parametrize("language", LANGUAGES)
def test_ai_remark_is_short_and_belongs_to_one_character(language: str) -> None:
    lines = [line for lines in all_lines(language).values() for line in lines]

    assert max(len(line.split()) for line in lines) <= remarks.MAX_WORDS
    assert [line for line, count in Counter(lines).items() if count > 1] == []


@pytest.mark.parametrize("game", CATALOGUE)
def test_round_has_at_most_one_ai_remark_and_each_occasion_occurs(game: str) -> None:
    found = [spoken(game, seed) for seed in range(5)]

    for match in found:
        rounds = [number for number, _ in match]
        assert len(rounds) == len(set(rounds))
        assert all(remark.level == LEVELS[remark.seat] != "" for _, remark in match)
    occasions = {remark.occasion for match in found for _, remark in match}
    assert occasions == set(remarks.RemarkTrigger)


def test_same_match_has_the_same_ai_remarks_and_another_seed_others() -> None:
    assert spoken("red7", 5) == spoken.__wrapped__("red7", 5)
    assert len({str(spoken("red7", seed)) for seed in range(8)}) > 4


def test_no_remark_is_made_in_a_match_without_ai_players() -> None:
    before = None
    for _, after in moments("red7", 3):
        if before is not None:
            assert remarks.choose_remark(3, ("", "", "", ""), before, after) is None
        before = after


def test_dealing_step_of_a_round_causes_no_ai_remark() -> None:
    before = None
    for match, after in moments("spring", 2):
        if before is not None and match.log[-1].seat == TABLE:
            assert remarks.choose_remark(2, LEVELS, before, after) is None
        before = after
