"""Checks of the operations that an adapter declares, with inputs made from their vectors.

They ask whether it keeps to the protocol; whether an answer is right is a run's business.
"""

from __future__ import annotations

import difflib
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from hanzo_conformance.doctor.adapter import Subject, WrongError, refused_with, told
from hanzo_conformance.engine import probes
from hanzo_conformance.engine.interview import Answer, BrokenOffError, Fate
from hanzo_conformance.transports.messages import DOMAIN_ERROR, Refusal, Success
from hanzo_conformance.values.wording import counted
from hanzo_vectors.vector import Vector

INVALID_PARAMS = -32602
LONG_BYTES = 5 * 1024 * 1024
# Of what is wrong in the same way with many operations, this much is told.
TOLD = 4
# With so many operations a long text is tried, until one gives it back.
TRIED = 3
# An adapter that broke this often will go on breaking.
BREAKS = 5


def names(subject: Subject) -> str | None:
    """Each operation is declared once, and there are vectors for it."""
    declared = subject.operations
    if not declared:
        return None
    twice = [name for name, count in Counter(declared).items() if count > 1]
    if twice:
        raise WrongError(f"the handshake names {twice[0]} twice", "name each operation once")
    known = {name for vector in subject.vectors for name in vector.operations}
    for name in declared:
        if name not in known:
            near = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.6)
            raise WrongError(
                f"there is no vector for {name}",
                f"did you mean {near[0]}?" if near else "take it out of the handshake",
            )
    covered = sum(set(vector.operations) <= set(declared) for vector in subject.vectors)
    return f"{covered} of {counted(len(subject.vectors), 'vector')} {'is' if covered == 1 else 'are'} for them"


def answers(subject: Subject) -> str | None:
    """What is asked as a vector asks it gets a result or a domain error."""
    wrong = _Wrongs()
    for vectors in subject.asked():
        vector = vectors[0]
        answer = wrong.guard(subject, vector, probes.request(1, vector.operation, _params(vector)))
        if answer is not None and not _specified(answer):
            assert isinstance(answer, Refusal)
            wrong.add(f"{vector.id} was answered with {told(answer)}: {answer.error.message}")
    wrong.settle(
        "answer what the operation specifies, or take it out of the handshake until it is there"
    )
    return _over(subject, "a result or a domain error")


def params(subject: Subject) -> str | None:
    """Params that are not as the input of an operation are refused and do no harm."""
    wrong, count = _Wrongs(), 0
    for vectors in subject.asked():
        vector = vectors[0]
        for what, spoiled in _spoiled(subject, vector):
            count += 1
            line = probes.request(1, vector.operation, spoiled)
            answer = wrong.guard(subject, vector, line, what)
            if answer is not None and not refused_with(answer, INVALID_PARAMS):
                wrong.add(f"{vector.operation} with {what} was answered with {told(answer)}")
                break
        left_out = probes.request_without_params(1, vector.operation)
        answer = wrong.guard(subject, vector, left_out, "no params")
        if answer is not None and not refused_with(answer, INVALID_PARAMS):
            wrong.add(f"{vector.operation} without params was answered with {told(answer)}")
    wrong.settle(
        f"answer error {INVALID_PARAMS} to a member of params that is unknown, missing or of "
        "another type; what fits is in schemas/operations/"
    )
    return _over(subject, f"{count} spoiled params are refused with {INVALID_PARAMS}")


def spelling(subject: Subject) -> str | None:
    """An answer does not depend on whether the request's characters are escaped."""
    wrong, count = _Wrongs(), 0
    for vectors in subject.asked():
        found = next((item for item in vectors if probes.first_text(_params(item))), None)
        if found is None:
            continue
        given = probes.with_text(_params(found), probes.TEXT)
        plain = probes.request(1, found.operation, given)
        first = wrong.guard(subject, found, plain, "characters of all kinds")
        again = wrong.guard(subject, found, plain, "characters of all kinds")
        line = probes.escaped_request(1, found.operation, given)
        escaped = wrong.guard(subject, found, line, "escaped characters")
        # What is drawn by lot cannot be compared.
        if first is not None and _outcome(first) == _outcome(again):
            count += 1
            if escaped is not None and _outcome(escaped) != _outcome(first):
                wrong.add(f"{found.operation} answers otherwise when characters are escaped")
    wrong.settle(
        "read JSON with a JSON parser and write it with a JSON encoder, in UTF-8; keep U+2028 and "
        "pairs of surrogate escapes as they are"
    )
    return _over(subject, "plain and escaped are answered alike") if count else None


def long_params(subject: Subject) -> str | None:
    """A text of several megabytes in params is answered, by an operation that quotes it."""
    size = min(LONG_BYTES, subject.limits.line_bytes // 4)
    quoting = [item for vectors in subject.asked() for item in vectors[:1] if _quotes(item)]
    for vector in quoting[:TRIED]:
        given = probes.with_text(_params(vector), "a" * size)
        try:
            answer = subject.ask(probes.request(1, vector.operation, given), 1)
        except BrokenOffError as problem:
            subject.drop()
            if problem.fate is Fate.SILENT:
                # Slow with so much, which is no matter of the protocol.
                continue
            raise WrongError(
                f"{vector.operation} with a text of {size} characters: {problem}",
                "read lines of any length, and write while there is still something to read",
                problem.stderr,
            ) from None
        back = len(json.dumps(answer.result)) if isinstance(answer, Success) else 0
        if back >= size:
            return f"{size / 1e6:.0f} MB there and {back / 1e6:.0f} MB back, by {vector.operation}"
    return None


class _Wrongs:
    """What is wrong with operations in one respect."""

    def __init__(self) -> None:
        self._seen: list[str] = []
        self._stderr = ""
        self._breaks = 0

    def add(self, what: str) -> None:
        self._seen.append(what)

    def guard(self, subject: Subject, vector: Vector, line: bytes, what: str = "") -> Answer | None:
        """Ask; a break is noted, and the next question goes to a new process."""
        if self._breaks >= BREAKS:
            return None
        try:
            return subject.ask(line, 1)
        except BrokenOffError as problem:
            subject.drop()
            self._breaks += 1
            self._stderr = problem.stderr or self._stderr
            self.add(f"{vector.id}{' with ' if what else ''}{what}: {problem}")
            return None

    def settle(self, change: str) -> None:
        """Raise ``WrongError`` if there is anything."""
        if self._seen:
            rest = len(self._seen) - TOLD
            lines = [*self._seen[:TOLD], *([f"and {rest} more"] if rest > 0 else [])]
            raise WrongError("\n".join(lines), change, self._stderr)


def _spoiled(subject: Subject, vector: Vector) -> Iterator[tuple[str, Any]]:
    return probes.wrong_params(
        _params(vector), lambda given: subject.inputs.problem(vector, given) is not None
    )


def _params(vector: Vector) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(vector.params)
    return found


def _specified(answer: Answer) -> bool:
    return isinstance(answer, Success) or answer.error.code == DOMAIN_ERROR


def _outcome(answer: Answer | None) -> Any:
    """What vectors compare of an answer: messages are for people, and may count columns."""
    if isinstance(answer, Refusal):
        return answer.error.code, answer.error.data
    return answer


def _quotes(vector: Vector) -> bool:
    """Whether the vector's answer holds the first text of its input."""
    text = probes.first_text(_params(vector))
    return bool(text) and vector.result is not None and text in vector.result.decode()


def _over(subject: Subject, what: str) -> str | None:
    count = len(subject.asked())
    if count == 0:
        return None
    return f"{count} operations: {what}" if count > 1 else f"1 operation: {what}"
