"""What a vector's row of the HTML report opens to: the requirement, and each divergence from it.

Every text is escaped here, by ``text``; nothing of a record gets into the page by another way.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from urllib.parse import quote

from hanzo_conformance.story.overview import Overview
from hanzo_conformance.story.story import Story, shortened, tell
from hanzo_conformance.terminal.text import cut, printable
from hanzo_conformance.verdicts.record import ResultEntry, VectorEntry
from hanzo_conformance.verdicts.verdict import RED, Verdict

# Characters of a value that are shown, and how many of them before the first difference.
VALUE_SHOWN, BEFORE = 1500, 300
INPUT_SHOWN = 2000
STDERR_SHOWN = 4000
# Verdicts with a story; the others are told by their word.
TELLING = RED | {Verdict.KNOWN}


def text(stranger: str, limit: int = 1000) -> str:
    """Text as HTML shows it, with all escaped that means something or does not show."""
    return html.escape(cut(printable(stranger[: limit + 1]), limit))


def body(vector: VectorEntry, results: Sequence[ResultEntry], overview: Overview) -> str:
    """The requirements, what was asked, and a card for each result that has something to tell."""
    stories = [tell(result, vector, overview.requirements) for result in results]
    parts = ['<div class="story">', _requirements(vector, overview)]
    asked = next((story.input for story in stories if story.input is not None), None)
    if asked is not None:
        shown = html.escape(shortened(asked, INPUT_SHOWN))
        called = f"<code>{text(vector.operation)}</code>"
        parts.append(f"<dl><dt>asked</dt><dd>{called}<pre>{shown}</pre></dd></dl>")
    parts += [
        _card(result, story, overview) for result, story in zip(results, stories, strict=True)
    ]
    parts.append(f"{_show(vector)}</div>")
    return "".join(parts)


def short_body(vector: VectorEntry, results: Sequence[ResultEntry], overview: Overview) -> str:
    """What is left of a body when the page is full: who, and how to see it again."""
    stories = [tell(result, vector, overview.requirements) for result in results]
    lines = "".join(
        f"<p>{text(story.implementation)}: {text(story.brief(), 300)} {_replay(story)}</p>"
        for story in stories
    )
    return f'<div class="story"><p class="note">Told in short: the page is full.</p>{lines}</div>'


def requirement_id(name: str) -> str:
    """Where in the page a requirement stands; no id of a vector looks like that."""
    return f"requirement:{name}"


def _requirements(vector: VectorEntry, overview: Overview) -> str:
    lines: list[str] = []
    for name in vector.requirements:
        found = overview.requirements.get(name)
        told = f"{text(found.sentence)} <cite>{text(found.source)}</cite>" if found else ""
        level = f" ({found.level})" if found else ""
        link = f'<a href="#{address(requirement_id(name))}">{text(name)}</a>'
        lines.append(f"<li><b>{link}</b>{level} {told}</li>")
    return f'<ul class="rules">{"".join(lines)}</ul>'


def address(name: str) -> str:
    """The id of an element as the part of an address after its hash sign."""
    return html.escape(quote(name, safe="/:"))


def _card(result: ResultEntry, story: Story, overview: Overview) -> str:
    word = result.verdict.value
    counted = ""
    if result.verdict in RED and overview.severity(result) != "error":
        counted = f" <small>level {overview.vectors[result.vector].level}, not counted</small>"
    head = f'{text(story.implementation)} <span class="{word}">{word}</span>{counted}'
    parts = [f'<section class="card {word}"><h4>{head}</h4>']
    if story.excuse is not None:
        was = f"{result.was.value}: " if isinstance(result.was, Verdict) else ""
        parts.append(f"<p>Baseline: {was}{text(story.excuse)}</p>")
    what = "".join(f'<p class="detail">{text(line)}</p>' for line in story.what)
    if story.rule is None:
        parts.append(what)
    if story.place is not None:
        parts.append(_difference(story))
    elif not what:
        parts.append(f"<p>{text(story.brief())}</p>")
    if story.rule is not None:
        parts.append(what)
    if story.stderr:
        tail = text("\n".join(story.stderr), STDERR_SHOWN)
        word = text(story.stderr_word)
        parts.append(f"<details><summary>{word}</summary><pre>{tail}</pre></details>")
    parts.append(f"{_replay(story)}</section>")
    return "".join(parts)


def _difference(story: Story) -> str:
    place = f"<dl><dt>first difference</dt><dd><code>{text(story.place or '')}</code></dd>"
    if story.rule is not None:
        actual = html.escape(shortened(story.actual, VALUE_SHOWN))
        return (
            f"{place}<dt>rule</dt><dd>it has to be {text(story.rule)}</dd>"
            f'<dt>actual</dt><dd><pre class="actual">{actual}</pre></dd></dl>'
        )
    expected, actual = marked(story.expected, story.actual)
    return (
        f'{place}<dt>expected</dt><dd><pre class="expected">{expected}</pre></dd>'
        f'<dt>actual</dt><dd><pre class="actual">{actual}</pre></dd></dl>'
    )


def _replay(story: Story) -> str:
    if story.replay is None:
        return ""
    return f'<code class="replay">{html.escape(story.replay)}</code>'


def _show(vector: VectorEntry) -> str:
    return f'<code class="replay">hanzo-conformance show {text(vector.id)}</code>'


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
