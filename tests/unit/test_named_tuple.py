"""`red7_desktop.named_tuple.NamedTuple` behaves like `typing.NamedTuple`."""

from __future__ import annotations

import copy
import inspect
import pickle
import typing
from typing import Generic, TypeVar

import pytest

from red7_desktop.named_tuple import NamedTuple

T = TypeVar("T")


class Point(NamedTuple):
    """A point."""

    x: float
    y: float = 0.0
    name: str | None = None

    @property
    def is_left(self) -> bool:
        return self.x < 0

    def moved(self, dx: float) -> Point:
        return self._replace(x=self.x + dx)


class Box(NamedTuple, Generic[T]):
    content: T


class Empty(NamedTuple):
    pass


class TypingPoint(typing.NamedTuple):
    x: float
    y: float = 0.0
    name: str | None = None


def test_fields_are_set_by_position_name_and_default() -> None:
    made = Point(3.0, name="a")

    assert (made.x, made.y, made.name) == (3.0, 0.0, "a")
    assert made.moved(-4.0).is_left
    assert hash(made) == hash((3.0, 0.0, "a"))
    assert made == (3.0, 0.0, "a")
    assert Empty() == ()


def test_class_describes_itself_as_typing_does() -> None:
    assert Point._fields == TypingPoint._fields
    assert Point._field_defaults == TypingPoint._field_defaults
    assert typing.get_type_hints(Point) == typing.get_type_hints(TypingPoint)
    assert inspect.signature(Point).parameters.keys() == {"x", "y", "name"}
    assert repr(Point(1.0)) == "Point(x=1.0, y=0.0, name=None)"
    assert Point(1.0)._asdict() == TypingPoint(1.0)._asdict()
    assert (Point.__module__, Point.__doc__) == (__name__, "A point.")


def test_instance_has_no_dictionary_and_cannot_change() -> None:
    with pytest.raises(AttributeError):
        Point(1.0).x = 2.0  # type: ignore[misc]
    with pytest.raises(AttributeError):
        Point(1.0).z = 2.0  # type: ignore[attr-defined]


def test_instance_can_be_matched_copied_and_pickled() -> None:
    match Point(1.0, 2.0):
        case Point(x, y=y):
            assert (x, y) == (1.0, 2.0)

    for made in (copy.deepcopy(Point(1.0)), pickle.loads(pickle.dumps(Point(1.0)))):
        assert (type(made), made) == (Point, Point(1.0))


def test_class_may_be_generic() -> None:
    made: Box[int] = Box[int](3)

    assert (made.content, type(made)) == (3, Box)


@pytest.mark.parametrize("kind", [Point, TypingPoint])
def test_wrong_arguments_are_refused(kind: typing.Any) -> None:
    with pytest.raises(TypeError, match=r"missing 1 required positional argument: 'x'"):
        kind()
    with pytest.raises(TypeError, match=r"from 2 to 4 positional arguments but 5 were given"):
        kind(1, 2, 3, 4)
    with pytest.raises(TypeError, match="Expected 3 arguments, got 2"):
        kind._make([1, 2])
    with pytest.raises(ValueError, match="Got unexpected field names"):
        kind(1)._replace(z=3)


def test_field_without_default_may_not_follow_a_default() -> None:
    with pytest.raises(TypeError, match="Wrong"):

        class Wrong(NamedTuple):
            x: float = 0.0
            y: float  # type: ignore[misc]
