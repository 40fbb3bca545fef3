"""SARIF 2.1.0, so that code scanning shows divergences.

A rule is a requirement, a result is a divergence. Its place is the implementation's manifest: code
scanning shows files of the user's repository, and the vectors are none of them.
Known divergences are left out: code scanning would show them as open. What is wrong with the run
itself is told as notifications of its invocation.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from hanzo_conformance.story.overview import SEVERITY, Overview, counts_text, remarks
from hanzo_conformance.story.story import tell
from hanzo_conformance.terminal.text import clipped, printable
from hanzo_conformance.values.errors import ExitCode
from hanzo_conformance.verdicts.record import ResultEntry, RunRecord
from hanzo_vectors.vector import RequirementEntry

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
# Code scanning shows no more than so many results of a run, and refuses five times as many.
RESULTS = 5000
BASE = "SRCROOT"


def render(record: RunRecord) -> bytes:
    """The record as a SARIF log with one run."""
    overview = Overview(record)
    told, left_out = _chosen(overview)
    cited = dict.fromkeys(_rule_of(result, overview) for result in told)
    rules = {name: index for index, name in enumerate(cited)}
    run = {
        "tool": {
            "driver": {
                "name": record.tool.name,
                "version": record.tool.version,
                "rules": [_rule(name, overview.requirements.get(name)) for name in rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {
            BASE: {"description": {"text": "The repository that the run was made in."}}
        },
        "invocations": [_invocation(record, overview, left_out)],
        "results": [_result(result, rules, overview) for result in told],
        "properties": {
            "vectors_sha256": record.vectors_sha256,
            "counts": {
                item.name: {verdict.value: n for verdict, n in overview.total(item.name).items()}
                for item in record.implementations
            },
        },
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return f"{json.dumps(log, ensure_ascii=False, indent=1)}\n".encode("utf-8", "replace")


def _chosen(overview: Overview) -> tuple[list[ResultEntry], int]:
    """The divergences that are told, those first that make the run red, and how many are not."""
    red: list[ResultEntry] = []
    others: list[ResultEntry] = []
    count = 0
    for result in overview.divergences():
        count += 1
        kind = red if overview.severity(result) == "error" else others
        if len(kind) < RESULTS:
            kind.append(result)
    told = [*red, *others][:RESULTS]
    return told, count - len(told)


def _rule_of(result: ResultEntry, overview: Overview) -> str:
    """The requirement to which a divergence is laid: the first that its vector cites."""
    cited = overview.vectors[result.vector].requirements
    return cited[0] if cited else "unnamed"


def _rule(name: str, requirement: RequirementEntry | None) -> dict[str, Any]:
    rule: dict[str, Any] = {"id": name}
    if requirement is None:
        return {
            **rule,
            "shortDescription": {"text": "A requirement that the record does not state"},
        }
    why = f"\n\nWhy: {requirement.why}" if requirement.why else ""
    return {
        **rule,
        "shortDescription": {"text": requirement.sentence},
        "fullDescription": {"text": f"{requirement.sentence} ({requirement.source})"},
        "help": {"text": f"{requirement.sentence}\n\nSource: {requirement.source}{why}"},
        "defaultConfiguration": {"level": SEVERITY[requirement.level]},
        "properties": {"tags": [requirement.level]},
    }


def _result(result: ResultEntry, rules: dict[str, int], overview: Overview) -> dict[str, Any]:
    vector = overview.vectors[result.vector]
    rule = _rule_of(result, overview)
    story = tell(result, vector, overview.requirements)
    head = f"{story.implementation}: {story.verdict.value}: {story.vector}: {story.brief()}"
    message = "\n".join([head, *story.lines()])
    identity = f"{result.implementation}\n{result.vector}\n{result.verdict.value}"
    return {
        "ruleId": rule,
        "ruleIndex": rules[rule],
        "kind": "fail",
        "level": overview.severity(result),
        "message": {"text": _without_links(message)},
        "locations": _locations(result, overview),
        "partialFingerprints": {
            "divergence/v1": hashlib.sha256(identity.encode("utf-8", "replace")).hexdigest()
        },
        "properties": {
            "implementation": printable(result.implementation),
            "vector": printable(result.vector),
            "verdict": result.verdict.value,
            "requirements": [printable(name) for name in vector.requirements],
        },
    }


def _without_links(message: str) -> str:
    """A message in which nothing is an embedded link (SARIF §3.11.6), such as ``[text](place)``."""
    return message.replace("](", "]\N{ZERO WIDTH SPACE}(")


def _locations(result: ResultEntry, overview: Overview) -> list[dict[str, Any]]:
    """The manifest, which is what the user's repository has of all this; none where it has none."""
    place = overview.manifests.get(result.implementation)
    if place is None:
        return []
    from urllib.parse import quote

    artifact = {"uri": quote(place), "uriBaseId": BASE}
    return [{"physicalLocation": {"artifactLocation": artifact, "region": {"startLine": 1}}}]


def _invocation(record: RunRecord, overview: Overview, left_out: int) -> dict[str, Any]:
    notes = [
        _notification("error" if trouble.grave else "note", f"{trouble.what}: {text}")
        for trouble in overview.troubles()
        for text in trouble.texts
    ]
    notes += [_notification("note", text) for text in record.notices]
    notes += [
        _notification("note", f"{item.name}: {text}")
        for item in record.implementations
        for text in remarks(item)
    ]
    if left_out:
        notes.append(_notification("warning", f"{left_out} further divergences are left out"))
    ended = not record.cut and record.exit_code in {ExitCode.CONFORMANT, ExitCode.DIVERGES}
    return {
        "executionSuccessful": ended,
        "exitCode": record.exit_code,
        "exitCodeDescription": f"{overview.word}: {counts_text(overview.whole)}",
        "startTimeUtc": record.started.replace("+00:00", "Z"),
        "toolExecutionNotifications": notes,
    }


def _notification(level: str, text: str) -> dict[str, Any]:
    return {"level": level, "message": {"text": _without_links(clipped(text, 5000))}}
