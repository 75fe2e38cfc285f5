"""What revocation lists and OCSP responses say about the certificates of a path (evidence.md, `seal` and `long_term`)."""
from der import DerError
from ocsp import GOOD, REVOKED, Response
from pdf import PdfError, Stream
from revisions import Snapshot
from x509 import RevocationList

MAX_ITEMS = 100


class RevocationData:
    """The lists and responses in /DSS, and the given lists. `unreadable` says whether one of them can't be read."""

    def __init__(self, document, given):
        self.unreadable = False
        self.lists = self._read(RevocationList, self._stored(document, "CRLs"))
        self.responses = self._read(Response, self._stored(document, "OCSPs"))
        self.given = self._read(RevocationList, given)

    @staticmethod
    def _stored(document, key):
        """The contents of the streams in an array of /DSS; empty for those that can't be decoded."""
        contents = []
        try:
            dss = Snapshot(document).dss
            array = document.get(dss.get(key)) if type(dss) is dict else None
            values = [document.get(item) for item in array] if type(array) is list else []
        except PdfError:
            return [b""]
        streams = [value for value in values if type(value) is Stream]
        for stream in streams[:MAX_ITEMS]:
            try:
                contents.append(document.decode(stream))
            except PdfError:
                contents.append(b"")
        return contents if len(streams) <= MAX_ITEMS else [b""]

    def _read(self, kind, contents):
        found = []
        for content in contents:
            try:
                found.append(kind(content))
            except DerError:
                self.unreadable = True
        return found

    def in_file(self):
        """Whether the file has a list or response that can be read."""
        return bool(self.lists or self.responses)

    def _answers(self, certificate, issuer):
        """The answers about the certificate in responses that speak for its issuer."""
        return [answer for response in self.responses for answer in response.answers
                if answer.is_about(certificate, issuer) and response.speaks_for(issuer)]

    def revocations(self, certificate, issuer):
        """The dates on which lists and responses of the issuer revoke the certificate."""
        dates = [found.revoked[certificate.serial] for found in self.lists + self.given
                 if certificate.serial in found.revoked and found.is_of(issuer)]
        return dates + [answer.revoked for answer in self._answers(certificate, issuer) if answer.status == REVOKED]

    def covers(self, certificate, issuer, time):
        """Whether the file has a list of the issuer, or an answer about the certificate that was still fresh at the time."""
        return any(found.is_of(issuer) for found in self.lists) or any(
            answer.status in (GOOD, REVOKED) and answer.until >= time for answer in self._answers(certificate, issuer))

    def is_forged(self, authorities):
        """Whether a list or an answer names one of the authorities, and isn't by it."""
        return any(self._is_forged_list(found, authorities) for found in self.lists + self.given) or any(
            not response.speaks_for(authority) for response in self.responses for authority in authorities
            if any(answer.is_of(authority) for answer in response.answers))

    @staticmethod
    def _is_forged_list(found, authorities):
        named = [authority for authority in authorities if authority.subject == found.issuer]
        return bool(named) and not any(found.is_of(authority) for authority in named)
