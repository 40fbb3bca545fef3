"""Bad input by seed: command lines, manifests, vector files, baselines, records and streams."""

from __future__ import annotations

import copy
import json
import random
import re
import string
from collections.abc import Callable
from pathlib import Path
from typing import Any

# What has broken one reader or another before.
TEXTS = [
    "", " ", "\n", "a\n", "a\x00b", "\x1b[2J", "\u202e", "\udcff", "é", "😀", "=", "A=B", "-", "--", "-1",
    "..", "../..", "/", "/etc/*", "/dev/null", "/proc/self/mem", "**", "a**", "[", "*", "?", "(", ")",
    "()", "(?P<", "((((", "$", "${here}", "${nope}", "${package:nope}", "${package:..}", "%s", "{}", "{0}",
    "\\", "\\u0000", "~", "~nobody/x", "http://", "http://[", "http://a:99999", "http://127.0.0.1:1",
    "file:///etc/hostname", "docker:", "mcp:", "process:", "process:'", "process:/nowhere/x", "null",
    "true", "NaN", "1e999", "0x10", "9" * 400, "a" * 5000, "(" * 3000, "[" * 3000, "a.b", "a.b.c", "A-1",
    "echo/one", "echo/", "/one", "echo.say", "fake", "json=", "=x", "json=/dev/full", "0/0", "1/1", "2/1",
    "must", "echo", "2027-02-30", "must\n", "1970-01-01", "#/$defs/vector", "urn:x", "not", "and or",
]  # fmt: skip
VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 2**31, 2**53 - 1, 2**63, 10**30, 1.5, -0.0, 1e300, [], {}, [[]], [None],
    {"": ""}, {"$ref": "#"}, {"$ref": "http://127.0.0.1:1/x"}, {"type": "nope"}, ["a", 1, None], [{}],
    {"$from": [0, ""]}, {"$from": [9, "/x"]}, {"$from": None},
]  # fmt: skip


def some_text(dice: random.Random) -> str:
    """A text of the list, or one of random characters."""
    if dice.random() < 0.85:
        return dice.choice(TEXTS)
    return "".join(dice.choice(string.printable) for _ in range(dice.randrange(12)))


def some_value(dice: random.Random) -> Any:
    """Any JSON value."""
    return some_text(dice) if dice.random() < 0.5 else copy.deepcopy(dice.choice(VALUES))


def spoiled(value: Any, dice: random.Random) -> Any:
    """A copy of a JSON value with a few places changed, gone, doubled or new; most often one."""
    value = copy.deepcopy(value)
    for _ in range(dice.choice([1, 1, 1, 1, 2, 3])):
        place, key = _place(value, dice)
        if place is None:
            return some_value(dice)
        match dice.randrange(8):
            case 0:
                del place[key]
            case 1 if isinstance(place, dict):
                place[some_text(dice)] = some_value(dice)
            case 1 | 2 if isinstance(place, list):
                place.insert(key, copy.deepcopy(place[key]))
            case 3:
                place[key] = some_value(dice)
            case _:
                place[key] = _near(place[key], dice)
    return value


def _near(value: Any, dice: random.Random) -> Any:
    """A value of the same type, most often not a sound one."""
    if isinstance(value, str):
        return dice.choice(
            [value + "\n", value + some_text(dice), some_text(dice), value.upper(), value[:-1], "x"]
        )
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return dice.choice([-value, value + 1, value * 10**6, 0, 1e300, 2**53 - 1])
    if isinstance(value, list):
        return dice.choice([value * 3, value[:1], value[::-1], []])
    return {some_text(dice): item for item in value.values()} if isinstance(value, dict) else value


def _place(value: Any, dice: random.Random) -> tuple[Any, Any]:
    """A container somewhere in a value, and one of its keys; None where it has none."""
    found: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting:
        item = waiting.pop()
        keys: Any = (
            item if isinstance(item, dict) else range(len(item)) if isinstance(item, list) else ()
        )
        found += [(item, key) for key in keys]
        waiting += [item[key] for key in keys]
    return dice.choice(found) if found else (None, None)


def spoiled_bytes(data: bytes, dice: random.Random) -> bytes:
    """Bytes cut, doubled, or with some of them changed."""
    at = dice.randrange(len(data) + 1)
    match dice.randrange(6):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + bytes([dice.randrange(256)]) + data[at + 1 :]
        case 2:
            return data[:at] + some_text(dice).encode("utf-8", "surrogateescape") + data[at:]
        case 3:
            return data[:at] + b"[" * 5000 + data[at:]
        case 4:
            return data + data[at:]
        case _:
            return data[at:] + data[:at]


def toml(value: dict[str, Any]) -> str:
    """A JSON object as TOML; what TOML cannot say is written as JSON would, and refused."""
    lines = []
    for name, item in value.items():
        if isinstance(item, list) and item and all(isinstance(each, dict) for each in item):
            for each in item:
                lines.append(f"[[{_key(name)}]]")
                lines += [f"{_key(key)} = {_inline(inner)}" for key, inner in each.items()]
    plain = [
        f"{_key(name)} = {_inline(item)}"
        for name, item in value.items()
        if not (isinstance(item, list) and item and all(isinstance(each, dict) for each in item))
    ]
    return "\n".join([*plain, *lines]) + "\n"


def _key(name: str) -> str:
    return name if re.fullmatch("[A-Za-z0-9_-]+", name) else json.dumps(name)


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(f"{json.dumps(key)} = {_inline(item)}" for key, item in value.items())
            + "}"
        )
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return json.dumps(value)


# Each makes the words of one command line from files of its own in a folder.
Maker = Callable[[random.Random, Path], list[str]]


def write(path: Path, data: bytes | str) -> Path:
    """Write a file and the folders above it; its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8", "surrogateescape"))
    return path
