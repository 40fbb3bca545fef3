"""From an answer to a verdict."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import msgspec

from hanzo_conformance.engine.leavings import look
from hanzo_conformance.engine.question import Judgement
from hanzo_conformance.transports import protocol
from hanzo_conformance.transports.messages import DOMAIN_ERROR, Refusal, Success
from hanzo_conformance.verdicts.difference import DifferenceEntry, Kind
from hanzo_conformance.verdicts.differences import entries
from hanzo_conformance.verdicts.record import Failure
from hanzo_conformance.verdicts.rule_words import in_words
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_vectors.comparison import Difference, SchemaCheck, differences
from hanzo_vectors.stage import Stage
from hanzo_vectors.strict_json import dumps
from hanzo_vectors.vector import Question, Turn

# What a failure quotes of a value, in bytes of its JSON; the rest is named, not kept.
QUOTE_BYTES = 64 * 1024


class Expectations:
    """Judges by what a question states; ``check`` asks its rules."""

    def __init__(self, check: SchemaCheck) -> None:
        self._check = check

    def judge(self, stated: Question | Turn, answer: Success | Refusal) -> Judgement:
        """The verdict on an answer, see ``Judge``."""
        return judge(stated, answer, self._check)

    def look(self, question: Question, stage: Stage) -> Judgement:
        """The verdict on what is left behind."""
        return look(question, stage)


def judge(
    stated: Question | Turn, answer: Success | Refusal, check: SchemaCheck
) -> tuple[Verdict, Failure | None]:
    """The verdict on an answer that kept to the protocol, and why it is not ``passed``."""
    if isinstance(answer, Refusal):
        return _judge_error(stated, answer)
    if stated.error is not None:
        expected = msgspec.json.decode(stated.error)
        return Verdict.FAILED, Failure(
            detail=f"answered a result where the error {expected['code']} is specified",
            pointer="",
            expected={"error": expected},
            actual=_bounded({"result": answer.result}),
            differences=(DifferenceEntry(at="", kind=Kind.ACCEPTED, expected=expected["code"]),),
        )
    expected = msgspec.json.decode(stated.result or b"null")
    where = msgspec.json.decode(stated.where) if stated.where else None
    return _verdict(differences(expected, answer.result, where, check))


def _judge_error(stated: Question | Turn, answer: Refusal) -> tuple[Verdict, Failure | None]:
    if answer.error.code != DOMAIN_ERROR:
        return Verdict.ERRORED, Failure(
            detail=f"the adapter's own failure, code {answer.error.code}: "
            + protocol.shown(answer.error.message.encode("utf-8", "replace"), 2000),
            differences=(DifferenceEntry(at="", kind=Kind.ERRORED),),
        )
    actual = protocol.plain_error(answer)
    if stated.error is None:
        return Verdict.FAILED, Failure(
            detail=f"answered the error {actual['code']} where a result is specified",
            pointer="",
            expected={"result": msgspec.json.decode(stated.result or b"null")},
            actual=_bounded({"error": actual}),
            differences=(DifferenceEntry(at="", kind=Kind.REFUSED, actual=actual["code"]),),
        )
    expected = msgspec.json.decode(stated.error)
    if "details" not in expected:
        actual.pop("details", None)
    verdict, failure = _verdict(differences(expected, actual))
    if failure is not None and expected["code"] != actual["code"]:
        # Details of two errors have nothing to say to each other.
        told = DifferenceEntry(
            at="/code", kind=Kind.ERROR_CODE, expected=expected["code"], actual=actual["code"]
        )
        failure = msgspec.structs.replace(failure, differences=(told,))
    return verdict, failure


def _verdict(found: Iterator[Difference]) -> tuple[Verdict, Failure | None]:
    first = next(found, None)
    if first is None:
        return Verdict.PASSED, None
    every = entries(chain([first], found))
    if first.schema is not None:
        # What the vector states in that place is one right answer of many: it would mislead.
        return Verdict.FAILED, Failure(
            detail=first.rule and first.rule.removeprefix("(top): "),
            pointer=first.pointer,
            rule=in_words(first.schema),
            actual=_bounded(first.actual),
            differences=every,
        )
    return Verdict.FAILED, Failure(
        pointer=first.pointer,
        expected=first.expected,
        actual=_bounded(first.actual),
        differences=every,
    )


def _bounded(value: Any) -> Any:
    """The value, or a text that names its size when it is too large to keep."""
    if value is msgspec.UNSET:
        return value
    size = len(dumps(value))
    return value if size <= QUOTE_BYTES else f"(a value of {size} bytes of JSON, not kept)"
