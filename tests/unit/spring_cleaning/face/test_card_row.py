"""Rows of cards: clips where neighbours hang together, wider gaps where they do not."""

from __future__ import annotations

from itertools import pairwise

import pytest

from red7_desktop.games.spring_cleaning.face.card_art import (
    BLOCKS,
    EQUAL,
    ROW,
    STEP,
    build_card_row,
    find_clip_between,
    list_captions,
    measure_row_width,
)
from red7_desktop.games.spring_cleaning.face.pictures import build_preview_cards
from red7_desktop.games.spring_cleaning.face.words import hangs_together, split_into_blocks
from red7_desktop.kit.texts import Texts
from tests.unit.spring_cleaning.face.test_card_faces import faces


@pytest.mark.parametrize(
    ("left", "right", "kind"),
    [(3, 3, EQUAL), (3, 4, STEP), (4, 3, None), (3, 5, None), (0, 1, None), (0, 0, None)],
)
def test_a_clip_joins_equal_numbers_and_steps_upwards(
    left: int, right: int, kind: str | None
) -> None:
    assert find_clip_between(left, right) == kind
    assert hangs_together(left, right) == (kind is not None)


def test_a_row_has_its_clips_on_the_right_one_of_two_cards() -> None:
    cards = build_card_row(faces(), (3, 3, 9, 4, 5), 100.0)
    assert [len(card.children) for card in cards] == [0, 1, 0, 0, 1]
    gaps = [b.position.x - a.position.x - 100.0 for a, b in pairwise(cards)]
    assert gaps[0] == gaps[3] < gaps[1] == gaps[2]
    assert cards[-1].position.x + 100.0 == pytest.approx(100.0 * measure_row_width((3, 3, 9, 4, 5)))


def test_the_titles_blocks_are_plays_and_every_card_raises_one() -> None:
    assert {place for block in BLOCKS for place in block} == set(range(len(ROW)))
    assert all(len(split_into_blocks([ROW[place] for place in block])) == 1 for block in BLOCKS)
    assert len(list_captions(Texts())) == len(BLOCKS)


def test_the_previews_card_joins_the_two_that_lie_there() -> None:
    shown = build_preview_cards(Texts())
    for face, is_good in shown.hand:
        row = [int(each) for each in (*shown.laid, face)]
        assert (len(split_into_blocks(row)) == 1) == is_good
    assert shown.hand[shown.played][1]
