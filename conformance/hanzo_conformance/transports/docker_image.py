"""Images: the one that a manifest names, or the one that its recipe makes.

What a recipe makes has a tag from the content of all that goes in, so that it is made again when
something changes and never otherwise.
"""

from __future__ import annotations

import hashlib
import io
import os
import queue
import re
import tarfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import docker
from docker.errors import DockerException, ImageNotFound

from hanzo_conformance.implementations.commands import expand
from hanzo_conformance.implementations.manifest import DockerTable, Implementation, Recipe
from hanzo_conformance.installation.places import LEFTOVERS
from hanzo_conformance.transports.docker_engine import LOST, engine, labels, lost
from hanzo_conformance.values.errors import BuildError, StartError
from hanzo_conformance.values.mark import RUN_MARK
from hanzo_vectors.errors import FileError

ARGUMENT = "HANZO_CONFORMANCE_"
TAIL_LINES = 30
LINE_CHARACTERS = 2000
# Messages of a build that whoever tells of them has not got to yet.
MOST_WAITING = 1000


def image_of(item: Implementation, table: DockerTable, variables: Mapping[str, str]) -> str:
    """The name of the image that an implementation runs in."""
    if table.recipe is None:
        assert table.image is not None
        return table.image
    digest = hashlib.sha256()
    for name, value in sorted(_arguments(table.recipe, variables).items()):
        digest.update(f"{name}={value}\0".encode())
    for name, path in _files(item, table.recipe):
        digest.update(f"{name}\0{path.stat().st_mode & 0o111}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    stem = re.sub("[^a-z0-9]+", "-", item.name).strip("-")
    return f"hanzo-conformance/{stem}:{digest.hexdigest()[:16]}"


def prepare_image(
    item: Implementation,
    table: DockerTable,
    variables: Mapping[str, str],
    started: Callable[[list[str]], None],
    interrupted: Callable[[], bool],
    progressed: Callable[[float, str], None] | None = None,
    *,
    anew: bool = False,
) -> float | None:
    """Have the image there; the seconds of its build, None where it was there already.

    ``anew`` makes what has a recipe again, and takes nothing from earlier builds.
    An image that a manifest names is never fetched: what a run uses is the user's decision.
    ``progressed`` is told the seconds so far and each line. Raises ``StartError`` or ``BuildError``.
    """
    name = image_of(item, table, variables)
    with engine(variables) as client:
        try:
            client.images.get(name)
        except ImageNotFound:
            pass
        except (DockerException, *LOST) as problem:
            raise lost(problem) from None
        else:
            if table.recipe is None or not anew:
                return None
    if table.recipe is None:
        raise StartError(f"there is no image {name} on the engine", f"docker pull {name}")
    begun = time.monotonic()
    _build(item, table.recipe, name, variables, started, interrupted, progressed, anew=anew)
    return time.monotonic() - begun


class _Said:
    """What the engine says of a build, from the thread that listens: no more than is told of."""

    def __init__(self) -> None:
        self._queue: queue.Queue[dict[str, str] | Exception | None] = queue.Queue(MOST_WAITING)
        self._left = threading.Event()

    def put(self, item: Mapping[str, Any] | Exception | None) -> None:
        """Wait until there is room, or nobody listens any more."""
        if isinstance(item, Mapping):
            told = {name: item[name] for name in ("stream", "error") if name in item}
            item = {name: str(text)[:LINE_CHARACTERS] for name, text in told.items()}
        while not self._left.is_set():
            with suppress(queue.Full):
                self._queue.put(item, timeout=0.2)
                return

    def get(self) -> dict[str, str] | Exception | None:
        """The next one; raises ``queue.Empty`` after a moment."""
        return self._queue.get(timeout=0.05)

    def leave(self) -> None:
        """Nobody listens any more."""
        self._left.set()


def _build(
    item: Implementation,
    recipe: Recipe,
    name: str,
    variables: Mapping[str, str],
    started: Callable[[list[str]], None],
    interrupted: Callable[[], bool],
    progressed: Callable[[float, str], None] | None,
    *,
    anew: bool,
) -> None:
    shown = ["docker", "build", "--tag", name, *(["--no-cache"] if anew else [])]
    arguments = _arguments(recipe, variables)
    for key, value in arguments.items():
        shown += ["--build-arg", f"{key}={value}"]
    started(shown)
    context = _context(item, recipe)
    tail: deque[str] = deque(maxlen=TAIL_LINES)
    said = _Said()
    with ExitStack() as giving_up, engine(variables, recipe.timeout_s) as client:
        made = labels(item, variables.get(RUN_MARK, ""))
        threading.Thread(
            target=_listen, args=(client, context, name, arguments, made, said, anew), daemon=True
        ).start()
        begun = time.monotonic()
        deadline = begun + recipe.timeout_s
        giving_up.callback(said.leave)
        while True:
            if interrupted():
                raise BuildError(shown, "interrupted", "\n".join(tail))
            if time.monotonic() > deadline:
                raise BuildError(shown, f"not done within {recipe.timeout_s:g} s", "\n".join(tail))
            try:
                message = said.get()
            except queue.Empty:
                continue
            if message is None:
                return
            if isinstance(message, Exception):
                raise BuildError(shown, str(message), "\n".join(tail))
            tail += message.get("stream", "").rstrip().splitlines()
            if progressed is not None and tail:
                progressed(time.monotonic() - begun, tail[-1])
            if "error" in message:
                raise BuildError(shown, message["error"], "\n".join(tail))


def _listen(
    client: docker.DockerClient,
    context: bytes,
    name: str,
    arguments: dict[str, str],
    made: dict[str, str],
    said: _Said,
    anew: bool,
) -> None:
    try:
        for message in client.api.build(
            fileobj=io.BytesIO(context),
            custom_context=True,
            dockerfile="Dockerfile",
            tag=name,
            buildargs=arguments,
            labels=made,
            rm=True,
            nocache=anew,
            forcerm=True,
            decode=True,
        ):
            said.put(message)
        said.put(None)
    except Exception as problem:  # noqa: BLE001 - it is raised again where one waits
        said.put(problem)


def _arguments(recipe: Recipe, variables: Mapping[str, str]) -> dict[str, str]:
    return {name: variables.get(ARGUMENT + name, value) for name, value in recipe.arguments.items()}


def _context(item: Implementation, recipe: Recipe) -> bytes:
    """The files of the build as an archive that depends on their content alone."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, path in _files(item, recipe):
            content = path.read_bytes()
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            entry.mode = 0o755 if path.stat().st_mode & 0o111 else 0o644
            archive.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()


def _files(item: Implementation, recipe: Recipe) -> Iterator[tuple[str, Path]]:
    """Each file of the context: its name there, and where it is; raises ``FileError``."""
    yield "Dockerfile", _there(item, item.folder / recipe.file)
    for target, stated in sorted(recipe.context.items()):
        place = _there(item, item.folder / expand([stated], item)[0])
        if place.is_file():
            yield target, place
            continue
        for folder, folders, names in os.walk(place):
            folders[:] = sorted(set(folders) - LEFTOVERS)
            for name in sorted(names):
                path = Path(folder) / name
                yield str(Path(target) / path.relative_to(place)), path


def _there(item: Implementation, path: Path) -> Path:
    if not (path.is_file() or path.is_dir()):
        raise FileError(
            item.folder / "runner.toml", f"[docker.recipe] {path} is not there", "check the path"
        )
    return path
