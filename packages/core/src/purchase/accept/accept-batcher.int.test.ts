import { fundedAccount, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import { AppError } from '../../errors/error-catalog';
import { systemClock } from '../../shared/clock';
import type { Db } from '../../shared/db';
import { newId } from '../../shared/ids';
import { orderFor } from '../../testing/purchases';
import { getWalletBalance } from '../../wallet/wallet.store';
import { ACCEPT_CONNECTIONS, type Accepter, createAccepter } from './accept-batcher';
import { acceptPurchase, type Order } from './accept-purchase';

let database: TestDatabase;
let db: Db;
let moneyDb: Db;
let accepter: Accepter;

beforeAll(async () => {
  database = await testDatabase();
  db = testPool(database.url);
  moneyDb = testPool(database.url, ACCEPT_CONNECTIONS);
  accepter = createAccepter({ db: moneyDb, clock: systemClock });
});
afterAll(async () => {
  await Promise.all([db.$disconnect(), moneyDb.$disconnect()]);
  await database.drop();
});

const order = (amountKobo: bigint, requestRef = newId()): Order => orderFor('AIRTIME', { amountKobo, requestRef });

const buy = (accountId: string, one: Order) =>
  acceptPurchase({ accepter, provider: { name: 'vtpass' } }, accountId, one, 15_000).then(
    () => 'accepted',
    (error) => (error instanceof AppError ? error.code : String(error)),
  );

const count = (answers: string[]) =>
  Object.fromEntries(
    [...new Set(answers)].sort().map((answer) => [answer, answers.filter((one) => one === answer).length]),
  );

/** Holds the wallet's row until released, as an operator's session or a stuck process would. */
async function holdWallet(accountId: string): Promise<() => Promise<void>> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let held: () => void = () => undefined;
  const holding = new Promise<void>((resolve) => {
    held = resolve;
  });
  const transaction = db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM wallet WHERE account_id = ${accountId}::uuid FOR UPDATE`;
      held();
      await released;
    },
    { timeout: 15_000 },
  );
  await holding;
  return async () => {
    release();
    await transaction;
  };
}

const waitingBackends = () =>
  db.$queryRaw<
    { pid: number }[]
  >`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%accept_purchases%'`;

async function untilSomebodyWaits(): Promise<number> {
  for (;;) {
    const [first] = await waitingBackends();
    if (first) return first.pid;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test('a hundred requests with one reference debit once', async () => {
  const accountId = await fundedAccount(db, 100_000n);
  const one = order(1_000n);
  expect(count(await Promise.all(Array.from({ length: 100 }, () => buy(accountId, one))))).toEqual({
    accepted: 1,
    duplicate_reference: 99,
  });
  expect(await getWalletBalance(db, accountId)).toBe(99_000n);
});

test('purchases for more than the balance are accepted to the last kobo and not beyond', async () => {
  const accountId = await fundedAccount(db, 99_000n);
  expect(count(await Promise.all(Array.from({ length: 120 }, () => buy(accountId, order(1_000n)))))).toEqual({
    accepted: 99,
    insufficient_balance: 21,
  });
  expect(await getWalletBalance(db, accountId)).toBe(0n);
});

test('a held wallet keeps only its own purchases waiting, and they are answered in the order they came', async () => {
  const [held, free] = await Promise.all([fundedAccount(db, 1_500n), fundedAccount(db, 5_000n)]);
  const release = await holdWallet(held);
  const waiting = [buy(held, order(1_000n)), buy(held, order(1_000n)), buy(held, order(400n))];
  await untilSomebodyWaits();
  expect(await Promise.all([buy(free, order(1_000n)), buy(free, order(1_000n))])).toEqual(['accepted', 'accepted']);
  waiting.push(buy(held, order(400n)));
  await release();
  expect(await Promise.all(waiting)).toEqual(['accepted', 'insufficient_balance', 'accepted', 'insufficient_balance']);
});

test('a client whose database connection is cut under its accept is told the truth, never "no" after a debit', async () => {
  const accountId = await fundedAccount(db, 1_000n);
  const release = await holdWallet(accountId);
  const purchase = buy(accountId, order(1_000n));
  const pid = await untilSomebodyWaits();
  await db.$queryRaw`SELECT pg_terminate_backend(${pid}::integer)`;
  await release();
  expect(await purchase).toBe('accepted');
  expect(await getWalletBalance(db, accountId)).toBe(0n);
  expect(await db.purchase.count({ where: { accountId } })).toBe(1);
});

test('one item the database refuses fails alone', async () => {
  const accountId = await fundedAccount(db, 10_000n);
  const poisoned = order(1_000n, 'x'.repeat(51));
  expect(
    await Promise.all([buy(accountId, order(1_000n)), buy(accountId, poisoned), buy(accountId, order(1_000n))]),
  ).toEqual(['accepted', 'internal', 'accepted']);
  expect(await getWalletBalance(db, accountId)).toBe(8_000n);
});

test('without a database a purchase is refused and nothing is debited', async () => {
  const away = testPool('postgresql://nobody@127.0.0.1:1/none', 1);
  const lost = createAccepter({ db: away, clock: systemClock });
  const answer = acceptPurchase({ accepter: lost, provider: { name: 'vtpass' } }, newId(), order(1_000n), 15_000);
  await expect(answer).rejects.toMatchObject({ code: 'internal' });
  await away.$disconnect();
});

test('an api that stood still while an answer was under way would refuse everybody from then on: one accept comes too late, and the next is taken', async () => {
  const accountId = await fundedAccount(db, 10_000n);
  let stoodStillMs = 0;
  const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + stoodStillMs };
  const suspended = createAccepter({ db: moneyDb, clock });
  const accept = () =>
    acceptPurchase({ accepter: suspended, provider: { name: 'vtpass' } }, accountId, order(100n), 15_000).then(
      () => 'accepted',
      (error) => (error instanceof AppError ? error.code : String(error)),
    );

  const release = await holdWallet(accountId);
  const first = accept();
  await untilSomebodyWaits();
  stoodStillMs = 10_000;
  await release();
  expect(await first).toBe('accepted');
  stoodStillMs = 0; // for the database ten seconds have not passed: here they are taken back

  expect([await accept(), await accept(), await accept()]).toEqual(['internal', 'accepted', 'accepted']);
  expect(await getWalletBalance(db, accountId)).toBe(9_700n);
});
