"""Waits for the outcome of a purchase."""

from __future__ import annotations

from itertools import chain, repeat
from typing import Callable, Optional, Union

from ._responses import origin_of, quoted
from .errors import NotFoundError, OutcomeUnknownError, PurchaseFailedError, TopUpError
from .types import Purchase

SETTLE_WITHIN = 180.0
# Between queries, in seconds. The service takes 120 of one reference in a minute, and the first minute here has seven.
_WAITS = (1.0, 2.0, 4.0, 8.0, 15.0)
_LONGEST_WAIT = 30.0
# A request whose response was lost can still be on its way, such as in the queue of a proxy.
_LOST_FOR = 60.0
# A service that takes longer has stood still, or something on the way has: a lost request may be in its hands.
_SILENT = 10.0

# Asks once for the status, within a number of seconds. A failure is the error that the purchase would have raised.
Query = Callable[[str, float], Union[Purchase, PurchaseFailedError]]


class Settling:
    """The wait for one purchase.

    If its first response was lost, "not found" counts only when the request cannot arrive any more: a minute after the
    service was last silent. No other error of a query says that nothing was sold.
    """

    def __init__(
        self,
        query: Query,
        now: Callable[[], float],
        sleep: Callable[[float], None],
        reference: str,
        accepted: bool,
        timeout: float,
    ) -> None:
        self._query = query
        self._now = now
        self._sleep = sleep
        self._reference = reference
        self._timeout = timeout
        self._until = now() + timeout
        #: The service has the purchase.
        self._seen = accepted
        #: Until then an order whose response was lost can arrive; None when it was accepted.
        self._lost_until = None if accepted else now() + _LOST_FOR

    def end(self) -> Purchase:
        """Asks until the purchase is final. Raises as `TopUp.settled`."""
        waits = chain(_WAITS, repeat(_LONGEST_WAIT))
        while True:
            left = self._until - self._now()
            if left <= 0:
                raise self._still_unknown(None)
            self._sleep(min(next(waits), left))
            found = self._ask()
            if found is None:
                continue
            if found['status'] == 'successful':
                return found
            self._seen = True

    def _ask(self) -> Optional[Purchase]:
        """None: ask again later."""
        began = self._now()
        try:
            found = self._query(self._reference, max(1.0, self._until - began))
        except TopUpError as error:
            self._judge(error, self._now() - began)
            return None
        if isinstance(found, PurchaseFailedError):
            raise found
        return found

    def _judge(self, error: TopUpError, took: float) -> None:
        """Returns if the next query may say more."""
        if error.code is None:
            return self._note_silence()
        if error.retryable:
            return None
        if not isinstance(error, NotFoundError) or self._lost_until is None:
            raise self._still_unknown(error) from error
        if took > _SILENT:
            return self._note_silence()
        if self._now() >= self._lost_until:
            raise self._nothing_sold(error) from error
        return None

    def _note_silence(self) -> None:
        if self._lost_until is not None:
            self._lost_until = self._now() + _LOST_FOR

    def _still_unknown(self, cause: Optional[TopUpError]) -> OutcomeUnknownError:
        """Of an error that does not say what became of the purchase; without one, the time is up."""
        reference, within = quoted(self._reference), f'within {self._timeout:g} s'
        if cause is not None:
            why = f'The purchase {reference} has an unknown outcome: {str(cause).rstrip(".")}.'
        elif self._seen:
            why = f'The purchase {reference} was not final {within}. Its money stays debited until then.'
        else:
            why = f'No answer about {reference} came {within}. It may be sold and debited.'
        message = f'{why} Do not buy again: ask later with topup.settled().'
        return OutcomeUnknownError(message, reference=self._reference, **origin_of(cause))

    def _nothing_sold(self, cause: NotFoundError) -> NotFoundError:
        """The message of the service says only that a status query has found nothing so far."""
        found = f'Your account has no purchase {quoted(self._reference)}, so nothing was sold.'
        message = f'{found} You may sell again with the same reference.'
        return NotFoundError(message, reference=self._reference, **origin_of(cause))
