"""Explicit LLVM vectors for numba: 64 byte lanes, or twice 32 lanes of 16 bits, one lane for each shoe.

numba compiles loops over arrays, but its vectoriser does not see through the drawing of cards. So the hot part of the
fast kernel is written here as a small language over LLVM's own vector types. LLVM fits them to whatever the machine
has, and no compiler is needed when the package is installed.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from llvmlite import ir
from numba import types
from numba.core.cpu import CPUContext
from numba.core.typing.templates import Signature
from numba.extending import intrinsic

from puntobanco.kernels.arrays import LANES

BYTE, SHORT, INT, LONG = (ir.IntType(bits) for bits in (8, 16, 32, 64))
BYTES = ir.VectorType(BYTE, LANES)
SHORTS = ir.VectorType(SHORT, LANES // 2)
LONGS = ir.VectorType(LONG, 8)
FLOATS = ir.VectorType(ir.DoubleType(), 8)

BOTH = (0, 1)
"""The halves of the lanes: numbers of 16 bits take two vectors."""

_ALL_PLACES = ir.Constant(ir.VectorType(INT, LANES), list(range(LANES)))
_PLACES_OF_HALF = [ir.Constant(ir.VectorType(INT, 32), list(range(32 * half, 32 * half + 32))) for half in BOTH]

Value: TypeAlias = ir.Value
Typed: TypeAlias = tuple[Signature, Callable[[CPUContext, ir.IRBuilder, Signature, Sequence[Value]], Value]]
"""What numba takes for an operation: its signature, and what writes its instructions."""


def splat(number: int, type_: ir.VectorType = BYTES) -> Value:
    """A vector with the same number in every lane."""
    return ir.Constant(type_, [number] * type_.count)


def spread(builder: ir.IRBuilder, scalar: Value, type_: ir.VectorType) -> Value:
    """A vector with the same value, known only when it runs, in every lane."""
    undefined = ir.Constant(type_, ir.Undefined)
    first = builder.insert_element(undefined, scalar, INT(0))
    return builder.shuffle_vector(first, undefined, splat(0, ir.VectorType(INT, type_.count)))


class VectorWriter:
    """Vector instructions at the place where `builder` stands, over a block of memory in rows of 64 bytes."""

    def __init__(self, builder: ir.IRBuilder, memory: Value, *, features: str) -> None:
        self.builder = builder
        self.memory = memory
        self.features = features

    def load(self, row: int, type_: ir.VectorType = BYTES) -> Value:
        return self.builder.load(self._row(row, type_), align=1)

    def store(self, row: int, value: Value) -> None:
        self.builder.store(value, self._row(row, value.type), align=1)

    def _row(self, row: int, type_: ir.VectorType) -> Value:
        address = self.builder.add(self.builder.ptrtoint(self.memory, LONG), LONG(row * LANES))
        return self.builder.inttoptr(address, type_.as_pointer())

    def _lane(self, row: int, lane: Value) -> Value:
        start = self.builder.add(self.builder.ptrtoint(self.memory, LONG), LONG(row * LANES))
        return self.builder.inttoptr(self.builder.add(start, self.builder.shl(lane, LONG(1))), SHORT.as_pointer())

    def load_lane(self, row: int, lane: Value) -> Value:
        """One 16-bit lane of two rows, as a word."""
        return self.builder.zext(self.builder.load(self._lane(row, lane), align=2), LONG)

    def store_lane(self, row: int, lane: Value, word: Value) -> None:
        self.builder.store(self.builder.trunc(word, SHORT), self._lane(row, lane), align=2)

    def load_word(self, row: int, place: int) -> Value:
        """One 64-bit word of a row."""
        return self.builder.extract_element(self.load(row, LONGS), ir.Constant(INT, place))

    def compare(self, relation: str, a: Value, b: Value) -> Value:
        """Lane by lane, unsigned: a vector of single bits."""
        return self.builder.icmp_unsigned(relation, a, b)

    def any_bit(self, value: Value) -> Value:
        return self.compare("!=", value, splat(0, value.type))

    def where(self, mask: Value, value: Value) -> Value:
        """`value` in the lanes of the mask, zero in the others."""
        return self.builder.select(mask, value, splat(0, value.type))

    def count_down(self, value: Value, mask: Value) -> Value:
        """One less in the lanes of the mask."""
        return self.builder.add(value, self.builder.sext(mask, value.type))

    def minimum(self, a: Value, b: Value) -> Value:
        return self.builder.select(self.compare("<", a, b), a, b)

    def last_digit(self, total: Value) -> Value:
        """Of a total up to 19: ten less wraps around to a large number where the total is below ten."""
        return self.minimum(total, self.builder.sub(total, splat(10)))

    def join(self, halves: Sequence[Value]) -> Value:
        return self.builder.shuffle_vector(halves[0], halves[1], _ALL_PLACES)

    def half(self, value: Value, half: int) -> Value:
        return self.builder.shuffle_vector(value, value, _PLACES_OF_HALF[half])

    def as_word(self, mask: Value) -> Value:
        """A mask as a 64-bit number, lane 0 in the lowest bit."""
        return self.builder.bitcast(mask, LONG)

    def rotate(self, value: Value, bits: int) -> Value:
        left = self.builder.shl(value, splat(bits, value.type))
        return self.builder.or_(left, self.builder.lshr(value, splat(64 - bits, value.type)))

    def lookup(self, row: int, index: Value) -> Value:
        """For each lane the byte of a table of sixteen, which stands at the start of a row; the index is below 16."""
        table = self.builder.load(self._row(row, ir.VectorType(BYTE, 16)), align=1)
        for feature, name, width in _SHUFFLES:
            if feature in self.features.split(","):
                return self._shuffle(name, width, table, index)
        return self._select_from(table, index)

    def _shuffle(self, name: str, width: int, table: Value, index: Value) -> Value:
        """By the machine's byte shuffle, which looks up sixteen bytes within each part of sixteen lanes."""
        part = ir.VectorType(BYTE, width)
        shuffle = self.builder.module.globals.get(name)
        shuffle = shuffle or ir.Function(self.builder.module, ir.FunctionType(part, [part, part]), name)
        repeated = _take(self.builder, table, [lane % 16 for lane in range(width)])
        parts = [
            self.builder.call(shuffle, [repeated, _take(self.builder, index, range(first, first + width))])
            for first in range(0, LANES, width)
        ]
        return parts[0] if len(parts) == 1 else self.join(parts)

    def _select_from(self, table: Value, index: Value) -> Value:
        """By halving: the four bits of the index choose between neighbours, then between pairs, and so on."""
        candidates = [_take(self.builder, table, [entry] * LANES) for entry in range(16)]
        for bit in (1, 2, 4, 8):
            odd = self.any_bit(self.builder.and_(index, splat(bit)))
            pairs = zip(candidates[::2], candidates[1::2], strict=True)
            candidates = [self.builder.select(odd, second, first) for first, second in pairs]
        return candidates[0]


