"""A service on a free port of this machine, whose responses are scripted."""

from __future__ import annotations

import json
import socket
import sys
import threading
import time
import unittest
from pathlib import Path
from typing import Any, Callable, Iterator, NamedTuple, Optional, Union

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / 'examples')]

from topup import TopUp  # noqa: E402

ORDER = {'network': 'mtn', 'phone': '08031234567', 'amount': 100, 'request_ref': 'order-1'}


class Request(NamedTuple):
    method: str
    target: str
    headers: dict[str, str]
    body: Any


#: The bytes of a response, or a function that sends them.
Script = Union[bytes, Callable[[socket.socket], None]]


def response(status: int, body: Any, headers: Optional[dict[str, str]] = None) -> bytes:
    """`body`: an object, which becomes JSON, or a text."""
    content = (body if isinstance(body, str) else json.dumps(body)).encode()
    lines = [f'HTTP/1.1 {status} Text', f'Content-Length: {len(content)}']
    lines += [f'{name}: {value}' for name, value in (headers or {}).items()]
    return '\r\n'.join([*lines, '', '']).encode() + content


def outcome(status: str, code: Optional[str] = None, reference: str = 'order-1') -> bytes:
    """A response that says how a purchase stands."""
    number = {'successful': 200, 'pending': 202, 'failed': 424}[status]
    data = {'amount': '100.00', 'network': 'mtn', 'phone': '08031234567'}
    body = {'status': status, 'status_code': number, 'message': 'm', 'reference': reference, 'data': data}
    return response(number, body, {'X-Error-Code': code} if code else None)


def refused(status: int, code: str, **headers: str) -> bytes:
    named = {name.replace('_', '-'): value for name, value in headers.items()}
    return response(status, {'status': 'error', 'message': 'm'}, {'X-Error-Code': code, **named})


def page(rows: list[dict[str, Any]], cursor: Optional[str]) -> bytes:
    return response(200, {'status': 'success', 'message': 'm', 'data': rows, 'next_cursor': cursor})


def drop(line: socket.socket) -> None:
    """Closes the connection without a response."""


def dripping(content: bytes, seconds: float = 0.05) -> Callable[[socket.socket], None]:
    """Sends one byte after the other."""

    def send(line: socket.socket) -> None:
        for n in range(len(content)):
            line.sendall(content[n : n + 1])
            time.sleep(seconds)

    return send


class Service:
    """Gives each request the next response, and the last one to all that follow."""

    def __init__(self) -> None:
        self.received: list[Request] = []
        self._scripts: list[Script] = []
        self._listener = socket.create_server(('127.0.0.1', 0))
        self.base_url = f'http://127.0.0.1:{self._listener.getsockname()[1]}'
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def script(self, *scripts: Script) -> None:
        self._scripts = list(scripts)

    def stop(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()

    def _serve(self) -> None:
        while True:
            try:
                line, _ = self._listener.accept()
            except OSError:
                return
            with line:
                self._respond(line)

    def _respond(self, line: socket.socket) -> None:
        try:
            request = read_request(line)
            if request is None:
                return
            self.received.append(request)
            script = self._scripts.pop(0) if len(self._scripts) > 1 else self._scripts[0]
            if isinstance(script, bytes):
                line.sendall(script)
            else:
                script(line)
        except OSError:
            pass  # the client has left


def read_request(line: socket.socket) -> Optional[Request]:
    with line.makefile('rb') as stream:
        first = stream.readline().decode('latin-1')
        if not first.endswith('\r\n'):
            return None
        method, target, _ = first.split()
        headers = dict(headers_in(stream))
        content = stream.read(int(headers.get('content-length', '0')))
    return Request(method, target, headers, json.loads(content) if content else None)


def headers_in(stream: Any) -> Iterator[tuple[str, str]]:
    while True:
        text = stream.readline().decode('latin-1').strip()
        if text == '':
            return
        name, value = text.split(': ', 1)
        yield name.lower(), value


class Clock:
    """Sleeps only move it forward."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.skipped = 0.0

    def now(self) -> float:
        return time.monotonic() + self.skipped

    def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.skipped += seconds


class ServiceTest(unittest.TestCase):
    """Has a service, a clock and a client."""

    def setUp(self) -> None:
        self.service = Service()
        self.addCleanup(self.service.stop)
        self.clock = Clock()
        self.topup = self.client()

    def client(self, base_url: Optional[str] = None, **options: Any) -> TopUp:
        url = base_url or self.service.base_url
        return TopUp(url, 'tup_test_key', _now=self.clock.now, _sleep=self.clock.sleep, **options)
