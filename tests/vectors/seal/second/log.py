"""The event chain (event-chain.md) and the transparency log (transparency-log.md, C2SP)."""
import base64
import binascii
import hashlib
import re
from typing import NamedTuple

from canonical import FormError, canonical, read_json
from crypto import verify_ed25519

MAX_LINES, MAX_SIGNATURES = 1000, 100
DIGEST_FIELDS = ("salt", "actorId", "payload", "ipAddress", "userAgent")
HASH_FIELDS = ("envelopeId", "organizationId", "seq", "actorType", "action", "occurredAt", "digest", "prevHash")
PREIMAGE_FORMAT = "countersign-head/1"
SEALING = ("envelope.sealed", "envelope.seal_extended")


def sha256(data):
    return hashlib.sha256(data).digest()


class Evidence:
    """Attached or exported evidence: its envelope, organization, events, head and `log` (evidence.md, `audit_log`)."""

    def __init__(self, data, attached):
        value = read_json(data)
        holder = value.get("envelope") if attached and isinstance(value, dict) else value
        if not isinstance(holder, dict):
            raise FormError("evidence")
        names = ("id", "organizationId") if attached else ("envelopeId", "organizationId")
        self.envelope = tuple(holder.get(name) for name in names)
        self.events, self.head, self.log = value.get("events"), value.get("headHash"), value.get("log")
        self.annotations = value.get("annotations", [])
        self.lists_annotations = "annotations" in value
        if not (all(isinstance(text, str) for text in (*self.envelope, self.head))
                and isinstance(self.events, list) and all(map(_is_event, self.events))
                and isinstance(self.annotations, list) and all(isinstance(one, dict) for one in self.annotations)):
            raise FormError("evidence")

    def fault(self):
        """The code that says what's wrong with the evidence by itself, or None."""
        try:
            if not self._chain_verifies():
                return "event_changed"
        except FormError:
            return "event_changed"
        if not self.events or self.events[-1]["hash"] != self.head:
            return "head_differs"
        if _envelope_of(self.events[0]) != self.envelope:
            return "other_envelope"
        return None if self._annotations_match() and self.versions() is not False else "event_changed"

    def _sent(self):
        """What the event of sending says, unless the envelope was recalled afterwards."""
        last = next((event for event in reversed(self.events)
                     if event["action"] in ("envelope.sent", "envelope.recalled")), {"action": None})
        said = last.get("payload") if last["action"] == "envelope.sent" else None
        return said if isinstance(said, dict) else {}

    def versions(self):
        """The number of the version, the hashes of those before and of the changes; None without, False if wrong."""
        said = self._sent()
        if "versions" not in said:
            return None
        listed = said["versions"]
        if not isinstance(listed, list) or len(listed) < 2 or not all(isinstance(one, dict) for one in listed):
            return False
        numbers = [one.get("versionNumber") for one in listed]
        hashes, own = [one.get("documentHash") for one in listed], listed[-1]
        if not all(type(number) is int for number in numbers) or not all(isinstance(text, str) for text in hashes):
            return False
        changes = own.get("changesDigest", False)
        if (numbers != list(range(numbers[0], numbers[0] + len(numbers))) or own.get("envelopeId") != self.envelope[0]
                or hashes[-1] != said.get("documentHash") or not (changes is None or isinstance(changes, str))):
            return False
        return {"version": numbers[-1], "earlier": ", ".join(hashes[:-1]), "changes": changes or "\u2013"}

    def _annotations_match(self):
        """Whether what the sender put on the pages has the hash that envelope.sent names, unless it was recalled."""
        said = self._sent()
        if not (self.lists_annotations and "annotationsHash" in said):
            return True
        try:
            return said["annotationsHash"] == sha256(canonical(self.annotations)).hex()
        except FormError:
            return False

    def _chain_verifies(self):
        previous = "0" * 64
        for seq, event in enumerate(self.events, 1):
            details = {name: event.get(name) for name in DIGEST_FIELDS}
            erased = all(value is None for value in details.values())
            digest = event["digest"] if erased else sha256(canonical(details)).hex()
            hashed = sha256(canonical({name: event.get(name) for name in HASH_FIELDS})).hex()
            if (event["seq"], event["prevHash"], event["digest"], event["hash"]) != (seq, previous, digest, hashed) or (
                    details["salt"] is None and not erased) or _envelope_of(event) != _envelope_of(self.events[0]):
                return False
            previous = event["hash"]
        return True

    def presented_hashes(self):
        """The documentHash of each participant.signed and .approved after the last envelope.sent."""
        sent = max((at for at, event in enumerate(self.events) if event["action"] == "envelope.sent"), default=-1)
        return [event["payload"]["documentHash"] for event in self.events[sent + 1:]
                if event["action"] in ("participant.signed", "participant.approved")
                and isinstance(event.get("payload"), dict) and "documentHash" in event["payload"]]

    def names_sealed(self, hashes):
        """Whether an event of sealing or raising the level has one of these hashes as its sealedHash."""
        return any(event["action"] in SEALING and isinstance(event.get("payload"), dict)
                   and event["payload"].get("sealedHash") in hashes for event in self.events)


