"""What test runners say of tests, read into one form.

cargo and node print it: their readers have ``line`` for each line without its end, and ``tally`` for
what was read by then. pytest writes it into a file of its own.
"""

from __future__ import annotations

from hanzo_reference.tools.test.output.cargo_output import CargoOutput
from hanzo_reference.tools.test.output.node_output import NodeOutput
from hanzo_reference.tools.test.output.pytest_report import read_report
from hanzo_reference.tools.test.output.tally import Failure, Reader, Tally

__all__ = ["Failure", "Reader", "Tally", "read_report", "reader"]


def reader(runner: str) -> Reader:
    """A reader of what a runner prints."""
    kinds: dict[str, type[Reader]] = {"cargo": CargoOutput, "node": NodeOutput}
    return kinds[runner]()
