"""The shims of hanzo-repl: what their manifests say, and what they do beside a stand-in of hanzo-dev."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from hanzo_reference.rename import resolve, shim

SHIMS = Path(__file__).resolve().parents[2] / "shims"
FIRST = "0.1.0"


def ran(*words: str | Path, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **variables}
    return subprocess.run([str(word) for word in words], cwd=cwd, env=environment, text=True,
                          capture_output=True, check=False, timeout=300)  # fmt: skip


def made(*words: str | Path, cwd: Path, **variables: str) -> str:
    done = ran(*words, cwd=cwd, **variables)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def stated(path: str) -> dict[str, Any]:
    text = (SHIMS / path).read_text()
    found: dict[str, Any] = json.loads(text) if path.endswith("json") else tomllib.loads(text)
    return found


def test_the_manifest_of_pypi_says_what_is_specified() -> None:
    project = stated("pypi/pyproject.toml")["project"]
    wanted = shim("pypi", project["version"], FIRST)
    assert (project["name"], project["description"]) == (wanted.name, wanted.description)
    assert project["dependencies"] == [f"{wanted.new_name}{wanted.range}"]
    assert set(project["scripts"]) == set(wanted.programs)


def test_the_manifest_of_npm_says_what_is_specified() -> None:
    package = stated("npm/package.json")
    wanted = shim("npm", package["version"], FIRST)
    assert (package["name"], package["description"]) == (wanted.name, wanted.description)
    assert package["dependencies"] == {wanted.new_name: wanted.range}
    assert set(package["bin"]) == set(wanted.programs)


def test_the_manifest_of_crates_says_what_is_specified() -> None:
    manifest = stated("crates/Cargo.toml")
    package = manifest["package"]
    wanted = shim("crates", package["version"], FIRST)
    assert (package["name"], package["description"]) == (wanted.name, wanted.description)
    assert manifest["dependencies"] == {wanted.new_name: wanted.range}
    assert {item["name"] for item in manifest["bin"]} == set(wanted.programs)
    assert manifest["badges"] == {"maintenance": {"status": "deprecated"}}


# A program that tells what it got and ends with a status of its own.
TELLS = "import json, sys\ndef main():\n    json.dump([sys.argv[1:], sys.stdin.read()], sys.stdout)\n    sys.exit(7)\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the shim of PyPI and a stand-in, both built and installed without a network."""
    folder = tmp_path_factory.mktemp("pypi")
    write(folder / "dev", {
        "pyproject.toml": '[build-system]\nrequires = ["hatchling"]\n'
        'build-backend = "hatchling.build"\n[project]\nname = "hanzo-dev"\nversion = "0.1.0"\n'
        '[project.scripts]\nhanzo-dev = "hanzo_dev.program:main"\n'
        '[tool.hatch.build.targets.wheel]\nonly-include = ["hanzo_dev"]\n',
        "hanzo_dev/__init__.py": "class Agent:\n    pass\n",
        "hanzo_dev/program.py": TELLS,
        "hanzo_dev/deep/__init__.py": "state = []\n",
        "hanzo_dev/deep/inner.py": "from hanzo_dev.deep import state\nstate.append(1)\n",
    })  # fmt: skip
    shutil.copytree(SHIMS / "pypi", folder / "repl")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet",
           "--no-index", "--no-deps", "--no-build-isolation", "--target", folder / "site")  # fmt: skip
    made(*pip, folder / "dev", folder / "repl", cwd=folder)
    return folder / "site"


def python(site: Path, program: str, *options: str) -> subprocess.CompletedProcess[str]:
    return ran(sys.executable, *options, "-c", program, cwd=site.parent, PYTHONPATH=str(site))


def test_the_old_package_is_the_new_one_down_to_its_objects(site: Path) -> None:
    done = python(site, "import hanzo_repl, hanzo_repl.deep.inner, hanzo_dev.deep.inner, sys\n"
                        "from hanzo_repl import deep\nfrom hanzo_repl.deep.inner import state\n"
                        "assert hanzo_repl.Agent is hanzo_dev.Agent\n"
                        "assert deep is hanzo_dev.deep and state is deep.state and state == [1]\n"
                        "assert sys.modules['hanzo_repl.deep.inner'] is hanzo_dev.deep.inner\n"
                        "assert hanzo_dev.deep.inner.__name__ == 'hanzo_dev.deep.inner'\n"
                        "assert hanzo_dev.deep.inner.__spec__.name == 'hanzo_dev.deep.inner'\n")  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_a_submodule_imported_first_by_its_dotted_old_name_is_the_new_one(site: Path) -> None:
    done = python(site, "import hanzo_repl.deep.inner as one, hanzo_dev.deep.inner as two\n"
                        "assert one is two")  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_what_hanzo_dev_does_not_have_is_missing_under_the_old_name_too(site: Path) -> None:
    done = python(site, "import hanzo_repl.nothing")
    assert "No module named 'hanzo_dev.nothing'" in done.stderr


def test_the_warning_of_python_comes_once_and_names_the_line_of_the_import(site: Path) -> None:
    (site.parent / "user.py").write_text("x = 1\nimport hanzo_repl\nimport hanzo_repl.deep\n")
    done = ran(sys.executable, "-W", "always", "-c", "import user; import hanzo_repl",
               cwd=site.parent, PYTHONPATH=f"{site}:{site.parent}")  # fmt: skip
    warned = [line for line in done.stderr.splitlines() if "Warning" in line]
    words = resolve("pypi", "hanzo-repl", None, 0).warning
    assert [line.partition("user.py:")[2] for line in warned] == [f"2: DeprecationWarning: {words}"]


