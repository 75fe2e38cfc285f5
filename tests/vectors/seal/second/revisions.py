"""What may follow the seal (evidence.md, `file`, "Revisions after the seal")."""
import re
from typing import NamedTuple

from pdf import Document, Name, PdfError, Ref, Stream, Text, after_space, last_startxref, same

MAX_REVISIONS = 64
TRAILER_KEYS = {"Size", "Root", "Info", "ID", "Prev"}
STREAM_KEYS = {"Type", "W", "Index", "Length", "Filter", "DecodeParms"}
FIELD_KEYS = {"Type", "Subtype", "FT", "T", "V", "F", "P", "Rect"}
TIMESTAMP_KEYS = {"Type", "Filter", "SubFilter", "ByteRange", "Contents", "M", "V", "Name", "Reason"}
DSS_KEYS = {"Type", "Certs", "CRLs", "OCSPs", "VRI", "Cert", "CRL", "OCSP", "TU", "TS"}
DSS_STREAM_KEYS = {"Length", "Filter", "Type"}
WHITE = b"\t\n\r "
TAIL = re.compile(rb"[\n\r ]*startxref[\n\r ]+(\d{1,15})[\n\r ]+%%EOF(?:\r\n|\r|\n)")
GAP = re.compile(rb"[\n\r ]*")


class Range(NamedTuple):
    """A well-formed byte range [0 a b c]; it covers 0 to a and b to `end`."""

    a: int
    b: int
    end: int

    def covered(self, data):
        return data[:self.a] + data[self.b:self.end]

    def hole(self, data):
        return bytes.fromhex(data[self.a + 1:self.b - 1].decode("ascii"))

    def numbers(self):
        return [0, self.a, self.b, self.end - self.b]

    def is_of(self, signature):
        """Whether the signature dictionary has this range, and its Contents in the gap."""
        contents = signature.get("Contents")
        return (same(signature.get("ByteRange"), self.numbers())
                and type(contents) is Text and contents.place == (self.a, self.b))


def read_range(data, numbers):
    """The well-formed Range of an array's numbers, or the code that says why it isn't one."""
    if len(numbers) != 4 or numbers[0] != 0 or not numbers[1] > 0 or not numbers[2] > numbers[1] + 2:
        return "byte_range_invalid"
    _, a, b, count = numbers
    if b + count > len(data):
        return "truncated"
    if not re.fullmatch(rb"<(?:[0-9a-f]{2})+>", data[a:b]):
        return "byte_range_invalid"
    return Range(a, b, b + count)


class Revision(NamedTuple):
    """A complete revision: its section, its objects {number: Ref}, and where it starts and ends."""

    section: object
    objects: dict
    start: int
    end: int


class Snapshot:
    """The parts of a document that a revision may change."""

    def __init__(self, document):
        self.root = document.trailer.get("Root")
        self.catalog = document.get(self.root)
        if type(self.root) is not Ref or type(self.catalog) is not dict:
            raise PdfError("catalog")
        self.form_value, self.dss_value = self.catalog.get("AcroForm"), self.catalog.get("DSS")
        self.form = document.get(self.form_value)
        self.fields_value = self.form.get("Fields") if type(self.form) is dict else None
        self.fields = document.get(self.fields_value)
        self.dss = document.get(self.dss_value)
        direct = self.dss.values() if type(self.dss) is dict else []
        self.dss_objects = {value for value in [self.dss_value, *direct]
                            if type(value) is Ref and (value == self.dss_value or type(document.get(value)) is list)}


