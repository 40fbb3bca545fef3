"""Globs of another kind: for each wrong reading of a pattern some vector of each user notices.

A domain that borrows its patterns is implemented elsewhere, perhaps with another matcher: that the
owner's vectors notice a wrong one says nothing of the borrower's.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from hanzo_reference.permissions.glob import Glob
from hanzo_reference.spec import contract
from hanzo_reference.spec.calls import answer
from hanzo_reference.spec.declaration import Domain

USERS = ("permissions", "hooks", "gate")
SPECIAL = "./\\-_\n\r\u2028][{*?!$^ \U0001f600\u0301"
Reading = Callable[[str, str], bool]
RIGHT = Glob.matches


def right(pattern: str, name: str) -> bool:
    return RIGHT(Glob(pattern), name)


def ending_before(char: str) -> Reading:
    """A run at the end of a pattern does not begin with this code point and go on."""

    def covers(pattern: str, name: str) -> bool:
        head = pattern.rstrip("*")
        plain = pattern.endswith("*") and not set(head) & set("*?[")
        behind = name[len(head) :]
        return right(pattern, name) and not (plain and len(behind) > 1 and behind[0] == char)

    return covers


def is_unclosed(pattern: str) -> bool:
    at = pattern.find("[")
    return at >= 0 and "]" not in pattern[at + 2 :]


READINGS: dict[str, Reading] = {
    **{f"a run at the end stops before {char!a}": ending_before(char) for char in SPECIAL},
    "an unclosed bracket covers everything": lambda pattern, name: (
        is_unclosed(pattern) or right(pattern, name)
    ),
    "an unclosed bracket covers nothing": lambda pattern, name: (
        not is_unclosed(pattern) and right(pattern, name)
    ),
    "a question mark is a run": lambda pattern, name: right(pattern.replace("?", "*"), name),
    "a question mark is itself": lambda pattern, name: right(pattern.replace("?", "[?]"), name),
    "a run is itself": lambda pattern, name: right(pattern.replace("*", "[*]"), name),
    "case is folded": lambda pattern, name: right(pattern.lower(), name.lower()),
    "a caret negates": lambda pattern, name: right(pattern.replace("[^", "[!"), name),
    "an exclamation mark is a member": lambda pattern, name: right(
        pattern.replace("[!", "[\\!"), name
    ),
    "a pattern is found anywhere": lambda pattern, name: right(f"*{pattern}*", name),
    "a pattern covers a beginning": lambda pattern, name: right(f"{pattern}*", name),
    "a pattern covers an end": lambda pattern, name: right(f"*{pattern}", name),
}


@cache
def asked(user: str) -> tuple[Domain, list[dict[str, Any]]]:
    (domain,) = (item for item in contract.domains() if item.id == user)
    return domain, contract.vectors(domain)


def notices(user: str) -> bool:
    domain, vectors = asked(user)
    return any(
        answer(domain, vector["operation"], vector["input"]) != vector["expected"]
        for vector in vectors
    )


@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize("reading", READINGS)
def test_a_wrong_reading_of_patterns_is_noticed_by_the_vectors_of_whoever_has_patterns(
    user: str, reading: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not notices(user)
    wrong = READINGS[reading]
    monkeypatch.setattr(Glob, "matches", lambda self, name: wrong(self.pattern, name))
    assert notices(user)
