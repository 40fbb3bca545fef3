"""Where a path really leads: name by name, with every symbolic link followed as it is met.

Whoever walks says how a link is read, so that nothing here touches a file.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from hanzo_reference.spec.declaration import DomainError

LONGEST_PATH_BYTES = 4096
# What Linux follows before it speaks of a loop (path_resolution(7)).
MOST_LINKS = 40


class InvalidPath(DomainError):  # noqa: N818 - the name that all languages share
    """What is no path, or cannot be followed: ``SANDBOX_PATH``."""

    def __init__(self, problem: str) -> None:
        super().__init__("SANDBOX_PATH", problem)


class LinkLoop(DomainError):  # noqa: N818 - the name that all languages share
    """More links than are followed: ``SANDBOX_LOOP``."""

    def __init__(self) -> None:
        super().__init__("SANDBOX_LOOP", f"more than {MOST_LINKS} symbolic links on the way")


def check_text(path: str) -> str:
    """The path, if it can be one; raises ``InvalidPath``. Spec: SANDBOX-1 to SANDBOX-3."""
    if not path:
        raise InvalidPath("a path is not empty")
    if "\0" in path:
        raise InvalidPath("a path holds no NUL")
    if _length_in_bytes(path) > LONGEST_PATH_BYTES:
        raise InvalidPath(f"a path has at most {LONGEST_PATH_BYTES} bytes")
    return path


def resolve(path: str, base: str, read_link: Callable[[str], str | None]) -> str:
    """The canonical absolute path to which a path leads from ``base``; it need not exist.

    ``read_link`` says what the symbolic link at a canonical path holds, None where there is none.
    Raises ``InvalidPath`` and ``LinkLoop``. Spec: SANDBOX-1 to SANDBOX-16.
    """
    check_text(path)
    if not check_text(base).startswith("/"):
        raise InvalidPath("a base is absolute")
    left = deque(_names(path if path.startswith("/") else f"{base}/{path}"))
    found: list[str] = []
    links = 0
    while left:
        name = left.popleft()
        if name == "..":
            # From where the walk is, which behind a link is not where it was written.
            del found[-1:]
            continue
        found.append(name)
        target = read_link(f"/{'/'.join(found)}")
        if target is None:
            continue
        links += 1
        if links > MOST_LINKS:
            raise LinkLoop
        found = [] if check_text(target).startswith("/") else found[:-1]
        left.extendleft(reversed(_names(target)))
    return f"/{'/'.join(found)}"


def _length_in_bytes(path: str) -> int:
    try:
        return len(path.encode())
    except UnicodeEncodeError:
        # A name from the system that is no UTF-8: other languages would see another one.
        raise InvalidPath("a path is Unicode text") from None


def _names(path: str) -> list[str]:
    return [name for name in path.split("/") if name not in ("", ".")]
