"""The manifest of an implementation: ``runner.toml``.

In commands and in the environment ``${here}`` is the manifest's folder, ``${build}`` a folder of
the user's cache that belongs to this implementation, ``${python}`` the interpreter that runs the
harness, ``${package:NAME}`` the folder of an importable Python package. What is started for vectors
has two more: ``${workspace}``, the folder in which their workspaces are laid out, and ``${scratch}``,
a folder for one start that goes away with it. A build runs in the manifest's folder, an adapter in
the workspace, or in a folder of its own where vectors have none.
"""

from __future__ import annotations

from enum import StrEnum, auto
from pathlib import Path
from typing import Annotated

import msgspec

from hanzo_vectors.vector import END, Frozen, OperationName

# No program can be handed a NUL, and no line of a report or a log holds a control character.
NAME = f"^[a-z0-9]+(-[a-z0-9]+)*{END}"
WORD = rf"^[^\x00]*{END}"
LINE = rf"^[^\x00-\x1f\x7f]*{END}"
PLACE = rf"^[^\x00-\x1f\x7f]+{END}"
VARIABLE = rf"^[^=\x00-\x20\x7f]+{END}"
GLOB = rf"^[A-Za-z0-9_.*?-]+{END}"
ROUTE = rf"^([a-z][a-z0-9_]*|\*)[.]([a-z][a-z0-9_]*|\*){END}"
URL = rf"^https?://[^/?#\x00-\x20\x7f]+[^\x00-\x20\x7f]*{END}"
# What to say instead of the pattern.
WORDS = {
    NAME: "a name of lower-case letters and digits, in parts joined by single hyphens",
    WORD: "a text without NUL",
    LINE: "a text of one line, without control characters",
    PLACE: "a text of one line that is not empty, without control characters",
    VARIABLE: "the name of a variable, without '=', blanks and control characters",
    GLOB: "an operation, or a glob such as family.*",
    ROUTE: "an operation, or a family such as family.*",
    URL: "http:// or https:// with a host, without blanks and control characters",
}

Name = Annotated[str, msgspec.Meta(pattern=NAME)]
OperationGlob = Annotated[str, msgspec.Meta(pattern=GLOB)]
Word = Annotated[str, msgspec.Meta(pattern=WORD)]
Line = Annotated[str, msgspec.Meta(pattern=LINE)]
Place = Annotated[str, msgspec.Meta(pattern=PLACE)]
Variables = dict[Annotated[str, msgspec.Meta(pattern=VARIABLE)], Word]
Command = Annotated[list[Word], msgspec.Meta(min_length=1, description="Program and arguments.")]
# What is longer than eleven days is not a limit, and no clock takes it.
LONGEST_S = 1_000_000
Seconds = Annotated[float, msgspec.Meta(gt=0, le=LONGEST_S)]
Url = Annotated[str, msgspec.Meta(pattern=URL)]
TokenName = Annotated[
    str,
    msgspec.Meta(
        pattern=f"^[A-Za-z_][A-Za-z0-9_]*{END}",
        description="Environment variable that holds the bearer token, if there is one.",
    ),
]
TOKEN = "HANZO_CONFORMANCE_TOKEN"  # noqa: S105 - the name of a variable


class TransportKind(StrEnum):
    """The ways to reach an adapter."""

    PROCESS = auto()
    DOCKER = auto()
    HTTP = auto()
    MCP = auto()


class Build(Frozen, frozen=True):
    """How to make the implementation runnable: asked before every run, unless there are inputs."""

    command: Command
    inputs: (
        Annotated[
            list[Place],
            msgspec.Meta(
                min_length=1,
                description="Globs relative to the manifest, for a command that does everything "
                "anew each time: it is run only when the content of a matched file has changed, so "
                "they have to match every file that it reads.",
            ),
        ]
        | None
    ) = None
    timeout_s: Seconds = 900.0


