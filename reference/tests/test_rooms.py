"""The rooms of the reference: the same furniture in each, and what is declared pure is."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

import hanzo_reference
from hanzo_reference.spec.contract import domains
from hanzo_reference.spec.declaration import Domain
from hanzo_reference.spec.rooms import folder

ROOMS = pytest.mark.parametrize("domain", domains(), ids=lambda domain: domain.id)
FURNITURE = ("__init__.py", "spec.md", "models.py", "operations.py", "cases/__init__.py")
# Where each operation is so much of a thing of its own that it stands in a module of its own.
APART = {"fs", "vcs"}
# What reaches the system, the clock or chance.
OUTSIDE = {
    "asyncio", "fcntl", "http", "importlib", "io", "multiprocessing", "os", "pathlib", "random",
    "secrets", "select", "selectors", "shutil", "signal", "socket", "ssl", "subprocess", "tempfile",
    "threading", "time", "uuid",
}  # fmt: skip
HOME = Path(hanzo_reference.__path__[0])


@ROOMS
def test_a_room_has_the_furniture_that_all_rooms_have(domain: Domain) -> None:
    there = folder(domain)
    # A room without operations of its own is about what those of another leave.
    elsewhere = {"operations.py"} if domain.id in APART else set()
    elsewhere |= set() if domain.operations else {"operations.py", "models.py"}
    wanted = [name for name in FURNITURE if name not in elsewhere]
    assert [name for name in wanted if not (there / name).is_file()] == []
    assert not (there / "cases.py").exists()
    if not domain.touches_system:
        assert (there / "inputs.py").is_file()


@ROOMS
def test_a_module_that_is_declared_pure_reaches_nothing_outside(domain: Domain) -> None:
    for name in domain.pure:
        module = f"{domain.package}.{name}"
        assert module in modules(), f"{domain.id} declares {name} pure, which is not there"
        assert list(ways_out(module)) == []


def test_what_reaches_the_system_is_seen_also_through_other_modules() -> None:
    assert list(ways_out("hanzo_reference.tools.ws.survey"))
    assert list(ways_out("hanzo_reference.tools.ws.operations"))


@cache
def modules() -> Mapping[str, Path]:
    found = {}
    for path in HOME.rglob("*.py"):
        parts = path.relative_to(HOME.parent).with_suffix("").parts
        found[".".join(part for part in parts if part != "__init__")] = path
    return found


def ways_out(module: str) -> Iterator[str]:
    """Each import of something outside, of a module and of all that it is built on."""
    todo, seen = [module], {module}
    while todo:
        name = todo.pop()
        for used in imports(name):
            if used.partition(".")[0] in OUTSIDE:
                yield f"{name} imports {used}"
            elif used in modules() and used not in seen:
                seen.add(used)
                todo.append(used)


@cache
def imports(module: str) -> frozenset[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(modules()[module].read_bytes())):
        if isinstance(node, ast.Import):
            found |= {item.name for item in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            below = {f"{node.module}.{item.name}" for item in node.names}
            found |= below & set(modules()) or {node.module}
    return frozenset(found)
