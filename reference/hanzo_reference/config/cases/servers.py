"""Cases of the alias of ``mcp_servers``, of active servers and of their words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.config.cases.files import failed, loaded, merge
from hanzo_reference.spec.cases import Case, result

CLIENTS = "HIP-0010, client configuration"


def alias_cases() -> Iterator[Case]:
    """``mcpServers``."""
    hanzo = {"command": "hanzo-mcp", "args": ["serve"], "env": {"HANZO_API_KEY": "sk-..."}}
    yield merge(
        "alias-of-a-client", "The file of another client is read as it is", "CONFIG-43",
        {"user": {"mcpServers": {"hanzo": hanzo}}},
        loaded({"mcp_servers": {"hanzo": hanzo}}, ["hanzo"]), anchor=CLIENTS,
    )  # fmt: skip
    yield merge(
        "alias-above", "The alias in a higher tier is merged with the name in a lower one",
        "CONFIG-43",
        {"user": {"mcp_servers": {"a": {"command": "a", "args": []}}},
         "project": {"mcpServers": {"a": {"args": ["-x"]}, "b": {"command": "b"}}}},
        loaded({"mcp_servers": {"a": {"command": "a", "args": ["-x"]}, "b": {"command": "b"}}},
               ["a", "b"]),
        "server-block-replaced", anchor=CLIENTS,
    )  # fmt: skip
    yield merge(
        "alias-below", "The name in a higher tier is merged with the alias in a lower one",
        "CONFIG-43",
        {"user": {"mcpServers": {"c": {"command": "c"}}},
         "local": {"mcp_servers": {"c": {"disabled": True}}}},
        loaded({"mcp_servers": {"c": {"command": "c", "disabled": True}}}),
        "server-block-replaced", anchor=CLIENTS,
    )  # fmt: skip
    yield merge(
        "alias-with-null", "A null under the alias removes all servers", "CONFIG-43",
        {"user": {"mcp_servers": {"d": {}}, "note": "no servers"}, "local": {"mcpServers": None}},
        loaded({"note": "no servers"}), "null-stored", anchor=CLIENTS,
    )  # fmt: skip
    for tier, description, file in (
        ("user", "Both names in one file are ambiguous",
         {"mcp_servers": {"a": {}}, "mcpServers": {"b": {}}}),
        ("project", "Both names with the same value are ambiguous",
         {"mcpServers": {}, "mcp_servers": {}}),
        ("local", "Both names are ambiguous although one has null",
         {"mcp_servers": {"a": {}}, "mcpServers": None}),
    ):  # fmt: skip
        yield merge(
            f"alias-and-name-in-{tier}", description, "CONFIG-44", {tier: file},
            failed("CONFIG_AMBIGUOUS", tier, "/mcpServers"), anchor="decision CONFIG-44",
        )  # fmt: skip
    yield merge(
        "alias-in-a-server", "Inside a server the alias is a name like any other", "CONFIG-45",
        {"user": {"mcp_servers": {"a": {"mcpServers": 1, "mcp_servers": 2}}}},
        loaded({"mcp_servers": {"a": {"mcpServers": 1, "mcp_servers": 2}}}, ["a"]),
        anchor=CLIENTS,
    )  # fmt: skip
    yield merge(
        "alias-at-depth", "In a member that is not known the alias is a name like any other",
        "CONFIG-45", {"user": {"x": {"mcpServers": {"y": 1}}}},
        loaded({"x": {"mcpServers": {"y": 1}}}), anchor=CLIENTS,
    )  # fmt: skip
    for word, name in (("lower-case", "mcpservers"), ("capital", "McpServers"),
                       ("upper-case-p", "mcPServers")):  # fmt: skip
        yield merge(
            f"alias-in-{word}", f"{name!r} is no alias", "CONFIG-45",
            {"user": {name: ["kept"], "mcp_servers": {word: {}}}},
            loaded({name: ["kept"], "mcp_servers": {word: {}}}, [word]), "case-folding",
            anchor=CLIENTS,
        )  # fmt: skip


def _active(
    slug: str,
    description: str,
    requirement: str,
    tiers: dict[str, dict[str, Any]],
    merged: dict[str, Any],
    active: list[str],
    *flags: str,
) -> Case:
    files = {tier: {"mcp_servers": servers} for tier, servers in tiers.items()}
    return merge(
        slug, description, requirement, files, loaded({"mcp_servers": merged}, active), *flags
    )


def active_cases() -> Iterator[Case]:
    """``disabled`` and the order of names."""
    run: dict[str, Any] = {"command": ["run"]}
    off = {**run, "disabled": True}
    on = {**run, "disabled": False}
    yield _active(
        "disabled-in-local", "A server of the project is disabled in the local tier", "CONFIG-46",
        {"project": {"a": run, "b": run}, "local": {"a": {"disabled": True}}},
        {"a": off, "b": run}, ["b"],
    )  # fmt: skip
    yield _active(
        "disabled-in-user", "A server that is disabled below stays so", "CONFIG-46",
        {"user": {"c": off}, "project": {"c": {"args": ["x"]}}, "local": {}},
        {"c": {**off, "args": ["x"]}}, [],
    )  # fmt: skip
    yield _active(
        "disabled-and-nothing-else", "Disabling a server that nobody defines keeps the entry",
        "CONFIG-46", {"local": {"d": {"disabled": True}, "e": run}},
        {"d": {"disabled": True}, "e": run}, ["e"],
    )  # fmt: skip
    yield _active(
        "all-disabled", "When all servers are disabled none is active", "CONFIG-46",
        {"user": {"f": off, "g": off}}, {"f": off, "g": off}, [],
    )  # fmt: skip
    yield _active(
        "enabled-again-by-false", "False in a higher tier makes a server active again",
        "CONFIG-47", {"user": {"h": off}, "local": {"h": {"disabled": False}}}, {"h": on}, ["h"],
        "falsy-value",
    )  # fmt: skip
    yield _active(
        "enabled-again-by-null", "Null in a higher tier makes a server active again", "CONFIG-47",
        {"user": {"i": off}, "local": {"i": {"disabled": None}}}, {"i": run}, ["i"],
        "null-stored",
    )  # fmt: skip
    yield _active(
        "disabled-enabled-disabled", "The highest tier decides", "CONFIG-47",
        {"user": {"j": off}, "project": {"j": {"disabled": False}},
         "local": {"j": {"disabled": True}}}, {"j": off}, [],
    )  # fmt: skip
    yield _active(
        "removed-and-defined-again-is-active", "A disabled server that is removed and defined "
        "again is active", "CONFIG-47",
        {"user": {"k": off}, "project": {"k": None}, "local": {"k": {"args": []}}},
        {"k": {"args": []}}, ["k"], "null-stored",
    )  # fmt: skip
    yield _active(
        "active-without-a-command", "A server with a URL and no command is active", "CONFIG-48",
        {"user": {"remote": {"url": "https://example.test/mcp"}}},
        {"remote": {"url": "https://example.test/mcp"}}, ["remote"],
    )  # fmt: skip
    yield _active(
        "active-without-any-field", "A server without any field is active", "CONFIG-48",
        {"user": {"bare": {}}}, {"bare": {}}, ["bare"], "falsy-value",
    )  # fmt: skip
    yield _active(
        "disabled-in-its-environment", "A variable named disabled does not disable", "CONFIG-48",
        {"user": {"l": {"env": {"disabled": "true"}}}}, {"l": {"env": {"disabled": "true"}}},
        ["l"],
    )  # fmt: skip
    orders = (
        ("by-bytes-not-as-written", ["b", "a", "c"], ["a", "b", "c"]),
        ("capitals-first", ["a", "B", "Z"], ["B", "Z", "a"]),
        ("prefix-first", ["ab", "a-b", "a", "a_b"], ["a", "a-b", "a_b", "ab"]),
        ("digits-as-text", ["9", "10", "1"], ["1", "10", "9"]),
        ("beyond-ascii", ["é", "z", "e\u0301"], ["e\u0301", "z", "é"]),
        ("beyond-the-plane", ["\U0001f600", "\uff5e", "z"], ["z", "\uff5e", "\U0001f600"]),
        ("empty-name", ["a", "", " "], ["", " ", "a"]),
    )
    for word, written, ordered in orders:
        yield _active(
            f"active-order-{word}", f"Active servers are sorted by bytes: {word.replace('-', ' ')}",
            "CONFIG-49", {"user": {name: {} for name in written}}, {name: {} for name in written},
            ordered, "sort-order",
        )  # fmt: skip
    yield _active(
        "active-order-across-tiers", "The order does not depend on the tier", "CONFIG-49",
        {"user": {"m": {}, "k": {}}, "local": {"l": {}, "k": {"x": 1}}},
        {"m": {}, "k": {"x": 1}, "l": {}}, ["k", "l", "m"], "sort-order",
    )  # fmt: skip
    for word, name in (("proto", "__proto__"), ("constructor", "constructor")):
        yield _active(
            f"server-named-{word}", f"A server may be named {name}", "CONFIG-70",
            {"user": {name: {"command": "p"}}, "local": {name: {"disabled": False}}},
            {name: {"command": "p", "disabled": False}}, [name], "prototype",
        )  # fmt: skip


def argv_cases() -> Iterator[Case]:
    """The words of a server's command line."""
    rows: tuple[tuple[str, str, str | list[str], list[str], list[str]], ...] = (
        ("list-and-args", "The words of a list, then the arguments",
         ["npx", "-y"], ["pkg", "-v"], ["npx", "-y", "pkg", "-v"]),
        ("text-and-args", "A text is the first word", "hanzo-mcp", ["serve"],
         ["hanzo-mcp", "serve"]),
        ("text-alone", "A text without arguments", "hanzo-mcp", [], ["hanzo-mcp"]),
        ("text-with-spaces", "A text with spaces is one word", "/opt/my tools/mcp", ["a b"],
         ["/opt/my tools/mcp", "a b"]),
        ("text-with-quotes", "Quotes in a text stay", "sh -c 'x y'", [], ["sh -c 'x y'"]),
        ("list-alone", "A list without arguments", ["uvx", "git-mcp"], [], ["uvx", "git-mcp"]),
        ("empty-list", "An empty list adds nothing", [], ["only", "args"], ["only", "args"]),
        ("empty-words", "Empty words stay words", ["", "a"], ["", "b"], ["", "a", "", "b"]),
        ("nothing-expanded", "Variables, tildes and stars are not expanded", "$HOME/x",
         ["~", "*.py", "%PATH%"], ["$HOME/x", "~", "*.py", "%PATH%"]),
    )  # fmt: skip
    for word, description, command, args, words in rows:
        yield Case(
            f"argv-{word}", description, ["CONFIG-50"], "argv", {"command": command, "args": args},
            flags=["command-split"], expected=result({"argv": words}), anchor="HIP-0301 §1",
        )  # fmt: skip
