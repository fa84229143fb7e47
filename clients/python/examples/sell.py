"""A small shop that sells airtime, and loses no money when a response, the program or the computer is lost.

    python3 sell.py sell mtn 08031234567 100
    python3 sell.py resume    once, after each start and before you sell
    python3 sell.py follow    all the time, in a process of its own

It reads TOPUP_URL and TOPUP_API_KEY, and keeps its book in the file SHOP_BOOK (shop.db).
"""

from __future__ import annotations

import os
import sqlite3
import sys
import uuid
from typing import Optional

from topup import (
    DuplicateReferenceError,
    NotFoundError,
    OutcomeUnknownError,
    PurchaseFailedError,
    TopUp,
    TopUpError,
)

# A sale is `open` until you know its outcome. Then it is
# - `sold`: serve your customer
# - `not sold`: give the customer's money back, or sell again with a new reference
# - `ask`: an operator of the service refunded it by hand. Ask the operator first: your customer may be served.
BOOK = """
CREATE TABLE IF NOT EXISTS sale (
  reference TEXT PRIMARY KEY, network TEXT NOT NULL, phone TEXT NOT NULL, amount TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'open', why TEXT
);
CREATE TABLE IF NOT EXISTS place (id INTEGER PRIMARY KEY CHECK (id = 1), cursor TEXT NOT NULL);
"""


def open_book(file: str) -> sqlite3.Connection:
    book = sqlite3.connect(file, timeout=30)
    book.executescript(BOOK)
    return book


def sell(book: sqlite3.Connection, topup: TopUp, network: str, phone: str, amount: str) -> str:
    """Sells airtime for a customer who has paid. Returns the state of the sale."""
    reference = str(uuid.uuid4())
    with book:  # the book has the sale and its reference before the service hears of it
        book.execute(
            'INSERT INTO sale (reference, network, phone, amount) VALUES (?, ?, ?, ?)',
            (reference, network, phone, amount),
        )
    try:
        first = topup.buy_airtime({'network': network, 'phone': phone, 'amount': amount, 'request_ref': reference})
    except PurchaseFailedError as error:
        close(book, reference, failed_state(error.code), error.code)
    except OutcomeUnknownError:
        pass  # perhaps sold: `resume` and `follow` find out
    except DuplicateReferenceError as error:
        if error.original_matches is False:  # another order has the reference; otherwise this one is perhaps sold
            close(book, reference, 'not sold', error.code)
    except TopUpError as error:
        close(book, reference, 'not sold', str(error))
    else:
        if first['status'] == 'successful':
            close(book, reference, 'sold')
    return state_of(book, reference)


def resume(book: sqlite3.Connection, topup: TopUp) -> None:
    """Finds the outcome of each sale that the last run left open. It sends no order."""
    for (reference,) in book.execute("SELECT reference FROM sale WHERE state = 'open'").fetchall():
        find_out(book, topup, reference)


def find_out(book: sqlite3.Connection, topup: TopUp, reference: str) -> None:
    """Takes a minute if the order never arrived."""
    try:
        topup.settled(reference)
    except PurchaseFailedError as error:
        close(book, reference, failed_state(error.code), error.code)
    except NotFoundError:
        close(book, reference, 'not sold', 'the order never arrived')
    except OutcomeUnknownError as error:
        print(error, file=sys.stderr)  # it stays open: `follow`, or the next `resume`, finds out
    else:
        close(book, reference, 'sold')


def follow(book: sqlite3.Connection, topup: TopUp) -> None:
    """Writes each outcome into the book as it becomes known, forever. A sale that is reversed later comes again."""
    saved = book.execute('SELECT cursor FROM place').fetchone()
    changes = topup.changes(after=saved[0] if saved else None)
    for row in changes:
        state = 'sold' if row['status'] == 'successful' else failed_state(row['error_code'])
        with book:  # the outcome and the place in one step, so that a restart skips no row
            book.execute(
                'UPDATE sale SET state = ?, why = ? WHERE reference = ?', (state, row['error_code'], row['reference'])
            )
            if changes.cursor is not None:
                book.execute('INSERT OR REPLACE INTO place (id, cursor) VALUES (1, ?)', (changes.cursor,))


def close(book: sqlite3.Connection, reference: str, state: str, why: Optional[str] = None) -> None:
    with book:  # only an open sale: `follow` may already know of a later reversal
        book.execute(
            "UPDATE sale SET state = ?, why = ? WHERE reference = ? AND state = 'open'", (state, why, reference)
        )


def failed_state(code: Optional[str]) -> str:
    return 'ask' if code == 'refunded_by_operator' else 'not sold'


def state_of(book: sqlite3.Connection, reference: str) -> str:
    (state,) = book.execute('SELECT state FROM sale WHERE reference = ?', (reference,)).fetchone()
    return str(state)


def main(command: str, *order: str) -> None:
    book = open_book(os.environ.get('SHOP_BOOK', 'shop.db'))
    topup = TopUp(os.environ['TOPUP_URL'], os.environ['TOPUP_API_KEY'])
    if command == 'sell':
        network, phone, amount = order
        print(sell(book, topup, network, phone, amount))
    elif command == 'resume':
        resume(book, topup)
    elif command == 'follow':
        follow(book, topup)
    else:
        sys.exit(__doc__)


if __name__ == '__main__':
    main(*(sys.argv[1:] or ['help']))
