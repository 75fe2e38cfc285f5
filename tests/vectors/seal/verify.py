#!/usr/bin/env python3
"""A second verifier of sealed files, written from docs/evidence.md and docs/event-chain.md.

Uses the standard library, and the openssl command for public keys. Run as `verify.py vectors.json`, it prints each
vector's verdict, level and codes as JSON.
"""

import base64, datetime, hashlib, json, os, re, subprocess, sys, tempfile, zlib

UTC = datetime.timezone.utc


class Bad(Exception):
    """Input that isn't what it has to be."""


# ---- DER ---------------------------------------------------------------------------------------------------------


class Der:
    def __init__(self, tag, raw, content):
        self.tag, self.raw, self.content = tag, raw, content

    def kids(self, tag=None):
        if not self.tag & 0x20 or (tag is not None and self.tag != tag):
            raise Bad('not that structure')
        found, at = [], 0
        while at < len(self.content):
            found.append(prefix(self.content, at))
            at += len(found[-1].raw)
        return found


def prefix(data, at=0):
    if at + 2 > len(data):
        raise Bad('cut short')
    tag, length, start = data[at], data[at + 1], at + 2
    if tag & 31 == 31:
        raise Bad('large tag')
    if length >= 128:
        count = length & 127
        octets = data[start : start + count]
        if not 1 <= count <= 4 or len(octets) < count or octets[0] == 0:
            raise Bad('length')
        length, start = int.from_bytes(octets, 'big'), start + count
        if length < 128:
            raise Bad('length')
    if start + length > len(data):
        raise Bad('cut short')
    return Der(tag, data[at : start + length], data[start : start + length])


def whole(data):
    element = prefix(data)
    if len(element.raw) != len(data):
        raise Bad('trailing bytes')
    return element


def need(element, tag):
    if element is None or element.tag != tag:
        raise Bad('another element')
    return element


def at(items, index):
    return items[index] if index < len(items) else None


def only(element, tag):
    if element is None:
        raise Bad('missing')
    kids = element.kids(tag)
    if len(kids) != 1:
        raise Bad('number of parts')
    return kids[0]


