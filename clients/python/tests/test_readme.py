"""The samples of the README do not run."""

from __future__ import annotations

import contextlib
import io
import os
import re
import unittest
from typing import Any

from service import ROOT, ServiceTest, drop, outcome, page, refused

from topup import AuthenticationError


class TestReadme(ServiceTest):
    def samples(self) -> dict[str, Any]:
        os.environ.update(TOPUP_URL=self.service.base_url, TOPUP_API_KEY='tup_test_key')
        blocks = re.findall('```python\n(.*?)```', (ROOT / 'README.md').read_text(encoding='utf-8'), re.DOTALL)
        names: dict[str, Any] = {}
        for block in blocks:
            exec(block, names)
        return names

    def test_a_sale_ends_as_it_should(self) -> None:
        sell = self.samples()['sell']
        for script, end in [
            (outcome('successful'), 'sold'),
            (outcome('failed', 'provider_rejected'), 'not sold'),
            (drop, 'ask later'),
            (refused(400, 'duplicate_reference'), 'ask later'),
            (refused(400, 'duplicate_reference', X_Original_Matches='false'), 'not sold'),
        ]:
            self.service.script(script)
            self.assertEqual(sell('08031234567', 'order-1'), end)

    def test_changes_are_printed_with_their_cursor(self) -> None:
        follow = self.samples()['follow']
        self.service.script(page([{'reference': 'a', 'status': 'failed'}], 'c1'), refused(401, 'key_expired'))
        with contextlib.redirect_stdout(io.StringIO()) as printed, self.assertRaises(AuthenticationError):
            follow('c0')
        self.assertEqual(printed.getvalue(), 'a failed c1\n')


if __name__ == '__main__':
    unittest.main()
