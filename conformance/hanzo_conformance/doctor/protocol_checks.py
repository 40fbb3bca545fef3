"""Checks of the adapter protocol that need no operation."""

from __future__ import annotations

import time
from contextlib import suppress

from hanzo_conformance.doctor.adapter import Subject, WrongError, refused_with, told
from hanzo_conformance.engine import probes
from hanzo_conformance.engine.interview import Answer, BrokenOffError, Fate
from hanzo_conformance.implementations.address import UNTOLD
from hanzo_conformance.transports.messages import Refusal
from hanzo_conformance.values.wording import counted
from hanzo_vectors.strict_json import DEEPEST

UNKNOWN = probes.UNKNOWN_METHODS[0]
METHOD_NOT_FOUND, INVALID_PARAMS = -32601, -32602
# Requests in one piece, and the time that they may take together where the adapter is slow.
BURST, FEWEST, BURST_S = 200, 20, 2.0
# Beyond 2^53 no adapter is asked; printed as a float, this one would show.
NUMBERS = (7, 65_536, 1_000_000_007)
LONG_BYTES = 5 * 1024 * 1024
# How long an answer may come behind that to the next line.
LATER_S = 0.5
STRANGE = (
    "read strict JSON and bound its depth before anything else (-32700); an id is a text or an "
    f"integer (-32600); a message without id gets no answer; {DEEPEST} deep is enough for all"
)
# Between the pieces of a request, so that they arrive one by one.
PAUSE_S = 0.02


def handshake(subject: Subject) -> str:
    """It says who it is, in time."""
    begun = time.monotonic()
    shake = subject.meet()
    seconds = time.monotonic() - begun
    who, stated = shake.implementation, subject.item.manifest.language
    if stated not in {who.language, UNTOLD}:
        raise WrongError(
            f"it says that its language is {who.language!r}, the manifest says {stated!r}",
            "give both the same word: reports show the one, lists the other",
        )
    count = len(shake.operations)
    operations = "1 operation" if count == 1 else f"{count} operations"
    return f"{who.name} {who.version} ({who.language}), {operations}, {_ms(seconds)}"


def lone_request(subject: Subject) -> str:
    """A request is answered when it is there, and not when the next one comes."""
    begun = time.monotonic()
    interview = subject.interview
    try:
        interview.ask(probes.request(1, UNKNOWN, {}), [1])
    except BrokenOffError as problem:
        if problem.fate is not Fate.SILENT:
            raise
        with suppress(BrokenOffError):
            interview.ask(probes.request(2, UNKNOWN, {}), [2])
        if interview.waits_for(1):
            raise
        raise WrongError(
            f"{problem} to a lone request, and one as soon as another request came",
            "flush standard output after each answer, and do not wait for a full buffer of input",
        ) from None
    subject.lone_s = time.monotonic() - begun
    return f"answered in {_ms(subject.lone_s)}"


def unknown_methods(subject: Subject) -> str:
    """A method that is no operation is refused as such."""
    for number, method in enumerate(probes.UNKNOWN_METHODS, 1):
        answer = subject.ask(probes.request(number, method, {}), number)
        if not refused_with(answer, METHOD_NOT_FOUND):
            raise WrongError(
                f"the method {method!r} was answered with {told(answer)}",
                f"answer error {METHOD_NOT_FOUND} to every method that is not in the handshake; "
                "look operations up in a table of their own",
            )
    return f"refused with {METHOD_NOT_FOUND}"


def request_ids(subject: Subject) -> str:
    """The id comes back as it was."""
    for number in NUMBERS:
        subject.ask(probes.request(number, UNKNOWN, {}), number)
    return "come back as they were"


def protocol_numbers(subject: Subject) -> str:
    """Another protocol than the one that it speaks is refused, and it goes on."""
    interview = subject.start()
    try:
        for number, (what, params) in enumerate(probes.FOREIGN_PROTOCOLS, 1):
            line = probes.request(number, "initialize", params)
            answer = interview.ask(line, [number])[number]
            if not refused_with(answer, INVALID_PARAMS):
                raise WrongError(
                    f"initialize with {what} was answered with {told(answer)}",
                    f"answer error {INVALID_PARAMS} unless params.protocol is the number 1",
                )
        interview.greet()
    finally:
        interview.kill()
    return f"others than 1 are refused with {INVALID_PARAMS}"


def many_at_once(subject: Subject) -> str:
    """Requests that come in one piece are all answered, each once."""
    lines, numbers = _burst(subject)
    begun = time.monotonic()
    answers = subject.interview.ask(lines, numbers)
    rate = len(answers) / (time.monotonic() - begun)
    return f"{len(answers)} requests in one piece are answered, {rate:,.0f}/s"


def in_pieces(subject: Subject) -> str:
    """A request that comes in pieces is one request, also when a character is cut."""
    line = probes.request(1, UNKNOWN, {"text": probes.TEXT})
    cut = line.index("\U0001f600".encode()) + 2
    # In the first member, in a character, and just before the line feed.
    pieces = [line[:5], line[5:cut], line[cut:-1], line[-1:]]
    interview = subject.interview
    for piece in pieces[:-1]:
        interview.say(piece, PAUSE_S)
    subject.ask(pieces[-1], 1)
    return "are put together, also within a character"


