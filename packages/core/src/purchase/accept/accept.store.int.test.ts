import { fundedAccount, untilLocked, useDatabase } from '@topup/testkit';
import fc from 'fast-check';
import { setAccountStatus } from '../../account/account.store';
import { createKey } from '../../api-key/create-key';
import { revokeKey } from '../../api-key/key.store';
import { databaseFault } from '../../shared/db';
import { newId } from '../../shared/ids';
import { expectChainedLedger, expectSoundBooks } from '../../testing/books';
import { itemFor, purchasesIn } from '../../testing/purchases';
import { getWalletBalance } from '../../wallet/wallet.store';
import { isReferenceUsed } from '../purchase.store';
import { type AcceptItem, type AcceptRow, acceptPurchases, databaseNow } from './accept.store';

const database = useDatabase({ max: 8 });
const { accept } = purchasesIn(() => database.db);

afterEach(() => expectSoundBooks(database.db));

const airtime = (accountId: string, amountKobo: bigint, requestRef = newId()): AcceptItem =>
  itemFor(accountId, 'AIRTIME', { amountKobo, requestRef });

const answerOf = ({ outcome, balanceBeforeKobo, balanceAfterKobo }: AcceptRow) => [
  outcome,
  balanceBeforeKobo,
  balanceAfterKobo,
];