def tells(done: subprocess.CompletedProcess[str], registry: str) -> None:
    name = "@hanzo/repl" if registry == "npm" else "hanzo-repl"
    assert json.loads(done.stdout) == [["a b", "--x", ""], "in"]
    assert done.stderr == f"{resolve(registry, name, None, 0).warning}\n"  # type: ignore[arg-type]
    assert done.returncode == 7


@pytest.mark.parametrize("program", ["hanzo-repl", "hanzo-repl-ipython", "hanzo-repl-tui"])
def test_a_program_of_pypi_becomes_the_new_one(site: Path, program: str) -> None:
    done = subprocess.run([site / "bin" / program, "a b", "--x", ""], input="in", text=True,
                          capture_output=True, check=False, timeout=60,
                          env={**os.environ, "PYTHONPATH": str(site)})  # fmt: skip
    tells(done, "pypi")


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shim of npm, completed for a stand-in and packed as it would be published."""
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed")
    folder = tmp_path_factory.mktemp("npm")
    write(folder / "dev", {
        "package.json": json.dumps({
            "name": "@hanzo/dev", "version": "0.1.0", "bin": {"hanzo-dev": "program.js"},
            "exports": {
                ".": {"import": "./index.mjs", "require": "./index.cjs"},
                "./deep": "./deep.cjs", "./package.json": "./package.json",
            },
        }),
        "index.cjs": "exports.Agent = class Agent {};",
        "index.mjs": "import it from './index.cjs'; export const Agent = it.Agent; export default 3;",
        "deep.cjs": "exports.state = [];",
        "program.js": "#!/usr/bin/env node\nconst { readFileSync } = require('node:fs');\n"
        "console.log(JSON.stringify([process.argv.slice(2), readFileSync(0, 'utf8')]));\n"
        "process.exit(7);\n",
    })  # fmt: skip
    shutil.copytree(SHIMS / "npm", folder / "repl")
    (folder / "repl" / "node_modules" / "@hanzo").mkdir(parents=True)
    shutil.copytree(folder / "dev", folder / "repl" / "node_modules" / "@hanzo" / "dev")
    made("npm", "pack", "--offline", "--silent", "--pack-destination", folder, cwd=folder / "repl")
    (packed,) = folder.glob("*.tgz")
    modules = folder / "user" / "node_modules" / "@hanzo"
    (modules / "repl").mkdir(parents=True)
    made("tar", "xzf", packed, "--strip-components=1", "-C", modules / "repl", cwd=folder)
    shutil.copytree(folder / "dev", modules / "dev")
    return folder / "user"


REQUIRED = (
    "const a = require('@hanzo/repl'), b = require('@hanzo/dev');"
    "const c = require('@hanzo/repl/deep'), d = require('@hanzo/dev/deep');"
    "require('node:assert').ok(a === b && c === d && c.state === d.state);"
)
IMPORTED = (
    "import * as a from '@hanzo/repl'; import * as b from '@hanzo/dev';"
    "import one from '@hanzo/repl'; import deep from '@hanzo/repl/deep';"
    "import other from '@hanzo/dev/deep'; import assert from 'node:assert';"
    "assert.ok(a.Agent === b.Agent && one === 3 && deep === other);"
)


@pytest.mark.parametrize("program", [REQUIRED, IMPORTED], ids=["require", "import"])
def test_the_old_package_of_npm_is_the_new_one_and_warns_once(package: Path, program: str) -> None:
    name = "user.mjs" if program.startswith("import") else "user.cjs"
    (package / name).write_text(program)
    done = ran("node", name, cwd=package)
    assert done.returncode == 0, done.stderr
    words = resolve("npm", "@hanzo/repl", None, 0).warning
    assert done.stderr.count(f"[HANZO_REPL] DeprecationWarning: {words}") == 1


def test_the_program_of_npm_becomes_the_new_one(package: Path) -> None:
    program = package / "node_modules" / "@hanzo" / "repl" / "program.js"
    done = subprocess.run(["node", program, "a b", "--x", ""], input="in", text=True,
                          capture_output=True, check=False, timeout=60)  # fmt: skip
    tells(done, "npm")


def test_the_crate_is_the_new_one_and_its_program_becomes_the_new_one(tmp_path: Path) -> None:
    if shutil.which("cargo") is None:
        pytest.skip("cargo is not installed")
    write(tmp_path / "dev", {
        "Cargo.toml": '[package]\nname = "hanzo-dev"\nversion = "0.1.0"\nedition = "2021"\n'
        "[workspace]\n",
        "src/lib.rs": "pub mod deep { pub fn answer() -> u8 { 42 } }\n",
    })  # fmt: skip
    shutil.copytree(SHIMS / "crates", tmp_path / "repl")
    write(tmp_path / "repl", {
        "tests/same.rs": "#[test]\nfn same() {\n    assert_eq!(hanzo_repl::deep::answer(), 42);\n}\n"
    })  # fmt: skip
    target = tmp_path / "target"
    instead = f'patch.crates-io.hanzo-dev.path="{tmp_path / "dev"}"'
    made("cargo", "test", "--offline", "--quiet", "--config", instead, "--target-dir", target,
         cwd=tmp_path / "repl")  # fmt: skip
    made("cargo", "build", "--offline", "--quiet", "--config", instead, "--target-dir", target,
         cwd=tmp_path / "repl")  # fmt: skip
    program = target / "debug" / "hanzo-dev"
    program.write_text(f"#!{sys.executable}\n{TELLS}main()\n")
    program.chmod(0o755)
    done = subprocess.run([target / "debug" / "hanzo-repl", "a b", "--x", ""], input="in",
                          text=True, capture_output=True, check=False, timeout=60)  # fmt: skip
    tells(done, "crates")
