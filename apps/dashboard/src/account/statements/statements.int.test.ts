import { formatNaira } from '@topup/core/shared';
import { getWalletBalance } from '@topup/core/wallet';
import type { MonthlyStatement } from '@topup/dashboard-contract';
import { electricity, openAccountWorld, rejected } from '../../testing/account-world';
import { delivered, vended } from '../../testing/seller';

const { world, get, read } = openAccountWorld();

const DAY_MS = 86_400_000;
afterEach(() => {
  world().ahead.ms = 0;
});

const statementOf = (account: string, month = '') => read<MonthlyStatement>(account, `/statement?month=${month}`);

async function soldAccount(): Promise<string> {
  const account = await world().account(1_000_000n);
  for (const outcome of [delivered, rejected, undefined]) await world().sell(account, {}, outcome);
  await world().sell(account, electricity, vended);
  return account;
}

describe('a statement that does not agree with the wallet and the purchases', () => {
  test('its balances, sums and file are those of the ledger by SQL', async () => {
    const account = await soldAccount();
    const { month, wallet, purchases, isOver, months } = await statementOf(account);
    expect({ isOver, months }).toEqual({ isOver: false, months: [month] });
    expect(wallet).toMatchObject({
      opening: '0.00',
      closing: formatNaira(await getWalletBalance(world().db, account)),
      changes: { funding: '10000.00', debit: '-1300.00', refund: '100.00', adjustment: '0.00' },
      more: false,
    });
    expect(wallet.entries.map(({ kind }) => kind)).toEqual(['funding', 'debit', 'debit', 'refund', 'debit', 'debit']);
    expect(purchases).toEqual([
      { product: 'AIRTIME', purchases: 3, amount: '300.00', refunds: 1, refunded: '100.00', pending: 1 },
      { product: 'ELECTRICITY', purchases: 1, amount: '1000.00', refunds: 0, refunded: '0.00', pending: 0 },
    ]);

    const { text, headers } = await get(account, '/statement.csv');
    expect(headers['content-disposition']).toContain(`filename="statement-${month}.csv"`);
    const [header, ...lines] = text.trim().split('\r\n');
    expect(header).toBe('created_at,kind,reference,amount,balance,id,corrects,reason');
    const cells = lines.map((line) => line.split(','));
    expect(cells[0]).toEqual(['', 'opening', '', '', '0.00', '', '', '']);
    expect(cells.at(-1)).toEqual(['', 'closing', '', '', wallet.closing, '', '', '']);
    expect(
      cells.slice(1, -1).map(([, kind, reference, amount, balance]) => [kind, reference, amount, balance]),
    ).toEqual(
      wallet.entries.map(({ kind, reference, amount, balanceAfter }) => [kind, reference, amount, balanceAfter]),
    );
  });

  test('once a month is over, its closing balance opens the next one', async () => {
    const account = await soldAccount();
    const before = await statementOf(account);
    world().ahead.ms = 32 * DAY_MS;
    const [after, next] = [await statementOf(account, before.month), await statementOf(account)];
    expect(after).toEqual({ ...before, isOver: true, months: next.months });
    expect(next.months).toContain(before.month);
    expect(next).toMatchObject({ isOver: false, purchases: [] });
    expect(next.wallet).toMatchObject({
      opening: after.wallet.closing,
      closing: after.wallet.closing,
      changes: { funding: '0.00', debit: '0.00', refund: '0.00', adjustment: '0.00' },
      entries: [],
    });
  });

  test('a page shows the first 300 entries and says that there are more; the file has all', async () => {
    const account = await world().account(0n);
    for (let n = 0; n < 301; n += 1)
      await world().db
        .$executeRaw`SELECT write_entry(${account}::uuid, 'funding', 100, ${`ref-${n}`}, NULL, NULL)::text`;
    const { wallet } = await statementOf(account);
    expect([wallet.entries.length, wallet.more, wallet.entries[0]?.reference]).toEqual([300, true, 'ref-0']);
    const { text } = await get(account, '/statement.csv');
    expect(text.trim().split('\r\n')).toHaveLength(1 + 1 + 301 + 1);
  });

  test('no operator has one, and what is no month is refused', async () => {
    expect((await get('operator', '/statement')).status).toBe(403);
    expect((await get('operator', '/statement.csv')).status).toBe(403);
    const account = await world().account();
    for (const month of ['2026-13', '2026', 'may', '2099-01'])
      for (const path of ['/statement', '/statement.csv']) {
        const { status, body } = await get(account, `${path}?month=${month}`);
        expect([status, Object.keys(body.fields)]).toEqual([400, ['month']]);
      }
  });
});
