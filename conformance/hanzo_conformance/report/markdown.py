"""Markdown of bounded size: the step summary of a workflow, or a comment.

What an adapter says stands in fenced blocks, whose fence is longer than any that the text could
close; what little stands elsewhere is escaped.
"""

from __future__ import annotations

import html
import re
from collections import Counter

from hanzo_conformance.story.agreement_text import let_through_head, let_through_lines
from hanzo_conformance.story.baseline_text import use_lines
from hanzo_conformance.story.causes import Cause
from hanzo_conformance.story.overview import Overview, counts_text, remarks
from hanzo_conformance.story.story import tell
from hanzo_conformance.terminal.text import clipped
from hanzo_conformance.values.wording import counted
from hanzo_conformance.verdicts.agreement import agreement_text
from hanzo_conformance.verdicts.record import ImplementationEntry, ResultEntry, RunRecord
from hanzo_conformance.verdicts.verdict import RED, Verdict
from hanzo_conformance.verdicts.violations import violations_text

# A step's summary may have 1 MiB, and other commands of the step share it.
BYTES = 256 * 1024
# How many causes of one implementation are told in full, and how many further vectors of each named.
TOLD, NAMED = 40, 20
# ASCII punctuation that can begin a construct of GitHub's Markdown; & < > are escaped as HTML.
PUNCTUATION = re.compile(r"([\\`*_{}\[\]()#+\-.!|~:@$^='\"])")
MARKS = {"conformant": "✅", "diverges": "❌", "unavailable": "❌"}
STOPPED = "\n*The report is cut here; `--report html=PATH` and `--report json=PATH` have all.*\n"


def render(record: RunRecord) -> bytes:
    """The record as Markdown, never longer than ``BYTES``."""
    overview = Overview(record)
    mark = MARKS.get(overview.word, "⚠️")
    facts = [
        counts_text(overview.whole),
        f"vectors `{record.vectors_sha256[:12]}`",
        f"{text(record.tool.name)} {text(record.tool.version)}",
    ]
    facts += [overview.part] if overview.part else []
    parts = [
        f"## {mark} Conformance: {text(overview.word)}\n\n",
        f"{' · '.join(facts)}\n\n",
        _matrix(overview),
        _troubles(overview),
    ]
    parts += [_open_doors(item, overview) for item in record.implementations]
    parts += [_agreements(record)]
    parts += [part for item in record.implementations for part in _divergences(item, overview)]
    parts += [_known(item, overview) for item in record.implementations]
    return _bounded(parts).encode("utf-8", "replace")


def text(stranger: str, limit: int = 300) -> str:
    """Text that Markdown shows as it is, on one line, also inside a table."""
    line = clipped(stranger, limit).strip()
    escaped = html.escape(PUNCTUATION.sub(r"\\\1", line), quote=False)
    # No escape keeps a name after an at sign from being notified; something between them does.
    return escaped.replace("@", "@\N{ZERO WIDTH SPACE}")


def fenced(lines: list[str]) -> str:
    """A block in which nothing has a meaning."""
    body = "\n".join(lines)
    longest = max((len(run) for run in re.findall("`+", body)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{body}\n{fence}\n"


def _bounded(parts: list[str]) -> str:
    """As many whole parts as there is room for."""
    kept: list[str] = []
    room = BYTES - len(STOPPED.encode())
    for part in parts:
        room -= len(part.encode("utf-8", "replace"))
        if room < 0:
            return "".join([*kept, STOPPED])
        kept.append(part)
    return "".join(kept)


def _matrix(overview: Overview) -> str:
    items = overview.record.implementations
    heads = [text(f"{item.name} {item.version or ''}".strip(), 60) for item in items]
    lines = [f"| | {' | '.join(heads)} |", f"| --- |{' --- |' * len(items)}"]
    for domain in overview.domains:
        cells = [_cell(overview.counts.get((item.name, domain), Counter())) for item in items]
        lines.append(f"| {text(overview.title(domain), 80)} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n\n"


def _cell(counts: Counter[Verdict]) -> str:
    if not counts:
        return "—"
    if set(counts) == {Verdict.PASSED}:
        return f"✅ {counts[Verdict.PASSED]}"
    mark = "❌" if any(counts[verdict] for verdict in RED) else "⚪"
    return f"{mark} {counts_text(counts)}"


def _troubles(overview: Overview) -> str:
    told = [(found.what, said) for found in overview.troubles() for said in found.texts]
    told += [
        (f"note on {item.name}", said)
        for item in overview.record.implementations
        for said in remarks(item)
    ]
    told += [("note", said) for said in overview.record.notices]
    lines = [f"{clipped(what, 200)}: {clipped(said, 1000)}" for what, said in told]
    return f"{fenced(lines)}\n" if lines else ""


def _open_doors(item: ImplementationEntry, overview: Overview) -> str:
    """What was done and security needs refused, before anything else."""
    found = overview.let_through(item.name)
    if not found:
        return ""
    head = let_through_head(item.name, found)
    return f"### {text(head)}\n\n{fenced(let_through_lines(found))}\n"


def _agreements(record: RunRecord) -> str:
    told = [(item.name, agreement_text(item.agreement)) for item in record.implementations]
    lines = [f"- {text(name)}: {text(said)}" for name, said in told if said]
    return "\n".join(lines) + "\n\n" if lines else ""


def _divergences(item: ImplementationEntry, overview: Overview) -> list[str]:
    found = [result for result in overview.of(item.name) if result.verdict in RED]
    if not found:
        return []
    parts = [f"### {text(item.name)}: {len(found)} to look at\n\n"]
    broken = violations_text(item.violates)
    parts += [f"{text(broken, 1000)}\n\n"] if broken else []
    groups = overview.causes(found)
    parts += [_cause(cause, overview) for cause in groups[:TOLD]]
    rest = Counter(result.verdict for cause in groups[TOLD:] for result in cause.found)
    if rest:
        parts.append(f"… and {counts_text(rest)} more, of {len(groups) - TOLD} further causes.\n\n")
    return parts


def _known(item: ImplementationEntry, overview: Overview) -> str:
    """What the baseline excuses, by its entries: a green run is to show what it lives with."""
    known = sum(result.verdict is Verdict.KNOWN for result in overview.of(item.name))
    told = use_lines(item.baseline)
    if not told:
        return ""
    lines = told[: TOLD + 1]
    lines += (
        [f"and {counted(len(told) - len(lines), 'more entry', 'more entries')}"]
        if len(told) > len(lines)
        else []
    )
    head = f"{item.name}: {counted(known, 'vector')} with known differences only"
    return (
        f"<details><summary>{html.escape(clipped(head, 300))}</summary>\n\n"
        f"{fenced(lines)}\n</details>\n\n"
    )


def _cause(cause: Cause[ResultEntry], overview: Overview) -> str:
    """The story of a cause's smallest vector, and the names of the others."""
    result, *others = cause.found
    counted = all(overview.severity(one) == "error" for one in cause.found)
    head = f"{result.verdict.value}{'' if counted else ' (not counted)'}: {result.vector}"
    many = f" and {len(others)} more like it" if others else ""
    lines = tell(result, overview.vectors[result.vector], overview.requirements).lines()
    if others:
        rest = f" and {len(others) - NAMED} more" if len(others) > NAMED else ""
        named = ", ".join(clipped(one.vector, 300) for one in others[:NAMED])
        lines.append(f"like it   {named}{rest}")
    return (
        f"<details><summary>{html.escape(clipped(head, 300))}{many}</summary>\n\n"
        f"{fenced(lines)}\n</details>\n\n"
    )