def oid(element):
    arcs, value, is_open = [], 0, False
    for octet in need(element, 6).content:
        if not is_open and octet == 128:
            raise Bad('oid')
        value, is_open = value * 128 + (octet & 127), octet >= 128
        if not is_open:
            arcs.append(value)
            value = 0
    if is_open or not arcs:
        raise Bad('oid')
    first = min(2, arcs[0] // 40)
    return '.'.join(map(str, [first, arcs[0] - 40 * first, *arcs[1:]]))


def integer(element):
    content = need(element, 2).content
    if not content or (len(content) > 1 and (content[0], content[1] >> 7) in ((0, 0), (255, 1))):
        raise Bad('integer')
    return int.from_bytes(content, 'big', signed=True)


def moment(element):
    if element is None or element.tag not in (0x17, 0x18):
        raise Bad('time')
    digits = 2 if element.tag == 0x17 else 4
    match = re.fullmatch(rb'(\d{%d})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d+)?Z' % digits, element.content)
    if not match:
        raise Bad('time')
    year = int(match[1])
    if digits == 2:
        year += 2000 if year < 50 else 1900
    try:
        return datetime.datetime(year, *(int(match[n]) for n in range(2, 7)), tzinfo=UTC)
    except ValueError:
        raise Bad('time')


# ---- Certificates, lists, signatures -----------------------------------------------------------------------------

HASHES = {'2.16.840.1.101.3.4.2.1': 'sha256', '2.16.840.1.101.3.4.2.2': 'sha384', '2.16.840.1.101.3.4.2.3': 'sha512'}
SIGNED_WITH = {
    '1.2.840.113549.1.1.11': 'sha256', '1.2.840.113549.1.1.12': 'sha384', '1.2.840.113549.1.1.13': 'sha512',
    '1.2.840.10045.4.3.2': 'sha256', '1.2.840.10045.4.3.3': 'sha384', '1.2.840.10045.4.3.4': 'sha512',
}


def empty(parameters):
    return not parameters or (len(parameters) == 1 and parameters[0].raw == b'\x05\x00')


def hash_name(algorithm):
    parts = need(algorithm, 0x30).kids()
    name = HASHES.get(oid(at(parts, 0)))
    if name is None or not empty(parts[1:]):
        raise Bad('hash')
    return name


def signed_by(algorithm, spki, data, signature, hash_=None):
    parts = need(algorithm, 0x30).kids()
    kind = oid(at(parts, 0))
    hash_ = hash_ if kind == '1.2.840.113549.1.1.1' and hash_ else SIGNED_WITH.get(kind)
    if hash_ is None or not empty(parts[1:]):
        raise Bad('algorithm')
    if kind.startswith('1.2.840.10045'):
        numbers = whole(signature).kids(0x30)
        if len(numbers) != 2 or any(integer(number) <= 0 for number in numbers):
            raise Bad('signature')
    with tempfile.TemporaryDirectory() as folder:
        path = lambda name: os.path.join(folder, name)
        for name, content in (('key', spki), ('data', data), ('signature', signature)):
            with open(path(name), 'wb') as file:
                file.write(content)
        command = ['openssl', 'dgst', f'-{hash_}', '-keyform', 'DER', '-verify', path('key')]
        done = subprocess.run([*command, '-signature', path('signature'), path('data')], capture_output=True)
    return done.returncode == 0


def extensions(wrapper):
    found = {}
    if wrapper is not None:
        for extension in only(wrapper, wrapper.tag).kids(0x30):
            parts = extension.kids(0x30)
            name = oid(at(parts, 0))
            if name in found:
                raise Bad('repeated')
            found[name] = (truth(at(parts, 1)), need(parts[-1], 4).content)
    return found


def truth(element):
    if element is None or element.tag != 1:
        return False
    if element.content != b'\xff':
        raise Bad('boolean')
    return True


def bits(element):
    content = need(element, 3).content
    if content[:1] != b'\0':
        raise Bad('bits')
    return content[1:]


class Certificate:
    KNOWN = {'2.5.29.19', '2.5.29.15', '2.5.29.37', '2.5.29.31', '2.5.29.14', '2.5.29.35', '2.5.29.17', '2.5.29.32'}

    def __init__(self, der):
        self.der = der
        outer = whole(der).kids(0x30)
        if len(outer) != 3:
            raise Bad('certificate')
        self.body, self.algorithm = need(outer[0], 0x30).raw, need(outer[1], 0x30)
        self.signature = bits(outer[2])
        fields = outer[0].kids()
        if at(fields, 0) is None or fields[0].tag != 0xA0:
            raise Bad('certificate')
        _, serial, inner, issuer, validity, subject, spki = (fields + [None] * 7)[:7]
        if need(inner, 0x30).raw != self.algorithm.raw:
            raise Bad('certificate')
        self.serial = integer(serial)
        self.issuer, self.subject, self.spki = (need(one, 0x30).raw for one in (issuer, subject, spki))
        times = need(validity, 0x30).kids()
        self.start, self.end = moment(at(times, 0)), moment(at(times, 1))
        found = extensions(next((one for one in fields[7:] if one.tag == 0xA3), None))
        self.authority, self.length = False, None
        if '2.5.29.19' in found:
            parts = whole(found['2.5.29.19'][1]).kids(0x30)
            self.authority = truth(at(parts, 0))
            self.length = next((integer(part) for part in parts if part.tag == 2), None)
        usage = found.get('2.5.29.15')
        self.usage = None if usage is None else (need(whole(usage[1]), 3).content[1:2] or b'\0')[0]
        purposes = found.get('2.5.29.37')
        self.purposes = None if purposes is None else [oid(one) for one in whole(purposes[1]).kids(0x30)]
        self.lists = '2.5.29.31' in found
        self.unknown = any(critical and name not in self.KNOWN for name, (critical, _) in found.items())

    def issued_by(self, issuer):
        return signed_by(self.algorithm, issuer.spki, self.body, self.signature)


class Path:
    def __init__(self, leaf, pool, roots):
        self.chain, self.fault = [leaf], False
        candidates = [*pool, *roots]
        while self.chain[-1].issuer != self.chain[-1].subject and len(self.chain) < 8:
            last = self.chain[-1]
            named = (one for one in candidates if one.subject == last.issuer)
            issuer = next((one for one in named if last.issued_by(one)), None)
            if issuer is None:
                break
            self.chain.append(issuer)
        last = self.chain[-1]
        is_root = last.issuer == last.subject
        if is_root and not last.issued_by(last):
            self.fault = True
        if not is_root and any(one.subject == last.issuer for one in candidates):
            self.fault = True
        for index, issuer in enumerate(self.chain[1:]):
            if not issuer.authority or (issuer.usage is not None and not issuer.usage & 4):
                self.fault = True
            if issuer.length is not None and issuer.length < index:
                self.fault = True
        self.fault = self.fault or any(one.unknown for one in self.chain)
        trusted = {one.der for one in roots}
        pinned = any(one.der in trusted for one in self.chain)
        self.end = 'pinned' if pinned else 'unknown' if is_root else 'open'

    def valid_at(self, time):
        return all(one.start <= time <= one.end for one in self.chain)


class RevocationList:
    def __init__(self, der):
        outer = whole(der).kids(0x30)
        if len(outer) != 3:
            raise Bad('list')
        self.body, self.algorithm = need(outer[0], 0x30).raw, need(outer[1], 0x30)
        self.signature = bits(outer[2])
        fields = outer[0].kids()
        if fields and fields[0].tag == 2:
            fields = fields[1:]
        if need(at(fields, 0), 0x30).raw != self.algorithm.raw:
            raise Bad('list')
        self.issuer = need(at(fields, 1), 0x30).raw
        moment(at(fields, 2))
        for field in fields[3:]:
            if field.tag in (0x17, 0x18):
                moment(field)
        entries = next((one for one in fields[3:] if one.tag == 0x30), None)
        self.revoked = {}
        for entry in [] if entries is None else entries.kids():
            parts = entry.kids(0x30)
            self.revoked[integer(at(parts, 0))] = moment(at(parts, 1))
        found = extensions(next((one for one in fields[3:] if one.tag == 0xA0), None))
        if any(critical for critical, _ in found.values()):
            raise Bad('list')

    def of(self, authority):
        if authority.usage is not None and not authority.usage & 2:
            return False
        try:
            return signed_by(self.algorithm, authority.spki, self.body, self.signature)
        except Bad:
            return False


# ---- CMS ---------------------------------------------------------------------------------------------------------

DATA, TST_INFO = '1.2.840.113549.1.7.1', '1.2.840.113549.1.9.16.1.4'
CONTENT_TYPE, MESSAGE_DIGEST = '1.2.840.113549.1.9.3', '1.2.840.113549.1.9.4'
SIGNING_V1, SIGNING_V2 = '1.2.840.113549.1.9.16.2.12', '1.2.840.113549.1.9.16.2.47'
TOKEN = '1.2.840.113549.1.9.16.2.14'


class Cms:
    def __init__(self, der):
        outer = whole(der).kids(0x30)
        if len(outer) != 2 or oid(outer[0]) != '1.2.840.113549.1.7.2':
            raise Bad('cms')
        parts = only(outer[1], 0xA0).kids(0x30)
        if len(parts) != 5:
            raise Bad('cms')
        version, digests, content, certificates, signers = parts
        self.digest = only(digests, 0x31)
        inner = content.kids(0x30)
        self.type = oid(at(inner, 0))
        if len(inner) > 2 or integer(version) != (1 if self.type == DATA else 3):
            raise Bad('cms')
        self.content = need(only(inner[1], 0xA0), 4).content if len(inner) == 2 else None
        self.certificates = [Certificate(one.raw) for one in certificates.kids(0xA0)]
        info = only(signers, 0x31).kids(0x30)
        if not 6 <= len(info) <= 7 or integer(info[0]) != 1:
            raise Bad('signer')
        name = info[1].kids(0x30)
        if len(name) != 2 or need(info[2], 0x30).raw != self.digest.raw:
            raise Bad('signer')
        need(info[3], 0xA0)
        self.attributes = self.read(info[3])
        self.signed = b'\x31' + info[3].raw[1:]
        self.algorithm, self.signature = need(info[4], 0x30), need(info[5], 4).content
        self.unsigned = self.read(need(info[6], 0xA1)) if len(info) == 7 else {}
        key = (need(name[0], 0x30).raw, integer(name[1]))
        named = [one for one in self.certificates if (one.issuer, one.serial) == key]
        if len(named) != 1:
            raise Bad('signer')
        self.signer = named[0]
        if SIGNING_V1 not in self.attributes and SIGNING_V2 not in self.attributes:
            raise Bad('signer')
        for attribute in (SIGNING_V1, SIGNING_V2):
            if attribute in self.attributes and not self.names(attribute):
                raise Bad('signer')

    @staticmethod
    def read(element):
        found = {}
        for attribute in element.kids():
            parts = attribute.kids(0x30)
            if len(parts) != 2 or oid(parts[0]) in found:
                raise Bad('attribute')
            found[oid(parts[0])] = only(parts[1], 0x31)
        return found

    def names(self, attribute):
        identifier = at(need(at(self.attributes[attribute].kids(0x30), 0), 0x30).kids(), 0)
        parts = need(identifier, 0x30).kids()
        name = 'sha1'
        if attribute == SIGNING_V2:
            name = hash_name(parts[0]) if at(parts, 0) is not None and parts[0].tag == 0x30 else 'sha256'
        value = need(next((one for one in parts if one.tag == 4), None), 4).content
        return value == hashlib.new(name, self.signer.der).digest()

    def message_digest(self):
        return need(self.attributes.get(MESSAGE_DIGEST), 4).content

    def valid(self):
        if oid(self.attributes.get(CONTENT_TYPE)) != self.type:
            return False
        return signed_by(self.algorithm, self.signer.spki, self.signed, self.signature, hash_name(self.digest))


def unpadded(contents):
    element = prefix(contents)
    if contents[len(element.raw) :].strip(b'\0'):
        raise Bad('padding')
    return element.raw


def timestamp(der, data, roots, now):
    """Returns (time, path), or the code of what is wrong."""
    try:
        token = Cms(der)
        if token.type != TST_INFO or token.content is None or token.unsigned:
            return 'timestamp_unreadable'
        info = whole(token.content).kids(0x30)
        imprint = need(at(info, 2), 0x30).kids()
        if integer(at(info, 0)) != 1:
            return 'timestamp_unreadable'
        stated = hashlib.new(hash_name(token.digest), token.content).digest()
        if token.message_digest() != stated or not token.valid():
            return 'timestamp_signature_invalid'
        if need(at(imprint, 1), 4).content != hashlib.new(hash_name(at(imprint, 0)), data).digest():
            return 'timestamp_other_data'
        time = moment(at(info, 4))
        path = Path(token.signer, token.certificates, roots)
        unused = any(one not in path.chain for one in token.certificates)
        if path.fault or unused or token.signer.purposes != ['1.3.6.1.5.5.7.3.8'] or not path.valid_at(time):
            return 'timestamp_certificate_invalid'
        return 'timestamp_future' if time > now else (time, path)
    except Bad:
        return 'timestamp_unreadable'


# ---- PDF ---------------------------------------------------------------------------------------------------------

SPACE = b'\0\t\n\f\r '
WORD_END = SPACE + b'()<>[]{}/%'


class Name(str):
    def __repr__(self):
        return '/' + str(self)


class Ref(tuple):
    pass


class Text(bytes):
    pass


class Dict(dict):
    def __init__(self):
        super().__init__()
        self.spans = {}


class Stream:
    def __init__(self, entries, data):
        self.entries, self.data = entries, data


def skip(data, pos):
    while pos < len(data):
        if data[pos] in SPACE:
            pos += 1
        elif data[pos] == 37:
            while pos < len(data) and data[pos] not in b'\r\n':
                pos += 1
        else:
            break
    return pos


def word(data, pos):
    end = pos
    while end < len(data) and data[end] not in WORD_END and end - pos < 256:
        end += 1
    return data[pos:end]


def parse(data, pos, depth=0):
    if depth > 64:
        raise Bad('depth')
    pos = skip(data, pos)
    lead = data[pos : pos + 1]
    if lead == b'/':
        raw = word(data, pos + 1)
        text = re.sub(rb'#([0-9a-fA-F]{2})', lambda match: bytes([int(match[1], 16)]), raw)
        return Name(text.decode('latin1')), pos + 1 + len(raw)
    if lead == b'(':
        out, open_, pos = bytearray(), 1, pos + 1
        while True:
            byte = data[pos : pos + 1]
            if not byte:
                raise Bad('string')
            if byte == b'\\':
                octal = re.match(rb'[0-7]{1,3}', data[pos + 1 : pos + 4])
                if octal:
                    out.append(int(octal[0], 8) & 255)
                    pos += 1 + len(octal[0])
                    continue
                following = data[pos + 1 : pos + 2]
                if following not in (b'\r', b'\n'):
                    out += {b'n': b'\n', b'r': b'\r', b't': b'\t', b'b': b'\b', b'f': b'\f'}.get(following, following)
                pos += 3 if data[pos + 1 : pos + 3] == b'\r\n' else 2
                continue
            open_ += (byte == b'(') - (byte == b')')
            pos += 1
            if open_ == 0:
                return Text(out), pos
            out += byte
    if data[pos : pos + 2] == b'<<':
        entries, pos = Dict(), skip(data, pos + 2)
        while data[pos : pos + 2] != b'>>':
            if data[pos : pos + 1] != b'/':
                raise Bad('key')
            key, end = parse(data, pos)
            start = skip(data, end)
            value, end = parse(data, start, depth + 1)
            if key in entries:
                raise Bad('repeated key')
            entries[key], entries.spans[key] = value, (start, end)
            pos = skip(data, end)
        return entries, pos + 2
    if lead == b'<':
        end = data.find(b'>', pos)
        digits = re.sub(rb'[\0\t\n\f\r ]', b'', data[pos + 1 : end])
        if end < 0 or not re.fullmatch(rb'[0-9a-fA-F]*', digits):
            raise Bad('hexadecimal')
        return Text(bytes.fromhex((digits + b'0' * (len(digits) % 2)).decode())), end + 1
    if lead == b'[':
        items, pos = [], skip(data, pos + 1)
        while data[pos : pos + 1] != b']':
            item, end = parse(data, pos, depth + 1)
            items.append(item)
            pos = skip(data, end)
        return items, pos + 1
    match = re.compile(rb'(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+R(?=[\0\t\n\f\r ()<>\[\]{}/%]|$)').match(data, pos)
    if match:
        return Ref((int(match[1]), int(match[2]))), match.end()
    raw = word(data, pos)
    end = pos + len(raw)
    if re.fullmatch(rb'[+-]?(\d+\.?\d*|\.\d+)', raw):
        return (float(raw) if b'.' in raw else int(raw)), end
    if raw in (b'true', b'false', b'null'):
        return {b'true': True, b'false': False, b'null': None}[raw], end
    raise Bad('object')


def count(entries, key):
    value = entries.get(key)
    return value if type(value) is int and value >= 0 else None


def stream_at(data, pos, length):
    pos = skip(data, pos)
    match = re.compile(rb'stream(\r\n|\n)').match(data, pos)
    if not match or match.end() + length > len(data):
        raise Bad('stream')
    end = match.end() + length
    close = skip(data, end)
    if close - end > 2 or data[close : close + 9] != b'endstream':
        raise Bad('stream length')
    return data[match.end() : end], close + 9


def end_of_object(data, pos):
    pos = skip(data, pos)
    if data[pos : pos + 6] != b'endobj':
        raise Bad('endobj')
    return pos + 6


def header(data, pos):
    match = re.compile(rb'(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+obj(?![A-Za-z0-9])').match(data, pos)
    if not match:
        raise Bad('object header')
    return int(match[1]), match.end()


def inflate(stream, limit=64 << 20):
    kind = stream.entries.get('Filter')
    if isinstance(kind, list):
        if len(kind) > 1:
            raise Bad('filters')
        kind = at(kind, 0)
    if kind is None:
        return stream.data
    if kind != 'FlateDecode':
        raise Bad('filter')
    machine = zlib.decompressobj()
    try:
        data = machine.decompress(stream.data, limit)
    except zlib.error:
        raise Bad('flate')
    if not machine.eof or machine.unused_data:
        raise Bad('flate')
    parameters = stream.entries.get('DecodeParms')
    if isinstance(parameters, list):
        parameters = at(parameters, 0)
    if not isinstance(parameters, dict) or parameters.get('Predictor', 1) == 1:
        return data
    columns = parameters.get('Columns', 1)
    out, above = bytearray(), bytes(columns)
    for start in range(0, len(data) - columns, columns + 1):
        kind, row = data[start], bytearray(data[start + 1 : start + 1 + columns])
        for x in range(columns):
            left, up, corner = (row[x - 1], above[x], above[x - 1]) if x else (0, above[x], 0)
            guess = left + up - corner
            paeth = min((abs(guess - one), index, one) for index, one in enumerate((left, up, corner)))[2]
            row[x] = (row[x] + (0, left, up, (left + up) // 2, paeth)[kind]) & 255
        out += row
        above = bytes(row)
    return bytes(out)


class Section:
    """A cross-reference section: places of objects as ('free',), ('at', offset) or ('in', stream)."""

    def __init__(self, data, offset):
        self.offset, self.places = offset, {}
        if data[offset : offset + 4] == b'xref':
            pos = skip(data, offset + 4)
            while data[pos : pos + 7] != b'trailer':
                head = re.compile(rb'(\d{1,10}) +(\d{1,10})[ \r\n]+').match(data, pos)
                if not head:
                    raise Bad('table')
                pos = head.end()
                for number in range(int(head[1]), int(head[1]) + int(head[2])):
                    entry = re.compile(rb'(\d{10}) (\d{5}) ([nf])( \r| \n|\r\n|\r|\n)').match(data, pos)
                    if not entry:
                        raise Bad('table')
                    self.add(number, ('free',) if entry[3] == b'f' else ('at', int(entry[1])))
                    pos = entry.end()
                pos = skip(data, pos)
            self.trailer, self.end = parse(data, pos + 7)
            if not isinstance(self.trailer, Dict):
                raise Bad('trailer')
            return
        _, pos = header(data, offset)
        self.trailer, pos = parse(data, pos)
        if not isinstance(self.trailer, Dict) or self.trailer.get('Type') != 'XRef':
            raise Bad('section')
        raw, pos = stream_at(data, pos, count(self.trailer, 'Length') or 0)
        self.end = end_of_object(data, pos)
        widths = self.trailer.get('W')
        rows = inflate(Stream(self.trailer, raw))
        index = self.trailer.get('Index', [0, self.trailer.get('Size')])
        pos = 0
        for first, amount in zip(index[::2], index[1::2]):
            for number in range(first, first + amount):
                values = []
                for width in widths:
                    values.append(int.from_bytes(rows[pos : pos + width], 'big'))
                    pos += width
                kind = values[0] if widths[0] else 1
                if kind > 2 or pos > len(rows):
                    raise Bad('section')
                self.add(number, (('free',), ('at', values[1]), ('in', values[1]))[kind])

    def add(self, number, place):
        if number in self.places:
            raise Bad('repeated')
        self.places[number] = place


def sections(data, newest):
    found, seen, offset = [], set(), newest
    while offset is not None:
        if offset in seen or len(seen) > 1024:
            raise Bad('circle')
        seen.add(offset)
        found.append(Section(data, offset))
        offset = count(found[-1].trailer, 'Prev')
        if 'XRefStm' in found[-1].trailer:
            found.append(Section(data, count(found[-1].trailer, 'XRefStm')))
    return found


def last_section(data):
    match = re.search(rb'startxref[\r\n ]+(\d{1,15})[\r\n ]+%%EOF[\r\n ]*$', data[-80:])
    if not match:
        raise Bad('end')
    return int(match[1])


class Pdf:
    def __init__(self, data, found=None):
        self.data, self.sections = data, found or sections(data, last_section(data))
        self.trailer, self.packed = self.sections[0].trailer, {}

    def place(self, number):
        for section in self.sections:
            if number in section.places:
                place = section.places[number]
                return None if place[0] == 'free' else place
        return None

    def locate(self, number):
        """Returns (object, start, end)."""
        place = self.place(number)
        if place is None:
            return None, -1, -1
        if place[0] == 'in':
            return self.unpack(place[1]).get(number), -1, -1
        found, pos = header(self.data, place[1])
        if found != number:
            raise Bad('number')
        value, pos = parse(self.data, pos)
        if isinstance(value, Dict) and self.data[skip(self.data, pos) :][:1] == b's':
            length = self.resolve(value.get('Length'))
            if type(length) is not int or length < 0:
                raise Bad('length')
            raw, pos = stream_at(self.data, pos, length)
            value = Stream(value, raw)
        return value, place[1], end_of_object(self.data, pos)

    def unpack(self, number):
        if number not in self.packed:
            stream = self.locate(number)[0]
            if not isinstance(stream, Stream) or stream.entries.get('Type') != 'ObjStm':
                raise Bad('object stream')
            data, objects, pos = inflate(stream), {}, 0
            for _ in range(stream.entries['N']):
                own, pos = parse(data, pos)
                offset, pos = parse(data, pos)
                objects[own] = parse(data, stream.entries['First'] + offset)[0]
            self.packed[number] = objects
        return self.packed[number]

    def resolve(self, value):
        for _ in range(32):
            if not isinstance(value, Ref):
                return value
            value = self.locate(value[0])[0]
        raise Bad('circle')

    def dict(self, entries, key):
        value = self.resolve((entries or {}).get(key))
        return value if isinstance(value, Dict) else None

    def array(self, entries, key):
        value = self.resolve((entries or {}).get(key))
        return value if isinstance(value, list) else []

    def catalog(self):
        catalog = self.dict(self.trailer, 'Root')
        if catalog is None:
            raise Bad('catalog')
        return catalog


def same(one, other):
    return show(one) == show(other)


def show(value):
    if isinstance(value, Dict):
        return '<<' + ','.join(f'{json.dumps(str(key))}:{show(value[key])}' for key in sorted(value)) + '>>'
    if isinstance(value, list):
        return '[' + ','.join(map(show, value)) + ']'
    if isinstance(value, Ref):
        return f'{value[0]} {value[1]} R'
    if isinstance(value, float) and value.is_integer():
        return repr(int(value))
    return repr(value)


# ---- Ranges and revisions ----------------------------------------------------------------------------------------


class Range:
    def __init__(self, data, numbers):
        is_plain = isinstance(numbers, list) and len(numbers) == 4 and all(type(one) is int for one in numbers)
        if not is_plain or numbers[0] != 0 or min(numbers) < 0:
            raise Bad('byte_range_invalid')
        _, self.start, self.stop, rest = numbers
        self.end = self.stop + rest
        if self.end > len(data):
            raise Bad('truncated')
        gap = data[self.start : self.stop]
        if self.start == 0 or self.stop <= self.start + 2 or not re.fullmatch(rb'<([0-9a-f]{2})+>', gap):
            raise Bad('byte_range_invalid')
        self.contents = bytes.fromhex(gap[1:-1].decode())

    def covered(self, data):
        return data[: self.start] + data[self.stop : self.end]


def find_seal(data):
    """Returns (range, pdf, dictionary) or (code, range)."""
    if not re.match(rb'%PDF-\d', data):
        return 'not_a_pdf', None
    fault, ranges = 'not_sealed', []
    for match in list(re.finditer(rb'/ByteRange', data))[:64]:
        try:
            numbers, _ = parse(data, match.end())
        except Bad:
            fault = 'byte_range_invalid'
            continue
        try:
            ranges.append(Range(data, numbers))
        except Bad as bad:
            fault = str(bad)
    seals = []
    for range_ in ranges:
        try:
            seal = seal_at(data, range_)
        except Bad:
            continue
        if seal is not None:
            if presented_length(seal) is not None:
                return seal
            seals.append(seal)
    if seals:
        return seals[0]
    return ('signature_misplaced', ranges[0]) if ranges else (fault, None)


def seal_at(data, range_):
    pdf = Pdf(data[: range_.end])
    catalog = pdf.catalog()
    numbers = [(pdf.dict(catalog, 'Perms') or {}).get('DocMDP')]
    left = [(item, None) for item in pdf.array(pdf.dict(catalog, 'AcroForm'), 'Fields')]
    for _ in range(4096):
        if not left:
            break
        item, inherited = left.pop(0)
        field = pdf.resolve(item)
        if isinstance(field, Dict):
            kind = field.get('FT', inherited)
            if kind == 'Sig':
                numbers.append(field.get('V'))
            left += [(kid, kind) for kid in pdf.array(field, 'Kids')]
    for ref in numbers:
        entries = pdf.locate(ref[0])[0] if isinstance(ref, Ref) else None
        if not isinstance(entries, Dict) or entries.get('SubFilter') != 'ETSI.CAdES.detached':
            continue
        if entries.spans.get('Contents') != (range_.start, range_.stop):
            continue
        try:
            own = Range(data, entries.get('ByteRange'))
        except Bad:
            continue
        if (own.start, own.end) == (range_.start, range_.end):
            return range_, pdf, entries
    return None


def presented_length(seal):
    range_, _, entries = seal
    length = count(entries, 'XXPresentedLength')
    return length if length is not None and length < range_.start else None


class Refused(Exception):
    """A revision that changes something that it may not."""


def read_updates(data, range_, pdf):
    """Returns (revisions, code); a revision is (pdf, timestamps)."""
    revisions = []
    if range_.end == len(data):
        return revisions, None
    try:
        every = sections(data, last_section(data))
        later = [one for one in every if one.offset >= range_.end]
        if not later or every[: len(later)] != later or len(later) > 64 or len(every) == len(later):
            raise Bad('order')
        if every[len(later)].offset != pdf.sections[0].offset:
            raise Bad('base')
        previous, start = pdf, range_.end
        for index in range(len(later) - 1, -1, -1):
            section = every[index]
            ending = re.compile(rb'[\r\n ]*startxref[\r\n ]+(\d{1,15})[\r\n ]+%%EOF(\r\n|\r|\n)').match(data, section.end)
            if not ending or int(ending[1]) != section.offset or section.offset < start:
                raise Bad('ending')
            following = Pdf(data[: ending.end()], every[index:])
            revisions.append((following, check_update(previous, following, start, ending.end())))
            previous, start = following, ending.end()
        if start != len(data):
            raise Bad('trailing')
        return revisions, None
    except Refused:
        return revisions, 'appended_changes'
    except Bad:
        return revisions, 'appended_data'


def check_update(old, new, start, end):
    section, objects = new.sections[0], {}
    for number, place in section.places.items():
        if (place[0] == 'free' and number == 0) or place == ('at', section.offset):
            continue
        if place[0] != 'at' or not start <= place[1] < section.offset:
            raise Refused
        objects[number] = new.locate(number)
    pos = start
    for _, begin, stop in sorted(objects.values(), key=lambda one: one[1]):
        blank(new.data, pos, begin)
        pos = stop
    blank(new.data, pos, section.offset)
    trailer = section.trailer
    if set(trailer) - set('Size Root Info ID Prev Type W Index Length Filter DecodeParms'.split()):
        raise Refused
    if trailer.get('Root') != old.trailer.get('Root') or 'Encrypt' in old.trailer:
        raise Refused
    if 'Info' in trailer and trailer['Info'] != old.trailer.get('Info'):
        raise Refused
    before, after = old.catalog(), new.catalog()
    refuse_changes(before, after, {'DSS', 'AcroForm'})
    known, replaceable = set(), set()

    def allow(value):
        if isinstance(value, Ref):
            known.add(value[0])
            replaceable.add(value[0])

    allow(trailer['Root'])
    if 'DSS' in before or 'DSS' in after:
        if 'DSS' not in after:
            raise Refused
        store = old.resolve(before.get('DSS'))
        earlier = {value[0] for value in [before.get('DSS'), *(store or {}).values()] if isinstance(value, Ref)}
        walk_store(new, after['DSS'], earlier, known, replaceable, 0)
    form, changed = old.dict(before, 'AcroForm'), new.dict(after, 'AcroForm')
    if form is None or changed is None:
        raise Refused
    if isinstance(before['AcroForm'], Ref) and before['AcroForm'] != after['AcroForm']:
        raise Refused
    allow(after['AcroForm'])
    allow(changed.get('Fields'))
    refuse_changes(form, changed, {'Fields', 'SigFlags'})
    if changed.get('SigFlags') != 3:
        raise Refused
    fields, more = old.array(form, 'Fields'), new.array(changed, 'Fields')
    if len(more) < len(fields) or not same(fields, more[: len(fields)]):
        raise Refused
    stamps = [stamp_of(new, objects, known, item, end) for item in more[len(fields) :]]
    for number in objects:
        if number not in known or (old.place(number) is not None and number not in replaceable):
            raise Refused
    return stamps


def blank(data, start, end):
    if start > end or data[start:end].strip(b'\r\n '):
        raise Bad('bytes between objects')


def refuse_changes(before, after, but):
    for key in {*before, *after} - but:
        if (key in before) != (key in after) or not same(before[key], after[key]):
            raise Refused


def walk_store(pdf, value, earlier, known, replaceable, depth):
    if depth > 6:
        raise Refused
    if isinstance(value, Ref):
        if value[0] in known:
            return
        known.add(value[0])
        if value[0] in earlier:
            replaceable.add(value[0])
    found = pdf.resolve(value)
    if isinstance(found, Stream) and set(found.entries) - {'Length', 'Filter', 'Type'}:
        raise Refused
    if isinstance(found, Dict):
        for key, child in found.items():
            if not re.fullmatch(r'Type|Certs|CRLs|OCSPs|VRI|Cert|CRL|OCSP|TU|TS|[0-9A-F]{40}', key):
                raise Refused
            walk_store(pdf, child, earlier, known, replaceable, depth + 1)
    if isinstance(found, list):
        for child in found:
            walk_store(pdf, child, earlier, known, replaceable, depth + 1)


def stamp_of(pdf, objects, known, item, end):
    field = new_dict(pdf, objects, known, item, 'Type Subtype FT T V F P Rect')
    if field.get('FT') != 'Sig' or not same(field.get('Rect'), [0, 0, 0, 0]):
        raise Refused
    if isinstance(field.get('P'), Ref) and field['P'][0] in objects:
        raise Refused
    keys = 'Type Filter SubFilter ByteRange Contents M V Name Reason'
    value = new_dict(pdf, objects, known, field.get('V'), keys)
    if value.get('Type') != 'DocTimeStamp' or value.get('SubFilter') != 'ETSI.RFC3161':
        raise Refused
    try:
        range_ = Range(pdf.data, value.get('ByteRange'))
    except Bad:
        raise Refused
    if range_.end != end or value.spans.get('Contents') != (range_.start, range_.stop):
        raise Refused
    return range_


def new_dict(pdf, objects, known, item, keys):
    if not isinstance(item, Ref) or item[0] not in objects:
        raise Refused
    found = pdf.resolve(item)
    if not isinstance(found, Dict) or set(found) - set(keys.split()):
        raise Refused
    known.add(item[0])
    return found


# ---- Evidence ----------------------------------------------------------------------------------------------------


def attached(pdf):
    names = pdf.dict(pdf.catalog(), 'Names')
    nodes = [pdf.dict(names, 'EmbeddedFiles')]
    while nodes:
        node = nodes.pop(0)
        if not isinstance(node, Dict):
            continue
        pairs = pdf.array(node, 'Names')
        for name, value in zip(pairs[::2], pairs[1::2]):
            if name == b'evidence.json':
                files = pdf.dict(pdf.resolve(value), 'EF')
                stream = pdf.resolve((files or {}).get('F'))
                return inflate(stream) if isinstance(stream, Stream) else None
        nodes += [pdf.resolve(kid) for kid in pdf.array(node, 'Kids')]
    return None


TEXTS = 'envelopeId organizationId actorType action occurredAt prevHash digest hash'.split()
ERASABLE = 'salt actorId ipAddress userAgent'.split()


def read_evidence(data):
    try:
        root = json.loads(data.decode('utf-8'))
    except ValueError:
        raise Bad('json')
    if not isinstance(root, dict):
        raise Bad('object')
    inner = root.get('envelope')
    envelope = root.get('envelopeId') if inner is None else inner.get('id')
    organization = (root if inner is None else inner).get('organizationId')
    if not all(isinstance(one, str) for one in (envelope, organization, root.get('headHash'))):
        raise Bad('texts')
    events = root.get('events')
    if not isinstance(events, list):
        raise Bad('events')
    for event in events:
        good = isinstance(event, dict) and all(isinstance(event.get(key), str) for key in TEXTS)
        good = good and all(key in event and isinstance(event[key], (str, type(None))) for key in ERASABLE)
        good = good and isinstance(event.get('payload', 0), (dict, list, type(None)))
        if not good or type(event.get('seq')) not in (int, float):
            raise Bad('event')
    log = root.get('log')
    return {'envelope': envelope, 'organization': organization, 'events': events, 'head': root['headHash'], 'log': log}


def canonical(value):
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode('utf-16-be'))
        return '{' + ','.join(f'{canonical(key)}:{canonical(value[key])}' for key in keys) + '}'
    if isinstance(value, list):
        return '[' + ','.join(map(canonical, value)) + ']'
    return json.dumps(value, ensure_ascii=False)


def digest_of(event, keys):
    return hashlib.sha256(canonical({key: event[key] for key in keys.split()}).encode()).hexdigest()


def chain_code(evidence):
    previous, first = '0' * 64, at(evidence['events'], 0)
    for index, event in enumerate(evidence['events']):
        erased = all(event[key] is None for key in ('actorId', 'payload', 'ipAddress', 'userAgent'))
        good = event['seq'] == index + 1 and event['prevHash'] == previous
        good = good and all(event[key] == first[key] for key in ('envelopeId', 'organizationId'))
        if event['salt'] is None:
            good = good and erased
        else:
            good = good and digest_of(event, 'salt actorId payload ipAddress userAgent') == event['digest']
        keys = 'envelopeId organizationId seq actorType action occurredAt digest prevHash'
        if not good or digest_of(event, keys) != event['hash']:
            return 'event_changed'
        previous = event['hash']
    if first is None or previous != evidence['head']:
        return 'head_differs'
    if (first['envelopeId'], first['organizationId']) != (evidence['envelope'], evidence['organization']):
        return 'other_envelope'
    return None


def payload(event, key):
    return event['payload'].get(key) if isinstance(event['payload'], dict) else None


# ---- The public log ----------------------------------------------------------------------------------------------


def sha(*parts):
    return hashlib.sha256(b''.join(parts)).digest()


def base64_of(text):
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        raise Bad('base64')
    if base64.b64encode(data).decode() != text:
        raise Bad('base64')
    return data


def read_key(line):
    name, id_, encoded = line.split('+', 2)
    data = base64_of(encoded)
    if len(data) != 33 or sha(name.encode(), b'\n', data)[:4].hex() != id_:
        raise ValueError(f'not a verifier key: {line}')
    return name, id_, data[0], data[1:]


def signed_ed25519(key, message, signature):
    if len(signature) != 64:
        return False
    with tempfile.TemporaryDirectory() as folder:
        path = lambda name: os.path.join(folder, name)
        spki = bytes.fromhex('302a300506032b6570032100') + key
        for name, content in (('key', spki), ('data', message), ('signature', signature)):
            with open(path(name), 'wb') as file:
                file.write(content)
        command = ['openssl', 'pkeyutl', '-verify', '-pubin', '-keyform', 'DER', '-inkey', path('key'), '-rawin']
        done = subprocess.run([*command, '-in', path('data'), '-sigfile', path('signature')], capture_output=True)
    return done.returncode == 0


def signatures_by(text, lines, keys):
    """Returns the ids of known keys that signed; None if one of their signatures is wrong."""
    ids = set()
    for name, id_, signature in lines:
        for known, own, kind, key in keys:
            if (known, own) != (name, id_):
                continue
            message = text.encode()
            if kind == 4:
                time, signature = int.from_bytes(signature[:8], 'big'), signature[8:]
                message = f'cosignature/v1\ntime {time}\n{text}'.encode()
            if not signed_ed25519(key, message, signature):
                return None
            ids.add(own)
    return ids


def decimal(text):
    if not re.fullmatch(r'0|[1-9]\d{0,15}', text):
        raise Bad('number')
    return int(text)


def read_proof(log):
    if not isinstance(log, dict) or not all(isinstance(log.get(key), str) for key in ('preimage', 'proof')):
        raise Bad('log')
    try:
        head = json.loads(log['preimage'])
    except ValueError:
        raise Bad('preimage')
    texts = ('organizationId', 'envelopeId', 'headHash', 'nonce')
    if not isinstance(head, dict) or not all(isinstance(head.get(key), str) for key in texts):
        raise Bad('preimage')
    if type(head.get('seq')) is not int or head.get('format') != 'countersign-head/1' or len(head) != 6:
        raise Bad('preimage')
    if canonical(head) != log['preimage']:
        raise Bad('preimage')
    top, separator, note = log['proof'].partition('\n\n')
    lines = top.split('\n')
    if not separator or lines[0] != 'c2sp.org/tlog-proof@v1':
        raise Bad('proof')
    rest = lines[2:] if at(lines, 1) and lines[1].startswith('extra ') else lines[1:]
    if not rest or not rest[0].startswith('index ') or decimal(rest[0][6:]) != log.get('index'):
        raise Bad('proof')
    hashes = [base64_of(line) for line in rest[1:]]
    end = note.rfind('\n\n')
    if end < 0 or not note.endswith('\n') or any(len(one) != 32 for one in hashes):
        raise Bad('proof')
    text, signatures = note[: end + 1], []
    for line in note[end + 2 : -1].split('\n'):
        match = re.fullmatch(r'\u2014 ([^\s+]+) (\S+)', line)
        data = base64_of(match[2]) if match else b''
        if len(data) < 5:
            raise Bad('note')
        signatures.append((match[1], data[:4].hex(), data[4:]))
    parts = text.split('\n')
    if len(parts) < 4 or parts.pop() or '' in parts or len(base64_of(parts[2])) != 32:
        raise Bad('checkpoint')
    return head, log['index'], hashes, text, signatures, parts[0], decimal(parts[1]), base64_of(parts[2])


def included(leaf, index, size, hashes, root):
    """Follows the path of RFC 9162, 2.1.3.2."""
    if index >= size:
        return False
    position, last, found = index, size - 1, leaf
    for sibling in hashes:
        if last == 0:
            return False
        if position & 1 or position == last:
            found = sha(b'\1', sibling, found)
            while not position & 1 and position:
                position, last = position >> 1, last >> 1
        else:
            found = sha(b'\1', found, sibling)
        position, last = position >> 1, last >> 1
    return last == 0 and found == root


def published_code(raw, trust):
    if raw is None:
        return 'no_evidence_file'
    try:
        evidence = read_evidence(raw)
        if evidence['log'] is None:
            return 'not_published_yet'
        head, index, hashes, text, signatures, origin, size, root = read_proof(evidence['log'])
    except Bad:
        return 'proof_unreadable'
    if (head['organizationId'], head['envelopeId']) != (evidence['organization'], evidence['envelope']):
        return 'log_entry_differs'
    event = at(evidence['events'], head['seq'] - 1) if head['seq'] > 0 else None
    if event is None or event['hash'] != head['headHash']:
        return 'log_entry_differs'
    entry = sha(evidence['log']['preimage'].encode())
    if not included(sha(b'\0', entry), index, size, hashes, root):
        return 'not_in_log'
    keys = [key for key in map(read_key, trust['keys']) if key[0] == origin]
    if not keys:
        return 'log_key_not_given'
    if not signatures_by(text, signatures, keys):
        return 'checkpoint_signature_invalid'
    witnesses = signatures_by(text, signatures, list(map(read_key, trust['witnesses'])))
    if witnesses is None:
        return 'cosignature_invalid'
    return 'published' if len(witnesses) >= trust['quorum'] else 'too_few_witnesses'


# ---- Checks ------------------------------------------------------------------------------------------------------

CHECKS = 'file seal time long_term presented audit_log published'.split()
PASSED = set(
    'unchanged unchanged_with_updates sealed_by time_confirmed long_term_archived long_term_kept presented_matches '
    'log_complete log_complete_and_continued published'.split()
)
NOT_CHECKED = set(
    'signature_unreadable_file root_not_given issuer_missing certificate_expired_since algorithm_unknown no_seal '
    'time_claimed timestamp_service_not_trusted time_missing no_long_term_data long_term_incomplete '
    'presented_not_recorded presented_length_missing evidence_missing no_evidence_file not_published_yet log_key_not_given too_few_witnesses'.split()
)
LEVELS = ['B-B', 'B-T', 'B-LT', 'B-LTA']
SEALING = {'1.3.6.1.5.5.7.3.36', '1.3.6.1.4.1.311.10.3.12', '1.2.840.113583.1.1.5', '1.3.6.1.5.5.7.3.4', '2.5.29.37.0'}


def seal_cms(range_):
    try:
        cms = Cms(unpadded(range_.contents))
        cms.message_digest()
    except Bad:
        return None
    good = cms.type == DATA and cms.content is None and not set(cms.unsigned) - {TOKEN}
    return cms if good and set(cms.attributes) == {CONTENT_TYPE, MESSAGE_DIGEST, SIGNING_V2} else None


def claimed_time(entries):
    text = entries.get('M')
    match = re.fullmatch(rb"D:(\d{14})(?:Z|([+-]\d\d)'?(\d\d)'?)", text) if isinstance(text, Text) else None
    if not match:
        return None
    try:
        time = datetime.datetime.strptime(match[1].decode(), '%Y%m%d%H%M%S').replace(tzinfo=UTC)
    except ValueError:
        return None
    if match[2]:
        sign = -1 if match[2].startswith(b'-') else 1
        time -= sign * datetime.timedelta(hours=abs(int(match[2])), minutes=int(match[3]))
    return time


def verify(data, roots=(), stamp_roots=(), lists=(), evidence=None, level=None, now=None, log=None):
    """Returns the verdict, the level and each check's code."""
    now = now or datetime.datetime.now(UTC)
    seal = find_seal(data)
    if isinstance(seal[0], str):
        code, range_ = seal
        if range_ is not None:
            cms = seal_cms(range_)
            if cms is None or cms.message_digest() != hashlib.sha256(range_.covered(data)).digest():
                code = 'bytes_changed'
        return answer(dict.fromkeys(CHECKS, 'no_seal') | {'file': code}, None)
    range_, pdf, entries = seal
    cms = seal_cms(range_)
    revisions, fault = read_updates(data, range_, pdf)
    codes = {}
    if cms is None:
        codes['file'] = 'signature_unreadable_file'
    elif cms.message_digest() != hashlib.sha256(range_.covered(data)).digest():
        codes['file'] = 'bytes_changed'
    else:
        codes['file'] = fault or ('unchanged_with_updates' if revisions else 'unchanged')

    time, confirmed, stamp = claimed_time(entries), False, None
    if cms is not None and TOKEN in cms.unsigned:
        stamp = timestamp(cms.unsigned[TOKEN].raw, cms.signature, stamp_roots, now)
        if isinstance(stamp, str):
            codes['time'], stamp = stamp, None
        else:
            time, confirmed = stamp[0], stamp[1].end == 'pinned'
            codes['time'] = 'time_confirmed' if confirmed else 'timestamp_service_not_trusted'
    elif time is None:
        codes['time'] = 'time_missing'
    else:
        codes['time'] = 'time_in_future' if time > now + datetime.timedelta(minutes=10) else 'time_claimed'

    path = None
    if cms is not None:
        try:
            path = Path(cms.signer, cms.certificates, roots)
        except Bad:
            pass
    archive, archive_fault = [], False
    for _, ranges in revisions:
        for one in ranges:
            if archive_fault:
                break
            try:
                checked = timestamp(unpadded(one.contents), one.covered(data), stamp_roots, now)
            except Bad:
                checked = 'timestamp_unreadable'
            archive_fault = isinstance(checked, str)
            if not archive_fault:
                archive.append(checked)
    newest = revisions[-1][0] if revisions else pdf
    kept = []
    try:
        for item in newest.array(newest.dict(newest.catalog(), 'DSS'), 'CRLs'):
            stream = newest.resolve(item)
            if isinstance(stream, Stream):
                kept.append(inflate(stream))
    except Bad:
        kept = []
    paths = ([path] if path else []) + [one[1] for one in ([stamp] if stamp else []) + archive]
    by_issuer, bad_lists = read_lists([*kept, *lists], paths)
    codes['seal'] = seal_code(cms, path, roots, time or now, confirmed, now, by_issuer)
    reached = level_of(path, stamp, kept, by_issuer, archive, archive_fault)
    if archive_fault:
        codes['long_term'] = 'archive_timestamp_invalid'
    elif bad_lists:
        codes['long_term'] = 'revocation_data_invalid'
    elif level and LEVELS.index(reached) < LEVELS.index(level):
        codes['long_term'] = 'level_too_low'
    else:
        rest = 'long_term_incomplete' if kept else 'no_long_term_data'
        codes['long_term'] = {'B-LTA': 'long_term_archived', 'B-LT': 'long_term_kept'}.get(reached, rest)
    codes |= evidence_codes(data, seal, evidence)
    codes['published'] = published_code(evidence, log or {'keys': [], 'witnesses': [], 'quorum': 0})
    return answer(codes, reached)


def read_lists(lists, paths):
    authorities = list({id(one): one for path in paths for one in path.chain[1:]}.values())
    by_issuer, bad = {}, 0
    for der in lists:
        try:
            found = RevocationList(der)
        except Bad:
            bad += 1
            continue
        for authority in authorities:
            if authority.subject == found.issuer:
                if found.of(authority):
                    by_issuer.setdefault(authority.der, []).append(found)
                else:
                    bad += 1
    return by_issuer, bad


def pairs(path):
    return list(zip(path.chain, path.chain[1:]))


def level_of(path, stamp, kept, by_issuer, archive, archive_fault):
    if stamp is None:
        return 'B-B'
    covered = path is not None and all(issuer.der in by_issuer for _, issuer in pairs(path))
    covered = covered and all(issuer.der in by_issuer or not one.lists for one, issuer in pairs(stamp[1]))
    if not kept or not covered:
        return 'B-T'
    return 'B-LTA' if archive and not archive_fault else 'B-LT'


def seal_code(cms, path, roots, time, confirmed, now, by_issuer):
    if cms is None:
        return 'signature_unreadable'
    try:
        if not cms.valid():
            return 'signature_invalid'
    except Bad as bad:
        return 'algorithm_unknown' if str(bad) == 'algorithm' else 'signature_invalid'
    if path is None or path.fault or any(one not in path.chain for one in cms.certificates):
        return 'certificate_chain_broken'
    leaf = cms.signer
    if leaf.usage is not None and not leaf.usage & 0xC0:
        return 'certificate_not_for_sealing'
    if leaf.purposes is not None and not SEALING & set(leaf.purposes):
        return 'certificate_not_for_sealing'
    if not path.valid_at(time):
        return 'certificate_not_valid_then'
    for certificate, issuer in pairs(path):
        for found in by_issuer.get(issuer.der, []):
            date = found.revoked.get(certificate.serial)
            if date is not None and (not confirmed or date <= time):
                return 'certificate_revoked'
    if path.end == 'open':
        return 'issuer_missing'
    if path.end == 'unknown':
        return 'root_not_trusted' if roots else 'root_not_given'
    return 'sealed_by' if confirmed or path.valid_at(now) else 'certificate_expired_since'


def evidence_codes(data, seal, exported):
    range_, pdf, _ = seal
    try:
        raw = attached(pdf)
    except Bad:
        raw = None
    found = []
    for one in (raw, exported):
        try:
            found.append(None if one is None else read_evidence(one))
        except Bad:
            found.append('evidence_unreadable')
    own, other = found
    codes, length = {}, presented_length(seal)
    if not length:
        codes['presented'] = 'presented_length_missing'
    else:
        source = own if isinstance(own, dict) else other if isinstance(other, dict) else {'events': []}
        events = source['events']
        sent = max((index for index, event in enumerate(events) if event['action'] == 'envelope.sent'), default=-1)
        acts = [event for event in events[sent + 1 :] if event['action'] in ('participant.signed', 'participant.approved')]
        hashes = [payload(event, 'documentHash') for event in acts]
        hashes = [one for one in hashes if isinstance(one, str)]
        shown = hashlib.sha256(data[:length]).hexdigest()
        good = all(one == shown for one in hashes)
        codes['presented'] = 'presented_not_recorded' if not hashes else 'presented_matches' if good else 'presented_differs'
    codes['audit_log'] = audit_code(own, other, hashlib.sha256(data[: range_.end]).hexdigest())
    return codes


def audit_code(own, other, sealed):
    for one in (own, other):
        code = one if isinstance(one, str) else chain_code(one) if one else None
        if code:
            return code
    if other:
        if own and own['envelope'] != other['envelope']:
            return 'other_envelope'
        for index, event in enumerate(own['events'] if own else []):
            if index >= len(other['events']) or other['events'][index]['hash'] != event['hash']:
                return 'evidence_contradicts_seal'
        named = [payload(event, 'sealedHash') for event in other['events'] if event['action'] == 'envelope.sealed']
        return 'log_complete_and_continued' if sealed in named else 'other_sealed_file'
    return 'log_complete' if own else 'evidence_missing'


def answer(codes, level):
    outcome = lambda code: 'passed' if code in PASSED else 'not_checked' if code in NOT_CHECKED else 'failed'
    failed = [f'{check}: {codes[check]}' for check in CHECKS if outcome(codes[check]) == 'failed']
    passed = all(outcome(codes[check]) == 'passed' for check in ('file', 'seal'))
    verdict = 'invalid' if failed else 'valid' if passed else 'incomplete'
    return {'verdict': verdict, 'level': level, 'caughtBy': failed, 'codes': {check: codes[check] for check in CHECKS}}


def main(path):
    folder = os.path.join(os.path.dirname(os.path.abspath(path)), 'files')

    def read(name):
        with open(os.path.join(folder, name), 'rb') as file:
            return file.read()

    with open(path, encoding='utf-8') as file:
        vectors = json.load(file)['vectors']
    results = {}
    for vector in vectors:
        data, edit, options = read(vector['base']), vector.get('edit'), vector['options']
        if edit:
            insert = base64.b64decode(edit['insert'])
            data = data[: edit['at']] + insert + data[edit['at'] + edit['remove'] :]
        roots = [[Certificate(read(options[key]))] if options[key] else [] for key in ('roots', 'timestampRoots')]
        now = datetime.datetime.fromisoformat(options['now'].replace('Z', '+00:00'))
        evidence = vector['evidence'].encode() if 'evidence' in vector else None
        lines = lambda key: [options[key]] if options.get(key) else []
        log = {'keys': lines('logKey'), 'witnesses': lines('witness'), 'quorum': int(options.get('quorum', 0))}
        results[vector['name']] = verify(data, *roots, (), evidence, options.get('minimumLevel'), now, log)
    json.dump(results, sys.stdout, indent=1)


if __name__ == '__main__':
    main(sys.argv[1])
