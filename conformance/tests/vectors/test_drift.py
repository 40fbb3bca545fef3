"""No drift: one tree of generated files, however many make it, in whichever order, by any Python."""

from __future__ import annotations

import multiprocessing
import os
import random
import subprocess
import tomllib
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest
from generation import files_of, other_pythons, tree_hash

from hanzo_conformance.generation.generate import files_there, generated_files
from hanzo_reference.spec import contract
from hanzo_vectors.shipped import shipped_folder

pytestmark = pytest.mark.lengthy

ROOT = shipped_folder()
PYTHONS = other_pythons()

Order = Callable[[Sequence[str]], Sequence[str]]


def shuffled(names: Sequence[str]) -> Sequence[str]:
    return random.Random(5).sample(names, len(names))  # noqa: S311 - reproducible test data


@pytest.fixture(scope="module")
def whole() -> dict[str, bytes]:
    return generated_files()


@pytest.mark.parametrize(
    ("workers", "order"), [(1, sorted), (4, lambda names: sorted(names)[::-1]), (4, shuffled)],
    ids=["one worker", "four workers backwards", "four workers in no order"],
)  # fmt: skip
def test_any_number_of_workers_makes_the_same_tree_in_any_order(
    whole: dict[str, bytes], workers: int, order: Order
) -> None:
    # One domain that works on files stands for its like, whose vectors take their time.
    names = order([
        domain.id for domain in contract.domains()
        if not domain.touches_system or domain.id == "ws"
    ])  # fmt: skip
    # Nothing is inherited but what a process is told: as on another machine.
    context = multiprocessing.get_context("spawn")
    made: dict[str, bytes] = {}
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        for files in pool.map(files_of, names):
            assert all(made.get(path, data) == data for path, data in files.items())
            made |= files
    assert len(made) > len(whole) // 3
    assert [path for path in made if made[path] != whole.get(path)] == []
    assert tree_hash(made) == tree_hash({path: whole[path] for path in made})


def test_a_process_that_has_made_the_tree_makes_it_again(whole: dict[str, bytes]) -> None:
    assert tree_hash(generated_files()) == tree_hash(whole)


def test_the_hash_tells_trees_apart(whole: dict[str, bytes]) -> None:
    path = min(whole)
    for other in (
        {**whole, path: whole[path] + b"\n"},
        {name: data for name, data in whole.items() if name != path},
        {**whole, f"{path}x": whole[path]},
    ):
        assert tree_hash(other) != tree_hash(whole)


@pytest.fixture(scope="module")
def dependencies() -> list[str]:
    project = ROOT / "pyproject.toml"
    if not project.is_file():
        pytest.skip("needs a checkout")
    stated: list[str] = tomllib.loads(project.read_text())["project"]["dependencies"]
    return stated


@pytest.mark.parametrize("version", list(PYTHONS) or ["another"])
def test_every_python_of_this_machine_makes_the_same_tree(
    tmp_path: Path, whole: dict[str, bytes], dependencies: list[str], version: str
) -> None:
    if version not in PYTHONS:
        pytest.skip("there is only one Python here that is new enough")
    place = tmp_path / "venv"
    subprocess.run([PYTHONS[version], "-m", "venv", place], check=True, capture_output=True)
    python = place / "bin" / "python"
    installed = subprocess.run(
        [python, "-m", "pip", "install", "--quiet", *dependencies],
        capture_output=True,
        text=True,
        check=False,
    )
    if installed.returncode:
        pytest.skip(f"the dependencies could not be installed for {version}: {installed.stderr}")
    paths = [ROOT / "reference", ROOT / "conformance"]
    subprocess.run(
        [python, "-m", "hanzo_conformance", "vectors", "generate", "--into", tmp_path / "tree"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))},
        check=True,
        capture_output=True,
    )
    assert tree_hash(files_there(tmp_path / "tree")) == tree_hash(whole)
