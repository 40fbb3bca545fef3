"""The words of the envelope: error codes, their aliases, built-in actions, modes."""

from __future__ import annotations

UNKNOWN_ACTION = "UNKNOWN_ACTION"
INVALID_PARAMS = "INVALID_PARAMS"
ERROR = "ERROR"

CODES = (
    UNKNOWN_ACTION,
    INVALID_PARAMS,
    "NOT_FOUND",
    "EXISTS",
    "CONFLICT",
    "PATCH_FAILED",
    "PERMISSION_DENIED",
    "CONFIRM_REQUIRED",
    "TIMEOUT",
    "UNSUPPORTED",
    ERROR,
)

# What shipped builds say, and the code that it means.
ALIASES = {"INTERNAL_ERROR": ERROR}

# On every tool; the first two cannot be replaced by an action of the tool.
BUILT_IN = ("help", "schema", "status")

# HIP-0300, Modes: hints in meta.intent.
INTENTS = ("inspect", "apply", "verify", "ship")


def canonical_code(code: str) -> str:
    """The code that an envelope carries for this one. Spec: ENVELOPE-10 to ENVELOPE-12."""
    # No look-up of aliases: the one that there is stands for what everything unlisted becomes.
    return code if code in CODES else ERROR
