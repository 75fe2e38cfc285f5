"""Certificates and revocation lists (RFC 5280), and the path of evidence.md, `seal`."""
import crypto
import der
from der import DerError

MAX_PATH = 8
KEY_USAGE, BASIC_CONSTRAINTS, EXTENDED_KEY_USAGE = "2.5.29.15", "2.5.29.19", "2.5.29.37"
CRL_DISTRIBUTION_POINTS = "2.5.29.31"
ISSUING_DISTRIBUTION_POINT, CERTIFICATE_ISSUER = "2.5.29.28", "2.5.29.29"
DIRECTORY_NAME = 0xA4
KNOWN_CRITICAL = {KEY_USAGE, BASIC_CONSTRAINTS, EXTENDED_KEY_USAGE, CRL_DISTRIBUTION_POINTS,
                  "2.5.29.14", "2.5.29.35", "2.5.29.17", "2.5.29.32"}
DIGITAL_SIGNATURE, NON_REPUDIATION, KEY_CERT_SIGN = 0, 1, 5

DIGESTS = {"2.16.840.1.101.3.4.2.1": "sha256", "2.16.840.1.101.3.4.2.2": "sha384", "2.16.840.1.101.3.4.2.3": "sha512"}
ECDSA = {"1.2.840.10045.4.3.2": "sha256", "1.2.840.10045.4.3.3": "sha384", "1.2.840.10045.4.3.4": "sha512"}
RSA = {"1.2.840.113549.1.1.11": "sha256", "1.2.840.113549.1.1.12": "sha384", "1.2.840.113549.1.1.13": "sha512"}
RSA_KEY, EC_KEY = "1.2.840.113549.1.1.1", "1.2.840.10045.2.1"
CURVES = {"1.2.840.10045.3.1.7": "P-256", "1.3.132.0.34": "P-384", "1.3.132.0.35": "P-521"}


class AlgorithmUnknown(ValueError):
    """A signature, digest or key of an algorithm that this program doesn't know."""


def algorithm(node):
    """The object identifier of an AlgorithmIdentifier."""
    return node.children(der.SEQUENCE, 1, 2)[0].oid()


def digest_name(node):
    """hashlib's name for a digest AlgorithmIdentifier, or None if it isn't known."""
    return DIGESTS.get(algorithm(node))


def verify_signature(key, signature_algorithm, message, signature, digest=None):
    """Whether the key (SubjectPublicKeyInfo) signed the message. `digest` is CMS's, for plain rsaEncryption."""
    identifier, bits = key.children(der.SEQUENCE, 2, 2)
    kind, how = algorithm(identifier), algorithm(signature_algorithm)
    if how in ECDSA:
        if kind != EC_KEY:
            return False
        curve = CURVES.get(identifier.items[1].oid() if len(identifier.items) == 2 else None)
        if curve is None:
            raise AlgorithmUnknown(kind)
        return _verify_ecdsa(curve, bits.bits(), ECDSA[how], message, signature)
    if how in RSA or how == RSA_KEY and digest:
        if kind != RSA_KEY:
            return False
        modulus, exponent = der.parse(bits.bits()).children(der.SEQUENCE, 2, 2)
        return crypto.verify_rsa(modulus.integer(), exponent.integer(), RSA.get(how, digest), message, signature)
    raise AlgorithmUnknown(how)


def _verify_ecdsa(curve, point, digest, message, signature):
    size = (len(point) - 1) // 2
    try:
        r, s = (item.integer() for item in der.parse(signature).children(der.SEQUENCE, 2, 2))
    except DerError:
        return False
    x, y = int.from_bytes(point[1:1 + size], "big"), int.from_bytes(point[1 + size:], "big")
    return point[:1] == b"\4" and crypto.verify_ecdsa(curve, x, y, digest, message, r, s)


def _extensions(nodes):
    """{identifier: (critical, content)} of the elements of Extensions."""
    found = {}
    for node in nodes:
        items = node.children(der.SEQUENCE, 2, 3)
        name = items[0].oid()
        if name in found:
            raise DerError("repeated extension")
        found[name] = (len(items) == 3 and items[1].boolean(), items[-1].octets())
    return found


def refuse_critical(nodes):
    """Reads the elements of Extensions, and raises DerError if one is critical."""
    if any(critical for critical, _ in _extensions(nodes).values()):
        raise DerError("critical extension")


def _point_names(wrapper):
    """The names in an explicitly tagged DistributionPointName."""
    name = wrapper.children(0xA0, 1, 1)[0]
    return [item.raw for item in name.items] if name.tag == 0xA0 else [name.raw]


def _directory_name(name):
    """A GeneralName with a distinguished name."""
    width = (len(name).bit_length() + 7) // 8
    size = bytes([len(name)]) if len(name) < 0x80 else bytes([0x80 | width]) + len(name).to_bytes(width, "big")
    return bytes([DIRECTORY_NAME]) + size + name


