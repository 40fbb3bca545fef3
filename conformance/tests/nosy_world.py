"""An adapter that runs what it is asked to run: what it sees, and what it can do."""

from __future__ import annotations

import sys
from typing import Any

from fake_world import FAKES, QUICK, drive, fake, vectors

from hanzo_conformance.implementations.manifest import Implementation

NOSY = str(FAKES / "nosy.py")


def nosy(program: str, **stated: Any) -> Implementation:
    """The fake that runs a program of Python when it is asked, and answers with ``said``."""
    return fake("", command=[sys.executable, "-S", NOSY, program], limits=QUICK, **stated)


def said(program: str, **stated: Any) -> str:
    """What the fake answers, once it has run this."""
    outcome = drive(nosy(program, **stated), vectors(1, (0,)))
    failure = outcome.results[0].failure
    assert failure is not None, outcome.results
    assert failure.actual is not None, failure
    return str(failure.actual)
