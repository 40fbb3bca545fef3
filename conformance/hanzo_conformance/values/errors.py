"""The tree of errors that end a command: data as fields, and a hint for what to do next.

An implementation that misbehaves is not an error but a verdict; see ``verdict``.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from hanzo_vectors.errors import ContractError, UnavailableError


class ExitCode(IntEnum):
    """What a command tells the shell. The gravest wins, in the order 2, 3, 1, 4.

    BROKEN is a mistake of this program itself (EX_SOFTWARE of sysexits.h).
    """

    CONFORMANT = 0
    DIVERGES = 1
    USAGE = 2
    UNAVAILABLE = 3
    INCOMPLETE = 4
    BROKEN = 70
    INTERRUPTED = 130


class ConformanceError(Exception):
    """Base of all: ``str()`` says what is wrong, ``hint`` what to do about it."""

    exit_code = ExitCode.USAGE

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


class UnknownNameError(ConformanceError):
    """A name on the command line or in a file that nothing bears."""

    def __init__(self, kind: str, name: str, known: Sequence[str]) -> None:
        import difflib

        self.kind, self.name = kind, name
        near = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
        if near:
            hint = f"did you mean {' or '.join(near)}?"
        elif known and len(known) <= 12:
            hint = f"there is {', '.join(sorted(known))}"
        else:
            hint = f"there are {len(known)} to choose from; see hanzo-conformance list"
        super().__init__(f"no {kind} is named {name!r}", hint)


class UsageError(ConformanceError):
    """Options that do not go together, or a value that cannot be understood."""


class ToolMissingError(ConformanceError):
    """A tool that an implementation needs is not there, or too old."""

    exit_code = ExitCode.UNAVAILABLE

    def __init__(self, tool: str, wanted: str, found: str | None) -> None:
        self.tool, self.wanted, self.found = tool, wanted, found
        have = f"found {found}" if found else "not found on PATH"
        super().__init__(f"needs {tool} {wanted}, {have}", f"install {tool} {wanted}")


class BuildError(ConformanceError):
    """A build step that failed; ``tail`` holds its last lines."""

    exit_code = ExitCode.UNAVAILABLE

    def __init__(self, command: Sequence[str], reason: str, tail: str) -> None:
        self.command, self.reason, self.tail = tuple(command), reason, tail
        super().__init__(f"build failed: {' '.join(command)}: {reason}", "its last lines are above")


class StartError(ConformanceError):
    """An adapter that could not be started, or did not get through the handshake."""

    exit_code = ExitCode.UNAVAILABLE

    def __init__(self, what: str, hint: str, stderr: str = "") -> None:
        super().__init__(what, hint)
        self.stderr = stderr


class EngineError(StartError):
    """What adapters are started on cannot be reached, or not any more: none can be started."""


# All that ends a command in words: the errors of the harness, and those of the contract's files.
STATED_ERRORS = (ConformanceError, ContractError)


def exit_code_of(problem: ConformanceError | ContractError) -> ExitCode:
    """What the command tells the shell that ends with this."""
    if isinstance(problem, ConformanceError):
        return problem.exit_code
    return ExitCode.UNAVAILABLE if isinstance(problem, UnavailableError) else ExitCode.USAGE
