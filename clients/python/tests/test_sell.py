"""A shop that loses money when it dies, or when a response is lost."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import sell
from service import ROOT, ServiceTest, drop, outcome, page, refused

from topup import AuthenticationError


class TestShop(ServiceTest):
    def setUp(self) -> None:
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = str(Path(folder.name) / 'shop.db')
        self.book = self.opened()

    def opened(self) -> sqlite3.Connection:
        book = sell.open_book(self.file)
        self.addCleanup(book.close)
        return book

    def sell(self) -> str:
        return sell.sell(self.book, self.topup, 'mtn', '08031234567', '100')

    def sales(self) -> list[tuple[str, str]]:
        return self.opened().execute('SELECT state, why FROM sale').fetchall()

    def purchases(self) -> list[str]:
        return [sent.body['request_ref'] for sent in self.service.received if sent.target.endswith('/purchase')]

    def test_each_response_decides(self) -> None:
        for script, state, why in [
            (outcome('successful'), 'sold', None),
            (outcome('pending'), 'open', None),
            (outcome('failed', 'provider_rejected'), 'not sold', 'provider_rejected'),
            (outcome('failed', 'refunded_by_operator'), 'ask', 'refunded_by_operator'),
            (drop, 'open', None),
            (refused(500, 'outcome_unknown'), 'open', None),
            (refused(400, 'duplicate_reference'), 'open', None),
            (refused(400, 'duplicate_reference', X_Original_Matches='false'), 'not sold', 'duplicate_reference'),
            (refused(400, 'insufficient_balance'), 'not sold', 'm'),
        ]:
            with self.subTest(state=state, why=why):
                self.service.script(script)
                self.assertEqual(self.sell(), state)
                self.assertEqual(self.sales()[-1], (state, why))
        self.assertEqual(len(set(self.purchases())), 9)

    def test_after_a_restart_each_open_sale_gets_its_outcome_and_no_order_is_sent(self) -> None:
        self.service.script(drop)
        for _ in range(4):
            self.sell()
        never = [refused(404, 'transaction_not_found')] * 6
        self.service.script(
            outcome('successful'), outcome('failed', 'not_sent'), *never, refused(401, 'key_expired')
        )
        with contextlib.redirect_stderr(io.StringIO()) as said:
            sell.resume(self.opened(), self.topup)
        self.assertIn('Do not buy again', said.getvalue())
        self.assertEqual(
            self.sales(),
            [('sold', None), ('not sold', 'not_sent'), ('not sold', 'the order never arrived'), ('open', None)],
        )
        self.assertEqual(len(self.purchases()), 4)

    def test_a_shop_that_is_killed_while_it_buys_knows_the_sale(self) -> None:
        """The service has the order, and the program dies before its response."""
        settings = {'TOPUP_URL': self.service.base_url, 'TOPUP_API_KEY': 'tup_test_key', 'SHOP_BOOK': self.file}
        shop: list[subprocess.Popen[bytes]] = []
        started = threading.Event()

        def kill(line: socket.socket) -> None:
            started.wait()
            shop[0].send_signal(signal.SIGKILL)
            shop[0].wait()

        self.service.script(kill, outcome('successful'))
        command = [sys.executable, str(ROOT / 'examples/sell.py'), 'sell', 'mtn', '08031234567', '100']
        shop.append(subprocess.Popen(command, env={**os.environ, **settings, 'PYTHONPATH': str(ROOT)}))
        started.set()
        self.assertEqual(shop[0].wait(30), -signal.SIGKILL)
        self.assertEqual(self.sales(), [('open', None)])
        sell.resume(self.opened(), self.topup)
        self.assertEqual(self.sales(), [('sold', None)])
        [reference] = self.purchases()
        self.assertEqual(self.service.received[-1].body, {'request_ref': reference})

    def test_changes_close_sales_and_a_reversal_reopens_the_question(self) -> None:
        self.service.script(outcome('pending'))
        self.sell()
        [reference] = self.purchases()
        sold = {'reference': reference, 'status': 'successful', 'error_code': None}
        reversed_later = {'reference': reference, 'status': 'failed', 'error_code': 'refunded_by_operator'}
        stop = refused(401, 'key_expired')
        for script, state in [(page([sold], 'c1'), 'sold'), (page([reversed_later], 'c2'), 'ask')]:
            self.service.script(script, stop)
            with self.assertRaises(AuthenticationError):
                sell.follow(self.opened(), self.topup)
            self.assertEqual(self.sales()[0][0], state)
        targets = [sent.target.split('?')[1] for sent in self.service.received[1:]]
        self.assertEqual(targets[0], 'limit=100&wait=20')
        self.assertEqual([each.split('&')[0] for each in targets[1:]], ['after=c1', 'after=c1', 'after=c2'])


if __name__ == '__main__':
    unittest.main()
