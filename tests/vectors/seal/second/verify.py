"""Verifies sealed PDFs as docs/evidence.md says. Written from the documents alone, with Python's standard library.

python3 verify.py vectors.json prints {vector: {verdict, level, caughtBy, codes}} for every vector.
"""
import base64
import hashlib
import json
import re
import sys
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from pathlib import Path as FilePath

from cms import SignedData, check_timestamp
from der import DerError
from log import Evidence, FormError, check_published, read_key
from pdf import Budget, Document, PdfError, Ref, Stream, Text
from revisions import Range, Snapshot, complete_revisions, permitted_revisions, read_range
from x509 import DIGITAL_SIGNATURE, NON_REPUDIATION, AlgorithmUnknown, Certificate, Path, RevocationList
from x509 import CRL_DISTRIBUTION_POINTS, UNKNOWN, OcspResponse

CHECKS = ("file", "seal", "time", "long_term", "presented", "audit_log", "published")
PASSED = {"unchanged", "unchanged_with_updates", "sealed_by", "time_confirmed", "long_term_archived", "long_term_kept",
          "presented_matches", "log_complete", "log_complete_and_continued", "published",
          "published_and_continued"}
NOT_CHECKED = {"no_seal", "signature_unreadable_file", "algorithm_unknown", "issuer_missing", "root_not_given",
               "certificate_expired_since", "timestamp_service_not_trusted", "time_missing", "time_claimed",
               "long_term_incomplete", "no_long_term_data", "long_term_service_not_trusted", "long_term_expired",
               "timestamp_expired_since", "presented_length_missing", "presented_not_recorded",
               "evidence_missing", "no_evidence_file", "not_published_yet", "log_key_not_given", "log_not_reached",
               "too_few_witnesses"}
LEVELS = ("B-B", "B-T", "B-LT", "B-LTA")
SEAL_FILTER = "ETSI.CAdES.detached"
DOCUMENT_SIGNING = {"1.3.6.1.5.5.7.3.36", "1.3.6.1.4.1.311.10.3.12", "1.2.840.113583.1.1.5", "1.3.6.1.5.5.7.3.4",
                    "2.5.29.37.0"}
MAX_RANGES, MAX_NODES, MAX_LISTS = 64, 100_000, 100
BYTE_RANGE = re.compile(rb"[\0\t\n\f\r ]*\[[\0\t\n\f\r ]*(\d{1,15}(?:[\0\t\n\f\r ]+\d{1,15}){3})[\0\t\n\f\r ]*\]")
CLAIMED = re.compile(rb"D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:Z|([+-])(\d\d)'?(\d\d)'?)")


@dataclass
class Inputs:
    """What is given besides the file (evidence.md, "Checks")."""

    now: datetime
    roots: list = field(default_factory=list)
    timestamp_roots: list = field(default_factory=list)
    lists: list = field(default_factory=list)
    required: str | None = None
    exported: str | None = None
    log_keys: list = field(default_factory=list)
    witnesses: list = field(default_factory=list)
    quorum: int = 0
    later: str | None = None


@dataclass
class Seal:
    """The signature dictionary of a file, its range, and the sealed revision that leads to it."""

    signature: dict
    range: Range
    document: Document


# file


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


# The other checks


