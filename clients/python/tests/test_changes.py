"""A reader of changes that skips a row, or stops."""

from __future__ import annotations

import time
import unittest

from service import ServiceTest, drop, page, refused

from topup import AuthenticationError


def row(reference: str) -> dict[str, str]:
    return {'reference': reference, 'status': 'successful'}


class TestChanges(ServiceTest):
    def targets(self) -> list[str]:
        return [sent.target.replace('&limit=100&wait=20', '') for sent in self.service.received]

    def test_a_restart_in_the_middle_of_a_page_repeats_rows_and_skips_none(self) -> None:
        self.service.script(page([row('a'), row('b')], 'c1'), page([row('c')], 'c2'))
        changes = self.topup.changes('c0')
        seen = [(next(changes)['reference'], changes.cursor) for _ in range(3)]
        self.assertEqual(seen, [('a', 'c0'), ('b', 'c1'), ('c', 'c2')])

    def test_the_cursor_of_now_is_there_before_the_first_row(self) -> None:
        self.service.script(page([], 'c1'), refused(401, 'key_expired'))
        changes = self.topup.changes('now')
        with self.assertRaises(AuthenticationError):
            next(changes)
        self.assertEqual(changes.cursor, 'c1')
        self.assertEqual(self.targets(), [f'/v1/transactions/changes?after={after}' for after in ('now', 'c1')])

    def test_it_goes_on_after_an_error_that_a_person_has_put_right(self) -> None:
        self.service.script(refused(401, 'key_expired'), page([row('a')], 'c1'))
        changes = self.topup.changes('c0')
        with self.assertRaises(AuthenticationError):
            next(changes)
        self.assertEqual(next(changes)['reference'], 'a')

    def test_it_waits_longer_each_time_up_to_15_seconds_and_says_so(self) -> None:
        away = [*[drop] * 6, refused(503, 'unavailable', Retry_After='40')]
        self.service.script(*away, page([row('a')], 'c1'), drop, page([row('b')], 'c2'))
        changes = self.topup.changes('c0')
        with self.assertLogs('topup', 'WARNING') as logged:
            self.assertEqual(next(changes)['reference'], 'a')
            self.assertEqual(next(changes)['reference'], 'b')
        self.assertEqual(self.clock.waits, [1, 2, 4, 8, 15, 15, 40, 1])
        self.assertIn('The client asks again in 1 s.', logged.output[0])
        self.assertNotIn('tup_test_key', ''.join(logged.output))

    def test_a_short_timeout_of_the_client_does_not_cut_the_wait_of_the_service(self) -> None:
        def late(line: object) -> None:
            time.sleep(0.6)
            line.sendall(page([row('a')], 'c1'))  # type: ignore[attr-defined]

        self.service.script(late)
        self.assertEqual(next(self.client(timeout=0.2).changes('c0'))['reference'], 'a')
        self.assertEqual(len(self.service.received), 1)


if __name__ == '__main__':
    unittest.main()
