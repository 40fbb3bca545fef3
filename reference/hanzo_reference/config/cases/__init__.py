"""The cases of the config domain: tiers, strict parsing, merging, credentials, servers, types."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.config.cases import (
    accepted,
    credentials,
    grammar,
    merging,
    rules,
    servers,
    tiers,
    types,
)
from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag

FLAGS = {
    "array-joined": Flag("arrays of two tiers joined, or merged element by element"),
    "case-folding": Flag("names compared without case"),
    "command-split": Flag("a command split at spaces, expanded, or taken letter by letter"),
    "credential": Flag(
        "credentials of the user replaced, removed or shown by a project's files", security=True
    ),
    "encoding": Flag(
        "bytes decoded with replacement characters, or a byte order mark removed in silence"
    ),
    "falsy-value": Flag("false, 0 and empty values taken for absent ones"),
    "lenient-parser": Flag(
        "a parser that accepts more than JSON, so that two readers differ about a file",
        "https://seriot.ch/projects/parsing_json.html",
    ),
    "null-stored": Flag("a null kept as a value instead of removing one"),
    "problem-order": Flag("another of several problems reported, by the order of checks or names"),
    "prototype": Flag("names that have a meaning in JavaScript's objects"),
    "rule-order": Flag("rules in the order of a hash table, of integers or of the wrong tier"),
    "server-block-replaced": Flag("all servers of a lower tier lost to one of a higher tier"),
    "skipped-file": Flag("a file that cannot be read taken for a missing one"),
    "sort-order": Flag("names sorted by UTF-16 units, by locale, as numbers or without case"),
    "type-coercion": Flag("values of a wrong type accepted, converted or dropped"),
}


def cases() -> Iterator[Case]:
    """Every case, precedence first."""
    yield from tiers.precedence_cases()
    yield from tiers.default_cases()
    yield from tiers.environment_cases()
    yield from tiers.failure_cases()
    yield from grammar.refused_cases()
    yield from accepted.accepted_cases()
    yield from merging.merge_cases()
    yield from merging.null_cases()
    yield from merging.server_merge_cases()
    yield from credentials.credential_cases()
    yield from credentials.spelling_cases()
    yield from servers.alias_cases()
    yield from servers.active_cases()
    yield from servers.argv_cases()
    yield from types.type_cases()
    yield from types.order_cases()
    yield from rules.rule_cases()
