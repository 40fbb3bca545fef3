"""The HTML report: one file, a matrix of implementations by domain that opens to vectors.

It needs no network, and script only for search and filter: the matrix opens by ``details``. A
policy in its head lets no script or style run but its own, by their hashes; that is the second
wall behind the escaping.
"""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import resources

from hanzo_conformance.report.html_story import (
    TELLING,
    address,
    body,
    requirement_id,
    short_body,
    text,
)
from hanzo_conformance.story.agreement_text import let_through_head
from hanzo_conformance.story.overview import Overview, counts_text, remarks
from hanzo_conformance.terminal.text import cut, printable
from hanzo_conformance.values.wording import counted
from hanzo_conformance.verdicts.agreement import agreement_text
from hanzo_conformance.verdicts.record import (
    ImplementationEntry,
    ResultEntry,
    RunRecord,
    VectorEntry,
)
from hanzo_conformance.verdicts.verdict import RED, Verdict
from hanzo_conformance.verdicts.violations import violations_text

# When stories have taken so many characters, the others are told in short.
ROOM = 6_000_000
NAME_SHOWN = 60
# The width from which rows have columns: at least so much, and room for each of them.
NARROW_REM, FIRST_REM, COLUMN_REM = 48.0, 20.0, 9.25
NARROW_MARK = "NARROW"
# What a cell of one vector says; words, so that nothing depends on colour.
WORDS = {Verdict.PASSED: "✓", Verdict.UNSUPPORTED: "–", Verdict.NOT_RUN: "not run"}


def render(record: RunRecord) -> bytes:
    """The record as a page."""
    return b"".join(written(record))


def written(record: RunRecord) -> Iterator[bytes]:
    """The same in portions: a run may have a million vectors."""
    for part in _parts(record):
        yield part.encode("utf-8", "replace")


def _parts(record: RunRecord) -> Iterator[str]:
    overview = Overview(record)
    style = _style([item.name for item in record.implementations])
    script = _asset("page.mjs")
    policy = f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'"
    yield from (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n',
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
        f"<title>Conformance: {text(overview.word)}</title>\n<style>{style}</style>\n</head>\n",
        f"<body>\n{_head(overview)}{_open_doors(overview)}{_implementations(overview)}",
        _controls(overview),
    )
    yield from _matrix(overview)
    yield from _requirements(overview)
    yield f'<script type="module">{script}</script>\n</body>\n</html>\n'


def _asset(name: str) -> str:
    return (resources.files(__package__) / "assets" / name).read_text(encoding="utf-8")


def _style(names: Sequence[str]) -> str:
    """The style, with when a row has no room for columns, and whose a cell is then."""
    heads = "".join(
        f'  .row > :nth-child({number})::before {{ content: "{_style_text(name)}"; }}\n'
        for number, name in enumerate(names, 2)
    )
    narrow = f"{max(NARROW_REM, FIRST_REM + COLUMN_REM * len(names)):g}rem"
    asset = _asset("page.css").replace(NARROW_MARK, narrow)
    return (
        f"{asset}:root {{ --columns: {len(names)}; }}\n@media (max-width: {narrow}) {{\n{heads}}}\n"
    )


def _style_text(name: str) -> str:
    """A name as part of a CSS string: all but letters, digits and hyphens by number."""
    return "".join(
        char if char.isascii() and (char.isalnum() or char == "-") else f"\\{ord(char):x} "
        for char in cut(printable(name), NAME_SHOWN)
    )


