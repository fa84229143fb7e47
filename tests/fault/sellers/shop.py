"""The shop of the example, as a process that sells an order for each line of its input. See shop-process.ts."""

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor

import sell

from topup import TopUp

FILE = os.environ['SHOP_BOOK']
book = sell.open_book(FILE)


def resume_at_once() -> None:
    """As `resume`, with a thread for each open sale, because each that never arrived takes a minute."""
    rows = book.execute("SELECT reference FROM sale WHERE state = 'open'").fetchall()
    with ThreadPoolExecutor(len(rows) + 1) as pool:
        for each in [pool.submit(find_out, reference) for (reference,) in rows]:
            each.result()


def find_out(reference: str) -> None:
    own = sell.open_book(FILE)
    sell.find_out(own, topup, reference)
    own.close()


if sys.argv[1:] == ['book']:
    sales = book.execute('SELECT reference, phone, amount, state FROM sale').fetchall()
    print(json.dumps([dict(zip(('reference', 'phone', 'amount', 'state'), sale)) for sale in sales]))
    sys.exit()
topup = TopUp(os.environ['TOPUP_URL'], os.environ['TOPUP_API_KEY'], timeout=float(os.environ['CALL_SECONDS']))
resume_at_once()
print('ready', flush=True)
for line in sys.stdin:
    sell.sell(book, topup, 'mtn', *line.split())
    print('done', flush=True)
resume_at_once()
