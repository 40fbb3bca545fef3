"""The cases of this room: the sandbox rule, the test cases of HIP-0300 by name, ``ws`` itself."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag
from hanzo_reference.tools.ws.cases.detect import detect_cases
from hanzo_reference.tools.ws.cases.named import named_cases
from hanzo_reference.tools.ws.cases.roads import road_cases
from hanzo_reference.tools.ws.cases.sandbox import sandbox_cases

FLAGS = {
    "traversal": Flag(
        "a path that is compared before it is decoded, normalised or followed",
        "https://owasp.org/www-community/attacks/Path_Traversal",
        security=True,
    ),
    "prefix": Flag(
        "a folder taken for another one because its name begins the same", security=True
    ),
    "symlink": Flag("a symbolic link that is followed out of the workspace", security=True),
    "interpretation": Flag("a hash, a URI or a cursor that is rebuilt instead of handed on"),
}


def cases() -> Iterator[Case]:
    """Every case of the room."""
    yield from sandbox_cases()
    yield from named_cases()
    yield from road_cases()
    yield from detect_cases()
