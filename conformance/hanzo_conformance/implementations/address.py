"""Addresses of implementations that have no manifest, and the choice of the way to reach one."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from urllib.parse import urlsplit

import msgspec

from hanzo_conformance.implementations.manifest import (
    DockerTable,
    HttpTable,
    Implementation,
    Manifest,
    McpTable,
    TransportKind,
)
from hanzo_conformance.values.errors import UsageError
from hanzo_conformance.values.replay import PROGRAM, Replay

URL_START = re.compile("https?://")
# What nobody has said: the handshake will.
UNTOLD = "unknown"
FORMS = "process:CMD ARGS, docker:IMAGE, http://HOST:PORT, mcp:CMD ARGS or mcp:URL"


def read_address(text: str) -> Manifest | None:
    """The manifest that an address stands for; None for what is none.

    Its name is the address, so that a replay line names what can be named. Raises ``UsageError``.
    """
    if URL_START.match(text):
        return Manifest(name=text, language=UNTOLD, http=HttpTable(_url(text)))
    scheme, colon, rest = text.partition(":")
    if not colon or scheme not in set(TransportKind):
        return None
    rest = rest.strip()
    if not rest:
        raise UsageError(f"the address {text!r} ends after its colon", f"addresses are {FORMS}")
    match TransportKind(scheme):
        case TransportKind.DOCKER:
            return Manifest(name=text, language=UNTOLD, docker=DockerTable(image=rest))
        case TransportKind.PROCESS:
            return Manifest(name=text, language=UNTOLD, command=_words(text, rest))
        case TransportKind.MCP if URL_START.match(rest):
            return Manifest(name=text, language=UNTOLD, mcp=McpTable(url=_url(rest)))
        case TransportKind.MCP:
            command = _words(text, rest)
            return Manifest(name=text, language=UNTOLD, command=command, mcp=McpTable())
        case TransportKind.HTTP:
            raise UsageError(f"{text!r} is no address", f"addresses are {FORMS}")


def transport_kind(item: Implementation) -> TransportKind:
    """How an implementation is reached: as the user asked, else as its manifest says.

    Raises ``UsageError`` when its manifest does not have what that needs.
    """
    manifest = item.manifest
    possible = {
        TransportKind.HTTP: manifest.http is not None,
        TransportKind.MCP: manifest.mcp is not None and bool(manifest.command or manifest.mcp.url),
        TransportKind.PROCESS: bool(manifest.command) and manifest.mcp is None,
        TransportKind.DOCKER: manifest.docker is not None
        and (manifest.docker.image is None) != (manifest.docker.recipe is None),
    }
    if item.transport is not None:
        if possible[item.transport]:
            return item.transport
        raise UsageError(
            f"{item.name} cannot be reached by {item.transport}", _MISSING[item.transport]
        )
    for kind, there in possible.items():
        if there:
            return kind
    raise UsageError(
        f"the manifest of {item.name} does not say how it is reached",
        "it needs a command, or one of the tables [docker] (with either image or recipe), [http] "
        "and [mcp]",
    )


def reached_otherwise(item: Implementation) -> bool:
    """Whether the user chose another way than the manifest's; raises ``UsageError``."""
    if item.transport is None:
        return False
    return transport_kind(msgspec.structs.replace(item, transport=None)) is not item.transport


def replay_of(
    item: Implementation, options: Sequence[str] = (), program: tuple[str, ...] = PROGRAM
) -> Replay:
    """The command that asks an implementation again, by the name and the way of the user's."""
    way = ("--transport", str(item.transport)) if reached_otherwise(item) else ()
    return Replay(("--impl", item.stated or item.name, *way, *options), program)


_MISSING = {
    TransportKind.PROCESS: "its manifest has no command, or one that speaks MCP",
    TransportKind.DOCKER: "its manifest has no [docker] table with either an image or a recipe",
    TransportKind.HTTP: "its manifest has no [http] table",
    TransportKind.MCP: "its manifest has no [mcp] table with a url, and no command",
}


def _words(text: str, rest: str) -> list[str]:
    try:
        return shlex.split(rest)
    except ValueError as problem:
        raise UsageError(f"the address {text!r}: {problem}", "quote it as for a shell") from None


def _url(text: str) -> str:
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as problem:
        raise UsageError(f"the address {text!r}: {problem}", f"addresses are {FORMS}") from None
    if not parts.hostname or port == 0:
        raise UsageError(f"the address {text!r} names no host", f"addresses are {FORMS}")
    if "@" in parts.netloc:
        raise UsageError(
            "an address holds no password: it would stand in every report",
            "put a bearer token into the environment variable HANZO_CONFORMANCE_TOKEN",
        )
    return text
