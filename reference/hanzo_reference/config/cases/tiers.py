"""Cases of precedence: tiers, defaults, environment, missing and unusable files."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.config.cases.files import JSON, failed, loaded, merge
from hanzo_reference.spec.cases import Case

# A value of each member that is not its default.
MEMBERS = {
    "api_key": "sk-test",
    "model": "small",
    "mcp_servers": {"git": {"command": ["git-mcp"]}},
    "permissions": {"fs.*": "allow"},
    "custom_instructions": "Be brief.",
    "hooks": [{"event": "pre_tool_use", "command": "check", "tool_pattern": "*"}],
    "input_mode": "vim",
}


def precedence_cases() -> Iterator[Case]:
    """Who overrules whom."""
    yield merge(
        "project-over-user", "The project tier overrules the user tier", "CONFIG-1",
        {"user": {"model": "from-user"}, "project": {"model": "from-project"}},
        loaded({"model": "from-project"}),
    )  # fmt: skip
    yield merge(
        "local-over-project", "The local tier overrules the project tier", "CONFIG-1",
        {"project": {"model": "from-project"}, "local": {"model": "from-local"}},
        loaded({"model": "from-local"}),
    )  # fmt: skip
    yield merge(
        "local-over-all", "The local tier overrules both others", "CONFIG-1",
        {
            "user": {"input_mode": "vim", "model": "u"},
            "project": {"input_mode": "emacs", "model": "p"},
            "local": {"input_mode": "vim", "model": "l"},
        },
        loaded({"input_mode": "vim", "model": "l"}),
    )  # fmt: skip
    yield merge(
        "each-tier-its-own-member", "Tiers that set different members add up", "CONFIG-1",
        {
            "user": {"api_key": "sk-user"},
            "project": {"custom_instructions": "Use tabs."},
            "local": {"input_mode": "emacs"},
        },
        loaded(
            {"api_key": "sk-user", "custom_instructions": "Use tabs.", "input_mode": "emacs"}
        ),
    )  # fmt: skip
    yield merge(
        "silent-tier-changes-nothing", "A tier that is silent about a member leaves it", "CONFIG-1",
        {"user": {"model": "kept"}, "project": {"input_mode": "vim"}, "local": {}},
        loaded({"model": "kept", "input_mode": "vim"}),
    )  # fmt: skip


def default_cases() -> Iterator[Case]:
    """What holds when nothing is set."""
    yield merge(
        "all-files-missing", "Without any file every member has its default", "CONFIG-2 CONFIG-7",
        {}, loaded({}),
    )  # fmt: skip
    yield merge(
        "empty-objects", "Empty objects set nothing", "CONFIG-2",
        {"user": "{}", "project": " { } ", "local": "{\n}\n"}, loaded({}),
    )  # fmt: skip
    for name, value in MEMBERS.items():
        servers = ["git"] if name == "mcp_servers" else []
        rules = [("fs.*", "allow")] if name == "permissions" else []
        word = name.replace("_", "-")
        yield merge(
            f"only-{word}", f"With only {name} set the others have their defaults", "CONFIG-2",
            {"user": {name: value}}, loaded({name: value}, servers, rules),
        )  # fmt: skip
        yield merge(
            f"null-resets-{word}", f"A null gives {name} its default again", "CONFIG-3 CONFIG-61",
            {"user": {name: value, "note": name}, "local": {name: None}}
            if name != "api_key"
            else {"user": {name: None, "note": name}},
            loaded({"note": name}), "null-stored",
        )  # fmt: skip
    yield merge(
        "missing-user-file", "Without a user file the others count", "CONFIG-7",
        {"project": {"model": "p"}, "local": {"input_mode": "vim"}},
        loaded({"model": "p", "input_mode": "vim"}),
    )  # fmt: skip
    yield merge(
        "missing-project-file", "Without a project file the others count", "CONFIG-7",
        {"user": {"model": "u"}, "local": {"input_mode": "emacs"}},
        loaded({"model": "u", "input_mode": "emacs"}),
    )  # fmt: skip
    yield merge(
        "missing-local-file", "Without a local file the others count", "CONFIG-7",
        {"user": {"model": "u2"}, "project": {"custom_instructions": "p2"}},
        loaded({"model": "u2", "custom_instructions": "p2"}),
    )  # fmt: skip


def environment_cases() -> Iterator[Case]:
    """Environment variables over files."""
    yield merge(
        "env-model-over-local", "HANZO_MODEL overrules the local tier", "CONFIG-4",
        {"user": {"model": "u"}, "local": {"model": "l"}}, loaded({"model": "from-env"}),
        env={"HANZO_MODEL": "from-env"},
    )  # fmt: skip
    yield merge(
        "env-api-key-over-user", "HANZO_API_KEY overrules the user tier", "CONFIG-4",
        {"user": {"api_key": "sk-user"}}, loaded({"api_key": "sk-env"}),
        env={"HANZO_API_KEY": "sk-env"},
    )  # fmt: skip
    yield merge(
        "env-without-files", "Both variables count without any file", "CONFIG-4",
        {}, loaded({"api_key": "sk-env-only", "model": "m-env-only"}),
        env={"HANZO_API_KEY": "sk-env-only", "HANZO_MODEL": "m-env-only"},
    )  # fmt: skip
    yield merge(
        "env-over-null", "A null in a file does not remove what the environment sets", "CONFIG-4",
        {"local": {"model": None}}, loaded({"model": "still-env"}),
        env={"HANZO_MODEL": "still-env"},
    )  # fmt: skip
    yield merge(
        "env-empty-model", "An empty HANZO_MODEL does not count", "CONFIG-5",
        {"project": {"model": "from-file"}}, loaded({"model": "from-file"}), "falsy-value",
        env={"HANZO_MODEL": ""},
    )  # fmt: skip
    yield merge(
        "env-empty-api-key", "An empty HANZO_API_KEY does not count", "CONFIG-5",
        {"user": {"api_key": "sk-file"}}, loaded({"api_key": "sk-file"}), "falsy-value",
        env={"HANZO_API_KEY": ""},
    )  # fmt: skip
    yield merge(
        "env-empty-without-files", "An empty variable does not overrule the default", "CONFIG-5",
        {"user": {"note": "empty variables"}}, loaded({"note": "empty variables"}), "falsy-value",
        env={"HANZO_MODEL": "", "HANZO_API_KEY": ""},
    )  # fmt: skip
    yield merge(
        "env-white-space", "A variable that holds a space counts, untrimmed", "CONFIG-5",
        {"user": {"model": "u"}}, loaded({"model": " "}), env={"HANZO_MODEL": " "},
    )  # fmt: skip
    yield merge(
        "env-other-case", "Names of variables are compared with their case", "CONFIG-6",
        {"user": {"model": "unmoved"}}, loaded({"model": "unmoved"}),
        env={"hanzo_model": "no", "Hanzo_Model": "no", "HANZO_MODEL ": "no"},
    )  # fmt: skip
    yield merge(
        "env-other-variables", "Other variables have no effect", "CONFIG-6",
        {"user": {"note": "only two variables"}}, loaded({"note": "only two variables"}),
        env={"HANZO_INPUT_MODE": "vim", "ANTHROPIC_API_KEY": "sk-other", "MODEL": "m",
             "HANZO_CUSTOM_INSTRUCTIONS": "no", "api_key": "no"},
    )  # fmt: skip


def failure_cases() -> Iterator[Case]:
    """Files that cannot be used."""
    good = {"user": {"model": "u"}, "project": {"model": "p"}, "local": {"model": "l"}}
    for tier in good:
        yield merge(
            f"broken-{tier}-file", f"A broken {tier} file fails the load", "CONFIG-8",
            {**good, tier: '{"permissions": {"fs.rm": "deny"}'}, failed("CONFIG_PARSE", tier),
            "skipped-file",
        )  # fmt: skip
    yield merge(
        "mended-file", "The same file with its bracket closed is used", "CONFIG-8",
        {**good, "project": '{"permissions": {"fs.rm": "deny"}}'},
        loaded({"model": "l", "permissions": {"fs.rm": "deny"}}, rules=[("fs.rm", "deny")]),
    )  # fmt: skip
    yield merge(
        "env-does-not-help-a-broken-file", "A broken file fails the load although the environment "
        "sets everything that it could", "CONFIG-8", {"local": '{"model": "l"'},
        failed("CONFIG_PARSE", "local"), "skipped-file",
        env={"HANZO_MODEL": "m", "HANZO_API_KEY": "k"},
    )  # fmt: skip
    for word, tier, data in (
        ("no-bytes", "user", b""), ("no-bytes-local", "local", b""),
        ("a-line-end", "project", b"\n"), ("spaces", "local", b"  \t "),
    ):  # fmt: skip
        yield merge(
            f"file-of-{word}", "A file without a value is not a missing one", "CONFIG-9",
            {"user": {"model": "u"}, tier: data}, failed("CONFIG_PARSE", tier), "skipped-file",
            anchor=f"{JSON} §2",
        )  # fmt: skip
