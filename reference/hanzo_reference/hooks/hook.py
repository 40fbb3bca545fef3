"""Hooks as they are configured: which rules each keeps, and which ones a tool concerns.

Here lives what is known before anything runs. What a command is given is in ``preparation``, what
its end means in ``judgement``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hanzo_reference.permissions.glob import matches
from hanzo_reference.spec.declaration import DomainError

PRE = "pre_tool_use"
POST = "post_tool_use"
EVENTS = (PRE, POST)

DEFAULT_TIMEOUT_MS = 5000
LONGEST_TIMEOUT_MS = 600_000


@dataclass(frozen=True, slots=True)
class HookConfig:
    """One hook: when it is asked, the command, the tools that it is for, and its time."""

    event: str
    command: str
    tool_pattern: str
    timeout_ms: int = DEFAULT_TIMEOUT_MS


class InvalidHook(DomainError):  # noqa: N818 - the name that all languages share
    """A hook that cannot be meant: ``INVALID_HOOK`` with its index and member."""

    def __init__(self, index: int, member: str) -> None:
        details = {"index": index, "member": member}
        super().__init__("INVALID_HOOK", f"hook {index}: ill-formed or missing {member}", details)


class InvalidCall(DomainError):  # noqa: N818 - the name that all languages share
    """A question to hooks that they cannot be asked: ``INVALID_CALL``."""

    def __init__(self, message: str) -> None:
        super().__init__("INVALID_CALL", message)


def _is_command(value: object) -> bool:
    # No system takes a NUL in an argument.
    return isinstance(value, str) and "\0" not in value


def _is_timeout(value: object) -> bool:
    if value is None:
        return True
    # By value: 5000.0 is the same JSON number as 5000. In Python a bool is an int.
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 1 <= value <= LONGEST_TIMEOUT_MS and value == int(value)


# In the order in which they are judged.
MEMBERS: tuple[tuple[str, Callable[[object], bool]], ...] = (
    ("event", lambda value: value in EVENTS),
    ("command", _is_command),
    ("tool_pattern", lambda value: isinstance(value, str)),
    ("timeout_ms", _is_timeout),
)


def read_hooks(hooks: Iterable[HookConfig | Mapping[str, Any]]) -> tuple[HookConfig, ...]:
    """The hooks as a list of their own, each of them judged; raises ``InvalidHook``.

    ``timeout_ms`` is in milliseconds. Spec: HOOK-1 to HOOK-9.
    """
    return tuple(_read(index, item) for index, item in enumerate(hooks))


def _read(index: int, item: HookConfig | Mapping[str, Any]) -> HookConfig:
    if isinstance(item, HookConfig):
        given: Mapping[str, Any] = {name: getattr(item, name) for name, _ in MEMBERS}
    else:
        given = item
    for name, is_right in MEMBERS:
        # A member that is missing is like null, which only the last one may be.
        if not is_right(given.get(name)):
            raise InvalidHook(index, name)
    limit = given.get("timeout_ms")
    timeout_ms = DEFAULT_TIMEOUT_MS if limit is None else int(limit)
    return HookConfig(given["event"], given["command"], given["tool_pattern"], timeout_ms)


def check_event(event: str) -> None:
    """Pass one of the two events; any other text is ``INVALID_CALL``. Spec: HOOK-10."""
    if event not in EVENTS:
        raise InvalidCall(f"no event {event!r}")


def select(hooks: Sequence[HookConfig], event: str, tool_name: str) -> list[int]:
    """The places of the hooks that are asked, in their order. Spec: HOOK-11 to HOOK-13."""
    return [
        index
        for index, hook in enumerate(hooks)
        if hook.event == event and matches(hook.tool_pattern, tool_name)
    ]