def unicode_text(subject: Subject) -> str:
    """Text is the same whether its characters are escaped, and no character ends a line."""
    method = f"no.such_{probes.TEXT}"
    for number, write in ((1, probes.request), (2, probes.escaped_request)):
        answer = subject.ask(write(number, method, {"text": probes.TEXT}), number)
        if not refused_with(answer, METHOD_NOT_FOUND):
            spelling = "plain" if number == 1 else "escaped"
            raise WrongError(
                f"a method with {spelling} characters of all kinds was answered with "
                f"{told(answer)}",
                "read and write UTF-8 whatever the locale; only a line feed ends a line, and "
                "U+2028 and U+0085 do not",
            )
    return "plain and escaped characters are read alike"


def long_line(subject: Subject) -> str:
    """A line of several megabytes is read, and one as long is written where it has reason to."""
    # Its answer may well quote it, and must keep to the manifest's bound.
    size = min(LONG_BYTES, subject.limits.line_bytes // 2)
    begun = time.monotonic()
    answer = subject.ask(probes.request(1, "x" * size, {}), 1)
    if not (isinstance(answer, Refusal) and answer.error.code == METHOD_NOT_FOUND):
        raise WrongError(
            f"a method of {size} characters was answered with {told(answer)}",
            "set no limit to the length of a line",
        )
    there = f"{size / 1e6:.0f} MB are read"
    back = " and written" if len(answer.error.message) >= size else ""
    return f"{there}{back} in {_ms(time.monotonic() - begun)}"


def broken_lines(subject: Subject) -> str:
    """What is no request costs nobody else an answer."""
    interview = subject.interview
    silent: list[str] = []
    for number, (what, line) in enumerate(probes.BROKEN_LINES, 1):
        before = len(interview.nameless)
        try:
            subject.ask(line + b"\n" + probes.request(number, UNKNOWN, {}), number)
        except BrokenOffError as problem:
            raise WrongError(
                f"after {what} as a line: {problem}",
                "answer error -32700 with id null to a line that is not JSON, -32600 to one that "
                "is no request, and go on with the next line",
                problem.stderr,
            ) from None
        if len(interview.nameless) == before:
            silent.append(what)
    codes = sorted({refusal.error.code for refusal in interview.nameless}, reverse=True)
    if not codes:
        return "are ignored, and it goes on"
    said = f"are answered with {' or '.join(map(str, codes))}, and it goes on"
    return f"{said}; no word about {', '.join(silent)}" if silent else said


def strange_lines(subject: Subject) -> str:
    """What only a hostile peer would write is refused, or ignored where it is a notification."""
    interview = subject.interview
    for number, (what, line, wanted) in enumerate(probes.STRANGE_LINES, 1):
        interview.nameless.clear()
        interview.strange.clear()
        try:
            subject.ask(line + b"\n" + probes.request(number, UNKNOWN, {}), number)
            if wanted and not interview.nameless and not interview.strange:
                interview.say(b"", LATER_S)
        except BrokenOffError as problem:
            raise WrongError(f"after {what}: {problem}", STRANGE, problem.stderr) from None
        found = [(answer.id, _code(answer)) for answer in interview.nameless + interview.strange]
        if (len(found), set(found) <= wanted) != (bool(wanted), True):
            said = " and ".join(f"error {code} with id {name}" for name, code in found)
            meant = " or ".join(f"error {code} with id {name}" for name, code in sorted(
                wanted, key=str))  # fmt: skip
            raise WrongError(
                f"{what} was answered with {said or 'nothing'} instead of {meant or 'nothing'}",
                STRANGE,
            )
    return f"{len(probes.STRANGE_LINES)} kinds are refused or ignored, and it goes on"


def _code(answer: Answer) -> int:
    return answer.error.code if isinstance(answer, Refusal) else 0


def end_of_input(subject: Subject) -> str:
    """All that was asked before the end of input is answered, and then it leaves by itself."""
    with subject.fresh() as interview:
        lines, numbers = _burst(subject)
        interview.put(lines, numbers)
        interview.finish()
        try:
            answers = interview.hear()
        except BrokenOffError as problem:
            raise WrongError(
                f"asked {counted(len(numbers), 'time')} before the end of its input: {problem}",
                "answer what was read before leaving, and flush",
                problem.stderr,
            ) from None
        begun = time.monotonic()
        end = interview.end()
        if end is None:
            raise WrongError(
                f"it was still there {subject.limits.grace_s:g} s after the end of its input",
                "leave when standard input ends; daemons and open sockets keep some runtimes alive",
                interview.stderr(),
            )
        if not end.well:
            raise WrongError(
                f"at the end of its input it {end.detail}",
                "leave with exit status 0 when standard input ends",
                interview.stderr(),
            )
        return f"{counted(len(answers), 'answer')}, then it left by itself in {_ms(time.monotonic() - begun)}"


def termination(subject: Subject) -> str:
    """SIGTERM ends it."""
    with subject.fresh() as interview:
        seconds = interview.terminate()
        if seconds >= subject.limits.grace_s:
            raise WrongError(
                f"it was still there {subject.limits.grace_s:g} s after SIGTERM",
                "do not catch SIGTERM, or leave when it comes",
            )
    return f"ends it in {_ms(seconds)}"


def _burst(subject: Subject) -> tuple[bytes, range]:
    count = int(BURST_S / subject.lone_s) if subject.lone_s else BURST
    numbers = range(1, max(FEWEST, min(BURST, count)) + 1)
    return b"".join(probes.request(number, UNKNOWN, {}) for number in numbers), numbers


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"
