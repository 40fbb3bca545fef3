"""The operations of the client's machines: from their scripts to the machines and back."""

from __future__ import annotations

from typing import Any

from hanzo_reference.mcp_client import http as exchanges
from hanzo_reference.mcp_client.actions import Action, Reject, Resolve, Send
from hanzo_reference.mcp_client.http import HttpAction, McpExchange
from hanzo_reference.mcp_client.lines import Closed, Event, McpLines
from hanzo_reference.mcp_client.message import Invalid
from hanzo_reference.mcp_client.models import (
    BareStep,
    CallStep,
    ChunkStep,
    CloseAction,
    ClosedEvent,
    ClosedStep,
    ConnectStep,
    DoneAction,
    ExpiredAction,
    FailedAction,
    FailedStep,
    HttpInput,
    HttpOutput,
    InvalidEvent,
    InvalidStep,
    LinesInput,
    LinesOutput,
    MessageEvent,
    ReceiveAction,
    ReceiveStep,
    RejectAction,
    RequestAction,
    RequestStep,
    ResolveAction,
    ResponseStep,
    SendAction,
    SendStep,
    SessionInput,
    SessionOutput,
    WaitAction,
)
from hanzo_reference.mcp_client.session import McpSession


def read_lines(given: LinesInput) -> LinesOutput:
    """``mcp_client.lines``."""
    lines = McpLines(given.max_line)
    events = [event for chunk in given.byte_chunks() for event in lines.feed(chunk)]
    return LinesOutput(events=[_event(event) for event in events + lines.close()])


def run_session(given: SessionInput) -> SessionOutput:
    """``mcp_client.session``."""
    session = McpSession(given.timeout_ms)
    turns = [_session_turn(session, index, step) for index, step in enumerate(given.script)]
    return SessionOutput(turns=[[_action(action) for action in turn] for turn in turns])


def run_http(given: HttpInput) -> HttpOutput:
    """``mcp_client.http``."""
    exchange = McpExchange(given.headers, given.max_body)
    turns = [_http_turn(exchange, index, step) for index, step in enumerate(given.script)]
    return HttpOutput(turns=[[_http_action(action) for action in turn] for turn in turns])


def _event(event: Event) -> MessageEvent | InvalidEvent | ClosedEvent:
    if isinstance(event, Closed):
        return ClosedEvent(type="closed", reason=event.reason)
    if isinstance(event, Invalid):
        return InvalidEvent.model_validate({"type": "invalid", "code": event.code, "id": event.id})
    return MessageEvent(type=event.kind, message=dict(event.message))


def _session_turn(session: McpSession, index: int, step: Any) -> list[Action]:
    at = step.at
    if isinstance(step, ConnectStep):
        return session.connect(index, step.client.model_dump(), at)
    if isinstance(step, CallStep):
        return session.call_tool(index, step.name, step.arguments, at)
    if isinstance(step, RequestStep):
        return session.request(index, step.method, step.params, at)
    if isinstance(step, ReceiveStep):
        return session.receive(step.message, at)
    if isinstance(step, InvalidStep):
        return session.invalid(step.id, at)
    if isinstance(step, FailedStep):
        return session.failed(step.id, step.code, at)
    if isinstance(step, ClosedStep):
        return session.closed(step.reason, at)
    if step.type == "list":
        return session.list_tools(index, at)
    return session.close(at) if step.type == "close" else session.tick(at)


def _action(action: Action) -> SendAction | ResolveAction | RejectAction | CloseAction:
    if isinstance(action, Send):
        return SendAction(type="send", message=dict(action.message))
    if isinstance(action, Resolve):
        return ResolveAction(type="resolve", step=action.step, value=dict(action.value))
    if isinstance(action, Reject):
        return RejectAction(
            type="reject", step=action.step, code=action.code, details=action.details
        )
    return CloseAction(type="close")


def _http_turn(exchange: McpExchange, index: int, step: Any) -> list[HttpAction]:
    if isinstance(step, SendStep):
        return exchange.send(index, step.message)
    if isinstance(step, BareStep):
        return exchange.listen(index) if step.type == "listen" else exchange.close(index)
    if isinstance(step, ResponseStep):
        return exchange.response(step.to, step.status, step.headers)
    if isinstance(step, ChunkStep):
        return exchange.chunk(step.to, step.text.encode())
    if step.type == "end":
        return exchange.end(step.to)
    if step.type == "abandon":
        return exchange.abandon(step.to)
    return exchange.fail(step.to) if step.type == "fail" else exchange.resume(step.to)


def _http_action(
    action: HttpAction,
) -> RequestAction | ReceiveAction | WaitAction | DoneAction | FailedAction | ExpiredAction:
    if isinstance(action, exchanges.Request):
        return RequestAction(
            type="request",
            to=action.to,
            method=action.method,
            headers=dict(action.headers),
            body=action.body,
        )
    if isinstance(action, exchanges.Receive):
        return ReceiveAction(type="receive", message=dict(action.message))
    if isinstance(action, exchanges.Wait):
        return WaitAction(type="wait", to=action.to, ms=action.ms)
    if isinstance(action, exchanges.Done):
        return DoneAction(type="done", to=action.to)
    if isinstance(action, exchanges.Failed):
        return FailedAction(type="failed", to=action.to, code=action.code, status=action.status)
    return ExpiredAction(type="expired")
