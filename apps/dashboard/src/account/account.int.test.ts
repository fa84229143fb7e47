import { formatNaira } from '@topup/core/shared';
import { getWalletBalance } from '@topup/core/wallet';
import type { Page, TransactionRow } from '@topup/dashboard-contract';
import request from 'supertest';
import { openAccountWorld } from '../testing/account-world';
import { delivered } from '../testing/seller';

const { world, get, read } = openAccountWorld();

describe('an account that sees another account’s data', () => {
  let own: string;
  let other: string;
  let reference: string;
  beforeAll(async () => {
    [own, other] = [await world().account(), await world().account(777n)];
    reference = await world().sell(own, {}, delivered);
  });

  test.each(['/overview', '/transactions', '/transactions.csv', '/wallet', '/wallet/entries', '/wallet/entries.csv'])(
    '%s has nothing of another account, and declines operators and strangers',
    async (path) => {
      const [mine, theirs] = [(await get(own, path)).text, (await get(other, path)).text];
      expect(theirs).not.toContain(reference);
      expect(theirs).not.toContain(formatNaira(await getWalletBalance(world().db, own)));
      if (path !== '/wallet') expect(mine).toContain(reference);
      expect(mine).not.toBe(theirs);
      expect((await get('operator', path)).body).toMatchObject({ code: 'no_account' });
      expect((await request(world().app).get(`/api${path}`)).status).toBe(401);
    },
  );

  test('a reference of another account gets the same answer as an unused one', async () => {
    const [theirs, nobodys] = [
      await get(other, `/transactions/${reference}`),
      await get(other, '/transactions/nobody-has-this'),
    ];
    expect([theirs.status, theirs.body]).toEqual([404, nobodys.body]);
    expect(theirs.body).toEqual({ status: 'error', code: 'not_found', message: 'There is no such transaction.' });
    for (const strange of ['%00', '%0A', 'x'.repeat(200)])
      expect((await get(other, `/transactions/${strange}`)).status).toBe(404);
    expect((await get(other, `/transactions?search=${reference}`)).body).toEqual({ rows: [], next: null });
    expect((await get('operator', `/transactions/${reference}`)).status).toBe(403);
    expect((await get('operator', '/products')).status).toBe(403);
  });

  test('a cursor of another account is only a place in the own list', async () => {
    await world().sell(own, {}, delivered);
    const { next } = await read<Page<TransactionRow>>(own, '/transactions?limit=1');
    expect((await read<Page<TransactionRow>>(other, `/transactions?cursor=${next}`)).rows).toEqual([]);
  });
});
