import {
  AS_OPS,
  BY_TEST,
  eventually,
  fundedAccount,
  grantedRole,
  newOperator,
  testPool,
  useDatabase,
} from '@topup/testkit';
import { createAccount, setAccountTier } from '../account/account.store';
import { createTier } from '../account/tier.store';
import { decideApproval } from '../operator-guard/decide-approval';
import { guardActorOf } from '../operator-guard/guarded-action';
import { readCapUse } from '../operator-guard/policy.store';
import { requestApproval } from '../operator-guard/request-approval';
import type { AcceptItem, AcceptRow } from '../purchase/accept/accept.store';
import { createAccepter } from '../purchase/accept/accept-batcher';
import { systemClock } from '../shared/clock';
import { newId } from '../shared/ids';
import { expectSoundBooks } from '../testing/books';
import { itemFor, purchasesIn } from '../testing/purchases';
import { findBuyablePlan } from './catalogue.store';
import { writeService } from './plan.store';
import { setPlanPrice } from './price.store';
import { endHolds, setDailyLossCap } from './sales-hold.store';

const database = useDatabase({ eachTest: true, max: 12 });
const { accept, claim, settle } = purchasesIn(() => database.db);
const CAP = 5_000n;
let gold: string;

/** A plan that costs 100 naira, for 90 in the tier `gold`; the cap has room for five sales. */
beforeEach(async () => {
  await costs(10_000n);
  await createTier(database.db, { name: 'gold', markupBps: 0 });
  gold = await inGold();
  await setDailyLossCap(database.db, CAP);
  await allow(9_000n);
});

async function inGold(): Promise<string> {
  const id = await fundedAccount(database.db, 10_000_000n);
  await setAccountTier(database.db, id, 'gold', AS_OPS);
  return id;
}
const costs = (priceKobo: bigint, { db = database.db, by = BY_TEST, careful = false } = {}) =>
  writeService(
    db,
    by,
    { serviceId: 'mtn-data', network: 'MTN' },
    [{ code: 'm1', name: 'N100 m1 - 1 day', priceKobo }],
    { careful },
  );
const allow = (priceKobo: bigint, actor = AS_OPS) =>
  setPlanPrice(database.db, 'gold', 'm1', { priceKobo }, { belowCostAllowed: true, actor });
const itemAt = (amountKobo: bigint, accountId = gold): AcceptItem =>
  itemFor(accountId, 'DATA', { amountKobo, recipient: newId(), terms: { serviceId: 'mtn-data', variationCode: 'm1' } });
const outcomes = async (items: AcceptItem[], wait?: boolean) =>
  (await accept(items, wait)).map(({ outcome }) => outcome);
const count = (all: string[], outcome: string) => all.filter((each) => each === outcome).length;

async function counted(): Promise<bigint> {
  const [row] = await database.db.$queryRaw<{ kobo: bigint }[]>`
    SELECT coalesce(sum(counted_kobo), 0)::bigint AS kobo FROM loss_day`;
  return row?.kobo ?? 0n;
}

async function end(id: string, how: { target_status: 'success' | 'failed'; cost_kobo?: string }) {
  await claim([id]);
  return settle({ id, basis: 'answer', ...how });
}

