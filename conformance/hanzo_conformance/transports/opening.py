"""From an implementation to its transport: the one place that knows all of them."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from hanzo_conformance.implementations.address import transport_kind
from hanzo_conformance.implementations.builds import run_build
from hanzo_conformance.implementations.manifest import Implementation, TransportKind
from hanzo_conformance.implementations.tools import check_tools
from hanzo_conformance.transports.channel import Transport
from hanzo_conformance.transports.launching import Cell
from hanzo_conformance.transports.process import ProcessTransport
from hanzo_conformance.transports.workplace import Workplace
from hanzo_conformance.values.errors import StartError
from hanzo_vectors.stage import WORKSPACE_FOLDER


def prepare(
    item: Implementation,
    inherited: Mapping[str, str],
    started: Callable[[list[str]], None],
    interrupted: Callable[[], bool],
    progressed: Callable[[float, str], None] | None = None,
    *,
    anew: bool = False,
    wrap: Callable[[Sequence[str]], list[str]] = list,
) -> float | None:
    """Make an implementation ready to be opened; the seconds of a build, None where none was due.

    ``started`` is told the command of a build, ``progressed`` now and then its seconds so far and
    the last line that it wrote. ``anew`` builds from nothing; ``wrap`` makes another command of
    what is executed here. Raises ``ToolMissingError``, ``BuildError``, ``StartError`` or
    ``UsageError``.
    """
    kind = transport_kind(item)
    if kind is TransportKind.HTTP:
        return None
    if kind is not TransportKind.PROCESS:
        need_package(kind)
    if kind is TransportKind.DOCKER:
        from hanzo_conformance.transports.docker_image import prepare_image

        assert item.manifest.docker is not None
        table = item.manifest.docker
        return prepare_image(item, table, inherited, started, interrupted, progressed, anew=anew)
    check_tools(item)
    return run_build(item, inherited, started, interrupted, progressed, anew=anew, wrap=wrap)


def caution(item: Implementation, inherited: Mapping[str, str]) -> str | None:
    """What its manifest asks for and its surroundings do not give; raises ``StartError``."""
    if transport_kind(item) is not TransportKind.DOCKER:
        return None
    from hanzo_conformance.transports.docker_abilities import information, unbounded
    from hanzo_conformance.transports.docker_engine import engine

    with engine(inherited) as client:
        return unbounded(information(client))


def need_package(extra: str) -> None:
    """Raise ``StartError`` where the package is missing that an extra of the same name brings."""
    if importlib.util.find_spec(extra) is None:
        raise StartError(
            f"the Python package {extra} is not installed",
            f"pip install 'hanzo-conformance[{extra}]'",
        )


def transport_for(
    item: Implementation,
    inherited: Mapping[str, str],
    interrupted: Callable[[], bool],
    scratch: Path,
    room: Path | None,
    cell: Callable[[], Cell],
    strayed: Callable[[int], None],
) -> Transport:
    """The transport of an implementation that is prepared.

    ``scratch`` is where folders for one start each are made, ``room`` where workspaces are laid out
    for it, see ``surroundings``. ``cell`` makes a place in which a process is started, and
    ``strayed`` is told how many had left its group.
    """
    manifest, longest = item.manifest, item.manifest.limits.line_bytes
    kind = transport_kind(item)
    if kind is TransportKind.HTTP:
        from hanzo_conformance.transports.http_client import HttpTransport

        assert manifest.http is not None
        token = inherited.get(manifest.http.token)
        return HttpTransport(manifest.http.url, token, longest, interrupted)
    if kind is TransportKind.DOCKER:
        from hanzo_conformance.transports.docker_container import DockerTransport
        from hanzo_conformance.transports.docker_image import image_of

        assert manifest.docker is not None
        image = image_of(item, manifest.docker, inherited)
        return DockerTransport(item, manifest.docker, image, inherited, interrupted, room)
    process = None
    if manifest.command:
        # What is around a process is interrupted instead of it.
        look = interrupted if kind is TransportKind.PROCESS else _never
        workplace = Workplace(scratch, None if room is None else room / WORKSPACE_FOLDER)
        process = ProcessTransport(item, inherited, workplace, cell(), strayed, look)
    if kind is TransportKind.MCP:
        from hanzo_conformance.transports.mcp_client import McpTransport
        from hanzo_conformance.transports.mcp_tools import Tools

        assert manifest.mcp is not None
        url, token = manifest.mcp.url, inherited.get(manifest.mcp.token)
        tools = Tools(manifest.mcp, manifest.language)
        return McpTransport(None if url else process, url, token, tools, longest, interrupted)
    assert process is not None
    return process


def _never() -> bool:
    return False
