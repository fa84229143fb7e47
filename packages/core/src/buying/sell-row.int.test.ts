import { fundedAccount, fundedTwin, giveMoney, useDatabase } from '@topup/testkit';
import { setAccountStatus } from '../account/account.store';
import { newId } from '../shared/ids';
import { batchesIn, rowOf, rowsOf } from '../testing/batches';
import { expectSoundBooks } from '../testing/books';
import { itemFor, purchasesIn } from '../testing/purchases';
import { getWalletBalance } from '../wallet/wallet.store';
import { moveBatch, readDraftRows, repriceDraft } from './batch.store';
import { acceptBatchRow } from './sale.store';

const database = useDatabase({ max: 12, eachTest: true, beforeDrop: ({ db }) => expectSoundBooks(db) });
const { accept, claim, settle } = purchasesIn(() => database.db);
const { allow, open, worker, batch, rows, states, letTryAgain } = batchesIn(() => database.db);

const succeed = async (id: string) => {
  await claim([id]);
  await settle({ id, target_status: 'success', basis: 'answer' });
};
const fail = async (id: string) => {
  await claim([id]);
  await settle({ id, target_status: 'failed', basis: 'answer' });
};

/** Rounds until none finds a row. */
async function untilNothingIsTaken(...workers: ReturnType<typeof worker>[]): Promise<void> {
  for (let idle = 0; idle < 2; ) {
    const tried = await Promise.all(workers.map((round) => round()));
    idle = tried.every((one) => one.tried === 0) ? idle + 1 : 0;
    // on a busy machine a row may have waited too long for a lock
    if (tried.some(({ faults }) => faults.length > 0)) await letTryAgain();
  }
}

async function buyer(balanceKobo = 1_000_000n): Promise<string> {
  const accountId = await fundedAccount(database.db, balanceKobo);
  await allow(accountId);
  return accountId;
}

const bought = (accountId: string) => database.db.purchase.count({ where: { accountId } });

describe('a row of a file is bought twice, or never', () => {
  test('five workers at once buy each of 60 rows once, for what was confirmed', async () => {
    const accountId = await buyer(100_000n);
    const id = await open(accountId, rowsOf(60));
    const workers = Array.from({ length: 5 }, () => worker({ send: succeed }));
    await untilNothingIsTaken(...workers);
    expect(await states(id)).toEqual({ accepted: 60 });
    expect(await bought(accountId)).toBe(60);
    expect(await getWalletBalance(database.db, accountId)).toBe(40_000n);
    expect(await batch(id)).toMatchObject({ state: 'done', endedAt: expect.any(Date) });
  });

  test('a worker whose answer was lost, and one that takes its row over, have bought it once', async () => {
    const accountId = await buyer(10_000n);
    const row = rowOf(2);
    const id = await open(accountId, [row]);
    const tries = Array.from({ length: 8 }, () => {
      const item = { ...itemFor(accountId, 'AIRTIME'), ...row.order, id: newId(), decision: null };
      return acceptBatchRow(database.db, { batchId: id, n: 2 }, item, 2_000);
    });
    const outcomes = (await Promise.all(tries)).map(({ outcome }) => outcome).sort();
    expect(outcomes).toEqual(['accepted', ...Array.from({ length: 7 }, () => 'gone')]);
    expect([await bought(accountId), await getWalletBalance(database.db, accountId)]).toEqual([1, 9_000n]);
  });

  test('the id of its purchase is of the time of its accept, by which reports of days find it', async () => {
    const accountId = await buyer();
    const id = await open(accountId, rowsOf(1));
    await worker()();
    const [row] = await rows(id);
    const [found] = await database.db.$queryRaw<{ near: boolean }[]>`
      SELECT id >= first_id_of(created_at - interval '1 minute') AND id < first_id_of(created_at + interval '1 minute')
             AS near FROM purchase WHERE id = ${row?.purchaseId}::uuid`;
    expect(found).toEqual({ near: true });
    expect(row).toMatchObject({ ordered: null, state: 'accepted' });
  });

  test('an order of another account, or under another reference, is not taken for that of the row', async () => {
    const [accountId, other] = [await buyer(), await buyer()];
    const id = await open(accountId, rowsOf(1));
    for (const item of [itemFor(other, 'AIRTIME'), itemFor(accountId, 'AIRTIME')])
      await expect(acceptBatchRow(database.db, { batchId: id, n: 2 }, item, 2_000)).rejects.toThrow('not the one');
    expect(await bought(other)).toBe(0);
  });
});

