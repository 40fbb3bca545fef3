"""Cases that fuzzing has found, beside those that a domain's ``cases.py`` yields.

They stand in the domain's ``promoted.json``, which a command writes; it need not be there. The
shape is ``{"cases": [{"slug", "description", "requirements", "flags", "operation", "input"}]}``.
They have no anchor: what they expect is what the behaviour says.
"""

from __future__ import annotations

import importlib.resources
from collections.abc import Iterator
from typing import Any

from hanzo_reference.spec.cases import Case, CaseError
from hanzo_reference.spec.declaration import Domain
from hanzo_vectors.strict_json import NotStrictJsonError, loads

FILE = "promoted.json"
MEMBERS = ("slug", "description", "requirements", "flags", "operation", "input")


def promoted(domain: Domain) -> Iterator[Case]:
    """The promoted cases of a domain in their order; raises ``CaseError``."""
    for entry in entries(domain):
        yield Case(**entry)


def entries(domain: Domain) -> list[dict[str, Any]]:
    """The same as the file states them; raises ``CaseError``."""
    room = importlib.resources.files(domain.package)
    place = room.joinpath(FILE)
    if not place.is_file():
        return []
    return parse(place.read_text(encoding="utf-8"), f"{domain.id}/{FILE}")


def parse(text: str, name: str) -> list[dict[str, Any]]:
    """The entries of a file's text; raises ``CaseError`` with the file's ``name``."""
    try:
        document = loads(text)
    except NotStrictJsonError as problem:
        raise CaseError(f"{name}: is no strict JSON: {problem}") from None
    if not isinstance(document, dict) or list(document) != ["cases"]:
        raise CaseError(f"{name}: is an object with the one member cases")
    cases = document["cases"]
    if not isinstance(cases, list):
        raise CaseError(f"{name}: cases is a list")
    for index, entry in enumerate(cases):
        if not isinstance(entry, dict) or tuple(entry) != MEMBERS:
            raise CaseError(f"{name}: case {index} has the members {', '.join(MEMBERS)}")
    return cases
