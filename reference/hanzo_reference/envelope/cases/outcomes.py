"""Calls of tools: what an action comes to, and what the envelope makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.envelope.cases.envelope_case import (
    ANY_WORDS,
    action,
    called,
    declared,
    failed,
    succeeded,
)
from hanzo_reference.spec.cases import Case

BASE = "HIP-0300 (Base Class)"


def cases() -> Iterator[Case]:
    """Successes, then failures."""
    yield from _outcomes()
    yield from _failures()


def _outcomes() -> Iterator[Case]:
    def run(slug: str, description: str, rules: list[str], outcome: dict[str, Any],
            answer: dict[str, Any], *, trace_id: str | None = "t-1") -> Case:  # fmt: skip
        tool = declared({"go": action(**outcome)}, backend="lsp", name="code")
        return called(f"outcome-{slug}", description, rules, (tool, "go", {}), answer,
                      anchor=BASE, trace_id=trace_id, flags=["outcome"])  # fmt: skip

    yield run("data", "Data of an action are data of the envelope", ["ENVELOPE-42", "ENVELOPE-45"],
              {"data": {"items": [1, 2]}},
              succeeded("code", "go", {"items": [1, 2]}, backend="lsp",
              trace_id="t-1"))  # fmt: skip
    yield run("without-trace", "A call without a trace id is answered without one",
              ["ENVELOPE-4", "ENVELOPE-45"], {"data": 7},
              succeeded("code", "go", 7, backend="lsp"), trace_id=None)  # fmt: skip
    yield run("null", "An action may have nothing to say", ["ENVELOPE-1"], {"data": None},
              succeeded("code", "go", None, backend="lsp", trace_id="t-1"))  # fmt: skip
    yield run("backend", "An action may name another backend", ["ENVELOPE-42"],
              {"data": [], "backend": "tree-sitter"},
              succeeded("code", "go", [], backend="tree-sitter", trace_id="t-1"))  # fmt: skip
    yield run("paging", "Paging of an action stands in meta, not in data",
              ["ENVELOPE-42", "ENVELOPE-3"],
              {"data": [3], "paging": {"cursor": "Zm9v", "more": True}},
              succeeded("code", "go", [3], backend="lsp", trace_id="t-1",
                        paging={"cursor": "Zm9v", "more": True}))  # fmt: skip
    yield called(
        "outcome-without-backend", "Without any backend there is null", ["ENVELOPE-4"],
        (declared({"go": action(data="x")}, name="net"), "go", {}),
        succeeded("net", "go", "x", trace_id="t-2"), anchor=BASE, trace_id="t-2",
        flags=["outcome"],
    )  # fmt: skip
    for name in ("constructor", "toString", "__proto__"):
        yield called(
            f"declared-{name.strip('_').lower()}", f"A tool may declare {name}", ["ENVELOPE-30"],
            (declared({name: action(data=name)}), name, {}),
            succeeded("fs", name, name, trace_id="t-1"), anchor="ENVELOPE-30", flags=["routing"],
        )  # fmt: skip


def _failures() -> Iterator[Case]:
    def fail(slug: str, description: str, rules: list[str], outcome: dict[str, Any], *, code: str,
             message: str, details: dict[str, Any] | None = None) -> Case:  # fmt: skip
        tool = declared({"go": action(**outcome)}, backend="git", name="vcs")
        return called(
            f"failure-{slug}", description, rules, (tool, "go", {}),
            failed("vcs", "go", code=code, message=message, details=details, trace_id="t-1"),
            anchor=f"{BASE}: exceptions", flags=["outcome"],
        )  # fmt: skip

    hashes = {"expected": "sha256:aa", "actual": "sha256:bb"}
    yield fail("foreseen", "A foreseen failure keeps code, message and details",
               ["ENVELOPE-43", "ENVELOPE-45"],
               {"error": {"code": "CONFLICT", "message": "stale", "details": hashes}},
               code="CONFLICT", message="stale", details=hashes)  # fmt: skip
    yield fail("without-details", "A failure without details has empty ones",
               ["ENVELOPE-43", "ENVELOPE-6"],
               {"error": {"code": "CONFIRM_REQUIRED", "message": "sure?"}},
               code="CONFIRM_REQUIRED", message="sure?")  # fmt: skip
    yield fail("with-details-named-code", "Details of a failure overwrite nothing",
               ["ENVELOPE-43", "ENVELOPE-5"],
               {"error": {"code": "PATCH_FAILED", "message": "hunk 2",
                          "details": {"code": 1, "message": "inner", "hunk": 2}}},
               code="PATCH_FAILED", message="hunk 2",
               details={"code": 1, "message": "inner", "hunk": 2})  # fmt: skip
    yield fail("with-alias", "A failure by alias has the code that is meant",
               ["ENVELOPE-43", "ENVELOPE-11"],
               {"error": {"code": "INTERNAL_ERROR", "message": "oops", "details": {"n": 1}}},
               code="ERROR", message="oops", details={"n": 1})  # fmt: skip
    yield fail("with-unlisted-code", "A failure by a code that nobody listed is ERROR",
               ["ENVELOPE-43", "ENVELOPE-12"],
               {"error": {"code": "ENOENT", "message": "no file", "details": {"path": "a"}}},
               code="ERROR", message="no file", details={"path": "a"})  # fmt: skip
    yield fail("unforeseen", "An exception is ERROR with its text", ["ENVELOPE-44"],
               {"raised": "division by zero"}, code="ERROR",
               message="division by zero")  # fmt: skip
    yield fail("named-like-a-code", "The text of an exception is no code", ["ENVELOPE-44"],
               {"raised": "NOT_FOUND"}, code="ERROR", message="NOT_FOUND")  # fmt: skip
    broken: dict[str, Any] = {"data": [1], "paging": {"cursor": None, "more": True}}
    yield called(
        "failure-of-paging", "Paging that contradicts itself is a failure of the action",
        ["ENVELOPE-44", "ENVELOPE-9"], (declared({"go": action(**broken)}), "go", {}),
        failed("fs", "go", code="ERROR", trace_id="t-1"), anchor="ENVELOPE-44", where=ANY_WORDS,
        flags=["paging"],
    )  # fmt: skip
