"""What a campaign asks: inputs a second of each domain, put to every native implementation at once.

Beside them stands the time of processors that an input takes, in all processes together: on a
shared machine it says more. The Python reference is left out: it answers each input anyway, to say
what is right. Run after ``hanzo-conformance run`` has built the implementations.
"""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path

from hanzo_conformance.engine.plan import default_jobs
from hanzo_conformance.fuzz.campaign import Campaign
from hanzo_conformance.fuzz.findings import FolderStore
from hanzo_conformance.fuzz.plan import Plan, Summary
from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.implementations.manifests import find_implementations
from hanzo_conformance.story.finding import Finding
from hanzo_vectors.reading import read_corpus

# So many that what starting costs does not count.
INPUTS = 160_000
SEED = 1
REFERENCE = "python"


class Silent:
    """Tells nobody anything but what keeps a figure from being one."""

    def begun(self, domains: Sequence[str], names: Sequence[str]) -> None:
        """Nothing to tell."""

    def progress(self, asked: int, seconds: float, findings: int) -> None:
        """Nothing to tell."""

    def found(self, finding: Finding, state: str) -> None:
        """A divergence takes time to be made small."""
        print(f"{state}: {finding.id}")

    def fixed(self, finding: Finding) -> None:
        """Nothing to tell."""

    def note(self, text: str) -> None:
        """Nothing to tell."""


def campaign(domain: str, implementations: tuple[Implementation, ...], jobs: int) -> Summary:
    """One campaign over one domain."""
    plan = Plan(
        corpus=read_corpus(),
        folder=None,
        implementations=implementations,
        domains=(domain,),
        seed=SEED,
        jobs=jobs,
        examples=INPUTS,
    )
    with tempfile.TemporaryDirectory() as folder:
        store = FolderStore(Path(folder))
        return Campaign(plan, store, Silent(), threading.Event()).run()


def processor_seconds() -> float:
    """What this process and those that it has waited for have used until now."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def main() -> None:
    """Print one line for each domain, with the load of the machine as it was."""
    known = find_implementations(Path.cwd()).values()
    native = tuple(
        item for item in known if item.manifest.default and item.manifest.language != REFERENCE
    )
    jobs = default_jobs()
    print(f"{', '.join(item.name for item in native)}; --jobs {jobs}")
    for domain in sorted(read_corpus().titles):
        before = processor_seconds()
        summary = campaign(domain, native, jobs)
        spent = processor_seconds() - before
        asked = summary.asked.get(domain, 0)
        if asked:
            rate, each, load = asked / summary.seconds, spent / asked * 1e6, os.getloadavg()[0]
            print(f"{domain:<12} {rate:>7,.0f} inputs/s, {each:>4.0f} µs each, load {load:.1f}")


if __name__ == "__main__":
    main()
