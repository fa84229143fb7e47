import { monnifyOf, vendOf, WALLET } from '../testing/monnify';
import { openSandbox, useSandbox } from '../testing/use-sandbox';
import { NOON } from '../testing/vtpass';

type Row = Record<'amount' | 'availableBalanceBefore' | 'availableBalanceAfter', number> &
  Record<'transactionType' | 'walletTransactionReference' | 'transactionDate' | 'narration', string>;

const sandbox = useSandbox();
const monnify = () => monnifyOf(sandbox().app);
const knobs = (changes: object) => sandbox().put('/knobs', { provider: 'monnify', ...changes });
const rowsOf = async (query: object = {}): Promise<Row[]> =>
  (await monnify().statement({ ...query })).body.responseBody.content;

describe('a statement that a reconciliation reads too simply', () => {
  it('has a commission as a second row of a vend, both with Monnify’s reference, not ours', async () => {
    const order = vendOf();
    const { transactionReference } = (await monnify().vend(order)).body.responseBody;
    const { text, body } = await monnify().statement();
    expect(body.responseBody.content).toEqual([
      {
        walletTransactionReference: `${transactionReference}_CREDIT_0`,
        monnifyTransactionReference: `${transactionReference}_CREDIT_0`,
        availableBalanceBefore: 9_999_900,
        availableBalanceAfter: 9_999_903,
        amount: 3,
        transactionDate: '2026-03-10T11:00:00.000+0000',
        transactionType: 'CREDIT',
        message: null,
        narration: 'Commission/#/MTN Mobile Top up/#/08031234567',
        status: 'COMPLETED',
      },
      expect.objectContaining({
        walletTransactionReference: `${transactionReference}_DEBIT_0`,
        transactionType: 'DEBIT',
        amount: 100,
        narration: 'Bills payment/#/MTN Mobile Top up/#/08031234567',
      }),
    ]);
    expect(text).toContain('"availableBalanceBefore":9999900.0,"availableBalanceAfter":9999903.0,"amount":3.0');
    expect(text).not.toContain(String(order.reference));
  });

  it('has one row for a vend with gross_debit off, and the fee inside the debit', async () => {
    await knobs({ gross_debit: false, fee: 12.5, commission: 2.25 });
    await monnify().vend(vendOf({ amount: 200 }));
    expect(await rowsOf()).toMatchObject([{ transactionType: 'DEBIT', amount: 208 }]);
    await knobs({ gross_debit: true, commission: 0 });
    await monnify().vend(vendOf({ amount: 200 }));
    expect(await rowsOf()).toMatchObject([{ amount: 212.5 }, { amount: 208 }]);
  });

  it('gives back a pending vend by one more credit, and a delivered one by what it had cost', async () => {
    const pending = vendOf({ customerId: '08000300123' });
    await monnify().vend(pending);
    for (let times = 0; times < 3; times += 1) await monnify().requery(pending.reference);
    const delivered = vendOf();
    await monnify().vend(delivered);
    const settled = await sandbox().post(`/settle/${delivered.reference}`, { provider: 'monnify', status: 'reversed' });
    expect(settled).toEqual({ callback: 'none' });
    const rows = (await rowsOf()).map(({ transactionType, amount, walletTransactionReference, narration }) => [
      transactionType,
      amount,
      walletTransactionReference.replace(/.*?_/, ''),
      narration.split('/#/')[0],
    ]);
    expect(rows).toEqual([
      ['CREDIT', 97, 'CREDIT_1', 'Reversal'],
      ['CREDIT', 3, 'CREDIT_0', 'Commission'],
      ['DEBIT', 100, 'DEBIT_0', 'Bills payment'],
      ['CREDIT', 100, 'CREDIT_0', 'Reversal'],
      ['DEBIT', 100, 'DEBIT_0', 'Bills payment'],
    ]);
    expect(await monnify().balance()).toBe(10_000_000);
    expect((await monnify().requery(delivered.reference)).body.responseBody.vendStatus).toBe('FAILED');
  });

  it('adds up from row to row, with what an operator put in or took out', async () => {
    for (const customerId of ['08031234567', '08000100123', '08000400123'])
      await monnify().vend(vendOf({ customerId }));
    await sandbox().put('/float', { provider: 'monnify', naira: 5_000_000.5 });
    await sandbox().put('/float', { provider: 'monnify', naira: 5_000_000.5 });
    await sandbox().put('/float', { provider: 'monnify', naira: 6_000_000 });
    const rows = (await rowsOf()).reverse();
    expect(rows.map(({ transactionType }) => transactionType)).toEqual(['DEBIT', 'CREDIT', 'DEBIT', 'DEBIT', 'CREDIT']);
    for (const [i, row] of rows.entries()) {
      const sign = row.transactionType === 'CREDIT' ? 1 : -1;
      expect(row.availableBalanceBefore + sign * row.amount).toBeCloseTo(row.availableBalanceAfter, 2);
      if (i > 0) expect(row.availableBalanceBefore).toBe(rows[i - 1]?.availableBalanceAfter);
    }
    expect(rows.at(-1)).toMatchObject({ availableBalanceAfter: 6_000_000, narration: 'Wallet funding' });
    expect(new Set(rows.map((row) => row.walletTransactionReference)).size).toBe(rows.length);
    expect(await monnify().balance()).toBe(6_000_000);
  });

  it('has pages from 0 of at most 100 rows, newest first, by either address', async () => {
    await knobs({ commission: 0 });
    for (let amount = 1; amount <= 103; amount += 1) await monnify().vend(vendOf({ amount }));
    const page = async (pageNo: number, pageSize?: number) =>
      (await monnify().statement({ pageNo, pageSize })).body.responseBody;
    const { content, ...frame } = await page(0, 500);
    expect([content.length, content[0].amount, content.at(-1).amount]).toEqual([100, 103, 4]);
    expect(frame).toEqual({
      totalPages: 2,
      totalElements: 103,
      last: false,
      first: true,
      numberOfElements: 100,
      size: 100,
      number: 0,
      empty: false,
    });
    expect((await page(1, 100)).content).toHaveLength(3);
    expect((await page(2, 100)).content).toEqual([]);
    const other = await monnify().get('/api/v1/disbursements/wallet/transactions', { accountNumber: WALLET });
    expect([other.body.responseBody.size, other.body.responseBody.content[0].amount]).toEqual([20, 103]);
  });

  it('has the rows between two times, or of whole days in Lagos without the time filter', async () => {
    let now = NOON;
    const day = openSandbox({ now: () => now });
    const client = monnifyOf(day.app);
    await day.put('/knobs', { provider: 'monnify', commission: 0, expires_in: 86_400 });
    for (const [amount, at] of [
      [1, '2026-03-09T22:59:59.999Z'],
      [2, '2026-03-09T23:00:00Z'],
      [3, '2026-03-10T22:59:59Z'],
    ] as const) {
      now = new Date(at);
      await client.vend(vendOf({ amount }));
    }
    const between = async (startDate: string, endDate: string, enableTimeFilter: boolean) => {
      const query = { startDate: Date.parse(startDate), endDate: Date.parse(endDate), enableTimeFilter };
      const { body } = await client.statement(query);
      return body.responseBody.content.map(({ amount }: Row) => amount).reverse();
    };
    expect(await between('2026-03-09T23:00:00Z', '2026-03-10T22:59:58Z', true)).toEqual([2]);
    expect(await between('2026-03-10T12:00:00Z', '2026-03-10T12:00:01Z', false)).toEqual([2, 3]);
    expect(await between('2026-03-09T12:00:00Z', '2026-03-09T22:59:59.999Z', true)).toEqual([1]);
  });
});

describe('a balance of somebody else', () => {
  it('belongs to our wallet only', async () => {
    const { status, body } = await monnify().get('/api/v2/disbursements/wallet-balance', { accountNumber: '123' });
    expect([status, body.responseCode]).toEqual([404, '99']);
    expect((await monnify().get('/api/v1/disbursements/wallet/123/statement')).status).toBe(404);
  });

  it('is a number, or a text with the knob', async () => {
    const text = async () =>
      (await monnify().get('/api/v2/disbursements/wallet-balance', { accountNumber: WALLET })).text;
    expect(await text()).toContain('"responseBody":{"availableBalance":10000000.00,"ledgerBalance":10000000.00}');
    await knobs({ quoted_balances: true });
    expect(await text()).toContain('{"availableBalance":"10000000.00","ledgerBalance":"10000000.00"}');
  });
});
