"""The tool ``proc``: commands are run, listed, ended, and their output is shown."""

from hanzo_reference.tools.declaring import Declared, ToolDeclaration, tool_domain
from hanzo_reference.tools.proc.models import (
    ExecData,
    ExecParams,
    KillParams,
    LogsData,
    LogsParams,
    PsData,
    PsParams,
    State,
)
from hanzo_reference.tools.proc.operations import execute, kill, logs, processes

TOOLS = (
    ToolDeclaration(
        "proc",
        actions={
            "exec": Declared("Runs a command.", ExecParams, execute, ExecData),
            "ps": Declared("Lists processes.", PsParams, processes, PsData),
            "kill": Declared("Sends a signal to a process.", KillParams, kill, State),
            "logs": Declared("Shows what a process wrote.", LogsParams, logs, LogsData),
        },
    ),
)

DOMAIN = tool_domain(
    TOOLS[0], "Processes", "PROC", ("HIP-0300 (proc)", "POSIX.1-2017", "RFC 3629 §3")
)
