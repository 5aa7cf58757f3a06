"""Checks plain values against shapes.

A shape is a type, a tuple of shapes (any of them will do), a list with the one shape of all its
items, or a dict from the names of keys to shapes; the key `...` stands for all other keys. None
stands for itself.
"""

from __future__ import annotations

from typing import Any


def faults(value: Any, shape: Any, place: str = "$") -> list[str]:
    """List where a value is not of a shape; empty where it is."""
    if isinstance(shape, tuple):
        return [] if any(not faults(value, one) for one in shape) else [f"{place}: {value!r}"]
    if isinstance(shape, list):
        if not isinstance(value, list):
            return [f"{place}: {value!r} is no list"]
        return [
            bad for n, item in enumerate(value) for bad in faults(item, shape[0], f"{place}[{n}]")
        ]
    if isinstance(shape, dict):
        return _dict_faults(value, shape, place)
    if shape is None:
        return [] if value is None else [f"{place}: {value!r} is not null"]
    return [] if type(value) is shape else [f"{place}: {value!r} is no {shape.__name__}"]


def _dict_faults(value: Any, shape: dict[Any, Any], place: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{place}: {value!r} is no object"]
    missing = [f"{place}: no {key!r}" for key in shape if key is not ... and key not in value]
    found = []
    for key, item in value.items():
        if key in shape or ... in shape:
            found += faults(item, shape.get(key, shape.get(...)), f"{place}.{key}")
        else:
            found.append(f"{place}: what is {key!r}?")
    return missing + found
