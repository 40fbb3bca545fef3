"""Calls of tools: routing and built-in actions."""

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

BUILT_IN = "HIP-0300 (Built-in Actions)"
BASE = "HIP-0300 (Base Class)"

READ = {
    "description": "Reads a file.",
    "properties": {"uri": {"type": "string"}, "range": {"type": "object"}},
    "required": ["uri"],
}
STAT = {"type": "object", "additionalProperties": True}
FS = declared({"read": action(READ, data={"text": "a"}), "stat": action(STAT)}, backend="local")
BARE = declared({}, name="ui")


def cases() -> Iterator[Case]:
    """Help, schema, status, unknown actions."""
    yield from _help()
    yield from _schema()
    yield from _status()
    yield from _unknown()
    yield from _built_in_parameters()
    yield from _intents()


def _intents() -> Iterator[Case]:
    asked = {"uri": "file:///a"}
    done = succeeded("fs", "read", {"text": "a"}, backend="local", trace_id="t-1")
    refused = failed("fs", "raed", code="UNKNOWN_ACTION", trace_id="t-1",
                     details={"available": ["help", "read", "schema", "stat", "status"]})  # fmt: skip
    for mode in ("inspect", "apply", "verify", "ship"):
        for slug, name, answer, where in (
            ("success", "read", done, {}), ("error", "raed", refused, ANY_WORDS),
        ):  # fmt: skip
            told = {**answer, "meta": {**answer["meta"], "intent": mode}}
            yield called(f"intent-{mode}-{slug}", "The mode of a call stands in its answer",
                         ["ENVELOPE-63"], (FS, name, asked), told, anchor="HIP-0300 (Modes)",
                         where=where, intent=mode, flags=["members"])  # fmt: skip


def _text(*names: str) -> dict[str, Any]:
    """What holds for the text of a help that names these actions."""
    named = [{"type": "string", "minLength": 1}, *({"pattern": name} for name in names)]
    return {"/data/text": {"allOf": named}}


def _help() -> Iterator[Case]:
    listed = {
        "actions": {
            "read": {"description": "Reads a file.", "params": ["uri", "range?"]},
            "stat": {"description": "", "params": []},
        },
        "text": "# fs\n\n- `read(uri, range?)` Reads a file.\n- `stat()`\n",
    }
    answer = succeeded("fs", "help", listed, backend="local", trace_id="t-1")
    rules = ["ENVELOPE-46", "ENVELOPE-47", "ENVELOPE-48"]
    yield called("help", "help lists actions with their parameters", rules, (FS, "help", {}),
                 answer, anchor=BUILT_IN, where=_text("read", "stat"),
                 flags=["built-in"])  # fmt: skip
    yield called("no-action-means-help", "A call without an action is a call of help",
                 ["ENVELOPE-27"], (FS, None, {}), answer, anchor=f"{BASE}: default of action",
                 where=_text("read", "stat"), flags=["built-in"])  # fmt: skip
    yield Case(
        slug="null-action-means-help", description="An action of null is none",
        requirements=["ENVELOPE-27"], operation="dispatch",
        input={"tool": FS, "call": {"action": None, "params": {}}, "trace_id": "t-1"},
        flags=["built-in"], expected={"result": answer}, anchor=f"{BASE}: default of action",
        where=_text("read", "stat"),
    )  # fmt: skip
    yield called(
        "help-of-a-bare-tool", "A tool without actions has help", ["ENVELOPE-28", "ENVELOPE-46"],
        (BARE, "help", {}), succeeded("ui", "help", {"actions": {}, "text": "# ui\n"}),
        anchor=BUILT_IN, trace_id=None, where=_text(), flags=["built-in"],
    )  # fmt: skip
    own = declared({"help": action(data="own"), "run": action(data="ran")}, name="test")
    yield called(
        "help-is-not-replaced", "A declared help is neither run nor listed", ["ENVELOPE-28"],
        (own, "help", {}),
        succeeded("test", "help", {"actions": {"run": {"description": "", "params": []}},
                                   "text": "# test\n\n- `run()`\n"}, trace_id="t-1"),
        anchor=BASE, where=_text("run"), flags=["built-in"],
    )  # fmt: skip
    wide = {
        "properties": {"z": {}, "b": {}, "\uff61": {}, "😀": {}, "a": {}, "B": {}, "10": {},
                       "9": {}, "y": {}},
        "required": ["z", "y"],
    }  # fmt: skip
    names = ["y", "z", "10?", "9?", "B?", "a?", "b?", "\uff61?", "😀?"]
    yield called(
        "help-sorts-parameters", "Required parameters come first, both parts sorted by bytes",
        ["ENVELOPE-47"], (declared({"go": action(wide)}), "help", {}),
        succeeded("fs", "help", {"actions": {"go": {"description": "", "params": names}},
                                 "text": "go"}, trace_id="t-1"),
        anchor="ENVELOPE-47", where=_text("go"), flags=["sort-order"],
    )  # fmt: skip
    strict = {"properties": {name: {} for name in "hgfedcba"}, "required": list("badcfehg")}
    yield called(
        "help-sorts-required-parameters", "Required parameters are sorted, however they are listed",
        ["ENVELOPE-47"], (declared({"all": action(strict)}), "help", {}),
        succeeded("fs", "help", {
            "actions": {"all": {"description": "", "params": list("abcdefgh")}}, "text": "all",
        }, trace_id="t-1"),
        anchor="ENVELOPE-47", where=_text("all"), flags=["sort-order"],
    )  # fmt: skip


