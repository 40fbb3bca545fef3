"""The unified envelope of HIP-0300: how every tool answers, and how lists come in pages.

Here lives the shape of answers, the routing of calls, the judging of parameters and the cursors.
What the tools do is not in this domain.
"""

from hanzo_reference.envelope import operations
from hanzo_reference.envelope.builder import InvalidParams, error, intended, success
from hanzo_reference.envelope.checker import check
from hanzo_reference.envelope.dispatcher import Action, Outcome, Tool, dispatch
from hanzo_reference.envelope.models import (
    CheckInput,
    CheckOutput,
    DispatchInput,
    Envelope,
    ErrorInput,
    PageInput,
    PageOutput,
    SuccessInput,
)
from hanzo_reference.envelope.pager import Item, Page, page
from hanzo_reference.envelope.refusal import ToolError, invalid_params
from hanzo_reference.envelope.violation import Violation
from hanzo_reference.spec.declaration import Domain, Operation, ResultLayout

__all__ = [
    "DOMAIN",
    "Action",
    "InvalidParams",
    "Item",
    "Outcome",
    "Page",
    "Tool",
    "ToolError",
    "Violation",
    "check",
    "dispatch",
    "error",
    "intended",
    "invalid_params",
    "page",
    "success",
]

DOMAIN = Domain(
    id="envelope",
    title="Unified envelope and paging",
    vector_file="tool-envelope",
    requirement_prefix="ENVELOPE",
    sources=("HIP-0300", "RFC 6901", "RFC 8785", "RFC 4648 §5", "JSON Schema 2020-12"),
    operations=(
        Operation(
            name="success",
            input=SuccessInput,
            output=Envelope,
            function=operations.success,
            errors={"INVALID_PARAMS": "The paging contradicts itself or has an empty cursor."},
        ),
        Operation(name="error", input=ErrorInput, output=Envelope, function=operations.error),
        Operation(name="check", input=CheckInput, output=CheckOutput, function=operations.check),
        Operation(
            name="dispatch", input=DispatchInput, output=Envelope, function=operations.dispatch
        ),
        Operation(
            name="page",
            input=PageInput,
            output=PageOutput,
            function=operations.page,
            errors={
                "INVALID_PARAMS": "The limit is out of range, the cursor is none of this list and "
                "query, or two items have the same key."
            },
        ),
    ),
    layout=ResultLayout(refused={"/ok": (False,)}, code="/error/code", data="/data"),
)
