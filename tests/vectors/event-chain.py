#!/usr/bin/env python3
"""Computes tests/vectors/event-chain.json with nothing of the product: Python's json, hashlib and unicodedata.

    python3 tests/vectors/event-chain.py > tests/vectors/event-chain.json

The canonical form below is RFC 8785 for what the vectors hold (no number that Python and ECMAScript write differently).
"""

import hashlib
import json
import sys
import unicodedata


def canonical(value):
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return "{" + ",".join(canonical(key) + ":" + canonical(value[key]) for key in keys) + "}"
    if isinstance(value, list):
        return "[" + ",".join(canonical(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def sha256(value):
    return hashlib.sha256(canonical(value).encode("utf-8")).hexdigest()


ERASABLE = ["salt", "actorId", "payload", "ipAddress", "userAgent"]
PERMANENT = ["envelopeId", "organizationId", "seq", "actorType", "action", "occurredAt", "digest", "prevHash"]


def chain(name, events, erase=()):
    linked, previous = [], "0" * 64
    for seq, (actor_type, actor_id, action, payload, ip_address, user_agent) in enumerate(events, start=1):
        event = {
            "envelopeId": "env_01kajp0zs2fxwr8m0d1v5c7n3q",
            "organizationId": "org_01kajp0zs2fxwr8m0d1v5c7n3r",
            "seq": seq,
            "actorType": actor_type,
            "actorId": actor_id,
            "action": action,
            "occurredAt": "2026-11-21T09:%02d:00.%03dZ" % (seq, seq * 7),
            "payload": payload,
            "ipAddress": ip_address,
            "userAgent": user_agent,
            "salt": hashlib.sha256(("%s/%d" % (name, seq)).encode()).hexdigest()[:32],
            "prevHash": previous,
        }
        event["digest"] = sha256({key: event[key] for key in ERASABLE})
        event["hash"] = sha256({key: event[key] for key in PERMANENT})
        if seq in erase:
            event.update({key: None for key in ERASABLE})
        previous = event["hash"]
        linked.append(event)
    return {"name": name, "head": previous, "events": linked}


def named(given_name):
    return [
        ("api_key", "key_01kajp0zs2fxwr8m0d1v5c7n3s", "envelope.created", {"displayName": given_name}, "192.0.2.7", "curl/8.5.0"),
        ("sender", "user_01kajp0zs2fxwr8m0d1v5c7n3t", "envelope.sent", {"participants": [{"name": given_name, "email": "a@example.org"}]}, "2001:db8::1", "Mozilla/5.0"),
        ("signer", "part_01kajp0zs2fxwr8m0d1v5c7n3u", "participant.signed", {"name": given_name}, None, None),
    ]


E_ACUTE = "Zoé Lévêque"
assert unicodedata.normalize("NFC", E_ACUTE) == E_ACUTE

vectors = [
    chain("ascii", named("Ada Lovelace")),
    chain("composed", named(E_ACUTE)),
    chain("decomposed", named(unicodedata.normalize("NFD", E_ACUTE))),
    chain("arabic", named("محمد عبد الله")),
    chain("cjk", named("山田 太郎 · 王小明 · 김철수 · 𠮷野家")),
    chain("emoji", named("👩🏽‍💻 Ünïcødé 🇫🇷")),
    chain("escapes", named("quote \" backslash \\ slash / tab \t newline \n nul \u0000 bell \u0007 del \u007f ls \u2028 ps \u2029 <b>&amp;")),
    chain("nulls", [
        ("system", None, "envelope.completed", None, None, None),
        ("system", None, "envelope.sealed", {}, None, None),
        ("signer", None, "participant.viewed", [], None, ""),
    ]),
    chain("nested", [
        ("agent", "client_1", "envelope.draft_updated", {
            "z": [1, 0, -1, 0.5, 9007199254740991, [], {}, [[None, True, False]]],
            "a": {"b": {"c": {"d": "deep"}}},
            "A": 1, "aa": 2, "a\u0301": 3, "\u00e1": 4, "10": 5, "9": 6, "": 7,
            # Sorted by UTF-16 code units the emoji comes before U+FB33, by code points after it.
            "\U0001f600": "surrogate pair", "\ufb33": "hebrew dalet with dagesh", "\u20ac": "euro",
        }, "198.51.100.9", "agent/1"),
        ("system", None, "participant.fields_auto_resolved", {"values": [{"fieldId": "fld_1", "value": "2026-11-21"}]}, None, None),
    ]),
    chain("erased", named("Ada Lovelace") + [("system", None, "envelope.completed", {"head": True}, None, None)], erase={1, 3}),
]

json.dump({"chains": vectors}, sys.stdout, ensure_ascii=True, indent=2)
print()
