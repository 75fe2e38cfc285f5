# --- receive
import os
from countersign import WebhookError, verify_webhook

SECRET = os.environ["COUNTERSIGN_WEBHOOK_SECRET"]


def receive(headers, body: bytes):
    """Returns the message, or None if it isn't from Countersign."""
    try:
        return verify_webhook(SECRET, headers, body)
    except WebhookError:
        return None
