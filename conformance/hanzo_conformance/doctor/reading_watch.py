"""Which files are opened while we look, by whomever: for systems that do not let a build be traced."""

from __future__ import annotations

import importlib.util
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hanzo_conformance.doctor.reading import Reading
from hanzo_conformance.installation.places import LEFTOVERS

# What is watched costs the system memory, and it allows only so many folders.
FOLDERS = 5000
LOOK_MS = 50


def can_watch() -> bool:
    """Whether this system tells that files are opened."""
    return importlib.util.find_spec("inotify_simple") is not None


@contextmanager
def watch_reading(top: Path) -> Iterator[Reading]:
    """While inside, collect the sources below a folder that are opened."""
    from inotify_simple import INotify, flags

    reading = Reading(top, exact=False)
    stopped = threading.Event()
    opened: set[Path] = set()
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
                    opened.add(places[event.wd] / event.name)
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
    reading.opened.update(path for path in map(Path.resolve, opened) if reading.is_source(path))


def _folders(top: Path, reading: Reading) -> Iterator[Path]:
    for count, (place, names, _) in enumerate(os.walk(top)):
        names[:] = sorted(set(names) - LEFTOVERS)
        if count >= FOLDERS:
            reading.complete = False
            return
        yield Path(place)
