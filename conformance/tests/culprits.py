"""Ways to misbehave and what they are worth, and a look for processes that a run left behind."""

from __future__ import annotations

import uuid
from pathlib import Path

# Tells the processes of these tests from those of another run on the same machine.
TOKEN = uuid.uuid4().hex

# The fault of a fake, its verdict, and what the verdict says.
CULPRITS = [
    ("exits", "crashed", "exited with status 0"),
    ("dies", "crashed", "killed by SIGSEGV"),
    ("dies-mid-line", "crashed", "killed by SIGKILL"),
    ("grandchild", "crashed", "exited with status 1"),
    ("hangs", "timed-out", "no answer within 0.4 s"),
    ("ignores-sigterm", "timed-out", "no answer within 0.4 s"),
    ("half-line-then-hangs", "timed-out", "no answer within 0.4 s"),
    ("closes-stdout", "garbled", "closed its standard output"),
    ("log-line", "garbled", "INFO bad text seen"),
    ("late-log-line", "garbled", "INFO bad text seen"),
    ("twice", "garbled", "for the second time"),
    ("repeats-for-ever", "garbled", "for the second time"),
    ("unknown-for-ever", "garbled", "99999, which was never made"),
    ("nameless-for-ever", "garbled", "answers no request: cannot read"),
    ("answers-then-dies", "crashed", "killed by SIGSEGV"),
    ("answers-then-exits", "crashed", "exited with status 1"),
    ("unknown-id", "garbled", "99999, which was never made"),
    ("text-id", "garbled", "not an answer of the protocol"),
    ("unknown-member", "garbled", "took_ms"),
    ("result-and-error", "garbled", "both result and error"),
    ("not-json", "garbled", "not strict JSON"),
    ("not-utf8", "garbled", "not UTF-8"),
    ("nan", "garbled", "NaN"),
    ("deep", "garbled", "nested more than 64 deep"),
    ("bottomless", "garbled", "nested more than 64 deep"),
    ("duplicate-key", "garbled", "stands twice"),
    ("lone-surrogate", "garbled", "lone surrogate"),
    ("huge-integer", "garbled", "beyond"),
    ("huge-line", "garbled", "a line of more than 16777216 bytes"),
    ("wrong", "failed", None),
    ("own-failure", "errored", "code -32603: it broke"),
    ("method-not-found", "errored", "code -32601: no such method"),
    ("domain-error", "failed", "TOO_BAD"),
    ("domain-error-without-code", "garbled", "without the data it needs"),
]


def offspring() -> list[str]:
    """The command lines of living processes that a run of these tests started."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            environ = (folder / "environ").read_bytes()
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        if TOKEN.encode() in environ and b"HANZO_CONFORMANCE_RUN=" in environ and state != "Z":
            found.append(command)
    return found
