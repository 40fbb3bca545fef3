"""Cases of which actions there are, and which parameters they take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import asked, at, invalid, tree
from hanzo_reference.tools.fs.cases.words import HIP, case, fails

AVAILABLE = [
    "apply_patch", "diff", "help", "list", "mkdir", "read", "rm", "schema", "search_text", "stat",
    "status", "write",
]  # fmt: skip
DECLARED = [name for name in AVAILABLE if name not in ("help", "schema", "status")]
WORDS = {"type": "string", "minLength": 1}


def cases() -> Iterator[Case]:
    """Every case of calls."""
    for slug, action in (("edit", "edit"), ("capitals", "Read"), ("old-name", "search")):
        yield case(
            f"unknown-action-{slug}", "An action that there is not is told with those that there are",
            ["FS-32"], action, {"uri": at("a")}, {"a": "a"},
            fails(action, "UNKNOWN_ACTION", available=AVAILABLE), anchor="HIP-0300, Test Cases 3",
        )  # fmt: skip
    yield Case(
        "help", "Every action stands in the help with its parameters", ["FS-32"],
        *asked("fs", None), workspace=tree({}),
        where={
            "/data/text": WORDS,
            **{f"/data/actions/{name}/description": WORDS for name in DECLARED},
        },
    )  # fmt: skip
    missing: dict[str, tuple[str, ...]] = {
        "read": ("uri",), "write": ("content", "uri"), "stat": ("uri",), "mkdir": ("uri",),
        "rm": ("uri",), "apply_patch": ("base_hash", "patch", "uri"), "diff": ("hash_a", "hash_b"),
    }  # fmt: skip
    for action, names in missing.items():
        slug = action.replace("_", "-")
        yield case(
            f"{slug}-without-parameters", "Every parameter that is missing is told",
            ["FS-32"], action, {}, {}, _missing(action, names), anchor=HIP,
        )  # fmt: skip
    yield case(
        "read-by-path", "A place is named by a URI and by nothing else", ["FS-32"],
        "read", {"uri": at("a"), "path": "a"}, {"a": "a"},
        invalid("fs", "read", ("/path", "additionalProperties")), anchor="tool-envelope ENVELOPE-34",
    )  # fmt: skip
    yield case(
        "patch-without-base-hash", "No edit without the hash of what it is made for", ["FS-32"],
        "apply_patch", {"uri": at("a"), "patch": "--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b\n"},
        {"a": "a\n"}, _missing("apply_patch", ("base_hash",)), anchor="HIP-0300, One Edit Primitive",
        flags=["stale-edit"],
    )  # fmt: skip


def _missing(action: str, names: tuple[str, ...]) -> dict[str, Any]:
    return invalid("fs", action, *((f"/{name}", "required") for name in names))
