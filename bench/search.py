"""``search_text`` over a tree of 50,000 files, for each implementation, against ripgrep.

Run after ``hanzo-conformance run`` has built the implementations. Needs ``rg``.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from asking import Adapter

from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.implementations.manifests import find_implementations

FILES = 50_000
ROUNDS = 5
WORDS = (
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "value",
    "index",
    "result",
    "return",
    "import",
)
RARE = "needle_in_the_hay"
# What is asked, as the parameters of a call and as arguments of ripgrep.
QUESTIONS: Mapping[str, tuple[Mapping[str, Any], list[str]]] = {
    "a text": ({"pattern": RARE}, ["-F", RARE]),
    "an expression": (
        {"pattern": r"needle_[a-z]+_the_hay\b", "regex": True}, [r"(?-u)needle_[a-z]+_the_hay\b"],
    ),
    "a text in any case": (
        {"pattern": RARE.upper(), "ignore_case": True}, ["-i", "-F", RARE.upper()],
    ),
    "an expression that begins anywhere": (
        {"pattern": r"\w+_in_\w+_hay", "regex": True}, [r"(?-u)\w+_in_\w+_hay"],
    ),
}  # fmt: skip


def lay_out(root: Path) -> None:
    """50,000 files of some kilobytes in 1,000 folders, a few of them ignored or hidden."""
    source = Random(1)  # noqa: S311 - the same tree every time, nothing secret
    (root / ".gitignore").write_text("*.log\nbuild/\n/ignored-*\n!keep.log\n")
    for number in range(FILES):
        folder = root / f"part{number // 2500:02}" / f"folder{number // 50 % 50:02}"
        folder.mkdir(parents=True, exist_ok=True)
        lines = [" ".join(source.choices(WORDS, k=8)) for _ in range(source.randint(5, 60))]
        if number % 1000 == 500:
            lines[2] += f" {RARE}"
        suffix = ("py", "rs", "js", "md", "log")[number % 5]
        (folder / f"file{number:05}.{suffix}").write_text("\n".join(lines) + "\n")


def ripgrep(root: Path, arguments: list[str]) -> tuple[float, int]:
    """Wall seconds of ripgrep with as many threads as it likes, and how many lines it found."""
    begun = time.perf_counter()
    told = subprocess.run(
        ["rg", "--no-config", "--no-require-git", "-n", "--color=never", *arguments, "."],
        cwd=root, capture_output=True, check=True,
    )  # fmt: skip
    return time.perf_counter() - begun, told.stdout.count(b"\n")


def search(adapter: Adapter, root: Path, params: Mapping[str, Any]) -> tuple[float, int]:
    """Wall seconds of a search, and how many matches it found."""
    seconds, data = adapter.call(root, "fs", "search_text", params)
    return seconds, len(data["matches"])


def compare(item: Implementation, root: Path) -> None:
    """Print for each question the median of the ratios to ripgrep, taken in turns."""
    adapter = Adapter(item)
    for name, (params, arguments) in QUESTIONS.items():
        search(adapter, root, params)
        pairs = []
        for _ in range(ROUNDS):
            theirs, lines = ripgrep(root, arguments)
            ours, matches = search(adapter, root, params)
            assert matches == lines, f"{item.name}: {matches} matches, ripgrep {lines}"
            pairs.append((ours, theirs))
        ratios = sorted(ours / theirs for ours, theirs in pairs)
        ours, theirs = (sorted(times)[ROUNDS // 2] for times in zip(*pairs, strict=True))
        print(
            f"{item.name}, {name}: {ratios[ROUNDS // 2]:.1f} times ripgrep "
            f"({1000 * ours:.0f} ms against {1000 * theirs:.0f} ms; ratios "
            + ", ".join(f"{ratio:.1f}" for ratio in ratios)
            + ")"
        )
    adapter.close()


def main() -> None:
    """Lay out the tree and print four lines for each of our implementations."""
    assert shutil.which("rg"), "ripgrep is what is compared with: no rg found"
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        lay_out(root)
        for item in find_implementations(Path.cwd()).values():
            if item.manifest.default:
                compare(item, root)


if __name__ == "__main__":
    main()
