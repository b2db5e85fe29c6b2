"""One round in 64 shoes at once, as vector instructions: ranks are drawn from counters, no deck is ever laid out.

A lane holds, for its shoe, how many cards of the ranks up to each rank are left. A draw is a number below the cards
left, and its rank is where that number falls among these counters; then the counters from there on go down by one.
The ranks are split in two groups, ace to seven and eight to king, so that the counters fit in bytes.
"""

from typing import Any

from llvmlite import ir

from puntobanco.kernels import tableau_rows as rows
from puntobanco.kernels.arrays import LANES
from puntobanco.kernels.vectors import (
    BOTH,
    BYTES,
    INT,
    LONG,
    LONGS,
    SHORTS,
    Value,
    VectorWriter,
    splat,
    vector_operation,
)
from puntobanco.sim.random_stream import GOLDEN, MIX_FIRST, MIX_SECOND

LOW_RANKS, HIGH_RANKS = 7, 6

# The rows of 64 bytes in which the state of 64 shoes is kept between rounds.
LOW = 0
"""Six rows: how many cards up to ace, two, ..., six are left (up to seven: `LOW_LEFT`)."""
HIGH = LOW + LOW_RANKS - 1
"""Five rows: the same from eight up to nine, ..., queen."""
LOW_LEFT = HIGH + HIGH_RANKS - 1
"""Two rows of 16-bit lanes, as all that follow in pairs: how many cards from ace to seven are left."""
LEFT = LOW_LEFT + 2
"""How many cards are left in all, unseen burned ones among them: to a draw they are the same."""
GENERATOR = LEFT + 2
"""The two words of state of eight xoroshiro128++ generators."""
NUMBER, BITS = GENERATOR + 2, GENERATOR + 4
"""The number drawn and the random bits it was made from, for a lane that has to draw again."""
RANKS = BITS + 2
"""Six rows: the ranks of the last round in the order player, banker, player, banker, fifth card, sixth card."""
CELL = RANKS + 6
"""The facts of the last round without pairs, as a place among 400 x 64 counters."""
MASKS = CELL + 2
"""Four words of a bit per lane: player's first cards have one rank, banker's have, tie; and the reserve's key."""
PLAYER_PAIRED, BANKER_PAIRED, TIED, RESERVE_KEY = range(4)
RESERVE_USED = MASKS + 1
"""How many words of the reserve a lane has used."""
UNSEEN = RESERVE_USED + 2
"""How many burned cards nobody has seen."""
AT_CUT = UNSEEN + 2
"""How many cards are left, unseen ones included, when the cutting card is next."""
TABLEAU = AT_CUT + 2
"""The rows of the tableau."""
ROWS = TABLEAU + rows.LOOKED_UP


