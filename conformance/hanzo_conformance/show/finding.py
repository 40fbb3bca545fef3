"""A vector by its id, with the nearest ids where there is none."""

from __future__ import annotations

from hanzo_conformance.values.errors import UnknownNameError
from hanzo_vectors.reading import Corpus
from hanzo_vectors.vector import Vector


def find_vector(vector_id: str, corpus: Corpus) -> Vector:
    """The vector with this id; raises ``UnknownNameError`` with the nearest ids."""
    for vector in corpus.vectors:
        if vector.id == vector_id:
            return vector
    raise UnknownNameError("vector", vector_id, [vector.id for vector in corpus.vectors])
