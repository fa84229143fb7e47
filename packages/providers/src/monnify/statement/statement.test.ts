import type { StatementRow } from '@topup/core/provider';
import { callsTo, failure, monnifyAt, page, startMonnify } from '../../../test/stub-monnify';
import { answer, type StubProvider } from '../../../test/stub-provider';
import { written } from '../../../test/stub-reloadly';

let stub: StubProvider;
afterEach(() => stub.close());

const FROM = new Date('2025-03-10T00:00:00Z');
const TO = new Date('2025-03-11T00:00:00Z');
const ID = 'MFBP2503101014027a41';
const OURS = '20250310101402yifqh6azpsw2svxp0hba50h';
const EARLIER = '2025031010140190a1b2c3d47e578a9bacbdcedfe0f1';

const row = (movement: string, own: Record<string, string> = {}) =>
  written({
    walletTransactionReference: `"${ID}_${movement}"`,
    monnifyTransactionReference: `"${ID}_${movement}"`,
    availableBalanceBefore: '630.0',
    availableBalanceAfter: '500.0',
    amount: '130.0',
    transactionDate: '"2025-03-10T09:14:05.000+0000"',
    transactionType: movement.startsWith('DEBIT') ? '"DEBIT"' : '"CREDIT"',
    message: 'null',
    narration: '"Bills payment/#/MTN Mobile Top up/#/08031234567"',
    status: '"COMPLETED"',
    ...own,
  });

async function statement(pages: readonly string[]) {
  stub = await startMonnify(({ path }, socket) => {
    const at = Number(new URLSearchParams(path.split('?')[1]).get('pageNo'));
    answer(socket, 200, pages[at] ?? failure('no such page'));
  });
  return monnifyAt(stub.origin).statement(FROM, TO);
}
async function rowsOf(...rows: string[]): Promise<StatementRow[]> {
  const answered = await statement([page(rows)]);
  if (answered.kind !== 'found') throw new Error(answered.reason);
  return answered.value;
}
const kinds = (rows: StatementRow[]) => rows.map(({ kind, amountKobo }) => [kind, amountKobo]);

describe('the books would not add up with what Monnify has charged', () => {
  test('a row says what moved, when, and by which vend', async () => {
    const [read] = await rowsOf(row('DEBIT_0'));
    expect(read).toEqual({
      rowId: `${ID}_DEBIT_0`,
      at: new Date('2025-03-10T09:14:05Z'),
      direction: 'debit',
      kind: 'sale',
      amountKobo: 13_000n,
      providerRef: null,
      providerTransactionId: ID,
      balanceBeforeKobo: 63_000n,
      balanceAfterKobo: 50_000n,
      raw: expect.objectContaining({ amount: '130.0', transactionDate: '2025-03-10T09:14:05.000+0000' }),
    });
    expect(callsTo(stub)[0]?.path).toBe(
      `/api/v1/disbursements/wallet/9000000001/statement?startDate=${FROM.getTime()}&endDate=${TO.getTime()}` +
        '&enableTimeFilter=true&pageNo=0&pageSize=100',
    );
  });

  test('the commission of a vend is a second row', async () => {
    const rows = await rowsOf(row('CREDIT_0', { amount: '3.90' }), row('DEBIT_0'));
    expect(kinds(rows)).toEqual([
      ['sale', 13_000n],
      ['commission', 390n],
    ]);
  });

  test('a vend that is taken back before its commission gives all back', async () => {
    expect(kinds(await rowsOf(row('CREDIT_0'), row('DEBIT_0')))).toEqual([
      ['sale', 13_000n],
      ['reversal', 13_000n],
    ]);
  });

  test('one that is taken back later gives back what is left', async () => {
    const later = { amount: '126.10', transactionDate: '"2025-03-10T10:00:00.000+0000"' };
    const rows = await rowsOf(row('CREDIT_1', later), row('CREDIT_0', { amount: '3.90' }), row('DEBIT_0'));
    expect(kinds(rows)).toEqual([
      ['sale', 13_000n],
      ['commission', 390n],
      ['reversal', 12_610n],
    ]);
  });

  test('or all of it, and the commission is taken back too', async () => {
    const later = { transactionDate: '"2025-03-10T10:00:00.000+0000"' };
    const rows = await rowsOf(
      row('DEBIT_1', { ...later, amount: '3.90' }),
      row('CREDIT_1', later),
      row('CREDIT_0', { amount: '3.90' }),
      row('DEBIT_0'),
    );
    expect(kinds(rows)).toEqual([
      ['sale', 13_000n],
      ['commission', 390n],
      ['reversal', 13_000n],
      ['commission', 390n],
    ]);
  });

  test('a credit whose debit is not in the list may be either, and the row does not say which', async () => {
    expect(kinds(await rowsOf(row('CREDIT_0', { amount: '97' })))).toEqual([['other', 9_700n]]);
  });

  test.each([
    ['FAILED, and has left the balance', '"FAILED"', '630.0', []],
    ['FAILED, and has changed the balance', '"FAILED"', '500.0', [['other', 13_000n]]],
    ['PENDING, and has no balance', '"PENDING"', '', [['other', 13_000n]]],
    ['without a status', '', '500.0', [['other', 13_000n]]],
    ['in no state that is readable', '"Completed 08031234567"', '500.0', [['other', 13_000n]]],
  ])('a row that is %s is told, and is no sale', async (_, status, availableBalanceAfter, expected) => {
    const told: unknown[] = [];
    const rows = [row('DEBIT_0', { status, availableBalanceAfter }), row('DEBIT_0', { status, availableBalanceAfter })];
    stub = await startMonnify((_, socket) => answer(socket, 200, page(rows, { totalElements: '1' })));
    const onOddity = (text: string, fields: Record<string, string>) => told.push([text, fields]);
    const answered = await monnifyAt(stub.origin, { onOddity }).statement(FROM, TO);
    if (answered.kind !== 'found') throw new Error(answered.reason);
    expect(kinds(answered.value)).toEqual(expected);
    const known = /^"[A-Z]+"$/.test(status) ? JSON.parse(status) : status === '' ? 'none' : 'unreadable';
    expect(told).toEqual([['a row of the statement is not COMPLETED', { status: known }]]);
  });

  test('what is no vend is none', async () => {
    const funding = row('CREDIT_0', {
      walletTransactionReference: '"MFWF-7"',
      monnifyTransactionReference: '"MFWF-7"',
      narration: '"Wallet funding"',
    });
    expect(await rowsOf(funding)).toMatchObject([{ kind: 'other', providerTransactionId: null, providerRef: null }]);
  });

  test.each([
    [`MFDS7/#/${OURS}/#/test/#/GTBank`, OURS],
    [`Bills ${OURS}x2`, `${OURS}x2`],
    [OURS, OURS],
    [`Bills ${OURS}x4`, null],
    [`9${OURS}`, null],
    [`${OURS}0`, null],
    [`Bills ${EARLIER}`, EARLIER],
    [`Bills ${EARLIER}x3`, `${EARLIER}x3`],
  ])('our reference in the narration %s', async (narration, providerRef) => {
    expect(await rowsOf(row('DEBIT_0', { narration: JSON.stringify(narration) }))).toMatchObject([{ providerRef }]);
  });

  test('rows of one moment are in the order in which they happened: each begins with what the last one left', async () => {
    const rows = await rowsOf(
      row('CREDIT_0', { amount: '3.9', availableBalanceBefore: '500.0', availableBalanceAfter: '503.9' }),
      row('DEBIT_0'),
    );
    expect(rows.map(({ balanceBeforeKobo, balanceAfterKobo }) => [balanceBeforeKobo, balanceAfterKobo])).toEqual([
      [63_000n, 50_000n],
      [50_000n, 50_390n],
    ]);
  });
});

