"""Sends one request, once."""

from __future__ import annotations

import http.client
import io
import json
import platform
import re
import socket
import ssl
from email.message import Message
from typing import Any, Callable, Mapping, NamedTuple, Optional
from urllib.parse import urlencode, urlsplit

from ._catalogue import VERSION

_USER_AGENT = f'topup-python/{VERSION} python/{platform.python_version()}'

# An address that does not respond must leave time for the next one, and for a retry.
_CONNECT_SECONDS = 10.0


class Response(NamedTuple):
    """`body`: a JSON object with a message, as every response of the service is; or None."""

    status: int
    headers: Message
    body: Optional[dict[str, Any]]


class NoResponseError(Exception):
    """No response of the service arrived. It is unknown what the service did, unless `sent` is False."""

    def __init__(self, cause: Exception, sent: bool) -> None:
        super().__init__('No response of the service came.')
        self.cause = cause
        #: False when it is certain that nothing was sent: the name, the connection or the certificate failed.
        self.sent = sent
        #: The time of the call is up.
        self.late = sent and isinstance(cause, socket.timeout)

    @property
    def reason(self) -> str:
        """Why, for people: the text of the system, or else the name of the error."""
        return getattr(self.cause, 'strerror', None) or str(self.cause) or type(self.cause).__name__


class Connection:
    """Where requests go, and how. It opens a connection for each request.

    A server may close an idle connection at any moment, and then nobody knows whether it took the next order.
    """

    def __init__(
        self, base_url: str, api_key: str, ssl_context: Optional[ssl.SSLContext], now: Callable[[], float]
    ) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ('http', 'https') or not parts.hostname:
            raise ValueError('base_url must be an absolute http or https URL')
        if not re.fullmatch('[!-~]+', api_key):
            raise ValueError('api_key must be the text of a key, without white space')
        parts.hostname.encode('idna')
        self.base_url = base_url.rstrip('/')
        self._host = parts.hostname
        self._path = parts.path.rstrip('/')
        self._tls = (ssl_context or ssl.create_default_context()) if parts.scheme == 'https' else None
        self._port = parts.port or (80 if self._tls is None else 443)
        self._headers = {'Authorization': f'Bearer {api_key}', 'User-Agent': _USER_AGENT, 'Connection': 'close'}
        self._now = now

    def exchange(
        self, method: str, path: str, request: Optional[Mapping[str, Any]], headers: Mapping[str, str], until: float
    ) -> Response:
        """Sends one request, once, and reads its response until the time `until`.

        It does not follow redirects, because that would send a purchase again.

        Raises NoResponseError; TypeError or ValueError for a request that cannot be written as JSON.
        """
        target, body, all_headers = self._path + path, None, {**self._headers, **headers}
        if method == 'GET':
            target += _to_query(request or {})
        else:
            body = json.dumps(request, allow_nan=False).encode()
            all_headers['Content-Type'] = 'application/json'
        kind = http.client.HTTPConnection if self._tls is None else http.client.HTTPSConnection
        line, sent = kind(self._host, self._port), False
        try:
            opened = self._open(until)
            line.sock = opened
            line.response_class = lambda sock, **kw: _TimedResponse(sock, lambda: self._left(until), **kw)
            opened.settimeout(self._left(until))
            sent = True
            line.request(method, target, body, all_headers)
            with line.getresponse() as response:
                return Response(response.status, response.headers, _read_object(response.read()))
        except (OSError, http.client.HTTPException) as cause:
            raise NoResponseError(cause, sent) from cause
        finally:
            line.close()

    def _open(self, until: float) -> socket.socket:
        """A connection to the first address that takes one, after the handshake of TLS."""
        failure: OSError = OSError('the name has no address')
        for family, kind, protocol, _, address in socket.getaddrinfo(self._host, self._port, type=socket.SOCK_STREAM):
            opened = socket.socket(family, kind, protocol)
            try:
                opened.settimeout(min(self._left(until), _CONNECT_SECONDS))
                opened.connect(address)
                opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                if self._tls is None:
                    return opened
                return self._tls.wrap_socket(opened, server_hostname=self._host)
            except OSError as error:
                opened.close()
                failure = error
        raise failure

    def _left(self, until: float) -> float:
        left = until - self._now()
        if left <= 0:
            raise socket.timeout('the time of the call is up')
        return left


class _TimedResponse(http.client.HTTPResponse):
    """Counts the time of the whole response. The timeout of a socket counts anew with each byte."""

    def __init__(self, sock: socket.socket, left: Callable[[], float], **kw: Any) -> None:
        super().__init__(sock, **kw)
        self.fp.close()
        self.fp = io.BufferedReader(_TimedReader(sock, left))


class _TimedReader(io.RawIOBase):
    def __init__(self, sock: socket.socket, left: Callable[[], float]) -> None:
        self._sock = sock
        self._left = left
        # it keeps the socket open after `http.client` has closed its own reference
        self._raw = sock.makefile('rb', buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        self._sock.settimeout(self._left())
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


def _to_query(fields: Mapping[str, Any]) -> str:
    query = urlencode({name: value for name, value in fields.items() if value is not None})
    return f'?{query}' if query else ''


def _read_object(content: bytes) -> Optional[dict[str, Any]]:
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and isinstance(value.get('message'), str) else None
