import { createFairQuota } from '@topup/core/flow';
import { type Db, systemClock } from '@topup/core/shared';
import type { Role, Wallet } from '@topup/dashboard-contract';
import { fundedAccount, grantedRole, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import express from 'express';
import request from 'supertest';
import { serveRoutes } from '../../api';
import type { SignedIn } from '../../auth/signed-in';
import { quiet } from '../../testing/seller';
import { signedInUser } from '../../testing/signed-in-user';
import { walletRoutes } from './wallet.routes';

const DETAILS = 'Kuda Bank\n0123456789 <b>Top-Up</b>';

let database: TestDatabase;
let ownerDb: Db;
beforeAll(async () => {
  database = await testDatabase();
  ownerDb = testPool(database.url, 2);
});
afterAll(async () => {
  await ownerDb.$disconnect();
  await database.drop();
});

const users = new Map<string, SignedIn>();
const FORM =
  'Threshold must be an amount in naira above zero, such as 5000 or 5000.50, of at most nine digits, or empty';

/** A new user of the account, who asks a dashboard with the rights that it has in production. */
async function asUser<T>(role: Role, accountId: string | null, work: (ask: Ask) => Promise<T>): Promise<T> {
  const granted = await grantedRole(database.url, 'dashboard');
  const db = testPool(granted.url, 2);
  const signedIn = await signedInUser(ownerDb, { role, accountId });
  users.set(signedIn.userId, signedIn);
  const deps = {
    db,
    log: quiet,
    clock: systemClock,
    exports: createFairQuota(1),
    fundingDetails: DETAILS,
    findSignedIn: async ({ cookie }: NodeJS.Dict<string | string[]>) => users.get(String(cookie)) ?? null,
  };
  const app = express().use('/api', serveRoutes(deps, [walletRoutes(deps)]));
  try {
    return await work((method, path, body) =>
      request(app)[method](`/api${path}`).set('Cookie', signedIn.userId).send(body),
    );
  } finally {
    await db.$disconnect();
    await granted.drop();
  }
}
type Ask = (method: 'get' | 'post', path: string, body?: object) => request.Test;

const thresholds = (accountId: string) => ownerDb.auditLog.findMany({ where: { accountId }, orderBy: { id: 'asc' } });

describe('a client learns too late that the wallet is empty, or does not know where to pay to', () => {
  test('an owner sets a threshold and takes it back; each change is recorded once', async () => {
    const id = await fundedAccount(ownerDb, 100_000n);
    await asUser('owner', id, async (ask) => {
      const wallet = async () => (await ask('get', '/wallet').expect(200)).body as Wallet;
      expect(await wallet()).toEqual({
        balance: '1000.00',
        currency: 'NGN',
        low: false,
        threshold: null,
        paymentReference: expect.stringMatching(/^TUP-.{6}$/),
        fundingDetails: DETAILS,
      });
      for (const threshold of ['1000.00', '1000', '1000.01'])
        expect((await ask('post', '/wallet/low-balance', { threshold }).expect(200)).body).toMatchObject({
          low: threshold === '1000.01',
        });
      expect(await wallet()).toMatchObject({ threshold: '1000.01', low: true });
      await ask('post', '/wallet/low-balance', { threshold: null }).expect(200);
      expect(await wallet()).toMatchObject({ threshold: null, low: false });
    });
    expect((await thresholds(id)).map(({ action, before, after }) => [action, before, after])).toEqual([
      ['account.low_balance', { threshold: 'none' }, { threshold: '1000.00' }],
      ['account.low_balance', { threshold: '1000.00' }, { threshold: '1000.01' }],
      ['account.low_balance', { threshold: '1000.01' }, { threshold: 'none' }],
    ]);
  });

  test('what is no amount is declined and named', async () => {
    const id = await fundedAccount(ownerDb, 0n);
    await asUser('owner', id, async (ask) => {
      for (const threshold of ['0', '-5', '', 'many', '1.234', '1234567890', 5, undefined, {}]) {
        const { body } = await ask('post', '/wallet/low-balance', { threshold }).expect(400);
        expect(body.fields).toEqual({ threshold: FORM });
      }
    });
    expect(await thresholds(id)).toEqual([]);
  });

  test('a member reads it and cannot set it, and an operator has no wallet', async () => {
    const id = await fundedAccount(ownerDb, 0n);
    const body = { threshold: '5' };
    await asUser('viewer', id, async (ask) => {
      await ask('get', '/wallet').expect(200);
      expect((await ask('post', '/wallet/low-balance', body).expect(403)).body.code).toBe('not_an_owner');
    });
    await asUser('operator', null, (ask) => ask('post', '/wallet/low-balance', body).expect(403));
    expect(await ownerDb.account.findUniqueOrThrow({ where: { id } })).toMatchObject({ lowBalanceKobo: null });
  });
});
