"""Receives webhooks with Django: python3 receive_django.py runserver

It reads TOPUP_WEBHOOK_SECRET and DJANGO_SECRET_KEY, and keeps the events in the file SHOP_INBOX (inbox.db). In your
project you need only the view and its path.
"""

from __future__ import annotations

import os
import sys

from django.conf import settings
from django.core.management import execute_from_command_line
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from inbox import keep

from topup import verify_webhook

SECRET = os.environ['TOPUP_WEBHOOK_SECRET']  # without it the program must not start
INBOX = os.environ.get('SHOP_INBOX', 'inbox.db')


@csrf_exempt  # the signature says who sends
@require_POST
def receive(request: HttpRequest) -> HttpResponse:
    event = verify_webhook(request.body, request.headers, secret=SECRET)
    if event is None:
        return HttpResponse(status=401)
    if event['event'] != 'transaction.requery':  # each of your status queries sends that one
        keep(INBOX, request.headers['webhook-id'], event)
    return HttpResponse(status=200)


urlpatterns = [path('topup-events', receive)]

if __name__ == '__main__':
    settings.configure(
        SECRET_KEY=os.environ['DJANGO_SECRET_KEY'], ROOT_URLCONF=__name__, ALLOWED_HOSTS=['127.0.0.1', 'localhost']
    )
    execute_from_command_line(sys.argv)
