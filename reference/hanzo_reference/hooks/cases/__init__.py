"""The cases of the hooks domain: lists, selections, what hooks are given, what their ends mean."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.hooks.cases import endings, lists, patterns, preparations, reasons, selections
from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag

FLAGS = {
    "decoding": Flag("Standard error decoded with another number of U+FFFD, or cut elsewhere."),
    "environment-leak": Flag("Variables of an outer agent's tool that reach a hook of this one."),
    "exit-code-guess": Flag(
        "An exit code other than 0 and 2 taken for an allowance or a denial.",
        "https://docs.anthropic.com/en/docs/claude-code/hooks",
    ),
    "index": Flag("Places counted in the list of those that match instead of the whole list."),
    "late-judgement": Flag("A hook judged only when its turn comes, or its tool is called."),
    "limit": Flag("A limit counted in code points or UTF-16 units, or off by one."),
    "not-canonical": Flag("JSON with blanks, in another order, or with other escapes."),
    "post-blocks": Flag("A hook behind the tool that blocks, or ends the row."),
    "other-glob": Flag(
        "Patterns read as paths, as regular expressions, or without case, unlike those of rules.",
        security=True,
    ),
    "prototype": Flag("Names such as __proto__ that are lost in objects with a prototype."),
    "trimming": Flag("Blanks taken off, or line ends left on."),
}


def cases() -> Iterator[Case]:
    """Every case."""
    yield from lists.cases()
    yield from selections.cases()
    yield from patterns.cases()
    yield from preparations.cases()
    yield from endings.cases()
    yield from reasons.cases()
