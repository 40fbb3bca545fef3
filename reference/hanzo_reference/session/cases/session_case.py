"""How the cases of session compaction are written: messages, and the two kinds of question.

Nothing here computes an expected value; every one stands in the case, with what it follows from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hanzo_reference.spec.cases import Case, error, result

Message = dict[str, Any]


def said(role: str, content: Any, tokens: int | None = None) -> Message:
    """A message, with a token_count where one is given."""
    message: Message = {"role": role, "content": content}
    return message if tokens is None else {**message, "token_count": tokens}


def text(content: str) -> dict[str, Any]:
    """A text block."""
    return {"type": "text", "text": content}


def use(identity: str, name: str = "read", **arguments: Any) -> dict[str, Any]:
    """A tool_use block."""
    return {"type": "tool_use", "id": identity, "name": name, "input": arguments}


def returned(identity: str, content: Any = "ok", **members: Any) -> dict[str, Any]:
    """A tool_result block."""
    return {"type": "tool_result", "tool_use_id": identity, "content": content, **members}


def talk(turns: int, tokens: int) -> list[Message]:
    """Questions and answers in turn, each message costing the same."""
    return [
        said(role, f"{word} {number}", tokens)
        for number in range(1, turns + 1)
        for role, word in (("user", "question"), ("assistant", "answer"))
    ]


def counted(
    slug: str,
    description: str,
    requirements: Sequence[str],
    messages: Sequence[Message],
    total: int,
    *,
    anchor: str,
    max_tokens: int = 1000,
    over: bool = False,
    flags: Sequence[str] = (),
) -> Case:
    """What ``should_compact`` answers."""
    return Case(
        slug=slug,
        description=description,
        requirements=requirements,
        operation="should_compact",
        input={"messages": list(messages), "max_tokens": max_tokens},
        flags=flags,
        expected=result({"should_compact": over, "total_tokens": total}),
        anchor=anchor,
    )


def compacted(
    slug: str,
    description: str,
    requirements: Sequence[str],
    messages: Sequence[Message],
    left: Sequence[Message],
    *,
    anchor: str,
    max_tokens: int = 50,
    reserve: int = 1,
    summary: str | None = "S",
    replaced: int = 0,
    results: int = 0,
    saved: int = 0,
    fits: bool = True,
    source: str = "none",
    flags: Sequence[str] = (),
) -> Case:
    """What ``compact`` leaves of a session; by default nothing happened and all fits."""
    answer = {
        "messages": list(left),
        "compacted_count": replaced,
        "results_compacted": results,
        "tokens_saved": saved,
        "fits": fits,
        "summary_source": source,
    }
    return Case(
        slug=slug,
        description=description,
        requirements=requirements,
        operation="compact",
        input=question(messages, max_tokens, reserve, summary),
        flags=flags,
        expected=result(answer),
        anchor=anchor,
    )


def question(
    messages: Sequence[Message], max_tokens: int, reserve: int, summary: str | None
) -> Mapping[str, Any]:
    """The input of ``compact``."""
    return {
        "messages": list(messages),
        "max_tokens": max_tokens,
        "reserve_recent": reserve,
        "summary": summary,
    }


def refused(
    slug: str,
    description: str,
    requirements: Sequence[str],
    operation: str,
    params: Mapping[str, Any],
    *,
    code: str,
    anchor: str,
    flags: Sequence[str] = (),
) -> Case:
    """A session or budget that is refused."""
    return Case(
        slug=slug,
        description=description,
        requirements=requirements,
        operation=operation,
        input=params,
        flags=flags,
        expected=error(code),
        anchor=anchor,
    )
