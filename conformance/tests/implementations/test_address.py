"""Addresses instead of manifests, and which way of several an implementation is reached."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from hanzo_conformance.implementations.address import read_address, transport_kind
from hanzo_conformance.implementations.manifest import Implementation, Manifest, TransportKind
from hanzo_conformance.implementations.manifests import choose
from hanzo_conformance.values.errors import UsageError

COMMAND = {"command": ["x"]}
IMAGE = {"docker": {"image": "i"}}
URL = {"http": {"url": "http://h"}}


def stated(transport: TransportKind | None = None, **tables: Any) -> Implementation:
    manifest = msgspec.convert({"name": "a", "language": "b", **tables}, Manifest)
    return Implementation(manifest, Path.cwd(), transport=transport)


@pytest.mark.parametrize(
    ("text", "kind", "member", "value"),
    [
        ("process:./a 'b c'", TransportKind.PROCESS, "command", ["./a", "b c"]),
        ("docker:reg.example:5000/a/b:1", TransportKind.DOCKER, "docker.image", None),
        ("http://127.0.0.1:80/rpc", TransportKind.HTTP, "http.url", "http://127.0.0.1:80/rpc"),
        ("https://[::1]:8443", TransportKind.HTTP, "http.url", "https://[::1]:8443"),
        ("mcp:srv --stdio", TransportKind.MCP, "command", ["srv", "--stdio"]),
        ("mcp:https://h/mcp", TransportKind.MCP, "mcp.url", "https://h/mcp"),
    ],
)
def test_an_address_is_a_manifest_with_itself_as_the_name(
    text: str, kind: TransportKind, member: str, value: object
) -> None:
    (item,) = choose([text], {})
    found: Any = item.manifest
    for part in member.split("."):
        found = getattr(found, part)
    assert found == (text.partition(":")[2] if value is None else value)
    assert item.name == text
    assert transport_kind(item) is kind


@pytest.mark.parametrize("text", ["name", "./runner.toml", "ftp://h", "C:x", "processes:x"])
def test_what_is_no_address_is_left_to_names_and_paths(text: str) -> None:
    assert read_address(text) is None


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("docker:", "ends after its colon"),
        ("process:'a", "No closing quotation"),
        ("http:host", "is no address"),
        ("http://h:99999", "Port out of range"),
        ("http://:80", "names no host"),
        ("https://me:pw@h", "holds no password"),
        ("mcp:http://me@h", "holds no password"),
    ],
)
def test_a_broken_address_is_a_mistake_that_is_named(text: str, what: str) -> None:
    with pytest.raises(UsageError, match=what) as told:
        read_address(text)
    assert told.value.hint


@pytest.mark.parametrize(
    ("tables", "asked", "kind"),
    [
        (COMMAND, None, TransportKind.PROCESS),
        (COMMAND | IMAGE, None, TransportKind.PROCESS),
        (COMMAND | IMAGE, TransportKind.DOCKER, TransportKind.DOCKER),
        (IMAGE, None, TransportKind.DOCKER),
        (COMMAND | URL, None, TransportKind.HTTP),
        (COMMAND | URL, TransportKind.PROCESS, TransportKind.PROCESS),
        (COMMAND | {"mcp": {}}, None, TransportKind.MCP),
        ({"mcp": {"url": "http://h"}}, None, TransportKind.MCP),
    ],
)
def test_the_way_is_the_one_asked_for_or_what_the_manifest_says(
    tables: dict[str, Any], asked: TransportKind | None, kind: TransportKind
) -> None:
    assert transport_kind(stated(asked, **tables)) is kind


@pytest.mark.parametrize(
    ("tables", "asked"),
    [
        ({}, None),
        ({"mcp": {}}, None),
        ({"docker": {}}, None),
        (COMMAND, TransportKind.DOCKER),
        (IMAGE, TransportKind.PROCESS),
        (COMMAND | {"docker": {"image": "i", "recipe": {"context": {"a": "a"}}}},
         TransportKind.DOCKER),
        (COMMAND | {"mcp": {}}, TransportKind.PROCESS),
    ],
)  # fmt: skip
def test_a_way_that_a_manifest_does_not_have_is_a_mistake_with_a_hint(
    tables: dict[str, Any], asked: TransportKind | None
) -> None:
    with pytest.raises(UsageError) as told:
        transport_kind(stated(asked, **tables))
    assert told.value.hint
