"""What generation changes, told by file and by vector."""

from __future__ import annotations

from collections.abc import Mapping

from hanzo_conformance.generation.generate import vector_changes
from hanzo_conformance.terminal.console import say
from hanzo_conformance.terminal.text import value
from hanzo_conformance.values.wording import counted

DIFFERENCES_SHOWN = 5


def tell_changes(
    before: Mapping[str, bytes], after: Mapping[str, bytes], words: tuple[str, str, str]
) -> bool:
    """Say what differs, files first and then vectors; whether nothing does."""
    new, gone, changed = words
    for path in sorted(before.keys() | after.keys()):
        if path not in before:
            say(f"{new}: {path}")
        elif path not in after:
            say(f"{gone}: {path}")
        elif before[path] != after[path]:
            say(f"{changed}: {path}")
    renamed = {"new": new, "gone": gone, "changed": changed}
    for change in vector_changes(before, after):
        say(f"  vector {renamed[change.kind]}: {change.id}")
        for item in change.differences[:DIFFERENCES_SHOWN]:
            say(f"    {item.pointer}")
            say(f"      was {value(item.expected, 300)}")
            say(f"      is  {value(item.actual, 300)}")
        if len(change.differences) > DIFFERENCES_SHOWN:
            say(f"    and {counted(len(change.differences) - DIFFERENCES_SHOWN, 'more place')}")
    return before == after
