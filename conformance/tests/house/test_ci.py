"""What users gate with: the shell script for real, and workflows held against their linters."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import small_corpus
import yaml
from small_corpus import entry, lay_out, manifest

ROOT = Path(__file__).resolve().parents[3]
CI = ROOT / "ci"
BIN = Path(sys.executable).parent
ACTIONLINT = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12"

WORKFLOW = """
on: push
jobs:
  gate:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - id: gate
        uses: ./ci
        with:
          implementation: runners/mine/runner.toml
          options: --domain=sse
          formats: json junit html
          artifact: conformance
          sarif: true
          python-version: "3.12"
          package: hanzo-conformance
          reports: out
      - run: ls "$REPORTS"
        env:
          REPORTS: ${{ steps.gate.outputs.reports }}
"""
CALLER = """
on: push
jobs:
  conformance:
    uses: ./.github/workflows/conformance.yml
    with:
      platforms: '[{"implementation": "python", "os": "ubuntu-latest"}]'
      options: --domain=sse
      package: git+https://example.org/owner/repository@0123456789abcdef
"""


def gate(folder: Path, *words: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the gate in a folder, with the harness of this environment as the installed one."""
    program = folder / "bin" / "hanzo-conformance"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m hanzo_conformance "$@"\n')
    program.chmod(0o755)
    environment = os.environ | {
        "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
        "HANZO_CONFORMANCE_CACHE": str(folder / "cache"),
        **variables,
    }
    return subprocess.run(
        [CI / "gate.sh", *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("fault", "status", "word"),
    [
        ("none", 0, "gate: green"),
        ("wrong", 1, "gate: red, it diverges"),
        ("dies", 1, "gate: red, it diverges"),
        ("banner", 3, "gate: red, it could not be built or started"),
        ("no-operations", 4, "gate: red, it is incomplete"),
    ],
)
def test_the_gate_is_green_for_who_conforms_and_red_for_everybody_else(
    tmp_path: Path, fault: str, status: int, word: str
) -> None:
    vectors = lay_out(tmp_path, entry("one", "a"), entry("two", "bad"))
    done = gate(tmp_path, manifest(tmp_path / "impl", fault), f"--vectors={vectors}")
    assert done.returncode == status, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1].startswith(word)


