"""What can be wrong with the files of the contract, and with the place where they are used."""

from __future__ import annotations

from pathlib import Path


class ContractError(Exception):
    """Base of all: ``str()`` says what is wrong, ``hint`` what to do about it."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


class FileError(ContractError):
    """A file that cannot be used: unreadable, malformed, or against its schema."""

    def __init__(self, path: Path, what: str, hint: str | None = None) -> None:
        super().__init__(f"{path}: {what}", hint)
        self.path, self.what = path, what


class UnavailableError(ContractError):
    """Something that a workspace needs, and that this machine does not have."""
