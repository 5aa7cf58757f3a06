"""A `NamedTuple` whose classes are created much faster than those of `typing.NamedTuple`.

The program creates more than a hundred of these classes before its first frame. With
`typing.NamedTuple` that takes a tenth of the start: it compiles the source code of a constructor
for each class, and each annotation.

Modules that mypyc compiles use `typing.NamedTuple`, because mypyc only knows that class.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["NamedTuple"]

if TYPE_CHECKING:
    from typing import NamedTuple
else:
    from collections import _tuplegetter
    from collections.abc import Iterable
    from functools import cache
    from types import CodeType, FunctionType
    from typing import Any

    @cache
    def _compile_constructor(count: int) -> CodeType:
        """Return the code of a constructor with a number of fields, whose names are replaced later.

        So the program compiles one constructor for each number of fields, not for each class.
        """
        arguments = "".join(f", field_{index}" for index in range(count))
        values = "".join(f"field_{index}, " for index in range(count))
        return eval(f"lambda cls{arguments}: new_tuple(cls, ({values}))", {}).__code__

    _CONSTRUCTOR_GLOBALS = {"new_tuple": tuple.__new__, "__builtins__": {}}

    def _make_constructor(
        name: str, fields: tuple[str, ...], defaults: tuple[Any, ...]
    ) -> FunctionType:
        code = _compile_constructor(len(fields)).replace(
            co_varnames=("cls", *fields), co_name="__new__", co_qualname=f"{name}.__new__"
        )
        return FunctionType(code, _CONSTRUCTOR_GLOBALS, "__new__", defaults)

    class _Tuple(tuple):
        """The methods of `typing.NamedTuple`."""

        __slots__ = ()
        _fields = ()

        @classmethod
        def _make(cls, values: Iterable[Any]) -> _Tuple:
            made = tuple.__new__(cls, values)
            if len(made) != len(cls._fields):
                raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
            return made

        def _replace(self, /, **changes: Any) -> _Tuple:
            made = tuple.__new__(self.__class__, map(changes.pop, self._fields, self))
            if changes:
                raise ValueError(f"Got unexpected field names: {[*changes]!r}")
            return made

        def _asdict(self) -> dict[str, Any]:
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self) -> str:
            values = ", ".join(map("{}={!r}".format, self._fields, self))
            return f"{self.__class__.__name__}({values})"

        def __getnewargs__(self) -> tuple[Any, ...]:
            return tuple(self)

    class _Builder(type):
        """Builds a subclass of `tuple` from the body of a class that lists fields."""

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            fields = tuple(body.get("__annotations__", ()))
            defaults = {field: body[field] for field in fields if field in body}
            if fields[len(fields) - len(defaults) :] != tuple(defaults):
                raise TypeError(f"{name}: a field without a default follows one with a default")
            getters = {field: _tuplegetter(index, None) for index, field in enumerate(fields)}
            members = {
                "__slots__": (),
                "__new__": _make_constructor(name, fields, tuple(defaults.values())),
                "__match_args__": fields,
                "_fields": fields,
                "_field_defaults": defaults,
            }
            others = [base for base in bases if base is not NamedTuple]
            return type(name, (_Tuple, *others), {**body, **members, **getters})

    NamedTuple = type.__new__(_Builder, "NamedTuple", (), {})
