"""Cases of types of known members, of the places that are reported, and of unknown members."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.config.cases.files import File, failed, loaded, merge
from hanzo_reference.spec.cases import Case

BY_TIER = "decision CONFIG-64"
IN_FILE = "decision CONFIG-65"
HOOK = {"event": "pre_tool_use", "command": "check", "tool_pattern": "*"}


def _server(**fields: object) -> dict[str, Any]:
    return {"mcp_servers": {"git": fields}}


def _hook(**fields: object) -> dict[str, Any]:
    return {"hooks": [{**HOOK, **fields}]}


def _without(name: str) -> dict[str, Any]:
    return {key: value for key, value in HOOK.items() if key != name}


# What is wrong, the requirement, the tier, the file, and the place that is reported.
WRONG: tuple[tuple[str, str, str, File, str], ...] = (
    ("number-as-api-key", "CONFIG-51", "user", {"api_key": 5}, "/api_key"),
    ("list-as-model", "CONFIG-51", "project", {"model": ["small"]}, "/model"),
    ("boolean-as-model", "CONFIG-51", "local", {"model": False}, "/model"),
    ("list-as-instructions", "CONFIG-51", "user", {"custom_instructions": []},
     "/custom_instructions"),
    ("list-of-servers", "CONFIG-52", "project", {"mcp_servers": [{"name": "git"}]},
     "/mcp_servers"),
    ("text-as-servers", "CONFIG-52", "local", {"mcp_servers": ""}, "/mcp_servers"),
    ("text-as-server", "CONFIG-52", "user", {"mcp_servers": {"git": "git-mcp"}},
     "/mcp_servers/git"),
    ("list-as-server", "CONFIG-52", "project", {"mcp_servers": {"git": []}}, "/mcp_servers/git"),
    ("boolean-as-server", "CONFIG-52", "local", {"mcp_servers": {"git": False}},
     "/mcp_servers/git"),
    ("number-as-command", "CONFIG-53", "user", _server(command=1), "/mcp_servers/git/command"),
    ("object-as-command", "CONFIG-53", "project", _server(command={}),
     "/mcp_servers/git/command"),
    ("number-in-command", "CONFIG-53", "local", _server(command=["npx", 1]),
     "/mcp_servers/git/command/1"),
    ("list-in-command", "CONFIG-53", "user", _server(command=[["npx"]]),
     "/mcp_servers/git/command/0"),
    ("text-as-args", "CONFIG-54", "project", _server(args="-v"), "/mcp_servers/git/args"),
    ("number-in-args", "CONFIG-54", "local", _server(args=["-p", "1", 8080]),
     "/mcp_servers/git/args/2"),
    ("list-as-env", "CONFIG-55", "user", _server(env=["A=1"]), "/mcp_servers/git/env"),
    ("number-in-env", "CONFIG-55", "project", _server(env={"HOST": "h", "PORT": 8080}),
     "/mcp_servers/git/env/PORT"),
    ("boolean-in-env", "CONFIG-55", "local", _server(env={"DEBUG": True}),
     "/mcp_servers/git/env/DEBUG"),
    ("text-as-disabled", "CONFIG-56", "user", _server(disabled="true"),
     "/mcp_servers/git/disabled"),
    ("number-as-disabled", "CONFIG-56", "project", _server(disabled=1),
     "/mcp_servers/git/disabled"),
    ("zero-as-disabled", "CONFIG-56", "local", _server(disabled=0), "/mcp_servers/git/disabled"),
    ("list-as-permissions", "CONFIG-57", "user",
     {"permissions": [{"tool_pattern": "fs.*", "mode": "allow"}]}, "/permissions"),
    ("text-as-permissions", "CONFIG-57", "project", {"permissions": "allow"}, "/permissions"),
    ("unknown-mode", "CONFIG-57", "local", {"permissions": {"fs.read": "allow", "net": "ask"}},
     "/permissions/net"),
    ("mode-in-capitals", "CONFIG-57", "user", {"permissions": {"fs.read": "Allow"}},
     "/permissions/fs.read"),
    ("empty-mode", "CONFIG-57", "project", {"permissions": {"fs.list": ""}},
     "/permissions/fs.list"),
    ("boolean-as-mode", "CONFIG-57", "local", {"permissions": {"fs.stat": True}},
     "/permissions/fs.stat"),
    ("object-as-mode", "CONFIG-57", "user", {"permissions": {"fs.*": {"mode": "deny"}}},
     "/permissions/fs.*"),
    ("object-as-hooks", "CONFIG-58", "project", {"hooks": HOOK}, "/hooks"),
    ("text-as-hook", "CONFIG-58", "local", {"hooks": [HOOK, "check"]}, "/hooks/1"),
    ("hook-without-event", "CONFIG-58", "user", {"hooks": [_without("event")]},
     "/hooks/0/event"),
    ("hook-without-command", "CONFIG-58", "project", {"hooks": [HOOK, _without("command")]},
     "/hooks/1/command"),
    ("hook-without-pattern", "CONFIG-58", "local", {"hooks": [_without("tool_pattern")]},
     "/hooks/0/tool_pattern"),
    ("unknown-event", "CONFIG-59", "user", _hook(event="pre_commit"), "/hooks/0/event"),
    ("event-in-capitals", "CONFIG-59", "project", _hook(event="PRE_TOOL_USE"), "/hooks/0/event"),
    ("list-as-hook-command", "CONFIG-59", "local", _hook(command=["check"]),
     "/hooks/0/command"),
    ("number-as-pattern", "CONFIG-59", "user", _hook(tool_pattern=0), "/hooks/0/tool_pattern"),
    ("text-as-time-limit", "CONFIG-59", "project", _hook(timeout_ms="5000"),
     "/hooks/0/timeout_ms"),
    ("boolean-as-time-limit", "CONFIG-59", "local", _hook(timeout_ms=True),
     "/hooks/0/timeout_ms"),
    ("negative-time-limit", "CONFIG-59", "user", _hook(timeout_ms=-1), "/hooks/0/timeout_ms"),
    ("unknown-input-mode", "CONFIG-60", "project", {"input_mode": "nano"}, "/input_mode"),
    ("input-mode-in-capitals", "CONFIG-60", "local", {"input_mode": "Vim"}, "/input_mode"),
    ("boolean-as-input-mode", "CONFIG-60", "user", {"input_mode": True}, "/input_mode"),
    ("null-in-command", "CONFIG-61", "project", _server(command=["npx", None]),
     "/mcp_servers/git/command/1"),
    ("null-in-args", "CONFIG-61", "local", _server(args=[None]), "/mcp_servers/git/args/0"),
    ("null-as-hook", "CONFIG-61", "user", {"hooks": [None]}, "/hooks/0"),
    ("null-as-hook-event", "CONFIG-61", "project", _hook(event=None), "/hooks/0/event"),
    ("null-as-time-limit", "CONFIG-61", "local", _hook(timeout_ms=None), "/hooks/0/timeout_ms"),
    ("place-with-slash-and-tilde", "CONFIG-62", "user", {"permissions": {"a/b~c~1": "no"}},
     "/permissions/a~1b~0c~01"),
    ("place-with-empty-name", "CONFIG-62", "project", {"mcp_servers": {"": {"args": 1}}},
     "/mcp_servers//args"),
    ("place-under-the-alias", "CONFIG-62", "local", {"mcpServers": {"git": {"args": 1}}},
     "/mcpServers/git/args"),
    ("place-not-ascii", "CONFIG-62", "user", {"permissions": {'é \U0001f600"%': "no"}},
     '/permissions/é \U0001f600"%'),
    ("wrong-command-under-the-alias", "CONFIG-53", "project",
     {"mcpServers": {"web": {"command": None, "args": [], "env": {}}, "git": {"command": 0}}},
     "/mcpServers/git/command"),
)  # fmt: skip

# Files that are right where the ones above are wrong.
RIGHT: tuple[tuple[str, str, str, dict[str, Any]], ...] = (
    ("empty-texts", "CONFIG-51", "Empty texts are texts",
     {"api_key": "", "model": "", "custom_instructions": ""}),
    ("command-as-text", "CONFIG-53", "A command may be text", _server(command="git-mcp")),
    ("command-as-list", "CONFIG-53", "A command may be a list", _server(command=["npx", "g"])),
    ("command-as-empty-list", "CONFIG-53", "A command may be an empty list", _server(command=[])),
    ("args-as-list", "CONFIG-54", "Arguments are a list", _server(args=["8080"])),
    ("env-of-texts", "CONFIG-55", "Variables are texts", _server(env={"PORT": "8080", "E": ""})),
    ("all-modes", "CONFIG-57", "The three modes",
     {"permissions": {"a": "allow", "d": "deny", "p": "prompt"}}),
    ("hook-of-each-event", "CONFIG-59", "Both events, and a time limit of zero",
     {"hooks": [{**HOOK, "timeout_ms": 0}, {**HOOK, "event": "post_tool_use"}]}),
    ("hook-without-time-limit", "CONFIG-58", "No time limit is added to a hook",
     {"hooks": [{**HOOK, "command": ""}]}),
    ("hook-time-limit-large", "CONFIG-59", "A time limit may be as large as any integer",
     _hook(timeout_ms=9007199254740991)),
    ("input-mode-emacs", "CONFIG-60", "emacs is a mode of input", {"input_mode": "emacs"}),
    ("input-mode-default", "CONFIG-60", "default is a mode of input, and may be said",
     {"input_mode": "default", "model": "m"}),
    ("unknown-at-the-top", "CONFIG-63", "Unknown members at the top are kept",
     {"theme": "dark", "limits": {"tokens": 10, "tools": ["a", None]}, "Model": 1}),
    ("unknown-in-a-server", "CONFIG-63", "Unknown members of a server are kept",
     _server(url="https://example.test", headers={"X": [1]}, Command=5)),
    ("unknown-in-a-hook", "CONFIG-63", "Unknown members of a hook are kept",
     _hook(note={"a": None}, timeout="5s")),
    ("known-names-elsewhere", "CONFIG-63", "Names of known members mean nothing elsewhere",
     {"x": {"model": 1, "hooks": "no", "permissions": []}}),
)  # fmt: skip


def type_cases() -> Iterator[Case]:
    """Wrong types by member, and right ones beside them."""
    for slug, requirement, tier, file, path in WRONG:
        yield merge(
            f"type-{slug}", f"A wrong type at {path}", requirement, {tier: file},
            failed("CONFIG_TYPE", tier, path), "type-coercion",
        )  # fmt: skip
    for slug, requirement, description, content in RIGHT:
        servers = ["git"] if "mcp_servers" in content else []
        rules = list(content.get("permissions", {}).items())
        yield merge(
            f"accepted-{slug}", description, requirement, {"project": content}
            if "api_key" not in content else {"user": content},
            loaded(content, servers, rules),
        )  # fmt: skip
    yield merge(
        "nulls-in-objects", "Null is accepted wherever it removes", "CONFIG-61",
        {
            "user": {
                "mcp_servers": {
                    "a": {"command": None, "args": None, "env": None, "disabled": None},
                    "b": {"env": {"A": None}}, "c": None,
                },
                "permissions": {"x": None},
            }
        },
        loaded({"mcp_servers": {"a": {}, "b": {"env": {}}}}, ["a", "b"]), "null-stored",
    )  # fmt: skip


def order_cases() -> Iterator[Case]:
    """Which of several problems is reported."""
    wrong_type, broken = {"model": 1}, '{"model": '
    both: dict[str, Any] = {"mcp_servers": {}, "mcpServers": {}}
    yield merge(
        "problem-in-two-tiers", "A problem of the user tier is reported before one of another",
        "CONFIG-64", {"user": wrong_type, "local": {"input_mode": 1}},
        failed("CONFIG_TYPE", "user", "/model"), "problem-order", anchor=BY_TIER,
    )  # fmt: skip
    yield merge(
        "type-before-a-later-parse", "A wrong type in a lower tier is reported before a higher "
        "tier that does not parse", "CONFIG-64", {"project": wrong_type, "local": broken},
        failed("CONFIG_TYPE", "project", "/model"), "problem-order", anchor=BY_TIER,
    )  # fmt: skip
    yield merge(
        "ambiguous-before-a-later-parse", "An ambiguous user tier is reported before a project "
        "tier that does not parse", "CONFIG-64", {"user": both, "project": broken},
        failed("CONFIG_AMBIGUOUS", "user", "/mcpServers"), "problem-order", anchor=BY_TIER,
    )  # fmt: skip
    yield merge(
        "parse-before-a-later-type", "A project tier that does not parse is reported before a "
        "wrong type in the local tier", "CONFIG-64", {"project": broken, "local": wrong_type},
        failed("CONFIG_PARSE", "project"), "problem-order", anchor=BY_TIER,
    )  # fmt: skip
    yield merge(
        "parse-before-type", "A file that does not parse is not looked at further", "CONFIG-65",
        {"local": '{"model": 1, "mcp_servers": {}, "mcpServers": {}'},
        failed("CONFIG_PARSE", "local"), "problem-order", anchor=IN_FILE,
    )  # fmt: skip
    yield merge(
        "ambiguous-before-type", "Two names for the same come before a wrong type", "CONFIG-65",
        {"project": {"model": 1, **both}}, failed("CONFIG_AMBIGUOUS", "project", "/mcpServers"),
        "problem-order", anchor=IN_FILE,
    )  # fmt: skip
    yield merge(
        "first-type-in-the-file", "Of two wrong types the first in the file is reported",
        "CONFIG-65", {"user": '{"input_mode": 1, "hooks": 2, "api_key": 3}'},
        failed("CONFIG_TYPE", "user", "/input_mode"), "problem-order", anchor=IN_FILE,
    )  # fmt: skip
    yield merge(
        "first-type-among-integer-like-names", "Names that look like integers keep their order",
        "CONFIG-65", {"user": '{"permissions": {"b": "deny", "9": "x", "1": "x"}}'},
        failed("CONFIG_TYPE", "user", "/permissions/9"), "problem-order", anchor=IN_FILE,
    )  # fmt: skip
    yield merge(
        "first-type-in-a-server", "Of two wrong fields the first in the file is reported",
        "CONFIG-65", {"local": '{"mcp_servers": {"a": {"disabled": 1, "command": 2}}}'},
        failed("CONFIG_TYPE", "local", "/mcp_servers/a/disabled"), "problem-order", anchor=IN_FILE,
    )  # fmt: skip
    yield merge(
        "wrong-member-before-a-missing-one", "In a hook a wrong member comes before a missing one",
        "CONFIG-65", {"project": {"hooks": [{"timeout_ms": "x"}]}},
        failed("CONFIG_TYPE", "project", "/hooks/0/timeout_ms"), "problem-order", anchor=IN_FILE,
    )  # fmt: skip
    yield merge(
        "first-missing-member", "Of several missing members the event is reported", "CONFIG-65",
        {"local": {"hooks": [{}]}}, failed("CONFIG_TYPE", "local", "/hooks/0/event"),
        "problem-order", anchor=IN_FILE,
    )  # fmt: skip
    yield merge(
        "missing-member-before-the-next-hook", "A missing member comes before a later wrong hook",
        "CONFIG-65", {"user": {"hooks": [_without("tool_pattern"), 5]}},
        failed("CONFIG_TYPE", "user", "/hooks/0/tool_pattern"), "problem-order", anchor=IN_FILE,
    )  # fmt: skip
