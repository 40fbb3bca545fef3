"""The cases of the domain: names and their states, shims and their ranges."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.rename.cases import names, shims
from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag

FLAGS = {
    "look-alike": Flag(
        catches="taking somebody else's package for one of ours",
        link="https://www.unicode.org/reports/tr39/",
    ),
    "off-by-one": Flag(catches="the end of the 90 days, or of a range, one too early or too late"),
    "spelling": Flag(
        catches="comparing names in another way than their registry does",
        link="https://peps.python.org/pep-0503/#normalized-names",
    ),
    "version": Flag(
        catches="reading as a version what is none, or in another order than by numbers",
        link="https://semver.org/spec/v2.0.0.html",
    ),
}


def cases() -> Iterator[Case]:
    """Every case, names first."""
    yield from names.cases()
    yield from shims.cases()
