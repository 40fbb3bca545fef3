"""The renaming of hanzo-repl: names and ranges held against the registries' own libraries."""

from __future__ import annotations

import doctest
import json
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from hanzo_reference.rename import DOMAIN, GRACE_S, inputs, resolve, shim
from hanzo_reference.spec import contract
from hanzo_reference.spec.declaration import DomainError

SPEC = Path(inputs.__file__).with_name("spec.md")
NUMBERS = (0, 1, 2, 9, 10, 2**53 - 1)


def drawn(operation: str, count: int) -> list[dict[str, object]]:
    """Inputs of one operation, by seed."""
    found: list[dict[str, object]] = []
    random = Random(17)  # noqa: S311 - a fixed sequence
    while len(found) < count:
        name, given = random.choice((inputs.well_formed, inputs.raw))(random)
        if name == operation:
            found.append(given)
    return found


def test_the_examples_of_the_specification_hold() -> None:
    failed, tried = doctest.testfile(str(SPEC), module_relative=False)
    assert (failed, tried > 0) == (0, True)


def test_names_of_pypi_compare_as_the_library_of_pip_compares_them() -> None:
    for given in drawn("resolve", 4000):
        name = str(given["name"])
        if given["registry"] != "pypi" or not name.isascii():
            continue
        is_old = canonicalize_name(name) == canonicalize_name("hanzo-repl")
        state = resolve("pypi", name, None, 0).state
        assert (state == "deprecated") == is_old, name


def test_a_range_of_pypi_takes_what_lies_between_and_nothing_else() -> None:
    span = SpecifierSet(shim("pypi", "0.2.0", "1.2.3").range)
    for major in NUMBERS:
        for minor in NUMBERS:
            version = (major, minor, 3)
            expected = (1, 2, 3) <= version < (2, 0, 0)
            assert span.contains(Version(f"{major}.{minor}.3")) == expected, version


def test_what_becomes_a_range_of_pypi_is_one_where_its_version_is_one_of_pypi() -> None:
    for given in drawn("shim", 4000):
        first = str(given["new_version"])
        try:
            made = shim("pypi", "0.2.0", first)
            version = Version(first)
        except (DomainError, InvalidVersion):
            continue
        assert SpecifierSet(made.range).contains(version, prereleases=True), first


@pytest.fixture(scope="module")
def semver() -> Path:
    """npm's own library of versions, which npm ships."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed")
    root = subprocess.run([npm, "root", "--global"], capture_output=True, text=True, check=True)
    folder = Path(root.stdout.strip()) / "npm" / "node_modules" / "semver"
    if not folder.is_dir():
        folder = Path(npm).resolve().parents[1] / "node_modules" / "semver"
    if not folder.is_dir():
        pytest.skip("npm does not show its library of versions")
    return folder


PROGRAM = """
const semver = require(process.argv[1]);
const asked = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(asked.map(([range, version]) =>
  range === null ? semver.valid(version) === version
                 : semver.satisfies(version, range, { includePrerelease: true }))));
"""


def asked_of(semver: Path, questions: list[tuple[str | None, str]]) -> list[bool]:
    told = subprocess.run(["node", "-e", PROGRAM, str(semver)], input=json.dumps(questions),
                          capture_output=True, text=True, check=True)  # fmt: skip
    answers: list[bool] = json.loads(told.stdout)
    return answers


def test_what_npm_takes_for_a_version_without_build_is_one(semver: Path) -> None:
    versions = sorted({str(given["new_version"]) for given in drawn("shim", 4000)})
    for version, valid in zip(versions, asked_of(semver, [(None, v) for v in versions]),
                              strict=True):  # fmt: skip
        try:
            shim("npm", "0.2.0", version)
        except DomainError:
            assert not valid or "+" in version, version
        else:
            assert valid, version


def test_a_range_of_npm_takes_what_lies_between_and_nothing_else(semver: Path) -> None:
    span = shim("npm", "0.2.0", "0.9.9").range
    versions = [(a, b, c) for a in NUMBERS for b in NUMBERS for c in NUMBERS]
    answers = asked_of(semver, [(span, ".".join(map(str, version))) for version in versions])
    for version, taken in zip(versions, answers, strict=True):
        assert taken == ((0, 9, 9) <= version < (1, 0, 0)), version


def test_a_name_never_comes_back_once_it_is_gone() -> None:
    states = [resolve("crates", "hanzo-repl", 100, 100 + GRACE_S + n).state for n in (-1, 0, 1)]
    assert states == ["deprecated", "yanked", "yanked"]


def test_every_case_is_anchored() -> None:
    assert all("anchor" in vector for vector in contract.describe(DOMAIN)["vectors"])
