"""A patch of a file of 10 MB against ``git apply``, and what a call of a tool costs by itself.

Run after ``hanzo-conformance run`` has built the implementations.
"""

from __future__ import annotations

import subprocess
import tempfile
import time
from pathlib import Path
from statistics import median

from asking import Adapter

from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.implementations.manifests import find_implementations

ROUNDS = 7
CALLS = 500
ROW = b"x" * 49 + b"\n"
CONTENT = ROW * 200_000 + b"last\n"
PATCH = "--- a/big\n+++ b/big\n@@ -1,0 +2 @@\n+y\n@@ -200001 +200002 @@\n-last\n+end\n"


def git_apply(root: Path) -> float:
    """Wall seconds of git for the same patch."""
    (root / "big").write_bytes(CONTENT)
    begun = time.perf_counter()
    subprocess.run(
        ["git", "apply", "--unidiff-zero", "-"], cwd=root, input=PATCH.encode(), check=True
    )
    return time.perf_counter() - begun


def patch(adapter: Adapter, root: Path) -> float:
    """Wall seconds of ``apply_patch``."""
    (root / "big").write_bytes(CONTENT)
    uri = f"file://{root}/big"
    base_hash = adapter.call(root, "fs", "stat", {"uri": uri})[1]["hash"]
    params = {"uri": uri, "patch": PATCH, "base_hash": base_hash}
    return adapter.call(root, "fs", "apply_patch", params)[0]


def compare(item: Implementation, root: Path) -> None:
    """Print both for one implementation."""
    adapter = Adapter(item)
    patch(adapter, root)
    pairs = [(patch(adapter, root), git_apply(root)) for _ in range(ROUNDS)]
    ours, theirs = median(pair[0] for pair in pairs), median(pair[1] for pair in pairs)
    print(
        f"{item.name}: patch of 10 MB in {1000 * ours:.0f} ms, "
        f"{median(one / other for one, other in pairs):.1f} times git apply "
        f"({1000 * theirs:.0f} ms)"
    )
    # No work to speak of: what is left is routing, schemas and the envelope.
    calls = [adapter.call(root, "proc", "ps", {})[0] for _ in range(CALLS)]
    print(f"{item.name}: a call in {1000 * median(calls):.2f} ms (median of {CALLS})")
    adapter.close()


def main() -> None:
    """Two lines for each of our implementations."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        for item in find_implementations(Path.cwd()).values():
            if item.manifest.default:
                compare(item, root)


if __name__ == "__main__":
    main()