describe('rows would be missing, doubled, or of another day', () => {
  test('all pages are read, and a row that moved to the next page counts once', async () => {
    const first = row('DEBIT_0', { walletTransactionReference: '"a"' });
    const second = row('DEBIT_0', { walletTransactionReference: '"b"' });
    const third = row('DEBIT_0', { walletTransactionReference: '"c"' });
    const answered = await statement([
      page([third, second], { nextPage: '1', totalElements: '3' }),
      page([second, first], { totalElements: '3' }),
    ]);
    if (answered.kind !== 'found') throw new Error(answered.reason);
    expect(answered.value.map(({ rowId }) => rowId).sort()).toEqual(['a', 'b', 'c']);
  });

  test('fewer rows than announced are no statement', async () => {
    expect(await statement([page([row('DEBIT_0')], { totalElements: '2' })])).toMatchObject({ kind: 'unavailable' });
  });

  test('the range has its first moment and not its last', async () => {
    const at = (transactionDate: string) =>
      row('DEBIT_0', { walletTransactionReference: `"${transactionDate}"`, transactionDate: `"${transactionDate}"` });
    const dates = [
      '2025-03-09T23:59:59.999+0000',
      '2025-03-10T01:00:00.000+0100',
      '2025-03-10T23:59:59Z',
      '2025-03-11T00:59:59.999+0100',
      '2025-03-11T00:00:00.000+0000',
    ];
    expect((await rowsOf(...dates.map(at))).map(({ rowId }) => rowId)).toEqual(dates.slice(1, 4));
  });

  test.each([
    ['a time without a zone', { transactionDate: '"2025-03-10T09:14:05.000"' }],
    ['a day that is none', { transactionDate: '"2025-13-10T09:14:05Z"' }],
    ['no amount', { amount: '' }],
    ['an amount below nothing', { amount: '-1' }],
    ['parts of a kobo', { amount: '0.005' }],
    ['another type', { transactionType: '"HOLD"' }],
    ['no reference', { walletTransactionReference: 'null' }],
  ])('one row with %s, and there is no statement', async (_, own) => {
    expect(await statement([page([row('DEBIT_0'), row('DEBIT_0', own)])])).toMatchObject({ kind: 'unavailable' });
  });

  test('30 February is no time either', async () => {
    expect(await statement([page([row('DEBIT_0', { transactionDate: '"2025-02-30T09:14:05Z"' })])])).toMatchObject({
      kind: 'unavailable',
    });
  });
});
