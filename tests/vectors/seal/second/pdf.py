"""Reading PDF objects and cross-reference sections (ISO 32000-2, 7.2 to 7.5), without repairing anything."""
import re
import zlib
from typing import NamedTuple

MAX_DEPTH, MAX_SECTIONS, MAX_WORK = 100, 5_000, 1 << 26
OBJECT_COST, PREDICTED_COST = 32, 16

SPACE = re.compile(rb"(?:[\0\t\n\f\r ]|%[^\r\n]*)*")
TOKEN = re.compile(rb"[^\0\t\n\f\r ()<>\[\]{}/%]*")
REFERENCE = re.compile(rb"(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>\[\]{}/%])")
NUMBER = re.compile(rb"[+-]?(?:\d{1,32}(?:\.\d{0,32})?|\.\d{1,32})")
OBJECT = re.compile(rb"(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+obj(?![^\0\t\n\f\r ()<>\[\]{}/%])")
STARTXREF = re.compile(rb"startxref[\0\t\n\f\r ]+(\d{1,15})")
SUBSECTION = re.compile(rb"[\0\t\n\f\r ]*(\d{1,10}) +(\d{1,10})[\t ]*(?:\r\n|\r|\n)")
ENTRY = re.compile(rb"(\d{10}) (\d{5}) ([nf])(?: \r| \n|\r\n)")
STRING_PART = re.compile(rb"[^()\\\r]+|\\(?:[0-7]{1,3}|\r\n|[\0-\xff])|\r\n?|[()]")
ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"\n": b"", b"\r": b"", b"\r\n": b""}


class PdfError(ValueError):
    """The bytes can't be read as PDF."""


class Name(str):
    """A name without its slash; every other string is a Text."""


class Text(bytes):
    """A string, and the place (start, end) of its token in the bytes that were parsed."""

    place = None


class Ref(NamedTuple):
    number: int
    generation: int


class Entry(NamedTuple):
    """A cross-reference entry: an object at an offset, or at `index` in the object stream `offset`; or free."""

    kind: str
    offset: int
    generation: int
    index: int = 0


class Stream(NamedTuple):
    dictionary: dict
    data: bytes


class Section(NamedTuple):
    """A cross-reference section: {number: Entry}, its trailer, its offset and where it ends."""

    entries: dict
    trailer: dict
    offset: int
    end: int


