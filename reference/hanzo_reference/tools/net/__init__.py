"""net: requests over HTTP, downloads into the workspace, URLs shown to the user."""

from hanzo_reference.tools.declaring import Declared, ToolDeclaration, tool_domain
from hanzo_reference.tools.net.models import (
    DownloadData,
    DownloadParams,
    OpenData,
    OpenParams,
    RequestData,
    RequestParams,
)
from hanzo_reference.tools.net.operations import download, open_, request

TOOLS = (
    ToolDeclaration(
        "net",
        {
            "request": Declared("Sends an HTTP request.", RequestParams, request, RequestData),
            "download": Declared(
                "Downloads into a new file.", DownloadParams, download, DownloadData
            ),
            "open": Declared("Shows a URL to the user.", OpenParams, open_, OpenData),
        },
    ),
)

DOMAIN = tool_domain(
    TOOLS[0],
    "Tool net: requests, downloads, opening",
    "NET",
    ("HIP-0300 (net)", "RFC 9110", "RFC 9112", "RFC 3986"),
)
