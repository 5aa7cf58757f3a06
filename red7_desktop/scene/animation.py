"""Clocks, timers and tweens.

The program changes its state at once; an animation then moves one attribute of one object to its
final value. An attribute of an object has at most one animation: a new animation replaces the old
one and starts from the current value. Any animation can be snapped to its target at any time.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from red7_desktop.scene import geometry, node


class Clock(Protocol):
    """A source of seconds that never goes backwards; its zero has no meaning."""

    def now(self) -> float: ...


_MAX_CLOCK_GAP: Final = 5.0
"""Gap, in seconds, between two readings of the clock above which the system must have slept.

The running program reads its clock far more often.
"""


class MonotonicClock:
    """The real time in seconds, without periods in which the computer or the process slept.

    The system's clock may go on during such a pause. This clock leaves the pause out, so that
    animations, messages and AI time limits continue where they were.

    Args:
        read: Function that returns the system's time in seconds, which never decreases.
    """

    def __init__(self, read: Callable[[], float] = time.monotonic) -> None:
        self._read = read
        self._last = read()
        self._sleep_seconds = 0.0
        self._lock = threading.Lock()

    def now(self) -> float:
        with self._lock:  # Needed because the threads of AI players read the clock too.
            now = self._read()
            if now - self._last > _MAX_CLOCK_GAP:
                self._sleep_seconds += now - self._last
            self._last = now
            return now - self._sleep_seconds


class SteppedClock:
    """A clock that tests set by hand.

    >>> clock = SteppedClock()
    >>> clock.step(0.25)
    >>> clock.now()
    0.25
    """

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def now(self) -> float:
        return self._now

    def step(self, seconds: float) -> None:
        """Advance this clock's time by some seconds.

        Raises:
            ValueError: The number of seconds is negative.
        """
        if seconds < 0:
            raise ValueError(f"a clock never goes back: step({seconds})")
        self._now += seconds


class Timer:
    """A scheduled call; pass it to `Timers.cancel` to cancel it."""

    __slots__ = ("call", "due")

    def __init__(self, due: float, call: Callable[[], object]) -> None:
        self.due = due
        self.call = call


class Timers:
    """Function calls that are scheduled for later.

    Unlike animations, timers ignore the animation speed: a message stays long enough to be read
    even if animations are off.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._scheduled: list[Timer] = []

    def after(self, seconds: float, call: Callable[[], object]) -> Timer:
        """Schedule a function call for the first `tick` after this many seconds.

        Returns:
            The timer; pass it to `cancel` to cancel the call.
        """
        timer = Timer(self._clock.now() + seconds, call)
        self._scheduled.append(timer)
        return timer

    def cancel(self, timer: Timer | None) -> None:
        """Cancel a scheduled call.

        Do nothing for None, or if the call was already made or cancelled.
        """
        if timer in self._scheduled:
            self._scheduled.remove(timer)

    def tick(self) -> None:
        if not self._scheduled:
            return
        now = self._clock.now()
        for timer in sorted(self._scheduled, key=attrgetter("due")):
            # An earlier call may have cancelled this timer, so check that it is still scheduled.
            if timer.due <= now and timer in self._scheduled:
                self._scheduled.remove(timer)
                timer.call()

    @property
    def next_due(self) -> float | None:
        if self._scheduled:
            return min([timer.due for timer in self._scheduled])
        return None


INSTANT = math.inf
"""The value of `Animator.speed` at which every animation ends as soon as it starts."""
_SLOW_ATTRIBUTES = frozenset({"rotation", "scale", "flip", "size"})
"""Attributes whose animation makes the renderer favour speed over quality."""
CALL = "(call)"
"""Name in place of an attribute's name, for an animation that changes nothing and calls `done`."""
_MAX_CHAINED = 64
"""Maximum number of chained animations that one call of `finish` finishes.

In a chain, the `done` callback of each animation begins the next one. The limit prevents an endless
loop if a chain never ends.
"""


@dataclass(eq=False, repr=False, slots=True)
class _Tween:
    """One running animation of one attribute.

    `begins` and `seconds` are measured in the animator's time, which runs faster or slower than the
    clock if `Animator.speed` isn't 1.
    """

    thing: Any
    attribute: str
    target: Any
    begins: float
    seconds: float
    ease: Easing
    done: Callable[[], None] | None
    arc: float = 0.0
    start: Any = None
    has_begun: bool = False


class Track(NamedTuple):
    """The movement of one attribute in a multi-part animation.

    Attributes:
        target_object: The animated object.
        attribute: Name of the attribute.
        start: Value set as soon as the animation is played.
        target: Final value.
        at: Delay in seconds before the movement begins.
        seconds: Duration of the movement.
        ease: Name of an easing function in `EASINGS`.
    """

    target_object: object
    attribute: str
    start: Any
    target: Any
    at: float
    seconds: float
    ease: str = "out_cubic"


