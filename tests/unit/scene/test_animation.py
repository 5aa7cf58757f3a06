"""Tweens: values and attributes on their way, by a stepped clock."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from red7_desktop.scene import animation
from red7_desktop.scene.animation import EASINGS, INSTANT, Animator, SteppedClock, Timers, blend
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Colour


@pytest.fixture
def animator(clock: SteppedClock) -> Animator:
    return Animator(clock)


@pytest.fixture
def node() -> Node:
    return Node()


def run(animator: Animator, clock: SteppedClock, seconds: float) -> None:
    clock.step(seconds)
    animator.tick()


def test_animation_moves_attribute_from_current_to_target_value(
    animator: Animator, clock: SteppedClock, node: Node
) -> None:
    animator.animate(node, "position", Vec(100, 40), 1.0, ease="linear")
    seen = [node.position]
    for _ in range(5):
        run(animator, clock, 0.25)
        seen.append(node.position)
    assert seen == [Vec(0, 0), Vec(25, 10), Vec(50, 20), Vec(75, 30), Vec(100, 40), Vec(100, 40)]
    assert not animator.is_running()


def test_animation_replaced_midway_starts_from_the_current_value(
    animator: Animator, clock: SteppedClock, node: Node
) -> None:
    done: list[str] = []
    animator.animate(node, "alpha", 0.0, 1.0, ease="linear", done=lambda: done.append("old"))
    run(animator, clock, 0.5)
    animator.animate(node, "alpha", 1.0, 1.0, ease="linear", done=lambda: done.append("new"))
    assert node.alpha == 0.5
    run(animator, clock, 0.5)
    assert node.alpha == 0.75
    run(animator, clock, 5)
    assert (node.alpha, done) == (1.0, ["new"])


def test_animation_with_delay_starts_from_the_value_after_the_delay(
    animator: Animator, clock: SteppedClock, node: Node
) -> None:
    animator.animate(node, "z", 10.0, 1.0, ease="linear", delay=1.0)
    run(animator, clock, 0.9)
    assert node.z == 0.0
    node.z = 4.0
    run(animator, clock, 0.6)
    assert node.z == 7.0


def test_changed_animation_speed_applies_at_once_and_must_be_positive(
    animator: Animator, clock: SteppedClock, node: Node
) -> None:
    animator.animate(node, "z", 8.0, 8.0, ease="linear")
    run(animator, clock, 2)
    animator.speed = 4.0
    run(animator, clock, 1)
    assert node.z == 6.0
    animator.speed = 0.5
    for speed in (0, -1, float("nan")):
        with pytest.raises(ValueError, match="speed must be positive"):
            animator.speed = speed
    run(animator, clock, 2)
    assert node.z == 7.0
    animator.speed = INSTANT
    assert node.z == 8.0
    run(animator, clock, 1)
    animator.speed = 1.0
    animator.animate(node, "z", 0.0, 1.0, ease="linear")
    run(animator, clock, 0.5)
    assert node.z == 4.0


def test_animation_at_instant_speed_ends_at_once_and_calls_back(
    clock: SteppedClock, node: Node
) -> None:
    animator = Animator(clock, INSTANT)
    done: list[str] = []

    def turn_back() -> None:
        done.append("half")
        animator.animate(node, "flip", 1.0, 1.0, done=lambda: done.append("whole"))

    animator.animate(node, "flip", 0.0, 1.0, delay=3.0, done=turn_back)
    assert (node.flip, done, animator.is_running()) == (1.0, ["half", "whole"], False)
    assert not node.is_in_motion


def test_finish_ends_animations_of_one_attribute_one_node_or_all_nodes(
    animator: Animator, node: Node
) -> None:
    other = Node()
    for thing in (node, other):
        animator.animate(thing, "alpha", 0.0, 1.0)
        animator.animate(thing, "z", 9.0, 1.0)
    animator.finish(node, "z")
    assert (node.z, node.alpha, other.z) == (9.0, 1.0, 0.0)
    animator.finish(node)
    assert (node.alpha, other.z) == (0.0, 0.0)
    animator.finish()
    animator.finish()
    assert (other.alpha, other.z, animator.is_running()) == (0.0, 9.0, False)


def test_finish_returns_although_callbacks_keep_starting_animations(
    animator: Animator, clock: SteppedClock, node: Node
) -> None:
    beats: list[float] = []

    def beat() -> None:
        beats.append(node.alpha)
        animator.animate(node, "alpha", 1.0 - node.alpha, 1.0, done=beat)

    beat()
    animator.finish()
    assert animator.is_running(node, "alpha")
    many = len(beats)
    run(animator, clock, 1.0)
    assert len(beats) == many + 1


@pytest.mark.parametrize(("attribute", "moves"), [("rotation", True), ("position", False)])
def test_node_counts_as_in_motion_while_it_rotates_but_not_while_it_shifts(
    animator: Animator, clock: SteppedClock, node: Node, attribute: str, moves: bool
) -> None:
    target = Vec(9, 9) if attribute == "position" else 90.0
    animator.animate(node, attribute, target, 1.0, delay=0.5)
    run(animator, clock, 0.25)
    assert not node.is_in_motion
    run(animator, clock, 0.5)
    assert node.is_in_motion is moves
    animator.animate(node, attribute, target, 1.0)
    run(animator, clock, 0.5)
    assert node.is_in_motion is moves
    animator.cancel()
    assert not node.is_in_motion


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda animator, node: animator.animate(node, "z", 1.0, 1.0, ease="wobble"), KeyError),
        (lambda animator, node: animator.animate(node, "zz", 1.0, 1.0), AttributeError),
        (lambda animator, node: animator.animate(node, "z", 1.0, -1.0), ValueError),
        (lambda animator, node: animator.animate(node, "z", 1.0, 1.0, delay=-1.0), ValueError),
    ],
)
def test_animation_with_bad_arguments_raises_and_starts_nothing(
    animator: Animator, node: Node, call: object, error: type[Exception]
) -> None:
    animator.animate(node, "z", 7.0, 1.0)
    assert callable(call)
    with pytest.raises(error):
        call(animator, node)
    assert animator.target(node, "z") == 7.0


@pytest.mark.parametrize(
    ("start", "target", "middle"),
    [
        (0.0, 1.0, 0.5),
        (Vec(0, 0), Vec(4, 8), Vec(2, 4)),
        (Size(2, 2), Size(4, 4), Size(3, 3)),
        (Colour(0, 0, 0, 0), Colour(255, 100, 1, 255), Colour(128, 50, 0, 128)),
        ((1, 2.0), (3, 4.0), (2, 3.0)),
    ],
)
def test_interpolated_value_has_the_type_of_its_start_and_target(
    start: object, target: object, middle: object
) -> None:
    blended = blend(start, target, 0.5)
    assert (blended, type(blended)) == (middle, type(middle))


@given(st.floats(0, 1))
def test_easings_run_from_0_to_1_and_only_back_and_elastic_overshoot(
    part: float,
) -> None:
    for name, ease in EASINGS.items():
        assert (ease(0.0), ease(1.0)) == pytest.approx((0.0, 1.0)), name
        if not name.endswith(("back", "elastic")):
            assert -1e-9 <= ease(part) <= 1 + 1e-9, name


@given(st.lists(st.sampled_from(["to", "tick", "snap", "cancel", "speed"]), max_size=40), st.data())
def test_finish_leaves_every_attribute_at_its_target_after_random_calls(
    steps: list[str], data: st.DataObject
) -> None:
    clock = SteppedClock()
    animator = Animator(clock)
    nodes = [Node(), Node()]
    targets: dict[tuple[int, str], float] = {}
    for step in steps:
        index = data.draw(st.integers(0, 1))
        name = data.draw(st.sampled_from(["z", "rotation", "scale"]))
        if step == "to":
            target = data.draw(st.floats(1, 9))
            animator.animate(nodes[index], name, target, data.draw(st.floats(0, 2)), delay=0.1)
            targets[index, name] = target
        elif step == "tick":
            run(animator, clock, data.draw(st.floats(0, 1)))
        elif step == "cancel":
            animator.cancel(nodes[index], name)
            targets.pop((index, name), None)
        elif step == "speed":
            animator.speed = data.draw(st.sampled_from([0.5, 1.0, 4.0, INSTANT]))
        else:
            animator.finish(nodes[index])
    animator.finish()
    for (index, name), target in targets.items():
        assert getattr(nodes[index], name) == target
    assert not any(node.is_in_motion for node in nodes)


def test_timers_call_their_functions_once_in_order_when_due(clock: SteppedClock) -> None:
    timers = Timers(clock)
    calls: list[str] = []
    timers.after(2.0, lambda: calls.append("late"))
    taken_back = timers.after(0.5, lambda: calls.append("never"))
    timers.after(1.0, lambda: calls.append("early"))
    timers.cancel(taken_back)
    timers.cancel(taken_back)
    first_due = timers.next_due
    for _ in range(4):
        clock.step(0.9)
        timers.tick()
        timers.tick()
    assert first_due == 1.0
    assert calls == ["early", "late"]
    assert timers.next_due is None
    second = timers.after(2.0, lambda: calls.append("second"))
    timers.after(1.0, lambda: timers.cancel(second))
    clock.step(3)
    timers.tick()
    assert calls == ["early", "late"], "a timer may cancel one that is due as well"


def test_clock_never_goes_back(clock: SteppedClock) -> None:
    with pytest.raises(ValueError, match="never goes back"):
        clock.step(-1)
    real = animation.MonotonicClock()
    assert real.now() <= real.now()


@pytest.mark.parametrize(("gap", "counted"), [(5.0, 5.0), (5.1, 0.0), (28_800.0, 0.0)])
def test_clock_leaves_out_the_time_of_a_suspended_program(
    clock: SteppedClock, gap: float, counted: float
) -> None:
    real = animation.MonotonicClock(clock.now)
    before = real.now()

    clock.step(gap)
    after = real.now()
    clock.step(1.0)

    assert after - before == pytest.approx(counted)
    assert real.now() - after == pytest.approx(1.0)
