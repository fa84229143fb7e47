import { fundedAccount, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import { systemClock } from '../../shared/clock';
import type { Db } from '../../shared/db';
import type { Observer } from '../../shared/observer.port';
import { purchasesIn } from '../../testing/purchases';
import { settlePurchase } from './settle-purchase';
import type { Settlement } from './settlement';
import { createSettler } from './settler';

let database: TestDatabase;
let db: Db;

const { sent } = purchasesIn(() => db);

beforeAll(async () => {
  database = await testDatabase();
  db = testPool(database.url);
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

test('refunds would be counted twice: a purchase counts when it becomes final, not when it is kept open, settled again, or contradicted', async () => {
  const settled: Parameters<Observer['settled']>[0][] = [];
  const deps = {
    settler: createSettler(db),
    clock: systemClock,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    observer: { settled: (one: (typeof settled)[number]) => void settled.push(one) },
    enqueueEvent: () => undefined,
    enqueueNotification: () => undefined,
    settleWithinMs: 1_000,
  };
  const id = await sent(await fundedAccount(db, 1_000n), 'DATA');
  const record = (settlement: Settlement) =>
    settlePurchase(deps, { requestRef: id, productType: 'DATA', amountKobo: 1_000n }, settlement);
  const open: Settlement = {
    id,
    basis: 'answer',
    targetStatus: 'open',
    nextCheckMs: 60_000,
    orderSeen: false,
    tokenAwaited: false,
    refusedWith: null,
    delivered: {},
    evidence: {},
    review: false,
  };
  const failed: Settlement = {
    id,
    basis: 'answer',
    targetStatus: 'failed',
    cause: { code: 'provider_rejected', detail: '016' },
    message: 'no',
    evidence: {},
  };
  const success: Settlement = {
    id,
    basis: 'requery',
    targetStatus: 'success',
    cause: { code: 'provider_delivered', detail: null },
    message: 'yes',
    costKobo: null,
    delivered: {},
    evidence: {},
    review: false,
  };

  const rows = [await record(open), await record(failed), await record(failed), await record(success)];

  expect(rows.map((row) => row?.outcome)).toEqual(['kept', 'settled', 'already_final', 'contradiction']);
  expect(settled).toEqual([
    { product: 'DATA', targetStatus: 'failed', cause: 'provider_rejected', amountKobo: 1_000n },
  ]);
});
