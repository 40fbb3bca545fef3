"""Two calls to the container engine: import an archive, and put a program into an image.

``engine.py import ARCHIVE NAME``; ``engine.py carry BASE PROGRAM PLACE NAME``.
"""

from __future__ import annotations

import io
import sys
import tarfile
from pathlib import Path

import docker


def import_archive(archive: str, name: str) -> None:
    """An image from the archive of a whole file system."""
    client = docker.from_env(timeout=600)
    with Path(archive).open("rb") as content:
        # Podman reads the tag here only, and Docker here too.
        client.api.import_image_from_data(content, repository=name)
    client.close()


def carry(base: str, program: str, place: str, name: str) -> None:
    """An image that is another one and a program at a place in it."""
    buffer = io.BytesIO()
    recipe = f"FROM {base}\nCOPY program {place}\n".encode()
    with tarfile.open(fileobj=buffer, mode="w") as context:
        for title, content, mode in (
            ("Dockerfile", recipe, 0o644),
            ("program", Path(program).read_bytes(), 0o755),
        ):
            entry = tarfile.TarInfo(title)
            entry.size, entry.mode = len(content), mode
            context.addfile(entry, io.BytesIO(content))
    buffer.seek(0)
    client = docker.from_env(timeout=600)
    client.images.build(fileobj=buffer, custom_context=True, tag=name, rm=True)
    client.close()


if __name__ == "__main__":
    {"import": import_archive, "carry": carry}[sys.argv[1]](*sys.argv[2:])
