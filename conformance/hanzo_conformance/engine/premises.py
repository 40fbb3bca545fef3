"""What has to be there before an implementation can be asked anything: manifest, tools, build."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Mapping

from hanzo_conformance.files.commands import expand
from hanzo_conformance.files.manifests import MANIFEST, open_baseline
from hanzo_conformance.files.tools import version_of
from hanzo_conformance.transports.opening import prepare
from hanzo_conformance.values.checkup import Health, Observation
from hanzo_conformance.values.manifest import Implementation

PLACE = re.compile(r"\$\{[^}]*\}?")


def premises(
    item: Implementation,
    inherited: Mapping[str, str],
    building: Callable[[list[str]], None],
    interrupted: Callable[[], bool],
) -> Iterator[Observation]:
    """See whether it can be started, and build it where that is due.

    Raises a ``ConformanceError`` when it cannot.
    """
    yield _manifest(item)
    seconds = prepare(item, inherited, building, interrupted)
    if item.manifest.requires:
        yield Observation("tools", Health.OK, ", ".join(map(_tool, item.manifest.requires)))
    if item.manifest.build is not None:
        done = "is up to date" if seconds is None else f"done in {seconds:.0f} s"
        yield Observation("build", Health.OK, done)


def _manifest(item: Implementation) -> Observation:
    """Raises ``FileError`` for a baseline that cannot be read."""
    manifest = item.manifest
    open_baseline(item)
    build = manifest.build.command if manifest.build else []
    words = expand([*manifest.command, *build, *manifest.environment.values()], item)
    left = [found[0] for word in words for found in PLACE.finditer(word)]
    if left:
        return Observation(
            "manifest",
            Health.WRONG,
            f"{left[0]} stands for nothing",
            "there are ${here}, ${build}, ${python} and ${package:NAME}",
        )
    path = item.folder / MANIFEST
    place = str(path) if path.is_file() else "none, an address"
    return Observation("manifest", Health.OK, place + (" and a baseline" if item.baseline else ""))


def _tool(name: str) -> str:
    path = shutil.which(name)
    return f"{name} {(path and version_of(path)) or 'of a version that it does not tell'}"
