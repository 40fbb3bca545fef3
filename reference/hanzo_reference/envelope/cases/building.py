"""Envelopes that are written: successes, errors, codes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hanzo_reference.envelope.cases.envelope_case import failed, succeeded
from hanzo_reference.spec.cases import Case, error, result

SHAPE = "HIP-0300 (Unified Envelope)"
ERRORS = "HIP-0300 (Unified Envelope: Error response)"

CODES = (
    "UNKNOWN_ACTION", "INVALID_PARAMS", "NOT_FOUND", "EXISTS", "CONFLICT", "PATCH_FAILED",
    "PERMISSION_DENIED", "CONFIRM_REQUIRED", "TIMEOUT", "UNSUPPORTED", "ERROR",
)  # fmt: skip

# Slug, what it shows, the data.
DATA: tuple[tuple[str, str, Any], ...] = (
    ("null", "null is data, not an error", None),
    ("false", "false is data, not an error", False),
    ("zero", "0 is data", 0),
    ("empty-text", "Empty text is data", ""),
    ("empty-list", "An empty list stays a list", []),
    ("empty-object", "An empty object stays an object", {}),
    ("error-like", "Data that looks like an error is data", {"error": {"code": "NOT_FOUND"}}),
    ("non-ascii", "Text of any script is data", {"text": "naïve 日本 😀\u2028\n"}),
)

# Slug, what it shows, what is given, the code that is written.
OTHER_CODES = (
    ("lower-case", "A code in lower case is none", "not_found", "ERROR"),
    ("unlisted", "A code that nobody listed is none", "RATE_LIMITED", "ERROR"),
    ("empty", "An empty code is none", "", "ERROR"),
    ("inherited", "The name of a method is no alias", "constructor", "ERROR"),
    ("padded", "A code with a space after it is none", "CONFLICT ", "ERROR"),
)


def cases() -> Iterator[Case]:
    """Successes, then errors, then codes."""
    yield from _successes()
    yield from _paging()
    yield from _errors()
    for code in CODES:
        name = code.lower().replace("_", "-")
        yield _error(
            f"code-{name}", f"{code} is written as it is", ["ENVELOPE-10"],
            {"tool": "fs", "action": name, "code": code, "message": "no"},
            failed("fs", name, code=code, message="no"), flags=["codes"],
        )  # fmt: skip
    yield _error(
        "code-alias", "INTERNAL_ERROR is written as ERROR", ["ENVELOPE-11"],
        {"tool": "proc", "action": "exec", "code": "INTERNAL_ERROR", "message": "broken pipe",
         "details": {"errno": 32}},
        failed("proc", "exec", code="ERROR", message="broken pipe", details={"errno": 32}),
        anchor="HIP-0300 (Base Class), alias table", flags=["codes"],
    )  # fmt: skip
    for slug, description, given, written in OTHER_CODES:
        yield _error(
            f"code-{slug}", description, ["ENVELOPE-12"],
            {"tool": "net", "action": slug, "code": given, "message": "m", "details": {"n": 1}},
            failed("net", slug, code=written, message="m", details={"n": 1}),
            anchor="HIP-0300 (Base Class: any other exception is ERROR)", flags=["codes"],
        )  # fmt: skip


def _successes() -> Iterator[Case]:
    yield _success(
        "success-with-everything", "All that is given stands in its place",
        ["ENVELOPE-1", "ENVELOPE-3"],
        {"tool": "fs", "action": "search_text", "data": {"matches": []}, "trace_id": "abc",
         "backend": "ripgrep", "paging": {"cursor": "Zm9v", "more": True}},
        succeeded("fs", "search_text", {"matches": []}, trace_id="abc", backend="ripgrep",
                  paging={"cursor": "Zm9v", "more": True}),
    )  # fmt: skip
    yield _success(
        "success-with-little", "What is not given is null, and there are no pages",
        ["ENVELOPE-3", "ENVELOPE-4"], {"tool": "fs", "action": "stat", "data": {"size": 3}},
        succeeded("fs", "stat", {"size": 3}), flags=["members"],
    )  # fmt: skip
    yield _success(
        "success-with-nulls", "null given is the same as nothing given", ["ENVELOPE-4"],
        {"tool": "vcs", "action": "log", "data": [1], "trace_id": None, "backend": None,
         "paging": None},
        succeeded("vcs", "log", [1]), flags=["members"],
    )  # fmt: skip
    for slug, description, data in DATA:
        yield _success(
            f"data-{slug}", description, ["ENVELOPE-1"],
            {"tool": "fs", "action": slug, "data": data}, succeeded("fs", slug, data),
            flags=["falsy-data"],
        )  # fmt: skip


def _paging() -> Iterator[Case]:
    yield _success(
        "paging-of-the-last-page", "No cursor and no more agree", ["ENVELOPE-4", "ENVELOPE-9"],
        {"tool": "fs", "action": "list", "data": [], "paging": {"cursor": None, "more": False}},
        succeeded("fs", "list", []), flags=["paging"],
    )  # fmt: skip
    for slug, description, cursor, more in (
        ("more-without-cursor", "More without a cursor cannot be fetched", None, True),
        ("cursor-without-more", "A cursor without more contradicts itself", "Zm9v", False),
        ("empty-cursor", "An empty cursor would be refused later", "", True),
    ):
        yield Case(
            slug=f"paging-{slug}", description=description, requirements=["ENVELOPE-9"],
            operation="success",
            input={"tool": "fs", "action": "list", "data": [],
                   "paging": {"cursor": cursor, "more": more}},
            flags=["paging"], expected=error("INVALID_PARAMS"), anchor="ENVELOPE-9",
        )  # fmt: skip


def _errors() -> Iterator[Case]:
    conflict = {"expected": "abc123", "actual": "def456"}
    yield _error(
        "error-of-the-hip", "Details are nested", ["ENVELOPE-2", "ENVELOPE-5"],
        {"tool": "fs", "action": "apply_patch", "code": "CONFLICT",
         "message": "base_hash mismatch", "details": conflict},
        failed("fs", "apply_patch", code="CONFLICT", message="base_hash mismatch",
               details=conflict),
        flags=["spread-details"],
    )  # fmt: skip
    shadow = {"code": "E7", "message": "inner", "details": {"code": "E8"}, "ok": True}
    yield _error(
        "error-with-details-named-code", "Details named code and message overwrite nothing",
        ["ENVELOPE-5"],
        {"tool": "net", "action": "request", "code": "TIMEOUT", "message": "outer",
         "details": shadow},
        failed("net", "request", code="TIMEOUT", message="outer", details=shadow),
        flags=["spread-details"],
    )  # fmt: skip
    for slug, description, given in (
        ("no-details", "Without details there is an empty object", {}),
        ("null-details", "Details of null become an empty object", {"details": None}),
        ("empty-details", "Empty details stay an empty object", {"details": {}}),
    ):
        yield _error(
            f"error-with-{slug}", description, ["ENVELOPE-6"],
            {"tool": "fs", "action": slug, "code": "NOT_FOUND", "message": "gone", **given},
            failed("fs", slug, code="NOT_FOUND", message="gone"), flags=["members"],
        )  # fmt: skip
    yield _error(
        "error-keeps-what-was-asked", "The action of an error is the one asked for",
        ["ENVELOPE-7"],
        {"tool": "ws", "action": "raed ", "code": "UNKNOWN_ACTION", "message": "?",
         "trace_id": "t-9"},
        failed("ws", "raed ", code="UNKNOWN_ACTION", message="?", trace_id="t-9"),
        flags=["members"],
    )  # fmt: skip
    yield _error(
        "error-has-no-pages", "An error has neither backend nor pages, but says so",
        ["ENVELOPE-3", "ENVELOPE-8"],
        {"tool": "code", "action": "hover", "code": "UNSUPPORTED", "message": ""},
        failed("code", "hover", code="UNSUPPORTED", message=""), flags=["members"],
    )  # fmt: skip


def _success(
    slug: str,
    description: str,
    requirements: list[str],
    given: Mapping[str, Any],
    answer: Mapping[str, Any],
    *,
    flags: list[str] | None = None,
) -> Case:
    return Case(
        slug=slug, description=description, requirements=requirements, operation="success",
        input=given, flags=flags or [], expected=result(answer), anchor=SHAPE,
    )  # fmt: skip


def _error(
    slug: str,
    description: str,
    requirements: list[str],
    given: Mapping[str, Any],
    answer: Mapping[str, Any],
    *,
    anchor: str = ERRORS,
    flags: list[str] | None = None,
) -> Case:
    return Case(
        slug=slug, description=description, requirements=requirements, operation="error",
        input=given, flags=flags or [], expected=result(answer), anchor=anchor,
    )  # fmt: skip
