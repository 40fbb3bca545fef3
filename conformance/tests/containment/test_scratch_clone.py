"""A run leaves the user's repository as it was: files, index, refs and what git says of them.

Those run here that are built in a moment, or that the variable IMPLEMENTATIONS names, separated by
spaces. Continuous integration names the one that takes minutes to compile; who has the time names
the published ones, too.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from nosy_world import NOSY

ROOT = Path(__file__).resolve().parents[3]
IMPLEMENTATIONS = "HANZO_CONFORMANCE_SCRATCH_CLONE"
NAMED = os.environ.get(IMPLEMENTATIONS, "python js").split()
# It goes up from where it is, as the published server does, and takes what git gives it.
HOSTILE = """
import contextlib, subprocess
from pathlib import Path

pytestmark = pytest.mark.lengthy
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


def run(folder: Path, *words: str) -> int:
    """The exit code of a run from this folder."""
    command = [sys.executable, "-m", "hanzo_conformance", "run", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode


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
    assert run(tmp_path, "--impl", "mine", "--vectors", str(vectors)) == 0
    assert state(tmp_path) == before


@pytest.mark.parametrize("name", NAMED)
def test_every_implementation_leaves_the_repository_as_it_was(name: str, tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", "--local", str(ROOT), str(clone)], check=True)
    unsettle(clone)
    before = state(clone)
    # A published build diverges; that it was judged at all is what counts here.
    assert run(clone, "--impl", name, "--domain", "tools-vcs", "--timeout", "60") in (0, 1)
    assert state(clone) == before
