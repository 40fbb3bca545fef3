"""What a question leaves in its workspace, against what has to be there."""

from __future__ import annotations

import msgspec

from hanzo_conformance.engine.question import Judgement
from hanzo_conformance.verdicts.difference import DifferenceEntry
from hanzo_conformance.verdicts.differences import bounded, kind_of
from hanzo_conformance.verdicts.record import Failure
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_vectors.pointers import escape
from hanzo_vectors.stage import Stage
from hanzo_vectors.tree_differences import TreeDifference
from hanzo_vectors.vector import Question

# Of the differences of a workspace, this many are told.
TOLD = 8


def look(question: Question, stage: Stage) -> Judgement:
    """The verdict on what is there after the last step."""
    after = None if question.scenario is None else question.scenario.after
    found = stage.tree_differences(None if after is None else msgspec.json.decode(after))
    return (Verdict.FAILED, _left_behind(found)) if found else (Verdict.PASSED, None)


def _left_behind(found: list[TreeDifference]) -> Failure:
    rest = len(found) - TOLD
    lines = [f"  {item}" for item in found[:TOLD]] + ([f"  and {rest} more"] if rest > 0 else [])
    first = found[0]
    detail = "\n".join(["after the last step the files are not as stated:", *lines])
    every = bounded(
        DifferenceEntry(
            at=_file_place(item),
            kind=kind_of(item.expected, item.actual),
            expected=item.expected,
            actual=item.actual,
        )
        for item in found
    )
    if first.path.startswith("${"):
        # No place of which the vector says what is there.
        return Failure(detail=detail, differences=every)
    return Failure(
        detail=detail,
        pointer=_file_place(first),
        expected=first.expected,
        actual=first.actual,
        differences=every,
    )


def _file_place(item: TreeDifference) -> str:
    return f"/after/files/{escape(item.path)}"
