#!/usr/bin/env python3
"""Checks the checkpoint of an evidence file: that the envelope's leaf stands for an event of its chain and leads to the
root that was signed (RFC 6962, 2.1.1). Shares nothing with the product. The signature is openssl's part:
see docs/event-chain.md. Prints what holds, or exits with 1 and says what does not."""
import hashlib
import json
import sys


def sha256(data):
    return hashlib.sha256(data).digest()


def root(leaf, position, size, proof):
    """The verification algorithm of RFC 9162, 2.1.3.2."""
    fn, sn, at = position, size - 1, leaf
    for sibling in proof:
        assert sn != 0, "the proof is too long"
        if fn & 1 or fn == sn:
            at = sha256(b"\x01" + sibling + at)
            while not fn & 1 and fn != 0:
                fn, sn = fn >> 1, sn >> 1
        else:
            at = sha256(b"\x01" + at + sibling)
        fn, sn = fn >> 1, sn >> 1
    assert sn == 0, "the proof is too short"
    return at


def check(evidence):
    checkpoint = evidence["checkpoint"]
    assert checkpoint, "there is no checkpoint"
    said, leaf = json.loads(checkpoint["statement"]), checkpoint["leaf"]
    assert said["format"] == "countersign-checkpoint/1", "the statement has another form"
    assert said["organizationId"] == evidence["organizationId"], "the checkpoint is of another organization"
    assert leaf["envelopeId"] == evidence["envelopeId"], "the leaf is of another envelope"
    assert 0 <= leaf["position"] < said["treeSize"], "the leaf is outside the tree"
    assert leaf["seq"] <= len(evidence["events"]), "the chain was cut"
    assert evidence["events"][leaf["seq"] - 1]["hash"] == leaf["headHash"], "the chain was rewritten"
    content = {name: leaf[name] for name in ("envelopeId", "headHash", "seq")}
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":")).encode()
    proof = [bytes.fromhex(hash) for hash in checkpoint["inclusionProof"]]
    reached = root(sha256(b"\x00" + canonical), leaf["position"], said["treeSize"], proof)
    assert reached.hex() == said["rootHash"], "the leaf is not in the tree that was signed"
    return f"event {leaf['seq']} is leaf {leaf['position']} of {said['treeSize']} under checkpoint {said['number']}"


if __name__ == "__main__":
    try:
        print(check(json.load(open(sys.argv[1], encoding="utf-8"))))
    except AssertionError as fault:
        sys.exit(str(fault))