class Limits(Frozen, frozen=True):
    """Bounds within which an adapter has to stay."""

    timeout_s: Annotated[Seconds, msgspec.Meta(description="For the answer to one vector.")] = 5.0
    start_s: Annotated[Seconds, msgspec.Meta(description="From start to handshake.")] = 20.0
    grace_s: Annotated[
        Seconds, msgspec.Meta(description="To exit by itself once its input has ended.")
    ] = 2.0
    line_bytes: Annotated[
        int, msgspec.Meta(gt=0, le=2**31, description="Longest line that is read from it.")
    ] = 16 * 1024 * 1024
    restarts: Annotated[
        int,
        msgspec.Meta(ge=0, le=1_000_000, description="How often it may be started again in a run."),
    ] = 250
    window: Annotated[
        int, msgspec.Meta(ge=1, le=4096, description="How many requests may be unanswered.")
    ] = 64
    memory_mb: Annotated[
        int,
        msgspec.Meta(ge=16, description="Memory of the adapter with all that it has started."),
    ] = 4096
    processes: Annotated[
        int, msgspec.Meta(ge=1, description="How many processes these may be at a time.")
    ] = 512


class Recipe(Frozen, frozen=True):
    """How to build a container image."""

    context: Annotated[
        dict[Place, Place],
        msgspec.Meta(
            min_length=1,
            description="What the image is made from: folder or file in the build's context, and "
            "the folder, file or glob below a folder that goes there. A change of any content "
            "makes the image stale.",
        ),
    ]
    file: Annotated[
        Place, msgspec.Meta(description="The Dockerfile, relative to the manifest.")
    ] = "Dockerfile"
    arguments: Annotated[
        Variables,
        msgspec.Meta(
            description="Build arguments; a variable of the same name in the environment wins."
        ),
    ] = msgspec.field(default_factory=dict)
    timeout_s: Seconds = 900.0


class DockerTable(Frozen, frozen=True):
    """The implementation in a container: an image, or the recipe of one."""

    image: Place | None = None
    recipe: Recipe | None = None
    command: Annotated[
        list[Word], msgspec.Meta(description="Instead of what the image runs by itself.")
    ] = msgspec.field(default_factory=list)
    user: Annotated[
        str, msgspec.Meta(pattern=f"^[1-9][0-9]*(:[0-9]+)?{END}", description="Never 0.")
    ] = "65534:65534"
    memory_mb: Annotated[int, msgspec.Meta(ge=16, le=2**20)] = 1024
    cpus: Annotated[float, msgspec.Meta(gt=0, le=4096)] = 1.0
    pids: Annotated[int, msgspec.Meta(ge=1, le=2**22)] = 256
    tmp_mb: Annotated[int, msgspec.Meta(ge=1, le=2**20, description="Size of /tmp, in memory.")] = (
        64
    )


class HttpTable(Frozen, frozen=True):
    """The implementation behind JSON-RPC over POST."""

    url: Url
    token: TokenName = TOKEN


Pointer = Annotated[str, msgspec.Meta(pattern=f"^(/.*)?{END}", description="A JSON Pointer.")]
RouteName = Annotated[
    str, msgspec.Meta(pattern=ROUTE, description="domain.operation, with * for any of one or both.")
]
# The parts of an operation's name, in what a route says.
STEM, LEAF = "${stem}", "${leaf}"


class Leaves(Frozen, frozen=True):
    """How a tool is asked which operations of a family it has."""

    arguments: Annotated[
        dict[str, str | int | bool], msgspec.Meta(description="What it is called with.")
    ]
    at: Annotated[
        Pointer,
        msgspec.Meta(
            description="Where its answer has their names behind the stem: a list of texts, or the "
            "names of members."
        ),
    ]


