"""Cases of the merge of tiers, mostly in a member that nobody knows, so that nothing checks it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.config.cases.files import MERGE_PATCH, loaded, merge
from hanzo_reference.spec.cases import Case

APPENDIX = f"{MERGE_PATCH} appendix A"

# Original, patch, result: the rows of the appendix, put into a member of two tiers. One row is not
# here, because its original has a null, which a tier cannot leave behind.
ROWS: tuple[tuple[str, str, str, Any, Any, Any], ...] = (
    ("member-replaced", "CONFIG-32", "A member gets another value",
     {"a": "b"}, {"a": "c"}, {"a": "c"}),
    ("member-added", "CONFIG-30", "A member is added", {"a": "b"}, {"b": "c"},
     {"a": "b", "b": "c"}),
    ("member-removed", "CONFIG-33", "A member is removed", {"a": "b"}, {"a": None}, {}),
    ("member-removed-of-two", "CONFIG-33", "One of two members is removed",
     {"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
    ("array-gives-way-to-text", "CONFIG-32", "Text takes the place of an array",
     {"a": ["b"]}, {"a": "c"}, {"a": "c"}),
    ("text-gives-way-to-array", "CONFIG-31", "An array takes the place of text",
     {"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
    ("nested-member", "CONFIG-30 CONFIG-34", "A nested member changes, an absent one is not added",
     {"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
    ("array-of-objects-replaced", "CONFIG-31", "An array of objects is replaced, not merged",
     {"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
    ("array-replaced", "CONFIG-31", "An array takes the place of an array",
     ["a", "b"], ["c", "d"], ["c", "d"]),
    ("object-gives-way-to-array", "CONFIG-31", "An array takes the place of an object",
     {"a": "b"}, ["c"], ["c"]),
    ("object-gives-way-to-text", "CONFIG-32", "Text takes the place of an object",
     {"a": "foo"}, "bar", "bar"),
    ("array-gives-way-to-object", "CONFIG-32 CONFIG-34",
     "An object takes the place of an array, without its null",
     [1, 2], {"a": "b", "c": None}, {"a": "b"}),
    ("null-deep-in-a-new-object", "CONFIG-34", "A null deep in an object that is new",
     {}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
)  # fmt: skip


def merge_cases() -> Iterator[Case]:
    """RFC 7396 member by member."""
    for slug, requirements, description, original, patch, outcome in ROWS:
        yield merge(
            f"appendix-{slug}", description, requirements,
            {"user": {"x": original}, "project": {"x": patch}}, loaded({"x": outcome}),
            anchor=APPENDIX,
        )  # fmt: skip
    yield merge(
        "appendix-object-removed", "An object is removed", "CONFIG-33",
        {"user": {"x": {"a": "foo"}, "y": 1}, "project": {"x": None}}, loaded({"y": 1}),
        "null-stored", anchor=APPENDIX,
    )  # fmt: skip
    yield merge(
        "three-tiers-of-objects", "An object is merged through all three tiers", "CONFIG-30",
        {
            "user": {"x": {"a": 1, "b": {"c": 1, "d": 1}}},
            "project": {"x": {"b": {"d": 2}}},
            "local": {"x": {"b": {"e": 3}, "f": 3}},
        },
        loaded({"x": {"a": 1, "b": {"c": 1, "d": 2, "e": 3}, "f": 3}}),
    )  # fmt: skip
    yield merge(
        "shorter-array", "A shorter array leaves nothing of a longer one", "CONFIG-31",
        {"user": {"x": [1, 2, 3]}, "local": {"x": [9]}}, loaded({"x": [9]}), "array-joined",
    )  # fmt: skip
    yield merge(
        "empty-array", "An empty array takes the place of a full one", "CONFIG-31 CONFIG-32",
        {"user": {"x": [1, 2], "y": 5}, "local": {"x": []}}, loaded({"x": [], "y": 5}),
        "array-joined", "falsy-value",
    )  # fmt: skip
    yield merge(
        "hooks-replaced", "Hooks of a higher tier take the place of all hooks below", "CONFIG-31",
        {
            "user": {"hooks": [
                {"event": "pre_tool_use", "command": "a", "tool_pattern": "*"},
                {"event": "pre_tool_use", "command": "b", "tool_pattern": "*"},
            ]},
            "project": {"hooks": [
                {"event": "post_tool_use", "command": "c", "tool_pattern": "fs.*"},
            ]},
        },
        loaded({"hooks": [{"event": "post_tool_use", "command": "c", "tool_pattern": "fs.*"}]}),
        "array-joined",
    )  # fmt: skip
    for word, value in (
        ("false", False), ("zero", 0), ("empty-text", ""), ("empty-list", []),
    ):  # fmt: skip
        yield merge(
            f"{word}-overrules", f"{value!r} takes the place of another value", "CONFIG-32",
            {"user": {"x": {"a": "set", "b": "kept"}}, "local": {"x": {"a": value}}},
            loaded({"x": {"a": value, "b": "kept"}}), "falsy-value",
        )  # fmt: skip
    yield merge(
        "empty-object-merges", "An empty object changes nothing in an object", "CONFIG-30",
        {"user": {"x": {"a": 1}}, "local": {"x": {}}}, loaded({"x": {"a": 1}}), "falsy-value",
    )  # fmt: skip
    yield merge(
        "empty-object-over-text", "An empty object takes the place of text", "CONFIG-32",
        {"user": {"x": "a"}, "local": {"x": {}}}, loaded({"x": {}}), "falsy-value",
    )  # fmt: skip
    yield merge(
        "empty-instructions-overrule", "Empty instructions take the place of others", "CONFIG-32",
        {"user": {"custom_instructions": "Be brief.", "n": 1},
         "local": {"custom_instructions": ""}},
        loaded({"n": 1}), "falsy-value",
    )  # fmt: skip


def null_cases() -> Iterator[Case]:
    """What nulls remove, and where they stay."""
    yield merge(
        "null-at-depth", "A null removes at depth and leaves the neighbours", "CONFIG-33",
        {"user": {"x": {"a": {"b": {"c": 1, "d": 2}}}},
         "local": {"x": {"a": {"b": {"c": None}}}}},
        loaded({"x": {"a": {"b": {"d": 2}}}}), "null-stored", anchor=MERGE_PATCH,
    )  # fmt: skip
    yield merge(
        "null-then-set-again", "What a null removed does not come back with a later object",
        "CONFIG-33",
        {"user": {"x": {"a": 1}}, "project": {"x": None}, "local": {"x": {"b": 2}}},
        loaded({"x": {"b": 2}}), "null-stored", anchor=MERGE_PATCH,
    )  # fmt: skip
    yield merge(
        "set-then-null", "A null in the local tier removes what both others set", "CONFIG-33",
        {"user": {"x": {"a": 1}}, "project": {"x": {"b": 2}}, "local": {"x": None, "y": 3}},
        loaded({"y": 3}), "null-stored", anchor=MERGE_PATCH,
    )  # fmt: skip
    yield merge(
        "null-below-does-not-reach-up", "A null in a lower tier does not remove above it",
        "CONFIG-33", {"user": {"x": None}, "project": {"x": {"a": 7}}}, loaded({"x": {"a": 7}}),
        "null-stored", anchor=MERGE_PATCH,
    )  # fmt: skip
    yield merge(
        "null-of-nothing", "A null for a member that no tier sets is not stored", "CONFIG-34",
        {"user": {"x": None, "y": {"z": None}}}, loaded({"y": {}}), "null-stored",
        anchor=MERGE_PATCH,
    )  # fmt: skip
    yield merge(
        "null-in-a-server-that-is-new", "A null in a server that is new is not stored",
        "CONFIG-34",
        {"project": {"mcp_servers": {"git": {"command": "g", "disabled": None, "url": None}}}},
        loaded({"mcp_servers": {"git": {"command": "g"}}}, ["git"]), "null-stored",
        anchor=MERGE_PATCH,
    )  # fmt: skip
    yield merge(
        "null-over-text-object", "An object over text is merged into nothing", "CONFIG-34",
        {"user": {"x": "text"}, "project": {"x": {"a": None, "b": 1}}}, loaded({"x": {"b": 1}}),
        "null-stored", anchor=MERGE_PATCH,
    )  # fmt: skip
    yield merge(
        "null-in-an-array", "A null in an array stays", "CONFIG-35",
        {"user": {"x": [1, None]}, "project": {"y": [None]}},
        loaded({"x": [1, None], "y": [None]}), anchor=MERGE_PATCH,
    )  # fmt: skip
    yield merge(
        "null-in-an-object-in-an-array", "A null in an object in an array stays", "CONFIG-35",
        {"user": {"x": [{"a": None, "b": [{"c": None}]}]}},
        loaded({"x": [{"a": None, "b": [{"c": None}]}]}), anchor=MERGE_PATCH,
    )  # fmt: skip


def server_merge_cases() -> Iterator[Case]:
    """``mcp_servers`` by name, by field and by variable."""
    git = {"command": ["git-mcp"], "args": ["--all", "-v"], "env": {"A": "1", "B": "2"}}
    yield merge(
        "server-added", "A server of a higher tier is added", "CONFIG-36",
        {"user": {"mcp_servers": {"git": git}}, "project": {"mcp_servers": {"web": {}}}},
        loaded({"mcp_servers": {"git": git, "web": {}}}, ["git", "web"]), "server-block-replaced",
    )  # fmt: skip
    yield merge(
        "server-field-changed", "A field of a server changes and the others stay", "CONFIG-36",
        {"user": {"mcp_servers": {"git": git}},
         "project": {"mcp_servers": {"git": {"command": "other"}}}},
        loaded({"mcp_servers": {"git": {**git, "command": "other"}}}, ["git"]),
        "server-block-replaced",
    )  # fmt: skip
    yield merge(
        "server-args-replaced", "Arguments are replaced, not joined", "CONFIG-36 CONFIG-31",
        {"user": {"mcp_servers": {"git": git}},
         "local": {"mcp_servers": {"git": {"args": ["-q"]}}}},
        loaded({"mcp_servers": {"git": {**git, "args": ["-q"]}}}, ["git"]), "array-joined",
    )  # fmt: skip
    yield merge(
        "server-env-by-variable", "Variables of a server are merged one by one", "CONFIG-36",
        {"user": {"mcp_servers": {"git": git}},
         "local": {"mcp_servers": {"git": {"env": {"B": None, "C": "3"}}}}},
        loaded({"mcp_servers": {"git": {**git, "env": {"A": "1", "C": "3"}}}}, ["git"]),
        "server-block-replaced",
    )  # fmt: skip
    yield merge(
        "server-removed", "A null removes a server and leaves the others", "CONFIG-36 CONFIG-33",
        {"user": {"mcp_servers": {"git": git, "web": {"url": "u"}}},
         "project": {"mcp_servers": {"git": None}}},
        loaded({"mcp_servers": {"web": {"url": "u"}}}, ["web"]), "null-stored",
    )  # fmt: skip
    yield merge(
        "server-removed-and-defined-again", "A server that is removed and defined again has "
        "nothing of the old one", "CONFIG-36 CONFIG-33",
        {"user": {"mcp_servers": {"git": git}}, "project": {"mcp_servers": {"git": None}},
         "local": {"mcp_servers": {"git": {"url": "https://example.test"}}}},
        loaded({"mcp_servers": {"git": {"url": "https://example.test"}}}, ["git"]), "null-stored",
    )  # fmt: skip
