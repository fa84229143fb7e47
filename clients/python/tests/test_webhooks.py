"""A receiver that accepts a forged event, or rejects a genuine one."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import unittest
from pathlib import Path
from typing import Any

from service import ROOT

from topup import verify_webhook, verify_webhook_hash, verify_webhook_signature

VECTORS = ROOT.parent / 'vectors'
KEY = 'tup_live_vector-key-one'
NOW = 1_795_262_712
SECRET, OLD_SECRET, OTHER = ['whsec_' + base64.b64encode(bytes([n]) * 32).decode() for n in (1, 2, 3)]


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding='utf-8'))


def genuine(**changed: str) -> dict[str, str]:
    return {
        'event': 'airtime.purchase.success',
        'reference': 'order-1',
        'status': 'success',
        'amount': '100.00',
        'product_type': 'AIRTIME',
        'details': 'Airtime purchase successful.',
        'hash': hashlib.sha256(f'{KEY}:order-1'.encode()).hexdigest(),
        'timestamp': '2026-11-21T12:05:11.516000000Z',
        **changed,
    }


BODY = json.dumps(genuine()).encode()


def signed(body: bytes = BODY, secret: str = SECRET) -> dict[str, Any]:
    key = base64.b64decode(secret[6:])
    mac = hmac.new(key, f'id-1.{NOW}.'.encode() + body, hashlib.sha256).digest()
    signature = f'v1,{base64.b64encode(mac).decode()}'
    return {'webhook-id': 'id-1', 'webhook-timestamp': str(NOW), 'webhook-signature': signature}


def verify(body: Any = BODY, headers: Any = None, now: float = NOW, **options: Any) -> Any:
    return verify_webhook(body, signed() if headers is None else headers, now=now, **options)


class TestVectors(unittest.TestCase):
    def test_signatures(self) -> None:
        vectors = read(VECTORS / 'signature-vectors.json')
        self.assertGreater(len(vectors), 20)
        for each in vectors:
            with self.subTest(each['name']):
                fits = verify_webhook_signature(each['body'], each['headers'], each['secret'], now=each['now'])
                self.assertIs(fits, each['valid'])

    def test_hashes(self) -> None:
        vectors = read(VECTORS / 'webhook-vectors.json')
        self.assertGreater(len(vectors), 20)
        for each in vectors:
            with self.subTest(each['name']):
                self.assertIs(verify_webhook_hash(each['body'], each['keys']), each['valid'])


class TestVerify(unittest.TestCase):
    def test_the_event_comes_from_text_and_bytes_and_every_kind_of_headers(self) -> None:
        headers = {name.title(): value for name, value in signed().items()}
        for body in (BODY, BODY.decode(), bytearray(BODY), memoryview(BODY)):
            for given in (headers, {name: [value] for name, value in headers.items()}):
                self.assertEqual(verify(body, given, secret=SECRET), genuine())

    def test_with_a_key_and_a_secret_both_must_fit(self) -> None:
        self.assertIsNotNone(verify(secret=[OLD_SECRET, SECRET], api_key=['old', KEY]))
        self.assertIsNone(verify(secret=OTHER, api_key=KEY))
        self.assertIsNone(verify(secret=SECRET, api_key='other'))

    def test_the_key_alone_covers_only_the_reference(self) -> None:
        forged = BODY.replace(b'100.00', b'900.00')
        self.assertIsNone(verify(forged, secret=SECRET))
        self.assertEqual(verify(forged, api_key=KEY)['amount'], '900.00')
        self.assertIsNone(verify(BODY.replace(b'order-1', b'order-2'), api_key=KEY))

    def test_an_event_that_was_kept_is_rejected_after_five_minutes(self) -> None:
        self.assertIsNotNone(verify(now=NOW + 300, secret=SECRET))
        self.assertIsNone(verify(now=NOW + 301, secret=SECRET))
        self.assertIsNone(verify(now=NOW - 301, secret=SECRET))
        self.assertIsNotNone(verify(now=NOW + 301, secret=SECRET, tolerance_seconds=600))

    def test_a_header_that_comes_twice_counts_for_nothing(self) -> None:
        twice = {**signed(), 'Webhook-Signature': signed()['webhook-signature']}
        self.assertIsNone(verify(headers=twice, secret=SECRET))

    def test_a_signed_body_that_is_no_event_is_none(self) -> None:
        wrong_type = json.dumps({**genuine(), 'amount': 1}).encode()
        for body in (b'', b'null', b'[]', b'{}', b'x', b'\xff', b'[' * 100_000, wrong_type):
            with self.subTest(body[:20]):
                self.assertIsNone(verify(body, signed(body), secret=SECRET))

    def test_nothing_makes_the_checks_raise(self) -> None:
        for odd in (None, 0, 'x', [], {}, genuine(reference='\ud800'), {**genuine(), 'hash': None}):
            self.assertIs(verify_webhook_hash(odd, KEY), False)
        for headers in (None, [], {'webhook-id': None}, {1: 'x'}, {**signed(), 'webhook-signature': []}):
            self.assertIs(verify_webhook_signature(BODY, headers, SECRET, now=NOW), False)
        self.assertIs(verify_webhook_hash(genuine(), None), False)

    def test_a_key_that_is_not_set_is_no_key(self) -> None:
        forged = genuine(hash=hashlib.sha256(b'None:order-1').hexdigest())
        self.assertIs(verify_webhook_hash(forged, [None]), False)
        self.assertIs(verify_webhook_hash(forged, [None, KEY]), False)

    def test_a_missing_body_is_no_event(self) -> None:
        self.assertIsNone(verify_webhook(None, signed(), secret=SECRET, now=NOW))

    def test_the_line_end_of_a_file_is_no_part_of_a_secret(self) -> None:
        self.assertIsNotNone(verify(secret=f'{SECRET}\n', api_key=f' {KEY}\r\n'))
        self.assertIsNotNone(verify(secret=SECRET.rstrip('=')))


class TestMisuse(unittest.TestCase):
    """A program that checks less than it means to, or rejects every event."""

    def test_a_setting_that_is_not_set_is_an_error(self) -> None:
        for name, options in [
            ('secret', {'api_key': KEY, 'secret': None}),
            ('secret', {'api_key': KEY, 'secret': ' \n'}),
            ('secret', {'api_key': KEY, 'secret': [None, '']}),
            ('api_key', {'api_key': None, 'secret': SECRET}),
            ('api_key', {'api_key': [], 'secret': SECRET}),
        ]:
            with self.subTest(options), self.assertRaisesRegex(ValueError, f'no value in `{name}`'):
                verify(**options)
        with self.assertRaisesRegex(ValueError, 'needs a secret or an api_key'):
            verify()

    def test_a_secret_that_is_cut_is_an_error(self) -> None:
        for secret in (SECRET[:-4], SECRET[2:], SECRET[6:], f'"{SECRET}"', SECRET + SECRET, KEY):
            for given in (secret, [SECRET, secret]):
                with self.subTest(given), self.assertRaisesRegex(ValueError, 'cut or is no webhook secret'):
                    verify(secret=given)

    def test_a_parsed_body_is_an_error(self) -> None:
        for body in (genuine(), {}, [1], 7):
            with self.subTest(body), self.assertRaisesRegex(TypeError, 'such as a parsed one'):
                verify(body, secret=SECRET)


if __name__ == '__main__':
    unittest.main()