class Route(Frozen, frozen=True):
    """An operation, or a family of them, that is calls of tools whose results say it all."""

    # ${stem} and ${leaf} are the parts of the operation's name.

    tool: Annotated[
        Place,
        msgspec.Meta(
            description="The tool, by name, such as '${stem}'; a JSON Pointer is to where the "
            "params name it."
        ),
    ]
    arguments: Annotated[
        Pointer, msgspec.Meta(description="Where the params have the tool's arguments.")
    ]
    also: Annotated[
        dict[str, str | int | bool],
        msgspec.Meta(
            description="Further arguments, by name, or by a JSON Pointer to a place within one. A "
            "value that is a JSON Pointer is where the params have it, and what it is taken from is "
            "no argument by its own name; any other is the value, such as '${leaf}'."
        ),
    ] = msgspec.field(default_factory=dict)
    without: Annotated[
        list[str],
        msgspec.Meta(
            description="Arguments that the tool does not know and does well without: hints."
        ),
    ] = msgspec.field(default_factory=list)
    paths: Annotated[
        list[str],
        msgspec.Meta(
            description="Arguments that the tool wants as paths, where the params have URIs of files."
        ),
    ] = msgspec.field(default_factory=list)
    meta: Annotated[
        dict[str, Pointer],
        msgspec.Meta(description="What stands in the call's _meta, and where the params have it."),
    ] = msgspec.field(default_factory=dict)
    names: Annotated[
        dict[str, str], msgspec.Meta(description="Tools that the server calls otherwise.")
    ] = msgspec.field(default_factory=dict)
    success: Annotated[
        Pointer | None,
        msgspec.Meta(
            description="Where the result is false exactly if it is marked as an error; else the mark is added to it."
        ),
    ] = None
    leaves: Annotated[
        Leaves | None,
        msgspec.Meta(
            description="Of a family whose tools are not named by '${leaf}': each says what it has."
        ),
    ] = None


class McpTable(Frozen, frozen=True):
    """The implementation as the tools of an MCP server: ``command``'s, or the one at ``url``."""

    url: Url | None = None
    token: TokenName = TOKEN
    tools: Annotated[
        dict[OperationName, str],
        msgspec.Meta(description="Operations and the tools that are them, by their names."),
    ] = msgspec.field(default_factory=dict)
    routes: Annotated[
        dict[RouteName, Route],
        msgspec.Meta(
            description="Operations that are calls of tools. A name that is stated goes before "
            "families, a longer one of these before a shorter."
        ),
    ] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse families of which nobody could say what there is."""
        for name, route in self.routes.items():
            stem, _, leaf = name.partition(".")
            if "*" in name and route.tool.startswith("/"):
                raise ValueError(f"{name} names no tool: the operations of a family do")
            if stem == "*" and STEM not in route.tool:
                raise ValueError(f"{name} has any stem, so its tool has to be named by {STEM}")
            if leaf == "*" and LEAF not in route.tool and route.leaves is None:
                raise ValueError(f"{name} has neither {LEAF} in the name of its tool nor leaves")


class Manifest(Frozen, frozen=True):
    """An implementation that the harness can reach; ``command`` is that of its adapter."""

    name: Name
    language: Line
    command: Command = msgspec.field(default_factory=list)
    title: Line = ""
    default: Annotated[
        bool, msgspec.Meta(description="Whether it belongs to a run that names no implementation.")
    ] = False
    operations: Annotated[
        list[OperationGlob],
        msgspec.Meta(
            description='Operations that its handshake has to name, by globs such as "family.*": a '
            "run in which one of them is missing is not green."
        ),
    ] = msgspec.field(default_factory=list)
    build: Build | None = None
    requires: Annotated[
        dict[Place, Line],
        msgspec.Meta(description='Tools and their lowest versions, such as "tool" = ">=1.2".'),
    ] = msgspec.field(default_factory=dict)
    environment: Variables = msgspec.field(default_factory=dict)
    reads: Annotated[
        list[str],
        msgspec.Meta(
            description="Folders in a home that it has to read when it is contained, beside its own, "
            "its repository's and those of programs."
        ),
    ] = msgspec.field(default_factory=list)
    limits: Limits = Limits()
    docker: DockerTable | None = None
    http: HttpTable | None = None
    mcp: McpTable | None = None


class Implementation(msgspec.Struct, frozen=True):
    """A manifest with the place that it came from; ``folder`` is where its build runs.

    ``transport`` is what the user asked for, else None. ``stated`` is by what the user can name it
    where its name alone does not find it, ``path`` its file, for one that has any.
    """

    manifest: Manifest
    folder: Path
    baseline: Path | None = None
    transport: TransportKind | None = None
    stated: str | None = None
    path: Path | None = None

    @property
    def name(self) -> str:
        """The name by which a run selects and reports it."""
        return self.manifest.name
