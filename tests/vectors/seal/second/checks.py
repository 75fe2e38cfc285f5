"""The checks of a file that has a seal (evidence.md, "Checks")."""
import hashlib
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from canonical import FormError
from cms import check_timestamp, have_expired
from der import DerError
from log import Evidence, check_published
from revisions import complete_revisions, permitted_revisions
from revocation import RevocationData, stored_items
from sealed import attached_evidence, digest_matches, read_claimed, read_signature
from x509 import CRL_DISTRIBUTION_POINTS, DIGITAL_SIGNATURE, NON_REPUDIATION, AlgorithmUnknown, Path

LEVELS = ("B-B", "B-T", "B-LT", "B-LTA")
DOCUMENT_SIGNING = {"1.3.6.1.5.5.7.3.36", "1.3.6.1.4.1.311.10.3.12", "1.2.840.113583.1.1.5", "1.3.6.1.5.5.7.3.4",
                    "2.5.29.37.0"}


@dataclass
class Inputs:
    """What is given besides the file (evidence.md, "Checks")."""

    now: datetime
    roots: list = field(default_factory=list)
    timestamp_roots: list = field(default_factory=list)
    lists: list = field(default_factory=list)  # given revocation lists, as bytes
    required: str | None = None
    exported: str | None = None
    log_keys: list = field(default_factory=list)
    witnesses: list = field(default_factory=list)
    quorum: int = 0
    later: str | None = None  # empty if the log was asked for one and gave none


class Verification:
    """All checks of a file that has a seal."""

    def __init__(self, data, seal, inputs):
        self.data, self.seal, self.inputs = data, seal, inputs
        self.cms = read_signature(data, seal.range)
        self.attached, attached_fault = self._read_evidence(attached_evidence(seal.document), True)
        self.exported, exported_fault = self._read_evidence(inputs.exported, False)
        self.codes = {"presented": self._presented(), "published": self._published(exported_fault),
                      "audit_log": self._audit_log(attached_fault, exported_fault)}
        stored = {key: stored_items(seal.document, key) for key in ("CRLs", "OCSPs")}
        self.codes["file"] = self._file()
        self.revocation = RevocationData(seal.document, stored, inputs.lists)
        self.path, self.archive, self.timestamp = self._path(), self._archive(), self._timestamp()
        self.expired = have_expired([self.timestamp, *self.archive] if self.timestamp else self.archive, inputs.now)
        self.codes["time"] = self._time()
        self.codes["seal"] = self._seal()
        self.codes["long_term"] = self._long_term()

    def _file(self):
        """Checks the digest, and what follows; keeps the document timestamps of permitted revisions."""
        found, reaches_end = complete_revisions(self.data, self.seal.range.end, self.seal.document.budget)
        self.archive_ranges, permitted = permitted_revisions(self.data, self.seal.document, found if reaches_end else [])
        if self.cms is None:
            return "signature_unreadable_file"
        if not digest_matches(self.data, self.seal.range, self.cms):
            return "bytes_changed"
        if not reaches_end:
            return "appended_data"
        if not permitted:
            return "appended_changes"
        return "unchanged_with_updates" if found else "unchanged"

    def _path(self):
        """The seal's Path, or the code of `seal` that says why there's none."""
        if self.cms is None:
            return "signature_unreadable"
        try:
            self.signed = self.cms.is_signed()
            return Path(self.cms.signer, self.cms.certificates, self.inputs.roots)
        except DerError:
            return "signature_unreadable"
        except AlgorithmUnknown:
            return "algorithm_unknown"

    def _timestamp(self):
        """The seal's timestamp, or None without a token."""
        if self.cms is None or self.cms.token is None:
            return None
        return check_timestamp(self.cms.token, self.cms.signature, self.inputs.timestamp_roots, self.inputs.now)

    def _archive(self):
        """The document timestamps, in order."""
        return [check_timestamp(covered.hole(self.data), covered.covered(self.data), self.inputs.timestamp_roots,
                                self.inputs.now, padded=True) for covered in self.archive_ranges]

    def _time(self):
        """Finds the sealing time, and whether it's confirmed."""
        self.sealed_at, self.confirmed = read_claimed(self.seal.document.get(self.seal.signature.get("M"))), False
        if self.timestamp:
            if self.timestamp.valid:
                self.sealed_at, self.confirmed = self.timestamp.time, self.timestamp.trusted and not self.expired
            return "timestamp_expired_since" if self.timestamp.trusted and self.expired else self.timestamp.code
        if self.sealed_at is None:
            return "time_missing"
        return "time_in_future" if self.sealed_at > self.inputs.now + timedelta(minutes=10) else "time_claimed"

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
        """Whether a certificate was revoked; not if it was after a confirmed sealing time."""
        return any(not self.confirmed or date <= self.sealed_at
                   for certificate, issuer in self.path.issued() if issuer
                   for date in self.revocation.revocations(certificate, issuer))

    def _long_term(self):
        """Finds the level, and what there is to check later."""
        archive_valid = all(timestamp.valid for timestamp in self.archive)
        self.level = "B-B"
        if self.timestamp and self.timestamp.valid:
            self.level = "B-T"
            if self._covered():
                self.level = "B-LTA" if self.archive and archive_valid else "B-LT"
        if not archive_valid:
            return "archive_timestamp_invalid"
        if self.revocation.unreadable or self.revocation.is_forged(self._authorities()):
            return "revocation_data_invalid"
        if LEVELS.index(self._proven_level()) < LEVELS.index(self.inputs.required or "B-B"):
            return "level_too_low"
        if self.level in ("B-LT", "B-LTA"):
            if not all(timestamp.trusted for timestamp in [self.timestamp, *self.archive]):
                return "long_term_service_not_trusted"
            if self.expired:
                return "long_term_expired"
            return "long_term_archived" if self.level == "B-LTA" else "long_term_kept"
        return "long_term_incomplete" if self.revocation.is_about(self._authorities()) else "no_long_term_data"

    def _proven_level(self):
        """The level that counts only trusted timestamps that haven't expired."""
        if self.level == "B-B" or not self.timestamp.trusted or self.expired:
            return "B-B"
        archive_trusted = all(timestamp.trusted for timestamp in self.archive)
        return "B-LT" if self.level == "B-LTA" and not archive_trusted else self.level

    def _covered(self):
        """Whether revocation data covers the seal's path, and what names a distribution point on the timestamp's."""
        if type(self.path) is str:
            return False
        needed = self.path.issued() + [(certificate, issuer) for certificate, issuer in self.timestamp.path.issued()
                                       if CRL_DISTRIBUTION_POINTS in certificate.extensions]
        return all(issuer and self.revocation.covers(certificate, issuer, self.timestamp.time)
                   for certificate, issuer in needed)

    def _authorities(self):
        """The authorities on all paths."""
        paths = [self.path, *(timestamp.path for timestamp in [self.timestamp, *self.archive] if timestamp)]
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
