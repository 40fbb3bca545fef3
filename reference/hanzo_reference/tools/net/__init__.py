"""net: requests over HTTP, downloads into the workspace, URLs shown to the user."""

from hanzo_reference.tools.declaring import Declared, ToolDeclaration, tool_domain
from hanzo_reference.tools.net.actions import download, open_, request
from hanzo_reference.tools.net.models import DownloadParams, OpenParams, RequestParams

DOMAIN = tool_domain(
    "net",
    "Tool net: requests, downloads, opening",
    "NET",
    ("HIP-0300 (net)", "RFC 9110", "RFC 9112", "RFC 3986"),
)
TOOLS = (
    ToolDeclaration(
        "net",
        {
            "request": Declared("Sends an HTTP request.", RequestParams, request),
            "download": Declared("Downloads into a new file.", DownloadParams, download),
            "open": Declared("Shows a URL to the user.", OpenParams, open_),
        },
    ),
)
