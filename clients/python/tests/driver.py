"""Performs calls for the shared list of behaviours (`clients/vectors/behaviours.json`).

It reads one call in JSON from each line of standard input, and prints its outcome and the waits in one line of JSON.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from topup import Changes, OutcomeUnknownError, Pages, TopUp, TopUpError  # noqa: E402

FACTS = {
    'code': 'code',
    'httpStatus': 'http_status',
    'retryable': 'retryable',
    'retryAfterSeconds': 'retry_after_seconds',
    'reference': 'reference',
    'fields': 'fields',
    'message': 'message',
    'originalStatus': 'original_status',
    'originalMatches': 'original_matches',
}


class TestClock:
    """Sleeps only move it forward. Between them it goes as the real one, because the timeouts of sockets do."""

    def __init__(self) -> None:
        self.waits: list[float] = []

    def now(self) -> float:
        return time.monotonic() + sum(self.waits)

    def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)


def snake(name: str) -> str:
    return re.sub('[A-Z]', lambda found: f'_{found[0].lower()}', name)


def options_of(call: dict[str, Any]) -> dict[str, Any]:
    given = {snake(name): value for name, value in call.get('options', {}).items()}
    if 'timeout_ms' in given:
        given['timeout'] = given.pop('timeout_ms') / 1000
    return given


def perform(topup: TopUp, call: dict[str, Any]) -> Any:
    options = options_of(call)
    buy_or_ask = getattr(topup, snake(call['method']))
    if not call.get('settled'):
        return taken(buy_or_ask(*call.get('args', []), **options), call.get('take'))
    try:
        first = buy_or_ask(*call.get('args', []), **options)
    except OutcomeUnknownError as error:
        first = error.reference
    return topup.settled(first)


def taken(found: Any, count: Any) -> Any:
    if isinstance(found, Changes):
        return {'rows': [next(found) for _ in range(count)], 'cursor': found.cursor}
    if isinstance(found, Pages):
        rows = iter(found)
        return {'rows': [next(rows) for _ in range(count)] if count is not None else list(rows)}
    return found


def outcome(task: dict[str, Any]) -> dict[str, Any]:
    clock = TestClock()
    topup = TopUp(task['baseUrl'], task['apiKey'], _now=clock.now, _sleep=clock.sleep)
    try:
        return {'resolves': perform(topup, task['call']), 'waits': clock.waits}
    except (TopUpError, ValueError) as error:
        facts = {fact: getattr(error, name, None) for fact, name in FACTS.items()}
        facts['message'] = str(error)
        return {'rejects': {'class': type(error).__name__, **facts}, 'waits': clock.waits}


if __name__ == '__main__':
    logging.disable()
    for line in sys.stdin:
        print(json.dumps(outcome(json.loads(line))), flush=True)
