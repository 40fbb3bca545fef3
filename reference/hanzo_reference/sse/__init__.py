"""SSE frame parsing: a stream cut into chunks anywhere, read as WHATWG HTML §9.2 says.

Here lives what turns text or bytes into frames. Connecting, reconnecting and what the data of a
frame means are not in this domain.
"""

from hanzo_reference.spec.declaration import Domain, Operation
from hanzo_reference.sse.buffer import SseBufferOverflow, SseFrameBuffer
from hanzo_reference.sse.frame import SseFrame
from hanzo_reference.sse.models import BufferInput, BufferOutput, ParseInput, ParseOutput
from hanzo_reference.sse.operations import parse, use_buffer

__all__ = ["DOMAIN", "SseBufferOverflow", "SseFrame", "SseFrameBuffer"]

DOMAIN = Domain(
    id="sse",
    title="SSE frame parsing",
    vector_file="sse-frames",
    requirement_prefix="SSE",
    sources=("HIP-0301 §3", "HIP-0301 §16", "WHATWG HTML §9.2", "WHATWG Encoding §8.1"),
    operations=(
        Operation(
            name="parse",
            input=ParseInput,
            output=ParseOutput,
            function=parse,
            errors={
                "SSE_BUFFER_OVERFLOW": "The unfinished line and the data that waits for its blank "
                "line exceed max_buffer.",
            },
        ),
        Operation(name="buffer", input=BufferInput, output=BufferOutput, function=use_buffer),
    ),
)
