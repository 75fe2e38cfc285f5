"""What the API refuses with."""

import json
from typing import Any, Dict, Optional


class CountersignError(Exception):
    """A call that the API refused. Decide by `code`; the message is for people."""

    def __init__(self, status: int, code: str, message: str, details: Dict[str, Any]) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.details = details

    @property
    def request_id(self) -> Optional[str]:
        """Identifies the request in the service's log."""
        value = self.details.get("requestId")
        return value if isinstance(value, str) else None

    def __str__(self) -> str:
        """Names what a traceback should show: the code, the first problem, and the request."""
        issues = self.details.get("issues")
        first = issues[0] if isinstance(issues, list) and issues and isinstance(issues[0], dict) else None
        problem = f" ({first.get('path')} {first.get('message')})" if first else ""
        request = f" [request {self.request_id}]" if self.request_id else ""
        return f"{self.status} {self.code}: {self.message}{problem}{request}"


def error_of(status: int, body: bytes) -> CountersignError:
    """Returns the error of a response. One that came from a proxy instead of the API has no code of the API."""
    try:
        error = json.loads(body)
        return CountersignError(status, error["code"], error["message"], error.get("details") or {})
    except (ValueError, KeyError, TypeError, AttributeError):
        code = "unavailable" if status >= 500 else "malformed_request"
        return CountersignError(status, code, f"The server answered {status}", {})
