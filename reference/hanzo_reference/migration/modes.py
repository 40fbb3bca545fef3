"""Which actions fit a mode. Modes are hints of a caller, no permissions.

The table is data, in ``modes.json``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

# Every tool answers these, and they change nothing.
BUILT_IN = ("help", "schema", "status")
READING = "inspect"


@cache
def modes() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """By mode and tool, the actions that the mode adds to those of ``inspect``."""
    found: Mapping[str, Mapping[str, Sequence[str]]] = _table()["modes"]
    return found


@cache
def tools() -> Sequence[str]:
    """The tools of HIP-0300, the optional ones last."""
    found: Sequence[str] = _table()["tools"]
    return found


def _table() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(files(__package__).joinpath("modes.json").read_bytes())
    return found


def allowed(mode: str, tool: str, action: str) -> bool:
    """Whether an action of a tool fits a mode; no name that nobody knows does.

    Spec: MIGRATE-13 to MIGRATE-19.
    """
    if action in BUILT_IN:
        return tool in tools()
    return any(action in modes()[name].get(tool, ()) for name in (READING, mode))
