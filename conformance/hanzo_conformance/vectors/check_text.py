"""What ``vectors check`` prints of a domain, up to the next thing to do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hanzo_conformance.implementations.manifests import find_implementations
from hanzo_conformance.implementations.stated_operations import unstated_operations
from hanzo_conformance.terminal.console import Styled, say, say_lines
from hanzo_conformance.values.wording import counted
from hanzo_conformance.vectors.check import SHOWN, Aspect, Examination, Missing, timed


def tell_examination(domain: Any, examination: Examination) -> bool:
    """Tell the aspects of a domain as they are examined, and what is next; whether it is complete."""
    say(Styled(domain.id, bold=True), f": {domain.title}")
    missing: list[Missing] = []
    for aspect, seconds in timed(examination.aspects()):
        _tell(aspect, seconds)
        missing += [item for item in aspect.missing if item.counts]
    if missing:
        first = min(missing, key=lambda item: item.review)
        say(Styled("next", "yellow", bold=True), f": {first.then}")
        say(f"  {first.problem.partition(chr(10))[0]}")
        return False
    for line in _last_steps(domain):
        say(line)
    return True


def _tell(aspect: Aspect, seconds: float) -> None:
    mark = "" if not aspect.missing else f"; {counted(len(aspect.missing), 'thing')} missing"
    say(f"  {aspect.name:<12}  {aspect.told}{mark}  ({seconds:.1f} s)")
    for item in aspect.missing[:SHOWN]:
        first, *rest = item.problem.split("\n")
        say("    ", Styled(first, "red" if item.counts else "yellow"))
        say_lines(f"    {line}" for line in rest)
    if len(aspect.missing) > SHOWN:
        say(f"    and {len(aspect.missing) - SHOWN} more")


def _last_steps(domain: Any) -> list[str]:
    """What is left to do for a domain whose reference stands: nothing, or to bring it to others."""
    names = [domain.full_name(operation.name) for operation in domain.operations]
    lacking = [
        item.name
        for item in find_implementations(Path.cwd()).values()
        if item.manifest.default and unstated_operations(item.manifest.operations, names)
    ]
    if not lacking:
        if domain.status == "draft":
            return [
                'next: all of our own state its operations: take status="draft" out of its declaration'
            ]
        return ["nothing is missing"]
    told = ", ".join(lacking)
    if domain.status == "draft":
        return [
            f"next: the reference stands; bring it to {told}, and state its operations in their manifests",
            f"  hanzo-conformance run --domain {domain.id}",
        ]
    return [f'next: {told} do not state its operations: until they do it is status="draft"']
