"""The manifest of an implementation: ``runner.toml``.

In commands and in the environment ``${here}`` is the manifest's folder, ``${build}`` a folder of
the user's cache that belongs to this implementation, ``${python}`` the interpreter that runs the
harness. Commands run in the manifest's folder.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from hanzo_conformance.values.vector import Frozen

Name = Annotated[str, msgspec.Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$")]
Command = Annotated[list[str], msgspec.Meta(min_length=1, description="Program and arguments.")]
Seconds = Annotated[float, msgspec.Meta(gt=0)]


class Build(Frozen, frozen=True):
    """How to make the implementation runnable, and when that has to be done again."""

    command: Command
    inputs: Annotated[
        list[str],
        msgspec.Meta(
            min_length=1,
            description="Globs relative to the manifest; a change of any matched file's content "
            "makes the build stale.",
        ),
    ]
    timeout_s: Seconds = 900.0


class Limits(Frozen, frozen=True):
    """Bounds within which an adapter has to stay."""

    timeout_s: Annotated[Seconds, msgspec.Meta(description="For the answer to one vector.")] = 5.0
    start_s: Annotated[Seconds, msgspec.Meta(description="From start to handshake.")] = 20.0
    grace_s: Annotated[
        Seconds, msgspec.Meta(description="To exit by itself once its input has ended.")
    ] = 2.0
    line_bytes: Annotated[
        int, msgspec.Meta(gt=0, description="Longest line that is read from it.")
    ] = 16 * 1024 * 1024
    restarts: Annotated[
        int, msgspec.Meta(ge=0, description="How often it may be started again in a run.")
    ] = 250
    window: Annotated[
        int, msgspec.Meta(ge=1, le=4096, description="How many requests may be unanswered.")
    ] = 64


class Manifest(Frozen, frozen=True):
    """An implementation that the harness can start."""

    name: Name
    language: str
    command: Command
    title: str = ""
    default: Annotated[
        bool, msgspec.Meta(description="Whether it belongs to a run that names no implementation.")
    ] = False
    build: Build | None = None
    requires: Annotated[
        dict[str, str],
        msgspec.Meta(description='Tools and their lowest versions, such as "tool" = ">=1.2".'),
    ] = msgspec.field(default_factory=dict)
    environment: dict[str, str] = msgspec.field(default_factory=dict)
    limits: Limits = Limits()


class Implementation(msgspec.Struct, frozen=True):
    """A manifest with the place that it came from; ``folder`` is where its commands run."""

    manifest: Manifest
    folder: Path
    baseline: Path | None = None

    @property
    def name(self) -> str:
        """The name by which a run selects and reports it."""
        return self.manifest.name