class Verification:
    """All checks of a file that has a seal."""

    def __init__(self, data, seal, inputs):
        self.data, self.seal, self.inputs = data, seal, inputs
        self.cms = read_signature(data, seal.range)
        self.attached, attached_fault = self._read_evidence(attached_evidence(seal.document), True)
        self.exported, exported_fault = self._read_evidence(inputs.exported, False)
        self.codes = {"presented": self._presented(), "published": self._published(exported_fault),
                      "audit_log": self._audit_log(attached_fault, exported_fault)}
        self.codes["file"] = self._file()
        self.lists, unreadable_list = self._kept("CRLs", RevocationList)
        self.responses, unreadable_response = self._kept("OCSPs", OcspResponse)
        self.unreadable = unreadable_list or unreadable_response
        self.path = self._path()
        self.codes["time"] = self._time()
        self.codes["seal"] = self._seal()
        self.codes["long_term"] = self._long_term()

    def _file(self):
        """Checks the digest, and what follows; keeps the document timestamps of permitted revisions."""
        found, reaches_end = complete_revisions(self.data, self.seal.range.end, self.seal.document.budget)
        self.archive, permitted = permitted_revisions(self.data, self.seal.document, found if reaches_end else [])
        if self.cms is None:
            return "signature_unreadable_file"
        if not digest_matches(self.data, self.seal.range, self.cms):
            return "bytes_changed"
        if not reaches_end:
            return "appended_data"
        if not permitted:
            return "appended_changes"
        return "unchanged_with_updates" if found else "unchanged"

    def _kept(self, name, read):
        """(what /DSS has under this name, whether one can't be read)."""
        document, lists, unreadable = self.seal.document, [], False
        try:
            dss = Snapshot(document).dss
            values = document.get(dss.get(name)) if type(dss) is dict else None
        except PdfError:
            values = False
        if values is not None and (type(values) is not list or len(values) > MAX_LISTS):
            return [], True
        for value in values or []:
            try:
                stream = document.get(value)
                lists.append(read(document.decode(stream) if type(stream) is Stream else b""))
            except (PdfError, DerError):
                unreadable = True
        return lists, unreadable

    def _path(self):
        """The seal's Path, or the code of `seal` that says why there's none."""
        if self.cms is None:
            return "signature_unreadable"
        try:
            signer, certificates = self.cms.certificates()
            self.signed = self.cms.signed_by(signer)
            return Path(signer, certificates, self.inputs.roots)
        except DerError:
            return "signature_unreadable"
        except AlgorithmUnknown:
            return "algorithm_unknown"

    def _time(self):
        """Finds the sealing time, and whether it's confirmed."""
        inputs, self.timestamp, self.expired = self.inputs, None, False
        self.archived = [check_timestamp(covered.hole(self.data), covered.covered(self.data), inputs.timestamp_roots,
                                         inputs.now, padded=True) for covered in self.archive]
        self.sealed_at, self.confirmed = read_claimed(self.seal.document.get(self.seal.signature.get("M"))), False
        if self.cms is not None and self.cms.token is not None:
            self.timestamp = check_timestamp(self.cms.token, self.cms.signature, inputs.timestamp_roots, inputs.now)
            if not self.timestamp.valid:
                return self.timestamp.code
            self.expired = have_expired([self.timestamp, *self.archived], inputs.now)
            trusted = self.timestamp.code == "time_confirmed"
            self.sealed_at, self.confirmed = self.timestamp.time, trusted and not self.expired
            return "timestamp_expired_since" if trusted and self.expired else self.timestamp.code
        if self.sealed_at is None:
            return "time_missing"
        return "time_in_future" if self.sealed_at > inputs.now + timedelta(minutes=10) else "time_claimed"

    def _seal(self):
        if type(self.path) is str:
            return self.path
        path, inputs = self.path, self.inputs
        signer = path.certificates[0]
        if not self.signed:
            return "signature_invalid"
        if path.broken:
            return "certificate_chain_broken"
        if (signer.usage is not None and not signer.usage & {DIGITAL_SIGNATURE, NON_REPUDIATION}
                or signer.purposes is not None and DOCUMENT_SIGNING.isdisjoint(signer.purposes)):
            return "certificate_not_for_sealing"
        if self.sealed_at is not None and not path.valid_at(self.sealed_at):
            return "certificate_not_valid_then"
        if self._revoked():
            return "certificate_revoked"
        if not path.has_root and not path.has_any(inputs.roots):
            return "issuer_missing"
        if not path.has_any(inputs.roots):
            return "root_not_trusted" if inputs.roots else "root_not_given"
        if not path.valid_at(inputs.now) and not self.confirmed:
            return "certificate_expired_since"
        return "sealed_by"

    def _revoked(self):
        for certificate, issuer in self.path.issued():
            for found in self.lists + self.inputs.lists:
                date = found.revoked.get(certificate.serial)
                if date is not None and issuer is not None and is_list_of(found, issuer) and not (
                        self.confirmed and date > self.sealed_at):
                    return True
            for response in self.responses if issuer is not None else []:
                for answer in response.answers:
                    if (answer.revoked_at is not None and answer.serial == certificate.serial
                            and answer.is_about(issuer) and response.is_by(issuer)
                            and not (self.confirmed and answer.revoked_at > self.sealed_at)):
                        return True
        return False

    def _long_term(self):
        """Finds the level, and what there is to check later."""
        inputs = self.inputs
        archive = self.archived
        archive_valid = all(timestamp.valid for timestamp in archive)
        self.level = "B-B"
        if self.timestamp is not None and self.timestamp.valid:
            self.level = "B-T"
            if self._covered():
                self.level = "B-LTA" if archive and archive_valid else "B-LT"
        if not archive_valid:
            return "archive_timestamp_invalid"
        if (self.unreadable or any(self._is_foreign(found, archive) for found in self.lists + inputs.lists)
                or any(self._is_foreign_response(found, archive) for found in self.responses)):
            return "revocation_data_invalid"
        timestamps = [self.timestamp, *archive] if self.timestamp is not None and self.timestamp.valid else archive
        trusted = [timestamp.code == "time_confirmed" for timestamp in timestamps]
        if inputs.required is not None and LEVELS.index(self._proven(trusted)) < LEVELS.index(inputs.required):
            return "level_too_low"
        if self.level in ("B-LT", "B-LTA"):
            if not all(trusted):
                return "long_term_service_not_trusted"
            if self.expired:
                return "long_term_expired"
            return "long_term_archived" if self.level == "B-LTA" else "long_term_kept"
        return "long_term_incomplete" if self.lists or self.responses else "no_long_term_data"

    def _proven(self, trusted):
        """The level that counts only trusted timestamps; the seal's is the first, unless the level is B-B."""
        if self.level == "B-B" or not trusted[0] or self.expired:
            return "B-B"
        return "B-LT" if self.level == "B-LTA" and not all(trusted) else self.level

    def _covered(self):
        """Whether lists cover the seal's path, and what names a distribution point on the timestamp's."""
        if type(self.path) is str:
            return False
        needed = self.path.issued() + [(certificate, issuer) for certificate, issuer in self.timestamp.path.issued()
                                       if CRL_DISTRIBUTION_POINTS in certificate.extensions]
        return all(issuer is not None and (any(is_list_of(found, issuer) for found in self.lists)
                                           or self._answered(certificate, issuer))
                   for certificate, issuer in needed)

    def _answered(self, certificate, issuer):
        """Whether a response that was current at the timestamp's time answers for the certificate."""
        return any(answer.serial == certificate.serial and answer.status != UNKNOWN
                   and answer.current_until >= self.timestamp.time and answer.is_about(issuer)
                   and response.is_by(issuer)
                   for response in self.responses for answer in response.answers)

    def _is_foreign_response(self, found, archive):
        """Whether a response is about a certificate of an authority on a path that neither it nor a responder signed."""
        named = [authority for authority in self._authorities(archive)
                 if any(answer.is_about(authority) for answer in found.answers)]
        return any(not found.is_by(authority) for authority in named)

    def _is_foreign(self, found, archive):
        """Whether a list carries the name of an authority on a path that didn't sign it."""
        named = [authority for authority in self._authorities(archive) if authority.subject == found.issuer]
        return bool(named) and not any(is_list_of(found, authority) for authority in named)

    def _authorities(self, archive):
        paths = [self.path, *(timestamp.path for timestamp in [self.timestamp, *archive] if timestamp)]
        return [authority for path in paths if isinstance(path, Path) for authority in path.authorities()]

    def _presented(self):
        length = self.seal.signature.get("XXPresentedLength")
        if type(length) is not int or not 1 <= length <= self.seal.range.a:
            return "presented_length_missing"
        evidence = self.attached or self.exported
        hashes = evidence.presented_hashes() if evidence else []
        if not hashes:
            return "presented_not_recorded"
        presented = hashlib.sha256(self.data[:length]).hexdigest()
        return "presented_matches" if all(hashed == presented for hashed in hashes) else "presented_differs"

    @staticmethod
    def _read_evidence(content, attached):
        """(Evidence or None, the fault of its own or None)."""
        if content is None:
            return None, None
        try:
            evidence = Evidence(content, attached)
        except FormError:
            return None, "evidence_unreadable"
        return evidence, evidence.fault()

    def _audit_log(self, attached_fault, exported_fault):
        attached, exported = self.attached, self.exported
        if attached_fault or exported_fault:
            return attached_fault or exported_fault
        if exported is None:
            return "log_complete" if attached else "evidence_missing"
        if attached:
            if attached.envelope != exported.envelope:
                return "other_envelope"
            hashes = [[event["hash"] for event in evidence.events] for evidence in (attached, exported)]
            if hashes[0] != hashes[1][:len(hashes[0])]:
                return "evidence_contradicts_seal"
        hashes = [hashlib.sha256(data).hexdigest() for data in (self.data[:self.seal.range.end], self.data)]
        return "log_complete_and_continued" if exported.names_sealed(hashes) else "other_sealed_file"

    def _published(self, exported_fault):
        if self.inputs.exported is None:
            return "no_evidence_file"
        if self.exported is None:
            return "proof_unreadable"
        return check_published(self.exported, self.inputs.log_keys, self.inputs.witnesses, self.inputs.quorum,
                               self.inputs.later)


