"""A call that differs from the documented API."""

from __future__ import annotations

import json
import pickle
import re
import unittest

from service import ORDER, ROOT, ServiceTest, outcome, refused, response

from topup import OutcomeUnknownError, TopUpError, ValidationError

DOCUMENT = ROOT.parents[1] / 'docs/reference/openapi.json'
# Server-sent events are only for the client in TypeScript. Changes are an iterator of their own.
LEFT_OUT = {('get', '/v1/test/events'), ('get', '/v1/transactions/changes')}


def operations() -> list[tuple[str, str, str, object]]:
    """Name, method, path and an example of the body of each operation."""
    found = []
    for path, item in json.loads(DOCUMENT.read_text())['paths'].items():
        for method, operation in item.items():
            examples = operation.get('requestBody', {}).get('content', {}).get('application/json', {}).get('examples')
            body = next(iter(examples.values()))['value'] if examples else None
            if (method, path) not in LEFT_OUT:
                found.append((operation['operationId'], method.upper(), path, body))
    return found


class TestDocumented(ServiceTest):
    def test_each_method_calls_the_endpoint_of_its_name(self) -> None:
        self.service.script(refused(400, 'code_of_tomorrow'))
        of_other_names = {
            'transactionStatus': lambda: self.topup.status('order-1'),
            'claimTransaction': lambda: self.topup.claim({'request_ref': 'order-1', 'note': 'n'}),
            'listTransactions': lambda: self.topup.transactions().page(),
            'listWalletEntries': lambda: self.topup.wallet_entries().page(),
            'listRequests': lambda: self.topup.requests().page(),
            'resetTestAccount': self.topup.reset_test_account,
        }
        documented = operations()
        self.assertGreater(len(documented), 20)
        for name, method, path, body in documented:
            given = [] if body is None else [body]
            own = getattr(self.topup, re.sub('[A-Z]', lambda found: f'_{found[0].lower()}', name), None)
            call = of_other_names.get(name) or (lambda: own(*given))
            with self.subTest(name), self.assertRaises(TopUpError):
                call()
            self.assertEqual(self.service.received[-1][:2], (method, path))
        self.assertEqual(len(self.service.received), len(documented))

    def test_a_filter_is_sent_with_each_page(self) -> None:
        rows = {'status': 'success', 'message': 'm', 'data': [{'id': 'e-1'}]}
        pages = [response(200, {**rows, 'next_cursor': cursor}) for cursor in ('a b&c', None)]
        self.service.script(*pages)
        entries = list(self.topup.wallet_entries({'kind': 'refund', 'from': '2026-11-01', 'to': None}))
        self.assertEqual(entries, [{'id': 'e-1'}, {'id': 'e-1'}])
        self.assertEqual(
            [sent.target for sent in self.service.received],
            [
                '/v1/wallet/entries?kind=refund&from=2026-11-01',
                '/v1/wallet/entries?kind=refund&from=2026-11-01&cursor=a+b%26c',
            ],
        )


class TestErrors(ServiceTest):
    def test_the_fields_at_fault_are_named_once(self) -> None:
        detail = (
            'phone must be 5 to 30 digits; dashes may stand between them; '
            '"amount" is named more than once; phone is required'
        )
        self.assertEqual(ValidationError('m', detail=detail).fields, ('phone', 'amount'))
        self.assertEqual(ValidationError('m').fields, ())

    def test_an_error_survives_the_way_to_another_process(self) -> None:
        self.service.script(refused(500, 'outcome_unknown'))
        with self.assertRaises(OutcomeUnknownError) as caught:
            self.topup.buy_airtime(ORDER)
        copy = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((type(copy), copy.reference, copy.code), (OutcomeUnknownError, 'order-1', 'outcome_unknown'))
        self.assertEqual(str(copy), str(caught.exception))

    def test_a_repeated_order_whose_status_is_rejected_is_unknown(self) -> None:
        repeated = refused(400, 'duplicate_reference', X_Original_Status='successful', X_Original_Matches='true')
        for status, code in [(404, 'transaction_not_found'), (401, 'key_expired')]:
            self.service.script(repeated, refused(status, code))
            with self.subTest(code), self.assertRaises(OutcomeUnknownError) as caught:
                self.topup.buy_airtime(ORDER)
            self.assertEqual((caught.exception.code, caught.exception.reference), (code, 'order-1'))


class TestSettled(ServiceTest):
    def test_a_first_response_that_is_successful_is_the_outcome(self) -> None:
        self.service.script(outcome('successful'))
        first = self.topup.buy_airtime(ORDER)
        self.assertIs(self.topup.settled(first), first)
        self.assertEqual(len(self.service.received), 1)

    def test_a_service_that_stood_still_is_asked_for_another_minute(self) -> None:
        """Something may have held the order as long as it held the query."""
        not_found = refused(404, 'transaction_not_found')

        def after_eleven_seconds(line: object) -> None:
            self.clock.skipped += 11
            line.sendall(not_found)  # type: ignore[attr-defined]

        self.service.script(*[not_found] * 5, after_eleven_seconds, not_found, outcome('successful'))
        self.assertEqual(self.topup.settled('order-1')['status'], 'successful')
        self.assertEqual(len(self.service.received), 8)


if __name__ == '__main__':
    unittest.main()
