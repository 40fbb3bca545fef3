"""What another machine's pip has to be given to get this very version."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hanzo_conformance.installation.origin import ask_git, reachable, requirement_of

COMMIT = "0123456789abcdef0123456789abcdef01234567"


def no_git(_folder: Path, _words: tuple[str, ...]) -> str | None:
    return None


def a_checkout(folder: Path, words: tuple[str, ...]) -> str | None:
    assert folder == Path("/some where")
    return COMMIT if words[0] == "rev-parse" else "git@example.org:owner/harness.git"


@pytest.mark.parametrize(
    ("note", "wanted"),
    [
        (None, "hanzo-conformance==1.2.3"),
        (
            {"url": "https://u:p@example.org/o/r", "vcs_info": {"vcs": "git", "commit_id": COMMIT}},
            f"hanzo-conformance @ git+https://example.org/o/r@{COMMIT}",
        ),
        (
            {"url": "file:///some%20where", "dir_info": {"editable": True}},
            f"hanzo-conformance @ git+ssh://git@example.org/owner/harness.git@{COMMIT}",
        ),
        (
            {"url": "https://example.org/h.whl", "archive_info": {}},
            "hanzo-conformance @ https://example.org/h.whl",
        ),
        ({"url": "file:///tmp/h.whl", "archive_info": {}}, None),
    ],
)
def test_a_requirement_is_pinned_to_what_is_installed(
    note: dict[str, object] | None, wanted: str | None
) -> None:
    text = None if note is None else json.dumps(note)
    assert requirement_of(text, "1.2.3", a_checkout) == wanted


def test_a_checkout_that_comes_from_nowhere_has_no_requirement() -> None:
    note = json.dumps({"url": "file:///some%20where", "dir_info": {}})
    assert requirement_of(note, "1.2.3", no_git) is None


@pytest.mark.parametrize("address", ["/a/path", "file:///a", "C:\\a", "", "https://", "a b:c"])
def test_what_only_this_machine_has_is_no_address_for_others(address: str) -> None:
    assert reachable(address) is None


def test_git_that_knows_nothing_of_a_folder_is_silent(tmp_path: Path) -> None:
    assert ask_git(tmp_path, ("remote", "get-url", "origin")) is None
    assert ask_git(tmp_path / "nowhere", ("rev-parse", "HEAD")) is None