def have_expired(timestamps, now):
    """Whether a trusted timestamp wasn't followed by the next one, or by now, while its certificates were valid."""
    trusted = [timestamp for timestamp in timestamps if timestamp.code == "time_confirmed"]
    times = [timestamp.time for timestamp in trusted[1:]] + [now]
    return any(not timestamp.path.valid_at(time) for timestamp, time in zip(trusted, times))


def is_list_of(found, issuer):
    """Whether the issuer has the list's name and signed it."""
    try:
        return found.issuer == issuer.subject and found.signed_by(issuer)
    except (AlgorithmUnknown, DerError):
        return False


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


def verify(data, inputs):
    """All checks of evidence.md: the verdict, the level, the failed checks and every code."""
    ranges, remembered, found = find_ranges(data)
    is_pdf = re.match(rb"%PDF-[0-9]", data)
    seal = find_seal(data, ranges) if is_pdf else None
    if seal:
        checked = Verification(data, seal, inputs)
        codes, level = {check: checked.codes[check] for check in CHECKS}, checked.level
    else:
        codes, level = dict.fromkeys(CHECKS, "no_seal"), None
        codes["file"] = no_seal_code(data, ranges, remembered, found) if is_pdf else "not_a_pdf"
    failed = [check for check in CHECKS if codes[check] not in PASSED | NOT_CHECKED]
    complete = codes["file"] in PASSED and codes["seal"] in PASSED
    verdict = "invalid" if failed else "valid" if complete else "incomplete"
    caught_by = [f"{check}: {codes[check]}" for check in failed]
    return {"verdict": verdict, "level": level, "caughtBy": caught_by, "codes": codes}


def run_vector(vector, folder):
    """Applies the edit of a vector and verifies the result (evidence.md, "Vectors")."""
    data, edit, options = (folder / vector["base"]).read_bytes(), vector.get("edit"), vector["options"]
    if edit:
        data = data[:edit["at"]] + base64.b64decode(edit["insert"]) + data[edit["at"] + edit["remove"]:]

    def certificates(name):
        return [Certificate((folder / name).read_bytes())] if name else []

    def lists(name):
        return [RevocationList((folder / name).read_bytes())] if name else []

    def keys(name, kind):
        return [read_key(options[name], kind)] if options.get(name) else []

    now = datetime.fromisoformat(options["now"].replace("Z", "+00:00"))
    return verify(data, Inputs(
        now, certificates(options["roots"]), certificates(options["timestampRoots"]),
        lists(options.get("revocationList")), options.get("minimumLevel"), vector.get("evidence"), keys("logKey", 1),
        keys("witness", 4), int(options.get("quorum") or 0), options.get("later")))


def main():
    path = FilePath(sys.argv[1])
    vectors = json.loads(path.read_text(encoding="utf-8"))["vectors"]
    json.dump({vector["name"]: run_vector(vector, path.parent / "files") for vector in vectors}, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
