"""OCSP responses (RFC 6960), as evidence.md, `long_term` describes them."""
import hashlib
from datetime import datetime
from typing import NamedTuple

import der
from der import DerError
from x509 import Certificate, Signed, algorithm, refuse_critical

BASIC_RESPONSE, OCSP_SIGNING = "1.3.6.1.5.5.7.48.1.1", "1.3.6.1.5.5.7.3.9"
MAX_ANSWERS, MAX_RESPONDERS = 64, 64
HASHES = {"1.3.14.3.2.26": "sha1", "2.16.840.1.101.3.4.2.1": "sha256", "2.16.840.1.101.3.4.2.2": "sha384",
          "2.16.840.1.101.3.4.2.3": "sha512"}
GOOD, REVOKED, UNKNOWN = 0x80, 0xA1, 0x82


class Answer(NamedTuple):
    """A SingleResponse. `until` is its nextUpdate, or its thisUpdate without one."""

    digest: str
    name_hash: bytes
    key_hash: bytes
    serial: bytes
    status: int
    revoked: datetime | None
    until: datetime

    def is_of(self, issuer):
        """Whether it's about a certificate of this issuer."""
        return (self.name_hash, self.key_hash) == tuple(
            hashlib.new(self.digest, data).digest() for data in (issuer.subject, issuer.key.items[1].bits()))

    def is_about(self, certificate, issuer):
        return self.serial == certificate.serial and self.is_of(issuer)


def _optional(items, tag):
    """Takes the content of an explicitly tagged element from the front, if that's what stands there."""
    return items.pop(0).children(tag, 1, 1)[0] if items and items[0].tag == tag else None


def _take_extensions(items, tag):
    """Takes Extensions, of which none may be critical, from the front. They have to be the last element."""
    extensions = _optional(items, tag)
    if items:
        raise DerError("unexpected element")
    if extensions is not None:
        refuse_critical(extensions.children(der.SEQUENCE, 1))


def _read_status(node):
    """(the tag of a CertStatus, the date of revocation or None)."""
    if node.tag == REVOKED:
        date, *reason = node.children(REVOKED, 1, 2)
        if reason:
            reason[0].children(0xA0, 1, 1)[0].expect(der.ENUMERATED)
        return REVOKED, date.expect(der.TIME).time()
    if node.tag not in (GOOD, UNKNOWN) or node.body:
        raise DerError("status of a certificate")
    return node.tag, None


def _read_answer(node):
    identifier, status, this_update, *rest = node.children(der.SEQUENCE, 3, 5)
    kind, name_hash, key_hash, serial = identifier.children(der.SEQUENCE, 4, 4)
    digest = HASHES.get(algorithm(kind))
    if digest is None:
        raise DerError("hash of an answer")
    until, later = this_update.expect(der.TIME).time(), _optional(rest, 0xA0)
    if later is not None:
        until = later.expect(der.TIME).time()
    _take_extensions(rest, 0xA1)
    return Answer(digest, name_hash.octets(), key_hash.octets(), serial.expect(der.INTEGER).body,
                  *_read_status(status), until)


class Response(Signed):
    """A successful OCSPResponse without critical extensions: its answers, and the certificates of responders."""

    def __init__(self, data):
        status, *content = der.parse(data).children(der.SEQUENCE, 1, 2)
        if status.expect(der.ENUMERATED).body != b"\0" or not content:
            raise DerError("unsuccessful response")
        kind, basic = content[0].children(0xA0, 1, 1)[0].children(der.SEQUENCE, 2, 2)
        if kind.oid() != BASIC_RESPONSE:
            raise DerError("type of response")
        super().__init__(basic.octets(), optional=1)
        certificates = _optional(self.rest, 0xA0)
        if self.rest:
            raise DerError("response")
        self.certificates = [Certificate(node.raw) for node in certificates.children(der.SEQUENCE, 0, MAX_RESPONDERS)
                             ] if certificates else []
        self._read_body()

    def _read_body(self):
        items = list(self.body.children(der.SEQUENCE, 3, 5))
        version = _optional(items, 0xA0)
        if version is not None and version.integer() != 0 or len(items) < 3:
            raise DerError("version of a response")
        responder, produced, answers, *rest = items
        if responder.tag not in (0xA1, 0xA2):
            raise DerError("responder")
        responder.children(responder.tag, 1, 1)[0].expect(der.SEQUENCE if responder.tag == 0xA1 else der.OCTETS)
        self.produced_at = produced.expect(der.TIME).time()
        self.answers = [_read_answer(node) for node in answers.children(der.SEQUENCE, 1, MAX_ANSWERS)]
        _take_extensions(rest, 0xA1)

    def speaks_for(self, issuer):
        """Whether the issuer signed the response, or a responder that it appointed."""
        return self.is_signed_by(issuer) or any(
            self._is_responder(certificate, issuer) and self.is_signed_by(certificate) for certificate in self.certificates)

    def _is_responder(self, certificate, issuer):
        return (certificate.issuer == issuer.subject and OCSP_SIGNING in (certificate.purposes or [])
                and not certificate.has_unknown_critical() and certificate.valid_at(self.produced_at)
                and certificate.is_signed_by(issuer))
