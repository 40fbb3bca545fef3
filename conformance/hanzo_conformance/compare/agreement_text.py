"""A comparison of implementations, told to a person."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_conformance.compare.agreement import Camp, Dispute, PairAgreement
from hanzo_conformance.story.overview import Overview
from hanzo_conformance.story.story import shortened, tell
from hanzo_conformance.terminal.text import printable
from hanzo_conformance.values.wording import counted

ROOM = 100


def told(found: PairAgreement, overview: Overview, shown: int) -> Iterator[str]:
    """The lines; ``shown`` bounds how many vectors of each section are told."""
    versions = {item.name: item.version for item in overview.record.implementations}
    who = ", ".join(f"{name} {versions[name] or ''}".strip() for name in found.names)
    yield printable(f"{counted(found.judged, 'vector')} judged with at least two of: {who}")
    yield ""
    yield from _table(found)
    suspects = [dispute for dispute in found.disputes if dispute.suspect is not None]
    if suspects:
        yield ""
        yield f"suspect reference ({len(suspects)}): most give the same other answer"
        yield from _bounded(suspects, overview, shown)
    others = [dispute for dispute in found.disputes if dispute.suspect is None]
    if others:
        yield ""
        yield f"disagreement ({len(others)})"
        yield from _bounded(others, overview, shown)
    if not found.disputes:
        yield from ("", "no disagreement")


def _table(found: PairAgreement) -> Iterator[str]:
    """Each pair: on how many vectors both gave the same answer."""
    width = max(len(name) for name in found.names)
    for (one, other), (same, both) in found.pairs.items():
        share = f" ({100 * same / both:.1f} %)" if both else ""
        yield f"  {one:<{width}}  {other:<{width}}  agree on {same} of {both}{share}"


def _bounded(disputes: list[Dispute], overview: Overview, shown: int) -> Iterator[str]:
    for dispute in disputes[:shown]:
        vector = overview.vectors[dispute.vector]
        cited = f" ({', '.join(vector.requirements)})" if vector.requirements else ""
        yield printable(f"  {dispute.vector}{cited}: {vector.description}")
        for camp in dispute.camps:
            yield f"    {', '.join(camp.members)}: {_said(camp, dispute, overview)}"
    if len(disputes) > shown:
        yield f"  … and {len(disputes) - shown} more; --show N tells more"


def _said(camp: Camp, dispute: Dispute, overview: Overview) -> str:
    if camp.passes:
        return "as expected"
    entry = camp.example
    story = tell(entry, overview.vectors[entry.vector], overview.requirements)
    if not camp.answers:
        return f"{entry.verdict.value}: {story.brief()}"
    if camp is dispute.suspect and isinstance(entry.pointer, str) and story.rule is None:
        actual, expected = shortened(story.actual, ROOM), shortened(story.expected, ROOM)
        return f"at {story.place} {actual}, where {expected} is expected"
    return story.brief(ROOM)
