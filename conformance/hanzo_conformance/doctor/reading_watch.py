"""Which files somebody opens while we look: the system tells it, and nobody is traced."""

from __future__ import annotations

import importlib.util
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hanzo_conformance.installation.places import LEFTOVERS

# What is watched costs the system memory, and it allows only so many folders.
FOLDERS = 5000
LOOK_MS = 50
# What this program reads of itself in the meantime is read by no build.
OURSELVES = Path(__file__).resolve().parent.parent
REPOSITORY = (".git", ".hg", ".svn")


class Reading:
    """The files that were opened; ``complete`` is false when not all could be seen."""

    def __init__(self, top: Path) -> None:
        self.top = top
        self.opened: set[Path] = set()
        self.complete = True


def can_watch() -> bool:
    """Whether this system tells who opens files."""
    return importlib.util.find_spec("inotify_simple") is not None


def enclosing(folder: Path) -> Path:
    """The folder to look at around one: the repository that it is in, else the folder above it."""
    for place in (folder, *folder.parents):
        if any((place / name).exists() for name in REPOSITORY):
            return place
    return folder.parent


@contextmanager
def watch_reading(top: Path) -> Iterator[Reading]:
    """While inside, collect the files below a folder that are opened, and were there before."""
    from inotify_simple import INotify, flags

    reading, begun = Reading(top), time.time()
    stopped = threading.Event()
    with INotify() as watcher:
        places: dict[int, Path] = {}
        for folder in _folders(top, reading):
            try:
                number = watcher.add_watch(folder, flags.OPEN | flags.ONLYDIR | flags.DONT_FOLLOW)
            except OSError:
                # Not ours to read, gone, or more than the system allows.
                reading.complete = False
            else:
                places[number] = folder

        def collect(timeout_ms: int) -> bool:
            events = list(watcher.read(timeout=timeout_ms))
            for event in events:
                if event.mask & flags.Q_OVERFLOW:
                    reading.complete = False
                elif event.name and not event.mask & flags.ISDIR:
                    reading.opened.add(places[event.wd] / event.name)
            return bool(events)

        def look() -> None:
            while not stopped.is_set():
                collect(LOOK_MS)

        thread = threading.Thread(target=look, daemon=True)
        thread.start()
        try:
            yield reading
        finally:
            stopped.set()
            thread.join()
            while collect(0):
                pass
    reading.opened = {path for path in reading.opened if _was_there(path, begun)}


def _folders(top: Path, reading: Reading) -> Iterator[Path]:
    for count, (place, names, _) in enumerate(os.walk(top)):
        names[:] = sorted(set(names) - LEFTOVERS)
        if count >= FOLDERS:
            reading.complete = False
            return
        yield Path(place)


def _was_there(path: Path, begun: float) -> bool:
    """Whether a file is older than the look: what a build writes itself is no source of it."""
    if path.is_relative_to(OURSELVES):
        return False
    try:
        return path.is_file() and path.stat().st_ctime < begun
    except OSError:
        return False
