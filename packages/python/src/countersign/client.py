"""The API of a Countersign, for one organization."""

from typing import Any, Dict, Iterator, Mapping, Optional

from .caller import Caller
from .operations import Operations


class Countersign(Operations):
    """Has a method for each operation of the API.

    `base_url` is the address of your Countersign, `key` an API key (`svc_sk_…`). A failed request is sent again up to
    `max_retries` times where that is safe; `timeout` is how long to wait for a response, in seconds.
    """

    def __init__(
        self, base_url: str, key: Optional[str], *, max_retries: int = 3, timeout: float = 120.0
    ) -> None:
        super().__init__(Caller(base_url, key, max_retries, timeout))

    def upload(
        self, file: bytes, body: Mapping[str, Any], *, idempotency_key: Optional[str] = None
    ) -> Dict[str, Any]:
        """Creates an envelope, uploads its file and completes the upload. Returns the envelope with participants and fields."""
        created = self.envelopes.create(body, idempotency_key=idempotency_key)
        target = created["upload"]
        self.caller.send(target["method"], target["url"], file=file, headers=target.get("headers"))
        return self.envelopes.complete_upload(created["envelope"]["id"], {})["envelope"]

    def follow(self, after: str = "now") -> Iterator[Dict[str, Any]]:
        """Yields what happens to all envelopes, from now on.

        With a cursor that you kept, it first yields what happened since; with `"0"`, everything since the first event.
        """
        cursor = after
        while True:
            page = self.events.feed(after=cursor, wait=30)
            if page["items"]:
                yield page
            cursor = page["cursor"]
