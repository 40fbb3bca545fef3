"""A git repository whose commit has the same id on every machine."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from hanzo_conformance.values.errors import ToolMissingError

WHO = ("Vector", "vector@example.org")
WHEN = "2001-01-01T00:00:00Z"
# Nothing of the machine: no settings, no hooks, no templates, no signing, no line end changes.
SETTINGS = f"""\
[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = false
\tlogallrefupdates = true
\tautocrlf = false
[user]
\tname = {WHO[0]}
\temail = {WHO[1]}
[commit]
\tgpgsign = false
"""

# The folder may still be that of the user to whom the last vector's files were given.
OURS = ("-c", "safe.directory=*")


def commit_all(folder: Path) -> None:
    """Make a folder a repository with one commit of all its files on the branch main.

    Raises ``ToolMissingError`` where there is no git that can.
    """
    _git(folder, "init", "--quiet", "--template=", "--initial-branch=main", "--object-format=sha1")
    (folder / ".git/config").write_text(SETTINGS)
    # What a .gitignore names is committed too.
    _git(folder, "add", "--all", "--force", ".")
    _git(folder, "commit", "--quiet", "--allow-empty", "--no-verify", "--message=initial")


def refresh(folder: Path) -> None:
    """Have the index know the files as they are now; raises ``ToolMissingError``."""
    _git(folder, "update-index", "-q", "--refresh")


def _git(folder: Path, *words: str) -> None:
    variables = {
        "PATH": os.environ.get("PATH", os.defpath),
        "LC_ALL": "C",
        "HOME": str(folder.parent),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CEILING_DIRECTORIES": str(folder.parent),
        "GIT_AUTHOR_NAME": WHO[0],
        "GIT_AUTHOR_EMAIL": WHO[1],
        "GIT_AUTHOR_DATE": WHEN,
        "GIT_COMMITTER_NAME": WHO[0],
        "GIT_COMMITTER_EMAIL": WHO[1],
        "GIT_COMMITTER_DATE": WHEN,
    }
    try:
        subprocess.run(
            ["git", *OURS, *words],
            cwd=folder,
            env=variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
        )
    except FileNotFoundError:
        raise ToolMissingError("git", ">=2.29", None) from None
    except subprocess.CalledProcessError as problem:
        said = problem.stderr.decode("utf-8", "replace").strip()
        raise ToolMissingError("git", ">=2.29", f"one that says: {said}") from None
