"""A tool as a class, by the names that HIP-0300 gives to its Python base class.

Here lives the registering of handlers and their awaiting. How a call finds its action, how
parameters are judged and what an envelope is, the dispatcher says.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from hanzo_reference.envelope import builder
from hanzo_reference.envelope.builder import Envelope
from hanzo_reference.envelope.codes import ERROR
from hanzo_reference.envelope.dispatcher import Action, Outcome, Tool, dispatch
from hanzo_reference.envelope.parameters import Schema
from hanzo_reference.envelope.refusal import ToolError

Handler = Callable[..., Awaitable[Any]]
# Without a schema nobody knows the parameters, so that all go through to the handler.
ANY_PARAMETERS: Schema = {"type": "object", "additionalProperties": True}


class ConflictError(ToolError):
    """Something has changed since it was read: ``CONFLICT``, with what was expected and found."""

    def __init__(self, message: str, details: Mapping[str, Any] | None = None) -> None:
        super().__init__("CONFLICT", message, details)


class BaseTool(ABC):
    """What a server calls: a name, and calls of actions."""

    name: str

    @abstractmethod
    async def call(self, ctx: Any, action: str = "help", **kwargs: Any) -> Envelope:
        """The envelope that answers a call; ``kwargs`` are the parameters of the action."""


class UnifiedToolBase(BaseTool):
    """A tool whose actions are methods that were registered with ``action``.

    Spec: HIP-0300 (Base Class); ENVELOPE-27 to ENVELOPE-51.
    """

    version = "1.0.0"
    backend: str | None = None

    def __init__(self) -> None:
        self._handlers: dict[str, Handler] = {}
        self._schemas: dict[str, Schema] = {}

    def action(self, name: str, schema: Schema | None = None) -> Callable[[Handler], Handler]:
        """A decorator that makes a coroutine function the handler of an action.

        It is called with the context and the parameters by name, and gives data or an ``Outcome``.
        """

        def decorator(function: Handler) -> Handler:
            self._handlers[name] = function
            if schema is not None:
                self._schemas[name] = schema
            return function

        return decorator

    async def call(self, ctx: Any, action: str = "help", **kwargs: Any) -> Envelope:
        """The envelope that answers a call; whatever a handler raises, it is one."""
        actions = {
            name: Action(self._schemas.get(name, ANY_PARAMETERS), partial(_begun, handler, ctx))
            for name, handler in self._handlers.items()
        }
        answer = dispatch(Tool(self.name, self.version, self.backend, actions), action, kwargs)
        begun = answer["data"]
        if not isinstance(begun, _Begun):
            return answer
        try:
            found = await begun.waiting
            outcome = found if isinstance(found, Outcome) else Outcome(found)
            return self._envelope(outcome.data, action, outcome.paging, outcome.backend)
        except ToolError as problem:
            return self._error(problem.code, problem.message, action, **dict(problem.details or {}))
        except Exception as problem:  # noqa: BLE001 - ENVELOPE-44: a caller always gets an envelope
            return self._error(ERROR, str(problem), action)

    def _envelope(
        self,
        data: Any,
        action: str | None = None,
        paging: Mapping[str, Any] | None = None,
        backend: str | None = None,
    ) -> Envelope:
        return builder.success(
            self.name, action or "help", data, paging=paging, backend=backend or self.backend
        )

    def _error(
        self, code: str, message: str, action: str | None = None, /, **details: Any
    ) -> Envelope:
        return builder.error(self.name, action or "help", code, message, details)


class _Begun:
    """A handler that was called, and is still to be awaited."""

    def __init__(self, waiting: Awaitable[Any]) -> None:
        self.waiting = waiting


def _begun(handler: Handler, ctx: Any, params: Mapping[str, Any]) -> Outcome:
    return Outcome(_Begun(handler(ctx, **params)))