def used_numbers(document):
    """The numbers of all objects, missing ones too, to which the document leads other than through /DSS and as the form's fields."""
    snapshot = Snapshot(document)
    catalog = {key: value for key, value in snapshot.catalog.items() if key not in ("DSS", "AcroForm")}
    form = {}
    if type(snapshot.form) is dict:
        form = {key: value for key, value in snapshot.form.items() if key != "Fields"}
    trailer = {key: value for key, value in document.trailer.items() if key != "Root"}
    known = {value.number for value in (snapshot.root, snapshot.form_value) if type(value) is Ref}
    used, left = set(), [catalog, form, trailer, snapshot.fields]
    while left:
        value = left.pop()
        if type(value) is Ref:
            if value.number not in known:
                known.add(value.number)
                used.add(value.number)
                left.append(document.get(value))
        elif type(value) is Stream:
            left.extend(value.dictionary.values())
        elif type(value) is dict:
            left.extend(value.values())
        elif type(value) is list:
            left.extend(value)
    return used


def complete_revisions(data, end, budget):
    """(the complete revisions that follow `end` in order, whether only white space follows the last one)."""
    if not data[end:].strip(WHITE):
        return [], True
    try:
        document, sealed = Document(data, budget), last_startxref(data[:end])
        sections, offset = [], document.start
        while type(offset) is int and offset >= end:
            section = document.section(offset)
            sections.append(section)
            offset = section.trailer.get("Prev")
        if offset != sealed or len(sections) > MAX_REVISIONS:
            return [], False
    except PdfError:
        return [], False
    found, start = [], end
    for section in reversed(sections):
        revision = _complete(document, section, start)
        if revision is None:
            return found, False
        found.append(revision)
        start = revision.end
    return found, not data[start:].strip(WHITE)


def _complete(document, section, start):
    """The revision of a section, if only white space stands between its objects, and its end is as it must be."""
    tail = TAIL.match(document.data, section.end)
    if not tail or int(tail[1]) != section.offset or after_space(document.data, section.offset) != section.offset:
        return None
    spans, objects = {section.offset: section.end}, {}
    for number, entry in section.entries.items():
        if entry.kind == "object" and start <= entry.offset < section.offset:
            try:
                reference, _, end = document.object_at(entry.offset)
            except PdfError:
                return None
            if reference == (number, entry.generation) and entry.offset not in spans:
                spans[entry.offset], objects[number] = end, reference
    at = start
    for offset in sorted(spans):
        if GAP.match(document.data, at).end() != offset:
            return None
        at = spans[offset]
    return Revision(section, objects, start, tail.end())


def permitted_revisions(data, document, revisions):
    """Applies revisions to the sealed document if all of them are permitted; or else none.

    Returns (the ranges of their document timestamps, whether all are permitted).
    """
    timestamps, sealed = [], (document.entries, document.trailer)
    try:
        used = used_numbers(document) if revisions else set()
    except PdfError:
        return [], False
    document.data = data
    for revision in revisions:
        if used & set(revision.objects):
            document.entries, document.trailer = sealed
            return [], False
        earlier, trailer = document.entries, document.trailer
        try:
            before = Snapshot(document)
            document.entries, document.trailer = earlier | revision.section.entries, revision.section.trailer
            found = _Changes(document, revision, before, Snapshot(document), earlier, trailer).check()
        except PdfError:
            found = None
        if found is None:
            document.entries, document.trailer = sealed
            return [], False
        timestamps += found
    return timestamps, True


