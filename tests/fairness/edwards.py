"""The group of Ed25519 in plain integers, to make the keys and signatures that no honest program makes.

Points are affine (x, y) with -x^2 + y^2 = 1 + d x^2 y^2 over the integers modulo P (RFC 8032, 5.1).
"""

import hashlib

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P

Point = tuple[int, int]
IDENTITY: Point = (0, 1)


def add(a: Point, b: Point) -> Point:
    """The sum of two points."""
    (x1, y1), (x2, y2) = a, b
    product = D * x1 * x2 * y1 * y2 % P
    x = (x1 * y2 + y1 * x2) * pow(1 + product, -1, P)
    y = (y1 * y2 + x1 * x2) * pow(1 - product, -1, P)
    return x % P, y % P


def times(scalar: int, point: Point) -> Point:
    """The scalar multiple of a point, for scalar >= 0."""
    result = IDENTITY
    for bit in bin(scalar)[2:]:
        result = add(result, result)
        if bit == "1":
            result = add(result, point)
    return result


def encode(point: Point) -> bytes:
    """The canonical 32 bytes of a point."""
    x, y = point
    return (y | (x & 1) << 255).to_bytes(32, "little")


def from_y(y: int) -> Point | None:
    """The point with this y and even x; None if there is none."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    root = pow(square, (P + 3) // 8, P)
    for x in (root, root * pow(2, (P - 1) // 4, P) % P):
        if x * x % P == square:
            return (x if x % 2 == 0 else P - x), y % P
    return None


def _torsion_generator() -> Point:
    for y in range(2, 100):
        point = from_y(y)
        if point is not None and times(4, torsion := times(L, point)) != IDENTITY:
            return torsion
    raise AssertionError("half of all points have a component of order 8")


_base = from_y(4 * pow(5, -1, P) % P)
assert _base is not None
BASE: Point = _base
TORSION: tuple[Point, ...] = tuple(times(k, _torsion_generator()) for k in range(8))
"""The eight points of order 1, 2, 4 or 8."""


def private_scalar(seed: bytes) -> int:
    """The secret number behind a 32-byte seed."""
    number = int.from_bytes(hashlib.sha512(seed).digest()[:32], "little")
    return number & (2**254 - 8) | 2**254


def challenge(r: bytes, key: bytes, message: bytes) -> int:
    """The number that binds R, key and message."""
    return int.from_bytes(hashlib.sha512(r + key + message).digest(), "little") % L


def signature(r: bytes, s: int) -> bytes:
    """The 64 bytes of R and S."""
    return r + s.to_bytes(32, "little")
