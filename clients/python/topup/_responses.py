"""Reads the error of a response."""

from __future__ import annotations

import email.utils
import json
import math
import re
import time
from typing import Any, Mapping, Optional
from urllib.parse import urljoin

from ._catalogue import ERROR_CODES, PURCHASES
from ._http import Response
from .errors import (
    AuthenticationError,
    DuplicateReferenceError,
    InsufficientBalanceError,
    NotFoundError,
    NotRecognisedError,
    PurchaseFailedError,
    RateLimitedError,
    TopUpError,
    UnavailableError,
    ValidationError,
)

_BY_CODE: dict[str, type[TopUpError]] = {
    'validation_failed': ValidationError,
    'unknown_plan': ValidationError,
    'price_changed': ValidationError,
    'unknown_package': ValidationError,
    'wrong_package_amount': ValidationError,
    'not_current_package': ValidationError,
    'unknown_smartcard': ValidationError,
    'insufficient_balance': InsufficientBalanceError,
    'duplicate_reference': DuplicateReferenceError,
    'transaction_not_found': NotFoundError,
    'transaction_not_yours': NotFoundError,
    'not_recognised': NotRecognisedError,
    'no_packages': NotRecognisedError,
    'internal': UnavailableError,
    'unavailable': UnavailableError,
    'provider_unavailable': UnavailableError,
}

_BY_STATUS: dict[int, type[TopUpError]] = {401: AuthenticationError, 429: RateLimitedError}


def to_error(response: Response, name: str, request: Optional[Mapping[str, Any]], base_url: str) -> TopUpError:
    """The error of a response that is one, by its code, or else by its status."""
    facts = facts_of(response, request, base_url)
    code = facts['code']
    if name in PURCHASES and (response.status == 424 or code == 'provider_unreachable'):
        return PurchaseFailedError(**facts)
    found: type[TopUpError] = _BY_STATUS.get(response.status) or _BY_CODE.get(code or '') or TopUpError
    return _duplicate(response, facts) if found is DuplicateReferenceError else found(**facts)


def _duplicate(response: Response, facts: dict[str, Any]) -> DuplicateReferenceError:
    status = response.headers.get('X-Original-Status')
    matches = {'true': True, 'false': False}.get(response.headers.get('X-Original-Matches', ''))
    if matches is False:
        facts['message'] = (
            f'Another purchase, whose fields differ, used the reference {quoted(facts["reference"])} first: '
            f'it is {status}. This call bought nothing. Send this order with a new reference.'
        )
    error = DuplicateReferenceError(**facts)
    error.original_status = status
    error.original_matches = matches
    return error


def facts_of(response: Response, request: Optional[Mapping[str, Any]], base_url: str) -> dict[str, Any]:
    """The arguments of an error, as a response has them."""
    status, headers, body = response
    code = headers.get('X-Error-Code')
    message = body['message'] if body is not None else None
    detail = body.get('error') if body is not None else None
    return {
        'message': message or f'HTTP {status} came from a proxy before the service. Try again later.',
        'code': code,
        'http_status': status,
        'request_id': headers.get('X-Request-Id'),
        'retryable': ERROR_CODES.get(code or '', status in (429, 502, 503, 504)),
        'retry_after_seconds': _seconds_in(headers.get('Retry-After')),
        'help_url': _help_url(headers.get('Link'), base_url),
        'reference': reference_in(request),
        # each 401 has the word "unauthorized" there
        'detail': detail if isinstance(detail, str) and status != 401 else None,
    }


def origin_of(error: Optional[TopUpError]) -> dict[str, Any]:
    """What an error of an unknown outcome keeps of the error behind it; nothing without one."""
    if error is None:
        return {}
    names = ('code', 'http_status', 'request_id', 'help_url')
    return {name: getattr(error, name) for name in names}


def reference_in(request: Optional[Mapping[str, Any]]) -> Optional[str]:
    """The `request_ref` of a purchase or a status query."""
    reference = None if request is None else request.get('request_ref')
    return None if reference is None else str(reference)


def quoted(reference: Optional[str]) -> str:
    """A reference as a message has it."""
    return json.dumps(reference, ensure_ascii=False)


def _seconds_in(text: Optional[str]) -> Optional[int]:
    """Of `Retry-After`: seconds as the service sends them, or a date as a proxy may."""
    if text is None:
        return None
    if re.fullmatch('[0-9]{1,6}', text):
        return int(text)
    if not re.fullmatch('[A-Z][a-z]{2}, .* GMT', text):
        return None
    try:
        at = email.utils.parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError, OverflowError):
        return None
    return max(0, math.ceil(at - time.time()))


def _help_url(link: Optional[str], base_url: str) -> Optional[str]:
    found = re.match('<([^>]+)>; *rel="help"$', link or '')
    try:
        return None if found is None else urljoin(f'{base_url}/', found[1])
    except ValueError:
        return None
