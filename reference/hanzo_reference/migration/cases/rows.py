"""The cases of the consolidation map, row by row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.spec.cases import Case, error, result

MAP = "HIP-0300, Consolidation Mapping"

# Old name, tool, action, and the arguments without which it is refused.
PLAIN: tuple[tuple[str, str, str, dict[str, Any]], ...] = (
    ("read", "fs", "read", {}),
    ("write", "fs", "write", {}),
    ("edit", "fs", "apply_patch", {"base_hash": "sha256:abc"}),
    ("tree", "fs", "list", {}),
    ("find", "fs", "list", {"pattern": "*.py"}),
    ("search", "fs", "search_text", {}),
    ("ast", "code", "search_symbol", {}),
    ("zsh", "proc", "exec", {}),
    ("bash", "proc", "exec", {}),
    ("ps", "proc", "ps", {}),
    ("curl", "net", "request", {}),
    ("wget", "net", "download", {}),
)
ROUTED: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("computer", "ui", ("click", "type", "screenshot", "focus")),
    ("screen", "ui", ("session", "record", "stop")),
    ("lsp", "code", ("definition", "references", "diagnostics", "hover", "completion")),
    ("refactor", "code", ("rename", "format")),
    ("git", "vcs", ("status", "diff", "apply", "commit", "branch", "checkout", "log")),
    ("test", "test", ("run", "list", "status")),
)


def row_cases() -> Iterator[Case]:
    """The map row by row, and what it refuses."""
    yield from _plain()
    yield from _programs()
    yield from _open()
    yield from _routed()
    yield from _unknown()


def _migrated(
    slug: str,
    description: str,
    numbers: str,
    asked: tuple[str, dict[str, Any]],
    expected: dict[str, Any],
    *flags: str,
) -> Case:
    return Case(
        slug=slug,
        description=description,
        requirements=[f"MIGRATE-{number}" for number in numbers.split()],
        operation="migrate",
        input={"tool": asked[0], "args": asked[1]},
        expected=expected,
        anchor=MAP,
        flags=flags,
    )


def _to(tool: str, action: str, args: dict[str, Any]) -> dict[str, Any]:
    return result({"tool": tool, "action": action, "args": args})


def _violation(pointer: str, rule: str) -> dict[str, Any]:
    return error("INVALID_PARAMS", {"violations": [{"pointer": pointer, "rule": rule}]})


def _plain() -> Iterator[Case]:
    for old, tool, action, needed in PLAIN:
        yield _migrated(
            f"{old}-bare",
            f"{old} is {tool} {action}",
            "1",
            (old, needed),
            _to(tool, action, needed),
        )
        args = {**needed, "path": "/a b", "limit": 0, "deep": {"x": [None, False, ""]}}
        yield _migrated(
            f"{old}-with-arguments", f"{old} passes its arguments on, known or not", "1 2",
            (old, args), _to(tool, action, args), "copied",
        )  # fmt: skip
        named = {**needed, "action": "other", "tool": "x"}
        yield _migrated(
            f"{old}-with-an-action", f"To {old} an argument called action is one like others", "2",
            (old, named), _to(tool, action, named),
        )  # fmt: skip
    for old, name, number in (("edit", "base_hash", "4"), ("find", "pattern", "5")):
        slug = name.replace("_", "-")
        yield _migrated(
            f"{old}-without-{slug}", f"{old} is refused without {name}", number,
            (old, {"path": "a"}), _violation(f"/{name}", "required"),
        )  # fmt: skip
        for word, value in (("null", None), ("empty", "")):
            tool, action = ("fs", "apply_patch" if old == "edit" else "list")
            yield _migrated(
                f"{old}-with-{slug}-{word}", f"{name} is there for {old} when it is {word}", number,
                (old, {name: value}), _to(tool, action, {name: value}), "truthiness",
            )  # fmt: skip


def _programs() -> Iterator[Case]:
    for old in ("npx", "uvx"):
        for slug, command, led, number in (
            ("text", "ruff check", f"{old} ruff check", "6"),
            ("empty-text", "", f"{old} ", "6"),
            ("spaces", "  a", f"{old}   a", "6"),
            ("list", ["ruff", "a b"], [old, "ruff", "a b"], "7"),
            ("empty-list", [], [old], "7"),
        ):
            args = {"cwd": "x", "command": command}
            yield _migrated(
                f"{old}-{slug}", f"{old} comes first in a command that is {slug.replace('-', ' ')}",
                f"{number} 2", (old, args), _to("proc", "exec", {"cwd": "x", "command": led}),
            )  # fmt: skip
        yield _migrated(
            f"{old}-without-command", f"{old} is refused without a command", "8",
            (old, {"args": ["a"]}), _violation("/command", "required"),
        )  # fmt: skip
        for slug, wrong in (
            ("null", None), ("number", 1), ("boolean", True), ("object", {}), ("mixed", ["a", 1]),
        ):  # fmt: skip
            yield _migrated(
                f"{old}-with-{slug}", f"{old} is refused with a command that is {slug}", "8",
                (old, {"command": wrong}), _violation("/command", "type"),
            )  # fmt: skip


def _open() -> Iterator[Case]:
    for slug, args, target in (
        ("url", {"url": "https://example.org"}, ("net", "open")),
        ("url-null", {"url": None}, ("net", "open")),
        ("title", {"title": "Editor"}, ("ui", "focus")),
        ("title-empty", {"title": ""}, ("ui", "focus")),
        ("pid", {"pid": 7}, ("ui", "focus")),
        ("pid-zero", {"pid": 0, "x": 1}, ("ui", "focus")),
        ("title-and-pid", {"title": "Editor", "pid": 7}, ("ui", "focus")),
    ):
        yield _migrated(
            f"open-{slug}", f"open with {slug.replace('-', ' ')} is {' '.join(target)}", "9",
            ("open", args), _to(*target, args),
            *(("truthiness",) if slug.endswith(("null", "empty", "zero")) else ()),
        )  # fmt: skip
    for slug, args, where in (
        ("nothing", {}, ("/url", "required")),
        ("another-argument", {"path": "a"}, ("/url", "required")),
        ("url-and-title", {"url": "https://example.org", "title": "x"}, ("", "oneOf")),
        ("url-and-pid", {"pid": 1, "url": "https://example.org"}, ("", "oneOf")),
    ):
        yield _migrated(
            f"open-{slug}", f"open with {slug.replace('-', ' ')} is refused", "10",
            ("open", args), _violation(*where),
        )  # fmt: skip


def _routed() -> Iterator[Case]:
    for old, tool, actions in ROUTED:
        for action in actions:
            yield _migrated(
                f"{old}-{action}", f"{old} with the action {action} is {tool} {action}", "11",
                (old, {"action": action}), _to(tool, action, {}),
            )  # fmt: skip
            args = {"x": 1, "action": action, "ref": None}
            yield _migrated(
                f"{old}-{action}-with-arguments", "The arguments beside the action are passed on",
                "11 2", (old, args), _to(tool, action, {"x": 1, "ref": None}), "copied",
            )  # fmt: skip
        available = error("UNKNOWN_ACTION", {"available": sorted(actions)})
        for slug, wrong in (("another", "fly"), ("upper-case", actions[0].upper()), ("empty", "")):
            yield _migrated(
                f"{old}-{slug}-action", f"{old} never had the action {wrong!r}", "12",
                (old, {"action": wrong}), available,
            )  # fmt: skip
        yield _migrated(
            f"{old}-without-action", f"{old} is refused without an action", "12",
            (old, {"path": "a"}), _violation("/action", "required"),
        )  # fmt: skip
        for slug, value in (("null", None), ("list", [actions[0]])):
            yield _migrated(
                f"{old}-with-{slug}-action", f"{old} is refused with an action that is {slug}", "12",
                (old, {"action": value}), _violation("/action", "type"),
            )  # fmt: skip
    yield _migrated(
        "computer-record", "What the map gives to screen it does not give to computer", "12",
        ("computer", {"action": "record"}),
        error("UNKNOWN_ACTION", {"available": ["click", "focus", "screenshot", "type"]}),
    )  # fmt: skip
    yield _migrated(
        "git-constructor", "An action that objects have by themselves is none", "12",
        ("git", {"action": "constructor"}),
        error(
            "UNKNOWN_ACTION",
            {"available": ["apply", "branch", "checkout", "commit", "diff", "log", "status"]},
        ),
        "own-property",
    )  # fmt: skip


def _unknown() -> Iterator[Case]:
    for slug, name in (
        ("new-name", "fs"), ("empty", ""), ("upper-case", "READ"), ("space", " read"),
        ("constructor", "constructor"), ("proto", "__proto__"), ("to-string", "toString"),
        ("has-own-property", "hasOwnProperty"), ("nobody", "teleport"),
    ):  # fmt: skip
        flags = ("own-property",) if slug in ("constructor", "proto", "to-string") else ()
        yield _migrated(
            f"unknown-{slug}", f"No old tool is called {name!r}", "3",
            (name, {"action": "read"}), error("NOT_FOUND", {"tool": name}), *flags,
        )  # fmt: skip
