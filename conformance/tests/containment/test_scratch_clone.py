"""A run leaves the user's repository as it was: files, index, refs and what git says of them.

All implementations run here, published ones too, each on one domain; but for those that take minutes
to compile, unless the variable IMPLEMENTATIONS names them, separated by spaces. One that cannot be
installed here is skipped with the reason.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from nosy_world import NOSY

from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.implementations.manifests import find_implementations
from hanzo_conformance.values.errors import ExitCode
from hanzo_vectors.reading import read_corpus
from hanzo_vectors.vector import Vector

ROOT = Path(__file__).resolve().parents[3]
IMPLEMENTATIONS = "HANZO_CONFORMANCE_SCRATCH_CLONE"
NAMED = os.environ.get(IMPLEMENTATIONS, "").split()
FOUND = find_implementations(ROOT)
# Whoever may install something over a network may wait for it, too.
PATIENCE_S = 600
pytestmark = pytest.mark.lengthy

# It goes up from where it is, as the published server does, and takes what git gives it.
HOSTILE = """
import contextlib, subprocess
from pathlib import Path

for place in ('.', {folder!r}, {top!r}):
    for words in (['commit', '-qam', 'x'], ['branch', 'made'], ['add', '-A'], ['stash', '-u']):
        with contextlib.suppress(OSError):
            subprocess.run(['git', *words], cwd=place, capture_output=True)
    with contextlib.suppress(OSError):
        Path(place, 'tracked').write_text('overwritten')
said = 'bad'
"""


def git(folder: Path, *words: str) -> str:
    settings = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    done = subprocess.run(
        ["git", *settings, *words], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout


def unsettle(folder: Path) -> None:
    """Leave something staged, something changed and something that git does not know."""
    (folder / "staged").write_text("staged")
    git(folder, "add", "staged")
    (folder / "tracked").write_text("changed")
    (folder / "untracked").write_text("untracked")


def state(folder: Path) -> dict[str, str]:
    """All that a run must not touch; git's own bookkeeping of times aside."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if name.parts[0] != ".git" and path.is_file() and not path.is_symlink():
            digest.update(f"{name}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return {
        "status": git(folder, "status", "--porcelain=v2", "--untracked-files=all"),
        "refs": git(folder, "for-each-ref"),
        "head": (folder / ".git" / "HEAD").read_text(),
        "index": git(folder, "ls-files", "--stage"),
        "stash": git(folder, "stash", "list"),
        "tree": digest.hexdigest(),
    }


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A run from this folder."""
    command = [sys.executable, "-m", "hanzo_conformance", "run", *words]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=PATIENCE_S
    )


def domain_of(item: Implementation, vectors: Sequence[Vector]) -> str:
    """The one that does most to a repository, or else the first that is asked of it at all."""
    stated = item.manifest.operations
    asked = [vector.domain for vector in vectors
             if not stated or any(fnmatchcase(vector.operation, glob) for glob in stated)]  # fmt: skip
    return "vcs" if "vcs" in asked else asked[0]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has the means")
def test_an_adapter_that_wants_to_commit_leaves_the_repository_as_it_was(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    folder = tmp_path / "runners" / "mine"
    folder.mkdir(parents=True)
    program = HOSTILE.format(folder=str(folder), top=str(tmp_path))
    (folder / "program.py").write_text(program)
    (folder / "runner.toml").write_text(
        f'name = "mine"\nlanguage = "x"\ncommand = [{sys.executable!r}, {NOSY!r}, '
        f'"exec(open({str(folder / "program.py")!r}).read())"]\n'
    )
    (tmp_path / "tracked").write_text("tracked")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "one")
    unsettle(tmp_path)
    before = state(tmp_path)
    from small_corpus import entry, lay_out

    vectors = lay_out(tmp_path.with_name("vectors"), entry("one", "bad"))
    assert run(tmp_path, "--impl", "mine", "--vectors", str(vectors)).returncode == 0
    assert state(tmp_path) == before


@pytest.mark.parametrize("name", FOUND)
def test_every_implementation_leaves_the_repository_as_it_was(name: str, tmp_path: Path) -> None:
    item = FOUND[name]
    if "cargo" in item.manifest.requires and name not in NAMED:
        pytest.skip(f"it takes minutes to compile, and {IMPLEMENTATIONS} does not name it")
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", "--local", str(ROOT), str(clone)], check=True)
    unsettle(clone)
    before = state(clone)
    domain = domain_of(item, read_corpus().vectors)
    done = run(clone, "--impl", name, "--domain", domain, "--timeout", "10")
    if done.returncode == ExitCode.UNAVAILABLE and not item.manifest.default:
        pytest.skip(f"it cannot be had here: {(done.stdout + done.stderr)[-500:]}")
    # A published build diverges; that it was judged at all is what counts here.
    assert done.returncode in (0, 1), done.stdout + done.stderr
    assert state(clone) == before
