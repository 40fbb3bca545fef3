"""The cases of this room: what is found, made, changed and forgotten, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.memory.cases.finding import recall_cases
from hanzo_reference.memory.cases.holding_true import fact_cases
from hanzo_reference.memory.cases.words import entry, holding, refused
from hanzo_reference.memory.cases.writing import writing_cases
from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag

FLAGS = {
    "atomic": Flag("a call that is refused after it has changed something"),
    "blanks": Flag("white space of Unicode, or less than that of ASCII, between words"),
    "case": Flag("case folding beyond ASCII, or none"),
    "ids": Flag("ids that are read as numbers, or as something near"),
    "nul": Flag("keys that two facts share"),
    "numbers": Flag("ids that are given a second time"),
    "object-names": Flag("names that objects of JavaScript have by themselves"),
    "order": Flag("ids that are looked up before the parameters are judged"),
    "page-order": Flag("pages by number of entries, or by a comparison of keys"),
    "parameters": Flag("parameters that are not judged by their schema"),
    "pattern": Flag("words taken for patterns of SQL, globs or regular expressions"),
    "phrase": Flag("words taken for one text"),
}
ACTIONS = ["create", "delete", "facts", "manage", "recall", "summarize", "update"]


def cases() -> Iterator[Case]:
    """Every case of the room."""
    yield from recall_cases()
    yield from writing_cases()
    yield from fact_cases()
    for slug, action in (
        ("misspelt", "recal"), ("empty", ""), ("in-capitals", "Recall"), ("of-tools", "help"),
        ("of-objects", "constructor"), ("operation", "apply"),
    ):  # fmt: skip
        yield refused(f"action-{slug}", "Another action is unknown", "2 4", action, {"x": 1},
                      holding(entry(1, "a")), "UNKNOWN_ACTION", {"available": ACTIONS},
                      anchor="HIP-0300, Test Cases 3")  # fmt: skip
