"""Verifies what webhooks receive (Standard Webhooks)."""

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Any, Dict, Mapping, Optional, Union


LONGEST_TIMESTAMP = 12


class WebhookError(Exception):
    """A message that didn't come from Countersign, was changed, or is too old. Answer it with 400."""


def verify_webhook(
    secret: str,
    headers: Mapping[str, str],
    body: Union[bytes, str],
    *,
    tolerance_seconds: int = 300,
    now: Optional[float] = None,
) -> Dict[str, Any]:
    """Returns a webhook's message after its signature was verified; raises a WebhookError otherwise.

    `body` is the request's body as it arrived; parsed and written again, it may differ.
    """
    values = {name.lower(): value for name, value in headers.items()}
    try:
        message_id, timestamp, signatures = (
            values[f"webhook-{name}"] for name in ("id", "timestamp", "signature")
        )
    except KeyError as missing:
        raise WebhookError(f"The header {missing.args[0]} is missing.") from None
    age = (time.time() if now is None else now) - int(timestamp) if is_seconds(timestamp) else None
    if age is None or abs(age) > tolerance_seconds:
        raise WebhookError("The message is too old or its timestamp is invalid.")
    content = to_bytes(body) if isinstance(body, str) else body
    signed = to_bytes(f"{message_id}.{timestamp}.") + content
    expected = hmac.new(key_of(secret), signed, hashlib.sha256).digest()
    for signature in signatures.split(" "):
        if signature.startswith("v1,") and hmac.compare_digest(bytes_in(signature[3:]), expected):
            return json.loads(content)
    raise WebhookError("The signature doesn't match.")


def is_seconds(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= LONGEST_TIMESTAMP


def to_bytes(text: str) -> bytes:
    """Encodes any text, also with the lone surrogates that servers make of bytes they couldn't decode."""
    return text.encode("utf-8", "surrogatepass")


def key_of(secret: str) -> bytes:
    key = bytes_in(secret[6:] if secret.startswith("whsec_") else secret)
    if key == b"":
        raise ValueError("The secret is not the one of a webhook.")
    return key


def bytes_in(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
