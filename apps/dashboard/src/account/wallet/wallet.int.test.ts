import { formatNaira } from '@topup/core/shared';
import { timeIn } from '@topup/core/time';
import { getWalletBalance } from '@topup/core/wallet';
import type { LedgerRow, Page } from '@topup/dashboard-contract';
import { openAccountWorld, rejected } from '../../testing/account-world';
import { delivered } from '../../testing/seller';

const { world, get, read } = openAccountWorld();

describe('a ledger that does not explain the balance', () => {
  test('the entries add up to the balance, and each continues the one before', async () => {
    const account = await world().account(1_000_000n);
    for (const outcome of [delivered, rejected, undefined]) await world().sell(account, {}, outcome);
    const { balance } = await read<{ balance: string }>(account, '/wallet');
    expect(balance).toBe(formatNaira(await getWalletBalance(world().db, account)));
    const rows: LedgerRow[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page<LedgerRow> = await read(account, `/wallet/entries?limit=2&cursor=${cursor}`);
      rows.push(...page.rows);
      cursor = page.next;
    }
    expect(rows.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['debit', '-100.00'],
      ['refund', '100.00'],
      ['debit', '-100.00'],
      ['debit', '-100.00'],
      ['funding', '10000.00'],
    ]);
    expect(rows[0]?.balanceAfter).toBe(balance);
    for (const [place, row] of rows.entries()) expect(row.balanceBefore).toBe(rows[place + 1]?.balanceAfter ?? '0.00');
    expect(rows.at(-1)).toMatchObject({ reference: 'opening', purchaseReference: null });
    expect(rows[0]?.purchaseReference).toBe(rows[0]?.reference);
    expect((await read<Page<LedgerRow>>(account, '/wallet/entries?kind=refund')).rows).toEqual([rows[1]]);

    const { text, headers } = await get(account, '/wallet/entries.csv?kind=debit');
    expect(headers['content-disposition']).toMatch(/filename="wallet-/);
    const debits = rows.filter(({ kind }) => kind === 'debit');
    expect(text.trim().split('\r\n').slice(1)).toEqual(
      debits.map((row) =>
        [
          row.id,
          row.kind,
          row.amount,
          row.balanceBefore,
          row.balanceAfter,
          row.reference,
          '',
          '',
          timeIn('Africa/Lagos', new Date(row.createdAt)),
          '',
          '',
        ].join(),
      ),
    );
    expect((await get(account, '/wallet/entries?cursor=x')).body.code).toBe('invalid_cursor');
    expect((await get(account, '/wallet/entries?kind=gift')).body.fields).toHaveProperty('kind');
  });
});
