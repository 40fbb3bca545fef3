"""File URIs and absolute paths, and the normal form that both share.

A path here is text with ``/`` between its segments, as on POSIX; no file system is asked.
"""

from __future__ import annotations

from hanzo_reference.spec.declaration import DomainError

# RFC 3986 §2.3: unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"
UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
# RFC 3986 §3.3: pchar = unreserved / pct-encoded / sub-delims / ":" / "@"
PATH_CHARACTERS = UNRESERVED | frozenset("!$&'()*+,;=:@/")
HEX_DIGITS = frozenset("0123456789ABCDEFabcdef")


def uri_from_path(path: str) -> str:
    """The one file URI of an absolute path.

    ``INVALID_PARAMS``: a path that is not absolute, or has a ``..`` segment or a NUL.
    Spec: IDS-21 to IDS-32.
    """
    return "file://" + "".join(_escaped(character) for character in normal_path(path))


def path_from_uri(uri: str) -> str:
    """The path that a file URI names, in normal form.

    ``INVALID_PARAMS``: no URI, another scheme or host, a query or fragment, a path that is not
    absolute, has a ``..`` segment, a NUL, an escaped ``/``, or bytes that are not UTF-8.
    Spec: IDS-24 to IDS-30, IDS-33 to IDS-47.
    """
    return normal_path(_decoded(_path_part(uri)))


def normal_path(path: str) -> str:
    """An absolute path without empty and ``.`` segments, and without a slash at its end.

    ``INVALID_PARAMS``: a path that is not absolute, or has a ``..`` segment or a NUL.
    Spec: IDS-24 to IDS-30.
    """
    if not path.startswith("/"):
        raise DomainError("INVALID_PARAMS", "the path is not absolute")
    if "\0" in path:
        raise DomainError("INVALID_PARAMS", "the path contains a NUL")
    segments = path.split("/")
    # What `a/..` names depends on whether `a` is a symbolic link, which only a file system knows.
    if ".." in segments:
        raise DomainError("INVALID_PARAMS", "the path has a .. segment")
    return "/" + "/".join(segment for segment in segments if segment not in ("", "."))


def _escaped(character: str) -> str:
    if character == "/" or character in UNRESERVED:
        return character
    return "".join(f"%{byte:02X}" for byte in character.encode())


def _path_part(uri: str) -> str:
    """The path of a file URI with what follows it, still escaped.

    RFC 8089 §2: file-URI = "file:" ( "//" [ "localhost" / host ] path-absolute / path-absolute ).
    """
    scheme, _, rest = uri.partition(":")
    if not _is_ascii_word(scheme, "file"):
        raise DomainError("INVALID_PARAMS", "the scheme is not file")
    if rest.startswith("//"):
        host, slash, path = rest[2:].partition("/")
        # A `?` or `#` before the first slash ends up in the host and is refused with it.
        if host and not _is_ascii_word(host, "localhost"):
            raise DomainError("INVALID_PARAMS", "the host is not this machine")
        rest = slash + path
    return rest


def _is_ascii_word(text: str, word: str) -> bool:
    # Full Unicode case mapping would take the ligature of f and i, or the long s, for ASCII.
    return text.isascii() and text.lower() == word


def _decoded(path: str) -> str:
    """The text behind the escapes of a URI's path, decoded once."""
    octets = bytearray()
    index = 0
    while index < len(path):
        character = path[index]
        if character == "%":
            octets.append(_octet(path[index + 1 : index + 3]))
            index += 3
        elif character in PATH_CHARACTERS:
            octets.append(ord(character))
            index += 1
        else:
            # A query or a fragment, empty or not, begins with a character that no path has.
            raise DomainError("INVALID_PARAMS", f"{character!r} must be escaped in a path")
    try:
        # Strict: no overlong forms, no surrogates, nothing above U+10FFFF.
        return octets.decode()
    except UnicodeDecodeError:
        raise DomainError("INVALID_PARAMS", "the escapes are not UTF-8") from None


def _octet(digits: str) -> int:
    if len(digits) != 2 or not HEX_DIGITS.issuperset(digits):
        raise DomainError("INVALID_PARAMS", "a % without two hexadecimal digits")
    octet = int(digits, 16)
    # Decoded, it would part two segments that were one; no file name contains it.
    if octet == 0x2F:
        raise DomainError("INVALID_PARAMS", "an escaped slash")
    return octet
