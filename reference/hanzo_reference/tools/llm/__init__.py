"""The optional tool ``llm``: a language model behind an endpoint that the environment names.

It has no vectors: of the implementations here only this one has it. Its rules are in ``spec.md``.
"""

from hanzo_reference.tools.declaring import Declared, ToolDeclaration
from hanzo_reference.tools.llm import actions
from hanzo_reference.tools.llm.models import ConsensusParams, EmbedParams, QueryParams

__all__ = ["TOOLS"]

TOOLS = (
    ToolDeclaration(
        "llm",
        {
            "query": Declared("Asks a model.", QueryParams, actions.query),
            "stream": Declared("Asks a model, and reads as it writes.", QueryParams, actions.stream),
            "embed": Declared("Turns texts into vectors.", EmbedParams, actions.embed),
            "consensus": Declared(
                "Asks several models, and says whether they agree.", ConsensusParams,
                actions.consensus,
            ),
        },
    ),
)  # fmt: skip
