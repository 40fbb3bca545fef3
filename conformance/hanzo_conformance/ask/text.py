"""Replies in words: what each says, then each place in which they differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hanzo_conformance.ask.holding import Place
from hanzo_conformance.ask.input import Inquiry
from hanzo_conformance.ask.reply import Reply
from hanzo_conformance.terminal.text import printable, value
from hanzo_conformance.values.wording import counted
from hanzo_conformance.verdicts.readable import readable
from hanzo_conformance.verdicts.verdict import MEANING, Verdict
from hanzo_vectors.comparison import ABSENT, first_difference

SHOWN, THERE, STDERR_LINES = 2000, 400, 12
PLACES = 40


def reply_lines(
    inquiry: Inquiry, replies: Sequence[Reply], differing: set[str], places: Sequence[Place]
) -> Iterator[str]:
    """All there is to tell, a line each."""
    width = max(9, *(len(printable(reply.name)) for reply in replies)) + 2
    yield f"{'operation':<{width}}{printable(inquiry.operation)}"
    yield f"{'input':<{width}}{value(inquiry.input, SHOWN)}"
    if inquiry.workspace is not None:
        yield f"{'workspace':<{width}}{value(inquiry.workspace, SHOWN)}"
    yield ""
    told: list[Reply] = []
    for reply in replies:
        yield from _reply(reply, told, differing, width)
        told.append(reply)
    for place in places[:PLACES]:
        yield ""
        yield f"at {printable(place.pointer) or '(the whole answer)'}"
        for name, there in place.said.items():
            shown = "(nothing)" if there is ABSENT else _text(there, THERE)
            yield f"  {printable(name):<{width}}{shown}"
    if len(places) > PLACES:
        yield ""
        yield f"and {counted(len(places) - PLACES, 'more place')}"


def _reply(reply: Reply, told: Sequence[Reply], differing: set[str], width: int) -> Iterator[str]:
    head = f"{printable(reply.name):<{width}}"
    if not reply.answered:
        what = printable(reply.detail).replace("\n", f"\n{'':<{width}}") or MEANING[reply.verdict]
        yield from f"{head}{reply.verdict.value}: {what}".split("\n")
        if reply.verdict is not Verdict.UNSUPPORTED:
            lines = printable(reply.stderr).rstrip().split("\n")[-STDERR_LINES:]
            yield from (f"{'':<{width}}| {line}" for line in lines if line)
        return
    document = reply.document()
    for other in told:
        if other.answered and first_difference(other.document(), document) is None:
            yield f"{head}as {printable(other.name)}"
            return
    agreed = next((other for other in told if other.answered), None)
    if agreed is not None and reply.name not in differing:
        yield f"{head}as {printable(agreed.name)}, but for what the domain leaves open"
    elif "refused" in document:
        why = f": {printable(reply.detail)}" if reply.detail else ""
        yield f"{head}does not take this input{why}"
    else:
        yield f"{head}{_text(document, SHOWN)}"


def _text(anything: object, limit: int) -> str:
    text = printable(readable(anything))
    return text if len(text) <= limit else f"{text[:limit]}…"