_SHUFFLES = (
    ("+avx512bw", "llvm.x86.avx512.pshuf.b.512", 64),
    ("+avx2", "llvm.x86.avx2.pshuf.b", 32),
)
"""Byte shuffles that are wide enough to be worth it: the processor's feature, LLVM's name, and the width in bytes."""


def _take(builder: ir.IRBuilder, vector: Value, lanes: Sequence[int]) -> Value:
    return builder.shuffle_vector(vector, vector, ir.Constant(ir.VectorType(INT, len(lanes)), list(lanes)))


def vector_operation(write: Callable[[VectorWriter], Value]) -> Any:
    """A function for kernels, over a byte array as memory, whose instructions `write` puts down; it gives a word."""

    @intrinsic
    def operation(typing_context: object, memory: types.Array) -> Typed:
        del typing_context

        def generate(
            context: CPUContext, builder: ir.IRBuilder, signature: Signature, arguments: Sequence[Value]
        ) -> Value:
            array = context.make_array(signature.args[0])(context, builder, value=arguments[0])
            return write(VectorWriter(builder, array.data, features=context.codegen().magic_tuple()[2]))

        return types.uint64(memory), generate

    return operation


@intrinsic
def _lowest_bit(typing_context: object, word: types.Type) -> Typed:
    """The place of the lowest bit that is set; the word is not zero."""
    del typing_context, word

    def generate(context: CPUContext, builder: ir.IRBuilder, signature: Signature, arguments: Sequence[Value]) -> Value:
        del context, signature
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


lowest_bit: Any = _lowest_bit
