"""A vector, told to a person: on one screen, or all of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

import msgspec

from hanzo_conformance.terminal.text import printable
from hanzo_conformance.values.wording import counted
from hanzo_conformance.verdicts.readable import readable
from hanzo_conformance.verdicts.rule_words import in_words
from hanzo_vectors.strict_json import pretty
from hanzo_vectors.vector import RequirementEntry, Turn, Vector

LABEL = 10
# What a label is called where there is little room.
SHORT = {
    "expected result": "expected",
    "expected error": "error",
    "before it, from outside,": "before",
    "after the last step": "after",
}
ALL = "--full has all of it"


class Passage(msgspec.Struct, frozen=True):
    """A piece of what is told; ``whole`` is never shortened."""

    label: str
    text: str
    whole: bool = False


def screen_lines(
    vector: Vector, requirements: Mapping[str, RequirementEntry], width: int, rows: int
) -> list[str]:
    """The lines behind the id of a vector, folded to a width and no more than so many."""
    folded = [(item, _folded(item, width)) for item in _passages(vector, requirements)]
    lines = [line for _, found in folded for line in found]
    if len(lines) <= rows:
        return lines
    # The longest passages give way first; one line below them says that they do.
    for most in range(rows, 0, -1):
        lines = [line for item, found in folded for line in _shortened(item, found, most, width)]
        if len(lines) < rows:
            break
    return [*lines[: rows - 1], f"… {ALL}"]


def full_lines(
    vector: Vector, requirements: Mapping[str, RequirementEntry], *, raw: bool
) -> Iterator[str]:
    """Everything about a vector, without a bound; ``raw`` has values as the vector file has them."""
    yield vector.description
    yield ""
    for name in vector.requirements:
        item = requirements[name]
        yield f"{name} ({item.level}): {item.sentence}"
        yield f"  source: {item.source}"
        if item.why:
            yield f"  why: {item.why}"
        if item.deviation:
            yield f"  deviation: {item.deviation}"
    for question in _questions(vector):
        yield ""
        for label, body in question:
            text = body if isinstance(body, str) else _document(body, raw=raw)
            yield from f"{label} {text}".split("\n")
            if label == "where" and not raw and not isinstance(body, str):
                yield from (f"  {line}" for line in _rules(body))
    if vector.anchor:
        yield f"the expected value is written by hand from {_anchor(vector)}"


def _document(body: bytes, *, raw: bool) -> str:
    value = json.loads(body)
    return pretty(value).rstrip("\n") if raw else readable(value, indent=1)


def _questions(vector: Vector) -> Iterator[list[tuple[str, str | bytes]]]:
    """What is asked and expected, in pieces that belong together."""
    scenario = vector.scenario
    if scenario is None:
        yield [("operation", vector.operation), ("input", vector.params), *_expected(vector)]
        return
    if scenario.workspace is not None:
        yield [("workspace", scenario.workspace)]
    for number, turn in enumerate(scenario.turns, 1):
        item: list[tuple[str, str | bytes]] = [("step", f"{number} of {len(scenario.turns)}")]
        if turn.before is not None:
            item.append(("before it, from outside,", turn.before))
        yield [*item, ("operation", turn.operation), ("input", turn.input), *_expected(turn)]
    if scenario.after is not None:
        yield [("after the last step", scenario.after)]


def _expected(question: Vector | Turn) -> Iterator[tuple[str, str | bytes]]:
    if question.error is None:
        yield "expected result", question.result or b"null"
    else:
        yield "expected error", question.error
    if question.where and question.where != b"{}":
        yield "where", question.where


def _rules(where: bytes) -> Iterator[str]:
    for pointer, schema in json.loads(where).items():
        yield f"{pointer or '(the whole)'} has to be {in_words(schema)}"


def _passages(vector: Vector, requirements: Mapping[str, RequirementEntry]) -> Iterator[Passage]:
    yield Passage("", vector.description)
    for name in vector.requirements:
        item = requirements[name]
        yield Passage(name, f"({item.level}) {item.sentence} [{item.source}]")
    for question in _questions(vector):
        for label, body in question:
            if isinstance(body, str):
                yield Passage(label, body, whole=True)
            elif label == "where":
                yield Passage(label, "; ".join(_rules(body)))
            else:
                yield Passage(SHORT.get(label, label), readable(json.loads(body)))
    if vector.anchor:
        yield Passage("anchor", _anchor(vector))


def _folded(item: Passage, width: int) -> list[str]:
    head = f"{item.label:<{LABEL}}"
    if item.label and not head.endswith(" "):
        head += "  "
    text = head + printable(item.text).replace("\n", " ") if item.label else printable(item.text)
    return wrap(
        text,
        max(width, 2 * LABEL),
        subsequent_indent=" " * LABEL if item.label else "",
        break_on_hyphens=False,
    )


def _shortened(item: Passage, lines: Sequence[str], most: int, width: int) -> list[str]:
    if item.whole or len(lines) <= most:
        return list(lines)
    note = f" … {counted(len(lines) - most, 'more line')}"
    last = lines[most - 1][: max(LABEL, width - len(note))]
    return [*lines[: most - 1], last + note]


def _anchor(vector: Vector) -> str:
    """The text that an answer was written from; one that only we decided is called so."""
    alone = " (a decision of this specification alone)" if vector.authority == "decision" else ""
    return f"{vector.anchor}{alone}"
