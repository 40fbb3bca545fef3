"""A finding to keep, tell and promote."""

from __future__ import annotations

import msgspec

from hanzo_conformance.story.finding import Finding, Signature
from hanzo_conformance.story.signature import finding_id
from hanzo_conformance.verdicts.verdict import Verdict


def finding(operation: str = "echo.say", **members: object) -> Finding:
    kind = Signature("fake", operation, Verdict.FAILED, place="/text", side="both")
    made = Finding(
        format=1,
        id=finding_id(kind),
        domain="echo",
        signature=kind,
        input={"text": "bad"},
        reference={"result": {"text": "bad"}},
        origin="seed 1, echo, batch 0",
        found="2026-01-01T00:00:00+00:00",
        expected="bad",
        actual="good",
        pointer="/text",
    )
    return msgspec.structs.replace(made, **members)
