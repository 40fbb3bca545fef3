"""TAP 13 (Test Anything Protocol): a point for each vector of each implementation.

Version 13 is what every reader knows, Perl's prove among them; version 14 would add nothing that
is needed here. What a point has to tell is a YAML block of the few constructs that they all read.

Known divergences, and those of a level that does not count, are TODO: expected to fail. What was
not asked or not run is SKIP. What is wrong with the run itself has points of its own at the end.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from hanzo_conformance.report.retelling import Retelling
from hanzo_conformance.story.overview import Overview
from hanzo_conformance.story.story import INPUT_SHOWN, Story, shortened, tell
from hanzo_conformance.terminal.text import clipped
from hanzo_conformance.verdicts.record import ResultEntry, RunRecord
from hanzo_conformance.verdicts.verdict import RED, Verdict

# Characters of a value.
SHOWN = 2000
# Readers do not agree on whether a hash sign can be escaped: what begins directives stands in
# nobody's text. A backslash is written twice.
SPECIAL = str.maketrans({"#": "\N{FULLWIDTH NUMBER SIGN}", "\\": "\\\\"})


def render(record: RunRecord) -> bytes:
    """The record as a TAP document."""
    return b"".join(written(record))


def written(record: RunRecord) -> Iterator[bytes]:
    """The same in portions: a run may have a million vectors."""
    for line in _lines(record):
        yield f"{line}\n".encode("utf-8", "replace")


def _lines(record: RunRecord) -> Iterator[str]:
    overview = Overview(record)
    troubles = overview.troubles()
    facts = [
        f"{record.tool.name} {record.tool.version}",
        f"vectors {record.vectors_sha256[:12]}",
        f"started {record.started}",
        overview.word,
        *([overview.part] if overview.part else []),
    ]
    count = len(record.results) + len(troubles)
    yield from ("TAP version 13", f"1..{count}", f"# {_plain(', '.join(facts))}")
    number = 0
    telling = {item.name: Retelling() for item in record.implementations}
    for result in record.results:
        number += 1
        yield from _point(number, result, overview, telling[result.implementation])
    for trouble in troubles:
        number += 1
        skip = "" if trouble.grave else f" # SKIP {_plain(trouble.texts[0])}"
        word = "not ok" if trouble.grave else "ok"
        yield f"{word} {number} - {_plain(trouble.point)}{skip}"
        yield from _diagnostics(
            {"problems": "\n".join(clipped(text, 2000) for text in trouble.texts)}
        )


def _point(
    number: int, result: ResultEntry, overview: Overview, telling: Retelling
) -> Iterator[str]:
    said = f"{number} - {_plain(result.implementation)} {_plain(result.vector)}"
    verdict = result.verdict
    if verdict is Verdict.PASSED:
        yield f"ok {said}"
        return
    story = tell(result, overview.vectors[result.vector], overview.requirements)
    if verdict in {Verdict.UNSUPPORTED, Verdict.NOT_RUN}:
        yield f"ok {said} # SKIP {verdict.value}: {_plain(story.brief())}"
    else:
        yield f"not ok {said}{_directive(result, overview)}"
        if telling.in_full():
            yield from _diagnostics(_members(telling.once(story)))


def _directive(result: ResultEntry, overview: Overview) -> str:
    if result.verdict is Verdict.KNOWN:
        return f" # TODO known: {_plain(result.reason or '')}"
    if result.verdict in RED and overview.severity(result) != "error":
        return f" # TODO level {overview.vectors[result.vector].level}, not counted"
    return ""


def _members(story: Story) -> dict[str, str | list[str]]:
    """The story member by member.

    Values are texts, and lists of words in which there is no colon: Perl's reader takes an item
    that has one for an object. Names are words, for the same reader.
    """
    told: dict[str, str | list[str]] = {
        "verdict": story.verdict.value,
        "message": story.brief(),
        "description": story.description,
        "requirements": list(story.requirements),
    }
    if story.input is not None:
        told["input"] = shortened(story.input, INPUT_SHOWN)
    if story.place is not None:
        told["at"] = story.place
        expected = {"rule": story.rule} if story.rule is not None else {"expected": story.expected}
        told |= {key: shortened(text, SHOWN) for key, text in expected.items()}
        told["actual"] = shortened(story.actual, SHOWN)
    if story.stderr:
        told["stderr" if story.alone else "stderr_of_process"] = "\n".join(story.stderr)
    if story.replay is not None:
        told["replay"] = story.replay
    return told


def _diagnostics(told: Mapping[str, str | list[str]]) -> Iterator[str]:
    """A YAML block; a text is written as JSON, which YAML reads as it is."""
    yield "  ---"
    for key, item in told.items():
        if isinstance(item, str):
            yield f"  {key}: {_text(item)}"
        elif item:
            yield f"  {key}:"
            yield from (f"    - {_text(part)}" for part in item)
    yield "  ..."


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _plain(text: str) -> str:
    return clipped(text, 500).translate(SPECIAL)