describe('a person has paused or cancelled a file, and it buys on', () => {
  test('nothing is accepted after a pause has answered, and all of it after a resumption', async () => {
    const accountId = await buyer();
    const id = await open(accountId, rowsOf(20));
    const round = worker({ send: succeed });
    const selling = untilNothingIsTaken(round);
    expect(await moveBatch(database.db, { accountId, id }, 'pause')).toBe('moved');
    const then = await bought(accountId);
    await selling;
    await untilNothingIsTaken(round);
    expect(await bought(accountId)).toBe(then);
    expect(await batch(id)).toMatchObject({ state: 'paused', pausedFor: 'person' });
    await moveBatch(database.db, { accountId, id }, 'resume');
    await untilNothingIsTaken(round);
    expect(await states(id)).toEqual({ accepted: 20 });
  });

  test('a cancellation while workers sell ends each row as a purchase or as not bought', async () => {
    const accountId = await buyer();
    const id = await open(accountId, rowsOf(40));
    const [one, other] = [worker({ send: succeed }), worker({ send: succeed })];
    const selling = untilNothingIsTaken(one, other);
    await one();
    expect(await moveBatch(database.db, { accountId, id }, 'cancel')).toBe('moved');
    await selling;
    await untilNothingIsTaken(one, other);
    const { accepted = 0, cancelled = 0, ...rest } = await states(id);
    expect([accepted + cancelled, rest, await bought(accountId)]).toEqual([40, {}, accepted]);
    expect(cancelled).toBeGreaterThan(0);
  });

  test('a batch of another account cannot be moved, and one that is over stays so', async () => {
    const [accountId, other] = [await buyer(), await buyer()];
    const id = await open(accountId, rowsOf(1));
    expect(await moveBatch(database.db, { accountId: other, id }, 'cancel')).toBe('no_such_batch');
    await untilNothingIsTaken(worker({ send: succeed }));
    expect(await moveBatch(database.db, { accountId, id }, 'pause')).toBe('not_possible');
    expect(await moveBatch(database.db, { accountId, id }, 'cancel')).toBe('not_possible');
  });
});

describe('a row is bought at another price, or for another one’s reference', () => {
  test('a second confirmation, which has read prices before the first, changes no row that runs', async () => {
    const accountId = await buyer();
    const id = await open(accountId, rowsOf(2));
    const dearer = (await readDraftRows(database.db, id)).map((row) => ({ ...row, chargeKobo: 2_000n }));
    await repriceDraft(database.db, id, dearer);
    expect((await rows(id)).map(({ amountKobo }) => amountKobo)).toEqual([1_000n, 1_000n]);
  });

  test('a discount that has changed since the confirmation refuses the row, and debits nothing', async () => {
    const accountId = await buyer();
    const id = await open(accountId, [rowOf(2, { chargeKobo: 980n })]);
    await worker()();
    expect(await states(id)).toEqual({ 'refused: price_changed': 1 });
    expect(await getWalletBalance(database.db, accountId)).toBe(1_000_000n);
  });

  test('a data plan that costs another price now, or is out of sale, refuses the row', async () => {
    const accountId = await buyer();
    const { id: tierId } = await database.db.tier.findUniqueOrThrow({ where: { name: 'standard' } });
    const plan = { network: 'MTN', name: 'MTN 1 GB', planName: '1 GB', validity: '30 days', costKobo: 100_000n };
    await database.db.dataPlan.create({
      data: { ...plan, planId: 'mtn-1gb', providerService: 'mtn-data', providerCode: 'mtn-1gb' },
    });
    const row = { ...rowOf(2), planId: 'mtn-1gb' };
    const order = { ...row.order, productType: 'DATA' as const, amountKobo: 100_000n };
    const [changed, gone] = [
      await open(accountId, [{ ...row, order, chargeKobo: 100_000n }]),
      await open(accountId, [{ ...row, order: { ...order, requestRef: newId() }, planId: 'no-such-plan' }]),
    ];
    expect(tierId).toBeGreaterThan(0); // with a markup of 10 %
    await worker()();
    expect([await states(changed), await states(gone)]).toEqual([
      { 'refused: price_changed': 1 },
      { 'refused: unknown_plan': 1 },
    ]);
  });

  test('a reference that another purchase has refuses the row, and buys nothing', async () => {
    const accountId = await buyer();
    const item = itemFor(accountId, 'AIRTIME');
    await accept([item]);
    const id = await open(accountId, [rowOf(2, { requestRef: item.requestRef }), rowOf(3)]);
    await untilNothingIsTaken(worker({ send: succeed }));
    expect(await states(id)).toEqual({ accepted: 1, 'refused: duplicate_reference': 1 });
    expect(await batch(id)).toMatchObject({ state: 'done' });
    expect(await bought(accountId)).toBe(2);
  });
});

