"""The wheel, installed into an empty folder's environment: everything works from there."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from small_corpus import manifest

pytestmark = pytest.mark.lengthy

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The environment's folder; the wheel was built from this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir"]
    subprocess.run([*build, str(folder), str(ROOT)], check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    place = folder / "venv"
    venv.create(place, with_pip=True)
    subprocess.run(
        [place / "bin" / "pip", "install", "--quiet", wheel, "pytest"],
        check=True,
        capture_output=True,
    )
    return place


def call(installed: Path, folder: Path, *words: str | Path) -> tuple[int, str]:
    done = subprocess.run(
        [installed / "bin" / "hanzo-conformance", *words],
        cwd=folder,
        env={**os.environ, "HANZO_CONFORMANCE_CACHE": str(folder / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def files_below(folder: Path) -> set[str]:
    return {str(path) for path in folder.rglob("*") if "__pycache__" not in path.parts}


def test_python_runs_at_once_from_any_folder(installed: Path, tmp_path: Path) -> None:
    code, told = call(installed, tmp_path, "run", "--impl", "python", "--require")
    assert code == 0, told
    assert "building" not in told


def test_the_html_report_has_its_style_and_script(installed: Path, tmp_path: Path) -> None:
    words = ["run", "--impl", "python", "-k", "crlf", "--report", "html=run.html"]
    code, told = call(installed, tmp_path, *words)
    assert code == 0, told
    page = (tmp_path / "run.html").read_text()
    assert "color-scheme: light dark" in page
    assert "getElementById(id)" in page


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_javascript_runs_at_once_from_any_folder(installed: Path, tmp_path: Path) -> None:
    code, told = call(installed, tmp_path, "run", "--impl", "js", "--require")
    assert code == 0, told


@pytest.mark.skipif(shutil.which("cargo") is None, reason="needs cargo")
def test_rust_is_built_in_the_users_cache_and_nothing_is_written_beside_its_sources(
    installed: Path, tmp_path: Path
) -> None:
    before = files_below(installed)
    code, told = call(installed, tmp_path, "run", "--impl", "rust", "--require")
    assert code == 0, told
    assert "building" in told
    assert files_below(installed) == before
    assert (tmp_path / "cache" / "build").is_dir()
    code, told = call(installed, tmp_path, "run", "--impl", "rust", "--require")
    assert (code, "building" in told) == (0, False)


def test_a_maintainers_own_manifest_works_from_their_repository(
    installed: Path, tmp_path: Path
) -> None:
    manifest(tmp_path / "runners" / "mine", "no-operations", name="mine")
    code, told = call(installed, tmp_path, "run", "--impl", "mine")
    assert code == 4, told
    assert "no vector was judged" in told


def test_the_wheel_carries_sources_and_no_build_output(installed: Path) -> None:
    (packages,) = installed.glob("lib/python*/site-packages")
    for package, carried in (
        ("hanzo_conformance", {"runners", "templates"}),
        ("hanzo_vectors", {"schemas", "test-vectors"}),
    ):
        data = packages / package / "data"
        assert {path.relative_to(data).parts[0] for path in data.rglob("*")} == carried
        spoiled = {"node_modules", "target", ".mypy_cache"}
        assert not [path for path in data.rglob("*") if spoiled & set(path.parts)]


def test_vectors_verify_and_report_work_there(installed: Path, tmp_path: Path) -> None:
    code, told = call(installed, tmp_path, "vectors", "verify")
    assert (code, "valid:" in told) == (0, True), told
    code, told = call(installed, tmp_path, "vectors", "generate", "--check")
    assert code == 0, told
    code, _ = call(installed, tmp_path, "run", "--impl", "python", "--report", "json=out/run.json")
    assert code == 0
    assert json.loads((tmp_path / "out" / "run.json").read_bytes())["exit_code"] == 0


def test_a_new_adapter_is_written_and_examined_there(installed: Path, tmp_path: Path) -> None:
    code, told = call(installed, tmp_path, "init", "--lang", "python", "mine")
    assert code == 0, told
    code, told = call(installed, tmp_path, "doctor", "mine/runner.toml")
    assert code == 0, told
    assert not list((tmp_path / "mine").rglob("__pycache__"))


def test_pytest_makes_tests_of_the_shipped_vectors_and_of_a_copy_of_them(
    installed: Path, tmp_path: Path
) -> None:
    code, told = call(installed, tmp_path, "vectors", "folder")
    assert code == 0
    shipped = Path(told.strip())
    assert shipped.is_relative_to(installed)
    shutil.copytree(shipped, tmp_path / "copy")
    for folder in (shipped, tmp_path / "copy"):
        done = subprocess.run(
            [installed / "bin" / "pytest", "-q", "-p", "no:cacheprovider", "--hanzo-impl", "python",
             "-k", "crlf", folder],
            cwd=tmp_path,
            env={**os.environ, "HANZO_CONFORMANCE_CACHE": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout
        assert " passed" in done.stdout
    words = ["run", "--impl", "python", "-k", "crlf", "--vectors", str(tmp_path / "copy")]
    code, told = call(installed, tmp_path, *words)
    assert code == 0, told


def test_the_licence_comes_with_it_and_the_workflow_asks_what_to_install(
    installed: Path, tmp_path: Path
) -> None:
    (text,) = installed.glob("lib/python*/site-packages/hanzo_conformance-*/licenses/LICENSE")
    assert "CC0 1.0 Universal" in text.read_text()
    code, told = call(installed, tmp_path, "init", "--lang", "sh", "mine")
    assert code == 0
    # A wheel from a file of this machine is nothing that another one could install.
    assert "say in github-workflow.yml what pip installs" in told


def test_a_promotion_goes_into_a_folder_of_the_users(installed: Path, tmp_path: Path) -> None:
    findings = tmp_path / "findings"
    findings.mkdir()
    finding = {
        "format": 1,
        "id": "mine-sse-parse-failed-0123abcd",
        "domain": "sse",
        "signature": {
            "implementation": "mine", "operation": "sse.parse", "verdict": "failed",
            "place": "/frames/*/data", "side": "both",
        },
        "input": {"chunks": ["data:  of our own\n\n"]},
        "reference": None,
        "origin": "seed 1",
        "found": "2026-01-01T00:00:00Z",
    }  # fmt: skip
    (findings / f"{finding['id']}.json").write_text(json.dumps(finding))
    before = files_below(installed)
    words = [
        "fuzz",
        "--database",
        str(findings),
        "promote",
        "mine",
        "--slug",
        "ours",
        "--into",
        "own",
    ]
    more = ["--description", "One blank goes", "--requirement", "SSE-14", "--impl", "python"]
    code, told = call(installed, tmp_path, *words, *more)
    assert code == 0, told
    assert "1 passed" in told
    assert (tmp_path / "own" / "test-vectors" / "sse-frames.json").is_file()
    assert files_below(installed) == before