class Signed:
    """What certificates, lists and responses have in common: SEQUENCE { body, algorithm, signature }, perhaps with a `rest`."""

    def __init__(self, data, optional=0):
        self.raw = data
        self.body, self.algorithm, signature, *self.rest = der.parse(data).children(der.SEQUENCE, 3, 3 + optional)
        algorithm(self.algorithm)
        self.signature = signature.bits()

    def signed_by(self, certificate):
        return verify_signature(certificate.key, self.algorithm, self.body.raw, self.signature)

    def is_signed_by(self, certificate):
        """The same, but false if the algorithm isn't known."""
        try:
            return self.signed_by(certificate)
        except (AlgorithmUnknown, DerError):
            return False


class Certificate(Signed):
    """A certificate; constructing it reads every part that the checks need."""

    def __init__(self, data):
        super().__init__(data)
        items = list(self.body.children(der.SEQUENCE, 6, 10))
        if items[0].tag == 0xA0:
            items.pop(0)
        if len(items) < 6:
            raise DerError("certificate")
        serial, inner, issuer, validity, subject, self.key, *rest = items
        if inner.raw != self.algorithm.raw or not set(node.tag for node in rest) <= {0x81, 0x82, 0xA3}:
            raise DerError("certificate")
        self.serial, self.issuer, self.subject = serial.expect(der.INTEGER).body, issuer.raw, subject.raw
        self.not_before, self.not_after = (node.time() for node in validity.children(der.SEQUENCE, 2, 2))
        algorithm(self.key.children(der.SEQUENCE, 2, 2)[0])
        if rest and rest[-1].tag == 0xA3:
            self.extensions = _extensions(rest[-1].children(0xA3, 1, 1)[0].children(der.SEQUENCE, 1))
        else:
            self.extensions = {}
        self.usage, self.purposes = self._usage(), self._purposes()
        self.authority, self.path_length = self._basic_constraints()

    def _usage(self):
        """The set of bits in keyUsage, or None without one."""
        if KEY_USAGE not in self.extensions:
            return None
        bits = der.parse(self.extensions[KEY_USAGE][1]).expect(der.BITS).body[1:]
        return {index for index in range(8 * len(bits)) if bits[index // 8] >> (7 - index % 8) & 1}

    def _purposes(self):
        """The object identifiers in extendedKeyUsage, or None without one."""
        if EXTENDED_KEY_USAGE not in self.extensions:
            return None
        return [item.oid() for item in der.parse(self.extensions[EXTENDED_KEY_USAGE][1]).children(der.SEQUENCE, 1)]

    def _basic_constraints(self):
        """(whether it's an authority, its path length or None)."""
        if BASIC_CONSTRAINTS not in self.extensions:
            return False, None
        items = list(der.parse(self.extensions[BASIC_CONSTRAINTS][1]).children(der.SEQUENCE, 0, 2))
        authority = bool(items) and items[0].tag == der.BOOLEAN and items.pop(0).boolean()
        return authority, items[0].integer() if items else None

    def valid_at(self, time):
        return self.not_before <= time <= self.not_after

    def list_names(self):
        """The names of its distribution points, or the issuer's own without any; none if they can't be read."""
        try:
            points = der.parse(self.extensions.get(CRL_DISTRIBUTION_POINTS, (False, b"\x30\0"))[1]).children(der.SEQUENCE, 0)
            if not points:
                return [_directory_name(self.issuer)]
            names = []
            for point in points:
                parts = {part.tag: part for part in point.children(der.SEQUENCE, 0, 3)}
                names += _point_names(parts[0xA0]) if 0xA0 in parts else [
                    name.raw for name in (parts[0xA2].items if 0xA2 in parts else [])]
            return names
        except DerError:
            return []

    def self_issued(self):
        return self.issuer == self.subject

    def has_unknown_critical(self):
        return any(critical and name not in KNOWN_CRITICAL for name, (critical, _) in self.extensions.items())


class RevocationList(Signed):
    """A CertificateList: its issuer, {serial number: first date of revocation} of the issuer's certificates, and its scope."""

    def __init__(self, data):
        super().__init__(data)
        items = list(self.body.children(der.SEQUENCE, 3, 7))
        if items[0].tag == der.INTEGER:
            items.pop(0)
        if items[0].raw != self.algorithm.raw or len(items) < 3:
            raise DerError("revocation list")
        self.issuer, self.revoked, self.processed = items[1].expect(der.SEQUENCE).raw, {}, True
        items[2].time()
        rest = items[3:]
        if rest and rest[0].tag in (der.UTC_TIME, der.TIME):
            rest.pop(0).time()
        if rest and rest[0].tag == der.SEQUENCE:
            self._read_entries(rest.pop(0).items)
        extensions = rest.pop(0).children(0xA0, 1, 1)[0].children(der.SEQUENCE, 1) if rest else []
        self._read_scope(self._processed(extensions, ISSUING_DISTRIBUTION_POINT))
        if rest:
            raise DerError("revocation list")

    def _processed(self, nodes, known):
        """The content of the known extension, or None. Another critical one means that the list says nothing."""
        extensions = _extensions(nodes)
        self.processed &= not any(critical for name, (critical, _) in extensions.items() if name != known)
        return der.parse(extensions[known][1]) if known in extensions else None

    def _read_entries(self, entries):
        issuer = self.issuer
        for entry in entries:
            serial, date, *more = entry.children(der.SEQUENCE, 2, 3)
            named = self._processed(more[0].children(der.SEQUENCE, 1) if more else [], CERTIFICATE_ISSUER)
            if named is not None:
                names = [name for name in named.children(der.SEQUENCE, 1) if name.tag == DIRECTORY_NAME]
                if not names:
                    raise DerError("issuer of an entry")
                issuer = names[0].children(DIRECTORY_NAME, 1, 1)[0].expect(der.SEQUENCE).raw
            number, revoked = serial.expect(der.INTEGER).body, date.time()
            if issuer == self.issuer:
                self.revoked[number] = min(revoked, self.revoked.get(number, revoked))

    def _read_scope(self, point):
        """Reads an IssuingDistributionPoint."""
        parts = point.children(der.SEQUENCE, 0) if point else []
        tags = [part.tag for part in parts]
        if len(set(tags)) < len(tags) or not set(tags) <= {0xA0, 0x81, 0x82, 0x83, 0x84, 0x85}:
            raise DerError("issuing distribution point")
        said = {part.tag for part in parts if part.body[:1] != b"\0"}
        self.names = _point_names(parts[tags.index(0xA0)]) if 0xA0 in tags else None
        self.has_users, self.has_authorities = not said & {0x82, 0x85}, not said & {0x81, 0x85}
        self.partial = 0x83 in tags

    def covers(self, certificate):
        """Whether the certificate would be in the list if it were revoked (RFC 5280, 6.3.3)."""
        if self.partial or not (self.has_authorities if certificate.authority else self.has_users):
            return False
        return self.names is None or not set(self.names).isdisjoint(certificate.list_names())

    def revoked_on(self, certificate):
        """The date on which the certificate was revoked, or None."""
        return self.revoked.get(certificate.serial) if self.has_users or self.has_authorities else None

    def is_of(self, issuer):
        """Whether the list can be processed, and the issuer has its name and signed it."""
        return self.processed and self.issuer == issuer.subject and self.is_signed_by(issuer)


class Path:
    """The path from a signing certificate (evidence.md, `seal`): `certificates`, and whether it's `broken`."""

    def __init__(self, leaf, attached, roots):
        self.certificates, self.broken = [leaf], False
        own, self.roots = {certificate.raw for certificate in attached}, {root.raw for root in roots}
        given = sorted(roots, key=lambda root: root.raw not in own)
        pool = list({certificate.raw: certificate for certificate in [*given, *attached]}.values())
        while not self.certificates[-1].self_issued():
            last = self.certificates[-1]
            named = [certificate for certificate in pool if certificate.subject == last.issuer]
            issuer = next((certificate for certificate in named if last.signed_by(certificate)), None)
            if issuer is None or issuer in self.certificates or len(self.certificates) == MAX_PATH:
                self.broken |= bool(named)
                break
            self.certificates.append(issuer)
        self.has_root = self.certificates[-1].self_issued()
        self.broken |= self._faulty(attached)

    def _faulty(self, attached):
        last, on_path = self.certificates[-1], {certificate.raw for certificate in self.certificates}
        return (last.self_issued() and not last.signed_by(last)
                or any(not self._may_issue(index) for index in range(1, len(self.certificates)))
                or any(certificate.has_unknown_critical() for certificate in self.certificates)
                or any(certificate.raw not in on_path for certificate in attached)
                or len({certificate.raw for certificate in attached}) < len(attached))

    def _may_issue(self, index):
        """Whether the certificate is an authority that may have the ones before it below it."""
        issuer = self.certificates[index]
        below = sum(not certificate.self_issued() for certificate in self.certificates[1:index])
        return (issuer.authority and (issuer.usage is None or KEY_CERT_SIGN in issuer.usage)
                and (issuer.path_length is None or below <= issuer.path_length))

    def has_any(self, roots):
        return not {certificate.raw for certificate in self.certificates}.isdisjoint(root.raw for root in roots)

    def valid_at(self, time):
        return all(certificate.valid_at(time) for certificate in self.certificates)

    def issued(self):
        """(certificate, issuer or None) for every certificate of the path but the root, which may be a given one."""
        ends = self.has_root or self.certificates[-1].raw in self.roots
        below = self.certificates[:-1] if ends else self.certificates
        return list(zip(below, [*self.certificates[1:], None]))

    def authorities(self):
        return self.certificates[0 if len(self.certificates) == 1 and self.has_root else 1:]
