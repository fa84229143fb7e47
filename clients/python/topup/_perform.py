"""Performs one call of the API, with its retries."""

from __future__ import annotations

import random
from typing import Any, Callable, Mapping, NamedTuple, Optional, Union

from ._catalogue import ADDING, ENDPOINTS, ERROR_CODES, PURCHASES
from ._http import Connection, NoResponseError, Response
from ._responses import origin_of, reference_in, to_error
from .errors import ConnectionError, OutcomeUnknownError, PurchaseFailedError, TopUpError

Request = Optional[Mapping[str, Any]]

_FIRST_WAIT = 0.5
_LONGEST_WAIT = 8.0


class _Failure(NamedTuple):
    """`safe`: the client may send the same request again."""

    error: TopUpError
    safe: bool


class Performer:
    """Sends a request until the service returns a success, or an error that repeating does not help.

    It repeats the same request, with the same reference, and only when that cannot do anything twice:

    - after a response that says that nothing was done and that you may repeat it (429, `unavailable` …)
    - when no part of it was sent
    - when it changes nothing, even after no response, or after a 502, 503 or 504 of a proxy
    """

    def __init__(
        self,
        connection: Connection,
        timeout: float,
        max_retries: int,
        now: Callable[[], float],
        sleep: Callable[[float], None],
    ) -> None:
        self.connection = connection
        self.timeout = timeout
        self._max_retries = max_retries
        self.now = now
        self.sleep = sleep

    def perform(
        self,
        name: str,
        request: Request,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Response:
        """`timeout`: seconds for the whole call, with its retries. Raises TopUpError."""
        seconds = self.timeout if timeout is None else timeout
        most = self._max_retries if max_retries is None else max_retries
        until = self.now() + seconds
        attempt = 0
        while True:
            attempt += 1
            outcome = self._once(name, request, headers or {}, until, seconds)
            if isinstance(outcome, Response):
                return outcome
            wait = _wait_before(attempt, outcome.error.retry_after_seconds)
            if not outcome.safe or attempt > most or self.now() + wait >= until:
                raise outcome.error
            self.sleep(wait)

    def _once(
        self, name: str, request: Request, headers: Mapping[str, str], until: float, seconds: float
    ) -> Union[Response, _Failure]:
        method, path = ENDPOINTS[name]
        try:
            response = self.connection.exchange(method, path, request, headers, until)
        except NoResponseError as lost:
            return self._failure_without_response(name, request, lost, seconds)
        return response if _is_success(name, response) else self._failure_of(name, request, response)

    def _failure_of(self, name: str, request: Request, response: Response) -> _Failure:
        error = to_error(response, name, request, self.connection.base_url)
        if name in PURCHASES and not _proves_the_outcome(error):
            return _Failure(_unknown_outcome(error.message, error, request), False)
        may_pass = response.status in (408, 429) or response.status >= 500
        nothing_was_done = response.status == 429 or error.code in ERROR_CODES
        return _Failure(error, error.retryable and may_pass and (nothing_was_done or _is_repeatable(name)))

    def _failure_without_response(
        self, name: str, request: Request, lost: NoResponseError, seconds: float
    ) -> _Failure:
        fault = _fault_text(lost, self.connection.base_url, seconds)
        if name in PURCHASES and lost.sent:
            return _Failure(_unknown_outcome(fault, lost.cause, request), False)
        reference = reference_in(request)
        safe = not lost.sent or _is_repeatable(name)
        if safe:
            sold_nothing = 'sold nothing and ' if name in PURCHASES else ''
            advice = f'This call {sold_nothing}moved no money. {_remedy_text(lost, reference)}'
        else:
            advice = 'The test account may have changed. No real money moved. Look before you try again.'
        error = ConnectionError(f'{fault} {advice}', retryable=safe, reference=reference)
        error.__cause__ = lost.cause
        return _Failure(error, safe)


def _unknown_outcome(message: str, cause: Exception, request: Request) -> OutcomeUnknownError:
    error = OutcomeUnknownError(
        f'{message} The outcome of the purchase is unknown: ask for its status before you buy again.',
        reference=reference_in(request),
        **origin_of(cause if isinstance(cause, TopUpError) else None),
    )
    error.__cause__ = cause
    return error


def _fault_text(lost: NoResponseError, base_url: str, seconds: float) -> str:
    if lost.late:
        return f'No response came within {seconds:g} s.'
    if lost.sent:
        return f'No response came from the service at {base_url} ({lost.reason}).'
    return f'The service at {base_url} cannot be reached ({lost.reason}).'


def _remedy_text(lost: NoResponseError, reference: Optional[str]) -> str:
    if lost.sent:
        return 'Try again later.'
    again = 'Then try again.' if reference is None else 'Then try again with the same reference.'
    return f'Check the URL, the network and that the service runs. {again}'


def _is_repeatable(name: str) -> bool:
    return name not in PURCHASES and name not in ADDING


def _is_success(name: str, response: Response) -> bool:
    """A failed purchase is a success of the status query: you asked for it."""
    status, _, body = response
    if body is None:
        return False
    is_open_or_sold = body.get('status') in ('successful', 'pending')
    if name in PURCHASES:
        return status < 300 and is_open_or_sold
    if name != 'transactionStatus':
        return status < 300
    return (status < 300 or status == 424) and (is_open_or_sold or body.get('status') == 'failed')


def _proves_the_outcome(error: TopUpError) -> bool:
    """Whether an error of a purchase says what became of it.

    It does with a code of the service below 500, or with a known one that says that nothing is debited. A proxy, which
    sends no code, says only with a 429 that it has not passed on the request.
    """
    if error.code is None:
        return error.http_status == 429
    is_known = error.code in ERROR_CODES
    return isinstance(error, PurchaseFailedError) or (error.http_status or 0) < 500 or (error.retryable and is_known)


def _wait_before(attempt: int, retry_after_seconds: Optional[int]) -> float:
    """Doubles each time, with jitter, and is never less than `Retry-After`. In seconds."""
    most = min(_FIRST_WAIT * 2 ** (attempt - 1), _LONGEST_WAIT)
    return (retry_after_seconds or 0) + most / 2 * (1 + random.random())
