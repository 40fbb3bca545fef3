"""Rooms: where each domain's folder is, and what in it cannot be read, with file and line.

Whatever a file of a room raises when it is read is its author's mistake, and is told as such:
``RoomError`` is for the author of a domain, who reads a sentence instead of a traceback.
"""

from __future__ import annotations

import importlib
import importlib.resources
import importlib.util
import pkgutil
import traceback
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import hanzo_reference
from hanzo_reference.spec.declaration import Domain

# The names of folders on the way to the package say where a file is to whoever reads it.
HOME = Path(hanzo_reference.__path__[0])


class RoomError(Exception):
    """A file of a room that is not there, or cannot be read; the message begins with the file."""


@cache
def packages() -> tuple[ModuleType, ...]:
    """Every room, and the folders of rooms; raises ``RoomError``."""
    return tuple(_below(hanzo_reference.__path__, hanzo_reference.__name__))


def _below(path: Iterable[str], package: str) -> Iterator[ModuleType]:
    for item in pkgutil.iter_modules(path):
        if item.ispkg:
            module = load(f"{package}.{item.name}")
            yield module
            if not hasattr(module, "DOMAIN"):
                yield from _below(module.__path__, module.__name__)


def load(name: str) -> ModuleType:
    """A module of the reference; raises ``RoomError`` when it cannot be imported."""
    try:
        return importlib.import_module(name)
    except Exception as problem:
        raise RoomError(f"{blame(problem)}: {_words(problem)}") from problem


def part(domain: Domain, name: str, *members: str) -> ModuleType:
    """A module beside a domain's declaration that has these members; raises ``RoomError``."""
    full = f"{domain.package}.{name}"
    load(domain.package)
    if importlib.util.find_spec(full) is None:
        told = " and ".join(members)
        raise RoomError(f"{shown(folder(domain) / name)}.py is not there: it has {told}")
    module = load(full)
    for member in members:
        if not hasattr(module, member):
            raise RoomError(f"{shown(Path(str(module.__file__)))} has no {member}")
    return module


def folder(domain: Domain) -> Path:
    """Where a domain's files are."""
    return HOME.joinpath(*domain.package.split(".")[1:])


def specification_file(domain: Domain) -> Path:
    """Where a domain's requirements stand."""
    return folder(domain) / "spec.md"


def shown(path: Path, line: int | None = None) -> str:
    """A file of the reference as messages name it: from the folder that holds the package."""
    place = path.relative_to(HOME.parent.parent) if path.is_relative_to(HOME) else path
    return f"{place}:{line}" if line else str(place)


def blame(problem: BaseException) -> str:
    """The last place in the reference's files that an exception went through, as file and line."""
    if isinstance(problem, SyntaxError) and problem.filename:
        return shown(Path(problem.filename), problem.lineno)
    frames = traceback.extract_tb(problem.__traceback__)
    own = [item for item in frames if Path(item.filename).is_relative_to(HOME)]
    # What reads a room is never to blame for what stands in it.
    outside = [item for item in own if Path(item.filename).parent != Path(__file__).parent]
    found = (outside or own or frames)[-1]
    return shown(Path(found.filename), found.lineno)


def _words(problem: BaseException) -> str:
    text = problem.msg if isinstance(problem, SyntaxError) else str(problem).partition("\n")[0]
    return f"{type(problem).__name__}: {text}"


def place_of(domain: Domain, text: str) -> str:
    """Where the cases of a domain say a text first, as file and line; else their folder."""
    wanted = f'"{text}"'
    cases = folder(domain) / "cases"
    for path in sorted(cases.rglob("*.py")) if cases.is_dir() else [cases.with_suffix(".py")]:
        lines = path.read_text(encoding="utf-8").split("\n") if path.is_file() else []
        for number, line in enumerate(lines, 1):
            if wanted in line:
                return shown(path, number)
    return shown(cases)


def requirement_place(domain: Domain, name: str) -> str:
    """Where a domain's ``spec.md`` states a requirement, as file and line."""
    return _line_of(specification_file(domain), f"### {name} (")


def declaration(domain: Domain, text: str | None = None) -> str:
    """A domain's declaration, and the line that says a text there."""
    path = folder(domain) / "__init__.py"
    return shown(path) if text is None else _line_of(path, f'"{text}"')


def _line_of(path: Path, wanted: str) -> str:
    lines = path.read_text(encoding="utf-8").split("\n")
    return shown(path, next((n for n, line in enumerate(lines, 1) if wanted in line), None))


def repeats(found: Iterable[Domain]) -> None:
    """Raise ``RoomError`` where two rooms have one id, vector file or prefix of requirements."""
    seen: dict[tuple[str, Any], Domain] = {}
    for domain in found:
        for name in ("id", "vector_file", "requirement_prefix"):
            other = seen.setdefault((name, getattr(domain, name)), domain)
            if other is not domain:
                raise RoomError(
                    f"{shown(folder(domain) / '__init__.py')}: its {name} "
                    f"{getattr(domain, name)!r} is that of {other.package}"
                )
