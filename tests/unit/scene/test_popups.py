"""Where popups go: beside their cause, and over nothing that must stay visible.

The last part asks for that on recorded tables of both games. `tests/ui/record_popups.py` records
them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from red7_desktop.scene import popups
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.popups import (
    FORBIDDEN_WEIGHT,
    HEAVY_WEIGHT,
    Obstacle,
    PopupAnchor,
    PopupPlacement,
    PopupSize,
)

WINDOW = Rect(0, 0, 1000, 600)
TARGET = Rect(450, 250, 100, 100)
FORM = PopupSize(Size(200, 80))
GAP = 16.0
LEFT = Rect(0, 0, 440, 600)
RIGHT = Rect(560, 0, 440, 600)
TOP = Rect(0, 0, 1000, 240)


def place(*obstacles: Obstacle, form: PopupSize = FORM, target: Rect = TARGET) -> PopupPlacement:
    return popups.place_popup([form], [PopupAnchor(target)], WINDOW, obstacles, gap=GAP)


def is_clear(box: Rect, obstacles: list[Obstacle], level: float) -> bool:
    heavy = [each for each in obstacles if each.weight >= level]
    return not popups.compute_cover_cost(box, heavy)


def test_popup_is_centred_right_of_its_anchor_when_nothing_is_in_the_way() -> None:
    assert place() == PopupPlacement(FORM, "right", Rect(566, 260, 200, 80))


def test_popup_slides_along_its_side_off_an_obstacle() -> None:
    panel = Obstacle(Rect(600, 100, 300, 200), 4.0)

    popup = place(panel)

    assert popup.side == "right"
    assert popup.box.top == panel.area.bottom + GAP / 2


def test_popup_changes_sides_when_it_would_cover_an_obstacle() -> None:
    right, left, above = (Obstacle(area, 4.0) for area in (RIGHT, LEFT, TOP))
    assert place(right).side == "left"
    assert place(right, left).side == "above"
    assert place(right, left, above).side == "below"


def test_popup_covers_the_least_important_obstacle_when_it_must_cover_one() -> None:
    popup = place(
        Obstacle(RIGHT, 4.0),
        Obstacle(LEFT, 4.0),
        Obstacle(Rect(400, 0, 200, 245), 2.0),
        Obstacle(Rect(400, 355, 200, 245), 4.0),
        form=PopupSize(Size(110, 80)),
    )
    assert popup.side == "above"


def test_popup_is_placed_along_its_target_and_stays_in_the_window() -> None:
    thing = Obstacle(Rect(560, 150, 440, 300), 4.0)
    for top in range(0, 500, 20):
        target = TARGET._replace(y=float(top))
        popup = place(thing, target=target)
        box = popup.box
        assert not box.overlaps(target)
        assert WINDOW.union(box) == WINDOW
        is_along = popup.side in {"right", "left"}
        first, last = (box.top, box.bottom) if is_along else (box.left, box.right)
        low, high = (target.top, target.bottom) if is_along else (target.left, target.right)
        assert min(last, high) - max(first, low) >= 24.0


def list_walls(weight: float) -> list[Obstacle]:
    """Return obstacles on all four sides of the target."""
    around = TARGET.inflated(60.0)
    rows = [
        Rect(0.0, around.top, 1000.0, TARGET.top - around.top),
        Rect(0.0, TARGET.bottom, 1000.0, around.bottom - TARGET.bottom),
        Rect(0.0, TARGET.top, TARGET.left, TARGET.h),
        Rect(TARGET.right, TARGET.top, 1000.0 - TARGET.right, TARGET.h),
    ]
    return [Obstacle(row, weight) for row in rows]


@pytest.mark.parametrize("weight", [HEAVY_WEIGHT, FORBIDDEN_WEIGHT])
def test_popup_moves_away_rather_than_cover_a_heavy_obstacle(weight: float) -> None:
    walls = list_walls(weight)

    side, box = place(*walls)[1:]

    assert side == ""
    assert is_clear(box, walls, HEAVY_WEIGHT)
    assert WINDOW.union(box) == WINDOW


@pytest.mark.parametrize(("is_tied", "is_beside"), [(True, True), (False, False)])
def test_popup_tied_to_its_anchor_covers_a_light_obstacle_to_stay_there(
    is_tied: bool, is_beside: bool
) -> None:
    walls = list_walls(HEAVY_WEIGHT - 0.01)

    popup = popups.place_popup(
        [FORM], [PopupAnchor(TARGET)], WINDOW, walls, gap=GAP, is_tied=is_tied
    )

    assert bool(popup.side) is is_beside


def test_popup_covers_a_heavy_rather_than_a_forbidden_obstacle() -> None:
    field = [Obstacle(WINDOW, HEAVY_WEIGHT), Obstacle(WINDOW._replace(h=500.0), FORBIDDEN_WEIGHT)]

    box = place(*field).box

    assert box.top == 500.0


def test_smaller_form_of_a_popup_is_used_when_only_it_fits_at_the_anchor() -> None:
    walls = [Obstacle(RIGHT._replace(x=700.0), 4.0), Obstacle(LEFT, 4.0), Obstacle(TOP, 4.0)]
    below = Obstacle(Rect(0, 360, 1000, 240), 4.0)
    forms = [PopupSize(Size(200, 80)), PopupSize(Size(120, 80))]

    popup = popups.place_popup(forms, [PopupAnchor(TARGET)], WINDOW, [*walls, below], gap=GAP)

    assert popup.form == forms[1]
    assert popup.side == "right"


def test_popup_uses_smaller_letters_only_to_avoid_a_heavy_obstacle() -> None:
    small = PopupSize(Size(50, 50), rank=1)
    for weight, expected in ((HEAVY_WEIGHT - 0.01, FORM), (HEAVY_WEIGHT, small)):
        field = [Obstacle(WINDOW._replace(h=540.0), weight)]
        popup = popups.place_popup([FORM, small], [PopupAnchor(TARGET)], WINDOW, field, gap=GAP)
        assert popup.form == expected


def test_smaller_popup_sizes_are_computed_only_when_needed() -> None:
    def list_forms() -> Iterator[PopupSize]:
        yield FORM
        raise AssertionError("a second form is built")

    assert popups.place_popup(list_forms(), [PopupAnchor(TARGET)], WINDOW, (), gap=GAP).form == FORM


def test_sizes_that_fit_nowhere_are_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[Size] = []
    list_away = popups._Search._list_away

    def record(search: Any, size: Size, level: float) -> Iterator[Rect]:
        searched.append(size)
        return list_away(search, size, level)

    monkeypatch.setattr(popups._Search, "_list_away", record)
    field = [Obstacle(Rect(0, 90, 1000, 510), HEAVY_WEIGHT), Obstacle(LEFT, HEAVY_WEIGHT)]
    sizes = [PopupSize(Size(w, h)) for w, h in ((200, 110), (600, 80), (200, 80))]

    popup = popups.place_popup(sizes, [PopupAnchor(TARGET)], WINDOW, field, gap=GAP)

    assert popup.form.size == Size(200, 80)
    assert searched == [Size(200, 80)]


def test_largest_free_sizes_are_between_and_beside_obstacles() -> None:
    obstacles = (Rect(0, 0, 440, 600), Rect(500, 200, 500, 100))

    free = popups.list_free_sizes(obstacles, WINDOW)

    sizes = [(round(w), round(h)) for w, h in free if round(h)]
    assert sizes == [(560, 300), (60, 600)]


def test_quick_check_of_sizes_changes_no_recorded_popup(monkeypatch: pytest.MonkeyPatch) -> None:
    placed = list_placed()

    monkeypatch.setattr(popups._Search, "_may_fit", lambda *_: True)

    assert [asked.place() for asked, _ in placed] == [popup for _, popup in placed]


def test_popup_is_beside_the_larger_of_two_anchors_when_there_is_room() -> None:
    outer = TARGET.inflated(50.0)
    causes = [PopupAnchor(outer), PopupAnchor(TARGET)]

    free = popups.place_popup([FORM], causes, WINDOW, (), gap=GAP)
    walls = [Obstacle(area, HEAVY_WEIGHT) for area in (RIGHT._replace(x=780), LEFT._replace(w=220))]
    rows = [
        Obstacle(Rect(0, 0, 1000, 190), HEAVY_WEIGHT),
        Obstacle(Rect(0, 410, 1000, 190), HEAVY_WEIGHT),
    ]
    narrow = popups.place_popup([FORM], causes, WINDOW, [*walls, *rows], gap=GAP)

    assert free.box.left == outer.right + GAP
    assert narrow.box.left == TARGET.right + GAP


def test_popup_may_cover_a_word_completely_but_not_partly() -> None:
    inside = Obstacle(Rect(600, 280, 100, 20), 4.0, is_word=True)
    across = Obstacle(Rect(700, 280, 100, 20), 4.0, is_word=True)
    assert place(inside).box == place().box
    assert place(across).box != place().box


def test_popup_finds_a_narrow_gap_between_obstacles() -> None:
    gap = Rect(711, 37, 200, 80)
    field = [
        Obstacle(Rect(0, 0, 1000, gap.top), FORBIDDEN_WEIGHT),
        Obstacle(Rect(0, gap.top, gap.left, gap.h), FORBIDDEN_WEIGHT),
        Obstacle(Rect(gap.right, gap.top, 1000 - gap.right, gap.h), FORBIDDEN_WEIGHT),
        Obstacle(Rect(0, gap.bottom, 1000, 600 - gap.bottom), FORBIDDEN_WEIGHT),
    ]
    assert place(*field).box == gap


def test_popup_larger_than_the_window_starts_at_its_top_left_corner() -> None:
    assert place(form=PopupSize(Size(2000, 80))).box.position == Vec(0.0, 0.0)


# == Recorded tables =======================================================================

RECORDS = Path(__file__).parents[2] / "data" / "popups.json"
STEP = 12.0
"""Distance between the places that are tried by force."""
BY = (Vec(0.7, 0.0), Vec(-0.7, 0.0), Vec(0.0, 0.7), Vec(0.0, -0.7))
"""A pixel's change, in design units."""
MOVED = 2.5
"""A pixel's change moves a popup by no more than this, in design units, if it keeps its side."""


