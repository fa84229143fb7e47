import { randomUUID } from 'node:crypto';
import { fundedAccount, type GrantedRole, grantedRole, useDatabase } from '@topup/testkit';
import { Client } from 'pg';

// The dashboard of version 0.1.0 with the role of today's dashboard, which may neither accept nor settle by itself.

const database = useDatabase({ beforeDrop: () => release() });
let role: GrantedRole;
let dashboard: Client;

beforeAll(async () => {
  role = await grantedRole(database.url, 'dashboard');
  dashboard = new Client(role.url);
  await dashboard.connect();
});
async function release() {
  await dashboard.end();
  await role.drop();
}

/** A purchase that nobody has claimed. @returns its id */
async function unsent(amountKobo: number): Promise<string> {
  const id = randomUUID();
  const item = {
    id,
    account_id: await fundedAccount(database.db, BigInt(amountKobo)),
    request_ref: id,
    product_type: 'AIRTIME',
    amount_kobo: amountKobo,
    recipient: '08030000001',
    details: {},
    description: 'test',
    provider: 'vtpass',
    provider_order: {},
    window_ms: 20_000,
  };
  const accepted = await database.db.$queryRaw`
    SELECT outcome FROM accept_purchases(${JSON.stringify([item])}::jsonb, now() + interval '1 min', true, '2 s')`;
  expect(accepted).toEqual([{ outcome: 'accepted' }]);
  return id;
}

const refund = async (id: string) => {
  const item = { id, goal: 'refunded', ground: 'never_sent', cause: 'operator: x', message: 'x', result: {} };
  const { rows } = await dashboard.query('SELECT outcome, status FROM settle_purchases($1, true)', [
    JSON.stringify([item]),
  ]);
  return rows;
};

test('a process of version 0.1.0 refunds what was never sent, once', async () => {
  const id = await unsent(5_000);
  expect(await refund(id)).toEqual([{ outcome: 'settled', status: 'refunded' }]);
  expect(await refund(id)).toEqual([{ outcome: 'already_final', status: 'refunded' }]);
});

test('its cap holds for that too', async () => {
  await expect(refund(await unsent(500_000_001))).rejects.toThrow('the daily cap of version 0.1.0 is used up');
});
