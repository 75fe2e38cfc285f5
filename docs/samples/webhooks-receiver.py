# --- receive
import base64
import hashlib
import hmac
import json
import os
import time

KEY = base64.b64decode(os.environ["COUNTERSIGN_WEBHOOK_SECRET"].removeprefix("whsec_"))


def receive(headers, body: bytes):
    """Returns the message, or None if it isn't from Countersign. Header names are in lower case."""
    sent_at = headers["webhook-timestamp"]
    if abs(time.time() - int(sent_at)) > 300:
        return None
    signed = f"{headers['webhook-id']}.{sent_at}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
    given = headers["webhook-signature"].split(" ")
    return json.loads(body) if any(hmac.compare_digest(expected, one) for one in given) else None