class Animator:
    """A runner of animations, driven by a clock.

    Args:
        clock: Source of the time.
        speed: Factor by which animations run faster than the clock; with INSTANT, each animation
            ends when it starts.
    """

    def __init__(self, clock: Clock, speed: float = 1.0) -> None:
        self._clock = clock
        self._read_at = clock.now()
        self._time = 0.0
        self._tweens: dict[tuple[int, str], _Tween] = {}
        self._is_draining = False
        self._speed = 1.0
        self.speed = speed

    @property
    def speed(self) -> float:
        """Factor by which animations run faster than the clock.

        Setting it to INSTANT snaps all running animations to their targets.
        """
        return self._speed

    @speed.setter
    def speed(self, factor: float) -> None:
        if not factor > 0:
            raise ValueError(f"the speed must be positive, not {factor}")
        self._read_clock()
        self._speed = factor
        if factor == INSTANT:
            self.finish()

    def animate(
        self,
        thing: object,
        attribute: str,
        target: object,
        seconds: float,
        *,
        ease: str = "out_cubic",
        delay: float = 0.0,
        arc: float = 0.0,
        done: Callable[[], None] | None = None,
    ) -> None:
        """Animate an attribute to a target value.

        Args:
            thing: The object with the attribute.
            attribute: Name of the attribute.
            target: A number, or a tuple of numbers such as Vec or Colour.
            seconds: Duration.
            ease: Name of an easing function in `EASINGS`.
            delay: Seconds before the animation begins, with the attribute's value at that moment.
            arc: Height, in design units, of the arc on which a position moves; 0 for a straight
                line.
            done: Called once when the animation has ended or was snapped to its target, but not if
                it was replaced or cancelled.

        Raises:
            KeyError: The easing doesn't exist.
            AttributeError: The object has no such attribute.
            ValueError: A time is negative.
        """
        if seconds < 0 or delay < 0:
            raise ValueError(f"time never runs back: {seconds} s after {delay} s")
        if attribute != CALL:
            getattr(thing, attribute)
        easing = EASINGS[ease]
        self.cancel(thing, attribute)
        self._read_clock()
        tween = _Tween(thing, attribute, target, self._time + delay, seconds, easing, done, arc)
        self._tweens[id(thing), attribute] = tween
        if self._speed == INSTANT or seconds + delay == 0:
            self._drain([tween])

    def play(self, tracks: Iterable[Track]) -> None:
        """Set every track to its start value and animate all of them."""
        for thing, attribute, start, target, at, seconds, ease in tracks:
            setattr(thing, attribute, start)
            self.animate(thing, attribute, target, seconds, ease=ease, delay=at)

    def turn_over(
        self, thing: object, show_side: Callable[[], object], seconds: float, delay: float = 0.0
    ) -> None:
        """Turn a node over like a card, in an animation.

        Args:
            thing: The node.
            show_side: Called when the node is edge on and thus invisible, to swap its picture.
            seconds: Duration.
            delay: Seconds before the animation begins.
        """

        def turn_back() -> None:
            show_side()
            self.animate(thing, "flip", 1.0, seconds / 2, ease="out_quad")

        self.animate(thing, "flip", 0.0, seconds / 2, ease="in_quad", delay=delay, done=turn_back)

    def after(self, thing: object, seconds: float, call: Callable[[], None]) -> None:
        """Schedule a function call.

        Args:
            thing: Owner of the call. Each owner has at most one scheduled call: scheduling another
                call replaces it.
            seconds: Delay.
            call: The function.
        """
        self.animate(thing, CALL, None, 0.0, delay=seconds, done=call)

    def tick(self) -> None:
        if not self._tweens:
            return
        self._read_clock()
        ended = []
        for tween in list(self._tweens.values()):
            if self._time >= tween.begins + tween.seconds:
                ended.append(tween)
            elif self._time >= tween.begins:
                self._begin(tween)
                progress = (self._time - tween.begins) / tween.seconds
                value = blend(tween.start, tween.target, tween.ease(progress))
                if tween.arc:
                    value -= geometry.Vec(0.0, tween.arc * math.sin(math.pi * tween.ease(progress)))
                setattr(tween.thing, tween.attribute, value)
        for tween in ended:
            self._finish(tween)
        if self._speed == INSTANT:
            self.finish()

    def finish(self, thing: object | None = None, attribute: str | None = None) -> None:
        """Set animations to their targets now.

        Animations that are started by `done` callbacks are finished too. Only if callbacks start
        animations in an endless chain, the chain is cut off, and its rest runs at normal speed.

        Args:
            thing: Object whose animations finish; None for all objects.
            attribute: Attribute whose animation finishes; None for all attributes.
        """
        self._drain(list(self._matching(thing, attribute)))

    def cancel(self, thing: object | None = None, attribute: str | None = None) -> None:
        """Stop animations at their current values.

        Args:
            thing: Object whose animations stop; None for all objects.
            attribute: Attribute whose animation stops; None for all attributes.
        """
        for tween in list(self._matching(thing, attribute)):
            self._forget(tween)

    def is_running(self, thing: object | None = None, attribute: str | None = None) -> bool:
        if thing is None and attribute is None:
            return bool(self._tweens)  # A fast path, because this is called in every frame.
        return next(self._matching(thing, attribute), None) is not None

    def remaining(self, thing: object, attribute: str) -> float:
        """Return the seconds until an animation ends, including its delay; 0 without animation."""
        tween = self._tweens.get((id(thing), attribute))
        if tween is None:
            return 0.0
        self._read_clock()
        return max(0.0, tween.begins + tween.seconds - self._time)

    def target(self, thing: object, attribute: str) -> Any:
        tween = self._tweens.get((id(thing), attribute))
        if tween is None:
            return getattr(thing, attribute)
        return tween.target

    def _read_clock(self) -> None:
        now = self._clock.now()
        if self._speed != INSTANT:
            self._time += (now - self._read_at) * self._speed
        self._read_at = now

    def _matching(self, thing: object | None, attribute: str | None) -> Iterator[_Tween]:
        if thing is not None and attribute is not None:
            tween = self._tweens.get((id(thing), attribute))
            return iter(() if tween is None else (tween,))
        return (
            tween
            for tween in self._tweens.values()
            if (thing is None or tween.thing is thing)
            and (attribute is None or tween.attribute == attribute)
        )

    def _begin(self, tween: _Tween) -> None:
        if tween.has_begun:
            return
        tween.has_begun = True
        tween.start = getattr(tween.thing, tween.attribute)
        if tween.attribute in _SLOW_ATTRIBUTES and isinstance(tween.thing, node.Node):
            tween.thing.begin_motion()

    def _forget(self, tween: _Tween) -> bool:
        """Remove an animation; return False if it was removed or replaced before."""
        key = (id(tween.thing), tween.attribute)
        if self._tweens.get(key) is not tween:
            return False
        del self._tweens[key]
        if (
            tween.has_begun
            and tween.attribute in _SLOW_ATTRIBUTES
            and isinstance(tween.thing, node.Node)
        ):
            tween.thing.end_motion()
        return True

    def _finish(self, tween: _Tween) -> None:
        if self._forget(tween):
            if tween.attribute != CALL:
                setattr(tween.thing, tween.attribute, tween.target)
            if tween.done is not None:
                tween.done()

    def _drain(self, tweens: list[_Tween]) -> None:
        if self._is_draining:
            return
        self._is_draining = True
        try:
            for _ in range(_MAX_CHAINED):
                known = set(self._tweens.values()) - set(tweens)
                for tween in tweens:
                    self._finish(tween)
                tweens = [tween for tween in self._tweens.values() if tween not in known]
                if not tweens:
                    break
        finally:
            self._is_draining = False


