"""One tier: from the bytes of a settings file to content that can be merged, or a failure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hanzo_reference.config.members import ALIASES, MemberTypeError, check_types
from hanzo_reference.config.strict_json import Json, JsonError, parse
from hanzo_reference.spec.declaration import DomainError

# From the lowest precedence to the highest.
TIERS = ("user", "project", "local")
# Credentials belong to the user: a project's files, which others write, must not replace them.
SENSITIVE = ("api_key", "oauth_credentials")
TRUSTED_TIER = "user"


@dataclass(frozen=True, slots=True)
class Warned:
    """A credential that a tier must not set and that was left out; its value is not kept."""

    tier: str
    key: str


@dataclass(frozen=True, slots=True)
class Tier:
    """A tier's content with known names only, in document order, and what was left out of it."""

    name: str
    content: dict[str, Json]
    warnings: tuple[Warned, ...]


def read_tier(name: str, data: bytes) -> Tier:
    """The content of a tier from the bytes of its file.

    Fails with ``CONFIG_PARSE``, ``CONFIG_AMBIGUOUS`` or ``CONFIG_TYPE``, judged in this order.

    Spec: CONFIG-8 to CONFIG-29, CONFIG-37 to CONFIG-45, CONFIG-51 to CONFIG-65.
    """
    content = _parse(name, data)
    for alias, known in ALIASES.items():
        if alias in content and known in content:
            problem = f"{alias} and {known} mean the same, and both are there"
            raise _failure("CONFIG_AMBIGUOUS", name, (alias,), problem)
    warnings = []
    if name != TRUSTED_TIER:
        for key in SENSITIVE:
            if key in content:
                del content[key]
                warnings.append(Warned(name, key))
    try:
        check_types(content)
    except MemberTypeError as problem:
        raise _failure("CONFIG_TYPE", name, problem.path, str(problem)) from None
    renamed = {ALIASES.get(key, key): value for key, value in content.items()}
    return Tier(name, renamed, tuple(warnings))


def pointer(path: Iterable[str | int]) -> str:
    """The JSON Pointer (RFC 6901) of a path; the empty path is the whole document."""
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in path)


def _parse(name: str, data: bytes) -> dict[str, Json]:
    try:
        content = parse(data)
    except JsonError as problem:
        raise _failure("CONFIG_PARSE", name, (), str(problem)) from None
    if not isinstance(content, dict):
        raise _failure("CONFIG_PARSE", name, (), "expected one object")
    return content


def _failure(code: str, tier: str, path: Iterable[str | int], problem: str) -> DomainError:
    place = pointer(path)
    message = f"{tier} settings, {place}: {problem}" if place else f"{tier} settings: {problem}"
    return DomainError(code, message, {"tier": tier, "path": place})
