"""From a tool call to its result, and the turn loop (HIP-0301 §1, §2, §7, §9)."""

from hanzo_reference.gate.gate import Gate, Passage
from hanzo_reference.gate.loop import AgentLoop, Budget, Conversation, InvalidLimit
from hanzo_reference.gate.models import (
    CallInput,
    CallOutput,
    RouteInput,
    RouteOutput,
    RunInput,
    RunOutput,
)
from hanzo_reference.gate.names import gate_name
from hanzo_reference.gate.operations import call_tool, route_name, run_loop
from hanzo_reference.gate.protocols import (
    Allow,
    ApiClient,
    Cancelled,
    ContentDelta,
    Deny,
    Escalate,
    Hooks,
    MessageStop,
    PermissionPrompter,
    StreamError,
    ToolExecutor,
    ToolUse,
)
from hanzo_reference.gate.routing import UnknownTool, route
from hanzo_reference.spec.declaration import Domain, Operation

__all__ = [
    "DOMAIN",
    "AgentLoop",
    "Allow",
    "ApiClient",
    "Budget",
    "Cancelled",
    "ContentDelta",
    "Conversation",
    "Deny",
    "Escalate",
    "Gate",
    "Hooks",
    "InvalidLimit",
    "MessageStop",
    "Passage",
    "PermissionPrompter",
    "StreamError",
    "ToolExecutor",
    "ToolUse",
    "UnknownTool",
    "gate_name",
    "route",
]

_INVALID_MODE = {"INVALID_MODE": "a rule's mode is none of allow, deny, prompt"}
_RUN_ERRORS = {
    "INVALID_LIMIT": "max_requests is below 1",
    **_INVALID_MODE,
    "INVALID_BUDGET": "max_tokens is below 1 or reserve_recent below 0",
    "INVALID_MESSAGE": "a message is not of the shape that a session has",
}
_UNKNOWN_TOOL = {"UNKNOWN_TOOL": "no server has a tool of this name"}

DOMAIN = Domain(
    id="gate",
    title="The gate before tools, and the turn loop",
    vector_file="agent-gate",
    requirement_prefix="GATE",
    sources=("HIP-0301 §1, §2, §5, §7, §9", "HIP-0300"),
    operations=(
        Operation("call", CallInput, CallOutput, call_tool, _INVALID_MODE),
        Operation("run", RunInput, RunOutput, run_loop, _RUN_ERRORS),
        Operation("route", RouteInput, RouteOutput, route_name, _UNKNOWN_TOOL),
    ),
)
