"""Clocks, timers, tweens.

The program's state is final at once; an animation moves one attribute of one object there over
time. Its key is (object, attribute): a new one replaces the old and starts from the value of the
moment. Anything may snap an animation to its target at any time.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from red7_desktop.scene import geometry, node


class Clock(Protocol):
    """Something that tells the time in seconds, never going backwards; its zero means nothing."""

    def now(self) -> float: ...


_LONGEST_GAP: Final = 5.0
"""Seconds. A program that rests reads its clock more often; a longer gap is a suspended system."""


class MonotonicClock:
    """Tells the real time for the running program, without the time in which it was suspended.

    Some systems count sleep in their monotonic time, and all do where only the process is stopped.
    Animations, messages and the time of AI players go on after it as if nothing had been.

    read: the time in seconds, never going backwards.
    """

    def __init__(self, read: Callable[[], float] = time.monotonic) -> None:
        self._read = read
        self._last = read()
        self._left_out = 0.0
        self._lock = threading.Lock()

    def now(self) -> float:
        with self._lock:  # AI players read it in their threads
            now = self._read()
            if now - self._last > _LONGEST_GAP:
                self._left_out += now - self._last
            self._last = now
            return now - self._left_out


class SteppedClock:
    """Tells the time that a test has set.

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
        """Move the time on; ValueError for a step backwards."""
        if seconds < 0:
            raise ValueError(f"a clock never goes back: step({seconds})")
        self._now += seconds


@dataclass(eq=False, frozen=True, slots=True)
class Timer:
    """A call that waits for its time; the handle for cancelling it."""

    due: float
    call: Callable[[], object]


class Timers:
    """Holds the calls that wait.

    Unlike animations they do not run faster at a higher speed: a message stays long enough to be
    read even when nothing is animated.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._waiting: list[Timer] = []

    def after(self, seconds: float, call: Callable[[], object]) -> Timer:
        """Call something once, at the first tick that is no earlier than `seconds` from now."""
        timer = Timer(self._clock.now() + seconds, call)
        self._waiting.append(timer)
        return timer

    def cancel(self, timer: Timer | None) -> None:
        """Take a call back, unless there is none, or it has been made or cancelled before."""
        if timer in self._waiting:
            self._waiting.remove(timer)

    def tick(self) -> None:
        if not self._waiting:
            return
        now = self._clock.now()
        for timer in sorted(self._waiting, key=attrgetter("due")):
            # A call may cancel a later one, so look again before each.
            if timer.due <= now and timer in self._waiting:
                self._waiting.remove(timer)
                timer.call()

    @property
    def next_due(self) -> float | None:
        if self._waiting:
            return min([timer.due for timer in self._waiting])
        return None


INSTANT = math.inf
"""The speed at which every animation is over as soon as it is asked for."""
_SHAPE = frozenset({"rotation", "scale", "flip", "size"})
"""Attributes whose animation makes the renderer choose speed over finish."""
CALL = "(call)"
"""Stands for the attribute where nothing moves and only a call is made."""
_ROUNDS = 64
"""How many generations of follow-up animations a snap finishes before it leaves the rest."""


@dataclass(eq=False, slots=True)
class _Tween:
    """One running animation; `begins` and `seconds` are in the animator's own time."""

    thing: Any
    attribute: str
    target: Any
    begins: float
    seconds: float
    ease: Easing
    done: Callable[[], None] | None
    arc: float = 0.0
    start: Any = None
    has_begun: bool = field(default=False)


class Track(NamedTuple):
    """What one attribute does in a gesture; several tracks make one. at: when it sets off."""

    thing: object
    attribute: str
    start: Any
    target: Any
    at: float
    seconds: float
    ease: str = "out_cubic"


