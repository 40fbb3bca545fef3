"""What is no message and no budget; each beside its nearest sound neighbour."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.session.cases.session_case import (
    compacted,
    counted,
    question,
    refused,
    returned,
    said,
    talk,
    text,
    use,
)
from hanzo_reference.spec.cases import Case

LARGEST = 9007199254740991
HIP = "HIP-0301 §5 (Message)"

# Slug, what it shows, requirement, the message.
MALFORMED: tuple[tuple[str, str, str, dict[str, Any]], ...] = (
    ("unknown-role", "developer is no role", "SESSION-1", said("developer", "hi")),
    ("role-in-capitals", "Roles are spelled in lower case", "SESSION-1", said("User", "hi")),
    ("unknown-block", "image is no type of block", "SESSION-2", said("user", [{"type": "image"}])),
    ("block-type-prefix", "A type is compared as a whole", "SESSION-2",
     said("user", [{"type": "text_delta", "text": "a"}])),
    ("content-missing", "A message has content", "SESSION-3", {"role": "user"}),
    ("content-null", "null is no content", "SESSION-3", said("assistant", None)),
    ("result-without-id", "A result says whose it is", "SESSION-3",
     said("user", [{"type": "tool_result", "content": "ok"}])),
    ("input-as-text", "An input is an object, not its text", "SESSION-3",
     said("assistant", [{"type": "tool_use", "id": "t1", "name": "read", "input": "{}"}])),
    ("unknown-block-member", "A member that nobody counts is refused", "SESSION-3",
     said("user", [{**text("hi"), "cache": True}])),
    ("count-negative", "A token_count is not negative", "SESSION-4", said("user", "hi", -1)),
    ("count-null", "null is no token_count", "SESSION-4",
     {"role": "user", "content": "hi", "token_count": None}),
    ("count-boolean", "true is no token_count", "SESSION-4",
     {"role": "user", "content": "hi", "token_count": True}),
    ("block-type-array", "A type is text, not a list of it", "SESSION-2",
     said("user", [{"type": ["text"], "text": "a"}])),
)  # fmt: skip


def cases() -> Iterator[Case]:
    """Malformed messages, sound neighbours, budgets, and the order of judging."""
    for number, (slug, description, rule, message) in enumerate(MALFORMED):
        messages = [said("user", "hi"), message]
        # Both operations judge alike; the cases are shared out between them.
        compacts = number % 2 == 1
        yield refused(
            f"message-{slug}", description, [rule], "compact" if compacts else "should_compact",
            question(messages, 100, 1, None) if compacts
            else {"messages": messages, "max_tokens": 100},
            code="INVALID_MESSAGE", anchor=HIP, flags=["message-shape"],
        )  # fmt: skip
    yield from _sound()
    yield from _budgets()
    yield from _order()


def _sound() -> Iterator[Case]:
    yield counted(
        "message-every-role", "All four roles are known", ["SESSION-1"],
        [said("system", "a"), said("user", "b"), said("assistant", "c"), said("tool", "d")], 4,
        anchor=HIP,
    )  # fmt: skip
    yield counted(
        "message-every-block", "All three types of block are known", ["SESSION-2", "SESSION-3"],
        # 1 + 2 + 1
        [said("assistant", [text("a"), use("t1"), returned("t1", "")])], 4, anchor=HIP,
    )  # fmt: skip
    yield counted(
        "message-result-of-null", "null may be the content of a result", ["SESSION-3"],
        [said("tool", [returned("t1", None, is_error=False)]), said("user", "a", 3)], 5,
        anchor="SESSION-3",
    )  # fmt: skip
    yield counted(
        "message-empty-names", "Empty text is text, for ids and names too", ["SESSION-3"],
        [said("assistant", [use("", "", a="bc")]), said("tool", [returned("", "")], 5)], 8,
        anchor="SESSION-3",
    )  # fmt: skip


def _budgets() -> Iterator[Case]:
    for slug, max_tokens in (("zero", 0), ("negative", -1)):
        yield refused(
            f"budget-{slug}", f"A budget of {max_tokens} is none", ["SESSION-6"],
            "should_compact", {"messages": [], "max_tokens": max_tokens}, code="INVALID_BUDGET",
            anchor="SESSION-6", flags=["budget"],
        )  # fmt: skip
    yield refused(
        "budget-zero-to-compact", "compact judges the budget too", ["SESSION-6"], "compact",
        question(talk(2, 10), 0, 1, "S"), code="INVALID_BUDGET", anchor="SESSION-6",
            flags=["budget"],
    )  # fmt: skip
    yield compacted(
        "budget-of-one", "A budget of 1 is one", ["SESSION-6", "SESSION-40"],
        [said("user", "hi", 2)], [said("user", "hi", 2)], anchor="SESSION-6", max_tokens=1,
        fits=False, flags=["budget"],
    )  # fmt: skip
    yield refused(
        "reserve-negative", "Less than no turn cannot be protected", ["SESSION-7"], "compact",
        question(talk(2, 10), 50, -1, "S"), code="INVALID_BUDGET", anchor="SESSION-7",
            flags=["budget"],
    )  # fmt: skip


def _order() -> Iterator[Case]:
    broken = [said("robot", "hi")]
    yield refused(
        "budget-before-message", "A bad budget is answered before a bad message",
        ["SESSION-42"], "compact", question(broken, 0, 1, None), code="INVALID_BUDGET",
        anchor="SESSION-42",
    )  # fmt: skip
    yield refused(
        "reserve-before-message", "A bad reserve is answered before a bad message",
        ["SESSION-42"], "compact", question(broken, 9, -1, None), code="INVALID_BUDGET",
        anchor="SESSION-42",
    )  # fmt: skip
    yield refused(
        "message-judged-though-counted", "A block is judged also where a token_count stands",
        ["SESSION-43"], "should_compact",
        {"messages": [said("user", [{"type": "audio"}], 3)], "max_tokens": 100},
        code="INVALID_MESSAGE", anchor="SESSION-43", flags=["message-shape"],
    )  # fmt: skip
    yield refused(
        "message-judged-though-protected",
        "The last message is judged also where nothing is to be done", ["SESSION-43"], "compact",
        question([said("user", "hi"), said("user", [{"type": "tool_result"}])], 100, 9, None),
        code="INVALID_MESSAGE", anchor="SESSION-43", flags=["message-shape"],
    )  # fmt: skip
    yield refused(
        "total-too-large", "A total of 2^53 cannot be answered exactly", ["SESSION-5"],
        "should_compact",
        {"messages": [said("user", "hi", LARGEST), said("assistant", "a")], "max_tokens": 9},
        code="INVALID_MESSAGE", anchor="RFC 7493 §2.2",
    )  # fmt: skip
