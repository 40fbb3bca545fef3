"""The cases of this room: what is there for later calls, what lies in the workspace, what may not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hanzo_reference.spec.cases import Case, Step, result
from hanzo_reference.spec.declaration import Flag
from hanzo_reference.tools.case_words import from_step

FLAGS = {
    "escape": Flag("what is remembered written by way of a link", security=True),
    "eager": Flag("a file that is made before there is something to keep"),
    "overwriting": Flag("a file of somebody else taken for an empty one"),
}
PAGE = "HIP-0300, memory"
NO_PAGES = {"cursor": None, "more": False}
ID = {"type": "string", "pattern": "^mem_[1-9][0-9]*$"}
TIME = {"type": "integer", "minimum": 1}
MADE = {"/data/id": ID, "/data/created_ms": TIME, "/data/updated_ms": TIME}
# How the file in the folder is called is each implementation's own.
ITS_FILE = {"/error/details/uri": {"type": "string", "pattern": "^file://.*/[.]hanzo/[^/]+$"}}
FOUND = {f"/data/memories/0{pointer[5:]}": rule for pointer, rule in MADE.items()}


def cases() -> Iterator[Case]:
    """Every case of the room."""
    for scope, left in (("session", {}), ("project", {".hanzo/**": {"any": True}})):
        entry = _entry("tea", scope)
        yield _case(
            f"{scope}-is-kept", f"What is remembered for the {scope} is there for later calls",
            "1 2 3", [
                _call("create", _answered("create", entry), MADE, content="tea", scope=scope),
                _call("recall", _answered("recall", {"memories": [entry]}), FOUND, scope=scope),
                # A server goes on in other workspaces of this name.
                _call("delete", None, {"/data/deleted/0": ID}, ids=[from_step(0, "/data/id")]),
            ], after=left,
        )  # fmt: skip
    fact = {"subject": "a", "predicate": "is", "object": "b", "scope": "project"}
    yield _case(
        "facts-are-kept", "Facts are there for later calls, too", "1 2", [
            _call("facts", _answered("facts", {"facts": [fact]}), add=[fact]),
            _call("facts", _answered("facts", {"facts": [fact]}), scope="project"),
            _call("facts", _answered("facts", {"facts": []}), remove=[fact], scope="project"),
        ], after={".hanzo/**": {"any": True}},
    )  # fmt: skip
    yield _case(
        "finding-makes-no-file", "Who finds leaves nothing behind", "3", [
            _call("recall", _answered("recall", {"memories": []}), scope="project"),
            _call("facts", _answered("facts", {"facts": []}), scope="project"),
        ], flags=["eager"],
    )  # fmt: skip
    blank = {"violations": [{"pointer": "/content", "rule": "empty"}]}
    yield _case(
        "refusal-makes-no-file", "Who is refused leaves nothing behind", "3", [
            _call("create", _refused("create", "INVALID_PARAMS", blank), content=" "),
            _call("delete", _refused("delete", "NOT_FOUND", {"id": "mem_0"}), ids=["mem_0"]),
        ], flags=["eager"],
    )  # fmt: skip
    for slug, target in (("folder", "${outside}"), ("nothing", "${outside}/new")):
        link = {".hanzo": {"symlink": target}}
        yield _case(
            f"link-to-a-{slug}-outside", "What is remembered stays in the workspace", "4", [
                _call("recall", _refused("recall", "PERMISSION_DENIED", {"uri": ""}), ITS_FILE),
                _call("create", _refused("create", "PERMISSION_DENIED", {"uri": ""}), ITS_FILE,
                      content="x"),
            ], files=link, after=link, flags=["escape"],
        )  # fmt: skip
    other = {f".hanzo/memory.{kind}": {"text": "other\n"} for kind in ("sqlite3", "json")}
    form = {"reason": "format"}
    yield _case(
        "file-of-another-form", "What somebody else has written stays as it is", "5", [
            _call("recall", _refused("recall", "CONFLICT", form)),
            _call("create", _refused("create", "CONFLICT", form), content="x"),
        ], files=other, after=other, flags=["overwriting"],
    )  # fmt: skip


def _call(
    action: str, expected: Mapping[str, Any] | None, where: Mapping[str, Any] | None = None,
    /, **params: Any,
) -> Step:  # fmt: skip
    asked = {"tool": "memory", "action": action, "params": params}
    return Step("tools.call", asked, expected, where or {})


def _entry(content: str, scope: str) -> dict[str, Any]:
    return {"id": "", "content": content, "tags": [], "scope": scope,
            "created_ms": 0, "updated_ms": 0}  # fmt: skip


def _answered(action: str, data: Mapping[str, Any]) -> dict[str, Any]:
    return result({"ok": True, "data": dict(data), "error": None, "meta": _meta(action)})


def _refused(action: str, code: str, details: Mapping[str, Any]) -> dict[str, Any]:
    told = {"code": code, "message": "", "details": dict(details)}
    return result({"ok": False, "data": None, "error": told, "meta": _meta(action)})


def _meta(action: str) -> dict[str, Any]:
    return {"tool": "memory", "action": action, "trace_id": None, "backend": None,
            "paging": dict(NO_PAGES)}  # fmt: skip


def _case(
    slug: str,
    description: str,
    numbers: str,
    steps: Sequence[Step],
    *,
    files: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    flags: Sequence[str] = (),
) -> Case:
    return Case(
        slug, description, [f"KEPT-{number}" for number in numbers.split()], flags=flags,
        anchor=PAGE, steps=steps, workspace={"files": dict(files or {})},
        after={"files": dict(after or {})},
    )  # fmt: skip