def _envelope_of(event):
    return event["envelopeId"], event["organizationId"]


def _is_whole(value):
    """Whether it's a whole number of JSON, which may also be written as 1.0 or 1e0."""
    return type(value) is int or type(value) is float and value.is_integer()


def _is_event(event):
    texts = ("envelopeId", "organizationId", "actorType", "action", "occurredAt", "digest", "prevHash", "hash")
    return (isinstance(event, dict) and _is_whole(event.get("seq")) and all(isinstance(event.get(name), str) for name in texts)
            and all(isinstance(event.get(name, 0), dict if name == "payload" else str) or event.get(name, 0) is None
                    for name in DIGEST_FIELDS))


class Key(NamedTuple):
    """A signed-note verifier key: Ed25519 of the log (type 1) or of a witness (type 4)."""

    name: str
    identifier: bytes
    key: bytes


def read_key(line, kind):
    """Reads a vkey line, `name+id+base64(type || key)`."""
    name, identifier, encoded = line.split("+", 2)
    data = base64.b64decode(encoded, validate=True)
    expected = sha256(name.encode() + b"\n" + data)[:4]
    if len(data) != 33 or data[0] != kind or expected.hex() != identifier:
        raise FormError("verifier key")
    return Key(name, expected, data[1:])


def _decode(text, size=None):
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise FormError("base64") from error
    if base64.b64encode(data).decode() != text or size not in (None, len(data)):
        raise FormError("base64")
    return data


def _index(text):
    if not re.fullmatch(r"0|[1-9][0-9]{0,15}", text):
        raise FormError("number")
    return int(text)


class Checkpoint:
    """A checkpoint (c2sp.org/tlog-checkpoint) as a signed note (c2sp.org/signed-note)."""

    def __init__(self, text):
        if re.search(r"[\0-\x09\x0b-\x1f]", text) or not text.endswith("\n"):
            raise FormError("note")
        body, separator, signatures = text.rpartition("\n\n")
        lines = body.split("\n")
        if not separator or len(lines) < 3 or not lines[0] or "" in lines[3:]:
            raise FormError("checkpoint")
        self.body = (body + "\n").encode()
        self.origin, self.size, self.root = lines[0], _index(lines[1]), _decode(lines[2], 32)
        self.signatures, signature_lines = [], signatures[:-1].split("\n")
        if len(signature_lines) > MAX_SIGNATURES:
            raise FormError("signatures")
        for line in signature_lines:
            match = re.fullmatch(r"— ([^\s+]+) (\S+)", line)
            data = _decode(match[2]) if match else b""
            if len(data) < 5:
                raise FormError("signature line")
            self.signatures.append((match[1], data[:4], data[4:]))

    def log_signed(self, key):
        """None without a signature of this key, or else whether all of them are right."""
        return self._signed(key, lambda data: verify_ed25519(key.key, self.body, data))

    def witness_signed(self, key):
        """The same for a cosignature/v1 (c2sp.org/tlog-cosignature)."""
        def right(data):
            head = b"cosignature/v1\ntime %d\n" % int.from_bytes(data[:8], "big")
            return verify_ed25519(key.key, head + self.body, data[8:])
        return self._signed(key, right)

    def _signed(self, key, right):
        results = [right(data) for name, identifier, data in self.signatures if (name, identifier) == key[:2]]
        return all(results) if results else None


class Proof:
    """A .tlog-proof (c2sp.org/tlog-proof): the index, the hashes from leaf to root, and the checkpoint."""

    def __init__(self, text):
        head, separator, note = text.partition("\n\n")
        lines = head.split("\n")
        if not separator or len(lines) > MAX_LINES or lines.pop(0) != "c2sp.org/tlog-proof@v1":
            raise FormError("proof")
        if lines and lines[0].startswith("extra "):
            _decode(lines.pop(0)[6:])
        if not lines or not lines[0].startswith("index "):
            raise FormError("proof")
        self.index = _index(lines.pop(0)[6:])
        self.hashes = [_decode(line, 32) for line in lines]
        self.checkpoint = Checkpoint(note)

    def includes(self, entry):
        """Whether the hashes lead from the entry's leaf to the root (RFC 6962, 2.1.1; RFC 9162, 2.1.3.2)."""
        number, last, value = self.index, self.checkpoint.size - 1, sha256(b"\0" + entry)
        if number > last:
            return False
        for sibling in self.hashes:
            if last == 0:
                return False
            if number & 1 or number == last:
                value = sha256(b"\1" + sibling + value)
                while number and not number & 1:
                    number, last = number >> 1, last >> 1
            else:
                value = sha256(b"\1" + value + sibling)
            number, last = number >> 1, last >> 1
        return last == 0 and value == self.checkpoint.root


