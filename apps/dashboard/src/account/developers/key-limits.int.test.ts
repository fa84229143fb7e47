import { createKey, revokeKey } from '@topup/core/api-key';
import { createFairQuota } from '@topup/core/flow';
import { acceptPurchase, createAccepter } from '@topup/core/purchase';
import { type Db, newId, systemClock } from '@topup/core/shared';
import type { KeyRow, Role } from '@topup/dashboard-contract';
import { fundedAccount, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import express from 'express';
import request from 'supertest';
import { serveRoutes } from '../../api';
import { accountRoutes } from '../../operator/accounts/accounts.routes';
import { quiet } from '../../testing/seller';
import { signedInUser } from '../../testing/signed-in-user';
import { developerRoutes } from './developers.routes';

const masterKey = Buffer.alloc(32, 7);

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = testPool(database.url, 8);
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

/** A user, who asks; `accountId` null: an operator. */
async function user(accountId: string | null, role: Role) {
  const signedIn = await signedInUser(db, { accountId, role });
  const deps = {
    db,
    clock: systemClock,
    exports: createFairQuota(1),
    masterKey,
    allowPrivateWebhooks: false,
    requireHttpsWebhooks: false,
    eventsKeptDays: null,
    enqueueEvent: () => undefined,
    defaultLimits: { purchases: 1, status: 1, lookups: 1, other: 1 },
  };
  const routes = [
    accountId === null ? accountRoutes(deps, { low: async () => [], failing: async () => [] }) : developerRoutes(deps),
  ];
  const app = express().use('/api', serveRoutes({ db, findSignedIn: async () => signedIn, log: quiet }, routes));
  return {
    email: signedIn.email,
    get: (path: string) => request(app).get(`/api${path}`),
    post: (path: string, body: object) => request(app).post(`/api${path}`).send(body),
  };
}

async function team() {
  const accountId = await fundedAccount(db, 100_000n);
  const [owner, member] = [await user(accountId, 'owner'), await user(accountId, 'viewer')];
  const key = (await createKey({ db, masterKey }, accountId, 'shop')).id;
  const row = async () => ((await member.get('/keys')).body as KeyRow[]).find(({ id }) => id === key);
  const recorded = () =>
    db.auditLog.findMany({ where: { accountId, action: 'api_key.limits' }, orderBy: { id: 'asc' } });
  return { accountId, owner, member, key, row, recorded };
}

const NONE = { scope: 'purchase', expiresAt: null, allowedCidrs: '', dailyLimit: null };
const ALL = {
  scope: 'read',
  expiresAt: '2099-12-31T23:00:00.000Z',
  allowedCidrs: '192.0.2.1, 2001:db8::/48',
  dailyLimit: '5000.50',
};
const SHOWN = { ...ALL, allowedCidrs: ['192.0.2.1/32', '2001:db8::/48'] };
const NOT_SHOWN = { ...NONE, allowedCidrs: [] };

describe('a key has other limits than its owner believes', () => {
  test('a key is made with limits, shown with them, and recorded with them', async () => {
    const { accountId, owner, member } = await team();
    const { status, body } = await owner.post('/keys', { name: 'limited', ...ALL });
    expect(status).toBe(201);
    const rows: KeyRow[] = (await member.get('/keys')).body;
    expect(rows.find(({ id }) => id === body.id)).toMatchObject(SHOWN);
    const entry = await db.auditLog.findFirst({ where: { accountId, action: 'api_key.create' } });
    expect(entry?.after).toEqual({
      scope: 'read',
      expires: '2099-12-31T23:00:00.000Z',
      addresses: '192.0.2.1/32, 2001:db8::/48',
      daily_limit: '5000.50',
    });
  });

  test('a key that is made without limits has none', async () => {
    const { row } = await team();
    expect(await row()).toMatchObject(NOT_SHOWN);
  });

  test('limits are changed and taken back, with what they were before in the audit log', async () => {
    const { owner, key, row, recorded } = await team();
    expect((await owner.post(`/keys/${key}/limits`, ALL)).body).toMatchObject({ id: key, ...SHOWN });
    expect(await row()).toMatchObject(SHOWN);
    await owner.post(`/keys/${key}/limits`, ALL).expect(200);
    await owner.post(`/keys/${key}/limits`, { ...ALL, dailyLimit: '6000' }).expect(200);
    await owner.post(`/keys/${key}/limits`, NONE).expect(200);
    expect(await row()).toMatchObject(NOT_SHOWN);
    const all = { scope: 'read', expires: ALL.expiresAt, addresses: '192.0.2.1/32, 2001:db8::/48' };
    const none = { scope: 'purchase', expires: 'never', addresses: 'any' };
    expect(await recorded()).toMatchObject([
      { subject: 'shop', before: { ...none, daily_limit: 'none' }, after: { ...all, daily_limit: '5000.50' } },
      { before: { daily_limit: '5000.50' }, after: { daily_limit: '6000.00' } },
      { before: { ...all, daily_limit: '6000.00' }, after: { ...none, daily_limit: 'none' } },
    ]);
    expect((await recorded())[1]?.after).toEqual({ daily_limit: '6000.00' });
  });

  test('all limits are named in a change, so that none is lost by a typing error', async () => {
    const { owner, key, row } = await team();
    await owner.post(`/keys/${key}/limits`, ALL).expect(200);
    for (const name of Object.keys(ALL)) {
      const { status, body } = await owner.post(`/keys/${key}/limits`, { ...NONE, [name]: undefined });
      expect([status, Object.keys(body.fields)]).toEqual([400, [name]]);
    }
    expect(await row()).toMatchObject(SHOWN);
  });

  test.each<[string, unknown, RegExp]>([
    ['scope', 'write', /must be one of/],
    ['expiresAt', '2001-01-01T00:00:00Z', /would have expired at 2001-01-01T00:00:00.000Z/],
    ['expiresAt', 'tomorrow', /must be a time such as/],
    ['expiresAt', 5, /must be a time such as/],
    ['allowedCidrs', '192.0.2.0/24, 0.0.0.0/0', /"0.0.0.0\/0" would allow every address/],
    ['allowedCidrs', '192.0.2.7/24', /write 192.0.2.0\/24/],
    ['allowedCidrs', '{{#label}}', /"#label" is not an IP address/],
    ['allowedCidrs', ['192.0.2.7'], /must be networks such as/],
    ['dailyLimit', '0', /must be an amount in naira, such as/],
    ['dailyLimit', '1.005', /must be an amount in naira, such as/],
    ['dailyLimit', 5, /must be an amount in naira, such as/],
  ])('%s %p is refused, for a new key and for a change, and named', async (name, value, why) => {
    const { accountId, owner, key, recorded } = await team();
    for (const asked of [
      owner.post('/keys', { name: 'new', ...NONE, [name]: value }),
      owner.post(`/keys/${key}/limits`, { ...NONE, [name]: value }),
    ]) {
      const { status, body } = await asked;
      expect([status, body.fields]).toEqual([400, { [name]: expect.stringMatching(why) }]);
    }
    expect(await db.apiKey.count({ where: { accountId } })).toBe(1);
    expect(await recorded()).toEqual([]);
  });
});

describe('somebody changes the limits of a key that is not theirs', () => {
  test('a member, the owner of another account, and a revoked key: nothing is changed', async () => {
    const [one, other] = [await team(), await team()];
    expect((await one.member.post(`/keys/${one.key}/limits`, ALL)).status).toBe(403);
    expect((await other.owner.post(`/keys/${one.key}/limits`, ALL)).status).toBe(404);
    await revokeKey(db, one.key);
    expect((await one.owner.post(`/keys/${one.key}/limits`, ALL)).status).toBe(404);
    expect(await one.row()).toMatchObject(NOT_SHOWN);
    expect(await one.recorded()).toEqual([]);
  });

  test('an operator changes them; the owners see that an operator did, and not which', async () => {
    const { accountId, owner, key, recorded } = await team();
    const operator = await user(null, 'operator');
    await operator.post(`/keys/${key}/limits`, ALL).expect(200);
    const { body } = await operator.get(`/accounts/${accountId}`);
    expect(body.keys).toMatchObject([{ id: key, ...SHOWN }]);
    const [entry] = await recorded();
    expect(JSON.stringify([entry?.before, entry?.after, (await owner.get('/keys')).body])).not.toContain(
      operator.email,
    );
  });
});

describe('a stolen key is used, and nobody sees it', () => {
  test('what a key has bought on each of 14 days is shown, today last', async () => {
    const { accountId, key, row } = await team();
    await buy(accountId, key, 10_000n);
    await db.$executeRaw`INSERT INTO api_key_day SELECT key_id, day - 13, 7, 123456 FROM api_key_day WHERE key_id = ${key}::uuid`;
    await db.$executeRaw`INSERT INTO api_key_day SELECT key_id, day - 14, 9, 9 FROM api_key_day WHERE spent_kobo = 10000 AND key_id = ${key}::uuid`;
    const use = (await row())?.use ?? [];
    expect(use).toHaveLength(14);
    const bought = use.map(({ purchases, spent }) => [purchases, spent]);
    expect(bought).toEqual([[7, '1234.56'], ...Array.from({ length: 12 }, () => [0, '0.00']), [1, '100.00']]);
    expect(use.map(({ day }) => day)).toEqual(use.map(({ day }) => day).toSorted());
  });
});

async function buy(accountId: string, keyId: string, amountKobo: bigint): Promise<void> {
  const deps = { accepter: createAccepter({ db, clock: systemClock }), provider: { name: 'vtpass' } };
  const phone = '08030000001';
  await acceptPurchase(
    deps,
    { accountId, keyId },
    {
      productType: 'AIRTIME',
      requestRef: newId(),
      amountKobo,
      recipient: phone,
      details: { network: 'mtn', phone },
      description: 'MTN airtime',
      providerOrder: { serviceId: 'mtn', variationCode: null, subscriptionType: null, contactPhone: phone },
    },
    15_000,
  );
}
