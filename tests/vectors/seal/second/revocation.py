"""What revocation lists and OCSP responses say about the certificates of a path (evidence.md, `seal` and `long_term`)."""
from der import DerError
from ocsp import GOOD, REVOKED, Response
from pdf import PdfError, Ref, Stream
from revisions import Snapshot
from x509 import RevocationList

MAX_ITEMS = 100


def stored_items(document, key):
    """The items of an array in the document's /DSS; None if it can't be read."""
    try:
        dss = Snapshot(document).dss
        array = document.get(dss.get(key)) if type(dss) is dict else None
    except PdfError:
        return None
    return array if type(array) is list else []


class RevocationData:
    """The lists and responses in /DSS, and the given lists. `unreadable` says whether one of them can't be read.

    Those that the sealed revision already had are `earlier`: they count if they're about a path, and are never wrong.
    """

    def __init__(self, document, sealed, given):
        self.unreadable, self.earlier = False, []
        self.lists = self._read(RevocationList, *self._stored(document, sealed, "CRLs"))
        self.responses = self._read(Response, *self._stored(document, sealed, "OCSPs"))
        self.given = self._read(RevocationList, given, [])

    @staticmethod
    def _stored(document, sealed, key):
        """(the contents of the streams in an array of /DSS, those of the sealed revision); empty if they can't be decoded."""
        items = stored_items(document, key)
        if items is None:
            return [b""], []
        ours, earlier = [], []
        for item in items:
            try:
                value = document.get(item)
                content = document.decode(value) if type(value) is Stream else None
            except PdfError:
                content = b""
            if content is None:
                continue
            (earlier if type(item) is Ref and item in (sealed[key] or []) else ours).append(content)
        return (ours, earlier[:MAX_ITEMS]) if len(ours) <= MAX_ITEMS else ([b""], [])

    def _read(self, kind, ours, earlier):
        found = []
        for content in ours:
            try:
                found.append(kind(content))
            except DerError:
                self.unreadable = True
        for content in earlier:
            try:
                self.earlier.append(kind(content))
                found.append(self.earlier[-1])
            except DerError:
                pass
        return found

    def is_about(self, authorities):
        """Whether the file has a list or response of one of the authorities."""
        return any(found.is_of(authority) for found in self.lists for authority in authorities) or any(
            response.speaks_for(authority) for response in self.responses for authority in authorities
            if any(answer.is_of(authority) for answer in response.answers))

    def _answers(self, certificate, issuer):
        """The answers about the certificate in responses that speak for its issuer."""
        return [answer for response in self.responses for answer in response.answers
                if answer.is_about(certificate, issuer) and response.speaks_for(issuer)]

    def revocations(self, certificate, issuer):
        """The dates on which lists and responses of the issuer revoke the certificate."""
        dates = [found.revoked_on(certificate) for found in self.lists + self.given
                 if found.revoked_on(certificate) and found.is_of(issuer)]
        return dates + [answer.revoked for answer in self._answers(certificate, issuer) if answer.status == REVOKED]

    def covers(self, certificate, issuer, time):
        """Whether the file has a list of the issuer, or an answer about the certificate that was still fresh at the time."""
        return any(found.covers(certificate) and found.is_of(issuer) for found in self.lists) or any(
            answer.status in (GOOD, REVOKED) and answer.until >= time for answer in self._answers(certificate, issuer))

    def is_forged(self, authorities):
        """Whether a list or an answer that isn't earlier names one of the authorities, and isn't by it or can't be processed."""
        lists, responses = ([found for found in all_found if found not in self.earlier]
                            for all_found in (self.lists + self.given, self.responses))
        return any(self._is_forged_list(found, authorities) for found in lists) or any(
            not response.speaks_for(authority) for response in responses for authority in authorities
            if any(answer.is_of(authority) for answer in response.answers))

    @staticmethod
    def _is_forged_list(found, authorities):
        named = [authority for authority in authorities if authority.subject == found.issuer]
        return bool(named) and not any(found.is_of(authority) for authority in named)
