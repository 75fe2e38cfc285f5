"""Finding the seal of a file, and what its revision holds (evidence.md, `file`)."""
import hashlib
import re
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from cms import SignedData
from der import DerError
from pdf import Budget, Document, PdfError, Ref, Stream, Text
from revisions import Range, Snapshot, read_range

SEAL_FILTER = "ETSI.CAdES.detached"
MAX_RANGES, MAX_NODES = 64, 100_000
BYTE_RANGE = re.compile(rb"[\0\t\n\f\r ]*\[[\0\t\n\f\r ]*(\d{1,15}(?:[\0\t\n\f\r ]+\d{1,15}){3})[\0\t\n\f\r ]*\]")
CLAIMED = re.compile(rb"D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:Z|([+-])(\d\d)'?(\d\d)'?)")


@dataclass
class Seal:
    """The signature dictionary of a file, its range, and the sealed revision that leads to it."""

    signature: dict
    range: Range
    document: Document


def find_ranges(data):
    """(the well-formed ranges in order, the last code that was remembered, whether there is a /ByteRange)."""
    ranges, remembered, found = [], None, [match.end() for match in re.finditer(rb"/ByteRange", data)][:MAX_RANGES]
    for at in found:
        match = BYTE_RANGE.match(data, at)
        result = read_range(data, list(map(int, match[1].split())) if match else [])
        if type(result) is Range:
            ranges.append(result)
        else:
            remembered = result
    return ranges, remembered, bool(found)


def seal_signatures(document):
    """The dictionaries that /Perms /DocMDP or a signature field's /V leads to, with the seal's /SubFilter."""
    catalog = document.get(document.trailer.get("Root"))
    if type(catalog) is not dict:
        raise PdfError("catalog")
    permissions, form = document.get(catalog.get("Perms")), document.get(catalog.get("AcroForm"))
    found = [permissions.get("DocMDP")] if type(permissions) is dict else []
    fields = document.get(form.get("Fields")) if type(form) is dict else None
    waiting, seen = [(item, None) for item in fields or []] if type(fields) is list else [], set()
    while waiting:
        if len(waiting) + len(seen) > MAX_NODES:
            raise PdfError("too many fields")
        item, inherited = waiting.pop()
        if type(item) is Ref and item in seen:
            continue
        seen.add(item if type(item) is Ref else len(seen))
        node = document.get(item)
        if type(node) is not dict:
            continue
        kind = document.get(node.get("FT", inherited))
        if kind == "Sig":
            found.append(node.get("V"))
        kids = document.get(node.get("Kids"))
        waiting += [(kid, kind) for kid in kids] if type(kids) is list else []
    found = [document.get(value) for value in found if type(value) is Ref]
    return [value for value in found if type(value) is dict and document.get(value.get("SubFilter")) == SEAL_FILTER]


def find_seal(data, ranges):
    """The Seal: the first range that belongs to one with /XXPresentedLength, or else the first."""
    seals, budget = [], Budget()
    for candidate in ranges:
        try:
            document = Document(data[:candidate.end], budget)
            signature = next((value for value in seal_signatures(document) if candidate.is_of(value)), None)
        except PdfError:
            continue
        if signature is not None:
            seals.append(Seal(signature, candidate, document))
    return next((seal for seal in seals if "XXPresentedLength" in seal.signature), seals[0] if seals else None)


def read_signature(data, covered):
    """The CMS in the gap of a range, or None if it can't be read."""
    try:
        return SignedData(covered.hole(data), 1, padded=True)
    except DerError:
        return None


def digest_matches(data, covered, cms):
    return hashlib.sha256(covered.covered(data)).digest() == cms.message_digest


def no_seal_code(data, ranges, remembered, found):
    """The code of `file` when there's no seal."""
    if not found:
        return "not_sealed"
    if not ranges:
        return remembered
    cms = read_signature(data, ranges[0])
    return "signature_misplaced" if cms and digest_matches(data, ranges[0], cms) else "bytes_changed"


def read_claimed(value):
    """The time of /M (ISO 32000-2, 7.9.4), or None if it can't be read."""
    match = CLAIMED.fullmatch(value) if type(value) is Text else None
    if not match:
        return None
    parts = [int(match[index] or (index < 4)) for index in range(1, 7)]
    offset = timedelta(hours=int(match[8] or 0), minutes=int(match[9] or 0))
    try:
        time = datetime(*parts, tzinfo=timezone.utc)
        return time + offset if match[7] == b"-" else time - offset
    except (ValueError, OverflowError):
        return None


def attached_evidence(document):
    """The bytes of evidence.json in /Names /EmbeddedFiles; b"" if it's there and can't be read; or else None."""
    try:
        names = document.get(Snapshot(document).catalog.get("Names"))
        waiting, seen = [names.get("EmbeddedFiles")] if type(names) is dict else [], 0
        while waiting:
            if len(waiting) + seen > MAX_NODES:
                raise PdfError("too many names")
            node, seen = document.get(waiting.pop(0)), seen + 1
            if type(node) is not dict:
                continue
            pairs, kids = document.get(node.get("Names")), document.get(node.get("Kids"))
            waiting += kids if type(kids) is list else []
            for key, value in zip(pairs[::2], pairs[1::2]) if type(pairs) is list else []:
                if document.get(key) == b"evidence.json":
                    return _embedded(document, value)
    except PdfError:
        return b""
    return None


def _embedded(document, value):
    """The file of a file specification (7.11.3)."""
    specification = document.get(value)
    files = document.get(specification.get("EF")) if type(specification) is dict else None
    stream = document.get(files.get("F")) if type(files) is dict else None
    return document.decode(stream) if type(stream) is Stream else b""
