"""The optional tool ``llm``: a language model behind an endpoint that the environment names.

Its vectors name the endpoint in the call: a server of their own, which plays the models.
"""

from hanzo_reference.tools.declaring import Declared, ToolDeclaration, tool_domain
from hanzo_reference.tools.llm import operations
from hanzo_reference.tools.llm.models import (
    ConsensusData,
    ConsensusParams,
    EmbedData,
    EmbedParams,
    QueryData,
    QueryParams,
    StreamData,
)

__all__ = ["DOMAIN", "TOOLS"]

TOOLS = (
    ToolDeclaration(
        "llm",
        {
            "query": Declared("Asks a model.", QueryParams, operations.query, QueryData),
            "stream": Declared("Asks a model, and reads as it writes.", QueryParams, operations.stream, StreamData),
            "embed": Declared("Turns texts into vectors.", EmbedParams, operations.embed, EmbedData),
            "consensus": Declared(
                "Asks several models, and says whether they agree.", ConsensusParams,
                operations.consensus, ConsensusData),
        },
    ),
)  # fmt: skip

DOMAIN = tool_domain(TOOLS[0], "Tool llm", "LLM", ("HIP-0300", "tools.md", "RFC 8259"))