def _schema() -> Iterator[Case]:
    yield called(
        "schema", "Schemas say what goes without saying", ["ENVELOPE-49"], (FS, "schema", {}),
        succeeded("fs", "schema", {"schemas": {
            "read": {**READ, "type": "object", "additionalProperties": False},
            "stat": {"type": "object", "additionalProperties": True},
        }}, backend="local", trace_id="t-1"),
        anchor=BUILT_IN, flags=["built-in"],
    )  # fmt: skip
    nested = {
        "type": "object",
        "title": "Where to look",
        "properties": {
            "paths": {"type": "array", "items": {"type": "string"}, "default": []},
            "depth": {"type": ["integer", "null"], "minimum": 0, "maximum": 9},
            "mode": {"enum": ["text", "symbol", None]},
            "options": {"type": "object", "properties": {"case": {"type": "boolean"}}},
        },
        "additionalProperties": {"type": "string"},
    }
    yield called(
        "schema-kept-at-every-depth", "Nothing else is added, and nothing inside",
        ["ENVELOPE-49"], (declared({"find": action(nested)}), "schema", {}),
        succeeded("fs", "schema", {"schemas": {"find": nested}}, trace_id="t-1"),
        anchor="HIP-0300 (Test Cases 2)", flags=["built-in"],
    )  # fmt: skip
    either = {"type": ["object", "null"], "additionalProperties": True}
    yield called(
        "schema-of-a-stated-type", "A type that is stated is kept", ["ENVELOPE-34", "ENVELOPE-49"],
        (declared({"look": action(either)}), "schema", {}),
        succeeded("fs", "schema", {"schemas": {"look": either}}, trace_id="t-1"),
        anchor="HIP-0300 (Test Cases 2)", flags=["built-in"],
    )  # fmt: skip
    own = declared({"schema": action(data="own"), "help": action(), "status": action()})
    yield called(
        "schema-is-not-replaced", "Of declared built-in names only status is listed",
        ["ENVELOPE-28", "ENVELOPE-29"], (own, "schema", {}),
        succeeded("fs", "schema", {"schemas": {
            "status": {"type": "object", "additionalProperties": False}}}, trace_id="t-1"),
        anchor=BASE, flags=["built-in"],
    )  # fmt: skip
    yield called(
        "schema-of-a-bare-tool", "A tool without actions has no schemas", ["ENVELOPE-28"],
        (BARE, "schema", {}), succeeded("ui", "schema", {"schemas": {}}, trace_id="t-1"),
        anchor=BUILT_IN, flags=["built-in"],
    )  # fmt: skip


