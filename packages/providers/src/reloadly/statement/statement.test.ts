import type { StatementRow } from '@topup/core/provider';
import { answer, type StubProvider } from '../../../test/stub-provider';
import { AIRTIME, callsTo, page, refusal, reloadlyAt, startReloadly, topUp } from '../../../test/stub-reloadly';

let stub: StubProvider;
afterEach(() => stub.close());

const FROM = new Date('2025-03-10T00:00:00Z');
const TO = new Date('2025-03-11T00:00:00Z');

async function statement(pages: readonly string[], onOddity?: (text: string) => void) {
  stub = await startReloadly(({ path }, socket) => {
    const at = Number(new URLSearchParams(path.split('?')[1]).get('page'));
    answer(socket, 200, pages[at - 1] ?? refusal('INVALID_INPUT_PROVIDED'));
  });
  return reloadlyAt(stub.origin, onOddity && { onOddity }).statement(FROM, TO);
}
async function rowsOf(...rows: string[]): Promise<StatementRow[]> {
  const answered = await statement([page(rows)]);
  if (answered.kind !== 'found') throw new Error(answered.reason);
  return answered.value;
}

describe('the books would not add up with what Reloadly has charged', () => {
  test('a top-up is one debit, with our reference and the balances around it', async () => {
    expect(await rowsOf(topUp())).toEqual([
      {
        rowId: '181341',
        at: new Date('2025-03-10T09:14:05Z'),
        direction: 'debit',
        kind: 'sale',
        amountKobo: 9_749n,
        providerRef: AIRTIME.providerRef,
        providerTransactionId: '181341',
        balanceBeforeKobo: 500_000n,
        balanceAfterKobo: 490_251n,
        raw: expect.objectContaining({
          status: 'SUCCESSFUL',
          balanceInfo: expect.objectContaining({ cost: '97.48500' }),
        }),
      },
    ]);
  });

  test('parts of a kobo add up over any number of top-ups', async () => {
    const rows = Array.from({ length: 100 }, (_, n) => {
      const [before, after] = [n, n + 1].map((times) => (100_000 - times * 97.485).toFixed(5)) as [string, string];
      return topUp({ transactionId: String(n + 1) }, { oldBalance: before, newBalance: after });
    });
    const read = await rowsOf(...rows);
    expect(read.reduce((sum, { amountKobo }) => sum + amountKobo, 0n)).toBe(974_850n);
    for (const { balanceBeforeKobo, balanceAfterKobo, amountKobo } of read)
      expect((balanceBeforeKobo ?? 0n) - amountKobo).toBe(balanceAfterKobo);
  });

  test('a refunded one that was charged is a debit and a credit; the credit has no balances', async () => {
    const refunded = topUp({ status: '"REFUNDED"' });
    expect(await rowsOf(refunded)).toMatchObject([
      { rowId: '181341', direction: 'debit', kind: 'sale', amountKobo: 9_749n },
      {
        rowId: '181341-refund',
        direction: 'credit',
        kind: 'reversal',
        amountKobo: 9_749n,
        balanceBeforeKobo: null,
        balanceAfterKobo: null,
        providerRef: AIRTIME.providerRef,
      },
    ]);
  });

  test('one that shows no cost has moved nothing', async () => {
    const free = { cost: '0', newBalance: '5000.00000' };
    expect(await rowsOf(topUp({ status: '"REFUNDED"' }, free))).toEqual([]);
  });

  test('a refunded one without its balance is told, and the others are read', async () => {
    const told: string[] = [];
    const rows = [topUp({ status: '"REFUNDED"', balanceInfo: 'null' }), topUp({ transactionId: '7' })];
    expect(await statement([page(rows)], (text) => told.push(text))).toMatchObject({
      kind: 'found',
      value: [{ rowId: '7' }],
    });
    expect(told).toEqual(['a refunded row of the list has no cost']);
  });

  test.each(['PROCESSING', 'PENDING', 'FAILED', 'CANCELLED'])('one that is %s moves nothing yet', async (status) => {
    expect(await rowsOf(topUp({ status: `"${status}"` }))).toEqual([]);
  });

  test('a status that is not listed is told', async () => {
    const told: string[] = [];
    await statement([page([topUp({ status: '"CANCELLED"' })])], (text) => told.push(text));
    expect(told).toEqual(['a row of the list has a status that is not listed']);
  });
});

describe('rows would be missing, doubled, or of another day', () => {
  test('the question is 36 hours wider, in the zone it is read in; the answer is cut by its own times', async () => {
    const times = ['2025-03-09 23:59:59', '2025-03-10 00:00:00', '2025-03-10 23:59:59', '2025-03-11 00:00:00'];
    const rows = await rowsOf(
      ...times.map((at, n) => topUp({ transactionId: String(n + 1), transactionDate: `"${at}"` })).reverse(),
    );
    expect(rows.map(({ at }) => at.toISOString().slice(0, 19).replace('T', ' '))).toEqual(times.slice(1, 3));
    const query = new URLSearchParams(callsTo(stub)[0]?.path.split('?')[1]);
    // 36 h before 10 March and after 11 March, written as UTC−4
    expect([query.get('startDate'), query.get('endDate')]).toEqual(['2025-03-08 08:00:00', '2025-03-12 08:00:00']);
    expect([query.get('page'), query.get('size')]).toEqual(['1', '500']);
  });

  const of = (...ids: number[]) => ids.map((id) => topUp({ transactionId: String(id) }));

  test('all pages are read, and a row that moved to the next page counts once', async () => {
    const answered = await statement([
      page(of(1, 2), { last: 'false', totalElements: '3' }),
      page(of(2, 3), { totalElements: '3' }),
    ]);
    if (answered.kind !== 'found') throw new Error(answered.reason);
    expect(answered.value.map(({ rowId }) => rowId)).toEqual(['1', '2', '3']);
  });

  test.each<[string, string[]]>([
    ['fewer rows than announced', [page(of(1), { totalElements: '2' })]],
    ['a page that says nothing new', [page(of(1), { last: 'false' }), page(of(1), { last: 'false' })]],
    ['a second page that fails', [page(of(1), { last: 'false', totalElements: '2' })]],
    ['a row without a time', [page([topUp({ transactionDate: '' })])]],
    ['a row of 30 February', [page([topUp({ transactionDate: '"2025-02-30 09:14:05"' })])]],
    ['a row without a status', [page([topUp({ status: '' })])]],
    ['a row without a cost', [page([topUp({}, { cost: '' })])]],
    ['a row in dollars', [page([topUp({}, { currencyCode: '"USD"' })])]],
    ['a row without an id', [page([topUp({ transactionId: 'null' })])]],
    ['no list', ['{}']],
  ])('%s is no statement', async (_, pages) => {
    expect(await statement(pages)).toMatchObject({ kind: 'unavailable' });
  });
});
