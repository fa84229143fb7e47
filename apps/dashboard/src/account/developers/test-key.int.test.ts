import { readTwin } from '@topup/core/account';
import { createAuthenticator, createKey } from '@topup/core/api-key';
import { type Db, systemClock } from '@topup/core/shared';
import type { Role } from '@topup/dashboard-contract';
import { fundedAccount, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import express, { type Express } from 'express';
import request from 'supertest';
import { serveRoutes } from '../../api';
import type { SignedIn } from '../../auth/signed-in';
import { signedInUser } from '../../testing/signed-in-user';
import { developerRoutes } from './developers.routes';

const masterKey = Buffer.alloc(32, 7);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const users = new Map<string, SignedIn>();
const needs = {
  allowPrivateWebhooks: false,
  requireHttpsWebhooks: false,
  eventsKeptDays: null,
  enqueueEvent: () => undefined,
};

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = testPool(database.url);
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

const app = (): Express => {
  const findSignedIn = async ({ cookie }: NodeJS.Dict<string | string[]>) =>
    users.get(String(cookie).split(';')[0] ?? '') ?? null;
  return express().use(
    '/api',
    serveRoutes({ db, findSignedIn, log: quiet }, [developerRoutes({ db, masterKey, ...needs })]),
  );
};

async function member(role: Role = 'viewer') {
  const accountId = await fundedAccount(db, 0n);
  const signedIn = await signedInUser(db, { accountId, role });
  users.set(signedIn.userId, signedIn);
  const { id: testAccountId } = await readTwin(db, accountId);
  const get = (cookie = '') => request(app()).get('/api/test-key').set('Cookie', `${signedIn.userId}${cookie}`);
  const post = () => request(app()).post('/api/test-key').set('Cookie', signedIn.userId).send({});
  return { accountId, testAccountId, userId: signedIn.userId, get, post };
}

const keysOf = (accountId: string) => db.apiKey.count({ where: { accountId } });

describe('the quick start has no key that works, or shows one that spends money', () => {
  test('a member makes one test key, which is shown again in both modes', async () => {
    const { accountId, testAccountId, get, post } = await member();
    expect((await get()).body).toEqual({ key: null });
    const made = await post();
    expect([made.status, made.body.key]).toEqual([201, expect.stringMatching(/^tup_test_/)]);
    expect((await post()).body).toEqual(made.body);
    for (const cookie of ['', '; topup-mode=test']) expect((await get(cookie)).body).toEqual(made.body);
    expect([await keysOf(testAccountId), await keysOf(accountId)]).toEqual([1, 0]);
    const authenticator = createAuthenticator({ db, clock: systemClock });
    const caller = await authenticator.authenticate(`Bearer ${made.body.key}`);
    authenticator.close();
    expect(caller).toMatchObject({ accountId: testAccountId, mode: 'test', scope: 'purchase' });
  });

  test('the newest test key is shown, and never one that may only read, has expired, or is live', async () => {
    const { accountId, testAccountId, get } = await member();
    await createKey({ db, masterKey }, accountId, 'live');
    expect((await get()).body).toEqual({ key: null });
    const { key } = await createKey({ db, masterKey }, testAccountId, 'newest');
    const limits = { scope: 'read', expiresAt: null, allowedCidrs: [], dailyLimitKobo: null } as const;
    await createKey({ db, masterKey }, testAccountId, 'reader', limits);
    const { id } = await createKey({ db, masterKey }, testAccountId, 'expired');
    await db.apiKey.update({ where: { id }, data: { expiresAt: new Date(0) } });
    expect((await get()).body).toEqual({ key });
  });

  test('a key under another master key is not shown, and another one is made', async () => {
    const { testAccountId, get, post } = await member();
    await createKey({ db, masterKey: Buffer.alloc(32, 8) }, testAccountId, 'old');
    expect((await get()).body).toEqual({ key: null });
    expect((await post()).body.key).toMatch(/^tup_test_/);
  });
});
