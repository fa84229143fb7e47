import { eventually, fundedAccount, testPool, untilLocked, useDatabase } from '@topup/testkit';
import { AppError } from '../../errors/error-catalog';
import { systemClock } from '../../shared/clock';
import type { Db, DbOrTransaction } from '../../shared/db';
import { newId } from '../../shared/ids';
import { orderFor } from '../../testing/purchases';
import { getWalletBalance } from '../../wallet/wallet.store';
import type { Order } from './accept.store';
import { ACCEPT_CONNECTIONS, type Accepter, createAccepter } from './accept-batcher';
import { acceptPurchase } from './accept-purchase';

const database = useDatabase({ beforeDrop: () => acceptDb.$disconnect() });
/** The pool of the accepter, beside that of the test. */
let acceptDb: Db;
let accepter: Accepter;

beforeAll(() => {
  acceptDb = testPool(database.url, ACCEPT_CONNECTIONS);
  accepter = createAccepter({ db: acceptDb, clock: systemClock });
});

const order = (amountKobo: bigint, requestRef = newId()): Order => orderFor('AIRTIME', { amountKobo, requestRef });

/** `accepted`, or the code of the error. */
const buy = (accountId: string, one: Order, by = accepter) =>
  acceptPurchase({ accepter: by, provider: { name: 'vtpass' } }, { accountId, keyId: null }, one, 15_000).then(
    () => 'accepted',
    (error) => (error instanceof AppError ? error.code : String(error)),
  );

const count = (answers: string[]) =>
  Object.fromEntries(
    [...new Set(answers)].sort().map((answer) => [answer, answers.filter((one) => one === answer).length]),
  );

/** Locks the wallet, as a session of psql or a stuck process could. @returns the release */
const holdWallet = (accountId: string) =>
  hold((tx) => tx.$executeRaw`SELECT 1 FROM wallet WHERE account_id = ${accountId}::uuid FOR UPDATE`);

/** Writes a purchase with this reference and keeps it back: the insert of another one waits. @returns the rollback */
const holdReference = (accountId: string, requestRef: string) =>
  hold(
    (tx) => tx.$executeRaw`
      INSERT INTO purchase (id, account_id, request_ref, product_type, amount_kobo, recipient, details, description,
                            provider, provider_order, cause)
      VALUES (gen_random_uuid(), ${accountId}::uuid, ${requestRef}, 'AIRTIME', 1000, '', '{}', '', 'vtpass', '{}', '')`,
    new Error('rolled back'),
  );

/** Keeps a transaction open. `end`: how it ends, when not with a commit. @returns what ends it */
async function hold(run: (tx: DbOrTransaction) => Promise<unknown>, end?: Error): Promise<() => Promise<void>> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let held: () => void = () => undefined;
  const holding = new Promise<void>((resolve) => {
    held = resolve;
  });
  const transaction = database.db.$transaction(
    async (tx) => {
      await run(tx);
      held();
      await released;
      if (end) throw end;
    },
    { timeout: 15_000 },
  );
  const over = transaction.catch((error) => (error === end ? undefined : Promise.reject(error)));
  await Promise.race([holding, over]);
  return async () => {
    release();
    await over;
  };
}

/** Until an accept waits for a lock. @returns the process id of its connection */
const untilOneWaits = async (): Promise<number> => (await untilSomeWait(1))[0]?.pid ?? 0;

const untilSomeWait = (count: number) => untilLocked(database.db, 'accept_purchases', count);

describe('a fault of the count of batches reads as "nothing was debited"', () => {
  test('the purchase is accepted', async () => {
    const onBatch = () => {
      throw new Error('a fault of the metrics');
    };
    const counting = createAccepter({ db: acceptDb, clock: systemClock, onBatch });
    const accountId = await fundedAccount(database.db, 1_000n);
    expect(await buy(accountId, order(400n), counting)).toBe('accepted');
    expect(await getWalletBalance(database.db, accountId)).toBe(600n);
  });
});

describe('a client pays twice, or is told "no" for a purchase that was debited', () => {
  test('a hundred purchases with one reference at once debit once', async () => {
    const accountId = await fundedAccount(database.db, 100_000n);
    const one = order(1_000n);
    expect(count(await Promise.all(Array.from({ length: 100 }, () => buy(accountId, one))))).toEqual({
      accepted: 1,
      duplicate_reference: 99,
    });
    expect(await getWalletBalance(database.db, accountId)).toBe(99_000n);
  });

  test('120 purchases at once on a balance for 99: 99 are accepted', async () => {
    const accountId = await fundedAccount(database.db, 99_000n);
    expect(count(await Promise.all(Array.from({ length: 120 }, () => buy(accountId, order(1_000n)))))).toEqual({
      accepted: 99,
      insufficient_balance: 21,
    });
    expect(await getWalletBalance(database.db, accountId)).toBe(0n);
  });

  test('a purchase whose connection is cut during the accept is reported as accepted, and debited once', async () => {
    const accountId = await fundedAccount(database.db, 1_000n);
    const release = await holdWallet(accountId);
    const purchase = buy(accountId, order(1_000n));
    const pid = await untilOneWaits();
    await database.db.$queryRaw`SELECT pg_terminate_backend(${pid}::integer)`;
    await release();
    expect(await purchase).toBe('accepted');
    expect(await getWalletBalance(database.db, accountId)).toBe(0n);
    expect(await database.db.purchase.count({ where: { accountId } })).toBe(1);
  });
});