describe('an account pays twice for one purchase, or with money that it does not have', () => {
  test('a batch has the answers, balances and ledger of orders accepted one by one', async () => {
    const order = fc.record({ amount: fc.bigInt({ min: 1n, max: 400n }), ref: fc.integer({ min: 0, max: 12 }) });
    const batch = fc.array(order, { minLength: 1, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(batch, { minLength: 1, maxLength: 4 }),
        fc.bigInt({ min: 0n, max: 2_000n }),
        async (batches, opening) => {
          const accountId = await fundedAccount(database.db, opening);
          const run = newId();
          const model = oneByOne(opening);
          for (const orders of batches) {
            const rows = await accept(orders.map(({ amount, ref }) => airtime(accountId, amount, `${run}${ref}`)));
            expect(rows.map(answerOf)).toEqual(orders.map(model.accept));
          }
          expect(await getWalletBalance(database.db, accountId)).toBe(model.balance());
          await expectChainedLedger(database.db, accountId);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('120 accepts at once on a balance for 99 debit 99 purchases', async () => {
    const accountId = await fundedAccount(database.db, 99_000n);
    const rows = (await Promise.all(Array.from({ length: 120 }, () => accept([airtime(accountId, 1_000n)])))).flat();
    expect(rows.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(99);
    expect(rows.filter(({ outcome }) => outcome === 'insufficient')).toHaveLength(21);
    expect(await getWalletBalance(database.db, accountId)).toBe(0n);
    await expectChainedLedger(database.db, accountId);
  });

  test('accounts that use the same references in opposite orders: each gets each once, and no deadlock', async () => {
    const accounts = await Promise.all(Array.from({ length: 4 }, () => fundedAccount(database.db, 1_000_000n)));
    const refs = Array.from({ length: 12 }, () => newId());
    const rounds = Array.from({ length: 24 }, (_, i) => {
      const order = i % 2 === 0 ? refs : [...refs].reverse();
      return accept(order.map((ref) => airtime(accounts[i % 4] ?? '', 100n, ref)));
    });
    const rows = (await Promise.all(rounds)).flat();
    expect(rows.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(48);
    expect(rows.filter(({ outcome }) => outcome === 'duplicate')).toHaveLength(rows.length - 48);
  });

  test('a batch that is repeated after a lost answer gets the same answers and debits nothing', async () => {
    const accountId = await fundedAccount(database.db, 1_000n);
    const items = [airtime(accountId, 600n), airtime(accountId, 600n), airtime(accountId, 300n)];
    const first = await accept(items);
    const again = await accept(items);
    expect(first.map(({ outcome }) => outcome)).toEqual(['accepted', 'insufficient', 'accepted']);
    expect(again.map(answerOf)).toEqual([
      ['accepted', 1_000n, 400n],
      ['insufficient', null, null],
      ['accepted', 400n, 100n],
    ]);
    expect(await getWalletBalance(database.db, accountId)).toBe(100n);
  });

  test('an accept that runs after its caller has given up writes nothing', async () => {
    const accountId = await fundedAccount(database.db, 1_000n);
    const late = acceptPurchases(database.db, [airtime(accountId, 100n)], {
      notAfter: (await databaseNow(database.db)) - 1,
      wait: true,
      startMs: 1,
    });
    await expect(late.catch(databaseFault)).resolves.toBe('late');
    expect(await getWalletBalance(database.db, accountId)).toBe(1_000n);
  });
});

describe('an order that cannot be accepted at once delays the others of its batch', () => {
  // fault D8: accept
  test('the order of a locked wallet gets "busy", and that of another account is accepted', async () => {
    const [held, free] = await Promise.all([fundedAccount(database.db, 1_000n), fundedAccount(database.db, 1_000n)]);
    await database.db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM wallet WHERE account_id = ${held}::uuid FOR UPDATE`;
      const rows = await accept([airtime(held, 100n), airtime(free, 100n)], false);
      expect(rows.map(({ outcome }) => outcome)).toEqual(['busy', 'accepted']);
    });
  });
});

describe('a key buys after it was revoked, or after its account was suspended', () => {
  test.each([
    ['the key is revoked', ({ keyId }: Client) => revokeKey(database.db, keyId)],
    ['the account is suspended', ({ accountId }: Client) => setAccountStatus(database.db, accountId, 'suspended')],
  ])('%s: nothing is debited, and the reference stays unused', async (_, end) => {
    const [ended, live] = [await client(), await client()];
    const item = { ...airtime(ended.accountId, 100n), keyId: ended.keyId };
    await end(ended);

    const rows = await accept([item, { ...airtime(live.accountId, 100n), keyId: live.keyId }]);

    expect(rows.map(({ outcome }) => outcome)).toEqual(['unauthorized', 'accepted']);
    expect(await getWalletBalance(database.db, ended.accountId)).toBe(1_000n);
    expect(await isReferenceUsed(database.db, ended.accountId, item.requestRef)).toBe(false);
  });

  // fault C22
  test('an order that waited for its wallet is declined when its key was revoked meanwhile', async () => {
    const { accountId, keyId } = await client();
    const bought = await database.db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM wallet WHERE account_id = ${accountId}::uuid FOR UPDATE`;
      const waiting = accept([{ ...airtime(accountId, 100n), keyId }]);
      await untilLocked(database.db, 'accept_purchases');
      await revokeKey(database.db, keyId);
      return { waiting };
    });
    expect((await bought.waiting).map(({ outcome }) => outcome)).toEqual(['unauthorized']);
    expect(await getWalletBalance(database.db, accountId)).toBe(1_000n);
  });

  test('a purchase that was written before its key was revoked is still answered accepted', async () => {
    const { accountId, keyId } = await client();
    const item = { ...airtime(accountId, 100n), keyId };
    await accept([item]);
    await revokeKey(database.db, keyId);
    expect((await accept([item])).map(answerOf)).toEqual([['accepted', 1_000n, 900n]]);
  });

  test('without a key the account decides; an unknown account buys nothing', async () => {
    const { accountId, keyId } = await client();
    await revokeKey(database.db, keyId);
    const rows = await accept([airtime(accountId, 100n), airtime(newId(), 100n)]);
    expect(rows.map(({ outcome }) => outcome)).toEqual(['accepted', 'unauthorized']);
  });
});

type Client = { accountId: string; keyId: string };

/** An account with 10 naira and an API key. */
async function client(): Promise<Client> {
  const accountId = await fundedAccount(database.db, 1_000n);
  const { id } = await createKey({ db: database.db, masterKey: Buffer.alloc(32, 1) }, accountId, 'key');
  return { accountId, keyId: id };
}

describe('the sweeper marks a purchase pending while its client still waits', () => {
  test('the purchases of a batch each have their own window', async () => {
    const accountId = await fundedAccount(database.db, 100_000n);
    const items = [15_000, 35_000, 1].map((windowMs, i) => ({
      ...itemFor(accountId, i === 1 ? 'CABLE_TV' : 'AIRTIME'),
      windowMs,
    }));
    await accept(items);
    for (const { id, windowMs } of items) {
      const [window] = await database.db.$queryRaw<{ ms: number }[]>`
        SELECT (extract(epoch FROM window_ends_at - created_at) * 1000)::integer AS ms FROM purchase
         WHERE id = ${id}::uuid`;
      expect(window).toEqual({ ms: windowMs });
    }
  });
});

/** A model of accept that takes one order after the other. */
function oneByOne(opening: bigint) {
  const taken = new Set<number>();
  let balance = opening;
  return {
    balance: () => balance,
    accept: ({ amount, ref }: { amount: bigint; ref: number }) => {
      if (taken.has(ref)) return ['duplicate', null, null];
      if (balance < amount) return ['insufficient', null, null];
      taken.add(ref);
      balance -= amount;
      return ['accepted', balance + amount, balance];
    },
  };
}