class Dealer:
    """Writes the instructions for the cards of one round; holds the counters in registers meanwhile."""

    def __init__(self, vectors: VectorWriter) -> None:
        self.vectors = vectors
        self.low = [vectors.load(LOW + rank) for rank in range(LOW_RANKS - 1)]
        self.high = [vectors.load(HIGH + rank) for rank in range(HIGH_RANKS - 1)]
        self.low_left = [vectors.load(LOW_LEFT + half, SHORTS) for half in BOTH]
        self.left = [vectors.load(LEFT + half, SHORTS) for half in BOTH]
        self.generator = [vectors.load(GENERATOR + word, LONGS) for word in (0, 1)]

    def put_back(self) -> None:
        for row, values in (
            (LOW, self.low),
            (HIGH, self.high),
            (LOW_LEFT, self.low_left),
            (LEFT, self.left),
            (GENERATOR, self.generator),
        ):
            for place, value in enumerate(values):
                self.vectors.store(row + place, value)

    def draw(self, active: Value | None = None) -> Value:
        """The rank of a card for every lane; the counters change in the active ones only."""
        vectors, builder = self.vectors, self.vectors.builder
        numbers = self._numbers(active)
        is_low_by_half, within = [], []
        for half in BOTH:
            is_low = vectors.compare("<", numbers[half], self.low_left[half])
            offset = builder.select(is_low, splat(0, SHORTS), self.low_left[half])
            within.append(builder.trunc(builder.sub(numbers[half], offset), ir.VectorType(BYTES.element, 32)))
            is_low_by_half.append(is_low)
            drawn = vectors.any_bit(self.left[half])
            if active is not None:
                drawn = builder.and_(drawn, vectors.half(active, half))
            self.low_left[half] = vectors.count_down(self.low_left[half], builder.and_(is_low, drawn))
            self.left[half] = vectors.count_down(self.left[half], drawn)
        return self._rank(vectors.join(is_low_by_half), vectors.join(within), active)

    def _rank(self, is_low: Value, number: Value, active: Value | None) -> Value:
        """The highest rank of the group, less one for every counter above the number; those counters go down."""
        vectors, builder = self.vectors, self.vectors.builder
        rank = builder.select(is_low, splat(LOW_RANKS - 1), splat(LOW_RANKS + HIGH_RANKS - 1))
        steps = splat(0)
        is_high = builder.not_(is_low)
        if active is not None:
            is_low, is_high = builder.and_(is_low, active), builder.and_(is_high, active)
        for place, counter in enumerate(self.low):
            above = builder.and_(vectors.compare(">", counter, number), is_low)
            self.low[place] = vectors.count_down(counter, above)
            rank = vectors.count_down(rank, above)
        for place, counter in enumerate(self.high):
            above = builder.and_(vectors.compare(">", counter, number), is_high)
            self.high[place] = vectors.count_down(counter, above)
            steps = vectors.count_down(steps, above)
        return builder.add(rank, steps)

    def _numbers(self, active: Value | None) -> list[Value]:
        """For each lane a number below the cards left, each equally likely.

        Sixteen random bits times the cards left: the upper half of the product is the number (Lemire). It is exact if
        the lower half is not below 65536 mod cards left; lanes where it is below the cards left get a closer look.
        """
        vectors, builder = self.vectors, self.vectors.builder
        wide = ir.VectorType(INT, SHORTS.count)
        bits = [builder.bitcast(self._next_words(), SHORTS) for _ in BOTH]
        numbers, doubtful = [], []
        for half in BOTH:
            product = builder.mul(builder.zext(bits[half], wide), builder.zext(self.left[half], wide))
            numbers.append(builder.trunc(builder.lshr(product, splat(16, wide)), SHORTS))
            doubtful.append(vectors.compare("<", builder.mul(bits[half], self.left[half]), self.left[half]))
        mask = vectors.join(doubtful)
        word = vectors.as_word(mask if active is None else builder.and_(mask, active))
        return self._settle_doubts(word, bits, numbers)

    def _settle_doubts(self, doubtful: Value, bits: list[Value], numbers: list[Value]) -> list[Value]:
        vectors, builder = self.vectors, self.vectors.builder
        before = builder.block
        with builder.if_then(builder.icmp_unsigned("!=", doubtful, ir.Constant(doubtful.type, 0)), likely=False):
            for half in BOTH:
                vectors.store(LEFT + half, self.left[half])
                vectors.store(BITS + half, bits[half])
                vectors.store(NUMBER + half, numbers[half])
            _draw_again_where_biased(vectors, doubtful)
            corrected = [vectors.load(NUMBER + half, SHORTS) for half in BOTH]
            after = builder.block
        settled = []
        for half in BOTH:
            number = builder.phi(SHORTS)
            number.add_incoming(numbers[half], before)
            number.add_incoming(corrected[half], after)
            settled.append(number)
        return settled

    def _next_words(self) -> Value:
        """Eight words of xoroshiro128++ (Blackman and Vigna)."""
        vectors, builder = self.vectors, self.vectors.builder
        first, second = self.generator
        result = builder.add(vectors.rotate(builder.add(first, second), 17), first)
        second = builder.xor(first, second)
        mixed = builder.xor(builder.xor(vectors.rotate(first, 49), second), builder.shl(second, splat(21, LONGS)))
        self.generator = [mixed, vectors.rotate(second, 28)]
        return result


