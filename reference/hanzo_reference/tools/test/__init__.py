"""The tool ``test``: suites are found and run, and what runners print is brought into one form."""

from hanzo_reference.tools.declaring import Declared, ToolDeclaration, tool_domain
from hanzo_reference.tools.test.models import (
    ListData,
    ListParams,
    RunData,
    RunParams,
    StatusParams,
)
from hanzo_reference.tools.test.operations import list_suites, run, status

TOOLS = (
    ToolDeclaration(
        "test",
        actions={
            "list": Declared("Lists test suites.", ListParams, list_suites, ListData),
            "run": Declared("Runs a test suite.", RunParams, run, RunData),
            "status": Declared("Tells how a run goes or went.", StatusParams, status, RunData),
        },
    ),
)

DOMAIN = tool_domain(
    TOOLS[0],
    "Verification",
    "TEST",
    (
        "HIP-0300 (test)",
        "pytest documentation",
        "The rustc book (Tests)",
        "Node.js documentation (Test runner)",
    ),
)
