"""The tool ``test``: suites are found and run, and what runners print is brought into one form."""

from hanzo_reference.tools.declaring import Declared, ToolDeclaration, tool_domain
from hanzo_reference.tools.test.actions import list_suites, run, status
from hanzo_reference.tools.test.models import ListParams, RunParams, StatusParams

DOMAIN = tool_domain(
    "test",
    "Verification",
    "TEST",
    (
        "HIP-0300 (test)",
        "pytest documentation",
        "The rustc book (Tests)",
        "Node.js documentation (Test runner)",
    ),
)

TOOLS = (
    ToolDeclaration(
        "test",
        actions={
            "list": Declared("Lists test suites.", ListParams, list_suites),
            "run": Declared("Runs a test suite.", RunParams, run),
            "status": Declared("Tells how a run goes or went.", StatusParams, status),
        },
    ),
)
