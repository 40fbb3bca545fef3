"""What a machine wants done: actions, in the order in which they are to happen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from hanzo_reference.mcp_client.message import Message


@dataclass(frozen=True, slots=True)
class Send:
    """A message for the server."""

    message: Message


@dataclass(frozen=True, slots=True)
class Resolve:
    """A step has what it asked for."""

    step: int
    value: Any


@dataclass(frozen=True, slots=True)
class Reject:
    """A step will never have what it asked for."""

    step: int
    code: str
    details: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Close:
    """The transport is to be closed."""


Action: TypeAlias = Send | Resolve | Reject | Close


def in_order(actions: list[Action]) -> list[Action]:
    """The actions of one event: sends, then what steps get, by step, then the end.

    Spec: MCPC-18.
    """
    sends: list[Action] = [action for action in actions if isinstance(action, Send)]
    steps = [action for action in actions if isinstance(action, Resolve | Reject)]
    ends = [action for action in actions if isinstance(action, Close)]
    return [*sends, *sorted(steps, key=lambda action: action.step), *ends]
