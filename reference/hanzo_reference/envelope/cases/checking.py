"""Envelopes that are judged: each departs from a sound one in as little as possible."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from hanzo_reference.envelope.cases.envelope_case import failed, succeeded
from hanzo_reference.spec.cases import Case, result

SHAPE = "HIP-0300 (Unified Envelope)"
SOUND = succeeded("fs", "read", {"text": "a"}, trace_id="t", backend="local")
BROKEN = failed("fs", "read", code="NOT_FOUND", message="gone", details={"uri": "file:///a"})
AVAILABLE = ["help", "read", "schema", "status"]

# Members that always stand: of a success, and those that only an error has.
MEMBERS = (
    "/ok", "/data", "/error", "/meta", "/meta/tool", "/meta/action", "/meta/trace_id",
    "/meta/backend", "/meta/paging", "/meta/paging/cursor", "/meta/paging/more",
)  # fmt: skip
OF_ERRORS = ("/error/code", "/error/message", "/error/details")

# Pointer, and values of the wrong type there; error is judged on an envelope that is not ok.
ILL_TYPED: tuple[tuple[str, str, Any], ...] = (
    ("/ok", "number", 1), ("/ok", "text", "true"), ("/ok", "null", None),
    ("/meta", "null", None), ("/meta", "list", []),
    ("/meta/tool", "null", None), ("/meta/action", "null", None), ("/meta/trace_id", "number", 7),
    ("/meta/backend", "boolean", False), ("/meta/paging", "null", None),
    ("/meta/paging/cursor", "number", 0), ("/meta/paging/more", "number", 1),
    ("/error", "text", "gone"), ("/error", "list", []), ("/error/code", "number", 404),
    ("/error/message", "null", None), ("/error/details", "null", None),
    ("/error/details", "list", []),
    ("/meta", "text", "m"), ("/meta/paging", "text", "p"),
)  # fmt: skip

Wrong = list[tuple[str, str]]


def cases() -> Iterator[Case]:
    """Sound ones, members, types, what ok implies, codes, paging, order."""
    yield from _sound()
    for pointer in (*MEMBERS, *OF_ERRORS):
        name = pointer[1:].replace("/", "-").replace("_", "-")
        yield checked(
            f"missing-{name}", f"{pointer} always stands", ["ENVELOPE-14"],
            _without(BROKEN if pointer in OF_ERRORS else SOUND, pointer),
            [(pointer, "missing")], flags=["members"],
        )  # fmt: skip
    for pointer, kind, value in ILL_TYPED:
        name = pointer[1:].replace("/", "-").replace("_", "-")
        yield checked(
            f"type-{name}-{kind}", f"{pointer} is no {kind}", ["ENVELOPE-13"],
            _with(BROKEN if pointer.startswith("/error") else SOUND, pointer, value),
            [(pointer, "type")], flags=["members"],
        )  # fmt: skip
    yield from _values()
    yield from _unknown()
    yield from _outcomes()
    yield from _codes()
    yield from _pages()
    yield from _order()


def _sound() -> Iterator[Case]:
    yield checked("sound-success", "Nothing is wrong with a success", ["ENVELOPE-26"], SOUND, [])
    yield checked("sound-error", "Nothing is wrong with an error", ["ENVELOPE-26"], BROKEN, [])
    free = _with(SOUND, "/data", {"ok": 1, "error": {}, "meta": {"more": "x"}})
    yield checked("sound-data-of-any-shape", "Nothing in data is judged", ["ENVELOPE-22"], free,
                  [])  # fmt: skip
    free = _with(BROKEN, "/error/details", {"code": 1, "details": None, "available": 3})
    yield checked("sound-details-of-any-shape", "Nothing in details is judged", ["ENVELOPE-22"],
                  free, [])  # fmt: skip
    yield checked("sound-null-data", "Data of a success may be null", ["ENVELOPE-13"],
                  _with(SOUND, "/data", None), [], flags=["falsy-data"])  # fmt: skip
    yield checked("sound-intent", "meta may say what is intended", ["ENVELOPE-16"],
                  _with(SOUND, "/meta/intent", "verify"), [])  # fmt: skip
    paged = _with(SOUND, "/meta/paging", {"cursor": "Zm9v", "more": True})
    yield checked("sound-page", "A cursor and more agree", ["ENVELOPE-23"], paged, [],
                  flags=["paging"])  # fmt: skip
    unknown = failed("fs", "raed", code="UNKNOWN_ACTION", details={"available": AVAILABLE})
    yield checked("sound-unknown-action", "The list of actions is complete and sorted",
                  ["ENVELOPE-24"], unknown, [])  # fmt: skip
    bare = failed(
        "ui", "go", code="UNKNOWN_ACTION", details={"available": AVAILABLE[:1] + AVAILABLE[2:]}
    )
    yield checked("sound-unknown-action-of-a-bare-tool", "Built-in actions alone are complete",
                  ["ENVELOPE-24"], bare, [])  # fmt: skip
    for intent in ("inspect", "apply", "ship"):
        yield checked(f"sound-intent-{intent}", f"{intent} is a mode", ["ENVELOPE-16"],
                      _with(SOUND, "/meta/intent", intent), [])  # fmt: skip


def _values() -> Iterator[Case]:
    for kind, value in (("list", [SOUND]), ("text", "ok"), ("null", None), ("boolean", True)):
        yield checked(f"type-envelope-{kind}", f"An envelope is no {kind}", ["ENVELOPE-13"], value,
                      [("", "type")], flags=["members"])  # fmt: skip


def _unknown() -> Iterator[Case]:
    for slug, description, envelope, wrong in (
        ("at-the-top", "An envelope has no version", _with(SOUND, "/version", "1"),
         [("/version", "unknown")]),
        ("in-meta", "meta has no version either", _with(SOUND, "/meta/version", "1"),
         [("/meta/version", "unknown")]),
        ("in-paging", "paging has no total", _with(SOUND, "/meta/paging/total", 3),
         [("/meta/paging/total", "unknown")]),
        ("of-spread-details", "Details spread into the error are unknown there",
         _with(_with(BROKEN, "/error/actual", "b"), "/error/expected", "a"),
         [("/error/actual", "unknown"), ("/error/expected", "unknown")]),
        ("of-null", "A member of null is a member", _with(SOUND, "/warnings", None),
         [("/warnings", "unknown")]),
        ("inherited", "A member named like a method is a member", _with(SOUND, "/toString", ""),
         [("/toString", "unknown")]),
    ):  # fmt: skip
        yield checked(f"unknown-{slug}", description, ["ENVELOPE-15"], envelope, wrong,
                      flags=["spread-details"] if "spread" in slug else ["members"])  # fmt: skip
    for intent in ("deploy", "Ship", None):
        yield checked(
            f"intent-{str(intent).lower() if intent != 'Ship' else 'in-capitals'}",
            f"{intent} is no mode", ["ENVELOPE-16"], _with(SOUND, "/meta/intent", intent),
            [("/meta/intent", "intent")], flags=["codes"],
        )  # fmt: skip


def _outcomes() -> Iterator[Case]:
    both = _with(SOUND, "/error", {"code": 5})
    yield checked("ok-with-an-error", "A success has no error, whatever is in it",
                  ["ENVELOPE-17"], both, [("/error", "error-on-success")])  # fmt: skip
    yield checked("ok-with-an-empty-error", "An empty error is one", ["ENVELOPE-17"],
                  _with(SOUND, "/error", {}), [("/error", "error-on-success")],
                  flags=["falsy-data"])  # fmt: skip
    yield checked("not-ok-with-data", "An error has no data", ["ENVELOPE-18"],
                  _with(BROKEN, "/data", {"text": "half"}),
                  [("/data", "data-on-error")])  # fmt: skip
    yield checked("not-ok-with-empty-data", "Empty data are data", ["ENVELOPE-18"],
                  _with(BROKEN, "/data", False), [("/data", "data-on-error")],
                  flags=["falsy-data"])  # fmt: skip
    yield checked("not-ok-without-error", "An error says what it is", ["ENVELOPE-19"],
                  _with(BROKEN, "/error", None), [("/error", "no-error")])  # fmt: skip
    yield checked("not-ok-and-error-missing", "An error that is not there is missing, and no more",
                  ["ENVELOPE-14", "ENVELOPE-19"], _without(BROKEN, "/error"),
                  [("/error", "missing")], flags=["members"])  # fmt: skip
    yield checked("not-ok-and-nothing-right", "Data and a missing error are two violations",
                  ["ENVELOPE-18", "ENVELOPE-19"], _with(SOUND, "/ok", False),
                  [("/data", "data-on-error"), ("/error", "no-error")])  # fmt: skip
    yield checked("empty-object", "Nothing is there, and nothing more is said",
                  ["ENVELOPE-14"], {}, [("/data", "missing"), ("/error", "missing"),
                                        ("/meta", "missing"), ("/ok", "missing")])  # fmt: skip


def _codes() -> Iterator[Case]:
    for slug, code, rule in (
        ("unlisted", "RATE_LIMITED", "code"), ("in-lower-case", "not_found", "code"),
        ("empty", "", "code"), ("inherited", "valueOf", "code"),
        ("an-alias", "INTERNAL_ERROR", "alias"),
    ):  # fmt: skip
        yield checked(
            f"code-is-{slug}", f"{code or 'Empty text'} is not among the eleven codes",
            ["ENVELOPE-21" if rule == "alias" else "ENVELOPE-20"],
            _with(BROKEN, "/error/code", code), [("/error/code", rule)], flags=["codes"],
        )  # fmt: skip
    unknown = failed("fs", "raed", code="UNKNOWN_ACTION")
    pointer = "/error/details/available"
    for slug, description, value in (
        ("null", "null lists no actions", None),
        ("unsorted", "Actions are sorted", ["read", "help", "schema", "status"]),
        ("incomplete", "Built-in actions are listed", ["read"]),
        ("repeated", "Each action is listed once", ["help", "help", "schema", "status"]),
        ("of-numbers", "Actions are named by text", ["help", "schema", "status", 1]),
        (
            "by-utf-16",
            "Sorted by UTF-8 bytes U+FF61 comes before U+1F600",
            ["help", "schema", "status", "😀", "\uff61"],
        ),
    ):
        yield checked(f"available-{slug}", description, ["ENVELOPE-24"],
                      _with(unknown, pointer, value), [(pointer, "available")],
                      flags=["sort-order"])  # fmt: skip
    yield checked("available-number", "A number lists no actions", ["ENVELOPE-24"],
                  _with(unknown, pointer, 3), [(pointer, "available")],
                  flags=["sort-order"])  # fmt: skip
    yield checked("available-in-ill-typed-details", "Details that are a list list no actions",
                  ["ENVELOPE-13", "ENVELOPE-24"], _with(unknown, "/error/details", ["available"]),
                  [("/error/details", "type")], flags=["members"])  # fmt: skip
    yield checked("available-missing", "An unknown action comes with those that there are",
                  ["ENVELOPE-24"], unknown, [(pointer, "available")])  # fmt: skip


def _pages() -> Iterator[Case]:
    pointer = "/meta/paging"
    for slug, description, cursor, more, wrong in (
        ("more-without-cursor", "More without a cursor", None, True, ["more"]),
        ("cursor-without-more", "A cursor without more", "Zm9v", False, ["more"]),
        ("empty-cursor", "An empty cursor is none", "", True, ["cursor"]),
        (
            "empty-cursor-without-more",
            "An empty cursor is text all the same",
            "",
            False,
            ["cursor", "more"],
        ),
    ):
        yield checked(
            f"page-with-{slug}", description, ["ENVELOPE-23"],
            _with(SOUND, pointer, {"cursor": cursor, "more": more}),
            [(f"{pointer}/{rule}", rule) for rule in wrong], flags=["paging"],
        )  # fmt: skip

    yield checked("page-with-more-alone", "Without a cursor nothing is said about more",
                  ["ENVELOPE-14", "ENVELOPE-23"], _with(SOUND, pointer, {"more": True}),
                  [(f"{pointer}/cursor", "missing")], flags=["paging"])  # fmt: skip


def _order() -> Iterator[Case]:
    names = {"b": 1, "a/b": 1, "a~b": 1, "": 1, "é": 1, "😀": 1, "\uff61": 1, "B": 1}
    yield checked(
        "violations-sorted", "Violations are sorted by the bytes of their escaped pointers",
        ["ENVELOPE-25"], {**SOUND, **names},
        [(f"/{name}", "unknown") for name in
         ("", "B", "a~0b", "a~1b", "b", "é", "\uff61", "😀")],
        flags=["sort-order"],
    )  # fmt: skip
    bare = {"ok": False, "data": 1, "error": {"code": "oops", "message": 3, "hint": 1},
            "meta": {"tool": "fs", "paging": {"cursor": 4, "more": True, "next": 5}}}  # fmt: skip
    yield checked(
        "violations-everywhere", "All violations are named in one go",
        ["ENVELOPE-13", "ENVELOPE-14", "ENVELOPE-15", "ENVELOPE-18", "ENVELOPE-20", "ENVELOPE-25"],
        bare,
        [("/data", "data-on-error"), ("/error/code", "code"), ("/error/details", "missing"),
         ("/error/hint", "unknown"), ("/error/message", "type"), ("/meta/action", "missing"),
         ("/meta/backend", "missing"), ("/meta/paging/cursor", "type"),
         ("/meta/paging/next", "unknown"), ("/meta/trace_id", "missing")],
        flags=["sort-order"],
    )  # fmt: skip


def checked(
    slug: str,
    description: str,
    requirements: list[str],
    envelope: Any,
    wrong: Wrong,
    *,
    flags: list[str] | None = None,
) -> Case:
    """What checking answers."""
    violations = [{"pointer": pointer, "rule": rule} for pointer, rule in wrong]
    return Case(
        slug=f"check-{slug}", description=description, requirements=requirements,
        operation="check", input={"envelope": envelope}, flags=flags or [],
        expected=result({"violations": violations}), anchor=SHAPE,
    )  # fmt: skip


def _with(envelope: dict[str, Any], pointer: str, value: Any) -> dict[str, Any]:
    """A copy with this value at this pointer."""
    changed = copy.deepcopy(envelope)
    *path, last = pointer[1:].split("/")
    place = changed
    for name in path:
        place = place[name]
    place[last] = value
    return changed


def _without(envelope: dict[str, Any], pointer: str) -> dict[str, Any]:
    """A copy with nothing at this pointer."""
    changed = _with(envelope, pointer, None)
    *path, last = pointer[1:].split("/")
    place = changed
    for name in path:
        place = place[name]
    del place[last]
    return changed
