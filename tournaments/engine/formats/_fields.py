"""Finite fields and their products, the arithmetic of designs. Elements are the numbers 0 to order - 1."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product


class Ring:
    """A commutative ring by its tables of sums and products, and how many of its elements differ by units."""

    def __init__(self, sums: list[list[int]], products: list[list[int]], apart: int) -> None:
        self.order = len(sums)
        self.sums = sums
        self.products = products
        self.apart = apart
        """0, 1, 2 … apart - 1 differ by units, every two of them."""


@lru_cache(maxsize=32)
def powers_of_primitive(order: int) -> tuple[int, ...]:
    """The nonzero elements of the field of this order: 1, x, x², …; empty if there is no such field.

    An element is a polynomial over the prime field, its coefficients the digits, lowest first.
    """
    prime = next((number for number in range(2, order + 1) if order % number == 0), 0)
    degree = 0
    while prime and prime**degree < order:
        degree += 1
    if not prime or prime**degree != order:
        return ()
    return next(powers for powers in _orbits(prime, degree) if len(powers) == order - 1)


def _orbits(prime: int, degree: int) -> Iterator[tuple[int, ...]]:
    """The powers of every candidate for a primitive element: numbers, or x modulo a polynomial."""
    if degree == 1:
        for root in range(1, prime):
            powers = [1]
            while (power := powers[-1] * root % prime) != 1:
                powers.append(power)
            yield tuple(powers)
        return
    for tail in product(range(prime), repeat=degree):
        yield tuple(_powers_modulo(prime, degree, tail))


def _powers_modulo(prime: int, degree: int, tail: tuple[int, ...]) -> list[int]:
    """1, x, x² … where x^degree is the polynomial `tail`, until a power comes again."""
    power = (1,) + (0,) * (degree - 1)
    seen: list[tuple[int, ...]] = []
    while any(power) and power not in seen[:1]:
        seen.append(power)
        if len(seen) >= prime**degree:
            break
        low = (0, *power[:-1])
        power = tuple((one + power[-1] * other) % prime for one, other in zip(low, tail, strict=True))
    return [_number(digits, prime) for digits in seen]


def _number(digits: tuple[int, ...], prime: int) -> int:
    return sum(digit * prime**at for at, digit in enumerate(digits))


def sums_of_field(order: int) -> list[list[int]]:
    """The table of sums in the field of this order: digit by digit, without carrying."""
    prime = next(number for number in range(2, order + 1) if order % number == 0)
    rows = [[(one + other) % prime for other in range(prime)] for one in range(prime)]
    size = prime
    while size < order:
        rows = [
            [prime * high + low for high in rows[one // prime] for low in rows[one % prime][:prime]]
            for one in range(size * prime)
        ]
        size *= prime
    return rows


@lru_cache(maxsize=32)
def ring(order: int) -> Ring | None:
    """The product of fields with this order, by its prime powers; None where it has but 0 and 1 apart."""
    parts = list(_prime_powers(order))
    if min(parts, default=0) < 4:
        return None
    made = _field(parts[0])
    for part in parts[1:]:
        made = _product(made, _field(part))
    return made


def _prime_powers(order: int) -> Iterator[int]:
    number = 2
    while order > 1:
        power = 1
        while order % number == 0:
            order //= number
            power *= number
        if power > 1:
            yield power
        number += 1


def _field(order: int) -> Ring:
    powers = powers_of_primitive(order)
    exponent = {element: at for at, element in enumerate(powers)}
    products = [[0] * order for _ in range(order)]
    for one in powers:
        for other in powers:
            products[one][other] = powers[(exponent[one] + exponent[other]) % (order - 1)]
    return Ring(sums_of_field(order), products, order)


def _product(one: Ring, other: Ring) -> Ring:
    """Pairs of elements, numbered so that (k, k) is k while both rings have a k."""
    apart = min(one.apart, other.apart)
    pairs = [(at, at) for at in range(apart)]
    pairs += [
        pair
        for pair in product(range(one.order), range(other.order))
        if pair[0] != pair[1] or pair[0] >= apart
    ]
    number = {pair: at for at, pair in enumerate(pairs)}
    sums = [[number[one.sums[a][c], other.sums[b][d]] for c, d in pairs] for a, b in pairs]
    products = [[number[one.products[a][c], other.products[b][d]] for c, d in pairs] for a, b in pairs]
    return Ring(sums, products, apart)
