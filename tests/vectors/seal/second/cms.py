"""CMS SignedData (RFC 5652) and timestamp tokens (RFC 3161), as strictly as evidence.md, `seal` and `time`."""
import hashlib
from dataclasses import dataclass
from datetime import datetime

import der
from der import DerError
from x509 import EXTENDED_KEY_USAGE, AlgorithmUnknown, Certificate, Path, algorithm, digest_name, verify_signature

SIGNED_DATA, DATA, TST_INFO = "1.2.840.113549.1.7.2", "1.2.840.113549.1.7.1", "1.2.840.113549.1.9.16.1.4"
CONTENT_TYPE, MESSAGE_DIGEST = "1.2.840.113549.1.9.3", "1.2.840.113549.1.9.4"
SIGNING_CERTIFICATE = "1.2.840.113549.1.9.16.2.12"
SIGNING_CERTIFICATE_V2, TIMESTAMP_TOKEN = "1.2.840.113549.1.9.16.2.47", "1.2.840.113549.1.9.16.2.14"
MAX_CERTIFICATES = 64
TIME_STAMPING = "1.3.6.1.5.5.7.3.8"


def _attributes(node):
    """{identifier: its only value} of a SET OF Attribute with any tag."""
    found = {}
    for item in node.items:
        name, values = item.children(der.SEQUENCE, 2, 2)
        if name.oid() in found:
            raise DerError("repeated attribute")
        found[name.oid()] = values.children(der.SET, 1, 1)[0]
    return found


class SignedData:
    """A seal's signature (`version` 1, without content) or a timestamp token (`version` 3, with TSTInfo)."""

    def __init__(self, data, version, padded=False):
        kind, wrapped = der.parse(data, padded).children(der.SEQUENCE, 2, 2)
        if kind.oid() != SIGNED_DATA:
            raise DerError("content type")
        number, digests, content, certificates, signers = (
            wrapped.children(0xA0, 1, 1)[0].children(der.SEQUENCE, 5, 5))
        if number.integer() != version:
            raise DerError("version")
        self.digest_node = digests.children(der.SET, 1, 1)[0]
        self.digest = digest_name(self.digest_node)
        self._read_content(content, version)
        self.certificates = [Certificate(node.raw) for node in certificates.children(0xA0, 1, MAX_CERTIFICATES)]
        self._read_signer(signers.children(der.SET, 1, 1)[0], version)

    def _read_content(self, node, version):
        items = node.children(der.SEQUENCE, 1, 2)
        self.content_type = items[0].oid()
        if self.content_type != (DATA if version == 1 else TST_INFO) or len(items) != (1 if version == 1 else 2):
            raise DerError("content")
        self.content = items[1].children(0xA0, 1, 1)[0].octets() if len(items) == 2 else None

    def _read_signer(self, node, version):
        number, identifier, digest, attributes, self.algorithm, signature, *rest = node.children(der.SEQUENCE, 6, 7)
        issuer, serial = identifier.children(der.SEQUENCE, 2, 2)
        if number.integer() != 1 or digest.raw != self.digest_node.raw:
            raise DerError("signer")
        algorithm(self.algorithm)
        self.signature = signature.octets()
        self.signed_bytes = b"\x31" + attributes.expect(0xA0).raw[1:]
        self._read_attributes(_attributes(attributes), version)
        self.signer = self._find_signer(issuer.raw, serial.expect(der.INTEGER).body)
        self.token = None
        if rest:
            unsigned = _attributes(rest[0].expect(0xA1))
            if set(unsigned) != {TIMESTAMP_TOKEN}:
                raise DerError("unsigned attributes")
            self.token = unsigned[TIMESTAMP_TOKEN].raw

    def _read_attributes(self, attributes, version):
        needed, named = {CONTENT_TYPE, MESSAGE_DIGEST}, {SIGNING_CERTIFICATE, SIGNING_CERTIFICATE_V2} & set(attributes)
        if not needed <= set(attributes) or not named or version == 1 and set(attributes) != needed | {SIGNING_CERTIFICATE_V2}:
            raise DerError("signed attributes")
        if attributes[CONTENT_TYPE].oid() != self.content_type:
            raise DerError("content type")
        self.message_digest = attributes[MESSAGE_DIGEST].octets()
        self._stated = []
        for name in named:
            first = attributes[name].children(der.SEQUENCE, 1, 2)[0].children(der.SEQUENCE, 1)[0]
            items = first.children(der.SEQUENCE, 1, 3)
            explicit = name == SIGNING_CERTIFICATE_V2 and items[0].tag == der.SEQUENCE
            digest = digest_name(items.pop(0)) if explicit else "sha256" if name == SIGNING_CERTIFICATE_V2 else "sha1"
            if digest is None or not items:
                raise DerError("signing certificate")
            self._stated.append((digest, items[0].octets()))

    def _find_signer(self, issuer, serial):
        """The one certificate with that issuer and serial number, whose hash the signed attributes state."""
        found = [certificate for certificate in self.certificates
                 if (certificate.issuer, certificate.serial) == (issuer, serial)]
        if len(found) != 1 or any(hashlib.new(name, found[0].raw).digest() != value for name, value in self._stated):
            raise DerError("signing certificate")
        return found[0]

    def is_signed(self):
        """Whether the signer signed the attributes."""
        if self.digest is None:
            raise AlgorithmUnknown("digest")
        return verify_signature(self.signer.key, self.algorithm, self.signed_bytes, self.signature, self.digest)