class _Changes:
    """One revision compared with the document before it."""

    def __init__(self, document, revision, before, after, earlier, trailer):
        self.document, self.revision, self.before, self.after = document, revision, before, after
        self.earlier, self.trailer = earlier, trailer
        self.allowed, self.replaceable = {after.root}, {before.root}

    def is_new(self, value):
        """Whether the value refers to an object of this revision that there wasn't before."""
        return (type(value) is Ref and self.revision.objects.get(value.number) == value
                and not self._was_there(value))

    def _was_there(self, reference):
        return reference.number in self.earlier and self.earlier[reference.number].kind != "free"

    def check(self):
        """The ranges of the added document timestamps, or None if something isn't permitted."""
        if not (self._entries() and self._trailer() and self._catalog() and self._form() and self._dss()):
            return None
        added = self.after.fields[len(self.before.fields):] if type(self.after.fields) is list else []
        ranges = [self._timestamp(field) for field in added]
        objects = set(self.revision.objects.values())
        replaced = {reference for reference in objects if self._was_there(reference)}
        return ranges if None not in ranges and objects <= self.allowed and replaced <= self.replaceable else None

    def _entries(self):
        """Every entry is an object in the revision; 0 may be free, the section may list itself."""
        section = self.revision.section
        return all(number in self.revision.objects or number == 0 and entry.kind == "free"
                   or entry.kind == "object" and entry.offset == section.offset and "W" in section.trailer
                   and number not in self.earlier
                   for number, entry in section.entries.items())

    def _trailer(self):
        new = self.revision.section.trailer
        return (set(new) <= TRAILER_KEYS | (STREAM_KEYS if "W" in new else set())
                and same(new.get("Root"), self.trailer.get("Root"))
                and ("Info" not in new or same(new["Info"], self.trailer.get("Info"))))

    def _catalog(self):
        rest = [{key: value for key, value in state.catalog.items() if key not in ("DSS", "AcroForm")}
                for state in (self.before, self.after)]
        return same(*rest) and not ("DSS" in self.before.catalog and "DSS" not in self.after.catalog)

    def _form(self):
        """The form is the same but for its fields, of which the old ones stay in place."""
        before, after = self.before, self.after
        if not self._stays(before.form_value, after.form_value):
            return False
        if type(before.form) is not dict or type(after.form) is not dict:
            return same(before.form, after.form)
        rest = [{key: value for key, value in state.form.items() if key not in ("Fields", "SigFlags")}
                for state in (before, after)]
        if self.is_new(after.fields_value):
            self.allowed.add(after.fields_value)
        elif not self._stays(before.fields_value, after.fields_value):
            return False
        return (same(*rest) and same(after.form.get("SigFlags"), 3)
                and type(before.fields) is list and type(after.fields) is list
                and same(after.fields[:len(before.fields)], before.fields))

    def _stays(self, old, new):
        """Whether a value that is an object of its own stays that one; it may then be replaced."""
        if type(old) is not Ref and type(new) is not Ref:
            return True
        if not same(old, new):
            return False
        self.allowed.add(new)
        self.replaceable.add(new)
        return True

    def _timestamp(self, reference):
        """The Range of an added field's document timestamp, or None."""
        field = self.document.get(reference) if self.is_new(reference) else None
        if (type(field) is not dict or not set(field) <= FIELD_KEYS or not same(field.get("FT"), Name("Sig"))
                or not same(field.get("Rect"), [0, 0, 0, 0]) or not self.is_new(field.get("V"))):
            return None
        signature = self.document.get(field["V"])
        if (type(signature) is not dict or not set(signature) <= TIMESTAMP_KEYS
                or signature.get("Type") != "DocTimeStamp" or signature.get("SubFilter") != "ETSI.RFC3161"):
            return None
        numbers = signature.get("ByteRange")
        if type(numbers) is not list or any(type(number) is not int for number in numbers):
            return None
        covered = read_range(self.document.data, numbers)
        if type(covered) is not Range or covered.end != self.revision.end or not covered.is_of(signature):
            return None
        self.allowed |= {reference, field["V"]}
        return covered

    def _dss(self):
        """/DSS consists of what it may; the earlier one with its direct arrays may be replaced."""
        self.replaceable |= self.before.dss_objects
        return ("DSS" not in self.after.catalog
                or type(self.after.dss) is dict and self._consists(self.after.dss_value, 0, set()))

    def _consists(self, value, depth, seen):
        if type(value) is Ref:
            if value in seen:
                return True
            seen.add(value)
            self.allowed.add(value)
            value = self.document.get(value)
            if type(value) not in (dict, list, Stream):
                return False
        if depth > 6:
            return False
        if type(value) is Stream:
            return set(value.dictionary) <= DSS_STREAM_KEYS
        if type(value) is dict:
            return all((key in DSS_KEYS or re.fullmatch("[0-9A-F]{40}", key)) and self._consists(item, depth + 1, seen)
                       for key, item in value.items())
        return type(value) is not list or all(self._consists(item, depth + 1, seen) for item in value)

