from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from red7_desktop.scene.geometry import CENTRE, Rect, Size, Vec
from red7_desktop.scene.node import Node, TreeError
from red7_desktop.scene.pictures import BoxPicture, Colour
from red7_desktop.scene.pointer import find_hit

RED = BoxPicture(Colour(255, 0, 0))
near = st.floats(-300, 300)
poses = st.fixed_dictionaries(
    {
        "position": st.builds(Vec, near, near),
        "size": st.builds(Size, st.floats(10, 300), st.floats(10, 300)),
        "anchor": st.builds(Vec, st.floats(0, 1), st.floats(0, 1)),
        "rotation": st.floats(-360, 360),
        "scale": st.floats(0.25, 4),
    }
)


def make(**options: object) -> Node:
    return Node(**{"size": Size(100, 50), "interactive": True, **options})  # type: ignore[arg-type]


def chain(*many: dict[str, object]) -> list[Node]:
    """Make nodes, each below the one before."""
    nodes = [make(**options) for options in many]
    for parent, child in itertools.pairwise(nodes):
        parent.add(child)
    return nodes


def test_a_child_lies_in_its_parents_box() -> None:
    parent, child = chain({"position": Vec(10, 20)}, {"position": Vec(5, 5)})
    assert child.bounds == Rect(15, 25, 100, 50)
    assert parent.bounds == Rect(10, 20, 100, 50)


def test_the_anchor_is_the_point_that_lies_at_the_position() -> None:
    node = make(position=Vec(200, 100), anchor=CENTRE, rotation=90)
    assert node.centre == Vec(200, 100)
    assert node.bounds == Rect(175, 50, 50, 100)


def test_flip_narrows_a_node_about_its_anchor() -> None:
    assert make(position=Vec(200, 100), anchor=CENTRE, flip=0.5).bounds == Rect(175, 75, 50, 50)


@given(st.lists(poses, min_size=3, max_size=3))
def test_local_and_world_agree(many: list[dict[str, object]]) -> None:
    node = chain(*many)[-1]
    for point in node.box.corners:
        back = node.to_local(node.world.apply(point))
        assert back is not None
        assert back.distance_to(point) < 1e-5


@given(poses, poses, poses)
def test_a_change_above_moves_everything_below(
    above: dict[str, object], below: dict[str, object], other: dict[str, object]
) -> None:
    parent, child = chain(above, below)
    assert child.world is not None
    for name, value in other.items():
        setattr(parent, name, value)
    fresh = chain(other, below)[-1]
    assert child.world == fresh.world


def test_a_node_has_one_parent_and_never_lies_below_itself() -> None:
    top, middle, bottom = chain({}, {}, {"name": "leaf"})
    with pytest.raises(TreeError, match="already lies below"):
        top.add(bottom)
    with pytest.raises(TreeError, match="below itself"):
        bottom.add(top)
    with pytest.raises(TreeError, match="does not lie below"):
        top.remove(bottom)
    assert bottom.root is top
    assert bottom.is_within(middle)
    assert top.find("leaf") is bottom
    with pytest.raises(KeyError, match="no node named"):
        bottom.find("root")


def test_a_detached_node_stands_alone() -> None:
    parent, child = chain({"position": Vec(10, 20)}, {})
    child.detach()
    child.detach()
    assert (child.parent, parent.children, child.bounds.position) == (None, (), Vec(0, 0))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("position", Vec(1, 1)),
        ("size", Size(9, 9)),
        ("anchor", CENTRE),
        ("scale", 2.0),
        ("flip", 0.5),
        ("rotation", 5.0),
        ("alpha", 0.5),
        ("visible", False),
        ("z", 3.0),
        ("clips", True),
        ("picture", RED),
    ],
)
def test_what_shows_is_marked_up_to_the_root_and_only_when_it_changes(
    name: str, value: object
) -> None:
    root, _, leaf = chain({}, {}, {})
    before = root.changes
    setattr(leaf, name, value)
    once = root.changes
    setattr(leaf, name, value)
    assert before < once == root.changes


@pytest.mark.parametrize("name", ["name", "tag", "interactive", "hit_margin", "focusable"])
def test_what_does_not_show_is_not_marked(name: str) -> None:
    root, leaf = chain({}, {})
    before = root.changes
    setattr(leaf, name, "other")
    assert root.changes == before


def test_adding_and_removing_and_motion_are_marked() -> None:
    root = Node()
    leaf = Node()
    seen = [root.changes]
    changes: tuple[Callable[[], None], ...] = (
        lambda: root.add(leaf),
        leaf.begin_motion,
        leaf.end_motion,
        lambda: root.remove(leaf),
    )
    for change in changes:
        change()
        seen.append(root.changes)
    assert seen == sorted(set(seen))


def test_motion_is_counted() -> None:
    node = Node()
    seen = []
    for change in (node.begin_motion, node.begin_motion, node.end_motion, node.end_motion):
        change()
        seen.append(node.in_motion)
    assert seen == [True, True, True, False]
    with pytest.raises(ValueError, match="was not in motion"):
        node.end_motion()


def stack() -> tuple[Node, Node, Node]:
    root, low, high = Node(), make(name="low"), make(name="high")
    root.add(low, high)
    return root, low, high


def test_the_topmost_node_is_hit() -> None:
    root, low, high = stack()
    assert find_hit(root, Vec(10, 10)) is high
    low.z = 1
    assert find_hit(root, Vec(10, 10)) is low
    low.visible = False
    assert find_hit(root, Vec(10, 10)) is high
    high.interactive = False
    assert find_hit(root, Vec(10, 10)) is None


def test_a_hit_looks_through_what_it_is_told_to_skip() -> None:
    root, low, high = stack()
    high.add(make(name="badge"))
    assert find_hit(root, Vec(10, 10), skip=high) is low


def test_children_are_hit_before_their_parent_even_outside_its_box() -> None:
    root, _, high = stack()
    badge = make(position=Vec(90, 40), name="badge")
    high.add(badge)
    assert find_hit(root, Vec(95, 45)) is badge
    assert find_hit(root, Vec(180, 80)) is badge
    high.clips = True
    assert find_hit(root, Vec(95, 45)) is badge
    assert find_hit(root, Vec(180, 80)) is None


def test_a_rotated_node_is_hit_in_its_box_and_not_beside_it() -> None:
    root = Node()
    card = make(position=Vec(100, 100), anchor=CENTRE, rotation=45)
    root.add(card)
    assert find_hit(root, Vec(100, 100)) is card
    assert find_hit(root, Vec(130, 130)) is card
    assert find_hit(root, Vec(130, 70)) is None


def test_a_small_target_has_a_margin_and_an_edge_on_one_has_none() -> None:
    root = Node()
    dot = make(size=Size(10, 10), hit_margin=20)
    root.add(dot)
    assert find_hit(root, Vec(-15, 25)) is dot
    assert find_hit(root, Vec(-25, 5)) is None
    dot.flip = 0.0
    assert find_hit(root, Vec(5, 5)) is None


@given(poses, poses, st.builds(Vec, near, near))
def test_a_hit_agrees_with_the_local_box(
    above: dict[str, object], below: dict[str, object], point: Vec
) -> None:
    parent, child = chain({**above, "interactive": False}, below)
    place = child.to_local(point)
    assert place is not None
    assert (find_hit(parent, point) is child) == child.box.holds(place)


def test_activating_a_node_runs_its_call_and_says_so() -> None:
    done: list[int] = []
    node = Node()
    assert not node.activate()
    node.on_activate = lambda: done.append(1)
    assert node.activate()
    assert done == [1]