def _draw_again_where_biased(vectors: VectorWriter, doubtful: Value) -> None:
    """Draw again, from the reserve, in the doubtful lanes whose random bits belong to the part that is thrown away.

    A loop over the doubtful lanes in plain instructions: a call would cost all vectors their registers.
    """
    builder = vectors.builder
    before = builder.block
    each, again, following, done = (builder.append_basic_block(name) for name in ("each", "again", "following", "done"))
    builder.branch(each)

    builder.position_at_end(each)
    rest = builder.phi(LONG)
    rest.add_incoming(doubtful, before)
    lane = builder.cttz(rest, ir.Constant(ir.IntType(1), 1))
    left, bits, used = (vectors.load_lane(row, lane) for row in (LEFT, BITS, RESERVE_USED))
    first_place = builder.add(builder.shl(lane, LONG(16)), used)
    low = builder.and_(builder.mul(bits, left), LONG(0xFFFF))
    is_biased = builder.icmp_unsigned("<", low, builder.urem(LONG(0x10000), left))
    builder.cbranch(is_biased, again, following)

    builder.position_at_end(again)
    place = builder.phi(LONG)
    place.add_incoming(first_place, each)
    key = vectors.load_word(MASKS, RESERVE_KEY)
    product = builder.mul(builder.lshr(_word(builder, key, place), LONG(32)), left)
    next_place = builder.add(place, LONG(1))
    place.add_incoming(next_place, again)
    vectors.store_lane(NUMBER, lane, builder.lshr(product, LONG(32)))
    vectors.store_lane(RESERVE_USED, lane, next_place)
    low = builder.and_(product, LONG(0xFFFFFFFF))
    still_biased = builder.icmp_unsigned("<", low, builder.urem(LONG(0x100000000), left))
    builder.cbranch(still_biased, again, following)

    builder.position_at_end(following)
    others = builder.and_(rest, builder.sub(rest, LONG(1)))
    rest.add_incoming(others, following)
    builder.cbranch(builder.icmp_unsigned("!=", others, LONG(0)), each, done)
    builder.position_at_end(done)


def _word(builder: ir.IRBuilder, key: Value, place: Value) -> Value:
    """As `stream.word`."""
    z = builder.add(key, builder.mul(place, LONG(int(GOLDEN))))
    for shift, factor in ((30, MIX_FIRST), (27, MIX_SECOND)):
        z = builder.mul(builder.xor(z, builder.lshr(z, LONG(shift))), LONG(int(factor)))
    return builder.xor(z, builder.lshr(z, LONG(31)))


def _deal_burn(vectors: VectorWriter) -> Value:
    dealer = Dealer(vectors)
    vectors.store(RANKS, dealer.draw())
    dealer.put_back()
    return ir.Constant(ir.IntType(64), 0)


def _deal_round(vectors: VectorWriter) -> Value:
    """A coup in every lane: four cards, the third cards by the tables, and the facts."""
    builder, dealer = vectors.builder, Dealer(vectors)
    first = [dealer.draw() for _ in range(4)]
    points = [vectors.lookup(TABLEAU + rows.POINTS, rank) for rank in first]
    player = vectors.last_digit(builder.add(points[0], points[2]))
    banker = vectors.last_digit(builder.add(points[1], points[3]))
    naturals = [vectors.lookup(TABLEAU + rows.IS_NATURAL, total) for total in (player, banker)]
    goes_on = builder.not_(vectors.any_bit(builder.or_(*naturals)))
    player_draws = builder.and_(goes_on, vectors.any_bit(vectors.lookup(TABLEAU + rows.PLAYER_DRAWS, player)))
    after_stand = vectors.any_bit(vectors.lookup(TABLEAU + rows.BANKER_DRAWS_AFTER_STAND, banker))
    banker_draws_fifth = builder.and_(builder.and_(goes_on, builder.not_(player_draws)), after_stand)

    fifth = dealer.draw(builder.or_(player_draws, banker_draws_fifth))
    value = vectors.lookup(TABLEAU + rows.POINTS, fifth)
    banker_draws_sixth = builder.and_(player_draws, _banker_draws(vectors, banker, value))
    sixth = dealer.draw(banker_draws_sixth)
    dealer.put_back()

    player = vectors.last_digit(builder.add(player, vectors.where(player_draws, value)))
    banker_third = builder.add(
        vectors.where(banker_draws_fifth, value),
        vectors.where(banker_draws_sixth, vectors.lookup(TABLEAU + rows.POINTS, sixth)),
    )
    banker = vectors.last_digit(builder.add(banker, banker_third))
    for place, rank in enumerate((*first, fifth, sixth)):
        vectors.store(RANKS + place, rank)
    _store_cells(vectors, player, banker, player_draws, builder.or_(banker_draws_fifth, banker_draws_sixth))
    return _store_masks(vectors, first, player, banker)


