"""Keeps each event once, so that the receiver can respond before the work is done."""

from __future__ import annotations

import json
import sqlite3
from typing import Mapping


def keep(file: str, webhook_id: str, event: Mapping[str, str]) -> None:
    """Saves an event. One that came before is left as it is: a person can resend events."""
    inbox = sqlite3.connect(file, timeout=8)  # the service waits for 10 seconds
    try:
        with inbox:
            inbox.execute('CREATE TABLE IF NOT EXISTS event (webhook_id TEXT PRIMARY KEY, body TEXT NOT NULL)')
            inbox.execute('INSERT OR IGNORE INTO event VALUES (?, ?)', (webhook_id, json.dumps(event)))
    finally:
        inbox.close()