@dataclass
class Timestamp:
    """What checking a token found: the code of evidence.md, `time`, and its time and path if it isn't invalid."""

    code: str
    time: datetime | None = None
    path: Path | None = None

    @property
    def valid(self):
        return self.path is not None

    @property
    def trusted(self):
        return self.code == "time_confirmed"


def have_expired(timestamps, now):
    """Whether one of the trusted timestamps wasn't renewed by the next one in time, or the last one isn't valid now."""
    trusted = [timestamp for timestamp in timestamps if timestamp.trusted]
    needed_at = [timestamp.time for timestamp in trusted[1:]] + [now]
    return any(not timestamp.path.valid_at(time) for timestamp, time in zip(trusted, needed_at))


def _read_info(content):
    """(digest name, imprint, time) of a TSTInfo."""
    version, _policy, imprint, _serial, time = der.parse(content).children(der.SEQUENCE, 5, 10)[:5]
    digest, value = imprint.children(der.SEQUENCE, 2, 2)
    if version.integer() != 1 or digest_name(digest) is None:
        raise DerError("timestamp information")
    return digest_name(digest), value.octets(), time.expect(der.TIME).time()


def _is_only_for_timestamps(certificate):
    critical, _ = certificate.extensions.get(EXTENDED_KEY_USAGE, (False, b""))
    return critical and certificate.purposes == [TIME_STAMPING]


def check_timestamp(data, covered, roots, now, padded=False):
    """Checks a token over the bytes `covered` (evidence.md, `time`, the first seven rows)."""
    try:
        token = SignedData(data, 3, padded)
        digest, imprint, time = _read_info(token.content)
        if token.digest is None:
            raise AlgorithmUnknown("digest")
        signed, path = token.is_signed(), Path(token.signer, token.certificates, roots)
    except (DerError, AlgorithmUnknown):
        return Timestamp("timestamp_unreadable")
    if hashlib.new(token.digest, token.content).digest() != token.message_digest or not signed:
        return Timestamp("timestamp_signature_invalid")
    if hashlib.new(digest, covered).digest() != imprint:
        return Timestamp("timestamp_other_data")
    if path.broken or not _is_only_for_timestamps(token.signer) or not path.valid_at(time):
        return Timestamp("timestamp_certificate_invalid")
    if time > now:
        return Timestamp("timestamp_future")
    return Timestamp("time_confirmed" if path.has_any(roots) else "timestamp_service_not_trusted", time, path)