class Animator:
    """Runs animations by the injected clock.

    `speed` multiplies how fast they run; INSTANT finishes each one when it is started.
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
        """The factor on the clock's time; setting INSTANT snaps what is running."""
        return self._speed

    @speed.setter
    def speed(self, factor: float) -> None:
        if not factor > 0:
            raise ValueError(f"the speed must be positive, not {factor}")
        self._read_clock()
        self._speed = factor
        if factor == INSTANT:
            self.snap()

    def to(
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
        """Move an attribute to a target: a number, or a tuple of numbers such as Vec or Colour.

        The value at the end of `delay` is where it starts. arc: how high a Vec rises on its way.
        `done` runs once when the target is reached, whether by time or by a snap, and never when
        the animation is replaced or cancelled. Raises KeyError for an unknown easing,
        AttributeError for a missing attribute and ValueError for a negative time.
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
        """Let a gesture begin: everything stands at its start now."""
        for thing, attribute, start, target, at, seconds, ease in tracks:
            setattr(thing, attribute, start)
            self.to(thing, attribute, target, seconds, ease=ease, delay=at)

    def turn_over(
        self, thing: object, show_side: Callable[[], object], seconds: float, delay: float = 0.0
    ) -> None:
        """Turn something over; when it stands edge on, a call shows its other side."""

        def go_on() -> None:
            show_side()
            self.to(thing, "flip", 1.0, seconds / 2, ease="out_quad")

        self.to(thing, "flip", 0.0, seconds / 2, ease="in_quad", delay=delay, done=go_on)

    def after(self, thing: object, seconds: float, call: Callable[[], None]) -> None:
        """Call something once, as the `done` of an animation; a thing waits for one call only."""
        self.to(thing, CALL, None, 0.0, delay=seconds, done=call)

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
                part = (self._time - tween.begins) / tween.seconds
                value = blend(tween.start, tween.target, tween.ease(part))
                if tween.arc:
                    value -= geometry.Vec(0.0, tween.arc * math.sin(math.pi * tween.ease(part)))
                setattr(tween.thing, tween.attribute, value)
        for tween in ended:
            self._finish(tween)
        if self._speed == INSTANT:
            self.snap()

    def snap(self, thing: object | None = None, attribute: str | None = None) -> None:
        """Put everything, or one thing, or one attribute of it, at its target now.

        Also finishes what the `done` callbacks start on the way, up to a limit that only an
        endless chain reaches; what is left of such a chain goes on at the usual pace.
        """
        self._drain(list(self._matching(thing, attribute)))

    def cancel(self, thing: object | None = None, attribute: str | None = None) -> None:
        """Stop everything, or one thing, or one attribute of it, where it is now."""
        for tween in list(self._matching(thing, attribute)):
            self._forget(tween)

    def is_running(self, thing: object | None = None, attribute: str | None = None) -> bool:
        if thing is None and attribute is None:
            return bool(self._tweens)  # asked in every frame
        return next(self._matching(thing, attribute), None) is not None

    def remaining(self, thing: object, attribute: str) -> float:
        """Return the seconds that an animation still takes, its delay included; 0 for none."""
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
        if tween.attribute in _SHAPE and isinstance(tween.thing, node.Node):
            tween.thing.begin_motion()

    def _forget(self, tween: _Tween) -> bool:
        """Drop an animation; False when it was dropped or replaced before."""
        key = (id(tween.thing), tween.attribute)
        if self._tweens.get(key) is not tween:
            return False
        del self._tweens[key]
        if tween.has_begun and tween.attribute in _SHAPE and isinstance(tween.thing, node.Node):
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
            for _ in range(_ROUNDS):
                known = set(self._tweens.values()) - set(tweens)
                for tween in tweens:
                    self._finish(tween)
                tweens = [tween for tween in self._tweens.values() if tween not in known]
                if not tweens:
                    break
        finally:
            self._is_draining = False


def blend(start: Any, target: Any, part: float) -> Any:
    """Return the value a part of the way from one number or tuple of numbers to another.

    Whole numbers on both sides give whole numbers, so that colours stay colours.

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
"""Makes `out_back` go a tenth too far before it settles."""


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
"""All easings; each gives 0 at 0 and 1 at 1."""
