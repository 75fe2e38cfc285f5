"""Sends requests with the key, and again where that is safe."""

import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from email.utils import parsedate_to_datetime
from typing import Any, Dict, List, Mapping, Optional, Tuple

from .errors import CountersignError, error_of
from .pages import Pages

# A longer wait is the caller's to decide on.
LONGEST_WAIT_SECONDS = 60.0
# Safe to send again without an Idempotency-Key (RFC 9110 section 9.2.2); a repeated DELETE would find nothing.
SAFE_METHODS = ("GET", "PUT")


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: the key would go along to the other address."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Caller:
    """The connection of a client: its address, its key, and how patient it is."""

    def __init__(self, base_url: str, key: Optional[str], max_retries: int, timeout: float) -> None:
        if not key:
            raise ValueError("key is missing: create one under Settings → API keys.")
        self.base_url = base_url.rstrip("/")
        self._key = key
        self._max_retries = max_retries
        self._timeout = timeout
        self._opener = urllib.request.build_opener(NoRedirect)

    def answer(self, method: str, path: str, **call: Any) -> Any:
        """Returns the JSON of a response."""
        return json.loads(self.send(method, self.base_url + path, **call))

    def content(self, method: str, path: str, **call: Any) -> bytes:
        """Returns the bytes of a response."""
        return self.send(method, self.base_url + path, **call)

    def nothing(self, method: str, path: str, **call: Any) -> None:
        """For operations whose response has no body."""
        self.send(method, self.base_url + path, **call)

    def pages(self, path: str, query: Mapping[str, Any]) -> Pages:
        def read(cursor: Optional[str]) -> Dict[str, Any]:
            return self.answer("GET", path, query={**query, "cursor": cursor})

        return Pages(read, query.get("cursor"))

    def send(
        self,
        method: str,
        url: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        file: Optional[bytes] = None,
        headers: Optional[Mapping[str, str]] = None,
        keyed: bool = False,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
    ) -> bytes:
        """Sends a request until it succeeds, is refused, or the retries are used up. Returns the response's body."""
        sent = dict(headers or {})
        # The bucket that an upload may go to must not get the key.
        if url.startswith(self.base_url + "/"):
            sent["Authorization"] = f"Bearer {self._key}"
        if keyed or idempotency_key is not None:
            sent["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        if if_match is not None:
            sent["If-Match"] = if_match
        data = file
        if body is not None:
            data = json.dumps(body).encode()
            sent["Content-Type"] = "application/json"
        elif file is not None:
            sent.setdefault("Content-Type", "application/octet-stream")
        pairs = parameters(query or {})
        address = f"{url}?{urllib.parse.urlencode(pairs)}" if pairs else url
        request = urllib.request.Request(address, data=data, headers=sent, method=method)
        tries = 0
        while True:
            failure, retry_after = None, None
            try:
                with self._opener.open(request, timeout=self._timeout) as response:
                    return response.read()
            except urllib.error.HTTPError as error:
                with error:
                    failure, retry_after = error_of(error.code, error.read()), error.headers.get("Retry-After")
                lost: Exception = failure
            except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
                lost = error
            seconds = seconds_before_retry(tries, retry_after)
            if tries >= self._max_retries or seconds is None or not is_retryable(failure, method, keyed):
                raise lost
            time.sleep(seconds)
            tries += 1


def is_retryable(error: Optional[CountersignError], method: str, keyed: bool) -> bool:
    """Tells whether a request can be sent again after it failed, with an error of the API or, with None, without an answer."""
    if error is not None and (error.status == 429 or error.code == "idempotency_in_flight"):
        return True
    if error is not None and error.status < 500:
        return False
    return keyed or method in SAFE_METHODS


def seconds_before_retry(tries: int, retry_after: Optional[str]) -> Optional[float]:
    """Returns how long to wait: as `Retry-After` says, otherwise longer each time. None if that is too long."""
    if retry_after is None:
        return min(2.0**tries * 0.5 * random.uniform(0.75, 1.25), LONGEST_WAIT_SECONDS)
    if retry_after.isdigit():
        seconds = float(retry_after)
    else:
        seconds = max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
    return seconds if seconds <= LONGEST_WAIT_SECONDS else None


def segment(value: str) -> str:
    """Escapes a value for one segment of a path. An empty or dotted one would lead to another operation."""
    if value in ("", ".", ".."):
        raise ValueError(f'not an ID: "{value}"')
    return urllib.parse.quote(value, safe="")


def parameters(query: Mapping[str, Any]) -> List[Tuple[str, str]]:
    """Parameters whose values can contain commas are repeated; other lists are separated by them."""
    pairs: List[Tuple[str, str]] = []
    for name, value in query.items():
        if value is None:
            continue
        if isinstance(value, (list, tuple)):
            texts = [text_of(one) for one in value]
            pairs += [(name, text) for text in texts] if name == "metadata" else [(name, ",".join(texts))]
        else:
            pairs.append((name, text_of(value)))
    return pairs


def text_of(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