def _read_log(log):
    """(preimage, its JSON, proof) of the evidence's `log`; raises FormError."""
    if not isinstance(log, dict) or not _is_whole(log.get("index")) or not all(
            isinstance(log.get(name), str) for name in ("preimage", "proof")):
        raise FormError("log")
    value, proof = read_json(log["preimage"]), Proof(log["proof"])
    names = {"format", "organizationId", "envelopeId", "seq", "headHash", "nonce"}
    if (not isinstance(value, dict) or set(value) != names or value["format"] != PREIMAGE_FORMAT
            or not _is_whole(value["seq"]) or not all(isinstance(value[name], str) for name in names - {"seq"})
            or canonical(value) != log["preimage"].encode() or proof.index != log["index"]):
        raise FormError("preimage")
    return log["preimage"].encode(), value, proof


def _signed_by_log(checkpoint, keys):
    """Whether a key of the log signed the checkpoint, and no signature of one is wrong."""
    signed = [checkpoint.log_signed(key) for key in keys]
    return True in signed and False not in signed


def _read_later(text, checkpoint, keys):
    """The later checkpoint of a witness request, if the log signed it and it continues this one; or else None."""
    head, _, note = text.partition("\n\n")
    first, *lines = head.split("\n")
    try:
        if len(lines) > MAX_LINES or not first.startswith("old ") or _index(first[4:]) != checkpoint.size:
            return None
        proof, later = [_decode(line, 32) for line in lines], Checkpoint(note)
    except FormError:
        return None
    continues = (later.origin == checkpoint.origin and _signed_by_log(later, keys)
                 and _consistent(checkpoint.size, later.size, checkpoint.root, later.root, proof))
    return later if continues else None


def _consistent(size, newer_size, root, newer_root, proof):
    """RFC 9162, 2.1.4.2."""
    if size == newer_size:
        return not proof and root == newer_root
    if not 0 < size < newer_size:
        return size == 0 and newer_size > 0 and not proof and root == sha256(b"")
    if size & (size - 1) == 0:
        proof = [root, *proof]
    if not proof:
        return False
    number, last = size - 1, newer_size - 1
    while number & 1:
        number, last = number >> 1, last >> 1
    earlier = later = proof[0]
    for sibling in proof[1:]:
        if last == 0:
            return False
        if number & 1 or number == last:
            earlier, later = sha256(b"\1" + sibling + earlier), sha256(b"\1" + sibling + later)
            while number and not number & 1:
                number, last = number >> 1, last >> 1
        else:
            later = sha256(b"\1" + later + sibling)
        number, last = number >> 1, last >> 1
    return last == 0 and (earlier, later) == (root, newer_root)


def check_published(evidence, log_keys, witnesses, quorum, later):
    """The code of evidence.md, `published`, for readable exported evidence.

    `later` is a later checkpoint with its proof, empty if the log was asked and gave none, or else None.
    """
    if evidence.log is None:
        return "not_published_yet"
    try:
        preimage, value, proof = _read_log(evidence.log)
    except FormError:
        return "proof_unreadable"
    named = [event["hash"] for event in evidence.events if event["seq"] == value["seq"]]
    if (value["envelopeId"], value["organizationId"]) != evidence.envelope or named != [value["headHash"]]:
        return "log_entry_differs"
    if not proof.includes(sha256(preimage)):
        return "not_in_log"
    checkpoint = proof.checkpoint
    keys = [key for key in log_keys if key.name == checkpoint.origin]
    if not keys:
        return "log_key_not_given"
    if not _signed_by_log(checkpoint, keys):
        return "checkpoint_signature_invalid"
    cosigned = [checkpoint.witness_signed(key) for key in witnesses]
    if False in cosigned:
        return "cosignature_invalid"
    if later == "":
        return "log_not_reached"
    if later is not None:
        newer = _read_later(later, checkpoint, keys)
        if newer is None:
            return "log_forked"
        if False in [newer.witness_signed(key) for key in witnesses]:
            return "cosignature_invalid"
    if cosigned.count(True) < quorum:
        return "too_few_witnesses"
    return "published" if later is None else "published_and_continued"
