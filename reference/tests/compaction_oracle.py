"""Session compaction a second time, written from the rules and not from the reference."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import rfc8785

Message = dict[str, Any]


class Oracle:
    """Compaction again: every index is looked at by itself, nothing is cut into slices early."""

    def __init__(self, messages: list[Message], max_tokens: int, reserve: int) -> None:
        self.messages, self.max_tokens, self.reserve = messages, max_tokens, reserve

    @staticmethod
    def tokens(message: Message) -> int:
        if "token_count" in message:
            return int(message["token_count"])
        blocks = message["content"]
        if isinstance(blocks, str):
            blocks = [{"type": "text", "text": blocks}]
        cost = 0
        for block in blocks:
            if block["type"] == "text":
                size = len(block["text"].encode())
            elif block["type"] == "tool_use":
                size = len(block["name"].encode() + rfc8785.dumps(block["input"]))
            elif isinstance(block["content"], str):
                size = len(block["content"].encode())
            else:
                size = len(rfc8785.dumps(block["content"]))
            cost += 1 + (size - size % 4) // 4
        return cost

    def pairs(self) -> list[tuple[int, int]]:
        """Indices of messages: the call, and the result that answers it."""
        return pairs_of(self.messages)

    def protected(self) -> list[bool]:
        """Walk back over the turns, counting those that began."""
        flags = [False] * len(self.messages)
        left = self.reserve
        for index in reversed(range(len(self.messages))):
            if left == 0 or self.is_prompt(index):
                break
            flags[index] = True
            if self.starts(index):
                left -= 1
        return [flag or self.is_prompt(index) for index, flag in enumerate(flags)]

    def is_prompt(self, index: int) -> bool:
        return index == 0 and self.messages[0]["role"] == "system"

    def starts(self, index: int) -> bool:
        message = self.messages[index]
        if message["role"] != "user":
            return False
        content = message["content"]
        if content == [] or (
            isinstance(content, list) and {block["type"] for block in content} == {"tool_result"}
        ):
            return False
        return not any(call < index <= result for call, result in self.pairs())

    def compact(self, summary: str | None) -> dict[str, Any]:
        kept, rewritten = copy.deepcopy(self.messages), 0
        before = sum(map(self.tokens, kept))
        middle = [index for index, flag in enumerate(self.protected()) if not flag]
        over = before * 10 > self.max_tokens * 9
        for index in middle if over else []:
            content = kept[index]["content"]
            touched = [block for block in content if isinstance(block, dict)
                       and block["type"] == "tool_result" and block["content"] != "[compacted]"
                       ] if isinstance(content, list) else []  # fmt: skip
            for block in touched:
                block["content"] = "[compacted]"
            if touched:
                kept[index].pop("token_count", None)
                kept[index]["token_count"] = self.tokens(kept[index])
            rewritten += len(touched)
        answer: dict[str, Any] = {
            "messages": kept, "compacted_count": 0, "results_compacted": rewritten,
            "summary_source": "none",
        }  # fmt: skip
        if sum(map(self.tokens, kept)) * 10 > self.max_tokens * 9:
            blank = summary is None or summary.strip(" \t\r\n") == ""
            text = f"[{len(middle)} earlier messages compacted]" if blank else summary
            stand_in: Message = {"role": "assistant", "content": text}
            stand_in["token_count"] = self.tokens(stand_in)
            if self.tokens(stand_in) < sum(self.tokens(kept[index]) for index in middle):
                answer = {
                    "messages": [stand_in if index == middle[0] else message
                                 for index, message in enumerate(kept) if index not in middle[1:]],
                    "compacted_count": len(middle), "results_compacted": 0,
                    "summary_source": "fallback" if blank else "model",
                }  # fmt: skip
        after = sum(map(self.tokens, answer["messages"]))
        return {**answer, "tokens_saved": before - after, "fits": after <= self.max_tokens}


def pairs_of(messages: Sequence[Message]) -> list[tuple[int, int]]:
    """For each result, search backwards for the nearest call with its id that is still open."""
    start = 1 if messages and messages[0]["role"] == "system" else 0
    blocks = [
        (index, block)
        for index, message in enumerate(messages)
        if index >= start and isinstance(message["content"], list)
        for block in message["content"]
    ]
    found: list[tuple[int, int]] = []
    taken: set[int] = set()
    for place, (index, block) in enumerate(blocks):
        if block["type"] != "tool_result":
            continue
        for earlier in reversed(range(place)):
            origin, candidate = blocks[earlier]
            if (candidate["type"] == "tool_use" and candidate["id"] == block["tool_use_id"]
                    and earlier not in taken):  # fmt: skip
                taken.add(earlier)
                found.append((origin, index))
                break
    return found
