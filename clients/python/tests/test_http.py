"""A request that is sent twice, or whose sending is not known, sells twice."""

from __future__ import annotations

import email.utils
import socket
import threading
import time
import unittest
from decimal import Decimal

from service import ORDER, ServiceTest, dripping, outcome, refused, response

from topup import ConnectionError, OutcomeUnknownError, RateLimitedError, TopUp, __version__


class TestRequest(ServiceTest):
    def test_a_purchase_is_sent_as_documented(self) -> None:
        self.service.script(outcome('successful'))
        self.assertEqual(self.topup.buy_airtime(ORDER)['data']['amount'], '100.00')
        [sent] = self.service.received
        self.assertEqual((sent.method, sent.target, sent.body), ('POST', '/v1/airtime/purchase', ORDER))
        self.assertEqual(sent.headers['authorization'], 'Bearer tup_test_key')
        self.assertEqual(sent.headers['content-type'], 'application/json')
        self.assertTrue(sent.headers['user-agent'].startswith(f'topup-python/{__version__} python/3.'))

    def test_the_base_url_may_have_a_path_and_a_slash(self) -> None:
        self.service.script(response(200, {'message': 'm', 'data': {'balance': '1.00'}}))
        self.assertEqual(self.client(f'{self.service.base_url}/topup/').wallet_balance(), {'balance': '1.00'})
        self.assertEqual(self.service.received[0].target, '/topup/v1/wallet/balance')

    def test_a_wrong_url_or_key_is_an_error_at_once(self) -> None:
        for url, key in [
            ('topup.example.com', 'k'),
            ('ftp://topup.example.com', 'k'),
            ('https://', 'k'),
            ('http://a:port', 'k'),
            ('https://topup.example.com', ''),
            ('https://topup.example.com', 'k\n'),
            ('https://topup.example.com', 'k\r\nX-Other: 1'),
        ]:
            with self.subTest(url=url, key=key), self.assertRaises(ValueError):
                TopUp(url, key)

    def test_an_order_that_is_no_json_is_never_sent(self) -> None:
        for amount in (Decimal('100.00'), float('nan')):
            with self.subTest(amount=amount), self.assertRaises((TypeError, ValueError)):
                self.topup.buy_airtime({**ORDER, 'amount': amount})
        for wait in (-1, 16, 1.5, True):
            with self.subTest(wait=wait), self.assertRaises(ValueError):
                self.topup.buy_airtime(ORDER, wait_seconds=wait)
        with self.assertRaises(ValueError):
            self.topup.buy_airtime(ORDER, wait_seconds=5, respond_async=True)
        self.assertEqual(self.service.received, [])


class TestUnsent(ServiceTest):
    def unsent(self, base_url: str) -> ConnectionError:
        with self.assertRaises(ConnectionError) as caught:
            self.client(base_url).buy_airtime(ORDER)
        self.assertEqual((caught.exception.retryable, caught.exception.reference), (True, 'order-1'))
        self.assertIn('sold nothing and moved no money', str(caught.exception))
        self.assertEqual(len(self.clock.waits), 2)
        return caught.exception

    def test_the_name_is_unknown(self) -> None:
        self.assertIn('cannot be reached', str(self.unsent('http://[fe80::1%nosuch]')))

    def test_the_server_speaks_no_tls(self) -> None:
        self.unsent(self.service.base_url.replace('http:', 'https:'))

    def test_the_server_breaks_the_handshake(self) -> None:
        """A reset before the request is written is no unknown outcome."""
        listener = socket.create_server(('127.0.0.1', 0))

        def hang_up() -> None:
            for _ in range(3):
                listener.accept()[0].close()

        thread = threading.Thread(target=hang_up)
        thread.start()
        try:
            self.unsent(f'https://127.0.0.1:{listener.getsockname()[1]}')
        finally:
            thread.join()
            listener.close()

    def test_every_address_of_a_name_is_tried(self) -> None:
        """Where `localhost` is first an address of IPv6, nobody listens there."""
        self.service.script(outcome('successful'))
        by_name = self.client(self.service.base_url.replace('127.0.0.1', 'localhost'))
        self.assertEqual(by_name.buy_airtime(ORDER)['status'], 'successful')
        self.assertEqual(self.clock.waits, [])


class TestTime(ServiceTest):
    def in_time(self, timeout: float, script: object) -> OutcomeUnknownError:
        self.service.script(script)  # type: ignore[arg-type]
        began = time.monotonic()
        with self.assertRaises(OutcomeUnknownError) as caught:
            self.topup.buy_airtime(ORDER, timeout=timeout)
        self.assertLess(time.monotonic() - began, timeout + 5)
        self.assertIn(f'No response came within {timeout:g} s.', str(caught.exception))
        self.assertEqual(len(self.service.received), 1)
        return caught.exception

    def test_headers_that_drip_end_with_the_time_of_the_call(self) -> None:
        self.in_time(0.4, dripping(b'HTTP/1.1 200 OK\r\nX-Long: ' + b'x' * 2_000))

    def test_a_body_that_drips_ends_with_the_time_of_the_call(self) -> None:
        self.in_time(0.4, dripping(response(200, {'message': 'm' * 2_000}), 0.02))

    def test_the_wait_for_retry_after_counts(self) -> None:
        self.service.script(refused(429, 'overloaded', Retry_After='50'))
        with self.assertRaises(RateLimitedError):
            self.topup.buy_airtime(ORDER, timeout=80)
        self.assertEqual(len(self.service.received), 2)
        self.assertGreaterEqual(self.clock.waits[0], 50)


class TestFacts(ServiceTest):
    def limited(self, **headers: str) -> RateLimitedError:
        self.service.script(refused(429, 'rate_limited', X_Request_Id='id-1', **headers))
        with self.assertRaises(RateLimitedError) as caught:
            self.topup.wallet_balance(max_retries=0)
        return caught.exception

    def test_a_date_is_read_as_seconds(self) -> None:
        for retry_after, least, most in [
            (email.utils.formatdate(time.time() + 100, usegmt=True), 90, 101),
            (email.utils.formatdate(time.time() - 100, usegmt=True), 0, 0),
            ('120', 120, 120),
        ]:
            with self.subTest(retry_after=retry_after):
                seconds = self.limited(Retry_After=retry_after).retry_after_seconds
                self.assertTrue(seconds is not None and least <= seconds <= most, seconds)
        for retry_after in ('soon', '-5', '1.5', 'Sun, 99 Nov 2026 09:30:05 GMT'):
            with self.subTest(retry_after=retry_after):
                self.assertIsNone(self.limited(Retry_After=retry_after).retry_after_seconds)

    def test_the_page_that_explains_it_is_a_whole_url(self) -> None:
        error = self.limited(Link='</docs/errors#rate_limited>; rel="help"')
        self.assertEqual(error.help_url, f'{self.service.base_url}/docs/errors#rate_limited')
        self.assertEqual(error.request_id, 'id-1')
        self.assertIsNone(self.limited().help_url)


if __name__ == '__main__':
    unittest.main()
