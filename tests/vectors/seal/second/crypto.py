"""Signature verification: RSA PKCS#1 v1.5 (RFC 8017), ECDSA on P-256, P-384 and P-521 (FIPS 186-4), Ed25519 (RFC 8032)."""
import hashlib
from functools import lru_cache

# name: (p, a, n, gx, gy)
CURVES = {
    "P-256": (0xFFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF, -3,
              0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551,
              0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
              0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5),
    "P-384": (2**384 - 2**128 - 2**96 + 2**32 - 1, -3,
              0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFC7634D81F4372DDF581A0DB248B0A77AECEC196ACCC52973,
              0xAA87CA22BE8B05378EB1C71EF320AD746E1D3B628BA79B9859F741E082542A385502F25DBF55296C3A545E3872760AB7,
              0x3617DE4A96262C6F5D9E98BF9292DC29F8F41DBD289A147CE9DA3113B5F0B8C00A60B1CE1D7E819D7A431D7C90EA0E5F),
    "P-521": (2**521 - 1, -3,
              0x01FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFA51868783BF2F966B7FCC0148F709A5D03BB5C9B8899C47AEBB6FB71E91386409,
              0x00C6858E06B70404E9CD9E3ECB662395B4429C648139053FB521F828AF606B4D3DBAA14B5E77EFE75928FE1DC127A2FFA8DE3348B3C1856A429BF97E7E31C2E5BD66,
              0x011839296A789A3BC0045C8A5FB42C7D1BD998F54449579B446817AFBD17273E662C97EE72995EF42640C550B9013FAD0761353C7086A272C24088BE94769FD16650),
}
DIGEST_INFO = {
    "sha256": bytes.fromhex("3031300d060960864801650304020105000420"),
    "sha384": bytes.fromhex("3041300d060960864801650304020205000430"),
    "sha512": bytes.fromhex("3051300d060960864801650304020305000440"),
}


@lru_cache(maxsize=4096)
def verify_rsa(n, e, digest, message, signature):
    """RSASSA-PKCS1-v1_5 by comparing the encoded message. Sizes are limited so that no key takes long."""
    size = (n.bit_length() + 7) // 8
    if not (1024 <= n.bit_length() <= 8192 and 3 <= e < 2**33 and e & 1 and len(signature) == size):
        return False
    tail = DIGEST_INFO[digest] + hashlib.new(digest, message).digest()
    expected = b"\x00\x01" + b"\xff" * (size - len(tail) - 3) + b"\x00" + tail
    number = int.from_bytes(signature, "big")
    return number < n and pow(number, e, n).to_bytes(size, "big") == expected


def _add(p, a, one, two):
    """Adds two affine points; None is the neutral element."""
    if one is None or two is None:
        return two if one is None else one
    (x1, y1), (x2, y2) = one, two
    if x1 == x2:
        if (y1 + y2) % p == 0:
            return None
        slope = (3 * x1 * x1 + a) * pow(2 * y1, -1, p)
    else:
        slope = (y2 - y1) * pow(x2 - x1, -1, p)
    x = (slope * slope - x1 - x2) % p
    return x, (slope * (x1 - x) - y1) % p


@lru_cache(maxsize=4096)
def verify_ecdsa(curve, x, y, digest, message, r, s):
    """ECDSA; the public point is checked to be on the curve."""
    p, a, n, gx, gy = CURVES[curve]
    b = (gy * gy - gx**3 - a * gx) % p
    if not (0 < r < n and 0 < s < n and x < p and y < p and (y * y - x**3 - a * x - b) % p == 0):
        return False
    hashed = hashlib.new(digest, message).digest()
    number = int.from_bytes(hashed[:(n.bit_length() + 7) // 8], "big")
    inverse = pow(s, -1, n)
    u, v = number * inverse % n, r * inverse % n
    generator, key, total = (gx, gy), (x, y), None
    both = _add(p, a, generator, key)
    for bit in reversed(range(n.bit_length())):
        total = _add(p, a, total, total)
        total = _add(p, a, total, (None, generator, key, both)[(u >> bit & 1) + 2 * (v >> bit & 1)])
    return total is not None and total[0] % n == r


P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def _edwards_add(one, two):
    """Adds two points of edwards25519 in extended coordinates (RFC 8032, 5.1.4)."""
    (x1, y1, z1, t1), (x2, y2, z2, t2) = one, two
    a, b = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = 2 * t1 * t2 * D % P, 2 * z1 * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _edwards_multiply(number, point):
    total = (0, 1, 1, 0)
    while number:
        if number & 1:
            total = _edwards_add(total, point)
        point, number = _edwards_add(point, point), number >> 1
    return total


def _edwards_decode(data):
    """Decodes a point (RFC 8032, 5.1.3), or returns None."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


@lru_cache(maxsize=4096)
def verify_ed25519(key, message, signature):
    """Ed25519 without cofactor: [s]B = R + [k]A."""
    if len(key) != 32 or len(signature) != 64:
        return False
    point, commitment = _edwards_decode(key), _edwards_decode(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if point is None or commitment is None or s >= L:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    base = _edwards_decode((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    left = _edwards_multiply(s, base)
    right = _edwards_add(commitment, _edwards_multiply(k, point))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0