class Asked(NamedTuple):
    """One recorded question: the arguments of `place_popup`."""

    name: str
    forms: list[PopupSize]
    causes: list[PopupAnchor]
    inside: Rect
    obstacles: list[Obstacle]
    gap: float
    is_tied: bool

    def place(self) -> PopupPlacement:
        return popups.place_popup(
            self.forms,
            self.causes,
            self.inside,
            self.obstacles,
            gap=self.gap,
            is_tied=self.is_tied,
        )


@cache
def list_asked() -> list[Asked]:
    tables: list[dict[str, Any]] = json.loads(RECORDS.read_text(encoding="utf-8"))
    return [
        Asked(
            f"{table['name']}: {each['what']}",
            [PopupSize(Size(w, h), rank) for w, h, rank in each["forms"]],
            [PopupAnchor(Rect(*area), tuple(sides)) for area, sides in each["causes"]],
            Rect(*each["inside"]),
            [
                Obstacle(Rect(*area), weight, bool(is_word))
                for area, weight, is_word in table["obstacles"][each["obstacles"]]
            ],
            each["gap"],
            each["is_tied"],
        )
        for table in tables
        for each in table["asked"]
    ]


@cache
def list_placed() -> list[tuple[Asked, PopupPlacement]]:
    return [(asked, asked.place()) for asked in list_asked()]


