"""Verifies webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Iterable, Mapping, Optional, Union, cast

from .types import WebhookEvent

#: One text, or several: the old and the new one while you change it. None in a list counts for nothing.
Keys = Union[str, Iterable[Optional[str]]]
RawBody = Union[str, bytes, bytearray, memoryview]

_TOLERANCE_SECONDS = 300
_FIELDS = tuple(WebhookEvent.__annotations__)
_SECRET = re.compile(r'\s*whsec_([A-Za-z0-9+/]+)={0,2}\s*')
# The service makes secrets of 32 bytes. The = at the end may be missing: without it the bytes are the same.
_WHOLE_SECRET = re.compile('whsec_[A-Za-z0-9+/]{43}=?')
_UNSET = cast(Keys, object())


def verify_webhook(
    raw_body: Optional[RawBody],
    headers: Mapping[str, Any],
    *,
    secret: Keys = _UNSET,
    api_key: Keys = _UNSET,
    tolerance_seconds: float = _TOLERANCE_SECONDS,
    now: Optional[float] = None,
) -> Optional[WebhookEvent]:
    """The event of a webhook request, or None when the service did not send it.

    `raw_body`: the body as it came, before anything parses it: bytes, or text.
    `headers`: those of the request. Names in any case.
    `secret`: the `whsec_…` secret of the account. Checks `webhook-signature`, over the whole body.
    `api_key`: checks `hash`, over the reference alone. Ask for the status before you act.
    `tolerance_seconds`: how far the signed time may be from now, before or after.
    `now`: Unix seconds; default: the clock of this machine.

    With both, both must fit. White space around them, such as the line end of a file, is ignored.

    Raises ValueError without a secret and a key, because nothing would be checked, and when one of them is given but
    None or empty, such as a setting that is not set. So too for a secret that is cut. Raises TypeError for a parsed
    body, because every genuine event would be rejected.
    """
    for name, given in (('secret', secret), ('api_key', api_key)):
        if given is not _UNSET and not _keys_in(given):
            raise ValueError(f'verify_webhook got no value in `{name}`. Set it, or leave `{name}` out.')
    if secret is _UNSET and api_key is _UNSET:
        raise ValueError('verify_webhook needs a secret or an api_key')
    if secret is not _UNSET:
        secret = _keys_in(secret)
        if not all(_WHOLE_SECRET.fullmatch(each) for each in secret):
            raise ValueError(
                'verify_webhook got a `secret` that is cut or is no webhook secret. '
                'Pass the whole text that the dashboard showed you: whsec_ and 44 characters.'
            )
    if raw_body is None:  # a framework may give that to a request without a body
        return None
    if not isinstance(raw_body, (str, bytes, bytearray, memoryview)):
        raise TypeError(
            'verify_webhook got a body that is neither text nor bytes, such as a parsed one. '
            'Pass the body as it came: request.get_data() in Flask, or request.body in Django.'
        )
    if secret is not _UNSET and not verify_webhook_signature(
        raw_body, headers, secret, tolerance_seconds=tolerance_seconds, now=now
    ):
        return None
    event = _parse(raw_body)
    if not _is_event(event) or (api_key is not _UNSET and not verify_webhook_hash(event, api_key)):
        return None
    return cast(WebhookEvent, event)


def verify_webhook_signature(
    raw_body: RawBody,
    headers: Mapping[str, Any],
    secret: Keys,
    *,
    tolerance_seconds: float = _TOLERANCE_SECONDS,
    now: Optional[float] = None,
) -> bool:
    """Whether the headers sign exactly this body with one of the secrets, at most five minutes from now.

    The headers are `webhook-id`, `webhook-timestamp` and `webhook-signature` (Standard Webhooks). It takes the same
    time for every signature, and raises nothing.
    """
    try:
        event_id, timestamp, signatures = [_header(headers, name) for name in ('id', 'timestamp', 'signature')]
        if not event_id or not timestamp or not signatures or not re.fullmatch('[0-9]{1,12}', timestamp):
            return False
        is_recent = abs((time.time() if now is None else now) - int(timestamp)) <= tolerance_seconds
        body = raw_body.encode() if isinstance(raw_body, str) else bytes(raw_body)
        content = f'{event_id}.{timestamp}.'.encode() + body
        given = [each for text in signatures.split(' ') for each in _signature_in(text)]
        keys = [key for text in _keys_in(secret) for key in _secret_in(text)]
    except (TypeError, ValueError, AttributeError, StopIteration):
        return False  # headers or a body that are no such things
    # compares each with each, so that the time does not reveal which one matches
    matches = [
        hmac.compare_digest(signature, hmac.new(key, content, hashlib.sha256).digest())
        for key in keys
        for signature in given
    ]
    return any(matches) and is_recent


def verify_webhook_hash(body: Any, api_key: Keys) -> bool:
    """Whether a parsed body is an event, and its `hash` that of its reference with one of the keys.

    Other fields are ignored. It takes the same time for every hash, and raises nothing. The hash covers only the
    reference: ask for the status before you move goods or money.
    """
    if not _is_event(body) or not re.fullmatch('[0-9a-f]{64}', body['hash']):
        return False
    try:
        digests = [hashlib.sha256(f'{key}:{body["reference"]}'.encode()).hexdigest() for key in _keys_in(api_key)]
    except (TypeError, UnicodeEncodeError):
        return False
    # compares with every key, so that the time does not reveal which one matches
    return any([hmac.compare_digest(body['hash'], digest) for digest in digests])


def _header(headers: Mapping[str, Any], name: str) -> Optional[str]:
    values = [value for key, value in headers.items() if key.lower() == f'webhook-{name}']
    if len(values) != 1:
        return None
    value: Any = values[0]
    return value if isinstance(value, str) else next(iter(value))


def _signature_in(text: str) -> list[bytes]:
    """The bytes of a `v1` signature; other versions and anything else count for nothing."""
    found = re.fullmatch('v1,([A-Za-z0-9+/]{43}=)', text)
    return [] if found is None else [base64.b64decode(found[1])]


def _secret_in(text: str) -> list[bytes]:
    """Drops what is no secret of 24 to 64 bytes: with an empty key, anyone could sign."""
    found = _SECRET.fullmatch(text)
    if found is None:
        return []
    try:
        key = base64.b64decode(found[1] + '=' * (-len(found[1]) % 4))
    except binascii.Error:
        return []
    return [key] if 24 <= len(key) <= 64 else []


def _parse(raw_body: RawBody) -> Any:
    try:
        return json.loads(raw_body if isinstance(raw_body, str) else bytes(raw_body).decode())
    except (ValueError, RecursionError):
        return None


def _is_event(body: Any) -> bool:
    return isinstance(body, dict) and all(isinstance(body.get(name), str) for name in _FIELDS)


def _keys_in(keys: Any) -> list[str]:
    """Drops missing keys: as the text "None" a key would accept a hash that anyone can compute."""
    given = [keys] if isinstance(keys, str) else list(keys or [])
    return [key.strip() for key in given if isinstance(key, str) and key.strip()]
