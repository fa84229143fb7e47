import { createFairQuota } from '@topup/core/flow';
import { type Db, newId, systemClock } from '@topup/core/shared';
import type { FundingNumbers, LedgerRow, Page, Role } from '@topup/dashboard-contract';
import { fundedAccount, fundedTwin, grantedRole, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import express from 'express';
import request from 'supertest';
import { serveRoutes } from '../../api';
import type { SignedIn } from '../../auth/signed-in';
import { type ScriptedCollector, scriptedCollector } from '../../testing/scripted-collector';
import { quiet } from '../../testing/seller';
import { signedInUser } from '../../testing/signed-in-user';
import { fundingAccountRoutes } from './funding-account.routes';
import { walletRoutes } from './wallet.routes';

let database: TestDatabase;
let ownerDb: Db;
let collector: ScriptedCollector;
beforeAll(async () => {
  database = await testDatabase();
  ownerDb = testPool(database.url, 2);
});
beforeEach(() => {
  collector = scriptedCollector();
});
afterAll(async () => {
  await ownerDb.$disconnect();
  await database.drop();
});

const PATH = '/api/wallet/funding-account';
const BVN = '22212345678';
const users = new Map<string, SignedIn>();

type Ask = (method: 'get' | 'post', body?: object, cookie?: string) => request.Test;

/** A new user of the account, who asks a dashboard with the rights that it has in production. */
async function asUser<T>(
  role: Role,
  accountId: string | null,
  work: (ask: Ask) => Promise<T>,
  offered: ScriptedCollector | null = collector,
): Promise<T> {
  const granted = await grantedRole(database.url, 'dashboard');
  const db = testPool(granted.url, 2);
  const signedIn = await signedInUser(ownerDb, { role, accountId });
  users.set(signedIn.userId, signedIn);
  const deps = {
    db,
    log: quiet,
    collector: offered,
    findSignedIn: async ({ cookie = '' }: NodeJS.Dict<string | string[]>) =>
      users.get(String(cookie).split('; ')[0] ?? '') ?? null,
  };
  const app = express().use('/api', serveRoutes(deps, [fundingAccountRoutes(deps)]));
  try {
    return await work((method, body, cookie = '') =>
      request(app)
        [method](PATH)
        .set('Cookie', [signedIn.userId, ...(cookie === '' ? [] : [cookie])].join('; '))
        .send(body),
    );
  } finally {
    await db.$disconnect();
    await granted.drop();
  }
}

/** Whether anything in the database has this text. */
async function isStored(text: string): Promise<boolean> {
  const tables = await ownerDb.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
  for (const { name } of tables) {
    const [row] = await ownerDb.$queryRawUnsafe<{ n: number }[]>(
      `SELECT count(*)::integer AS n FROM "${name}" t WHERE t::text LIKE '%' || $1 || '%'`,
      text,
    );
    if ((row?.n ?? 0) > 0) return true;
  }
  return false;
}

describe('a client cannot fund the wallet without staff, or a BVN stays somewhere', () => {
  test('an owner asks with a BVN; all of the account see the numbers; the BVN is passed on and kept nowhere', async () => {
    const id = await fundedAccount(ownerDb, 0n);
    await asUser('owner', id, async (ask) => {
      expect((await ask('get').expect(200)).body).toEqual({
        offered: true,
        banks: [],
        waiting: [],
      } satisfies FundingNumbers);
      const { body } = await ask('post', { identity: 'bvn', number: BVN }).expect(200);
      expect(body).toMatchObject({ offered: true, banks: [{ bankName: 'Wema bank', accountNumber: '5000000002' }] });
      expect((await ask('post', { identity: 'bvn', number: BVN }).expect(200)).body).toEqual(body);
    });
    expect(collector.asked).toMatchObject([{ reference: id, bvn: BVN }]);
    await asUser('viewer', id, async (ask) => {
      expect((await ask('get').expect(200)).body.banks).toHaveLength(1);
      expect((await ask('post', { identity: 'nin', number: BVN }).expect(403)).body.code).toBe('not_an_owner');
    });
    const other = await fundedAccount(ownerDb, 0n);
    await asUser('viewer', other, async (ask) => expect((await ask('get').expect(200)).body.banks).toEqual([]));
    expect(await ownerDb.auditLog.findMany({ where: { accountId: id } })).toMatchObject([
      { action: 'funding_account.open', actorKind: 'user', after: { collector: 'monnify' } },
    ]);
    expect(await isStored(BVN)).toBe(false);
    expect(await isStored('5000000002')).toBe(true);
  });

  test('all of the account see that a transfer waits for an operator, and nobody else does', async () => {
    const [id, other] = [await fundedAccount(ownerDb, 0n), await fundedAccount(ownerDb, 0n)];
    await ownerDb.$executeRaw`
      SELECT record_collection('monnify', ${newId()}, ${id}::uuid, 250000, 249000, 'paid', '', 'ADA OBI', 'GTBank', 100)`;
    await asUser('viewer', id, async (ask) => {
      const waiting = [{ id: expect.any(String), amount: '2500.00', payer: 'ADA OBI', foundAt: expect.any(String) }];
      expect((await ask('get').expect(200)).body.waiting).toEqual(waiting);
    });
    await asUser('viewer', other, async (ask) => expect((await ask('get').expect(200)).body.waiting).toEqual([]));
  });

  test('in test mode too it is the live account that gets numbers, never its twin', async () => {
    const twin = await fundedTwin(ownerDb, 0n);
    const { twinOf } = await ownerDb.account.findUniqueOrThrow({ where: { id: twin } });
    await asUser('owner', twinOf, (ask) =>
      ask('post', { identity: 'nin', number: BVN }, 'topup-mode=test').expect(200),
    );
    expect(collector.asked).toMatchObject([{ reference: twinOf, nin: BVN }]);
  });

  test('what has not 11 digits is not sent, and the answer does not repeat it', async () => {
    const id = await fundedAccount(ownerDb, 0n);
    await asUser('owner', id, async (ask) => {
      for (const number of ['2221234567', '222123456789', 'x', '', 5, undefined]) {
        const { body, text } = await ask('post', { identity: 'bvn', number }).expect(400);
        expect(body.fields).toEqual({ number: 'The number must have 11 digits' });
        expect(text).not.toContain('2221234567');
      }
      await ask('post', { identity: 'passport', number: BVN }).expect(400);
    });
    expect(collector.asked).toEqual([]);
  });

  test('what the collector refuses is told in its words, and can be asked again', async () => {
    const id = await fundedAccount(ownerDb, 0n);
    const { opening } = collector;
    await asUser('owner', id, async (ask) => {
      collector.opening = () => ({ kind: 'refused', reason: 'BVN is invalid' });
      expect((await ask('post', { identity: 'bvn', number: BVN }).expect(409)).body).toMatchObject({
        code: 'collector_refused',
        message: expect.stringContaining('BVN is invalid'),
      });
      collector.opening = () => ({ kind: 'unknown', reason: 'no answer' });
      await ask('post', { identity: 'bvn', number: BVN }).expect(503);
      collector.opening = opening;
      expect((await ask('post', { identity: 'bvn', number: BVN }).expect(200)).body.banks).toHaveLength(1);
    });
  });

  test('without a collector nothing is offered, and an operator has no account to fund', async () => {
    const id = await fundedAccount(ownerDb, 0n);
    await asUser('owner', id, (ask) => ask('post', { identity: 'bvn', number: BVN }).expect(200));
    await asUser(
      'owner',
      id,
      async (ask) => {
        expect((await ask('get').expect(200)).body).toEqual({ offered: false, banks: [], waiting: [] });
        expect((await ask('post', { identity: 'bvn', number: BVN }).expect(409)).body.code).toBe('collections_off');
      },
      null,
    );
    await asUser('operator', null, (ask) => ask('get').expect(403));
  });
});

test('a ledger that does not say from whom a transfer came', async () => {
  const id = await fundedAccount(ownerDb, 5_000n);
  await ownerDb.$executeRaw`
    SELECT record_collection('monnify', ${newId()}, ${id}::uuid, 250000, 249000, 'paid', '', 'ADA OBI', 'GTBank', 100000000)`;
  const me = await signedInUser(ownerDb, { role: 'viewer', accountId: id });
  const deps = {
    db: ownerDb,
    log: quiet,
    clock: systemClock,
    exports: createFairQuota(1),
    fundingDetails: null,
    findSignedIn: async () => me,
  };
  const app = express().use('/api', serveRoutes(deps, [walletRoutes(deps)]));
  const { rows } = (await request(app).get('/api/wallet/entries').expect(200)).body as Page<LedgerRow>;
  expect(rows).toMatchObject([
    { kind: 'funding', amount: '2500.00', payer: 'ADA OBI', payerBank: 'GTBank' },
    { kind: 'funding', amount: '50.00', payer: null, payerBank: null },
  ]);
  const { text } = await request(app).get('/api/wallet/entries.csv').expect(200);
  expect(text.split('\r\n')[1]).toMatch(/,ADA OBI,GTBank$/);
});