def _banker_draws(vectors: VectorWriter, total: Value, third: Value) -> Value:
    """Whether banker draws on a total against player's third card, by the table's row of bits."""
    halves = [vectors.lookup(TABLEAU + row, total) for row in (rows.BANKER_ROW_LOW, rows.BANKER_ROW_HIGH)]
    row = vectors.builder.select(vectors.compare("<", third, splat(8)), *halves)
    return vectors.any_bit(vectors.builder.and_(row, vectors.lookup(TABLEAU + rows.BIT, third)))


def _store_cells(vectors: VectorWriter, player: Value, banker: Value, player_drew: Value, banker_drew: Value) -> None:
    """The place of each lane's facts: cell after cell, a counter for each lane."""
    builder = vectors.builder
    totals = builder.add(builder.mul(player, splat(10)), banker)
    for half in BOTH:
        cell = builder.zext(vectors.half(totals, half), SHORTS)
        cell = builder.add(cell, vectors.where(vectors.half(player_drew, half), splat(200, SHORTS)))
        cell = builder.add(cell, vectors.where(vectors.half(banker_drew, half), splat(100, SHORTS)))
        own_place = ir.Constant(SHORTS, list(range(32 * half, 32 * half + 32)))
        vectors.store(CELL + half, builder.add(builder.mul(cell, splat(LANES, SHORTS)), own_place))


def _store_masks(vectors: VectorWriter, first: list[Value], player: Value, banker: Value) -> Value:
    """Which lanes hold pairs and which tied; gives the lanes with a pair in either hand."""
    builder = vectors.builder
    masks = vectors.load(MASKS, LONGS)
    equal = [(first[0], first[2]), (first[1], first[3]), (player, banker)]
    words = [vectors.as_word(vectors.compare("==", *two)) for two in equal]
    for place, word in zip((PLAYER_PAIRED, BANKER_PAIRED, TIED), words, strict=True):
        masks = builder.insert_element(masks, word, ir.Constant(INT, place))
    vectors.store(MASKS, masks)
    return builder.or_(words[PLAYER_PAIRED], words[BANKER_PAIRED])


def _lanes_where_less(row: int, other: int) -> Any:
    def write(vectors: VectorWriter) -> Value:
        less = [
            vectors.compare("<", vectors.load(row + half, SHORTS), vectors.load(other + half, SHORTS)) for half in BOTH
        ]
        return vectors.as_word(vectors.join(less))

    return vector_operation(write)


deal_burn = vector_operation(_deal_burn)
"""Draw the card that is burned face up, in every lane."""
deal_round = vector_operation(_deal_round)
"""Deal a round in every lane; gives the lanes with a pair in either hand."""
past_cut = _lanes_where_less(LEFT, AT_CUT)
"""The lanes whose cutting card has left the shoe."""
before_cut = _lanes_where_less(AT_CUT, LEFT)
"""The lanes in which a card comes before the cutting card."""
ran_out = _lanes_where_less(LEFT, UNSEEN)
"""The lanes that have dealt cards which are no longer in the shoe: that round is void."""
