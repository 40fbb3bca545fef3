"""The shape of a message, judged member by member.

Here lives what a message and its blocks must look like. How many tokens they cost is in
``tokens``, which messages belong together in ``turns``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hanzo_reference.spec.declaration import DomainError

# A message and a block are JSON objects.
Message = Mapping[str, Any]
Block = Mapping[str, Any]

ROLES = ("system", "user", "assistant", "tool")


def is_text(value: object) -> bool:
    """Whether a JSON value is text."""
    return isinstance(value, str)


def is_boolean(value: object) -> bool:
    """Whether a JSON value is true or false."""
    return isinstance(value, bool)


def is_object(value: object) -> bool:
    """Whether a JSON value is an object."""
    return isinstance(value, Mapping)


def is_count(value: object) -> bool:
    """Whether a JSON value is an integer, zero or more; true is none."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def is_any(_: object) -> bool:
    """Every JSON value will do."""
    return True


Members = Mapping[str, Callable[[object], bool]]

# For each type of block the members that it must have beside ``type``, and those that it may have.
BLOCKS: Mapping[str, tuple[Members, Members]] = {
    "text": ({"text": is_text}, {}),
    "tool_use": ({"id": is_text, "name": is_text, "input": is_object}, {}),
    "tool_result": ({"tool_use_id": is_text, "content": is_any}, {"is_error": is_boolean}),
}


class InvalidMessage(DomainError):  # noqa: N818 - the name that all languages share
    """A message is not of the shape that can be counted and compacted: ``INVALID_MESSAGE``."""

    def __init__(self, message: str) -> None:
        super().__init__("INVALID_MESSAGE", message)


def check_messages(messages: Sequence[Message]) -> None:
    """Pass messages of the right shape; raises ``InvalidMessage``. Spec: SESSION-1 to SESSION-4."""
    for index, message in enumerate(messages):
        problem = _message_problem(message)
        if problem is not None:
            raise InvalidMessage(f"message {index}: {problem}")


def blocks_of(message: Message) -> Sequence[Block]:
    """The blocks of a message; content that is text is one text block. Spec: SESSION-13."""
    content = message["content"]
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    blocks: Sequence[Block] = content
    return blocks


def _message_problem(message: object) -> str | None:
    if not isinstance(message, Mapping):
        return "it is no object"
    problem = _members_problem(
        message, {"role": is_text, "content": is_any}, {"token_count": is_count}
    )
    if problem is not None:
        return problem
    if message["role"] not in ROLES:
        return f"no role {message['role']!r}"
    content = message["content"]
    if isinstance(content, str):
        return None
    if not isinstance(content, list):
        return "its content is neither text nor a list of blocks"
    return next(filter(None, map(_block_problem, content)), None)


def _block_problem(block: object) -> str | None:
    if not isinstance(block, Mapping):
        return "a block is no object"
    kind = block.get("type")
    if not isinstance(kind, str) or kind not in BLOCKS:
        return f"no type of block {kind!r}"
    required, optional = BLOCKS[kind]
    return _members_problem(block, {"type": is_text, **required}, optional)


def _members_problem(value: Message, required: Members, optional: Members) -> str | None:
    """What is wrong with the members of an object, in words for people, or None."""
    for name in required:
        if name not in value:
            return f"{name} is missing"
    for name, member in value.items():
        judge = required.get(name) or optional.get(name)
        if judge is None:
            return f"unknown member {name!r}"
        if not judge(member):
            return f"ill-formed {name}"
    return None
