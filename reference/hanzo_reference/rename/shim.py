"""The one version that an old name still publishes, as its manifest has it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hanzo_reference.rename.names import NAMES, Registry, warning
from hanzo_reference.spec.declaration import DomainError

# SemVer 2.0.0, item 2: no leading zeros; item 9: identifiers of a pre-release, of which those of
# digits only have none either.
_NUMBER = "(0|[1-9][0-9]*)"
_CORE = rf"{_NUMBER}\.{_NUMBER}\.{_NUMBER}"
_IDENTIFIER = "(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)"
_VERSION = re.compile(rf"{_CORE}(?:-({_IDENTIFIER}(?:\.{_IDENTIFIER})*))?")

LARGEST = 2**53 - 1
# PyPI has had it, and it is no shim.
LAST_OF_BEFORE = (0, 1, 0)
PROGRAM = ("hanzo-repl", "hanzo-dev")
# Programs that only the package of PyPI has had.
MORE_ON_PYPI = ("hanzo-repl-ipython", "hanzo-repl-tui")


@dataclass(frozen=True)
class Shim:
    """The manifest of a shim; ``range`` is in the registry's own notation."""

    name: str
    version: str
    description: str
    new_name: str
    range: str
    programs: dict[str, str]


def shim(registry: Registry, version: str, new_version: str) -> Shim:
    """The shim with this version, which leads to the new package from a version on.

    Raises INVALID_VERSION {version}. Spec: REN-10 to REN-18.
    """
    core, before_release = _read(version)
    if before_release is not None or core <= LAST_OF_BEFORE:
        raise _refused(version, "a shim is a release above 0.1.0")
    (major, _, _), _ = _read(new_version)
    old, new = NAMES[registry]
    programs = dict([PROGRAM])
    if registry == "pypi":
        programs.update(dict.fromkeys(MORE_ON_PYPI, PROGRAM[1]))
    return Shim(
        old, version, warning(registry), new, _range(registry, new_version, major + 1), programs
    )


def _range(registry: Registry, first: str, next_major: int) -> str:
    if registry == "pypi":
        return f">={first},<{next_major}"
    comma = "," if registry == "crates" else ""
    return f">={first}{comma} <{next_major}.0.0"


def _read(text: str) -> tuple[tuple[int, int, int], str | None]:
    """The three numbers and the pre-release of a version without build metadata."""
    found = _VERSION.fullmatch(text)
    if found is None:
        raise _refused(text, "no version of SemVer without build metadata")
    major, minor, patch, before_release = found.groups()
    if any(_is_too_large(digits) for digits in (major, minor, patch)):
        raise _refused(text, "a number beyond what all languages count exactly")
    return (int(major), int(minor), int(patch)), before_release


def _is_too_large(digits: str) -> bool:
    # Python refuses to read thousands of digits; none of them is needed.
    return len(digits) > len(str(LARGEST)) or int(digits) > LARGEST


def _refused(version: str, reason: str) -> DomainError:
    return DomainError("INVALID_VERSION", reason, {"version": version})
