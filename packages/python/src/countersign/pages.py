"""Lists of the API."""

from typing import Any, Callable, Dict, Iterator, Optional


class Pages:
    """A list of the API. Iterating goes through the items of all pages, and asks for a page when it's needed."""

    def __init__(self, read: Callable[[Optional[str]], Dict[str, Any]], cursor: Optional[str]) -> None:
        self._read = read
        self._cursor = cursor

    def first(self) -> Dict[str, Any]:
        """Returns the first page: `items` and `nextCursor`, which is None on the last one."""
        return self._read(self._cursor)

    def pages(self) -> Iterator[Dict[str, Any]]:
        """Yields page by page, for callers that keep `nextCursor`."""
        cursor = self._cursor
        while True:
            page = self._read(cursor)
            yield page
            cursor = page["nextCursor"]
            if cursor is None:
                return

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        for page in self.pages():
            yield from page["items"]