describe('the people of an account buy for more than an owner allows', () => {
  test('two files that are sold at once share one cap to the kobo, and a refund gives room', async () => {
    const accountId = await buyer();
    await allow(accountId, 5_500n);
    const ids = [await open(accountId, rowsOf(10)), await open(accountId, rowsOf(10))];
    const accepted: string[] = [];
    const keep = async (id: string) => void accepted.push(id);
    const workers = [worker({ send: keep }), worker({ send: keep })];
    for (let n = 0; n < 6; n += 1) {
      await Promise.all(workers.map((round) => round()));
      await Promise.all(accepted.splice(0).map((id) => succeed(id).catch(() => undefined)));
    }
    expect(await bought(accountId)).toBe(5);
    for (const id of ids) expect(await batch(id)).toMatchObject({ state: 'paused', pausedFor: 'cap_reached' });

    const first = await database.db.purchase.findFirstOrThrow({ where: { accountId } });
    await database.db.$executeRaw`SELECT record_reversal(${first.id}::uuid, 'test', 'test')`;
    for (const id of ids) await moveBatch(database.db, { accountId, id }, 'resume');
    for (let n = 0; n < 3; n += 1) await Promise.all(workers.map((round) => round()));
    expect(await bought(accountId)).toBe(6);
  });

  test('a failed purchase takes nothing of the cap', async () => {
    const accountId = await buyer();
    await allow(accountId, 1_000n);
    for (let n = 0; n < 3; n += 1) {
      const id = await open(accountId, rowsOf(1));
      await worker({ send: fail })();
      expect(await states(id)).toEqual({ accepted: 1 });
    }
  });

  test('what was bought yesterday in Lagos does not count', async () => {
    const accountId = await buyer();
    await allow(accountId, 1_000n);
    await open(accountId, rowsOf(1));
    await worker()();
    await database.db.$executeRaw`
      UPDATE batch_row SET accepted_at = date_trunc('day', now(), 'Africa/Lagos') - interval '1 ms'`;
    const id = await open(accountId, rowsOf(1));
    await worker()();
    expect(await states(id)).toEqual({ accepted: 1 });
  });

  test('a test account has no cap, and is served by the simulator', async () => {
    const accountId = await fundedTwin(database.db, 100_000n);
    const id = await open(accountId, rowsOf(2));
    await worker({ closed: true })();
    expect(await states(id)).toEqual({ accepted: 2 });
    expect(await database.db.purchase.count({ where: { accountId, provider: 'simulator' } })).toBe(2);
  });
});

describe('a file goes on, or is lost, when it cannot be bought now', () => {
  test('without money it is paused, and goes on where it was after it was funded', async () => {
    const accountId = await buyer(2_500n);
    const id = await open(accountId, rowsOf(4));
    await untilNothingIsTaken(worker({ send: succeed }));
    expect(await batch(id)).toMatchObject({ state: 'paused', pausedFor: 'insufficient_balance' });
    expect(await states(id)).toEqual({ accepted: 2, waiting: 2 });
    await giveMoney(database.db, accountId, 10_000n, 'more');
    await moveBatch(database.db, { accountId, id }, 'resume');
    await untilNothingIsTaken(worker({ send: succeed }));
    expect(await states(id)).toEqual({ accepted: 4 });
  });

  test.each([
    ['buying_off', (accountId: string) => allow(accountId, null)],
    ['account_suspended', (accountId: string) => setAccountStatus(database.db, accountId, 'suspended')],
  ])('%s pauses it, and every row waits', async (reason, happen) => {
    const accountId = await buyer();
    const id = await open(accountId, rowsOf(3));
    await happen(accountId);
    await worker()();
    expect(await batch(id)).toMatchObject({ state: 'paused', pausedFor: reason });
    expect(await states(id)).toEqual({ waiting: 3 });
  });

  test('while no provider serves it nothing is debited, and it is tried again', async () => {
    const accountId = await buyer();
    const id = await open(accountId, rowsOf(1));
    const { faults } = await worker({ closed: true })();
    expect(faults).toEqual(['provider_unavailable']);
    expect(await rows(id)).toMatchObject([{ state: 'waiting', error: null, lastError: 'provider_unavailable' }]);
    expect([await states(id), await worker()()]).toMatchObject([{ waiting: 1 }, { tried: 0 }]);
    await letTryAgain();
    await worker()();
    expect(await states(id)).toEqual({ accepted: 1 });
  });
});

