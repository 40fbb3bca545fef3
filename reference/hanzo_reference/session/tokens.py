"""What messages cost, and when that is too much.

Here lives the counting, in integers only: an estimate must come out the same in every language.
"""

from __future__ import annotations

from collections.abc import Iterable

from hanzo_reference.session.message import Block, InvalidMessage, Message, blocks_of
from hanzo_reference.spec.canonical import LARGEST_INTEGER, canonical_json


def estimate(message: Message) -> int:
    """The tokens that the content of a message is reckoned to cost. Spec: SESSION-9."""
    return sum(len(_payload(block)) // 4 + 1 for block in blocks_of(message))


def count(message: Message) -> int:
    """The tokens of a message: what it says of itself, else the estimate. Spec: SESSION-8."""
    stated: int | None = message.get("token_count")
    return estimate(message) if stated is None else stated


def total(messages: Iterable[Message]) -> int:
    """The tokens of all messages together; raises ``InvalidMessage``. Spec: SESSION-5."""
    tokens = sum(count(message) for message in messages)
    if tokens > LARGEST_INTEGER:
        raise InvalidMessage(f"the messages cost more than {LARGEST_INTEGER} tokens together")
    return tokens


def over_trigger(tokens: int, max_tokens: int) -> bool:
    """Whether more than nine tenths of the budget are used. Spec: SESSION-16, SESSION-17."""
    return tokens * 10 > max_tokens * 9


def _payload(block: Block) -> bytes:
    """The bytes of a block that count as its text. Spec: SESSION-10 to SESSION-15."""
    if block["type"] == "text":
        return _utf8(block["text"])
    if block["type"] == "tool_use":
        return _utf8(block["name"]) + canonical_json(block["input"])
    content = block["content"]
    return _utf8(content) if isinstance(content, str) else canonical_json(content)


def _utf8(text: str) -> bytes:
    # Python counts code points by habit, JavaScript UTF-16 units; bytes are the same everywhere.
    return text.encode("utf-8")
