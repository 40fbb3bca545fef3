"""The PKCE pair: a secret verifier, and the challenge that is shown in its place."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass, field
from typing import Final

from hanzo_reference.oauth.encoding import UNRESERVED
from hanzo_reference.spec.declaration import DomainError

METHOD: Final = "S256"
SHORTEST_VERIFIER = 43
LONGEST_VERIFIER = 128
# 32 bytes give a verifier of 43 characters, 96 one of 128: the two limits of RFC 7636 §4.1.
LEAST_ENTROPY = 32
MOST_ENTROPY = 96


@dataclass(frozen=True)
class Pkce:
    """A verifier, which stays here until the token request, and its challenge."""

    verifier: str = field(repr=False)
    challenge: str


def check_verifier(verifier: str) -> None:
    """Raise INVALID_VERIFIER unless the verifier has the form that RFC 7636 gives it.

    Spec: OAUTH-1, OAUTH-2.
    """
    # RFC 7636 §4.1: code-verifier = 43*128unreserved
    if not SHORTEST_VERIFIER <= len(verifier) <= LONGEST_VERIFIER:
        raise DomainError("INVALID_VERIFIER", "a verifier has 43 to 128 characters")
    if not UNRESERVED.issuperset(verifier):
        raise DomainError("INVALID_VERIFIER", "a verifier has letters, digits and -._~ only")


def challenge(verifier: str) -> str:
    """The S256 challenge of a verifier, 43 characters of base64url.

    Raises INVALID_VERIFIER. Spec: OAUTH-1 to OAUTH-4.
    """
    check_verifier(verifier)
    # RFC 7636 §4.2: code_challenge = BASE64URL-ENCODE(SHA256(ASCII(code_verifier)))
    return base64url(hashlib.sha256(verifier.encode("ascii")).digest())


def generate(entropy: bytes) -> Pkce:
    """A pair made of 32 to 96 random bytes.

    Raises INVALID_ENTROPY for any other number of bytes. Spec: OAUTH-6 to OAUTH-8.
    """
    if not LEAST_ENTROPY <= len(entropy) <= MOST_ENTROPY:
        raise DomainError("INVALID_ENTROPY", "a verifier is made of 32 to 96 bytes")
    verifier = base64url(entropy)
    return Pkce(verifier, challenge(verifier))


def base64url(data: bytes) -> str:
    """Bytes in the alphabet of RFC 4648 §5, without padding. Spec: RFC 7636 appendix A."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")