describe('a form that nobody has accepted buys later, when its person has gone', () => {
  test('after a minute it is refused, and a worker that held it buys nothing', async () => {
    const accountId = await buyer();
    const row = rowOf(1);
    const id = await open(accountId, [row], 'form');
    await database.db.$executeRaw`UPDATE purchase_batch SET confirmed_at = confirmed_at - interval '1 minute'`;
    const item = { ...itemFor(accountId, 'AIRTIME'), ...row.order, id: newId(), decision: null };
    const late = await acceptBatchRow(database.db, { batchId: id, n: 1 }, item, 2_000);
    expect(late.outcome).toBe('gone');
    await worker()();
    expect(await states(id)).toEqual({ 'refused: not_accepted_in_time': 1 });
    expect([await bought(accountId), (await batch(id)).state]).toEqual([0, 'done']);
  });

  test.each([
    ['insufficient_balance', 500n, 1_000_000n],
    ['cap_reached', 10_000n, 500n],
  ])('%s refuses it at once', async (error, balanceKobo, capKobo) => {
    const accountId = await buyer(balanceKobo);
    await allow(accountId, capKobo);
    const id = await open(accountId, [rowOf(1)], 'form');
    await worker()();
    expect(await states(id)).toEqual({ [`refused: ${error}`]: 1 });
  });
});

describe('the files of one account take the turns of others', () => {
  test('of ten files of an account four rows are on their way, and another account is served', async () => {
    const [many, one] = [await buyer(), await buyer()];
    const files = await Promise.all(Array.from({ length: 10 }, () => open(many, rowsOf(20))));
    const other = await open(one, rowsOf(1));
    const form = await open(many, [rowOf(1)], 'form');
    const round = worker();
    expect(await round()).toEqual({ tried: 6, faults: [] });
    expect(await round()).toEqual({ tried: 0, faults: [] });
    expect([await states(other), await states(form)]).toEqual([{ accepted: 1 }, { accepted: 1 }]);
    const begun = (await Promise.all(files.map(rows))).map((each) => each.filter(({ state }) => state === 'accepted'));
    expect(begun.map(({ length }) => length).sort()).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1, 1]);

    const open4 = await database.db.purchase.findMany({ where: { accountId: many }, select: { id: true } });
    for (const { id } of open4) await succeed(id);
    expect(await round()).toEqual({ tried: 4, faults: [] });
  });

  test('in a round with room for three, three accounts get one row each', async () => {
    const accounts = await Promise.all([buyer(), buyer(), buyer()]);
    const files = await Promise.all(accounts.map((account) => open(account, rowsOf(9))));
    await worker()(3);
    expect(await Promise.all(files.map(states))).toEqual(accounts.map(() => ({ accepted: 1, waiting: 8 })));
  });

  test('rows that nobody can serve now go behind the others of their file, and of other files', async () => {
    const accountId = await buyer();
    const [id, other] = [await open(accountId, rowsOf(6)), await open(accountId, rowsOf(6).slice(4))];
    const later = () => database.db.$executeRaw`UPDATE batch_row SET next_try_at = next_try_at - interval '1 minute'`;
    expect((await worker({ closed: true })()).faults).toHaveLength(4);
    await later();
    expect((await worker({ closed: true })()).faults).toHaveLength(4);
    const tried = [...(await rows(id)), ...(await rows(other))].filter(({ nextTryAt }) => nextTryAt !== null);
    expect(tried).toHaveLength(8);
    await later();
    await worker({ send: succeed })();
    await later();
    await worker({ send: succeed })();
    expect([await states(id), await states(other)]).toEqual([{ accepted: 6 }, { accepted: 2 }]);
  });

  test('purchases of unknown outcome do not stop a file for longer than a minute', async () => {
    const accountId = await buyer();
    const id = await open(accountId, rowsOf(8));
    await worker()();
    await database.db.$executeRaw`
      UPDATE batch_row SET accepted_at = accepted_at - interval '1 minute' WHERE state = 'accepted'`;
    await worker()();
    expect(await states(id)).toEqual({ accepted: 8 });
    expect(await batch(id)).toMatchObject({ state: 'running' });
  });
});
