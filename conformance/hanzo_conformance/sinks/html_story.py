"""What a vector's row of the HTML report opens to: the requirement, and each divergence from it.

Every text is escaped here, by ``text``; nothing of a record gets into the page by another way.
"""

from __future__ import annotations

import html
from collections.abc import Sequence

import msgspec

from hanzo_conformance.pure.overview import Overview
from hanzo_conformance.sinks.entry_text import brief, place
from hanzo_conformance.sinks.text import cut, printable, value
from hanzo_conformance.values.record import ResultEntry, VectorEntry
from hanzo_conformance.values.verdict import MEANING, RED, Verdict

# Characters of a value that are shown, and how many of them before the first difference.
VALUE_SHOWN, BEFORE = 1500, 300
INPUT_SHOWN = 2000
STDERR_SHOWN = 4000
# Verdicts with a story; the others are told by their word.
TELLING = RED | {Verdict.KNOWN}


def text(stranger: str, limit: int = 1000) -> str:
    """Text as HTML shows it, with all escaped that means something or does not show."""
    return html.escape(cut(printable(stranger[: limit + 1]), limit))


def story(vector: VectorEntry, results: Sequence[ResultEntry], overview: Overview) -> str:
    """The requirements, the input, and a card for each result that has something to tell."""
    parts = ['<div class="story">', _requirements(vector, overview)]
    asked = next((item.input for item in results if item.input is not msgspec.UNSET), msgspec.UNSET)
    if asked is not msgspec.UNSET:
        shown = html.escape(value(asked, INPUT_SHOWN))
        called = f"<code>{text(vector.operation)}</code>"
        parts.append(f"<dl><dt>asked</dt><dd>{called}<pre>{shown}</pre></dd></dl>")
    parts += [_card(result, overview) for result in results]
    parts.append("</div>")
    return "".join(parts)


def short_story(results: Sequence[ResultEntry]) -> str:
    """What is left of a story when the page is full: who, and how to see it again."""
    lines = "".join(
        f"<p>{text(item.implementation)}: {text(brief(item), 300)} {_replay(item)}</p>"
        for item in results
    )
    return f'<div class="story"><p class="note">Told in short: the page is full.</p>{lines}</div>'


def _requirements(vector: VectorEntry, overview: Overview) -> str:
    lines: list[str] = []
    for name in vector.requirements:
        found = overview.requirements.get(name)
        told = f"{text(found.sentence)} <cite>{text(found.source)}</cite>" if found else ""
        level = f" ({found.level})" if found else ""
        lines.append(f"<li><b>{text(name)}</b>{level} {told}</li>")
    return f'<ul class="rules">{"".join(lines)}</ul>'


def _card(result: ResultEntry, overview: Overview) -> str:
    word = result.verdict.value
    counted = ""
    if result.verdict in RED and overview.severity(result) != "error":
        counted = f" <small>level {overview.vectors[result.vector].level}, not counted</small>"
    head = f'{text(result.implementation)} <span class="{word}">{word}</span>{counted}'
    parts = [f'<section class="card {word}"><h4>{head}</h4>']
    if isinstance(result.reason, str):
        was = f"{result.was.value}: " if isinstance(result.was, Verdict) else ""
        parts.append(f"<p>Baseline: {was}{text(result.reason)}</p>")
    if isinstance(result.detail, str):
        parts.append(f'<p class="detail">{text(result.detail, 4000)}</p>')
    elif not isinstance(result.pointer, str):
        parts.append(f"<p>{text(MEANING[result.verdict])}</p>")
    if isinstance(result.pointer, str):
        expected, actual = marked(value(result.expected, 10**9), value(result.actual, 10**9))
        parts.append(
            f"<dl><dt>first difference</dt><dd><code>{text(place(result))}</code></dd>"
            f'<dt>expected</dt><dd><pre class="expected">{expected}</pre></dd>'
            f'<dt>actual</dt><dd><pre class="actual">{actual}</pre></dd></dl>'
        )
    if isinstance(result.stderr, str) and result.stderr.strip():
        tail = text(result.stderr[-STDERR_SHOWN:].strip(), STDERR_SHOWN)
        parts.append(f"<details><summary>stderr</summary><pre>{tail}</pre></details>")
    parts.append(f"{_replay(result)}</section>")
    return "".join(parts)


def _replay(result: ResultEntry) -> str:
    if not isinstance(result.replay, str):
        return ""
    return f'<code class="replay">{text(result.replay)}</code>'


def marked(expected: str, actual: str) -> tuple[str, str]:
    """Two texts as HTML, cut around their first difference, the differing part marked in both.

    Where a text has nothing in the place of the other's part, the mark is empty.
    """
    shorter = min(len(expected), len(actual))
    start = next((i for i in range(shorter) if expected[i] != actual[i]), shorter)
    tail = next(
        (i for i in range(shorter - start) if expected[-1 - i] != actual[-1 - i]), shorter - start
    )
    return _cut(expected, start, len(expected) - tail), _cut(actual, start, len(actual) - tail)


def _cut(whole: str, start: int, end: int) -> str:
    first = max(0, start - BEFORE)
    last = min(len(whole), first + VALUE_SHOWN)
    before, differs = whole[first:start], whole[start : min(end, last)]
    after = whole[end:last]
    left = "…" if first else ""
    right = f"… <i>{len(whole)} characters</i>" if last < len(whole) else ""
    return (
        f"{left}{html.escape(before)}<mark>{html.escape(differs)}</mark>{html.escape(after)}{right}"
    )
