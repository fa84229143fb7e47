"""Receives webhooks with Flask: flask --app receive_flask run

It reads TOPUP_WEBHOOK_SECRET, and keeps the events in the file SHOP_INBOX (inbox.db).
"""

from __future__ import annotations

import os

from flask import Flask, request
from inbox import keep

from topup import verify_webhook

SECRET = os.environ['TOPUP_WEBHOOK_SECRET']  # without it the program must not start
INBOX = os.environ.get('SHOP_INBOX', 'inbox.db')

app = Flask(__name__)


@app.post('/topup-events')
def receive() -> tuple[str, int]:
    event = verify_webhook(request.get_data(), request.headers, secret=SECRET)
    if event is None:
        return '', 401
    if event['event'] != 'transaction.requery':  # each of your status queries sends that one
        keep(INBOX, request.headers['webhook-id'], event)
    return '', 200
