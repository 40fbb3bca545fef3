"""Promoted cases: read strictly, and made into vectors after those of cases.py."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hanzo_reference.spec import contract, promoted
from hanzo_reference.spec.cases import CaseError

ENTRY: dict[str, Any] = {
    "slug": "found-by-chance",
    "description": "A text that nobody had thought of",
    "requirements": ["SSE-14"],
    "flags": [],
    "operation": "parse",
    "input": {"chunks": ["data:  a\n\n"]},
}


def text(*entries: dict[str, Any]) -> str:
    return json.dumps({"cases": entries})


def test_entries_come_back_as_they_stand_in_their_order() -> None:
    other = {**ENTRY, "slug": "another"}
    assert promoted.parse(text(ENTRY, other), "x") == [ENTRY, other]


@pytest.mark.parametrize(
    ("spoiled", "message"),
    [
        ("{", "is no strict JSON"),
        ("[]", "one member cases"),
        ('{"cases": [], "more": 1}', "one member cases"),
        ('{"cases": {}}', "cases is a list"),
        (text({**ENTRY, "anchor": "WHATWG"}), "case 0 has the members"),
        (text(ENTRY, {"slug": "x"}), "case 1 has the members"),
    ],
)
def test_another_shape_is_refused_with_file_and_place(spoiled: str, message: str) -> None:
    with pytest.raises(CaseError, match=f"sse/promoted.json: .*{message}"):
        promoted.parse(spoiled, "sse/promoted.json")


def test_a_promoted_case_becomes_the_last_vector_and_expects_what_the_behaviour_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(promoted, "entries", lambda domain: [ENTRY] if domain.id == "sse" else [])
    domain = next(item for item in contract.domains() if item.id == "sse")
    vector = contract.describe(domain)["vectors"][-1]
    assert vector["id"] == "sse-frames/found-by-chance"
    assert vector["expected"]["result"]["frames"][0]["data"] == " a"
    assert "anchor" not in vector


def test_a_promoted_slug_that_a_case_has_already_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(promoted, "entries", lambda _: [ENTRY, ENTRY])
    domain = next(item for item in contract.domains() if item.id == "sse")
    with pytest.raises(CaseError, match="two cases have this slug"):
        contract.describe(domain)
