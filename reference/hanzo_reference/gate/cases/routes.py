"""Cases of routes: which server's tool a name is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hanzo_reference.spec.cases import Case, error, result

HIP = "HIP-0301 §1"
SERVERS = [
    {"name": "github", "tools": ["get_issue", "list issues"]},
    {"name": "a", "tools": ["b__c"]},
    {"name": "a__b", "tools": ["c"]},
    {"name": "my files", "tools": ["read", ""]},
    {"name": "", "tools": ["read"]},
]


def _route(
    slug: str,
    description: str,
    requirements: str,
    name: str,
    expected: Mapping[str, Any],
    *flags: str,
    servers: Sequence[Mapping[str, Any]] = SERVERS,
) -> Case:
    return Case(
        slug, description, requirements.split(), "route",
        {"servers": [dict(item) for item in servers], "name": name}, flags=flags,
        expected=expected, anchor=HIP,
    )  # fmt: skip


def _to(server: str | None, tool: str | None) -> dict[str, Any]:
    return result({"server": server, "tool": tool})


def cases() -> Iterator[Case]:
    """The Hanzo API, servers, nobody."""
    for slug, name in (
        ("bare", "fs"), ("empty", ""), ("upper-case", "MCP__github__get_issue"),
        ("one-underscore", "mcp_github"), ("inside", "x_mcp__github__get_issue"),
    ):  # fmt: skip
        yield _route(
            f"route-{slug}", f"{name!r} is not the name of a server's tool", "GATE-38", name,
            _to(None, None),
        )  # fmt: skip
    yield _route(
        "route-to-a-server", "A name is looked up", "GATE-39", "mcp__github__get_issue",
        _to("github", "get_issue"),
    )  # fmt: skip
    yield _route(
        "route-to-normalised-names", "Server and tool come back as they call themselves", "GATE-39",
        "mcp__my_files__read", _to("my files", "read"), "parsed-name",
    )  # fmt: skip
    yield _route(
        "route-to-a-tool-with-a-blank", "A blank in a tool's name", "GATE-39",
        "mcp__github__list_issues", _to("github", "list issues"), "parsed-name",
    )  # fmt: skip
    yield _route(
        "route-of-a-collision", "A name that two tools would have is neither's", "GATE-39 GATE-41",
        "mcp__a__b__c", error("UNKNOWN_TOOL"), "parsed-name",
    )  # fmt: skip
    # Hashes by hand: the first twelve digits of sha256sum over SERVER NUL TOOL.
    for slug, name, server, tool in (
        ("first", "mcp__a__b__c_01b8a75bced8", "a", "b__c"),
        ("second", "mcp__a__b__c_a92700ced282", "a__b", "c"),
    ):
        yield _route(
            f"route-of-the-{slug}-of-two", "The hash tells two tools apart", "GATE-39", name,
            _to(server, tool), "parsed-name",
        )  # fmt: skip
    yield _route(
        "route-alone", "Without the other one the name is whole", "GATE-39", "mcp__a__b__c",
        _to("a__b", "c"), "parsed-name", servers=[SERVERS[2]],
    )  # fmt: skip
    for slug, name in (
        ("unknown-tool", "mcp__github__drop"), ("unknown-server", "mcp__gitlab__get_issue"),
        ("prefix-alone", "mcp__"), ("longer", "mcp__github__get_issue_"),
        ("other-case", "mcp__GitHub__get_issue"),
    ):  # fmt: skip
        yield _route(
            f"route-{slug}", f"{name!r} is nobody's", "GATE-41", name, error("UNKNOWN_TOOL"),
        )  # fmt: skip
    yield _route(
        "route-past-empty-names", "Servers and tools without a name are left out", "GATE-40",
        "mcp__z__read", _to("z", "read"),
        servers=[{"name": "", "tools": ["x", ""]}, {"name": "z", "tools": ["", "read"]}],
    )  # fmt: skip
    yield _route(
        "route-without-servers", "Without servers no such name is known", "GATE-41",
        "mcp__github__get_issue", error("UNKNOWN_TOOL"), servers=[],
    )  # fmt: skip
    yield _route(
        "route-of-a-tool-twice", "A tool that is told twice is one", "GATE-39", "mcp__t__w",
        _to("t", "w"), servers=[{"name": "t", "tools": ["w", "w"]}, {"name": "t", "tools": ["w"]}],
    )  # fmt: skip
