"""What test runners print, read line by line into one form.

Every reader has ``line`` for each line without its end, and ``tally`` for what was read by then.
"""

from __future__ import annotations

from hanzo_reference.tools.test.output.cargo_output import CargoOutput
from hanzo_reference.tools.test.output.node_output import NodeOutput
from hanzo_reference.tools.test.output.pytest_output import PytestOutput
from hanzo_reference.tools.test.output.tally import Failure, Reader, Tally

__all__ = ["Failure", "Reader", "Tally", "reader"]


def reader(runner: str) -> Reader:
    """A reader of the output of a runner."""
    kinds: dict[str, type[Reader]] = {
        "cargo": CargoOutput, "node": NodeOutput, "pytest": PytestOutput,
    }  # fmt: skip
    return kinds[runner]()
