"""The table of languages: which files are theirs, and what in their trees has a name.

``languages.json`` is the one list; the other implementations read copies of it. ``spec.md``,
"Captures", says what the patterns of a query stand for.
"""

from __future__ import annotations

import importlib.resources
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

FILE = "languages.json"


@dataclass(frozen=True)
class Language:
    """One grammar with its files, and how its names are looked up.

    ``family``: languages whose files see each other's names. ``file_names``: a name that two files
    define is two symbols. ``members_in_scope``: members are named without an object inside of
    their type. ``seen``: from where a local value is: ``anywhere`` in its scope, ``later`` than it is
    given, or ``anew`` as well, when it is given again. ``self_names``: objects that mean the type around them. ``word_extra``: what words
    have beside letters, digits and ``_``.
    """

    name: str
    family: str
    extensions: tuple[str, ...]
    file_names: bool
    members_in_scope: bool
    seen: str
    self_names: frozenset[str]
    word_extra: str
    query: str


def language_of(name: str) -> Language | None:
    """The language of a file by the extension of its name, compared exactly. Spec: CODE-2."""
    return _by_extension().get(extension_of(name))


def extension_of(name: str) -> str:
    """The last dot of a file's name and what follows; empty for names that begin with it."""
    dot = name.rfind(".")
    return name[dot:] if dot > 0 else ""


def family_extensions(family: str) -> frozenset[str]:
    """The extensions of all languages of a family."""
    return frozenset(
        extension for extension, language in _by_extension().items() if language.family == family
    )


@cache
def table() -> Mapping[str, Any]:
    """The content of ``languages.json``."""
    text = importlib.resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8")
    found: Mapping[str, Any] = json.loads(text)
    return found


@cache
def languages() -> Mapping[str, Language]:
    """Every language by name."""
    return {name: _language(name, entry) for name, entry in table()["languages"].items()}


@cache
def _by_extension() -> Mapping[str, Language]:
    return {
        extension: language
        for language in languages().values()
        for extension in language.extensions
    }


def _language(name: str, entry: Mapping[str, Any]) -> Language:
    return Language(
        name=name,
        family=entry["family"],
        extensions=tuple(entry["extensions"]),
        file_names=entry["names"] == "file",
        members_in_scope=entry["members_in_scope"],
        seen=entry["seen"],
        self_names=frozenset(entry["self"]),
        word_extra=entry["word_extra"],
        query="\n".join(entry["query"]),
    )
