"""A program as JSON and back: canonical text out, any text in.

The same program always gives the same bytes. What is read may come from anywhere, so every text is either a program of
the right shape or a `StoreProblem`; whether the program keeps its promises is `ir/verify.py`'s question.
"""

from __future__ import annotations

import hashlib
import json
import types
import typing
from collections.abc import Callable
from functools import cache
from typing import Any

import attrs

from rulewright.interpreter.ir import program as shapes
from rulewright.interpreter.ir.program import VERSION, Program

DEEPEST = 150  # how far expressions may nest

# What a program does is the same wherever its source stands and however we put it into words.
_BESIDES = frozenset({"span", "spans", "words", "formula", "outline", "cards", "about"})
_Reader = Callable[[Any], Any]


class StoreProblem(Exception):
    """A text that is no program, or a program that cannot be written. The message is a sentence for people."""


class _Damage(Exception):
    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        self.path = ""


def to_json(program: Program) -> str:
    if program.version != VERSION:
        raise StoreProblem(f"I write version {VERSION} of the IR, and this program says that it is {program.version}.")
    return _text(_plain(program, frozenset()))


def from_json(text: str) -> Program:
    try:
        data = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant, parse_float=_no_float)
    except _Damage as damage:
        raise StoreProblem(f"This is not a compiled rulebook: {damage.message}.") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise StoreProblem(f"This is not a compiled rulebook: it stops being JSON at {place}.") from None
    except RecursionError:
        raise StoreProblem("This is not a compiled rulebook: it is nested too deeply.") from None
    except ValueError:
        raise StoreProblem("This is not a compiled rulebook: it has a number that is far too large.") from None
    if not isinstance(data, dict) or "version" not in data or "functions" not in data:
        raise StoreProblem("This is not a compiled rulebook: it is JSON, but of another kind.")
    if data["version"] != VERSION or type(data["version"]) is not int:
        found = data["version"] if type(data["version"]) is int else "unknown"
        raise StoreProblem(
            f"This rulebook was compiled to version {found} of the IR, and I read version {VERSION}: compile it again."
        )
    try:
        program = _reader(Program)(data)
    except _Damage as damage:
        raise StoreProblem(f"This compiled rulebook is damaged: at {damage.path[1:]}, {damage.message}.") from None
    assert isinstance(program, Program)
    return program


def digest(program: Program) -> str:
    """A name for what the program does: the same whatever comments and empty lines its source has."""
    return hashlib.sha256(_text(_plain(program, _BESIDES)).encode("ascii")).hexdigest()


def _text(data: Any) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def _plain(value: Any, without: frozenset[str]) -> Any:
    """A class of the IR becomes an object, a tuple a list; expressions are left as they are."""
    if attrs.has(type(value)):
        return {name: _plain(getattr(value, name), without) for name in _fields(value.__class__) if name not in without}
    if isinstance(value, tuple) and value and attrs.has(type(value[0])):
        return [_plain(item, without) for item in value]
    return value


@cache
def _fields(cls: type) -> tuple[str, ...]:
    return tuple(field.name for field in attrs.fields(cls))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Damage("one of its objects says the same thing twice")
    return found


def _no_constant(text: str) -> Any:
    raise _Damage(f"{text} is not a number that I know")


def _no_float(text: str) -> Any:
    raise _Damage("it has a number with a fraction")


# --- readers: one for each type that the classes of program.py use --------------------------------------------------


@cache
def _reader(kind: Any) -> _Reader:
    if kind == shapes.Expr:
        return _tree
    if kind in (int, str, bool):
        return _atom(kind)
    if isinstance(kind, type) and attrs.has(kind):
        return _object(kind)
    origin, inside = typing.get_origin(kind), typing.get_args(kind)
    if origin is tuple and len(inside) == 2 and inside[1] is Ellipsis:
        return _many(_reader(inside[0]))
    if origin is tuple:
        return _fixed(tuple(_reader(part) for part in inside))
    if origin in (typing.Union, types.UnionType) and len(inside) == 2 and type(None) in inside:
        return _perhaps(_reader(next(part for part in inside if part is not type(None))))
    raise TypeError(f"the IR has a field of a type that cannot be stored: {kind}")


def _object(cls: type) -> _Reader:
    hints = typing.get_type_hints(cls)
    readers = [(name, _reader(hints[name])) for name in _fields(cls)]
    names = set(_fields(cls))
    noun = cls.__name__.lower()

    def read(data: Any) -> Any:
        if type(data) is not dict:
            raise _Damage(f"a {noun} was expected")
        if data.keys() != names:
            odd = sorted(names ^ data.keys())[0]
            raise _Damage(f"the {noun} lacks its {odd}" if odd in names else f"a {noun} has no {_shown(odd)}")
        values = []
        for name, reader in readers:
            try:
                values.append(reader(data[name]))
            except _Damage as damage:
                damage.path = f".{name}{damage.path}"
                raise
        return cls(*values)

    return read


def _many(reader: _Reader) -> _Reader:
    def read(data: Any) -> Any:
        if type(data) is not list:
            raise _Damage("a list was expected")
        values: list[Any] = []
        try:
            for item in data:
                values.append(reader(item))
        except _Damage as damage:
            damage.path = f"[{len(values)}]{damage.path}"
            raise
        return tuple(values)

    return read


def _fixed(readers: tuple[_Reader, ...]) -> _Reader:
    def read(data: Any) -> Any:
        if type(data) is not list or len(data) != len(readers):
            raise _Damage(f"a list of {len(readers)} was expected")
        return tuple(reader(item) for reader, item in zip(readers, data, strict=True))

    return read


def _perhaps(reader: _Reader) -> _Reader:
    def read(data: Any) -> Any:
        return None if data is None else reader(data)

    return read


def _atom(kind: Any) -> _Reader:
    noun = {int: "a number", str: "a text", bool: "true or false"}[kind]

    def read(data: Any) -> Any:
        if type(data) is not kind:
            raise _Damage(f"{noun} was expected")
        return _sound(data) if isinstance(data, str) else _small(data)

    return read


def _tree(data: Any, depth: int = 0) -> Any:
    """An expression or instruction: a list whose first item is the name of the operation."""
    if type(data) is not list:
        raise _Damage("an expression was expected")
    if depth >= DEEPEST:
        raise _Damage("an expression is nested too deeply")
    items: list[Any] = []
    for item in data:
        kind = type(item)
        if kind is list:
            items.append(_tree(item, depth + 1))
        elif kind is str:
            items.append(_sound(item))
        elif kind is int:
            items.append(_small(item))
        elif kind is bool or item is None:
            items.append(item)
        else:
            raise _Damage("an expression holds something that is no expression")
    return tuple(items)


def _sound(text: str) -> str:
    if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
        raise _Damage("a text has half a letter in it")
    return text


def _small(number: int) -> int:
    if not -(2**63) <= number < 2**63:
        raise _Damage("a number is far too large")
    return number


def _shown(name: str) -> str:
    return repr(name[:40]).encode("ascii", "backslashreplace").decode("ascii")
