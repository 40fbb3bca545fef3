"""The cases of ``ids.hash``."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence

from hanzo_reference.spec.cases import Case, result

# One case in few lines reads better than one argument a line.
# fmt: off

NIST = "FIPS 180-4 example values; NIST CAVP SHA256ShortMsg"
COREUTILS = "The digest that sha256sum of GNU coreutils prints"
PUBLISHED = {
    "of-nothing": (b"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    "of-abc": (b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    "of-two-blocks": (
        b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ),
    "of-one-byte": (b"\xd3", "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1"),
    "of-two-bytes": (
        b"\x11\xaf", "5ca7133fa735326081558ac312c620eeca9970d1e70a4b95533d956f072d1f98",
    ),
}
AS_IT_STANDS = {
    "without-a-line-end": (
        b"a", "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb",
        "No line feed is added before hashing",
    ),
    "with-a-line-feed": (
        b"a\n", "87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7",
        "A line feed at the end is hashed",
    ),
    "with-cr-lf": (
        b"a\r\n", "8e4621379786ef42a4fec155cd525c291dd7db3c1fde3478522f4f61c03fd1bd",
        "CR LF is hashed as two bytes and not as one line feed",
    ),
    "with-a-carriage-return": (
        b"a\r", "961a57df036f6c4f44ca8a054271c45e823f469bcc439f0255c40974c3e3d131",
        "A carriage return is hashed as it stands",
    ),
    "with-a-byte-order-mark": (
        b"\xef\xbb\xbfa", "1951c7860e968e742658b3af34e60741eb4aaf2a8d2ecc3993727016b12e81e8",
        "A byte order mark is hashed",
    ),
    "of-bytes-that-are-no-text": (
        b"\xff\xfe", "b3d510ef04275ca8e698e5b3cbb0ece3949ef9252f0cdc839e9ee347409a2209",
        "Bytes that are not UTF-8 are hashed as they stand",
    ),
    "of-a-cut-character": (
        b"\xc3", "ae3f4619b0413d70d3004b9131c3752153074e45725be13b9a148978895e359e",
        "The first byte of a UTF-8 sequence alone is hashed as it stands",
    ),
    "of-a-nul": (
        b"\0", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "A NUL ends nothing and is hashed",
    ),
    "of-a-composed-letter": (
        b"caf\xc3\xa9", "850f7dc43910ff890f8879c0ed26fe697c93a067ad93a7d50f466a7028a9bf4e",
        "A composed letter is hashed composed",
    ),
    "of-a-decomposed-letter": (
        b"cafe\xcc\x81", "81ef060bcd98adc7824eb5c1ada83c32491b16018e11e79f00ab9d09e04b015a",
        "A decomposed letter is hashed decomposed",
    ),
    "with-a-space-first": (
        b" a", "7de598b3ff8a99638e1f9bf49260baa0d98e069dde32d1f2e153adb5ce478242",
        "White space at the start is hashed",
    ),
}
# Around SHA-256's blocks of 64 bytes and its padding of at least 9, and each base64 remainder.
LENGTHS = (
    3, 4, 5, 6, 54, 55, 56, 57, 62, 63, 64, 65, 66, 118, 119, 120, 121, 127, 128, 129, 255, 256,
    257, 1000,
)


def hash_cases() -> Iterator[Case]:
    """Every case of the operation."""
    for slug, (content, digest) in PUBLISHED.items():
        yield _case(
            slug, f"The published digest of {len(content)} bytes", ["IDS-48"], content,
            digest=digest, anchor=NIST,
        )
    for slug, (content, digest, description) in AS_IT_STANDS.items():
        yield _case(
            slug, description, ["IDS-49"], content, digest=digest, anchor=COREUTILS,
            flags=["content"],
        )
    for length in LENGTHS:
        yield _case(
            f"of-{length}-bytes", f"The digest of {length} bytes of all values", ["IDS-48"],
            bytes(7 * index % 256 for index in range(length)),
        )


def _case(
    slug: str, description: str, requirements: Sequence[str], content: bytes, *,
    digest: str | None = None, anchor: str | None = None, flags: Sequence[str] = (),
) -> Case:
    return Case(
        f"hash-{slug}", description, requirements, "hash",
        {"content_b64": base64.b64encode(content).decode()}, flags,
        None if digest is None else result({"hash": f"sha256:{digest}"}), anchor,
    )
