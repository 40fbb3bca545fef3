"""Compaction in two stages, the cheap one first.

Here lives what happens to the middle of a session that has outgrown its budget. The summary comes
in as text: asking a model for it is not in this domain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from hanzo_reference.session.message import Message, blocks_of, check_messages
from hanzo_reference.session.tokens import count, estimate, over_trigger, total
from hanzo_reference.session.turns import divide
from hanzo_reference.spec.declaration import DomainError

COMPACTED = "[compacted]"
BLANK = frozenset(" \t\r\n")

SummarySource = Literal["model", "fallback", "none"]


class InvalidBudget(DomainError):  # noqa: N818 - the name that all languages share
    """``max_tokens`` is below 1 or ``reserve_recent`` below 0: ``INVALID_BUDGET``."""

    def __init__(self, message: str) -> None:
        super().__init__("INVALID_BUDGET", message)


@dataclass(frozen=True)
class CompactionResult:
    """What compaction made of a session, and what that cost and saved, in tokens and messages.

    Messages that did not change are the same objects that were passed in.
    """

    messages: list[Message]
    compacted_count: int
    results_compacted: int
    tokens_saved: int
    fits: bool
    summary_source: SummarySource


class SessionCompactor:
    """Brings sessions below nine tenths of ``max_tokens``, as far as the protected part lets it.

    ``reserve_recent`` counts the turns at the end that are never touched. Raises
    ``InvalidBudget``. Spec: SESSION-6, SESSION-7.
    """

    def __init__(self, max_tokens: int, reserve_recent: int = 3) -> None:
        if max_tokens < 1:
            raise InvalidBudget("max_tokens is 1 or more")
        if reserve_recent < 0:
            raise InvalidBudget("reserve_recent is 0 or more")
        self.max_tokens = max_tokens
        self.reserve_recent = reserve_recent

    def total_tokens(self, messages: Sequence[Message]) -> int:
        """The tokens of all messages together; raises ``InvalidMessage``."""
        check_messages(messages)
        return total(messages)

    def should_compact(self, messages: Sequence[Message]) -> bool:
        """Whether the messages cost more than the trigger; raises ``InvalidMessage``."""
        return over_trigger(self.total_tokens(messages), self.max_tokens)

    def compact(self, messages: Sequence[Message], summary: str | None = None) -> CompactionResult:
        """The session with its middle compacted as far as needed; raises ``InvalidMessage``.

        ``summary`` is what the summariser returned, None when it failed. Spec: SESSION-18 to
        SESSION-45.
        """
        before = self.total_tokens(messages)
        division = divide(messages, self.reserve_recent)
        head, tail = list(messages[: division.first]), list(messages[division.tail :])
        middle = list(messages[division.first : division.tail])
        tokens, compacted, rewritten = before, 0, 0
        source: SummarySource = "none"
        if over_trigger(tokens, self.max_tokens):
            middle, rewritten = _without_results(middle)
            tokens = sum(count(message) for message in (*head, *middle, *tail))
        if over_trigger(tokens, self.max_tokens):
            summed_up = _summed_up(len(middle), summary)
            cost, saved = count(summed_up), sum(count(message) for message in middle)
            if cost < saved:
                # The results that stage 1 rewrote are gone with the messages that held them.
                compacted, rewritten = len(middle), 0
                source = "fallback" if _is_blank(summary) else "model"
                middle, tokens = [summed_up], tokens - saved + cost
        return CompactionResult(
            messages=[*head, *middle, *tail],
            compacted_count=compacted,
            results_compacted=rewritten,
            tokens_saved=before - tokens,
            fits=tokens <= self.max_tokens,
            summary_source=source,
        )


def _without_results(middle: Sequence[Message]) -> tuple[list[Message], int]:
    """Stage 1: the middle without what tools returned, and how many results were rewritten.

    Spec: SESSION-27 to SESSION-30.
    """
    kept: list[Message] = []
    rewritten = 0
    for message in middle:
        blocks: list[Any] = []
        changed = 0
        for block in blocks_of(message):
            if block["type"] == "tool_result" and block["content"] != COMPACTED:
                blocks.append({**block, "content": COMPACTED})
                changed += 1
            else:
                blocks.append(block)
        kept.append(_recounted({**message, "content": blocks}) if changed else message)
        rewritten += changed
    return kept, rewritten


def _summed_up(messages: int, summary: str | None) -> Message:
    """Stage 2: the one message that stands for so many. Spec: SESSION-32 to SESSION-34."""
    text = f"[{messages} earlier messages compacted]" if _is_blank(summary) else summary
    return _recounted({"role": "assistant", "content": text})


def _is_blank(summary: str | None) -> bool:
    return summary is None or BLANK.issuperset(summary)


def _recounted(message: Message) -> Message:
    return {**message, "token_count": estimate(message)}
