"""Where this distribution was installed from: what somebody else's pip has to be given."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

NAME = "hanzo-conformance"
# What pip notes of an installation that did not come from an index (PEP 610).
NOTE = "direct_url.json"
# Addresses that another machine can reach, and that git and pip both know.
REMOTE = re.compile(r"(https|ssh)://[^\s?#]+")
SCP = re.compile(r"([\w.-]+@[\w.-]+):([^\s:]+)")
WAIT_S = 10

# What git says to these words in a folder, or None.
Git = Callable[[Path, tuple[str, ...]], str | None]


def pinned_requirement() -> str | None:
    """The requirement that gets this very version from where it came, or None where nobody can.

    A git reference names the commit; credentials in an address are left out.
    """
    try:
        found = distribution(NAME)
    except PackageNotFoundError:
        return None
    return requirement_of(found.read_text(NOTE), found.version, ask_git)


def requirement_of(note: str | None, version: str, git: Git) -> str | None:
    """The same, given pip's note of the installation."""
    if note is None:
        return f"{NAME}=={version}"
    told: dict[str, Any] = json.loads(note)
    address, commit = str(told["url"]), None
    if "vcs_info" in told:
        commit = str(told["vcs_info"]["commit_id"])
    elif "dir_info" in told:
        folder = Path(unquote(urlsplit(address).path))
        address = git(folder, ("remote", "get-url", "origin")) or ""
        commit = git(folder, ("rev-parse", "HEAD"))
    elif reachable(address):
        return f"{NAME} @ {reachable(address)}"
    place = reachable(address)
    return f"{NAME} @ git+{place}@{commit}" if place and commit else None


def reachable(address: str) -> str | None:
    """An address as others may have it: without user and password; None for one of this machine."""
    if scp := SCP.fullmatch(address):
        return f"ssh://{scp[1]}/{scp[2]}"
    if not REMOTE.fullmatch(address):
        return None
    parts = urlsplit(address)
    if parts.scheme == "https":
        parts = parts._replace(netloc=parts.netloc.rpartition("@")[2])
    return parts.geturl() if parts.hostname else None


def ask_git(folder: Path, words: tuple[str, ...]) -> str | None:
    """What git answers in a folder, or None where there is no git, or no repository."""
    try:
        done = subprocess.run(
            ["git", "-C", folder, *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=WAIT_S,
            check=True,
        )
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None