def test_an_operation_that_is_missing_is_red_where_all_others_are_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A handshake that loses an operation must not stay green."""
    domain: dict[str, Any] = small_corpus.DOMAIN
    [said] = domain["operations"]
    both = [said, {**said, "name": "echo.whisper"}]
    monkeypatch.setitem(domain, "operations", both)
    vectors = lay_out(tmp_path, entry("one", "a"), entry("two", "b", operation="echo.whisper"))
    path = manifest(tmp_path / "impl", "none")
    done = gate(tmp_path, path, f"--vectors={vectors}")
    assert done.returncode == 4
    assert "1 passed, 1 unsupported" in done.stdout


def test_the_gate_names_the_implementation_that_could_not_be_started(tmp_path: Path) -> None:
    path = manifest(tmp_path / "impl", "banner")
    assert f"hanzo-conformance doctor {path}" in gate(tmp_path, path).stdout


def test_the_gate_writes_reports_where_it_is_told(tmp_path: Path) -> None:
    vectors = lay_out(tmp_path, entry("one", "bad"))
    path = manifest(tmp_path / "impl", "wrong")
    done = gate(
        tmp_path, path, f"--vectors={vectors}",
        GATE_REPORTS="out of it", GATE_FORMATS="json junit markdown events",
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    out = tmp_path / "out of it"
    assert {item.name for item in out.iterdir()} == {
        "conformance.json", "conformance.xml", "conformance.md", "conformance.jsonl",
    }  # fmt: skip
    assert json.loads((out / "conformance.json").read_bytes())["exit_code"] == 1
    assert ElementTree.parse(out / "conformance.xml").getroot().tag == "testsuites"


def test_options_may_come_from_the_environment_one_a_line(tmp_path: Path) -> None:
    vectors = lay_out(tmp_path, entry("one", "a"), entry("two", "bad"))
    path = manifest(tmp_path / "impl", "wrong")
    options = f"--vectors={vectors}\n\n-k\none and not two\n"
    done = gate(tmp_path, path, GATE_OPTIONS=options)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_gate_without_an_implementation_says_how_it_is_used(tmp_path: Path) -> None:
    done = gate(tmp_path)
    assert done.returncode == 2
    assert "usage: ci/gate.sh IMPLEMENTATION" in done.stderr


@pytest.mark.parametrize("word", ["-h", "--help"])
@pytest.mark.parametrize("way", ["words", "environment"])
def test_who_asks_the_gate_for_help_gets_no_green_light(
    tmp_path: Path, word: str, way: str
) -> None:
    path = manifest(tmp_path / "impl", "wrong")
    if way == "words":
        done = gate(tmp_path, path, "--domain=sse", word)
    else:
        done = gate(tmp_path, path, GATE_OPTIONS=f"--domain=sse\n{word}\n")
    assert done.returncode == 2
    assert f"gate: red, {word} asks how a run is used" in done.stderr


def test_an_unknown_implementation_is_red(tmp_path: Path) -> None:
    done = gate(tmp_path, "nobody")
    assert done.returncode == 2
    assert "no implementation is named 'nobody'" in done.stderr


STAND_IN_PYTHON = """#!/bin/sh
# python3 -m venv PLACE
mkdir -p "$3/bin" && cp "$0.pip" "$3/bin/pip"
"""
STAND_IN_PIP = """#!/bin/sh
# pip install OPTIONS WHAT
echo "$@" > asked
program=$(dirname "$0")/hanzo-conformance
printf '#!/bin/sh\\necho "it ran"\\n' > "$program" && chmod +x "$program"
"""


def test_the_gate_installs_the_checkout_where_there_is_no_harness(tmp_path: Path) -> None:
    """With stand-ins for python and pip: that a wheel can be installed has its own test."""
    python = tmp_path / "python"
    for path, text in ((python, STAND_IN_PYTHON), (tmp_path / "python.pip", STAND_IN_PIP)):
        path.write_text(text)
        path.chmod(0o755)
    done = subprocess.run(
        ["/bin/sh", CI / "gate.sh", "python"],
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin", "PYTHON": str(python), "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "it ran" in done.stdout
    assert Path((tmp_path / "asked").read_text().split()[-1]).resolve() == ROOT
    # What it has installed is gone again.
    assert not list(tmp_path.glob("tmp.*"))


@pytest.mark.parametrize(
    ("stand_in", "word"),
    [("exit 1", "could not be installed from"), ("kill -9 $$", "could not be installed from")],
)
@pytest.mark.parametrize("breaks", ["python", "pip"])
def test_a_harness_that_cannot_be_installed_is_red_with_its_own_line_and_not_status_1(
    tmp_path: Path, stand_in: str, word: str, breaks: str
) -> None:
    """1 would say that the implementation diverges."""
    python = tmp_path / "python"
    broken = f"#!/bin/sh\n{stand_in}\n"
    python.write_text(broken if breaks == "python" else STAND_IN_PYTHON)
    (tmp_path / "python.pip").write_text(broken)
    for path in (python, tmp_path / "python.pip"):
        path.chmod(0o755)
    done = subprocess.run(
        ["/bin/sh", CI / "gate.sh", "python"],
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin", "PYTHON": str(python), "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3, done.stdout + done.stderr
    assert word in done.stdout.splitlines()[-1]
    assert not list(tmp_path.glob("tmp.*"))


def test_a_copy_of_the_gate_alone_says_that_it_needs_to_be_told_what_to_install(
    tmp_path: Path,
) -> None:
    copy = tmp_path / "tools" / "gate.sh"
    copy.parent.mkdir()
    shutil.copy(CI / "gate.sh", copy)
    # A project of the user's own is not the harness.
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "mine"\n')
    done = subprocess.run(
        ["/bin/sh", copy, "python"],
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin", "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "set HANZO_CONFORMANCE_PACKAGE" in done.stdout


def test_nothing_that_users_copy_installs_what_no_index_has() -> None:
    shared = ROOT / "templates" / "shared"
    for path in (CI / "gate.sh", CI / "action.yml", CI / "conformance.yml", *shared.iterdir()):
        for line in path.read_text().splitlines():
            assert "install hanzo-conformance" not in line, path
            assert "default: hanzo-conformance" not in line, path


SCRIPTS = [
    path
    for place in (CI, ROOT / ".ci", ROOT / "templates" / "sh")
    for path in sorted(place.iterdir())
    if path.is_file() and path.read_bytes().startswith((b"#!/bin/sh", b"#!/usr/bin/env bash"))
]


def test_the_gate_is_among_the_shell_scripts() -> None:
    assert {"gate.sh", "adapter.sh"} <= {path.name for path in SCRIPTS}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_shell_scripts_please_shellcheck(script: Path) -> None:
    done = subprocess.run([BIN / "shellcheck", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def steps(path: Path, job: str) -> dict[str, dict[str, Any]]:
    """The steps of a workflow that run something, by their name or their words."""
    found = yaml.safe_load(path.read_text())["jobs"][job]["steps"]
    return {step.get("name", step.get("run")): step for step in found if "run" in step}


def carry_out(folder: Path, words: str, **programs: str) -> subprocess.CompletedProcess[str]:
    """Run a step as a runner does, with stand-ins for programs."""
    place = folder / "bin"
    place.mkdir(exist_ok=True)
    for name, text in programs.items():
        program = place / name.replace("_", "-")
        program.write_text(f"#!/bin/sh\n{text}\n")
        program.chmod(0o755)
    path = f"{place}{os.pathsep}{os.environ['PATH']}"
    stated = {"PATH": path, "PACKAGE": "nowhere", "IMPLEMENTATION": "mine", "OPTIONS": ""}
    return subprocess.run(
        ["bash", "-e", "-c", words],
        cwd=folder,
        env=os.environ | stated,
        capture_output=True,
        text=True,
        check=False,
    )


WORKFLOWS = [
    (CI / "conformance.yml", "platform"),
    (ROOT / "templates" / "shared" / "github-workflow.yml", "my-implementation"),
]


@pytest.mark.parametrize(("path", "job"), WORKFLOWS, ids=["shared", "of a new adapter"])
def test_a_workflow_that_cannot_install_is_red_with_its_own_line(
    path: Path, job: str, tmp_path: Path
) -> None:
    install = steps(path, job)["install the harness"]["run"]
    done = carry_out(tmp_path, install, pip="exit 1")
    assert done.returncode == 3
    assert "::error::the harness could not be installed" in done.stdout
    assert carry_out(tmp_path, install, pip='[ "$*" = "install nowhere" ]').returncode == 0


@pytest.mark.parametrize(
    ("harness", "code"),
    [
        ("exit 1", 1),
        ("exit 3", 3),
        # As --help among the options.
        ("exit 0", 4),
        ("mkdir -p conformance-reports; echo '{}' > conformance-reports/conformance.json", 0),
    ],
)
def test_the_shared_workflow_is_green_for_a_run_alone(
    harness: str, code: int, tmp_path: Path
) -> None:
    done = carry_out(
        tmp_path, steps(CI / "conformance.yml", "platform")["run"]["run"], hanzo_conformance=harness
    )
    assert done.returncode == code
    assert ("::error::nothing was judged" in done.stdout) is (code == 4)


def test_workflows_run_nothing_that_is_not_contained() -> None:
    told = "${{ runner.os == 'Linux' && 'require' || 'auto' }}"
    shared = steps(CI / "conformance.yml", "platform")
    started = [step for step in shared.values() if "hanzo-conformance " in step["run"]]
    assert [step["env"]["HANZO_CONFORMANCE_CONTAIN"] for step in started] == [told, told]
    [job] = yaml.safe_load(WORKFLOWS[1][0].read_text())["jobs"].values()
    assert job["env"]["HANZO_CONFORMANCE_CONTAIN"] == "require"


@pytest.fixture(scope="module")
def actionlint() -> list[str]:
    """The command that lints workflows: a program of that name, else one that Go builds."""
    if found := shutil.which("actionlint"):
        return [found]
    if go := shutil.which("go"):
        command = [go, "run", ACTIONLINT]
        tried = subprocess.run([*command, "--version"], capture_output=True, check=False)
        if tried.returncode == 0:
            return command
        pytest.skip("needs actionlint; Go could not build it here")
    pytest.skip("needs actionlint, or go to build it")


def lint(actionlint: list[str], folder: Path, **workflows: str) -> str:
    """What the linter says about workflows beside ours, in a repository of their own."""
    place = folder / ".github" / "workflows"
    place.mkdir(parents=True)
    (folder / ".git").mkdir()
    shutil.copytree(CI, folder / "ci")
    shutil.copy(CI / "conformance.yml", place)
    shutil.copy(ROOT / "templates" / "shared" / "github-workflow.yml", place / "new.yml")
    for name, text in workflows.items():
        (place / f"{name}.yml").write_text(text)
    done = subprocess.run(
        [*actionlint, "-shellcheck", str(BIN / "shellcheck")],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode == 0) is (done.stdout == ""), done.stderr
    return done.stdout


def test_action_and_workflows_please_actionlint(actionlint: list[str], tmp_path: Path) -> None:
    assert lint(actionlint, tmp_path, action=WORKFLOW, caller=CALLER) == ""


def test_the_linter_reads_the_action_and_the_reusable_workflow(
    actionlint: list[str], tmp_path: Path
) -> None:
    said = lint(
        actionlint,
        tmp_path,
        action=WORKFLOW.replace("sarif:", "sariff:"),
        caller=CALLER.replace("platforms:", "platform:"),
    )
    assert '"sariff" is not defined in action' in said
    assert 'input "platforms" is required' in said


def test_the_action_calls_the_gate_that_is_beside_it() -> None:
    assert '"$GITHUB_ACTION_PATH/gate.sh"' in (CI / "action.yml").read_text()
    assert os.access(CI / "gate.sh", os.X_OK)


def test_the_time_of_each_command_is_told_and_what_is_short_is_not(tmp_path: Path) -> None:
    def done(elapsed: float, *words: str) -> dict[str, Any]:
        return {"command": list(words), "elapsed": elapsed}

    said = {
        "testenvs": {
            "one": {"test": [done(61.4, "/usr/bin/cargo", "test"), done(0.4, "true")]},
            "two": {},
        }
    }
    (tmp_path / "result.json").write_text(json.dumps(said))
    told = subprocess.run(
        [sys.executable, CI / "times.py", tmp_path / "result.json", tmp_path / "missing.json"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout == "    61 s  one: cargo test\n"


def test_what_takes_longest_is_begun_first() -> None:
    files = ["conformance/tests/engine/test_lanes.py", "conformance/tests/house/test_wheel.py"]
    listed = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *files],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    names = [line.partition("::")[0] for line in listed.stdout.splitlines() if "::" in line]
    assert list(dict.fromkeys(names)) == files[::-1]
