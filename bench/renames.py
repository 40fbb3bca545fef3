"""How many renamings of real code are accepted, and whether a program that knows types does the same.

    python bench/renames.py [--files N] [--most N] [LANGUAGE]…

For each language: files, renamings asked for, accepted, those that the other program refuses, and
those that it makes into another text, each told with the first line that differs.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "reference" / "tests"))

from rename_world import (
    EXTENSIONS,
    Attempt,
    attempts,
    first_line_apart,
    held_against,
    is_same,
    oracle_for,
    sample,
)


def measure(language: str, files: int, most: int) -> None:
    """Print the figures of one language, and each difference."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="renames-") as folder:
        root = Path(folder).resolve()
        chosen = sample(language, EXTENSIONS[language], files)
        found: list[Attempt] = []
        for number, path in enumerate(chosen):
            found += attempts(root / f"f{number:04}", path, most)
        oracle = oracle_for(language, root, found)
        if isinstance(oracle, str):
            print(f"{language}: {oracle}")
            return
        refused: Counter[str] = Counter()
        equal = 0
        try:
            for verdict in held_against(oracle, found):
                if verdict.theirs is None:
                    refused[verdict.why[:80]] += 1
                elif is_same(verdict):
                    equal += 1
                else:
                    ours, theirs = first_line_apart(verdict)
                    place = f"{verdict.attempt.origin}:{verdict.attempt.line + 1}:{verdict.attempt.col + 1}"
                    print(f"{place}: {verdict.attempt.name}\n  ours   {ours}\n  theirs {theirs}")
        finally:
            oracle.close()
    differ = len(found) - equal - refused.total()
    print(
        f"{language}: {len(chosen)} files, {len(found)} accepted, {equal} the same, {differ} differ, "
        f"{refused.total()} the other refuses, {time.monotonic() - begun:.0f} s"
    )
    for why, count in refused.most_common(8):
        print(f"  {count:>5} {why}")


def main() -> None:
    """Measure the languages that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=100)
    parser.add_argument("--most", type=int, default=20)
    parser.add_argument("languages", nargs="*", default=list(EXTENSIONS))
    given = parser.parse_args()
    for language in given.languages:
        measure(language, given.files, given.most)


if __name__ == "__main__":
    main()
