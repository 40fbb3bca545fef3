"""What has to be there before an implementation can be asked anything: manifest, tools, build."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from hanzo_conformance.doctor.checkup import Health, Observation
from hanzo_conformance.doctor.reading import Reading, enclosing, stated_sources
from hanzo_conformance.doctor.reading_watch import can_watch, watch_reading
from hanzo_conformance.doctor.tracing import can_trace, trace_reading
from hanzo_conformance.implementations.address import transport_kind
from hanzo_conformance.implementations.builds import inputs_of
from hanzo_conformance.implementations.commands import build_folder, expand
from hanzo_conformance.implementations.manifest import Implementation, TransportKind
from hanzo_conformance.implementations.manifests import MANIFEST, open_baseline
from hanzo_conformance.implementations.tools import version_of
from hanzo_conformance.transports.surroundings import Surroundings

TOLD = 10
PLACE = re.compile(r"\$\{[^}]*\}?")


def premises(
    item: Implementation,
    around: Surroundings,
    building: Callable[[list[str]], None],
    interrupted: Callable[[], bool],
) -> Iterator[Observation]:
    """See whether it can be started, and build it where that is due.

    Raises a ``ConformanceError`` when it cannot.
    """
    yield _manifest(item)
    build = partial(around.prepare, item, building, interrupted)
    reading = None
    if _states_inputs(item):
        reading, seconds = _watched(item, around, build)
    else:
        seconds = build()
    if item.manifest.requires:
        yield Observation("tools", Health.OK, ", ".join(map(_tool, item.manifest.requires)))
    if item.manifest.build is not None:
        done = "is up to date" if seconds is None else f"done in {seconds:.0f} s"
        asked = ", and asked on every run" if item.manifest.build.inputs is None else ""
        yield Observation("build", Health.OK, done + asked)
    if _states_inputs(item):
        yield _inputs(item, reading)


def _states_inputs(item: Implementation) -> bool:
    """Whether there is a build that is run only when what its manifest names has changed."""
    build = item.manifest.build
    kinds = {TransportKind.PROCESS, TransportKind.MCP}
    return build is not None and build.inputs is not None and transport_kind(item) in kinds


def _watched(
    item: Implementation, around: Surroundings, build: Callable[..., float | None]
) -> tuple[Reading | None, float | None]:
    """What is read while it is built from nothing, None where that cannot be seen; and the seconds.

    Only where the system does not tell what a build opens, all that is opened meanwhile counts.
    """
    top = enclosing(item.folder.resolve())
    reading: Reading | None = None
    if can_trace():
        reading = Reading(top)
        with trace_reading(reading, around.end_builds) as wrap:
            seconds = build(anew=True, wrap=wrap)
    elif can_watch():
        with watch_reading(top) as reading:
            seconds = build(anew=True)
        if _missed(item, reading):
            # Others read here, too, such as an editor; hardly the same files for a second time.
            with watch_reading(top) as again:
                build(anew=True)
            reading.opened &= again.opened
    else:
        seconds = build(anew=True)
    stated = Reading(top, complete=False) if reading is None else reading
    found = {path.resolve() for path in stated_sources(build_folder(item))}
    stated.stated = {path for path in found if stated.is_source(path)}
    return (stated if reading or found else None), seconds


def _inputs(item: Implementation, reading: Reading | None) -> Observation:
    """Whether the inputs are all that was read while it was built from nothing."""
    if reading is None:
        what = "whether they are all that the build reads cannot be seen on this system"
        return Observation("build inputs", Health.NOTE, what)
    missed = _missed(item, reading)
    if missed:
        names = [os.path.relpath(path, item.folder.resolve()) for path in missed[:TOLD]]
        more = [f"and {len(missed) - TOLD} more"] if len(missed) > TOLD else []
        who = "by it or by others (this system does not tell by whom), " * (not reading.exact)
        return Observation(
            "build inputs",
            Health.WRONG,
            "\n".join([f"read while it was built, {who}and no input matches:", *names, *more]),
            "add them to [build] inputs; or take inputs out, if the command sees by itself what has "
            "changed: then it is asked on every run",
        )
    if not reading.complete:
        what = f"match what was seen to be read, but not all below {reading.top} could be seen"
        return Observation("build inputs", Health.NOTE, what)
    return Observation("build inputs", Health.OK, "match all sources that were read")


def _missed(item: Implementation, reading: Reading) -> list[Path]:
    """What was read and is no input, sorted."""
    assert item.manifest.build is not None
    covered = {path.resolve() for path in inputs_of(item, item.manifest.build)}
    covered.add((item.folder / MANIFEST).resolve())
    return sorted((reading.opened | reading.stated) - covered)


def _manifest(item: Implementation) -> Observation:
    """Raises ``FileError`` for a baseline that cannot be read."""
    manifest = item.manifest
    open_baseline(item)
    build = manifest.build.command if manifest.build else []
    somewhere = Path("/")
    words = [
        *expand([*manifest.command, *manifest.environment.values()], item, somewhere, somewhere),
        *expand(build, item),
    ]
    left = [found[0] for word in words for found in PLACE.finditer(word)]
    if left:
        return Observation(
            "manifest",
            Health.WRONG,
            f"{left[0]} stands for nothing",
            "there are ${here}, ${build}, ${python}, ${package:NAME}, ${workspace} and ${scratch}",
        )
    path = item.folder / MANIFEST
    place = str(path) if path.is_file() else "none, an address"
    return Observation("manifest", Health.OK, place + (" and a baseline" if item.baseline else ""))


def _tool(name: str) -> str:
    path = shutil.which(name)
    return f"{name} {(path and version_of(path)) or 'of a version that it does not tell'}"