describe('one purchase or one fault stops the sales of everybody', () => {
  test('a locked wallet delays only its own purchases, which are then answered in order of arrival', async () => {
    const [held, free] = await Promise.all([fundedAccount(database.db, 1_500n), fundedAccount(database.db, 5_000n)]);
    const release = await holdWallet(held);
    const waiting = [buy(held, order(1_000n)), buy(held, order(1_000n)), buy(held, order(400n))];
    await untilOneWaits();
    expect(await Promise.all([buy(free, order(1_000n)), buy(free, order(1_000n))])).toEqual(['accepted', 'accepted']);
    waiting.push(buy(held, order(400n)));
    await release();
    expect(await Promise.all(waiting)).toEqual([
      'accepted',
      'insufficient_balance',
      'accepted',
      'insufficient_balance',
    ]);
  });

  test('wallets that are locked for long do not delay a wallet that is locked for a moment', async () => {
    const wallets = await Promise.all([1, 2, 3].map(() => fundedAccount(database.db, 1_000n)));
    const [first = '', second = '', third = ''] = wallets;
    const releases = [await holdWallet(first), await holdWallet(second)];
    const stuck = [buy(first, order(1_000n)), buy(second, order(1_000n))];
    let ended = 0;
    for (const each of stuck) void each.then(() => (ended += 1));
    await untilSomeWait(2); // every connection that waits for wallets is taken
    const release = await holdWallet(third);
    const bought = buy(third, order(1_000n));
    await release();
    expect([await bought, ended]).toEqual(['accepted', 0]);
    await Promise.all(releases.map((each) => each()));
    expect(await Promise.all(stuck)).toEqual(['accepted', 'accepted']);
  });

  test('while a statement hangs, what arrives is accepted by another', async () => {
    const held = await fundedAccount(database.db, 1_000n);
    const free = await Promise.all(Array.from({ length: 16 }, () => fundedAccount(database.db, 1_000n)));
    const one = order(1_000n);
    const release = await holdReference(held, one.requestRef);
    let passedMs = 0;
    const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + passedMs };
    const watched = createAccepter({ db: acceptDb, clock });
    const stuck = buy(held, one, watched);
    await untilOneWaits();
    passedMs = 200;
    const bought = await Promise.all(free.map((account) => buy(account, order(1_000n), watched)));
    expect(count(bought)).toEqual({ accepted: 16 });
    await release();
    expect(await stuck).toBe('accepted');
  });

  describe('a statement hangs, and what waits behind it', () => {
    /** Two purchases: the statement of the first one hangs, the other waits behind it. */
    async function oneBehindAnother() {
      const [held = '', free = ''] = await Promise.all([1, 2].map(() => fundedAccount(database.db, 1_000n)));
      const one = order(1_000n);
      const release = await holdReference(held, one.requestRef);
      let stands: number | undefined = systemClock.monotonicMs(); // meanwhile no lane is slow: both take the same one
      const clock = { ...systemClock, monotonicMs: () => stands ?? systemClock.monotonicMs() };
      const ours = createAccepter({ db: acceptDb, clock });
      const stuck = buy(held, one, ours);
      await untilOneWaits();
      const behind = buy(free, order(1_000n), ours);
      stands = undefined;
      return { accountId: free, stuck, behind, release };
    }

    // specification 2.6
    test('a lock of two seconds is no overload: both are accepted', async () => {
      const { stuck, behind, release } = await oneBehindAnother();
      const [first] = await untilSomeWait(1);
      await eventually(
        () => untilSomeWait(1),
        ([again]) => again?.since !== first?.since, // the lock timeout has ended the first try
      );
      await release();
      expect(await Promise.all([stuck, behind])).toEqual(['accepted', 'accepted']);
    });

    // specification 7.3
    test('is unavailable before the statement ends, and not bought later', async () => {
      const { accountId, stuck, behind, release } = await oneBehindAnother();
      let stuckEnded = false;
      void stuck.then(() => {
        stuckEnded = true;
      });
      expect([await behind, stuckEnded]).toEqual(['unavailable', false]);
      await release();
      await stuck;
      expect(await getWalletBalance(database.db, accountId)).toBe(1_000n);
    });
  });

  // fault C26
  test('one purchase that the database declines fails alone', async () => {
    const accountId = await fundedAccount(database.db, 10_000n);
    const tooLong = order(1_000n, 'x'.repeat(51));
    expect(
      await Promise.all([buy(accountId, order(1_000n)), buy(accountId, tooLong), buy(accountId, order(1_000n))]),
    ).toEqual(['accepted', 'internal', 'accepted']);
    expect(await getWalletBalance(database.db, accountId)).toBe(8_000n);
  });

  test('without a database a purchase is declined', async () => {
    const away = testPool('postgresql://nobody@127.0.0.1:1/none', 1);
    const lost = createAccepter({ db: away, clock: systemClock });
    const answer = acceptPurchase(
      { accepter: lost, provider: { name: 'vtpass' } },
      { accountId: newId(), keyId: null },
      order(1_000n),
      15_000,
    );
    await expect(answer).rejects.toMatchObject({ code: 'unavailable' });
    await away.$disconnect();
  });

  test('after an api was suspended during an answer, one purchase is declined and the next are accepted', async () => {
    const accountId = await fundedAccount(database.db, 10_000n);
    let stoodStillMs = 0;
    const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + stoodStillMs };
    const suspended = createAccepter({ db: acceptDb, clock });
    const accept = () => buy(accountId, order(100n), suspended);

    const release = await holdWallet(accountId);
    const first = accept();
    await untilOneWaits();
    stoodStillMs = 10_000;
    await release();
    expect(await first).toBe('accepted');
    stoodStillMs = 0; // for the database the ten seconds have not passed

    expect([await accept(), await accept(), await accept()]).toEqual(['unavailable', 'accepted', 'accepted']);
    expect(await getWalletBalance(database.db, accountId)).toBe(9_700n);
  });
});