describe('parallel purchases below cost lose more than the daily cap', () => {
  test('of 100 at once as many are accepted as the cap has room for, and the rest are declined undebited', async () => {
    const accounts = await Promise.all(Array.from({ length: 10 }, inGold));
    const all = (
      await Promise.all(
        Array.from({ length: 100 }, (_, i) => outcomes([itemAt(9_000n, accounts[i % accounts.length])])),
      )
    ).flat();
    expect([count(all, 'accepted'), count(all, 'loss_cap')]).toEqual([5, 95]);
    expect(await counted()).toBe(CAP);
    expect(await database.db.ledgerEntry.count({ where: { kind: 'debit' } })).toBe(5);
  });

  test('of one batch too, and nobody waits for another count of losses', async () => {
    const all = await outcomes(Array.from({ length: 20 }, () => itemAt(9_000n)));
    expect([count(all, 'accepted'), count(all, 'loss_cap')]).toEqual([5, 15]);
    const dearer = itemAt(10_000n);
    await database.db.$transaction(async (other) => {
      await other.$executeRaw`SELECT pg_advisory_xact_lock('loss'::regclass::integer, 0)`;
      expect(await outcomes([itemAt(9_000n), dearer], false)).toEqual(['busy', 'accepted']);
    });
  });

  test('one that waits for the losses is tried again alone, and the others of its batch keep their answers', async () => {
    const batches: number[] = [];
    const accepter = createAccepter({
      db: database.db,
      clock: systemClock,
      onBatch: (_, items) => batches.push(items),
    });
    const untilOneWaitsFor = (event: 'advisory' | 'transactionid') =>
      eventually(
        () => database.db.$queryRaw<unknown[]>`
          SELECT 1 FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event = ${event} AND query LIKE '%accept_purchases%'`,
        ({ length }) => length > 0,
      );
    let answers: Promise<AcceptRow>[] = [];
    await database.db.$transaction(async (losses) => {
      await losses.$executeRaw`SELECT pg_advisory_xact_lock('loss'::regclass::integer, 0)`;
      await database.db.$transaction(async (wallet) => {
        await wallet.$executeRaw`SELECT 1 FROM wallet WHERE account_id = ${gold}::uuid FOR UPDATE`;
        answers = [accepter.accept(itemAt(10_000n))];
        await untilOneWaitsFor('transactionid');
        answers.push(accepter.accept(itemAt(10_000n)), accepter.accept(itemAt(9_000n)));
      });
      await untilOneWaitsFor('advisory');
    });
    expect((await Promise.all(answers)).map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted', 'accepted']);
    expect(batches.slice(-4)).toEqual([2, 1, 1, 1]);
  });

  test('to sell a plan on hold again resets nothing', async () => {
    const items = Array.from({ length: 5 }, () => itemAt(9_000n));
    await accept(items);
    for (const { id } of items) await end(id, { target_status: 'success', cost_kobo: '10000' });
    expect(await endHolds(database.db, 'm1', AS_OPS)).toEqual({ kind: 'loss_cap_reached', planId: 'm1' });
    expect(await outcomes([itemAt(9_000n)])).toEqual(['loss_cap']);
    expect(await findBuyablePlan(database.db, gold, 'm1')).toBeNull();
  });
});

describe('a reservation is lost, or kept for what was never sold', () => {
  test('a refund gives it back; the real cost corrects it; an unknown cost keeps it; the books agree', async () => {
    const [failed, dear, cheap, unknown, open] = Array.from({ length: 5 }, () => itemAt(9_000n));
    if (!failed || !dear || !cheap || !unknown || !open) throw new Error('five items');
    await accept([failed, dear, cheap, unknown, open]);
    await expectSoundBooks(database.db);
    expect(await outcomes([itemAt(9_000n)])).toEqual(['loss_cap']);
    await end(failed.id, { target_status: 'failed' });
    expect(await counted()).toBe(4_000n);
    await end(dear.id, { target_status: 'success', cost_kobo: '10500' });
    expect(await counted()).toBe(4_500n);
    await end(cheap.id, { target_status: 'success', cost_kobo: '8000' });
    await end(unknown.id, { target_status: 'success' });
    expect(await counted()).toBe(3_500n);
    expect(await database.db.lossDay.findMany()).toMatchObject([{ lostKobo: 2_500n, countedKobo: 3_500n }]);
    await expectSoundBooks(database.db);
  });

  test('a call whose answer was lost reserves once, even at the cap and after a new price', async () => {
    const item = itemAt(9_000n);
    await accept([item]);
    await setDailyLossCap(database.db, 0n);
    await costs(20_000n);
    expect(await outcomes([item])).toEqual(['accepted']);
    expect(await counted()).toBe(1_000n);
    await end(item.id, { target_status: 'failed' });
    await setDailyLossCap(database.db, CAP);
    await costs(10_000n);
    expect(await outcomes([item, itemAt(9_000n)])).toEqual(['accepted', 'accepted']);
    expect(await counted()).toBe(1_000n);
  });

  test('a test account, whose purchases cost nothing, reserves nothing', async () => {
    const twin = await database.db.account.findFirstOrThrow({ where: { twinOf: gold } });
    await database.db.$executeRaw`SELECT fund_test_wallet(${twin.id}::uuid, 1000000)`;
    expect(await outcomes(Array.from({ length: 9 }, () => itemAt(9_000n, twin.id)))).toEqual(Array(9).fill('accepted'));
    expect(await counted()).toBe(0n);
  });
});

describe('anyone who holds the role of the services sells at any price', () => {
  test('an amount below the price of the tier, and an unknown plan, are declined; a higher amount is taken', async () => {
    const unknown = itemFor(gold, 'DATA', { terms: { serviceId: 'mtn-data', variationCode: 'M1' } });
    const standard = await fundedAccount(database.db, 100_000n);
    expect(await outcomes([itemAt(1n), itemAt(8_999n), itemAt(10_999n, standard), unknown, itemAt(9_001n)])).toEqual([
      ...Array(4).fill('repriced'),
      'accepted',
    ]);
    await costs(10_001n); // 90 naira are now more than 10 % below the cost
    expect(await outcomes([itemAt(9_000n)])).toEqual(['repriced']);
  });
});

describe('one operator gives value away by a price', () => {
  test('a loss above 10 % of the cost needs a second operator, for exactly this cost', async () => {
    const [ada, bola] = [await newOperator(database.db), await newOperator(database.db)];
    expect(await allow(1n, guardActorOf(ada.actor))).toEqual({
      kind: 'approval_needed',
      limitKobo: null,
      costKobo: 10_000n,
    });
    expect(await findBuyablePlan(database.db, gold, 'm1')).toMatchObject({ priceKobo: 9_000n });
    const step = { kind: 'price', tier: 'gold', planId: 'm1', priceKobo: 5_000n, costKobo: 10_000n } as const;
    const [first, second] = [
      await requestApproval(database.db, ada, step, 'promotion'),
      await requestApproval(database.db, ada, { ...step, priceKobo: 6_000n }, 'promotion'),
    ];
    if (!('id' in first) || !('id' in second)) throw new Error('not asked');
    const decide = (id: string) => decideApproval(database.db, bola, { id, approve: true, note: null });
    expect(await decide(first.id)).toMatchObject({ kind: 'approved' });
    expect(await findBuyablePlan(database.db, gold, 'm1')).toMatchObject({ priceKobo: 5_000n });
    expect(await readCapUse(database.db, ada.userId)).toBe(CAP);
    await costs(10_001n);
    expect(await findBuyablePlan(database.db, gold, 'm1')).toBeNull();
    expect(await decide(second.id)).toEqual({ kind: 'approval_not_done', why: 'approval_not_valid' });
    const recorded = await database.db.auditLog.findFirstOrThrow({ where: { action: 'price.set' } });
    expect(recorded).toMatchObject({ subject: 'm1', details: { tier: 'gold', approval: first.id } });
  });

  test('each permission to sell below cost counts the loss cap on their daily cap', async () => {
    const ada = guardActorOf((await newOperator(database.db)).actor);
    await setDailyLossCap(database.db, 200_000_000n);
    for (const priceKobo of [9_500n, 9_400n]) expect(await allow(priceKobo, ada)).toMatchObject({ kind: 'set' });
    expect(await allow(9_300n, ada)).toMatchObject({ kind: 'cap_exceeded', leftKobo: 100_000_000n });
    await expectSoundBooks(database.db);
  });

  test('each account that comes into the tier counts it too, and no other move does', async () => {
    const ada = guardActorOf((await newOperator(database.db)).actor);
    const [moved, refused] = [await fundedAccount(database.db, 0n), await fundedAccount(database.db, 0n)];
    await setDailyLossCap(database.db, 200_000_000n);
    for (const tier of ['gold', 'gold', 'standard'])
      expect(await setAccountTier(database.db, moved, tier, ada)).toEqual({ kind: 'set' });
    const open = (name: string, tier: string) => createAccount(database.db, { name, tier }, ada);
    expect(await open('second', 'gold')).toMatchObject({ kind: 'created', tier: 'gold' });
    expect(await open('second', 'standard')).toEqual({ kind: 'account_name_taken', name: 'second' });
    const exceeded = { kind: 'cap_exceeded', leftKobo: 100_000_000n };
    expect(await open('third', 'gold')).toEqual(exceeded);
    expect(await setAccountTier(database.db, refused, 'gold', ada)).toEqual(exceeded);
    expect(await open('third', 'standard')).toMatchObject({ kind: 'created' });
    expect(await database.db.account.count({ where: { mode: 'live', tier: { name: 'gold' } } })).toBe(2);
    expect(await readCapUse(database.db, ada.id)).toBe(400_000_000n);
    await expectSoundBooks(database.db);
  });

  test('a cost that rises later is covered by the same bound', async () => {
    await allow(10_000n);
    await costs(11_000n);
    expect(await findBuyablePlan(database.db, gold, 'm1')).toMatchObject({ priceKobo: 10_000n });
    await costs(11_112n);
    expect(await findBuyablePlan(database.db, gold, 'm1')).toBeNull();
  });
});

describe('a stolen role of an operator lowers a cost, and sells by markup below what the plan costs', () => {
  test('a lower cost by the console holds once a worker reads it too', async () => {
    const standard = await fundedAccount(database.db, 100_000n);
    const price = async () => (await findBuyablePlan(database.db, standard, 'm1'))?.priceKobo;
    const role = await grantedRole(database.url, 'dashboard');
    const stolen = testPool(role.url, 1);
    const ada = await newOperator(database.db);
    try {
      await costs(4_000n, { by: ada, db: stolen });
      expect(await price()).toBe(11_000n);
      expect(await outcomes([itemAt(4_400n, standard)])).toEqual(['repriced']);
      expect(await database.db.catalogueState.count({ where: { syncAskedAt: { not: null } } })).toBe(1);
      await costs(3_999n, { careful: true }); // less than half, and not what an operator has accepted
      expect(await price()).toBe(11_000n);
      await costs(4_000n, { careful: true });
      expect(await price()).toBe(4_400n);
      await costs(5_000n, { by: ada, db: stolen });
      expect(await price()).toBe(5_500n);
    } finally {
      await stolen.$disconnect();
      await role.drop();
    }
  });
});