def same(one, two):
    """Whether two values are equal without following references; 1, 1.0 and true are different."""
    if type(one) is not type(two):
        return False
    if isinstance(one, dict):
        return one.keys() == two.keys() and all(same(one[key], two[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(two) and all(map(same, one, two))
    return one == two


class Budget:
    """Limits the bytes that are parsed and inflated for one file, however often it refers to them."""

    def __init__(self):
        self.left = MAX_WORK

    def spend(self, amount):
        self.left -= amount
        if self.left <= 0:
            raise PdfError("too much work")


class Parser:
    """A recursive parser with a limit of depth. `at` is where it stands."""

    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def skip(self):
        self.at = SPACE.match(self.data, self.at).end()

    def take(self, literal):
        """Skips white space and the literal, if it stands there."""
        self.skip()
        if not self.data.startswith(literal, self.at):
            return False
        self.at += len(literal)
        return True

    def value(self, depth=0):
        if depth > MAX_DEPTH:
            raise PdfError("nested too deeply")
        start = self.at = SPACE.match(self.data, self.at).end()
        if self.take(b"<<"):
            return self._dictionary(depth)
        if self.take(b"["):
            found = []
            while not self.take(b"]"):
                found.append(self.value(depth + 1))
            return found
        if self.take(b"/"):
            return self._name()
        if self.take(b"<"):
            return self._text(self._hexadecimal(), start)
        if self.take(b"("):
            return self._text(self._literal(), start)
        if match := REFERENCE.match(self.data, start):
            self.at = match.end()
            return Ref(int(match[1]), int(match[2]))
        return self._word()

    def _word(self):
        match = TOKEN.match(self.data, self.at)
        word, self.at = match[0], match.end()
        if word in (b"true", b"false", b"null"):
            return {b"true": True, b"false": False, b"null": None}[word]
        if not NUMBER.fullmatch(word):
            raise PdfError("not a value")
        return float(word) if b"." in word else int(word)

    def _dictionary(self, depth):
        found = {}
        while not self.take(b">>"):
            if not self.take(b"/"):
                raise PdfError("not a key")
            key = self._name()
            if key in found:
                raise PdfError("repeated key")
            found[key] = self.value(depth + 1)
        return found

    def _name(self):
        match = TOKEN.match(self.data, self.at)
        self.at = match.end()
        return Name(re.sub(rb"#([0-9A-Fa-f]{2})", lambda code: bytes.fromhex(code[1].decode()), match[0]).decode("latin-1"))

    def _text(self, content, start):
        text = Text(content)
        text.place = (start, self.at)
        return text

    def _hexadecimal(self):
        end = self.data.find(b">", self.at)
        digits = re.sub(rb"[\0\t\n\f\r ]", b"", self.data[self.at:end])
        if end < 0 or not re.fullmatch(rb"[0-9A-Fa-f]*", digits):
            raise PdfError("hexadecimal string")
        self.at = end + 1
        return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode())

    def _literal(self):
        parts, depth = [], 1
        while match := STRING_PART.match(self.data, self.at):
            part, self.at = match[0], match.end()
            depth += (part == b"(") - (part == b")")
            if not depth:
                return b"".join(parts)
            if part[:1] == b"\\":
                code = part[1:]
                part = bytes([int(code, 8) & 255]) if code[0] in b"01234567" else ESCAPES.get(code, code)
            parts.append(b"\n" if part in (b"\r", b"\r\n") and match[0][:1] == b"\r" else part)
        raise PdfError("string")


class Document:
    """The bytes of a PDF up to the end of one revision: its cross-reference and objects."""

    def __init__(self, data, budget):
        self.data, self.budget, self.entries, self._containers = data, budget, {}, {}
        self.start = last_startxref(data)
        offset, seen, self.trailer = self.start, set(), None
        while offset is not None:
            if offset in seen or len(seen) == MAX_SECTIONS:
                raise PdfError("cross-reference loop")
            seen.add(offset)
            section = self.section(offset)
            self.trailer = section.trailer if self.trailer is None else self.trailer
            self.entries = section.entries | self.entries
            offset = section.trailer.get("Prev")

    def section(self, offset):
        """Reads the section at the offset, a table or a stream."""
        if type(offset) is not int or not 0 <= offset < len(self.data):
            raise PdfError("cross-reference offset")
        start = after_space(self.data, offset)
        if not self.data.startswith(b"xref", start):
            return self._stream_section(offset)
        entries, at = {}, start + 4
        while match := SUBSECTION.match(self.data, at):
            first, at = int(match[1]), match.end()
            for number in range(first, first + int(match[2])):
                entry = ENTRY.match(self.data, at)
                if not entry or number in entries:
                    raise PdfError("cross-reference entry")
                at = entry.end()
                entries[number] = Entry("free" if entry[3] == b"f" else "object", int(entry[1]), int(entry[2]))
        parser = Parser(self.data, at)
        try:
            trailer = parser.value() if parser.take(b"trailer") else None
        finally:
            self.budget.spend(parser.at - offset)
        if type(trailer) is not dict:
            raise PdfError("trailer")
        if "XRefStm" in trailer:
            entries = self._stream_section(trailer["XRefStm"]).entries | entries
        return Section(entries, trailer, offset, parser.at)

    def _stream_section(self, offset):
        _, value, end = self.object_at(after_space(self.data, offset))
        if type(value) is not Stream or value.dictionary.get("Type") != "XRef":
            raise PdfError("cross-reference stream")
        trailer, data = value.dictionary, self.decode(value)
        widths, size = trailer.get("W"), trailer.get("Size")
        index = trailer.get("Index", [0, size])
        numbers = [size, *widths, *index] if type(widths) is list and type(index) is list else [None]
        if any(type(item) is not int or item < 0 for item in numbers) or len(widths) != 3 or not 0 < sum(widths) < 32:
            raise PdfError("cross-reference stream")
        entries, at = {}, 0
        for first, count in zip(index[::2], index[1::2]):
            if at + count * sum(widths) > len(data):
                raise PdfError("cross-reference stream")
            for number in range(first, first + count):
                fields = []
                for width in widths:
                    fields.append(int.from_bytes(data[at:at + width], "big"))
                    at += width
                kind, second, third = (fields[0] if widths[0] else 1), fields[1], fields[2]
                if number in entries:
                    raise PdfError("cross-reference entry")
                entries[number] = (Entry("object", second, third) if kind == 1 else
                                   Entry("compressed", second, 0, third) if kind == 2 else Entry("free", second, third))
        return Section(entries, trailer, offset, end)

    def object_at(self, offset):
        """(Ref, value, end) of the object whose number stands at the offset."""
        match = OBJECT.match(self.data, offset)
        if not match:
            raise PdfError("object")
        parser = Parser(self.data, match.end())
        try:
            value = parser.value()
        finally:
            self.budget.spend(OBJECT_COST + parser.at - offset)
        if type(value) is dict and parser.take(b"stream"):
            length = value.get("Length")
            length = self.get(length) if type(length) is Ref and length.number != int(match[1]) else length
            line = re.compile(rb"\r?\n").match(self.data, parser.at)
            if type(length) is not int or not line or not 0 <= length <= len(self.data) - line.end():
                raise PdfError("stream")
            parser.at = line.end() + length
            value = Stream(value, self.data[line.end():parser.at])
            if not parser.take(b"endstream"):
                raise PdfError("stream")
        if not parser.take(b"endobj"):
            raise PdfError("object")
        return Ref(int(match[1]), int(match[2])), value, parser.at

    def get(self, value):
        """The value that a reference leads to (null for free objects), or the value itself."""
        if type(value) is not Ref:
            return value
        entry = self.entries.get(value.number)
        if entry is None or entry.kind == "free" or entry.generation != value.generation:
            return None
        if entry.kind == "compressed":
            return self._compressed(value.number, entry)
        found, target, _ = self.object_at(entry.offset)
        if found != value or type(target) is Ref:
            raise PdfError("another object")
        return target

    def _compressed(self, number, entry):
        """An object of an object stream (7.5.7). Its strings have no place in the file."""
        if entry.offset not in self._containers:
            holder = self.entries.get(entry.offset)
            if holder is None or holder.kind != "object":
                raise PdfError("object stream")
            stream = self.object_at(holder.offset)[1]
            if type(stream) is not Stream or stream.dictionary.get("Type") != "ObjStm":
                raise PdfError("object stream")
            data, first, count = self.decode(stream), stream.dictionary.get("First"), stream.dictionary.get("N")
            if type(first) is not int or type(count) is not int or not 0 <= count <= len(data):
                raise PdfError("object stream")
            head = data[:max(first, 0)].split()
            self._containers[entry.offset] = (data, first, head[:2 * count])
        data, first, head = self._containers[entry.offset]
        pair = head[2 * entry.index:2 * entry.index + 2]
        if len(pair) < 2 or not all(re.fullmatch(rb"\d{1,10}", word) for word in pair) or int(pair[0]) != number:
            raise PdfError("object stream")
        parser = Parser(data, max(first, 0) + int(pair[1]))
        start = parser.at
        try:
            value = parser.value()
        finally:
            self.budget.spend(OBJECT_COST + parser.at - start)
        for text in [value, *value.values()] if type(value) is dict else [value]:
            if type(text) is Text:
                text.place = None
        return value

    def decode(self, stream):
        """The data of a stream without filter, or with one FlateDecode and perhaps a PNG predictor."""
        filters, parameters = (self.get(stream.dictionary.get(key)) for key in ("Filter", "DecodeParms"))
        if filters is None or filters == []:
            return stream.data
        filters = filters if type(filters) is list else [filters]
        parameters = self.get(parameters[0]) if type(parameters) is list and parameters else parameters
        if filters != ["FlateDecode"]:
            raise PdfError("filter")
        self.budget.spend(OBJECT_COST)
        try:
            data = zlib.decompressobj().decompress(stream.data, self.budget.left)
        except zlib.error as error:
            raise PdfError("filter") from error
        self.budget.spend(len(data))
        if type(parameters) is not dict or parameters.get("Predictor", 1) == 1:
            return data
        self.budget.spend(PREDICTED_COST * len(data))
        return _unpredict(data, parameters)


def _unpredict(data, parameters):
    """Undoes a PNG predictor of one byte for each component (7.4.4.4)."""
    predictor, columns, colors = (parameters.get(key, 1) for key in ("Predictor", "Columns", "Colors"))
    if predictor not in range(10, 16) or colors != 1 or type(columns) is not int or not 0 < columns < 65536:
        raise PdfError("predictor")
    result, before = bytearray(), bytearray(columns)
    for start in range(0, len(data), columns + 1):
        kind, row = data[start], bytearray(data[start + 1:start + 1 + columns])
        for index in range(len(row)):
            left, up, corner = (row[index - 1], before[index], before[index - 1]) if index else (0, before[0], 0)
            guess = left + up - corner
            paeth = min((left, up, corner), key=lambda value: abs(guess - value))
            if kind > 4:
                raise PdfError("predictor")
            row[index] = row[index] + (0, left, up, (left + up) // 2, paeth)[kind] & 255
        result += row
        before = row + bytearray(columns - len(row))
    return bytes(result)


def after_space(data, offset):
    """Where a section begins: its offset may lead to the white space or a comment before it."""
    parser = Parser(data, offset)
    parser.skip()
    return parser.at


def last_startxref(data):
    """The offset after the last `startxref`."""
    match = STARTXREF.match(data, max(data.rfind(b"startxref"), 0))
    if not match:
        raise PdfError("startxref")
    return int(match[1])
