"""The members of HanzoConfig: their defaults, and what each of them may be in a file.

A check walks a value in document order and raises ``MemberTypeError`` at the first place that does
not fit. Null is accepted wherever a merge takes it for removal, so not inside arrays. Members that
are not known here are kept as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from hanzo_reference.config.strict_json import Json

Path: TypeAlias = "tuple[str | int, ...]"
Check: TypeAlias = Callable[[Json, Path], None]

# Another name of a top-level member, as configuration files of other MCP clients spell it.
ALIASES = {"mcpServers": "mcp_servers"}


class MemberTypeError(Exception):
    """A value of the wrong type: ``path`` leads there, the message says what is expected."""

    def __init__(self, path: Path, expected: str) -> None:
        super().__init__(f"expected {expected}")
        self.path = path


def defaults() -> dict[str, Json]:
    """Every member of HanzoConfig with its default, fresh for the caller to change.

    Spec: CONFIG-2.
    """
    return {
        "api_key": None,
        "model": "claude-sonnet-4-20250514",
        "mcp_servers": {},
        "permissions": {},
        "custom_instructions": "",
        "hooks": [],
        "input_mode": "default",
    }


def check_types(content: Mapping[str, Json]) -> None:
    """Raise ``MemberTypeError`` for the first known member, in document order, that does not fit.

    Spec: CONFIG-51 to CONFIG-63, CONFIG-65.
    """
    for name, value in content.items():
        check = MEMBERS.get(ALIASES.get(name, name))
        if check is not None and value is not None:
            check(value, (name,))


def _text(value: Json, path: Path) -> None:
    if not isinstance(value, str):
        raise MemberTypeError(path, "text")


def _flag(value: Json, path: Path) -> None:
    if not isinstance(value, bool):
        raise MemberTypeError(path, "true or false")


def _milliseconds(value: Json, path: Path) -> None:
    # A bool is an int in Python, and only there.
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise MemberTypeError(path, "a number of milliseconds, zero or more")


def _one_of(*texts: str) -> Check:
    def check(value: Json, path: Path) -> None:
        if not isinstance(value, str) or value not in texts:
            raise MemberTypeError(path, f"one of {', '.join(texts)}")

    return check


def _list_of(element: Check) -> Check:
    def check(value: Json, path: Path) -> None:
        if not isinstance(value, list):
            raise MemberTypeError(path, "a list")
        for index, item in enumerate(value):
            element(item, (*path, index))

    return check


def _map_of(member: Check) -> Check:
    """An object with names of the user's choice."""

    def check(value: Json, path: Path) -> None:
        for name, item in _object(value, path).items():
            if item is not None:
                member(item, (*path, name))

    return check


def _record(members: Mapping[str, Check]) -> Check:
    """An object with some known members, none of them required."""

    def check(value: Json, path: Path) -> None:
        for name, item in _object(value, path).items():
            if name in members and item is not None:
                members[name](item, (*path, name))

    return check


def _object(value: Json, path: Path) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise MemberTypeError(path, "an object")
    return value


def _command(value: Json, path: Path) -> None:
    if isinstance(value, list):
        _list_of(_text)(value, path)
    elif not isinstance(value, str):
        raise MemberTypeError(path, "text or a list of texts")


def _hook(value: Json, path: Path) -> None:
    """An element of an array: nothing merges into it, so it is complete and null is a mistake."""
    for name, item in _object(value, path).items():
        if name in HOOK:
            HOOK[name](item, (*path, name))
    for name in HOOK_REQUIRED:
        if name not in _object(value, path):
            raise MemberTypeError((*path, name), "this member, which a hook must have")


SERVER: Mapping[str, Check] = {
    "command": _command,
    "args": _list_of(_text),
    "env": _map_of(_text),
    "disabled": _flag,
}
HOOK: Mapping[str, Check] = {
    "event": _one_of("pre_tool_use", "post_tool_use"),
    "command": _text,
    "tool_pattern": _text,
    "timeout_ms": _milliseconds,
}
HOOK_REQUIRED = ("event", "command", "tool_pattern")
MEMBERS: Mapping[str, Check] = {
    "api_key": _text,
    "model": _text,
    "mcp_servers": _map_of(_record(SERVER)),
    "permissions": _map_of(_one_of("allow", "deny", "prompt")),
    "custom_instructions": _text,
    "hooks": _list_of(_hook),
    "input_mode": _one_of("vim", "emacs", "default"),
}
