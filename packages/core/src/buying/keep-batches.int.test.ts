import { fundedAccount, fundedTwin, useDatabase } from '@topup/testkit';
import { redactPersonalData } from '../retention/redact-personal-data';
import { forgetTestData } from '../retention/retention.store';
import { batchesIn, rowOf, rowsOf } from '../testing/batches';
import { expectSoundBooks } from '../testing/books';
import { purchasesIn } from '../testing/purchases';
import { insertBatch, listBatchRows, moveBatch } from './batch.store';
import { forgetDrafts } from './sale.store';

const database = useDatabase({ max: 8, eachTest: true, beforeDrop: ({ db }) => expectSoundBooks(db) });
const { claim, settle } = purchasesIn(() => database.db);
const { allow, open, worker, states, batch } = batchesIn(() => database.db);

const succeed = async (id: string) => {
  await claim([id]);
  await settle({ id, target_status: 'success', basis: 'answer' });
};

/** Everything that there is becomes so many days older. */
async function age(days: number): Promise<void> {
  await database.db.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    for (const [table, column] of [
      ['ledger_entry', 'created_at'],
      ['account', 'created_at'],
      ['purchase', 'created_at'],
      ['purchase', 'final_at'],
      ['webhook_event', 'finished_at'],
      ['purchase_batch', 'opened_at'],
      ['purchase_batch', 'ended_at'],
    ])
      await tx.$executeRawUnsafe(`UPDATE ${table} SET ${column} = ${column} - ${days} * interval '1 day'`);
    // a purchase is found by the time in its id
    await tx.$executeRaw`UPDATE batch_row SET accepted_at = accepted_at - ${days} * interval '1 day'`;
  });
}

/** The rows in which the number of a customer is left. */
async function numbersLeft(): Promise<number> {
  const [row] = await database.db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM batch_row r WHERE to_jsonb(r)::text LIKE '%080300000%'`;
  return row?.count ?? 0;
}

describe('what people wanted to buy is kept for longer than it is needed', () => {
  test('a draft that nobody confirmed is deleted after a day with its rows, and no other batch is', async () => {
    const accountId = await fundedAccount(database.db, 10_000n);
    await allow(accountId);
    const draft = { id: crypto.randomUUID(), code: 'x', source: 'file', fileName: 'a.csv' } as const;
    await insertBatch(database.db, { ...draft, accountId, openedBy: accountId, rows: rowsOf(3) });
    const running = await open(accountId, rowsOf(2));
    expect(await forgetDrafts(database.db)).toBe(0);
    await age(1);
    expect(await forgetDrafts(database.db)).toBe(1);
    expect(await database.db.batchRow.count()).toBe(2);
    expect(await batch(running)).toMatchObject({ state: 'running' });
  });

  test('the number of a row is gone once it is bought, and of the others when their batch is old', async () => {
    const accountId = await fundedAccount(database.db, 10_000n);
    await allow(accountId);
    const id = await open(accountId, [rowOf(2), rowOf(3, { chargeKobo: 999n }), ...rowsOf(9).slice(2)]);
    await worker({ send: succeed })();
    await moveBatch(database.db, { accountId, id }, 'cancel');
    expect(await states(id)).toEqual({ accepted: 3, cancelled: 5, 'refused: price_changed': 1 });
    expect(await numbersLeft()).toBe(6);
    const run = (dryRun = false, lot = 2) => redactPersonalData(database.db, { days: 180, dryRun, lot });
    expect(await run()).toMatchObject({ batchRows: 0 });
    await age(181);
    expect(await run(true)).toMatchObject({ batchRows: 6 });
    expect(await run()).toMatchObject({ batchRows: 6 });
    expect(await numbersLeft()).toBe(0);
    const rows = await listBatchRows(database.db, { accountId, id }, { after: null, limit: 100 });
    expect(rows.filter(({ status }) => status === 'cancelled').map(({ recipient }) => recipient)).toEqual(
      Array.from({ length: 5 }, () => null),
    );
    expect(await run()).toMatchObject({ batchRows: 0 });
  });

  test('batches of a test account go with its purchases, and the books stay sound', async () => {
    const accountId = await fundedTwin(database.db, 100_000n);
    const old = await open(accountId, rowsOf(4));
    await worker({ send: (id) => claim([id], ['simulator']).then(() => settled(id)) })();
    await worker()();
    expect(await batch(old)).toMatchObject({ state: 'done' });
    await age(8);
    const young = await open(accountId, rowsOf(2));
    await worker()();
    while ((await forgetTestData(database.db, 3)) > 0);
    expect(await database.db.purchaseBatch.findMany({ select: { id: true } })).toEqual([{ id: young }]);
    expect(await states(young)).toEqual({ accepted: 2 });
  });

  const settled = (id: string) => settle({ id, target_status: 'success', basis: 'answer' });
});
