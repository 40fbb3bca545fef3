"""From the names of the old tools to tools and actions, by the consolidation map.

The map is data, in ``rows.json``; here is what its members mean.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from hanzo_reference.spec.declaration import DomainError


@cache
def rows() -> Mapping[str, Mapping[str, Any]]:
    """The map: by old name either ``to`` with targets, or a ``tool`` with its ``actions``.

    ``required`` names arguments that have to be there, ``command`` the program that comes first in
    the command, ``given`` the arguments of which one decides for a target.
    """
    data = files(__package__).joinpath("rows.json").read_bytes()
    found: Mapping[str, Mapping[str, Any]] = json.loads(data)
    return found


def migrate(tool: str, args: Mapping[str, Any]) -> tuple[str, str, dict[str, Any]]:
    """Tool, action and arguments of an old call.

    ``NOT_FOUND``: no old tool has this name; ``UNKNOWN_ACTION`` with ``available``: it had no such
    action; ``INVALID_PARAMS`` with ``violations``: an argument that decides is missing or no text.
    Spec: MIGRATE-1 to MIGRATE-12.
    """
    row = rows().get(tool)
    if row is None:
        raise DomainError("NOT_FOUND", tool, {"tool": tool})
    if "actions" in row:
        return row["tool"], *_routed(row["actions"], args)
    for name in row.get("required", []):
        if name not in args:
            raise _missing(name)
    target = _chosen(row["to"], args)
    given = dict(args)
    if "command" in row:
        given["command"] = _led(row["command"], args)
    return target["tool"], target["action"], given


def _routed(actions: list[str], args: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The action that the arguments name, and the other arguments."""
    if "action" not in args:
        raise _missing("action")
    action = args["action"]
    if not isinstance(action, str):
        raise _violation("/action", "type")
    if action not in actions:
        raise DomainError("UNKNOWN_ACTION", action, {"available": sorted(actions)})
    return action, {name: value for name, value in args.items() if name != "action"}


def _chosen(targets: list[dict[str, Any]], args: Mapping[str, Any]) -> dict[str, Any]:
    """The only target, or the one of several whose arguments are there."""
    fitting = [
        target
        for target in targets
        if "given" not in target or any(name in args for name in target["given"])
    ]
    match fitting:
        case []:
            first, *_ = targets
            name, *_ = first["given"]
            raise _missing(name)
        case [only]:
            return only
        case _:
            # Which of the two was meant cannot be told, and both would do something.
            raise _violation("", "oneOf")


def _led(program: str, args: Mapping[str, Any]) -> str | list[str]:
    """The command with the program in front, text or list as it was."""
    if "command" not in args:
        raise _missing("command")
    command = args["command"]
    if isinstance(command, str):
        return f"{program} {command}"
    if isinstance(command, list) and all(isinstance(word, str) for word in command):
        return [program, *command]
    raise _violation("/command", "type")


def _missing(name: str) -> DomainError:
    return _violation(f"/{name}", "required")


def _violation(pointer: str, rule: str) -> DomainError:
    return DomainError("INVALID_PARAMS", rule, {"violations": [{"pointer": pointer, "rule": rule}]})
