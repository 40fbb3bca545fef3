"""The furniture of a new domain: a room of the reference with one rule as an example, and its tests.

What it lacks is what nobody but its author knows: rules of its own, and where they come from.
"""

from __future__ import annotations

import keyword
import re

from hanzo_conformance.init.templates import copy, domain_template
from hanzo_conformance.values.errors import UsageError
from hanzo_vectors.errors import FileError
from hanzo_vectors.shipped import shipped_folder

NAME = re.compile("[a-z][a-z0-9]*(_[a-z0-9]+)*", re.ASCII)


def lay_out_domain(name: str) -> list[str]:
    """Write the room and the tests of a new domain; their paths in the checkout, sorted.

    Raises ``UsageError`` outside of a checkout, ``FileError`` for a room that is there.
    """
    # A package is called so, and what imports it is a statement of Python.
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise UsageError(
            f"{name!r} is no name for a domain",
            "names are lower-case letters, digits and single underscores, and no word of Python's own: "
            "their operations begin so, and their package is called so",
        )
    root = shipped_folder()
    reference = root / "reference"
    if not (root / "pyproject.toml").is_file() or not reference.is_dir():
        raise UsageError(
            "a domain is added to the sources of the reference, and this is an installed package",
            "clone the repository, and install it there: pip install -e .",
        )
    (package,) = (path for path in reference.iterdir() if (path / "spec").is_dir())
    room, tests = package / name, reference / "tests"
    for place in (room, tests / f"test_{name}.py"):
        if place.exists():
            raise FileError(place, "is there already", "name a domain that is not")
    words = {
        "my_domain": name,
        "my-domain": name.replace("_", "-"),
        "MYDOMAIN": name.replace("_", "").rstrip("0123456789").upper(),
        "My domain": name.replace("_", " ").capitalize(),
    }
    template = domain_template()
    try:
        written = [room / path for path in copy(template / "room", room, words)]
        written += [tests / path for path in copy(template / "tests", tests, words)]
    except OSError as problem:
        raise FileError(room, f"cannot be written: {problem.strerror}") from None
    return sorted(path.relative_to(root).as_posix() for path in written)
