"""``session.should_compact`` and ``session.compact`` over ``hanzoai.session``.

A list of messages becomes a ``Session`` through the build's own ``Session.from_dict``:

- text content is one text block;
- the input of a ``tool_use`` goes in as the object that it is (``from_dict`` turns it into text);
- the content of a ``tool_result`` is its ``output``, as compact JSON when it is no text, and its
  ``tool_name``, which a result of the domain does not repeat, is the name in the ``tool_use`` of
  the same id;
- ``token_count`` has no counterpart: the build always estimates.

``max_tokens`` is ``max_estimated_tokens`` and ``reserve_recent`` is ``preserve_recent_messages``,
the only setting of that kind; it counts messages. ``should_compact`` has no such parameter and
leaves the build's default. ``summary`` is not passed on: the build writes summaries by rule.

Of the answer, ``compacted_count`` is ``removed_message_count``; ``results_compacted`` is 0, since
the build rewrites no tool result; ``tokens_saved`` and ``fits`` are read off the build's own
estimates before and after; ``summary_source`` is fallback when something was summarised.
"""

from __future__ import annotations

import json
from typing import Any

from hanzoai.session import (
    CompactionConfig,
    ConversationMessage,
    Session,
    TextBlock,
    compact_session,
    estimate_session_tokens,
    should_compact,
)
from outcomes import DomainError
from shapes import Operation, array, either, integer, mapping, null, record, text

Message = dict[str, Any]


def trigger(params: dict[str, Any]) -> dict[str, Any]:
    """Whether the build would compact, and the tokens that it counts."""
    session = _session(params["messages"])
    config = CompactionConfig(max_estimated_tokens=params["max_tokens"])
    return {
        "should_compact": should_compact(session, config),
        "total_tokens": estimate_session_tokens(session),
    }


def compact(params: dict[str, Any]) -> dict[str, Any]:
    """The messages that the build leaves, and what it says it did."""
    messages: list[Message] = params["messages"]
    session = _session(messages)
    # The build keeps messages as the objects they are. Those come back in the words in which they
    # came in, unless their content is no longer the same.
    given = {
        id(built): (built.to_dict(), message)
        for built, message in zip(session.messages, messages, strict=True)
    }
    before = estimate_session_tokens(session)
    config = CompactionConfig(
        preserve_recent_messages=params["reserve_recent"],
        max_estimated_tokens=params["max_tokens"],
    )
    outcome = compact_session(session, config)
    left = outcome.compacted_session
    after = estimate_session_tokens(left)
    returned = []
    for built in left.messages:
        as_given, message = given.get(id(built), (None, None))
        same = message is not None and as_given == built.to_dict()
        returned.append(message if same else _message(built))
    return {
        "messages": returned,
        "compacted_count": outcome.removed_message_count,
        "results_compacted": 0,
        "tokens_saved": before - after,
        "fits": after <= params["max_tokens"],
        "summary_source": "fallback" if outcome.removed_message_count else "none",
    }


def _session(messages: list[Message]) -> Session:
    names = _tool_names(messages)
    try:
        return Session.from_dict({"messages": [_given(message, names) for message in messages]})
    except ValueError as problem:
        # MessageRole and the table of block types refuse a word that they do not have. Whatever
        # else is wrong with a message trips the build up somewhere, without it noticing.
        raise DomainError("INVALID_MESSAGE", str(problem)) from problem


def _given(message: Message, names: dict[str, str]) -> Message:
    # A message may be malformed, and what has no form here goes through as it is.
    content = message.get("content")
    if isinstance(content, str):
        blocks: Any = [{"type": "text", "text": content}]
    elif isinstance(content, list):
        blocks = [_block(block, names) for block in content]
    else:
        blocks = content
    return {**({"role": message["role"]} if "role" in message else {}), "blocks": blocks}


def _block(block: Any, names: dict[str, str]) -> Any:
    if not isinstance(block, dict) or block.get("type") != "tool_result" or "content" not in block:
        return block
    content = block["content"]
    return {
        **{name: value for name, value in block.items() if name != "content"},
        "tool_name": names.get(str(block.get("tool_use_id")), ""),
        "output": content if isinstance(content, str) else _json(content),
    }


def _tool_names(messages: list[Message]) -> dict[str, str]:
    contents = [message.get("content") for message in messages]
    blocks = [block for content in contents if isinstance(content, list) for block in content]
    return {
        str(block.get("id")): str(block.get("name"))
        for block in blocks
        if isinstance(block, dict) and block.get("type") == "tool_use"
    }


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _message(built: ConversationMessage) -> Message:
    # Reached by messages that the build made: one text block, the summary.
    if len(built.blocks) == 1 and isinstance(built.blocks[0], TextBlock):
        return {"role": built.role.value, "content": built.blocks[0].text}
    return {"role": built.role.value, "content": [block.to_dict() for block in built.blocks]}


# A malformed message is for the build to judge, as it is for the domain.
MESSAGES = array(mapping)
OPERATIONS = {
    "session.should_compact": Operation(
        record({"messages": MESSAGES, "max_tokens": integer}), trigger
    ),
    "session.compact": Operation(
        record(
            {
                "messages": MESSAGES,
                "max_tokens": integer,
                "reserve_recent": integer,
                "summary": either(text, null),
            }
        ),
        compact,
    ),
}
