"""The paths that a patch names, in every header that git knows (git apply, apply.c). Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

FRAGMENT = re.compile(rb"@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@")
# Extended headers of git, each with whether it names a path; no other line stands among them.
EXTENDED = {
    b"old mode ": False, b"new mode ": False, b"deleted file mode ": False,
    b"new file mode ": False, b"copy from ": True, b"copy to ": True, b"rename old ": True,
    b"rename new ": True, b"rename from ": True, b"rename to ": True,
    b"similarity index ": False, b"dissimilarity index ": False, b"index ": False,
}  # fmt: skip
BEFORE, AFTER, BOTH = b"--- ", b"+++ ", b"diff --git "
NOTHING = b"/dev/null"
ESCAPE = re.compile(rb"\\([0-3][0-7][0-7]|.)", re.DOTALL)
LETTERS = {
    b"a": b"\a", b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"v": b"\v",
}  # fmt: skip
# Two names of a path's greatest length and what is around them.
LONGEST_PAIR = 2 * 4096 + 16
QUOTED = re.compile(rb'"((?:[^"\\]|\\.)*)"', re.DOTALL)


def patch_names(patch: bytes) -> Iterator[bytes]:
    """Every name in the headers of a patch, in order, without the prefix that git takes off.

    An absolute name keeps its slash. What stands in hunks, or in text between patches, is no
    name. Spec: VCS-23.
    """
    lines = patch.split(b"\n")
    old_left = new_left = 0
    is_extended = False
    for index, line in enumerate(lines):
        if (old_left > 0 or new_left > 0) and line[:1] in (b"", b" ", b"-", b"+", b"\\"):
            old_left -= line[:1] in (b"", b" ", b"-")
            new_left -= line[:1] in (b"", b" ", b"+")
            continue
        old_left = new_left = 0
        fragment = FRAGMENT.match(line)
        if fragment is not None:
            old_left, new_left = (1 if count is None else int(count) for count in fragment.groups())
            is_extended = False
        elif line.startswith(BOTH):
            is_extended = True
            yield from _pair(line.removeprefix(BOTH))
        elif line.startswith((BEFORE, AFTER)):
            if is_extended or _is_traditional(lines, index):
                yield from _named(line[len(BEFORE) :])
        elif is_extended:
            header = next((word for word in EXTENDED if line.startswith(word)), None)
            is_extended = header is not None
            if header is not None and EXTENDED[header]:
                yield _text(line.removeprefix(header))


def _is_traditional(lines: list[bytes], index: int) -> bool:
    """Whether a line is one of the two before a hunk; git passes over any other."""
    first = index if lines[index].startswith(BEFORE) else index - 1
    if first < 0 or len(lines) < first + 3:
        return False
    before, after, fragment = lines[first : first + 3]
    return before.startswith(BEFORE) and after.startswith(AFTER) and fragment.startswith(b"@@ -")


def _named(text: bytes) -> Iterator[bytes]:
    """The name of a line that may end in a date."""
    name = _text(text) if text.startswith(b'"') else text.split(b"\t", 1)[0].rstrip(b"\r")
    if name.split(b" ", 1)[0] != NOTHING:
        yield _stripped(name)


def _pair(text: bytes) -> Iterator[bytes]:
    """The two names of a line, which nothing but a space divides."""
    if text.startswith(b'"') or text.endswith(b'"'):
        opening = QUOTED.match(text)
        first = _unquoted(opening[1]) if opening else text.split(b' "', 1)[0]
        rest = text[opening.end() :].lstrip(b" ") if opening else text[len(first) + 1 :]
        yield _stripped(first)
        yield _stripped(_text(rest))
        return
    if len(text) > LONGEST_PAIR:
        yield _stripped(text)
        return
    spaces = [match.start() for match in re.finditer(rb" ", text)]
    pairs = [(_stripped(text[:at]), _stripped(text[at + 1 :])) for at in spaces]
    # Git takes a name from here only where both are the same; else other headers say them.
    same = [pair for pair in pairs if pair[0] == pair[1]]
    sound = [pair for pair in pairs if not any(leads_out(name) for name in pair)]
    yield from next(iter(same or sound or pairs), ())


def leads_out(name: bytes) -> bool:
    """Whether a name, wherever links lead, is none of a file in the work tree."""
    parts = name.split(b"/")
    return name.startswith(b"/") or any(part == b".." or part.lower() == b".git" for part in parts)


def _stripped(name: bytes) -> bytes:
    """A name without its first part, as git takes it by default, unless it is absolute."""
    if name.startswith(b"/"):
        return name
    first, _, rest = name.partition(b"/")
    # Where the part that goes would lead out, it is the name that does.
    return name if leads_out(first) or not rest else rest


def _text(text: bytes) -> bytes:
    quoted = QUOTED.match(text)
    return _unquoted(quoted[1]) if quoted else text.rstrip(b"\r")


def _unquoted(text: bytes) -> bytes:
    def letter(match: re.Match[bytes]) -> bytes:
        found = match[1]
        return bytes([int(found, 8)]) if len(found) == 3 else LETTERS.get(found, found)

    return ESCAPE.sub(letter, text)
