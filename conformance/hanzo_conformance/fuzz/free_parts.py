"""Which parts of an operation's answers are free: those that no vector judges by their value.

A time, a number of a process, a trace: each vector that has one states a rule for it. What one vector
leaves open and another one judges is not free.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from hanzo_vectors.pointers import NoPlaceError, part_at, path_of
from hanzo_vectors.schema_check import breaks
from hanzo_vectors.vector import Vector


class FreeParts:
    """The rules for what is free, by operation, as the vectors of a corpus have them."""

    def __init__(self, corpus: Iterable[Vector]) -> None:
        rules: dict[str, dict[str, list[Any]]] = {}
        judged: dict[str, list[tuple[set[str], Any]]] = {}
        for vector in corpus:
            for turn in vector.scenario.turns if vector.scenario is not None else ():
                where = {} if turn.where is None else msgspec.json.decode(turn.where)
                known = rules.setdefault(turn.operation, {})
                for pointer, rule in where.items():
                    if rule not in known.setdefault(pointer, []):
                        known[pointer].append(rule)
                if turn.result is not None:
                    answer = msgspec.json.decode(turn.result)
                    judged.setdefault(turn.operation, []).append((set(where), answer))
        self._rules = {
            operation: {
                pointer: found for pointer, found in known.items()
                if not any(
                    pointer not in open_ones and _part(answer, pointer) is not None
                    for open_ones, answer in judged.get(operation, ())
                )
            }
            for operation, known in rules.items()
        }  # fmt: skip

    def of(self, operation: str, answer: Any) -> dict[str, Any]:
        """The rules that hold for the free parts of an answer."""
        found: dict[str, Any] = {}
        for pointer, rules in self._rules.get(operation, {}).items():
            part = _part(answer, pointer)
            held = [rule for rule in rules if part is not None and not breaks(rule, part)]
            if held:
                found[pointer] = held[0]
        return found


def _part(value: Any, pointer: str) -> Any:
    try:
        return part_at(value, path_of(value, pointer))
    except NoPlaceError:
        return None
