"""Lists of the account: pages of what was, and the changes as they come."""

from __future__ import annotations

import logging
from collections import deque
from typing import Any, Callable, Deque, Generic, Iterator, Mapping, NamedTuple, Optional, TypeVar

from .errors import TopUpError
from .types import Transaction

Item = TypeVar('Item')
ListBody = Mapping[str, Any]

_log = logging.getLogger('topup')

# Between the queries of changes while the service is away, in seconds: then always the last one.
_WAITS = (1.0, 2.0, 4.0, 8.0, 15.0)


class Page(NamedTuple):
    """One page of a list. `next_cursor` is None at the end."""

    items: list[Any]
    next_cursor: Optional[str]


class Pages(Generic[Item]):
    """All items of a list, page by page as you use them: `for item in pages`. Or one page at a time."""

    def __init__(self, read: Callable[[Optional[str]], ListBody]) -> None:
        self._read = read

    def page(self, cursor: Optional[str] = None) -> Page:
        """Reads one page. `cursor`: the `next_cursor` of the page before; without it the first page."""
        body = self._read(cursor)
        return Page(body['data'], body['next_cursor'])

    def __iter__(self) -> Iterator[Item]:
        cursor: Optional[str] = None
        while True:
            items, cursor = self.page(cursor)
            yield from items
            if cursor is None:
                return


class Changes(Iterator[Transaction]):
    """The purchases that became final, in the order of their changes, forever: `for row in changes`.

    It waits for the next change. While the service is away it asks again from its last cursor, after 1, 2, 4, 8 and
    then always 15 seconds, and logs a warning each time (logger `topup`). Raises TopUpError for an error that does not
    pass, such as that of a revoked key or a malformed cursor.
    """

    def __init__(
        self, read: Callable[[Optional[str]], ListBody], sleep: Callable[[float], None], after: Optional[str]
    ) -> None:
        #: Save it after you have handled a row, and give it to `changes` after a restart. It moves on with the last row
        #: of each page, so that a restart repeats rows of a page and skips none.
        self.cursor = after
        self._read = read
        self._sleep = sleep
        self._rows: Deque[Transaction] = deque()
        self._next = after

    def __iter__(self) -> Changes:
        return self

    def __next__(self) -> Transaction:
        while not self._rows:
            body = self._ask()
            self._rows.extend(body['data'])
            self._next = body['next_cursor']
            if not self._rows:
                self.cursor = self._next
        row = self._rows.popleft()
        if not self._rows:
            self.cursor = self._next
        return row

    def _ask(self) -> ListBody:
        failures = 0
        while True:
            try:
                return self._read(self._next)
            except TopUpError as error:
                if not _passes(error):
                    raise
                wait = max(_WAITS[min(failures, len(_WAITS) - 1)], error.retry_after_seconds or 0)
                _log.warning('Changes are late: %s The client asks again in %g s.', error, wait)
            failures += 1
            self._sleep(wait)


def _passes(error: TopUpError) -> bool:
    """Without a code no response came, or a proxy responded while the service was away."""
    return error.code is None or error.retryable or (error.http_status or 0) >= 500
