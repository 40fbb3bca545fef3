"""The cases of verifiers and challenges.

Every challenge was computed with ``openssl dgst`` and ``base64``, or stands in an RFC.
"""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case, error, result

RFC_VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
RFC_CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
# The five bytes of RFC 7636 appendix A, repeated to 32 bytes: 10 times three, then two.
APPENDIX_A = 10 * "A-z_" + "4ME"
ALL_UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

# slug, description, requirements, flags, verifier, challenge, anchor
CHALLENGES = (
    ("challenge-of-the-rfc", "The verifier of the RFC has the challenge of the RFC",
     "OAUTH-3 OAUTH-4 OAUTH-5", "base64-variant", RFC_VERIFIER, RFC_CHALLENGE,
     "RFC 7636 appendix B"),
    ("challenge-of-43-tildes", "The shortest verifier, of tildes only", "OAUTH-1 OAUTH-2",
     "boundary", 43 * "~", "dOHT1ivLVSPsewADt8TAZF2T2lLYTZ4BymCwTRKpihg", "RFC 7636 §4.1, §4.2"),
    ("challenge-of-full-stops", "Full stops are allowed", "OAUTH-2", "",
     43 * ".", "zN2LAeyE12Po5Q-f8kX8lBwCIAqhVN5WH61sWPoV6fM", "RFC 7636 §4.1, §4.2"),
    ("challenge-of-hyphens", "Hyphens are allowed", "OAUTH-2", "",
     43 * "-", "SghIh5ThtV7vwfawQoT99pGX-bRf_QZ4b9J1bdUUzIQ", "RFC 7636 §4.1, §4.2"),
    ("challenge-of-underscores", "Underscores are allowed", "OAUTH-2", "",
     43 * "_", "V55GXcCGAkQNh-vUohv9WQWVXHYJnx2XM72ns_l7ygY", "RFC 7636 §4.1, §4.2"),
    ("challenge-of-digits", "Digits are allowed", "OAUTH-2", "",
     43 * "0", "uRiyKhWB_t05BYBl8A5qrTW9Vh8gJXFRExod3NIYA94", "RFC 7636 §4.1, §4.2"),
    ("challenge-of-lower-case", "Lower-case letters are hashed as they are", "OAUTH-3", "",
     43 * "a", "ZtNPunH49FD35FWYhT5Tv8I7vRKQJ8uxMaL0_9eHjNA", "RFC 7636 §4.2"),
    ("challenge-of-upper-case", "Upper-case letters are hashed as they are", "OAUTH-3", "",
     43 * "Z", "RYeiU1vFB7oXwwLn_R5GqAKNE8ZSjthNibnieUBy1jI", "RFC 7636 §4.2"),
    ("challenge-of-every-unreserved-character", "All 66 characters of the alphabet in one verifier",
     "OAUTH-2", "", ALL_UNRESERVED, "RZ77XZltYSfl0BLxuGd8pHGJ4EoMoVDVuSWHgNq3RY8",
     "RFC 7636 §4.1, §4.2"),
    ("challenge-of-44-characters", "A verifier whose length is no length of base64 is text",
     "OAUTH-1 OAUTH-3", "base64-variant", 44 * "x", "QQXWCc3895oqm703z9pFJ-3aJJ3sNQkIqIQtmTacAzk",
     "RFC 7636 §4.1, §4.2"),
    ("challenge-of-127-characters", "One character below the longest verifier", "OAUTH-1",
     "boundary", 127 * "x", "cBVqFK26v5jP86cccIS0F6vwV6jv0nMpyja3ICyH2B8", "RFC 7636 §4.1, §4.2"),
    ("challenge-of-128-characters", "The longest verifier", "OAUTH-1", "boundary",
     128 * "x", "JNobgdCxbfZCju5zxp_LKpPHa8bfcG8MZnD-a_6ABGQ", "RFC 7636 §4.1, §4.2"),
)  # fmt: skip

# slug, description, requirements, flags, verifier
REFUSED = (
    ("verifier-of-42-characters", "One character too few", "OAUTH-1", "boundary", 42 * "~"),
    ("verifier-of-129-characters", "One character too many", "OAUTH-1", "boundary", 129 * "x"),
    ("verifier-of-nothing", "An empty verifier is refused, not hashed", "OAUTH-1", "", ""),
    ("verifier-with-plus", "The alphabet of plain base64 is refused", "OAUTH-2", "base64-variant",
     42 * "a" + "+"),
    ("verifier-with-padding", "A padded verifier is refused", "OAUTH-2", "base64-variant",
     RFC_VERIFIER + "="),
    ("verifier-with-a-space", "A space is refused, not trimmed", "OAUTH-2", "", 43 * "a" + " "),
    ("verifier-with-a-line-feed", "A line feed at the end is refused", "OAUTH-2", "regex-end",
     43 * "a" + "\n"),
    ("verifier-with-an-accented-letter", "A letter outside ASCII is refused", "OAUTH-2", "",
     42 * "a" + "\u00e9"),
)  # fmt: skip

