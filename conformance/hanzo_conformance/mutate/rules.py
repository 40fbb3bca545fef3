"""Rules and the mutants that drop them: whether a rule's own vectors notice when it goes.

A mutant that only vectors of a rule notice has dropped that rule alone. A rule whose vectors notice
no mutant at all could be left out of the code, and nobody would know.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from hanzo_conformance.values.wording import counted


class RuleNotice(msgspec.Struct, frozen=True):
    """How many mutants the vectors of a rule notice, and how many only they."""

    rule: str
    noticed: int
    alone: int


def rule_notices(
    citing: Mapping[str, Collection[str]], seen_by: Iterable[Collection[str]]
) -> list[RuleNotice]:
    """What each rule's vectors notice; ``seen_by`` are the ids that noticed each mutant."""
    killed = [frozenset(names) for names in seen_by if names]
    found = []
    for rule, vectors in citing.items():
        own = frozenset(vectors)
        found.append(
            RuleNotice(
                rule,
                noticed=sum(not own.isdisjoint(names) for names in killed),
                alone=sum(names <= own for names in killed),
            )
        )
    return found


def rule_lines(room: str, found: Sequence[RuleNotice]) -> list[str]:
    """What is told of the rules of a room: how many are dropped alone, and which by nothing."""
    alone = sum(one.alone > 0 for one in found)
    lines = [f"{room}: {counted(len(found), 'rule')}, {alone} of them dropped alone by some mutant"]
    lines += [
        f"UNNOTICED {one.rule}: none of its vectors notices any mutant"
        for one in found
        if not one.noticed
    ]
    return lines