def _status() -> Iterator[Case]:
    yield called(
        "status", "status names tool, version and backend", ["ENVELOPE-50"], (FS, "status", {}),
        succeeded("fs", "status", {"tool": "fs", "enabled": True, "version": "1.2.3",
                                   "backend": "local"}, backend="local", trace_id="t-1"),
        anchor=BUILT_IN, flags=["built-in"],
    )  # fmt: skip
    yield called(
        "status-without-backend", "A tool without a backend says so", ["ENVELOPE-50"],
        (BARE, "status", {}),
        succeeded("ui", "status", {"tool": "ui", "enabled": True, "version": "1.2.3",
                                   "backend": None}, trace_id="t-1"),
        anchor=BUILT_IN, flags=["built-in"],
    )  # fmt: skip
    schema = {"properties": {"short": {"type": "boolean"}}}
    vcs = declared({"status": action(schema, data={"branch": "main"})}, name="vcs")
    yield called(
        "status-of-the-tool-itself", "A declared status is run", ["ENVELOPE-29"],
        (vcs, "status", {"short": True}),
        succeeded("vcs", "status", {"branch": "main"}, trace_id="t-1"),
        anchor="HIP-0300 (vcs: status)", flags=["built-in"],
    )  # fmt: skip
    yield called(
        "status-of-the-tool-in-help", "A declared status is listed", ["ENVELOPE-29"],
        (vcs, None, {}),
        succeeded("vcs", "help", {"actions": {"status": {"description": "", "params": ["short?"]}},
                                  "text": "# vcs\n\n- `status(short?)`\n"}, trace_id="t-1"),
        anchor="HIP-0300 (vcs: status)", where=_text("status"), flags=["built-in"],
    )  # fmt: skip


def _unknown() -> Iterator[Case]:
    def unknown(slug: str, description: str, name: str, *, rules: list[str],
                available: list[str] | None = None, tool: dict[str, Any] = FS) -> Case:  # fmt: skip
        listed = available or ["help", "read", "schema", "stat", "status"]
        return called(
            f"unknown-{slug}", description, rules, (tool, name, {}),
            failed(tool["name"], name, code="UNKNOWN_ACTION", details={"available": listed},
                   trace_id="t-1"),
            anchor="HIP-0300 (Test Cases 3)", where=ANY_WORDS, flags=["routing"],
        )  # fmt: skip

    for slug, description, name in (
        ("action", "An action that nobody declared", "write"),
        ("in-capitals", "Actions are compared with case", "Read"),
        ("padded", "Actions are not trimmed", "read "),
        ("prefix", "Actions are not completed", "rea"),
        ("empty", "An empty action is asked for, and unknown", ""),
        ("inherited", "The name of a method is no action", "constructor"),
        ("prototype", "The name of a prototype is no action", "__proto__"),
        ("attribute", "The name of an attribute is no action", "__class__"),
    ):
        rules = ["ENVELOPE-30", "ENVELOPE-51", *([] if name else ["ENVELOPE-27"])]
        yield unknown(slug, description, name, rules=rules)
    yield unknown("of-a-bare-tool", "A tool without actions has the built-in ones", "click",
                  rules=["ENVELOPE-31", "ENVELOPE-7"], available=["help", "schema", "status"],
                  tool=BARE)  # fmt: skip
    many = declared({name: action() for name in
                     ("zoom", "\uff61", "B", "😀", "status", "10", "9", "help")})  # fmt: skip
    yield unknown("lists-sorted", "Actions are sorted by bytes and stand once", "x",
                  rules=["ENVELOPE-31"], tool=many,
                  available=["10", "9", "B", "help", "schema", "status", "zoom", "\uff61",
                             "😀"])  # fmt: skip
    yield called(
        "unknown-before-parameters", "Parameters of an unknown action are not judged",
        ["ENVELOPE-30"], (FS, "write", {"range": 5}),
        failed("fs", "write", code="UNKNOWN_ACTION", trace_id="t-1",
               details={"available": ["help", "read", "schema", "stat", "status"]}),
        anchor="ENVELOPE-30", where=ANY_WORDS, flags=["routing"],
    )  # fmt: skip


def _built_in_parameters() -> Iterator[Case]:
    for name, params, pointer in (
        ("help", {"uri": "file:///a"}, "/uri"),
        ("schema", {"action": "read"}, "/action"),
        ("status", {"verbose": True}, "/verbose"),
        (None, {"x/y": 1}, "/x~1y"),
    ):
        yield called(
            f"parameters-of-{name or 'no-action'}", f"{name or 'No action'} takes no parameters",
            ["ENVELOPE-41", "ENVELOPE-25"] if name is None else ["ENVELOPE-41"],
            (FS, name, params),
            failed("fs", name or "help", code="INVALID_PARAMS", trace_id="t-1",
                   details={"violations": [{"pointer": pointer, "rule": "additionalProperties"}]}),
            anchor="ENVELOPE-41", where=ANY_WORDS, flags=["parameters"],
        )  # fmt: skip
