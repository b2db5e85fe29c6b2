"""The byte lookup gives the same with and without the processor's shuffle instructions."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from llvmlite import ir

from puntobanco.kernels.compile import inlined
from puntobanco.kernels.vectors import Value, VectorWriter, vector_operation

TABLE, INDEX, FOUND = range(3)


def _lookup_with(features: Callable[[str], str]) -> Any:
    def write(vectors: VectorWriter) -> Value:
        vectors.features = features(vectors.features)
        vectors.store(FOUND, vectors.lookup(TABLE, vectors.load(INDEX)))
        return ir.Constant(ir.IntType(64), 0)

    operation = vector_operation(write)

    @inlined
    def kernel(memory: Any) -> None:
        operation(memory)

    return kernel


def _without(features: str, *left_out: str) -> str:
    return ",".join(feature for feature in features.split(",") if feature not in left_out)


@pytest.mark.parametrize(
    "features",
    [
        lambda known: known,
        lambda known: _without(known, "+avx512bw"),
        lambda known: _without(known, "+avx512bw", "+avx2"),
    ],
    ids=["the widest", "half as wide", "none"],
)
def test_a_lookup_finds_the_byte_of_every_lane(features: Callable[[str], str]) -> None:
    random = np.random.default_rng(1)
    memory = np.zeros((3, 64), np.uint8)
    memory[TABLE, :16] = random.integers(0, 256, 16)
    memory[INDEX] = random.integers(0, 16, 64)
    _lookup_with(features)(memory)
    assert memory[FOUND].tolist() == memory[TABLE, memory[INDEX]].tolist()