def blend(start: Any, target: Any, part: float) -> Any:
    """Interpolate between two numbers or two tuples of numbers.

    Two integers give an integer, so that colours stay valid. `part` is 0 at `start` and 1 at
    `target`.

    >>> blend((0, 10.0), (10, 20.0), 0.25)
    (2, 12.5)
    """
    if isinstance(target, tuple):
        mixed = [blend(p, q, part) for p, q in zip(start, target, strict=True)]
        if hasattr(target, "_fields"):
            return type(target)(*mixed)
        return tuple(mixed)
    value = start + (target - start) * part
    if isinstance(start, int) and isinstance(target, int):
        return round(value)
    return value


Easing: TypeAlias = Callable[[float], float]
_OVERSHOOT = 1.70158
"""Coefficient of the easing function `out_back`, which overshoots its target by a tenth."""


def _ease_in_back(t: float) -> float:
    return t * t * ((_OVERSHOOT + 1) * t - _OVERSHOOT)


def _join_easing(ease_in: Easing) -> Easing:
    return lambda t: ease_in(2 * t) / 2 if t < 0.5 else 1 - ease_in(2 - 2 * t) / 2


EASINGS: Mapping[str, Easing] = {
    "linear": lambda t: t,
    "in_quad": lambda t: t * t,
    "out_quad": lambda t: 1 - (1 - t) * (1 - t),
    "out_cubic": lambda t: 1 - (1 - t) ** 3,
    "out_back": lambda t: 1 - _ease_in_back(1 - t),
    "in_out_cubic": _join_easing(lambda t: t**3),
    "in_out_sine": _join_easing(lambda t: 1 - math.cos(t * math.pi / 2)),
}
"""Easing functions by name; each maps 0 to 0 and 1 to 1."""
