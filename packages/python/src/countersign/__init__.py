"""Client for the API of Countersign. Needs nothing but Python's standard library."""

from .client import Countersign
from .errors import CountersignError
from .pages import Pages
from .webhook import WebhookError, verify_webhook

__all__ = ["Countersign", "CountersignError", "Pages", "WebhookError", "verify_webhook"]
