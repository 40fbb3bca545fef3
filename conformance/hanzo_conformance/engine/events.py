"""The stream of events that a run emits and every report is made from."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from hanzo_conformance.containment.state import ContainmentEntry
from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.transports.messages import Handshake
from hanzo_conformance.values.replay import Replay
from hanzo_conformance.verdicts.record import EntryUse, Result, ShardEntry
from hanzo_vectors.vector import RequirementEntry, Vector


class RunStarted(msgspec.Struct, frozen=True):
    """First event; ``vectors`` are the selected ones by id, in their order.

    ``titles`` are those of the domains, ``strict`` and ``require`` how the run is to be judged, and
    ``left_out`` the implementations of the default set that the user left out by name.
    ``replays`` say of an implementation how a vector is put to it again, and ``manifests`` where in
    the user's repository its manifest is, for those that have one there. ``containment`` says what
    holds those that are processes of this machine.
    """

    started: str
    vectors_sha256: str
    implementations: tuple[Implementation, ...]
    vectors: dict[str, Vector]
    requirements: dict[str, RequirementEntry]
    titles: dict[str, str]
    strict: bool
    require: bool
    shard: ShardEntry | None = None
    left_out: tuple[str, ...] = ()
    replays: Mapping[str, Replay] = msgspec.field(default_factory=dict)
    manifests: Mapping[str, str] = msgspec.field(default_factory=dict)
    containment: ContainmentEntry | None = None


class BuildStarted(msgspec.Struct, frozen=True):
    """A stale build is made anew; ``command`` is shown to the user."""

    implementation: str
    command: tuple[str, ...]


class BuildProgressed(msgspec.Struct, frozen=True):
    """A build goes on; ``line`` is the last that it wrote. Comes now and then."""

    implementation: str
    seconds: float
    line: str


class BuildFinished(msgspec.Struct, frozen=True):
    """A build has succeeded."""

    implementation: str
    seconds: float


class Unavailable(msgspec.Struct, frozen=True):
    """An implementation cannot be driven; ``fatal`` when the user asked for it by name."""

    implementation: str
    why: str
    hint: str | None
    detail: str
    fatal: bool


class Ready(msgspec.Struct, frozen=True):
    """A handshake of an implementation: its first one, and one that names less than those before.

    ``missing`` are the operations that its manifest states and its handshake does not name, and
    ``unstated`` is the number of those that it names and its manifest does not state.
    """

    implementation: str
    handshake: Handshake
    missing: tuple[str, ...] = ()
    unstated: int = 0


class Judged(msgspec.Struct, frozen=True):
    """Some vectors were judged; each vector comes once for each implementation."""

    results: list[Result]


class Decided(msgspec.Struct, frozen=True):
    """How some vectors stand now: it may be taken back until they come as ``Judged``.

    ``taken_back`` are vectors that stand no more as they did, and will be judged again. Only who
    has to keep up with a run that may be killed listens to it.
    """

    implementation: str
    results: list[Result]
    taken_back: list[str]


class Notice(msgspec.Struct, frozen=True):
    """Something that a user wants to know and that no vector answers for.

    ``gates`` when it is a fault, which makes the run red.
    """

    implementation: str
    text: str
    gates: bool = False


class BaselineChecked(msgspec.Struct, frozen=True):
    """What is wrong with an implementation's baseline, with file and line; comes when it is done.

    ``problems`` make the run red; ``entries`` say what each entry did.
    """

    implementation: str
    problems: tuple[str, ...]
    entries: tuple[EntryUse, ...] = ()


class RunFinished(msgspec.Struct, frozen=True):
    """Last event of every run, also of an interrupted one."""

    seconds: float
    exit_code: int
    interrupted: bool


Event = (
    RunStarted
    | BuildStarted
    | BuildProgressed
    | BuildFinished
    | Unavailable
    | Ready
    | Judged
    | Decided
    | Notice
    | BaselineChecked
    | RunFinished
)
