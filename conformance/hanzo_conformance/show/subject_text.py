"""A requirement or an operation as ``show`` tells it: everything that a person asks about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hanzo_conformance.run.last_run import LastRun, Seen
from hanzo_conformance.values.wording import counted
from hanzo_vectors.vector import RequirementEntry, Vector

# So many vectors are named; `list vectors` names them all.
NAMED = 20
# How many levels of members are told: those of the params within an input are, and of data.
DEEPEST = 2


def requirement_lines(
    entry: RequirementEntry, domain: str, vectors: Sequence[Vector], last: LastRun
) -> Iterator[str]:
    """Sentence, source, reason, vectors, and who violated it last."""
    yield f"{entry.id} ({entry.level}), of {domain}"
    yield f"  {entry.sentence}"
    yield f"  source     {entry.source}"
    if entry.why:
        yield f"  why        {entry.why}"
    if entry.deviation:
        yield f"  deviation  {entry.deviation}"
    if entry.excluded:
        yield f"  excluded   {entry.excluded}"
    yield from _violations(entry.id, vectors, last)
    yield ""
    yield from _vectors(vectors, f"--requirement {entry.id}")


def _violations(asked: str, vectors: Sequence[Vector], last: LastRun) -> Iterator[str]:
    if not last.implementations:
        yield "  violated   nobody knows: no run is remembered here; hanzo-conformance run"
        return
    cited = {vector.id for vector in vectors}
    some = False
    for name, table in sorted(last.implementations.items()):
        seen: list[Seen] = [told for vector, told in table.items() if vector in cited]
        if seen:
            some = True
            when = max(told.started for told in seen)
            words = sorted({told.verdict.value for told in seen})
            of = f"{len(seen)} of {counted(len(cited), 'vector')} {' or '.join(words)}"
            yield f"  violated   by {name}: {of}, seen {when}"
    if not some:
        # What passed is not kept apart from what was never asked.
        yield f"  violated   by nobody that is remembered; hanzo-conformance run --requirement {asked} asks"


def operation_lines(
    name: str,
    sides: Mapping[str, Mapping[str, Any]],
    requirements: Sequence[RequirementEntry],
    vectors: Sequence[Vector],
) -> Iterator[str]:
    """Schema, rules, vectors; ``sides`` are the JSON Schemas of input and output, where known."""
    yield f"{name}, {counted(len(vectors), 'vector')}"
    for side, schema in sides.items():
        yield ""
        yield f"{side}: {schema.get('description', 'see its schema')}"
        yield from _members(schema)
    if not sides:
        yield "  no schema says what it takes and answers"
    yield ""
    yield "rules"
    yield from (f"  {item.id} ({item.level}): {item.sentence}" for item in requirements)
    yield ""
    yield from _vectors(vectors, f"--operation {name}")


def _vectors(vectors: Sequence[Vector], option: str) -> Iterator[str]:
    yield f"{counted(len(vectors), 'vector')}: hanzo-conformance run {option}"
    for vector in vectors[:NAMED]:
        yield f"  {vector.id}  {vector.level}  {vector.description}"
    if len(vectors) > NAMED:
        yield f"  … and {len(vectors) - NAMED} more: hanzo-conformance list vectors {option}"


def _members(
    schema: Mapping[str, Any], whole: Mapping[str, Any] | None = None, depth: int = 1
) -> Iterator[str]:
    """A line for each member: name, type, whether it has to be there, what it means.

    Those of an object that is a member stand below it. ``whole`` has the parts that are referred to.
    """
    whole = schema if whole is None else whole
    margin = "  " * depth
    properties = schema.get("properties", {})
    required = schema.get("required", [])
    width = max((len(name) for name in properties), default=0)
    for name, rule in properties.items():
        must = "" if name in required else ", optional"
        meaning = (
            f": {rule['description']}" if isinstance(rule, dict) and "description" in rule else ""
        )
        yield f"{margin}{name:<{width}}  {_kind(rule, whole)}{must}{meaning}"
        if depth < DEEPEST:
            yield from _members(_object(rule, whole), whole, depth + 1)
    ways = [rules["required"] for rules in schema.get("oneOf", []) if "required" in rules]
    if ways:
        yield f"{margin}either {' or '.join(' with '.join(names) for names in ways)}"


def _object(rule: Any, whole: Mapping[str, Any], depth: int = 0) -> Mapping[str, Any]:
    """The schema of an object that a rule asks for, be it beside null; else an empty one."""
    if not isinstance(rule, dict) or depth > 4:
        return {}
    if "$ref" in rule:
        part = str(rule["$ref"]).rpartition("/")[2]
        return _object(whole.get("$defs", {}).get(part), whole, depth + 1)
    kinds = [item for item in rule.get("anyOf", []) if item != {"type": "null"}]
    return _object(kinds[0], whole, depth + 1) if len(kinds) == 1 else rule


def _kind(rule: Any, schema: Mapping[str, Any], depth: int = 0) -> str:
    """The type of a value in a few words."""
    if not isinstance(rule, dict) or depth > 4:
        return "anything"
    if "$ref" in rule:
        part = str(rule["$ref"]).rpartition("/")[2]
        return _kind(schema.get("$defs", {}).get(part), schema, depth + 1)
    if "const" in rule or "enum" in rule:
        return "one of " + ", ".join(map(repr, rule.get("enum", [rule.get("const")])))
    for word in ("anyOf", "oneOf"):
        if word in rule:
            kinds = dict.fromkeys(_kind(item, schema, depth + 1) for item in rule[word])
            return " or ".join(kinds)
    kind = rule.get("type", "anything")
    if kind == "array":
        return f"list of {_kind(rule.get('items'), schema, depth + 1)}"
    return " or ".join(kind) if isinstance(kind, list) else str(kind)