# slug, description, requirements, flags, entropy in base64, verifier, challenge, anchor
GENERATED = (
    ("generate-from-the-octets-of-the-rfc", "The 32 octets of the RFC give its pair",
     "OAUTH-6 OAUTH-7 OAUTH-8", "base64-variant", "dBjftJeZ4CVP+mB92K27uhbUJU1p1r/wW1gFWFOEjXk=",
     RFC_VERIFIER, RFC_CHALLENGE, "RFC 7636 appendix B"),
    ("generate-in-the-url-alphabet", "The octets of appendix A, ten times over, without padding",
     "OAUTH-6", "base64-variant", 10 * "A+z/" + "4ME=", APPENDIX_A,
     "O8f3i8YJSFQ0yCbcFY66-Wo8fZLmffzYdC0XOWZjn9A", "RFC 7636 appendix A"),
    ("generate-from-zeros", "32 zero bytes are bytes like any others", "OAUTH-6", "",
     43 * "A" + "=", 43 * "A", "DwBzhbb51LfusnSGBa_hqYSgo7-j8BTQnip4TOnlzRo",
     "RFC 7636 appendix A"),
    ("generate-from-ones", "32 bytes of 255 are underscores", "OAUTH-6", "base64-variant",
     42 * "/" + "8=", 42 * "_" + "8", "Il9-dTKd1FqjVJddc5hzGTCTk686TGczvBNgGk8bh5Y",
     "RFC 7636 appendix A"),
    ("generate-from-33-bytes", "33 bytes give 44 characters", "OAUTH-6 OAUTH-8", "",
     11 * "+/v7", 11 * "-_v7", "Pw9xEr2D0wmP0YwA-J8soigPdEEK_yLDotltw_SIgR0",
     "RFC 7636 §4.1, §4.2"),
    ("generate-from-34-bytes", "Two signs of padding are left away", "OAUTH-6", "base64-variant",
     11 * "+/v7" + "+w==", 11 * "-_v7" + "-w", "gLuqZHEfkxcHlMuQZJCtLzgYSlw04W8pkHqti47AEU8",
     "RFC 7636 appendix A"),
    ("generate-from-95-bytes", "95 bytes give 127 characters", "OAUTH-7", "boundary",
     31 * "+/v7" + "+/s=", 31 * "-_v7" + "-_s", "TeCYlWKLfk1VNjspx6VGZh_N--lXKGyt5RKDjmaM7cg",
     "RFC 7636 §4.1, §4.2"),
    ("generate-from-96-bytes", "96 bytes give the longest verifier", "OAUTH-7", "boundary",
     32 * "+/v7", 32 * "-_v7", "CwjYk979ApF2-TK-x45H1-EoZTuwblxQTpW0oDolteQ",
     "RFC 7636 §4.1, §4.2"),
)  # fmt: skip

# slug, description, entropy in base64
TOO_LITTLE_OR_MUCH = (
    ("generate-from-nothing", "No entropy, no verifier", ""),
    ("generate-from-31-bytes", "One byte too few", 10 * "+/v7" + "+w=="),
    ("generate-from-97-bytes", "One byte too many", 32 * "+/v7" + "+w=="),
)


def cases() -> Iterator[Case]:
    """Every case of the operations ``challenge`` and ``generate``."""
    yield from _challenges()
    yield from _generated()


def _challenges() -> Iterator[Case]:
    for slug, description, requirements, flags, verifier, challenge, anchor in CHALLENGES:
        yield Case(
            slug=slug, description=description, requirements=requirements.split(),
            flags=flags.split(), operation="challenge", input={"verifier": verifier},
            expected=result({"challenge": challenge, "method": "S256"}), anchor=anchor,
        )  # fmt: skip
    for slug, description, requirement, flags, verifier in REFUSED:
        yield Case(
            slug=slug, description=description, requirements=[requirement], flags=flags.split(),
            operation="challenge", input={"verifier": verifier},
            expected=error("INVALID_VERIFIER"), anchor="RFC 7636 §4.1",
        )  # fmt: skip


def _generated() -> Iterator[Case]:
    for slug, description, requirements, flags, entropy, verifier, challenge, anchor in GENERATED:
        yield Case(
            slug=slug, description=description, requirements=requirements.split(),
            flags=flags.split(), operation="generate", input={"entropy_b64": entropy},
            expected=result({"verifier": verifier, "challenge": challenge, "method": "S256"}),
            anchor=anchor,
        )  # fmt: skip
    for slug, description, entropy in TOO_LITTLE_OR_MUCH:
        yield Case(
            slug=slug, description=description, requirements=["OAUTH-7"], flags=["boundary"],
            operation="generate", input={"entropy_b64": entropy},
            expected=error("INVALID_ENTROPY"), anchor="RFC 7636 §4.1, §7.1",
        )  # fmt: skip
