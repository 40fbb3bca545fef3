"""The harness against thousands of adapters drawn by lot, most in memory and some as processes.

``python bench/hostile_adapters.py [ADAPTERS PROCESSES]``; what does not hold is printed with the
number of its adapter, which draws it again.
"""

from __future__ import annotations

import os
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "conformance" / "tests"))

from adapter_fuzz import Draw, complaints, draw, longest, play, play_for_real
from culprits import TOKEN, offspring


def in_memory(drawn: Draw, counts: Counter[str]) -> Iterator[str]:
    """What does not hold of one adapter in memory."""
    outcome, transport, seconds = play(drawn)
    counts.update(result.verdict.value for result in outcome.results)
    yield from complaints(drawn, outcome)
    if any(channel.alive for channel in transport.channels):
        yield "an adapter is alive"
    if seconds >= longest(drawn):
        yield f"it took {seconds:.1f} s"


def as_process(drawn: Draw, counts: Counter[str]) -> Iterator[str]:
    """What does not hold of one adapter as a process."""
    outcome = play_for_real(drawn)
    counts.update(result.verdict.value for result in outcome.results)
    yield from complaints(drawn, outcome)
    if left := offspring():
        yield f"alive: {left}"


def campaign(name: str, seeds: range) -> int:
    """Play all of them and print figures; how many complaints there were."""
    check = as_process if name == "processes" else in_memory
    counts: Counter[str] = Counter()
    begun, found = time.perf_counter(), 0
    for seed in seeds:
        for complaint in check(draw(seed), counts):
            found += 1
            print(f"adapter {seed}: {complaint}")
    seconds = time.perf_counter() - begun
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    told = ", ".join(f"{count} {verdict}" for verdict, count in counts.most_common())
    print(
        f"{name}: {len(seeds)} adapters in {seconds:.0f} s, {found} complaints; {told}; "
        f"peak {peak:.0f} MB"
    )
    return found


def main() -> int:
    """Print figures of both; 1 where something does not hold."""
    many, few = map(int, sys.argv[1:3] if len(sys.argv) == 3 else ("10000", "200"))
    # By this the processes of the campaign are known.
    os.environ["HANZO_TEST_TOKEN"] = TOKEN
    return int(campaign("in memory", range(many)) + campaign("processes", range(few)) > 0)


if __name__ == "__main__":
    sys.exit(main())
