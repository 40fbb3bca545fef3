"""The rooms of the reference: which modules hold a domain's behaviour, and how one is exchanged.

Behaviour is what a domain's package imports from its own folder, models aside; cases and the inputs
of fuzzing are never imported by it. Modules beside the domains, or beside the door, that behaviour
imports are rooms of their own, judged by the vectors of every domain that they serve.
"""

from __future__ import annotations

import ast
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources.readers import FileReader
from pathlib import Path
from types import CodeType, ModuleType, SimpleNamespace
from typing import Any

MODELS = "models"
EXCUSES = "mutants.toml"


@dataclass(frozen=True)
class Room:
    """A part of the reference whose mutants are judged together.

    ``modules`` are the dotted names of behaviour, with their files; ``packages`` those of the
    domains whose vectors judge them. ``stale`` says for each module what has to be imported anew
    when it changes, itself included. ``excuses`` is where surviving mutants are explained.
    """

    name: str
    excuses: Path
    modules: Mapping[str, Path]
    packages: Sequence[str]
    stale: Mapping[str, frozenset[str]]

    def file(self, module: str) -> str:
        """The file of a module as reports name it: from the folder in which the excuses are."""
        return self.modules[module].relative_to(self.excuses.parent).as_posix()


def rooms(
    root: str,
    names: Iterable[str],
    door: str | None = None,
    pure: Mapping[str, Collection[str]] = {},
) -> list[Room]:
    """The rooms of these domains, packages below the package ``root``, and those beside them.

    What the module ``door`` is built of declares domains and does not behave. Of a domain in
    ``pure`` only these modules are changed, since others reach the system; what it uses beside it
    is judged by the vectors of others.
    """
    home = _folder(root)
    imports = _imports(root, home)
    beside = _closure([f"{root}.{door}"], imports) if door else set()
    shareable = {home, _file(f"{root}.{door}", root, home).parent} if door else {home}
    found: list[Room] = []
    shared: dict[str, list[str]] = {}
    for short in names:
        package = f"{root}.{short}"
        folder = _folder(package)
        reached = _closure([package], imports)
        modules = {
            name: path
            for name in sorted(reached)
            if (path := _file(name, root, home)).is_relative_to(folder)
            and _behaves(name.removeprefix(f"{package}."), path, folder, pure.get(short))
        }
        name = package.rpartition(".")[2]
        found.append(_room(name, folder / EXCUSES, modules, [package], imports))
        for name in reached if short not in pure else ():
            path = _file(name, root, home)
            if path.parent in shareable and path.stem != "__init__" and name not in beside:
                shared.setdefault(name, []).append(package)
    for name, users in sorted(shared.items()):
        path = _file(name, root, home)
        excuses = path.with_name(f"{path.stem}-{EXCUSES}")
        found.append(_room(path.stem, excuses, {name: path}, users, imports))
    return found


def _behaves(short: str, path: Path, folder: Path, pure: Collection[str] | None) -> bool:
    """Whether a module of a room holds behaviour that can be changed in a process of ours."""
    if pure is not None:
        return short in pure
    return path.parent == folder and path.stem not in {"__init__", MODELS}


def _room(
    name: str,
    excuses: Path,
    modules: Mapping[str, Path],
    packages: Sequence[str],
    imports: Mapping[str, set[str]],
) -> Room:
    """A room; what is stale with a module is what imports it on the way from the packages."""
    near = _closure(packages, imports)
    users: dict[str, set[str]] = {}
    for user in near:
        for used in imports[user]:
            users.setdefault(used, set()).add(user)
    stale = {
        module: frozenset(_closure([module], users)) | frozenset(packages) for module in modules
    }
    return Room(name, excuses, modules, packages, stale)


def exchange(room: Room, module: str, code: CodeType) -> list[Any]:
    """Import the room's packages with another code for one module; their ``DOMAIN`` objects.

    For good: to be called in a process that has nothing else to do afterwards.
    """
    stale = {name: _unchanged(name) for name in room.stale[module]}
    for name in stale:
        sys.modules.pop(name, None)
    stale[module] = replace(stale[module], code=code)
    sys.meta_path.insert(0, _Exchanged(stale))
    return declared(room)


def warm(room: Room) -> None:
    """Read what an exchange will need, so that processes made of this one have it already."""
    for stale in room.stale.values():
        for name in stale:
            _unchanged(name)


def declared(room: Room) -> list[Any]:
    """The ``DOMAIN`` objects of the room's packages as they are."""
    return [importlib.import_module(package).DOMAIN for package in room.packages]


@dataclass(frozen=True)
class _Module:
    """What it takes to import a module without looking for its file; ``below`` is a package's."""

    code: CodeType
    origin: str
    below: Sequence[str] | None


@cache
def _unchanged(name: str) -> _Module:
    """A module as its file says."""
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert isinstance(spec.loader, importlib.abc.InspectLoader)
    code = spec.loader.get_code(name)
    assert code is not None
    assert spec.origin is not None
    return _Module(code, spec.origin, spec.submodule_search_locations)


class _Exchanged(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds these modules, and executes the code that it was given for each."""

    def __init__(self, modules: Mapping[str, _Module]) -> None:
        self._modules = modules

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        found = self._modules.get(fullname)
        if found is None:
            return None
        spec = importlib.machinery.ModuleSpec(
            fullname, self, origin=found.origin, is_package=found.below is not None
        )
        spec.has_location = True
        if found.below is not None:
            spec.submodule_search_locations = list(found.below)
        return spec

    def get_resource_reader(self, fullname: str) -> FileReader:
        """What reads the files beside a module."""
        beside = SimpleNamespace(path=self._modules[fullname].origin)
        return FileReader(beside)  # type: ignore[arg-type] # it asks a loader for the path alone

    def exec_module(self, module: ModuleType) -> None:
        exec(self._modules[module.__name__].code, module.__dict__)  # noqa: S102 - what a mutant is


def _folder(package: str) -> Path:
    found = importlib.util.find_spec(package)
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent


def _file(name: str, root: str, home: Path) -> Path:
    place = home.joinpath(*name.split(".")[len(root.split(".")) :])
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def _imports(root: str, home: Path) -> dict[str, set[str]]:
    """For each module of a package, the modules of the same package that it names in imports."""
    files: dict[str, Path] = {}
    for path in sorted(home.rglob("*.py")):
        parts = path.relative_to(home).with_suffix("").parts
        files[".".join((root, *(part for part in parts if part != "__init__")))] = path
    return {
        name: {used for used in _named(ast.parse(path.read_bytes()), files) if used != name}
        for name, path in files.items()
    }


def _named(tree: ast.Module, files: Mapping[str, Path]) -> Iterable[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in files)
        elif isinstance(node, ast.ImportFrom) and node.module in files:
            below = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in files else str(node.module) for name in below)


def _closure(start: Iterable[str], edges: Mapping[str, set[str]]) -> set[str]:
    reached: set[str] = set()
    todo = list(start)
    while todo:
        name = todo.pop()
        if name not in reached:
            reached.add(name)
            todo += edges.get(name, set())
    return reached
