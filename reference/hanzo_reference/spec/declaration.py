"""The words in which a domain is declared: models, operations, errors, flags.

A domain's ``__init__.py`` builds one ``Domain``; schemas, vectors, documentation tables and the
dispatch of calls all come from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

# RFC 4648 §4 in its canonical form: padded, and zero in the bits that padding leaves over, so that
# bytes have exactly one spelling and no decoder can be laxer than another.
Base64 = Annotated[
    str,
    Field(
        pattern=(
            "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$"
        )
    ),
]


class Model(BaseModel):
    """Base of every input and output: strict types, no unknown members, immutable.

    An output leaves out exactly the members that were not given to its constructor, so a member
    that must appear as ``null`` is passed as ``None``, and one that must be absent is not passed.
    """

    model_config = ConfigDict(
        strict=True,
        extra="forbid",
        frozen=True,
    )


class DomainError(Exception):
    """A specified failure: ``code`` is compared with the vector, ``message`` is for people.

    ``details`` is compared where the domain specifies it, and absent where it does not.
    """

    def __init__(self, code: str, message: str, details: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = dict(details) if details is not None else None


@dataclass(frozen=True)
class Operation:
    """One call that every implementation answers: a name, two models, error codes, a function.

    ``name`` is without the domain's prefix. ``errors`` maps each code to the sentence that says
    when it is answered. ``function`` takes the input model and returns the output model or raises
    ``DomainError`` with one of the codes. Where the input model takes what breaks rules, because it
    is specified how that is answered, ``valid`` gives the JSON Schemas of ``input`` and ``output``
    for what breaks none.
    """

    name: str
    input: type[BaseModel]
    output: type[BaseModel]
    function: Callable[[Any], BaseModel]
    errors: Mapping[str, str] = field(default_factory=dict)
    valid: Callable[[], Mapping[str, Any]] | None = None


@dataclass(frozen=True)
class Flag:
    """A class of bugs that vectors point at: what it catches, and where one can read about it.

    ``security``: its vectors guard against an attack, so that a refusal is never to be let through.
    """

    catches: str
    link: str | None = None
    security: bool = False


@dataclass(frozen=True)
class ResultLayout:
    """Where a domain's results say how a call went, as JSON Pointers.

    ``refused`` has the values of which one stands in a place when the call is refused, ``code`` is where its
    reason is, and ``data`` where what was asked for is; a part that is not given is nowhere.
    """

    refused: Mapping[str, Sequence[Any]]
    code: str | None = None
    data: str | None = None

    def described(self) -> dict[str, Any]:
        """The parts that there are, as plain JSON values."""
        parts = {
            "refused": {place: list(values) for place, values in self.refused.items()},
            "code": self.code,
            "data": self.data,
        }
        return {name: part for name, part in parts.items() if part is not None}


@dataclass(frozen=True)
class Domain:
    """One room of the specification.

    ``id`` is the folder's name and the stem of operations; ``vector_file`` the stem of the file in
    test-vectors/ and the prefix of vector ids; ``sources`` name texts with their sections. ``wing``
    is the folder that the room's folder stands in, if it is not that of all rooms. ``stem`` is that
    of the operations of a domain that is apart from another only because it touches the system.
    ``loose`` maps JSON Pointers to JSON Schemas that hold there in every
    result, instead of equality. ``layout`` is for domains whose results tell of refusals, which are
    no domain errors then. ``touches_system``: its operations work on files, processes or the
    network, so that they are neither fuzzed nor mutated in process, but for those of its modules that
    ``pure`` names, which touch nothing. ``status`` is "draft" until all
    of our languages have it: nobody is asked to have a draft, and no bar is held against it.
    """

    id: str
    title: str
    vector_file: str
    requirement_prefix: str
    sources: tuple[str, ...]
    operations: tuple[Operation, ...]
    wing: str = ""
    stem: str = ""
    loose: Mapping[str, Any] = field(default_factory=dict)
    touches_system: bool = False
    pure: tuple[str, ...] = ()
    layout: ResultLayout | None = None
    status: Literal["standing", "draft"] = "standing"

    @property
    def package(self) -> str:
        """The Python package of the room."""
        return ".".join(filter(None, ("hanzo_reference", self.wing, self.id)))

    def full_name(self, operation: str) -> str:
        """The name by which an operation is called: its own, or with a stem another domain's."""
        return operation if "." in operation else f"{self.stem or self.id}.{operation}"

    def operation(self, full_name: str) -> Operation | None:
        """The operation with this full name, such as ``ids.hash``, or None."""
        for operation in self.operations:
            if self.full_name(operation.name) == full_name:
                return operation
        return None
