"""Eight floats side by side as one value inside kernels: loaded, added, multiplied and stored at once.

The compiler finds such vectors by itself only in simple loops; here they are said outright. A processor without
vectors this wide gets several narrower ones from the compiler, with the same results.
"""

import operator
from collections.abc import Callable, Sequence
from typing import Protocol, cast

from llvmlite import ir
from numba import types
from numba.core.cpu import CPUContext
from numba.core.datamodel.manager import DataModelManager
from numba.core.datamodel.models import PrimitiveModel
from numba.core.datamodel.registry import register_default
from numba.core.typing.templates import ConcreteTemplate, Signature, infer_global, signature
from numba.extending import intrinsic, lower_builtin

from puntobanco.kernels.arrays import Floats
from puntobanco.kernels.vectors import FLOATS, Typed, Value, spread

WIDTH: int = FLOATS.count
_FLAGS = ("contract", "reassoc", "nsz")
_FLOAT_ALIGNMENT = 8


class Lanes(Protocol):
    """What a type checker knows of eight lanes; the value itself exists only in compiled code."""

    def __add__(self, other: "Lanes") -> "Lanes": ...
    def __sub__(self, other: "Lanes") -> "Lanes": ...
    def __mul__(self, other: "Lanes") -> "Lanes": ...
    def __rmul__(self, other: float) -> "Lanes": ...


class _LanesType(types.Type):
    def __init__(self) -> None:
        super().__init__(name="Lanes")


_LANES = _LanesType()


@register_default(_LanesType)
class _LanesModel(PrimitiveModel):
    def __init__(self, manager: DataModelManager, kind: types.Type) -> None:
        super().__init__(manager, kind, FLOATS)  # type: ignore[no-untyped-call]  # numba has no types


def _declare(operation: Callable[..., object], instruction: str) -> None:
    """Let kernels write an operation on two vectors, or on a float and a vector."""

    class _Operation(ConcreteTemplate):
        cases = [signature(_LANES, _LANES, _LANES), signature(_LANES, types.float64, _LANES)]  # noqa: RUF012 - numba reads it from the class

    def between_vectors(_context: object, builder: ir.IRBuilder, _signature: object, args: Sequence[Value]) -> Value:
        return getattr(builder, instruction)(*args, flags=_FLAGS)

    def float_with_vector(_context: object, builder: ir.IRBuilder, _signature: object, args: Sequence[Value]) -> Value:
        return getattr(builder, instruction)(spread(builder, args[0], FLOATS), args[1], flags=_FLAGS)

    infer_global(operation)(_Operation)
    lower_builtin(operation, _LANES, _LANES)(between_vectors)
    lower_builtin(operation, types.float64, _LANES)(float_with_vector)


_declare(operator.add, "fadd")
_declare(operator.sub, "fsub")
_declare(operator.mul, "fmul")


def _pointer(context: CPUContext, builder: ir.IRBuilder, array_type: types.Type, array: Value, place: Value) -> Value:
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [place]), FLOATS.as_pointer())


@intrinsic
def _load(_typing: object, array: types.Array, place: types.Type) -> Typed:
    def generate(context: CPUContext, builder: ir.IRBuilder, sig: Signature, args: Sequence[Value]) -> Value:
        return builder.load(_pointer(context, builder, sig.args[0], *args), align=_FLOAT_ALIGNMENT)

    return _LANES(array, types.intp), generate


@intrinsic
def _store(_typing: object, array: types.Array, place: types.Type, vector: types.Type) -> Typed:
    def generate(context: CPUContext, builder: ir.IRBuilder, sig: Signature, args: Sequence[Value]) -> Value:
        pointer = _pointer(context, builder, sig.args[0], args[0], args[1])
        builder.store(args[2], pointer, align=_FLOAT_ALIGNMENT)
        return context.get_dummy_value()

    return types.void(array, types.intp, _LANES), generate


load = cast("Callable[[Floats, int], Lanes]", _load)
"""`load(array, place)`: eight floats of a contiguous array, from the flat index `place` on; nothing checks bounds."""
store = cast("Callable[[Floats, int, Lanes], None]", _store)
"""`store(array, place, lanes)`: the way back."""