def _hash(content: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()


def _head(overview: Overview) -> str:
    record = overview.record
    facts = [
        counts_text(overview.whole),
        f"vectors {text(record.vectors_sha256[:12])}",
        f"{text(record.tool.name)} {text(record.tool.version)}",
        text(record.started.replace("T", " ").replace("+00:00", " UTC")),
    ]
    facts += [overview.part] if overview.part else []
    if not record.cut:
        facts += [f"{record.seconds:.2f} s", f"exit status {record.exit_code}"]
    troubles = "".join(
        f'<li class="{"grave" if trouble.grave else "mild"}">{text(trouble.what)}: {text(said)}</li>'
        for trouble in overview.troubles()
        for said in trouble.texts
    )
    notes = "".join(f"<li>{text(said)}</li>" for said in record.notices)
    word = overview.word
    return (
        f'<header><h1>Conformance <span class="word {word.replace(" ", "-")}">{text(word)}</span>'
        f"</h1>\n<p>{' · '.join(facts)}</p>\n"
        + (f'<ul class="troubles">{troubles}{notes}</ul>\n' if troubles or notes else "")
        + "</header>\n"
    )


def _open_doors(overview: Overview) -> str:
    """What was done and security needs refused, before anything else; a line leads to its vector."""
    parts: list[str] = []
    for item in overview.record.implementations:
        found = overview.let_through(item.name)
        lines = "".join(
            f'<li><a href="#{address(one.vector)}">{text(one.vector)}</a> {text(one.description)}'
            f"{' (known)' if one.known else ''}</li>"
            for one in sorted(found, key=lambda one: one.known)
        )
        if found:
            parts.append(f"<h2>{text(let_through_head(item.name, found))}</h2><ul>{lines}</ul>\n")
    return f'<section id="let-through">{"".join(parts)}</section>\n' if parts else ""


def _implementations(overview: Overview) -> str:
    rows = "".join(_implementation(item, overview) for item in overview.record.implementations)
    return (
        "<table><thead><tr><th>implementation</th><th>version</th><th>language</th>"
        f"<th>verdicts</th></tr></thead><tbody>{rows}</tbody></table>\n"
    )


def _implementation(item: ImplementationEntry, overview: Overview) -> str:
    told = counts_text(overview.total(item.name)) if item.state == "ran" else "unavailable"
    agreed = agreement_text(item.agreement)
    told += f"<br>{text(agreed)}" if agreed else ""
    told += f"<br>{text(violations_text(item.violates))}" if item.violates else ""
    notes = "".join(f"<li>{text(said)}</li>" for said in remarks(item))
    log = f"<pre>{text(item.log[-8000:], 8000)}</pre>" if item.log.strip() else ""
    if notes or log:
        told += f"<details><summary>notes</summary><ul>{notes}</ul>{log}</details>"
    cells = (text(item.version or "?", 100), text(item.language or "?", 100))
    return (
        f'<tr><th scope="row">{text(item.name)}</th><td>{cells[0]}</td><td>{cells[1]}</td>'
        f"<td>{told}</td></tr>"
    )


def _controls(overview: Overview) -> str:
    """Search and filters; hidden until the script that serves them runs."""
    names = "".join(
        f'<option value="{index}">{text(item.name)}</option>'
        for index, item in enumerate(overview.record.implementations)
    )
    there = overview.whole
    verdicts = "".join(f"<option>{verdict.value}</option>" for verdict in Verdict if there[verdict])
    return (
        '<form id="controls" hidden><label>Search <input type="search" id="search" '
        'placeholder="id, description or requirement"></label>'
        f'<label>Implementation <select id="who"><option value="">all</option>{names}</select>'
        '</label><label>Verdict <select id="verdict"><option value="">all</option>'
        f'<option value="red">diverging</option>{verdicts}</select></label>'
        '<output id="shown"></output></form>\n'
    )


def _matrix(overview: Overview) -> Iterator[str]:
    heads = "".join(f"<span>{text(item.name)}</span>" for item in overview.record.implementations)
    yield f'<main>\n<div class="row heads"><span>domain</span>{heads}</div>\n'
    telling: dict[str, list[ResultEntry]] = {}
    for result in overview.record.results:
        if result.verdict in TELLING:
            telling.setdefault(result.vector, []).append(result)
    columns = _columns(overview)
    room = ROOM
    for domain, vectors in overview.domains.items():
        yield f'<details class="domain" id="{text(domain)}">{_domain_row(domain, overview)}\n'
        for vector in sorted(vectors, key=lambda item: item.id not in telling):
            cells = columns.get(vector.id, ())
            row = _vector(vector, cells, telling.get(vector.id, ()), overview, room)
            room -= len(row)
            yield row
        yield "</details>\n"
    yield "</main>\n"


def _requirements(overview: Overview) -> Iterator[str]:
    """Each requirement that a vector cites, which opens to the vectors that do."""
    citing: dict[str, list[VectorEntry]] = {}
    for vector in overview.vectors.values():
        for name in vector.requirements:
            citing.setdefault(name, []).append(vector)
    red = {result.vector: result.verdict.value for result in overview.divergences()}
    yield '<section id="requirements"><h2>Requirements</h2>\n'
    for name, vectors in citing.items():
        found = overview.requirements.get(name)
        told = f" ({found.level}) {text(found.sentence)}" if found else ""
        source = f"<p><cite>{text(found.source)}</cite></p>" if found else ""
        yield (
            f'<details class="requirement" id="{text(requirement_id(name))}">'
            f"<summary><b>{text(name)}</b>{told} <small>{counted(len(vectors), 'vector')}</small>"
            f"</summary>{source}<ul>"
        )
        for vector in vectors:
            word = red.get(vector.id)
            mark = f' <b class="{word}">{word}</b>' if word else ""
            yield f'<li><a href="#{address(vector.id)}">{text(vector.id)}</a>{mark}</li>'
        yield "</ul></details>\n"
    yield "</section>\n"


def _columns(overview: Overview) -> dict[str, tuple[Verdict | None, ...]]:
    """The verdicts on each vector, by implementation; vectors with the same ones share them."""
    items = overview.record.implementations
    place = {item.name: number for number, item in enumerate(items)}
    nothing: tuple[Verdict | None, ...] = (None,) * len(items)
    once = {nothing: nothing}
    found: dict[str, tuple[Verdict | None, ...]] = {}
    for result in overview.record.results:
        before, at = found.get(result.vector, nothing), place[result.implementation]
        after = (*before[:at], result.verdict, *before[at + 1 :])
        found[result.vector] = once.setdefault(after, after)
    return found


def _domain_row(domain: str, overview: Overview) -> str:
    cells = "".join(
        _domain_cell(overview.counts.get((item.name, domain), Counter()))
        for item in overview.record.implementations
    )
    return (
        f'<summary class="row"><span>{text(overview.title(domain))} '
        f"<small>{text(domain)}, {counted(len(overview.domains[domain]), 'vector')}</small></span>{cells}"
        "</summary>"
    )


def _domain_cell(counts: Counter[Verdict]) -> str:
    """All that there is, the worst first."""
    if not counts:
        return '<span class="not-run">–</span>'
    if set(counts) == {Verdict.PASSED}:
        return f'<span class="passed">{counts[Verdict.PASSED]} ✓</span>'
    bad = [
        f'<b class="{verdict.value}">{counts[verdict]} {verdict.value}</b>'
        for verdict in Verdict
        if counts[verdict] and verdict in RED
    ]
    rest = [
        f'<b class="{verdict.value}">{counts[verdict]} '
        f"{'✓' if verdict is Verdict.PASSED else verdict.value}</b>"
        for verdict in Verdict
        if counts[verdict] and verdict not in RED
    ]
    return f"<span>{'<br>'.join(bad)}<small>{', '.join(rest)}</small></span>"


def _vector(
    vector: VectorEntry,
    verdicts: Sequence[Verdict | None],
    telling: Sequence[ResultEntry],
    overview: Overview,
    room: int,
) -> str:
    """A row that opens to what there is to tell of the vector."""
    cells = "".join(map(_cell, verdicts or [None] * len(overview.record.implementations)))
    told = (
        f"<span><code>{text(vector.id)}</code> {text(vector.description)} "
        f"<small>{text(', '.join(vector.requirements))}</small></span>{cells}"
    )
    opened = (body if room > 0 else short_body)(vector, telling, overview)
    name = f'id="{text(vector.id)}"'
    return (
        f'<details class="vector" {name}><summary class="row">{told}</summary>{opened}</details>\n'
    )


def _cell(verdict: Verdict | None) -> str:
    if verdict is None:
        return '<b class="not-run"></b>'
    return f'<b class="{verdict.value}">{WORDS.get(verdict, verdict.value)}</b>'
