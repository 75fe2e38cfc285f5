"""DER (X.690), strictly: definite and minimal lengths, single-byte tags, canonical booleans and integers."""
from datetime import datetime, timezone
import re

MAX_DEPTH = 40
BOOLEAN, INTEGER, BITS, OCTETS, NULL, OID, ENUMERATED = 1, 2, 3, 4, 5, 6, 10
UTC_TIME, TIME, SEQUENCE, SET = 0x17, 0x18, 0x30, 0x31


class DerError(ValueError):
    """The bytes aren't DER, or aren't of the expected form."""


class Node:
    """One element: its tag byte, its content `body`, its whole encoding `raw`, and the elements in it."""

    def __init__(self, tag, body, raw, items):
        self.tag, self.body, self.raw, self.items = tag, body, raw, items

    def expect(self, tag):
        if self.tag != tag:
            raise DerError(f"tag {self.tag:#x} instead of {tag:#x}")
        return self

    def children(self, tag, low, high=10**6):
        """The elements of a SEQUENCE, SET or constructed context tag, whose number is from `low` to `high`."""
        if not low <= len(self.expect(tag).items) <= high:
            raise DerError("wrong number of elements")
        return self.items

    def integer(self):
        return int.from_bytes(self.expect(INTEGER).body, "big", signed=True)

    def boolean(self):
        """A BOOLEAN DEFAULT FALSE, which DER leaves out if it's false."""
        if self.expect(BOOLEAN).body == b"\0":
            raise DerError("a default value")
        return True

    def octets(self):
        return self.expect(OCTETS).body

    def bits(self):
        """A BIT STRING that consists of whole bytes."""
        if not self.expect(BITS).body.startswith(b"\0"):
            raise DerError("unused bits")
        return self.body[1:]

    def oid(self):
        """The dotted form of an OBJECT IDENTIFIER."""
        data = self.expect(OID).body
        if not data or data[-1] & 0x80 or len(data) > 64:
            raise DerError("object identifier")
        arcs, value = [], 0
        for byte in data:
            value = value << 7 | byte & 0x7F
            if not byte & 0x80:
                arcs.append(value)
                value = 0
        first = min(arcs[0] // 40, 2)
        return ".".join(map(str, [first, arcs[0] - 40 * first, *arcs[1:]]))

    def time(self):
        """A UTCTime (RFC 5280: 1950 to 2049) or GeneralizedTime in UTC, with any fraction of seconds."""
        pattern = {UTC_TIME: r"(\d{2})(\d{10})()Z", TIME: r"(\d{4})(\d{10})(\.\d{0,8}[1-9])?Z"}.get(self.tag, "$.")
        match = re.fullmatch(pattern, self.body.decode("latin-1"), re.ASCII)
        if not match:
            raise DerError("time")
        year = match[1] if len(match[1]) == 4 else ("20" if match[1] < "50" else "19") + match[1]
        fraction = ((match[3] or ".")[1:] + "000000")[:6]
        try:
            return datetime.strptime(year + match[2] + fraction, "%Y%m%d%H%M%S%f").replace(tzinfo=timezone.utc)
        except ValueError as error:
            raise DerError("time") from error


def read(data, start=0, depth=0):
    """Reads the element at `start`; returns it and where it ends."""
    if depth > MAX_DEPTH or start + 2 > len(data) or data[start] & 0x1F == 0x1F:
        raise DerError("depth, end or tag")
    tag, size, at = data[start], data[start + 1], start + 2
    if size >= 0x80:
        width = size & 0x7F
        size = int.from_bytes(data[at:at + width], "big")
        at += width
        if not 1 <= width <= 4 or size < 0x80 or size < 1 << 8 * (width - 1):
            raise DerError("length")
    end = at + size
    if end > len(data):
        raise DerError("end")
    body, items = data[at:end], []
    if tag & 0x20:
        inner = 0
        while inner < size:
            item, inner = read(body, inner, depth + 1)
            items.append(item)
    elif tag == BOOLEAN and body not in (b"\0", b"\xff"):
        raise DerError("boolean")
    elif tag in (INTEGER, ENUMERATED) and (not body or len(body) > 1 and body[0] in (0, 255) and body[0] >> 7 == body[1] >> 7):
        raise DerError("integer")
    return Node(tag, body, data[start:end], items), end


def parse(data, padded=False):
    """Reads the only element of `data`. With `padded`, zeros may follow it."""
    node, end = read(data)
    if data[end:].strip(b"\0" if padded else b""):
        raise DerError("trailing bytes")
    return node