def is_free_somewhere(asked: Asked, form: PopupSize, level: float) -> bool:
    """Whether any place of a fine grid covers nothing of a weight from a level on."""
    heavy = [each for each in asked.obstacles if each.weight >= level]
    heavy.append(Obstacle(asked.causes[-1].area, HEAVY_WEIGHT))
    x, y, w, h = asked.inside
    across = range(max(0, math.floor((w - form.size.w) / STEP) + 1))
    down = range(max(0, math.floor((h - form.size.h) / STEP) + 1))
    return any(
        not popups.compute_cover_cost(Rect(x + STEP * i, y + STEP * j, *form.size), heavy)
        for j in down
        for i in across
    )


def test_recorded_popup_cases_cover_both_games_and_every_kind_of_popup() -> None:
    names = {asked.name for asked in list_asked()}
    kinds = {name.split(": ")[1].split(" ")[0] for name in names}
    assert kinds == {"close-up", "hint", "preview", "refusal", "tip", "toast"}
    tables = {tuple(name.split(": ")[0].split(", ")[:2]) for name in names}
    assert tables >= {("red7", f"{n} seats") for n in (2, 3, 4)}
    assert tables >= {("spring", f"{n} seats") for n in (2, 3, 4, 5)}


def test_popups_of_recorded_tables_lie_inside_the_window() -> None:
    for asked, popup in list_placed():
        box = popup.box
        assert asked.inside.inflated(0.1).union(box) == asked.inside.inflated(0.1), asked.name


def test_popups_avoid_forbidden_areas_when_some_place_is_free_of_them() -> None:
    for asked, (form, _, box) in list_placed():
        for level in (HEAVY_WEIGHT, FORBIDDEN_WEIGHT):
            if is_clear(box, asked.obstacles, level):
                break
            last = [each for each in asked.forms if each.rank == asked.forms[-1].rank]
            found = [each for each in last if is_free_somewhere(asked, each, level)]
            assert not found, (asked.name, form.size, level)


def test_popups_lie_beside_their_cause_when_a_place_there_is_free() -> None:
    """Of all places by force: the sides of the cause, a unit apart."""
    for asked, (form, side, box) in list_placed():
        if side:
            continue
        area, sides = asked.causes[-1]
        w, h = form.size
        across = [area.left + i for i in range(math.floor(-w / 2), math.ceil(area.w - w / 2), 2)]
        down = [area.top + i for i in range(math.floor(-h / 2), math.ceil(area.h - h / 2), 2)]
        places = {
            "right": [Rect(area.right + asked.gap, y, w, h) for y in down],
            "left": [Rect(area.left - asked.gap - w, y, w, h) for y in down],
            "above": [Rect(x, area.top - asked.gap - h, w, h) for x in across],
            "below": [Rect(x, area.bottom + asked.gap, w, h) for x in across],
        }
        free = [
            place
            for side in sides
            for place in places[side]
            if asked.inside.union(place) == asked.inside
            and is_clear(place, asked.obstacles, popups.LIGHT_WEIGHT)
        ]
        assert not free, (asked.name, box, free[0])


def test_popups_of_recorded_tables_are_stable_when_the_window_changes_by_a_pixel() -> None:
    jumps = []
    for nth, (asked, before) in enumerate(list_placed()):
        by = BY[nth % len(BY)]
        moved = asked._replace(
            causes=[each._replace(area=each.area.moved(by)) for each in asked.causes],
            obstacles=[each._replace(area=each.area.moved(by)) for each in asked.obstacles],
        )
        after = moved.place()
        if after.box.position.distance_to(before.box.position) > MOVED:
            jumps.append((asked.name, by, before, after))
    assert not jumps
